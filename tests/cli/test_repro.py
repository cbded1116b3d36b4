"""Programs that show one case: they compile without a warning and agree with the suite's verdict."""

import json
import math
import os
import re
import shlex
import subprocess

import pytest
from conftest import BUILD, first_case

OPERATOR = re.compile(r"_(logical_)?(add|mul|min|max|and|or|xor|plus|minimum|maximum)\b(?=\.|_init)")
COMPILE = "cc -std=c11 -Wall -Wextra -Wpedantic -Werror -o repro repro.c -lOpenCL -lm"
GROUPS = 8  # of cases, for a program takes half a second: it is compiled, and run on two devices
ENDLESS_S = 5  # of a program that the suite gave up: it would spin for longer
CRASHED = [2, -6, -7, -11]
# What a program may end with, by the suite's verdict; it has no time limit.
STATUS = {"pass": [0], "fail": [1], "timeout": [1], "crash": CRASHED, "build_error": CRASHED}


def chosen(names):
    """Of each family of functions a case with integers and one with numbers, with another form each."""
    found = {}
    for name in names:
        if name.startswith("c.program."):
            continue
        language, function, kind, shape, form = name.split(".")
        if (
            not shape[0].isdigit()
            or shape in ("1", "2", "1x1", "2x1", "1x1x1")
            or math.prod(map(int, shape.split("x"))) > 200
        ):
            continue
        family = OPERATOR.sub("", f"{language}.{function}.")
        found.setdefault((family, kind in ("half", "float", "double")), []).append(name)
    return {candidates[(7 * i) % len(candidates)] for i, candidates in enumerate(found.values())}


def build(wgconform, folder, case, *arguments):
    written = wgconform("repro", case, "-o", folder, *arguments)
    assert written.returncode == 0, written.stderr
    compiled = subprocess.run(
        shlex.split(COMPILE),
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )
    assert compiled.returncode == 0, f"{case}: {compiled.stderr[:3000]}"
    return written


def shown(folder, device, limit=120):
    command = ["./repro", str(device["index"])]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=limit, check=False
    )


def verdicts(wgconform, device, cases, folder):
    """The suite's verdicts on cases, by name."""
    (folder / "cases").write_text("\n".join(sorted(cases)) + "\n")
    report = folder / f"{device['index']}.json"
    wgconform("-d", device["index"], "-p", "default", "-o", report, f"@{folder / 'cases'}")
    return {r["name"]: r["state"] for r in json.loads(report.read_text())["results"]}


SIZE = re.compile(r"(--sub-group-size \d+(?: --rows)?|--local-size \d+x\d+x\d+)$", re.MULTILINE)


def fitting(wgconform, folder, device, case, limit=120):
    """Makes a built program fit the device's local size and sub-groups, which it names; its run."""
    result = shown(folder, device, limit)
    arguments = []
    while result.returncode == 2 and (size := SIZE.search(result.stdout)) and len(arguments) < 6:
        arguments += size[1].split()
        build(wgconform, folder, case, "-p", "default", *arguments)
        result = shown(folder, device, limit)
    return result


def disagreements(wgconform, folder, case, device, state):
    """What a program prints that is of another opinion than the suite: a list of one, or of none."""
    if state == "skip":
        return []
    try:
        result = fitting(wgconform, folder, device, case, ENDLESS_S if state == "timeout" else 120)
    except subprocess.TimeoutExpired:
        return [] if state == "timeout" else [(case, device["index"], state, "no end within 120 s")]
    if result.returncode in STATUS[state]:
        return []
    return [(case, device["index"], state, result.returncode, result.stdout[-500:], result.stderr[-500:])]


@pytest.mark.in_parts
@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("language", ["c", "spirv"])
def test_programs_of_every_family_agree_with_the_suite(wgconform, pocl, intel, language, group, tmp_path):
    """A program is built once for both devices."""
    listed = wgconform("--list", "-p", "default", "--language", language).stdout.splitlines()
    whole = sorted(chosen(listed) | {name for name in listed if name.endswith("work_group_all.int.33.plain")})
    assert len(whole) > 5 * GROUPS
    # PoCL 6.0 reads what nobody wrote in a short sub-group of a required size (pocl-required-sub-groups).
    cases = [name for name in whole[group::GROUPS] if ".required" not in name]
    states = [(device, verdicts(wgconform, device, cases, tmp_path)) for device in (pocl, intel)]
    wrong = []
    for i, case in enumerate(cases):
        folder = tmp_path / str(i)
        build(wgconform, folder, case, "-p", "default")
        for device, of_device in states:
            wrong += disagreements(wgconform, folder, case, device, of_device[case])
    assert wrong == []
    assert all({"pass"} <= {*of_device.values()} for _, of_device in states)


