"""The tables of real bugs and the mutator: what can be tested without a build of PoCL."""

import dataclasses
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import PROGRAM, load_script

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import bugs  # noqa: E402
import cts  # noqa: E402
import exploring  # noqa: E402
import mutate  # noqa: E402
import pocl  # noqa: E402
import source  # noqa: E402

import results  # noqa: E402

run = load_script(HERE / "run.py", "real_bugs_run")

SOURCE = """\
/* barrier (x); stays: a comment */
#ifdef DEBUG_THIS
  a = b;
#endif
#define REDUCE(TYPE)                       \\
    data[get_local_linear_id ()] = val;    \\
    work_group_barrier (FENCE);            \\
    for (uint i = 1; i < size; ++i)        \\
      {                                    \\
        TYPE a = data[0], b = data[i];     \\
      }
last line
"""
REGION = mutate.Region("lib/reduce.cl", "REDUCE", "", ("c.*",), 1)
C = """\
static bool again(Function &F, int n);
const char *table[] = {
    "a",
    "b"};
static bool again(Function &F,
                  int n) {
    if (again(F, n + 1)) {
        return true;
    }
}
bool Class::other(int n) {
    return n + 1;
}
"""


def row(**values):
    usual = {"kind": "bug", "state": "found", "profile": "quick", "name": "n", "what": "w", "source": "6.0-6"}
    return usual | values


def edit(function, old, new="x"):
    return {"file": "f.c", "function": function, "old": old, "new": new}


CASE = "c.work_group_all.int.64.plain"
BUG = '[[bug]]\nname = "a"\nwhat = "b"\ncommit = "c"\nedits = []\n'


def test_the_tables_are_complete():
    table = bugs.read((HERE / "bugs.toml").read_text())
    assert len(table) >= 30
    for bug in table:
        assert len(bug.commit) >= 9 and set(bug.commit) <= set("0123456789abcdef"), bug.name
        assert bug.edits, bug.name
    mutants = tomllib.loads((HERE / "mutants.toml").read_text())
    assert mutate.load_regions(mutants["region"])
    assert all(reason for reason in mutants["equivalent"].values())


def test_an_edit_is_a_few_tokens_and_no_code_of_pocl():
    for bug in bugs.read((HERE / "bugs.toml").read_text()):
        for change in bug.edits:
            assert "\n" not in change["old"] and len(change["old"]) < 90, bug.name
            assert len(change["new"]) < 120 and change["new"].count("\n") <= 1, bug.name


def test_each_edit_and_mutant_has_its_place_in_the_source_package():
    if not (pocl.TREE / "source").is_dir():
        pytest.skip("scripts/setup pocl-source: the source package is not here")
    for bug in bugs.read((HERE / "bugs.toml").read_text()):
        for name, text in bug.changes(pocl.read).items():
            assert text != pocl.read(name), bug.name
    table = tomllib.loads((HERE / "mutants.toml").read_text())
    mutants = mutate.load(mutate.load_regions(table["region"]), pocl.read)
    for mutant in mutants:
        assert mutant.changes(pocl.read)[mutant.path] != pocl.read(mutant.path), mutant.name
    names = [m.name for m in mutants]
    assert len(names) == len(set(names)) > 100
    assert set(table["equivalent"]) | set(table["env"]) | set(table["shape"]) <= set(names)


def test_a_mutant_has_its_variables_and_what_shows_it(monkeypatch):
    table = tomllib.loads((HERE / "mutants.toml").read_text())
    (name, env), (missed, shape) = next(iter(table["env"].items())), next(iter(table["shape"].items()))
    mutants = [SimpleNamespace(name=n, title="t", cases=("c.*",), changes=None) for n in (name, missed)]
    monkeypatch.setattr(run.mutate, "load", lambda *_: mutants)
    chosen = run.tasks(SimpleNamespace(bug=[], only="mutants"))
    assert [(task.env, task.shape) for task in chosen] == [(env, ""), ({}, shape)]


