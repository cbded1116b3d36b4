"""Kernels in OpenCL C that look at what is around a call: the variants of generator/context.py."""

from generator import kernels_loops
from generator.context import KEPT, LANES, OFFSET_64, VARIANTS, is_plain
from generator.text import combine, wrap

TURN = "(sub_group_id + group)"
UNIFORM_RESULTS = ("ALL", "ANY", "BROADCAST", "BROADCAST_2D", "BROADCAST_3D", "REDUCE", "REDUCE_INIT")
START = "    const size_t start = group * group_items;"
NEXT = "    const size_t next = (item + 1) % items;"


def indented(lines, by="    "):
    return [by + line if line else line for line in lines]


def plain(kernel):
    return kernel.store("i", kernel.load("i"))


def nested(kernel):
    return [
        "    for (uint outer = 0; outer < rounds; outer += 2) {",
        "        if (group_items == 0)",
        "            continue;",
        "        for (uint inner = 0; inner < 2; ++inner) {",
        "            const size_t at = (outer + inner) * slot_items + i;",
        "            if (outer + inner < rounds) {",
        *kernel.store("at", kernel.load("at"), "(outer + inner) * groups + group", indent=" " * 16),
        "            }",
        "        }",
        "    }",
    ]


def arms(kernel):
    kind = kernel.type
    return [
        f"    const {kind} a = {kernel.load('i')};",
        f"    const {kind} b = {kernel.load('slot_items + i')};",
        f"    {kind} x, y;",
        *indented(kernel.call.prepare()),
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        "    if (group % 2 == 0) {",
        f"        x = {kernel.called('a')};",
        f"        y = {kernel.called('b', 'second_')};",
        "    } else {",
        f"        y = {kernel.called('b', 'second_')};",
        f"        x = {kernel.called('a')};",
        "    }",
        *kernel.put("i", "x"),
        *kernel.put("slot_items + i", "y"),
    ]


def dependent(kernel):
    """No round is left out, which only guard_items and group_items show, at run time."""
    uniform = kernel.signature.kind in UNIFORM_RESULTS
    part = "result" if kernel.signature.width == 1 else "result.s0"
    return [
        "    size_t at = i;",
        "    uint round = 0;",
        "    while (round < rounds) {",
        *indented(kernel.call.prepare("round * groups + group", at="at"), " " * 8),
        *wrap(f"const {kernel.type} result = {kernel.called(kernel.load('at'))};", " " * 8),
        *kernel.put("at", "result", "        "),
        *(["        if (result == 0 && guard_items == 0)", "            break;"] if uniform else []),
        f"        at += {part} != 0 && item >= group_items ? 0 : slot_items;",
        "        ++round;",
        "    }",
    ]


def divergent(kernel):
    """Both walks end at the work-item's own element, which no compiler sees."""
    return [
        START,
        "    size_t at = start, to = start;",
        "    for (uint bit = 1; bit <= item; bit <<= 1) {",
        "        if ((item & bit) != 0)",
        "            at += bit;",
        "    }",
        *indented(kernel.call.prepare()),
        *wrap(f"const {kernel.type} result = {kernel.called(kernel.load('at'))};", "    "),
        "    for (uint left = (uint)item; left != 0;) {",
        "        const uint low = left & (~left + 1);",
        "        to += low;",
        "        left -= low;",
        "    }",
        "    if (item % 3 == 0)",
        *kernel.put("to", "result", "        "),
        "    else if (item % 3 == 1)",
        *kernel.put("at", "result", "        "),
        "    else",
        *kernel.put("i", "result", "        "),
    ]


def leaving(kernel, turn):
    return [
        f"    const {kernel.type} x = {kernel.load('i')};",
        "    if (item >= group_items)",
        "        return;",
        f"    if ({turn} % 2 == 0) {{",
        *kernel.put("i", "x", "        "),
        "        return;",
        "    }",
        *kernel.store("i", "x"),
    ]


def return_(kernel):
    return leaving(kernel, "group")


def leave(kernel):
    return leaving(kernel, TURN)


