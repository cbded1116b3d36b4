"""Grids: on which shapes each form of a signature runs, from which profile on, by suite/grids.def."""

from generator.signatures import Signature
from generator.tables import PROFILES, Form, Shape, Tables

# A sum of that many ones is exact in half, whatever the order.
HALF_UNIFORM_ITEMS = 1024


# Elements of the local array in SPIR-V kernels of the form local, which no macro of the build can set.
SPIRV_LOCAL_ITEMS = 256

# Picks that only some of a family's signatures have.
DEALT = ("DEAL", "JOIN")

# Picks that a function has for one type, and those on a shape that the plain form has had by TURN.
MET = ("MEET", "MEET_AGAIN")
AGAIN = ("JOIN", "MEET_AGAIN")

# What the types need that every device has: nothing, or what only embedded profiles lack.
EVERYWHERE = (None, "int64")


def allowed(signature: Signature, form: Form, shape: Shape, language):
    """Whether the case is a valid one."""
    _, y, z = shape.side
    if (signature.limit == "X" and (y > 1 or z > 1)) or (signature.limit == "XY" and z > 1):
        return False
    if form.per_shape and shape.is_max:
        return False
    if signature.cluster > shape.items and not shape.is_max:  # undefined on every device
        return False
    if language == "spirv" and form.variant == "local" and (shape.is_max or shape.items > SPIRV_LOCAL_ITEMS):
        return False
    same = "UNIFORM" in form.slots or "CONSTANT" in form.slots
    return not (same and signature.type.name == "half" and (shape.is_max or shape.items > HALF_UNIFORM_ITEMS))


def fits(signature: Signature, limit):
    if limit == "EXAMPLE":
        kinds = ("REDUCE", "SCAN_EXCLUSIVE", "SCAN_INCLUSIVE")
        adds = signature.op is not None and signature.op.name == "add"
        return adds and signature.scope == "WORK_GROUP" and signature.kind in kinds
    if limit == "MAPPING":
        return signature.kind == "MAPPING"
    if signature.later:
        return limit == "LATER"
    return limit in ("ANY", signature.scope, signature.limit)


class Meetings:
    """Says for which type a function has each of the rules by which functions meet."""

    def __init__(self, tables: Tables, language):
        self.rules = [rule for rule in tables.rules if rule.pick in MET and language in rule.languages]
        self.types = [kind for kind in tables.types.values() if kind.feature in EVERYWHERE]
        self.every = list(tables.types.values())

    def has(self, signature, rule):
        own = [kind for kind in self.types if signature.source.types in kind.sets]
        own = own or [kind for kind in self.every if signature.source.types in kind.sets]
        number = self.rules.index(rule)
        wanted = self.types[number % len(self.types)]
        return signature.type == (wanted if wanted in own else own[number % len(own)])


class Dealer:
    """Says which of the dealt rules a signature has; a row of functions.def has all of them."""

    # Where the first type begins, and how far apart rows do. With these no pair is left to chance by the
    # smaller rows: a test holds that, and a change in the number of dealt rules may need others.
    START, APART = 4, 2

    def __init__(self, signatures, rules, language):
        self.rules = [rule for rule in rules if rule.pick in DEALT and language in rule.languages]
        self.members = {}
        for signature in signatures:
            self.members.setdefault(signature.row, []).append(signature)
        self.number = {row: index for index, row in enumerate(self.members)}
        self.place = self.places_by_type()

    def places_by_type(self):
        """
        The first rule of each signature whose row is large enough to have one each: a type's signatures take
        the rules in turn, and types begin so far apart that the operators of a row meet all of them too.
        """
        taken, place = {}, {}
        for members in self.members.values():
            if len(members) >= len(self.rules):
                for member in members:
                    key = (member.scope, member.type.name)
                    start = self.START + 3 * len([known for known in taken if known[0] == member.scope])
                    place[member] = taken.setdefault(key, start)
                    taken[key] += 1
        return place

    def has(self, signature, rule):
        members = self.members[signature.row]
        count = len(self.rules)
        hand = -(-count // len(members))
        first = members.index(signature) * hand + self.number[signature.row] * self.APART
        first = self.place.get(signature, first)
        return (self.rules.index(rule) - first) % count < hand


def make_grid(signature: Signature, index, tables: Tables, dealer: Dealer, meetings: Meetings, language):
    """A tuple of cells (form index, profile, shape indices), in the order of forms, profiles and shapes."""
    # Types take turns, so that the functions of a type meet on one shape.
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
        if rule.pick in MET and not meetings.has(signature, rule):
            continue
        choice = [s for s in shapes if rule.shapes in s.sets and allowed(signature, form, s, language)]
        if rule.pick in AGAIN:
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
    meetings = Meetings(tables, language)
    return [
        make_grid(signature, i, tables, dealer, meetings, language) for i, signature in enumerate(signatures)
    ]


def variants_of(signature, grid, tables, emulated=False):
    """The (variant, shape or None) of the kernels that a grid needs, each once; emulated: of those, the ones
    that hold where sub-groups meet at barriers of the work-group."""
    forms, shapes = list(tables.forms.values()), list(tables.shapes.values())
    variants = {}
    for form, _, chosen in grid:
        if emulated and forms[form].feature == "independent_sub_groups":
            continue
        if forms[form].per_shape:
            variants.update({(forms[form].variant, shapes[shape]): None for shape in chosen})
        else:
            variants[(forms[form].variant, None)] = None
    return list(variants)
