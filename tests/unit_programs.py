"""pytest runs the unit programs too: a file tests/unit/test_NAME.c is one test, the program made of it.

cmocka writes an XML file for each group of its tests. A program that crashes, hangs, exits badly without a
message or runs no test is a failure, whatever these files have. How many of cmocka's tests passed, failed
and were skipped is in the properties of the test in the JUnit file, for scripts/check.
"""

import os
import signal
import subprocess
import xml.etree.ElementTree as ET

import pytest
import selection
from conftest import BUILD

TIMEOUT_S = int(os.environ.get("WGC_UNIT_TIMEOUT_S", "600"))


class Problems(Exception):
    """What went wrong with a program, a sentence each, and what it printed."""


class Program(pytest.Item):
    def __init__(self, **others):
        super().__init__(**others)
        self.program = BUILD / "tests" / self.name
        self.results = BUILD / "test-results"
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}

    def runtest(self):
        if not self.program.exists():
            raise Problems(f"{self.program} is not built: make unit-programs")
        self.results.mkdir(exist_ok=True)
        for old in self.results.glob(f"{self.name}-*.xml"):
            old.unlink()
        log = self.results / f"{self.name}.log"
        problems = self.problems(self.run(log))
        self.user_properties += self.counts.items()
        if problems:
            raise Problems("\n".join([*problems, log.read_text(errors="replace")]))

    def run(self, log):
        """Runs the program to its end, or to its time limit; its exit status, or None for the limit."""
        files = str(self.results / f"{self.name}-%g.xml")
        part = str(selection.part_of(self.config) or "all")  # tests/unit/portion.h
        env = os.environ | {"CMOCKA_MESSAGE_OUTPUT": "xml", "CMOCKA_XML_FILE": files, "WGC_TEST_PART": part}
        with (
            open(log, "wb") as out,
            subprocess.Popen(
                [self.program],
                cwd=self.config.rootpath,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            ) as process,
        ):
            try:
                return process.wait(TIMEOUT_S)
            except BaseException as error:
                os.killpg(process.pid, signal.SIGKILL)
                if isinstance(error, subprocess.TimeoutExpired):
                    return None
                raise

    def problems(self, status):
        """Counts the tests in cmocka's files; returns what went wrong, as sentences."""
        problems = []
        for path in sorted(self.results.glob(f"{self.name}-*.xml")):
            try:
                self.count(ET.parse(path).getroot(), problems)
            except ET.ParseError as error:
                problems.append(f"{path}: {error}")
        if status is None:
            problems.append(f"no end within {TIMEOUT_S} s")
        elif status < 0:
            problems.append(f"crashed ({signal.Signals(-status).name})")
        elif status > 0 and not self.counts["failed"]:
            problems.append(f"exit status {status}")
        elif not sum(self.counts.values()):
            problems.append("ran no test")
        return problems

    def count(self, root, problems):
        for suite in root.iter("testsuite"):
            bad = int(suite.get("failures") or 0) + int(suite.get("errors") or 0)
            skipped = int(suite.get("skipped") or 0)
            self.counts["failed"] += bad
            self.counts["skipped"] += skipped
            self.counts["passed"] += int(suite.get("tests") or 0) - bad - skipped
        for case in root.iter("testcase"):
            for problem in [*case.findall("failure"), *case.findall("error")]:
                problems.append(f"{case.get('name')}: {(problem.text or '').strip()}")

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if excinfo.errisinstance(Problems) else super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


class Source(pytest.File):
    def collect(self):
        yield Program.from_parent(self, name=self.path.stem)


def pytest_collect_file(file_path, parent):
    if file_path.match("tests/unit/test_*.c"):
        return Source.from_parent(parent, path=file_path)
    return None
