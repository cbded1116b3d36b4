"""scripts/setup in a folder of its own. Wheels, packages and compilers are stand-ins: it fetches nothing."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import zipfile

import pytest
from conftest import ROOT

SUPPORTED = re.search(r'VERSION_ID="?(\d+)', pathlib.Path("/etc/os-release").read_text())
DEBIAN = int(SUPPORTED[1]) if SUPPORTED else 0
pytestmark = pytest.mark.skipif(DEBIAN not in (12, 13), reason="scripts/setup knows Debian 12 and 13")


class Checkout:
    """A folder with scripts/ and a cache of its own."""

    def __init__(self, top):
        self.top = top / "checkout"
        self.cache = top / "cache" / "wgconform"
        self.wheels = top / "wheels"
        self.bin = top / "bin"
        for folder in (self.top, self.wheels, self.bin):
            folder.mkdir()
        shutil.copytree(ROOT / "scripts", self.top / "scripts")

    def setup(self, *steps):
        env = os.environ | {
            "XDG_CACHE_HOME": str(self.cache.parent),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PATH": f"{self.bin}:{os.environ['PATH']}",
        }
        command = [self.top / "scripts" / "setup", *steps]
        return subprocess.run(
            command, env=env, cwd=self.top, capture_output=True, text=True, timeout=120, check=False
        )

    def replace_program(self, name, text):
        """A program that is found before the system's one."""
        path = self.bin / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def wheel(self, name, version, files=(), needs=()):
        stem = f"{name.replace('-', '_')}-{version}"
        info = f"{stem}.dist-info"
        with zipfile.ZipFile(self.wheels / f"{stem}-py3-none-any.whl", "w") as wheel:
            for file in files:
                wheel.writestr(f"{stem}.data/data/lib/{file}", version)
            lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
            wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\n" + "\n".join(lines) + "\n")
            wheel.writestr(
                f"{info}/WHEEL",
                "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            )
            wheel.writestr(f"{info}/RECORD", "")

    def intel(self, version):
        self.wheel("intel-opencl-rt", version, ["libintelocl.so", "libOpenCL.so.1"], ["tbb (==2021.*)"])
        self.wheel("intel-cmplr-lib-rt", version, ["libsvml.so"])


def made_checkout(top):
    made = Checkout(top)
    made.replace_program("dpkg-query", 'shift 3; for name; do printf "installed:%s " "$name"; done\n')
    return made


@pytest.fixture
def checkout(tmp_path):
    return made_checkout(tmp_path)


@pytest.fixture(scope="module")
def intels(tmp_path_factory):
    """A checkout with the default version of Intel's runtime, by each of its names, and two others."""
    checkout = made_checkout(tmp_path_factory.mktemp("intels"))
    checkout.wheel("tbb", "2021.13.1", ["libtbb.so.12"])
    for version in ("2021.4.0", "2024.2.0", "2024.2.2", "2026.2.0"):
        checkout.intel(version)
    done = checkout.setup("intel", "intel-2026.2", "intel-2026.2.0", "intel-2021.4", "intel-2024.2")
    assert done.returncode == 0, done.stderr
    return checkout


def test_a_version_of_intels_runtime_is_a_device_of_its_own(intels):
    checkout = intels
    for name, version in (("intel-2021.4", "2021.4.0"), ("intel-2024.2", "2024.2.2")):
        folder = checkout.cache / name
        driver = pathlib.Path((checkout.cache / "vendors" / name / f"{name}.icd").read_text().strip())
        assert driver == folder / "lib" / "libintelocl.so"
        assert driver.read_text() == version, "the newest version that the name fits"
        found = sorted(p.name for p in (folder / "runtime").iterdir())
        assert found == ["libintelocl.so", "libsvml.so", "libtbb.so.12"]
        env = (checkout.top / "build" / "env.d" / f"{name}.sh").read_text()
        assert f"WGC_LIBRARIES='{folder / 'runtime'}'" in env
        assert f"'{checkout.cache / 'vendors' / name}'" in env
    shown = (checkout.top / "build" / "env.sh").read_text()
    assert "intel-2026" in shown and "intel-2021" not in shown and "intel-2024" not in shown
    again = checkout.setup("intel-2021.4")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert re.search(r"^intel-2021\.4 +set up", checkout.setup("status").stdout, re.MULTILINE)


def test_the_default_version_by_its_number_is_not_installed_twice(intels):
    vendors = intels.cache / "vendors"
    names = ("intel", "intel-2026.2", "intel-2026.2.0")
    assert len({(vendors / name / f"{name}.icd").read_text() for name in names}) == 1
    assert len([*intels.cache.glob("intel-2026*")]) == 1


def test_a_version_that_there_is_not_leaves_nothing(checkout):
    unknown = checkout.setup("intel-2021.9")
    assert unknown.returncode == 1
    assert "intel-opencl-rt==2021.9.*" in unknown.stderr
    assert not list(checkout.cache.glob("intel-*"))
    for name in ("intel-new", "intel-2021", "intel-2021.4.0/../x"):
        refused = checkout.setup(name)
        assert refused.returncode == 1
        assert "looks like 2021.4" in refused.stderr


@pytest.mark.skipif(DEBIAN >= 13, reason="PoCL 6 is a package of Debian 13")
def test_building_pocl_leaves_nothing_in_the_checkout(checkout):
    checkout.replace_program(
        "apt-get",
        'case "$*" in *indextargets*) echo "Debian|Debian|uri" ;; *source*) touch pocl_6.dsc ;; esac\n',
    )
    checkout.replace_program("dpkg-source", 'for last; do :; done; mkdir "$last"\n')
    # What PoCL's own cmake files do: they try compilers, and what these write lands in the current folder.
    checkout.replace_program(
        "cmake",
        'for word; do case $word in -DCMAKE_INSTALL_PREFIX=*) echo "${word#*=}" >prefix; esac; done\n'
        'if [ "$1" = --install ]; then to=$DESTDIR$(cat prefix); mkdir -p "$to/lib"\n'
        '    touch "$to/lib/libpocl.so.2.13.0"; exit; fi\n'
        "touch compile_test_abcde.o; mkdir objects\n",
    )
    checkout.replace_program("ninja", "touch objects/libpocl.o\n")
    done = checkout.setup("pocl")
    assert done.returncode == 0, done.stderr
    assert (checkout.cache / "vendors" / "pocl" / "pocl.icd").is_file()
    assert sorted(p.name for p in checkout.top.iterdir()) == ["build", "scripts"]
    (tree,) = checkout.cache.glob("pocl-source-*")
    assert not list(tree.glob("compile_test_*"))
    assert sorted(p.name for p in tree.iterdir() if p.is_dir()) == ["objects", "source", "work"]
    checkout.replace_program("cmake", "exit 1\n")
    assert checkout.setup("pocl", "pocl-source").returncode == 0, "all of it is there"
    shutil.rmtree(checkout.cache / "vendors" / "pocl")
    checkout.replace_program("apt-get", "exit 1\n")
    done = checkout.setup("pocl")
    assert done.returncode == 1 and "PoCL did not build" in done.stderr
    assert (tree / "source").is_dir() and not (tree / "complete").exists()


class Drivers:
    """Vendor files of drivers that need not exist, and what a shell that read build/env.sh sees of them."""

    def __init__(self, checkout, top):
        self.checkout = checkout
        self.system = top / "system"
        self.system.mkdir()
        made = checkout.setup("env")
        assert made.returncode == 0, made.stderr

    def install(self, *libraries):
        for library in libraries:
            (self.system / f"{library}.icd").write_text(f"/opt/{library}.so.1\n")

    def set_up(self, **libraries):
        for name, library in libraries.items():
            folder = self.checkout.cache / "vendors" / "default"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.icd").write_text(f"{library}\n")

    def seen(self, shell, script=". build/env.sh", **env):
        """The variables after the script, the drivers in the order in which loaders find them, the errors."""
        usual = {"PATH": "/usr/bin:/bin", "OPENCL_VENDOR_PATH": str(self.system)}
        result = subprocess.run(
            [shell, "-c", f"{script} && env -0"],
            env=usual | {name: str(value) for name, value in env.items()},
            cwd=self.checkout.top,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        found = dict(item.split("=", 1) for item in result.stdout.split("\0") if "=" in item)
        folder = found.get("OCL_ICD_VENDORS")
        names = [e.name for e in os.scandir(folder) if e.name.endswith(".icd")] if folder else None
        libraries = names and [
            pathlib.Path((pathlib.Path(folder) / name).read_text().strip()).name for name in names
        ]
        return found, libraries, result.stderr


@pytest.fixture
def drivers(checkout, tmp_path):
    return Drivers(checkout, tmp_path)


@pytest.fixture(params=["dash", "bash"])
def sh(request):
    return request.param


def test_a_vendor_file_that_is_right_is_not_taken_away_for_a_moment(checkout):
    """The programs of other checkouts read the same folder."""
    vendors, library = checkout.cache / "vendors", checkout.top / "libpocl.so.2"
    library.touch()
    for name, text in (("pocl/pocl.icd", f"{library}\n"), ("default/intel.icd", "/gone/libintelocl.so\n")):
        (vendors / name).parent.mkdir(parents=True)
        (vendors / name).write_text(text)
    kept = vendors / "default" / "pocl.icd"
    for again in (False, True):
        before = kept.stat() if again else None
        made = checkout.setup("env")
        assert made.returncode == 0, made.stderr
        assert [file.name for file in kept.parent.iterdir()] == ["pocl.icd"]
        assert kept.read_text().strip() == str(library)
    assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_with_nothing_set_up_the_system_shows_its_drivers(drivers, sh):
    found, _, errors = drivers.seen(sh)
    assert "OCL_ICD_VENDORS" not in found
    assert "LD_LIBRARY_PATH" not in found
    assert errors == ""
    found, _, _ = drivers.seen(sh, OCL_ICD_VENDORS=drivers.system)
    assert found["OCL_ICD_VENDORS"] == str(drivers.system)


def test_the_systems_drivers_come_first(drivers, sh):
    drivers.set_up(pocl="/cache/libpocl.so.2", intel="/cache/libintelocl.so")
    found, libraries, _ = drivers.seen(sh)
    assert sorted(libraries) == ["libintelocl.so", "libpocl.so.2"], "the system has none"
    assert "OCL_ICD_PLATFORM_SORT" not in found
    drivers.install("libmine")  # after set-up
    found, libraries, _ = drivers.seen(sh)
    assert libraries == ["libmine.so.1", "libintelocl.so", "libpocl.so.2"]
    assert found["OCL_ICD_PLATFORM_SORT"] == "none", "ocl-icd sorts a lone accelerator behind CPUs"
    drivers.install("liba", "libz")
    found, libraries, _ = drivers.seen(sh)
    assert set(libraries[:3]) == {"liba.so.1", "libmine.so.1", "libz.so.1"}
    assert libraries[3:] == ["libintelocl.so", "libpocl.so.2"]
    assert "OCL_ICD_PLATFORM_SORT" not in found


def test_reading_it_again_changes_nothing(drivers, sh):
    drivers.set_up(pocl="/cache/libpocl.so.2")
    drivers.install("libmine")
    once = drivers.seen(sh)
    assert drivers.seen(sh, ". build/env.sh && . build/env.sh") == once
    own = drivers.system.parent / "own"
    own.mkdir()
    (own / "own.icd").write_text("libown.so\n")
    libraries = drivers.seen(sh, f". build/env.sh && OCL_ICD_VENDORS='{own}' && . build/env.sh")[1]
    assert libraries == ["libown.so", "libpocl.so.2"]
    assert drivers.seen(sh, OCL_ICD_VENDORS=own / "own.icd")[1] == libraries


def test_of_one_driver_the_systems_version_is_shown(drivers, sh):
    drivers.set_up(pocl="/cache/libpocl.so.2", intel="/cache/libintelocl.so")
    drivers.install("libpocl")
    _, libraries, errors = drivers.seen(sh)
    assert libraries == ["libpocl.so.1", "libintelocl.so"]
    assert "scripts/with-device pocl" in errors
    drivers.install("libintelocl")
    found, _, errors = drivers.seen(sh)
    assert "OCL_ICD_VENDORS" not in found
    assert errors.count("\n") == 2


def test_paths_of_a_set_up_device_are_taken_away_again(intels, sh, tmp_path):
    checkout, drivers = intels, Drivers(intels, tmp_path)
    libraries = {name: f"{checkout.cache}/{name}/runtime" for name in ("intel-2021.4", "intel-2026.2.0")}
    script = ". build/env.sh && . build/env.d/intel-2021.4.sh"
    found, shown, _ = drivers.seen(sh, script, LD_LIBRARY_PATH="/mine")
    assert shown == ["libintelocl.so"]
    assert found["LD_LIBRARY_PATH"] == f"{libraries['intel-2021.4']}:/mine"
    found, _, _ = drivers.seen(sh, script + " && . build/env.sh", LD_LIBRARY_PATH="/mine")
    assert found["LD_LIBRARY_PATH"] == f"{libraries['intel-2026.2.0']}:/mine"
    found, _, _ = drivers.seen(sh, script + " && . build/env.d/intel-2021.4.sh")
    assert found["LD_LIBRARY_PATH"] == libraries["intel-2021.4"]
    drivers.install("libintelocl")  # the system's own runtime finds its own libraries
    found, _, _ = drivers.seen(sh, LD_LIBRARY_PATH="/mine")
    assert found["LD_LIBRARY_PATH"] == "/mine"


def test_a_driver_of_ones_own_is_a_folder(checkout, tmp_path):
    """scripts/with-device FOLDER: any driver that a user has built."""
    script = checkout.top / "scripts" / "with-device"

    def shown(name, cwd=tmp_path):
        command = [script, name, "sh", "-c", 'cat "$OCL_ICD_VENDORS"/*.icd && command -v wgconform']
        return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)

    for name in ("mine", "pocl-main"):
        done = shown(name)
        assert done.returncode == 3 and f"'{name}' is not set up here" in done.stderr
    (tmp_path / "mine").mkdir()
    done = shown("mine")
    assert done.returncode == 2 and "the folder 'mine' has no vendor file" in done.stderr
    (tmp_path / "mine" / "mine.icd").write_text("/drivers/libmine.so\n")
    program = checkout.top / "build" / "bin" / "wgconform"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)
    expected = f"/drivers/libmine.so\n{program}\n"
    assert shown("mine").stdout == shown(tmp_path / "mine").stdout == expected
    assert shown("./mine/../mine").stdout == expected


@pytest.mark.parametrize("step", ["pocl-main", "pocl-5.0", "pocl-cuda"])
def test_no_step_builds_a_repository(checkout, step):
    done = checkout.setup(step)
    assert done.returncode == 1
    assert f"no step named '{step}'" in done.stderr