def guard(kernel):
    """The first condition holds for all work-items; below the second one only whole work-groups call."""
    kind = kernel.type
    return [
        *kernels_loops.loops(),
        f"    {kind} x = {kernel.load('i')};",
        f"    {kind} y = {kernel.load('slot_items + i')};",
        *indented(kernel.call.prepare()),
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        "    size_t far = 0;",
        "    if (item % 3 == 1)",
        "        far = item;",
        "    if (far < group_items) {",
        "        if (rounds != 0)",
        f"            x = {kernel.called('x')};",
        "        if (group % 2 != 0)",
        f"            y = {kernel.called('y', 'second_')};",
        "    }",
        "    if (wrong == 0) {",
        *kernel.put("i", "x", "        "),
        *kernel.put("slot_items + i", "y", "        "),
        "    }",
    ]


def exits(kernel):
    """Only the first exit is taken."""
    return [
        "    for (uint round = 0;; ++round) {",
        "        if (round == rounds)",
        "            break;",
        "        if (group_items == 0)",
        "            return;",
        "        const size_t at = round * slot_items + i;",
        *indented(kernel.call.prepare("round * groups + group", at="at"), " " * 8),
        "        if (at >= rounds * slot_items)",
        "            break;",
        *wrap(f"const {kernel.type} result = {kernel.called(kernel.load('at'))};", " " * 8),
        "        if (item >= group_items)",
        "            break;",
        *kernel.put("at", "result", "        "),
        "        if (group % 2 == 0)",
        "            continue;",
        "        if (guard_items == 0)",
        "            break;",
        "    }",
    ]


def switch(kernel):
    """Work-groups enter at different cases; one falls through to the next."""
    kind = kernel.type
    return [
        f"    {kind} x = {kernel.load('i')};",
        f"    {kind} y = {kernel.load('slot_items + i')};",
        *indented(kernel.call.prepare()),
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        "    switch ((group + rounds) % 4) {",
        "    case 0:",
        f"        x = {kernel.called('x')};",
        f"        y = {kernel.called('y', 'second_')};",
        "        break;",
        "    case 1:",
        f"        y = {kernel.called('y', 'second_')};",
        "        /* and the next */",
        "    case 2:",
        f"        x = {kernel.called('x')};",
        "        if ((group + rounds) % 4 == 1)",
        "            break;",
        f"        y = {kernel.called('y', 'second_')};",
        "        break;",
        "    default:",
        f"        y = {kernel.called('y', 'second_')};",
        f"        x = {kernel.called('x')};",
        "    }",
        *kernel.put("i", "x"),
        *kernel.put("slot_items + i", "y"),
    ]


def place_of(number):
    """The element of the second slot that is so far past the work-item's own one."""
    return f"slot_items + start + (item + {number}) % items"


def private(kernel):
    """
    All work-items of a work-group store the same one of the values. late is set in a condition, by a division
    that cannot be moved out of it; there are two rounds, which no compiler knows. part is set by another
    division in each arm of a condition that differs, and a third one after the call has the same divisor.
    """
    kind = kernel.type
    return [
        START,
        *[f"    const {kind} kept_{k} = in[{place_of(k)}];" for k in range(1, KEPT)],
        f"    {kind} kept_0;",
        "    const uint column = (uint)get_local_id(0);",
        "    uint late;",
        "    if (rounds != 0) {",
        "        late = (column * rounds + 50) / rounds;",
        f"        kept_0 = in[{place_of(0)}];",
        "    }",
        "    const int divisor = (int)rounds, number = (int)column;",
        "    int part;",
        "    if (number % 2 == 1)",
        "        part = (number * divisor + 50) / divisor;",
        "    else",
        "        part = (number + 40) % divisor;",
        *kernel.store("i", "in[i]"),
        "    const int more = (number * divisor + 100) / divisor - 50;",
        f"    const uint which = (uint)(group % {KEPT});",
        f"    {kind} kept = kept_0;",
        *[f"    kept = which == {k} ? kept_{k} : kept;" for k in range(1, KEPT)],
        "    if (late == column + 25 && part == (number % 2 == 1 ? number + 25 : 0) && more == number)",
        f"        out[guard_items + {place_of('which')}] = kept;",
    ]


