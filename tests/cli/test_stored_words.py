"""What kernels of sub-groups write about them: the judge compares it with what the host reports."""

import re
import sys

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
from generator import pack

KINDS = re.findall(
    r"^WGC_KIND\((\w+),.*\bMAX_SIZE\b.*,\s*\"", (ROOT / "suite/kinds.def").read_text(), re.MULTILINE
)
FUNCTIONS = {
    name
    for name, kind in re.findall(
        r'^WGC_FUNCTION\("(\w+)",\s*(\w+)', (ROOT / "suite/functions.def").read_text(), re.MULTILINE
    )
    if kind in KINDS
}
OF = re.compile(
    rf"wgc_({'|'.join(sorted(FUNCTIONS))})_(?:uint|int|u?long|u?short|u?char|half|float|double)\d*_"
)


def kernels_in_c():
    """Name and text of each."""
    packed = pack.Packed(BUILD / "suite" / "c.pack")
    for file in packed:
        for text in packed.text(file).split("//@ kernel ")[1:]:
            yield text.split(None, 1)[0], text


def kernels_in_spirv():
    packed = pack.Packed(BUILD / "suite" / "spirv.pack")
    for file in packed:
        if file.endswith(".spvasm"):
            text = packed.text(file)
            (name,) = re.findall(r'^OpEntryPoint Kernel %\w+ "(\w+)"', text, re.MULTILINE)
            yield name, text


def stores(text):
    """Which built-in a module stores to the words of a work-item, in their order."""
    variables = dict(re.findall(r"(%\w+) = OpLoad %i32 %(\w+)", text))
    return [variables.get(value) for value in re.findall(r"OpStore %meta_at\w* (%\w+)", text)]


def test_the_functions_are_those_that_depend_on_the_largest_size():
    assert len(FUNCTIONS) == 6 and {"sub_group_rotate", "sub_group_ballot_bit_count"} <= FUNCTIONS


@pytest.mark.parametrize(
    ("kernels", "asks", "stored"),
    [
        (
            kernels_in_c,
            r"meta\[6 \* i\] = sub_group_id;",
            r"meta\[6 \* i \+ 3\] = (get_max_sub_group_size\(\)|most);",
        ),
        (kernels_in_spirv, r"OpStore %meta_at %", r"OpStore %meta_at\w* %max_sub_group_size\w* "),
    ],
)
def test_where_a_kernel_writes_its_sub_group_it_writes_the_largest_size(kernels, asks, stored):
    """In every form: only kernels that write nothing of sub-groups have no word for the host's query."""
    seen, asked, without = set(), 0, []
    for name, text in kernels():
        if found := OF.match(name):
            seen.add(found[1])
            asked += re.search(asks, text) is not None
            if re.search(asks, text) and not re.search(stored, text):
                without.append(name)
    assert seen == FUNCTIONS
    assert asked > 200
    assert without == []


def test_the_mapping_in_spirv_stores_every_built_in():
    places = ["SubgroupId", "SubgroupLocalInvocationId", "SubgroupSize", "SubgroupMaxSize", "NumSubgroups"]
    modules = [text for name, text in kernels_in_spirv() if name.startswith("wgc_sub_group_mapping_")]
    assert len(modules) > 10
    for text in modules:
        assert stores(text) == [*places, "NumEnqueuedSubgroups"]
