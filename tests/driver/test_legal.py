"""Drivers that do what the standard allows and the suite's devices do not: no case may fail with them.

Each is a good driver under a layer (layer.c, lies.c), and has a neighbour that does nearly the same and
breaks the rule: that one must still fail.
"""

import fnmatch
import json
import math
import re

import pytest
from conftest import BUILD

DRIVER, LIES = BUILD / "lib" / "libwgdriver.so", BUILD / "lib" / "libwglies.so"
CL_DEVICE_EXTENSIONS = 0x1030
CL_BUILD_PROGRAM_FAILURE, CL_OUT_OF_HOST_MEMORY = -11, -6
FAILURES = ("fail", "crash", "timeout", "build_error", "error")


def chosen(wgconform, *queries, profile="default"):
    """The first case that each query names."""
    return [wgconform("--list", "-p", profile, query).stdout.split()[0] for query in queries]


def in_order(wgconform, *queries):
    """The same, each behind the one before it in the order of a run: a program's halves are two and two."""
    listed, found = wgconform("--list", "-p", "default", *queries).stdout.split(), []
    for query in queries:
        after = listed.index(found[-1]) + 1 if found else 0
        found.append(next(name for name in listed[after:] if fnmatch.fnmatchcase(name, query)))
    return found


def large(wgconform, *queries):
    """Those of work-groups of 64 work-items and more."""
    listed = wgconform("--list", "-p", "default", *queries).stdout.split()
    return [name for name in listed if math.prod(map(int, re.findall(r"\d+", name.split(".")[3]))) >= 64]


def states(wgconform, device, folder, cases, *arguments, profile="default", **environment):
    report = folder / "report.json"
    command = ["-d", device["index"], "-j", 1, "-q", "-p", profile, "-o", report, *arguments, *cases]
    done = wgconform(*command, env=environment)
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(report.read_text())["results"]
    return {result["name"]: (result["state"], result.get("reason", "")) for result in found}


def driver(rule):
    return {"OPENCL_LAYERS": str(DRIVER), "WGC_DRIVER": rule}


def lies(*changes):
    return {"OPENCL_LAYERS": str(LIES), "WGC_LIES": "\n".join(changes)}


# -- a required size of sub-groups --

REQUIRED = (
    "c.sub_group_any.*.required8",
    "c.sub_group_all.*.required16",
    "c.sub_group_reduce_add.int.*.plain",
)
RULE = 'cl_intel_required_subgroup_size: "some kernels may fail compilation'


def test_a_required_size_may_be_refused(wgconform, intel, tmp_path):
    """In programs of several kernels, too: the others are right, and the programs are no culprits."""
    cases = chosen(wgconform, *REQUIRED)
    rule = f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:intel_reqd_sub_group_size"
    found = states(wgconform, intel, tmp_path, cases, **driver(rule))
    *required, plain = (found[name] for name in cases)
    assert all(state == "skip" and reason.startswith(RULE) for state, reason in required), found
    assert plain[0] == "pass"
    assert not [name for name, (state, _) in found.items() if state in FAILURES]


def test_a_refused_size_does_not_hide_a_program_that_is_refused(wgconform, intel, tmp_path):
    """Two kernels that build alone are refused together with the one of a required size.

    The first program of a run has one kernel.
    """
    required = ["c.sub_group_*.required8"] * 2
    plain = ["c.sub_group_reduce_max.*.plain", "c.sub_group_reduce_add.*.plain"]
    first, *cases = in_order(wgconform, "c.sub_group_*.plain", *required, *plain)
    maximum, total = (".".join(case.split(".")[1:3]).replace(".", "_") for case in cases[2:])
    rule = ";".join(
        [
            f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:intel_reqd_sub_group_size",
            f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:{total}_plain&{maximum}_plain",
        ]
    )
    found = states(wgconform, intel, tmp_path, [first, *cases], **driver(rule))
    assert [found[name][0] for name in cases] == ["skip", "skip", "pass", "pass"], found
    assert found["query.shared_program"][0] == "build_error", found


@pytest.mark.parametrize(
    ("action", "state"), [(CL_OUT_OF_HOST_MEMORY, "build_error"), ("segv", "crash"), ("abort", "crash")]
)
def test_a_required_size_is_refused_by_the_compiler_alone(wgconform, intel, tmp_path, action, state):
    cases = chosen(wgconform, REQUIRED[0])
    found = states(
        wgconform, intel, tmp_path, cases, **driver(f"{action}@BuildProgram:intel_reqd_sub_group_size")
    )
    assert found[cases[0]][0] == state, found