def test_a_program_of_the_suite_compiles_without_a_warning(wgconform, tmp_path):
    """Of some no work-item is in a sub-group or stores to global memory: a buffer of no words."""
    cases = wgconform("--list", "-p", "default", "c.program.*").stdout.split()
    assert cases
    for case in cases:
        build(wgconform, tmp_path / case, case, "-p", "default")


def test_a_wrong_value_is_printed_with_what_was_expected(wgconform, device, tmp_path):
    written = build(wgconform, tmp_path / "new", "c.work_group_all.int.33.plain", "-p", "default")
    assert "cc -o repro repro.c -lOpenCL" in written.stdout
    result = shown(tmp_path / "new", device)
    assert result.returncode == 1
    assert "expected any non-zero value, actual 0" in result.stdout
    assert device["name"] in result.stdout
    assert "WRONG" in result.stdout


def test_emulated_functions_are_shown_too(wgconform, device, tmp_path):
    build(wgconform, tmp_path, "c.work_group_reduce_mul.int.33.plain", "--impl", "emulated", "--seed", "9")
    assert shown(tmp_path, device).returncode == 0


def test_sub_groups_as_wide_as_a_row_may_be_longer_than_a_smaller_row(wgconform, tmp_path):
    """A size without rows is of sub-groups in line, which are not the rows of a smaller work-group."""

    def in_rows(form, *rows):
        case = first_case(f"spirv.sycl_exclusive_scan_*.int.5x3x7.{form}", "full")
        build(wgconform, tmp_path, case, "-p", "full", "--sub-group-size", "5", *rows)
        return re.search(r"BY_ROWS = (\d)", (tmp_path / "repro.c").read_text())[1] == "1"

    assert in_rows("plain") and in_rows("remainder", "--rows") and not in_rows("remainder")


def test_a_device_that_is_not_there_is_status_2(wgconform, tmp_path):
    build(wgconform, tmp_path, "c.work_group_reduce_add.int.33.plain", "-p", "default")
    assert shown(tmp_path, {"index": 99}).returncode == 2


def test_kernels_of_several_cases_are_in_one_program(wgconform, tmp_path):
    cases = [first_case(f"c.work_group_{name}.int.*.plain") for name in ("any", "reduce_max", "all")]
    assert wgconform("repro", *cases, cases[1], "-o", tmp_path).returncode == 0
    text = (tmp_path / "repro.cl").read_text()
    assert [text.count(f"kernel void wgc_{c.split('.')[1]}_int_plain(") for c in cases] == [1, 1, 1]
    dumped = wgconform("--dump-kernel", ",".join(cases))
    assert dumped.stdout == "".join(wgconform("--dump-kernel", case).stdout for case in cases)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (["spirv.work_group_any.int.*.plain"], "are never in one program"),
        (["c.work_group_any.int.*.debug"], "are never in one program"),
        (["query.c_standards"], "has no stand-alone program"),
    ],
)
def test_what_is_never_in_one_program_is_refused(wgconform, others, words, tmp_path):
    cases = [first_case(query) for query in ["c.work_group_reduce_max.int.*.plain", *others]]
    done = wgconform("repro", *cases, "-o", tmp_path)
    assert done.returncode == 2 and words in done.stderr, done.stderr


def test_a_check_with_a_kernel_has_a_program(wgconform, intel, tmp_path):
    """It prints the call, what it must give and what it gave."""
    checks = [f"query.{check}" for check in ("subgroups_run", "collectives_run_c2", "fp64", "khr_shuffle")]
    for number, check in enumerate(checks):
        folder = tmp_path / str(number)
        build(wgconform, folder, check)
        done = shown(folder, intel)
        assert (done.returncode, done.stderr) == (0, ""), check
        assert done.stdout.endswith("right: 0 of 16 work-items\n")
    kernel = tmp_path / "0" / "repro.cl"
    text = kernel.read_text()
    kernel.write_text(text.replace("sub_group_scan_exclusive_add(1)", "sub_group_scan_inclusive_add(1)"))
    done = shown(tmp_path / "0", intel)
    assert done.returncode == 1
    call = "sub_group_scan_exclusive_add(1) == (int)get_sub_group_local_id()"
    assert f"work-item 1: {call}: expected 1, got 2" in done.stdout
    assert done.stdout.endswith("WRONG: 16 of 16 work-items\n")
    kernel.write_text(text.replace("out[0] = value0;", ""))
    done = shown(tmp_path / "0", intel)
    assert done.returncode == 1 and " + 1: not written" in done.stdout


