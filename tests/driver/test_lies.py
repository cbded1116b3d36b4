"""A device that lies about itself, made of Intel's runtime or PoCL and a layer (lies.c).

Each capability check must see at least one lie: the table below has one for every check, and a test holds
that there is none without. The device's own answers, without a lie, pass the same check.
"""

import json

import conftest
import pytest
from conftest import BUILD

LAYER = BUILD / "lib" / "libwglies.so"
TIMEOUT_S = 600

# cl_device_info and cl_kernel_sub_group_info, as in the standard's headers
CL_DEVICE_DOUBLE_FP_CONFIG = 0x1032
CL_DEVICE_HALF_FP_CONFIG = 0x1033
CL_DEVICE_EXTENSIONS = 0x1030
CL_DEVICE_IL_VERSION = 0x105B
CL_DEVICE_MAX_NUM_SUB_GROUPS = 0x105C
CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS = 0x105D
CL_DEVICE_EXTENSIONS_WITH_VERSION = 0x1060
CL_DEVICE_ILS_WITH_VERSION = 0x1061
CL_DEVICE_IMAGE_SUPPORT = 0x1016
CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS = 0x104C
CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE = 0x104D
CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES = 0x1063
CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT = 0x1068
CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT = 0x1069
CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES = 0x1070
CL_DEVICE_PIPE_SUPPORT = 0x1071
CL_DEVICE_OPENCL_C_ALL_VERSIONS = 0x1066
CL_DEVICE_OPENCL_C_FEATURES = 0x106F
CL_DEVICE_SPIRV_EXTENSIONS = 0x12BA
CL_DEVICE_SPIRV_CAPABILITIES = 0x12BB
CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE = 0x2033
CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE = 0x2034
CL_KERNEL_MAX_NUM_SUB_GROUPS = 0x11B9
CL_KERNEL_COMPILE_NUM_SUB_GROUPS = 0x11BA
CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL = 0x410A

UNIFORM = "cl_khr_work_group_uniform_arithmetic"
WITH_UNIFORM = [f"add {CL_DEVICE_EXTENSIONS} {UNIFORM}"]


def wrong(function):
    """The macro makes a right kernel wrong; its name is in the source of the feature test."""
    return [f"source {function}( #define {function}(...) 77"]


def gone(function):
    return [f"source {function}( #define {function} unknown_function"]


