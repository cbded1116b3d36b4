"""What make real-bugs prints, and docs/strength.md.

python3 tests/real-bugs/results.py build/real-bugs.json            # keeps these results, writes the page
python3 tests/real-bugs/results.py                                 # writes the page again
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = HERE / "results.json"
PAGE = HERE.parents[1] / "docs" / "strength.md"
HEAD = HERE / "strength.txt"
STATES = ("found", "missed", "open", "hidden", "equivalent", "no build")


def line(row: dict) -> str:
    """One line for one bug, as it is known."""
    shown = f"{row['state']:10} {row['name']}"
    if row["state"] == "found":
        shown += f": {row['profile']}, {row['first'] or row['reason']} ({row['verdict']})"
    elif row["reason"]:
        shown += f": {row['reason']}"
    return f"{shown} [{row['build_seconds']:.0f} + {row['seconds']:.0f} s]"


def counts(rows: list[dict]) -> dict[str, int]:
    """How many of the rows were found by quick, by default, are missed, equivalent, or do not build."""
    result = {"all": len(rows)} | {state: sum(row["state"] == state for row in rows) for state in STATES}
    result["quick"] = sum(row["state"] == "found" and row["profile"] == "quick" for row in rows)
    result["judged"] = result["found"] + result["missed"]
    return result


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def summary(rows: list[dict]) -> str:
    """Two lines: bugs and mutants."""
    lines = []
    for kind in ("bug", "mutant"):
        n = counts([row for row in rows if row["kind"] == kind])
        if n["all"]:
            none = n["hidden"] + n["equivalent"] + n["open"]
            lines.append(
                f"{kind}s: {share(n['found'], n['judged'])} found, "
                f"{share(n['quick'], n['judged'])} by quick; {n['missed']} missed, "
                f"{none} that no known kernel shows, {n['no build']} that do not build"
            )
    return "\n".join(lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def table(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "".join("| " + " | ".join(map(cell, row)) + " |\n" for row in lines)


def found_by(row: dict) -> str:
    if row["state"] != "found":
        return f"**{row['state']}**" if row["state"] == "missed" else row["state"]
    case = f"`{row['first']}`" if row["first"] else row["reason"]
    mode = " ".join(f"`{name}={value}`" for name, value in row["env"].items())
    return f"{row['profile']}: {case} ({row['verdict']})" + (f", with {mode}" if mode else "")


def page(rows: list[dict]) -> str:
    """docs/strength.md."""
    bugs = [row for row in rows if row["kind"] == "bug"]
    mutants = [row for row in rows if row["kind"] == "mutant"]
    parts = [HEAD.read_text(), overview(rows), "\n## Bugs\n\n"]
    parts.append(
        table(
            ["bug", "fix", "what a kernel gets wrong", "found by"],
            [[row["name"], f"`{row['commit'][:9]}`", row["what"], found_by(row)] for row in bugs],
        )
    )
    for state, title, head in (
        ("missed", "Missed", "a kernel that shows it"),
        ("open", "Open", "a kernel that may show it"),
        ("hidden", "Hidden", "why no kernel shows it"),
    ):
        some = [row for row in rows if row["state"] == state]
        names = [[f"`{row['name']}`", row["what"], row["reason"]] for row in some]
        parts.append(f"\n## {title}\n\n" + table(["name", "what is wrong", head], names))
    files: dict[str, list[dict]] = {}
    for row in mutants:
        files.setdefault(row["name"].split(":")[0], []).append(row)
    body = []
    for name, group in files.items():
        n = counts(group)
        body.append(
            [
                f"`{name}`",
                str(n["all"]),
                str(n["no build"]),
                str(n["equivalent"]),
                share(n["quick"], n["judged"]),
                share(n["found"], n["judged"]),
            ]
        )
    parts.append(
        "\n## Mutants\n\n"
        + table(["file", "mutants", "do not build", "equivalent", "found by quick", "found"], body)
    )
    equivalent = [row for row in mutants if row["state"] == "equivalent"]
    parts.append(
        "\nEquivalent ones:\n\n"
        + table(
            ["mutant", "change", "why no kernel shows it"],
            [[f"`{row['name']}`", row["what"], row["reason"]] for row in equivalent],
        )
    )
    return "".join(parts)


def overview(rows: list[dict]) -> str:
    """Bugs and mutants, one row each."""
    body = []
    for kind in ("bug", "mutant"):
        n = counts([row for row in rows if row["kind"] == kind])
        none = n["hidden"] + n["equivalent"] + n["open"]
        found = [share(n["quick"], n["judged"]), share(n["found"], n["judged"])]
        body.append([f"{kind}s", str(n["all"]), str(none), str(n["no build"]), *found])
    head = [
        "",
        "number",
        "open, hidden, equivalent",
        "do not build",
        "found by quick",
        "found by quick or default",
    ]
    return table(head, body)


def main(argv: list[str]) -> None:
    if argv:
        KEPT.write_text(Path(argv[0]).read_text())
    PAGE.write_text(page(json.loads(KEPT.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
