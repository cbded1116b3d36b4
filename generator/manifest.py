"""The manifest: the suite's contents, as schemas/manifest.schema.json describes them."""

import json
from dataclasses import dataclass

SCHEMA_VERSION = 3
SUITE_VERSION = "0.1.0"


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def shape_entry(shape):
    entry = {"name": shape.name, "rank": shape.rank}
    if shape.decided:
        entry["decided"] = shape.decided
    return entry | {"side": list(shape.side)}


def form_entry(form):
    entry = {
        "name": form.name,
        "variant": form.variant,
        "geometry": form.geometry.lower(),
        "per_shape": form.per_shape,
        "slots": [slot.lower() for slot in form.slots],
    }
    if form.cluster:
        entry["cluster"] = form.cluster
    if form.required_size:
        entry["required_size"] = form.required_size
    if form.feature:
        entry["feature"] = form.feature
    return entry | {"what": form.what, "fault": form.fault}


@dataclass(frozen=True)
class Kernels:
    """The kernels of a signature: ENTRY_VARIANT in a file; a * in the file's name is the variant."""

    variants: tuple[str, ...]
    file: str
    prefix: str

    def entry(self, shared):
        return {"variants": shared.variants.add(self.variants), "file": self.file, "entry": self.prefix}


def signed(value):
    """As a signed integer of 64 bits, which an unsigned one may exceed."""
    return value - (1 << 64) if value >= 1 << 63 else value


def signature_entry(signature, language, features, shared, grid, kernels, emulated=None, argument=None):
    """grid: a Grid; kernels and emulated: a Kernels each; argument: the constant that the kernels pass."""
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
    if signature.width > 1:
        entry["width"] = signature.width
    if argument is not None:
        entry["argument"] = argument
    entry |= {
        "constant": signature.constant,
        "more": [signed(value) for value in signature.literals[1:]],
        "grid": shared.grids.add(tuple(shared.cells.add(cell) for cell in grid.cells)),
        "ranks": list(grid.ranks),
        "requires": list(dict.fromkeys(features)),
        "clauses": [],
        "kernels": kernels.entry(shared),
    }
    return entry | ({"emulated": emulated.entry(shared)} if emulated else {})


class Once:
    """A list without duplicates."""

    def __init__(self):
        self.index = {}

    def add(self, value):
        """Its place."""
        return self.index.setdefault(value, len(self.index))

    def __iter__(self):
        return iter(self.index)


class Shared:
    """What many signatures share: grids and their cells, and the variants of their kernels."""

    def __init__(self):
        self.cells, self.grids, self.variants = Once(), Once(), Once()

    def forms_of(self, tables):
        """A function that gives the names of the forms of a signature entry."""
        cells, grids, names = list(self.cells), list(self.grids), list(tables.forms)

        def forms(entry):
            return {names[cells[cell][0]] for cell in grids[entry["grid"]]}

        return forms


def cell_entry(cell):
    form, profile, shapes = cell
    return {"form": form, "profile": profile, "shapes": list(shapes)}


def array(name, entries):
    """An array with an entry a line, so that an error can name the line."""
    return f'"{name}":[\n' + ",\n".join(compact(entry) for entry in entries) + "\n]"


def query_entry(query):
    return {"name": query.name, "profile": query.profile, "clauses": []}


def sections_of(tables, shared, clauses, signatures, queries, programs):
    """What the manifest has, by the names of its arrays."""
    return {
        "shapes": [shape_entry(shape) for shape in tables.shapes.values()],
        "forms": [form_entry(form) for form in tables.forms.values()],
        "cells": [cell_entry(cell) for cell in shared.cells],
        "grids": list(shared.grids),
        "variants": list(shared.variants),
        "clauses": clauses,
        "signatures": signatures,
        "queries": queries,
        "programs": programs,
    }


def head_of(sections, digest):
    """The fields in front. digest(text) gives the suite's digest, of that text and of all kernels."""
    arrays = [array(name, entries) for name, entries in sections.items()]
    return {
        "schema_version": SCHEMA_VERSION,
        "suite_version": SUITE_VERSION,
        "suite_digest": digest(f"{SUITE_VERSION}\n" + "\n".join(arrays)),
        "prelude": "emulated/prelude.cl",
    }


def manifest_text(head, sections):
    parts = [f"{compact(name)}:{compact(value)}" for name, value in head.items()]
    parts += [array(name, entries) for name, entries in sections.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"
