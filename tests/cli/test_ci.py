""".ci/run: each target runs, whatever the others do, and the last line counts the tests of all."""

import os
import shutil
import subprocess

import pytest
from conftest import ROOT

GOOD = {
    "lint-quick": "true",
    "check": "echo 5 passed, 0 failed, 2 skipped",
    "check-sanitized": "echo 3 passed, 0 failed, 1 skipped",
}
WAYS = [
    ({}, "8 passed, 0 failed, 3 skipped", 0),
    ({"lint-quick": "false"}, "8 passed, 1 failed, 3 skipped", 1),
    ({"check": "echo 5 passed, 2 failed, 0 skipped; false"}, "8 passed, 2 failed, 1 skipped", 1),
    ({"check-sanitized": "echo 1 passed, 1 failed, 0 skipped; false"}, "6 passed, 1 failed, 2 skipped", 1),
    # It ends badly after its tests, before its tests, and without a test.
    ({"check": "echo 5 passed, 0 failed, 0 skipped; false"}, "8 passed, 1 failed, 1 skipped", 1),
    ({"check": "false"}, "3 passed, 1 failed, 1 skipped", 1),
    ({"check-sanitized": "true"}, "5 passed, 1 failed, 2 skipped", 1),
    # Only the last line of counts is that of the target.
    (
        {"check": "echo 9 passed, 9 failed, 9 skipped; echo 1 passed, 0 failed, 0 skipped"},
        "4 passed, 0 failed, 1 skipped",
        0,
    ),
]


@pytest.mark.parametrize("stubs, last, status", WAYS)
def test_all_targets_are_counted(tmp_path, stubs, last, status):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci/run")
    rules = [f"{name}:\n\t@echo ran {name}\n\t@{command}\n" for name, command in {**GOOD, **stubs}.items()]
    (tmp_path / "Makefile").write_text("".join(rules))
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    ran = subprocess.run([tmp_path / ".ci/run"], env=env, capture_output=True, text=True, check=False)
    lines = ran.stdout.splitlines()
    assert (lines[-1], ran.returncode) == (last, status), ran.stdout + ran.stderr
    assert [line for line in lines if line.startswith("ran ")] == [f"ran {name}" for name in GOOD]
