"""Kernels in OpenCL C: a function for each variant of suite/forms.def."""

import re
from dataclasses import dataclass

from generator import (
    context,
    forms_active,
    kernels_alone,
    kernels_context,
    kernels_memory,
    kernels_seen,
)
from generator.chain import TOKEN_OVER_ROUNDS, link
from generator.signatures import Signature
from generator.tables import family_of, number_behind, required_size_of, text_of
from generator.text import Call, companions, other_call, others, wrap
from generator.writer_c import Writer

MARKER = "//@ kernel "

# Indexes are size_t: where a uint may wrap, neighbours in a work-group are no neighbours in memory to a
# compiler, and what it then makes of loads and stores takes it longer than the call: on Intel's runtime up to
# half of a build.
GROUP = """\
    const size_t group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
                         get_group_id(0);"""
GROUPS = """\
    const size_t groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);"""
ITEM = """\
    const size_t item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
                        get_local_id(0);"""
ITEMS = """\
    const size_t items = get_local_size(0) * get_local_size(1) * get_local_size(2);"""
ELEMENT = "    const size_t i = group * group_items + item;"

# What a kernel writes down of its sub-groups. A query costs a compiler as much as a call (on Intel's runtime
# get_sub_group_id() alone 10 ms of 40): a kernel asks once, and for no more than it and its judge need.
META_IDS = """
    const uint sub_group_id = get_sub_group_id();
    const uint sub_group_local_id = get_sub_group_local_id();

    meta[6 * i] = sub_group_id;
    meta[6 * i + 1] = sub_group_local_id;"""
META_REST = """\
    meta[6 * i + 2] = get_sub_group_size();
    meta[6 * i + 3] = get_max_sub_group_size();
    meta[6 * i + 4] = get_num_sub_groups();
#if __OPENCL_C_VERSION__ >= 200 || defined(WGC_EMULATE_SUB_GROUPS)
    meta[6 * i + 5] = get_enqueued_num_sub_groups();
#else
    meta[6 * i + 5] = get_num_sub_groups();
#endif"""
META_MAX = """\
    meta[6 * i + 3] = get_max_sub_group_size();"""


def writes_max_size(signature, variant):
    """Whether a kernel writes get_max_sub_group_size(): its result depends on it, or it requires the size."""
    uses = signature.uses_max_size and variant not in ("bare", *context.ALONE)
    return uses or variant == "indexed" or (signature.sub_group and required_size_of(variant) != 0)


@dataclass(frozen=True)
class Barrier:
    """
    What a sub-group's barrier gets next to the flag of the memory that is exchanged. scope: of OpenCL C 2.0;
    feature: what it needs from 3.0 on. idle: one with the flags 0 goes before, which orders no memory.
    """

    both: bool = False
    scope: str | None = None
    feature: str | None = None
    idle: bool = False

    def lines(self, flag):
        other = "CLK_GLOBAL_MEM_FENCE" if flag == "CLK_LOCAL_MEM_FENCE" else "CLK_LOCAL_MEM_FENCE"
        flags = f"{flag} | {other}" if self.both else flag
        idle = ["sub_group_barrier(0);"] if self.idle else []
        if self.scope is None:
            return [*idle, f"sub_group_barrier({flags});"]
        has = "__OPENCL_C_VERSION__ >= 200"
        if self.feature:
            has += f" && (__OPENCL_C_VERSION__ < 300 || defined({self.feature}))"
        with_scope = f"sub_group_barrier({flags}, memory_scope_{self.scope});"
        return [*idle, f"#if {has}", with_scope, "#else", f"sub_group_barrier({flags});", "#endif"]


# By the type that is exchanged. memory_scope_all_svm_devices is a scope of 2.0 too, but for the devices with
# atomics in shared virtual memory alone, which no macro of 2.0 shows.
BARRIERS = {
    "int": Barrier(),
    "uint": Barrier(both=True),
    "long": Barrier(scope="sub_group"),
    "ulong": Barrier(scope="work_group"),
    "float": Barrier(idle=True),
    "double": Barrier(scope="device", feature="__opencl_c_atomic_scope_device"),
    "half": Barrier(both=True, scope="sub_group", idle=True),
}


def exchange_local(kind, at, value):
    """Work-items read each other's values, and are done before the next round writes others."""
    barrier = BARRIERS[kind].lines("CLK_LOCAL_MEM_FENCE")
    return [f"own[item] = {value};", *barrier, f"out[guard_items + {at}] = own[argument];", *barrier]


