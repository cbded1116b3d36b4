"""Measures how long the suite takes on a device, beside OpenCL-CTS where that is at hand.

    . build/env.sh && python3 tests/bench/run.py --device 0 [--cts PATH/test_workgroups]

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
# OpenCL-CTS gives one verdict a test; its log names the function and type of each that it runs.
CTS_VERDICTS = 68


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


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def shares(text):
    """The line of -v that says where the workers' time went."""
    match = re.search(r"workers: ([\d.]+) s, of these ([\d.]+) s in the driver, ([\d.]+) s in oracle", text)
    return tuple(map(float, match.groups())) if match else (0.0, 0.0, 0.0)


def profiles(device, runs, queries):
    rows = []
    for profile in ("quick", "default"):
        made = [run_suite(device, "-p", profile, "--language", "c", *queries) for _ in range(runs)]
        seconds = statistics.median(m[0] for m in made)
        count = judged(made[0][2])
        workers, driver, judge = shares(made[0][3])
        rows.append(
            (
                profile,
                len(made[0][2]["results"]),
                count,
                f"{seconds:.2f}",
                f"{1000 * seconds / max(count, 1):.2f}",
                f"{100 * driver / workers:.1f} %" if workers else "-",
                f"{100 * judge / workers:.1f} %" if workers else "-",
            )
        )
    table(
        (
            "profile",
            "cases",
            "judged",
            "wall s",
            "ms a verdict",
            "workers in the driver",
            "in oracle and judge",
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


def platform_index(report):
    """The place of the report's device's platform among those that the loader lists."""
    done = subprocess.run(
        [str(PROGRAM), "--list-devices", "--json"], capture_output=True, text=True, check=True
    )
    platforms = list(dict.fromkeys(device["platform"] for device in json.loads(done.stdout)))
    return platforms.index(report["device"]["platform"])


def run_cts(cts, report):
    """Seconds of OpenCL-CTS on the report's device, with nothing in the driver's cache, as wgconform runs."""
    with tempfile.TemporaryDirectory() as folder:
        selection = {"CL_DEVICE_INDEX": "0", "CL_PLATFORM_INDEX": str(platform_index(report))}
        caches = {"POCL_CACHE_DIR": folder, "XDG_CACHE_HOME": folder}
        return timed([cts], os.environ | selection | caches)[0]


def beside_cts(device, runs, cts, queries):
    ours, theirs = [], []
    for _ in range(runs):
        seconds, _, report, _ = run_suite(device, "-p", "quick", "--language", "c", *queries)
        ours.append((seconds, seconds / max(judged(report), 1)))
        theirs.append(run_cts(cts, report))
    wall = statistics.median(o[0] / t for o, t in zip(ours, theirs, strict=True))
    verdict = statistics.median(o[1] / (t / CTS_VERDICTS) for o, t in zip(ours, theirs, strict=True))
    table(
        ("quick profile, s", "test_workgroups, s", "wall ratio", "ratio a verdict"),
        [
            (
                f"{statistics.median(o[0] for o in ours):.2f}",
                f"{statistics.median(theirs):.2f}",
                f"{wall:.2f}",
                f"1/{1 / verdict:.0f}",
            )
        ],
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--device", default="0")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--cts", help="a built test_workgroups of OpenCL-CTS")
    parser.add_argument("queries", nargs="*", help="queries for wgconform; default all")
    options = parser.parse_args()
    profiles(options.device, options.runs, options.queries)
    jobs(options.device, options.runs, options.queries)
    if options.cts:
        beside_cts(options.device, options.runs, options.cts, options.queries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
