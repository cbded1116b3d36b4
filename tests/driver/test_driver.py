"""A bad driver, made of the fake one and a layer (layer.c): the culprit gets its state, the others theirs.

After each run the report is complete and valid, no process is left and no temporary file.
"""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import conftest
import pytest
from conftest import BUILD, ROOT

LAYER = BUILD / "lib" / "libwgdriver.so"
KERNEL = "wgc_work_group_reduce_max_int_loop"
CULPRIT, *OTHERS = (
    conftest.first_case(f"c.work_group_reduce_max.int.*.{form}") for form in ("loop", "function", "branch")
)
CALLS = re.findall(r"TAKE\((\w+)\)", (ROOT / "tests" / "driver" / "calls.def").read_text())
CODES = [-1 - i for i in range(19)] + [-30 - i for i in range(43)]  # OpenCL 3.0's, without gaps in each part
TIMEOUT_S = 600


def processes_with(word):
    """The processes whose environment or command line holds the word, this one aside."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
        except OSError:
            continue  # it ended meanwhile
        if word.encode() in text and int(folder.name) != os.getpid():
            found.append(folder.name)
    return found


class Run:
    """One run under the layer, and what must hold of each."""

    def __init__(self, device, folder, rule, *arguments, queries=(CULPRIT, *OTHERS)):
        scratch = folder / "tmp"
        scratch.mkdir()
        report = folder / "report.json"
        state = folder / "state"
        state.mkdir()
        environment = {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule, "TMPDIR": str(scratch)}
        environment["WGC_DRIVER_STATE"] = str(state)
        command = ["-d", device["index"], "-j", 1, "-o", report, *arguments, *queries]
        self.done = conftest.run(*command, env=environment, timeout=TIMEOUT_S)
        assert self.done.returncode in (0, 1, 3), self.done.stderr
        assert not list(scratch.iterdir()), "a temporary file is left"
        deadline = time.monotonic() + 30  # one that was killed may take a moment to be gone
        while processes_with(str(scratch)) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not processes_with(str(scratch)), "a process is left"
        self.report = json.loads(report.read_text())
        conftest.check_schema(self.report, "report")
        self.warnings = " ".join(self.report["warnings"])
        if self.done.returncode != 3:
            assert self.report["complete"] is True
        names = [r["name"] for r in self.report["results"]]
        assert len(set(names)) == len(names)

    def culprit(self):
        found = [r for r in self.report["results"] if r["name"].endswith(".loop")]
        assert len(found) == 1
        return found[0]

    def assert_others_pass(self):
        others = [r for r in self.report["results"] if not r["name"].endswith(".loop")]
        assert [r["state"] for r in others] == ["pass"] * len(OTHERS), others


@pytest.fixture
def run(fake, tmp_path):
    return lambda rule, *arguments, **more: Run(fake, tmp_path, rule, *arguments, **more)


def test_the_layer_alone_changes_nothing(run):
    under = run("segv@NoSuchCall")
    assert under.culprit()["state"] == "pass"
    under.assert_others_pass()
    assert under.done.returncode == 0


@pytest.mark.parametrize(
    ("action", "found"), [("-5", "(state: fail): clEnqueueNDRangeKernel: CL_OUT"), ("segv", "(state: crash)")]
)
def test_the_audit_finds_a_driver_that_behaves_otherwise_the_second_time(run, action, found):
    under = run(f"{action}@EnqueueNDRangeKernel:{KERNEL}+later", "--audit", "100")
    culprit = under.culprit()
    assert culprit["state"] == "error", culprit
    assert "passed in the run, but not in the audit, alone in a new process" in culprit["reason"]
    assert found in culprit["reason"]
    under.assert_others_pass()
    audit = under.report["audit"]
    assert (audit["requested"], audit["selected"], audit["passed"]) == (100, 1 + len(OTHERS), len(OTHERS))
    assert under.report["summary"]["error"] == 1
    assert under.done.returncode == 1
    assert f"audit: {audit['selected']} of {audit['selected']} passes run again alone" in under.done.stdout


def test_without_an_audit_that_driver_passes(run):
    under = run(f"-5@EnqueueNDRangeKernel:{KERNEL}+later")
    assert under.culprit()["state"] == "pass"
    assert "audit" not in under.report


def test_the_audit_of_a_good_driver(run):
    under = run("segv@NoSuchCall", "--audit", "2")
    assert {r["state"] for r in under.report["results"]} == {"pass"}
    assert (under.report["audit"]["selected"], under.report["audit"]["passed"]) == (2, 2)
    assert under.done.returncode == 0


# (action, arguments, state, signal): at the enqueueing of the culprit kernel
SHORT = ("-t", "5")
ANY = "any"
IN_RUN = [
    ("segv", (), "crash", "SIGSEGV"),
    ("abort", (), "crash", "SIGABRT"),
    ("exit", (), "crash", None),
    ("hang", SHORT, "timeout", None),
    ("spin", ("--limit", "cpu=3"), "timeout", "SIGXCPU"),
    ("deaf", ("--limit", "cpu=1", *SHORT), "timeout", None),
    ("eat", ("--limit", "memory=1G"), "crash", "SIGABRT"),
    ("flood", ("--limit", "output=30M"), "crash", None),
    ("file", ("--limit", "file=30M"), "crash", ANY),  # SIGXFSZ, unless the driver has a handler for it
    ("orphan", (), "pass", None),
    ("leak", (), "pass", None),
    ("print", (), "pass", None),
    ("-5", (), "fail", None),
    ("lost-6", (), "fail", None),
]
SAMPLE = {"segv", "exit", "flood", "orphan", "lost-6"}


@pytest.mark.parametrize(
    ("action", "arguments", "state", "signal"),
    [pytest.param(*row, marks=[] if row[0] in SAMPLE else pytest.mark.slow, id=row[0]) for row in IN_RUN],
)
def test_a_fault_while_a_case_runs(run, action, arguments, state, signal):
    under = run(f"{action}@EnqueueNDRangeKernel:{KERNEL}", *arguments)
    culprit = under.culprit()
    assert culprit["state"] == state and signal in (ANY, culprit.get("signal")), culprit
    if action == "segv" and conftest.HAS_FRAMES:
        assert culprit["frames"][0].startswith(f"{LAYER.name}+0x"), culprit
        assert f"crashed in {culprit['frames'][0]}, called from " in under.done.stdout
        assert "build_log" not in culprit, "the line is none of the driver's words"
    elif culprit.get("signal") != "SIGABRT":  # where LLVM has handled another signal before, it has frames
        assert "frames" not in culprit
    under.assert_others_pass()
    assert under.done.returncode == (0 if state == "pass" else 1)


IN_BUILD = [
    ("segv", (), "crash"),
    ("abort", (), "crash"),
    ("exit", (), "crash"),
    ("hang", SHORT, "timeout"),
    ("spin", ("--limit", "cpu=3"), "timeout"),
    ("eat", ("--limit", "memory=1G"), "crash"),
    ("flood", ("--limit", "output=30M"), "crash"),
    ("print", (), "pass"),
    ("-11", (), "build_error"),
    ("-6", (), "build_error"),
    ("lost-6", (), "build_error"),
]


@pytest.mark.parametrize(
    ("action", "arguments", "state"),
    [pytest.param(*row, marks=[] if row[0] == "lost-6" else pytest.mark.slow, id=row[0]) for row in IN_BUILD],
)
def test_a_fault_while_a_kernel_is_built(run, action, arguments, state):
    under = run(f"{action}@BuildProgram:{KERNEL}", *arguments)
    assert under.culprit()["state"] == state, under.culprit()
    under.assert_others_pass()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "state"),
    [
        (f"lost-6@CreateKernel:{KERNEL}", "fail"),
        (f"lost-2@EnqueueReadBuffer:{KERNEL}", "fail"),
        (f"lost-5@ReleaseKernel:{KERNEL}", "error"),
        (f"overrun@EnqueueReadBuffer:{KERNEL}", "crash"),
        (f"segv@ReleaseKernel:{KERNEL}", "crash"),
        (f"hang@EnqueueReadBuffer:{KERNEL}", "timeout"),
    ],
)
def test_a_fault_in_another_call_of_the_case(run, rule, state):
    under = run(rule, *SHORT)
    assert under.culprit()["state"] == state, under.culprit()
    others = {r["state"] for r in under.report["results"] if not r["name"].endswith(".loop")}
    assert others == {"pass"}, under.report["results"]


UNIFORM = "SPV_KHR_uniform_group_instructions"


@pytest.mark.parametrize(("action", "asked"), [("exit", True), ("segv", True), ("exit", False)])
def test_a_module_that_is_not_claimed_and_ends_the_process_is_no_verdict(run, action, asked):
    """As PoCL's main does with a module of an extension that it does not take."""
    option = ["--unadvertised"] if asked else []
    queries = ["spirv.work_group_reduce_mul.int.*", "spirv.work_group_reduce_add.int.*"]
    under = run(f"{action}@CreateProgramWithIL:{UNIFORM}", "-p", "quick", *option, queries=queries)
    assert under.done.returncode == 0
    assert {r["state"] for r in under.report["results"] if "_mul." in r["name"]} == {"skip"}
    assert {r["state"] for r in under.report["results"] if "_add." in r["name"]} <= {"pass", "skip"}
    found = [(entry["answer"], entry["crashed"]) for entry in under.report.get("unadvertised", [])]
    assert found == ([("crashed", 1)] if asked else [])


