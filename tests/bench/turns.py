"""How long programs take, each in its turn: the seconds of each round, and the ratio to the first program.

    python3 tests/bench/turns.py 'test_workgroups=FOLDER/test_workgroups' \
        'quick=build/bin/wgconform -q -p quick c.work_group_*'

LABEL=COMMAND; the shell runs COMMAND in an empty folder, with an empty driver's cache, on the loader's first
platform. {root} in it is the folder of the sources. The exit statuses 0 and 1 are those of a run that took
place; another one ends this program. Prints a Markdown table. It judges nothing: a benchmark is no test.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RAN = (0, 1)


def timed(command, statuses=RAN):
    """Seconds of the clock and of the processors of a command that ends with one of the statuses."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        platform = {"CL_PLATFORM_INDEX": "0", "CL_DEVICE_INDEX": "0"}  # of OpenCL-CTS
        env = os.environ | platform | {"POCL_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
        started = time.monotonic()
        done = subprocess.run(
            command.replace("{root}", str(ROOT)),
            shell=True,
            cwd=folder,
            env=env,
            capture_output=True,
            check=False,
        )
        seconds = time.monotonic() - started
    if done.returncode not in statuses:
        message = done.stderr.decode(errors="replace").strip()[-300:]
        raise SystemExit(f"turns: {command}: exit status {done.returncode}: {message}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounds(programs, number):
    """For each label the (seconds, CPU seconds) of each round."""
    made = {label: [] for label in programs}
    for _ in range(number):
        for label, command in programs.items():
            made[label].append(timed(command))
    return made


def table(made):
    lines = ["| program | s | CPU s | s, median ratio to the first |", "|---|--:|--:|--:|"]
    first = next(iter(made.values()))
    for label, times in made.items():
        ratio = statistics.median(mine[0] / one[0] for mine, one in zip(times, first, strict=True))
        cells = [", ".join(f"{pair[place]:.1f}" for pair in times) for place in (0, 1)]
        lines.append(f"| {label} | {' | '.join(cells)} | {'' if times is first else f'{ratio:.2f}'} |")
    return "\n".join(lines)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=2, help="rounds (default: 2)")
    parser.add_argument("programs", nargs="+", metavar="LABEL=COMMAND")
    options = parser.parse_args(argv)
    programs = dict(text.partition("=")[::2] for text in options.programs)
    if len(programs) != len(options.programs) or not all(programs.values()) or options.runs < 1:
        parser.error("each program is LABEL=COMMAND, with a label of its own, and there is a round")
    print(table(rounds(programs, options.runs)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
