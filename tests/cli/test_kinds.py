"""scripts/kinds: in which kinds of programs a device's cases pass, and in which they fail."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys

from conftest import BUILD, ROOT

SCRIPT = ROOT / "scripts/kinds"


def kinds_of():
    loader = importlib.machinery.SourceFileLoader("kinds", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("kinds", loader))
    loader.exec_module(module)
    return module


def run(*arguments):
    command = [sys.executable, SCRIPT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_each_pattern_has_cases():
    listed = subprocess.run(
        [BUILD / "bin/wgconform", "--list", "--profile", "full"], capture_output=True, text=True, check=True
    )
    names = listed.stdout.split()
    module = kinds_of()
    patterns = [pattern for text in module.KINDS.values() for pattern in text.split()]
    assert len(names) > 10_000
    assert [p for p in patterns if not any(module.belongs(name, [p]) for name in names)] == []


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
    done = run(f"A device={report}")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "| kind | A device |"
    row = dict(line.strip("| ").split(" | ") for line in lines[2:])
    assert (row["2"], row["8"], row["11"], row["14"]) == ("1, 1", "-", "0, 1", "1")

    report.write_text(json.dumps({"results": [*results, {"name": "query.a", "state": "fail"}]}))
    done = run(f"A device={report}")
    assert (done.returncode, done.stderr) == (1, "A device: query.a: fail\n")


def test_a_report_in_the_small_form_is_refused(tmp_path):
    report = tmp_path / "small.json"
    report.write_text(json.dumps({"listed": []}))
    done = run(f"A={report}")
    assert (done.returncode, done.stdout) == (1, "")
    assert "whole report" in done.stderr
    assert run(str(report)).returncode == 1
    assert run().returncode == 1
