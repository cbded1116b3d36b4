"""The suite that is built, and whether the reports of results/ are of one digest of its cases."""

import json

import small

SHOWN = 8  # digits of a digest


class Wrong(Exception):
    """Wrong input of a script: what is printed; the exit status is 2."""


def built(root):
    """The digest of the suite that is built in a checkout."""
    path = root / "build/suite/manifest.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))["suite_digest"]
    except OSError as error:
        raise Wrong(f"{error.filename}: {error.strerror} (make)") from None
    except (ValueError, KeyError, TypeError):
        raise Wrong(f"{path}: no manifest of the suite (make)") from None


def read(results):
    """What identifies each report of a folder, by its path there."""
    found = {}
    for path in sorted(results.glob("*/*.json.gz")):
        report = small.read(path)
        tool = report["tool"]
        about = {"suite": tool["suite"], "commit": tool["commit"], "started": report["started"]}
        found[path.relative_to(results)] = about | report.get("explore", {})
    return found


def others(results):
    """A line for each report that is not of the suite of the report that was started last."""
    reports = read(results)
    if not reports:
        return []
    newest = max(reports.values(), key=lambda about: about["started"])["suite"]
    return [line(path, about, newest) for path, about in reports.items() if about["suite"] != newest]


def line(path, about, newest):
    programs = f", programs of generator {about['generator']}" if "generator" in about else ""
    return (
        f"{path}: of suite {about['suite'][:SHOWN]} (commit {about['commit'][:7]}{programs}), "
        f"not of {newest[:SHOWN]}"
    )
