"""Programs that show a case in which the sub-group local ids of the active work-items count.

They compile without a warning, agree with the suite's verdict, and show planted faults.
"""

import json
import math
import os
import re
import subprocess

import pytest
from conftest import BUILD
from test_repro import build, disagreements, fitting, shown, verdicts

LAYER = BUILD / "lib" / "libwgfaults.so"
GROUPS = 4
PARTIAL = (
    "active",
    "branches",
    "leaving",
    "lanes",
    "wayout",
    "waterfall",
    "samecall",
    "afterloop",
    "laneswitch",
    "returned",
    "feeds",
    "chained",
    "counted",
)
INTEGERS_OF_4 = re.compile(r"u?(char|short|int|long)4$")
WIDTH = re.compile(r"[a-z](2|3|4|8|16)$")
NON_UNIFORM = re.compile(r"elect|ballot|mask|shuffle|rotate|broadcast_first|non_uniform|clustered")

# What makes each function wrong: a result of its own, or the work-item's own value.
FAULTS = {
    "sub_group_elect": "() (!sub_group_elect())",
    "sub_group_non_uniform_all": "(x) (!sub_group_non_uniform_all(x))",
    "sub_group_non_uniform_any": "(x) (!sub_group_non_uniform_any(x))",
    "sub_group_non_uniform_all_equal": "(x) (!sub_group_non_uniform_all_equal(x))",
    "sub_group_non_uniform_broadcast": "(x, i) (x)",
    "sub_group_broadcast": "(x, i) (x)",
    "sub_group_broadcast_first": "(x) (x)",
    "sub_group_ballot": "(x) (sub_group_ballot(x) ^ (uint4)(0, 0, 4, 0))",
    "sub_group_inverse_ballot": "(x) (!sub_group_inverse_ballot(x))",
    "sub_group_ballot_bit_extract": "(x, i) sub_group_ballot_bit_extract(x, (i) ^ 1)",
    "sub_group_ballot_bit_count": "(x) sub_group_ballot_bit_count((x) | 1)",
    "sub_group_ballot_inclusive_scan": "(x) sub_group_ballot_exclusive_scan(x)",
    "sub_group_ballot_exclusive_scan": "(x) sub_group_ballot_inclusive_scan(x)",
    "sub_group_ballot_find_lsb": "(x) sub_group_ballot_find_msb(x)",
    "sub_group_ballot_find_msb": "(x) sub_group_ballot_find_lsb(x)",
    "get_sub_group_eq_mask": "() get_sub_group_le_mask()",
    "get_sub_group_ge_mask": "() get_sub_group_gt_mask()",
    "get_sub_group_gt_mask": "() get_sub_group_ge_mask()",
    "get_sub_group_le_mask": "() get_sub_group_lt_mask()",
    "get_sub_group_lt_mask": "() get_sub_group_le_mask()",
    "sub_group_shuffle": "(x, i) sub_group_shuffle_xor(x, i)",
    "sub_group_shuffle_xor": "(x, i) sub_group_shuffle(x, i)",
    "sub_group_shuffle_up": "(x, i) (x)",
    "sub_group_shuffle_down": "(x, i) (x)",
    "sub_group_rotate": "(x, i) (x)",
    "sub_group_clustered_rotate": "(x, i, n) (x)",
    "sub_group_clustered_reduce_add": "(x, n) (x)",
    "sub_group_non_uniform_reduce_min": "(x) (x)",
    "sub_group_non_uniform_scan_exclusive_max": "(x) sub_group_non_uniform_scan_inclusive_max(x)",
}


def listed(wgconform, language, profile="default"):
    """Cases that are quick to show, as name and its parts."""
    found = []
    for name in wgconform("--list", "-p", profile, "--language", language).stdout.splitlines():
        if name.count(".") != 4:  # a program of suite/programs/
            continue
        _, function, kind, shape, form = name.split(".")
        if (
            "sub_group" in function
            and shape[0].isdigit()
            and 5 <= math.prod(map(int, shape.split("x"))) <= 150
        ):
            found.append((name, function, kind, form))
    return found