# (check, lies, words of the reason)
LIES = [
    ("extensions_once", [f"add {CL_DEVICE_EXTENSIONS} cl_khr_fp64"], "cl_khr_fp64 2 times"),
    (
        "extensions_once",
        [f"name {CL_DEVICE_EXTENSIONS_WITH_VERSION} 1.0.0 cl_khr_fp64"],
        "CL_DEVICE_EXTENSIONS_WITH_VERSION lists cl_khr_fp64 2 times",
    ),
    (
        "extensions_agree",
        [f"add {CL_DEVICE_EXTENSIONS} cl_khr_made_up"],
        "cl_khr_made_up is in CL_DEVICE_EXT",
    ),
    (
        "extensions_agree",
        [f"name {CL_DEVICE_EXTENSIONS_WITH_VERSION} 1.0.0 cl_khr_made_up"],
        "CL_DEVICE_EXTENSIONS_WITH_VERSION alone",
    ),
    ("extensions_agree", [f"code {CL_DEVICE_EXTENSIONS_WITH_VERSION} -30"], "gave -30"),
    (
        "extensions_required",
        [f"drop {CL_DEVICE_EXTENSIONS} cl_khr_byte_addressable_store"],
        "lacks cl_khr_byte_addressable_store",
    ),
    ("c_versions", [f"unname {CL_DEVICE_OPENCL_C_ALL_VERSIONS} 1.1.0 OpenCL C"], "lacks 1.1"),
    ("c_versions", [f"name {CL_DEVICE_OPENCL_C_ALL_VERSIONS} 9.0.0 Other C"], '"Other C"'),
    (
        "c_features_version",
        [
            f"unname {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_images",
            f"name {CL_DEVICE_OPENCL_C_FEATURES} 1.0.0 __opencl_c_images",
        ],
        "__opencl_c_images the version 1.0.0",
    ),
    (
        "c_features_implied",
        [f"unname {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_images"],
        "without __opencl_c_images",
    ),
    (
        "c_features_implied",
        [f"unname {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_int64"],
        "lacks __opencl_c_int64",
    ),
    *[
        (
            "c_features_queries",
            [f"number {query} {answer}"],
            f"is {answer and hex(answer)}, and CL_DEVICE_OPENCL_C_FEATURES has __opencl_c_{feature}",
        )
        for query, answer, feature in [
            (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 0x75, "atomic_order_acq_rel"),
            (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 0x73, "atomic_order_seq_cst"),
            (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 0x57, "atomic_scope_device"),
            (CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 0x37, "atomic_scope_all_devices"),
            (CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 0x2, "device_enqueue"),
            (CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 0, "generic_address_space"),
            (CL_DEVICE_IMAGE_SUPPORT, 0, "images"),
            (CL_DEVICE_PIPE_SUPPORT, 0, "pipes"),
            (CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 0, "program_scope_global_variables"),
            (CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 0, "read_write_images"),
        ]
    ],
    (
        "c_features_queries",
        [f"unname {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_atomic_scope_all_devices"],
        "CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES is 0x77, and CL_DEVICE_OPENCL_C_FEATURES lacks __opencl_c_atom",
    ),
    ("c_features_queries", [f"code {CL_DEVICE_PIPE_SUPPORT} -30"], "CL_DEVICE_PIPE_SUPPORT) gave -30"),
    (
        "c_feature_macros",
        ["source wgc_measure #undef __opencl_c_images"],
        "__opencl_c_images is in CL_DEVICE_OPENCL_C_FEATURES and not defined",
    ),
    (
        "c_feature_macros",
        [f"unname {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_images"],
        "__opencl_c_images is defined under -cl-std=CL3.0 and not in",
    ),
    (
        "c_feature_macros",
        [f"name {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_made_up"],
        "__opencl_c_made_up is in CL_DEVICE_OPENCL_C_FEATURES and not defined",
    ),
    ("c_standards", ["refuse CL1.1"], "does not build with -cl-std=CL1.1"),
    ("c_standards", ["standard CL1.2 CL3.0"], "300 with -cl-std=CL1.2, not 120"),
    (
        "c_standard_default",
        ["source wgc_measure #undef __OPENCL_C_VERSION__"],
        "__OPENCL_C_VERSION__ is -1 with no -cl-std",
    ),
    (
        "c_standards_unlisted",
        [f"unname {CL_DEVICE_OPENCL_C_ALL_VERSIONS} 1.1.0 OpenCL C"],
        "builds with -cl-std=CL1.1",
    ),
    (
        "extension_macros",
        ["source wgc_measure #undef cl_khr_fp64"],
        "cl_khr_fp64 is in CL_DEVICE_EXTENSIONS and not defined",
    ),
    (
        "extension_macros",
        [f"source wgc_measure #define {UNIFORM} 1"],
        f"{UNIFORM} is defined under no -cl-std and not in CL_DEVICE_EXTENSIONS",
    ),
    ("il_agree", [f"add {CL_DEVICE_IL_VERSION} SPIR-V_9.9"], "SPIR-V_9.9 is in CL_DEVICE_IL_VERSION alone"),
    ("il_agree", [f"name {CL_DEVICE_ILS_WITH_VERSION} 1.0.0 SPIR-V"], "SPIR-V_1.0 more than once"),
    (
        "il_agree",
        [f"name {CL_DEVICE_ILS_WITH_VERSION} 9.9.0 SPIR-V"],
        "SPIR-V_9.9 is in CL_DEVICE_ILS_WITH_VERSION alone",
    ),
    ("il_required", [f"drop {CL_DEVICE_IL_VERSION} SPIR-V_1.0"], "lacks SPIR-V_1.0"),
    ("il_program", ["il -42"], "does not build"),
    ("il_program", ["read 99"], "99, not 3"),
    (
        "il_program",
        ["il -30", *[f"drop {CL_DEVICE_IL_VERSION} SPIR-V_1.{i}" for i in range(7)]],
        "gave -30 and not CL_INVALID_OPERATION",
    ),
    ("il_groups", ["il -42"], "does not build"),
    ("il_groups", ["read 99"], "99, not 7"),
    ("spirv_capabilities", [f"word {CL_DEVICE_SPIRV_CAPABILITIES} 18"], "lacks Groups"),
    ("spirv_capabilities", [f"code {CL_DEVICE_SPIRV_CAPABILITIES} -30"], "gave -30"),
    (
        "spirv_extensions",
        [f"string {CL_DEVICE_SPIRV_EXTENSIONS} SPV_KHR_subgroup_rotate"],
        "lacks SPV_KHR_subgroup_rotate",
    ),
    ("spirv_extensions", WITH_UNIFORM, "lacks SPV_KHR_uniform_group_instructions"),
    (
        "collectives",
        [f"number {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT} 0"],
        "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 0, and CL_DEVICE_OPENCL_C_FEATURES has",
    ),
    (
        "collectives",
        ["source wgc_measure #undef __opencl_c_work_group_collective_functions"],
        "is not defined under -cl-std=CL3.0",
    ),
    ("collectives_run", gone("work_group_reduce_add"), "does not build"),
    ("collectives_run", wrong("work_group_reduce_add"), "work_group_reduce_add(id): expected 120, got 77"),
    ("collectives_run_c2", gone("work_group_reduce_add"), "OpenCL C 2.0 has the work-group"),
    ("subgroups", [f"number {CL_DEVICE_MAX_NUM_SUB_GROUPS} 0"], "CL_DEVICE_MAX_NUM_SUB_GROUPS is 0"),
    (
        "subgroups",
        [f"add {CL_DEVICE_EXTENSIONS} cl_khr_subgroups"],
        "CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS is false",
    ),
    (
        "subgroups",
        [
            f"number {CL_DEVICE_MAX_NUM_SUB_GROUPS} 0",
            f"number {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS} 1",
        ],
        "CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS is true",
    ),
    (
        "subgroups_run",
        wrong("sub_group_scan_exclusive_add"),
        "sub_group_scan_exclusive_add(1): expected 0, which is (int)get_sub_group_local_id(), got 77 in "
        "work-item 0 of 16 (16 are wrong), where CL_DEVICE_MAX_NUM_SUB_GROUPS is ",
    ),
    ("subgroups_kernel", [f"number {CL_DEVICE_MAX_NUM_SUB_GROUPS} 0"], "not CL_INVALID_OPERATION"),
    ("subgroups_kernel", [f"number {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE} 5"], "sub-groups of up to 5"),
    ("subgroups_kernel", [f"number {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE} 3"], "3 sub-groups of up to"),
    ("subgroups_kernel", [f"number {CL_KERNEL_MAX_NUM_SUB_GROUPS} 1000000"], "MAX_NUM_SUB_GROUPS is 1000000"),
    ("subgroups_kernel", [f"number {CL_KERNEL_COMPILE_NUM_SUB_GROUPS} 2"], "COMPILE_NUM_SUB_GROUPS is 2"),
    (
        "subgroups_kernel",
        [f"number {CL_KERNEL_MAX_NUM_SUB_GROUPS} 3"],
        "CL_KERNEL_MAX_NUM_SUB_GROUPS is 3, and a work-group of",
    ),
    ("subgroups_kernel", [f"number {CL_KERNEL_MAX_NUM_SUB_GROUPS} 3"], "for 4 sub-groups and must give 0"),
    (
        "subgroups_kernel",
        [f"number {CL_DEVICE_MAX_NUM_SUB_GROUPS} 4", f"number {CL_KERNEL_MAX_NUM_SUB_GROUPS} 4"],
        "CL_DEVICE_MAX_NUM_SUB_GROUPS is 4, and a work-group of",
    ),
    (
        "intel_required_size",
        [f"number {CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL} 5"],
        "CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL is 5 for a kernel that requires none",
    ),
    (
        "intel_required_size",
        [f"number {CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL} 0"],
        "CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL is 0 for a kernel that requires",
    ),
    (
        "intel_required_size",
        ["source wgc_measure #define get_max_sub_group_size() 7"],
        "get_max_sub_group_size() is 7 in a kernel that requires",
    ),
    (
        "intel_required_size",
        [f"code {CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL} -30"],
        "COMPILE_SUB_GROUP_SIZE_INTEL) gave -30",
    ),
    (
        "c_standards_run",
        wrong("work_group_reduce_add"),
        "-cl-std=CL2.0 has the work-group collective functions",
    ),
    ("c_standards_run", gone("sub_group_reduce_add"), "-cl-std=CL3.1 has cl_khr_subgroups"),
    (
        "subgroups_kernel",
        [f"code {CL_KERNEL_MAX_NUM_SUB_GROUPS} -30"],
        "MAX_NUM_SUB_GROUPS) gave -30",
    ),
    ("fp16", [f"number {CL_DEVICE_HALF_FP_CONFIG} 0"], "less than cl_khr_fp16 requires"),
    ("fp16", gone("convert_half"), "does not build"),
    ("fp64", [f"number {CL_DEVICE_DOUBLE_FP_CONFIG} 0"], "CL_DEVICE_DOUBLE_FP_CONFIG is 0"),
    ("fp64", [f"number {CL_DEVICE_DOUBLE_FP_CONFIG} 4"], "less than the least"),
    ("fp64", [f"drop {CL_DEVICE_EXTENSIONS} cl_khr_fp64"], "lacks cl_khr_fp64"),
    ("fp64", wrong("convert_long"), ": expected 1, got 0 in"),
    ("khr_uniform_arithmetic", WITH_UNIFORM, "does not build"),
    ("intel_subgroups", wrong("intel_sub_group_shuffle"), ": expected 0, which is id, got 77"),
    (
        "khr_extended_types",
        wrong("sub_group_broadcast"),
        "sub_group_broadcast((short)-7, 0): expected -7, got 77",
    ),
    (
        "khr_non_uniform_vote",
        wrong("sub_group_non_uniform_any"),
        "sub_group_non_uniform_any(0): expected 0, got 77",
    ),
    ("khr_ballot", wrong("sub_group_ballot_bit_count"), "which is sub_group_reduce_add(1), got 77"),
    ("khr_non_uniform_arithmetic", wrong("sub_group_non_uniform_reduce_add"), "got 77 in work-item 0 of 16"),
    ("khr_shuffle", wrong("sub_group_shuffle"), "got 77"),
    ("khr_shuffle_relative", gone("sub_group_shuffle_up"), "does not build"),
    (
        "khr_clustered_reduce",
        wrong("sub_group_clustered_reduce_add"),
        "add(id, 1): expected 0, which is id, got 77",
    ),
    ("khr_rotate", wrong("sub_group_rotate"), "sub_group_rotate(id, 0): expected 0, which is id, got 77"),
]