def test_a_build_log_of_megabytes_is_cut(run):
    under = run(f"-11@BuildProgram:{KERNEL};log@GetProgramBuildInfo")
    under.assert_others_pass()
    assert under.culprit()["state"] == "build_error"
    log = under.culprit()["build_log"]
    assert 1000 < len(log) < 1_000_000
    assert "cut off" in log or "left out" in log


@pytest.mark.slow
@pytest.mark.parametrize("call", ["ReleaseContext", "ReleaseCommandQueue", "ReleaseMemObject"])
@pytest.mark.parametrize("action", ["segv", "hang", "abort", "exit", "print"])
def test_a_fault_in_teardown_is_no_verdict(run, call, action):
    under = run(f"{action}@{call}", *SHORT)
    assert {r["state"] for r in under.report["results"]} <= {"pass", "crash", "timeout"}
    if call == "ReleaseContext":
        under.assert_others_pass()
        assert under.culprit()["state"] == "pass"
        if action in ("segv", "hang", "abort"):
            assert "closed the device" in under.warnings or "close the device" in under.warnings


@pytest.mark.slow
def test_a_fault_that_comes_with_the_device(run):
    """No device can be opened: that is an error of the run, and its report is there all the same."""
    under = run("segv@CreateContext")
    assert under.done.returncode == 3
    assert "SIGSEGV" in under.done.stderr
    assert under.report["results"] == []
    assert under.report["complete"] is False


