"""Kernels in OpenCL C of the variants of generator/active.py: a sub-group's work-items go different ways."""

from generator.active import ARMS
from generator.text import wrap

# The word with the slots in which a work-item is active (wgc_is_active in harness/suite/tables.h).
ACTIVITY = "    const uint activity = aux[rounds * slot_items + i];"
PREFIXES = ("", "second_", "third_", "fourth_")


def indented(lines, by="    "):
    return [by + line for line in lines]


def place_of(number):
    """The work-item's element of a slot."""
    return "i" if number == 0 else "slot_items + i" if number == 1 else f"{number} * slot_items + i"


def prepared(kernel, numbers):
    """Lines that fetch the arguments of these slots."""
    return indented(
        [line for k in numbers for line in kernel.call.prepare(prefix=PREFIXES[k], at=place_of(k))]
    )


def called(kernel, number, value=None):
    """The call of a slot's value; its arguments are prepared."""
    return kernel.called(value or kernel.load(place_of(number)), PREFIXES[number])


def assign(kernel, name, number, value=None, indent="    "):
    return wrap(f"{name} = {called(kernel, number, value)};", indent)


def active(kernel):
    return [
        ACTIVITY,
        "    if ((activity & 1) != 0) {",
        *kernel.store_active("i"),
        "    }",
        "    if ((activity & 2) != 0) {",
        *kernel.store_active("slot_items + i", "groups + group"),
        "    }",
    ]


def branches(kernel):
    return [
        ACTIVITY,
        "    if ((activity & 1) != 0) {",
        *kernel.store_active("i"),
        "        if ((activity & 2) != 0) {",
        *kernel.store_active("slot_items + i", "groups + group", indent="            "),
        "        }",
        "    } else {",
        *kernel.store_active("2 * slot_items + i", "2 * groups + group"),
        "    }",
    ]


def leaving(kernel):
    return [
        ACTIVITY,
        "    for (uint round = 0; round < activity >> 8; ++round) {",
        "        const size_t at = round * slot_items + i;",
        *kernel.store_active("at", "round * groups + group"),
        "    }",
    ]


def lanes(kernel):
    return [
        "    if (sub_group_local_id % 2 == 0) {",
        *kernel.store_active("i"),
        "    } else {",
        *kernel.store_active("slot_items + i", "groups + group"),
        "    }",
    ]


def function_of(kernel, name, attribute, more, body):
    """A function of the value, the argument of the call where it has one, and uints."""
    kind = kernel.type
    parameters = [f"{kind} x", *kernel.call.parameters, *[f"uint {one}" for one in more]]
    return [*attribute, *wrap(f"{kind} {kernel.entry}_{name}({', '.join(parameters)})"), "{", *body, "}", ""]


def call_of(kernel, name, number, more):
    arguments = [kernel.load(place_of(number)), *kernel.call.arguments(PREFIXES[number]), *more]
    return f"{kernel.entry}_{name}({', '.join(arguments)})"


def wayout_functions(kernel):
    body = [
        "    for (uint round = 0; round < end; ++round) {",
        "        if (own_round == round)",
        *wrap(f"return {kernel.called('x')};", " " * 12),
        "    }",
        "    return x;",
    ]
    return function_of(kernel, "out", [], ("own_round", "end"), body)


def wayout(kernel):
    """The loops do nothing else, which might keep a compiler from moving the call out of them."""
    kind = kernel.type
    return [
        ACTIVITY,
        "    const uint own_round = activity >> 8;",
        *prepared(kernel, range(4)),
        *[f"    const {kind} {x} = {kernel.load(place_of(k))};" for x, k in (("x", 0), ("y", 1), ("z", 3))],
        f"    {kind} flag = x, left = y, alone = z;",
        "    bool there = true;",
        "    for (uint round = 0; there; ++round) {",
        "        if (own_round == round) {",
        *assign(kernel, "flag", 0, "x", " " * 12),
        "            there = false;",
        "        }",
        "    }",
        "    for (uint round = 0;; ++round) {",
        "        if (own_round == round) {",
        *assign(kernel, "left", 1, "y", " " * 12),
        "            break;",
        "        }",
        "    }",
        *wrap(f"const {kind} returned = {call_of(kernel, 'out', 2, ('own_round', 'rounds + 1'))};", "    "),
        "    for (uint round = 0; round < group_items; ++round) {",
        "        if (round == sub_group_local_id)",
        *assign(kernel, "alone", 3, "z", " " * 12),
        "    }",
        *kernel.put("i", "flag"),
        *kernel.put(place_of(1), "left"),
        *kernel.put(place_of(2), "returned"),
        *kernel.put(place_of(3), "alone"),
    ]


