"""What the end of a test run prints: what took longest, why tests were skipped, and what was left out."""

import resource
from collections import Counter

import pytest
import selection

SLOWEST = 20
PROCESSOR_S = "processor_s"  # a property of each test in the JUnit file
BEFORE = pytest.StashKey[float]()


def processor_seconds():
    """What this process and its children that have ended have used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[BEFORE] = processor_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    try:
        return (yield)
    finally:
        item.user_properties.append((PROCESSOR_S, round(processor_seconds() - item.stash[BEFORE], 2)))


def pytest_terminal_summary(terminalreporter, config):
    seconds, used, tests, reasons = Counter(), Counter(), Counter(), Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if not hasattr(report, "duration") or not hasattr(report, "nodeid"):
                continue
            file = report.nodeid.partition("::")[0]
            seconds[file] += report.duration
            if report.when == "teardown":
                used[file] += dict(report.user_properties).get(PROCESSOR_S, 0)
            tests[file] += report.when == "call"
    for report in terminalreporter.stats.get("skipped", []):
        reasons.update(reasons_of(report))
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", []):
        skipped = dict(report.user_properties).get("skipped", 0)
        if report.when == "call" and skipped:
            reasons[f"by {report.nodeid.rpartition('::')[2]}, whose log has the reason"] += skipped
    if seconds:
        terminalreporter.section("the slowest files and unit programs: seconds, of the processors, tests")
    for file, total in seconds.most_common(SLOWEST):
        terminalreporter.write_line(f"{total:7.1f} {used[file]:7.1f} {tests[file]:4}  {file}")
    if reasons:
        terminalreporter.section("skipped")
        for reason, number in sorted(reasons.items(), key=lambda item: (-item[1], item[0])):
            terminalreporter.write_line(f"{number:7}  {reason}")
    for line in selection.summary(config):
        terminalreporter.write_line(line)


def reasons_of(report):
    """Of a skipped test, which may have several; the place of a skip is of no use to who runs the tests."""
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return " ".join(text.removeprefix("Skipped: ").split()).split("; ")
