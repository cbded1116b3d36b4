"""A worker on another machine: through OpenSSH to this one, and through a stand-in for adb (./adb)."""

import json
import re
import shutil
import time

import pytest
from remote_links import ADB_COMMAND, adb_environment, for_adb, run_to

SOME = ["c.work_group_a*.int.*", "c.work_group_reduce_*", "query.*", "spirv.work_group_all.int.*"]
FAKE_RULES = "wrong c.work_group_reduce_max.*"


def verdicts(report):
    """All that a report has on cases, times aside, and the folders that a driver names in what it prints."""

    def without_times(result):
        kept = {k: v for k, v in result.items() if k not in ("seconds", "attempts")}
        if "build_log" in kept:
            kept["build_log"] = re.sub(r"/[^\s']*/(?=wgc_)", "", kept["build_log"])
        return kept

    return [without_times(r) for r in report["results"]]


@pytest.fixture(scope="module")
def expected(fake, tmp_path_factory):
    """What the device gives without a command."""
    done, report = run_to(tmp_path_factory.mktemp("here") / "r.json", "-d", fake["index"], "-j", "1", *SOME)
    assert report["complete"], done.stderr
    states = {r["state"] for r in report["results"]}
    assert {"pass", "fail", "skip"} <= states and len(report["results"]) > 70
    return report


def device_of(report):
    """The device, without what PoCL derives from the memory that is free at the time."""
    free = ("global_mem_size", "max_mem_alloc_size")
    limits = {key: value for key, value in report["device"]["limits"].items() if key not in free}
    return {**report["device"], "limits": limits}


def same_verdicts(report, expected):
    assert report["complete"] is True
    assert verdicts(report) == verdicts(expected)
    assert device_of(report) == device_of(expected)
    assert report["device"]["target"]["system"] == report["host"]["system"]
    assert report["warnings"] == expected["warnings"]


def test_ssh_gives_the_same_verdicts(ssh, fake, expected, tmp_path):
    arguments = ["-d", fake["index"], "-j", "1", "--worker-command", ssh.command()]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME)
    same_verdicts(report, expected)


@for_adb
def test_adb_gives_the_same_verdicts(fake, expected, tmp_path):
    arguments = ["-d", fake["index"], "-j", "2", "--worker-command", ADB_COMMAND]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME, env=adb_environment())
    same_verdicts(report, expected)


@for_adb
def test_a_slow_link_is_no_timeout(fake, expected, tmp_path):
    """The list of cases takes longer on its way than a case may."""
    queries = ["c.work_group_any.int.*"]
    arguments = ["-d", fake["index"], "-j", "1", "-t", "3", "--worker-command", ADB_COMMAND]
    begin = time.monotonic()
    _, report = run_to(tmp_path / "r.json", *arguments, *queries, env=adb_environment(FAKE_ADB_RATE=6000))
    assert time.monotonic() - begin > 3
    expected_state = {r["name"]: r["state"] for r in expected["results"]}
    assert {r["name"]: r["state"] for r in report["results"]} == {
        r["name"]: expected_state[r["name"]] for r in report["results"]
    }
    assert len(report["results"]) > 10


@for_adb
def test_a_lost_connection_costs_no_verdict(fake, expected, tmp_path):
    drop = f"{tmp_path}/dropped:20000"
    arguments = ["-d", fake["index"], "-j", "1", "--worker-command", ADB_COMMAND]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME, env=adb_environment(FAKE_ADB_DROP=drop))
    assert (tmp_path / "dropped").exists()
    assert verdicts(report) == verdicts(expected)
    assert any("the connection to the worker was lost" in warning for warning in report["warnings"])


def test_devices_are_listed_and_named(ssh, fake, wgconform):
    done = wgconform("-l", "--json", "--worker-command", ssh.command())
    assert done.returncode == 0, done.stderr
    assert fake["name"] in [device["name"] for device in json.loads(done.stdout)]
    done = wgconform("-d", fake["name"], "-p", "quick", "--worker-command", ssh.command(), "query.*")
    assert fake["name"] in done.stderr


@pytest.mark.parametrize(
    "command, text",
    [
        ("ssh -F none -o BatchMode=yes -p 1 127.0.0.1 wgconform", "Connection refused"),
        ("/nowhere/adb shell wgconform", "not found"),
        ("true", "its command exited with status 0"),
    ],
)
def test_a_command_that_reaches_nothing(wgconform, command, text):
    if command.startswith("ssh") and shutil.which("ssh") is None:
        pytest.skip("no OpenSSH client here")
    done = wgconform("--worker-command", command, "c.work_group_all.int.4.plain")
    assert done.returncode == 3
    assert text in done.stderr


def test_an_empty_command(wgconform):
    done = wgconform("--worker-command", "", "-l")
    assert done.returncode == 2
    assert "--worker-command" in done.stderr
    assert "the command is empty" in done.stderr
