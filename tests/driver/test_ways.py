"""The forms that build or launch a kernel in another way (suite/ways.def, docs/forms.md).

A layer (trace.c) shows that they do, and another one (ways.c) that a driver is found in which just that way
does nothing.
"""

import json
import re

import pytest
from conftest import BUILD
from fake_driver import EVERYTHING

FAKE_DEVICES = EVERYTHING
TRACE, WAYS = BUILD / "lib" / "libwgtrace.so", BUILD / "lib" / "libwgways.so"
# The fault of ways.c that each form finds.
FAULTS = {
    "repeated": "repeated",
    "queues": "queue",
    "unordered": "unordered",
    "binary": "binary",
    "library": "link",
    "context": "context",
    "older": "standard",
    "chosen": "chosen",
    "cloned": "clone",
    "threads": "thread",
    "subdevice": "part",
    "subbuffers": "inside",
    "offset64": "wide",
    "groups65536": "many",
}
# Forms whose kernels are those of plain, in the same program: a fault of the way of one may show in another.
LAUNCHES = ("repeated", "queues", "unordered", "threads", "cloned", "groups65536")


@pytest.fixture(scope="module")
def chosen(wgconform):
    """A case of each form and function of work-groups and of sub-groups, by form."""
    names = wgconform("--list", "-p", "default", "--language", "c").stdout.splitlines()
    found = {}
    for function in ("work_group_reduce_max", "sub_group_reduce_max"):
        for form in (*FAULTS, "plain"):
            exact = [name for name in names if re.match(rf"c\.{function}\.uint\..*\.{form}$", name)]
            scope = function.removesuffix("_reduce_max")  # the cover has some forms of some functions alone
            others = [name for name in names if re.match(rf"c\.{scope}_\w+\.\w+\..*\.{form}$", name)]
            found.setdefault(form, []).append([*exact, *others][0])
    return found


def states(wgconform, device, cases, folder, **environment):
    report = folder / "report.json"
    done = wgconform("-d", device["index"], "-j", 1, "-p", "default", "-o", report, *cases, env=environment)
    assert done.returncode in (0, 1), done.stderr
    return {r["name"]: (r["state"], r.get("reason", "")) for r in json.loads(report.read_text())["results"]}


def traced(wgconform, device, cases, folder):
    trace = folder / "trace"
    found = states(
        wgconform, device, cases, folder, OPENCL_LAYERS=str(TRACE), WGC_TRACE=str(trace), WGC_TRACE_CALLS="1"
    )
    assert {state for state, _ in found.values()} == {"pass"}, found
    return trace.read_text().splitlines()


def launches_by_queue(lines):
    found = {}
    for line in lines:
        if line.startswith("launch "):
            found.setdefault(line.split()[-1], []).append(line)
    return found


def test_eight_launches_in_one_queue(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["repeated"][:1], tmp_path)
    assert [len(of) for of in launches_by_queue(lines).values()] == [8]


def test_eight_launches_in_two_queues(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["queues"][:1], tmp_path)
    assert [len(of) for of in launches_by_queue(lines).values()] == [4, 4]


def test_eight_launches_out_of_order(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["unordered"][:1], tmp_path)
    ((queue, launches),) = launches_by_queue(lines).items()
    assert len(launches) == 8
    assert any(line.startswith(f"queue {queue} of ") and line.endswith("properties 1") for line in lines)


def test_the_kernel_is_of_the_binary(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["binary"][:1], tmp_path)
    (program,) = [line.split()[1] for line in lines if line.startswith("binary ")]
    (kernel,) = [line for line in lines if line.startswith("kernel ")]
    assert kernel.endswith(f" of {program}")


def test_the_kernel_is_of_two_programs(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["library"][:1], tmp_path)
    compiled = [line for line in lines if line.startswith("compile ")]
    assert ["-DWGC_LIBRARY" in line for line in compiled] == [True, False]
    (program,) = [line.split()[1] for line in lines if line.startswith("link ") and line.endswith(" of 2")]
    (kernel,) = [line for line in lines if line.startswith("kernel ")]
    assert kernel.endswith(f" of {program}")


def test_the_kernel_runs_in_the_second_context(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["context"][:1], tmp_path)
    contexts = [line.split()[1] for line in lines if line.startswith("context ")]
    assert len(contexts) >= 2 and contexts[-1] != contexts[-2]
    assert [line for line in lines if line.startswith("source ")] == [f"source in {contexts[-1]}"]
    (queue,) = launches_by_queue(lines)
    assert any(re.match(f"queue {queue} of {contexts[-1]},", line) for line in lines)


def test_two_host_threads_have_a_queue_and_a_kernel_each(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["threads"][:1], tmp_path)
    assert [len(of) for of in launches_by_queue(lines).values()] == [4, 4]
    assert len([line for line in lines if line.startswith("kernel ")]) == 3  # the worker's own, which asks