def of_every_form(cases):
    """Two cases of each new form, and one of each number of components."""
    forms, widths = {}, {}
    for name, function, kind, form in cases:
        if form in PARTIAL or form.startswith(("cluster", "required")):
            forms.setdefault(form, []).append(name)
        if WIDTH.search(kind) and not NON_UNIFORM.search(function.replace("non_uniform_broadcast", "")):
            widths.setdefault((function, WIDTH.search(kind)[1]), []).append(name)
    chosen = set()
    for i, names in enumerate(forms.values()):
        chosen |= {names[(7 * i) % len(names)], names[(11 * i + 5) % len(names)]}
    return chosen | {names[(7 * i) % len(names)] for i, names in enumerate(widths.values())}


@pytest.mark.in_parts
@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("language", ["c", "spirv"])
def test_programs_of_every_form_agree_with_the_suite(wgconform, intel, language, group, tmp_path):
    whole = sorted(of_every_form(listed(wgconform, language)))
    assert len(whole) > 30
    cases, wrong = whole[group::GROUPS], []
    for i, (case, state) in enumerate(verdicts(wgconform, intel, cases, tmp_path).items()):
        if state != "skip":
            build(wgconform, tmp_path / str(i), case, "-p", "default")
            wrong += disagreements(wgconform, tmp_path / str(i), case, intel, state)
    assert wrong == []


def first_case(cases, function, forms):
    """The function's first case of one of the forms, of a type that every device has."""
    for name, own, kind, form in cases:
        if own == function and form in forms and kind.startswith(("int", "uint", "float")):
            return name
    return None


def run_with(folder, device, header, text):
    header.write_text(text)
    env = os.environ | {"OPENCL_LAYERS": str(LAYER), "WGFAULT_HEADER": str(header)}
    command = ["./repro", str(device["index"])]
    return subprocess.run(
        command,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )


def suite_shows(wgconform, device, case, header):
    """Whether the suite finds the fault: in sub-groups of one work-item, or of parts, it may be right."""
    env = {"OPENCL_LAYERS": str(LAYER), "WGFAULT_HEADER": str(header)}
    report = header.with_name("suite.json")
    wgconform("-d", device["index"], "-p", "default", "-q", "-o", report, case, env=env)
    return json.loads(report.read_text())["results"][0]["state"] != "pass"


@pytest.mark.slow
def test_a_fault_of_every_function_is_shown(wgconform, intel, tmp_path):
    listing = listed(wgconform, "c")
    chosen = {
        function: [first_case(listing, function, ("plain",)), first_case(listing, function, PARTIAL)]
        for function in FAULTS
    }
    names = {name for found in chosen.values() for name in found if name}
    states = verdicts(wgconform, intel, names, tmp_path)
    wrong, checked, visible = [], 0, 0
    for function, found in chosen.items():
        for number, case in enumerate(name for name in found if name and states[name] == "pass"):
            folder = tmp_path / f"{function}.{number}"
            build(wgconform, folder, case, "-p", "default")
            fitting(wgconform, folder, intel, case)
            text = f"#define {function}{FAULTS[function]}\n"
            result = run_with(folder, intel, folder / "fault.clh", text)
            checked += 1
            if result.returncode != 1 and suite_shows(wgconform, intel, case, folder / "fault.clh"):
                wrong.append((case, result.returncode, result.stdout[-300:], result.stderr[-300:]))
            visible += result.returncode == 1
    assert wrong == []
    assert visible >= 0.8 * checked
    if not checked:
        pytest.skip("the device has none of the functions right")


