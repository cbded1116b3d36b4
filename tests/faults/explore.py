"""Runs `wgconform explore` alone under each fault of the catalogue: how many it finds, and how soon.

    . build/env.sh && python3 tests/faults/explore.py --device 0 --time 60 [PATTERN...]
    . build/env.sh && python3 tests/faults/explore.py --device 0 --groups --reduce --keep

Each PATTERN selects faults by id; --groups selects one fault of each group. Programs run from --seed on, 20
at a time, until one fails that passes without the fault, or the time is over. The seconds are those of the
programs under the fault, up to the end of the 20. With --kind right, no program may fail. With --reduce that
program is reduced, which takes longer; its statements are counted. --keep adds to the table of
docs/strength.md, which tests/real-bugs/results.py writes. The exit status is 0 whatever is found, 1 if a
right one is refused, and 2 if the command cannot be carried out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import header
import programs
import run
import suite_functions
import table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import portions  # noqa: E402

KEPT = Path(__file__).resolve().parent / "explored.json"


@dataclass
class Found:
    fault: str
    what: str
    state: str = "missed"  # found, missed; refused, passed; unchanged (no program calls the functions), error
    seconds: float = 0.0
    programs: int = 0  # that ran until then
    seed: int = 0
    lines: int = 0  # of the reduced program
    variants: int = 0
    reduction: float = 0.0  # seconds
    cause: str = ""
    reason: str = ""


def command(args, report, *more):
    return [
        *(str(args.wgconform), "explore", "--quiet", "--device", args.device, "--impl", args.impl),
        *("--jobs", str(args.jobs), "--json", str(report), *map(str, more)),
        *(("--size", str(args.size)) if args.size else ()),
    ]


def explore(args, report, environment, *more):
    """The report; programs.Unusable where the exploration cannot be carried out."""
    full = {**os.environ, **environment}
    done = subprocess.run(
        command(args, report, *more), env=full, text=True, errors="replace", capture_output=True, check=False
    )
    if done.returncode not in (0, 1):
        raise programs.Unusable(f"exit status {done.returncode}: {done.stderr.strip()[-300:]}")
    return json.loads(report.read_text())


class Baseline:
    """The programs that fail without any fault: the device has faults of its own."""

    def __init__(self, args, folder):
        self.args, self.path, self.known, self.device = args, folder / "right.json", {}, ""

    def of(self, first):
        if first not in self.known:
            report = explore(self.args, self.path, {}, *portions.options(first))
            self.known[first], self.device = portions.failing(report), report["device"]["name"]
        return self.known[first]


def reduce(args, found, environment, path):
    started = time.monotonic()
    report = explore(args, path, environment, "--seed", found.seed, "--programs", 1, "--reductions", 1)
    found.reduction = round(time.monotonic() - started, 1)
    for cause in report["explore"]["causes"]:
        if "reduced" in cause:
            found.lines, found.variants = cause["reduced"]["lines"], cause["reduced"]["variants"]
            found.cause = cause["title"].removeprefix("explore: ")


def run_fault(args, fault, baseline, folder):
    path, log = folder / f"{fault.id}.clh", folder / f"{fault.id}.log"
    path.write_text(header.text(fault, suite_functions.load(), explored=True))
    environment = {"OPENCL_LAYERS": str(args.layer), "WGFAULT_HEADER": str(path), "WGFAULT_LOG": str(log)}
    found = Found(fault.id, fault.what)
    try:
        report = folder / f"{fault.id}.json"

        def wrong(first):
            return explore(args, report, environment, *portions.options(first))

        def alone(seed):
            wrong_one, right_one = (partial(explore, args, report, e) for e in (environment, {}))
            return portions.state_alone(seed, wrong_one, right_one) != ""

        portions.search(args.seed, args.time, wrong, baseline.of, alone, found)
        ends = ("refused", "passed") if fault.kind == "right" else ("found", "missed")
        found.state = ends[0] if found.seed else ends[1] if programs.applied(log) > 0 else "unchanged"
        if found.seed and args.reduce:
            reduce(args, found, environment, report)
    except programs.Unusable as error:
        found.state, found.reason = "error", str(error)
    return found


def choose(args):
    """The faults in OpenCL C for these functions; with --groups the first of each group for int."""
    faults = [
        fault
        for fault in run.choose(args)
        if fault.body_kind != "spirv" and fault.emulated == (args.impl == "emulated")
    ]
    if not args.groups:
        return faults
    chosen = {}
    for fault in faults:
        if "int" in fault.types:
            chosen.setdefault(fault.id.split(".")[0], fault)
    return list(chosen.values())


def keep(device, seconds, rows):
    """Adds the rows to those that are kept, in the order of their names."""
    before = json.loads(KEPT.read_text())["rows"] if KEPT.exists() else []
    kept = {row["fault"]: row for row in [*before, *map(asdict, rows)]}
    facts = {"device": device, "time": seconds, "rows": [kept[name] for name in sorted(kept)]}
    KEPT.write_text(json.dumps(facts, indent=1) + "\n")


def parse(argv):
    parser = argparse.ArgumentParser(description="Runs explore alone under each fault of the catalogue.")
    parser.add_argument("--device", default="0", help="wgconform's device (default: 0)")
    parser.add_argument("--impl", choices=("builtin", "emulated"), default="builtin", help="what is wrong")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each fault (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the first program (default: 1)")
    parser.add_argument("--size", type=int, help="statements of a program")
    parser.add_argument("--reduce", action="store_true", help="also reduce the first failing program")
    parser.add_argument("--jobs", type=int, default=1, help="workers (default: 1)")
    parser.add_argument("--wgconform", type=Path, default=ROOT / "build/bin/wgconform")
    parser.add_argument("--layer", type=Path, default=ROOT / "build/lib/libwgfaults.so")
    parser.add_argument("--output", type=Path, default=ROOT / "build/faults/explore.json", help="the table")
    parser.add_argument("--keep", action="store_true", help=f"write tests/faults/{KEPT.name} too")
    parser.add_argument("--groups", action="store_true", help="one fault of each group")
    parser.add_argument("--sample", type=int, metavar="N", help="N faults, chosen at random")
    parser.add_argument("--kind", choices=sorted(table.KINDS), default="wrong", help="which faults")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids of faults, with * and ?")
    args = parser.parse_args(argv)
    args.patterns = args.patterns or ["*"]
    args.layer = args.layer.resolve()
    return args


def line(found, number, total):
    text = f"[{number}/{total}] {found.state:9} {found.fault}  {found.seconds} s, {found.programs} programs"
    text += f", seed {found.seed}" if found.seed else ""
    text += f", {found.lines} lines ({found.reduction} s): {found.cause}" if found.lines else ""
    return f"{text} {found.reason}".rstrip()


def main(argv):
    args = parse(argv)
    faults = choose(args)
    if not faults or not args.layer.is_file():
        print(f"no fault is chosen, or there is no layer {args.layer}", file=sys.stderr)
        return 2
    rows = []
    with tempfile.TemporaryDirectory() as name:
        baseline = Baseline(args, Path(name))
        try:
            baseline.of(args.seed)
        except programs.Unusable as error:
            print(error, file=sys.stderr)
            return 2
        for number, fault in enumerate(faults, 1):
            rows.append(run_fault(args, fault, baseline, Path(name)))
            print(line(rows[-1], number, len(faults)), flush=True)
            if args.keep:
                keep(baseline.device, args.time, rows[-1:])
    found = sorted(row.seconds for row in rows if row.state == "found")
    args.output.parent.mkdir(parents=True, exist_ok=True)
    facts = {
        "device": baseline.device,
        "time": args.time,
        "seed": args.seed,
        "found": len(found),
        "faults": len(rows),
    }
    text = json.dumps({**facts, "rows": [asdict(row) for row in rows]}, indent=1) + "\n"
    args.output.write_text(text)
    middle = f", half of them within {found[len(found) // 2]} s" if found else ""
    if args.kind == "wrong":
        print(f"{len(found)} of {len(rows)} wrong implementations found on {baseline.device}{middle}")
        return 0
    states = Counter(row.state for row in rows)
    print(f"{len(rows)} right implementations on {baseline.device}: {dict(states)}")
    return 1 if states["refused"] or states["error"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
