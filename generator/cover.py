"""The pairwise cover: a few of the cases of a pass of grids.def, in which all pairs of their parts occur.

A fault of a compiler or of a library mostly needs two things at once: a function and a local size, a type
and a form, a form and a local size. So it is enough that each pair occurs somewhere. The goals below name the
pairs; of all candidates a greedy search takes the one that reaches the most new goals for its cost,
until no candidate reaches a new one. The same tables give the same cover on every machine.
"""

import heapq
from dataclasses import dataclass
from functools import cached_property

from generator import context
from generator.kernels_alone import ODD_ONE, takes_truth
from generator.signatures import EXTENDED_TYPES, LONELY, Signature
from generator.tables import SEVERAL_LAUNCHES, WITH_OTHERS, Form, Shape, text_of

# What a case costs, in tenths of a kernel's build: a kernel of its own, a local size that its kernel has not
# run on yet (PoCL compiles it again), and each further launch.
KERNEL, LOCAL_SIZE, LAUNCH = 10, 5, 1

# What it is worth to have a signature (in one more dimension), and one more pair: as each signature has to
# run, the search begins with those cases, and chooses among them by the pairs.
SIGNATURE, PAIR = 10, 1

# Among equals the search takes one, then another far from it in the order of candidates, not the first
# function each time. A prime.
STRIDE = 100003

# Types that a device with the function mostly has: a pair with half or double would be none where those are
# not there.
USUAL = (None, "int64", EXTENDED_TYPES)

# What the standard itself has, without a further extension.
STANDARD = ("collective_functions", "subgroups")

# Geometries of many work-groups, or of much local memory.
LARGE_LAUNCHES = ("GROUPS_65536", "FILLED")

# The slots whose values a compiler sees.
SEEN = {"LITERAL", "CONSTANT", "COUNTED", "OF_LANE"}


@dataclass(frozen=True)
class Candidate:
    signature: Signature
    form: Form
    shape: Shape
    in_pass: str

    @cached_property
    def kernel(self):
        return (self.signature.key, self.form.variant, self.shape.name if self.form.per_shape else None)

    @property
    def each_function(self):
        """
        Whether each function is paired with the form: not with one of several launches, nor with one that is
        another form's text built in another way; of these each kind and each row of functions has a pair. Of
        large launches only the standard's own functions are.
        """
        variant, geometry = self.form.variant, self.form.geometry
        standard = not self.signature.later and self.signature.source.feature in STANDARD
        if geometry in SEVERAL_LAUNCHES or (geometry in LARGE_LAUNCHES and not standard):
            return False
        return variant not in context.BUILDS and text_of(variant) == variant

    @property
    def value_class(self):
        """Of calls whose result a compiler may compute: whether it is of integers; nothing of others."""
        seen = SEEN.issuperset(self.form.slots)
        return (self.signature.type.value_class != "FLOAT",) if seen else ()

    @property
    def goals(self):
        """
        What the case shows: a signature (of work-groups: in a dimension), and pairs of its parts: of each row
        of functions.def, or each function of the row, and a form, and so on.
        """
        signature, form, shape = self.signature, self.form.name, self.shape.name
        group = signature.group
        goals = [(group, "type", signature.type.name, form)]
        if signature.kind in LONELY:  # no call of a function: it represents none of the group
            goals = [(group, "row", signature.row, form), (group, "kind", signature.kind, self.shape.name)]
        elif signature.type.feature in USUAL:
            goals += [(group, "operator", signature.op.name if signature.op else "none", form)]
            goals += [(group, "row", signature.row, form), (group, form, shape)]
            if self.each_function:
                goals.append((group, "function", signature.name, form, *self.value_class))
            goals += [(group, "kind", signature.kind, other) for other in (form, shape)]
            if self.form.variant == "alone":  # a scan that is wrong at a few local sizes alone
                goals.append((group, "kind", signature.kind, form, shape))
                if takes_truth(signature):  # with and without the odd one
                    goals.append((group, "vote", signature.name, self.shape.items > ODD_ONE))
            if "TINY" not in self.shape.sets:
                goals += [(group, "type", signature.type.name, shape)]
        proves = "CALL" in self.form.slots or ("BARE" in self.form.slots and signature.later)
        # A crash of another function in the same kernel must not leave a signature without a result.
        alone = self.form.variant not in WITH_OTHERS
        if proves and alone and self.form.geometry == "LINEAR":
            goals.append(("signature", signature.key, 0 if signature.sub_group else self.shape.rank))
        return goals


class Search:
    """What is reached so far, and what each candidate adds to it."""

    def __init__(self, candidates, given):
        self.candidates = candidates
        self.kernel_of = [candidate.kernel for candidate in candidates]
        self.by_kernel, self.by_goal = {}, {}
        self.gain = [0] * len(candidates)  # the worth of its goals that nobody has reached
        self.goals = [frozenset(candidate.goals) for candidate in candidates]
        for index, goals in enumerate(self.goals):
            self.by_kernel.setdefault(self.kernel_of[index], []).append(index)
            for goal in goals:
                self.by_goal.setdefault(goal, []).append(index)
                self.gain[index] += worth(goal)
        self.kernels, self.sizes, self.reached = set(), set(), set()
        for candidate in given:
            self.take(candidate.kernel, candidate.shape, candidate.goals)

    def take(self, kernel, shape, goals):
        self.kernels.add(kernel)
        self.sizes.add((kernel, shape.name))
        for goal in goals:
            if goal not in self.reached:
                self.reached.add(goal)
                value = worth(goal)
                for index in self.by_goal.get(goal, ()):
                    self.gain[index] -= value

    def price(self, index):
        """What the case adds to the cost of those that are chosen."""
        kernel = self.kernel_of[index]
        if kernel not in self.kernels:
            return KERNEL + LOCAL_SIZE + LAUNCH
        size = (kernel, self.candidates[index].shape.name)
        return LAUNCH if size in self.sizes else LOCAL_SIZE + LAUNCH

    def cheaper_after(self, index):
        """Those that cost less when this candidate is chosen."""
        kernel, shape = self.kernel_of[index], self.candidates[index].shape.name
        if kernel not in self.kernels:
            return self.by_kernel[kernel]
        if (kernel, shape) in self.sizes:
            return []
        return [other for other in self.by_kernel[kernel] if self.candidates[other].shape.name == shape]

    def rank(self, index):
        count = len(self.candidates)
        return (-self.gain[index] / self.price(index), index * STRIDE % count, index)


def worth(goal):
    return SIGNATURE if goal[0] == "signature" else PAIR


def cover(candidates, given):
    """The candidates chosen, in the order of the search; given are those that run in any case."""
    search, chosen = Search(candidates, given), []
    # At worst too good: gains only shrink, and where a price falls there is a new place.
    places = [search.rank(index) for index in range(len(candidates))]
    heap = places.copy()
    heapq.heapify(heap)
    while heap:
        place = heapq.heappop(heap)
        index = place[-1]
        if search.gain[index] == 0 or place is not places[index]:
            continue
        now = search.rank(index)
        cheaper = []
        if not heap or now < heap[0]:
            candidate = candidates[index]
            chosen.append(candidate)
            cheaper = search.cheaper_after(index)
            search.take(candidate.kernel, candidate.shape, search.goals[index])
        for other in [*cheaper, index]:
            if search.gain[other]:
                places[other] = search.rank(other)
                heapq.heappush(heap, places[other])
    return chosen
