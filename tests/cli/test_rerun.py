"""A rerun line works: pasted into a new shell it tests the same driver. These tests do paste it."""

import json
import os
import re
import shlex
import subprocess

import pytest
from conftest import PROGRAM, ROOT, TIMEOUT_S
from fake_driver import DRIVER

CASE = "c.work_group_all.int.4.plain"  # wrong on both devices of `make check`
WORDS = ["-p", "default", "--seed", "9", CASE]
# Of the fake driver: in the line, as a new shell knows nothing of the environment.
RULE = ["--env", "WGC_FAKE_RULES=wrong c.work_group_all.*"]
FAKE_DEVICES = ""
needs_setup = pytest.mark.skipif(not (ROOT / "build" / "env.sh").is_file(), reason="nothing is set up")


def shell(command, cwd, **env):
    """Runs a command line in a shell that knows nothing of this one."""
    fresh = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin", **env}
    return subprocess.run(
        ["sh", "-c", command],
        env=fresh,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT_S,
        check=False,
    )


def device_line(result):
    """The run's line about its device, without the number, which depends on the other devices."""
    return re.search(r"^device \d+: (.*)$", result.stderr, re.MULTILINE)[1]


def rerun_line(shown):
    """The command at the end of a run, or of the command causes."""
    lines = re.findall(r"^ *(.*\S) +# runs it again$|^ *rerun: +(.*)$", shown.stdout, re.MULTILINE)
    ((end, listed),) = lines
    return end or listed


def check(first, cwd, shown=None):
    """Pastes the rerun line of a run, or of its report as it is shown; the line."""
    assert first.returncode == 1, first.stderr
    lines = [rerun_line(shown or first)]
    again = shell(lines[0], cwd)
    assert again.returncode == 1, again.stderr
    assert device_line(again) == device_line(first)
    assert "new cause [A]: work_group_all: " in again.stderr and f"({CASE})" in again.stderr
    return lines[0]


@pytest.mark.parametrize("folder", [ROOT, None], ids=["checkout", "elsewhere"])
def test_as_the_tests_run(wgconform, fake, tmp_path, folder):
    cwd = folder or tmp_path
    first = wgconform("-d", fake["index"], *RULE, *WORDS, cwd=cwd)
    assert f"[{fake['platform']}]" in device_line(first)
    line = check(first, cwd)
    assert " --seed 9 " in line
    assert re.search(r"--device '?" + re.escape(f"{fake['platform']}/{fake['name']}"), line)


@needs_setup
@pytest.mark.parametrize("name", ["pocl", "intel"])
def test_with_one_device(name, tmp_path):
    for cwd, script in ((ROOT, "scripts/with-device"), (tmp_path, f"{ROOT}/scripts/with-device")):
        line = check(shell(f"{script} {name} {PROGRAM} {' '.join(WORDS)}", cwd), cwd)
        assert line.startswith(f"{script} {name} ")


@needs_setup
def test_with_a_driver_of_ones_own(tmp_path):
    """A folder named by OCL_ICD_VENDORS, with and without build/env.sh."""
    vendors = tmp_path / "my drivers"
    vendors.mkdir()
    (vendors / "mine.icd").write_text((DRIVER / "fake.icd").read_text())
    words = shlex.join([*RULE, *WORDS])
    alone = shell(f"'{PROGRAM}' {words}", ROOT, OCL_ICD_VENDORS=str(vendors))
    assert check(alone, ROOT).startswith(f"OCL_ICD_VENDORS='{vendors}' ")
    added = shell(f". build/env.sh && '{PROGRAM}' -d 0 {words}", ROOT, OCL_ICD_VENDORS=str(vendors))
    assert device_line(added) == device_line(alone), "the system's driver is device 0"
    assert check(added, ROOT).startswith(f"OCL_ICD_VENDORS='{vendors}' scripts/with-device default ")
    instead = shell(f". build/env.sh && OCL_ICD_VENDORS='{vendors}' '{PROGRAM}' {words}", ROOT)
    assert check(instead, ROOT).startswith(f"OCL_ICD_VENDORS='{vendors}' ")


def test_every_report_has_the_same_line(wgconform, fake, tmp_path):
    path = tmp_path / "r.json"
    first = wgconform("-d", fake["index"], *RULE, *WORDS, "-o", path, cwd=tmp_path)
    assert first.returncode == 1 and "rerun: " not in first.stdout  # one command: the step with the report
    line = rerun_line(wgconform("causes", path, cwd=tmp_path))
    report = json.loads(path.read_text())
    assert report["rerun"][-1].endswith("wgconform")
    junit = wgconform("junit", path, "-o", "-", cwd=tmp_path).stdout
    assert line.replace("&", "&amp;") in junit.replace("&apos;", "'").replace("&#39;", "'")
    tap = wgconform("-d", fake["index"], *RULE, *WORDS, "--tap", cwd=tmp_path).stdout
    assert f"  rerun: {json.dumps(line)}" in tap


def test_variables_of_the_workers_are_in_the_line_once(wgconform, fake, tmp_path):
    report = tmp_path / "report.json"
    options = (*RULE, "--env", "POCL_MAX_PTHREAD_COUNT=1", "--env", "WGC_TRIED=a b")
    first = wgconform("-d", fake["index"], *options, "-o", report, *WORDS, cwd=ROOT)
    line = check(first, ROOT, wgconform("causes", report, cwd=ROOT))
    assert line.count("POCL_MAX_PTHREAD_COUNT") == 1 and "--env 'WGC_TRIED=a b'" in line
    assert f"environment of the workers: {RULE[1]} POCL_MAX_PTHREAD_COUNT=1 WGC_TRIED=a b" in first.stdout
    assert "WGC_TRIED=a b" in json.loads(report.read_text(encoding="utf-8"))["command"]


def test_capability_checks_that_a_language_leaves_out_are_counted(wgconform, fake):
    left = wgconform("-d", fake["index"], "-p", "default", "--language", "c", "query.*", CASE)
    assert re.search(r"--language left out \d+ capability checks \(query\.\*\)", left.stdout)
    assert "left out" not in wgconform("-d", fake["index"], "--language", "c", CASE).stdout
