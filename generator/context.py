"""
The variants that look at what is around a call: their slots, what they are for, and what they need.

generator/kernels_context.py writes them in OpenCL C, generator/spirv_context.py in SPIR-V; those of ALONE are
in generator/kernels_alone.py and generator/spirv_alone.py, those that need much or little memory in
generator/kernels_memory.py and generator/spirv_memory.py, those with what a compiler sees in
generator/kernels_seen.py and generator/spirv_seen.py.
"""

# The slots that each variant's kernel fills, as in tables.VARIANTS.
VARIANTS = {
    "nested": ("CALL", "CALL", "CALL"),
    "arms": ("CALL", "CALL"),
    "dependent": ("CALL", "CALL", "CALL"),
    "divergent": ("SPLIT",),
    "return": ("GROUPS",),
    "leave": ("SOME",),
    "guard": ("CALL", "GROUPS"),
    "exits": ("CALL", "CALL", "CALL"),
    "switch": ("CALL", "CALL"),
    "private": ("CALL", "COPY"),
    "array": ("CALL", "COPY"),
    "vector": ("CALL", "COPY"),
    "inplace": ("CALL", "COPY"),
    "reuse": ("CALL", "COPY"),
    "atomic": ("CALL", "COPY"),
    "ids": ("CALL", "COPY"),
    "past": ("CALL", "COPY"),
    "operands": ("CALL", "CALL", "UNIFORM"),
    "root": ("CALL", "COPY"),
    "partly": ("CALL", "CALL"),
    "many": ("CALL",) * 16,
    "mixed": ("CALL", "CALL", "COPY"),
    "levels": ("CALL", "CALL"),
    "ways": ("CALL", "CALL", "COPY"),
    "bounds": ("CALL", "CALL", "COPY"),
    "breaks": ("CALL", "COPY"),
    "jump": ("CALL", "COPY"),
    "until": ("CALL", "COPY"),
    "global": ("CALL", "COPY"),
    "far": ("CALL", "COPY"),
    "chosen": ("CALL",),
    "alone": ("OWN",),
    "literal": ("LITERAL",),
    "unused": ("UNUSED",),
    "pressure": ("CALL", "COPY"),
    "scalar": ("CALL", "COPY"),
    "steps": ("CALL", "COPY"),
    "snug": ("CALL", "COPY", "COPY"),
    "tree": ("CALL", "CALL", "COPY"),
    "stride": ("CALL", "COPY"),
    "carried": ("CALL", "CALL", "CALL", "COPY"),
    "given": ("CALL", "COPY", "COPY"),
    "filled": ("CALL", "COPY", "COPY"),
    "pipes": ("CALL", "CALL", "COPY"),
    "copies": ("CALL", "COPY"),
    "both": ("CALL",),
    "unreachable": ("CALL",),
    "phi": ("CALL",),
    "literals": ("CONSTANT",) * 4,
    "computed": ("OF_LANE",) * 4,
    "indexed": ("INDEXED",) * 6,
}
# Those whose text is that of plain, in a program that is built in another way (suite/ways.def).
BUILDS = {
    "unoptimized": "one call, built with -cl-opt-disable",
    "debug": "one call, built with -g",
    "relaxed": "one call on integers, built with -cl-fast-relaxed-math",
    "evenly": "one call, built with -cl-uniform-work-group-size",
    "older": "one call, built as OpenCL C 2.0",
    "binary": "one call, in a program that is made from its own binary",
    "context": "one call, in a second context",
    "subdevice": "one call, on a sub-device",
}
VARIANTS |= {variant: ("CALL",) for variant in (*BUILDS, "library")}
# Those of BUILDS that other texts than plain's are built in, too (tables.text_of).
OPTIONS = ("unoptimized", "debug", "older")

