"""Which tests a process of pytest-xdist runs, and in which order: the longest first, all busy to the end.

A unit of work is a file, whose tests share what its fixtures made, or a test of a file of SPREAD. How long
a unit takes is known from the last whole run here (seconds.json in the folder of results), or else from LONG.
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
        "emulation/test_emulation",
        "explore/test_seeded_bugs",
        "faults/test_catalogue",
        "faults/test_faults",
    )
)
# The seconds of files that take long, and of a test of a file of SPREAD, for a folder where nothing has run
# yet: they set the order and nothing else, so they need not be right.
LONG = {
    "tests/cli/test_on_devices.py": 120,
    "tests/cli/test_generator.py": 90,
    "tests/cli/test_explore.py": 60,
    "tests/remote/test_worker_command.py": 60,
    "tests/cli/test_documents.py": 2,
    "tests/cli/test_site.py": 40,
    "tests/emulation/test_emulation.py": 10,
    "tests/unit/test_patterns_exact.c": 30,
    "tests/unit/test_trial_faults.c": 20,
    "tests/unit/test_supervisor.c": 20,
    "tests/unit/test_supervisor_command.c": 20,
    "tests/cli/test_repro.py": 10,
    "tests/cli/test_repro_lanes.py": 10,
    "tests/cli/test_repro_faults.py": 100,
    "tests/faults/test_faults.py": 8,
    "tests/explore/test_seeded_bugs.py": 8,
    "tests/driver/test_driver.py": 2,
    "tests/driver/test_lies.py": 2,
}
USUAL_S = 5.0
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
    """In the process that gets the reports of all, and of a whole run: a part of a file takes less."""
    if not hasattr(config, "workerinput") and config.args == ["tests"]:
        config.pluginmanager.register(Seconds())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Of -n alone, whose --dist is load; another one can be named."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling  # not there with -p no:xdist

    known = {**LONG, **read()}

    def expected(unit):
        return known.get(unit, known.get(unit.partition("::")[0], USUAL_S))

    class LongestFirst(LoadScopeScheduling):
        def _split_scope(self, nodeid):
            return unit_of(nodeid)

        def _assign_work_unit(self, node):
            longest = max(self.workqueue, key=expected)
            self.workqueue.move_to_end(longest, last=False)
            super()._assign_work_unit(node)

    return LongestFirst(config, log)
