"""
Kernels in OpenCL C with operands and arguments that a compiler sees: several literals, and functions of the
sub-group local id. harness/trial/seen.c has the same numbers.
"""

from generator.kernels_alone import takes_truth, true_of_others
from generator.text import literals

# Values, by slot: what is true of some work-items of a pair, of a quad, or of a few.
TRUTHS = (
    "sub_group_local_id % 2u",
    "(uint)(sub_group_local_id < 3u)",
    "sub_group_local_id & 4u",
    "sub_group_local_id ^ 1u",
)
NUMBERS = ("sub_group_local_id ^ 1u", "sub_group_local_id & ~3u", "sub_group_local_id % 2u", "mixed")
# Instead of the last truth, or the third number: a vote is true of it and false of the others, or not.
TRUE_OF_ALL, TRUE_OF_NONE = "sub_group_local_id | 1u", "sub_group_local_id >> 16"
# Arguments of each work-item's own, by slot, and those that are the same for all.
INDICES = (
    "sub_group_local_id ^ 1u",
    "sub_group_local_id & ~3u",
    "most - 1u - sub_group_local_id",
    "(sub_group_local_id + 1u) % most",
    "mixed",
    "2u",
)
LITERALS = (0, 1, 2, 3, 5, 7)
MIXED = [
    "    uint mixed;",
    "    switch (sub_group_local_id) {",
    "    case 0:",
    "        mixed = 2;",
    "        break;",
    "    case 1:",
    "        mixed = 3;",
    "        break;",
    "    case 2:",
    "        mixed = 1;",
    "        break;",
    "    default:",
    "        mixed = 0;",
    "    }",
]


def slots_of(count):
    """The elements, and the numbers of the work-groups, of the slots."""
    at = ["i", "slot_items + i", *[f"{k} * slot_items + i" for k in range(2, count)]]
    groups = ["group", "groups + group", *[f"{k} * groups + group" for k in range(2, count)]]
    return list(zip(at, groups, strict=True))


def literals_(kernel):
    lines = []
    for (at, group), value in zip(slots_of(4), literals(kernel.signature), strict=True):
        lines += ["    {", *kernel.store(at, value, group, indent="        "), "    }"]
    return lines


def values_of(signature):
    if signature.truth and takes_truth(signature):
        return (*TRUTHS[:-1], TRUE_OF_ALL if true_of_others(signature) else TRUE_OF_NONE)
    if signature.truth or signature.kind == "BALLOT":
        return TRUTHS
    return (*NUMBERS[:2], TRUE_OF_NONE, NUMBERS[3]) if signature.kind == "ALL_EQUAL" else NUMBERS


def computed(kernel):
    values = values_of(kernel.signature)
    lines = list(MIXED) if "mixed" in values else []
    for (at, _), text in zip(slots_of(4), values, strict=True):
        lines += kernel.put(at, kernel.called(f"({kernel.type})({text})"))
    return lines


def indexed(kernel):
    same = kernel.signature.argument == "UNIFORM"
    lines = [] if same else ["    const uint most = get_max_sub_group_size();", *MIXED]
    texts = [f"{value}u" for value in LITERALS] if same else INDICES
    for (at, _), text in zip(slots_of(6), texts, strict=True):
        call = kernel.call.built_in(kernel.load(at), [f"({text})"])
        lines += kernel.put(at, call)
    return lines


BODIES = {"literals": literals_, "computed": computed, "indexed": indexed}
