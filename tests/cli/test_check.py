"""The tests' own machinery: what is a failure, which part of the tests runs, and what remains of a run."""

import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from itertools import chain

import pytest
from conftest import ROOT

ENDED_S = 20
PASSED = '<testsuite name="s" tests="2" failures="0" errors="0" skipped="1"><testcase name="a"/></testsuite>'
FAILED = (
    '<testsuite name="s" tests="1" failures="1" errors="0" skipped="0">'
    '<testcase name="a"><failure>seven is not eight</failure></testcase></testsuite>'
)
# What a unit program may do, and what is printed of it.
BAD = {
    "fails": (f"echo '{FAILED}' >$file; exit 1", "seven is not eight"),
    "fails with status 0": (f"echo '{FAILED}' >$file", "seven is not eight"),
    "crashes": ("kill -SEGV $$", r"crashed \(SIGSEGV\)"),
    "crashes after its tests": (f"echo '{PASSED}' >$file; kill -ABRT $$", r"crashed \(SIGABRT\)"),
    "exits badly": (f"echo '{PASSED}' >$file; exit 3", "exit status 3"),
    "runs no test": ("echo nothing", "ran no test"),
    "writes half a file": (f"echo '{FAILED[:50]}' >$file", "no element found|unclosed token"),
    "hangs": ("sleep 100", "no end within 2 s"),
}


