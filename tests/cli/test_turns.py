"""The tables of figures: tests/bench/turns.py, programs of tests/bench/curve.py, tests/faults/compare.py."""

import json

import pytest
from conftest import ROOT, load_script


@pytest.fixture(scope="module")
def turns():
    return load_script(ROOT / "tests/bench/turns.py", "bench_turns")


@pytest.fixture(scope="module")
def compare():
    return load_script(ROOT / "tests/faults/compare.py", "faults_compare")


def test_programs_run_in_turn_each_in_an_empty_folder(turns, tmp_path, capsys):
    log = tmp_path / "log"
    command = f'test -z "$(ls)" && touch made && echo {{}} $CL_PLATFORM_INDEX {{root}} >>{log}'
    assert (
        turns.main(
            [f"one={command.format('one', root='{root}')}", f"two={command.format('two', root='{root}')}"]
        )
        == 0
    )
    assert log.read_text().splitlines() == [f"{name} 0 {ROOT}" for name in ("one", "two", "one", "two")]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| program | s | CPU s |")
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| one", "| two"]


def test_the_ratio_is_the_median_of_the_rounds(turns):
    text = turns.table({"one": [(1.0, 1.0), (2.0, 1.0)], "two": [(3.0, 6.0), (8.0, 6.0)]})
    assert text.splitlines()[2:] == [
        "| one | 1.0, 2.0 | 1.0, 1.0 |  |",
        "| two | 3.0, 8.0 | 6.0, 6.0 | 3.50 |",
    ]


def test_a_program_that_does_not_run_has_no_time(turns):
    with pytest.raises(SystemExit, match="exit status 2: unknown option"):
        turns.main(["one=echo unknown option >&2; exit 2"])


@pytest.mark.parametrize("programs", [["one"], ["one=true", "one=true"], ["--runs", "0", "one=true"]])
def test_wrong_programs_are_refused(turns, programs, capsys):
    with pytest.raises(SystemExit) as ended:
        turns.main(programs)
    assert ended.value.code == 2
    assert "LABEL=COMMAND" in capsys.readouterr().err


def test_a_program_of_the_curve_passes_or_is_no_point(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "tests/bench")  # of turns
    curve = load_script(ROOT / "tests/bench/curve.py", "bench_curve_programs")
    assert curve.passing_s("sleep 0.05") >= 0.05
    with pytest.raises(SystemExit, match="exit status 1"):
        curve.passing_s("exit 1")


def faults(path, *rows):
    keys = ("id", "group", "kind", "state", "profile")
    path.write_text(json.dumps({"faults": [dict(zip(keys, row, strict=True)) for row in rows]}))
    return path


def test_quick_and_the_rest_have_a_column_each(compare, tmp_path, capsys):
    mine = faults(
        tmp_path / "mine",
        ("a.one", "a", "wrong", "found", "quick"),
        ("a.two", "a", "wrong", "found", "default"),
        ("a.three", "a", "wrong", "missed", "default"),
        ("a.none", "a", "wrong", "skip", ""),
        ("right.one", "right", "right", "refused", "default"),
    )
    assert compare.main([f"mine={mine}"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "| wrong implementations | number | mine: quick | mine: the rest too |",
        "|---|--:|--:|--:|",
        "| a | 3 | 1 (33 %) | 2 (67 %) |",
        "| all | 3 | 1 (33 %) | 2 (67 %) |",
        "",
        "- mine: 1 right implementations run, 1 refused: `right.one`",
        "- mine: 1 wrong ones missed: `a.three`",
        "- mine: 0 without a verdict",
    ]


def test_a_folder_has_the_tables_of_all_groups(compare, tmp_path, capsys):
    for group in ("a", "b"):
        (tmp_path / "all" / group).mkdir(parents=True)
        faults(tmp_path / "all" / group / "faults.json", (f"{group}.one", group, "wrong", "found", "quick"))
    assert compare.main([f"mine={tmp_path / 'all'}"]) == 0
    assert "| all | 2 | 2 (100 %) |" in capsys.readouterr().out.splitlines()
    assert compare.main([f"mine={tmp_path}"]) == 2
    assert f"{tmp_path}: it has no GROUP/faults.json" in capsys.readouterr().err


def test_two_programs_are_compared_by_the_faults_that_both_had(compare, tmp_path, capsys):
    mine = faults(
        tmp_path / "mine",
        ("a.one", "a", "wrong", "found", "quick"),
        ("a.two", "a", "wrong", "found", "quick"),
    )
    other = faults(tmp_path / "other", ("a.two", "a", "wrong", "missed", "program"))
    assert compare.main([f"mine={mine}", f"other={other}"]) == 0
    assert "| all | 1 | 1 (100 %) | 0 (0 %) |" in capsys.readouterr().out.splitlines()
