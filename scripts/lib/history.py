"""results/history/: the causes of failures over the versions of each driver, for a table and the site."""

import fnmatch
import json
import re
from dataclasses import dataclass

import small

FINDING = re.compile(r"results/findings/([\w-]+)\.md")
ENDING = ".history.gz"
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
    findings: list  # the stems of their pages


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


def saved(folder, name, profile):
    """The reports of a version, such as intel-2024.2, by their paths: of results/ and of results/history/."""
    endings = ("", "-c")  # in both languages, or in C alone
    paths = [at / name / f"{profile}{end}.json.gz" for at in (folder.parent, folder) for end in endings]
    return {path: small.read(path) for path in paths if path.is_file()}


def report_of(folder, name, profile, started):
    """The one that started then, or None."""
    reports = saved(folder, name, profile).values()
    return next((report for report in reports if report["started"] == started), None)


def version_key(name):
    """Names in the order of their versions; a version without a number, such as main, is the newest."""
    version = name.partition("-")[2]
    numbers = [int(number) for number in re.findall(r"\d+", version)]
    return (not numbers, numbers, version)


def versions(folder, profile):
    """Of each driver: the path of each version's newest report, the oldest version first; and those of these
    names that are of another suite than the driver's newest report."""
    names = {path.parent.name for at in (folder, folder.parent) for path in at.glob("*/*.json.gz")}
    drivers = {}
    for name in sorted(filter(VERSION.fullmatch, names), key=version_key):
        if reports := saved(folder, name, profile):
            newest = max(reports, key=lambda path: reports[path]["started"])
            drivers.setdefault(name.partition("-")[0], {})[name] = newest, reports[newest]
    for driver, found in drivers.items():
        last = max((report for _, report in found.values()), key=lambda report: report["started"])
        suite = last["tool"]["suite"]
        same = {name: path for name, (path, report) in found.items() if report["tool"]["suite"] == suite}
        drivers[driver] = same, sorted(found.keys() - same.keys(), key=version_key)
    return drivers


def waived(folder, driver, profile, reports):
    """(label, case) -> the finding that a waiver names."""
    found = {}
    for report in reports:
        form = report_of(folder, f"{driver}-{report['label']}", profile, report.get("started"))
        for result in form["listed"] if form else ():
            if result["state"] == "waived" and (match := FINDING.search(json.dumps(result))):
                found[report["label"], result["name"]] = match[1]
    return found


def is_known(entry, driver, cause, failing):
    """Whether an entry of known.json is about a cause that fails in these versions."""
    return (
        entry["driver"] == driver
        and cause["failure"] in entry["failures"]
        and failing <= set(entry["versions"])
        and any(fnmatch.fnmatchcase(cause["example"], glob) for glob in entry["cases"])
        and entry.get("title", "") in cause["title"]
    )


def failing_labels(cause, labels):
    """The versions in which a cause fails."""
    cells = zip(labels, cause["reports"], strict=True)
    return {label for label, cell in cells if cell["presence"] == "fails"}


def findings_of(cause, driver, labels, links, known):
    """The findings of a cause: of the waivers of its example, else of known.json."""
    failing = failing_labels(cause, labels)
    found = {links[label, cause["example"]] for label in failing if (label, cause["example"]) in links}
    found = found or {entry["finding"] for entry in known if is_known(entry, driver, cause, failing)}
    return sorted(found)


def read(folder):
    """The histories of a folder, in the order of the drivers' names."""
    path = folder / "known.json"
    known = json.loads(path.read_text(encoding="utf-8"))["known"] if path.is_file() else []
    histories = []
    for path in sorted(folder.glob(f"*{ENDING}"), key=name_of):
        data = load(path)
        driver, profile = driver_and_profile(name_of(path))
        labels = [report["label"] for report in data["reports"]]
        links = waived(folder, driver, profile, data["reports"])
        rows = [
            Row(
                cause["title"],
                cause["cases"],
                cause["example"],
                [CELLS.get(cell["presence"], str(cell["failing"])) for cell in cause["reports"]],
                change_of(cause, labels),
                findings_of(cause, driver, labels, links, known),
            )
            for cause in data["causes"]
        ]
        histories.append(History(driver, profile, data["reports"], rows))
    return histories
