"""python3 -m generator.documents [--check] [--manifest FILE]: what the pages have from the tables of suite/.

docs/coverage.md is written as a whole; of docs/suite.md the sections between markers, the rest is kept.
--check writes nothing and fails if a page is out of date.
"""

import argparse
import fnmatch
import json
import sys
from pathlib import Path

from generator import clauses, grids, programs, signatures, tables

ROOT = Path(__file__).resolve().parent.parent
MADE = "Made by `python3 -m generator.documents` from {}; do not edit it here.\n"


def table_of(head, rows):
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    lines += [" | ".join(str(cell).replace("|", "\\|") for cell in row) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)


def words(text):
    """A set column as it reads in a sentence."""
    return ", ".join(word.strip().lower() for word in text.split("|"))


NEEDS = {
    "INF_NAN": "`CL_FP_INF_NAN`",
    "DENORM": "`CL_FP_DENORM`",
    "NEAREST": "`CL_FP_ROUND_TO_NEAREST`",
    "SKIPS_NAN": "`OpGroupNonUniformFMin` or `FMax`",
}


def needs(text):
    """What a device must have for a pattern, in words."""
    return "-" if text == "NOTHING" else ", ".join(NEEDS[word.strip()] for word in text.split("|"))


def patterns_section(suite):
    rows = tables.read_rows(suite / "patterns.def", "WGC_PATTERN", 7)
    body = [
        (
            f"`{row.word(0, 'pattern')}`",
            words(row.columns[1]),
            words(row.columns[2]),
            row.word(3, "mode").lower(),
            needs(row.columns[4]),
            "one a position" if row.columns[5] == "EACH" else row.columns[5],
            row.string(6, "why"),
        )
        for row in rows
    ]
    return table_of(
        ("pattern", "operators", "types", "mode", "needs", "variants", "the fault that it finds"), body
    )


SLOTS = {
    "CALL": "the function of the slot's input",
    "COPY": "the slot's input itself, as a witness",
    "CONSTANT": "the function of a literal",
    "UNIFORM": "the function of one value for all work-items",
    "SCRATCH": "other collectives' results, not judged",
    "BARE": "the function of the slot's input, in sub-groups that the kernel does not query",
    "SOME": "the function of the slot's input in every other sub-group, the input itself in the others",
    "EVEN": "the function of the slot's input in every other sub-group, nothing in the others",
    "ODD": "the function in those others, nothing in the first",
    "ROUND": "the function of the slot's input in sub-groups whose loop runs so often, else nothing",
    "GROUPS": "the function of the slot's input in every other work-group, the input itself in the others",
    "SPLIT": "the function of the slot's input, by parts of the sub-group where not all need to call",
    "ACTIVE": "the function of the values of the work-items that call, nothing in the others",
    "NESTED": "the same under both conditions",
    "ELSE": "the same in the other branch",
    "LEAVING": "the function of the values still in the loop, or of parts of them, nothing in the others",
    "FALLEN": "the function of the values of those that enter or fall into a case, or of parts of them",
    "STAYS": "the function of the values of those that do not return, or of parts of them",
    "OUT": "the function of the values of those that leave a loop in one round, or of parts of them",
    "SINGLE": "the function of the work-item's own value alone",
    "PICKED": "the function of the values of those that leave a loop in the round that the work-item stored",
    "ARM": "the function of the values of those in one arm of a switch",
    "BEFORE": "the function of all values",
    "THEN": "of the first output's values the function of those that call, nothing in the others",
    "INNER": "the same under one more condition",
    "OTHER": "the same in the other branch",
    "AFTER": "the function of the first output's values, or of parts of them",
    "FED": "the function of the value, or of what the output before it makes of its own value",
    "LANE": "the function of the values of every other work-item, nothing in the others",
    "OWN": "the function of a number made of the local id, in sub-groups that the kernel does not query",
    "LITERAL": "the function of a literal, in sub-groups that the kernel does not query",
    "OF_LANE": "the function of a number made of the sub-group local id",
    "INDEXED": "the function of the slot's input, whose argument is of the sub-group local id or a literal",
    "UNUSED": "the slot's input itself; the call's result is used by nobody",
}


def forms_section(table):
    body = [
        (
            f"`{form.name}`",
            form.variant,
            form.geometry.lower(),
            "; ".join(SLOTS[s] for s in form.slots),
            form.why,
        )
        for form in table.forms.values()
    ]
    return table_of(
        ("form", "kernel text", "launch", "what its outputs contain", "the fault that it finds"), body
    )


