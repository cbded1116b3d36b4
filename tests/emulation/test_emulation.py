"""The emulated collectives: their names, the example, and the result of the check program on each device."""

import re
import sys

import conftest
import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
from generator.signatures import expand
from generator.tables import read_tables

CHECK = BUILD / "tests" / "emulation-check"
HEADER = ROOT / "suite" / "emulation" / "wgc_collectives.cl.h"
SUB_GROUPS = HEADER.with_name("wgc_sub_groups.cl.h")
TIMEOUT_S = 3600


def run(*command):
    return conftest.run(*command[1:], program=command[0], cwd=ROOT, timeout=TIMEOUT_S)


def run_on(device, *command):
    """Runs the command with this device alone; skips where it is not set up."""
    if not (ROOT / "build" / "env.d" / f"{device}.sh").exists():
        pytest.skip(f"{device} is not set up: make setup-{device}")
    return run("scripts/with-device", device, *command)


def assert_all_right(result):
    """Of one type: each device makes so many results of it."""
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-4000:]
    right = r"(\d+) results, 0 wrong, 0 programs that do not build"
    counts = [int(n) for n in re.findall(right, result.stdout)]
    assert counts and all(count > 50_000 for count in counts), result.stdout


def emulated_signatures():
    """Those that the headers have: all but the forms with an initial value, which are made of others."""
    all_of_them = expand(read_tables(ROOT / "suite"))
    return [s for s in all_of_them if not s.init and s.kind not in ("MAPPING", "PROGRESS")]


def test_headers_have_every_signature_of_the_table():
    header = HEADER.read_text() + SUB_GROUPS.read_text()
    macros = set(re.findall(r"^#define (\w+)\(", header, re.MULTILINE))
    rows = set(re.findall(r"^WGCE_OPERATOR\((\w+), +(\w+),", header, re.MULTILINE))
    narrow = re.findall(r"^WGCE_NARROW\((\w+),", header, re.MULTILINE)
    rows |= {
        (op, name)
        for op in re.findall(r"^ +WGCE_OPERATOR\((\w+), +type,", header, re.MULTILINE)
        for name in narrow
    }
    types = set(re.findall(r"^WGCE_TYPE\((\w+)\)", header, re.MULTILINE))
    vectors = set(re.findall(r"^WGCE_LANES\((\w+)\)", header, re.MULTILINE))
    assert types == vectors
    signatures = emulated_signatures()
    assert len([s for s in signatures if s.scope == "WORK_GROUP"]) == 152
    for signature in signatures:
        assert re.sub(r"_([23]d|global)$", "", signature.name) in macros
        assert signature.type.name in types
        assert signature.op is None or (signature.op.name, signature.type.name) in rows


def test_example_prints_what_its_comment_shows(tmp_path):
    program = tmp_path / "sum_and_scan"
    built = run("cc", "-o", program, "examples/sum_and_scan.c", "-lOpenCL")
    assert built.returncode == 0, built.stderr
    shown = re.search(r"prints\n \*\n((?: \*     .*\n)+)", (ROOT / "examples/sum_and_scan.c").read_text())
    for options in ["-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-std=CL3.0 -DWGC_PREFER_BUILTINS"]:
        result = run_on("intel", program, HEADER, "examples/sum_and_scan.cl", options)
        assert result.returncode == 0, result.stderr
        assert result.stdout.splitlines() == [line[7:] for line in shown[1].splitlines()]


TYPES = ("char", "double", "float", "half", "int", "long", "short", "uchar", "uint", "ulong", "ushort")
NEEDS = {"half": "fp16", "double": "fp64"}


def test_the_types_are_those_of_the_table():
    assert {signature.type.name for signature in emulated_signatures()} == set(TYPES)


@pytest.mark.in_parts
@pytest.mark.parametrize("type_name", TYPES)
def test_intel(type_name):
    options = ["--quick", "--only", "plain", "--type", type_name]
    assert_all_right(run_on("intel", CHECK, *options))


# What keeps PoCL from a defect of its own that the emulated functions meet, each with its finding.
SETTINGS = {
    "pocl3": ["POCL_MAX_PTHREAD_COUNT=1"],  # pocl-local-memory-shared
    "pocl7": ["POCL_PREGION_VALUE_REMAT=0"],  # pocl-local-read-again
}


def assert_type_right(device, type_name, *options):
    """Of a type that the device lacks there is no result."""
    settings = ["env", "POCL_KERNEL_CACHE=0", *SETTINGS.get(device, [])]
    result = run_on(device, *settings, CHECK, *options, "--type", type_name)
    if type_name in NEEDS and f"{NEEDS[type_name]} no" in result.stdout:
        assert "  0 results, 0 wrong, 0 programs" in result.stdout, result.stdout
    else:
        assert_all_right(result)


@pytest.mark.slow
@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("device", ["intel", "rusticl"])
def test_all_shapes(device, type_name):
    """rusticl crashes on a barrier in a function that another one calls: on vectors and clusters."""
    assert_type_right(device, type_name, *(["--only", "group"] if device == "rusticl" else []))


@pytest.mark.slow
@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("device", ["pocl", "pocl3", "pocl7"])
def test_some_shapes(device, type_name):
    """PoCL compiles each kernel again for each local size, so that all shapes would take too long."""
    assert_type_right(device, type_name, "--quick")


@pytest.mark.slow
def test_no_race_no_divergence_no_uninitialised_read():
    result = run("tests/emulation/oclgrind.sh", CHECK)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "oclgrind: no finding" in result.stdout
