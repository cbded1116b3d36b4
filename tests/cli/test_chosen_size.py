"""The form chosen, whose local size is the device's choice: its reports, and the programs that show them."""

import json
import re
import sys

import pytest
from conftest import BUILD, ROOT
from test_repro import build, shown

sys.path.insert(0, str(ROOT / "tests" / "faults"))

import header
import suite_functions
import table

FAULTS, WAYS = BUILD / "lib" / "libwgfaults.so", BUILD / "lib" / "libwgways.so"
SIZE = re.compile(r"local size (\d+)x(\d+)x(\d+), chosen by the implementation: wrong value")


@pytest.fixture
def wrong_reduce(tmp_path):
    """The environment of a device whose work_group_reduce_add gives each work-item its own value back."""
    [fault] = [fault for fault in table.load() if fault.id == "modes.own_value.reduce_add"]
    path = tmp_path / "fault.clh"
    path.write_text(header.text(fault, suite_functions.load()))
    return {"OPENCL_LAYERS": str(FAULTS), "WGFAULT_HEADER": str(path)}


def case_of(wgconform, pattern):
    return wgconform("--list", "-p", "default", pattern).stdout.split()[0]


def result_of(wgconform, device, case, folder, env=None):
    report = folder / "report.json"
    wgconform("-d", device["index"], "-p", "default", "-q", "-o", report, case, env=env or {})
    (result,) = json.loads(report.read_text())["results"]
    return result


def test_a_failure_names_the_local_size_and_a_program_shows_it(
    wgconform, device, wrong_reduce, tmp_path, monkeypatch
):
    case = case_of(wgconform, "c.work_group_reduce_add.uint.*.chosen")
    result = result_of(wgconform, device, case, tmp_path, wrong_reduce)
    assert result["state"] == "fail", result
    size = "x".join(SIZE.match(result["reason"]).groups())
    build(wgconform, tmp_path / "right", case, "--local-size", size)
    assert shown(tmp_path / "right", device).returncode == 0
    for name, value in wrong_reduce.items():
        monkeypatch.setenv(name, value)
    assert shown(tmp_path / "right", device).returncode == 1


@pytest.mark.parametrize("function", ["work_group_scan_inclusive_add", "sub_group_broadcast"])
def test_a_program_for_another_local_size_is_refused_by_itself(
    wgconform, intel, function, tmp_path, monkeypatch
):
    case = case_of(wgconform, f"c.{function}.uint.*.chosen")
    build(wgconform, tmp_path, case, "--local-size", "5", "--sub-group-size", "16")
    monkeypatch.setenv("OPENCL_LAYERS", str(WAYS))
    monkeypatch.setenv("WGC_WAY_LOCAL", "11")
    other = shown(tmp_path, intel)
    assert other.returncode == 2
    assert "write it again with wgconform repro --local-size 11x1x1" in other.stdout, other.stdout
    monkeypatch.setenv("WGC_WAY_LOCAL", "5")
    assert shown(tmp_path, intel).returncode == 0


@pytest.mark.parametrize("text", ["0", "16x", "x4", "1x2x3x4", "65537", "-1", "4y4", ""])
def test_a_local_size_that_is_none_is_refused(wgconform, text, tmp_path):
    case = case_of(wgconform, "c.work_group_reduce_add.uint.*.chosen")
    done = wgconform("repro", case, "-o", tmp_path, "--local-size", text)
    assert done.returncode == 2
    assert f'"{text}" is no local size' in done.stderr


def test_a_local_size_larger_than_the_launch_is_refused(wgconform, tmp_path):
    case = case_of(wgconform, "c.work_group_reduce_add.uint.*.chosen")
    done = wgconform("repro", case, "-o", tmp_path, "--local-size", "1x1x60000")
    assert done.returncode == 2
    assert re.search(
        r"--local-size: 1x1x60000 is more than the launch of c\.\S+\.chosen, which has", done.stderr
    )


def test_emulated_functions_do_not_have_it(wgconform, intel, tmp_path):
    case = case_of(wgconform, "c.work_group_reduce_add.uint.*.chosen")
    report = tmp_path / "report.json"
    wgconform("-d", intel["index"], "--impl", "emulated", "-p", "default", "-q", "-o", report, case)
    (result,) = json.loads(report.read_text())["results"]
    assert result["state"] == "skip" and "chooses" in result["reason"], result


def test_it_is_one_kernel_launched_twice(wgconform, intel, tmp_path):
    trace = tmp_path / "trace"
    case = case_of(wgconform, "c.work_group_reduce_max.uint.*.chosen")
    env = {
        "OPENCL_LAYERS": str(BUILD / "lib" / "libwgtrace.so"),
        "WGC_TRACE": str(trace),
        "WGC_TRACE_CALLS": "1",
    }
    result_of(wgconform, intel, case, tmp_path, env)
    lines = trace.read_text().splitlines()
    assert sum(line.startswith("build ") for line in lines) == 1
    assert sum(line.startswith("launch ") for line in lines) == 2