def test_the_suite_has_the_cases_that_find_bugs():
    """Of a bug that two builds have, one row at least names a case of today's suite."""
    listed = subprocess.run([PROGRAM, "--list", "-p", "default"], capture_output=True, text=True, check=True)
    suite = set(listed.stdout.split())
    kit = [row for row in json.loads(results.KIT_ROWS.read_text()) if row["first"]]
    cases = {}
    for row in json.loads(results.KEPT.read_text()) + kit:
        if row["kind"] == "bug" and row["first"]:
            cases.setdefault(row["name"], set()).add(row["first"])
    assert len(cases) > 50
    assert [name for name in cases if not cases[name] & suite] == []
    assert {row["first"] for row in kit} - suite == set()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[bug]]\nname = "a"\nwhat = "b"\n', "a: no commit, edits"),
        (BUG + "foo = 1\n", "a: unknown: foo"),
        (BUG.replace("[]", '[{file = "f"}]'), "a: an edit has file, function, new, old"),
        (BUG * 2, "twice: a"),
    ],
)
def test_wrong_rows_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        bugs.read(text)


def test_an_edit_is_in_its_function_alone():
    assert source.edited(C, edit("other", "n + 1", "n")) == C.replace("return n + 1", "return n")
    assert source.edited(C, edit("again", "n + 1", "n")) == C.replace("(F, n + 1)", "(F, n)")
    assert source.edited(C, edit("again", "int n) { if", "long n) { if")).count("long") == 1
    assert source.edited(C, edit("table", '"b"', '"c"')) == C.replace('"b"', '"c"')
    assert (
        source.edited(SOURCE, edit("REDUCE", "val; work_group_barrier (FENCE);", "val;")).count("FENCE") == 0
    )
    for function, old, message in (
        ("", "n + 1", r"f\.c has 'n \+ 1' 2 times"),
        ("other", "n + 2", r"f\.c: other has 'n \+ 2' 0 times"),
        ("nothing", "n", "there is no nothing"),
    ):
        with pytest.raises(ValueError, match=message):
            source.edited(C, edit(function, old))


def test_two_edits_of_a_file_add_up():
    table = bugs.read(BUG)
    bug = dataclasses.replace(table[0], edits=(edit("again", "n + 1", "n"), edit("other", "n + 1", "n")))
    assert bug.changes(lambda name: C) == {"f.c": C.replace("n + 1", "n")}


def test_the_source_is_as_before_after_a_bug_and_after_a_run_that_was_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(pocl, "TREE", tmp_path)
    monkeypatch.setattr(pocl, "FOLDER", tmp_path / "layers")
    for folder in ("source", "work"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "f.c").write_text("right\n")
    work, seen = tmp_path / "work" / "f.c", []
    failed = subprocess.CompletedProcess([], 1, f"{work}:1: error: wrong\n", "")
    monkeypatch.setattr(pocl, "ninja", lambda jobs: seen.append(work.read_text()) or failed)
    with pytest.raises(pocl.NoBuild, match=r"^f\.c:1: error: wrong"):
        pocl.build("a", {"f.c": "wrong\n"}, 1)
    assert seen == ["wrong\n"] and work.read_text() == "right\n"
    killed = pocl.changed({"f.c": "wrong\n"})
    killed.__enter__()
    assert work.read_text() == "wrong\n"
    pocl.restore()
    assert work.read_text() == "right\n" and not (tmp_path / "changed.json").exists()


def test_a_run_needs_the_tree_and_has_it_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(pocl, "TREE", tmp_path)
    with pytest.raises(pocl.Unusable, match="scripts/setup pocl-source"), pocl.alone():
        pass
    with pytest.raises(pocl.Unusable, match="scripts/setup pocl-source"):
        pocl.read("lib/f.c")
    (tmp_path / "complete").write_text("")
    with pocl.alone(), pytest.raises(pocl.Unusable, match="another run uses"), pocl.alone():
        pass


def test_mutants_are_the_same_each_time_and_differ_in_one_place():
    mutants = mutate.mutants_of(SOURCE, REGION)
    assert mutants == mutate.mutants_of(SOURCE, REGION)
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        changed = mutant.apply(SOURCE)
        assert changed != SOURCE
        assert changed.count("\n") <= SOURCE.count("\n")


def test_a_mutant_takes_a_string_and_a_comment_along():
    source = C.replace("return true;", 'last->name = find("n; m" /* = */);')
    region = mutate.Region("lib/again.cc", "again", "", ("c.*",), 1)
    removed = [m for m in mutate.mutants_of(source, region) if m.name.endswith(":statement")]
    assert [m.title for m in removed] == ['`last->name = find("n; m" /* = */);` removed']
    assert removed[0].apply(source) == C.replace("        return true;", "")


