"""PoCL with a bug: builds it in seconds on top of one clean build, and runs wgconform with it.

Everything is in the cache folder, below real-bugs/: the clean build is a layer of an overlay file system
over the root folder of the device pocl-main (`scripts/setup pocl-main`), which stays as it is; each bug
is a layer over that one. A bug's layer is removed after its run, so the next bug begins with the clean
build. Needs root, for mounts.
"""

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

COMMIT = (
    "5066640dcbff6df32241da2416c964ea69659999"  # of PoCL: what the edits, patches and mutants are made for
)
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"
ROOT = CACHE / "pocl-main"
FOLDER = CACHE / "real-bugs"
TREE = "build/source"  # PoCL's source, in the root folder
# Less time for the compiler and the linker than in the device's own build; a kernel gets the same code.
FASTER = [
    "-DDEFAULT_ENABLE_IPO=OFF",
    "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG",
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
]


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


def git(*arguments: str, text=True):
    """git in POCL_SOURCE, a clone of PoCL's repository; the output, or None if git fails."""
    source = os.environ.get("POCL_SOURCE")
    if not source:
        raise Unusable("set POCL_SOURCE to a clone of PoCL's repository")
    done = subprocess.run(["git", "-C", source, *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    return done.stdout.decode(errors="replace") if text else done.stdout


@dataclass
class Layer:
    """One layer of the overlay: what differs from the layers below, and where all of them are mounted."""

    name: str
    below: list[Path] = field(default_factory=list)

    @property
    def upper(self) -> Path:
        return FOLDER / self.name / "upper"

    @property
    def mounted(self) -> Path:
        return FOLDER / self.name / "root"

    @property
    def source(self) -> Path:
        return self.mounted / TREE

    def mount(self) -> None:
        work = FOLDER / self.name / "work"
        for folder in (self.upper, work, self.mounted):
            folder.mkdir(parents=True, exist_ok=True)
        lower = ":".join(map(str, self.below))
        options = f"lowerdir={lower},upperdir={self.upper},workdir={work}"
        done = command(["mount", "-t", "overlay", "-o", options, "overlay", self.mounted])
        if done.returncode != 0:
            raise Unusable(f"mount: {done.stderr.strip()}")

    def unmount(self) -> None:
        command(["umount", self.mounted])

    def remove(self) -> None:
        self.unmount()
        shutil.rmtree(FOLDER / self.name, ignore_errors=True)

    def usr(self) -> str:
        """The layers of /usr with this driver, for an overlay over the system's own."""
        layers = [self.upper / "usr", *(folder / "usr" for folder in self.below), Path("/usr")]
        return ":".join(str(folder) for folder in layers if folder.is_dir())

    def changed(self) -> list[str]:
        """The files of PoCL's source that differ from the layers below, as far as this layer has them."""
        tree = self.upper / TREE
        return [str(path.relative_to(tree)) for path in tree.rglob("*") if path.is_file()]

    def ninja(self, jobs: int, configure: list[str] | None = None) -> subprocess.CompletedProcess:
        """Builds what changed and installs it, in the root folder."""
        steps = ["cd /build"]
        if configure:
            steps.append("cmake -S source -B objects " + " ".join(f"'{option}'" for option in configure))
        if not configure and all(name.startswith("lib/kernel/") for name in self.changed()):
            # libpocl would only get another checksum of the kernel library, for its cache, which is not used.
            steps += ["cd objects", "library=$(ls lib/kernel/host/kernel-*.bc)", f"ninja -j {jobs} $library"]
            steps.append("cp $library /usr/share/pocl/")
        else:
            steps.append(f"ninja -j {jobs} -C objects install")
        return command(["chroot", self.mounted, "/bin/sh", "-ec", "\n".join(steps)])


CLEAN = Layer("clean", [ROOT])


def prepare(jobs: int, note=print) -> None:
    """Builds the clean layer once."""
    done = FOLDER / "clean" / "commit"
    if not (ROOT / "commit").exists():
        raise Unusable("there is no PoCL to begin with: POCL_SOURCE=CLONE scripts/setup pocl-main")
    if done.exists() and done.read_text() == COMMIT:
        return
    CLEAN.remove()
    note("building PoCL once, some minutes")
    CLEAN.mount()
    try:
        if (ROOT / "commit").read_text().strip() != COMMIT:
            archive = git("archive", COMMIT, "--", ".", ":!examples", text=False)
            if archive is None:
                raise Unusable(f"POCL_SOURCE has no commit {COMMIT}")
            shutil.rmtree(CLEAN.source)
            CLEAN.source.mkdir()
            subprocess.run(["tar", "-x", "-C", str(CLEAN.source)], input=archive, check=True)
        built = CLEAN.ninja(jobs, FASTER)
        if built.returncode != 0:
            raise Unusable("PoCL does not build: " + built.stdout[-2000:] + built.stderr[-1000:])
        done.write_text(COMMIT)
    finally:
        CLEAN.unmount()


def build(name: str, change, jobs: int) -> Layer:
    """A layer with the driver after `change`, a function of the folder of PoCL's source."""
    layer = Layer(name, [CLEAN.upper, ROOT])
    layer.remove()
    layer.mount()
    try:
        change(layer.source)
        built = layer.ninja(jobs)
        if built.returncode != 0:
            errors = [line for line in (built.stdout + built.stderr).splitlines() if "error" in line.lower()]
            raise NoBuild((errors or [built.stdout[-300:]])[0][:300])
    except BaseException:
        layer.remove()
        raise
    layer.unmount()
    return layer


@dataclass
class Run:
    status: int = 0  # of wgconform
    seconds: float = 0.0
    failing: list[dict] = field(default_factory=list)  # results of the report, as they are
    ran: int = 0  # cases
    error: str = ""
    data: dict = field(default_factory=dict)  # the report; empty: there is none


BAD = (*portions.BAD, "unexpected_pass")


def start(
    layer: Layer, call: list, environment: dict[str, str], limit: float
) -> tuple[subprocess.CompletedProcess | None, float]:
    """A program with the driver of a layer, None if it is not done in time; seconds."""
    vendors = FOLDER / layer.name / "vendors"
    vendors.mkdir(parents=True, exist_ok=True)
    library = next(iter(sorted((ROOT / "usr/lib").rglob("libpocl.so.2.*"))), None)
    if library is None:
        raise Unusable(f"{ROOT} has no libpocl.so")
    (vendors / "pocl.icd").write_text(f"/{library.relative_to(ROOT)}\n")
    inner = 'mount -t overlay -o "ro,lowerdir=$USR_LAYERS" overlay /usr; exec "$@"'
    full = {**os.environ, **environment, "OCL_ICD_VENDORS": str(vendors), "USR_LAYERS": layer.usr()}
    started = time.monotonic()
    try:
        done = command(
            ["unshare", "--mount", "/bin/sh", "-ec", inner, "sh", *call],
            env=full,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return None, limit
    return done, time.monotonic() - started


def run(
    layer: Layer, arguments: list[str], environment: dict[str, str], limit: float, wgconform: Path, command=()
) -> Run:
    """wgconform, or one of its commands, with the driver of a layer."""
    report = FOLDER / layer.name / "report.json"
    report.unlink(missing_ok=True)
    call = [wgconform, *command, "--quiet", "--no-color", "--json", report, *arguments]
    done, seconds = start(layer, call, environment, limit)
    if done is None:
        return Run(status=-1, seconds=limit, error=f"not done after {limit:.0f} s")
    result = Run(status=done.returncode, seconds=seconds)
    if not report.exists():
        result.error = (done.stderr.strip() or done.stdout.strip())[-300:]
        return result
    result.data = json.loads(report.read_text())
    entries = result.data["results"]
    result.failing = [entry for entry in entries if entry["state"] in BAD]
    result.ran = sum(entry["state"] in ("pass", "waived", *BAD) for entry in entries)
    return result
