"""Which tests a process of pytest-xdist runs, and in which order: the longest first, all busy to the end.

A unit of work is a file, whose tests share what its fixtures made, or a test of a file of SPREAD. How long
a unit takes is known from its last run here (seconds.json in the folder of results), or else from LONG.
"""

import json
from collections import Counter

import pytest
from conftest import BUILD

# Files of many tests that take seconds, and share nothing that does.
SPREAD = frozenset(
    f"tests/{name}.py"
    for name in (
        "cli/test_findings",
        "cli/test_repro",
        "cli/test_repro_faults",
        "cli/test_repro_lanes",
        "driver/test_driver",
        "driver/test_lies",
        "explore/test_seeded_bugs",
        "faults/test_faults",
    )
)
# The seconds of files that take long, for a folder where nothing has run yet; they need not be right.
LONG = {}
USUAL_S = 1.0
SAVED = BUILD / "test-results" / "seconds.json"
SECONDS = pytest.StashKey[Counter]()


def unit_of(nodeid):
    file = nodeid.partition("::")[0]
    return nodeid if file in SPREAD else file


def read():
    return json.loads(SAVED.read_text()) if SAVED.exists() else {}


class Seconds:
    """Adds up what each unit takes, and saves it."""

    def __init__(self):
        self.of_units = Counter()

    def pytest_runtest_logreport(self, report):
        self.of_units[unit_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self):
        SAVED.parent.mkdir(parents=True, exist_ok=True)
        seconds = {unit: round(total, 2) for unit, total in sorted({**read(), **self.of_units}.items())}
        SAVED.write_text(json.dumps(seconds, indent=1) + "\n")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # it gets the reports of the workers
        config.pluginmanager.register(Seconds())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Of -n alone, whose --dist is load; another one can be named."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling  # not there with -p no:xdist

    known = {**LONG, **read()}

    class LongestFirst(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return unit_of(nodeid)

        def _assign_work_unit(self, node):
            longest = max(self.workqueue, key=lambda unit: known.get(unit, USUAL_S))
            self.workqueue.move_to_end(longest, last=False)
            super()._assign_work_unit(node)

    return LongestFirst(config, log)
