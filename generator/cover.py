"""The pairwise cover: a few of the cases that a profile may have, in which all pairs of their parts occur.

A fault of a compiler or of a library mostly needs two things at once: a function and a local size, a type
and a form, a form and a local size. So it is enough that each pair occurs somewhere. The goals below name the
pairs; of all candidates a greedy search takes the one that reaches the most new goals for its cost,
until no candidate reaches a new one. The same tables give the same cover on every machine.
"""

import heapq
from dataclasses import dataclass

from generator import context
from generator.signatures import EXTENDED_TYPES, LONELY, Signature
from generator.tables import SEVERAL_LAUNCHES, WITH_OTHERS, Form, Shape

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


@dataclass(frozen=True)
class Candidate:
    signature: Signature
    form: Form
    shape: Shape
    profile: str

    @property
    def kernel(self):
        return (self.signature.key, self.form.variant, self.shape.name if self.form.per_shape else None)

    @property
    def each_function(self):
        """
        Whether each function is paired with the form: with those that look at what is around a call only its
        kind and its row are; in quick, an extension's only if not LINEAR.
        """
        if self.form.variant in context.VARIANTS or self.form.geometry in SEVERAL_LAUNCHES:
            return False
        standard = not self.signature.later and self.signature.source.feature in STANDARD
        return standard or self.profile != "quick" or self.form.geometry != "LINEAR"

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
                goals.append((group, "function", signature.name, form))
            goals += [(group, "kind", signature.kind, other) for other in (form, shape)]
            if "TINY" not in self.shape.sets:
                goals += [(group, "type", signature.type.name, shape)]
        proves = "CALL" in self.form.slots or ("BARE" in self.form.slots and signature.later)
        # A crash of another function in the same kernel must not leave a signature without a result.
        alone = self.form.variant not in WITH_OTHERS
        if proves and alone and self.form.geometry == "LINEAR":
            goals.append(("signature", signature.key, 0 if signature.sub_group else self.shape.rank))
        return goals


def price(candidate, kernels, sizes):
    """What the case adds to the cost of those that are chosen."""
    if candidate.kernel not in kernels:
        return KERNEL + LOCAL_SIZE + LAUNCH
    size = (candidate.kernel, candidate.shape.name)
    return LAUNCH if size in sizes else LOCAL_SIZE + LAUNCH


def cover(candidates, given):
    """The candidates chosen, in the order of the search; given are those that run in any case."""
    goals = [frozenset(candidate.goals) for candidate in candidates]
    by_kernel = {}
    for index, candidate in enumerate(candidates):
        by_kernel.setdefault(candidate.kernel, []).append(index)
    kernels = {candidate.kernel for candidate in given}
    sizes = {(candidate.kernel, candidate.shape.name) for candidate in given}
    reached = {goal for candidate in given for goal in candidate.goals}
    chosen = []

    def rank(index):
        gain = sum(SIGNATURE if goal[0] == "signature" else PAIR for goal in goals[index] - reached)
        return (-gain / price(candidates[index], kernels, sizes), index * STRIDE % len(candidates), index)

    # A place in the heap is at worst too good: gains only shrink; where a price falls there is a new place.
    heap = [rank(index) for index in range(len(candidates))]
    heapq.heapify(heap)
    while heap:
        *_, index = heapq.heappop(heap)
        now = rank(index)
        if now[0] == 0:
            continue
        if heap and now > heap[0]:
            heapq.heappush(heap, now)
            continue
        candidate = candidates[index]
        chosen.append(candidate)
        reached |= goals[index]
        kernels.add(candidate.kernel)
        sizes.add((candidate.kernel, candidate.shape.name))
        for other in by_kernel[candidate.kernel]:
            again = rank(other)
            if again[0]:
                heapq.heappush(heap, again)
    return chosen
