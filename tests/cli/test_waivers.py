"""Waivers: those of the suite keep their schema; what becomes of one that does not hold."""

import json
import re

import pytest
from conftest import ROOT

WAIVERS = ROOT / "suite" / "waivers"
FAKE_RULES = "wrong c.work_group_all.int.[346]*,crash c.work_group_all.int.1.*"
RIGHT, WRONG = "c.work_group_reduce_add.int.33.plain", "c.work_group_all.int.33.plain"


def write(path, *waivers):
    """A waiver file; the default fields make a waiver apply to WRONG as it fails."""
    usual = {"query": WRONG, "states": ["fail"], "reason": "known"}
    items = [{"id": f"w{i}", **usual, **waiver} for i, waiver in enumerate(waivers)]
    path.write_text(json.dumps({"schema_version": 1, "waivers": items}))
    return path


@pytest.fixture
def run(wgconform, fake, tmp_path):
    """run(waivers, *arguments): the result, the report, and each case's result by name."""

    def start(waivers, *arguments):
        report = tmp_path / "report.json"
        file = write(tmp_path / "waivers.json", *waivers)
        result = wgconform("-d", fake["index"], "-p", "full", "-w", file, "-o", report, *arguments)
        found = json.loads(report.read_text())
        return result, found, {r["name"]: r for r in found["results"]}

    return start


@pytest.mark.parametrize("file", sorted(WAIVERS.glob("*.json")), ids=lambda file: file.stem)
def test_the_waivers_of_the_suite_keep_the_schema(file, validate, wgconform):
    validate(json.loads(file.read_text()), "waivers")
    together = set()  # a query that matches no case is named; with one that takes cases away, its waiver
    for waiver in json.loads(file.read_text())["waivers"]:
        # a cause of explore is in no list; its id has a fixed form, or `*` for each
        cases = [query for query in queries(waiver) if not CAUSE.fullmatch(query)]
        if any(query.startswith("!") for query in cases):
            listed = wgconform("--list", "-p", "full", *cases)
            assert listed.returncode == 0, f"{waiver['id']}: {listed.stderr}"
        else:
            together |= {*cases}
        alone = not re.match(r"(the same (with|in|for|as)\b|the same:|as above|see )", waiver["reason"])
        assert alone, waiver["id"]
    listed = wgconform("--list", "-p", "full", *sorted(together))
    assert listed.returncode == 0, listed.stderr


CAUSE = re.compile(r"explore-(fail|crash|timeout|build_error)-([0-9a-f]{8}|\*)")


def queries(waiver):
    return waiver["query"] if isinstance(waiver["query"], list) else [waiver["query"]]


def test_a_failure_that_is_expected_is_waived(run, validate):
    result, report, cases = run([{}], WRONG, RIGHT)
    assert result.returncode == 0, result.stderr
    assert cases[WRONG]["state"] == "waived"
    assert cases[WRONG]["waiver"] == "w0"
    assert "known" in cases[WRONG]["reason"]
    assert "mismatch" in cases[WRONG]
    assert cases[RIGHT]["state"] == "pass"
    assert report["warnings"] == []
    validate(report, "report")


def test_a_case_that_passes_against_its_waiver_is_a_failure(run):
    result, _, cases = run([{"query": "c.*"}], WRONG, RIGHT)
    assert result.returncode == 1
    assert cases[RIGHT]["state"] == "unexpected_pass"
    assert cases[RIGHT]["waiver"] == "w0"


def test_another_state_than_the_expected_one_stays(run):
    result, report, cases = run([{"states": ["crash"]}], WRONG)
    assert result.returncode == 1
    assert cases[WRONG]["state"] == "fail"
    assert ["w0 was not used" in w for w in report["warnings"]] == [True]


@pytest.mark.parametrize(
    "other",
    [
        {"device": {"platform": "Second*"}},
        {"device": {"name": "unknown chip"}},
        {"driver": {"min": "99"}},
        {"driver": {"max": "1.1"}},
        {"impl": "emulated"},
        {"query": [WRONG, "!*.33.*"]},
    ],
    ids=json.dumps,
)
def test_a_waiver_of_something_else_does_not_apply_and_is_no_news(run, other):
    result, report, cases = run([other], WRONG)
    assert result.returncode == 1
    assert cases[WRONG]["state"] == "fail"
    assert report["warnings"] == []


