"""Whether the reports of results/ are of one suite: of one digest of its cases."""

import small

SHOWN = 8  # digits of a digest


def read(results):
    """What identifies each report of a folder, those of results/history/ too, by its path there."""
    found = {}
    for path in sorted(results.glob("**/*.json.gz")):
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
