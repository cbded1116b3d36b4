"""`wgconform waive --check`: waivers applied to a saved report, without a device."""

import json
import re

import pytest
from conftest import ROOT
from html_reports import BAD, EXPLORED, fail_again, small, text_of, write

OF_INTEL = ROOT / "suite" / "waivers" / "intel-2026.2.json"
WRONG, RIGHT = "c.work_group_all.int.1.plain", "c.work_group_any.int.1.plain"
OTHER = {"id": "b", "query": "c.work_group_any.int.7.plain"}
BEFORE = "false instead of true; of 3"  # the reason of WRONG without a waiver


def waivers(path, *items):
    """A waiver file; a waiver without fields applies to WRONG as it fails."""
    usual = {"query": WRONG, "states": ["fail"], "reason": "known; and (it) stays"}
    listed = [{"id": f"w{number}", **usual, **item} for number, item in enumerate(items)]
    path.write_text(json.dumps({"schema_version": 1, "waivers": listed}))
    return path


def result_of(report, name):
    return next(result for result in report["results"] if result["name"] == name)


def own_reason(result):
    """Without the part of the waiver, whose words may be others by now; it ends with the link. The
    version of SPIR-V, with which reasons of older reports end, is a field."""
    reason = re.sub(r"; as SPIR-V \d\.\d$", "", result.get("reason", ""))
    return reason.split("); ", 1)[-1 if "waiver" in result else 0]


@pytest.fixture
def saved(tmp_path):
    """A report of two cases: WRONG failed, RIGHT passed."""
    report = fail_again(small())
    report["warnings"] = ["a worker hung"]
    report["results"] = [result_of(report, WRONG), result_of(report, RIGHT)]
    report["results"][0].update(state="fail", reason=BEFORE)
    return write(tmp_path / "saved.json", report)


@pytest.fixture
def check(wgconform, saved, tmp_path):
    """check(waiver, ...): the program's result and the report that it wrote."""

    def start(*items, report=saved):
        out = tmp_path / "out.json"
        out.unlink(missing_ok=True)
        file = waivers(tmp_path / "waivers.json", *items)
        result = wgconform("waive", "--check", report, "-w", file, "-o", out)
        return result, json.loads(out.read_text()) if out.exists() else None

    return start


def test_a_real_report_is_the_same_however_often_waivers_are_applied(wgconform, validate, tmp_path):
    """Its run had waivers, perhaps older ones than the suite has now."""
    saved, once, twice = (tmp_path / f"{name}.json" for name in ("saved", "once", "twice"))
    report = small()
    found = wgconform("waive", "--check", write(saved, report), "-w", OF_INTEL, "-o", once)
    wgconform("waive", "--check", once, "-w", OF_INTEL, "-o", twice)
    assert "results had a waiver, which was undone first" in found.stderr
    assert once.read_text() == twice.read_text()
    applied = json.loads(once.read_text())
    validate(applied, "report")
    assert f"{applied['summary']['waived']} waived" in found.stdout
    assert applied["summary"]["waived"] > 100
    pairs = list(zip(report["results"], applied["results"], strict=True))
    assert all(before["state"] == after["state"] for before, after in pairs if "waiver" not in before)
    kept = [pair for pair in pairs if pair[0].get("waiver") == pair[1].get("waiver")]
    assert [own_reason(before) for before, _ in kept] == [own_reason(after) for _, after in kept]
    assert len(kept) > len(pairs) // 2
    assert found.returncode == int(any(after["state"] in BAD for _, after in pairs))


def test_a_failure_that_is_expected_is_waived(check, validate):
    result, report = check({})
    assert result.returncode == 0
    assert result_of(report, WRONG)["state"] == "waived"
    assert result_of(report, WRONG)["reason"].endswith("; " + BEFORE)
    assert report["summary"]["waived"] == 1
    assert [warning.split(":")[0] for warning in report["warnings"]] == [
        "a worker hung",
        "waivers were applied after the run",
    ]
    assert result.stdout.endswith("waivers: 1 given, 1 used, 0 unused, 0 expired\n")
    assert result.stderr == ""
    validate(report, "report")


def test_without_its_waiver_a_case_fails_again(check, saved, tmp_path):
    """Another file, in which the waiver is about something else."""
    waived = tmp_path / "waived.json"
    waived.write_text(json.dumps(check({})[1]))
    result, report = check({"query": RIGHT, "flaky": True}, report=waived)
    assert result.returncode == 1
    assert "1 result had a waiver, which was undone first" in result.stderr
    assert result_of(report, WRONG)["state"] == "fail"
    assert "waiver" not in result_of(report, WRONG)
    _, report = check({"reason": "known; and (it) stays"}, OTHER, report=waived)
    assert result_of(report, WRONG)["reason"].endswith("stays; " + BEFORE)