def test_a_program_of_several_kernels_is_right(wgconform, intel, tmp_path):
    build(wgconform, tmp_path, "query.program_work_group_int")
    done = shown(tmp_path, intel)
    assert done.returncode == 0, done.stdout
    assert "right: it builds" in done.stdout or "also build in one program" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["c.unknown.case.name"], ["a", "b"], ["-x", "a"], ["-o"]], ids=str)
def test_a_wrong_command_line_is_refused(wgconform, arguments, tmp_path):
    result = wgconform("repro", *arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert "repro" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_device_that_is_named_is_the_programs_own(wgconform, device, tmp_path):
    """And the line that is printed works in a shell that knows nothing of this one."""
    folder = tmp_path / "its own"
    case = "c.work_group_all.int.33.plain"
    written = wgconform("repro", case, "-o", folder, "-p", "default", "-d", device["selector"])
    assert written.returncode == 0, written.stderr
    fresh = {"HOME": os.environ["HOME"], "PATH": "/usr/bin:/bin"}
    result = subprocess.run(
        ["sh", "-c", written.stdout],
        env=fresh,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 1, result.stderr
    assert f"device {device['name']}\n" in result.stdout
    program = (folder / "repro.c").read_text()
    assert f'usual_device[] = "{device["platform"]}/{device["name"]}"' in program
    other = {"index": f"{device['platform']}/unknown device"}
    assert shown(folder, other).returncode == 2
    assert shown(folder, device).returncode == 1


def test_the_largest_local_size_is_the_devices(wgconform, device, tmp_path):
    case = "c.work_group_reduce_add.int.max.plain"
    assert wgconform("repro", case, "-o", tmp_path, "-d", device["index"]).returncode == 0
    items = re.search(r"GROUP_ITEMS (?:= )?(\d+)", (tmp_path / "repro.c").read_text())[1]
    assert int(items) == device["limits"]["max_work_group_size"]


@pytest.mark.parametrize("name", ["all", "unknown device", "97", "opencl"])
def test_a_device_that_is_not_one_is_refused(wgconform, name, tmp_path):
    result = wgconform("repro", "c.work_group_all.int.33.plain", "-o", tmp_path / "x", "-d", name)
    assert result.returncode == 2
    assert "--device" in result.stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("versions", "minor"), [(None, 0), ("SPIR-V_1.2", 2), ("SPIR-V_1.4", 4), ("SPIR-V_9.0", None)]
)
def test_a_module_has_the_version_that_the_device_gets(wgconform, tmp_path, versions, minor):
    option = ["--il-version", versions] if versions else []
    done = wgconform("repro", "spirv.work_group_reduce_add.int.17.plain", "-o", tmp_path, *option)
    if minor is None:
        assert done.returncode == 2 and "SPIR-V_9.0" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "repro.c").read_text().split("module[] = {")[1]
    assert [int(number) for number in re.findall(r"\d+", text)[4:8]] == [0, minor, 1, 0]


@pytest.mark.parametrize("language", ["c", "spirv"])
def test_build_options_are_those_of_the_program(wgconform, device, language, tmp_path):
    case = f"{language}.work_group_reduce_add.int.17.plain"
    more = ["--build-option", "-cl-opt-disable", "--build-option=-Dget_group_id=nothing"]
    build(wgconform, tmp_path, case, *more)
    assert '"-cl-opt-disable -Dget_group_id=nothing"' in (tmp_path / "repro.c").read_text()
    if language == "c":
        found = shown(tmp_path, device)
        assert found.returncode == 2 and "nothing" in found.stderr, found.stderr