def test_an_expired_waiver_does_not_apply_and_is_reported(run):
    result, report, cases = run([{"expires": "2024-02-29", "owner": "driver team"}], WRONG)
    assert result.returncode == 1
    assert cases[WRONG]["state"] == "fail"
    assert any("w0 expired after 2024-02-29" in w and "driver team" in w for w in report["warnings"])
    assert "expired" in result.stderr


def test_a_flaky_waiver_lets_a_case_pass(run):
    result, _, cases = run([{"query": RIGHT, "flaky": True}], RIGHT)
    assert result.returncode == 0
    assert cases[RIGHT]["state"] == "pass"


def test_waivers_of_several_files_are_taken_together(wgconform, fake, tmp_path):
    one, other = tmp_path / "1.json", tmp_path / "2.json"
    write(one, {"query": "nothing.*"})
    other.write_text(
        json.dumps(
            {
                "schema_version": 1,
                "waivers": [{"id": "b", "query": WRONG, "states": ["fail"], "reason": "known"}],
            }
        )
    )
    result = wgconform("-d", fake["index"], "-p", "full", "-w", one, "--waivers", other, WRONG)
    assert result.returncode == 0, result.stderr
    again = wgconform("-d", fake["index"], "-p", "full", "-w", one, "-w", one, WRONG)
    assert again.returncode == 2
    assert "w0" in again.stderr


@pytest.mark.parametrize(
    "text, part",
    [("{", "1.json:1"), ("[]", "no waiver file"), ('{"schema_version":1,"waivers":[{}]}', "waivers[0]")],
)
def test_a_file_that_is_wrong_is_refused_with_its_place(wgconform, tmp_path, text, part):
    path = tmp_path / "1.json"
    path.write_text(text)
    result = wgconform("-w", path, WRONG)
    assert result.returncode == 2
    assert part in result.stderr and str(path) in result.stderr


def test_a_file_that_is_not_there_is_refused(wgconform, tmp_path):
    assert wgconform("-w", tmp_path / "none.json", WRONG).returncode == 2


def test_a_draft_waives_what_failed(run, wgconform, validate, fake, tmp_path):
    """The draft keeps the schema, and the same run passes with it."""
    cases = [WRONG, "c.work_group_all.int.64.plain", RIGHT, "c.work_group_all.int.1.plain"]
    run([{"query": "nothing.*"}], *cases)
    draft = tmp_path / "draft.json"
    result = wgconform("waive", tmp_path / "report.json", "-o", draft)
    assert result.returncode == 0, result.stderr
    text = json.loads(draft.read_text())
    validate(text, "waivers")
    assert sorted(state for waiver in text["waivers"] for state in waiver["states"]) == ["crash", "fail"]
    # a waiver is a cause, in its words: none of one case's numbers
    causes = json.loads((tmp_path / "report.json").read_text())["causes"]
    assert [(w["id"], w["reason"], len(w["query"])) for w in text["waivers"]] == [
        (c["id"], c["title"], c["cases"]) for c in causes
    ]
    assert not any(re.search(r"\d+ of \d+|0x", waiver["reason"]) for waiver in text["waivers"])
    assert all(waiver["driver"] == {"min": "1.2.3", "max": "1.2.3"} for waiver in text["waivers"])
    again = wgconform("-d", fake["index"], "-p", "full", "-w", draft, *cases)
    assert again.returncode == 0, again.stdout


def test_nothing_failed_gives_an_empty_draft(run, wgconform, validate, tmp_path):
    run([{"query": "nothing.*"}], RIGHT)
    result = wgconform("waive", tmp_path / "report.json", "-o", "-")
    assert result.returncode == 0, result.stderr
    validate(json.loads(result.stdout), "waivers")
    assert json.loads(result.stdout)["waivers"] == []
