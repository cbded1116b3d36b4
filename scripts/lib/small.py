"""The small form of a report (schemas/small.schema.json): what results/ keeps.

It has the report's device, tool, command without the program's folder, summary and causes, and each result
that is neither a pass nor a skip: without its time, and without its mismatch, which its reason words, but
with the damage. A waived one's reason has its state, the waiver's link and the reason that was waived; the
waiver's reason is in its file. They are in the order of waivers and reasons. A home folder is written ~. A
worker's folder, where drivers have temporary files, is a dot: a file there still has a path, which the
causes leave out, without what PoCL draws at random for it. A build log that many results have is in the
file once. What passed and what was skipped is counted, by function and type, and not listed: `whole` names
the report that lists it, by its SHA-256.
"""

import gzip
import hashlib
import json
import pathlib
import re
from collections import Counter

COUNTED = ("pass", "skip")  # the states of results that are not listed
NO_REASON = "no reason"
FOLDER = re.compile(r"(?:^|=)[/~]")
FINDING = re.compile(r"results/findings/([\w-]+)\.md")
WAIVED = re.compile(r"(\w+) as expected: ")
# What drivers print has these:
HOME = re.compile(r"/(?:root|home/[\w.-]+)/")
WORKER = re.compile(r"/[\w./-]*wgconform-run-\w+/(?:worker-\d+/)?")
# Of PoCL, what differs in each build: a temporary file, and its cache's folder of a program.
DRAWN = re.compile(r"(?<=\btempfile)_\w{6}\b|(?<=\./)[A-Z]{2}/[A-Z]{37}/")


def group_of(name):
    """LANGUAGE.FUNCTION.TYPE of a case; LANGUAGE.FUNCTION where cases have no type; query and explore."""
    parts = name.split(".")
    if parts[0] == "query" or parts[1] == "explore":
        return ".".join(parts) if parts[0] == "query" else ".".join(parts[:2])
    return ".".join(parts[:3]) if len(parts) == 5 else ".".join(parts[:2])


def listed(result):
    """What is kept of a result that is listed."""
    kept = {key: value for key, value in result.items() if key not in ("seconds", "mismatch", "waived")}
    if result["state"] == "waived" and "waived" in result:
        kept["reason"] = result["reason"].replace(f"{result['waived']['why']} (", "(", 1)
    if "damage" in result.get("mismatch", {}):
        kept["damage"] = result["mismatch"]["damage"]
    return kept


def likeness(result):
    """What orders the listed results: similar reasons in a row are packed in two thirds of the bytes."""
    return result.get("waiver", ""), result.get("reason", "")


def shrink(text):
    """The small form of a report, which is given as the bytes of its JSON text; ValueError if it is none."""
    report = json.loads(DRAWN.sub("", HOME.sub("~/", WORKER.sub("./", text.decode()))))
    if not isinstance(report, dict) or not isinstance(report.get("results"), list):
        raise ValueError("it is no report" + (", but a small form" if "whole" in report else ""))
    counts, skips = {}, {}
    for result in report["results"]:
        group, state = group_of(result["name"]), result["state"]
        counts.setdefault(group, Counter())[state] += 1
        if state == "skip":
            function = ".".join(function_of(group))
            skips.setdefault(result.get("reason", NO_REASON), Counter())[function] += 1
    small = {key: value for key, value in report.items() if key != "results"}
    if any(FOLDER.search(word) for word in report.get("rerun", ())):
        del small["rerun"]  # it starts a driver of that machine
    if "command" in report:
        program, *options = report["command"]
        small["command"] = [pathlib.PurePath(program).name, *options]
    small["whole"] = {"sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text)}
    small["counts"] = counts
    small["skips"] = [{"reason": reason, "cases": cases} for reason, cases in skips.items()]
    kept = [listed(r) for r in report["results"] if r["state"] not in COUNTED]
    small["listed"] = sorted(kept, key=likeness)
    return small


def with_logs(results, log_of):
    """The results, each build log of them in another form."""
    return [r | {"build_log": log_of(r["build_log"])} if "build_log" in r else r for r in results]


def write(path, small):
    """Complete or not at all; the same form gives the same bytes."""
    logs = list(dict.fromkeys(r["build_log"] for r in small["listed"] if "build_log" in r))
    place = {log: at for at, log in enumerate(logs)}
    file = small | {"build_logs": logs, "listed": with_logs(small["listed"], place.get)}
    write_packed(path, json.dumps(file, separators=(",", ":")).encode())


def write_packed(path, text):
    """A file in gzip, complete or not at all; the same text gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".new")
    partial.write_bytes(gzip.compress(text, mtime=0))
    partial.replace(path)


def read_text(path):
    """The bytes of a JSON file, unpacked if it is in gzip."""
    data = path.read_bytes()
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def read(path):
    """A small form; ValueError if the file is something else."""
    small = json.loads(read_text(path))
    if "whole" not in small:
        raise ValueError(f"{path} is no small form of a report: scripts/results --shrink makes one")
    return without_log_table(small)


def without_log_table(file):
    """A small form as a file has it, its build logs in the results."""
    logs = file.pop("build_logs")
    return file | {"listed": with_logs(file["listed"], logs.__getitem__)}


def finding_of(result):
    """The stem of the page that a result's reason names; None: it names none."""
    link = FINDING.search(result.get("reason", ""))
    return link[1] if link else None


def state_of(result):
    """The state of a listed result as if there were no waiver."""
    state = WAIVED.match(result["reason"]) if result["state"] == "waived" else None
    return state[1] if state else result["state"]


def function_of(group):
    """(language, function) of a group; the language of a capability check is query."""
    language, function = group.split(".")[:2]
    return language, function
