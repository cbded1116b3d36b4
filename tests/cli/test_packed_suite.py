"""The packed files of kernels: a damaged one, one of another build, and kernels printed from them."""

import json
import shutil
import sys

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
from generator import pack

CASES = {"c.pack": "c.work_group_all.int.64.plain", "spirv.pack": "spirv.work_group_all.int.64.plain"}


@pytest.fixture
def suite(tmp_path):
    return shutil.copytree(BUILD / "suite", tmp_path / "suite")


def refused(wgconform, suite, *arguments):
    """The one line that the program ends with."""
    result = wgconform(*arguments, env={"WGCONFORM_SUITE": str(suite)})
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result.stderr
    return result.stderr


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data[:-1], " bytes, not "),
        (lambda data: data[:50], "not a packed file of kernels"),
        (lambda _: b"", "not a packed file of kernels"),
        (lambda data: b"PK\3\4" + data[4:], "not a packed file of kernels"),
        (lambda data: data[:16] + bytes([data[16] ^ 1]) + data[17:], "damaged: its header"),
        (None, "cannot open"),
    ],
)
def test_a_bad_packed_file_is_named(wgconform, suite, name, spoil, message):
    path = suite / name
    data = path.read_bytes()
    path.unlink()
    if spoil:
        path.write_bytes(spoil(data))
    for arguments in (["--list"], ["--dump-kernel", CASES[name]], ["repro", CASES[name]], [CASES[name]]):
        line = refused(wgconform, suite, *arguments)
        assert str(path) in line and message in line


@pytest.mark.parametrize("name", CASES)
def test_packed_files_of_another_suite_are_refused(wgconform, suite, name):
    entries = pack.Packed(suite / name)
    (suite / name).write_bytes(pack.pack({entry: b"x" for entry in entries}, "0" * 64))
    line = refused(wgconform, suite, "--list")
    assert f"{suite / name}: has the kernels of another suite: {'0' * 64}, not {entries.digest}" in line


@pytest.mark.parametrize("name", CASES)
def test_a_damaged_entry_is_named(wgconform, suite, name):
    """Behind a good header, which is all that is read of the others."""
    path = suite / name
    data, packed = bytearray(path.read_bytes()), pack.Packed(path)
    entry = "c/work_group_all.int.cl" if name == "c.pack" else "spirv/work_group_all.int.plain.spvasm"
    place, stored, _ = packed.block[packed.record[entry][0]]
    data[place + stored // 2] ^= 1
    path.write_bytes(data)
    assert wgconform("--list", CASES[name], env={"WGCONFORM_SUITE": str(suite)}).returncode == 0
    assert f"{path}: damaged: {entry}" in refused(wgconform, suite, "--dump-kernel", CASES[name])


def test_a_suite_of_another_build_is_refused_with_both_named(wgconform, suite):
    file = suite / "c.pack"
    digest = json.loads((suite / "manifest.json").read_text())["suite_digest"]
    packed = pack.Packed(file)
    file.write_bytes(pack.pack({name: packed[name] for name in packed}, "f" * 64))
    line = refused(wgconform, suite, "--list")
    assert f"{file}: has the kernels of another suite" in line
    assert digest in line and "f" * 64 in line


@pytest.mark.parametrize("form", ["plain", "loop", "sequence"])
def test_a_printed_kernel_is_the_entry(wgconform, form):
    """All of a SPIR-V text; of OpenCL C the section from its marker to the next."""
    listed = wgconform("--list", "-p", "full", f"*.work_group_reduce_add.int.*.{form}").stdout.split()
    in_c, in_spirv = (next(case for case in listed if case.startswith(prefix)) for prefix in ("c.", "spirv."))
    text = pack.Packed(BUILD / "suite" / "spirv.pack").text(f"spirv/work_group_reduce_add.int.{form}.spvasm")
    assert wgconform("--dump-kernel", in_spirv).stdout == text
    text = pack.Packed(BUILD / "suite" / "c.pack").text("c/work_group_reduce_add.int.cl")
    marker, entry = "//@ kernel ", f"wgc_work_group_reduce_add_int_{form}\n"
    (section,) = (part for part in text.split(marker) if part.startswith(entry))
    assert wgconform("--dump-kernel", in_c).stdout == marker + section
