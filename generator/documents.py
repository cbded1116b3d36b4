"""python3 -m generator.documents [--check]: what the pages have from the tables of suite/.

Of docs/suite.md and docs/coverage.md the sections between markers are written, the rest is kept. --check
writes nothing and fails if a page is out of date.
"""

import argparse
import itertools
import sys
from pathlib import Path

from generator import coverage, tables
from generator.markdown import table_of

ROOT = Path(__file__).resolve().parent.parent


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
    rows = tables.read_rows(suite / "patterns.def", "WGC_PATTERN", 8)
    body = [
        (
            f"`{row.word(0, 'pattern')}`",
            words(row.columns[1]),
            words(row.columns[2]),
            row.word(3, "mode").lower(),
            needs(row.columns[4]),
            "one a position" if row.columns[5] == "EACH" else row.columns[5],
            row.string(7, "why"),
        )
        for row in rows
    ]
    return table_of(
        ("pattern", "operators", "types", "mode", "needs", "variants", "the fault that it finds"), body
    )


def outputs(texts):
    """What slots contain, in their order; equal neighbours once, with their number."""
    runs = [(text, len(list(same))) for text, same in itertools.groupby(texts)]
    return "; ".join(text if count == 1 else f"{count} times {text}" for text, count in runs)


def forms_section(table):
    body = [
        (
            f"`{form.name}`",
            form.variant,
            form.geometry.lower(),
            outputs([table.slots[s] for s in form.slots]),
            form.what,
            form.fault,
        )
        for form in table.forms.values()
    ]
    return table_of(
        ("form", "kernel text", "launch", "what its outputs contain", "what it is", "the fault it finds"),
        body,
    )


def picks(table):
    """A row a form: how each pass picks its local sizes."""
    for form in table.forms:
        how = {name: [] for name in tables.PASSES}
        for rule in table.rules:
            if rule.form == form and rule.pick.lower() not in how[rule.in_pass]:
                how[rule.in_pass].append(rule.pick.lower())
        yield (f"`{form}`", *(", ".join(sorted(words)) or "-" for words in how.values()))


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


def sections_of(suite):
    """The sections of each page, by its name and theirs."""
    table = tables.read_tables(suite)
    return {
        "suite.md": {
            "forms": forms_section(table),
            "grids": table_of(("form", *tables.PASSES), picks(table)),
            "patterns": patterns_section(suite),
        },
        "coverage.md": coverage.sections(suite),
    }


def pages(suite, docs):
    """The text of each page, by its name; the pages are read from docs."""
    return {
        name: with_sections((docs / name).read_text(encoding="utf-8"), sections)
        for name, sections in sections_of(suite).items()
    }


def main():
    parser = argparse.ArgumentParser(
        prog="python3 -m generator.documents", description=__doc__.split("\n", 1)[0]
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    stale = []
    docs = ROOT / "docs"
    for name, text in pages(ROOT / "suite", docs).items():
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
