"""A driver that crashes or hangs on another machine: through OpenSSH, and through a stand-in for adb."""

import shlex
import time
from pathlib import Path

import pytest
from conftest import BUILD, HAS_FRAMES, first_case
from remote_links import ADB_COMMAND, adb_environment, for_adb, run_to

LAYER = BUILD / "lib" / "libwgdriver.so"
KERNEL = "wgc_work_group_reduce_max_int_loop"
ONE = [first_case(f"c.work_group_reduce_max.int.*.{form}") for form in ("loop", "function")]


def crash(tmp_path, pocl, command, *arguments, env=None):
    """A run in which the driver (tests/driver) misbehaves in one kernel."""
    options = ["-d", pocl["index"], "-j", "1", "--worker-command", command, *arguments]
    done, report = run_to(tmp_path / "r.json", *options, *ONE, env=env, profile="default")
    assert report is not None, done.stderr
    result = {r["name"].split(".")[-1]: r for r in report["results"]}
    assert result["function"]["state"] == "pass"
    return result["loop"]


def driver_environment(rule, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    return {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule, "WGC_DRIVER_STATE": str(state)}


def has_frames(result):
    """Whether the place of the crash came over the link: in the layer, and in no word of the driver."""
    frames = result.get("frames", [])
    assert "crashed in" not in result.get("build_log", "")
    return frames != [] and frames[0].startswith(f"{LAYER.name}+0x")


LIMITS = {"timeout": "15"}  # seconds; the case that does not hang has to pass on a busy machine, too
CRASHES = [
    (f"segv@EnqueueNDRangeKernel:{KERNEL}", "crash", "SIGSEGV"),
    (f"abort@EnqueueNDRangeKernel:{KERNEL}", "crash", "SIGABRT"),
    (f"hang@EnqueueNDRangeKernel:{KERNEL}", "timeout", None),
    (f"print@EnqueueNDRangeKernel:{KERNEL}", "pass", None),
]


@for_adb
@pytest.mark.parametrize("rule, state, signal", CRASHES, ids=["segv", "abort", "hang", "print"])
def test_a_crash_behind_adb(pocl, tmp_path, rule, state, signal):
    driver = driver_environment(rule, tmp_path)
    env = {**driver, **adb_environment(*driver)}
    result = crash(tmp_path, pocl, ADB_COMMAND, "-t", LIMITS.get(state, "60"), env=env)
    assert result["state"] == state, result
    assert result.get("signal") == signal
    assert has_frames(result) is (signal == "SIGSEGV" and HAS_FRAMES)


@pytest.mark.parametrize("rule, state, signal", CRASHES[::2], ids=["segv", "hang"])
def test_a_crash_behind_ssh(ssh, pocl, tmp_path, rule, state, signal):
    driver = driver_environment(rule, tmp_path)
    more = " ".join(f"{name}={shlex.quote(value)}" for name, value in driver.items())
    seconds = LIMITS.get(state, "60")
    result = crash(tmp_path, pocl, ssh.command(more), "-t", seconds)
    assert result["state"] == state, result
    assert result.get("signal") == signal
    assert has_frames(result) is (signal == "SIGSEGV" and HAS_FRAMES)
    for _ in range(100):  # the server's end closes when it has noticed
        if not processes_with(str(tmp_path / "state")):
            break
        time.sleep(0.1)
    assert not processes_with(str(tmp_path / "state")), "a worker is left"


def processes_with(word):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


@for_adb
def test_the_printed_rerun_has_the_command(pocl, wgconform):
    layer = {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": f"segv@EnqueueNDRangeKernel:{KERNEL}"}
    env = {**layer, **adb_environment(*layer)}
    command = ["-d", pocl["index"], "-p", "default", "--worker-command", ADB_COMMAND]
    done = wgconform(*command, ONE[0], env=env)
    assert f"--worker-command {shlex.quote(ADB_COMMAND)}" in done.stdout
