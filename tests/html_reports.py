"""Real reports, parts of them and made-up failures, for the tests of the HTML report."""

import functools
import gzip
import json
import math
import pathlib
import re
import struct

ROOT = pathlib.Path(__file__).resolve().parents[1]
INTEL = ROOT / "results" / "intel-2026.2" / "full.json.gz"
H200 = ROOT / "results" / "nvidia-h200-580" / "full.json.gz"
BAD = ("fail", "crash", "timeout", "build_error", "unexpected_pass", "flaky", "error")
FUNCTIONS = "work_group_(all|any|broadcast|reduce_add)|sub_group_(all|mapping)"
KEPT = re.compile(rf"(c|spirv)\.({FUNCTIONS})\.|query\.")


@functools.cache
def text_of(path):
    return gzip.decompress(path.read_bytes())


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
    report = load(INTEL)
    report["results"] = [r for r in report["results"] if KEPT.match(r["name"])]
    return json.dumps(report)


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
