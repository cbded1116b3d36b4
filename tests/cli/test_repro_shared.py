"""repro of query.shared_program: the report of the run has the cases of the program."""

import json

import pytest
from conftest import first_case


@pytest.fixture
def finding(wgconform, fake, tmp_path):
    """A report in which two kernels spoil each other, by what is changed in its finding."""
    kernels = [first_case(f"c.work_group_{name}.int.*.plain") for name in ("any", "reduce_max")]
    run = ["-d", fake["index"], "--seed", "5", "-q", "-p", "default", "-o", tmp_path / "passed.json"]
    done = wgconform(*run, *kernels)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "passed.json").read_text())

    def write(**changes):
        result = {"name": "query.shared_program", "state": "fail", "seconds": 0.0, "reason": "both"}
        result |= {"selected": False, "kernels": kernels} | changes
        result = {key: value for key, value in result.items() if value is not None}
        summary = {**report["summary"], "total": 3, "fail": int(result["state"] == "fail")}
        summary["pass"] += result["state"] == "pass"
        changed = {**report, "results": [*report["results"], result], "summary": summary}
        (tmp_path / "report.json").write_text(json.dumps(changed))
        return tmp_path / "report.json", kernels

    return write


@pytest.mark.parametrize("sign", ["", "@"])
def test_a_report_names_the_program_of_its_finding(wgconform, finding, sign, tmp_path):
    """With the run's seed."""
    report, kernels = finding()
    written = wgconform("repro", "query.shared_program", f"{sign}{report}", "-o", tmp_path / "report")
    assert written.returncode == 0, written.stderr
    assert wgconform("repro", *kernels, "--seed", "5", "-o", tmp_path / "names").returncode == 0
    for name in ("repro.c", "repro.cl"):
        assert (tmp_path / "report" / name).read_text() == (tmp_path / "names" / name).read_text()


@pytest.mark.parametrize(
    ("changes", "more", "words"),
    [
        (None, [], "the report of the run has the program: repro query.shared_program REPORT"),
        ({}, ["c.a.b"], "c.a.b: a report names the cases of the program itself"),
        ({"kernels": None}, [], "without a list of the kernels: name the cases of the reason instead"),
        ({"kernels": ["any two"]}, [], 'field "kernels" must be an array of cases\' names'),
        ({"state": "pass"}, [], "no program of several kernels failed there"),
        ({"name": "query.shared_process"}, [], "no program of several kernels failed there"),
    ],
)
def test_a_report_without_the_program_is_refused(wgconform, finding, changes, more, words, tmp_path):
    report = [] if changes is None else [finding(**changes)[0]]
    done = wgconform("repro", "query.shared_program", *report, *more, "-o", tmp_path / "repro")
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and not (tmp_path / "repro").exists()
