"""scripts/kinds: in which kinds of programs a device's cases pass, and in which they fail."""

import json

from conftest import ROOT, load_script, run

SCRIPT = ROOT / "scripts/kinds"


def test_each_pattern_has_cases():
    module = load_script(SCRIPT, "scripts_kinds")
    names = run("--list", "--profile", "full").stdout.split()
    parts = {part for name in names if (part := module.part_of(name))}
    patterns = [pattern for text in module.KINDS.values() for pattern in text.split()]
    assert len(names) > 10_000
    assert [p for p in patterns if not any(module.belongs(part, [p]) for part in parts)] == []


def test_a_cell_has_what_passes_and_what_is_waived(tmp_path):
    states = {
        "c.work_group_all.int.64.afterloop": "pass",
        "c.work_group_any.int.64.afterloop_debug": "waived",
        "c.work_group_any.int.64.plain": "pass",
        "c.sub_group_ballot.uint4.64.plain": "pass",
        "c.work_group_all.int.64.pressure": "skip",
    }
    results = [{"name": name, "state": state} for name, state in states.items()]
    report = tmp_path / "full.json"
    report.write_text(json.dumps({"results": results}))
    done = run(f"A device={report}", program=SCRIPT)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "| kind | A device |"
    row = dict(line.strip("| ").split(" | ") for line in lines[2:])
    assert (row["2"], row["8"], row["11"], row["14"]) == ("1, 1", "-", "0, 1", "1")

    report.write_text(json.dumps({"results": [*results, {"name": "query.a", "state": "fail"}]}))
    done = run(f"A device={report}", program=SCRIPT)
    assert (done.returncode, done.stderr) == (1, "A device: query.a: fail\n")


def test_a_report_in_the_small_form_is_refused(tmp_path):
    report = tmp_path / "small.json"
    report.write_text(json.dumps({"listed": []}))
    done = run(f"A={report}", program=SCRIPT)
    assert (done.returncode, done.stdout) == (1, "")
    assert "whole report" in done.stderr
    assert run(report, program=SCRIPT).returncode == 1
    assert "none.json" in run(f"A={tmp_path / 'none.json'}", program=SCRIPT).stderr
    assert run(program=SCRIPT).returncode == 1