def picks(table):
    """A row a form: how each pass picks its local sizes."""
    for form in table.forms:
        how = {name: [] for name in tables.PASSES}
        for rule in table.rules:
            if rule.form == form and rule.pick.lower() not in how[rule.in_pass]:
                how[rule.in_pass].append(rule.pick.lower())
        yield (f"`{form}`", *(", ".join(sorted(words)) or "-" for words in how.values()))


def cells_of_tables(table):
    """The cells of each signature, by its name; takes half a minute."""
    every = signatures.expand(table)
    made = grids.make_grids(every, table)
    return {
        f"{language}.{s.key}": of[s.key].cells for language, of in made.items() for s in every if s.key in of
    }


def cells_of_manifest(path):
    """The same, of a manifest that was made from the tables."""
    manifest = json.loads(path.read_text(encoding="utf-8"))
    cells = [(cell["form"], cell["profile"], cell["shapes"]) for cell in manifest["cells"]]
    found = {}
    for signature in manifest["signatures"]:
        width = signature.get("width", 1)
        type_name = f"{signature['type']}{width if width > 1 else ''}"
        name = f"{signature['language']}.{signature['function']}.{type_name}"
        found[name] = [cells[number] for number in manifest["grids"][signature["grid"]]]
    return found


class Cases:
    """How many cases each signature has in each profile."""

    def __init__(self, table, cells, kept=()):
        """cells: of each signature by its name, (form, profile, shapes); kept: the names of the programs."""
        self.counts = {}
        self.forms = {}
        names = list(table.forms)
        for name, of_signature in cells.items():
            count = dict.fromkeys(tables.PROFILES, 0)
            forms = self.forms.setdefault(name, {})
            for form, profile, shapes in of_signature:
                for at_least in tables.PROFILES[tables.PROFILES.index(profile) :]:
                    count[at_least] += len(shapes)
                forms[names[form]] = forms.get(names[form], 0) + len(shapes)
            self.counts[name] = count
        for program in kept:
            self.counts[program] = {"quick": 0, "default": 1, "full": 1}
            self.forms[program] = {}
        for query in table.queries.values():
            first = tables.PROFILES.index(query.profile)
            counts = {profile: int(number >= first) for number, profile in enumerate(tables.PROFILES)}
            self.counts[f"query.{query.name}"] = counts
            self.forms[f"query.{query.name}"] = {}

    def of_clause(self, clause):
        """(signatures, cases in the full profile) that test a clause."""
        covered = [name for name in self.counts if clause.covers(name)]
        if clause.form:
            counts = {
                name: sum(count for form, count in self.forms[name].items() if clause.has_form(form))
                for name in covered
            }
            return sum(count > 0 for count in counts.values()), sum(counts.values())
        return len(covered), sum(self.counts[name]["full"] for name in covered)


def clause_row(clause, cases):
    if clause.untested:
        return (f"`{clause.id}`", f"{clause.source}, {clause.place}", clause.text, f"none: {clause.untested}")
    count, total = cases.of_clause(clause)
    form = f", form `{clause.form}`" if clause.form else ""
    globs = ", ".join(f"`{glob}`" for glob in clause.signatures)
    if all(glob.startswith("query.") for glob in clause.signatures):
        return (f"`{clause.id}`", f"{clause.source}, {clause.place}", clause.text, globs)
    return (
        f"`{clause.id}`",
        f"{clause.source}, {clause.place}",
        clause.text,
        f"{globs}{form}: {count} signatures, {total} cases in the full profile",
    )


def function_rows(cases, all_clauses):
    """A row a function and language: its types, cases in each profile, clauses."""
    functions = {}
    for name in cases.counts:
        function = name if name.startswith("query.") else name.rsplit(".", 1)[0]
        functions.setdefault(function, []).append(name)
    for function, names in functions.items():
        counts = [sum(cases.counts[name][profile] for name in names) for profile in tables.PROFILES]
        own = [
            c.id for c in all_clauses if any(fnmatch.fnmatchcase(n, g) for n in names for g in c.signatures)
        ]
        kinds = ", ".join(name.removeprefix(function).strip(".") for name in names) or "-"
        yield (f"`{function}`", kinds, *counts, ", ".join(own))


def verdict_row(verdict):
    rests_on = ", ".join(f"`{name}`" for name in verdict.clauses)
    return (
        "<br>".join(verdict.texts),
        f"`{verdict.state}`",
        verdict.when,
        ". ".join(part for part in (rests_on, verdict.rule) if part),
    )


