"""Draws what is found in a device's first seconds: causes and findings against time, as SVG.

    make strength-curve DEVICE=intel [ARGS='--waivers FILE --time SECONDS --also LABEL=PROGRAM']

It runs the quick profile by rank, as many cases of default at random, and quick of other builds
(--also), each for so many seconds, and notes when each case is reported. What the run's report names as
the cause of a failure is found then, and so is a finding, to which its waiver links. --program
LABEL=COMMAND is another test program: a point at its seconds, with nothing found if it passes; where it
fails, --point LABEL=SECONDS,CAUSES has what it found.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import turns

ROOT = Path(__file__).resolve().parents[2]
COLORS = ("#1f5fa8", "#c2571a", "#3b8132", "#7a4fa0", "#8a6d3b", "#5f6b76")
OTHER = "quick of another build, with the waivers of the same names of its checkout"
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 720, 300, 50, 30, 50


@dataclass
class Curve:
    """When a run found its causes and its findings, in seconds from its start, rising; and when it ended."""

    label: str
    causes: list
    findings: list
    end: float


def names(program, *arguments):
    command = [program, "--list", *arguments]
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout.split()


def run(label, program, arguments, seconds):
    """Runs the cases, and notes when the line of each is printed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [program, "--lines", "gtest", "--no-color", "--keep-going", "-o", str(report), *arguments]
        command += ["--time", str(seconds)]
        started, printed = time.monotonic(), {}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            for line in process.stdout:
                if " ] " in line and not line.startswith("[ RUN"):
                    printed.setdefault(line.split(" ] ", 1)[1].split()[0], time.monotonic() - started)
        if process.returncode not in (0, 1):
            raise SystemExit(f"curve: {' '.join(command)}: exit status {process.returncode}")
        data = json.loads(report.read_text())
    links = {cause["id"]: cause.get("link") for cause in data["causes"]}
    causes, findings = {}, {}
    for result in data["results"]:
        if result["state"] in ("pass", "skip"):
            continue
        when = printed.get(result["name"], data["seconds"])
        for found, what in ((causes, result.get("cause")), (findings, links.get(result.get("cause")))):
            if what:
                found[what] = min(when, found.get(what, when))
    return Curve(label, sorted(causes.values()), sorted(findings.values()), data["seconds"])


def waivers_of(program, files):
    """The waivers of another build: those of the same names of its own checkout, where it has them."""
    own = (Path(program).resolve().parents[2] / "suite/waivers" / Path(file).name for file in files)
    pairs = zip(files, own, strict=True)
    return [word for file, other in pairs for word in ("--waivers", str(other if other.exists() else file))]


def labelled(text):
    label, _, rest = text.partition("=")
    return label, rest


def passing_s(command):
    """The seconds of another test program, which passes."""
    return turns.timed(command, statuses=(0,))[0]


def steps(times, end, scale):
    """The points of a line that rises by one at each of the times."""
    points, height = [(0, 0)], 0
    for when in times:
        points += [(when, height), (when, height + 1)]
        height += 1
    points.append((max(end, points[-1][0]), height))
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (scale(*point) for point in points))


def svg(title, curves, points, what):
    most = max([len(getattr(curve, what)) for curve in curves] + [count for _, _, count in points] + [1])
    last = max([curve.end for curve in curves] + [seconds for _, seconds, _ in points] + [1])

    def scale(seconds, count):
        return LEFT + seconds / last * (WIDTH - LEFT - 20), HEIGHT - BOTTOM - count / most * (
            HEIGHT - TOP - BOTTOM
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        f'font-family="sans-serif" font-size="12"><title>{escape(title)}</title>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18">{escape(title)}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = scale(last * share, most * share)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - 20}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{most * share:.0f}</text>'
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{last * share:.0f} s</text>'
        )
    for number, curve in enumerate(curves):
        color, x = COLORS[number % len(COLORS)], LEFT + number * (WIDTH - LEFT) / max(len(curves), 1)
        line = steps(getattr(curve, what), curve.end, scale)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - 12}" fill="{color}">{escape(curve.label)}</text>')
    for label, seconds, count in points:
        x, y = scale(seconds, count)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>')
        parts.append(f'<text x="{x + 7:.1f}" y="{y + 4:.1f}">{escape(label)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def table(curves, at=(1, 3, 10, 30, 60)):
    lines = [
        "| run | " + " | ".join(f"{seconds} s" for seconds in at) + " | end |",
        "|---|" + "--:|" * (len(at) + 1),
    ]
    for curve in curves:
        cells = []
        for seconds in (*at, curve.end):
            if seconds > curve.end:
                cells.append("")
                continue
            found = [sum(when <= seconds for when in times) for times in (curve.causes, curve.findings)]
            cells.append(f"{found[0]} / {found[1]}")
        lines.append(f"| {curve.label} | {' | '.join(cells)} ({curve.end:.0f} s) |")
    return "\n".join(lines)


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--device", default="0")
    parser.add_argument("--wgconform", default=str(ROOT / "build/bin/wgconform"))
    parser.add_argument("--waivers", action="append", default=[], help="the findings that are known")
    parser.add_argument("--time", type=int, default=120, help="seconds for each run (default: 120)")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--also", action="append", default=[], metavar="LABEL=PROGRAM", help=OTHER)
    parser.add_argument("--point", action="append", default=[], metavar="LABEL=SECONDS,CAUSES")
    parser.add_argument("--program", action="append", default=[], metavar="LABEL=COMMAND")
    parser.add_argument("--output", type=Path, default=ROOT / "build/curve", help="folder of the SVG files")
    return parser.parse_args(argv)


def main(argv):
    args = parse(argv)
    common = ["--device", args.device, "--jobs", args.jobs]
    waivers = [word for file in args.waivers for word in ("--waivers", file)]
    quick, every = names(args.wgconform, "-p", "quick"), names(args.wgconform)
    sample = random.Random(1).sample(every, min(len(quick), len(every)))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(sample) + "\n")
        file.flush()
        plans = [
            ("quick", args.wgconform, [*waivers, "-p", "quick"]),
            ("as many at random", args.wgconform, [*waivers, f"@{file.name}"]),
        ]
        plans += [
            (label, program, [*waivers_of(program, args.waivers), "-p", "quick"])
            for label, program in map(labelled, args.also)
        ]
        curves = [run(label, program, [*common, *chosen], args.time) for label, program, chosen in plans]
    points = []
    for label, numbers in map(labelled, args.point):
        seconds, count = numbers.split(",")
        points.append((label, float(seconds), int(count)))
    points += [(label, passing_s(command), 0) for label, command in map(labelled, args.program)]
    args.output.mkdir(parents=True, exist_ok=True)
    for what in ("causes", "findings"):
        shown = [point for point in points if what == "causes" or point[2] == 0]
        text = svg(f"{what.capitalize()} found", curves, shown, what)
        (args.output / f"{what}.svg").write_text(text)
    print(f"Causes / findings after so many seconds:\n\n{table(curves)}")
    for label, seconds, count in points:
        print(f"\n{label}: {seconds:.1f} s, found {count}")
    print(f"{args.output}: causes.svg, findings.svg", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
