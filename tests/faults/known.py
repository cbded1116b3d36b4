"""
What a defect of the driver does to the catalogue: known.toml, read strictly. [[known]] are the cases that a
right implementation fails by it, [[hidden]] the wrong implementations that no case can show because of it.
"""

import fnmatch
import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "known.toml"
OF_HIDDEN = {"rows", "platform", "driver", "finding", "why"}
FIELDS = OF_HIDDEN | {"cases"}


@dataclass(frozen=True)
class Known:
    rows: tuple[str, ...]
    cases: tuple[str, ...]
    platform: str
    driver: tuple[str, ...]
    finding: str
    why: str
    states: tuple[str, ...] = ("fail",)

    def explains(self, fault: str, device: dict, case: str, state: str) -> bool:
        """Whether the defect makes the state of the case, under the implementation, on a report's device."""
        return (
            device.get("platform") == self.platform
            and state in self.states
            and matches(device.get("driver_version", ""), self.driver)
            and matches(fault, self.rows)
            and matches(case, self.cases)
        )


@dataclass(frozen=True)
class Hidden:
    rows: tuple[str, ...]
    platform: str
    driver: tuple[str, ...]
    finding: str
    why: str

    def explains(self, fault: str, device: dict) -> bool:
        """Whether with the defect the device does the same with this wrong implementation and without it."""
        return (
            device.get("platform") == self.platform
            and matches(device.get("driver_version", ""), self.driver)
            and matches(fault, self.rows)
        )


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def make(row: dict) -> Known:
    if not FIELDS <= set(row) <= FIELDS | {"states"}:
        raise ValueError(
            f"{FILE.name}: {row.get('finding', 'a row')}: needs {sorted(FIELDS)}, and may have states"
        )
    return Known(**fields(row))


def fields(row: dict) -> dict:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def make_hidden(row: dict) -> Hidden:
    if set(row) != OF_HIDDEN:
        raise ValueError(f"{FILE.name}: {row.get('finding', 'a row')}: needs {sorted(OF_HIDDEN)}, no others")
    return Hidden(**fields(row))


def read(path: Path) -> dict:
    data = tomllib.loads(path.read_text())
    if not set(data) <= {"known", "hidden"}:
        raise ValueError(f"{path.name}: only [[known]] and [[hidden]] are allowed, not {sorted(data)}")
    return data


def load(path: Path = FILE) -> tuple[Known, ...]:
    return tuple(make(row) for row in read(path).get("known", []))


def load_hidden(path: Path = FILE) -> tuple[Hidden, ...]:
    return tuple(make_hidden(row) for row in read(path).get("hidden", []))