EXPLAIN = {
    "nested": "a call in two loops and two conditions, all the same for all work-items",
    "arms": "calls in both arms of a condition that is the same for all work-items of a work-group",
    "dependent": "a loop whose next data depends on the result of the round before, and whose end does",
    "divergent": "a call between loops and conditions in which each work-item goes its own way",
    "return": "a call after returns: one that no work-item takes, one that whole work-groups take",
    "leave": "a call after a return that whole sub-groups take",
    "guard": "loops that work-items leave in different ways, and calls below a condition that differs",
    "exits": "a call in a loop with several exits and several ways to its next round",
    "switch": "calls in the cases of a switch over the work-group's number",
    "private": "a call across which eight private values are kept, of which one is stored",
    "array": "a call across which a private array and a pointer into it are kept",
    "vector": "a call on an element of a vector that is kept across it",
    "inplace": "a call whose data is rotated in the output's own memory before and after it",
    "reuse": "a call with local memory that is read before it and written after it",
    "atomic": "a call between atomic operations on local memory",
    "ids": "a call after which the ids are queried again, in one of two branches only",
    "past": "a call between queries of dimensions past the third",
    "operands": "calls of conditional expressions, and of a value whose uniformity is not visible",
    "root": "a broadcast from a computed id, and one from the last work-item",
    "partly": "calls whose results some work-items use, and a call whose result none uses",
    "many": "sixteen independent calls in a row, whose results are stored in reverse order",
    "mixed": "calls of a sub-group's function between those of its work-group's and the kernel's barriers",
    "levels": "a reduction of the work-group by hand, from its sub-groups', and then a call",
    "ways": "a call under a condition in a loop, after code in which work-items go different ways",
    "bounds": "a call after a check of bounds in a condition that differs, between queries of global ids",
    "breaks": "a call in a loop that all leave before the second one, by two breaks",
    "jump": "a call in a loop that all leave in the last round by a goto out of a loop in it",
    "until": "a call between loops that end by what each work-item reads from its own local memory",
    "global": "a call with an element whose place is made of global ids alone, queried before and after it",
    "far": "a call between queries of global ids above 2^32, which are compared with the other ids",
    "unreachable": "a call after a check of bounds with OpUnreachable, which no work-item reaches",
    "phi": "a call whose value is an OpPhi of two branches in which work-items differ",
    "chosen": "one call, in work-groups of a local size that the implementation chooses",
    "alone": "a call of a number made of the local id, over which nothing is kept",
    "literal": "a call of a literal, over which nothing is kept",
    "unused": "a call whose result nobody uses, over which nothing is kept",
    "pressure": "a call under a condition across which a private array of 2 KB is kept",
    "scalar": "a call next to a single variable of local memory and queries without an argument",
    "steps": "a call after barriers of sub-groups, of which each sub-group makes another number",
    "snug": "a call over which local memory is kept, with a local size that the compiler knows to be small",
    "tree": "a call in a loop after a barrier and a condition that fewer work-items meet in each round",
    "stride": "a call between loops from work-group to work-group by a 64-bit distance",
    "carried": "a loop whose data is found by what the round before left in a private array",
    "given": "a call between uses of local memory that is an argument, and of the kernel's own",
    "filled": "a call between uses of local memory that is an argument and nearly fills the device's",
    "pipes": "calls while the work-group holds entries of a pipe, for writing and then for reading",
    "copies": "a call between asynchronous copies: one is done before it, one spans it, one begins after it",
    "both": "a call in a function that is not inlined, with a local size and sub-groups that are required",
    "literals": "calls of several literals",
    "computed": "calls of functions of the sub-group local id",
    "indexed": "calls whose argument is a function of the sub-group local id, or a literal",
    "library": "a call in a function of another program, which is linked with the kernel's",
    **BUILDS,
}

# Variants with local memory of the kernel's own, an element for each work-item.
LOCAL = ("local", "reuse", "root", "levels", "snug", "given", "copies")

# Variants whose kernels compute nothing before the call, write no meta, and have one dimension.
ALONE = ("alone", "literal", "unused")

# Variants whose calls are of literals, of which a compiler may compute the result.
LITERALS = ("literal", "literals")

# The global offset of offset64, in x, y and z (harness/trial/launch.h).
OFFSET_64 = (0x300000005, 0x50000000B, 0x70000000D)

WORDS = 512  # of the private array that the variant pressure keeps
KEPT = 8  # private values that the variants private and array keep
LANES = 4  # elements of the vector


# Those of control flow: their kernels have values of any width, so that ballots have them too.
SPIRV_ALONE = ("unreachable", "phi")
CONTROL_FLOW = (
    *("nested", "arms", "dependent", "divergent", "return", "leave", "guard", "exits", "switch", "ways"),
    *SPIRV_ALONE,
)


def is_plain(variant):
    """Whether the variant's call is that of plain."""
    return variant in (*BUILDS, "library", "chosen", "both")


def calls_alone(signature):
    """No argument comes from a buffer."""
    return signature.argument in ("NONE", "IDS")


def is_levelled(signature):
    standard = signature.source.feature == "collective_functions"
    return standard and signature.kind == "REDUCE" and signature.op is not None


def is_computed(signature):
    """Sums of ids are exact, but for those in half; their products overflow."""
    if signature.argument != "NONE" or (signature.width > 1 and signature.kind != "BALLOT"):
        return False
    real = signature.op is not None and signature.type.value_class == "FLOAT"
    return not (real and (signature.op.name == "mul" or signature.type.name == "half"))


# Which signatures have a variant, where not all do.
RULES = {
    "alone": calls_alone,
    "literal": calls_alone,
    "unused": lambda signature: calls_alone(signature) and signature.cluster == 0,
    "literals": lambda signature: signature.argument not in ("UNIFORM", "EACH"),
    "computed": is_computed,
    "indexed": lambda signature: signature.sub_group and signature.argument in ("UNIFORM", "EACH"),
    "root": lambda signature: signature.argument == "IDS",
    # one of its values is the same for all: a place in the sub-group shows nothing
    "operands": lambda signature: (
        not signature.uses_local_ids and signature.argument not in ("UNIFORM", "EACH")
    ),
    "levels": is_levelled,
    "relaxed": lambda signature: signature.type.value_class != "FLOAT",
}


def allowed(signature, variant):
    """Whether a signature has the variant."""
    if variant == "computed" and signature.kind == "BALLOT":
        return True
    if signature.width > 1 and variant in VARIANTS and not is_plain(variant):
        return variant in CONTROL_FLOW  # the kernels of the others read and write single values
    return variant not in RULES or RULES[variant](signature)
