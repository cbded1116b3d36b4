"""A driver that fails at everything ends its run in seconds; one defect keeps no other case from running."""

import json
import re
import shlex
import time

import pytest

QUICK = ["-p", "quick", "-j", "2"]
ANSWER_S = 30
FAKE_RULES = ""


@pytest.fixture
def run(wgconform, fake, tmp_path, validate):
    """run(rules, *arguments): the result, the report, and the seconds that it took."""

    def start(rules, *arguments, resumes=False):
        path = tmp_path / "report.json"
        if resumes:
            arguments = [*arguments, "--resume", path]
        else:
            path.unlink(missing_ok=True)
        begin = time.monotonic()
        result = wgconform("-d", fake["index"], "-o", path, *QUICK, *arguments, env={"WGC_FAKE_RULES": rules})
        seconds = time.monotonic() - begin
        report = json.loads(path.read_text())
        validate(report, "report")
        return result, report, seconds

    return start


def passed(report):
    """The cases that passed, but for checks: some hold of a driver that builds nothing."""
    return [r["name"] for r in report["results"] if r["state"] == "pass" and r["name"][:6] != "query."]


def without_result(report):
    return report["summary"]["total"] - len(report["results"])


@pytest.mark.parametrize(
    "rules, state, words",
    [
        ("build_error *", "build_error", "fake: no code for"),
        ("build_crash *", "crash", "the driver printed: LLVM ERROR: fake: no code for this target"),
        ("crash *", "crash", "SIGSEGV"),
    ],
)
def test_a_driver_that_fails_at_everything(run, rules, state, words):
    result, report, seconds = run(rules)
    assert seconds < ANSWER_S
    assert result.returncode == 1
    (stopped,) = [line for line in result.stdout.splitlines() if line.startswith("stopped: ")]
    assert "every kernel fails in the same way (" in stopped and words in stopped
    command = re.search(r"\n  \d+ cases did not run; to run them: (.*)\n", result.stdout)[1]
    words = shlex.split(command)
    assert words[-1] == "--keep-going" and words[words.index("-p") + 1] == "quick" and "-o" not in words
    step = r"\n  next: \S*wgconform --dump-kernel c\.\S+ .*\n +\S*wgconform repro c\.\S+ -o bug "
    assert re.search(step, result.stdout)
    assert report["complete"] is False
    assert not passed(report)
    assert 0 < report["summary"][state] < 60
    reasons = report["not_run"]["reasons"]  # a function may have been left out before that
    assert stopped in [f"stopped: {reason['reason']}" for reason in reasons]
    assert report["not_run"]["cases"] == sum(r["cases"] for r in reasons) == without_result(report) > 500


@pytest.mark.parametrize("rules", ["build_hang *", "hang *"])
def test_a_driver_that_hangs(run, rules):
    result, report, seconds = run(rules)
    assert seconds < ANSWER_S
    assert result.returncode == 3
    assert "the driver does not answer" in result.stderr and "--timeout SECONDS" in result.stderr
    assert report["complete"] is False
    assert {r["state"] for r in report["results"]} == {"skip"}
    assert report["not_run"]["cases"] == without_result(report) > 500


@pytest.fixture
def explore(wgconform, fake, tmp_path, validate):
    """explore(rules, *arguments): the result and the report."""

    def start(rules, *arguments):
        path = tmp_path / "explored.json"
        options = ["-d", fake["index"], "-o", path, "-j", "2", "-t", "1", *arguments]
        result = wgconform("explore", *options, env={"WGC_FAKE_RULES": rules})
        report = json.loads(path.read_text())
        validate(report, "report")
        return result, report

    return start


@pytest.mark.parametrize(
    ("rules", "state", "most"), [("build_crash *", "crash", 40), ("build_hang *", "timeout", 6)]
)
def test_explore_ends_where_no_program_works(explore, rules, state, most):
    result, report = explore(rules, "--programs", "2000")
    assert result.returncode == 1
    assert "stopped: every program fails in the same way (" in result.stdout
    assert report["explore"]["ended"] == "same_failure" and not report["complete"]
    assert report["explore"]["variants"] == 0, "nothing to reduce"
    assert 0 < report["summary"][state] == len(report["results"]) <= most


def test_explore_keeps_going(explore):
    result, report = explore("build_crash *", "--programs", "40", "--keep-going", "--reductions", "0")
    assert result.returncode == 1 and "stopped" not in result.stdout
    assert (report["explore"]["ended"], report["summary"]["crash"]) == ("programs", 40)


@pytest.mark.slow
def test_one_case_that_hangs_has_its_whole_time_limit(run):
    result, report, _ = run("hang *", "c.work_group_all.int.*.sequence")
    assert (result.returncode, {r["state"] for r in report["results"]}) == (1, {"timeout"})


def test_a_time_limit_that_is_given_holds(run):
    result, report, seconds = run("build_hang *", "--timeout", "1")
    assert seconds < ANSWER_S
    assert result.returncode == 1
    assert "every kernel fails in the same way (" in result.stdout
    assert 0 < report["summary"]["timeout"] < 60 and not passed(report)


