"""Measures how long the suite takes on a device, with one worker and with two.

    . build/env.sh && python3 tests/bench/run.py --device 0

Prints Markdown tables. Times are wall-clock seconds of whole processes, medians of --runs runs; what is
compared runs in turn, so that a machine that slows down slows both. It judges nothing: a benchmark is no
test.
"""

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("WGC_BUILD", ROOT / "build")) / "bin" / "wgconform"


def timed(command, env=None):
    """Seconds, CPU seconds of all its processes, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=env)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, result


def run_suite(device, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [str(PROGRAM), "-d", str(device), "-v", "--json", str(report), *arguments]
        seconds, cpu, result = timed(command)
        if result.returncode not in (0, 1):
            sys.exit(f"bench: {' '.join(command)}: {result.stderr.strip()}")
        return seconds, cpu, json.loads(report.read_text()), result.stdout


def judged(report):
    return sum(1 for r in report["results"] if r["state"] in ("pass", "fail"))


def without_crashes(report, folder):
    """A query that leaves out the cases that crashed, ran into a time limit or did not build."""
    names = [r["name"] for r in report["results"] if r["state"] in ("crash", "timeout", "build_error")]
    path = Path(folder) / "crashes"
    path.write_text("".join(f"!{name}\n" for name in names))
    return [f"@{path}"] if names else []


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def shares(text):
    """The line of -v that shows where the workers' time went."""
    match = re.search(r"^workers: .*$", text, re.M)
    return tuple(map(float, re.findall(r"([\d.]+) s\b", match[0]))) if match else (0.0,) * 4


def profile_row(device, profile, what, runs, queries):
    made = [run_suite(device, "-p", profile, "--language", "c", *queries) for _ in range(runs)]
    seconds = statistics.median(m[0] for m in made)
    count = judged(made[0][2])
    workers, *parts = shares(made[0][3])
    return made[0][2], (
        f"{profile}, {what}",
        len(made[0][2]["results"]),
        count,
        f"{seconds:.2f}",
        f"{1000 * seconds / max(count, 1):.2f}",
        *(f"{100 * part / workers:.1f} %" if workers else "-" for part in parts),
    )


def profiles(device, runs, queries):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for profile in ("quick", "default"):
            report, row = profile_row(device, profile, "all cases", runs, queries)
            rows.append(row)
            quiet = [*queries, *without_crashes(report, folder)]
            rows.append(profile_row(device, profile, "those that do not kill the driver", runs, quiet)[1])
    table(
        (
            "profile",
            "cases",
            "judged",
            "wall s",
            "ms a verdict",
            "workers in the driver",
            "making data",
            "judging",
        ),
        rows,
    )


def jobs(device, runs, queries):
    one, two = [], []
    for _ in range(runs):
        one.append(run_suite(device, "-p", "quick", "--language", "c", "-j", "1", *queries)[0])
        two.append(run_suite(device, "-p", "quick", "--language", "c", "-j", "2", *queries)[0])
    ratio = statistics.median(a / b for a, b in zip(one, two, strict=True))
    table(
        ("--jobs 1, s", "--jobs 2, s", "ratio"),
        [(f"{statistics.median(one):.2f}", f"{statistics.median(two):.2f}", f"{ratio:.2f}")],
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--device", default="0")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("queries", nargs="*", help="queries for wgconform; default all")
    options = parser.parse_args()
    profiles(options.device, options.runs, options.queries)
    jobs(options.device, options.runs, options.queries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
