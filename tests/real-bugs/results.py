"""What make real-bugs prints, and docs/strength.md.

python3 tests/real-bugs/results.py build/real-bugs.json            # keeps these results, writes the page
python3 tests/real-bugs/results.py                                 # writes the page again
"""

import json
import sys
from pathlib import Path

import exploring
from cts import Verdict

HERE = Path(__file__).resolve().parent
KEPT = HERE / "results.json"
EXPLORED = HERE.parent / "faults" / "explored.json"
PAGE = HERE.parents[1] / "docs" / "strength.md"
HEAD = HERE / "strength.txt"
BUDGETS = "40 to 90"  # of the runs that are kept
MOST_LINES = 25  # of a reduced program that is small
STATES = ("found", "missed", "open", "hidden", "equivalent", "no build")


def line(row: dict) -> str:
    """One line for one bug, as it is known."""
    shown = f"{row['state']:10} {row['name']}"
    if row["state"] == "found":
        shown += f": {row['profile']}, {row['first'] or row['reason']} ({row['verdict']})"
    elif row["reason"]:
        shown += f": {row['reason']}"
    verdict = row.get("cts") or {}
    if verdict:
        shown += f"; OpenCL-CTS: {verdict['state']} {verdict['first']}".rstrip()
    if row.get("explore"):
        shown += f"; explore: {exploring.Verdict(**row['explore']).text()}"
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


def found_by_cts(row: dict) -> str:
    verdict = row.get("cts") or {}
    return Verdict(**verdict).text() if verdict else ""


def page(rows: list[dict]) -> str:
    """docs/strength.md."""
    bugs = [row for row in rows if row["kind"] == "bug"]
    mutants = [row for row in rows if row["kind"] == "mutant"]
    parts = [HEAD.read_text(), overview(rows), "\n## Bugs\n\n"]
    parts.append(
        table(
            ["bug", "fix", "what a kernel gets wrong", "found by", "by OpenCL-CTS"],
            [
                [row["name"], f"`{row['commit'][:9]}`", row["what"], found_by(row), found_by_cts(row)]
                for row in bugs
            ],
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
    return "".join(parts) + explored(json.loads(EXPLORED.read_text())) + explored_bugs(rows)


def explored(table_of: dict) -> str:
    """What explore alone finds of the catalogue's faults (tests/faults/explore.py --keep)."""
    rows = table_of["rows"]
    small = [row for row in rows if row["state"] == "found" and row["lines"] < MOST_LINES]
    reduced = sum(row["lines"] > 0 for row in rows)
    found = sum(row["state"] == "found" for row in rows)
    body = []
    for row in rows:
        seen = row["state"] == "found"
        body.append(
            [
                f"`{row['fault']}`",
                row["what"],
                ("" if seen else f"**{row['state']}** in ")
                + f"{row['seconds']:.0f} s, {row['programs']} programs",
                f"{row['lines']}" if seen else "",
                f"{row['variants']}, {row['reduction']:.0f} s" if seen else "",
            ]
        )
    head = ["fault", "what is wrong", "found after", "reduced to lines", "variants"]
    return (
        "\n## Explore alone\n\n"
        "    scripts/with-device intel python3 tests/faults/explore.py --groups --reduce --time 40 --keep\n"
        "    python3 tests/real-bugs/results.py\n\n"
        "`wgconform explore` alone under [faults of the catalogue](measurements.md#strength): the first\n"
        "one of each group that is in OpenCL C for int, and the one that the tests of explore use. Programs\n"
        "run from seed 1 on with one worker until one fails that passes without the fault, or\n"
        f"{BUDGETS} seconds are over. The device is Intel's CPU runtime on {table_of['device']}, which has\n"
        "defects of its own; the machine had two busy cores.\n\n"
        f"{found} of {len(rows)} were found. {len(small)} of the {reduced} reduced programs have fewer than\n"
        f"{MOST_LINES} lines (statements and declarations).\n\n" + table(head, body)
    )


def explored_bugs(rows: list[dict]) -> str:
    """What explore alone finds of the bugs and mutants (run.py --explore); "" where it did not run."""
    ran = [row for row in rows if row.get("explore")]
    if not ran:
        return ""
    body = []
    for kind in ("bug", "mutant"):
        some = [row for row in ran if row["kind"] == kind]
        by_forms = [row for row in some if row["state"] == "found"]
        found = [row for row in some if row["explore"]["state"] == "found"]
        times = sorted(row["explore"]["seconds"] for row in found)
        both = sum(row["state"] == "found" for row in found)
        body.append(
            [
                f"{kind}s",
                str(len(some)),
                share(both, len(by_forms)),
                str(len(found) - both),
                f"{times[len(times) // 2]:.0f} s" if times else "",
            ]
        )
    head = ["", "ran", "of those that cases find", "of the others", "half of them within"]
    bugs = [
        [row["name"], row["state"], exploring.Verdict(**row["explore"]).text()]
        for row in ran
        if row["kind"] == "bug"
    ]
    return (
        "\n### Real bugs and mutants\n\n"
        "    POCL_SOURCE=CLONE make real-bugs ARGS='--json tests/real-bugs/results.json --explore 60'\n\n"
        "The same drivers with explore alone: programs run from seed 1 on with one worker until one fails\n"
        "that passes with the clean build, or a minute is over. What fails only sometimes does not count.\n"
        "The machine was busy, so a minute is one or two hundred programs. Of the mutants every fifth ran\n"
        "that a case finds, and the one that is missed.\n\n"
        + table(head, body)
        + "\n"
        + table(["bug", "by a case", "by explore"], bugs)
    )


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
    return table(head, body) + cts_sentence(rows)


def cts_sentence(rows: list[dict]) -> str:
    """A sentence: how many of those that some kernel shows OpenCL-CTS finds, where it ran."""
    ran = [row for row in rows if row.get("cts") and row["state"] in ("found", "missed")]
    if not ran:
        return ""
    parts = []
    for kind in ("bug", "mutant"):
        some = [row for row in ran if row["kind"] == kind]
        found = sum(row["cts"]["state"] == "found" for row in some)
        parts += [f"{share(found, len(some))} of the {kind}s"] if some else []
    return (
        "\nOpenCL-CTS (`test_workgroups` and `test_subgroups`), run with the same drivers by `--cts FOLDER`, "
        + f"finds {' and '.join(parts)} that it ran with.\n"
    )


def main(argv: list[str]) -> None:
    if argv:
        KEPT.write_text(Path(argv[0]).read_text())
    PAGE.write_text(page(json.loads(KEPT.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