def test_the_checks_of_a_compiler_that_ends_the_process(run):
    result, report, seconds = run("build_crash *", "query.*")
    assert seconds < ANSWER_S
    assert result.returncode == 1
    assert 0 < report["summary"]["crash"] < 20


def test_keep_going_runs_every_case(run):
    result, report, _ = run("build_error *", "--keep-going", "c.*")
    assert result.returncode == 1
    assert report["complete"] is True and "not_run" not in report
    assert report["summary"]["build_error"] > 300
    assert "stopped" not in result.stdout


@pytest.mark.parametrize(
    "rules, kept",
    [
        ("build_crash c.work_group_reduce_*", "c.work_group_scan_exclusive_add.int"),
        ("crash *.loop", "c.work_group_scan_exclusive_add.int"),
        ("build_error c.*", "spirv.work_group_scan_exclusive_add.int"),
    ],
)
def test_one_defect_does_not_keep_others_from_running(run, rules, kept):
    _, report, _ = run(rules)
    assert report["summary"]["pass"] > 200
    assert any(r["name"].startswith(kept) and r["state"] == "pass" for r in report["results"])
    # of functions, forms and local sizes that work, each case has its verdict
    assert report["summary"]["total"] - len(report["results"]) == report.get("not_run", {"cases": 0})["cases"]


def test_a_function_that_crashes_each_time_is_left_out(run, wgconform, tmp_path):
    rules = "crash c.work_group_all.*"
    query = ["-p", "full", "c.work_group_all.*", "c.work_group_any.int.*"]
    result, report, _ = run(rules, *query)
    states = {r["name"]: r["state"] for r in report["results"]}
    assert result.returncode == 1 and report["complete"] is False
    crashed = sum(state == "crash" for state in states.values())
    assert 8 <= crashed <= 12
    (reason,) = report["not_run"]["reasons"]
    assert reason["reason"].startswith(
        "c.work_group_all: 8 times the process ended in the same way, and no case had a result: "
    )
    assert reason["cases"] == without_result(report) > 20
    assert all(state in ("pass", "skip") for name, state in states.items() if "_any." in name)
    line = "not run, [0-9]+ cases: c.work_group_all: 8 times the process ended in the same way"
    command = re.search(rf"\n{line}\n to run these too: ((?:.*\\\n)*.*)\n", result.stdout)[1]
    words = shlex.split(command.replace("\\\n", ""))
    assert words[-3:] == ["--keep-going", "-o", "all.json"]
    assert f"{reason['cases']} not run" in result.stdout
    saved = wgconform("causes", tmp_path / "report.json")
    assert f"\nnot run:\n{reason['cases']:>9}  {reason['reason']}\n" in saved.stdout
    _, whole, _ = run(rules, "--keep-going", *query)
    assert whole["complete"] is True
    assert whole["summary"]["crash"] > 10 * crashed


def test_waived_crashes_leave_nothing_out(run, tmp_path):
    waivers = tmp_path / "w.json"
    waiver = {"id": "a", "query": "c.work_group_all.*", "states": ["crash"], "reason": "known"}
    waivers.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    result, report, _ = run("crash c.work_group_all.*", "-w", waivers, "c.work_group_all.*", "-p", "default")
    assert result.returncode == 0, result.stderr
    assert report["complete"] is True and report["summary"]["waived"] > 8


def test_a_run_that_was_cut_short_reports_why(run):
    _, report, _ = run("wrong c.work_group_all.*", "--max-failures", "1", "-j", "1", "c.work_group_a*")
    (reason,) = report["not_run"]["reasons"]
    assert reason == {"reason": "--max-failures 1", "cases": without_result(report)}


def test_a_resumed_run_counts_the_failures_before_it(run):
    rules, query = "crash c.work_group_all.*", ["-p", "full", "c.work_group_all.*", "c.work_group_any.int.*"]
    _, part, _ = run(rules, "--max-failures", "5", "-j", "1", *query)
    assert part["summary"]["crash"] >= 5 and part["complete"] is False
    result, report, _ = run(rules, *query, resumes=True)
    assert result.returncode == 1
    assert 8 <= report["summary"]["crash"] <= 12, "not as many again"
    assert any(
        "8 times the process ended in the same way" in r["reason"] for r in report["not_run"]["reasons"]
    )
    assert report["summary"]["pass"] > 20
    result, report, _ = run("", *query, resumes=True)
    assert report["complete"] is False, "the driver is the same: its crashes still count"
    result, report, _ = run("", "--keep-going", *query, resumes=True)
    assert report["complete"] is True and "not_run" not in report


def test_a_resumed_run_of_a_driver_that_fails_at_everything_stops(run):
    _, part, _ = run("build_error *", "--max-failures", "6", "-j", "1")
    assert part["summary"]["build_error"] == 6
    result, report, _ = run("build_error *", "-j", "1", resumes=True)
    assert report["summary"]["build_error"] < 60
    (reason,) = report["not_run"]["reasons"]
    assert reason["reason"].startswith("every kernel fails in the same way (")
    assert "wgconform --dump-kernel " in result.stdout
