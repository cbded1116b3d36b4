"""scripts/history: reports of several versions of a driver, saved, and the tables that are made of them.

The runs on devices are not real; wgconform itself makes the histories.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import PROGRAM, ROOT
from html_reports import fail_again, write
from html_reports import small as part

sys.path.insert(0, str(ROOT / "scripts/lib"))
import history
import small

SAVED = ROOT / "results" / "history"
BROKEN = "c.work_group_all.int.1.plain"
# For --profile a run: the report of the device, and one line in the log. Else the program itself.
FAKE = """#!/bin/sh
DEVICE=${{DEVICE:-${{OCL_ICD_VENDORS##*/}}}}
case " $* " in
*" --profile "*)
    printf '%s %s\\n' "$DEVICE" "$*" >>"{top}/runs"
    [ "$DEVICE" != pocl7 ] || exit 3
    while [ $# -gt 2 ]; do shift; done
    case $1 in
    --resume) grep -q "old build" "$2" && exit 2; cp "{top}/$DEVICE.json" "$2" ;;
    --json) cp "{top}/$DEVICE.json" "$2" ;;
    esac
    exit 1 ;;
*) exec "{program}" "$@" ;;
esac
"""


class Checkout:
    """scripts/ and the waivers in a folder of their own, with devices each of which sets its name."""

    def __init__(self, top):
        self.top = top
        self.results = top / "saved"
        shutil.copytree(ROOT / "scripts", top / "scripts")
        (top / "suite" / "waivers").mkdir(parents=True)
        for name in ("intel-2026.2", "pocl-6.0"):  # the others are of no device here
            shutil.copy(ROOT / "suite" / "waivers" / f"{name}.json", top / "suite" / "waivers")
        (top / "build" / "env.d").mkdir(parents=True)
        self.program = top / "stand-in"
        self.program.write_text(FAKE.format(top=top, program=PROGRAM))
        self.program.chmod(0o755)

    def device(self, name, driver, change=lambda result: None, built=False):
        """A device of scripts/setup, or a folder with the vendor file of one that was built elsewhere."""
        if built:
            (self.top / name).mkdir()
            (self.top / name / "mine.icd").write_text("/drivers/libmine.so")
        else:
            (self.top / "build" / "env.d" / f"{name}.sh").write_text(f"export DEVICE={name}\n")
        report = fail_again(part())
        report["device"]["driver_version"] = driver
        report["rerun"] = [f"{self.top}/scripts/with-device", name]
        for result in report["results"]:
            change(result)
        write(self.top / f"{name}.json", report)

    def make(self, *arguments):
        command = [
            self.top / "scripts" / "history",
            "--no-setup",
            f"--program={self.program}",
            f"--results={self.results}",
            *arguments,
        ]
        env = os.environ | {"TMPDIR": str(self.top)}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=300)

    def report(self, folder):
        return small.read(self.results / folder / "quick.json.gz")

    def history(self, driver):
        return history.load(self.results / f"{driver}.history.gz")


def mend(result):
    if ".work_group_all." in result["name"] and result["state"] == "fail":
        result.update(state="pass", reason="")
        del result["mismatch"]


@pytest.fixture
def checkout(tmp_path):
    made = Checkout(tmp_path)
    made.device("intel-2023.2", "2024.16.1")
    made.device("intel-2024.0", "2023.16.12", mend)
    made.device("intel", "2026.22.10")
    made.device("pocl-main", "8.0-pre", built=True)
    made.device("pocl", "6.0+debian")
    return made


def test_each_device_has_a_report_and_each_driver_a_history(checkout, validate):
    done = checkout.make("intel-2024.0", checkout.top / "pocl-main", "intel", "pocl", "intel-2023.2")
    assert done.returncode == 0, done.stderr
    default = re.search(r"(?m)^intel_default=(\d+\.\d+)", (ROOT / "scripts/lib/intel.sh").read_text())[1]
    folders = {path.parent.name for path in checkout.results.glob("*/quick.json.gz")}
    assert folders == {"intel-2023.2", "intel-2024.0", f"intel-{default}", "pocl-6.0", "pocl-main"}
    intel, pocl = checkout.history("intel"), checkout.history("pocl")
    validate(intel, "history")
    assert [r["label"] for r in intel["reports"]] == [
        "2023.2",
        "2024.0",
        default,
    ], "not by the drivers' numbers"
    assert [r["label"] for r in pocl["reports"]] == ["6.0", "main"]
    (cause,) = [c for c in intel["causes"] if c["example"] == BROKEN]
    assert [cell["presence"] for cell in cause["reports"]] == ["fails", "passes", "fails"]
    text = gzip.decompress((checkout.results / "intel-2023.2" / "quick.json.gz").read_bytes()).decode()
    assert str(checkout.top) not in text
    assert "scripts/with-device" in text


def test_waivers_name_the_finding_and_are_applied_once(checkout):
    assert checkout.make("intel", "intel-2024.0").returncode == 0
    (path,) = checkout.results.glob("intel-2026*/quick.json.gz")
    before = path.read_bytes()
    assert checkout.make().returncode == 0
    assert path.read_bytes() == before, "the same reports give the same bytes"
    report = json.loads(gzip.decompress(before))
    (result,) = [r for r in report["listed"] if r["name"] == BROKEN]
    assert result["state"] == "waived"
    assert "results/findings/intel-work-group-all.md" in result["reason"]
    (row,) = [row for one in history.read(checkout.results) for row in one.rows if row.example == BROKEN]
    assert row.findings == ["intel-work-group-all"]


def test_a_history_stays_where_a_whole_report_is_missing(checkout, validate):
    """Of a small form alone nobody knows what passed and what was skipped."""
    assert checkout.make("intel", "intel-2024.0").returncode == 0
    before = (checkout.results / "intel.history.gz").read_bytes()
    forms = {path: path.read_bytes() for path in checkout.results.glob("*/quick.json.gz")}
    for path in forms:
        form = small.read(path)
        validate(form, "small")
        kept = checkout.top / "build" / "history" / "whole" / f"{form['whole']['sha256']}.json.gz"
        text = gzip.decompress(kept.read_bytes())
        assert json.loads(text)["complete"]
        assert small.shrink(text) == form
    shutil.rmtree(checkout.top / "build" / "history" / "whole")
    done = checkout.make("intel-2023.2")
    assert done.returncode == 0
    assert "intel.history.gz stays as it is" in done.stderr and "intel-2024.0" in done.stderr
    assert "intel-2023.2" not in done.stderr, "this one has just run"
    assert (checkout.results / "intel.history.gz").read_bytes() == before
    assert {path: path.read_bytes() for path in forms} == forms
    assert checkout.make("intel", "intel-2024.0").returncode == 0
    assert [r["label"] for r in checkout.history("intel")["reports"]][:2] == ["2023.2", "2024.0"]


def test_a_run_continues_and_one_of_another_build_starts_again(checkout):
    work = checkout.top / "build" / "history"
    work.mkdir()
    (work / "intel-2023.2.json").write_text("{}")
    (work / "intel-2024.0.json").write_text('{"tool": "old build"}')
    done = checkout.make("intel-2023.2", "intel-2024.0")
    assert done.returncode == 0, done.stderr
    runs = [
        re.sub(r"^(\S+) .* (--\w+) .*", r"\1 \2", line)
        for line in (checkout.top / "runs").read_text().splitlines()
    ]
    assert runs == ["intel-2023.2 --resume", "intel-2024.0 --resume", "intel-2024.0 --json"]


def test_a_device_that_does_not_run_does_not_stop_the_others(checkout):
    checkout.device("pocl7", "7.1")
    done = checkout.make("pocl7", "unknown", "pocl")
    assert done.returncode == 1
    assert "pocl7: did not run to its end" in done.stderr
    assert "unknown: did not run to its end" in done.stderr
    assert [path.parent.name for path in checkout.results.glob("*/*.gz")] == ["pocl-6.0"]


def test_a_report_that_was_cut_short_is_not_saved(checkout):
    path = checkout.top / "pocl.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"complete": False}))
    done = checkout.make("pocl")
    assert (done.returncode, list(checkout.results.glob("*/*.gz"))) == (1, [])


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


@pytest.mark.parametrize(
    ("change", "known"),
    [
        ({}, ["the-page"]),
        ({"driver": "other"}, []),
        ({"failures": ["crash"]}, []),
        ({"versions": ["1.0"]}, []),
        ({"cases": ["c.f.*.plain"]}, []),
        ({"title": "passes"}, []),
    ],
)
def test_a_known_cause_is_one_of_its_versions_cases_and_failure(tmp_path, change, known):
    entry = {"finding": "the-page", "driver": "driver", "versions": ["1.0", "2.5"], "failures": ["fail"]}
    entry |= {"cases": ["c.f.*.loop"], "title": "fails"} | change
    made = cause([cell("fails", 7), cell("fails", 2), cell("passes")], "fixed", fixed={"after": 1, "in": 2})
    reports = [{"label": label} for label in ("1.0", "2.5", "3")]
    text = json.dumps({"reports": reports, "causes": [made]})
    small.write_packed(tmp_path / "driver.history.gz", text.encode())
    (tmp_path / "known.json").write_text(json.dumps({"known": [entry]}))
    assert history.read(tmp_path)[0].rows[0].findings == known


def test_full_reports_have_a_history_of_their_own(checkout, validate):
    assert checkout.make("intel-2024.0", "intel", "pocl", checkout.top / "pocl-main").returncode == 0
    done = checkout.make("--profile", "full", "intel-2023.2", "intel-2024.0")
    assert done.returncode == 0, done.stderr
    assert all("--profile full" in run for run in (checkout.top / "runs").read_text().splitlines()[4:])
    (newest,) = [path.parent for path in checkout.results.glob("intel-2026*/quick.json.gz")]
    outside = checkout.top / newest.name / "full.json.gz"  # results/ itself has the newest version's
    outside.parent.mkdir()
    outside.write_bytes(checkout.results.joinpath("intel-2024.0", "full.json.gz").read_bytes())
    before = outside.read_bytes()
    assert checkout.make().returncode == 0
    assert outside.read_bytes() == before
    full, quick = checkout.history("intel-full"), checkout.history("intel")
    validate(full, "history")
    labels = [newest.name.partition("-")[2]]
    assert [r["label"] for r in full["reports"]] == ["2023.2", "2024.0", *labels]
    assert [r["label"] for r in quick["reports"]] == ["2024.0", *labels]
    assert not (checkout.results / "pocl-full.history.gz").exists()
    made = [(one.driver, one.profile, one.stem) for one in history.read(checkout.results)]
    assert made == [("intel", "quick", "intel"), ("intel", "full", "intel-full"), ("pocl", "quick", "pocl")]


def test_a_version_that_the_field_has_needs_no_run(checkout):
    """Its small form is in results/ itself, and its whole report in build/field/."""
    checkout.device("rusticl", "25.0.7")
    reports = (("rusticl-26.1", "quick"), ("rusticl-main", "quick-c"), ("rusticl-25.0-i386", "quick"))
    for name, report in reports:
        made = checkout.top / "build" / "field" / name / f"{report}.json"
        made.parent.mkdir(parents=True)
        text = write(made, fail_again(part())).read_bytes()
        small.write(checkout.top / name / f"{report}.json.gz", small.shrink(text))
    assert checkout.make("rusticl").returncode == 0
    assert [r["label"] for r in checkout.history("rusticl")["reports"]] == ["25.0", "26.1", "main"]
    assert len((checkout.top / "runs").read_text().splitlines()) == 1
    before = (checkout.results / "rusticl.history.gz").read_bytes()
    made = checkout.top / "build" / "field" / "rusticl-26.1" / "quick.json"
    made.write_bytes(made.read_bytes() + b"\n")  # another report than that of the small form
    done = checkout.make()
    assert "rusticl.history.gz stays as it is" in done.stderr and "rusticl-26.1" in done.stderr
    assert (checkout.results / "rusticl.history.gz").read_bytes() == before


def test_a_history_is_of_the_newest_reports_and_of_one_suite(checkout):
    assert checkout.make("intel-2023.2", "intel-2024.0", "intel").returncode == 0
    started = checkout.history("intel")["reports"][0]["started"]

    def change(name, driver, **changes):
        report = fail_again(part()) | changes
        report["device"]["driver_version"] = driver
        write(checkout.top / f"{name}.json", report)

    of_other = part()["tool"] | {"suite": "0" * 64}
    change("intel-2023.2", "2024.16.1", started="2001-01-01T00:00:00.000Z", tool=of_other)
    assert checkout.make("intel-2023.2").returncode == 0  # now older than the two others, of another suite
    done = checkout.make()
    assert "intel: of another suite, left out: intel-2023.2" in done.stderr
    labels = [r["label"] for r in checkout.history("intel")["reports"]]
    assert labels[0] == "2024.0" and len(labels) == 2
    # The field's report of a version is newer than that of results/history/.
    made = checkout.top / "build" / "field" / "intel-2024.0" / "quick.json"
    made.parent.mkdir(parents=True)
    later = "2100-01-01T00:00:00.000Z"
    text = write(made, fail_again(part()) | {"started": later}).read_bytes()
    small.write(checkout.top / "intel-2024.0" / "quick.json.gz", small.shrink(text))
    assert checkout.make().returncode == 0
    assert [r["started"] for r in checkout.history("intel")["reports"]] == [later, started]


def test_one_version_alone_has_no_history(checkout):
    assert checkout.make("pocl").returncode == 0
    assert (checkout.results / "pocl-6.0" / "quick.json.gz").is_file()
    assert not (checkout.results / "pocl.history.gz").exists()


@pytest.mark.parametrize("path", sorted(SAVED.glob("*.history.gz")), ids=history.name_of)
def test_a_saved_history_is_that_of_the_saved_reports(path):
    """As far as small forms show: what failed and ran, and that each example failed where it does."""
    saved = history.load(path)
    driver, profile = history.driver_and_profile(history.name_of(path))
    listed = {}
    for place, report in enumerate(saved["reports"]):
        form = history.report_of(SAVED, f"{driver}-{report['label']}", profile, report["started"])
        failing = listed[report["label"]] = {result["name"] for result in form["listed"]}
        skipped = sum(counts.get("skip", 0) for counts in form["counts"].values())
        assert (report["failing"], report["ran"]) == (len(failing), form["summary"]["total"] - skipped)
        assert report["profile"] == form["profile"]
        for made in saved["causes"]:
            presence = made["reports"][place]["presence"]
            if presence in ("passes", "not_run"):
                assert made["example"] not in failing, (made["example"], report["label"])
        shown = [one for one in saved["causes"] if one["reports"][place]["presence"] == "fails"]
        assert sum(one["reports"][place]["failing"] for one in shown) <= len(failing)
    for made in saved["causes"]:
        failing = history.failing_labels(made, [report["label"] for report in saved["reports"]])
        assert any(listed[label] for label in sorted(failing)[:1]), made["title"]
    names = [f"{driver}-{report['label']}" for report in saved["reports"]]
    assert names == sorted(names, key=history.version_key)


def failing_in(data):
    """Each cause of a history, with the labels of the versions in which it fails."""
    labels = [report["label"] for report in data["reports"]]
    for made in data["causes"]:
        yield made, history.failing_labels(made, labels)


def test_each_known_cause_is_in_a_history_and_has_a_page():
    known = json.loads((SAVED / "known.json").read_text())["known"]
    histories = {history.name_of(path): history.load(path) for path in SAVED.glob("*.history.gz")}
    for entry in known:
        driver = entry["driver"]
        assert (ROOT / "results" / "findings" / f"{entry['finding']}.md").is_file()
        assert set(entry["versions"]) <= {report["label"] for report in histories[driver]["reports"]}
        assert any(
            history.is_known(entry, driver, made, failing)
            for name, data in histories.items()
            if history.driver_and_profile(name)[0] == driver
            for made, failing in failing_in(data)
        ), entry
