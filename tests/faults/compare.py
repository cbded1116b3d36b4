"""Puts the tables of runs of run.py side by side, in Markdown.

    python3 tests/faults/compare.py NAME=FILE [NAME=FILE]...

A FILE is faults.json of a run, or a folder: the tables of the groups in it, FOLDER/GROUP/faults.json.
Of a run of quick and then the rest (run.py --first quick) there are two columns. Only implementations that
all runs had are counted. A program that does not call a function cannot find what is wrong with it: that
fault counts as not found.
"""

import json
import sys
from pathlib import Path

SHOWN = 20  # ids in a line


def listed(ids: list[str]) -> str:
    return f": `{'`, `'.join(ids)}`" if 0 < len(ids) <= SHOWN else ""


def load(argument: str) -> tuple[str, dict[str, dict]]:
    name, _, path = argument.partition("=")
    files = sorted(Path(path).glob("*/faults.json")) if Path(path).is_dir() else [Path(path)]
    if not files:
        raise ValueError(f"{path}: it has no GROUP/faults.json")
    tables = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return name, {fault["id"]: fault for table in tables for fault in table["faults"]}


def columns(runs: dict[str, dict[str, dict]]):
    """A heading, the run, and the profiles by which a fault counts as found there; None: by any."""
    for name, run in runs.items():
        profiles = {fault["profile"] for fault in run.values() if fault["state"] == "found"}
        if "quick" in profiles and len(profiles) > 1:  # of run.py --first quick
            yield f"{name}: quick", run, {"quick"}
            yield f"{name}: the rest too", run, None
        else:
            yield name, run, None


def rows(runs: dict[str, dict[str, dict]]):
    """Group, number of wrong ones, and for each column how many of them it found."""
    first, *others = runs.values()
    # A fault that no run could judge, as the device lacks a type or its limit is too low, shows nothing.
    shared = [
        fault
        for id_, fault in first.items()
        if all(id_ in other for other in others) and fault["state"] != "skip"
    ]
    for group in [*dict.fromkeys(fault["group"] for fault in shared), "all"]:
        chosen = [f["id"] for f in shared if group in ("all", f["group"]) and f["kind"] == "wrong"]
        if chosen:
            yield (
                group,
                len(chosen),
                [
                    sum(
                        run[id_]["state"] == "found" and (not profiles or run[id_]["profile"] in profiles)
                        for id_ in chosen
                    )
                    for _, run, profiles in columns(runs)
                ],
            )


def right(runs: dict[str, dict[str, dict]]):
    """A line for each run: its right implementations, and the wrong ones that it missed."""
    for name, run in runs.items():
        chosen = [fault for fault in run.values() if fault["kind"] == "right" and fault["state"] != "skip"]
        refused = [fault["id"] for fault in chosen if fault["state"] == "refused"]
        yield f"{name}: {len(chosen)} right implementations run, {len(refused)} refused{listed(refused)}"
        for state, words in (("missed", "wrong ones missed"), ("error", "without a verdict")):
            ids = [fault["id"] for fault in run.values() if fault["state"] == state]
            yield f"{name}: {len(ids)} {words}{listed(ids)}"


def main(argv: list[str]) -> int:
    if not argv or not all("=" in argument for argument in argv):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        runs = dict(load(argument) for argument in argv)
    except (OSError, ValueError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    headings = [heading for heading, _, _ in columns(runs)]
    print("| wrong implementations | number | " + " | ".join(headings) + " |")
    print("|---|--:|" + "--:|" * len(headings))
    for group, number, found in rows(runs):
        cells = (f"{count} ({100 * count / number:.0f} %)" for count in found)
        print(f"| {group} | {number} | " + " | ".join(cells) + " |")
    print()
    for line in right(runs):
        print(f"- {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