def test_a_kernel_without_a_required_size_may_not_be_refused(wgconform, intel, tmp_path):
    cases = chosen(wgconform, REQUIRED[2])
    rule = f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:sub_group_reduce_add"
    assert states(wgconform, intel, tmp_path, cases, **driver(rule))[cases[0]][0] == "build_error"


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (
            "#define intel_reqd_sub_group_size(n) unused",
            "the kernel requires sub-groups of 32 work-items; the largest",
        ),
        ("#define get_max_sub_group_size() 7u", "get_max_sub_group_size() is 7"),
    ],
)
def test_a_kernel_that_builds_has_the_size(wgconform, intel, tmp_path, lie, words):
    """Without the attribute the compiler takes 8 or 16, by the processor's vectors."""
    cases = large(wgconform, "c.sub_group_*.required32")[:1]
    found = states(wgconform, intel, tmp_path, cases, **lies(f"source required32 {lie}"))
    assert found[cases[0]][0] == "fail" and words in found[cases[0]][1], found


# -- clusters that are larger than any sub-group --

CLUSTERS = tuple(f"c.sub_group_clustered_reduce_*.cluster{size}" for size in (128, 16))


def test_a_cluster_without_room_is_not_built(wgconform, intel, tmp_path):
    """A compiler that crashes on it is right: the kernel has no meaning."""
    cases = chosen(wgconform, *CLUSTERS)
    found = states(wgconform, intel, tmp_path, cases, **driver("segv@BuildProgram:cluster128"))
    assert found[cases[0]][0] == "skip" and found[cases[0]][1].startswith(
        "undefined: a cluster of 128"
    ), found
    assert found[cases[1]][0] in ("pass", "skip"), found


def test_a_cluster_without_room_may_be_refused(wgconform, intel, tmp_path):
    """The device lists sub-groups of 64 work-items, and those of this kernel have fewer."""
    cases = chosen(wgconform, "c.sub_group_clustered_reduce_*.cluster64")
    found = states(
        wgconform, intel, tmp_path, cases, **driver(f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:cluster64")
    )
    assert found[cases[0]][0] == "skip" and found[cases[0]][1].startswith("undefined: a cluster of 64"), found


def test_a_cluster_with_room_may_not_be_refused(wgconform, intel, tmp_path):
    cases = chosen(wgconform, "c.sub_group_clustered_reduce_*.cluster4")
    rule = f"{CL_BUILD_PROGRAM_FAILURE}@BuildProgram:cluster4"
    assert states(wgconform, intel, tmp_path, cases, **driver(rule))[cases[0]][0] == "build_error"


def test_a_crash_of_a_kernel_with_clusters_is_its_own(wgconform, intel, tmp_path):
    """What the suite asks the device before counts for nothing."""
    cases = chosen(wgconform, "c.sub_group_clustered_reduce_*.cluster4")
    found = states(wgconform, intel, tmp_path, cases, **driver("segv@EnqueueNDRangeKernel:cluster4"))
    assert found[cases[0]][0] == "crash", found


# -- the mapping of work-items to sub-groups --

BARE = ("c.sub_group_reduce_max.*.bare", "c.sub_group_scan_inclusive_add.*.bare", "c.sub_group_any.*.bare")
TILES = "#define get_sub_group_id() ((uint)(get_local_id(0) / 2 + get_local_id(1) / 2 * 2))"
BACKWARDS = "#define get_sub_group_local_id() (get_max_sub_group_size() - 1 - (uint)get_local_id(0))"


@pytest.mark.parametrize("mapping", [TILES, BACKWARDS])
def test_sub_groups_need_not_be_runs(wgconform, intel, tmp_path, mapping):
    cases = large(wgconform, *BARE)[:3]
    found = states(wgconform, intel, tmp_path, cases, **lies(f"source wgc_sub_group_probe {mapping}"))
    for state, reason in found.values():
        assert state == "skip" and reason.startswith("the sub-groups are no runs of work-items"), found


def test_a_kernel_that_does_not_write_runs_is_judged(wgconform, intel, tmp_path):
    cases = chosen(wgconform, BARE[0])
    assert states(wgconform, intel, tmp_path, cases)[cases[0]][0] == "pass"
    found = states(
        wgconform,
        intel,
        tmp_path,
        cases,
        **lies("source sub_group_reduce_max( #define sub_group_reduce_max(x) 77"),
    )
    assert found[cases[0]][0] == "fail", found


# -- the largest size of a sub-group --

CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE = 0x2033
LARGEST_OF_10439 = "source meta #define get_max_sub_group_size() 10439u"
LARGEST = tuple(
    f"c.{name}.{form}"
    for name in ("sub_group_rotate.*.*x*", "get_sub_group_ge_mask.*.*x*", "sub_group_ballot_find_msb.*.*x*")
    for form in ("plain", "active")
)


def test_the_largest_size_need_not_be_reported(wgconform, intel, tmp_path):
    cases = chosen(wgconform, *LARGEST)
    found = states(
        wgconform, intel, tmp_path, cases, **lies(f"code {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE} -59")
    )
    assert {found[name][0] for name in cases} == {"pass"}, found


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (
            f"number {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE} 5",
            "CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE is 5",
        ),
        (LARGEST_OF_10439, "get_max_sub_group_size() is 10439 in"),
    ],
)
def test_the_kernel_and_the_host_report_one_largest_size(wgconform, intel, tmp_path, lie, words):
    for case in chosen(wgconform, *LARGEST):
        found = states(wgconform, intel, tmp_path, [case], **lies(lie))
        assert found[case][0] == "fail" and words in found[case][1], found


