"""
What the kernels of guard do ahead of their calls in OpenCL C: loops that work-items leave at different times,
and in other ways than by the loop's own condition, and branches on a second result, which a function gives
through a pointer. A work-item takes one of PATHS ways through the loops, by its number, and compares what it
has counted with tables that are computed here. `wrong` is 0 after all of it, or the work-item stores nothing.

All of it is legal on each device. A goto leaves loops and enters none, as irreducible control flow is
implementation-defined. The loops of a work-item end whatever the others do, and it uses its own element of
local memory alone. Both results of the functions are exact, in the embedded profile, too.

The second results are from a defect of the oneAPI construction kit (its commit e29828452), the loops from
mutants of its conversion of control flow, which nothing else in the suite found.
"""

from generator.context import VARIANTS

PATHS = 16
ROUNDS = len(VARIANTS["guard"])  # the kernel's argument rounds: no compiler knows it
COUNTS = "    local uint counts[WGC_MAX_ITEMS];"


def table(name, values):
    rows = [", ".join(str(value) for value in values[at : at + 8]) for at in range(0, len(values), 8)]
    return [f"    constant uint {name}[{len(values)}] = {{{rows[0]},", f"        {rows[1]}}};"]


def passed_by(path):
    """What passed is after out_of_two_loops."""
    passed = 0
    for _ in range(2 * ROUNDS):
        for _ in range(1 << path % 4):
            if passed >= path * 5 % 32:
                return passed
            passed += 1
            if passed % 4 == 0:
                break
        passed += 2
    return passed + 100


def out_of_two_loops():
    """A goto out of two loops, whose inner one also has a break."""
    return [
        *table("passes", [passed_by(path) for path in range(PATHS)]),
        "    const uint width = 1u << path % 4, most = path * 5 % 32;",
        "    uint passed = 0;",
        "    for (uint outer = 0; outer < 2 * rounds; ++outer) {",
        "        for (uint inner = 0; inner < width; ++inner) {",
        "            if (passed >= most)",
        "                goto done;",
        "            ++passed;",
        "            if (passed % 4 == 0)",
        "                break;",
        "        }",
        "        passed += 2;",
        "    }",
        "    passed += 100;",
        "done:",
        "    wrong += passed != passes[path];",
    ]


def breaks_of(path):
    """What breaks and the own element of counts are after two_ways_out."""
    breaks = count = 0
    for outer in range(ROUNDS + 1):
        inner = 0
        while True:
            count += 1
            if inner > path % 4:
                break
            if (path >> outer) % 2 == 1 and inner == 2:
                breaks += 100
                break
            inner += 1
        if breaks > 150:
            breaks += 1
            break
        count += sum(16 * more for more in range(ROUNDS + 1))
    return breaks, count


def two_ways_out():
    """An endless loop with two breaks and an atomic addition, in a loop that some leave early."""
    ways = [breaks_of(path) for path in range(PATHS)]
    return [
        *table("all_breaks", [breaks for breaks, _ in ways]),
        *table("all_counts", [count for _, count in ways]),
        "    uint breaks = 0;",
        "    counts[item] = (uint)item;",
        "    for (uint outer = 0; outer < rounds + 1; ++outer) {",
        "        uint inner = 0;",
        "        while (true) {",
        "            atomic_inc(counts + item);",
        "            if (inner > path % 4)",
        "                break;",
        "            if ((path >> outer) % 2 == 1 && inner == 2) {",
        "                breaks += 100;",
        "                break;",
        "            }",
        "            ++inner;",
        "        }",
        "        if (breaks > 150) {",
        "            ++breaks;",
        "            break;",
        "        }",
        "        for (uint more = 0; more < rounds + 1; ++more)",
        "            atomic_add(counts + item, 16 * more);",
        "    }",
        "    wrong += breaks != all_breaks[path] || counts[item] != (uint)item + all_counts[path];",
    ]


def second_results():
    """Below a condition that differs, functions of a value that all have; no second result is 0."""

    def branch(function, value, kind, first):
        return [
            f"        {kind} second;",
            f"        const float first = {function}({value}, &second);",
            "        if (second == 0)",
            "            wrong += 2;",
            f"        else if (first == {first})",
            "            --wrong;",
        ]

    return [
        "    const float value = (float)rounds;",
        "    ++wrong;",
        "    if (item % 3 == 0) {",
        *branch("modf", "value + 0.5f", "float", "0.5f"),
        "    } else if (item % 3 == 1) {",
        *branch("fract", "value + 0.25f", "float", "0.25f"),
        "    } else {",
        *branch("frexp", "value", "int", "0.5f"),
        "    }",
    ]


def stored_by_some():
    """
    An array whose values and place, written in three ways, are the same for all: each work-item keeps what
    it stored. It is declared where the switch jumps past it, so that no compiler knows where its life begins.
    """
    return [
        "    uint chosen = 0;",
        f"    switch (rounds % {ROUNDS}) {{",
        f"        uint own[{ROUNDS * ROUNDS}];",
        "    case 0:",
        "        if (path % 2 == 1)",
        "            own[rounds] = 5;",
        "        if (path % 4 > 1)",
        f"            own[rounds * rounds / {ROUNDS}] = 6;",
        "        if (path % 4 != 0)",
        f"            chosen = own[3 * rounds - {2 * ROUNDS}];",
        "    }",
        "    wrong += chosen != (path % 4 > 1 ? 6 : path % 4 * 5);",
    ]


def loops():
    """Lines that declare wrong, which counts what is not right."""
    return [
        f"    const uint path = (uint)(item % {PATHS});",
        "    uint wrong = 0;",
        *out_of_two_loops(),
        *two_ways_out(),
        *stored_by_some(),
        *second_results(),
    ]