def test_each_operator_finds_its_place():
    titles = {mutant.title for mutant in mutate.mutants_of(SOURCE, REGION)}
    assert titles >= {
        "`<` becomes `<=`",
        "`work_group_barrier (FENCE);` removed",
        "`data[get_local_linear_id ()] = val;` removed",
        "`TYPE a = data[0], b = data[i]` becomes `TYPE a = data[i], b = data[0]`",
        "`uint` becomes `uchar`",
        "`1` becomes `0`",
    }
    assert not any("a = b" in title for title in titles)


def test_take_and_missing_places():
    all_of_them = mutate.mutants_of(SOURCE, REGION)
    every_second = mutate.mutants_of(SOURCE, mutate.Region(*list(vars(REGION).values())[:4], 2))
    assert every_second == all_of_them[::2]
    with pytest.raises(ValueError, match="there is no nothing"):
        mutate.mutants_of(SOURCE, mutate.Region("f", "nothing", "", (), 1))
    every = mutate.mutants_of(C, mutate.Region("f", "again", "", (), 1))
    more = mutate.mutants_of(C + "int last(int n) {\n}\n", mutate.Region("f", "again", "last", (), 1))
    assert set(every) < set(more) and "f:12:14:plus" in {mutant.name for mutant in more}


def test_results_are_counted_and_what_is_open_is_printed():
    rows = [
        row(),
        row(profile="default"),
        row(state="missed"),
        row(state="equivalent"),
        row(state="open"),
        row(state="not run"),
        row(kind="mutant", state="equivalent"),
    ]
    n = results.counts(rows[:6])
    assert (n["quick"], n["found"], n["judged"], n["equivalent"], n["unknown"]) == (1, 2, 3, 1, 2)
    bugs_line, mutants_line = results.summary(rows).splitlines()
    assert bugs_line == "bugs: found 2 of 3 that can be shown, 1 by quick; open 1; equivalent 1; not run 1"
    assert mutants_line == "mutants: found 0 of 0 that can be shown, 0 by quick; open 0; equivalent 1"
    found = row(name="a", first="c.x", verdict="fail", build_seconds=1.0, seconds=2.0)
    assert results.line(found) == "found      a: quick, c.x (fail) [1 + 2 s]"


@pytest.mark.parametrize(
    ("task", "state"),
    [
        ({"equivalent": "why", "shape": "k"}, "equivalent"),
        ({"shape": "k"}, "missed"),
        ({"idea": "k"}, "open"),
        ({}, "open"),
        ({"kind": "mutant"}, "missed"),
    ],
)
def test_what_nothing_finds_has_an_argument_or_counts_or_is_open(task, state):
    given = run.Task(
        **({"name": "n", "kind": "bug", "what": "w", "commit": "c", "cases": (), "changes": None} | task)
    )
    one = row(state="missed", reason="")
    run.explain(one, given)
    assert (one["state"], one["reason"]) == (
        state,
        next(iter(task.values()), "") if "kind" not in task else "",
    )
    found = row(reason="")
    run.explain(found, given)
    assert found["state"] == "found"


def test_the_page_has_every_bug():
    rows = [
        row(name="one", commit="0123456789", first="c.a", verdict="fail", env={"A": "1"}, reason=""),
        row(name="two", commit="0123456789", state="missed", reason="no form has it", env={}),
        row(name="three", commit="0123456789", state="open", reason="", kernel="k", env={}),
        row(name="f.cl:1:2:plus", kind="mutant", state="equivalent", reason="why", first="", verdict=""),
    ]
    page = results.tables(rows, "##")
    assert "quick: `c.a` (fail), with `A=1`" in page
    assert "| `two` | w | no form has it |" in page
    assert "| three | `012345678` | w | **open** |  |" in page
    assert "| `three` | w | k |" in page
    assert "| `f.cl:1:2:plus` | w | why |" in page
    table = bugs.read((HERE / "bugs.toml").read_text())
    measured = row(name=table[1].name, first="c.a", verdict="fail", env={})
    every = results.with_all_bugs([measured])
    assert [one["name"] for one in every] == [bug.name for bug in table]
    assert [one["state"] for one in every[:3]] == ["not run", "found", "not run"]


