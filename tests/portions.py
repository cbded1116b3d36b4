"""Programs of `wgconform explore`, a portion at a time, until one fails that passes without the fault."""

import time

PROGRAM = "c.explore."  # and the seed: the other results are about several programs
BAD = ("fail", "crash", "timeout", "build_error", "flaky")
PORTION = 20


def failing(report):
    """The seeds of the programs that fail."""
    bad = [r["name"] for r in report["results"] if r["state"] in BAD]
    return {int(name.removeprefix(PROGRAM)) for name in bad if name.startswith(PROGRAM)}


def options(first, programs=PORTION):
    """Of explore, for the programs from this seed on; none is reduced."""
    return ["--seed", str(first), "--programs", str(programs), "--reductions", "0"]


def state_alone(seed, wrong, right):
    """The state of the program that runs by itself with the fault; "" if it passes, or fails without it too.

    wrong(*options) gives the report of explore with the fault, right(*options) that without it.
    """
    alone = options(seed, 1)
    if failing(right(*alone)):
        return ""
    (state,) = [r["state"] for r in wrong(*alone)["results"] if r["name"] == f"{PROGRAM}{seed}"]
    return state if state in BAD else ""


def search(first, seconds, wrong, right, alone, found):
    """Runs portions from a seed on until a program fails that passes without the fault, or the time is over.

    wrong(first) gives the report of a portion with the fault, right(first) the seeds that fail without it,
    and alone(seed) whether that program fails by itself too, and only with the fault.
    Sets seed (0: none), seconds and programs of found; the seconds are those with the fault.
    """
    while not found.seed and found.seconds < seconds:
        known = right(first)
        started = time.monotonic()
        report = wrong(first)
        found.seconds = round(found.seconds + time.monotonic() - started, 1)
        programs = [r for r in report["results"] if r["name"].startswith(PROGRAM)]
        found.programs += sum(r["state"] != "skip" for r in programs)
        found.seed = next((seed for seed in sorted(failing(report) - known) if alone(seed)), 0)
        first += PORTION