# What no clause forbids, so that no check may fail.
ALLOWED = (  # a feature twice, and a version
    f"name {CL_DEVICE_OPENCL_C_FEATURES} 3.0.0 __opencl_c_images",
    f"name {CL_DEVICE_OPENCL_C_ALL_VERSIONS} 3.0.0 OpenCL C",
)

# What Intel's runtime does not have, and so is a skip there until the lie.
SKIPPED_BEFORE = {"c_standards_unlisted", "khr_uniform_arithmetic"}


def run(device, folder, lies, *queries):
    report = folder / "report.json"
    command = ["-d", device["index"], "-j", 1, "-q", "-o", report, *queries]
    environment = {"OPENCL_LAYERS": str(LAYER), "WGC_LIES": "\n".join(lies)}
    done = conftest.run(*command, env=environment, timeout=TIMEOUT_S)
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(report.read_text())
    conftest.check_schema(found, "report")
    return {result["name"]: result for result in found["results"]}


def names():
    """The checks that a worker asks the device for; test_programs.py has the others."""
    asked = ["query.*", "!query.program_*", "!query.shared_*"]
    return conftest.run("--list", "-p", "quick", *asked).stdout.splitlines()


def test_each_check_has_a_lie_that_it_must_see():
    assert {f"query.{check}" for check, _, _ in LIES} == set(names())


