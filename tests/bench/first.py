"""What share of a device's findings the first seconds of a run of a profile show.

    make first-seconds DEVICE=intel REPORT=results/intel-2026.2/default.json.gz

The profile and the findings are those of the stored report: of a case that fails, the page to which its
cause or its waiver links. One run of work-group functions has three seconds, one of everything has ten. A
finding counts as found if a case fails that fails by it in the report.
"""

import argparse
import fnmatch
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = ((3, "c.work_group_*"), (10, "*"))


def of_report(data):
    """The finding of each failing case."""
    links = {cause["id"]: cause.get("link") for cause in data["causes"]}
    found = {}
    for result in data.get("listed", data.get("results", ())):
        link = links.get(result.get("cause")) or result.get("waiver")
        if result["state"] not in ("pass", "skip") and link:
            found[result["name"]] = link
    return found


def share(findings, failing, query):
    """Those that the failing cases show, and all of the cases that the query selects."""
    return (
        {findings[name] for name in failing if name in findings},
        {finding for name, finding in findings.items() if fnmatch.fnmatchcase(name, query)},
    )


def failing_of(program, profile, arguments):
    """The cases that fail, and how many ran."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [program, "-q", "--profile", profile, "--keep-going", "-o", str(report), *arguments]
        done = subprocess.run(
            command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"first: {' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
        results = json.loads(report.read_text())["results"]
    ran = [r for r in results if r["state"] != "skip"]
    return [r["name"] for r in ran if r["state"] != "pass"], len(ran)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("report", type=Path, help="a stored report of the device")
    parser.add_argument("--device", default="0")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--wgconform", default=str(ROOT / "build/bin/wgconform"))
    args = parser.parse_args(argv)
    report = json.loads(gzip.decompress(args.report.read_bytes()))
    findings = of_report(report)
    print("| seconds | cases | ran | findings | not found |\n|--:|---|--:|--:|---|")
    for seconds, query in RUNS:
        arguments = ["-d", args.device, "-j", args.jobs, "--time", str(seconds), query]
        failing, ran = failing_of(args.wgconform, report["profile"], arguments)
        found, of_all = share(findings, failing, query)
        missed = ", ".join(sorted(Path(name).stem for name in of_all - found))
        print(f"| {seconds} | `{query}` | {ran} | {len(found)} of {len(of_all)} | {missed} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
