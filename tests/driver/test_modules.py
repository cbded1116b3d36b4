"""Which SPIR-V module a device gets: `--dump-kernel -d`, `repro -d` and the reason of a failure agree.

Addresses of 32 bits and other lists of versions are a layer's (lies.c); nothing but the compiler's check of a
version is run with them.
"""

import json
import re
import struct
import subprocess

import conftest
import pytest
from conftest import BUILD

LIES = BUILD / "lib" / "libwglies.so"
DRIVER = BUILD / "lib" / "libwgdriver.so"
CL_DEVICE_ADDRESS_BITS, CL_DEVICE_IL_VERSION = 0x100D, 0x105B
FAKE_RULES = "wrong c.work_group_all.*"
QUERIES = [
    "spirv.work_group_reduce_add.int.*.plain",
    "spirv.work_group_reduce_add.int.*.local",
    "spirv.sub_group_reduce_max.uint.*.loop",
]
HEADER = re.compile(
    r"; what the device gets: SPIR-V (\d)\.(\d), addresses of (\d+) bits .*--target-env (\S+)\)\n"
)
OP_MEMORY_MODEL, OP_ENTRY_POINT = 14, 15


def only(version):
    """The fake device lists 1.0 to 1.4."""
    return [f"drop {CL_DEVICE_IL_VERSION} SPIR-V_1.{minor}" for minor in range(5) if minor != version]


WAYS = {
    "as_it_is": [],
    "32_bits": [f"number {CL_DEVICE_ADDRESS_BITS} 32"],
    "version_1_1": only(1),
    "version_1_4": only(4),
    "version_1_4_of_32_bits": [*only(4), f"number {CL_DEVICE_ADDRESS_BITS} 32"],
}


def first_of(query):
    done = conftest.run("--list", "-p", "full", query)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[0]


def environment(lies):
    return {"OPENCL_LAYERS": str(LIES), "WGC_LIES": "\n".join(lies)}


def dump(device, case, lies):
    done = conftest.run("-d", device["index"], "--dump-kernel", case, env=environment(lies))
    assert done.returncode == 0, done.stderr
    return done.stdout, HEADER.match(done.stdout).groups()


def instructions(module):
    """(operation, number of words) of each, and the words of those that the tests look at."""
    words = struct.unpack(f"={len(module) // 4}I", module)
    at, found, special = 5, [], {}
    while at < len(words):
        operation, length = words[at] & 0xFFFF, words[at] >> 16
        found.append((operation, length))
        special.setdefault(operation, words[at + 1 : at + length])
        at += length
    return words[:2], found, special


@pytest.mark.parametrize("lies", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("query", QUERIES)
def test_the_module_that_is_printed_is_the_one_of_repro(fake, tmp_path, query, lies):
    case = first_of(query)
    text, (major, minor, bits, target) = dump(fake, case, lies)
    (tmp_path / "module.spvasm").write_text(text)
    assemble = ["spirv-as", "--target-env", target, "module.spvasm", "-o", "module.spv"]
    subprocess.run(assemble, cwd=tmp_path, check=True)
    printed = (tmp_path / "module.spv").read_bytes()
    done = conftest.run("repro", case, "-d", fake["index"], "-o", tmp_path, env=environment(lies))
    assert done.returncode == 0, done.stderr
    array = (tmp_path / "repro.c").read_text().split("module[] = {")[1].split("}")[0]
    module = bytes(int(number) for number in re.findall(r"\d+", array))
    # the assembler gives other numbers to the ids where the entry point names more of them
    assert instructions(module)[:2] == instructions(printed)[:2]
    assert module == printed or (int(minor) >= 4 and case.endswith(".local"))
    (_, version), _, special = instructions(module)
    assert version == int(major) << 16 | int(minor) << 8
    assert special[OP_MEMORY_MODEL][0] == {"32": 1, "64": 2}[bits]
    assert bits == ("32" if f"number {CL_DEVICE_ADDRESS_BITS} 32" in lies else "64")
    assert f"drop {CL_DEVICE_IL_VERSION} SPIR-V_{major}.{minor}" not in lies


def test_without_a_device_the_text_is_the_suite_s(fake):
    case = first_of(QUERIES[1])
    text, _ = dump(fake, case, only(1))
    suite = conftest.run("--dump-kernel", case)
    assert suite.returncode == 0, suite.stderr
    assert text.split("\n", 1)[1] == suite.stdout
    for option in (["-d", "unknown device"], ["-d", "all"]):
        several = conftest.run("--dump-kernel", case, *option)
        assert (several.returncode, several.stdout) == (2, ""), several.stderr
        assert several.stderr.count("\n") == 1 and "--device" in several.stderr


def test_a_device_that_lists_no_version_gets_no_module(fake):
    lies = environment(only(None))
    case = first_of(QUERIES[0])
    done = conftest.run("-d", fake["index"], "--dump-kernel", case, env=lies)
    assert (done.returncode, done.stdout) == (2, "")
    assert "CL_DEVICE_IL_VERSION lists no SPIR-V from 1.0 to 1.6" in done.stderr
    of_c = conftest.run("-d", fake["index"], "--dump-kernel", case.replace("spirv.", "c."), env=lies)
    assert of_c.returncode == 0 and "//@ kernel" in of_c.stdout


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        ("segv@EnqueueNDRangeKernel:{}", "crash"),
        ("-5@EnqueueNDRangeKernel:{}", "fail"),
        ("segv@BuildProgram", "crash"),
    ],
)
def test_a_failure_names_the_version_of_its_module(fake, tmp_path, rule, state):
    case = first_of(QUERIES[0])
    _, (major, minor, _, _) = dump(fake, case, [])
    kernel = "wgc_work_group_reduce_add_int_plain"
    layer = {
        "OPENCL_LAYERS": str(DRIVER),
        "WGC_DRIVER": rule.format(kernel),
        "WGC_DRIVER_STATE": str(tmp_path),
    }
    path = tmp_path / "report.json"
    done = conftest.run("-d", fake["index"], "-j", 1, "-q", "-o", path, case, env=layer)
    assert done.returncode == 1, done.stderr
    report = json.loads(path.read_text())
    conftest.check_schema(report, "report")
    (result,) = report["results"]
    assert result["state"] == state, result
    assert result["spirv_version"] == f"{major}.{minor}"
    (cause,) = report["causes"]
    assert "as SPIR-V" not in cause["title"]


def test_what_passes_or_is_in_c_names_none(fake, tmp_path):
    path = tmp_path / "report.json"
    queries = [first_of(QUERIES[0]), first_of("c.work_group_all.int.*.plain")]
    conftest.run("-d", fake["index"], "-p", "full", "-q", "-o", path, *queries)
    results = json.loads(path.read_text())["results"]
    assert sorted(r["state"] for r in results) == ["fail", "pass"]
    assert not [r for r in results if "spirv_version" in r]