def test_without_a_lie_no_check_fails(intel, tmp_path):
    results = run(intel, tmp_path, [], *names())
    assert {n: r["reason"] for n, r in results.items() if r["state"] not in ("pass", "skip")} == {}
    assert {n for n, r in results.items() if r["state"] == "skip"} == {f"query.{n}" for n in SKIPPED_BEFORE}


def test_what_no_clause_forbids_is_no_failure(intel, tmp_path):
    """A failure would name its query: all of them are in one run."""
    results = run(intel, tmp_path, ALLOWED, *names())
    assert {n: r["reason"] for n, r in results.items() if r["state"] not in ("pass", "skip")} == {}


@pytest.mark.in_parts
@pytest.mark.parametrize("number", range(len(LIES)), ids=[f"{n}-{c}" for n, (c, _, _) in enumerate(LIES)])
def test_a_lie_is_seen(number, intel, tmp_path):
    check, lies, words = LIES[number]
    result = run(intel, tmp_path, lies, f"query.{check}")[f"query.{check}"]
    assert result["state"] == "fail", result
    assert words in result["reason"]
    assert ("mismatch" in result) == (": expected " in result["reason"])


def test_a_wrong_value_of_a_check_is_the_first_cause(intel, tmp_path):
    """Before what a device reports: it names function, value and place, as that of a case."""
    lies = [*wrong("sub_group_scan_exclusive_add"), f"add {CL_DEVICE_EXTENSIONS} cl_khr_fp64"]
    results = run(intel, tmp_path, lies, "query.extensions_once", "query.subgroups_run")
    shown = results["query.subgroups_run"]["mismatch"]
    assert shown["what"] == "wrong value of sub_group_scan_exclusive_add(1)"
    assert (shown["expected"], shown["actual"], shown["local_id"]) == ("0", "77", [0, 0, 0])
    causes = json.loads((tmp_path / "report.json").read_text())["causes"]
    assert [c["example"] for c in causes] == ["query.subgroups_run", "query.extensions_once"]
