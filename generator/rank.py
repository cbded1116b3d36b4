"""The rank of each case: the order in which cases run, the strongest first.

A case shows several things: its form works, its form works with a family of functions, and so on. Each is a
goal with a weight. A greedy search takes the case with the most value for its price, again and again; a goal
that was reached is worth DECAY of its value from then on. So the first cases show a bit of everything, and
later ones more and more combinations. The rank depends on features of a case (form, family, class of type,
class of local size), never on names of cases. The same tables give the same rank on every machine.

Quick is chosen by a second order, with learned weights of forms: each signature in one case, and the first
cases. A form that showed many causes in stored reports has a larger value, and one that some faults of the
catalogue show in alone has a value for each function. The weights are in rank_weights.py, which
`make rank ARGS=--learn` writes.
"""

import heapq
from dataclasses import dataclass

from generator import rank_weights
from generator.families import family
from generator.signatures import Signature
from generator.tables import SEVERAL_LAUNCHES, Form, Shape

# What is left of a goal's value each time that a case reaches it.
DECAY = 0.1

# The price of a case, in tenths of a kernel: a kernel of its own, and a local size of a kernel that was
# chosen before. Compilers differ by 10:1 to 10:27 (docs/measurements.md), so the two cost the same here.
KERNEL, LOCAL_SIZE = 10, 10

# So many cases are chosen one by one; of the others each has the value that is left then.
SEARCHED = 12000

# Among equals the search takes one, then another far from it in the order of candidates. A prime.
STRIDE = 100003

# Quick has each signature once, and as many of the first cases of the learned order as it may have.
QUICK_CASES = 2200

# Geometries of forms that are about the launch, and slots of calls without data from memory or without use.
LAUNCHES = (*SEVERAL_LAUNCHES, "OFFSET_64", "GROUPS_65536", "CHOSEN")
WITHOUT_DATA = {"OWN", "LITERAL", "CONSTANT", "OF_LANE", "UNUSED"}

# How many work-items a local size has, up to each bound: one; less than most sub-groups; one or a few
# sub-groups; several of them.
SIZE_BOUNDS = (1, 8, 64)

SHAPE_CLASSES = (
    "TINY",
    "SMALL",
    "LINE",
    "PLANE",
    "SPACE",
    "BIG",
    "PLANE_X",
    "SPACE_X",
    "SPACE_XY",
    "DECIDED",
)


@dataclass(frozen=True)
class Candidate:
    language: str
    signature: Signature
    form: Form
    shape: Shape

    @property
    def kernel(self):
        variant = (self.form.variant, self.shape.name if self.form.per_shape else None)
        return (self.language, self.signature.key, *variant)


def type_class(signature):
    bits = signature.type.bits
    if signature.type.value_class == "FLOAT":
        return "half" if bits == 16 else "float"
    return f"{signature.type.value_class}{max(bits, 16)}"


def shape_class(shape):
    return next((name for name in SHAPE_CLASSES if name in shape.sets), f"rank {shape.rank}")


def size_class(shape):
    return shape.decided or sum(shape.items > bound for bound in SIZE_BOUNDS)


@dataclass(frozen=True)
class Weights:
    """What was learned of forms. A form that is not there has the weight of one that is like all others."""

    risk: dict  # the value of a case is multiplied by it
    of_functions: dict  # what it is worth to have the form with a function of OpenCL C


LEARNED = Weights(rank_weights.RISK, rank_weights.OF_FUNCTIONS)
PLAIN = Weights({}, {})


def goals(candidate, weights=PLAIN):
    """(goal, weight) of a case, from its single features to combinations of three."""
    signature, learned = candidate.signature, []
    if weights.of_functions:
        learned.append((("signature", candidate.language, signature.key), 4))
        if candidate.language == "c":
            worth = weights.of_functions.get(candidate.form.name, 0)
            learned.append((("learned function form", signature.name, candidate.form.name), worth))
            learned.append((("function size", signature.name, size_class(candidate.shape)), 0.5))
    return (*base_goals(candidate), *learned)


