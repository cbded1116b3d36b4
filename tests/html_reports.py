"""Real reports, parts of them and made-up failures, for the tests of the HTML report."""

import functools
import gzip
import itertools
import json
import math
import pathlib
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts/lib"))
import small as small_forms  # noqa: E402

PROGRAM = ROOT / "build" / "bin" / "wgconform"
# Whole reports: the cases of a few functions, and one of explore.
PART = ROOT / "tests" / "reports" / "intel-2026.2-part.json.gz"
EXPLORED = ROOT / "tests" / "reports" / "intel-2026.2-explore.json.gz"
# Small forms: of many failures, and of hardly any.
INTEL = ROOT / "results" / "intel-2026.2" / "default.json.gz"
NVIDIA = ROOT / "results" / "nvidia-580" / "emulated-default.json.gz"
BAD = ("fail", "crash", "timeout", "build_error", "unexpected_pass", "flaky", "error")


def names_of_today():
    """The cases of today's suite, as a small form does not list all of its own."""
    listed = subprocess.run(
        [PROGRAM, "--list", "-p", "full"], capture_output=True, text=True, check=True, timeout=300
    )
    return listed.stdout.split()


def whole(form):
    """
    A report of full like that of which a small form has a part: its failures, and passes and skips of its
    functions.
    """
    known = {result["name"]: result | {"seconds": 0.001} for result in form["listed"]}
    mismatches = itertools.cycle([r["mismatch"] for r in small()["results"] if "mismatch" in r])
    skips = {group: counts.get("skip", 0) for group, counts in form["counts"].items()}
    results = []
    for name in [*known, *(name for name in names_of_today() if name not in known)]:
        group = small_forms.group_of(name)
        if result := known.get(name):
            if result["state"] == "waived":
                result["mismatch"] = next(mismatches)
            results.append(result)
        elif skips.get(group) or form["counts"].get(group, {}).keys() == {"skip"}:
            skips[group] = skips.get(group, 0) - 1
            results.append({"name": name, "state": "skip", "seconds": 0, "reason": "the device lacks it"})
        elif group in form["counts"]:
            results.append({"name": name, "state": "pass", "seconds": 0.001})
    gone = ("whole", "counts", "skips", "listed")
    return {key: value for key, value in form.items() if key not in gone} | {"results": results}


@functools.cache
def text_of(path):
    """The text of a whole report: as it is, or one like that of which results/ has the small form."""
    text = small_forms.read_text(path)
    form = json.loads(text)
    return json.dumps(whole(form)) if "whole" in form else text.decode()


def load(path):
    return json.loads(text_of(path))


def write(path, report):
    counted = {state: sum(r["state"] == state for r in report["results"]) for state in report["summary"]}
    report["summary"] = {**counted, "total": len(report["results"])}
    path.write_text(json.dumps(report))
    return path


def fail_again(report):
    """What was waived, as it was without waivers."""
    for result in report["results"]:
        if result.pop("waiver", None) is not None:
            result["state"] = result["reason"].split(" as expected")[0]
    return report


@functools.cache
def small_text():
    return gzip.decompress(PART.read_bytes()).decode()


def small():
    """A part of a real report."""
    return json.loads(small_text())


FORMATS = {"half": ("<e", "<H"), "float": ("<f", "<I"), "double": ("<d", "<Q")}


def step(kind, value, count):
    """The value of the type that lies count steps above another, which is positive."""
    real, whole = FORMATS[kind]
    bits = struct.unpack(whole, struct.pack(real, value))[0] + count
    return struct.unpack(real, struct.pack(whole, bits))[0]


def value_text(kind, number):
    digits = {"half": 5, "float": 9, "double": 17}[kind]
    return f"{number:.{digits}g} ({float(number).hex()})" if math.isfinite(number) else "nan (0x7e00)"


def float_failure(kind, expected, actual, tolerance, form="plain"):
    """A result of two work-items, the second of which is wrong."""
    right, wrong = value_text(kind, expected), value_text(kind, actual)
    name = f"c.work_group_reduce_max.{kind}.2.{form}"
    mismatch = {
        **{"what": "wrong value", "pattern": "p 0", "work_group": [0, 0, 0], "local_id": [1, 0, 0]},
        **{"linear_id": 1, "input": right, "expected": right, "actual": wrong, "tolerance": tolerance},
        **{"wrong_items": 1, "judged_items": 2, "wrong_groups": 1, "judged_groups": 1},
        **{"group_input": [right, wrong], "group_expected": [right, right]},
        **{"group_actual": [right, wrong], "group_wrong": [False, True]},
    }
    return {"name": name, "state": "fail", "seconds": 0, "reason": "wrong value", "mismatch": mismatch}
