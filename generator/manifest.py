"""The manifest: what harness/suite/manifest.h reads and schemas/manifest.schema.json describes."""

import json

SCHEMA_VERSION = 1
SUITE_VERSION = "0.1.0"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shape_entry(shape):
    entry = {"name": shape.name, "rank": shape.rank}
    if shape.is_max:
        entry["max"] = True
    return entry | {"side": list(shape.side)}


def form_entry(form):
    entry = {
        "name": form.name,
        "variant": form.variant,
        "geometry": form.geometry.lower(),
        "per_shape": form.per_shape,
        "slots": [slot.lower() for slot in form.slots],
    }
    if form.feature:
        entry["feature"] = form.feature
    return entry | {"why": form.why}


def kernel_entries(kernels):
    return [{"variant": variant, "file": file, "entry": entry} for variant, file, entry in kernels]


def signature_entry(signature, language, features, grid, kernels, emulated):
    entry = {
        "language": language,
        "function": signature.name,
        "kind": signature.kind.lower(),
        "scope": signature.scope.lower(),
    }
    if signature.op:
        entry["op"] = signature.op.name
    entry["type"] = signature.type.name
    if signature.cluster:
        entry["cluster"] = signature.cluster
    return entry | {
        "constant": signature.constant,
        "grid": grid,
        "requires": list(dict.fromkeys(features)),
        "clauses": [],
        "kernels": kernel_entries(kernels),
        "emulated": kernel_entries(emulated),
    }


class Grids:
    """Grids that signatures share, each kept once."""

    def __init__(self):
        self.index = {}

    def add(self, grid):
        return self.index.setdefault(grid, len(self.index))

    def entries(self):
        return [
            [{"form": form, "profile": profile, "shapes": list(shapes)} for form, profile, shapes in grid]
            for grid in self.index
        ]


def array(name, entries):
    """An array with an entry a line, so that an error can name the line."""
    return f'"{name}":[\n' + ",\n".join(compact(entry) for entry in entries) + "\n]"


def query_entry(query):
    return {"name": query.name, "clauses": []}


def manifest_text(tables, grids, clauses, signatures, queries, digest):
    """digest(text) tells this suite from every other; text is what the manifest says of it."""
    arrays = [
        array("shapes", [shape_entry(shape) for shape in tables.shapes.values()]),
        array("forms", [form_entry(form) for form in tables.forms.values()]),
        array("grids", grids.entries()),
        array("clauses", clauses),
        array("signatures", signatures),
        array("queries", queries),
    ]
    head = {
        "schema_version": SCHEMA_VERSION,
        "suite_version": SUITE_VERSION,
        "suite_digest": digest(f"{SUITE_VERSION}\n" + "\n".join(arrays)),
        "prelude": "emulated/prelude.cl",
    }
    parts = [f"{compact(name)}:{compact(value)}" for name, value in head.items()] + arrays
    return "{\n" + ",\n".join(parts) + "\n}\n"
