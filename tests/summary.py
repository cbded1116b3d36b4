"""What the end of a test run prints: what took longest, why tests were skipped, and what was left out."""

from collections import Counter

import selection

SLOWEST = 20


def pytest_terminal_summary(terminalreporter, config):
    seconds, tests, reasons = Counter(), Counter(), Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if not hasattr(report, "duration") or not hasattr(report, "nodeid"):
                continue
            file = report.nodeid.partition("::")[0]
            seconds[file] += report.duration
            tests[file] += report.when == "call"
    for report in terminalreporter.stats.get("skipped", []):
        reasons[reason_of(report)] += 1
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", []):
        skipped = dict(report.user_properties).get("skipped", 0)
        if report.when == "call" and skipped:
            reasons[f"by {report.nodeid.rpartition('::')[2]}, whose log has the reason"] += skipped
    if seconds:
        terminalreporter.section("seconds of the slowest files and unit programs")
    for file, total in seconds.most_common(SLOWEST):
        terminalreporter.write_line(f"{total:7.1f}  {file} ({tests[file]} tests)")
    if reasons:
        terminalreporter.section("skipped")
        for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            terminalreporter.write_line(f"{number:7}  {reason}")
    for line in selection.summary(config):
        terminalreporter.write_line(line)


def reason_of(report):
    """Of a skipped test; the place of a skip is of no use to who runs the tests."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return " ".join(text.removeprefix("Skipped: ").split())
