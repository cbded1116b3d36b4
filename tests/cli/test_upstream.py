"""docs/upstream.md: every query that it gives for an issue selects cases."""

import re
import shlex

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "upstream.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    wgconform (-p full (?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
ROWS = [line.split("|")[-2] for line in PAGE.splitlines() if line.startswith("| ")]
QUERIES = [words for command in COMMANDS for words in shlex.split(command.replace("\\\n", " "))[2:]]
QUERIES += [query for row in ROWS for query in re.findall(r"`([^` ]*\*[^` ]*)`", row)]


def test_the_page_has_queries():
    assert len(COMMANDS) > 8
    assert len(QUERIES) > 40


@pytest.mark.parametrize("query", sorted(set(QUERIES)))
def test_each_query_selects_cases(wgconform, query):
    listed = wgconform("--list", "-p", "full", query)
    assert listed.returncode == 0, listed.stderr


def test_each_issue_of_the_table_has_its_section():
    numbers = re.findall(r"^\| \[(\d+)\]", PAGE, re.MULTILINE)
    sections = re.findall(r"^## (\d+)", PAGE, re.MULTILINE)
    assert numbers == sections
    assert {"1508", "1206", "1404"} <= set(numbers)


def test_the_number_of_cases_of_1508_is_right(wgconform):
    (number,) = re.findall(r"^More than ([\d,]+) cases in OpenCL C and SPIR-V", PAGE, re.MULTILINE)
    queries = shlex.split(COMMANDS[0])[2:]
    listed = wgconform("--list", "-p", "full", *queries)
    assert 0 < len(listed.stdout.split()) - int(number.replace(",", "")) < 3000
