"""The pages that are made from the tables are what the tables say."""

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
