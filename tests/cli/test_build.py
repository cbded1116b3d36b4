"""make build: what is made again, with a generator and a compiler that write down their calls."""

import os
import shutil
import subprocess

import pytest
from conftest import PROGRAM, ROOT

GENERATOR = """
import pathlib, sys
with open("calls", "a") as calls:
    calls.write("generate\\n")
out = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
out.mkdir(parents=True, exist_ok=True)
tables = pathlib.Path("suite/types.def").read_bytes()
for name in ("c.pack", "spirv.pack", "manifest.json", "manifest.c"):
    path = out / name
    if not path.exists() or path.read_bytes() != tables:
        path.write_bytes(tables)
"""
COMPILER = """#!/bin/sh
for word in "$@"; do [ "$last" = -o ] && out=$word; last=$word; done
echo compile "$@" >>calls
: >"$out"
"""


@pytest.fixture
def checkout(tmp_path):
    """A clone with this Makefile, and both programs in place of the real ones."""
    folder = tmp_path / "checkout"
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(folder)], check=True)
    shutil.copy(ROOT / "Makefile", folder / "Makefile")
    (folder / "generator" / "__main__.py").write_text(GENERATOR)
    (folder / "compiler").write_text(COMPILER)
    (folder / "compiler").chmod(0o755)
    (folder / "build" / "tools").mkdir(parents=True)
    (folder / "build" / "tools" / "spirv-assembler").touch()
    return folder


def make(folder, *goals, setup="no"):
    """The programs that were called, one a line."""
    # Not of the make that runs the tests: neither its jobs nor the sanitizers it builds with.
    others = ("MAKE", "MFLAGS", "SANITIZE")
    env = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    (folder / "calls").write_text("")
    command = ["make", f"SETUP={setup}", "CC=./compiler", "-o", "build/tools/spirv-assembler", *goals]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return (folder / "calls").read_text().splitlines()


OBJECT = "build/obj/build/suite/manifest.o"


def test_the_suite_is_made_once_for_each_change_of_its_sources(checkout):
    table = checkout / "suite" / "types.def"
    kinds = [word.split()[0] for word in make(checkout, OBJECT)]
    assert kinds == ["generate", "compile"]
    assert make(checkout, OBJECT) == []
    before = (checkout / "build/suite/manifest.json").stat().st_mtime_ns
    table.touch()
    # the same bytes: nothing is compiled, and the next call has nothing to do
    assert make(checkout, OBJECT) == ["generate"]
    assert (checkout / "build/suite/manifest.json").stat().st_mtime_ns == before
    assert make(checkout, OBJECT) == []
    table.write_text(table.read_text() + "\n")
    assert [word.split()[0] for word in make(checkout, OBJECT)] == ["generate", "compile"]
    assert make(checkout, OBJECT) == []


@pytest.mark.parametrize("name", ["c.pack", "spirv.pack", "manifest.json", "manifest.c"])
def test_a_file_of_the_suite_that_is_gone_is_made_again(checkout, name):
    make(checkout, OBJECT)
    (checkout / "build" / "suite" / name).unlink()
    assert make(checkout, OBJECT)[0] == "generate"
    assert (checkout / "build" / "suite" / name).exists()
    assert make(checkout, OBJECT) == []


def test_a_generator_that_fails_is_called_again(checkout):
    program = checkout / "generator" / "__main__.py"
    program.write_text("import sys\nsys.exit(1)\n")
    command = ["make", "SETUP=no", "-o", "build/tools/spirv-assembler", "build/suite/.made"]
    assert subprocess.run(command, cwd=checkout, capture_output=True, check=False).returncode == 2
    program.write_text(GENERATOR)
    assert make(checkout, OBJECT)[0] == "generate"


READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && ! touch new && exec "$@"'


def read_only(folder, *command):
    """Runs a command in a folder that only this process sees read-only."""
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this user may not make a mount namespace")
    # Not of the make that runs the tests: neither its jobs nor the sanitizers it builds with.
    others = ("MAKE", "MFLAGS", "SANITIZE")
    env = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    words = ["unshare", "-m", "sh", "-c", READ_ONLY, folder, *command]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False, timeout=300)


def test_a_read_only_checkout_that_is_built_is_left_alone(checkout):
    make(checkout, OBJECT)
    done = read_only(
        checkout, "make", "SETUP=no", "CC=./compiler", "-o", "build/tools/spirv-assembler", OBJECT
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr  # nothing is made


def test_a_program_in_a_read_only_checkout_runs(device):
    case = "c.work_group_reduce_add.int.33.plain"
    done = read_only(ROOT, PROGRAM, "-d", str(device["index"]), "-p", "full", case)
    assert (done.returncode, done.stdout.splitlines()[-1][:14]) == (0, "1 case, 1 pass"), done.stderr


def test_set_up_writes_its_files_only_where_they_change(tmp_path):
    """So that make without SETUP=no builds and runs in a read-only checkout, too."""
    path = tmp_path / "folder" / "env.sh"

    def write(text):
        script = '. scripts/lib/env.sh; write_file "$1"'
        subprocess.run(["bash", "-euc", script, "-", path], cwd=ROOT, input=text, text=True, check=True)
        assert path.read_text() == text
        return path.stat().st_ino, path.stat().st_mtime_ns

    first = write("one\ntwo\n")
    assert write("one\ntwo\n") == first
    assert write("one\nthree\n") != first
    assert list(path.parent.iterdir()) == [path]


def test_the_code_of_tests_is_compiled_at_a_lower_level_and_the_harness_is_not(checkout):
    goals = ["build/obj/tests/unit/test_pack.o", "build/obj/harness/suite/pack.o"]

    def levels(*arguments):
        calls = make(checkout, *goals, *arguments)
        found = {word.split()[-3]: [w for w in word.split() if w.startswith("-O")] for word in calls}
        return [found["tests/unit/test_pack.c"], found["harness/suite/pack.c"]]

    assert levels() == [["-O3", "-O1"], ["-O3"]]
    assert levels("CFLAGS=-O2") == [["-O2"], ["-O2"]]


SETUP = """#!/bin/sh
echo "begin $*" >>calls
n=0
case "$*" in *pocl*) while [ $((n += 1)) -lt 100 ] && ! grep -q ^compile calls; do sleep 0.1; done ;; esac
echo "end $*" >>calls
"""


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one processor: make runs one job at a time")
def test_the_compiler_runs_while_devices_are_set_up(checkout):
    """And after the packages that it needs. This set-up of the devices waits for a compiler, ten seconds."""
    (checkout / "scripts" / "setup").write_text(SETUP)
    calls = [line.split(" -")[0] for line in make(checkout, "setup-check", OBJECT, setup="yes")]
    devices = calls.index("end openssh pocl intel")
    assert calls.index("end packages") < calls.index("generate") < calls.index("compile") < devices
    assert calls.index("end packages-test") < calls.index("begin openssh pocl intel")