def exchange_global(kind, at, value):
    """The same through the output, each work-item's element of which holds its value at first."""
    barrier = BARRIERS[kind].lines("CLK_GLOBAL_MEM_FENCE")
    return [
        f"out[guard_items + {at}] = {value};",
        *barrier,
        f"const {kind} other = out[guard_items + {at} - item + argument];",
        *barrier,
        f"out[guard_items + {at}] = other;",
    ]


# How many sub-groups wait for each other at most, half of them those with the lowest ids and half with the
# highest. The others do not wait: where sub-groups are threads, the time that they spin in vain grows with
# the square of their number.
WAITING = 16


def wait_for_turn(_, at, value):
    """
    Each waiting sub-group has a turn from the last one to the first, and a turn back, so that no order in
    which sub-groups run one after the other ends. None gives up: how long one may wait depends on what else
    the machine does, so that without progress the case ends by its time limit, whatever that is.
    """
    half = WAITING // 2
    return [
        "if (item == 0)",
        "    turn = 0;",
        "barrier(CLK_LOCAL_MEM_FENCE);",
        "const int id = (int)sub_group_id;",
        f"const int waiting = min((int)get_num_sub_groups(), {WAITING});",
        f"const int place = id < {half} ? id : id - (int)get_num_sub_groups() + waiting;",
        f"if (sub_group_local_id == 0 && (id < {half} || place >= {half})) {{",
        "    while (atomic_or(&turn, 0) != waiting - 1 - place)",
        "        ;",
        "    atomic_inc(&turn);",
        "    while (atomic_or(&turn, 0) != waiting + place)",
        "        ;",
        "    atomic_inc(&turn);",
        "}",
        "sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
        f"out[guard_items + {at}] = {value};",
    ]


EXCHANGES = {
    "BARRIER_LOCAL": exchange_local,
    "BARRIER_GLOBAL": exchange_global,
    "PROGRESS": wait_for_turn,
}
# The local memory that a kernel of these kinds declares.
LOCALS = {
    "BARRIER_LOCAL": "    local {type} own[WGC_MAX_ITEMS];",
    "PROGRESS": "    local int turn;",
}

# The extension that the functions of a feature also need enabled, where the compiler has it.
EXTENSIONS = {
    "uniform_arithmetic": "cl_khr_work_group_uniform_arithmetic",
    "subgroup_extended_types": "cl_khr_subgroup_extended_types",
    "subgroup_non_uniform_arithmetic": "cl_khr_subgroup_non_uniform_arithmetic",
    "subgroup_clustered_reduce": "cl_khr_subgroup_clustered_reduce",
    "subgroup_non_uniform_vote": "cl_khr_subgroup_non_uniform_vote",
    "subgroup_ballot": "cl_khr_subgroup_ballot",
    "subgroup_shuffle": "cl_khr_subgroup_shuffle",
    "subgroup_shuffle_relative": "cl_khr_subgroup_shuffle_relative",
    "subgroup_rotate": "cl_khr_subgroup_rotate",
}

EXPLAIN = {
    "plain": "one call",
    "loop": "a call in each round of a loop, with other data",
    "sequence": "two calls, with other collectives between and after them",
    "function": "a call in a function that is not inlined",
    "branch": "a call under a condition that the compiler does not know and that is the same for all",
    "uniform": "a call with the same value in all work-items, which is loaded",
    "local": "a call while local memory of the kernel's own is in use",
    "reqd": "a call with a local size that the compiler knows",
    "together": "independent calls of several functions, one right after the other",
    "bare": "the call and its store, and no question about sub-groups",
    "some": "a call in every other sub-group",
    "either": "a call in each of two branches, of which a sub-group takes one",
    "trips": "a call in a loop that each sub-group goes round a number of times of its own",
    "cluster": "one call, with clusters of another size",
    "required": "one call, with sub-groups of a size that the kernel requires",
    **{variant: form.text for variant, form in forms_active.FORMS.items()},
    "loaded": "one call, with an id that is loaded",
    **context.EXPLAIN,
}
# Where a sub-group goes: two that follow each other go different ways, and so do the same ones of two
# work-groups (enum wgc_slot in harness/suite/tables.h).
TURN = "(sub_group_id + group)"


# The variants that make the call in a function of their own.
OWN_FUNCTION = ("function", "library", "both", *forms_active.NOT_INLINED)
NOT_INLINED = ("function", "both", *forms_active.NOT_INLINED)


