"""The catalogue, the layer and the runner: their guarantees, and a sample of the faults on the devices."""

import ctypes
import gzip
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import BUILD, ROOT, device_of, load_script, run

HERE = Path(__file__).resolve().parent
LAYER = BUILD / "lib" / "libwgfaults.so"
sys.path.insert(0, str(HERE))

import header  # noqa: E402
import known  # noqa: E402
import programs  # noqa: E402
import suite_functions  # noqa: E402
import table  # noqa: E402
import where  # noqa: E402

runner = load_script(HERE / "run.py", "faults_run")

# What the project guarantees: how many of each at least.
GROUPS = {
    "identities": 15,
    "modes": 10,
    "types": 10,
    "floating_point": 10,
    "ieee": 10,
    "sizes": 10,
    "dimensions": 10,
    "groups": 10,
    "broadcasts": 10,
    "predicates": 10,
    "state": 10,
    "forms": 10,
}
KERNEL = """
kernel void check(global ulong *out)
{
    local int own[16];
    own[get_local_id(0)] = 0;
    out[get_global_id(0)] = work_group_reduce_add(1) + own[get_local_id(0)];
}
"""


@pytest.fixture(scope="module")
def faults():
    return table.load()


@pytest.fixture(scope="module")
def tool(tmp_path_factory):
    """compile_check, which builds and runs programs, with Intel's runtime: its order among devices varies."""
    program = tmp_path_factory.mktemp("tool") / "compile_check"
    source = str(HERE / "compile_check.c")
    subprocess.run(["cc", "-std=c11", "-Wall", "-Werror", source, "-o", program, "-lOpenCL"], check=True)
    return program, device_number("intel")