def array(kernel):
    """
    The array is written without a loop, and is larger than a multiple of its alignment. After the call only
    the pointer is used, and another element than before: entry k of the table is (5 * k + 3) % 8. The union
    is read as another type than it was written, and has a value that can be computed again.
    """
    kind = kernel.type
    pairs = [f"in[{place_of(k)}], in[{place_of(k + 1)}]" for k in range(0, KEPT, 2)]
    return [
        START,
        f"    constant uint order[{KEPT}] = {{3, 0, 5, 2, 7, 4, 1, 6}};",
        f"    const uint which = order[group % {KEPT}];",
        f"    const uint k = (uint)((group + rounds) % {KEPT});",
        f"    {kind} kept[{KEPT + 1}] __attribute__((aligned(64)));",
        f"    vstore{KEPT}(({kind}{KEPT})(",
        *[f"        {pair}," for pair in pairs[:-1]],
        f"        {pairs[-1]}), 0, kept);",
        f"    kept[{KEPT}] = in[{place_of(KEPT)}];",
        f"    {kind} *const place = kept + rounds % 2;",
        f"    place[which] = in[{place_of('rounds % 2 + which')}];",
        "    const uint column = (uint)get_local_id(0);",
        "    union { uint whole; ushort2 halves; } pair;",
        "    pair.whole = column * 65535 + rounds;",
        *kernel.store("i", "in[i]"),
        "    const uint whole = column * 65535 + rounds;",
        "    if ((uint)pair.halves.x + pair.halves.y == whole / 65536 + whole % 65536)",
        f"        out[guard_items + {place_of(f'rounds % 2 + (5 * k + 3) % {KEPT}')}] = place[order[k]];",
    ]


def vector(kernel):
    """The vector is rotated so often that one element is again the first one, which is stored."""
    kind = kernel.type
    return [
        START,
        f"    const uint which = (uint)(group % {LANES});",
        f"    {kind}{LANES} kept = ({kind}{LANES})(in[i], in[{place_of(1)}],",
        f"        in[{place_of(2)}], in[{place_of(3)}]);",
        *indented(kernel.call.prepare()),
        *wrap(f"kept.s0 = {kernel.called('kept.s0')};", "    "),
        "    out[guard_items + i] = kept.s0;",
        "    kept.s0 = in[slot_items + i];",
        "    for (uint k = 0; k < which; ++k)",
        "        kept = kept.s1230;",
        f"    out[guard_items + {place_of('which')}] = kept.s0;",
    ]


def inplace(kernel):
    """in[i] is read, and a result or the value is written, where the neighbour's value was."""
    kind = kernel.type
    return [
        START,
        NEXT,
        "    const size_t previous = (item + items - 1) % items;",
        f"    global {kind} *const data = out + guard_items + start, *const more = data + slot_items;",
        "    data[item] = in[start + next];",
        "    more[item] = in[slot_items + start + next];",
        "    barrier(CLK_GLOBAL_MEM_FENCE);",
        f"    const {kind} x = data[previous], y = more[previous];",
        *indented(kernel.call.prepare()),
        *wrap(f"const {kind} result = {kernel.called('x')};", "    "),
        "    barrier(CLK_GLOBAL_MEM_FENCE);",
        "    data[item] = result;",
        "    more[item] = y;",
    ]


def call_with_local(kernel, keeps):
    """Local memory is written before the call and after it; keeps: and not read before the call."""
    kept = [f"    const {kernel.type} kept = own[next];"]
    call = [
        *indented(kernel.call.prepare()),
        *wrap(f"const {kernel.type} result = {kernel.called('in[i]')};", "    "),
    ]
    return [
        "    own[item] = in[slot_items + i];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *(call + kept if keeps else kept + call),
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    own[item] = result;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    out[guard_items + start + next] = own[next];",
        "    out[guard_items + slot_items + start + next] = kept;",
    ]


def reuse(kernel):
    """In each round of a loop a work-item exchanges its own mark; the last exchange decides on the place."""
    return [
        START,
        NEXT,
        *call_with_local(kernel, False)[:-1],
        "    uint made = 0, last;",
        "    marks[item] = 0;",
        "    do {",
        "        last = atomic_cmpxchg(marks + item, made, made + 1);",
        "        ++made;",
        "    } while (made < rounds);",
        "    const size_t place = last + 1 == rounds ? next : item;",
        "    out[guard_items + slot_items + start + place] = kept;",
    ]


