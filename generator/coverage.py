"""Which clause of the standard which cases test: the tables of docs/coverage.md, and the whole as a page.

The page has some hundred kilobytes and numbers that change with each form, so that it is not kept in docs/:
the site has it (scripts/site).
"""

import fnmatch
import json

from generator import clauses, programs, tables
from generator.markdown import table_of


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
        self.names = list(table.forms)
        for name, of_signature in cells.items():
            count = dict.fromkeys(tables.PROFILES, 0)
            forms = self.forms.setdefault(name, {})
            for form, profile, shapes in of_signature:
                for at_least in tables.PROFILES[tables.PROFILES.index(profile) :]:
                    count[at_least] += len(shapes)
                forms[self.names[form]] = forms.get(self.names[form], 0) + len(shapes)
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
            own = {form for form in self.names if clause.has_form(form)}
            counts = {
                name: sum(count for form, count in self.forms[name].items() if form in own)
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
        " docs/checks.md has the same for the capability checks.\n\n"
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


def sections(suite):
    """The sections of docs/coverage.md, by their names."""
    sources, every = clauses.read_clauses(suite)
    rows = []
    for key, text in sources.items():
        own = [clause for clause in every if clause.source == key]
        untested = sum(bool(clause.untested) for clause in own)
        rows.append((f"`{key}`", text, len(own), len(own) - untested, untested))
    reasons = [
        (f"`{clause.id}`", f"{clause.source}, {clause.place}", clause.text, clause.untested)
        for clause in every
        if clause.untested
    ]
    return {
        "sources": table_of(("source", "text", "clauses", "tested", "not tested"), rows),
        "untested": table_of(("clause", "place", "text", "why no case can test it"), reasons),
    }


def page(suite, manifest):
    """All of it in Markdown. manifest: the path of the one that was made from the suite's tables."""
    table = tables.read_tables(suite)
    _, every = clauses.read_clauses(suite)
    kept = [f"c.program.{program.name}" for program in programs.read_programs(suite, table.features)]
    cases = Cases(table, cells_of_manifest(manifest), kept)
    totals = [sum(count[profile] for count in cases.counts.values()) for profile in tables.PROFILES]
    return (
        "# Clauses of the standard, and the cases that test them\n\n"
        f"In all {totals[0]} cases in the quick profile, {totals[1]} in default, {totals[2]} in full.\n"
        "\n## From clause to cases\n\n"
        + table_of(("clause", "place", "text", "tested by"), [clause_row(c, cases) for c in every])
        + "\n## From cases to clauses\n\n"
        + table_of(("function", "types", "quick", "default", "full", "clauses"), function_rows(cases, every))
        + official_part(suite, cases)
        + verdict_part(suite, every)
    )
