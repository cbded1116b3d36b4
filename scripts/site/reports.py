"""The reports of a results folder: one implementation a device, version and kind of functions."""

import math
import re
from collections import Counter
from dataclasses import dataclass, field

import small

CHECKS = "capability checks"
PASSED, SKIPPED = "pass", "skip"
PROFILES = ("quick", "default", "full")
EXPECTED = re.compile(r"^\w+ as expected: (.*?) ?\(results/findings/[\w-]+\.md\)(?:; (.*))?$", re.DOTALL)


@dataclass
class Cause:
    """Failing cases of one implementation that have one reason."""

    name: str
    title: str
    finding: str | None  # the stem of its page
    example: str  # a case of the cause
    seen: str  # what the example showed
    states: Counter = field(default_factory=Counter)
    by_family: Counter = field(default_factory=Counter)
    functions: set = field(default_factory=set)
    types: set = field(default_factory=set)

    @property
    def cases(self):
        return sum(self.states.values())


@dataclass
class Implementation:
    """The reports of a folder that ran the same functions, of the largest profile there."""

    name: str  # of its page
    emulated: bool
    reports: list  # (path, small form of a report, without its results)
    counts: dict = field(default_factory=dict)  # (family, language) -> Counter of states
    skips: dict = field(default_factory=dict)  # family -> Counter of reasons
    causes: dict = field(default_factory=dict)  # name -> Cause

    @property
    def device(self):
        return self.reports[0][1]["device"]

    @property
    def folder(self):
        return self.reports[0][0].parent.name

    @property
    def version(self):
        return f"{self.device['platform']}, driver {self.device['driver_version']}"

    @property
    def profile(self):
        return self.reports[0][1]["profile"]

    def of_family(self, family):
        """The states of a family's cases, in all languages."""
        return sum((c for (name, _), c in self.counts.items() if name == family), Counter())

    def causes_of(self, family):
        found = [cause for cause in self.causes.values() if cause.by_family[family]]
        return sorted(found, key=lambda cause: (-cause.by_family[family], cause.name))


def judged(counts):
    return counts.total() - counts[SKIPPED]


def size(name):
    """How many work-items a case has, then its name: the smallest is the easiest to read."""
    parts = name.split(".")
    sides = parts[3].split("x") if len(parts) == 5 else []
    items = math.prod(map(int, sides)) if sides and all(side.isdigit() for side in sides) else math.inf
    return items, name


def reason_of(result):
    """A result's reason, as what is known of the defect and what the case showed."""
    reason = result.get("reason", "")
    match = EXPECTED.match(reason)
    return (match[1], match[2] or "") if match else ("", reason)


def cause_of(result, titles):
    """The name and the title of a failing case's cause. Reports of older versions have no causes: there a
    waiver is one, and without one the cases of a function that failed in the same way."""
    known, seen = reason_of(result)
    if result.get("cause") in titles:
        return result["cause"], titles[result["cause"]]
    if result.get("waiver"):
        return result["waiver"], known or result["waiver"]
    function = ".".join(result["name"].split(".")[:2])
    pattern = re.sub(r"\d+", "N", seen.split(":")[0])
    return f"{function}-{result['state']}-{pattern}", f"{function}: {pattern or result['state']}"


def add_failure(implementation, result, family, titles):
    name, title = cause_of(result, titles)
    cause = implementation.causes.get(name)
    if cause is None or size(result["name"]) < size(cause.example):
        known, seen = reason_of(result)
        shown = seen or known or small.state_of(result)
        new = Cause(name, title, small.finding_of(result), result["name"], shown)
        if cause is not None:
            new.states, new.by_family, new.functions, new.types = (
                cause.states,
                cause.by_family,
                cause.functions,
                cause.types,
            )
        implementation.causes[name] = cause = new
    parts = result["name"].split(".")
    cause.states[result["state"]] += 1
    cause.by_family[family] += 1
    cause.functions.add(".".join(parts[:2]))
    cause.types.update(parts[2:3] if len(parts) == 5 else ())


def add(implementation, path, report, family_of):
    titles = {cause["id"]: cause["title"] for cause in report.get("causes", ())}

    def place_of(name):
        language, function = small.function_of(name)
        return CHECKS if language == "query" else family_of[function], language

    for group, states in report.pop("counts").items():
        implementation.counts.setdefault(place_of(group), Counter()).update(states)
    for skip in report.pop("skips"):
        for group, number in skip["cases"].items():
            implementation.skips.setdefault(place_of(group)[0], Counter())[skip["reason"]] += number
    for result in report.pop("listed"):
        add_failure(implementation, result, place_of(result["name"])[0], titles)
    implementation.reports.append((path, report))


def implementations(folder, family_of):
    """The implementations of a results folder, in the order of their names."""
    found = {}
    for path in sorted(folder.glob("*/*.json.gz")):
        report = small.read(path)
        if "explore" in report:
            continue
        emulated = report["impl"] != "builtin"
        key = (path.parent.name, emulated)
        found.setdefault(key, []).append((path, report))
    made = []
    for (name, emulated), reports in found.items():
        profile = max((report["profile"] for _, report in reports), key=PROFILES.index)
        implementation = Implementation(f"{name}-emulated" if emulated else name, emulated, [])
        for path, report in reports:
            if report["profile"] == profile:
                add(implementation, path, report, family_of)
        made.append(implementation)
    return made