class Kernel:
    """The text of one kernel, while it is put together."""

    def __init__(self, signature: Signature, signatures, variant, shape, emulated):
        self.signature = signature
        self.signatures = signatures
        self.entry = entry_name(signature, variant, shape)
        variant = text_of(variant)
        self.variant = variant
        self.shape = shape
        self.emulated = emulated
        # where a helper is a function of its own, a query in it is one more thing that a driver can get wrong
        self.bare = variant == "bare" or variant in context.ALONE
        cluster = number_behind(variant, "cluster")
        own_function = family_of(variant) in OWN_FUNCTION
        self.call = Call(signature, emulated, own_function, self.bare, cluster)
        self.type = signature.type_name
        self.by_helper = (signature.init and not self.bare) or own_function

    def load(self, at):
        """The value of element `at` of the input."""
        width = self.signature.width
        return f"in[{at}]" if width == 1 else f"vload{width}({at}, in)"

    def put(self, at, value, indent="    "):
        """Lines that store a value in element `at` of the output."""
        width = self.signature.width
        if width == 1:
            return wrap(f"out[guard_items + {at}] = {value};", indent)
        return wrap(f"vstore{width}({value}, {at}, out + {width} * guard_items);", indent)

    def store(self, at, value, group="group", prefix="", indent="    "):
        """Lines that put the function of value into the output, after fetching its other arguments."""
        lines = [indent + line for line in self.call.prepare(group, prefix, at)]
        if self.signature.kind in EXCHANGES:
            return lines + [indent + line for line in EXCHANGES[self.signature.kind](self.type, at, value)]
        return lines + self.put(at, self.called(value, prefix), indent)

    def store_active(self, at, group="group", indent="        "):
        """The same in a block of its own, of the value of that element."""
        return self.store(at, self.load(at), group, indent=indent)

    def called(self, value, prefix=""):
        return self.call.expression(self.entry, value, prefix, self.by_helper)

    def text(self):
        family = family_of(self.variant)
        functions, body = self.body(family)
        lines = [MARKER + self.entry, *self.extensions()]
        lines += [f"/* {self.title()}:", f"   {EXPLAIN[family]}. */"]
        if self.variant == "library":  # one text for both programs: build_way.h
            lines += ["#ifdef WGC_LIBRARY", *self.call.helper(self.entry, False), "#else"]
            lines += [*self.call.declaration(self.entry), ""]
        elif self.by_helper:
            lines += self.call.helper(self.entry, family in NOT_INLINED)
        lines += [*functions, *self.head(), "{"]
        lines += ["    WGC_SCRATCH(WGC_MAX_ITEMS);"] if self.emulated else []
        counts = any(re.search(r"\bitems\b", line) for line in body)
        if self.variant not in context.ALONE:
            lines += [GROUP, ITEM, ITEMS, ELEMENT] if counts else [GROUP, ITEM, ELEMENT]
        lines += [f"    local {self.type} own[WGC_MAX_ITEMS];"] if self.variant in context.LOCAL else []
        more = kernels_memory.LOCALS.get(self.variant)
        lines += [more.format(type=self.type)] if more else []
        lines += [LOCALS[self.signature.kind].format(type=self.type)] if self.signature.kind in LOCALS else []
        lines += [kernels_context.chosen_size(self.signature)] if self.variant == "chosen" else []
        # Ahead of the calls: PoCL 6's compiler crashes where ids are read after a barrier under a condition.
        lines += [META_IDS] if self.signature.sub_group and not self.bare else []
        lines += [GROUPS] if any(re.search(r"\bgroups\b", line) for line in body) else []
        lines += self.more_meta()
        end = ["#endif"] if self.variant == "library" else []
        return "\n".join([*lines, "", *body, "}", *end, ""])

    def body(self, family):
        """The functions that the kernel calls, and its statements after the ids."""
        if family not in forms_active.FORMS:
            return [], BODIES[family](self)
        writer = Writer(self)
        forms_active.FORMS[family].write(writer)
        return writer.functions, writer.lines

    def more_meta(self):
        """With META_IDS what the judge asks for (enum wgc_partition_rules in harness/trial/sub_groups.h)."""
        if self.signature.kind == "MAPPING":
            return [META_REST]
        return [META_MAX] if writes_max_size(self.signature, self.variant) else []

    def title(self):
        name = self.signature.name
        if self.signature.init:
            return f"SYCL's {name.removeprefix('sycl_')} over a sub-group of {self.type}"
        return f"{name} of {self.type}"

    def extensions(self):
        lines = []
        if self.signature.type.name == "half":
            lines.append("#pragma OPENCL EXTENSION cl_khr_fp16 : enable")
        names = ["cl_khr_fp64"] if self.signature.type.name == "double" else []
        sub_groups = self.signature.sub_group or self.variant == "levels" or required_size_of(self.variant)
        names += ["cl_khr_subgroups", "cl_intel_subgroups"] if sub_groups else []
        names += ["cl_khr_subgroup_ballot"] if self.variant in forms_active.BALLOTS else []
        names += ["cl_intel_required_subgroup_size"] if required_size_of(self.variant) else []
        if not self.emulated:
            names += [EXTENSIONS[feature] for feature in self.signature.features if feature in EXTENSIONS]
        for name in dict.fromkeys(names):
            lines += [f"#ifdef {name}", f"#pragma OPENCL EXTENSION {name} : enable", "#endif"]
        return lines

    def head(self):
        lines = []
        if self.shape:
            lines.append(f"__attribute__((reqd_work_group_size({', '.join(map(str, self.shape.side))})))")
        size = required_size_of(self.variant)
        if size:
            lines.append(f"__attribute__((intel_reqd_sub_group_size({size})))")
        kind, aux = self.signature.type.name, self.call.aux_type
        more = f", local {kind} *given" if self.variant in ("given", "filled") else ""
        more += ", uint given_items" if self.variant == "filled" else ""
        if self.variant == "pipes":
            more = ",\n    read_only pipe uint from, write_only pipe uint into, uint reading"
        return [
            *lines,
            f"kernel void {self.entry}(",
            f"    global const {kind} *in, global {kind} *out, global const {aux} *aux, global uint *meta,",
            f"    uint group_items, uint slot_items, uint guard_items, uint rounds{more})",
        ]


