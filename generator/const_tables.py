"""The manifest as constants in C, for the program (struct wgc_manifest in harness/suite/manifest.h)."""

import json

HEAD = """\
/* Made by generator/const_tables.py: what manifest.json has, for the program. */
#include "suite/manifest.h"
"""


def text(value):
    """A string in C; the tables have no characters that JSON writes in another way than C."""
    return "NULL" if value is None else json.dumps(value, ensure_ascii=False)


def enumerator(kind, name):
    return f"WGC_{kind}_{name}"


def feature(name):
    return enumerator("FEATURE", name) if name else "-1"


def array(kind, name, rows):
    """A constant array, and its size in front of the next one; C has no array without elements."""
    return [f"static const {kind} {name}[] = {{", *[f"    {row}," for row in rows or ["{0}"]], "};"]


def numbers(values):
    return "{" + ", ".join(str(value) for value in values) + "}"


def long_text(value):
    """A literal has no sign: the least number is a difference."""
    return "-9223372036854775807 - 1" if value == -(1 << 63) else str(value)


def shape_row(shape):
    rank, size = shape["rank"], enumerator("SHAPE", shape.get("decided", "sides").upper())
    return f"{{{text(shape['name'])}, {rank}, {size}, {numbers(shape['side'])}}}"


def form_row(form):
    slots = [enumerator("SLOT", slot.upper()) for slot in form["slots"]]
    per_shape = "true" if form["per_shape"] else "false"
    parts = [text(form["name"]), text(form["variant"]), text(form["what"]), text(form["fault"])]
    parts += [enumerator("GEOMETRY", form["geometry"].upper()), per_shape, str(len(slots))]
    parts += [numbers(slots), feature(form.get("feature"))]
    return "{" + ", ".join([*parts, *(str(form.get(name, 0)) for name in ("cluster", "required_size"))]) + "}"


def clause_row(clause):
    fields = ("id", "source", "text", "form", "untested")
    return "{" + ", ".join(text(clause.get(field)) for field in fields) + "}"


def grid_lines(cells, grids):
    """The shapes of each cell, then the cells of each grid, then the grids."""
    lines = []
    for index, cell in enumerate(cells):
        lines.append(f"static const size_t shapes_{index}[] = {numbers(cell['shapes'])};")
    for index, grid in enumerate(grids):
        rows = []
        for place in grid:
            cell = cells[place]
            profile, count = enumerator("PROFILE", cell["profile"].upper()), len(cell["shapes"])
            rows.append(f"{{{cell['form']}, {profile}, {count}, shapes_{place}}}")
        lines += array("struct wgc_cell", f"cells_{index}", rows)
    rows = [f"{{{len(grid)}, cells_{index}}}" for index, grid in enumerate(grids)]
    return lines + array("struct wgc_grid", "grids", rows)


def kernel_rows(made, variants):
    """made: the "kernels" of a signature; in the name of its file a * is in place of the variant."""
    for variant in variants[made["variants"]]:
        file, entry = made["file"].replace("*", variant), f"{made['entry']}_{variant.replace('-', '_')}"
        yield f"{{{text(variant)}, {text(file)}, {text(entry)}}}"