@pytest.fixture
def build(tool, tmp_path):
    """build(text, **environment) builds and runs a program under the layer: its whole output."""

    def call(text, **environment):
        path = tmp_path / "program.cl"
        path.write_text(text)
        done = subprocess.run(
            [*tool, "-cl-std=CL3.0"],
            input=f"{path}\n",
            text=True,
            env={**os.environ, "OPENCL_LAYERS": str(LAYER), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.stdout

    return call


def write(folder, **fields):
    """A catalogue with one fault, whose fields are changed."""
    row = {
        "id": '"a"',
        "what": '"b"',
        "functions": '["work_group_reduce_add"]',
        "types": '["int"]',
        "item": '"return x;"',
        **fields,
    }
    lines = [f"{name} = {value}" for name, value in row.items() if value]
    (folder / "some.toml").write_text("\n".join(["[[fault]]", *lines, ""]))
    return folder


def test_the_catalogue_has_enough_of_each(faults):
    wrong = Counter(fault.group for fault in faults if fault.kind == "wrong")
    assert {group: wrong[group] for group in GROUPS if wrong[group] < GROUPS[group]} == {}
    assert sum(wrong[group] for group in GROUPS) >= 150
    assert wrong["sub_groups"] >= 60
    assert wrong["spirv"] >= 60
    assert all(wrong[group] >= 60 for group in ("votes", "ballots", "shuffles", "active_sets"))
    assert sum(fault.kind == "right" for fault in faults) >= 60


# No driver here links a module with a logical scan.
LOGICAL_SCANS = {
    "spirv.mode.reduce_for_inclusivescan.scan_inclusive_logical_or",
    "spirv.opcode.logical_or_for_logical_and.scan_exclusive_logical_and",
}
# Of half in SPIR-V, which broadcasts right on PoCL main only, if that was built with SPIR-V.
HALF_IN_SPIRV = {"spirv.id.first.broadcast_3d"}


def test_each_fault_can_show_on_a_device(faults):
    """None is skipped everywhere: it concerns a case, and cases of its functions pass on some device."""
    cases, reported = where.by_head(where.default_cases()), where.reports()
    nowhere = {fault.id for fault in faults if not where.where(fault, cases, reported)}
    assert nowhere - HALF_IN_SPIRV == LOGICAL_SCANS
    nothing = {False: {"a device": {("c", "work_group_all", "int")}}, True: {}}
    [fault] = [fault for fault in faults if fault.id == "active_sets.elect.none"]
    assert where.where(fault, cases, nothing) == []
    assert where.where(replace(fault, cases=("*.no_form",)), cases, reported) == []


def test_what_passes_on_a_device_is_in_any_of_its_reports(tmp_path):
    def write(name, impl, counts, **more):
        (tmp_path / "a-1.0").mkdir(exist_ok=True)
        report = {"impl": impl, "counts": counts, **more}
        (tmp_path / "a-1.0" / f"{name}.json.gz").write_bytes(gzip.compress(json.dumps(report).encode()))

    write("quick", "builtin", {"c.f.int": {"pass": 1}, "c.g.int": {"fail": 1}})
    write("default-c", "builtin", {"c.g.int": {"pass": 1, "fail": 1}, "c.h.int": {"skip": 1}})
    write("emulated-quick", "emulated", {"c.e.int": {"pass": 1}})
    write("explore", "builtin", {"c.explore": {"pass": 1}}, explore={})
    assert where.passing("a-1.0", "builtin", tmp_path) == {("c", "f", "int"), ("c", "g", "int")}
    assert where.passing("a-1.0", "emulated", tmp_path) == {("c", "e", "int")}
    assert where.passing("none", "builtin", tmp_path) == set()


def test_a_catalogue_is_read(tmp_path):
    [fault] = table.load(write(tmp_path, each='[{ z = "1" }]', what='"is @z@"'))
    assert (fault.id, fault.kind, fault.what, fault.types) == ("some.a", "wrong", "is 1", ("int",))


def test_a_list_of_each_takes_the_place_of_a_field(tmp_path):
    each = '[{ z = "1" }, { z = "2", types = ["float"], needs = ["denormals"] }]'
    found = table.load(write(tmp_path, id='"a.@z@"', each=each))
    assert [(f.id, f.types, f.needs) for f in found] == [
        ("some.a.1", ("int",), ()),
        ("some.a.2", ("float",), ("denormals",)),
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": ""}, "missing"),
        ({"id": '"A B"'}, "words"),
        ({"colour": '"red"'}, "unknown"),
        ({"group": '"SCAN(0, k, 1)"'}, "bodies"),
        ({"functions": '["work_group_reduce_sub"]'}, "no function"),
        ({"types": '["char"]'}, "types"),
        ({"uses": '["magic"]'}, "uses"),
        ({"kind": '"odd"'}, "kind"),
        ({"what": '"is @z@"'}, "no value"),
        ({"each": '[{ z = "1" }, { z = "2" }]'}, "again"),
        ({"each": '[{ colour = ["red"] }]'}, "unknown"),
    ],
)
def test_a_wrong_catalogue_is_an_error(tmp_path, fields, message):
    with pytest.raises(ValueError, match=message):
        table.load(write(tmp_path, **fields))


def test_every_fault_has_a_header(faults):
    functions = suite_functions.load()
    for fault in faults:
        if fault.body_kind != "spirv":
            assert "@" not in header.text(fault, functions), fault.id


def test_the_layer_changes_a_program(build, tmp_path):
    log, fault = tmp_path / "log", tmp_path / "fault.clh"
    fault.write_text("#define work_group_reduce_add(x) (x)\n")
    assert build(KERNEL, WGFAULT_HEADER=str(fault), WGFAULT_LOG=str(log)).startswith("ok ")
    assert log.read_text() == f"source kernels=1 changed=1 fault={fault}\n"
    assert programs.applied(log) == 1


def test_without_a_header_the_layer_changes_nothing(build, tmp_path):
    log = tmp_path / "log"
    assert build(KERNEL, WGFAULT_LOG=str(log)).startswith("ok ")
    assert programs.applied(log) == 0


@pytest.mark.parametrize("content", [None, ""])
def test_a_header_that_cannot_be_read_is_an_error(build, tmp_path, content):
    path = tmp_path / "fault.clh"
    if content is not None:
        path.write_text(content)
    output = build(KERNEL, WGFAULT_HEADER=str(path))
    assert "wgfaults: " in output
    assert str(path) in output
    assert "\nbad " in output


def test_a_log_that_cannot_be_written_is_an_error(build, tmp_path):
    fault = tmp_path / "fault.clh"
    fault.write_text("#define work_group_reduce_add(x) (x)\n")
    output = build(KERNEL, WGFAULT_HEADER=str(fault), WGFAULT_LOG=str(tmp_path / "no" / "log"))
    assert "cannot open the log" in output
    assert "\nbad " in output


def test_build_logs_keep_the_programs_own_lines(build, tmp_path):
    fault = tmp_path / "fault.clh"
    fault.write_text("\n\n\n#define work_group_reduce_add(x) (x)\n")
    output = build("\nkernel void check(global ulong *out) { oops }\n", WGFAULT_HEADER=str(fault))
    assert ":2:" in output


def test_the_header_follows_the_emulation(build, tmp_path):
    fault = tmp_path / "fault.clh"
    fault.write_text("#ifndef SEEN\n#error too early\n#endif\n#define work_group_reduce_add(x) (x)\n")
    program = f"#define SEEN\n/* wgconform: end of emulation */\n{KERNEL}"
    assert build(program, WGFAULT_HEADER=str(fault)).startswith("ok ")


@pytest.mark.parametrize("entry", ["clInitLayer", "clInitLayerWithProperties"])
def test_both_loaders_find_the_layer(entry):
    """The second is what the Khronos loader calls; a table that is shorter than ours is filled no further."""
    library = ctypes.CDLL(str(LAYER))
    target = (ctypes.c_void_p * 200)(*range(1, 201))
    count, table_ = ctypes.c_uint(0), ctypes.POINTER(ctypes.c_void_p)()
    rest = [None] if entry.endswith("Properties") else []
    assert getattr(library, entry)(40, target, ctypes.byref(count), ctypes.byref(table_), *rest) == 0
    assert count.value == 40
    changed = [index for index in range(40) if table_[index] != index + 1]
    # clGetDeviceInfo, clCreateProgramWithSource, clBuildProgram; clCreateProgramWithIL is past the end
    assert changed == [3, 26, 30]
    assert getattr(library, entry)(200, target, None, ctypes.byref(table_), *rest) != 0


def test_kernels_and_their_local_variables_are_reported(build, tmp_path):
    """Comments, strings, declarations, parameters and helpers are no bodies of kernels."""
    fault, log = tmp_path / "fault.clh", tmp_path / "log"
    fault.write_text(
        "enum { here = 0 };\n"
        "#define WGF_KERNEL_BEGIN const int here = 1; int bytes = 0;\n"
        "#define WGF_KERNEL_LOCAL(address, size) bytes += size;\n"
        "#define where() here\n"
    )
    program = """
    // kernel void no(void) {
    /* kernel void no(void) { */
    constant char text[] = "kernel void no(void) {";
    int helper(void) { return where(); }
    kernel void check(global ulong *out);
    __attribute__((reqd_work_group_size(2, 3, 2)))
    __kernel void check(global ulong *out)
    {
        local int own[16], *pointer; local char one;
        local int *alias = own;
        if (where() != 1 || helper() != 0 || bytes != 65 || text[0] != 'k')
            *(global volatile ulong *)0 = 0;
        own[0] = 0; one = 0; pointer = alias;
        out[get_global_id(0)] = 0;
    }
    """
    output = build(program, WGFAULT_HEADER=str(fault), WGFAULT_LOG=str(log))
    assert output.startswith("ok "), output
    assert "kernels=1 changed=2 " in log.read_text()


SPLIT = """
#define REQUIRE(condition) if (!(condition)) *(global volatile ulong *)0 = 0
kernel void check(global ulong *out)
{
    const uint lane = get_sub_group_local_id(), all = get_sub_group_size();
    uint rounds = 0;
    REQUIRE(all == 2 && sub_group_ballot(1).x == 3);
    for (uint i = 0; i < all; i++)
        if (sub_group_ballot(1).x == 3)
            rounds++;
    do
        rounds += sub_group_ballot(1).x == 3;
    while (rounds < 4);
    REQUIRE(rounds == 4);
    for (uint i = 0; i < lane; i++)
        rounds++;
    const uint4 after = sub_group_ballot(1);
    REQUIRE(after.x == 1u << lane);
    out[get_global_id(0)] = rounds;
}
"""


def test_programs_of_explore_are_split_where_ways_differed_alone(build, tmp_path):
    """Not where control flow is uniform. The forms of cases are split at each call."""
    [fault] = [fault for fault in table.load() if fault.id == "right.split.ballot"]
    for explored in (True, False):
        path = tmp_path / "header.clh"
        path.write_text(header.text(fault, suite_functions.load(), explored=explored))
        assert build(SPLIT, WGFAULT_HEADER=str(path)).startswith("ok ") is explored
    assert not build(SPLIT).startswith("ok ")  # the device itself does not split


def test_known_defects_explain_cases_that_right_implementations_meet(faults):
    """Each has a page of a finding, and a pattern for each right one and case that it names."""
    names = where.default_cases()
    for row in known.load():
        assert (ROOT / "results" / "findings" / f"{row.finding}.md").is_file()
        for pattern in row.rows:
            concerned = [f for f in faults if f.kind == "right" and known.matches(f.id, (pattern,))]
            assert concerned, pattern
            cases = [name for f in concerned for name in programs.Wgconform.concerned(f, names)]
            assert any(known.matches(name, row.cases) for name in cases), pattern


def test_a_known_defect_explains_its_own_cases_alone(faults):
    [row] = [row for row in known.load() if row.finding == "intel-negated-factor"]
    [fault] = [fault for fault in faults if (fault.id,) == row.rows]
    device = {"platform": row.platform, "driver_version": "2026.22.10.0.01"}
    case, other = "c.work_group_reduce_max.float.65.partly", "c.work_group_reduce_max.float.65.plain"

    def judged(states, device=device, fault=fault):
        before = dict.fromkeys(states, "pass")
        return runner.judge(fault, before, programs.Result(states=states, applied=1), device=device)

    assert judged({case: "fail", other: "pass"}).state == "passed"
    assert judged({case: "fail"}).known == {case: row.finding}
    assert judged({case: "fail", other: "fail"}).failing == [other]
    assert judged({case: "fail", other: "fail"}).state == "refused"
    assert judged({case: "crash"}).state == "refused"
    assert judged({case: "fail"}, {**device, "driver_version": "2026.30.1"}).state == "refused"
    assert judged({case: "fail"}, {**device, "platform": "another"}).state == "refused"
    assert judged({case: "fail"}, {}).state == "refused"
    assert judged({case: "fail"}, fault=replace(fault, id="right.another")).state == "refused"
    assert judged({case: "fail"}, fault=replace(fault, kind="wrong")).state == "found"


def test_only_a_row_with_skips_may_make_a_skip_of_a_pass(faults):
    case = "c.work_group_reduce_add.int.65.pipes"
    [fault, *_] = [fault for fault in faults if fault.skips]
    assert all(fault.kind == "right" for fault in faults if fault.skips)

    def judged(state, fault=fault):
        return runner.judge(fault, {case: "pass"}, programs.Result(states={case: state}, applied=1)).state

    assert judged("skip") == "passed" and judged("pass") == "passed"
    assert judged("fail") == "refused" and judged("crash") == "refused"
    assert judged("skip", replace(fault, skips=False)) == "refused"


def test_a_defect_hides_only_what_it_names(faults):
    """What it hides is skipped with the finding; a case that finds it all the same counts."""
    for row in known.load_hidden():
        assert (ROOT / "results" / "findings" / f"{row.finding}.md").is_file()
        assert all(any(known.matches(f.id, (pattern,)) for f in faults) for pattern in row.rows)
    [row] = [row for row in known.load_hidden() if row.rows == ("spirv.value.true.all",)]
    [fault] = [fault for fault in faults if (fault.id,) == row.rows]
    device = {"platform": row.platform, "driver_version": "6.0 linux"}
    case = "spirv.work_group_all.int.67.alone"

    def judged(state, device=device, fault=fault):
        after = programs.Result(states={case: state}, applied=1)
        return runner.judge(fault, {case: "pass"}, after, device=device)

    assert judged("pass").state == "skip" and row.finding in judged("pass").reason
    assert judged("fail").state == "found"
    assert judged("pass", {**device, "driver_version": "7.1"}).state == "missed"
    assert judged("pass", {**device, "platform": "another"}).state == "missed"
    assert judged("pass", fault=replace(fault, id="spirv.another")).state == "missed"


def test_a_wrong_list_of_known_defects_is_an_error(tmp_path):
    path = tmp_path / "known.toml"
    path.write_text('[[known]]\nrows = ["right.*"]\n')
    with pytest.raises(ValueError, match="needs"):
        known.load(path)
    path.write_text('[[hidden]]\nrows = ["spirv.*"]\ncases = ["*"]\n')
    with pytest.raises(ValueError, match="no others"):
        known.load_hidden(path)
    path.write_text('[[unknown]]\nrows = ["spirv.*"]\n')
    with pytest.raises(ValueError, match="only"):
        known.load(path)


def test_what_a_body_calls_has_to_be_there(faults):
    """A device without it is no place for the fault, nor is one that claims it and does not build it."""
    by_id = {fault.id: fault for fault in faults}
    program = object.__new__(programs.Wgconform)
    program.functions = suite_functions.load()
    program.device = {"features": {"subgroup_ballot": True, "subgroup_non_uniform_arithmetic": False}}
    lacking = {
        name: program.lacking(by_id[name], []) for name in ("right_lanes.ballot.by_sum", "ballots.ballot.own")
    }
    assert lacking == {
        "right_lanes.ballot.by_sum": ["sub_group_non_uniform_reduce_or"],
        "ballots.ballot.own": [],
    }
    assert list(program.called(by_id["right_lanes.undefined.xor"])) == ["sub_group_ballot"]
    assert list(program.called(by_id["ballots.ballot.own"])) == ["get_sub_group_eq_mask"]


def test_small_types_are_those_that_the_device_has(faults):
    """The shuffles of char need no extension of their own; the reductions of char need one."""
    functions = suite_functions.load()
    needs = {
        name: {header.guard(f, "char") for f in functions if f.name == name and "char" in f.types}
        for name in ("sub_group_shuffle", "sub_group_reduce_add")
    }
    assert needs == {
        "sub_group_shuffle": {
            "(defined(cl_khr_subgroup_shuffle) || defined(WGC_EMULATE_SUB_GROUPS))",
        },
        "sub_group_reduce_add": {
            "(defined(cl_khr_subgroup_extended_types) || defined(WGC_EMULATE_SUB_GROUPS))",
        },
    }


def test_who_meets_which_profile(faults):
    """What the first profile has not found meets all cases, also where it had no case to find it with."""
    wrong, right = (next(fault for fault in faults if fault.kind == kind) for kind in ("wrong", "right"))

    def met(state, *options):
        args = runner.parse(["--profile", "default", *options])
        outcomes = {wrong.id: runner.Outcome(wrong, state)} if state else {}
        profiles = runner.stages(args)
        return [[p for p in profiles if runner.meets(fault, p, args, outcomes)] for fault in (wrong, right)]

    assert met("") == [["default"], ["default"]]
    first = ("--first", "quick")
    assert met("", *first) == [["quick", "default"], ["default"]]
    assert met("found", *first) == [[], ["default"]]
    for state in ("missed", "skip", "error"):
        assert met(state, *first, "--right", "quick") == [["quick", "default"], ["quick"]]
    assert met("", "--program", "true") == [[""], [""]]
    with pytest.raises(SystemExit):
        met("", *first, "--right", "full")


def outcome(kind, before, after, applied=1, error=""):
    fault = next(fault for fault in table.load() if fault.kind == kind)
    return runner.judge(fault, before, programs.Result(states=after, applied=applied, error=error)).state


def test_what_the_runner_makes_of_a_run():
    passing, failing = {"a": "pass", "b": "fail"}, {"a": "fail", "b": "fail"}
    assert outcome("wrong", passing, failing) == "found"
    assert outcome("wrong", passing, passing) == "missed"
    assert outcome("right", passing, passing) == "passed"
    assert outcome("right", passing, failing) == "refused"
    assert outcome("wrong", {"a": "skip", "b": "fail"}, failing) == "skip"


def test_a_run_without_a_verdict_is_no_success():
    passing = {"a": "pass"}
    assert outcome("wrong", passing, {"a": "fail"}, applied=0) == "error"
    assert outcome("right", passing, passing, applied=0) == "error"
    assert outcome("wrong", passing, {"a": "build_error"}) == "error"
    assert outcome("wrong", passing, {"a": "crash"}) == "error"
    assert outcome("wrong", passing, {}) == "error"
    assert outcome("right", passing, {}) == "refused"
    assert outcome("wrong", passing, {}, error="not done") == "error"


@pytest.mark.parametrize(
    "rule", ["", "OpGroupIAdd", "OpGroupIAdd * * : mode Sideways", "OpNot * * : id constant 0"]
)
def test_rules_for_spirv_are_parsed_strictly(tmp_path, rule):
    """The parser is asked through a program of its own, for no device may take SPIR-V here."""
    program = tmp_path / "parse"
    (tmp_path / "parse.c").write_text(
        '#include "spirv.h"\nint main(int n, char **v) { struct wgf_rule r; '
        "return n == 2 && wgf_parse_rule(v[1], &r) != 0 ? 1 : 0; }\n"
    )
    sources = [tmp_path / "parse.c", HERE / "layer" / "spirv_rule.c"]
    flags = ["-std=c11", "-D_GNU_SOURCE", f"-I{HERE / 'layer'}"]
    subprocess.run(["cc", *flags, *map(str, sources), "-o", str(program)], check=True)
    assert subprocess.run([program, rule], check=False).returncode == 1
    for fault in table.load():
        if fault.body_kind == "spirv":
            assert subprocess.run([program, fault.body], check=False).returncode == 0, fault.id


def device_number(name):
    listed = run("--list-devices", "--json")
    return str(device_of(json.loads(listed.stdout), name)["index"])


def run_catalogue(tables, device, *arguments):
    done = subprocess.run(
        [
            sys.executable,
            HERE / "run.py",
            "--device",
            device_number(device),
            "--output",
            tables,
            *arguments,
        ],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


# One of each kind of fault, and right ones: what even the quick profile must distinguish.
# In parts that cost the same, 20 to 24 seconds of the processors on PoCL; a run of each asks the device first
# what it has right.
PARTS = (
    ("modes.scan_inclusive_for_scan_exclusive.*",),
    ("modes.reversed*", "identities.min.int.zero", "floating_point.nan.*add*"),
    ("groups.only_first.*_add", "predicates.low_byte.any"),
    (
        "dimensions.order*scan_inclusive_add*",
        "right.wide*",
        "broadcasts.yz_swapped.3d",
        "broadcasts.high_half_lost.long",
    ),
)
SAMPLE = [pattern for part in PARTS for pattern in part]


@pytest.mark.in_parts
@pytest.mark.parametrize("part", range(len(PARTS)))
@pytest.mark.parametrize("device", ["intel", "pocl"])
def test_a_sample_of_the_catalogue(tmp_path, device, part):
    output = run_catalogue(tmp_path, device, "--profile", "quick", "--stop", *PARTS[part])
    assert "found" in output
    assert (tmp_path / "faults.md").exists()


def test_what_cases_do_without_a_fault_is_kept_for_the_same_build_and_device(tmp_path):
    """--before: a state that is kept is taken, and one of another driver is not."""
    fault = "modes.scan_inclusive_for_scan_exclusive.add"
    arguments = ("--profile", "quick", "--stop", "--before", tmp_path / "before", fault)
    assert "1 found" in run_catalogue(tmp_path, "intel", *arguments)
    file = tmp_path / "before" / "builtin.json"
    data = json.loads(file.read_text())
    assert "pass" in data["states"].values()
    data["states"] = dict.fromkeys(data["states"], "skip")
    file.write_text(json.dumps(data))
    assert "1 skip" in run_catalogue(tmp_path, "intel", *arguments)
    data["origin"]["driver_version"] = "another"
    file.write_text(json.dumps(data))
    assert "1 found" in run_catalogue(tmp_path, "intel", *arguments)
    assert json.loads(file.read_text())["origin"]["driver_version"] != "another"


def test_a_right_implementation_passes_but_for_a_known_defect(tmp_path):
    """A maximum of float by the minimum of the negated values, in Intel's default profile."""
    output = run_catalogue(tmp_path, "intel", "--profile", "default", "right.reused.maximum_of_minimum")
    assert "fail by intel-negated-factor" in output and "1 passed" in output


def test_a_fault_that_quick_cannot_show_is_found_by_default(tmp_path):
    """Of the emulated reduce_mul quick has one case that is run, of one work-item: a right value then."""
    arguments = ("--profile", "default", "--stop", "groups.only_first.reduce_mul")
    assert "1 found" in run_catalogue(tmp_path, "intel", *arguments)


@pytest.mark.in_parts
@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("sizes.blocks_alone.8.scan_inclusive_add", "1 found"),
        ("right.order.by_group", "1 passed"),
        ("right.order_scan.blocks_of_16", "1 passed"),
        ("modes.scan_inclusive_for_scan_exclusive.max", "1 found"),
    ],
)
def test_a_sample_on_the_emulated_functions(tmp_path, fault, found):
    """Faults of functions that quick has in forms which the emulation is run with (is_slow_emulated)."""
    output = run_catalogue(tmp_path, "intel", "--impl", "emulated", "--profile", "quick", "--stop", fault)
    assert found in output


