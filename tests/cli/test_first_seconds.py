"""tests/bench/first.py: the share of findings that the first seconds show."""

import gzip
import json

import pytest
from conftest import ROOT, load_script

FAKE_RULES = "wrong c.work_group_reduce_add.int.*"
CASE, OTHER = "c.work_group_reduce_add.int.3.plain", "c.work_group_any.int.3.plain"
REPORT = {
    "profile": "full",
    "causes": [{"id": "a", "link": "results/findings/one.md"}, {"id": "b"}],
    "listed": [
        {"name": CASE, "state": "waived", "cause": "a", "waiver": "known"},
        {"name": OTHER, "state": "fail", "cause": "b", "waiver": "of-a-waiver"},
        {"name": "c.sub_group_any.int.64.plain", "state": "fail", "cause": "b"},
        {"name": "c.sub_group_any.int.65.plain", "state": "pass"},
    ],
}


@pytest.fixture(scope="module")
def first():
    return load_script(ROOT / "tests/bench/first.py", "bench_first")


def test_a_failing_case_shows_the_finding_that_it_fails_by_in_the_report(first):
    findings = first.of_report(REPORT)
    assert findings == {CASE: "results/findings/one.md", OTHER: "of-a-waiver"}
    assert first.share(findings, [OTHER, "another"], "*") == ({"of-a-waiver"}, set(findings.values()))
    assert first.share(findings, [], "*reduce_add*") == (set(), {"results/findings/one.md"})


def test_two_runs_print_what_they_show(first, fake, tmp_path, monkeypatch, capsys):
    report = tmp_path / "report.json.gz"
    report.write_bytes(gzip.compress(json.dumps(REPORT).encode()))
    monkeypatch.setattr(first, "RUNS", ((1, CASE), (1, OTHER)))
    assert first.main([str(report)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == f"| 1 | `{CASE}` | 1 | 1 of 1 |  |"
    assert lines[3] == f"| 1 | `{OTHER}` | 1 | 0 of 1 | of-a-waiver |"
