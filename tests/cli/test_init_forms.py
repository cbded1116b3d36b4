"""SYCL's forms with an initial value: how they combine it, in OpenCL C and in SPIR-V."""

import re

import pytest
from conftest import BUILD

SUITE = BUILD / "suite"
FLOATS = ("half", "float", "double")
# What is undefined for infinities, of which the initial values have some.
COMMON_C, COMMON_SPIRV = re.compile(r"\b(min|max)\("), re.compile(r"\bf(min|max)_common\b")
DEFINED_C = {"minimum": "fmin(init, ", "maximum": "fmax(init, "}


@pytest.mark.parametrize("folder", ["c", "emulated"])
@pytest.mark.parametrize("functor", DEFINED_C)
def test_c_combines_floating_point_values_with_what_is_defined_for_infinities(folder, functor):
    files = [f for kind in FLOATS for f in (SUITE / folder).glob(f"sycl_*_{functor}_init.{kind}.cl")]
    assert len(files) == 9
    for file in files:
        assert DEFINED_C[functor] in file.read_text(), file
        assert not COMMON_C.search(file.read_text()), file


def test_spirv_does_not_either():
    files = sorted(SUITE.glob("spirv*/sycl_*imum_init*.spvasm"))
    assert len(files) > 100
    texts = [file.read_text() for file in files]
    assert [file for file, text in zip(files, texts, strict=True) if COMMON_SPIRV.search(text)] == []
    for name in ("fmin", "fmax"):
        assert any(re.search(rf"OpExtInst .* {name} ", text) for text in texts)
