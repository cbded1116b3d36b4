"""Which case a right implementation fails by a defect of the driver: known.toml, read strictly."""

import fnmatch
import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent / "known.toml"
FIELDS = {"rows", "cases", "platform", "driver", "finding", "why"}


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


def matches(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def make(row: dict) -> Known:
    if not FIELDS <= set(row) <= FIELDS | {"states"}:
        raise ValueError(
            f"{FILE.name}: {row.get('finding', 'a row')}: needs {sorted(FIELDS)}, and may have states"
        )
    return Known(**{name: tuple(value) if isinstance(value, list) else value for name, value in row.items()})


def load(path: Path = FILE) -> tuple[Known, ...]:
    return tuple(make(row) for row in tomllib.loads(path.read_text())["known"])