def test_the_page_shows_what_explore_finds():
    one = {
        "fault": "a.b",
        "what": "w",
        "state": "found",
        "seconds": 7.4,
        "programs": 20,
        "lines": 5,
        "variants": 60,
    }
    rows = [
        one | {"reduction": 3.2},
        one | {"fault": "a.c", "lines": results.MOST_LINES, "reduction": 9.0},
        one | {"fault": "a.d", "state": "missed", "seconds": 40.1, "lines": 0},
    ]
    text = results.explored({"device": "d", "time": 40, "rows": rows})
    assert "2 of 3 were found. 1 of the 2 reduced programs have fewer than\n25 lines" in text
    assert "| `a.b` | w | 7 s, 20 programs | 5 | 60, 3 s |" in text
    assert "| `a.d` | w | **missed** in 40 s, 20 programs |  |  |" in text


def test_explore_adds_to_a_result_and_a_later_run_keeps_it():
    before = {"state": "found", "first": "c.a", "cts": {"state": "missed"}}
    explored = {"state": "missed", "first": "", "cts": {}, "explore": {"state": "found"}}
    both = exploring.merged(explored, before)
    assert both == before | {"explore": {"state": "found"}}
    again = exploring.merged({"state": "open", "first": "", "cts": {}, "explore": {}}, both)
    assert again == {"state": "open", "first": "", "cts": before["cts"], "explore": both["explore"]}
    assert exploring.merged({"state": "open", "cts": {}, "explore": {}}, None)["state"] == "open"


def test_the_page_counts_what_explore_finds_of_bugs_and_mutants():
    found = {"state": "found", "seconds": 12.0, "programs": 40, "seed": 33, "failure": "crash"}
    missed = {"state": "missed", "seconds": 61.2, "programs": 180, "seed": 0, "failure": ""}
    rows = [
        row(name="a", explore=found),
        row(name="b", explore=missed),
        row(name="c", state="open", explore=found | {"seconds": 30.0}),
        row(name="d", kind="mutant", state="missed", explore=missed),
        row(name="e"),
    ]
    text = results.explored_bugs(rows, "PoCL's main")
    assert "| bugs | 3 | 1 of 2 (50 %) | 1 | 30 s |" in text
    assert "| mutants | 1 | none | 0 |  |" in text
    assert "| a | found | 12 s, 40 programs: seed 33 (crash) |" in text
    assert "| b | found | nothing in 61 s, 180 programs |" in text
    assert "| e |" not in text
    assert results.explored_bugs([row(name="e")], "PoCL's main") == ""


@pytest.mark.parametrize(
    ("wrong", "right", "alone", "expected"),
    [
        ({3, 5}, {3}, "fail", ("found", 5, "fail")),
        ({3}, {3}, "fail", ("missed", 0, "")),
        ({3, 5}, {3}, "pass", ("missed", 0, "")),
    ],
    ids=["a program of its own", "one that fails without the bug", "one that fails only sometimes"],
)
def test_a_bug_is_found_by_a_program_that_fails_with_it_alone(
    tmp_path, monkeypatch, wrong, right, alone, expected
):
    """A driver of which a portion's failures are given; the clock moves by a portion a second."""
    monkeypatch.setattr(pocl, "FOLDER", tmp_path)
    moments = iter(range(1000))
    monkeypatch.setattr(exploring.portions.time, "monotonic", lambda: next(moments))
    explorer = exploring.Explorer(3, Path("wgconform"))

    def report(layer, env, *options):
        first, programs = int(options[1]), int(options[3])
        bad = wrong if layer == "bug" else right
        seeds = range(first, first + programs)
        states = {seed: "fail" if seed in bad else "pass" for seed in seeds}
        if programs == 1 and layer == "bug":
            states[first] = alone
        results = [{"name": f"c.explore.{s}", "state": state} for s, state in states.items()]
        return {"results": [*results, {"name": "query.shared_process", "state": "fail"}]}

    monkeypatch.setattr(explorer, "report", report)
    verdict = explorer.judge("bug", {})
    assert (verdict.state, verdict.seed, verdict.failure) == expected
    assert verdict.programs == (20 if verdict.seed else 60)
    assert json.loads(explorer.path.read_text())["1 {}"] == sorted(right)