def test_unexpected_unused_and_expired_waivers_are_reported(check):
    result, report = check(
        {"query": RIGHT},
        {"states": ["crash"]},
        {"expires": "2020-01-01", "owner": "me"},
        {"query": OTHER["query"]},
    )
    assert result.returncode == 1
    assert result_of(report, RIGHT)["state"] == "unexpected_pass"
    assert result_of(report, WRONG)["state"] == "fail"
    assert "passes against waiver w0" in result.stdout
    assert "waiver w1 was not used" in result.stderr
    assert "waiver w2 expired after 2020-01-01 and does not apply; its owner is me" in result.stderr
    assert "waiver w3" not in result.stderr
    assert result.stdout.endswith("waivers: 4 given, 1 used, 1 unused, 1 expired, 1 not applicable\n")
    assert len(report["warnings"]) == 4


def test_warnings_about_earlier_waivers_are_replaced(check, saved, tmp_path):
    _, first = check({"states": ["crash"]})
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(first))
    _, report = check({}, report=earlier)
    assert len(first["warnings"]) == 3
    assert len(report["warnings"]) == 2


def test_a_run_that_was_cut_short_has_no_unused_waiver(check, saved):
    report = json.loads(saved.read_text())
    report["complete"] = False
    report["summary"]["total"] += 1
    saved.write_text(json.dumps(report))
    result, _ = check({"states": ["crash"]})
    assert result.returncode == 1
    assert "was not used" not in result.stderr
    assert "cut short: no waiver is reported as unused" in result.stderr


def test_the_report_on_standard_output_moves_the_summary(wgconform, saved, tmp_path):
    file = waivers(tmp_path / "waivers.json", {})
    result = wgconform("waive", "--check", saved, "-w", file, "-o", "-")
    assert json.loads(result.stdout)["summary"]["waived"] == 1
    assert "waivers: 1 given" in result.stderr
    alone = wgconform("waive", "--check", saved, "-w", file)
    assert (alone.returncode, alone.stderr) == (0, "")
    assert "2 cases, 1 pass, 1 waived" in alone.stdout


def test_a_waived_result_without_its_state_is_refused(check, saved):
    report = json.loads(saved.read_text())
    report["results"][0].update(state="waived", waiver="w0", reason="known")
    result, report = check({}, report=write(saved, report))
    assert (result.returncode, result.stdout, report) == (2, "", None)
    assert f"{WRONG} is waived, and its reason does not name its state" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.fixture
def explored(waivers_undone):
    """A report of explore with the causes that were reduced and fail or crash, none of them waived."""
    report = json.loads(waivers_undone.read_text())
    kept = [c for c in report["explore"]["causes"] if "reduced" in c and c["state"] in ("fail", "crash")]
    assert {cause["state"] for cause in kept} == {"fail", "crash"}
    ids = {cause["id"] for cause in kept}
    report["results"] = [r for r in report["results"] if r["state"] == "pass" or r["cause"] in ids]
    report["explore"]["causes"] = kept
    report["causes"] = [cause for cause in report["causes"] if cause["id"] in ids]
    return report


@pytest.fixture(scope="module")
def waivers_undone(wgconform, tmp_path_factory):
    folder = tmp_path_factory.mktemp("explored")
    (folder / "real.json").write_text(text_of(EXPLORED))
    file = waivers(folder / "none.json", {"query": "explore-fail-00000000"})
    result = wgconform("waive", "--check", folder / "real.json", "-w", file, "-o", folder / "undone.json")
    assert result.returncode == 1, result.stderr
    return folder / "undone.json"


def test_waivers_of_explore_name_causes(check, saved, explored, validate):
    cause = next(
        cause for cause in explored["explore"]["causes"] if cause["programs"] > 1 and cause["state"] == "fail"
    )
    result, report = check({"query": cause["id"]}, report=write(saved, explored))
    assert result.returncode == 1
    assert "waivers: 1 given, 1 used, 0 unused" in result.stdout
    validate(report, "report")
    waived = [entry for entry in report["results"] if entry["state"] == "waived"]
    assert all(
        (entry["waived"]["state"], entry["waived"]["why"]) == ("fail", "known; and (it) stays")
        and entry["reason"] == f"fail as expected: known; and (it) stays; {entry['waived']['reason']}"
        for entry in waived
    )
    named = {entry["name"] for entry in waived}
    assert named == {r["name"] for r in explored["results"] if r.get("cause") == cause["id"]}
    assert named >= {f"c.explore.{seed}" for seed in cause["seeds"]}
    assert report["summary"]["waived"] == cause["programs"]
    changed = next(entry for entry in report["explore"]["causes"] if entry["id"] == cause["id"])
    assert (changed["state"], changed["waiver"], changed["title"]) == (
        "waived",
        "w0",
        "known; and (it) stays",
    )
    assert changed["reduced"] == cause["reduced"] and changed["seeds"] == cause["seeds"]
    ids = [entry["id"] for entry in report["explore"]["causes"]]
    assert sorted(ids) == sorted(entry["id"] for entry in explored["explore"]["causes"])
    assert ids[-1] == cause["id"], "waived causes come last"

    result, again = check({"query": "explore-fail-00000000"}, report=write(saved, report))
    assert f"{cause['programs']} results had a waiver, which was undone first" in result.stderr
    assert "waivers: 1 given, 0 used, 0 unused, 0 expired, 1 not applicable" in result.stdout
    for part in ("results", "explore", "causes", "summary"):
        assert again[part] == explored[part]