def base_goals(candidate):
    """Those that are not learned, from single features to combinations of three."""
    signature, language = candidate.signature, candidate.language
    form, shape, kind = candidate.form.name, candidate.shape.name, signature.kind
    name, row, type_name = signature.name, signature.row, signature.type.name
    of_type, of_shape, of_family = type_class(signature), shape_class(candidate.shape), family(signature)
    return (
        (("form", form), 2),
        (("family", of_family), 2),
        (("row", row, language), 1),
        (("kind", kind), 1),
        (("type", type_name), 1),
        (("shape", shape), 1),
        (("family form", of_family, form), 4),
        (("family type class", of_family, of_type), 2),
        (("form shape class", form, of_shape), 1),
        (("type class form", of_type, form), 2),
        (("row type class", row, of_type, language), 1),
        (("row form", row, form), 4),
        (("kind form", kind, form, language), 4),
        (("function form", name, form), 1),
        (("family shape", of_family, shape), 0.5),
        (("family form language", of_family, form, language), 2),
        (("family type class form", of_family, of_type, form), 0.5),
        (("family form shape class", of_family, form, of_shape), 0.5),
        (("function type", name, type_name, language), 0.5),
    )


class Search:
    """The greedy search over candidates."""

    def __init__(self, candidates, weights=PLAIN):
        ids, self.value = {}, []
        self.risk = [weights.risk.get(candidate.form.name, 1) for candidate in candidates]
        self.goals, self.kernel, self.of_kernel = [], [], []
        kernels = {}
        for index, candidate in enumerate(candidates):
            places = []
            for goal, weight in goals(candidate, weights):
                place = ids.setdefault(goal, len(self.value))
                if place == len(self.value):
                    self.value.append(weight)
                places.append(place)
            self.goals.append(places)
            kernel = kernels.setdefault(candidate.kernel, len(kernels))
            if kernel == len(self.of_kernel):
                self.of_kernel.append([])
            self.of_kernel[kernel].append(index)
            self.kernel.append(kernel)
        self.built = [False] * len(kernels)
        self.left = [True] * len(candidates)

    def key(self, index):
        """Its place among candidates: the least first."""
        price = LOCAL_SIZE + (0 if self.built[self.kernel[index]] else KERNEL)
        gain = self.risk[index] * sum(map(self.value.__getitem__, self.goals[index]))
        return (-gain / price, index * STRIDE % len(self.goals), index)

    def take(self, index):
        self.left[index] = False
        for goal in self.goals[index]:
            self.value[goal] *= DECAY
        kernel = self.kernel[index]
        if self.built[kernel]:
            return []
        self.built[kernel] = True  # its other local sizes cost less now
        return [self.key(other) for other in self.of_kernel[kernel] if self.left[other]]

    def run(self):
        heap = [self.key(index) for index in range(len(self.goals))]
        heapq.heapify(heap)
        order = []
        while heap and len(order) < SEARCHED:
            *_, index = heapq.heappop(heap)
            if not self.left[index]:
                continue
            now = self.key(
                index
            )  # at most what it was: values only shrink, and a fallen price has its own place
            if heap and now > heap[0]:
                heapq.heappush(heap, now)
                continue
            order.append(index)
            for place in self.take(index):
                heapq.heappush(heap, place)
        rest = sorted(self.key(index) for index, left in enumerate(self.left) if left)
        return order + [index for *_, index in rest]


def order_of(candidates, weights=PLAIN):
    """The indices of the candidates by rank, or in a learned order."""
    return Search(candidates, weights).run() if candidates else []


def may_be_alone(candidate):
    """
    Whether it may be the only case of its signature in quick. A device may skip a local size that the
    kernel's sub-groups decide; a case that is about its launch, or whose call's operand is in the kernel's
    text or result unused, shows little of the function.
    """
    form, decided = candidate.form, candidate.shape.decided
    of_sub_groups = decided and decided != "max"
    return not of_sub_groups and form.geometry not in LAUNCHES and bool(set(form.slots) - WITHOUT_DATA)


def quick_of(candidates, learned):
    """
    The indices of the cases of quick: of each signature the first one in the learned order, if it can be one
    that may be alone, and the first of all in this order, until it has QUICK_CASES.
    """
    first = {}
    for index in sorted(learned, key=lambda index: not may_be_alone(candidates[index])):
        first.setdefault((candidates[index].language, candidates[index].signature.key), index)
    quick = set(first.values())
    for index in learned:
        if len(quick) >= QUICK_CASES:
            break
        quick.add(index)
    return quick
