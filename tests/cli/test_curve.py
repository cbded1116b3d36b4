"""tests/bench/curve.py: what a run finds, and when."""

import xml.etree.ElementTree

import pytest
from conftest import BUILD, ROOT, load_script

FAKE_RULES = "wrong c.work_group_reduce_add.int.*,wrong c.work_group_any.*"
QUERIES = [
    "-p",
    "quick",
    "c.work_group_reduce_add.int.*",
    "c.work_group_any.*",
    "c.work_group_broadcast.int.*",
]


@pytest.fixture(scope="module")
def curve():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "tests/bench")  # of turns
        return load_script(ROOT / "tests/bench/curve.py", "bench_curve")


def test_a_cause_is_found_when_its_first_case_is_reported(curve, fake):
    found = curve.run("quick", str(BUILD / "bin/wgconform"), QUERIES, 60)
    assert len(found.causes) == 2 and not found.findings
    assert 0 < found.causes[0] <= found.causes[1]
    assert found.end > 0


def test_the_table_counts_what_was_found_by_then(curve):
    curves = [curve.Curve("rank", [0.5, 2.0, 9.0], [2.0], 12.0)]
    assert curve.table(curves, at=(1, 3, 30)).splitlines()[-1] == "| rank | 1 / 0 | 2 / 1 |  | 3 / 1 (12 s) |"


def test_the_line_rises_by_one_at_each_find_and_the_page_is_xml(curve):
    assert curve.steps([1.0, 3.0], 4.0, lambda x, y: (x, y)).split() == [
        *("0.0,0.0", "1.0,0.0", "1.0,1.0", "3.0,1.0", "3.0,2.0", "4.0,2.0")
    ]
    page = curve.svg("A < B", [curve.Curve("quick", [1.0], [], 2.0)], [("CTS", 1.5, 1)], "causes")
    tags = [element.tag.rpartition("}")[2] for element in xml.etree.ElementTree.fromstring(page).iter()]
    assert tags.count("polyline") == 1 and tags.count("circle") == 1


def test_another_build_has_its_own_waivers_where_it_has_them(curve, tmp_path):
    program = tmp_path / "build/bin/wgconform"
    own = tmp_path / "suite/waivers/one.json"
    own.parent.mkdir(parents=True)
    own.write_text("{}")
    files = ["elsewhere/one.json", "elsewhere/two.json"]
    assert curve.waivers_of(str(program), files) == ["--waivers", str(own), "--waivers", files[1]]
