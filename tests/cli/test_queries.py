"""Capability checks run as cases: in every report, sharded, resumed, waived, and isolated from each other."""

import itertools
import json
import os
import subprocess
import time
import xml.etree.ElementTree as ET

import pytest
from conftest import BUILD, PROGRAM
from fake_driver import EVERYTHING

DRIVER = BUILD / "lib" / "libwgdriver.so"
LIES = BUILD / "lib" / "libwglies.so"
CL_DEVICE_EXTENSIONS = 0x1030
DENIED = {
    "OPENCL_LAYERS": str(LIES),
    "WGC_LIES": f"drop {CL_DEVICE_EXTENSIONS} cl_khr_byte_addressable_store",
}
FAKE_DEVICES = EVERYTHING
FAILING = "query.extensions_required"


def names(wgconform, *arguments):
    listed = wgconform("--list", *arguments)
    assert listed.returncode == 0, listed.stderr
    return listed.stdout.splitlines()


@pytest.fixture(scope="module")
def denied(wgconform, fake, tmp_path_factory):
    """A run in which one check fails, in every format."""
    folder = tmp_path_factory.mktemp("queries")
    files = {name: folder / name for name in ("json", "junit", "html", "ctrf")}
    options = itertools.chain(*((f"--{name}", path) for name, path in files.items()))
    result = wgconform("-d", fake["index"], "query.*", *options, "--tap", env=DENIED)
    assert result.returncode == 1, result.stderr
    return json.loads(files["json"].read_text()), files, result.stdout


def test_the_report_accounts_for_every_check(wgconform, denied, validate):
    report, _, _ = denied
    validate(report, "report")
    assert [r["name"] for r in report["results"]] == names(wgconform, "query.*")
    failed = [r for r in report["results"] if r["state"] == "fail"]
    assert [r["name"] for r in failed] == [FAILING, "query.extensions_agree"][::-1]
    assert "cl_khr_byte_addressable_store" in failed[1]["reason"]
    assert all(r["reason"] for r in report["results"] if r["state"] == "skip")


def test_the_other_reports_agree(denied):
    _, files, tap = denied
    suites = ET.parse(files["junit"]).getroot().findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["query"]
    case = next(c for c in suites[0].findall("testcase") if c.get("name") == "query.extensions_required")
    assert "cl_khr_byte_addressable_store" in case.find("failure").get("message")
    assert FAILING in suites[0].find("system-out").text
    assert FAILING in files["html"].read_text()
    ctrf = json.loads(files["ctrf"].read_text())["results"]["tests"]
    assert [t["status"] for t in ctrf if t["name"] == FAILING] == ["failed"]
    assert any(line.startswith("not ok") and FAILING in line for line in tap.splitlines())


def test_a_check_is_waived(wgconform, fake, tmp_path):
    waiver = {
        "id": "made-up",
        "query": [FAILING, "query.extensions_agree"],
        "states": ["fail"],
        "reason": "the layer denies it",
    }
    file = tmp_path / "waivers.json"
    file.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    report = tmp_path / "report.json"
    options = ["-d", fake["index"], "-o", report, "--waivers", file]
    result = wgconform(*options, "query.extensions_*", env=DENIED)
    assert result.returncode == 0, result.stderr
    found = {r["name"]: r["state"] for r in json.loads(report.read_text())["results"]}
    assert found[FAILING] == "waived"


def test_shards_are_a_partition_of_the_checks(wgconform):
    parts = [names(wgconform, "query.*", "--shard", f"{i}/5") for i in range(1, 6)]
    assert all(parts)
    assert sorted(itertools.chain(*parts)) == sorted(names(wgconform, "query.*"))


def test_a_driver_that_crashes_costs_the_checks_that_asked(wgconform, fake, tmp_path):
    """The layer kills the process where a program with that function is built."""
    report = tmp_path / "report.json"
    env = {"OPENCL_LAYERS": str(DRIVER), "WGC_DRIVER": "segv@BuildProgram:sub_group_rotate("}
    result = wgconform("-d", fake["index"], "-o", report, "query.*", env=env)
    assert result.returncode == 1, result.stderr
    states = {r["name"]: r["state"] for r in json.loads(report.read_text())["results"]}
    assert {n: s for n, s in states.items() if s not in ("pass", "skip")} == {
        "query.c_standards_run": "crash",
        "query.khr_rotate": "crash",
    }


def test_a_run_that_was_killed_is_resumed(wgconform, fake, tmp_path):
    """The last check hangs, so that the run is there to be killed; the journal keeps the others."""
    report = tmp_path / "report.json"
    journal = tmp_path / "report.json.journal"
    rule = {"OPENCL_LAYERS": str(DRIVER), "WGC_DRIVER": "hang@BuildProgram:sub_group_rotate("}
    arguments = ["-d", str(fake["index"]), "-j", "1"]
    asked = ["query.*", "!query.c_standards_run"]  # which would hang first
    with subprocess.Popen(
        [PROGRAM, *arguments, "-o", report, *asked],
        env={**os.environ, **rule},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        for _ in range(1200):
            if journal.exists() and "query.khr_clustered_reduce" in journal.read_text():
                break
            time.sleep(0.05)
        process.kill()
    assert json.loads(report.read_text())["complete"] is False
    result = wgconform(*arguments, "--resume", report, *asked)
    assert result.returncode == 0, result.stderr
    found = json.loads(report.read_text())
    assert found["complete"] is True
    assert [r["name"] for r in found["results"]] == names(wgconform, *asked)
