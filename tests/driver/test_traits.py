"""What a device reports of its arithmetic (CL_DEVICE_*_FP_CONFIG) decides on what is right there.

Intel's runtime behind two layers: one (tests/faults) makes a function compute with less than all of IEEE 754,
the other (lies.c) makes the device report that, or not. The first is wrong only where the device does not
report it.
"""

import json
import sys

import conftest
import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT / "tests" / "faults"))

import header
import suite_functions
import table

LAYERS = f"{BUILD / 'lib' / 'libwgfaults.so'}:{BUILD / 'lib' / 'libwglies.so'}"
SINGLE_FP_CONFIG, HALF_FP_CONFIG = 0x101B, 0x1033
INF_NAN, TO_NEAREST, TO_ZERO = 2, 4, 8

# (what the device reports, the fault of the catalogue, cases, profile)
WAYS = [
    (
        f"number {SINGLE_FP_CONFIG} {INF_NAN | TO_NEAREST}",
        "ieee.subnormal_values_flushed.work_group_reduce_add.float",
        "c.work_group_reduce_add.float.*",
        "quick",
    ),
    (
        f"number {SINGLE_FP_CONFIG} {INF_NAN | TO_NEAREST}",
        "ieee.subnormal_results_flushed.work_group_scan_exclusive_add.float",
        "c.work_group_scan_exclusive_add.float.*",
        "quick",
    ),
    (
        f"number {SINGLE_FP_CONFIG} {INF_NAN | TO_NEAREST}",
        "ieee.subnormal_values_flushed.work_group_scan_exclusive_max.float",
        "c.work_group_scan_exclusive_max.float.*",
        "quick",
    ),
    (
        f"number {HALF_FP_CONFIG} {INF_NAN | TO_ZERO}",
        "ieee.overflow_saturates.work_group_scan_exclusive_add.half",
        "c.work_group_scan_exclusive_add.half.*",
        "quick",
    ),
    (
        f"number {HALF_FP_CONFIG} {TO_ZERO}",
        "ieee.nan_dropped.work_group_scan_inclusive_add.half",
        "c.work_group_scan_inclusive_add.half.*",
        "quick",
    ),
    (
        f"number {HALF_FP_CONFIG} {TO_ZERO}",
        "floating_point.nan_for_infinity.reduce_max.half",
        "c.work_group_reduce_max.half.*.plain",
        "default",  # Intel's compiler crashes at each case that quick has of this maximum
    ),
]


def states(device, folder, fault, lies, query, profile="quick"):
    (folder / "fault.clh").write_text(header.text(fault, suite_functions.load()))
    environment = {"OPENCL_LAYERS": LAYERS, "WGFAULT_HEADER": str(folder / "fault.clh"), "WGC_LIES": lies}
    report = folder / "report.json"
    done = conftest.run(
        *("-d", device["index"], "-p", profile, "-j", 1, "-q", "-o", report, query), env=environment
    )
    assert done.returncode in (0, 1), done.stderr
    return [result["state"] for result in json.loads(report.read_text())["results"]]


@pytest.mark.parametrize("way", WAYS, ids=[name for _, name, *_ in WAYS])
def test_less_than_all_of_ieee_754_is_right_where_the_device_reports_it(way, intel, tmp_path):
    lie, name, query, profile = way
    fault = next(fault for fault in table.load() if fault.id == name)
    honest = states(intel, tmp_path, fault, lie, query, profile)
    assert set(honest) == {"pass"}
    assert "fail" in states(intel, tmp_path, fault, "", query, profile)


def test_the_full_profile_has_infinities_whatever_the_device_reports(intel, tmp_path):
    fault = next(f for f in table.load() if f.id == "ieee.nan_dropped.work_group_reduce_add.float")
    lie = f"number {SINGLE_FP_CONFIG} {TO_ZERO}"
    assert "fail" in states(intel, tmp_path, fault, lie, "c.work_group_reduce_add.float.*")
