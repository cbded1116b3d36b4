"""PoCL with a bug: builds it in seconds on top of one clean build, and runs wgconform with it.

The clean build is the one that `scripts/setup pocl-source` keeps in the cache folder: Debian's source
package of PoCL 6.0 as `source`, a copy of it that is compiled as `work`, and the objects. A bug changes
files of `work`; ninja compiles what changed, and the driver is installed into a folder of its own below
real-bugs/. Then the files are as before.
"""

import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import portions

VERSION = "6.0-6"  # of Debian's source package: what the edits and mutants are made for
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"
TREE = CACHE / f"pocl-source-{VERSION}"
FOLDER = CACHE / "real-bugs"


class Unusable(Exception):
    """The driver cannot be built or run at all."""


class NoBuild(Exception):
    """The driver does not build with a bug."""


def command(arguments: list, **options) -> subprocess.CompletedProcess:
    """Runs a program; its output as text."""
    return subprocess.run(
        [str(argument) for argument in arguments],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        **options,
    )


def read(name: str) -> str:
    """The text of a file of the source package."""
    try:
        return (TREE / "source" / name).read_text()
    except OSError as error:
        raise Unusable(f"there is no source of PoCL {VERSION} (scripts/setup pocl-source): {error}") from None


@dataclass(frozen=True)
class Layer:
    """A driver in a folder of its own."""

    name: str

    @property
    def folder(self) -> Path:
        return FOLDER / self.name

    @property
    def vendors(self) -> Path:
        return self.folder / "vendors"

    def install(self) -> None:
        """The driver as it is built, and its vendor file."""
        self.remove()
        stage = self.folder / "stage"  # libpocl finds its files from where it is
        done = command(["cmake", "--install", TREE / "objects"], env={**os.environ, "DESTDIR": str(stage)})
        library = next(iter(sorted(stage.rglob("libpocl.so.2.*"))), None)
        if done.returncode != 0 or library is None:
            raise Unusable(f"PoCL could not be installed: {done.stderr[-300:]}")
        self.vendors.mkdir()
        (self.vendors / "pocl.icd").write_text(f"{library}\n")

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


CLEAN = Layer("clean")


def ninja(jobs: int) -> subprocess.CompletedProcess:
    return command(["ninja", "-j", jobs, "-C", TREE / "objects"])


def restore() -> None:
    """Takes back what a bug changed, also one of a run that was killed. ninja sees the time of it."""
    record = TREE / "changed.json"
    if record.exists():
        for name in json.loads(record.read_text()):
            (TREE / "work" / name).write_text(read(name))
        record.unlink()


@contextlib.contextmanager
def changed(texts: dict[str, str]):
    """The tree with these texts of files."""
    (TREE / "changed.json").write_text(json.dumps(sorted(texts)))
    try:
        for name, text in texts.items():
            (TREE / "work" / name).write_text(text)
        yield
    finally:
        restore()


@contextlib.contextmanager
def alone():
    """One run at a time for a tree."""
    if not (TREE / "complete").exists():
        raise Unusable(f"there is no built source of PoCL {VERSION}: scripts/setup pocl-source")
    with (TREE / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Unusable(f"another run uses {TREE}") from None
        yield


def prepare(jobs: int) -> None:
    """The clean driver."""
    restore()
    built = ninja(jobs)
    if built.returncode != 0:
        raise Unusable("PoCL does not build: " + built.stdout[-2000:] + built.stderr[-1000:])
    CLEAN.install()


def build(name: str, texts: dict[str, str], jobs: int) -> Layer:
    """The driver with these texts of files in place of those of the source package."""
    layer = Layer(name)
    with changed(texts):
        built = ninja(jobs)
        if built.returncode != 0:
            errors = [line for line in (built.stdout + built.stderr).splitlines() if "error" in line.lower()]
            error = (errors or [built.stdout[-300:]])[0]
            raise NoBuild(error.replace(f"{TREE / 'work'}/", "")[:300])
        layer.install()
    return layer


@dataclass
class Run:
    status: int = 0  # of wgconform
    seconds: float = 0.0
    failing: list[dict] = field(default_factory=list)  # results of the report, as they are
    ran: int = 0  # cases
    error: str = ""
    data: dict = field(default_factory=dict)  # the report; empty: there is none


NOT_DONE = -1  # the status of a run that was ended at its limit

BAD = (*portions.BAD, "unexpected_pass")


def start(
    layer: Layer, call: list, environment: dict[str, str], limit: float
) -> tuple[subprocess.CompletedProcess | None, float]:
    """A program with the driver of a layer, None if it is not done in time; seconds."""
    full = {**os.environ, **environment, "OCL_ICD_VENDORS": str(layer.vendors)}
    started = time.monotonic()
    try:
        done = command(call, env=full, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, limit
    return done, time.monotonic() - started


def run(
    layer: Layer, arguments: list[str], environment: dict[str, str], limit: float, wgconform: Path, command=()
) -> Run:
    """wgconform, or one of its commands, with the driver of a layer."""
    report = layer.folder / "report.json"
    report.unlink(missing_ok=True)
    call = [wgconform, *command, "--quiet", "--no-color", "--json", report, *arguments]
    done, seconds = start(layer, call, environment, limit)
    if done is None:
        return Run(status=NOT_DONE, seconds=limit, error=f"not done after {limit:.0f} s")
    result = Run(status=done.returncode, seconds=seconds)
    if not report.exists():
        result.error = (done.stderr.strip() or done.stdout.strip())[-300:]
        return result
    result.data = json.loads(report.read_text())
    entries = result.data["results"]
    result.failing = [entry for entry in entries if entry["state"] in BAD]
    result.ran = sum(entry["state"] in ("pass", "waived", *BAD) for entry in entries)
    return result
