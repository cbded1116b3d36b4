"""--probe-unadvertised: what a device does with functions that it does not advertise."""

import json


def test_the_answers_stand_beside_the_verdicts(wgconform, device, validate, tmp_path):
    path = tmp_path / "report.json"
    query = "c.work_group_reduce_mul.int.*"
    result = wgconform("-d", device["index"], "-p", "quick", "--probe-unadvertised", "--json", path, query)
    assert result.returncode == 0, result.stderr
    report = json.loads(path.read_text())
    validate(report, "report")
    assert {r["state"] for r in report["results"]} == {"skip"}
    assert len(report["probe"]) == 1
    assert report["probe"][0]["answer"] == "rejected"
    assert "clBuildProgram" in report["probe"][0]["detail"]
    assert "no part of the verdicts" in result.stdout


def test_a_function_that_is_there_unadvertised_works(wgconform, pocl, tmp_path):
    """PoCL's sub-group functions take the types of cl_khr_subgroup_extended_types, which it does not list."""
    path = tmp_path / "report.json"
    query = "c.sub_group_reduce_add.short.*"
    result = wgconform("-d", pocl["index"], "-p", "quick", "--probe-unadvertised", "--json", path, query)
    assert result.returncode == 0, result.stderr
    assert [entry["answer"] for entry in json.loads(path.read_text())["probe"]] == ["works"]


def test_what_is_advertised_is_not_asked_for(wgconform, device, tmp_path):
    path = tmp_path / "report.json"
    query = "c.work_group_any.int.67.*"
    result = wgconform("-d", device["index"], "-p", "full", "--probe-unadvertised", "--json", path, query)
    assert result.returncode == 0, result.stderr
    report = json.loads(path.read_text())
    assert report["probe"] == []
    assert {r["state"] for r in report["results"]} <= {"pass", "skip"}