def error_run(device, folder, call, code):
    under = Run(device, folder, f"{code}@{call}", *SHORT, queries=[CULPRIT])
    states = {r["state"] for r in under.report["results"]}
    # an error is reported, and no process crashes
    assert states <= {"pass", "fail", "build_error", "error", "skip"}, under.report["results"]
    if under.done.returncode == 3:
        assert "cl" in under.done.stderr or "device" in under.done.stderr or "platform" in under.done.stderr


@pytest.mark.parametrize("call", CALLS)
def test_an_error_of_a_call(fake, tmp_path, call):
    error_run(fake, tmp_path, call, CODES[sum(call.encode()) % len(CODES)])


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_every_error_of_every_call(fake, tmp_path, call):
    for code in CODES:
        folder = tmp_path / str(-code)
        folder.mkdir()
        error_run(fake, folder, call, code)


@pytest.fixture
def two_runs(fake, fake_two, tmp_path):
    """Runs on two devices at once, of which each hangs in its first case: the process, and the reports."""
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    environment = {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": "hang@EnqueueNDRangeKernel"}
    command = [conftest.PROGRAM, "-t", "3600", "-j", "1", "-o", tmp_path / "r.json", CULPRIT]
    reports = []
    for device in (fake, fake_two):
        command[1:1] = ["-d", str(device["index"])]
        reports.append(tmp_path / f"r.{device['index']}.json")
    with subprocess.Popen(
        command,
        env={**os.environ, **environment, "TMPDIR": str(scratch)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    ) as process:
        try:
            journals = [report.with_name(report.name + ".journal") for report in reports]
            wait_until(lambda: all(j.exists() for j in journals) and len(list(scratch.iterdir())) == 2)
            yield process, reports
        finally:
            process.kill()
    wait_until(lambda: not processes_with(str(scratch)))


def wait_until(condition):
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def assert_not_complete(report):
    found = json.loads(report.read_text())
    conftest.check_schema(found, "report")
    assert found["complete"] is False


def test_a_signal_ends_the_runs_on_all_devices(two_runs):
    process, reports = two_runs
    process.send_signal(signal.SIGTERM)
    _, messages = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 128 + signal.SIGTERM, messages
    for report in reports:
        assert_not_complete(report)
        assert not report.with_name(report.name + ".journal").exists()


def test_a_killed_run_leaves_the_other_devices_their_reports(two_runs):
    process, reports = two_runs
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert len(children) == 2
    os.kill(int(children[0]), signal.SIGKILL)
    os.kill(int(children[1]), signal.SIGTERM)
    _, messages = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 3
    assert re.search(r"device \d: the process crashed \(SIGKILL\)", messages)
    for report in reports:
        assert_not_complete(report)
    assert sum(report.with_name(report.name + ".journal").exists() for report in reports) == 1


def test_no_run_outlives_the_process_that_was_called(two_runs):
    process, reports = two_runs
    process.kill()
    process.wait()
    # the fixture sees to it that they end
    for report in reports:
        wait_until(report.exists)
        assert_not_complete(report)
