"""Grids: on which shapes each form of a signature runs, from which profile on, by suite/grids.def."""

from generator import context
from generator.cover import Candidate, cover
from generator.signatures import Signature
from generator.tables import PROFILES, Form, Shape, Tables

# A sum of that many ones is exact in half, whatever the order.
HALF_UNIFORM_ITEMS = 1024

# Elements of the local array in SPIR-V kernels of the form local, which no macro of the build can set.
SPIRV_LOCAL_ITEMS = 256

# The turn of the first row of default. It has no meaning of its own: another one would give forms of default
# and full other shapes than reports and waivers name.
FIRST_TURN = 43


def allowed(signature: Signature, form: Form, shape: Shape, language):
    """Whether the case is a valid one."""
    _, y, z = shape.side
    if (signature.limit == "X" and (y > 1 or z > 1)) or (signature.limit == "XY" and z > 1):
        return False
    if form.per_shape and shape.is_max:
        return False
    if (form.cluster or signature.cluster) > shape.items and not shape.is_max:  # undefined on every device
        return False
    in_local = form.variant in context.LOCAL or signature.kind == "BARRIER_LOCAL"
    if language == "spirv" and in_local and (shape.is_max or shape.items > SPIRV_LOCAL_ITEMS):
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
    if signature.kind == "PROGRESS":
        return limit == "PROGRESS"
    if signature.vector:
        return limit == "VECTOR"
    if signature.later:
        return limit == "LATER"
    return limit in ("ANY", signature.scope, signature.limit)


def place_cases(signature: Signature, tables: Tables, language):
    """The least profile of each (form, shape) that rows picking EACH or TURN give the signature."""
    # Types take turns, so that the functions of a type have one shape.
    place = list(tables.types).index(signature.type.name)
    later, least = 0, {}
    for rule in tables.rules:
        later += rule.profile != "quick"
        if rule.pick == "COVER":
            continue
        choice = shapes_of(signature, rule, tables, language)
        if rule.pick == "TURN" and choice:
            turn = FIRST_TURN + later - 1 if rule.profile != "quick" else 0
            choice = [choice[(place + turn) % len(choice)]]
        for shape in choice:
            take(least, rule.form, shape, rule.profile)
    return least


def shapes_of(signature, rule, tables, language):
    """The shapes that a row offers a signature."""
    form = tables.forms[rule.form]
    if language not in rule.languages or not signature.has_form(form) or not fits(signature, rule.limit):
        return []
    if not context.allowed(signature, form.variant):
        return []
    shapes = tables.shapes.values()
    return [
        shape for shape in shapes if rule.shapes in shape.sets and allowed(signature, form, shape, language)
    ]


def take(least, form, shape, profile):
    key = (form, shape.name)
    least[key] = min(PROFILES.index(profile), least.get(key, len(PROFILES)))


def add_cover(signatures, grids, tables, language, profile):
    """Adds the cases that the cover selects for a profile's COVER rows, given those it has already."""
    rules = [rule for rule in tables.rules if rule.pick == "COVER" and rule.profile == profile]
    if not rules:
        return
    candidates, given = [], []
    for signature in signatures:
        for form, shape in grids[signature.key]:
            if grids[signature.key][form, shape] <= PROFILES.index(profile):
                given.append(Candidate(signature, tables.forms[form], tables.shapes[shape], profile))
        offered = {}
        for rule in rules:
            for shape in shapes_of(signature, rule, tables, language):
                offered[rule.form, shape.name] = Candidate(signature, tables.forms[rule.form], shape, profile)
        candidates += offered.values()
    for chosen in cover(candidates, given):
        take(grids[chosen.signature.key], chosen.form.name, chosen.shape, profile)


def cells(least, tables):
    """A tuple of cells (form index, profile, shape indices), in the order of forms, profiles and shapes."""
    forms, shapes = list(tables.forms), list(tables.shapes)
    found = {}
    for (form, shape), profile in least.items():
        found.setdefault((forms.index(form), profile), []).append(shapes.index(shape))
    return tuple(
        (form, PROFILES[profile], tuple(sorted(chosen))) for (form, profile), chosen in sorted(found.items())
    )


def make_grids(signatures, tables, language):
    """The grid of each signature."""
    grids = {signature.key: place_cases(signature, tables, language) for signature in signatures}
    for profile in PROFILES:
        add_cover(signatures, grids, tables, language, profile)
    return [cells(grids[signature.key], tables) for signature in signatures]


def variants_of(signature, grid, tables, emulated=False):
    """The (variant, shape or None) of the kernels that a grid needs, each once; emulated: of the emulated
    functions."""
    forms, shapes = list(tables.forms.values()), list(tables.shapes.values())
    variants = {}
    for form, _, chosen in grid:
        feature = forms[form].feature
        if emulated and feature and not tables.features[feature].emulated:
            continue
        if forms[form].per_shape:
            variants.update({(forms[form].variant, shapes[shape]): None for shape in chosen})
        else:
            variants[(forms[form].variant, None)] = None
    return list(variants)