def test_a_query_that_wgconform_refuses_is_no_find(tmp_path, monkeypatch):
    """What failed in the clean build may have names of an older suite, which today's refuses."""
    monkeypatch.setattr(pocl, "FOLDER", tmp_path)
    states = {"c.gone.int.1.plain {}": True, f"{CASE} {{}}": True, "c.work_group_any.int.64.plain {}": False}
    (tmp_path / "clean.json").write_text(json.dumps(states))
    args = SimpleNamespace(wgconform=PROGRAM, profile=["quick"], jobs=1, cases=None, limit=1)
    known = run.Known(args)
    assert known.excluded({}) == [f"!{CASE}"]
    monkeypatch.setattr(pocl, "run", lambda *_: pocl.Run(status=2, error="matches no case"))
    [task] = bugs.read(BUG)
    outcome = run.Outcome(task.name, "bug", task.what, task.commit)
    with pytest.raises(pocl.Unusable, match="matches no case"):
        run.test(task, pocl.CLEAN, known, args, outcome)


@pytest.mark.parametrize(
    ("clean", "state"), [("pass", "found"), ("waived", "missed"), ("fail", "missed"), (None, "missed")]
)
def test_a_find_needs_a_case_that_passes_with_the_clean_build(tmp_path, monkeypatch, clean, state):
    """One that fails there too, with a waiver or without one, or that has no result, shows nothing."""
    monkeypatch.setattr(pocl, "FOLDER", tmp_path)
    args = SimpleNamespace(wgconform=PROGRAM, profile=["quick"], jobs=1, cases=None, limit=1)

    def answer(layer, options, *_):
        if layer is pocl.CLEAN:
            return pocl.Run(data={"results": [{"name": CASE, "state": clean}] if clean else []})
        return pocl.Run(failing=[] if f"!{CASE}" in options else [{"name": CASE, "state": "crash"}])

    monkeypatch.setattr(pocl, "run", answer)
    [task] = bugs.read(BUG)
    outcome = run.Outcome(task.name, "bug", task.what, task.commit)
    run.test(task, pocl.Layer("bug"), run.Known(args), args, outcome)
    assert (outcome.state, outcome.first) == (state, CASE if state == "found" else "")


@pytest.mark.parametrize(("again", "state"), [("timeout", "found"), ("pass", "missed")])
def test_a_case_that_is_done_with_more_time_is_no_find(tmp_path, monkeypatch, again, state):
    """On a busy machine a case's 20 s are not enough; then the other cases run."""
    monkeypatch.setattr(pocl, "FOLDER", tmp_path)
    (tmp_path / "clean.json").write_text(json.dumps({f"{CASE} {{}}": False}))
    args = SimpleNamespace(wgconform=PROGRAM, profile=["quick"], jobs=1, cases=None, limit=1)

    def answer(layer, options, *_):
        if f"!{CASE}" in options:
            return pocl.Run()
        late = again if options[-1] == CASE else "timeout"
        return pocl.Run(failing=[{"name": CASE, "state": late}] if late == "timeout" else [])

    monkeypatch.setattr(pocl, "run", answer)
    [task] = bugs.read(BUG)
    outcome = run.Outcome(task.name, "bug", task.what, task.commit)
    run.test(task, pocl.CLEAN, run.Known(args), args, outcome)
    assert (outcome.state, outcome.verdict) == (state, "timeout" if state == "found" else "")


def test_a_run_that_did_not_end_is_no_find(tmp_path, monkeypatch):
    """A case that hangs ends at its own limit, and is a find."""
    monkeypatch.setattr(pocl, "FOLDER", tmp_path)
    monkeypatch.setattr(pocl, "run", lambda *_: pocl.Run(status=pocl.NOT_DONE, error="not done after 1 s"))
    args = SimpleNamespace(wgconform=PROGRAM, profile=["quick"], jobs=1, cases=None, limit=1)
    [task] = bugs.read(BUG)
    outcome = run.Outcome(task.name, "bug", task.what, task.commit)
    run.test(task, pocl.CLEAN, run.Known(args), args, outcome)
    assert (outcome.state, outcome.first) == ("not run", "")


def test_the_page_is_made_of_the_results():
    assert results.PAGE.read_text() == results.page(json.loads(results.KEPT.read_text()))