@pytest.mark.slow
def test_the_catalogue_on_the_emulated_functions(tmp_path):
    arguments = ("--impl", "emulated", "--profile", "quick", "--stop", *SAMPLE)
    assert "found" in run_catalogue(tmp_path, "intel", *arguments)


@pytest.mark.parametrize("pattern", ["groups.left_over.*", "sizes.largest.*", "spirv.*", "right.order.*"])
def test_a_program_that_calls_none_of_the_functions_has_no_verdict(tmp_path, pattern):
    command = [
        sys.executable,
        str(HERE / "run.py"),
        "--program",
        "echo sum passed",
        "--output",
        str(tmp_path),
    ]
    done = subprocess.run([*command, pattern], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    faults = json.loads((tmp_path / "faults.json").read_text())["faults"]
    assert {fault["state"] for fault in faults} == {"skip"}


def calls_in(text):
    """The work-group functions that a kernel calls."""
    return set(re.findall(r"= (work_group_\w+)\(", text))


def test_a_sequence_judges_the_calls_between_its_own(wgconform, device, faults, tmp_path):
    """A function that is wrong fails the sequences of others that call it, in their third slot."""
    [fault] = [f for f in faults if f.id == "modes.own_value.reduce_add"]
    path, report = tmp_path / "fault.clh", tmp_path / "report.json"
    path.write_text(header.text(fault, suite_functions.load()))
    env = {"OPENCL_LAYERS": str(LAYER), "WGFAULT_HEADER": str(path)}
    listed = wgconform("--list", "-p", "default", "c.work_group_*.int.*.sequence").stdout.split()
    kernels = {case: wgconform("--dump-kernel", case).stdout for case in listed}
    others = [
        case
        for case, text in kernels.items()
        if "work_group_reduce_add" in calls_in(text) and ".work_group_reduce_add." not in case
    ]
    assert others
    on = ["-d", device["index"]]
    wgconform(*on, "-p", "default", "-q", "-o", report, *others, env=env)
    results = json.loads(report.read_text())["results"]
    judged = [result for result in results if result["state"] != "skip"]
    assert judged and {result["state"] for result in judged} == {"fail"}
    assert all("output 3 of 3 (data kept across the call)" in result["reason"] for result in judged), judged