def test_the_kernel_runs_on_a_sub_device(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["subdevice"][:1], tmp_path)
    contexts = [line.split()[1] for line in lines if line.startswith("context ")]
    assert [line for line in lines if line.startswith("source ")] == [f"source in {contexts[-1]}"]
    (queue,) = launches_by_queue(lines)
    assert any(re.match(f"queue {queue} of {contexts[-1]},", line) for line in lines)


def test_a_kernel_that_is_refused_leaves_the_others_on_a_sub_device(wgconform, fake, chosen, tmp_path):
    """The two kernels are in one program, which is split: each part has a sub-device of the whole."""
    refused, other = chosen["subdevice"]
    kernel = ".".join(refused.split(".")[:3]) + "*"
    found = states(wgconform, fake, [refused, other], tmp_path, WGC_FAKE_RULES=f"build_error {kernel}")
    assert found[refused][0] == "build_error" and found[other] == ("pass", "")


def test_the_older_standard(wgconform, fake, chosen, tmp_path):
    lines = traced(wgconform, fake, chosen["older"][:1], tmp_path)
    (build,) = [line for line in lines if line.startswith("build ")]
    assert " -cl-std=CL2.0 " in build


@pytest.mark.parametrize("sides", ["1", "7", "64", "96"])
def test_any_choice_of_a_local_size_is_right(wgconform, fake, chosen, tmp_path, sides):
    """Work-groups of one item, some whose last one is smaller, and as large as the launch has room for."""
    found = states(wgconform, fake, chosen["chosen"], tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_LOCAL=sides)
    assert {state for state, _ in found.values()} == {"pass"}, found


def test_a_choice_that_changes_is_followed(wgconform, fake, chosen, tmp_path):
    """The first pair of launches differs, and a later one does not."""
    sides = "7,9,7,9,9,9,9"
    found = states(
        wgconform, fake, chosen["chosen"][:1], tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_LOCAL=sides
    )
    assert [state for state, _ in found.values()] == ["pass"], found


@pytest.mark.parametrize("sides", ["7,9", "8,4"])
def test_a_choice_that_always_changes_is_no_result(wgconform, fake, chosen, tmp_path, sides):
    found = states(
        wgconform, fake, chosen["chosen"][:1], tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_LOCAL=sides
    )
    ((state, reason),) = found.values()
    assert state == "skip", found
    assert reason == "the implementation chose another local size in each of 8 pairs of launches"


@pytest.mark.parametrize("form", FAULTS)
def test_a_driver_in_which_the_way_does_nothing_is_found(wgconform, fake, chosen, tmp_path, form):
    others = [name for other in FAULTS if other not in LAUNCHES for name in chosen[other] if other != form]
    cases = [*chosen[form], *others]
    found = states(wgconform, fake, cases, tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_FAULT=FAULTS[form])
    failed = {name for name, (state, _) in found.items() if state != "pass"}
    assert failed == set(chosen[form]), found
    if form in LAUNCHES and form != "groups65536":
        assert all(re.match(r"launch [12] of 8: ", found[name][1]) for name in chosen[form])


@pytest.mark.parametrize(
    ("call", "form", "state", "reason"),
    [
        (
            "CreateSubDevices",
            "subdevice",
            "build_error",
            "a sub-device: clCreateSubDevices: CL_OUT_OF_HOST_MEMORY",
        ),
        (
            "CreateContext",
            "context",
            "build_error",
            "a second context: .*clCreateContext: CL_OUT_OF_HOST_MEMORY",
        ),
        (
            "CreateProgramWithBinary",
            "binary",
            "build_error",
            "clCreateProgramWithBinary: CL_OUT_OF_HOST_MEMORY",
        ),
        ("GetProgramInfo", "binary", "skip", "the driver has no binary of the program$"),
        ("CompileProgram", "library", "build_error", "clCompileProgram: CL_OUT_OF_HOST_MEMORY"),
        ("LinkProgram", "library", "build_error", "clLinkProgram: CL_OUT_OF_HOST_MEMORY"),
        ("CreateCommandQueue", "queues", "fail", "clCreateCommandQueue: CL_OUT_OF_HOST_MEMORY"),
        ("CreateCommandQueue", "unordered", "fail", "clCreateCommandQueue: CL_OUT_OF_HOST_MEMORY"),
        ("CreateSubBuffer", "subbuffers", "fail", "clCreateSubBuffer: CL_OUT_OF_HOST_MEMORY"),
        ("Flush", "repeated", "fail", "clFlush: CL_OUT_OF_HOST_MEMORY"),
    ],
)
def test_an_error_costs_its_cases_alone(wgconform, fake, chosen, tmp_path, call, form, state, reason):
    cases = [*chosen[form], *chosen["plain"]]
    found = states(wgconform, fake, cases, tmp_path, OPENCL_LAYERS=str(WAYS), WGC_WAY_ERROR=call)
    for name in chosen[form]:
        assert found[name][0] == state and re.match(reason, found[name][1]), found
    assert [found[name][0] for name in chosen["plain"]] == ["pass"] * len(chosen["plain"]), found
