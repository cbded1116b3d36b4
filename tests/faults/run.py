"""Runs a test program under each fault of the catalogue and reports what it found.

    . build/env.sh && python3 tests/faults/run.py --device 0 --profile default [PATTERN...]

Each PATTERN selects faults by id. A wrong implementation is found when a case that passes without it fails
with it; a right one must leave every case that passes a pass, but where a defect of the driver is known to
fail it (known.toml). The exit status is 0 if all are so, 1 if not, 2 if the command cannot be carried out.
With --program 'COMMAND', another OpenCL program is run instead.

With --first quick, a wrong implementation meets the cases of quick, and all of the profile only if none of
those finds it: one run shows what each of the two profiles finds, in much less time. With --right quick,
a right one meets the cases of quick alone.
"""

import argparse
import concurrent.futures
import fnmatch
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import known
import programs
import report
import table

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Outcome:
    fault: table.Fault
    state: str  # report.STATES
    found: int = 0  # cases that fail with the fault and pass without it
    passing: int = 0  # cases that pass without it
    first: str = ""  # the first of those that fail
    reason: str = ""
    profile: str = ""  # the one whose cases were run
    seconds: float = 0.0
    failing: list[str] = field(default_factory=list)
    known: dict[str, str] = field(
        default_factory=dict
    )  # cases that fail by a finding, and which: not in failing


NO_SKIP = ("fail", "crash", "timeout", "build_error", "error")


def skipped(states: dict[str, str]) -> list[str]:
    """What is undefined or not there, which no right implementation may make a failure."""
    return [name for name, state in states.items() if state == "skip"]


def known_defects(
    fault: table.Fault, device: dict, failing: list[str], states: dict[str, str]
) -> dict[str, str]:
    """The findings that explain cases which fail under a right implementation."""
    return {
        name: row.finding
        for name in failing
        for row in known.load()
        if row.explains(fault.id, device, name, states.get(name, ""))
    }


def hidden_by(fault: table.Fault, device: dict) -> str:
    """Which defect of the device hides a wrong implementation that no case has found; "" where none does."""
    rows = [row for row in known.load_hidden() if row.explains(fault.id, device)]
    return f"the device's own defect hides it ({rows[0].finding}): {rows[0].why}" if rows else ""


def judge(
    fault: table.Fault,
    before: dict[str, str],
    after: programs.Result,
    must_call=True,
    device: dict | None = None,
) -> Outcome:
    """What the run `after` with the fault shows, compared with the states `before` without it.

    A fault that changed nothing has no verdict, except that a program need not call all functions: must_call.
    """
    passing = [name for name, state in before.items() if state == "pass"]
    device = device or {}
    outcome = Outcome(fault, "", passing=len(passing), seconds=after.seconds)
    if not passing:
        outcome.state, outcome.reason = "skip", "no case passes without the fault, on this device"
        return outcome
    if after.error:
        outcome.state, outcome.reason = "error", after.error
        return outcome
    outcome.failing = [name for name in passing if after.states.get(name, "missing") != "pass"]
    if fault.skips:
        outcome.failing = [name for name in outcome.failing if after.states.get(name) != "skip"]
    if fault.kind == "right":
        outcome.failing += [name for name in skipped(before) if after.states.get(name) in NO_SKIP]
    if after.stopped:
        outcome.failing = [name for name in outcome.failing if name in after.states]
    if fault.kind == "right":
        outcome.known = known_defects(fault, device, outcome.failing, after.states)
        outcome.failing = [name for name in outcome.failing if name not in outcome.known]
    wrong = [name for name in outcome.failing if after.states.get(name) == "fail"]
    odd = [name for name in outcome.failing if name not in wrong]
    outcome.found = len(wrong)
    outcome.first = (wrong or odd or [""])[0]
    if after.applied == 0 and not must_call:
        outcome.state, outcome.reason = "skip", "the program does not call these functions"
    elif after.applied == 0:
        outcome.state, outcome.reason = "error", "by the layer's log, no program was changed"
    elif fault.kind == "right":
        outcome.state = "refused" if outcome.failing else "passed"
    elif wrong:
        outcome.state = "found"
    elif odd:
        name = odd[0]
        outcome.state = "error"
        outcome.reason = f"{name}: {after.states.get(name, 'missing')}, which is no wrong value"
    else:
        outcome.reason = hidden_by(fault, device)
        outcome.state = "skip" if outcome.reason else "missed"
    return outcome


def run_fault(fault, program, profile: str, before, folder: Path) -> Outcome:
    started = time.monotonic()
    if fault.outlives and program.args.impl == "emulated":
        why = "it keeps something from work-group to work-group, for which OpenCL C 1.2 has no variables"
        return Outcome(fault, "skip", reason=why)
    cases = program.relevant(fault, before)
    passing = [name for name, state in cases.items() if state == "pass"]
    if not passing:
        return judge(fault, cases, programs.Result())
    if lacking := program.lacking(fault, passing):
        return Outcome(fault, "skip", reason=f"it shows where the device has {', '.join(lacking)}")
    environment = {"WGFAULT_LOG": str(folder / f"{fault.id}.log")}
    if fault.body_kind == "spirv":
        environment["WGFAULT_SPIRV"] = fault.body
    else:
        path = folder / f"{fault.id}.clh"
        path.write_text(program.header(fault))
        environment["WGFAULT_HEADER"] = str(path)
        if fault.outlives and program.impl(fault) == "emulated":
            environment["WGFAULT_STD"] = "CL3.0"
    met = passing + (skipped(cases) if fault.kind == "right" else [])
    result = program.run(fault, met, environment, folder / fault.id)
    result.seconds = time.monotonic() - started
    outcome = judge(fault, {name: cases[name] for name in met}, result, program.must_call, program.device)
    outcome.profile = profile
    built = {"build_error"} != {result.states.get(name) for name in outcome.failing}
    if outcome.state in ("error", "refused") and not built and (unbuilt := program.unbuilt(fault, folder)):
        why = f"it is written with {', '.join(unbuilt)}, which this device does not build in any case"
        return Outcome(fault, "skip", reason=why, profile=outcome.profile)
    return outcome


