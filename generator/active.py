"""
The variants in which work-items of a sub-group go different ways: their slots, and what they are for.

generator/kernels_active.py writes them in OpenCL C, generator/spirv_active.py in SPIR-V.
"""

# The slots that each variant's kernel fills, as in tables.VARIANTS.
VARIANTS = {
    "active": ("ACTIVE", "ACTIVE"),
    "branches": ("ACTIVE", "NESTED", "ELSE"),
    "leaving": ("LEAVING", "LEAVING", "LEAVING"),
    "lanes": ("LANE", "LANE"),
    "wayout": ("OUT", "OUT", "OUT", "SINGLE"),
    "waterfall": ("PICKED",),
    "samecall": ("BEFORE", "THEN", "INNER", "OTHER", "AFTER"),
    "afterloop": ("LEAVING", "LEAVING", "SPLIT", "COPY"),
    "laneswitch": ("ARM", "LANE", "FALLEN", "LANE"),
    "returned": ("ACTIVE", "ELSE", "STAYS", "STAYS"),
    "feeds": ("FED", "FED", "FED"),
}

EXPLAIN = {
    "active": "two calls, each by the work-items that the host chose for it",
    "branches": "calls under a condition, under one more, and in the other branch, each by other work-items",
    "leaving": "a call in a loop that the work-items of a sub-group leave at different times",
    "lanes": "a call by the work-items with even sub-group local ids, and one by the others",
    "wayout": "calls on the way out of a loop, by a flag, by break and by return, and one work-item a round",
    "waterfall": "a loop in which those leave, round by round, that have the first one's value",
    "samecall": "one call made again with one operand: before, under and after conditions",
    "afterloop": "what is the same for all in a loop, used after work-items have left it at different times",
    "laneswitch": "calls in the cases of switches over the sub-group local id, one of which falls through",
    "feeds": "calls of which each one's value is made of the result of the one before",
    "returned": "a function that is not inlined, called by a part of the sub-group, and calls after returns",
}

# What is not exact where it is computed again from results: sums and products of floating-point values. Nor
# are truth values, any of which but 0 is true.
ROUNDS = ("add", "mul")

# Those whose call is in a function of its own that is not inlined.
NOT_INLINED = ("returned",)
# Those with a return in the kernel.
RETURNS = ("returned",)
# Those that need cl_khr_subgroup_ballot for a call of their own.
BALLOTS = ("waterfall",)


def allowed(signature, variant):
    """Whether a signature has the variant."""
    rounds = signature.op is not None and signature.op.name in ROUNDS
    free = signature.truth or (rounds and signature.type.value_class == "FLOAT")
    free = free or signature.kind == "INVERSE_BALLOT"  # whose value has to be the same for all
    return not (variant == "feeds" and free)


ARMS = 4  # of the switches of laneswitch: as many as slots
