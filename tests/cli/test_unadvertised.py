"""--unadvertised: what a device does with functions that it does not claim."""

import json

import pytest

HEADING = "not part of the verdicts"
ANY = ["c.work_group_any.int.67.*"]


def run(wgconform, device, path, *queries, option="--unadvertised", profile="quick"):
    result = wgconform("-d", device["index"], "-p", profile, option, "--json", path, *queries)
    assert result.returncode == 0, result.stderr
    return result, json.loads(path.read_text())


@pytest.mark.parametrize("option", ["--unadvertised", "--probe-unadvertised"])
def test_the_answers_are_separate_from_the_verdicts(wgconform, fake, validate, tmp_path, option):
    query = "c.work_group_reduce_mul.int.*"
    result, report = run(wgconform, fake, tmp_path / "report.json", query, option=option)
    validate(report, "report")
    assert {r["state"] for r in report["results"]} == {"skip"}
    assert report["summary"]["skip"] == report["summary"]["total"] == len(report["results"])
    (entry,) = report["unadvertised"]
    assert (entry["function"], entry["type"]) == ("c.work_group_reduce_mul", "int")
    assert entry["answer"] == "rejected" and "clBuildProgram" in entry["detail"]
    assert (entry["rejected"], entry["works"]) == (1, 0), "a function that is refused is asked for once"
    assert entry["example"].startswith("c.work_group_reduce_mul.int.")
    assert HEADING in result.stdout and "rejected            c.work_group_reduce_mul " in result.stdout


def test_a_function_that_works_runs_in_all_its_cases(wgconform, fake, tmp_path, monkeypatch):
    monkeypatch.setenv("WGC_FAKE_RULES", "accept c.sub_group_reduce_add.short.*")
    query = "c.sub_group_reduce_add.short.*.plain"
    _, report = run(wgconform, fake, tmp_path / "report.json", query, profile="default")
    (entry,) = report["unadvertised"]
    assert entry["answer"] == "works"
    assert entry["works"] == len(report["results"]) > 1
    assert {r["state"] for r in report["results"]} == {"skip"}


def test_a_wrong_function_is_shown_with_a_case_and_fails_nothing(
    wgconform, fake, validate, tmp_path, monkeypatch
):
    """As Intel's compiler, which takes the instruction and returns an or (results/findings/)."""
    query = "spirv.work_group_reduce_logical_xor.*.plain"
    wrong = query.replace(".*.", ".*.6?.")
    monkeypatch.setenv("WGC_FAKE_RULES", f"accept {query},wrong {wrong}")
    result, report = run(wgconform, fake, tmp_path / "report.json", query, profile="default")
    validate(report, "report")
    (entry,) = report["unadvertised"]
    assert entry["answer"] == "accepted and wrong" and entry["accepted_and_wrong"] > 0
    assert sum(entry[key] for key in ("accepted_and_wrong", "works", "not_run")) == len(report["results"])
    assert entry["example"] in {r["name"] for r in report["results"]}
    assert "wrong value" in entry["detail"]
    assert report["summary"]["fail"] == 0
    assert (
        f"{entry['accepted_and_wrong']} of {len(report['results'])} cases, as {entry['example']}"
        in result.stdout
    )


def test_merged_shards_have_the_parts_of_the_whole(wgconform, fake, validate, tmp_path):
    queries = ["c.work_group_reduce_mul.*int.*", "c.work_group_reduce_max.*int.*"]
    parts = ["--audit", "2", *queries]
    _, whole = run(wgconform, fake, tmp_path / "whole.json", *parts, profile="default")
    shards = [tmp_path / f"{number}.json" for number in (2, 1)]
    for path in shards:
        _, report = run(wgconform, fake, path, *parts, f"--shard={path.stem}/2", profile="default")
        assert len(report["unadvertised"]) < len(whole["unadvertised"])
    result = wgconform("merge", *shards, "-o", tmp_path / "merged.json")
    assert (result.returncode, result.stderr) == (0, "")
    merged = json.loads((tmp_path / "merged.json").read_text())
    validate(merged, "report")

    def rows(report):
        found = [{key: row[key] for key in row if key != "detail"} for row in report["unadvertised"]]
        return sorted(found, key=lambda row: (row["function"], row["type"]))

    assert rows(merged) == rows(whole) != []
    audits = [json.loads(path.read_text())["audit"] for path in (shards[1], shards[0])]
    assert merged["audit"]["cases"] == audits[0]["cases"] + audits[1]["cases"] != []
    for field in ("requested", "selected", "passed"):
        assert merged["audit"][field] == sum(audit[field] for audit in audits)


def test_what_is_claimed_is_not_run(wgconform, fake, tmp_path):
    path = tmp_path / "report.json"
    result, report = run(wgconform, fake, path, *ANY, profile="full")
    assert report["unadvertised"] == []
    assert {r["state"] for r in report["results"]} <= {"pass", "skip"}
    assert "nothing: the device advertises every function" in result.stdout


def test_the_emulated_functions_claim_nothing_of_the_device(wgconform, fake, tmp_path):
    path = tmp_path / "report.json"
    result = wgconform(
        *("-d", fake["index"], "-p", "quick", "--impl", "emulated", "--unadvertised", "-o", path),
        "c.work_group_reduce_mul.int.*",
    )
    assert result.returncode == 0, result.stderr
    report = json.loads(path.read_text())
    assert report["unadvertised"] == [] and report["summary"]["pass"] > 0
