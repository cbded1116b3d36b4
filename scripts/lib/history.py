"""results/history/: the causes of failures over the versions of each driver, for a table and the site."""

import fnmatch
import gzip
import json
import re
from dataclasses import dataclass

FINDING = re.compile(r"results/findings/([\w-]+)\.md")
CELLS = {"passes": ".", "other": "x", "not_run": "-"}


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
    reports: list  # as in the JSON, one a version
    rows: list


def when(change, labels):
    after, place = labels[change["after"]], labels[change["in"]]
    return f"in {place}" if change["in"] == change["after"] + 1 else f"after {after}, by {place}"


def change_of(cause, labels):
    """When a cause came and went."""
    parts = [f"{word} {when(cause[word], labels)}" for word in ("introduced", "fixed") if word in cause]
    words = {"always": "always", "unknown": "no change seen", "intermittent": "comes and goes"}
    return ", ".join(parts) or words[cause["trend"]]


def waived(folder, driver, reports):
    """(label, case) -> the finding that a waiver names."""
    found = {}
    for report in reports:
        for path in sorted(folder.glob(f"{driver}-{report['label']}/*.json.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as file:
                results = json.load(file)["results"]
            for result in results:
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


def findings_of(cause, driver, labels, links, known):
    """The findings behind a cause: of the waivers of its smallest case, else of known.json."""
    cells = zip(labels, cause["reports"], strict=True)
    failing = {label for label, cell in cells if cell["presence"] == "fails"}
    found = {links[label, cause["example"]] for label in failing if (label, cause["example"]) in links}
    found = found or {entry["finding"] for entry in known if is_known(entry, driver, cause, failing)}
    return sorted(found)


def read(folder):
    """The histories of a folder, in the order of the drivers' names."""
    path = folder / "known.json"
    known = json.loads(path.read_text(encoding="utf-8"))["known"] if path.is_file() else []
    histories = []
    for path in sorted(folder.glob("*.json")):
        if path.name == "known.json":
            continue
        data = json.loads(path.read_text(encoding="utf-8"))
        driver, labels = path.stem, [report["label"] for report in data["reports"]]
        links = waived(folder, driver, data["reports"])
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
        histories.append(History(driver, data["reports"], rows))
    return histories
