"""SYCL's forms with an initial value: how they combine it, in OpenCL C and in SPIR-V."""

import fnmatch
import re
import sys

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
from generator import pack

SUITE = BUILD / "suite"
FLOATS = ("half", "float", "double")
# What is undefined for infinities, of which the initial values have some; not a number of work-items.
COMMON_C, COMMON_SPIRV = (
    re.compile(r"\b(min|max)\((?!items, \(size_t\))"),
    re.compile(r"\bf(min|max)_common\b"),
)
DEFINED_C = {"minimum": "fmin(init, ", "maximum": "fmax(init, "}


@pytest.mark.parametrize("folder", ["c", "emulated"])
@pytest.mark.parametrize("functor", DEFINED_C)
def test_c_combines_floating_point_values_with_what_is_defined_for_infinities(folder, functor):
    packed = pack.Packed(SUITE / "c.pack")
    names = [fnmatch.filter(packed, f"{folder}/sycl_*_{functor}_init.{kind}.cl") for kind in FLOATS]
    assert [len(found) for found in names] == [3, 3, 3]
    for name in (name for found in names for name in found):
        assert DEFINED_C[functor] in packed.text(name), name
        assert not COMMON_C.search(packed.text(name)), name


def test_spirv_does_not_either():
    packed = pack.Packed(SUITE / "spirv.pack")
    names = fnmatch.filter(packed, "spirv*/sycl_*imum_init*.spvasm")
    assert len(names) > 100
    texts = [packed.text(name) for name in names]
    assert [name for name, text in zip(names, texts, strict=True) if COMMON_SPIRV.search(text)] == []
    for name in ("fmin", "fmax"):
        assert any(re.search(rf"OpExtInst .* {name} ", text) for text in texts)
