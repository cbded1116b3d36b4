"""What make real-bugs prints, and docs/strength.md.

python3 tests/real-bugs/results.py build/real-bugs.json            # keeps these results, writes the page
python3 tests/real-bugs/results.py                                 # writes the page again
"""

import json
import sys
from pathlib import Path

import bugs
import exploring
from cts import Verdict

HERE = Path(__file__).resolve().parent
KEPT = HERE / "results.json"
EXPLORED = HERE.parent / "faults" / "explored.json"
PAGE = HERE.parents[1] / "docs" / "strength.md"
HEAD = HERE / "strength.txt"
OF_MAIN = HERE / "strength-main.txt"
OF_KIT = HERE / "strength-kit.txt"
KIT_ROWS = HERE / "results-kit.json"  # of the oneAPI Construction Kit, measured elsewhere
MAIN = "main"  # the source of results that were measured with a driver built elsewhere
BUDGETS = "40 to 90"  # of the runs that are kept
MOST_LINES = 25  # of a reduced program that is small
STATES = ("found", "missed", "open", "equivalent", "no build", "not run")


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
    """How many of the rows are in each state; `judged` can be shown, `unknown` may be a gap."""
    result = {"all": len(rows)} | {state: sum(row["state"] == state for row in rows) for state in STATES}
    result["quick"] = sum(row["state"] == "found" and row["profile"] == "quick" for row in rows)
    result["judged"] = result["found"] + result["missed"]
    result["unknown"] = result["open"] + result["not run"] + result["no build"]
    return result


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def summary(rows: list[dict]) -> str:
    """A line for bugs and one for mutants. What is open is on it, whatever was found."""
    lines = []
    for kind in ("bug", "mutant"):
        n = counts([row for row in rows if row["kind"] == kind])
        if n["all"]:
            line = f"{kind}s: found {n['found']} of {n['judged']} that can be shown, {n['quick']} by quick"
            line += f"; open {n['open']}; equivalent {n['equivalent']}"
            for state in ("no build", "not run"):
                line += f"; {state} {n[state]}" if n[state] else ""
            lines.append(line)
    return "\n".join(lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def table(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "".join("| " + " | ".join(map(cell, row)) + " |\n" for row in lines)


def found_by(row: dict) -> str:
    if row["state"] != "found":
        return row["state"] if row["state"] == "equivalent" else f"**{row['state']}**"
    case = f"`{row['first']}`" if row["first"] else row["reason"]
    mode = " ".join(f"`{name}={value}`" for name, value in row["env"].items())
    return f"{row['profile']}: {case} ({row['verdict']})" + (f", with {mode}" if mode else "")


def found_by_cts(row: dict) -> str:
    verdict = row.get("cts") or {}
    return Verdict(**verdict).text() if verdict else ""


def page(rows: list[dict]) -> str:
    """docs/strength.md."""
    here = with_all_bugs([row for row in rows if row["source"] != MAIN])
    main = [row for row in rows if row["source"] == MAIN]
    kit = json.loads(KIT_ROWS.read_text())
    parts = [HEAD.read_text(), of_all_builds(here, main, kit), tables(here, "##")]
    parts += [OF_MAIN.read_text(), tables(main, "###")]
    parts += [OF_KIT.read_text(), tables(kit, "###")]
    parts.append(explored(json.loads(EXPLORED.read_text())))
    parts += [explored_bugs(here, "Debian's PoCL 6.0"), explored_bugs(main, "PoCL's main of August 2026")]
    return "".join(parts)


def of_all_builds(*builds: list[dict]) -> str:
    """Each bug once, with the first of these states that it has in a build."""
    order = ("found", "missed", "equivalent", "open", "no build", "not run")
    best: dict[str, dict] = {}
    for row in (row for build in builds for row in build if row["kind"] == "bug"):
        best[row["name"]] = min(best.get(row["name"], row), row, key=lambda of: order.index(of["state"]))
    number = counts(list(best.values()))
    shown = share(number["found"], number["judged"])
    counted = share(number["found"], number["judged"] + number["unknown"])
    idle = number["no build"] + number["not run"]
    others = f"{number['open']} more are open" + (f", and {idle} did not build or run" if idle else "")
    return (
        f"\nThe three builds of this page have {number['all']} bugs, each counted once here. Of those that\n"
        f"can be shown {shown} are found. {others}:\n"
        f"of all without an argument that no kernel shows them {counted} are found.\n"
    )


def with_all_bugs(rows: list[dict]) -> list[dict]:
    """In the order of the table that runs, with a row for each of its bugs that has not run."""
    done = {row["name"]: row for row in rows if row["kind"] == "bug"}
    found = []
    for bug in bugs.read((HERE / "bugs.toml").read_text()):
        row = {"name": bug.name, "kind": "bug", "what": bug.what, "commit": bug.commit, "state": "not run"}
        row |= {"profile": "", "first": "", "verdict": "", "reason": bug.shape or bug.idea, "env": bug.env}
        found.append(done.get(bug.name, row))
    return found + [row for row in rows if row["kind"] == "mutant"]


def tables(rows: list[dict], level: str) -> str:
    """The bugs and mutants of one source; `level` begins the titles."""
    of_bugs = [row for row in rows if row["kind"] == "bug"]
    mutants = [row for row in rows if row["kind"] == "mutant"]
    parts = ["\n" + overview(rows)]
    if of_bugs:
        head = ["bug", "fix", "what a kernel gets wrong", "found by", "by OpenCL-CTS"]
        body = [
            [row["name"], f"`{row['commit'][:9]}`", row["what"], found_by(row), found_by_cts(row)]
            for row in of_bugs
        ]
        parts.append(f"\n{level} Bugs\n\n" + table(head, body))
    for states, title, head in (
        (("missed",), "Missed", "what shows it"),
        (("open", "not run"), "Open", "a kernel that may show it"),
        (("equivalent",), "Equivalent bugs", "why no kernel shows it"),
    ):
        some = [row for row in rows if row["state"] in states and (row["kind"] == "bug" or title == "Missed")]
        body = [
            [f"`{row['name']}`", row["what"], row["reason"] or row.get("kernel", "") or ""] for row in some
        ]
        if body:
            parts.append(f"\n{level} {title}\n\n" + table(["name", "what is wrong", head], body))
    return "".join(parts) + (mutant_tables(mutants, level) if mutants else "")


def mutant_tables(mutants: list[dict], level: str) -> str:
    files: dict[str, list[dict]] = {}
    for row in mutants:
        files.setdefault(row["name"].split(":")[0], []).append(row)
    body = []
    for name, group in files.items():
        n = counts(group)
        shares = [share(n["quick"], n["judged"]), share(n["found"], n["judged"])]
        body.append([f"`{name}`", str(n["all"]), str(n["no build"]), str(n["equivalent"]), *shares])
    head = ["file", "mutants", "do not build", "equivalent", "found by quick", "found"]
    equivalent = [
        [f"`{row['name']}`", row["what"], row["reason"]] for row in mutants if row["state"] == "equivalent"
    ]
    return (
        f"\n{level} Mutants\n\n"
        + table(head, body)
        + "\nEquivalent ones:\n\n"
        + table(["mutant", "change", "why no kernel shows it"], equivalent)
    )


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


def explored_bugs(rows: list[dict], source: str) -> str:
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
    single = [
        [row["name"], row["state"], exploring.Verdict(**row["explore"]).text()]
        for row in ran
        if row["kind"] == "bug"
    ]
    return (
        f"\n### Bugs and mutants of {source}\n\n"
        "    make real-bugs ARGS='--json build/real-bugs.json --explore 60'\n\n"
        "The same drivers with explore alone: programs run from seed 1 on with one worker until one fails\n"
        "that passes with the clean build, or a minute is over. What fails only sometimes does not count.\n"
        "The machine was busy, so a minute is one or two hundred programs. Of the mutants every fifth ran\n"
        "that a case finds, and the one that is missed.\n\n"
        + table(head, body)
        + "\n"
        + table(["bug", "by a case", "by explore"], single)
    )


def overview(rows: list[dict]) -> str:
    """Bugs and mutants, one row each."""
    body = []
    for kind in ("bug", "mutant"):
        n = counts([row for row in rows if row["kind"] == kind])
        found = [share(n["found"], n["judged"]), share(n["quick"], n["judged"])]
        others = [n["open"], n["equivalent"], n["no build"], n["not run"]]
        if n["all"]:
            body.append([f"{kind}s", str(n["all"]), *found, *map(str, others)])
    head = ["", "number", "found, of those that can be shown", "by quick", "open", "equivalent"]
    return table([*head, "do not build", "not run"], body) + cts_sentence(rows)


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
        kept = [row for row in json.loads(KEPT.read_text()) if row["source"] == MAIN]
        new = [row for row in json.loads(Path(argv[0]).read_text()) if row["source"] != MAIN]
        KEPT.write_text(json.dumps(new + kept, indent=1) + "\n")
    PAGE.write_text(page(json.loads(KEPT.read_text())))


if __name__ == "__main__":
    main(sys.argv[1:])