def atomic(kernel):
    """
    Each work-item draws another number, by which it knows the element that it stores. A third of them
    exchange their own mark, which was 0, for it; what they get is added to the place of the operand.
    """
    return [
        START,
        "    if (item == 0)",
        "        count = 0;",
        "    marks[item] = 0;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    const uint drawn = atomic_inc(&count);",
        "    uint before = 0;",
        "    if (drawn % 3 == 1)",
        "        before = atomic_cmpxchg(marks + item, 0, drawn);",
        *kernel.store("i", "in[i + before]"),
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    atomic_add(&count, drawn + 1);",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    const uint mark = drawn % 3 == 1 ? drawn : 0;",
        "    if (marks[item] == mark && count == (uint)(items + items * (items + 1) / 2))",
        "        out[guard_items + slot_items + start + drawn] = in[slot_items + start + drawn];",
    ]


def past(kernel):
    """A dimension that is not there has one work-item, whose ids are 0."""
    return [
        "    const uint past = rounds + 1;",
        "    const size_t zeros = get_global_id(past) + get_local_id(past) + get_group_id(past) +",
        "                         get_global_offset(past);",
        "    const size_t ones = get_global_size(past) * get_local_size(past) * get_num_groups(past);",
        *kernel.store("i", "in[i]"),
        "    if (zeros == 0 && ones == 1)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def ids(kernel):
    """The odd work-groups ask for the linear ids, where OpenCL C has them."""
    return [
        START,
        *indented(kernel.call.prepare()),
        *wrap(f"const {kernel.type} result = {kernel.called('in[i]')};", "    "),
        "    size_t at = item, wrong = 0;",
        "    if (group % 2 == 0) {",
        "        const size_t x = get_global_id(0) - get_global_offset(0) -",
        "                         get_group_id(0) * get_local_size(0);",
        "        const size_t y = get_global_id(1) - get_global_offset(1) -",
        "                         get_group_id(1) * get_local_size(1);",
        "        const size_t z = get_global_id(2) - get_global_offset(2) -",
        "                         get_group_id(2) * get_local_size(2);",
        "        at = (z * get_local_size(1) + y) * get_local_size(0) + x;",
        "    }",
        "#if __OPENCL_C_VERSION__ >= 200",
        "    else {",
        "        const size_t x = get_global_id(0) - get_global_offset(0);",
        "        const size_t y = get_global_id(1) - get_global_offset(1);",
        "        const size_t z = get_global_id(2) - get_global_offset(2);",
        "        const size_t linear = (z * get_global_size(1) + y) * get_global_size(0) + x;",
        "        wrong = get_global_linear_id() ^ linear;",
        "        at = get_local_linear_id();",
        "    }",
        "#endif",
        "    out[guard_items + start + at] = result;",
        "    if (wrong == 0)",
        "        out[guard_items + slot_items + i] = in[slot_items + start + at];",
    ]


def of_own_type(kernel, expression):
    """A conditional expression of types narrower than int is an int, and would call int's function."""
    promoted = kernel.signature.type.value_class != "FLOAT" and kernel.signature.type.bits < 32
    return f"({kernel.type})({expression})" if promoted else expression


def operands(kernel):
    kind = kernel.type
    truth = kernel.signature.truth
    first = "(float)in[i] != 0.0f" if truth else "rounds != 0 ? in[i] : in[0]"
    second = "item % 2 == 0 ? in[slot_items + i] : in[slot_items + start + nearest]"
    if truth:
        second = f"({second}) != 0 || item >= group_items"
    return [
        START,
        "    const size_t nearest = item - item / group_items;",
        *kernel.store("i", of_own_type(kernel, first)),
        *kernel.store("slot_items + i", of_own_type(kernel, second), "groups + group", "second_"),
        f"    const {kind} same = in[2 * slot_items + group + item / group_items];",
        *kernel.store("2 * slot_items + i", "same", "2 * groups + group", "third_"),
    ]


def root(kernel):
    """The id is computed with numbers that are equal, and the last work-item checks what it sent."""
    kind, signature = kernel.type, kernel.signature
    second = "in[slot_items + i]"
    if signature.sub_group:
        last = ["    const uint last = sub_group_reduce_max(sub_group_local_id);"]
        call = kernel.call.built_in(second, ["last"])
        sent = [
            "    if (sub_group_local_id == last)",
            f"        own[sub_group_id] = {second};",
            "    barrier(CLK_LOCAL_MEM_FENCE);",
            f"    const {kind} sent = own[sub_group_id];",
        ]
    else:
        last = []
        ids = [f"get_local_size({d}) - 1" for d in range(kernel.call.dimensions)]
        call = kernel.call.built_in(second, ids)
        sent = [
            "    if (item + 1 == items)",
            f"        own[0] = {second};",
            "    barrier(CLK_LOCAL_MEM_FENCE);",
            f"    const {kind} sent = own[0];",
        ]
    extra = [
        f"({argument} + slot_items) - rounds * slot_items / rounds" for argument in kernel.call.arguments()
    ]
    return [
        *indented(kernel.call.prepare()),
        *wrap(f"out[guard_items + i] = {kernel.call.built_in('in[i]', extra)};", "    "),
        *last,
        *wrap(f"const {kind} got = {call};", "    "),
        *sent,
        "    if (got == sent || (got != got && sent != sent))",
        f"        out[guard_items + slot_items + i] = {second};",
    ]


def partly(kernel):
    """The second slot's call is there twice, with one half of the work-items' results used of each."""
    kind = kernel.type
    return [
        f"    const {kind} a = in[i], b = in[slot_items + i];",
        *indented(kernel.call.prepare()),
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        *wrap(f"const {kind} unused = {kernel.called('b')};", "    "),
        *wrap(f"const {kind} late = {kernel.called('a')};", "    "),
        *wrap(f"const {kind} even = {kernel.called('b', 'second_')};", "    "),
        *wrap(f"const {kind} odd = {kernel.called('b', 'second_')};", "    "),
        "    (void)unused;",
        "    if (item % 2 == 0)",
        "        out[guard_items + slot_items + i] = even;",
        "    else",
        "        out[guard_items + slot_items + i] = odd;",
        "    out[guard_items + i] = late;",
    ]


def many(kernel):
    count = 16
    names = [f"{chr(ord('a') + k)}_" for k in range(count)]
    at = ["i", *[f"{k} * slot_items + i" if k > 1 else "slot_items + i" for k in range(1, count)]]
    lines = [f"    const {kernel.type} {name}x = in[{place}];" for name, place in zip(names, at, strict=True)]
    for k, (name, place) in enumerate(zip(names, at, strict=True)):
        group = "group" if k == 0 else "groups + group" if k == 1 else f"{k} * groups + group"
        lines += indented(kernel.call.prepare(group, name, place))
    for name in names:
        lines += wrap(f"const {kernel.type} {name}result = {kernel.called(f'{name}x', name)};", "    ")
    both = zip(reversed(names), reversed(at), strict=True)
    return [*lines, *[f"    out[guard_items + {place}] = {name}result;" for name, place in both]]


def mixed(kernel):
    kind = kernel.type
    return [
        "    const uint rank = work_group_scan_exclusive_add(1u);",
        *indented(kernel.call.prepare()),
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        *wrap(f"const {kind} first = {kernel.called('in[i]')};", "    "),
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    const uint total = work_group_reduce_add(1u);",
        *wrap(f"const {kind} second = {kernel.called('in[slot_items + i]', 'second_')};", "    "),
        "    const int any = work_group_any(rank + 1 == items);",
        "    out[guard_items + i] = first;",
        "    out[guard_items + slot_items + i] = second;",
        "    if (rank == item && total == items && any != 0)",
        "        out[guard_items + 2 * slot_items + i] = in[2 * slot_items + i];",
    ]


def levels(kernel):
    kind, op = kernel.type, kernel.signature.op
    both = combine(op, kernel.signature.type, "whole", "own[s]")
    return [
        f"    const {kind} part = sub_group_reduce_{op.name}(in[i]);",
        "    if (get_sub_group_local_id() == 0)",
        "        own[get_sub_group_id()] = part;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        f"    {kind} whole = own[0];",
        "    for (uint s = 1; s < get_num_sub_groups(); ++s)",
        f"        whole = {both};",
        "    out[guard_items + i] = whole;",
        *kernel.store("slot_items + i", kernel.load("slot_items + i"), "groups + group", "second_"),
    ]


def ways(kernel):
    """
    past is not 0 where a work-item's way through a round was left out, taken twice, or computed again from
    another's.
    """
    kind = kernel.type
    return [
        START,
        "    uint sum = 0;",
        "    size_t last;",
        "    for (uint round = 0; round < rounds; ++round) {",
        "        const size_t at = round * slot_items + i;",
        f"        {kind} x = {kernel.load('at')};",
        "        if ((item + round) % 2 == 0) {",
        *kernel.put("at", "x", "            "),
        "            sum += 5;",
        "            last = get_local_id(0);",
        "        } else {",
        "            sum += 3;",
        "            last = 5;",
        "        }",
        *indented(kernel.call.prepare("round * groups + group", at="at"), " " * 8),
        "        if (round + 1 < rounds)",
        *wrap(f"x = {kernel.called('x')};", " " * 12),
        *kernel.put("at", "x", "        "),
        "    }",
        "    const size_t past = sum + last - (item % 2 == 0 ? 13 + get_local_id(0) : 16);",
        *kernel.put("2 * slot_items + start + (item + past) % items", kernel.load("2 * slot_items + i")),
    ]


def bounds(kernel):
    """
    No work-item returns. Those with an odd id copy the element of the one before, and another one if they
    take the way of the even ones, which copy that of the next one. The array is larger than its alignment.
    """
    column = "const size_t column = get_global_id(0) - get_group_id(0) * get_local_size(0);"
    return [
        START,
        *kernel.store("i", "in[i]"),
        f"    {kernel.type} kept = {kernel.load('2 * slot_items + start + item - item % 2')};",
        "    uint row[9] __attribute__((aligned(64)));",
        "    *(uint8 *)row = (uint8)((uint)item) + (uint8)(0, 1, 2, 3, 4, 5, 6, 7);",
        "    row[8] = (uint)item + 8;",
        "    row[rounds % 9] = (uint)item + rounds % 9;",
        "    size_t seen = slot_items;",
        "    if (item % 2 == 0) {",
        "        seen = get_global_id(0);",
        "        if (seen >= slot_items)",
        "            return;",
        f"        {column}",
        "        const size_t next = item - get_local_id(0) + column + 1;",
        f"        kept = {kernel.load('2 * slot_items + start + (next < group_items ? next : item)')};",
        "    }",
        *indented(kernel.call.prepare("groups + group", "second_", "slot_items + i")),
        *wrap(
            f"const {kernel.type} second = {kernel.called(kernel.load('slot_items + i'), 'second_')};", "    "
        ),
        f"    {column}",
        "    const size_t at = item - get_local_id(0) + column;",
        "    const size_t other = at % 2 == 1 ? at - 1 : at + 1 < group_items ? at + 1 : at;",
        *kernel.put("slot_items + start + at", "second"),
        "    const uint8 last = *(const uint8 *)row;",
        "    const bool same = last.s0 + last.s7 + row[rounds % 9] == 3 * (uint)item + 7 + rounds % 9;",
        "    if (same && seen == (item % 2 == 0 ? get_global_id(0) : slot_items))",
        *kernel.put("2 * slot_items + start + other", "kept", "        "),
    ]


def call_of_round(kernel):
    """Lines of a round of a loop that store the function of next, by a variable of their own."""
    return [
        *indented(kernel.call.prepare(), " " * 8),
        *wrap(f"const {kernel.type} result = {kernel.called('next')};", " " * 8),
        *kernel.put("i", "result", "        "),
    ]


def breaks(kernel):
    """
    All work-items leave in the second round, those with an even id by the first break, so that each makes the
    call once. They store their way out to local memory. With `< rounds + 1` instead of `<= rounds` the
    kernel does not show the bug that PoCL's commit aaeb79666 fixed.
    """
    return [
        "    for (uint round = 0; round <= rounds; ++round) {",
        "        if (round == 1 && item % 2 == 0) {",
        "            ways[item] = 1;",
        "            break;",
        "        }",
        f"        const {kernel.type} next = {kernel.load('i')};",
        "        if (round == 1 && item % 2 == 1) {",
        "            ways[item] = 2;",
        "            break;",
        "        }",
        *call_of_round(kernel),
        "    }",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    if (ways[item] == item % 2 + 1)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def jump(kernel):
    """
    All work-items leave both loops in the last round of the outer one, after the first round of the inner
    one; until then each counts to a multiple of 7. A goto leaves loops and enters none, which is C's.
    """
    return [
        "    volatile local uint *const mine = marks + item;",
        "    *mine = 0;",
        "    for (uint round = 0; round < rounds; ++round) {",
        f"        const {kernel.type} next = {kernel.load('i')};",
        *call_of_round(kernel),
        "        barrier(CLK_LOCAL_MEM_FENCE);",
        "        do {",
        "            *mine += 1;",
        "            if (round + 1 == rounds)",
        "                goto left;",
        "        } while (*mine % 7 != 0);",
        "        barrier(CLK_LOCAL_MEM_FENCE);",
        "    }",
        "left:",
        "    if (*mine == 7 * rounds - 6)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def until(kernel):
    """
    Before the call each work-item adds 5 to its own element until 4 divides it: 4 - item % 4 times. After it,
    each exchanges its own element for the next number, one to three times.
    """
    return [
        "    volatile local uint *const mine = marks + item;",
        "    *mine = (uint)item;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    do {",
        "        *mine += 5;",
        "    } while (*mine % 4 != 0);",
        "    const uint reached = *mine;",
        *kernel.store("i", "in[i]"),
        "    *mine = (uint)(item % 3 + 1);",
        "    tries[item] = 0;",
        "    uint made = 0, last;",
        "    do {",
        "        last = atomic_cmpxchg(tries + item, made, made + 1);",
        "        ++made;",
        "    } while (made < *mine);",
        "    if (reached == item + 5 * (4 - item % 4) && last == item % 3)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def global_(kernel):
    """The element of the second slot is the work-item's own, by another way."""
    return [
        "    const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);",
        "    const size_t width = get_local_size(0), height = get_local_size(1), depth = get_local_size(2);",
        *kernel.store("i", "in[i]"),
        "    const size_t part = (z % depth * height + y % height) * width + x % width;",
        "    const size_t row = get_global_id(2) / depth * get_num_groups(1) + get_global_id(1) / height;",
        "    const size_t column = get_global_id(0) / width;",
        "    const size_t at = slot_items + (row * get_num_groups(0) + column) * group_items + part;",
        "    out[guard_items + at] = in[at];",
    ]


def far(kernel):
    """The copy is written where the ids before and after the call are those that the others give."""

    def bits(hint):
        lines = []
        for dimension, offset in enumerate(OFFSET_64):
            own = f"get_group_id({dimension}) * get_local_size({dimension}) + get_local_id({dimension})"
            lines.append(f"    {hint} |= get_global_id({dimension}) ^ ({own} + (size_t){offset:#x}UL);")
        return lines

    return [
        "    size_t wrong = 0;",
        *bits("wrong"),
        *kernel.store("i", "in[i]"),
        *bits("wrong"),
        *(
            f"    wrong |= get_global_offset({dimension}) ^ (size_t){offset:#x}UL;"
            for dimension, offset in enumerate(OFFSET_64)
        ),
        "    if (wrong == 0)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


# The first work-item of all writes the local size, for which the host then makes the data. The launch
# before that has a group_items of 0, and nothing else is written; so it is in work-groups of another
# size, and in those for which the buffers have no room.
CHOSEN = """\
#if __OPENCL_C_VERSION__ >= 200
    const size_t width = get_enqueued_local_size(0), height = get_enqueued_local_size(1),
                 depth = get_enqueued_local_size(2);
#else
    const size_t width = get_local_size(0), height = get_local_size(1), depth = get_local_size(2);
#endif
    if (get_global_id(0) == 0 && get_global_id(1) == 0 && get_global_id(2) == 0) {{
        meta[{record}] = (uint)width;
        meta[{record} + 1] = (uint)height;
        meta[{record} + 2] = (uint)depth;
    }}
    if (width * height * depth != group_items || (group + 1) * group_items > slot_items)
        return;"""


def chosen_size(signature):
    """The lines in front of a call of the variant chosen."""
    return CHOSEN.format(record="6 * slot_items" if signature.sub_group else "0")


BODIES = {
    "nested": nested,
    "arms": arms,
    "dependent": dependent,
    "divergent": divergent,
    "return": return_,
    "leave": leave,
    "guard": guard,
    "exits": exits,
    "switch": switch,
    "private": private,
    "array": array,
    "vector": vector,
    "inplace": inplace,
    "reuse": reuse,
    "atomic": atomic,
    "ids": ids,
    "past": past,
    "operands": operands,
    "root": root,
    "partly": partly,
    "many": many,
    "mixed": mixed,
    "levels": levels,
    "ways": ways,
    "bounds": bounds,
    "breaks": breaks,
    "jump": jump,
    "until": until,
    "global": global_,
    "far": far,
    **{variant: plain for variant in VARIANTS if is_plain(variant)},
}