def verdict_part(suite, all_clauses):
    return (
        "\n## From failing verdict to clause\n\n"
        "Each way in which a case of a function can fail, and the rule of the standard that forbids it."
        " [checks.md](checks.md#failing-checks-and-their-clauses) has the same for the capability checks.\n\n"
        + table_of(
            ("verdict", "state", "given when", "forbidden by"),
            [verdict_row(verdict) for verdict in clauses.read_verdicts(suite, all_clauses)],
        )
    )


def official_part(suite, cases):
    """The tests of OpenCL-CTS, and the cases here. A glob without a case is an error."""
    path = suite / "official.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    rows = []
    for entry in data["tests"]:
        found = {}
        for glob in entry["signatures"]:
            names = fnmatch.filter(cases.counts, glob)
            if not names:
                raise ValueError(f"{path}: {entry['tests']}: no case is called {glob}")
            found.update(dict.fromkeys(names))
        counts = [sum(cases.counts[name][profile] for name in found) for profile in tables.PROFILES]
        globs = ", ".join(f"`{glob}`" for glob in entry["signatures"])
        rows.append((entry["folder"], f"`{entry['tests'].replace(', ', '`, `')}`", globs, *counts))
    return (
        "\n## From the tests of OpenCL-CTS to cases\n\n"
        f"Each test of {data['source']}, and the cases in OpenCL C that cover it. Each exists in SPIR-V"
        " too, but `sub_group_progress`. `suite/official.json` has the table.\n\n"
        + table_of(("folder", "tests", "cases", *tables.PROFILES), rows)
    )


def coverage_page(table, suite, cells):
    sources, all_clauses = clauses.read_clauses(suite)
    kept = [f"c.program.{program.name}" for program in programs.read_programs(suite, table.features)]
    cases = Cases(table, cells, kept)
    totals = [sum(count[profile] for count in cases.counts.values()) for profile in tables.PROFILES]
    head = (
        "# Coverage: the standard's sentences and the cases that test them\n\n"
        + MADE.format("`suite/clauses.json` and the grids")
        + "\n`wgconform --describe CASE` shows the clauses of a case. A clause that no case tests needs a"
        " reason, and a function needs a clause; otherwise the suite is not built.\n\nThe sources:\n\n"
        + "".join(f"- {key}: {text}\n" for key, text in sources.items())
    )
    return (
        head
        + "\n## From clause to cases\n\n"
        + table_of(("clause", "place", "text", "tested by"), [clause_row(c, cases) for c in all_clauses])
        + "\n## From cases to clauses\n\n"
        + f"In all {totals[0]} cases in the quick profile, {totals[1]} in default, {totals[2]} in full.\n\n"
        + table_of(
            ("function", "types", "quick", "default", "full", "clauses"), function_rows(cases, all_clauses)
        )
        + official_part(suite, cases)
        + verdict_part(suite, all_clauses)
    )


MARKERS = tuple(f"<!-- made by python3 -m generator.documents: {{}}: {end} -->" for end in ("begin", "end"))


def with_sections(text, sections):
    """The text with each section between its two markers."""
    for name, section in sections.items():
        begin, end = (marker.format(name) for marker in MARKERS)
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"the two markers of {name} do not occur once each")
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{section}{end}{rest.split(end)[1]}"
    return text


def pages(suite, docs, manifest=None):
    """The text of each page, by its name. Pages with sections are read from docs.

    manifest: the path of the one that was made from the suite's tables, which saves half a minute."""
    table = tables.read_tables(suite)
    cells = cells_of_manifest(manifest) if manifest else cells_of_tables(table)
    sections = {
        "forms": forms_section(table),
        "grids": table_of(("form", *tables.PASSES), picks(table)),
        "patterns": patterns_section(suite),
    }
    return {
        "suite.md": with_sections((docs / "suite.md").read_text(encoding="utf-8"), sections),
        "coverage.md": coverage_page(table, suite, cells),
    }


def main():
    parser = argparse.ArgumentParser(
        prog="python3 -m generator.documents", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument(
        "--manifest", type=Path, metavar="FILE", help="made from the tables: its cases are counted"
    )
    options = parser.parse_args()
    stale = []
    docs = ROOT / "docs"
    for name, text in pages(ROOT / "suite", docs, options.manifest).items():
        path = docs / name
        if options.check:
            stale += [name] if not path.exists() or path.read_text(encoding="utf-8") != text else []
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        print(f"generator.documents: out of date: {', '.join(stale)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
