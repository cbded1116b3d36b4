"""OpenCL-CTS with the same drivers: whether its tests of work-groups and sub-groups find a bug.

A folder with its programs is given by --cts. The measure is the tests that pass with the clean build,
each run alone, for a program can abort in a test of its own: a bug is found when one of them fails, or
when their program ends without results or not in time.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import pocl

PROGRAMS = ("test_workgroups", "test_subgroups")


@dataclass
class Verdict:
    state: str = ""  # "found", "missed"; "" where nothing ran
    first: str = ""  # the first test that fails, with its program
    reason: str = ""  # "fail", "crash", "timeout"
    seconds: float = 0.0

    def text(self) -> str:
        return {"found": f"`{self.first}` ({self.reason})", "missed": "**missed**"}.get(self.state, "")


@dataclass
class Suite:
    """The programs that are there, and what each prints with the clean build, by environment."""

    folder: Path
    limit: float
    clean: dict = field(default_factory=dict)

    def programs(self) -> list[str]:
        found = [name for name in PROGRAMS if (self.folder / name).is_file()]
        if not found:
            raise pocl.Unusable(f"--cts {self.folder}: none of {', '.join(PROGRAMS)} is there")
        return found

    def run(self, layer: pocl.Layer, program: str, env: dict, names) -> tuple[dict[str, str], str, float]:
        """The states of these tests of a program; why there are none; seconds."""
        report = pocl.FOLDER / layer.name / f"{program}.json"
        report.unlink(missing_ok=True)
        # without a cache of kernels, which those of another layer would come from
        given = {**env, "CL_CONFORMANCE_RESULTS_FILENAME": str(report), "POCL_KERNEL_CACHE": "0"}
        done, seconds = pocl.start(layer, [self.folder / program, *names], given, self.limit)
        if done is None:
            return {}, "timeout", seconds
        return states(report.read_text() if report.exists() else ""), "crash", seconds

    def expected(self, program: str, env: dict) -> set[str]:
        """The tests that pass without the bug."""
        key = f"{program} {json.dumps(env, sort_keys=True)}"
        if key not in self.clean:
            passing = set()
            for name in self.tests(program, env):
                found, _, _ = self.run(pocl.CLEAN, program, env, [name])
                passing |= {name for name, state in found.items() if state == "pass"}
            if not passing:
                raise pocl.Unusable(f"{program} passes no test with the driver without a bug")
            self.clean[key] = passing
        return self.clean[key]

    def tests(self, program: str, env: dict) -> list[str]:
        """The names that the program prints."""
        done, _ = pocl.start(pocl.CLEAN, [self.folder / program, "--list"], env, self.limit)
        return names_in(done.stdout) if done else []

    def judge(self, layer: pocl.Layer, env: dict) -> Verdict:
        verdict = Verdict("missed")
        for program in self.programs():
            expected = self.expected(program, env)
            found, reason, seconds = self.run(layer, program, env, sorted(expected))
            verdict.seconds += seconds
            first = first_wrong(expected, found, reason)
            if first:
                verdict.state, verdict.first, verdict.reason = (
                    "found",
                    f"{program} {first[0]}".strip(),
                    first[1],
                )
                break
        return verdict


def names_in(text: str) -> list[str]:
    """The names of tests: the lines of one indented word."""
    return [line.strip() for line in text.splitlines() if re.fullmatch(r"\s+\w+", line)]


def states(text: str) -> dict[str, str]:
    """The state of each test in a results file; none where it is empty or cut off."""
    try:
        return dict(json.loads(text)["results"])
    except (ValueError, KeyError, TypeError):
        return {}


def first_wrong(expected: set[str], found: dict[str, str], reason: str) -> tuple[str, str] | None:
    """The first test that passes without the bug and does not with it, and how; None: there is none."""
    if not found:
        return "", reason
    wrong = sorted(name for name in expected if found.get(name) != "pass")
    return (wrong[0], "fail") if wrong else None
