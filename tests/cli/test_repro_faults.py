"""Programs that show one case, on wrong implementations: they agree with the suite under the same fault."""

import json
import os
import subprocess
import sys

import pytest
from conftest import BUILD, ROOT
from test_repro import STATUS, build, chosen, fitting

sys.path.insert(0, str(ROOT / "tests" / "faults"))

import header
import suite_functions
import table

LAYER = BUILD / "lib" / "libwgfaults.so"
TRIES = 8
pytestmark = pytest.mark.slow


def faults_of(case, faults):
    """The faults that are put in front of the case's function, or of what it is made of, for its type."""
    _, function, kind, *_ = case.split(".")
    return [
        fault
        for fault in faults
        if fault.kind == "wrong"
        and fault.body_kind != "spirv"
        and kind in fault.types
        and any(f.name == function for f in (*fault.functions, *fault.seen_in))
    ]


def verdict(wgconform, device, case, path, env):
    wgconform("-d", device["index"], "-p", "default", "-q", "-o", path, case, env=env)
    return json.loads(path.read_text())["results"][0]["state"]


def test_programs_of_every_family_agree_with_the_suite_under_a_fault(wgconform, device, tmp_path):
    faults, functions = table.load(), suite_functions.load()
    listed = wgconform("--list", "-p", "default", "--language", "c").stdout.splitlines()
    wrong, shown = [], 0
    for number, case in enumerate(sorted(chosen(listed))):
        folder = tmp_path / str(number)
        if verdict(wgconform, device, case, tmp_path / "right.json", {}) != "pass":
            continue
        build(wgconform, folder, case, "-p", "default")
        fitting(wgconform, folder, device, case)
        for fault in faults_of(case, faults)[:TRIES]:
            (folder / "fault.clh").write_text(header.text(fault, functions))
            env = {"OPENCL_LAYERS": str(LAYER), "WGFAULT_HEADER": str(folder / "fault.clh")}
            state = verdict(wgconform, device, case, folder / "report.json", env)
            if state in ("pass", "skip"):  # a skip: the fault calls what PoCL lacks, and does not build
                continue
            result = subprocess.run(
                ["./repro", str(device["index"])],
                cwd=folder,
                env=os.environ | env,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=300,
                check=False,
            )
            shown += state == "fail"
            if result.returncode not in STATUS[state]:
                wrong.append(
                    (case, fault.id, state, result.returncode, result.stdout[-300:], result.stderr[-300:])
                )
            break
    assert wrong == []
    assert shown >= 10
