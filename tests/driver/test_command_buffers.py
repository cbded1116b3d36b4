"""The form commands, whose launches are recorded in a command buffer; of the drivers here PoCL has these."""

import json

import pytest
from conftest import BUILD

WAYS = BUILD / "lib" / "libwgways.so"


@pytest.fixture(scope="module")
def case(wgconform):
    return wgconform("--list", "-p", "default", "c.work_group_any.int.*.commands").stdout.split()[0]


def result(wgconform, device, case, folder, **environment):
    report = folder / "report.json"
    wgconform("-d", device["index"], "-p", "default", "-o", report, case, env=environment)
    (found,) = json.loads(report.read_text())["results"]
    return found["state"], found.get("reason", "")


def test_a_command_buffer_that_does_nothing_is_found(wgconform, pocl, case, tmp_path):
    assert result(wgconform, pocl, case, tmp_path) == ("pass", "")
    state, reason = result(wgconform, pocl, case, tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_FAULT="commands")
    assert state == "fail" and reason.startswith("launch 1 of 8: ")


def test_the_program_of_repro_records_them_too(wgconform, pocl, case, tmp_path):
    assert wgconform("repro", case, "-p", "default", "-o", tmp_path / "repro").returncode == 0
    text = (tmp_path / "repro" / "repro.c").read_text()
    assert "clCommandNDRangeKernelKHR" in text and "clCloneKernel" not in text
