"""The cases of the quick profile.

Two searches choose them (generator/rank.py), with weights that were learned: first of each signature the case
with the most value, of those that can be its only one, and then the cases with the most value of all, given
these. A form that showed many causes in stored reports has a larger value, one that some faults of the
catalogue show in alone has a value for each function, and one that many devices skip or fail is seldom a
signature's only one. The weights are in rank_weights.py, which `make rank ARGS=--learn` writes. They are of
forms, never of cases.
"""

from dataclasses import dataclass

from generator import context, rank, rank_weights
from generator.tables import FEW_ITEMS, SEVERAL_LAUNCHES

# So many cases it has, and no more.
QUICK_CASES = 2200

# What the standard itself has, without a further extension; and what has functions of the project's own.
STANDARD = ("collective_functions", "subgroups")
EMULATED = "uniform_arithmetic"

# The features of types that nearly every device has.
USUAL = (None, "int64")

# Geometries of forms that are about the launch, and slots of calls without data from memory, or without use.
LAUNCHES = (*SEVERAL_LAUNCHES, "OFFSET_64", "GROUPS_65536", "CHOSEN", "FILLED", "SUB_BUFFERS")
WITHOUT_DATA = {"OWN", "LITERAL", "CONSTANT", "COUNTED", "OF_LANE", "UNUSED", "UNIFORM"}

# The features of forms that a device may lack although nothing is wrong with it.
OF_DEVICES = ("sub_devices", "pipes")

# A case with fewer work-items shows too little to be a signature's only one, and some devices do not run one
# with more.
LEAST_ITEMS, MOST_ITEMS = 33, 256

# On some devices sub-groups are parts of a row of work-items in x. A row with fewer of them has one or few
# work-items in each sub-group there, which proves nothing of a function of sub-groups.
LEAST_ROW = 17

# Nearly all devices have sub-groups of so many work-items.
MOST_OF_CLUSTER = 8

# How many ids a broadcast has.
BROADCAST_IDS = {"BROADCAST": 1, "BROADCAST_2D": 2, "BROADCAST_3D": 3}

# The scopes of forms that only functions of extensions have.
OWN_SCOPES = ("NON_UNIFORM", "CLUSTERED")

# What counts, where 1 is a function of sub-groups of the standard in a form that one fault shows in: a
# function of work-groups, one of an extension, and one of these in a form that only they have; a
# form at all, and with any function of the standard; a function of work-groups with other dimensions of more
# than one; a goal that is not learned, by its weight; a function of work-groups with a single work-item, with
# few, with a power of two of them, and with one more class of local sizes.
OF_WORK_GROUP, OF_EXTENSION, OF_OWN_FORM = 1.15, 0.2, 1
FORM, DIMENSIONS, UNLEARNED = 10, 6, 0.2
ONE_ITEM, FEW, POWER, SIZE = 24, 10, 8, 4

# What each case has of a form's weight with a function; the rest is for a usual type and, where the form is
# about the place of work-groups, for several dimensions.
ANY_CASE = 0.3
PLACES = ("OFFSET", "REMAINDER", "GROUPS_2D", "GROUPS_3D")


@dataclass(frozen=True)
class Weights:
    """What was learned of forms. A form that is not there has the weight of one that is like all others."""

    risk: dict  # the value of a case is multiplied by it
    of_functions: dict  # what it is worth to have the form with a function of OpenCL C
    blind: dict  # the share of devices on which its cases do not pass


LEARNED = Weights(rank_weights.RISK, rank_weights.OF_FUNCTIONS, rank_weights.BLIND)


def size_class(shape):
    """Local sizes that are the same to code for blocks: a power of two, one less, one more, or another."""
    items = shape.items
    if shape.decided or items <= FEW_ITEMS:
        return shape.decided or items
    for name, power in (("", items), ("short", items + 1), ("past", items - 1)):
        if power & (power - 1) == 0:
            return (power.bit_length(), name)
    return items.bit_length() > MOST_ITEMS.bit_length() - 1