def waterfall(kernel):
    """Work-items of one activity word leave together. Each stores its round, which the judge needs."""
    return [
        ACTIVITY,
        *prepared(kernel, (0,)),
        f"    const {kernel.type} x = {kernel.load('i')};",
        f"    {kernel.type} result = x;",
        "    uint round = 0;",
        "    bool there = true;",
        "    while (there && round < group_items) {",
        "        const uint first = sub_group_broadcast_first(activity);",
        "        if (activity == first) {",
        *assign(kernel, "result", 0, "x", " " * 12),
        "            there = false;",
        "        } else {",
        "            ++round;",
        "        }",
        "    }",
        *kernel.put("i", "result"),
        "    meta[6 * i + 2] = round;",
    ]


def samecall(kernel):
    """All is loaded before the first call, and stored after the last one."""
    kind = kernel.type
    return [
        ACTIVITY,
        *prepared(kernel, (0,)),
        f"    const {kind} x = {kernel.load('i')};",
        f"    {kind} taken = x, inner = x, other = x;",
        *assign(kernel, f"const {kind} before", 0, "x"),
        "    if ((activity & 1) != 0) {",
        *assign(kernel, "taken", 0, "x", " " * 8),
        "        if ((activity & 2) != 0) {",
        *assign(kernel, "inner", 0, "x", " " * 12),
        "        }",
        "    } else {",
        *assign(kernel, "other", 0, "x", " " * 8),
        "    }",
        *assign(kernel, f"const {kind} later", 0, "x"),
        *kernel.put("i", "before"),
        "    if ((activity & 1) != 0) {",
        *kernel.put(place_of(1), "taken", " " * 8),
        "        if ((activity & 2) != 0) {",
        *kernel.put(place_of(2), "inner", " " * 12),
        "        }",
        "    } else {",
        *kernel.put(place_of(3), "other", " " * 8),
        "    }",
        *kernel.put(place_of(4), "later"),
    ]


def loaded_out(kernel, at):
    """An element of the output."""
    width = kernel.signature.width
    return f"out[guard_items + {at}]" if width == 1 else f"vload{width}({at}, out + {width} * guard_items)"


def is_same(kernel, a, b):
    """Whether two values are the same; a NaN is the same as any."""
    if kernel.signature.width > 1:
        return f"all({a} == {b})"
    same = f"{a} == {b}"
    real = kernel.signature.type.value_class == "FLOAT"
    return f"{same} || ({a} != {a} && {b} != {b})" if real else same


def afterloop(kernel):
    """
    The result of the last round, which is read again from memory; then a value, and the argument where there
    is one, that a loop over the work-group finds: all work-items still there load the same in a round.
    """
    kind = kernel.type
    number = kernel.call.numbered
    return [
        ACTIVITY,
        "    const uint most = rounds / 2, own_rounds = activity >> 8 < most ? activity >> 8 : most;",
        f"    {kind} kept = {kernel.load(place_of(3))};",
        "    for (uint round = 0; round < own_rounds; ++round) {",
        "        const size_t at = round * slot_items + i;",
        *indented(kernel.call.prepare(at="at"), " " * 8),
        *wrap(f"kept = {kernel.called(kernel.load('at'))};", " " * 8),
        *kernel.put("at", "kept", " " * 8),
        "    }",
        "    bool right = true;",
        "    if (own_rounds != 0) {",
        "        const size_t at = (own_rounds - 1) * slot_items + i;",
        f"        const {kind} stored = {loaded_out(kernel, 'at')};",
        f"        right = {is_same(kernel, 'kept', 'stored')};",
        "    }",
        "    if (right) {",
        *kernel.put(place_of(3), kernel.load(place_of(3)), " " * 8),
        "    }",
        f"    {kind} found;",
        *(["    uint third_argument;"] if number else []),
        "    for (uint round = 0;; ++round) {",
        "        const size_t at = 2 * slot_items + group * group_items + round;",
        f"        found = {kernel.load('at')};",
        *(["        third_argument = aux[at];"] if number else []),
        "        if (round >= item)",
        "            break;",
        "    }",
        *kernel.put(place_of(2), called(kernel, 2, "found")),
    ]


