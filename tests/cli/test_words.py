"""scripts/words: words to avoid, in the pages that are free of them."""

import subprocess
import sys

from conftest import ROOT

WORDS = ROOT / "scripts" / "words"


def words(*arguments):
    command = [sys.executable, WORDS, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_pages_have_none_of_the_words():
    result = words()
    assert (result.returncode, result.stderr) == (0, "")


def test_each_row_of_the_list_has_a_word_and_a_replacement():
    rows = (ROOT / "scripts" / "lint-words.txt").read_text().splitlines()
    rows = [row.split("\t") for row in rows if row and not row.startswith("#")]
    assert len(rows) > 20
    assert all(len(row) == 2 and all(row) for row in rows)


def test_a_word_is_found_with_its_place(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("First.\n\nThe Crew tells it, such as here.\n")
    result = words(page)
    assert result.returncode == 1
    assert f"{page}:3: 'Crew': write worker pool" in result.stderr
    assert f"{page}:3: 'tells'" in result.stderr
    assert "such" not in result.stderr


def test_parts_of_words_and_code_of_pages_are_left_alone(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("a diet, `died`, a stand-alone\n\n    crew\n\n```\nguilty\n```\n")
    assert words(page).returncode == 0


def test_a_part_of_an_identifier_is_found_in_code(tmp_path):
    code = tmp_path / "code.c"
    code.write_text("/* fine */\nint hire_worker(struct crew *crew);\n")
    result = words(code)
    assert result.returncode == 1
    assert result.stderr.count(f"{code}:2: 'crew'") == 2
    assert f"{code}:2: 'hire'" in result.stderr


def test_quoted_names_of_other_projects_are_left_alone(tmp_path):
    page = tmp_path / "page.txt"
    page.write_text("new Promise(f)\nCompany: Me\nNo such file or directory\n")
    assert words(page).returncode == 0
    page.write_text("A promise\nin company\nno such file\n")
    assert words(page).stderr.count(": write ") == 3