def check(build, *tests, **env):
    """scripts/check on a build; without the devices, which the tests named here do without."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [ROOT / "scripts" / "check", "--build", build, *tests],
        env=outside | env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def unit_program(folder, name, does):
    """A unit program of a build is a script; $file is the XML file that cmocka would write."""
    program = folder / "tests" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nfile=$(echo "$CMOCKA_XML_FILE" | sed s/%g/group/)\n{does}\n')
    program.chmod(0o755)


@pytest.fixture(scope="module")
def of_bad_programs(tmp_path_factory):
    """Runs the stub programs of BAD; each has the name of a real unit program and replaces it."""
    folder = tmp_path_factory.mktemp("build")
    names = [path.stem for path in sorted((ROOT / "tests" / "unit").glob("test_*.c"))]
    of_what = dict(zip(BAD, names, strict=False))
    for what, name in of_what.items():
        unit_program(folder, name, BAD[what][0])
    return check(folder, *of_what.values(), WGC_UNIT_TIMEOUT_S="2"), of_what


@pytest.mark.parametrize("what", BAD)
def test_a_bad_unit_program_is_a_failure(what, of_bad_programs):
    result, of_what = of_bad_programs
    assert f"failed: tests.unit.{of_what[what]}.c: {of_what[what]}" in result.stdout.splitlines()
    _, _, after = result.stdout.partition(f"_ {of_what[what]} _")
    printed = after.partition("\n____")[0]
    assert re.search(BAD[what][1], printed), result.stdout


def test_each_bad_unit_program_is_counted(of_bad_programs):
    result, _ = of_bad_programs
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == f"2 passed, {len(BAD)} failed, 2 skipped"


def test_the_tests_of_a_unit_program_are_counted_and_old_files_are_not(tmp_path):
    unit_program(tmp_path, "test_wire", f"echo '{PASSED}' >$file")
    (tmp_path / "test-results").mkdir()
    (tmp_path / "test-results" / "test_wire-old.xml").write_text(FAILED)
    result = check(tmp_path, "tests/unit/test_wire.c")
    assert result.returncode == 0, result.stdout
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed, 1 skipped"
    assert "1  by test_wire, whose log has the reason" in result.stdout
    report = ET.parse(tmp_path / "test-results" / "pytest.xml").getroot()
    assert [case.get("name") for case in report.iter("testcase")] == ["test_wire"]
    figure = (tmp_path / "test-results" / "check.md").read_text().splitlines()
    assert re.fullmatch(r"\| 1 passed, 0 failed, 1 skipped \| \d+ \| \d+ \|", figure[2])


def test_a_program_that_is_not_built_and_a_file_that_is_not_there_are_failures(tmp_path):
    missing = check(tmp_path, "test_wire")
    assert missing.returncode == 1 and "test_wire is not built: make unit-programs" in missing.stdout
    assert missing.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
    assert check(tmp_path, "tests/unit/test_nothing.c").returncode == 1


def collected(**env):
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "tests/cli/test_findings.py"]
    outside = {key: value for key, value in os.environ.items() if key != "WGC_TEST_PART"}
    result = subprocess.run(command, cwd=ROOT, env=outside | env, capture_output=True, text=True, check=False)
    return result, [line for line in result.stdout.splitlines() if "[" in line and "::" in line]


def test_four_parts_are_all_tests_each_once():
    _, whole = collected(WGC_TEST_PART="all")
    assert whole == collected()[1]
    parts = [collected(WGC_TEST_PART=str(number))[1] for number in (1, 2, 3, 4)]
    assert all(parts) and sorted(chain(*parts)) == sorted(whole)
    result, some = collected(WGC_TEST_PART="2")
    assert f"part 2 of 4 of the tests of agreement: {len(some)} of {len(whole)}" in result.stdout


def test_the_part_is_printed_and_a_unit_program_gets_it(tmp_path):
    """make check-sanitized passes on what --part prints."""
    unit_program(tmp_path, "test_wire", f"echo $WGC_TEST_PART >{tmp_path}/part; echo '{PASSED}' >$file")
    for given, part in (("3", "3"), ("all", "all"), ("", "all")):
        assert check(tmp_path, "tests/unit/test_wire.c", WGC_TEST_PART=given).returncode == 0
        assert (tmp_path / "part").read_text() == f"{part}\n"
    assert check(tmp_path, "--part", WGC_TEST_PART="3").stdout == "3\n"
    assert re.fullmatch(r"[1-4]\n|all\n", check(tmp_path, "--part", WGC_TEST_PART="").stdout)


def test_an_unknown_part_is_refused():
    result, found = collected(WGC_TEST_PART="5")
    assert result.returncode != 0 and found == []
    assert "WGC_TEST_PART: '5' is neither 1 to 4 nor 'all'" in result.stderr + result.stdout


IMPORT = "import sys; sys.path.insert(0, 'scripts/lib'); import whole_end"
# It starts a process in a session of its own and one whose parent has exited, and waits.
STARTS = f"""{IMPORT}
code = "setsid sleep 1000 & setsid sh -c 'sleep 1000 & echo $! >orphan.new && mv orphan.new orphan'; wait"
sys.exit(whole_end.run(["sh", "-c", 'cd "$1"; ' + code, "sh", sys.argv[1]]))
"""


def processes_of(folder):
    """Those that the command has started: they keep its folder as the current one."""
    found = []
    for number in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if os.readlink(f"/proc/{number}/cwd") == str(folder):
                found.append(int(number))
        except OSError:
            continue  # it has ended, or is another user's
    return found


def wait_for(condition):
    for _ in range(ENDED_S * 20):
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nothing_remains_of_a_run_that_is_killed(number, tmp_path):
    with subprocess.Popen([sys.executable, "-c", STARTS, tmp_path], cwd=ROOT, start_new_session=True) as run:
        started = wait_for((tmp_path / "orphan").exists) and len(processes_of(tmp_path)) >= 3
        os.killpg(run.pid, number)
        assert run.wait(ENDED_S) == -number
    assert started and wait_for(lambda: processes_of(tmp_path) == [])


def test_nothing_remains_of_a_run_that_ends(tmp_path):
    code = f"{IMPORT}; sys.exit(whole_end.run(sys.argv[1:]))"
    command = ["sh", "-c", f"cd {tmp_path}; setsid sleep 1000 & sleep 0.5; exit 7"]
    done = subprocess.run([sys.executable, "-c", code, *command], cwd=ROOT, check=False, timeout=100)
    assert done.returncode == 7
    assert processes_of(tmp_path) == []
