"""The pages that are made from the tables are what the tables say."""

import fnmatch
import json
import re
import subprocess
import sys

from conftest import ROOT


def test_the_pages_are_up_to_date():
    result = subprocess.run(
        [sys.executable, "-m", "generator.documents", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_every_case_names_a_sentence_of_the_standard(wgconform):
    result = wgconform("--describe", "c.work_group_scan_exclusive_add.int.8.example")
    assert result.returncode == 0, result.stderr
    assert "exclusive-example" in result.stdout
    plain = wgconform("--describe", "c.work_group_scan_exclusive_add.int.7x5x3.plain")
    assert "scan-order" in plain.stdout
    assert "exclusive-example" not in plain.stdout


def test_the_tables_of_the_results_are_up_to_date():
    result = subprocess.run(
        [sys.executable, ROOT / "scripts/results", "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_each_check_has_its_failures_with_clauses_in_the_page():
    page = (ROOT / "docs" / "queries.md").read_text()
    part = page.split("## What a failure rests on")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    clauses = {c["id"]: c for c in json.loads((ROOT / "suite" / "clauses.json").read_text())["clauses"]}
    found = {}
    for checks, when, named in rows:
        assert when
        for check in re.findall(r"`(\w+)`", checks):
            found[check] = re.findall(r"`([\w-]+)`", named)
    listed = re.findall(r"^WGC_QUERY\((\w+),", (ROOT / "suite" / "queries.def").read_text(), re.M)
    assert sorted(found) == sorted(listed)
    for check, named in found.items():
        assert named and set(named) <= set(clauses), check
        for name in named:
            patterns = clauses[name]["signatures"]
            assert any(fnmatch.fnmatchcase(f"query.{check}", pattern) for pattern in patterns), (check, name)