GROUPS = 8  # of forms


@pytest.mark.in_parts
@pytest.mark.parametrize("group", range(GROUPS))
def test_they_do_so_in_every_form_that_asks_the_kernel(wgconform, intel, group, tmp_path):
    """The kernels of the other forms have no query: what the host reports is taken there."""
    named = {}
    for query in ("c.sub_group_rotate.*", "c.get_sub_group_ge_mask.*", "c.sub_group_ballot_find_msb.*"):
        for name in wgconform("--list", "-p", "default", query).stdout.split():
            named.setdefault(name.rpartition(".")[2], name)
    assert len(named) > 6 * GROUPS
    cases = sorted(named.values())[group::GROUPS]
    right = states(wgconform, intel, tmp_path, cases)
    wrong = states(wgconform, intel, tmp_path, cases, **lies(LARGEST_OF_10439))
    words = "get_max_sub_group_size() is 10439 in"
    passed = [name for name in cases if right[name][0] == "pass"]
    unseen = {name.rpartition(".")[2] for name in passed if words not in wrong[name][1]}
    assert len(passed) > 40 / GROUPS, right
    assert unseen <= {"bare", "alone", "literal", "literals", "unused", "counted"}, {
        name: wrong[name] for name in passed if name.rpartition(".")[2] in unseen
    }


# -- sub-groups before OpenCL C 3.0 --

OLDER = (
    "c.sub_group_reduce_add.*.older",
    "c.sycl_reduce_plus_init.*.older",
    "c.work_group_reduce_add.*.older",
)
FEATURE_ALONE = tuple(
    f"drop {CL_DEVICE_EXTENSIONS} {name}" for name in ("cl_intel_subgroups", "cl_khr_subgroups")
)


def test_the_feature_alone_claims_nothing_before_3(wgconform, intel, tmp_path):
    """A compiler without functions of sub-groups is right there; the version claims the collectives."""
    cases = chosen(wgconform, *OLDER)
    found = states(wgconform, intel, tmp_path, cases, **lies(*FEATURE_ALONE, "refuse CL2.0"))
    for name in cases[:2]:
        assert found[name][0] == "skip" and "sub-groups before OpenCL C 3.0" in found[name][1], found
    assert found[cases[2]][0] == "build_error", found


def test_the_extension_claims_them_there(wgconform, intel, tmp_path):
    cases = chosen(wgconform, *OLDER)
    found = states(wgconform, intel, tmp_path, cases, **lies("refuse CL2.0"))
    assert [found[name][0] for name in cases] == ["build_error"] * 3, found


# -- work-items of one round that call separately --

SEPARATE = [
    ("wayout", "c.sub_group_non_uniform_reduce_mul.*.wayout", "sub_group_non_uniform_reduce_mul(x)"),
    ("waterfall", "c.sub_group_non_uniform_reduce_mul.*.waterfall", "sub_group_non_uniform_reduce_mul(x)"),
]


@pytest.mark.parametrize(("form", "query", "call"), SEPARATE)
def test_work_items_of_a_round_may_call_separately(wgconform, intel, tmp_path, form, query, call):
    """Each alone. The operands are primes, so that a product of two rounds is none of one."""
    cases = chosen(wgconform, query)
    alone = states(wgconform, intel, tmp_path, cases, **lies(f"source {form} #define {call} (x)"))
    assert alone[cases[0]][0] == "pass", alone
    joined = states(wgconform, intel, tmp_path, cases, **lies(f"source {form} #define {call} ((x) * 2)"))
    assert joined[cases[0]][0] == "fail", joined
    assert "whichever work-items of the round and branch call together" in joined[cases[0]][1], joined
