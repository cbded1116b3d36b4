"""Real drivers that a layer makes fail at everything: quick answers in seconds and names the next command."""

import json
import resource

import pytest
from conftest import BUILD

LAYER = BUILD / "lib" / "libwgdriver.so"
ANSWER_S = 30


def seconds_of_children():
    """Of the processors, so that other processes on the machine do not count."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def at_builds(action):
    return f"{action}@BuildProgram;{action}@CompileProgram"


@pytest.fixture
def run(wgconform, device, tmp_path, validate):
    """run(rule): the result and the report."""

    def start(rule):
        path = tmp_path / "report.json"
        arguments = ["-d", device["index"], "-p", "quick", "-j", "2", "-o", path]
        result = wgconform(*arguments, env={"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule})
        report = json.loads(path.read_text())
        validate(report, "report")
        return result, report

    return start


@pytest.mark.in_parts
@pytest.mark.parametrize(
    "rule, state",
    [
        (at_builds("-11"), "build_error"),
        (at_builds("abort"), "crash"),
        (at_builds("exit"), "crash"),
        ("-6@CreateKernel", "fail"),
        ("segv@SetKernelArg", "crash"),
    ],
)
def test_what_fails_each_time_ends_the_run(run, rule, state):
    before = seconds_of_children()
    result, report = run(rule)
    assert seconds_of_children() - before < ANSWER_S
    assert result.returncode == 1
    (stopped,) = [line for line in result.stdout.splitlines() if line.startswith("stopped: ")]
    assert "every kernel fails" in stopped and "none worked" in stopped
    assert "wgconform --dump-kernel " in result.stdout and "--keep-going" in result.stdout
    assert report["complete"] is False
    assert 0 < report["summary"][state] < 100
    assert not [r["name"] for r in report["results"] if r["state"] == "pass" and r["name"][:5] != "query"]
    assert report["not_run"]["cases"] == report["summary"]["total"] - len(report["results"]) > 500


@pytest.mark.in_parts
@pytest.mark.parametrize("rule", [at_builds("hang"), "hang@EnqueueNDRangeKernel"])
def test_what_never_answers_ends_the_run(run, rule):
    """Asleep: 20 seconds of each processor would be spent on nothing (test_driver.py has ones that spin)."""
    result, report = run(rule)
    assert result.returncode == 3
    assert "the driver does not answer" in result.stderr and "--debug-worker" in result.stderr
    # of the first kernels PoCL's compiler refuses some
    assert {r["state"] for r in report["results"]} - {"build_error"} == {"skip"}
    assert report["seconds"] < ANSWER_S
