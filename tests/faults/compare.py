"""Puts the tables of two or more runs of run.py side by side, in Markdown.

    python3 tests/faults/compare.py NAME=FOLDER/faults.json NAME=FOLDER/faults.json

Only implementations that all runs had are counted. A program that does not call a function cannot find what
is wrong with it: that fault counts as not found.
"""

import json
import sys
from collections import Counter
from pathlib import Path


def load(argument: str) -> tuple[str, dict[str, dict]]:
    name, _, path = argument.partition("=")
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    return name, {fault["id"]: fault for fault in data["faults"]}


def rows(runs: dict[str, dict[str, dict]]):
    """Group, number of wrong ones, and for each run how many of them it found."""
    first, *others = runs.values()
    # A fault that no run could judge, as the device lacks a type or its limit is too low, shows nothing.
    shared = [
        fault
        for id_, fault in first.items()
        if all(id_ in other for other in others) and first[id_]["state"] != "skip"
    ]
    for group in [*dict.fromkeys(fault["group"] for fault in shared), "all"]:
        chosen = [f["id"] for f in shared if group in ("all", f["group"]) and f["kind"] == "wrong"]
        if chosen:
            states = {name: Counter(run[id_]["state"] for id_ in chosen) for name, run in runs.items()}
            yield group, len(chosen), states


def right(runs: dict[str, dict[str, dict]]):
    for name, run in runs.items():
        chosen = [fault for fault in run.values() if fault["kind"] == "right" and fault["state"] != "skip"]
        refused = [fault["id"] for fault in chosen if fault["state"] == "refused"]
        yield f"{name}: {len(chosen)} right implementations run, {len(refused)} refused {' '.join(refused)}"


def main(argv: list[str]) -> int:
    if len(argv) < 2 or not all("=" in argument for argument in argv):
        print(__doc__, file=sys.stderr)
        return 2
    runs = dict(load(argument) for argument in argv)
    print("| wrong implementations | number | " + " | ".join(f"found by {name}" for name in runs) + " |")
    print("|---|--:|" + "--:|" * len(runs))
    for group, number, states in rows(runs):
        cells = (f"{found['found']} ({100 * found['found'] / number:.0f} %)" for found in states.values())
        print(f"| {group} | {number} | " + " | ".join(cells) + " |")
    print()
    for line in right(runs):
        print(f"- {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
