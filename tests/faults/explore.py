"""Runs `wgconform explore` alone under each fault of the catalogue: how many it finds, and how soon.

    . build/env.sh && python3 tests/faults/explore.py --device 0 --time 60 [PATTERN...]

Each PATTERN selects faults by id. Programs run from --seed on until one fails or the time is over. A fault
is found when a program fails that passes without it. With --reduce the first failing program of each fault
is reduced, which takes longer, and its lines are printed.
The exit status is 0 whatever is found, 2 if the command cannot be carried out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import header
import programs
import run
import suite_functions

ROOT = Path(__file__).resolve().parents[2]
BAD = ("fail", "crash", "timeout", "build_error", "flaky")


@dataclass
class Found:
    fault: str
    state: str  # found, missed, unchanged (no program calls the functions), error
    seconds: float = 0.0
    programs: int = 0  # that ran until then
    seed: str = ""
    lines: int = 0  # of the reduced program
    cause: str = ""
    reason: str = ""


def command(args, report, *more):
    return [
        *(str(args.wgconform), "explore", "--quiet", "--device", args.device, "--impl", args.impl),
        *("--seed", str(args.seed), "--jobs", "1", "--json", str(report), *more),
        *(("--size", str(args.size)) if args.size else ()),
    ]


def explore(args, report, environment, *more):
    """The report; an error is a text."""
    full = {**os.environ, **environment}
    done = subprocess.run(
        command(args, report, *more), env=full, text=True, errors="replace", capture_output=True, check=False
    )
    if done.returncode not in (0, 1):
        return None, f"exit status {done.returncode}: {done.stderr.strip()[-300:]}"
    return json.loads(report.read_text()), ""


def outcome(fault, report, known, seconds, changed):
    """known: the seeds that fail without the fault."""
    ran = [result for result in report["results"] if result["state"] != "skip"]
    bad = [r for r in ran if r["state"] in BAD and r["name"] not in known]
    if not bad:
        return Found(fault.id, "missed" if changed else "unchanged", seconds, len(ran))
    first = bad[0]
    reduced = [
        cause["reduced"]["lines"]
        for cause in report["explore"]["causes"]
        if "reduced" in cause and cause["id"] == first.get("cause")
    ]
    seed = first["name"].rsplit(".", 1)[1]
    cause = first.get("cause", "")
    return Found(fault.id, "found", seconds, len(ran), seed, (reduced or [0])[0], cause)


def run_fault(args, fault, known, folder):
    path, log = folder / f"{fault.id}.clh", folder / f"{fault.id}.log"
    path.write_text(header.text(fault, suite_functions.load()))
    environment = {"OPENCL_LAYERS": str(args.layer), "WGFAULT_HEADER": str(path), "WGFAULT_LOG": str(log)}
    more = ["--time", str(args.time), "--max-failures", str(1 + len(known))]
    more += ["--reductions", "1" if args.reduce else "0"]
    started = time.monotonic()
    report, error = explore(args, folder / f"{fault.id}.json", environment, *more)
    seconds = round(time.monotonic() - started, 1)
    if error:
        return Found(fault.id, "error", seconds, reason=error)
    return outcome(fault, report, known, seconds, programs.applied(log) > 0)


def baseline(args, folder):
    """The programs that fail without any fault."""
    report, error = explore(args, folder / "right.json", {}, "--time", str(args.time), "--reductions", "0")
    if error:
        raise programs.Unusable(error)
    bad = {result["name"] for result in report["results"] if result["state"] in BAD}
    print(f"without a fault: {len(report['results'])} programs, {len(bad)} of them fail", flush=True)
    return bad, report["device"]["name"]


def parse(argv):
    parser = argparse.ArgumentParser(description="Runs explore alone under each fault of the catalogue.")
    parser.add_argument("--device", default="0", help="wgconform's device (default: 0)")
    parser.add_argument("--impl", choices=("builtin", "emulated"), default="builtin", help="what is wrong")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each fault (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the first program (default: 1)")
    parser.add_argument("--size", type=int, help="statements of a program")
    parser.add_argument("--reduce", action="store_true", help="also reduce the first failing program")
    parser.add_argument("--wgconform", type=Path, default=ROOT / "build/bin/wgconform")
    parser.add_argument("--layer", type=Path, default=ROOT / "build/lib/libwgfaults.so")
    parser.add_argument("--output", type=Path, default=ROOT / "build/faults/explore.json", help="the table")
    parser.add_argument("--sample", type=int, metavar="N", help="N faults, chosen at random")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids of faults, with * and ?")
    args = parser.parse_args(argv)
    args.patterns, args.kind = args.patterns or ["*"], "wrong"
    args.layer = args.layer.resolve()
    return args


def line(found, number, total):
    text = f"[{number}/{total}] {found.state:9} {found.fault}  {found.seconds} s, {found.programs} programs"
    text += f", seed {found.seed}" if found.seed else ""
    text += f", {found.lines} lines" if found.lines else ""
    return f"{text} {found.reason}".rstrip()


def main(argv):
    args = parse(argv)
    of_c = [fault for fault in run.choose(args) if fault.body_kind != "spirv"]
    faults = [fault for fault in of_c if fault.emulated == (args.impl == "emulated")]
    if not faults or not args.layer.is_file():
        print(f"no fault is chosen, or there is no layer {args.layer}", file=sys.stderr)
        return 2
    rows = []
    with tempfile.TemporaryDirectory() as name:
        try:
            known, device = baseline(args, Path(name))
        except programs.Unusable as error:
            print(error, file=sys.stderr)
            return 2
        for number, fault in enumerate(faults, 1):
            rows.append(run_fault(args, fault, known, Path(name)))
            print(line(rows[-1], number, len(faults)), flush=True)
    found = sorted(row.seconds for row in rows if row.state == "found")
    args.output.parent.mkdir(parents=True, exist_ok=True)
    facts = {"device": device, "time": args.time, "seed": args.seed, "found": len(found), "faults": len(rows)}
    args.output.write_text(json.dumps({**facts, "rows": [asdict(row) for row in rows]}, indent=1) + "\n")
    middle = f", half of them within {found[len(found) // 2]} s" if found else ""
    print(f"{len(found)} of {len(rows)} wrong implementations found on {device}{middle}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