def test_the_kernels_of_the_second_driver_are_those_of_its_table():
    """Each kernel that shows a missed bug is there, and each one that is there shows one."""
    rows = json.loads(results.KIT_ROWS.read_text())
    missed = " ".join(r["reason"] for r in rows if r["state"] == "missed")
    named = set(re.findall(r"`([\w-]+\.cl)`", missed))
    assert named == {path.name for path in (HERE / "kit").iterdir()} and named
    assert all(r["reason"] for r in rows if r["state"] in ("missed", "open", "equivalent"))
    assert all(r["first"] and r["profile"] for r in rows if r["state"] == "found")


def test_each_bug_of_main_alone_has_a_verdict_with_a_case_or_a_reason():
    """PoCL 6.0 has the others. The kernels of the folder are those that the reasons name."""
    rows = [r for r in json.loads(results.KEPT.read_text()) if r["kind"] == "bug"]
    elsewhere = {r["name"] for r in rows if r["source"] != results.MAIN}
    alone = [r for r in rows if r["name"] not in elsewhere]
    assert {r["state"] for r in alone} <= {"found", "missed", "open", "equivalent"} and len(alone) > 20
    assert all(r["first"] and r["profile"] for r in alone if r["state"] == "found")
    assert all(r["reason"] for r in alone if r["state"] != "found")
    main = [r for r in rows if r["source"] == results.MAIN]
    reasons = " ".join(r["reason"] for r in main if r["state"] in ("missed", "equivalent"))
    named = set(re.findall(r"`(?:tests/real-bugs/main/)?([\w-]+\.(?:cl?|spvasm))`", reasons))
    assert named == {path.name for path in (HERE / "main").iterdir()} and named


def test_what_opencl_cts_found_is_what_the_clean_build_passes():
    text = json.dumps({"results": {"a": "pass", "b": "fail", "c": "skip", "d": "pass"}})
    expected = {name for name, state in cts.states(text).items() if state == "pass"}
    assert expected == {"a", "d"}
    assert cts.first_wrong(expected, {"a": "pass", "b": "pass", "d": "pass"}, "crash") is None
    assert cts.first_wrong(expected, {"a": "pass", "b": "fail", "d": "fail"}, "crash") == ("d", "fail")
    assert cts.first_wrong(expected, {"d": "pass"}, "crash") == ("a", "fail")  # it did not run to its end
    assert cts.first_wrong(expected, {}, "timeout") == ("", "timeout")
    assert cts.names_in("usage: x\n\tall\n    any_1\n\ttwo words\nnone\n") == ["all", "any_1"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"cmd": "x"}', '{"results": 3}'])
def test_a_results_file_that_is_cut_off_has_no_states(text):
    assert cts.states(text) == {}


def test_a_folder_without_its_programs_is_refused(tmp_path):
    with pytest.raises(cts.pocl.Unusable, match="none of test_workgroups, test_subgroups is there"):
        cts.Suite(tmp_path, 1).programs()


def test_the_page_shows_opencl_cts_where_it_ran():
    found = {"state": "found", "first": "test_workgroups all", "reason": "fail", "seconds": 1.0}
    missed = {"state": "missed", "first": "", "reason": "", "seconds": 1.0}
    assert results.found_by_cts({"cts": found}) == "`test_workgroups all` (fail)"
    assert results.found_by_cts({"cts": missed}) == "**missed**"
    assert results.found_by_cts({}) == results.found_by_cts({"cts": {}}) == ""
    rows = [row(cts=found), row(cts=missed), row(), row(cts=missed, state="open")]
    assert "finds 1 of 2 (50 %) of the bugs that it ran with" in results.cts_sentence(rows)
    assert results.cts_sentence([row()]) == ""


def test_over_several_builds_each_bug_counts_once():
    def bug(name, state, kind="bug"):
        return {"name": name, "kind": kind, "state": state, "profile": ""}

    first = [bug("a", "found"), bug("b", "missed"), bug("c", "open"), bug("x", "missed", "mutant")]
    second = [bug("a", "missed"), bug("b", "open"), bug("d", "found"), bug("e", "not run")]
    text = results.of_all_builds(first, second)
    assert "have 5 bugs" in text and "2 of 3 (67 %) are found. 1 more are open, and 1 did not" in text
    assert text.endswith("shows them 2 of 5 (40 %) are found.\n")
    assert "1 more are open:\n" in results.of_all_builds(first, second[:-1])
    equivalent = results.of_all_builds([*first, bug("f", "equivalent")], second)
    assert "have 6 bugs" in equivalent and "2 of 5 (40 %)" in equivalent
