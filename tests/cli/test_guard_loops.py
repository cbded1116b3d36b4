"""What the kernels of guard do ahead of their calls in OpenCL C, compiled as C for the host."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUILD

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from generator import pack  # noqa: E402

# A work-item is a call of wrong_of, with the two rounds of the form's two slots.
PROGRAM = """
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#define ITEMS 97u
#define constant static const
#define modf modff
#define frexp frexpf
typedef unsigned uint;
static uint counts[ITEMS];
static float fract(float x, float *whole) {{ *whole = floorf(x); return x - *whole; }}
static void atomic_add(uint *at, uint more) {{ *at += more; }}
static void atomic_inc(uint *at) {{ ++*at; }}
static uint wrong_of(size_t item, uint rounds)
{{
{lines}
    return wrong;
}}
int main(void)
{{
    uint wrong = 0;
    for (uint item = 0; item < ITEMS; ++item)
        wrong += wrong_of(item, 2) != 0;
    printf("%u", wrong);
}}
"""
# One change each: a loop that some leave in another round or another way, and other results.
CHANGES = [
    ("goto done;", "break;"),
    ("            if (passed % 4 == 0)\n                break;\n", ""),
    ("passed += 2;", ";"),
    ("passed += 100;", ";"),
    ("atomic_inc(counts + item);", ";"),
    ("breaks += 100;\n                break;", "breaks += 100;"),
    ("++breaks;\n            break;", "++breaks;"),
    ("if (inner > path % 4)", "if (inner > path % 8)"),
    ("atomic_add(counts + item, 16 * more);", ";"),
    ("own[rounds] = 5;", "own[rounds] = 4;"),
    ("own[rounds * rounds / 2] = 6;", "own[1] = 6;"),
    ("if (path % 4 > 1)", "if (path % 2 == 1)"),
    ("chosen = own[3 * rounds - 4];", ";"),
    ("modf(value + 0.5f", "modf(value + 0.75f"),
    ("fract(value + 0.25f", "fract(0.25f"),
    ("frexp(value", "frexp(0.5f"),
    ("--wrong;", ";"),
]


@pytest.fixture(scope="module")
def kernels():
    """The kernels of guard in OpenCL C, by name."""
    packed = pack.Packed(BUILD / "suite" / "c.pack")
    parts = [part for name in packed for part in packed[name].decode().split("//@ kernel ")[1:]]
    named = {part.split(None, 1)[0]: part for part in parts}
    return {name: text for name, text in named.items() if name.endswith("_guard")}


def before_the_calls(kernel):
    return re.search(r"    const uint path = .*?(?=    \w+ x = )", kernel, re.DOTALL)[0]


def wrong_items(lines, folder):
    (folder / "loops.c").write_text(PROGRAM.format(lines=lines))
    command = ["cc", "-std=c11", "-O1", "-o", folder / "loops", folder / "loops.c", "-lm"]
    subprocess.run(command, check=True, timeout=60)
    run = subprocess.run([folder / "loops"], capture_output=True, text=True, check=True, timeout=60)
    return int(run.stdout)


def test_all_kernels_have_the_same_loops_and_store_below_their_outcome(kernels):
    assert len(kernels) > 100
    assert len({before_the_calls(kernel) for kernel in kernels.values()}) == 1
    for kernel in kernels.values():
        body = kernel.split("kernel void ")[-1].split("{", 1)[1]
        assert body.count("local uint counts[WGC_MAX_ITEMS];") == 1
        assert not re.search(r"\bout\b", body.split("    if (wrong == 0) {\n")[0])


def test_no_work_item_is_wrong(kernels, tmp_path):
    assert wrong_items(before_the_calls(next(iter(kernels.values()))), tmp_path) == 0


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_each_step_of_a_loop_counts(kernels, tmp_path, old, new):
    lines = before_the_calls(next(iter(kernels.values())))
    assert old in lines
    assert wrong_items(lines.replace(old, new, 1), tmp_path) > 0