def plain(kernel):
    return kernel.store("i", kernel.load("i"))


def loop(kernel):
    return [
        "    for (uint round = 0; round < rounds; ++round) {",
        "        const size_t at = round * slot_items + i;",
        *kernel.store("at", kernel.load("at"), "round * groups + group", indent="        "),
        "    }",
    ]


def sequence(kernel):
    """The others hand a token on, each what it got from the one before, so that none can be left out."""
    chain = others(kernel.signature, kernel.signatures)
    middle = (len(chain) + 1) // 2
    first = "sub_group_local_id" if kernel.signature.sub_group else "item"
    return [
        *kernel.store("i", kernel.load("i")),
        "",
        f"    const {kernel.type} token = ({kernel.type})(rounds + {TOKEN_OVER_ROUNDS});",
        f"    {kernel.type} other = token;",
        "    int right = 1;",
        *hand_on(kernel, chain[:middle], first),
        "",
        *kernel.store("slot_items + i", kernel.load("slot_items + i"), "groups + group", "second_"),
        "",
        *hand_on(kernel, chain[middle:], first),
        "    if (right != 0)",
        *kernel.put("2 * slot_items + i", kernel.load("2 * slot_items + i"), indent=" " * 8),
    ]


def hand_on(kernel, chain, first):
    """generator/chain.py in OpenCL C."""
    lines = []
    for other in chain:
        step = link(other)
        own = "other - token" if step.lacks else "other"
        idle = "token" if step.idle is None else f"({kernel.type}){step.idle}"
        name = f"{other.name.split('_group_')[1]}_result"
        passed = f"{first} == 0 ? {own} : {idle}"
        lines += wrap(f"const {kernel.type} {name} = {other_call(other, passed)};", "    ")
        got = {"VALUE": "{0}", "TRUE": "{0} != 0 ? token : 0", "FALSE": "{0} != 0 ? 0 : token"}[step.after]
        got = got.format(name)
        lines.append(
            f"    other = {first} == 0 ? other : {got};" if step.keeps_first else f"    other = {got};"
        )
        lines.append("    right &= other == token;")
    return lines


def branch(kernel):
    return [
        f"    {kernel.type} x = {kernel.load('i')};",
        *[f"    {line}" for line in kernel.call.prepare()],
        "    if (rounds != 0)",
        f"        x = {kernel.called('x')};",
        *kernel.put("i", "x"),
    ]


def some(kernel):
    return [
        f"    {kernel.type} x = {kernel.load('i')};",
        *[f"    {line}" for line in kernel.call.prepare()],
        f"    if ({TURN} % 2 != 0)",
        f"        x = {kernel.called('x')};",
        *kernel.put("i", "x"),
    ]


