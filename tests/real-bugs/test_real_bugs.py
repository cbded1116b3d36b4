"""The tables of real bugs and the mutator: what can be tested without a build of PoCL."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import bugs  # noqa: E402
import cts  # noqa: E402
import exploring  # noqa: E402
import mutate  # noqa: E402
import pocl  # noqa: E402

import results  # noqa: E402

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
REGION = mutate.Region("lib/reduce.cl", "#define REDUCE", "last line", ("c.*",), 1)


def row(**values):
    return {"kind": "bug", "state": "found", "profile": "quick", "name": "n", "what": "w"} | values


def test_the_tables_are_complete():
    table = bugs.read((HERE / "bugs.toml").read_text())
    assert len(table) >= 40
    for bug in table:
        assert len(bug.commit) >= 9 and set(bug.commit) <= set("0123456789abcdef"), bug.name
        assert all({"file", "old", "new"} == set(change) for change in bug.edits), bug.name
    mutants = tomllib.loads((HERE / "mutants.toml").read_text())
    assert mutate.load_regions(mutants["region"])
    assert all(reason for reason in mutants["equivalent"].values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[bug]]\nname = "a"\nwhat = "b"\n', "a: no commit"),
        ('[[bug]]\nname = "a"\nwhat = "b"\ncommit = "c"\nfoo = 1\n', "a: unknown: foo"),
        ('[[bug]]\nname = "a"\nwhat = "b"\ncommit = "c"\n' * 2, "twice: a"),
    ],
)
def test_wrong_rows_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        bugs.read(text)


def test_an_edit_needs_its_text_once():
    change = {"file": "f.c", "old": "a", "new": "c"}
    assert bugs.edit("ab", change) == "cb"
    for text in ("b", "aa"):
        with pytest.raises(ValueError, match=r"f\.c contains 'a'"):
            bugs.edit(text, change)


def test_a_fix_is_undone_in_later_source():
    before, fixed, current = b"1\n2\n3\n4\n5\n", b"1\ntwo\n3\n4\n5\n", b"1\ntwo\n3\n4\nfive\n"
    assert bugs.merged(current, fixed, before) == b"1\n2\n3\n4\nfive\n"
    assert bugs.merged(b"1\n22\n3\n4\n5\n", fixed, before) is None


def test_mutants_are_the_same_each_time_and_differ_in_one_place():
    mutants = mutate.mutants_of(SOURCE, REGION)
    assert mutants == mutate.mutants_of(SOURCE, REGION)
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        changed = mutant.apply(SOURCE)
        assert changed != SOURCE
        assert changed.count("\n") <= SOURCE.count("\n")


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
    with pytest.raises(ValueError, match="has no"):
        mutate.mutants_of(SOURCE, mutate.Region("f", "nothing", "", (), 1))


def test_results_are_counted_and_shown():
    rows = [
        row(),
        row(profile="default"),
        row(state="missed"),
        row(state="hidden"),
        row(state="open"),
        row(kind="mutant", state="equivalent"),
    ]
    n = results.counts(rows[:5])
    assert (n["quick"], n["found"], n["judged"], n["hidden"]) == (1, 2, 3, 1)
    assert results.summary(rows).startswith("bugs: 2 of 3 (67 %) found, 1 of 3 (33 %) by quick; 1 missed")
    found = row(name="a", first="c.x", verdict="fail", build_seconds=1.0, seconds=2.0)
    assert results.line(found) == "found      a: quick, c.x (fail) [1 + 2 s]"


def test_the_page_has_every_bug():
    rows = [
        row(name="one", commit="0123456789", first="c.a", verdict="fail", env={"A": "1"}, reason=""),
        row(name="two", commit="0123456789", state="missed", reason="no form has it", env={}),
        row(name="f.cl:1:2:plus", kind="mutant", state="equivalent", reason="why", first="", verdict=""),
    ]
    page = results.page(rows)
    assert "quick: `c.a` (fail), with `A=1`" in page
    assert "| `two` | w | no form has it |" in page
    assert "| `f.cl:1:2:plus` | w | why |" in page


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
    text = results.explored_bugs(rows)
    assert "| bugs | 3 | 1 of 2 (50 %) | 1 | 30 s |" in text
    assert "| mutants | 1 | none | 0 |  |" in text
    assert "| a | found | 12 s, 40 programs: seed 33 (crash) |" in text
    assert "| b | found | nothing in 61 s, 180 programs |" in text
    assert "| e |" not in text
    assert results.explored_bugs([row(name="e")]) == ""


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


def test_the_page_is_made_of_the_results():
    assert results.PAGE.read_text() == results.page(json.loads(results.KEPT.read_text()))


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
