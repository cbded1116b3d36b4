"""What the kernels of private and reuse compute next to their call in OpenCL C, compiled for the host."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUILD

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from generator import pack  # noqa: E402

# A work-item is a call of right_of, with the two rounds of the form's two slots.
PROGRAM = """
#include <stdio.h>
#define ITEMS 97u
typedef unsigned uint;
static uint marks[ITEMS];
static uint atomic_cmpxchg(uint *at, uint old, uint new)
{{
    const uint before = *at;
    *at = before == old ? new : before;
    return before;
}}
static int right_of(size_t item, uint rounds)
{{
    const uint column = (uint)item;
    const size_t next = item + 1;
    (void)column, (void)next, (void)rounds;
{lines}
        return 1;
    return 0;
}}
int main(void)
{{
    uint right = 0;
    for (uint item = 0; item < ITEMS; ++item) {{
        marks[item] = 7;
        right += right_of(item, 2) != 0;
    }}
    printf("%u", right == ITEMS);
}}
"""
# Of each form the lines of its kernel that are not of the call, and what is after them.
FORMS = {
    "private": (
        r"    uint late;.*?(?=        kept_0 = )",
        r"    const int divisor = .*? % divisor;\n",
        r"    const int more = .*?;\n",
        r"    if \(late .*?\)\n(?=        out)",
    ),
    "reuse": (r"    uint made = .*?    const size_t place = .*?\n(?=    out)",),
}
BETWEEN = {"private": ("    }\n", "", "", ""), "reuse": ("    if (place == next)\n",)}
# One change each: another dividend, as if it were that of another division, and other rounds.
CHANGES = [
    ("private", "(column * rounds + 50) / rounds", "(column * rounds + 100) / rounds"),
    ("private", "part = (number * divisor + 50)", "part = (number + 40)"),
    ("private", "part = (number + 40)", "part = (number * divisor + 51)"),
    ("private", "more = (number * divisor + 100)", "more = (number * divisor + 50)"),
    ("private", "more = (number * divisor + 100)", "more = (number + 40)"),
    ("private", "part = (number + 40) % divisor", "part = (number + 41) % divisor"),
    ("reuse", "++made;", "made += 2;"),
    ("reuse", "last = atomic_cmpxchg", "atomic_cmpxchg"),
    ("reuse", "marks[item] = 0;", ";"),
    ("reuse", "made + 1)", "made)"),
    ("reuse", "while (made < rounds)", "while (made + 1 < rounds)"),
]


@pytest.fixture(scope="module")
def kernels():
    """The kernels of these forms in OpenCL C, by name."""
    packed = pack.Packed(BUILD / "suite" / "c.pack")
    parts = [part for name in packed for part in packed[name].decode().split("//@ kernel ")[1:]]
    named = {part.split(None, 1)[0]: part for part in parts}
    return {name: text for name, text in named.items() if name.rsplit("_", 1)[-1] in FORMS}


def lines_of(kernel, form):
    pairs = zip(FORMS[form], BETWEEN[form], strict=True)
    return "".join(re.search(pattern, kernel, re.DOTALL)[0] + more for pattern, more in pairs)


def all_right(lines, folder):
    (folder / "kept.c").write_text(PROGRAM.format(lines=lines))
    command = ["cc", "-std=c11", "-O1", "-o", folder / "kept", folder / "kept.c"]
    subprocess.run(command, check=True, timeout=60)
    run = subprocess.run([folder / "kept"], capture_output=True, text=True, check=True, timeout=60)
    return run.stdout == "1"


@pytest.mark.parametrize("form", FORMS)
def test_all_kernels_have_the_same_lines_and_each_work_item_is_right(kernels, tmp_path, form):
    some = {lines_of(text, form) for name, text in kernels.items() if name.endswith(f"_{form}")}
    assert len(some) == 1
    assert all_right(some.pop(), tmp_path)


@pytest.mark.parametrize(("form", "old", "new"), CHANGES)
def test_another_value_counts(kernels, tmp_path, form, old, new):
    lines = lines_of(next(text for name, text in kernels.items() if name.endswith(f"_{form}")), form)
    assert old in lines
    changed = lines.replace(old, new, 1).replace("uint made = 0, last;", "uint made = 0, last = 0;")
    assert not all_right(changed, tmp_path)