def laneswitch(kernel):
    """The arms of the first switch have one text: one call in their place would join their work-items."""
    kind = kernel.type
    lane = f"sub_group_local_id % {ARMS}"
    arms = [
        line
        for arm in range(ARMS - 1)
        for line in (f"    case {arm}:", *assign(kernel, "first", 0, "x", " " * 8), "        break;")
    ]
    return [
        *prepared(kernel, range(ARMS)),
        f"    const {kind} x = {kernel.load('i')};",
        f"    {kind} first;",
        f"    switch ({lane}) {{",
        *arms,
        "    default:",
        *assign(kernel, "first", 0, "x", " " * 8),
        "    }",
        *kernel.put("i", "first"),
        f"    switch ({lane}) {{",
        "    case 0:",
        "        break;",
        "    case 1:",
        *kernel.put(place_of(1), called(kernel, 1), " " * 8),
        "        /* and the next */",
        "    case 2:",
        *kernel.put(place_of(2), called(kernel, 2), " " * 8),
        "        break;",
        "    default:",
        *kernel.put(place_of(3), called(kernel, 3), " " * 8),
        "    }",
    ]


def returned_functions(kernel):
    names = [declaration.split()[1] for declaration in kernel.call.parameters]
    body = [
        "    if ((activity & 2) != 0)",
        "        return x;",
        f"    return {kernel.call.built_in('x', names)};",
    ]
    return function_of(kernel, "unless", ["__attribute__((noinline))"], ("activity",), body)


def returned(kernel):
    """The function of the first two slots is called in both branches; the next one returns early in some."""
    names = kernel.call.arguments(PREFIXES[3])
    return [
        ACTIVITY,
        *prepared(kernel, range(4)),
        "    if ((activity & 1) != 0) {",
        *kernel.put("i", called(kernel, 0), " " * 8),
        "    } else {",
        *kernel.put(place_of(1), called(kernel, 1), " " * 8),
        "    }",
        *wrap(f"const {kernel.type} third = {call_of(kernel, 'unless', 2, ('activity',))};", "    "),
        "    if ((activity & 2) != 0)",
        "        return;",
        *kernel.put(place_of(2), "third"),
        *kernel.put(place_of(3), kernel.call.built_in(kernel.load(place_of(3)), names)),
    ]


def feeds(kernel):
    """Integers are combined with the result, as in a butterfly; other values are the result."""
    combined = kernel.signature.type.value_class != "FLOAT"
    kind = kernel.type

    def value_after(before, result):
        return f"{before} ^ {result}" if combined else result

    return [
        *prepared(kernel, range(3)),
        f"    const {kind} a = {kernel.load('i')};",
        *assign(kernel, f"const {kind} first", 0, "a"),
        f"    const {kind} b = {value_after('a', 'first')};",
        *assign(kernel, f"const {kind} second", 1, "b"),
        f"    const {kind} c = {value_after('b', 'second')};",
        *assign(kernel, f"const {kind} third", 2, "c"),
        *kernel.put(place_of(2), "third"),
        *kernel.put(place_of(1), "second"),
        *kernel.put("i", "first"),
    ]


BODIES = {
    "active": active,
    "branches": branches,
    "leaving": leaving,
    "lanes": lanes,
    "wayout": wayout,
    "waterfall": waterfall,
    "samecall": samecall,
    "afterloop": afterloop,
    "laneswitch": laneswitch,
    "returned": returned,
    "feeds": feeds,
}
# The functions in front of a variant's kernel, with the function of Call.helper.
FUNCTIONS = {"wayout": wayout_functions, "returned": returned_functions}
