"""Grids: on which shapes each form of a signature runs, and from which profile on."""

from dataclasses import dataclass

from generator import context, forms_active, quick, rank
from generator.cover import Candidate, cover
from generator.signatures import Signature
from generator.tables import LANGUAGES, PASSES, PROFILES, Form, Shape, Tables, text_of

# A sum of that many ones is exact in half, whatever the order.
HALF_UNIFORM_ITEMS = 1024

# A sum of that many numbers from 0 on is exact in half, whatever the order.
HALF_NUMBERED_ITEMS = 64

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
    if form.per_shape and shape.decided:
        return False
    if (form.cluster or signature.cluster) > shape.items and not shape.decided:  # undefined on every device
        return False
    in_local = form.variant in context.LOCAL or signature.kind == "BARRIER_LOCAL"
    if language == "spirv" and in_local and (shape.decided or shape.items > SPIRV_LOCAL_ITEMS):
        return False
    half = signature.type.name == "half"
    if half and "OWN" in form.slots and shape.items > HALF_NUMBERED_ITEMS:
        return False
    same = {"UNIFORM", "CONSTANT", "LITERAL", "COUNTED"} & set(form.slots)
    return not (same and half and (shape.decided or shape.items > HALF_UNIFORM_ITEMS))


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
    """The first pass of each (form, shape) that rows picking EACH or TURN give the signature."""
    # Types take turns, so that the functions of a type have one shape.
    place = list(tables.types).index(signature.type.name)
    later, least = 0, {}
    for rule in tables.rules:
        later += rule.in_pass != "first"
        if rule.pick == "COVER":
            continue
        choice = shapes_of(signature, rule, tables, language)
        if rule.pick == "TURN" and choice:
            turn = FIRST_TURN + later - 1 if rule.in_pass != "first" else 0
            choice = [choice[(place + turn) % len(choice)]]
        for shape in choice:
            take(least, rule.form, shape, rule.in_pass)
    return least


def shapes_of(signature, rule, tables, language):
    """The shapes that a row offers a signature."""
    form = tables.forms[rule.form]
    if language not in rule.languages or not signature.has_form(form) or not fits(signature, rule.limit):
        return []
    text = text_of(form.variant)
    if not context.allowed(signature, text) or not forms_active.allowed(signature, text):
        return []
    shapes = tables.shapes.values()
    return [
        shape for shape in shapes if rule.shapes in shape.sets and allowed(signature, form, shape, language)
    ]


def take(least, form, shape, in_pass):
    key = (form, shape.name)
    least[key] = min(PASSES.index(in_pass), least.get(key, len(PASSES)))


def add_cover(signatures, grids, tables, language, in_pass):
    """Adds the cases that the cover selects for a pass's COVER rows, given those there are already."""
    rules = [rule for rule in tables.rules if rule.pick == "COVER" and rule.in_pass == in_pass]
    if not rules:
        return
    candidates, given = [], []
    for signature in signatures:
        for form, shape in grids[signature.key]:
            if grids[signature.key][form, shape] <= PASSES.index(in_pass):
                given.append(Candidate(signature, tables.forms[form], tables.shapes[shape], in_pass))
        offered = {}
        for rule in rules:
            for shape in shapes_of(signature, rule, tables, language):
                offered[rule.form, shape.name] = Candidate(signature, tables.forms[rule.form], shape, in_pass)
        candidates += offered.values()
    for chosen in cover(candidates, given):
        take(grids[chosen.signature.key], chosen.form.name, chosen.shape, in_pass)


@dataclass(frozen=True)
class Grid:
    """Of a signature: cells (form index, profile, shape indices), and the rank of each case."""

    cells: tuple
    ranks: tuple[int, ...]


def grid_of(profiles, ranks, tables):
    """profiles, ranks: of each (form, shape). The cells are in the order of forms, profiles and shapes."""
    forms, shapes = list(tables.forms), list(tables.shapes)
    found = {}
    for (form, shape), profile in profiles.items():
        key = (forms.index(form), PROFILES.index(profile))
        found.setdefault(key, []).append(shapes.index(shape))
    cells = tuple(
        (form, PROFILES[profile], tuple(sorted(chosen))) for (form, profile), chosen in sorted(found.items())
    )
    order = [(forms[form], shapes[shape]) for form, _, chosen in cells for shape in chosen]
    return Grid(cells, tuple(ranks[key] for key in order))


def all_cases(signatures, tables):
    """
    Of each case: (language, signature's key, (form, shape), its pass), and what is ranked. Those of the pass
    last are the last ones.
    """
    found = []
    for language in LANGUAGES:
        of_language = [s for s in signatures if language != "spirv" or s.source.spirv_feature]
        passes = {s.key: place_cases(s, tables, language) for s in signatures}
        for in_pass in PASSES:
            add_cover(signatures, passes, tables, language, in_pass)
        for signature in of_language:
            for (form, shape), number in sorted(passes[signature.key].items()):
                case = (language, signature.key, (form, shape), PASSES[number])
                parts = (signature, tables.forms[form], tables.shapes[shape])
                found.append((case, rank.Candidate(language, *parts)))
    found.sort(key=lambda pair: pair[0][-1] == "last")
    return [case for case, _ in found], [candidate for _, candidate in found]


def count_before_last(cases):
    """How many of all_cases are of other passes than last: the first ones."""
    return sum(in_pass != "last" for *_, in_pass in cases)


def order_of(cases, candidates):
    """
    The order of the cases, and those of quick. The pass last is searched after all others, so that its rows
    move no other case; of it quick has the first case of each form of which it has no other one, of a
    function that most devices have where the form has one.
    """
    before = count_before_last(cases)
    order = rank.order_of(candidates[:before])
    last = [before + index for index in rank.order_of(candidates[before:])]
    chosen = quick.choose(candidates[:before])
    rare_last = sorted(last, key=lambda index: quick.EMULATED in candidates[index].signature.features)
    first = {candidates[index].form.name: index for index in reversed(rare_last)}
    forms = {candidates[index].form.name for index in chosen}
    return order + last, chosen | {index for form, index in first.items() if form not in forms}


def make_grids(signatures, tables):
    """For each language: the Grid of each of its signatures, by the signature's key."""
    cases, candidates = all_cases(signatures, tables)
    order, chosen = order_of(cases, candidates)
    profiles, ranks = {}, {}
    for place, index in enumerate(order):
        language, key, case, in_pass = cases[index]
        profile = "quick" if index in chosen else "full" if in_pass == "full" else "default"
        profiles.setdefault((language, key), {})[case] = profile
        ranks.setdefault((language, key), {})[case] = place
    grids = {language: {} for language in LANGUAGES}
    for (language, key), of_cases in profiles.items():
        grids[language][key] = grid_of(of_cases, ranks[language, key], tables)
    return grids


def variants_of(grid, tables, emulated=False):
    """The (variant, shape or None) of the kernels that a grid needs, each once; emulated: of the emulated
    functions."""
    forms, shapes = list(tables.forms.values()), list(tables.shapes.values())
    variants = {}
    for form, _, chosen in grid.cells:
        feature = forms[form].feature
        if emulated and feature and not tables.features[feature].emulated:
            continue
        if forms[form].per_shape:
            variants.update({(forms[form].variant, shapes[shape]): None for shape in chosen})
        else:
            variants[(forms[form].variant, None)] = None
    return list(variants)