def either(kernel):
    return [
        f"    if ({TURN} % 2 == 0) {{",
        *kernel.store_active("i"),
        "    } else {",
        *kernel.store_active("slot_items + i", "groups + group"),
        "    }",
    ]


def trips(kernel):
    return [
        f"    const size_t last = {TURN} % rounds;",
        "    for (uint round = 0; round <= last; ++round) {",
        "        const size_t at = round * slot_items + i;",
        *kernel.store("at", kernel.load("at"), "round * groups + group", indent="        "),
        "    }",
    ]


def uniform(kernel):
    return [
        f"    const {kernel.type} same = {kernel.load('group')};",
        *kernel.store("i", "same"),
    ]


def together(kernel):
    """All values are there before the first call, and nothing is stored before the last one."""
    between = companions(kernel.signature, kernel.signatures)
    slots = ["i", *["slot_items + i", "2 * slot_items + i"][: len(between)], "3 * slot_items + i"]
    names = ["first", *["second", "third"][: len(between)], "last"]
    calls = [kernel.called("first")]
    calls += [other_call(other, name) for other, name in zip(between, names[1:], strict=False)]
    calls += [kernel.called("last", "last_")]
    return [
        *[
            f"    const {kernel.type} {name} = {kernel.load(at)};"
            for name, at in zip(names, slots, strict=True)
        ],
        *[f"    {line}" for line in kernel.call.prepare()],
        *[f"    {line}" for line in kernel.call.prepare("3 * groups + group", "last_", slots[-1])],
        "",
        *[
            line
            for name, call in zip(names, calls, strict=True)
            for line in wrap(f"const {kernel.type} {name}_result = {call};", "    ")
        ],
        "",
        *[line for name, at in zip(names, slots, strict=True) for line in kernel.put(at, f"{name}_result")],
    ]


def local(kernel):
    return [
        f"    own[item] = {kernel.load('slot_items + i')};",
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        *kernel.store("i", kernel.load("i")),
        "    barrier(CLK_LOCAL_MEM_FENCE);",
        "    /* each work-item copies what its neighbour stored before the call */",
        "    const size_t next = (item + 1) % items;",
        *kernel.put("slot_items + group * group_items + next", "own[next]"),
    ]


def required(kernel):
    """
    A function of work-groups next to a query, which makes a compiler use the size that is required. The id of
    a sub-group is below the number of work-items.
    """
    if kernel.signature.sub_group:
        return plain(kernel)
    return [
        *[f"    {line}" for line in kernel.call.prepare()],
        *wrap(f"const {kernel.type} result = {kernel.called(kernel.load('i'))};", "    "),
        "    if (get_sub_group_id() < group_items)",
        *kernel.put("i", "result", "        "),
    ]


BODIES = {
    "plain": plain,
    "loop": loop,
    "sequence": sequence,
    "function": plain,
    "branch": branch,
    "uniform": uniform,
    "local": local,
    "reqd": plain,
    "together": together,
    "bare": plain,
    "some": some,
    "either": either,
    "trips": trips,
    "cluster": plain,
    "required": required,
    "loaded": plain,
    **kernels_context.BODIES,
    **kernels_alone.BODIES,
    **kernels_memory.BODIES,
    **kernels_seen.BODIES,
    "both": plain,
}


def entry_prefix(signature):
    """What the names of a signature's kernels begin with, in front of _VARIANT."""
    function = signature.name.replace("sub_group_non_uniform", "non_uniform")
    return f"wgc_{function}_{signature.type_name}"


def entry_name(signature, variant, shape=None):
    """Unique among all kernels."""
    name = f"{entry_prefix(signature)}_{variant}"
    return f"{name}_{shape.name}" if shape else name


def file_name(signature):
    return f"{signature.key}.cl"


def kernel_file(signature, signatures, variants, emulated):
    """The text of a signature's file, with a section for each (variant, shape) of variants."""
    head = (
        f"// The kernels of {signature.name} of {signature.type_name}, one from each marker to the next.\n"
        "// WGC_MAX_ITEMS, a macro of the build, is the largest work-group's number of work-items.\n"
    )
    if emulated:
        head += "// They follow emulated/prelude.cl.\n"
    sections = [Kernel(signature, signatures, variant, shape, emulated).text() for variant, shape in variants]
    return head + "\n" + "\n".join(sections)