class Signatures:
    """The rows of the signatures, and the arrays that they need."""

    def __init__(self, variants, clauses):
        self.variants = variants
        self.place = {clause["id"]: index for index, clause in enumerate(clauses)}
        self.lines, self.rows = [], []

    def clauses(self, entry):
        """The fields for the clauses of a signature or a check."""
        if not entry["clauses"]:
            return []
        name = f"clauses_{len(self.rows)}"
        places = numbers(self.place[clause] for clause in entry["clauses"])
        self.lines.append(f"static const size_t {name}[] = {places};")
        return [f".clause_count = {len(entry['clauses'])}", f".clause = {name}"]

    def ranks(self, entry):
        name = f"ranks_{len(self.rows)}"
        self.lines.append(f"static const uint32_t {name}[] = {numbers(entry['ranks'])};")
        return f".rank = {name}"

    def kernels(self, entry, field):
        if field not in entry:
            return []
        prefix = "emulated_kernel" if field == "emulated" else "kernel"
        rows = list(kernel_rows(entry[field], self.variants))
        name = f"{prefix}s_{len(self.rows)}"
        self.lines += array("struct wgc_kernel", name, rows)
        return [f".{prefix}_count = {len(rows)}", f".{prefix} = {name}"]

    def add(self, entry):
        required = [enumerator("FEATURE", name) for name in entry["requires"]]
        op = enumerator("OP", entry["op"]) if "op" in entry else "WGC_OP_NONE"
        fields = [
            f".language = {enumerator('LANGUAGE', entry['language'].upper())}",
            f".function = {text(entry['function'])}",
            f".kind = {enumerator('KIND', entry['kind'].upper())}",
            f".scope = {enumerator('SCOPE', entry['scope'].upper())}",
            f".op = {op}",
            f".type = {enumerator('TYPE', entry['type'])}",
            f".cluster = {entry.get('cluster', 0)}",
            f".width = {entry.get('width', 1)}",
            f".argument = {entry.get('argument', -1)}",
            f".constant = {entry['constant']}",
            f".more = {numbers(map(long_text, entry['more']))}",
            f".grid = {entry['grid']}",
            self.ranks(entry),
            *self.kernels(entry, "kernels"),
            *self.kernels(entry, "emulated"),
            *self.clauses(entry),
        ]
        if required:
            fields += [f".requires_count = {len(required)}", f".requires = {numbers(required)}"]
        self.rows.append("{" + ", ".join(fields) + "}")

    def add_check(self, entry, grid):
        """A capability check is a signature of the language "query", with a grid of one case."""
        fields = [
            ".language = WGC_LANGUAGE_QUERY",
            f".query = {enumerator('QUERY', entry['name'])}",
            f".function = {text(entry['name'])}",
            ".kind = WGC_KIND_MAPPING",  # the one without an operator and without data
            ".op = WGC_OP_NONE",
            f".grid = {grid}",
            *self.clauses(entry),
        ]
        self.rows.append("{" + ", ".join(fields) + "}")

    def add_program(self, entry, variant, grid):
        """A program is a signature of a kind of its own, with a grid of one case."""
        name = f"kernels_{len(self.rows)}"
        row = f"{{{text(variant)}, {text(entry['file'])}, {text(entry['entry'])}}}"
        required = [enumerator("FEATURE", name) for name in entry["requires"]]
        self.lines += array("struct wgc_kernel", name, [row])
        fields = [
            ".language = WGC_LANGUAGE_C",
            f".function = {text('program.' + entry['name'])}",
            ".kind = WGC_KIND_PROGRAM",
            ".op = WGC_OP_NONE",
            ".type = WGC_TYPE_int",
            f".grid = {grid}",
            f".kernel_count = 1, .kernel = {name}",
            f".emulated_kernel_count = 1, .emulated_kernel = {name}",
        ]
        if required:
            fields += [f".requires_count = {len(required)}", f".requires = {numbers(required)}"]
        self.rows.append("{" + ", ".join(fields) + "}")


def program_shape(entry):
    sides = [*entry["local"], 1, 1][:3]
    return {"name": "x".join(map(str, entry["local"])), "rank": len(entry["local"]), "side": sides}


def tables_text(head, sections):
    """The C file. head and sections: the contents of the manifest."""
    profiles = sorted({query["profile"] for query in sections["queries"]})
    # The one case of a check has the first form and shape, neither of which is part of its name.
    cells = [*sections["cells"], *({"form": 0, "profile": name, "shapes": [0]} for name in profiles)]
    first = len(sections["grids"])
    grids = [*sections["grids"], *([len(sections["cells"]) + i] for i in range(len(profiles)))]
    # That of a program has the first form, too, and a shape of its own.
    shapes = [*sections["shapes"], *map(program_shape, sections["programs"])]
    for index, program in enumerate(sections["programs"]):
        shape = len(sections["shapes"]) + index
        cells.append({"form": 0, "profile": program["profile"], "shapes": [shape]})
        grids.append([len(cells) - 1])
    signatures = Signatures(sections["variants"], sections["clauses"])
    for entry in sections["signatures"]:
        signatures.add(entry)
    for query in sections["queries"]:
        signatures.add_check(query, first + profiles.index(query["profile"]))
    for index, program in enumerate(sections["programs"]):
        signatures.add_program(program, sections["forms"][0]["variant"], first + len(profiles) + index)
    lines = [
        HEAD,
        *array("struct wgc_shape", "shapes", [shape_row(shape) for shape in shapes]),
        *array("struct wgc_form", "forms", [form_row(form) for form in sections["forms"]]),
        *array("struct wgc_clause", "clauses", [clause_row(clause) for clause in sections["clauses"]]),
        *grid_lines(cells, grids),
        *signatures.lines,
        *array("struct wgc_signature", "signatures", signatures.rows),
        "const struct wgc_manifest wgc_built_suite = {",
        *(f"    .{name} = {text(head[name])}," for name in ("suite_version", "suite_digest", "prelude")),
    ]
    for name in ("shape", "form", "grid", "clause", "signature"):
        lines.append(f"    .{name}_count = sizeof {name}s / sizeof {name}s[0], .{name} = {name}s,")
    return "\n".join([*lines, "};", ""])
