"""results/history/: the causes of failures over the versions of each driver, for a table and the site.

The histories of a folder are of reports in the other folders of its parent, one for each version.
"""

import json
import re
from dataclasses import dataclass

import small

ENDING = ".history.gz"
LANGUAGES = ("", "-c")  # the end of a report's name: in both languages, or in C alone
PARTS = 5  # of a case's name
VERSION = re.compile(r"[a-z]+-(?:[0-9.]+|main)")  # a folder of a driver's version, on the CPU of its machine
CELLS = {"passes": ".", "other": "x", "not_run": "-"}


def stem(driver, profile):
    """The name of a history's file in the folder, without its ending."""
    return driver if profile == "quick" else f"{driver}-{profile}"


def name_of(path):
    """The name of a history's file without its ending."""
    return path.name.removesuffix(ENDING)


def load(path):
    """What `wgconform history` wrote, of a file of the folder."""
    return json.loads(small.read_text(path))


def driver_and_profile(name):
    """Of a name that stem() made."""
    driver, _, profile = name.partition("-")
    return driver, profile or "quick"


@dataclass
class Row:
    """A cause."""

    title: str
    cases: int
    example: str
    cells: list  # a text for each version
    change: str
    findings: list  # the stems of their pages, in the order of their names
    unexplained: list  # the versions in which a case of it has no waiver that names a finding


@dataclass
class History:
    """What `wgconform history` made of the reports of a driver's versions."""

    driver: str
    profile: str
    reports: list  # as in the JSON, one a version
    rows: list

    @property
    def stem(self):
        return stem(self.driver, self.profile)


def when(change, labels):
    after, place = labels[change["after"]], labels[change["in"]]
    return f"in {place}" if change["in"] == change["after"] + 1 else f"after {after}, by {place}"


def change_of(cause, labels):
    """When a cause came and went."""
    parts = [f"{word} {when(cause[word], labels)}" for word in ("introduced", "fixed") if word in cause]
    words = {"always": "always", "unknown": "no change seen", "intermittent": "comes and goes"}
    return ", ".join(parts) or words[cause["trend"]]


def reports_of(folder, name, profile):
    """The reports of a version, such as intel-2024.2, by their paths; folder is that of the histories."""
    paths = [folder.parent / name / f"{profile}{end}.json.gz" for end in LANGUAGES]
    return {path: small.read(path) for path in paths if path.is_file()}


def report_of(folder, name, profile, started):
    """The one that started then; None: it is not there any more."""
    reports = reports_of(folder, name, profile).values()
    return next((report for report in reports if report["started"] == started), None)


def version_key(name):
    """Names in the order of their versions; a version without a number, such as main, is the newest."""
    version = name.partition("-")[2]
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    return (not numbers, numbers, version)


def versions(folder, profile):
    """Of each driver: the path of each version's newest report, the oldest version first; and those of these
    names that are of another suite than the driver's newest report."""
    names = {path.parent.name for path in folder.parent.glob("*/*.json.gz")}
    drivers = {}
    for name in sorted(filter(VERSION.fullmatch, names), key=version_key):
        if reports := reports_of(folder, name, profile):
            newest = max(reports, key=lambda path: reports[path]["started"])
            drivers.setdefault(name.partition("-")[0], {})[name] = newest, reports[newest]
    for driver, found in drivers.items():
        last = max((report for _, report in found.values()), key=lambda report: report["started"])
        suite = last["tool"]["suite"]
        same = {name: path for name, (path, report) in found.items() if report["tool"]["suite"] == suite}
        drivers[driver] = same, sorted(found.keys() - same.keys(), key=version_key)
    return drivers


@dataclass(frozen=True)
class Failure:
    """A case that failed in a report."""

    name: str
    state: str  # as if there were no waiver
    finding: str | None  # the stem of the page that its waiver names


def failures(report):
    """What a report in the small form lists."""
    for result in report["listed"]:
        finding = small.finding_of(result) if result["state"] == "waived" else None
        yield Failure(result["name"], small.state_of(result), finding)


def may_be_of(failure, cause):
    """Whether a failure has the function, type, form and state of some case of the cause."""
    parts = failure.name.split(".")  # LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, or the name of a check or a program
    if failure.state != cause["failure"]:
        return False
    if len(parts) < PARTS:
        return failure.name in cause["functions"]
    function, kind, form = ".".join(parts[:2]), parts[2], parts[4]
    return function in cause["functions"] and kind in cause["types"] and form in cause["forms"]


def members(causes, place, report):
    """The failures of each cause that fails in the report at this place, by the cause's number.

    A history counts them. A cause that has as many as may be of it has these, and no other cause does; if
    none of those that are left has, each gets all that may be of it.
    """
    listed = list(failures(report))
    failing = {i: cause["reports"][place]["failing"] for i, cause in enumerate(causes)}
    found = {i: [f for f in listed if may_be_of(f, causes[i])] for i in failing if failing[i]}
    unsure = set(found)
    while sure := {i for i in unsure if len(found[i]) == failing[i]}:
        unsure -= sure
        taken = {failure.name for i in sure for failure in found[i]}
        found |= {i: [f for f in found[i] if f.name not in taken] for i in unsure}
    return found


def read(folder):
    """The histories of a folder, in the order of the drivers' names."""
    histories = []
    for path in sorted(folder.glob(f"*{ENDING}"), key=name_of):
        data = load(path)
        driver, profile = driver_and_profile(name_of(path))
        labels = [report["label"] for report in data["reports"]]
        findings = [set() for _ in data["causes"]]
        unexplained = [[] for _ in data["causes"]]
        for place, report in enumerate(data["reports"]):
            form = report_of(folder, f"{driver}-{report['label']}", profile, report.get("started"))
            for i, found in members(data["causes"], place, form or {"listed": []}).items():
                links = {failure.finding for failure in found} or {None}
                findings[i] |= links - {None}
                unexplained[i] += [report["label"]] if None in links else []
        rows = [
            Row(
                cause["title"],
                cause["cases"],
                cause["example"],
                [CELLS.get(cell["presence"], str(cell["failing"])) for cell in cause["reports"]],
                change_of(cause, labels),
                sorted(findings[i]),
                unexplained[i],
            )
            for i, cause in enumerate(data["causes"])
        ]
        histories.append(History(driver, profile, data["reports"], rows))
    return histories