def test_a_build_option_that_the_suite_cannot_have_is_refused(wgconform, tmp_path):
    case = "c.work_group_reduce_add.int.17.plain"
    done = wgconform("repro", case, "-o", tmp_path / "x", "--build-option", "-cl-std=CL2.0")
    assert done.returncode == 2 and "--build-option" in done.stderr and not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("form", "of_input"),
    [
        ("plain", True),
        ("copies", True),
        ("literal", False),
        ("literals", False),
        ("uniform", False),
        ("operands", False),
        ("alone", False),
        ("counted", False),
    ],
)
def test_what_work_items_pass_is_the_input_where_they_read_it(wgconform, form, of_input, tmp_path):
    """Else the program has a table of it: of literals, of numbers made of ids, of one value for all."""
    case = first_case(f"c.sub_group_*.{form}")
    assert wgconform("repro", case, "-p", "default", "-o", tmp_path).returncode == 0
    text = (tmp_path / "repro.c").read_text()
    assert ("#define passed input" in text) is of_input


@pytest.mark.parametrize("form", ["threads", "subdevice", "filled", "pipes", "subbuffers"])
def test_the_program_launches_as_the_form_does(wgconform, intel, form, tmp_path):
    words = {
        "threads": "pthread_create",
        "subdevice": "clCreateSubDevices",
        "filled": "CL_KERNEL_LOCAL_MEM_SIZE",
        "pipes": "clCreatePipe",
        "subbuffers": "clCreateSubBuffer",
    }
    listed = wgconform("--list", "-p", "default", f"c.work_group_*.{form}").stdout.split()
    case = next(name for name in listed if re.match(r"c\.work_group_\w+_(add|min|max)\.u?(int|long)\.", name))
    build(wgconform, tmp_path, case, "-p", "default")
    text = (tmp_path / "repro.c").read_text()
    assert [name for name, word in words.items() if word in text] == [form]
    found = shown(tmp_path, intel)
    assert found.returncode == 0 and "right: 0 of " in found.stdout, found.stdout


REFUSED = "get_group_id(0) % 3 == 1 ? 0x7fffffff : (count)"
READ = "#define work_group_reserve_read_pipe(pipe, count) "
WRITTEN = "#define work_group_reserve_write_pipe(pipe, count) "


@pytest.mark.parametrize(
    ("lines", "status", "words"),
    [
        ([f"{READ} work_group_reserve_read_pipe(pipe, {REFUSED})"], 2, "nothing is shown"),
        ([f"{WRITTEN} work_group_reserve_write_pipe(pipe, {REFUSED})"], 2, "nothing is shown"),
        # as pipes.lost_set.* of tests/faults: a set that is unread was neither refused nor left in the pipe
        (
            [
                f"{WRITTEN} work_group_reserve_write_pipe(pipe, {REFUSED})",
                "#define is_valid_reserve_id(id) VALID_##id",
                "#define VALID_written true",
                "#define VALID_taken is_valid_reserve_id(taken)",
                "#define write_pipe(...) if (get_group_id(0) % 3 != 1) write_pipe(__VA_ARGS__)",
                "#define work_group_commit_write_pipe(...) "
                "if (get_group_id(0) % 3 != 1) work_group_commit_write_pipe(__VA_ARGS__)",
            ],
            1,
            "not written",
        ),
        (
            [
                f"{READ} (get_group_id(0) % 3 == 1 ? (work_group_commit_read_pipe(pipe, "
                "work_group_reserve_read_pipe(pipe, count)), work_group_reserve_read_pipe(pipe, 0x7fffffff)) "
                ": work_group_reserve_read_pipe(pipe, count))"
            ],
            1,
            "not written",
        ),
    ],
)
def test_reservations_of_pipes_may_be_refused(wgconform, intel, lines, status, words, tmp_path):
    """The suite's verdicts under the same texts are a skip, and a failure."""
    listed = wgconform("--list", "-p", "default", "c.work_group_*.pipes").stdout.split()
    case = next(name for name in listed if re.match(r"c\.work_group_\w+_(add|min|max)\.u?int\.", name))
    build(wgconform, tmp_path, case, "-p", "default")
    kernel = tmp_path / "repro.cl"
    kernel.write_text("\n".join([*lines, kernel.read_text()]))
    found = shown(tmp_path, intel)
    assert found.returncode == status and words in found.stdout, found.stdout
    header, report = tmp_path / "header.clh", tmp_path / "report.json"
    header.write_text("\n".join(lines) + "\n")
    layer = {"OPENCL_LAYERS": str(BUILD / "lib" / "libwgfaults.so"), "WGFAULT_HEADER": str(header)}
    wgconform("-d", intel["index"], "-p", "default", "-q", "-o", report, case, env=layer)
    (result,) = json.loads(report.read_text())["results"]
    assert result["state"] == {1: "fail", 2: "skip"}[status], result
