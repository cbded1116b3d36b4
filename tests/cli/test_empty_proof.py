"""What a run prints of cases that show nothing: no judged result, or sub-groups of one work-item."""

import json

import pytest
from fake_driver import EVERYTHING

FAKE_DEVICES = "|".join(f"name=Sub-groups of {size};sub_group={size};{EVERYTHING}" for size in (1, 5, 8))


@pytest.fixture
def report(wgconform, fakes, tmp_path):
    """Runs cases on the device with sub-groups of that size: the report, and what was printed."""

    def run(size, *cases):
        index = next(d["index"] for d in fakes if d["name"] == f"Sub-groups of {size}")
        path = tmp_path / f"{size}.json"
        printed = wgconform("-d", index, "-p", "default", "-o", path, *cases)
        return json.loads(path.read_text()), printed.stderr

    return run


def states(report):
    return {r["name"]: (r["state"], r.get("reason", "")) for r in report["results"]}


def test_a_case_without_a_judged_result_is_a_skip(report):
    """SPIR-V rotates by a mask: where the largest size is no power of two, no result is determined."""
    case = "spirv.sub_group_rotate.int.65.plain"
    state, reason = states(report(5, case)[0])[case]
    assert state == "skip" and reason.startswith("nothing was judged: the standard determines none")
    assert states(report(8, case)[0])[case] == ("pass", "")


def test_a_mask_is_judged_where_its_end_is_open(report):
    case = "spirv.get_sub_group_ge_mask.uint4.65.lanes"
    assert states(report(8, case)[0])[case] == ("pass", "")


def test_sub_groups_of_one_work_item_are_counted_and_warned_of(report):
    cases = [
        "c.sub_group_reduce_add.int.65.plain",
        "c.sub_group_all.int.67.bare",
        "c.work_group_all.int.33.plain",
    ]
    one, printed = report(1, *cases)
    warning = "in 2 of 2 sub-group cases each sub-group had one work-item"
    assert one["warnings"] == [warning] and warning in printed
    assert one["sub_groups"] == [
        {"function": "c.sub_group_all", "cases": 1, "several": 0},
        {"function": "c.sub_group_reduce_add", "cases": 1, "several": 0},
    ]
    several, printed = report(8, *cases)
    assert several["warnings"] == [] and "one work-item" not in printed
    assert [row["several"] for row in several["sub_groups"]] == [1, 1]
    items = {r["name"]: r.get("sub_group_items") for r in several["results"]}
    assert items == dict(zip(cases, (8, 8, None), strict=True))


def test_a_work_group_of_one_work_item_is_not_counted(report):
    assert "sub_groups" not in report(1, "c.sub_group_all.int.1.plain")[0]


def test_a_merged_report_counts_all_shards(report, wgconform, fakes, tmp_path):
    shards = [tmp_path / f"shard{i}.json" for i in (1, 2)]
    for i, path in enumerate(shards, 1):
        wgconform("-d", 0, "-p", "default", "--shard", f"{i}/2", "-o", path, "c.sub_group_reduce_add.*")
    assert all(json.loads(path.read_text())["warnings"] == [] for path in shards)
    whole = tmp_path / "whole.json"
    assert wgconform("merge", "-o", whole, *shards).returncode == 0
    merged = json.loads(whole.read_text())
    cases = merged["sub_groups"][0]["cases"]
    assert merged["warnings"] == [f"in {cases} of {cases} sub-group cases each sub-group had one work-item"]
