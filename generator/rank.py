"""The rank of each case: the order in which cases run, the strongest first.

A case shows several things: its form works, its form works with a family of functions, and so on. Each is a
goal with a weight. A greedy search takes the case with the most value for its price, again and again; a goal
that was reached is worth DECAY of its value from then on. So the first cases show a bit of everything, and
later ones more and more combinations. The rank depends on features of a case (form, family, class of type,
class of local size), never on names of cases. The same tables give the same rank on every machine.
"""

import heapq
from dataclasses import dataclass

from generator.families import family
from generator.signatures import Signature
from generator.tables import FEW_ITEMS, Form, Shape

# What is left of a goal's value each time that a case reaches it.
DECAY = 0.1

# The price of a case, in tenths of a kernel: a kernel of its own, and a local size of a kernel that was
# chosen before. Compilers differ by 10:1 to 10:27 (docs/measurements.md), so the two cost the same here.
KERNEL, LOCAL_SIZE = 10, 10

# So many cases are chosen one by one; of the others each has the value that is left then.
SEARCHED = 12000

# Among equals the search takes one, then another far from it in the order of candidates. A prime.
STRIDE = 100003

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


def is_small(candidate):
    """
    Whether it has so few work-items that it shows little of a function of work-groups: many wrong ones are
    right there.
    """
    few = not candidate.shape.decided and candidate.shape.items <= FEW_ITEMS
    return few and candidate.signature.scope == "WORK_GROUP"


def goals(candidate):
    """
    (goal, weight) of a case, from its single features to combinations of three. A small one shows its form
    and its local size, but not that a function or a type works.
    """
    signature, language = candidate.signature, candidate.language
    form, shape, kind = candidate.form.name, candidate.shape.name, signature.kind
    name, row, type_name = signature.name, signature.row, signature.type.name
    of_type, of_shape, of_family = type_class(signature), shape_class(candidate.shape), family(signature)
    of_function = (
        ()
        if is_small(candidate)
        else (
            (("family", of_family), 2),
            (("row", row, language), 1),
            (("kind", kind), 1),
            (("type", type_name), 1),
            (("family type class", of_family, of_type), 2),
            (("row type class", row, of_type, language), 1),
            (("function type", name, type_name, language), 0.5),
        )
    )
    return (
        *of_function,
        (("form", form), 2),
        (("shape", shape), 1),
        (("family form", of_family, form), 4),
        (("form shape class", form, of_shape), 1),
        (("type class form", of_type, form), 2),
        (("row form", row, form), 4),
        (("kind form", kind, form, language), 4),
        (("function form", name, form), 1),
        (("family shape", of_family, shape), 0.5),
        (("family form language", of_family, form, language), 2),
        (("family type class form", of_family, of_type, form), 0.5),
        (("family form shape class", of_family, form, of_shape), 0.5),
    )


class Search:
    """The greedy search over candidates."""

    def __init__(self, candidates, goals, risk=None):
        """goals: the (goal, weight) of a candidate. risk: of a form, the factor of its cases' value."""
        ids, self.value = {}, []
        self.risk = [(risk or {}).get(candidate.form.name, 1) for candidate in candidates]
        self.goals, self.kernel, self.of_kernel = [], [], []
        kernels = {}
        for index, candidate in enumerate(candidates):
            places = []
            for goal, weight in goals(candidate):
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

    def key(self, index, share=1):
        """Its place among candidates: the least first. share: what of its value counts."""
        price = LOCAL_SIZE + (0 if self.built[self.kernel[index]] else KERNEL)
        gain = share * self.risk[index] * sum(map(self.value.__getitem__, self.goals[index]))
        return (-gain / price, index * STRIDE % len(self.goals), index)

    def take(self, index):
        """Takes it; returns those that cost less now, the other local sizes of its kernel."""
        self.left[index] = False
        for goal in self.goals[index]:
            self.value[goal] *= DECAY
        kernel = self.kernel[index]
        if self.built[kernel]:
            return []
        self.built[kernel] = True
        return [other for other in self.of_kernel[kernel] if self.left[other]]

    def run(self, among, most, shares=None, once=None):
        """
        Takes at most so many of those that are left, and returns them in their order. shares: what of each
        one's value counts, by index. once: a text of each one, of which it takes one candidate.
        """

        def key(index):
            return self.key(index, shares[index] if shares else 1)

        heap = [key(index) for index in among if self.left[index]]
        inside = {index for *_, index in heap}
        heapq.heapify(heap)
        order, seen = [], set()
        while heap and len(order) < most:
            *_, index = heapq.heappop(heap)
            if not self.left[index] or (once and once[index] in seen):
                continue
            now = key(index)  # at most what it was: values only shrink, and a fallen price has its own place
            if heap and now > heap[0]:
                heapq.heappush(heap, now)
                continue
            order.append(index)
            seen.add(once[index] if once else index)
            for other in inside.intersection(self.take(index)):
                heapq.heappush(heap, key(other))
        return order


def order_of(candidates, risk=None):
    """The indices of the candidates by rank; with risk, as they would be with it (scripts/rank)."""
    if not candidates:
        return []
    search = Search(candidates, goals, risk)
    order = search.run(range(len(candidates)), SEARCHED)
    rest = sorted(search.key(index) for index, left in enumerate(search.left) if left)
    return order + [index for *_, index in rest]