def choose(args) -> list[table.Fault]:
    faults = [f for f in table.load() if any(fnmatch.fnmatchcase(f.id, p) for p in args.patterns)]
    if args.kind:
        faults = [f for f in faults if f.kind == args.kind]
    if args.sample and args.sample < len(faults):
        chosen = set(random.Random(args.seed).sample(range(len(faults)), args.sample))
        faults = [fault for index, fault in enumerate(faults) if index in chosen]
    return faults


def parse(argv: list[str]):
    parser = argparse.ArgumentParser(description="Runs a test program under each fault of the catalogue.")
    parser.add_argument("--device", default="0", help="wgconform's device (default: 0)")
    parser.add_argument("--profile", default="default", help="wgconform's profile (default: default)")
    parser.add_argument("--impl", choices=("builtin", "emulated"), default="builtin", help="what is wrong")
    parser.add_argument(
        "--stop", action="store_true", help="at a fault's first failing case: counts no others"
    )
    parser.add_argument("--first", metavar="PROFILE", help="its cases first, all if they find nothing")
    parser.add_argument("--right", metavar="PROFILE", help="of --first or --profile: for the right ones")
    parser.add_argument("--wgconform", type=Path, default=ROOT / "build/bin/wgconform")
    parser.add_argument("--layer", type=Path, default=ROOT / "build/lib/libwgfaults.so")
    parser.add_argument("--program", metavar="COMMAND", help="run this instead of wgconform")
    parser.add_argument("--output", type=Path, default=ROOT / "build/faults", help="folder of the tables")
    parser.add_argument(
        "--before", type=Path, metavar="FOLDER", help="keeps there what cases do without a fault"
    )
    parser.add_argument("--only-before", action="store_true", help="runs no fault")
    parser.add_argument("-j", "--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("-t", "--timeout", type=float, default=900.0, help="seconds for one run")
    parser.add_argument("--kind", choices=sorted(table.KINDS), help="only the wrong or the right ones")
    parser.add_argument("--sample", type=int, metavar="N", help="N faults, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default: 1)")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="ids of faults, with * and ?")
    args = parser.parse_args(argv)
    args.patterns = args.patterns or ["*"]
    args.layer = args.layer.resolve()
    if args.right not in (None, args.first, args.profile):
        parser.error(f"--right {args.right} is neither --first nor --profile")
    return args


def stages(args) -> list[str]:
    """The profiles, each a part of the next; another program has none."""
    return [""] if args.program else [profile for profile in (args.first, args.profile) if profile]


def meets(fault, profile: str, args, outcomes) -> bool:
    """Whether the cases of this profile run with the fault: outcomes has those of earlier profiles."""
    if fault.kind == "right":
        return profile == (args.right or stages(args)[-1])
    return fault.id not in outcomes or outcomes[fault.id].state != "found"


def run_stage(args, program, profile: str, faults, outcomes, folder: Path) -> None:
    """Adds what becomes of these faults with the cases of the profile; what was before is replaced."""
    before = program.baseline(faults, profile, folder)
    if args.only_before:
        print(f"{len(faults)} implementations, what their {profile} cases do without them is known")
        return
    with concurrent.futures.ThreadPoolExecutor(max(args.jobs, 1)) as pool:
        runs = [pool.submit(run_fault, fault, program, profile, before, folder) for fault in faults]
        for number, run in enumerate(concurrent.futures.as_completed(runs), 1):
            outcome = run.result()
            outcomes[outcome.fault.id] = outcome
            print(report.line(outcome, number, len(faults)), flush=True)


def main(argv: list[str]) -> int:
    args = parse(argv)
    faults = choose(args)
    if not faults or not args.layer.is_file():
        print(f"no fault is chosen, or there is no layer {args.layer}", file=sys.stderr)
        return 2
    started = time.monotonic()
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            program = programs.Other(args) if args.program else programs.Wgconform(args)
            for profile in stages(args):
                chosen = [fault for fault in faults if meets(fault, profile, args, outcomes)]
                if chosen:
                    run_stage(args, program, profile, chosen, outcomes, folder)
        except programs.Unusable as error:
            print(error, file=sys.stderr)
            return 2
    if args.only_before:
        return 0
    ordered = [outcomes[fault.id] for fault in faults]
    facts = {**program.facts, "seconds": round(time.monotonic() - started, 1)}
    args.output.mkdir(parents=True, exist_ok=True)
    report.write(ordered, facts, args.output)
    print(report.summary(ordered, facts))
    return 0 if report.good(ordered) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
