"""The tests of explore's generator, check and interpreter find bugs in each other: those of seeded_bugs.toml,
put into copies of the files."""

import tomllib

import pytest
from conftest import ROOT, run
from seeded import build

BUGS = tomllib.loads((ROOT / "tests" / "explore" / "seeded_bugs.toml").read_text())["bug"]


def changes(bug):
    return [{**change, "file": f"explore/{change['file']}"} for change in bug["change"]]


def run_unit_test(name, bug, folder):
    program, function = name
    result = run(
        program=build(f"test_{program}", changes(bug), folder),
        env={"CMOCKA_TEST_ABORT": "", "WGC_TEST_PART": "all"},
    )
    return result, f"[  FAILED  ] {function}" in result.stdout + result.stderr


@pytest.mark.in_parts
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{bug['in']}: {bug['what']}")
def test_a_bug_is_found_by_another_ones_test(bug, tmp_path):
    result, found = run_unit_test(bug["test"].split(), bug, tmp_path)
    printed = result.stdout + result.stderr
    assert found, printed[-4000:]
    assert bug["prints"] in printed, printed[-4000:]


@pytest.mark.in_parts
@pytest.mark.parametrize("name", sorted({bug["test"] for bug in BUGS}))
def test_without_a_bug_they_pass(name, tmp_path):
    nothing = {
        "change": [{"file": "exact.c", "old": "return bound * count;", "new": "return bound * count;"}]
    }
    result, found = run_unit_test(name.split(), nothing, tmp_path)
    assert (result.returncode, found) == (0, False), result.stdout + result.stderr


def test_each_of_the_three_has_bugs():
    assert {bug["in"] for bug in BUGS} == {"generator", "check", "interpreter"}
