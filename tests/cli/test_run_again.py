"""What failed, again: the command rerun, a report as a query, --max-causes, and causes during a run."""

import json
import pathlib
import re
import signal
import subprocess

import pytest
from conftest import PROGRAM, TIMEOUT_S
from fake_driver import DRIVER

FAKE_RULES = "wrong c.work_group_all.*,crash c.work_group_broadcast.int.*.loop,wrong c.work_group_any.*.plain"
CASES = ["c.work_group_all.int.*", "c.work_group_any.int.*", "c.work_group_broadcast.int.*"]


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """The folder that a rerun without -o leaves goes with the test."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))


@pytest.fixture(scope="module")
def first(wgconform, fake, tmp_path_factory):
    """A report with three causes, and what the run printed."""
    path = tmp_path_factory.mktemp("first") / "report.json"
    result = wgconform("-d", fake["index"], "-p", "default", "-j", "1", "-o", path, *CASES)
    assert result.returncode == 1, result.stderr
    return path, json.loads(path.read_text()), result


def bad(report):
    return {r["name"] for r in report["results"] if r["state"] not in ("pass", "skip", "waived")}


def test_each_cause_is_printed_once_as_it_appears(first):
    _, report, result = first
    lines = re.findall(r"^new cause \[[A-Z]\]: (.*) \((\S+)\)$", result.stderr, re.M)
    assert len(lines) == len(report["causes"]) == 3
    assert {name for _, name in lines} <= bad(report)
    assert not re.search(r"^(fail|crash) c\.", result.stderr, re.M)  # no case by name


def test_a_report_is_a_query(first, wgconform, tmp_path):
    path, report, _ = first
    listed = wgconform("-L", "-p", "default", f"@{path}")
    assert set(listed.stdout.split()) == bad(report)
    packed = tmp_path / "again.json.gz"
    assert wgconform("merge", path, "-o", packed).returncode == 0
    assert wgconform("-L", "-p", "default", f"@{packed}").stdout == listed.stdout


def test_a_report_without_a_failure_is_no_query(fake, wgconform, tmp_path):
    path = tmp_path / "good.json"
    assert wgconform("-d", fake["index"], "-o", path, "c.work_group_reduce_add.int.7.plain").returncode == 0
    result = wgconform("-L", f"@{path}")
    assert result.returncode == 2
    assert f"{path}: every case passed, was skipped or is waived" in result.stderr


def test_rerun_runs_what_failed_and_compares(first, wgconform, tmp_path):
    path, report, _ = first
    new = tmp_path / "new.json"
    result = wgconform("rerun", path, "-o", new)
    assert result.returncode == 1, result.stderr
    again = json.loads(new.read_text())
    assert {r["name"] for r in again["results"]} == bad(report)
    assert re.search(rf"^0 broke, {len(bad(report))} as before$", result.stdout, re.M)
    assert result.stdout.count("] stayed ") == 3
    fixed_some = wgconform("rerun", path, env={"WGC_FAKE_RULES": "wrong c.work_group_all.*"})
    fixed = sum("work_group_all" not in name for name in bad(report))
    assert f"0 broke, {fixed} fixed, " in fixed_some.stdout
    kept = re.search(r"^written: (\S+)$", fixed_some.stdout, re.M)[1]
    assert f"wgconform causes {kept} " in fixed_some.stdout
    assert {r["name"] for r in json.loads(pathlib.Path(kept).read_text())["results"]} == bad(report)
    good = wgconform("rerun", path, env={"WGC_FAKE_RULES": ""})
    assert (good.returncode, f"0 broke, {len(bad(report))} fixed" in good.stdout) == (0, True)


def cases_of(report, cause):
    return {r["name"] for r in report["results"] if r.get("cause") == cause["id"]}


def test_rerun_takes_a_cause_or_states(first, wgconform, tmp_path):
    path, report, _ = first
    cause = next(c for c in report["causes"] if "work_group_any" in c["title"])
    for arguments, expected in (
        (["--cause", cause["id"]], cases_of(report, cause)),
        (["--cause", str(report["causes"].index(cause) + 1)], cases_of(report, cause)),
        (["--state", "crash,timeout"], {r["name"] for r in report["results"] if r["state"] == "crash"}),
    ):
        new = tmp_path / "new.json"
        assert wgconform("rerun", path, "-o", new, *arguments).returncode == 1
        assert {r["name"] for r in json.loads(new.read_text())["results"]} == expected
        new.unlink()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--cause", "none-fail-12345678"], "no cause has the id or the number none-fail-12345678"),
        (["--state", "wrong"], '--state: "wrong" is not a state of a case'),
        (["--state", "timeout"], "no case of the report is in these states"),
    ],
)
def test_rerun_refuses_what_it_cannot_run(first, wgconform, arguments, error):
    result = wgconform("rerun", first[0], *arguments)
    assert result.returncode == 2
    assert error in result.stderr


def test_a_cause_of_a_report_becomes_a_program(first, wgconform, tmp_path):
    """With the data of its run; the example of the cause is the one."""
    path, report, _ = first
    for number, cause in enumerate(report["causes"], 1):
        for name in (str(number), cause["id"]):
            folder = tmp_path / name
            result = wgconform("repro", path, "--cause", name, "-o", folder)
            assert result.returncode == 0, result.stderr
            text = (folder / "repro.c").read_text()
            assert f'case_name[] = "{cause["example"]}"' in text
            assert "Written by wgconform repro; profile default, seed 1." in text
            head = text.split("*/")[0].replace("\n * ", " ")
            assert re.search(r" device: Fake .* \[.*\], driver 1\.2\.3 ", head)
            assert f" {cause['state']}: " in head and "The standard: " in head
            assert "Build options: " in head and "SYCL" not in head
            before = " ".join(report["rerun"][:-1])
            assert not before or f"/* It was seen with: {before} ./repro */" in text
    for arguments, error in (
        ([], "the report has 3 causes: choose with --cause"),
        (["--cause", "4"], "no cause has the id or the number 4"),
    ):
        result = wgconform("repro", path, "-o", tmp_path / "none", *arguments)
        assert (result.returncode, error in result.stderr) == (2, True), result.stderr
        assert not (tmp_path / "none").exists()


def test_rerun_waits_for_the_driver_and_ends_when_it_is_right(first, wgconform, fake, tmp_path):
    """The driver is gone while it is built, then wrong, then right; a driver here is a vendor file."""
    del first
    vendor = tmp_path / "mine.icd"
    library = (DRIVER / "fake.icd").read_text()
    vendor.write_text(library)
    env = {"OCL_ICD_VENDORS": str(vendor)}
    path = tmp_path / "report.json"
    case = "c.work_group_all.int.4.plain"
    assert wgconform("-d", fake["index"], "-o", path, case, env=env).returncode == 1
    vendor.write_text("libnothing-like-it.so.7\n")
    command = [PROGRAM, "rerun", path, "--watch", vendor]
    report = json.loads(path.read_text())
    assert f"OCL_ICD_VENDORS={vendor}" in report["rerun"]

    def rules(text):
        changed = json.loads(path.read_text())
        changed["rerun"] = [f"WGC_FAKE_RULES={text}", *report["rerun"]]
        path.write_text(json.dumps(changed))

    rules("wrong c.work_group_all.*")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        seen = [process.stderr.readline() for _ in range(2)]
        while f"waiting until {vendor} changes" not in seen[-1]:
            seen.append(process.stderr.readline())
        assert "does not load" in "".join(seen)
        vendor.write_text(library)
        while "0 broke, 1 as before" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT_S) == 128 + signal.SIGINT
    rules("")
    done = wgconform("rerun", path, "--watch", vendor)
    assert (done.returncode, "0 broke, 1 fixed" in done.stdout) == (0, True)


def test_max_causes_ends_the_run(fake, wgconform, tmp_path):
    path = tmp_path / "r.json"
    result = wgconform(
        "-d", fake["index"], "-p", "default", "-j", "1", "--max-causes", "2", "-o", path, *CASES
    )
    report = json.loads(path.read_text())
    assert result.returncode == 1
    assert len(report["causes"]) in (2, 3)  # one more case may divide a cause
    assert report["complete"] is False
    assert "not run" in result.stdout


def test_what_the_driver_prints_decides_in_all_functions(fake, wgconform, tmp_path):
    """A launch that fails with a common error: what the driver prints about it is the cause."""
    path = tmp_path / "r.json"
    rules = "refuse c.work_group_*.int.*.plain,wrong c.work_group_any.*.loop"
    result = wgconform(
        "-d", fake["index"], "-j", "1", "-p", "default", "-o", path, *CASES, env={"WGC_FAKE_RULES": rules}
    )
    report = json.loads(path.read_text())
    assert result.returncode == 1
    refused = [r for r in report["results"] if r["state"] == "fail" and "mismatch" not in r]
    assert len({r["name"].split(".")[1] for r in refused}) > 2
    for r in refused:  # each has its own words, and no others
        function = r["name"].split(".")[1]
        printed = f"Symbols not found: [ _Z{len(function)}{function}i ]"
        assert set(r["build_log"].splitlines()) == {printed}  # a case with several launches has it for each
        assert r["reason"].endswith(f"; the driver printed: {printed}")
    assert all("build_log" not in r for r in report["results"] if r not in refused)
    (cause,) = (c for c in report["causes"] if c["cases"] == len(refused))
    assert "fail, for example: Symbols not found: [ _Z" in cause["title"]
