"""--time and --cases: the selected cases by rank, until the budget is used up."""

import json
import time

import pytest

FAKE_RULES = ""
QUERY = ["c.work_group_*", "c.sub_group_*"]


@pytest.fixture
def run(wgconform, fake, tmp_path, validate):
    """run(rules, *arguments): the result, the report, and the names of the cases that ran, by rank."""

    def start(rules, *arguments):
        path = tmp_path / "report.json"
        result = wgconform("-d", fake["index"], "-o", path, *arguments, env={"WGC_FAKE_RULES": rules})
        report = json.loads(path.read_text())
        validate(report, "report")
        return result, report, [r["name"] for r in report["results"] if r["state"] != "skip"]

    return start


@pytest.fixture(scope="module")
def eligible(wgconform, fake, tmp_path_factory):
    """The cases of QUERY that the device runs, in the order of their rank."""
    path = tmp_path_factory.mktemp("whole") / "report.json"
    assert wgconform("-d", fake["index"], "-p", "quick", "-o", path, *QUERY).returncode == 0
    ran = {r["name"] for r in json.loads(path.read_text())["results"] if r["state"] != "skip"}
    listed = wgconform("--list", "-p", "quick", *QUERY).stdout.split()
    return [name for name in listed if name in ran]


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("count", [1, 7, 60])
def test_so_many_cases_run_in_the_order_of_their_rank(run, eligible, count, jobs):
    result, report, ran = run("", "-p", "quick", "-j", jobs, "--cases", str(count), *QUERY)
    assert result.returncode == 0, result.stderr
    assert ran == eligible[:count]
    assert report["complete"] is False
    left = report["not_run"]
    assert left["cases"] == report["summary"]["total"] - len(report["results"]) == len(eligible) - count
    assert left["share"] == pytest.approx(count / len(eligible), abs=1e-5)
    assert left["reasons"] == [{"reason": f"--cases {count}", "cases": left["cases"]}]
    assert f"{count} of {len(eligible)} cases ran in the order of their rank, " in result.stdout


def test_a_budget_that_is_large_enough(run, eligible):
    for budget in (["--cases", "100000"], ["--time", "200"]):
        result, report, ran = run("", "-p", "quick", *budget, *QUERY)
        assert result.returncode == 0, result.stderr
        assert report["complete"] is True and "not_run" not in report
        assert ran == eligible


def test_checks_take_part_in_a_budget(run):
    _, report, ran = run("", "-p", "quick", "--cases", "40")
    assert len(ran) == 40
    assert any(name.startswith("query.") for name in ran)
    assert report["complete"] is False


def test_the_time_ends_the_run(run, eligible):
    begin = time.monotonic()
    result, report, ran = run("slow=50 *", "-p", "quick", "-j", "2", "--time", "2", *QUERY)
    assert time.monotonic() - begin < 6
    assert result.returncode == 0, result.stderr
    assert report["complete"] is False
    assert 10 < len(ran) < len(eligible)
    # what ran is the beginning of the order, but for what was in flight
    assert set(ran) <= set(eligible[: len(ran) + 100])
    assert report["not_run"]["reasons"] == [{"reason": "--time 2", "cases": report["not_run"]["cases"]}]
    assert "cases ran in the order of their rank, " in result.stdout and "--time 2" in result.stdout


def test_what_resembles_a_crash_waits_until_the_end(run, wgconform, tmp_path, fake):
    rules = "crash c.work_group_scan_exclusive_add.*"
    query = ["c.work_group_scan_exclusive_add.*.plain", "c.work_group_any.*"]
    path = tmp_path / "late.json"
    with_all = run(rules, "-p", "full", "-j", "1", "--time", "100", *query)
    crashes = [r["name"] for r in with_all[1]["results"] if r["state"] == "crash"]
    assert len(crashes) >= 2
    result = wgconform(
        *["-d", fake["index"], "-p", "full", "-j", "1", "-v", "--time", "100", "-o", path, *query],
        env={"WGC_FAKE_RULES": rules},
    )
    order = [line.split()[1] for line in result.stderr.splitlines() if line.startswith(("pass ", "crash "))]
    passes = [i for i, name in enumerate(order) if name.startswith("c.work_group_any.")]
    related = [i for i, name in enumerate(order) if name.startswith("c.work_group_scan")]
    assert related[0] < passes[-1] < related[1], "after the first crash, the others come last"


def test_a_failure_is_a_failure_with_a_budget(run):
    result, report, _ = run("wrong *", "-p", "quick", "--cases", "5", *QUERY)
    assert result.returncode == 1
    assert report["summary"]["fail"] == 5


@pytest.mark.parametrize("value", ["0", "x", "-1", ""])
@pytest.mark.parametrize("option", ["--time", "--cases"])
def test_a_budget_is_a_number(wgconform, option, value):
    result = wgconform(option, value, *QUERY)
    assert result.returncode == 2
    assert option in result.stderr


def test_time_is_not_short_for_timeout(wgconform):
    assert wgconform("--tim", "3", *QUERY).returncode == 2