def test_what_a_work_item_without_a_call_writes_is_shown(wgconform, intel, tmp_path):
    """The fault writes the neighbour's place too, by the names of the kernel's own arguments."""
    case, function = next(
        (name, function)
        for name, function, _, form in listed(wgconform, "c")
        if "shuffle" in function and form == "active"
    )
    if verdicts(wgconform, intel, {case}, tmp_path)[case] != "pass":
        pytest.skip(f"the device has no {function} that is right")
    build(wgconform, tmp_path / "case", case, "-p", "default")
    fitting(wgconform, tmp_path / "case", intel, case)
    fault = f"#define {function}(x, n) (out[guard_items + (i ^ 1)] = (x), {function}(x, n))\n"
    result = run_with(tmp_path / "case", intel, tmp_path / "fault.clh", fault)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "written by a work-item that makes no call" in result.stdout


def test_a_component_is_named(wgconform, intel, tmp_path):
    case, kind = next(
        (name, kind)
        for name, function, kind, form in listed(wgconform, "c")
        if function == "sub_group_non_uniform_broadcast" and form == "plain" and INTEGERS_OF_4.match(kind)
    )
    if verdicts(wgconform, intel, {case}, tmp_path)[case] != "pass":
        pytest.skip("the device has no sub_group_non_uniform_broadcast that is right")
    build(wgconform, tmp_path / "case", case, "-p", "default")
    fitting(wgconform, tmp_path / "case", intel, case)
    fault = (
        "#define sub_group_non_uniform_broadcast(x, n) "
        f"(sub_group_non_uniform_broadcast(x, n) ^ ({kind})(0, 0, 1, 0))\n"
    )
    result = run_with(tmp_path / "case", intel, tmp_path / "fault.clh", fault)
    assert result.returncode == 1, result.stdout + result.stderr
    assert ", component 2: input" in result.stdout
    assert ", component 1: input" not in result.stdout


def test_sub_groups_of_another_size_than_required_are_shown(wgconform, intel, tmp_path):
    case = next(
        name
        for name, *_, form in listed(wgconform, "c")
        if form == "required8" and (shape := name.split(".")[3]).isdecimal() and int(shape) >= 32
    )
    build(wgconform, tmp_path / "case", case, "-p", "default")
    fault = "#define intel_reqd_sub_group_size(n) intel_reqd_sub_group_size(2 * n)\n"
    result = run_with(tmp_path / "case", intel, tmp_path / "fault.clh", fault)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "requires sub-groups of 8 work-items; the largest has 16" in result.stdout


def test_a_cluster_that_no_sub_group_has_room_for_is_status_2(wgconform, intel, tmp_path):
    case = next(name for name, *_, form in listed(wgconform, "c") if form == "cluster128")
    build(wgconform, tmp_path, case, "-p", "default")
    result = shown(tmp_path, intel)
    assert result.returncode == 2, result.stdout + result.stderr
    assert "not defined: clusters of 128 work-items" in result.stdout


def test_a_program_for_other_sub_groups_names_the_size(wgconform, intel, tmp_path):
    case = next(
        name
        for name, function, kind, form in listed(wgconform, "c", "default")
        if (function, form) == ("sub_group_shuffle_up", "plain")
        and kind in ("int", "uint", "float")
        and (shape := name.split(".")[3]).isdecimal()
        and int(shape) >= 64
    )
    build(wgconform, tmp_path, case, "-p", "default", "--sub-group-size", "3")
    result = shown(tmp_path, intel)
    assert result.returncode == 2 and "sub-groups\nof 3 work-items" in result.stdout, result.stdout
    size = re.search(r"write this program again with wgconform repro --sub-group-size (\d+)", result.stdout)
    build(wgconform, tmp_path, case, "-p", "default", "--sub-group-size", size[1])
    assert shown(tmp_path, intel).returncode == 0
    fault = "#define sub_group_shuffle_up(x, n) sub_group_shuffle_up(x, (n) & 1)\n"
    result = run_with(tmp_path, intel, tmp_path / "fault.clh", fault)
    assert result.returncode == 1, result.stdout
