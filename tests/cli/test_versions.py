"""scripts/history: the causes of failures over the versions of a driver, of the reports in results/.

wgconform itself makes the histories, of a part of a real report.
"""

import hashlib
import json
import subprocess
import sys

import pytest
from conftest import PROGRAM, ROOT
from html_reports import small as part
from html_reports import write

sys.path.insert(0, str(ROOT / "scripts/lib"))
import history
import small

SAVED = ROOT / "results" / "history"
BROKEN = "c.work_group_all.int.1.plain"
FINDING = "intel-work-group-all"


class Checkout:
    """A root with reports in results/ and build/field/."""

    def __init__(self, root):
        self.root = root
        self.saved = root / "results" / "history"
        (root / "scripts").mkdir()
        (root / "scripts" / "results").write_text("#!/bin/sh\necho tables\n")
        (root / "scripts" / "results").chmod(0o755)

    def whole(self, name, profile="quick"):
        return self.root / "build" / "field" / name / f"{profile}.json"

    def report(self, name, profile="quick", change=lambda result: None, **changes):
        """A report of scripts/field: the whole one, and its small form."""
        report = part() | changes
        for result in report["results"]:
            change(result)
        whole = self.whole(name, profile)
        whole.parent.mkdir(parents=True, exist_ok=True)
        text = write(whole, report).read_bytes()
        small.write(self.root / "results" / name / f"{profile}.json.gz", small.shrink(text))

    def make(self):
        command = [sys.executable, ROOT / "scripts" / "history", "--root", self.root, "--program", PROGRAM]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    def history(self, driver):
        return history.load(self.saved / f"{driver}.history.gz")

    def labels(self, driver):
        return [report["label"] for report in self.history(driver)["reports"]]


def mend(result):
    if ".work_group_all." in result["name"] and result["state"] == "waived":
        result.update(state="pass", reason="")
        for key in ("mismatch", "waiver", "waived"):
            result.pop(key, None)


@pytest.fixture
def checkout(tmp_path):
    made = Checkout(tmp_path)
    for name in ("intel-2023.2", "intel-2026.2", "pocl-main", "pocl-6.0"):
        made.report(name)
    made.report("intel-2024.0", change=mend)
    return made


def test_each_driver_has_a_history_of_its_versions(checkout, validate):
    done = checkout.make()
    assert (done.returncode, done.stdout) == (0, "tables\n"), done.stderr
    validate(checkout.history("intel"), "history")
    assert checkout.labels("intel") == ["2023.2", "2024.0", "2026.2"]
    assert checkout.labels("pocl") == ["6.0", "main"]
    (cause,) = [c for c in checkout.history("intel")["causes"] if c["example"] == BROKEN]
    assert [cell["presence"] for cell in cause["reports"]] == ["fails", "passes", "fails"]
    (one, _) = history.read(checkout.saved)
    (row,) = [row for row in one.rows if row.example == BROKEN]
    assert (row.findings, row.unexplained) == ([FINDING], [])


def test_the_same_reports_give_the_same_bytes(checkout):
    assert checkout.make().returncode == 0
    before = {path: path.read_bytes() for path in checkout.root.glob("results/**/*.gz")}
    assert checkout.make().returncode == 0
    assert {path: path.read_bytes() for path in before} == before


def test_a_history_stays_where_a_whole_report_is_missing(checkout):
    """Of a small form alone nobody knows what passed and what was skipped."""
    assert checkout.make().returncode == 0
    before = (checkout.saved / "intel.history.gz").read_bytes()
    checkout.report("intel-2025.3")
    checkout.whole("intel-2023.2").unlink()
    other = checkout.whole("intel-2024.0")
    other.write_bytes(other.read_bytes() + b"\n")  # not the one of the small form
    done = checkout.make()
    assert done.returncode == 0
    assert "intel.history.gz stays as it is" in done.stderr
    assert "run again: intel-2023.2, intel-2024.0\n" in done.stderr
    assert (checkout.saved / "intel.history.gz").read_bytes() == before