def test_a_waiver_of_explore_that_expects_another_state_is_unused(check, saved, explored):
    cause = next(cause for cause in explored["explore"]["causes"] if cause["state"] == "fail")
    result, report = check({"query": cause["id"], "states": ["crash"]}, report=write(saved, explored))
    assert "waivers: 1 given, 0 used, 1 unused" in result.stdout
    assert "was not used" in result.stderr
    assert report["summary"] == explored["summary"]


def test_waivers_of_explore_name_shapes(check, saved, explored, validate):
    """One waiver for all causes of one defect."""
    shapes = {result["name"]: result["shape"] for result in explored["results"] if "shape" in result}
    with_if = {name for name, shape in shapes.items() if "if {" in shape}
    assert with_if and with_if < set(shapes)
    failed = {result["name"] for result in explored["results"] if result["state"] == "fail"}
    waiver = {"query": "explore-fail-*", "shape": ["*if {*", "no shape of these"]}
    _, report = check(waiver, report=write(saved, explored))
    validate(report, "report")
    assert {result["name"] for result in report["results"] if result["state"] == "waived"} == with_if & failed


def test_all_causes_of_explore_waived_is_success(check, saved, explored):
    result, report = check({"query": "explore-*", "states": ["fail", "crash"]}, report=write(saved, explored))
    assert result.returncode == 0, result.stdout
    assert {cause["state"] for cause in report["explore"]["causes"]} == {"waived"}
    assert report["summary"]["pass"] == explored["summary"]["pass"]


def test_causes_of_a_report_of_explore_from_another_version(check, saved, explored, validate):
    """Their ids are those of this version, and causes that are one now are joined."""
    expected = {cause["id"]: cause for cause in explored["explore"]["causes"]}
    one, two, three, *_ = (
        c for c in explored["explore"]["causes"] if c["state"] == "fail" and "reduced" in c
    )
    one["id"] = "explore-fail-00000000"
    part = {**two, "id": "explore-fail-00000001", "reduced": {**two["reduced"], "lines": 1}}
    explored["explore"]["causes"].append(part)
    explored["explore"]["causes"].remove(three)
    result, report = check({"query": "nothing"}, report=write(saved, explored))
    assert result.returncode == 1, result.stderr
    validate(report, "report")
    found = {cause["id"]: cause for cause in report["explore"]["causes"]}
    assert found.keys() == expected.keys()
    assert found[expected[two["id"]]["id"]]["reduced"]["lines"] == 1
    assert found[two["id"]]["reduced_programs"] == 2 * two["reduced_programs"]
    assert found[two["id"]]["programs"] == two["programs"]
    assert "reduced" not in found[three["id"]] and found[three["id"]]["seeds"] == three["seeds"]


def test_a_cause_of_explore_of_a_program_that_passed_is_refused(check, saved, explored):
    passed = next(entry["name"] for entry in explored["results"] if entry["state"] == "pass")
    explored["explore"]["causes"][0]["reduced"]["of"] = passed
    result, report = check({}, report=write(saved, explored))
    assert (result.returncode, result.stdout, report) == (2, "", None)
    assert f"{passed} is of a cause and has not failed" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_command_of_a_program_of_explore(wgconform, saved, explored):
    """It is a command of explore, not of a run: no case of the suite has that name."""
    cause = explored["explore"]["causes"][0]
    explored["command"] += ["--without", "work_group_all", "--size=7"]
    check = {"name": "query.shared_process", "state": "timeout", "reason": "no answer", "selected": False}
    explored["results"].append({"seconds": 0, "cause": "query.shared_process-timeout-235a9418", **check})
    shown = wgconform("causes", write(saved, explored)).stdout
    reruns = [line for line in shown.splitlines() if line.startswith("     rerun: ")]
    assert all(" explore --device " in line and "--without work_group_all" in line for line in reruns)
    (whole,) = (line for line in reruns if " --time 3600 " in line)  # of query.shared_process
    assert "--seed 2000001 " in whole and whole.endswith(" --size=7")
    reruns.remove(whole)
    assert len(reruns) == len(explored["explore"]["causes"])
    assert all("--without work_group_all --size 7 --programs 1 --seed " in line for line in reruns)
    assert sum(line.endswith(f" --seed {cause['seeds'][0]}") for line in reruns) == 1
    assert "c.explore." not in "".join(reruns)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--check", "a"], "--check needs waivers: -w FILE is missing"),
        (["a", "-w", "b", "-o", "c"], "--waivers needs --check"),
        (["a"], "-o FILE is missing"),
        (["--check", "no.json", "-w", "none.json"], "--waivers: none.json"),
    ],
)
def test_options_that_do_not_fit_are_2_with_one_line(wgconform, tmp_path, arguments, message):
    result = wgconform("waive", *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
