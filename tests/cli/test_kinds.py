"""scripts/kinds: in which kinds of programs a device's cases pass, and in which they fail."""

import json

from conftest import ROOT, load_script, run

SCRIPT = ROOT / "scripts/kinds"
TABLE = """# Forms

| kind | what | forms | An old device | Another |
|---|---|---|--:|--:|
| 2 | loops | `afterloop*` | 7 | - |
| 8 | private memory | `pressure` | 7, 7 | - |
| 14 | ballots | `sub_group_ballot` in them; `phi`; `--build-option` | 7 | - |
| 16 | sizes | the local sizes full and single | | |

The end.
"""


def test_each_pattern_has_cases():
    module = load_script(SCRIPT, "scripts_kinds")
    names = run("--list", "--profile", "full").stdout.split()
    parts = {part for name in names if (part := module.part_of(name))}
    lines = module.PAGE.read_text().splitlines()
    patterns = [pattern for i in module.rows_of(lines) for pattern in module.patterns_of(lines[i])]
    assert len(names) > 10_000
    assert len(patterns) > 40
    assert [p for p in patterns if not any(module.belongs(part, [p]) for part in parts)] == []


def test_the_columns_of_the_page_are_written(tmp_path):
    states = {
        "c.work_group_all.int.64.afterloop": "pass",
        "c.work_group_any.int.64.afterloop_debug": "waived",
        "c.work_group_any.int.64.plain": "pass",
        "c.sub_group_ballot.uint4.64.plain": "pass",
        "c.work_group_all.int.64.pressure": "skip",
    }
    results = [{"name": name, "state": state} for name, state in states.items()]
    report, page = tmp_path / "full.json", tmp_path / "forms.md"
    report.write_text(json.dumps({"results": results}))
    page.write_text(TABLE)
    done = run("--page", page, f"A device={report}", program=SCRIPT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert page.read_text().splitlines() == [
        "# Forms",
        "",
        "| kind | what | forms | A device |",
        "|---|---|---|--:|",
        "| 2 | loops | `afterloop*` | 1, 1 |",
        "| 8 | private memory | `pressure` | - |",
        "| 14 | ballots | `sub_group_ballot` in them; `phi`; `--build-option` | 1 |",
        "| 16 | sizes | the local sizes full and single |  |",
        "",
        "The end.",
    ]

    report.write_text(json.dumps({"results": [*results, {"name": "query.a", "state": "fail"}]}))
    done = run("--page", page, f"A device={report}", program=SCRIPT)
    assert (done.returncode, done.stderr) == (1, "A device: query.a: fail\n")
    page.write_text("# Forms\n")
    done = run("--page", page, f"A device={report}", program=SCRIPT)
    assert done.returncode == 1 and "it has no table" in done.stderr


def test_a_report_in_the_small_form_is_refused(tmp_path):
    report = tmp_path / "small.json"
    report.write_text(json.dumps({"listed": []}))
    done = run(f"A={report}", program=SCRIPT)
    assert (done.returncode, done.stdout) == (1, "")
    assert "whole report" in done.stderr
    assert run(report, program=SCRIPT).returncode == 1
    assert "none.json" in run(f"A={tmp_path / 'none.json'}", program=SCRIPT).stderr
    assert run(program=SCRIPT).returncode == 1
