"""Where each fault of the catalogue can show: the devices of results/ on which its cases pass without it.

    python3 tests/faults/where.py            # a table by group
    python3 tests/faults/where.py PATTERN    # the devices of each of these faults

A fault can show on a device if a case of the default profile that it concerns is of a function and type of
which cases pass there, by any report of the device; run.py shows whether it does. A fault without a device
would be skipped on each.
"""

import fnmatch
import gzip
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import suite_functions
import table

ROOT = Path(__file__).resolve().parents[2]
BUILTIN = ("intel-2026.2", "pocl-6.0", "pocl-main", "rusticl-25.0", "rusticl-26.1")
EMULATED = ("intel-2026.2", "pocl-6.0", "rusticl-26.1", "nvidia-580")
DEVICES = tuple(dict.fromkeys(BUILTIN + EMULATED))
# The device that run.py has claim cl_khr_work_group_uniform_arithmetic: its modules pass, but the logical
# scans, which do not link (results/findings/intel-spirv-logical-scans.md).
CLAIMING = "intel-2026.2"

Head = tuple[str, str, str]  # the language, the function and the type of a case


def default_cases() -> list[str]:
    """The names of the default profile's cases, of the program that is built."""
    command = [str(ROOT / "build" / "bin" / "wgconform"), "--list", "--profile", "default"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def by_head(names: list[str]) -> dict[Head, list[str]]:
    """The rest of each case's name, SHAPE.FORM, by its head."""
    found = defaultdict(list)
    for name in names:
        if name.count(".") >= 4:
            *head, rest = name.split(".", 3)
            found[tuple(head)].append(rest)
    return found


def passing(device: str, impl: str, results: Path = ROOT / "results") -> set[Head]:
    """The heads of which some case passes in a report of the device."""
    found = set()
    for path in (results / device).glob("*.json.gz"):
        report = json.loads(gzip.decompress(path.read_bytes()))
        if report["impl"] == impl and "explore" not in report:
            counts = report["counts"].items()
            found |= {tuple(group.split(".")) for group, states in counts if states.get("pass")}
    return found


def claimed() -> set[Head]:
    """Those of the modules that pass on the device that is made to claim their extension."""
    functions = [f for f in suite_functions.load() if f.feature == "uniform_arithmetic"]
    return {
        ("spirv", f.name, type_)
        for f in functions
        for type_ in f.types
        if not ("scan" in f.name and "logical" in f.name)
    }


def reports() -> dict[bool, dict[str, set[Head]]]:
    """What passes on each device, of the emulated functions (True) and of the device's own."""
    own = {device: passing(device, "builtin") for device in BUILTIN}
    own[CLAIMING] |= claimed()
    return {False: own, True: {device: passing(device, "emulated") for device in EMULATED}}


def where(fault: table.Fault, cases: dict[Head, list[str]], reported) -> list[str]:
    """The devices, in their order; none if the profile has no case of it."""
    concerned = {head for head in fault.heads if any(map(fault.ends.match, cases.get(head, ())))}
    return [device for device, heads in reported[fault.emulated].items() if heads & concerned]


def main(patterns: list[str]) -> int:
    faults, cases, reported = table.load(), by_head(default_cases()), reports()
    found = {fault.id: where(fault, cases, reported) for fault in faults}
    if patterns:
        chosen = [f.id for f in faults if any(fnmatch.fnmatchcase(f.id, p) for p in patterns)]
        print("\n".join(f"{name}: {', '.join(found[name]) or 'nowhere'}" for name in chosen))
        return 0
    print(f"| group | faults | {' | '.join(DEVICES)} | nowhere |\n|---|--:|{'--:|' * (len(DEVICES) + 1)}")
    for group in dict.fromkeys(fault.group for fault in faults):
        rows = [found[fault.id] for fault in faults if fault.group == group]
        numbers = [sum(device in row for row in rows) for device in DEVICES]
        print(f"| {group} | {len(rows)} | {' | '.join(map(str, numbers))} | {sum(not row for row in rows)} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
