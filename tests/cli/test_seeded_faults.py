"""A fault in each layer makes its tests fail: what is wrong of the harness is seen by its own tests."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, run
from seeded import build, changed
from test_generator import kernels_without_their_call, make_small, unpacked

# The layer, the file, its text and what replaces it; the unit program that must fail.
FAULTS = (
    (
        "oracle",
        "oracle/exact.c",
        "COMBINE_ANY(min, b < a ? b : a)",
        "COMBINE_ANY(min, a)",
        "test_oracle_integers",
    ),
    (
        "judge",
        "judge/judge.c",
        "expectation->lo[i] <= value && value <= expectation->hi[i]",
        "expectation->lo[i] <= value",
        "test_judge",
    ),
    (
        "supervisor",
        "supervisor/exit_cause.c",
        'cause->state = WGC_STATE_TIMEOUT;\n        wgc_buf_printf(what, "no answer within',
        'cause->state = WGC_STATE_CRASH;\n        wgc_buf_printf(what, "no answer within',
        "test_supervisor",
    ),
    (
        "report",
        "reports/junit.c",
        "    case WGC_STATE_WAIVED:\n        return ELEMENT_SKIPPED;\n    case WGC_STATE_FAIL:\n",
        "    case WGC_STATE_WAIVED:\n    case WGC_STATE_FAIL:\n        return ELEMENT_SKIPPED;\n",
        "test_junit",
    ),
)
# A kernel that calls nothing, and the test that must see it.
IN_GENERATOR = {
    "old": "            return self.built_in(value, extra)\n",
    "new": "            return value\n",
}
OF_GENERATOR = "test_every_kernel_in_opencl_c_calls_its_own_function"


@pytest.mark.parametrize(("layer", "file", "old", "new", "program"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_in_a_layer_is_found_by_its_unit_program(layer, file, old, new, program, tmp_path):
    made = build(program, [{"file": file, "old": old, "new": new}], tmp_path)
    result = run(program=made, env={"CMOCKA_TEST_ABORT": "", "CMOCKA_MESSAGE_OUTPUT": "stdout"}, cwd=ROOT)
    assert result.returncode > 0 and "[  FAILED  ]" in result.stdout + result.stderr


@pytest.mark.parametrize(("change", "right"), [(None, True), (IN_GENERATOR, False)], ids=["right", "wrong"])
def test_a_fault_in_the_generator_is_seen_in_few_kernels(change, right, tmp_path):
    """What its test looks for, in kernels of three functions."""
    make_small(tmp_path / "tables")
    shutil.copytree(ROOT / "generator", tmp_path / "generator")
    text = tmp_path / "generator" / "text.py"
    if change:
        text.write_text(changed(text.read_text(), change, text.name))
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "tools").symlink_to(ROOT / "build" / "tools")
    made = tmp_path / "made"
    make = [sys.executable, "-m", "generator", "--suite", tmp_path / "tables", "--out", made]
    subprocess.run(make, cwd=tmp_path, check=True)
    manifest = json.loads((made / "manifest.json").read_text())
    without, files = kernels_without_their_call(unpacked(made), manifest)
    assert (not without, files > 0) == (right, True)


@pytest.mark.slow
@pytest.mark.parametrize(("change", "status"), [(None, 0), (IN_GENERATOR, 1)], ids=["right", "wrong"])
def test_a_fault_in_the_generator_is_found_in_what_it_makes(change, status, tmp_path):
    """In a copy of the sources, whose suite of kernels is made with the fault."""
    for folder in ("generator", "suite", "tests", "schemas"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    text = tmp_path / "generator" / "text.py"
    if change:
        text.write_text(changed(text.read_text(), change, text.name))
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "tools").symlink_to(ROOT / "build" / "tools")
    make = [sys.executable, "-m", "generator", "--out", "build/suite"]
    subprocess.run(make, cwd=tmp_path, check=True)
    test = [sys.executable, "-m", "pytest", "-q", f"tests/cli/test_generator.py::{OF_GENERATOR}"]
    env = os.environ | {"WGC_BUILD": str(tmp_path / "build")}
    result = subprocess.run(test, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert result.returncode == status, result.stdout + result.stderr
    assert f"1 {'failed' if status else 'passed'}" in result.stdout
