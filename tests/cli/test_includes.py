"""Which files of harness/ include which: no folder includes one that is below it in docs/internals.md, and no
files include each other in a circle."""

import re
from graphlib import CycleError, TopologicalSorter

import pytest
from conftest import ROOT

HARNESS = ROOT / "harness"
TABLE = (
    (ROOT / "docs" / "internals.md").read_text().split("\n## Folders of `harness/`\n")[1].split("\n## ")[0]
)
FOLDERS = re.findall(r"^\| `(\w+)` \|", TABLE, re.MULTILINE)
FILES = sorted(HARNESS.rglob("*.[ch]"))
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


def includes(path):
    """The files of harness/ that a file includes. Tables of suite/ are not among them."""
    found = [HARNESS / name for name in INCLUDE.findall(path.read_text())]
    return [file for file in found if file.is_file()]


def folder(path):
    return path.relative_to(HARNESS).parts[0]


def against_the_order(order, edges):
    """The edges (from, to) that go from a folder to one further down."""
    place = {name: i for i, name in enumerate(order)}
    return [edge for edge in edges if place[edge[0]] < place[edge[1]]]


def test_every_folder_is_in_the_table():
    assert sorted(FOLDERS) == sorted({folder(path) for path in FILES})
    assert len(FOLDERS) == len(set(FOLDERS))


def test_every_include_of_the_project_is_found():
    for path in FILES:
        for name in INCLUDE.findall(path.read_text()):
            places = [HARNESS / name, ROOT / "suite" / name, ROOT / name]
            assert any(place.is_file() for place in places), f"{path}: {name}"


@pytest.mark.parametrize("name", FOLDERS)
def test_no_folder_includes_one_below_it(name):
    edges = [(name, folder(file)) for path in FILES if folder(path) == name for file in includes(path)]
    assert against_the_order(FOLDERS, edges) == []


def test_an_arrow_against_the_order_is_seen():
    edges = [("high", "low"), ("low", "low"), ("low", "high")]
    assert against_the_order(["low", "high"], edges) == [("low", "high")]


def circle_of(graph):
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_files_include_each_other_in_a_circle():
    assert circle_of({path: includes(path) for path in FILES}) == []


def test_a_circle_is_seen():
    assert circle_of({"a": ["b"], "b": ["c"], "c": ["a"]})
    assert circle_of({"a": ["b", "c"], "b": ["c"]}) == []
