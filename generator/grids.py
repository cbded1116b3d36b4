"""Grids: on which shapes each form of a signature runs, from which profile on, by suite/grids.def."""

from generator.signatures import Signature
from generator.tables import PROFILES, Form, Shape, Tables

# A sum of that many ones is exact in half, whatever the order.
HALF_UNIFORM_ITEMS = 1024


# Elements of the local array in SPIR-V kernels of the form local, which no macro of the build can set.
SPIRV_LOCAL_ITEMS = 256

# Picks that only some of a family's signatures have.
DEALT = ("DEAL", "JOIN")


def allowed(signature: Signature, form: Form, shape: Shape, language):
    """Whether the case is a valid one."""
    _, y, z = shape.side
    if (signature.limit == "X" and (y > 1 or z > 1)) or (signature.limit == "XY" and z > 1):
        return False
    if form.per_shape and shape.is_max:
        return False
    if language == "spirv" and form.variant == "local" and (shape.is_max or shape.items > SPIRV_LOCAL_ITEMS):
        return False
    same = "UNIFORM" in form.slots or "CONSTANT" in form.slots
    return not (same and signature.type.name == "half" and (shape.is_max or shape.items > HALF_UNIFORM_ITEMS))


def fits(signature: Signature, limit):
    if limit == "EXAMPLE":
        kinds = ("REDUCE", "SCAN_EXCLUSIVE", "SCAN_INCLUSIVE")
        return signature.op is not None and signature.op.name == "add" and signature.kind in kinds
    if limit == "MAPPING":
        return signature.kind == "MAPPING"
    if signature.later:
        return limit == "LATER"
    return limit in ("ANY", signature.limit)


class Dealer:
    """Says which of the dealt rules a signature of a family has, and which place it has among all."""

    def __init__(self, signatures, rules, language):
        self.rules = [rule for rule in rules if rule.pick in DEALT and language in rule.languages]
        self.by_row = language == "spirv"
        # Where the first type begins, and how far apart families do. With these no pair is left to chance by
        # the smaller families: a test holds that, and a change in the number of dealt rules may need others.
        self.start, self.apart = (6, 2) if self.by_row else (7, 5)
        self.families = {}
        for signature in signatures:
            self.families.setdefault(self.family(signature), []).append(signature)
        self.number = {family: index for index, family in enumerate(self.families)}
        self.place = self.places_by_type()

    def places_by_type(self):
        """
        The first rule of each signature whose family is large enough to have one each: a type's signatures
        take the rules in turn, and types begin so far apart that the operators of a row meet all of them too.
        """
        taken, place = {}, {}
        for members in self.families.values():
            if len(members) >= len(self.rules):
                for member in members:
                    key = (member.scope, member.type.name)
                    start = self.start + 3 * len([known for known in taken if known[0] == member.scope])
                    place[member] = taken.setdefault(key, start)
                    taken[key] += 1
        return place

    def family(self, signature):
        """A module for each kernel makes SPIR-V dear: there a whole row of functions.def shares."""
        return signature.row if self.by_row else signature.family

    def has(self, signature, rule):
        family = self.families[self.family(signature)]
        count = len(self.rules)
        hand = max(1 if self.by_row else 2, -(-count // len(family)))
        first = family.index(signature) * hand + self.number[self.family(signature)] * self.apart
        first = self.place.get(signature, first)
        return (self.rules.index(rule) - first) % count < hand


def make_grid(signature: Signature, index, tables: Tables, dealer: Dealer, language):
    """A tuple of cells (form index, profile, shape indices), in the order of forms, profiles and shapes."""
    # Types take turns, so that one kernel can make the calls of all functions of a type on one shape.
    place = list(tables.types).index(signature.type.name)
    forms = list(tables.forms.values())
    shapes = list(tables.shapes.values())
    least, plain = {}, []
    for turn, rule in enumerate(tables.rules):
        form = tables.forms[rule.form]
        if language not in rule.languages or not signature.has_form(form) or not fits(signature, rule.limit):
            continue
        if rule.pick in DEALT and not dealer.has(signature, rule):
            continue
        choice = [s for s in shapes if rule.shapes in s.sets and allowed(signature, form, s, language)]
        if rule.pick == "JOIN":
            choice = [s for s in choice if s in plain]
        if rule.pick != "EACH" and choice:
            choice = [choice[((index if rule.pick == "JOIN" else place) + turn) % len(choice)]]
        if rule.pick == "TURN" and rule.form == "plain":
            plain += choice
        for shape in choice:
            key = (forms.index(form), shapes.index(shape))
            profile = PROFILES.index(rule.profile)
            least[key] = min(profile, least.get(key, profile))
    cells = {}
    for (form, shape), profile in sorted(least.items()):
        cells.setdefault((form, profile), []).append(shape)
    return tuple(
        (form, PROFILES[profile], tuple(chosen)) for (form, profile), chosen in sorted(cells.items())
    )


def make_grids(signatures, tables, language):
    """The grid of each signature."""
    dealer = Dealer(signatures, tables.rules, language)
    return [make_grid(signature, i, tables, dealer, language) for i, signature in enumerate(signatures)]


def variants_of(signature, grid, tables):
    """The (variant, shape or None) of the kernels that a grid needs, each once."""
    forms, shapes = list(tables.forms.values()), list(tables.shapes.values())
    variants = {}
    for form, _, chosen in grid:
        if forms[form].per_shape:
            variants.update({(forms[form].variant, shapes[shape]): None for shape in chosen})
        else:
            variants[(forms[form].variant, None)] = None
    return list(variants)
