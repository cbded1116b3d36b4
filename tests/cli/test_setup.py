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

    def stand_in(self, name, text):
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


@pytest.fixture
def checkout(tmp_path):
    made = Checkout(tmp_path)
    made.stand_in("dpkg-query", 'shift 3; for name; do printf "installed:%s " "$name"; done\n')
    return made


def test_a_version_of_intels_runtime_is_a_device_of_its_own(checkout):
    checkout.wheel("tbb", "2021.13.1", ["libtbb.so.12"])
    for version in ("2021.4.0", "2024.2.0", "2024.2.2"):
        checkout.intel(version)
    done = checkout.setup("intel-2021.4", "intel-2024.2")
    assert done.returncode == 0, done.stderr
    for name, version in (("intel-2021.4", "2021.4.0"), ("intel-2024.2", "2024.2.2")):
        folder = checkout.cache / name
        driver = pathlib.Path((checkout.cache / "vendors" / name / f"{name}.icd").read_text().strip())
        assert driver == folder / "lib" / "libintelocl.so"
        assert driver.read_text() == version, "the newest version that the name fits"
        found = sorted(p.name for p in (folder / "runtime").iterdir())
        assert found == ["libintelocl.so", "libsvml.so", "libtbb.so.12"]
        env = (checkout.top / "build" / "env.d" / f"{name}.sh").read_text()
        assert f"LD_LIBRARY_PATH '{folder / 'runtime'}'" in env
        assert f"'{checkout.cache / 'vendors' / name}'" in env
    assert "intel-20" not in (checkout.top / "build" / "env.sh").read_text()
    again = checkout.setup("intel-2021.4")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert re.search(r"^intel-2021\.4 +set up", checkout.setup("status").stdout, re.MULTILINE)


def test_the_default_version_by_its_number_is_not_installed_twice(checkout):
    checkout.wheel("tbb", "2021.13.1")
    checkout.intel("2026.2.0")
    assert checkout.setup("intel", "intel-2026.2", "intel-2026.2.0").returncode == 0
    vendors = checkout.cache / "vendors"
    names = ("intel", "intel-2026.2", "intel-2026.2.0")
    assert len({(vendors / name / f"{name}.icd").read_text() for name in names}) == 1


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
    checkout.stand_in(
        "apt-get",
        'case "$*" in *indextargets*) echo "Debian|Debian|uri" ;; *source*) touch pocl_6.dsc ;; esac\n',
    )
    checkout.stand_in("dpkg-source", 'for last; do :; done; mkdir "$last"\n')
    # What PoCL's own cmake files do: they try compilers, and what these write lands in the current folder.
    checkout.stand_in("cmake", "touch compile_test_abcde.o\n")
    checkout.stand_in(
        "ninja",
        '[ "$3" != install ] || for prefix in "$XDG_CACHE_HOME/wgconform/pocl-"; do\n'
        '    for level in x86-64 x86-64-v2 x86-64-v3; do mkdir -p "$DESTDIR${prefix}-llvm15-$level/lib"\n'
        '        touch "$DESTDIR${prefix}-llvm15-$level/lib/libpocl.so.2.13.0"; done; done\n',
    )
    done = checkout.setup("pocl")
    assert done.returncode == 0, done.stderr
    assert (checkout.cache / "vendors" / "pocl" / "pocl.icd").is_file()
    assert sorted(p.name for p in checkout.top.iterdir()) == ["build", "scripts"]