def test_reports_that_wgconform_refuses_are_an_error(checkout):
    text = b"{}"
    checkout.whole("pocl-6.0").write_bytes(text)
    form = small.read(checkout.root / "results/pocl-6.0/quick.json.gz")
    form["whole"] = {"sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text)}
    small.write(checkout.root / "results/pocl-6.0/quick.json.gz", form)
    done = checkout.make()
    assert done.returncode == 1
    assert "history: wgconform history ended with 2" in done.stderr
    assert not (checkout.saved / "pocl.history.gz").exists()


def cell(presence, failing=0):
    return {"presence": presence, "failing": failing}


def cause(cells, trend, **changes):
    return {
        **{"id": "a", "title": "fails: it", "failure": "fail", "cases": 7, "example": "c.f.int.4.loop"},
        **{"reports": cells, "trend": trend, **changes},
    }


@pytest.mark.parametrize(
    ("made", "cells", "change"),
    [
        (cause([cell("fails", 7), cell("fails", 2), cell("fails", 1)], "always"), "7 2 1", "always"),
        (cause([cell("fails", 7), cell("other"), cell("not_run")], "unknown"), "7 x -", "no change seen"),
        (
            cause([cell("fails", 7), cell("not_run"), cell("passes")], "fixed", fixed={"after": 0, "in": 2}),
            "7 - .",
            "fixed after 1.0, by 3",
        ),
        (
            cause(
                [cell("passes"), cell("fails", 3), cell("passes")],
                "past",
                introduced={"after": 0, "in": 1},
                fixed={"after": 1, "in": 2},
            ),
            ". 3 .",
            "introduced in 2.5, fixed in 3",
        ),
        (
            cause([cell("fails", 1), cell("passes"), cell("fails", 1)], "intermittent"),
            "1 . 1",
            "comes and goes",
        ),
    ],
    ids=["always", "unknown", "fixed", "past", "intermittent"],
)
def test_a_row_has_a_cell_for_each_version_and_its_change(tmp_path, made, cells, change):
    reports = [{"label": label} for label in ("1.0", "2.5", "3")]
    text = json.dumps({"reports": reports, "causes": [made]})
    small.write_packed(tmp_path / "driver.history.gz", text.encode())
    (one,) = history.read(tmp_path)
    assert (one.driver, [r["label"] for r in one.reports]) == ("driver", ["1.0", "2.5", "3"])
    (row,) = one.rows
    assert (" ".join(row.cells), row.change) == (cells, change)


def failure(name, state, finding=None):
    """A failure as a small form lists it, waived if it has a finding."""
    if not finding:
        return {"name": name, "state": state, "reason": "wrong value"}
    reason = f"{state} as expected: (results/findings/{finding}.md); wrong value"
    return {"name": name, "state": "waived", "reason": reason, "waiver": "a-waiver"}


def saved_in(folder, causes, *listed):
    """The rows of a driver's history of reports that list these failures."""
    reports = []
    for number, failures in enumerate(listed):
        started = f"2026-11-0{number + 1}T00:00:00.000Z"
        form = {"started": started, "tool": {"suite": "a"}, "whole": {}, "listed": failures}
        small.write(folder / f"driver-{number}" / "quick.json.gz", form)
        reports.append({"label": f"{number}", "started": started})
    text = json.dumps({"reports": reports, "causes": causes})
    small.write_packed(folder / "history" / "driver.history.gz", text.encode())
    (one,) = history.read(folder / "history")
    return one.rows


def of(functions, types, forms, *failing, state="fail"):
    """A cause that fails in this many cases of each report."""
    cells = [cell("fails" if count else "passes", count) for count in failing]
    lists = {"functions": functions, "types": types, "forms": forms, "failure": state}
    return cause(cells, "unknown") | lists


LOOP, PLAIN = "c.f.int.4.loop", "c.f.int.4.plain"


def test_each_version_gives_the_findings_of_its_own_cases(tmp_path):
    """The example fails in one of the versions alone."""
    (row,) = saved_in(
        tmp_path,
        [of(["c.f"], ["int"], ["loop", "plain"], 1, 2)],
        [failure(LOOP, "fail", "one")],
        [failure(LOOP, "fail", "one"), failure(PLAIN, "fail", "two")],
    )
    assert (row.findings, row.unexplained) == (["one", "two"], [])


@pytest.mark.parametrize(
    "listed",
    [
        [failure(LOOP, "fail", "one"), failure(PLAIN, "fail")],
        [failure("c.f.int.4.arms", "fail", "one")],
        [failure("c.f.uint.4.loop", "fail", "one")],
        [failure("spirv.f.int.4.loop", "fail", "one")],
        [failure(LOOP, "crash", "one")],
        [],
    ],
    ids=["no waiver", "another form", "another type", "another language", "another failure", "no case"],
)
def test_a_version_without_a_finding_is_named(tmp_path, listed):
    rows = saved_in(
        tmp_path, [of(["c.f"], ["int"], ["loop", "plain"], 1, 2)], [failure(LOOP, "fail", "one")], listed
    )
    assert [row.unexplained for row in rows] == [["1"]]


def test_a_report_that_is_not_there_any_more_explains_nothing(tmp_path):
    listed = [failure(LOOP, "fail", "one")]
    assert saved_in(tmp_path, [of(["c.f"], ["int"], ["loop"], 1)], listed)[0].unexplained == []
    path = tmp_path / "driver-0" / "quick.json.gz"
    small.write(path, small.read(path) | {"started": "later"})
    (one,) = history.read(tmp_path / "history")
    assert [(row.findings, row.unexplained) for row in one.rows] == [([], ["0"])]


def test_a_case_that_may_be_of_two_causes_is_of_the_one_that_has_it(tmp_path):
    """The second cause has as many cases as may be of it, so they are not of the first."""
    wide = of(["c.f", "c.g"], ["int"], ["loop", "plain"], 1)
    narrow = of(["c.f"], ["int"], ["loop"], 1)
    check = of(["query.a"], [], [], 1, state="build_error")
    listed = [
        failure(LOOP, "fail", "one"),
        failure("c.g.int.4.plain", "fail", "two"),
        failure("query.a", "build_error", "three"),
    ]
    rows = saved_in(tmp_path, [wide, narrow, check], listed)
    assert [row.findings for row in rows] == [["two"], ["one"], ["three"]]


def test_full_reports_have_a_history_of_their_own(checkout, validate):
    for name in ("intel-2023.2", "intel-2026.2", "pocl-6.0"):
        checkout.report(name, "full")
    assert checkout.make().returncode == 0
    validate(checkout.history("intel-full"), "history")
    assert checkout.labels("intel-full") == ["2023.2", "2026.2"]
    assert not (checkout.saved / "pocl-full.history.gz").exists()
    made = [(one.driver, one.profile, one.stem) for one in history.read(checkout.saved)]
    assert made == [("intel", "quick", "intel"), ("intel", "full", "intel-full"), ("pocl", "quick", "pocl")]


def test_other_reports_are_in_no_history(checkout):
    """Of one version alone, of another machine, and of another profile."""
    for name in ("rusticl-25.0", "pocl-6.0-i386"):
        checkout.report(name)
    checkout.report("pocl-7.0", "default")
    assert checkout.make().returncode == 0
    assert checkout.labels("pocl") == ["6.0", "main"]
    assert not (checkout.saved / "rusticl.history.gz").exists()


def test_a_history_is_of_the_newest_reports_and_of_one_suite(checkout):
    of_other = part()["tool"] | {"suite": "0" * 64}
    checkout.report("intel-2023.2", started="2001-01-01T00:00:00.000Z", tool=of_other)
    later = "2100-01-01T00:00:00.000Z"
    checkout.report("pocl-main", "quick-c", started=later)  # of C alone
    done = checkout.make()
    assert "intel: of another suite, left out: intel-2023.2" in done.stderr
    assert checkout.labels("intel") == ["2024.0", "2026.2"]
    assert [r["started"] for r in checkout.history("pocl")["reports"]] == [part()["started"], later]


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.history.gz")), ids=history.name_of)
def test_a_saved_history_is_that_of_the_saved_reports(path):
    """As far as small forms show: what failed and ran, and that each failure is of one cause."""
    saved = history.load(path)
    driver, profile = history.driver_and_profile(history.name_of(path))
    for place, report in enumerate(saved["reports"]):
        form = history.report_of(SAVED, f"{driver}-{report['label']}", profile, report["started"])
        skipped = sum(counts.get("skip", 0) for counts in form["counts"].values())
        ran = form["summary"]["total"] - skipped
        assert (report["failing"], report["ran"]) == (len(form["listed"]), ran)
        assert report["profile"] == form["profile"]
        found = history.members(saved["causes"], place, form)
        cells = {i: cause["reports"][place] for i, cause in enumerate(saved["causes"])}
        failing = {i: cell["failing"] for i, cell in cells.items() if cell["presence"] == "fails"}
        assert {i: len(failures) for i, failures in found.items()} == failing
        names = sorted(failure.name for failures in found.values() for failure in failures)
        assert names == sorted(result["name"] for result in form["listed"])
    names = [f"{driver}-{report['label']}" for report in saved["reports"]]
    assert names == sorted(names, key=history.version_key)