def goals(candidate, weights):
    """(goal, weight) of a case; functions of OpenCL C alone count, as SPIR-V has most of their code too."""
    signature, language, form = candidate.signature, candidate.language, candidate.form.name
    for goal, weight in rank.goals(candidate):
        yield goal, UNLEARNED * weight
    yield ("each form", form), FORM
    standard = signature.source.feature in STANDARD
    if standard and signature.type.feature in USUAL:
        yield ("usual form", signature.scope, language, form), FORM
    if language != "c":
        return
    worth = weights.of_functions.get(form, 0) * share_of(signature, candidate.form)
    yield ("learned function form", signature.name, form), worth * ANY_CASE
    if shows_all(candidate):
        yield ("shown function form", signature.name, form), worth * (1 - ANY_CASE)
    if signature.scope != "WORK_GROUP" or not has_data(candidate.form):
        return
    size = size_class(candidate.shape)
    if standard or size == 1:
        yield ("function size", signature.name, size), worth_of_size(size)
    if standard:
        sides = tuple(side > 1 for side in candidate.shape.side)
        yield ("function dimensions", signature.name, sides), DIMENSIONS


def worth_of_size(size):
    """What it is worth to have a function with a class of local sizes."""
    if size == 1:
        return ONE_ITEM
    if isinstance(size, int):
        return FEW
    return POWER if isinstance(size, tuple) and not size[1] else SIZE


def has_data(form):
    """Whether a call of it has a value from memory, and its result is used."""
    return bool(set(form.slots) - WITHOUT_DATA)


def shows_all(candidate):
    """Whether nothing but the function and the form decides what a case shows."""
    usual = candidate.signature.type.feature in USUAL
    return usual and (candidate.form.geometry not in PLACES or candidate.shape.rank > 1)


def share_of(signature, form):
    """What the function counts in a form."""
    if signature.source.feature not in STANDARD:
        return OF_OWN_FORM if form.scope in OWN_SCOPES else OF_EXTENSION
    return OF_WORK_GROUP if signature.scope == "WORK_GROUP" else 1


def may_be_alone(candidate):
    """
    Whether it may be the only case of its signature. A device may skip a local size that the kernel's
    sub-groups decide, and a cluster that is larger than its sub-groups, which are rows on some devices. A
    case that is about its launch, whose operand is in the kernel's text or the same for all, or whose result
    is unused shows little of the function, and so does one with few work-items, in short rows if the function
    is one of sub-groups, or with fewer dimensions than a broadcast has ids. A device may refuse a kernel that
    requires a size of its sub-groups. The forms that look at what is around a call take compilers minutes
    with the emulated functions.
    """
    signature, form, shape = candidate.signature, candidate.form, candidate.shape
    if form.geometry in LAUNCHES or form.feature in OF_DEVICES or not has_data(form):
        return False
    if shape.decided or not LEAST_ITEMS <= shape.items <= MOST_ITEMS or form.required_size:
        return False
    row = LEAST_ITEMS if signature.kind == "NON_UNIFORM_BROADCAST" else LEAST_ROW
    if signature.sub_group and shape.side[0] < row:
        return False
    if signature.source.feature == EMULATED and form.variant in context.VARIANTS:
        return False
    if (form.cluster or signature.cluster) > min(shape.side[0], MOST_OF_CLUSTER):
        return False
    ids = BROADCAST_IDS.get(signature.kind, 0) if signature.scope == "WORK_GROUP" else 0
    return all(side > 1 for side in shape.side[:ids])


def choose(candidates, weights=LEARNED):
    """The indices of the cases of quick."""
    search = rank.Search(candidates, lambda candidate: goals(candidate, weights), weights.risk)
    every = range(len(candidates))
    signature = [(candidate.language, candidate.signature.key) for candidate in candidates]
    sure = [1 - weights.blind.get(candidate.form.name, 0) for candidate in candidates]
    alone = [index for index in every if may_be_alone(candidates[index])]
    chosen = search.run(alone, len(alone), sure, signature)
    have = {signature[index] for index in chosen}
    others = [index for index in every if signature[index] not in have]
    chosen += search.run(others, len(others), sure, signature)
    return {*chosen, *search.run(every, QUICK_CASES - len(chosen))}
