"""Kernels in OpenCL C that keep more memory over a call than generator/kernels_context.py, or less."""

from generator import kernels_loops
from generator.context import WORDS
from generator.kernels_context import NEXT, START, TURN, call_with_local, indented
from generator.text import wrap


def pressure(kernel):
    """Each word is at a place that no compiler knows: there are two rounds, which it does not know either."""
    place = f"(k * 7 + rounds) % {WORDS}"
    return [
        f"    uint kept[{WORDS}];",
        f"    for (uint k = 0; k < {WORDS}; ++k)",
        f"        kept[{place}] = (uint)item + k;",
        f"    {kernel.type} x = in[i];",
        *indented(kernel.call.prepare()),
        "    if (rounds != 0)",
        *wrap(f"x = {kernel.called('x')};", " " * 8),
        "    uint wrong = 0;",
        f"    for (uint k = 0; k < {WORDS}; ++k)",
        f"        wrong |= kept[{place}] ^ ((uint)item + k);",
        "    out[guard_items + i] = x;",
        "    if (wrong == 0)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def scalar(kernel):
    """word is 0 in every other work-group, and more than any size of a sub-group in the others."""
    lines = ["    const uint dimensions = get_work_dim();"]
    right = ["word == mark", "dimensions == get_work_dim()", "dimensions > 0"]
    if kernel.signature.sub_group:
        lines += [
            "    const uint most = get_max_sub_group_size();",
            "#if __OPENCL_C_VERSION__ >= 200 || defined(WGC_EMULATE_SUB_GROUPS)",
            "    const uint enqueued = get_enqueued_num_sub_groups();",
            "#else",
            "    const uint enqueued = get_num_sub_groups();",
            "#endif",
        ]
        right += ["sub_group_local_id < most", "enqueued > 0", "most == get_max_sub_group_size()"]
    return [
        "    const uint mark = group % 2 == 0 ? 0 : 0x10000u + (uint)group;",
        "    if (item == 0)",
        "        word = mark;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *lines,
        *kernel.store("i", "in[i]"),
        f"    if ({' && '.join(right[:3])}" + ("" if len(right) > 3 else ")"),
        *([f"        && {' && '.join(right[3:])})"] if len(right) > 3 else []),
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def steps(kernel):
    """The first work-item of a sub-group writes a number that all of them read, one more time each step."""
    return [
        f"    const uint last = (uint)({TURN} % 4);",
        "    uint sum = 0;",
        "    for (uint step = 0; step < last; ++step) {",
        "        if (sub_group_local_id == 0)",
        "            made[sub_group_id] = step + 1 + (uint)sub_group_id;",
        "        sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
        "        sum += made[sub_group_id] - (uint)sub_group_id;",
        "        sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
        "    }",
        *kernel.store("i", "in[i]"),
        "    if (sum == last * (last + 1) / 2)",
        "        out[guard_items + slot_items + i] = in[slot_items + i];",
    ]


def snug(kernel):
    """Local memory is read before the call, is kept over it, and is written after it."""
    return [
        START,
        NEXT,
        "    own[item] = in[2 * slot_items + i];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        f"    const {kernel.type} before = own[next];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *call_with_local(kernel, True),
        "    out[guard_items + 2 * slot_items + start + next] = before;",
    ]


def tree(kernel):
    """
    The call's slot is that of the round modulo 2: each of the two has its call more than once. The second
    loop follows the barrier at once, so its variable is in local memory: a private one would be set between.
    """
    return [
        "    volatile local uint *const own = counts + item;",
        "    uint top = 2;",
        "    while (top < items)",
        "        top *= 2;",
        "    sums[item] = (uint)item + rounds;",
        "    *own = (uint)item % 7;",
        "    uint round = 0, grown = 0;",
        "    for (uint step = top; step > 0; step >>= 1) {",
        "        const size_t at = round * slot_items + i;",
        "        barrier(CLK_LOCAL_MEM_FENCE);",
        "        if (item < step && item + step < items)",
        "            sums[item] += sums[item + step];",
        *kernel.store("at", "in[at]", "round * groups + group", indent="        "),
        "        round ^= 1;",
        "        grown += 2;",
        "        barrier(CLK_LOCAL_MEM_FENCE);",
        "        do {",
        "            *own += 2;",
        "        } while (*own < 9);",
        "    }",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    const uint grows = (item % 7 % 2 == 0 ? 8 : 7) + grown;",
        "    if (*own == grows && sums[0] == (uint)(items * (items - 1) / 2 + items * rounds))",
        "        out[guard_items + 2 * slot_items + i] = in[2 * slot_items + i];",
    ]


def walk(kernel, slot, name):
    """Lines that go from work-group to work-group by a distance in bytes, up to the own one."""
    kind = kernel.type
    first = "in" if slot == 0 else "in + slot_items"
    return [
        f"    global const char *{name}_place = (global const char *)({first}) + item * sizeof({kind});",
        f"    {kind} {name} = 0;",
        "    for (ulong at = item; at < end; at += items) {",
        f"        {name} = *(global const {kind} *){name}_place;",
        f"        {name}_place += bytes;",
        "    }",
    ]


def stride(kernel):
    """
    In odd work-groups the second half of the work-items have their operand from a loop whose counter is a
    byte, which goes from 255 to 0 between two of them. The last round has the work-item's own element.
    Another loop adds up what it finds by a byte of this kind in all rounds, and by squares what is right.
    """
    kind = kernel.type
    return [
        f"    const ulong bytes = (ulong)items * sizeof({kernel.type}), end = (ulong)(group + 1) * items;",
        *walk(kernel, 0, "x"),
        "    const size_t middle = items / 2 | 1, most = min(items, (size_t)256);",
        f"    global const {kind} *const upper = in + group * group_items + middle;",
        f"    {kind} own = in[i];",
        "    uchar at = (uchar)(item - middle - rounds);",
        "    for (uint round = 0; round < rounds; ++round) {",
        "        at += 1;",
        "        if (item >= middle && item < most && at + middle < most)",
        "            own = upper[at];",
        "    }",
        "    if (group % 2 != 0)",
        "        x = own;",
        *kernel.store("i", "x"),
        *walk(kernel, 1, "y"),
        "    for (uint word = (uint)item; word < 256; word += (uint)items)",
        "        words[word] = word * word;",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    uint sum = 0, right = 0;",
        "    uchar from = (uchar)(item + 250);",
        "    for (uint round = 0; round < 2 * rounds; ++round) {",
        "        if (from < items) {",
        "            sum = sum * 3 + words[from];",
        "            right = right * 3 + (uint)from * from;",
        "        }",
        "        from += 1;",
        "    }",
        "    if (sum == right)",
        "        out[guard_items + slot_items + i] = y;",
    ]


def carried(kernel):
    """Where a round finds its data depends on what the round before it left in the array."""
    return [
        START,
        "    uint kept[4] = {0, 0, 0, 0};",
        "    for (uint round = 0; round + 1 < rounds; ++round) {",
        "        uint at_item = (uint)item;",
        "        if (round != 0)",
        "            at_item = (kept[(item + round - 1) % 4] - round) / 8;",
        "        const size_t at = round * slot_items + start + at_item;",
        *kernel.store("at", "in[at]", "round * groups + group", indent="        "),
        "        kept[(item + round) % 4] = (uint)item * 8 + round + 1;",
        "    }",
        "    const uint sum = kept[0] + kept[1] + kept[2] + kept[3];",
        "    if (sum == (uint)item * 24 + 6 && kept[(item + 3) % 4] == 0)",
        "        out[guard_items + 3 * slot_items + i] = in[3 * slot_items + i];",
    ]


def given(kernel):
    """given and own keep the witnesses of two slots, each read by the work-item before."""
    return [
        START,
        NEXT,
        "    given[item] = in[slot_items + i];",
        "    own[item] = in[2 * slot_items + i];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *kernel.store("i", "in[i]"),
        "    out[guard_items + slot_items + start + next] = given[next];",
        "    out[guard_items + 2 * slot_items + start + next] = own[next];",
    ]


def filled(kernel):
    """The first and the last elements of given keep the witnesses of two slots."""
    return [
        START,
        NEXT,
        f"    local {kernel.type} *last = given + (given_items - items);",
        "    given[item] = in[slot_items + i];",
        "    last[item] = in[2 * slot_items + i];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *kernel.store("i", "in[i]"),
        "    out[guard_items + slot_items + start + next] = given[next];",
        "    out[guard_items + 2 * slot_items + start + next] = last[next];",
    ]


def pipes(kernel):
    """
    A packet is the number of an element. The second launch reads what the first one wrote, perhaps in another
    work-group: sets of packets have any order, and those of a set the order of their work-items. The kernel
    copies the element of the packet that it got. Both launches note which reservations were refused. A third
    one does nothing but note how many packets the pipe still has.
    """
    return [
        "    if (reading == 2) {",
        "        if (group == 0 && item == 0)",
        "            meta[2 * groups] = get_pipe_num_packets(from);",
        "        return;",
        "    }",
        "    const uint packet = (uint)i;",
        "    uint got = 0;",
        "    int code = -1;",
        "    const reserve_id_t written = work_group_reserve_write_pipe(into, group_items);",
        "    if (is_valid_reserve_id(written))",
        "        write_pipe(into, written, (uint)item, &packet);",
        *kernel.store("i", kernel.load("i")),
        "    if (is_valid_reserve_id(written))",
        "        work_group_commit_write_pipe(into, written);",
        "    if (reading == 0) {",
        "        if (item == 0)",
        "            meta[groups + group] = is_valid_reserve_id(written) ? 0 : 1;",
        "        return;",
        "    }",
        "    const reserve_id_t taken = work_group_reserve_read_pipe(from, group_items);",
        "    if (item == 0)",
        "        meta[group] = is_valid_reserve_id(taken) ? 0 : 1;",
        "    if (is_valid_reserve_id(taken))",
        "        code = read_pipe(from, taken, (uint)item, &got);",
        *kernel.store("slot_items + i", kernel.load("slot_items + i"), "groups + group", "second_"),
        "    if (is_valid_reserve_id(taken))",
        "        work_group_commit_read_pipe(from, taken);",
        "    if (code == 0 && got < slot_items && got % group_items == item)",
        "        out[guard_items + 2 * slot_items + got] = in[2 * slot_items + got];",
    ]


def copies(kernel):
    """The arguments of a copy are the same for all work-items, and all of them wait."""
    return [
        START,
        "    event_t event = async_work_group_copy(own, in + start, items, 0);",
        "    wait_group_events(1, &event);",
        f"    const {kernel.type} x = own[item];",
        "    event = async_work_group_copy(kept, in + slot_items + start, items, 0);",
        *kernel.store("i", "x"),
        "    wait_group_events(1, &event);",
        "    own[item] = kept[item];",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    event = async_work_group_copy(out + guard_items + slot_items + start, own, items, 0);",
        "    wait_group_events(1, &event);",
    ]


# The local memory that a variant's kernel declares.
LOCALS = {
    "guard": kernels_loops.COUNTS,
    "breaks": "    local uint ways[WGC_MAX_ITEMS];",
    "jump": "    local uint marks[WGC_MAX_ITEMS];",
    "until": "    local uint marks[WGC_MAX_ITEMS], tries[WGC_MAX_ITEMS];",
    "reuse": "    local uint marks[WGC_MAX_ITEMS];",
    "atomic": "    local uint count, marks[WGC_MAX_ITEMS];",
    "scalar": "    local uint word;",
    "steps": "    local uint made[WGC_MAX_ITEMS];",
    "stride": "    local uint words[256];",
    "tree": "    local uint sums[WGC_MAX_ITEMS], counts[WGC_MAX_ITEMS];",
    "copies": "    local {type} kept[WGC_MAX_ITEMS];",
}

BODIES = {
    "pressure": pressure,
    "scalar": scalar,
    "steps": steps,
    "snug": snug,
    "tree": tree,
    "stride": stride,
    "carried": carried,
    "given": given,
    "filled": filled,
    "pipes": pipes,
    "copies": copies,
}
