"""Runs on the fake driver: every case gets its verdict, the report is complete, the exit status follows."""

import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM

STATES = [
    "pass",
    "fail",
    "crash",
    "timeout",
    "build_error",
    "skip",
    "waived",
    "unexpected_pass",
    "flaky",
    "error",
]
TYPE = "*.int.*"
FAKE_RULES = "wrong *.work_group_all.*,build_error *.sub_group_any.*,crash c.sub_group_all.*"
BAD = {"work_group_all": "fail", "sub_group_any": "build_error"}
ONE = ["c.work_group_reduce_add.int.*"]
RIGHT, WRONG = "c.work_group_reduce_add.int.33.plain", "c.work_group_all.int.33.plain"
SMALL = [*ONE, "c.work_group_scan_exclusive_min.float.*", "c.work_group_any.int.*"]


def report_of(wgconform, path, *arguments, **options):
    result = wgconform("--json", path, *arguments, **options)
    return result, json.loads(path.read_text())


def states(report):
    return {r["name"]: r["state"] for r in report["results"]}


@pytest.fixture(scope="module")
def quick(wgconform, fake, tmp_path_factory):
    """The quick profile of one type, in both languages, run once for all tests."""
    path = tmp_path_factory.mktemp("quick") / "report.json"
    return report_of(wgconform, path, "-d", fake["index"], "-p", "quick", "--keep-going", TYPE)


def test_the_quick_profile_gives_every_case_a_verdict(wgconform, quick):
    result, report = quick
    names = wgconform("--list", "-p", "quick", TYPE).stdout.splitlines()
    assert [r["name"] for r in report["results"]] == names
    assert report["complete"] is True
    assert report["summary"]["total"] == len(names)
    assert sum(report["summary"][state] for state in STATES) == len(names)
    assert report["summary"]["error"] == 0
    assert "Traceback" not in result.stderr


def test_the_report_keeps_its_schema(quick, validate):
    validate(quick[1], "report")


@pytest.mark.parametrize(("cases", "status"), [((RIGHT,), 0), ((WRONG,), 1), ((RIGHT, WRONG), 1)])
def test_the_exit_status_follows_the_states(wgconform, fake, cases, status, tmp_path):
    result, report = report_of(wgconform, tmp_path / "r", "-d", fake["index"], "-p", "full", *cases)
    bad = sum(report["summary"][s] for s in STATES if s not in ("pass", "skip", "waived"))
    assert (result.returncode, bad) == (status, status)


def test_each_state_is_that_of_the_driver_s_fault(quick):
    """And all that has no fault passes, or is skipped."""
    for result in quick[1]["results"]:
        language, function, *_ = result["name"].split(".")
        crashes = (language, function) == ("c", "sub_group_all")
        state = "crash" if crashes else BAD.get(function, "pass")
        unread = state == "fail" and result["name"].endswith(".unused")  # wrong values that nothing shows
        assert result["state"] in ("pass" if unread else state, "skip"), result
    found = quick[1]["summary"]
    assert min(found[state] for state in ("pass", "fail", "build_error", "crash", "skip")) > 1


def test_what_the_device_lacks_is_skipped_with_the_feature_s_name(quick):
    _, report = quick
    uniform = [r for r in report["results"] if re.match(r"c\.work_group_reduce_mul\.int\.", r["name"])]
    assert uniform
    for result in uniform:
        assert result["state"] == "skip"
        assert "cl_khr_work_group_uniform_arithmetic" in result["reason"]


def test_the_same_seed_gives_the_same_report(wgconform, fake, tmp_path):
    def run(name):
        _, report = report_of(
            wgconform, tmp_path / name, "-d", fake["index"], "-p", "quick", "--seed", "7", *SMALL
        )
        for key in ("started", "finished", "seconds", "command"):
            del report[key]
        for result in report["results"]:
            result["seconds"] = 0
        return report

    assert run("a") == run("b")


def test_another_seed_is_in_the_report(wgconform, fake, tmp_path):
    _, report = report_of(wgconform, tmp_path / "r", "-d", fake["index"], "-p", "quick", "--seed", "99", *ONE)
    assert report["seed"] == 99


def test_the_report_on_standard_output_is_json_alone(wgconform, fake):
    result = wgconform("-d", fake["index"], "-q", "-p", "quick", "--json", "-", *ONE)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["complete"] is True


def test_jobs_do_not_change_the_verdicts(wgconform, fake, tmp_path):
    one = report_of(wgconform, tmp_path / "1", "-d", fake["index"], "-p", "quick", "-j", "1", *SMALL)[1]
    four = report_of(wgconform, tmp_path / "4", "-d", fake["index"], "-p", "quick", "-j", "4", *SMALL)[1]
    assert states(one) == states(four)


def test_a_device_can_be_named(wgconform, tmp_path):
    result, report = report_of(wgconform, tmp_path / "r", "-d", "first", "-p", "quick", *ONE)
    assert result.returncode == 0, result.stderr
    assert report["device"]["platform"] == "First Platform"


@pytest.mark.parametrize("name", ["99", "unknown device"])
def test_an_unknown_device_is_refused_with_the_list(wgconform, fakes, name):
    result = wgconform("-d", name, "-p", "quick", *ONE)
    assert result.returncode == 2
    assert all(f"{device['name']} [{device['platform']}]" in result.stderr for device in fakes)


def test_a_device_is_found_by_platform_version_and_driver(wgconform, fake, fake_two, tmp_path):
    words = [
        (fake, "fake-first"),  # of CL_PLATFORM_VERSION
        (fake, f"first/{fake['name'].upper()}"),
        (fake_two, f"{fake_two['platform']}/{fake_two['name']}"),
        (fake_two, fake_two["driver_version"]),
        (fake_two, fake_two["selector"]),
    ]
    for device, text in words:
        result, report = report_of(wgconform, tmp_path / "r", "--device", text, "-p", "quick", *ONE)
        assert result.returncode == 0, result.stderr
        assert report["device"]["index"] == device["index"], text
        assert f"device {device['index']}: {device['name']} [{device['platform']}], " in result.stderr


def test_a_text_that_fits_several_lists_them(wgconform, fakes):
    result = wgconform("-d", "fake", "-p", "quick", *ONE)
    assert result.returncode == 2
    assert f'"fake" matches {len(fakes)} devices' in result.stderr
    assert all(f"{d['index']}: {d['name']} [{d['platform']}]" in result.stderr for d in fakes)


def test_without_a_platform_the_status_is_3_and_a_message_gives_advice(wgconform, tmp_path):
    result = wgconform("-p", "quick", *ONE, env={"OCL_ICD_VENDORS": str(tmp_path)})
    assert result.returncode == 3
    assert "OCL_ICD_VENDORS" in result.stderr or "install" in result.stderr


def test_an_interrupted_run_writes_its_report(wgconform, fake, tmp_path):
    path = tmp_path / "report.json"
    command = [str(PROGRAM), "-d", str(fake["index"]), "-p", "full", "--language", "c", "--json", str(path)]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
    ) as process:
        journal = tmp_path / "report.json.journal"
        for _ in range(600):
            if journal.exists() and journal.read_text().count("\n") > 20:
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 128 + signal.SIGINT
    report = json.loads(path.read_text())
    assert report["complete"] is False
    assert len(report["results"]) >= 20
    assert not journal.exists()


def test_a_limit_on_file_size_is_an_error_like_a_full_disk(wgconform, tmp_path):
    """SIGXFSZ does not end the program: the report that cannot be written is named."""
    report = tmp_path / "report.json"
    command = f"ulimit -f 1; exec {PROGRAM} --json {report} 'query.*' 'c.work_group_reduce_*.int.*'"
    result = wgconform("-c", command, program="bash")
    assert result.returncode == 3, result.stderr
    assert "report.json" in result.stderr and "File too large" in result.stderr


def test_build_options_are_in_the_report_and_hold_for_a_resumed_run(wgconform, fake, validate, tmp_path):
    path = tmp_path / "report.json"
    options = ("-d", fake["index"], "--build-option", "-cl-opt-disable", "--build-option=-g")
    result, report = report_of(wgconform, path, *options, WRONG)
    validate(report, "report")
    assert report["build_options"] == "-cl-opt-disable -g"
    assert "build options: -cl-opt-disable -g\n" in result.stdout
    causes = wgconform("causes", path).stdout
    assert "--build-option -cl-opt-disable --build-option -g" in causes, "the line that runs it again"
    other = wgconform("-d", fake["index"], "--resume", path, WRONG)
    assert other.returncode == 2 and 'its build options are "-cl-opt-disable -g"' in other.stderr
    assert "build_options" not in report_of(wgconform, path, "-d", fake["index"], RIGHT)[1]


@pytest.mark.parametrize(
    "option, why",
    [
        ("cl-opt-disable", "is no option"),
        ('-D"', "is no option"),
        ("-cl-std=CL2.0", "the suite chooses the version"),
        ("-cl-fast-relaxed-math", "other results are right"),
        ("-cl-uniform-work-group-size", "launches that it forbids"),
    ],
)
def test_a_build_option_that_no_kernel_can_have_is_refused(wgconform, fake, option, why):
    result = wgconform("-d", fake["index"], "--build-option", option, RIGHT)
    assert result.returncode == 2
    assert "--build-option" in result.stderr and why in result.stderr


def test_a_device_without_a_compiler_is_named_as_one(wgconform, fakes, tmp_path):
    """Each kernel needs one, in SPIR-V too; what the device reports of itself is judged all the same."""
    path = tmp_path / "report.json"
    devices = {"WGC_FAKE_DEVICES": "name=Offline;without=compiler linker"}
    result = wgconform("-d", "0", "-o", path, RIGHT, "spirv.work_group_all.*", "query.*", env=devices)
    assert result.returncode == 0, result.stdout + result.stderr
    first = re.search(r"this device has no compiler: (\d+) capability checks could be judged", result.stdout)
    states = {r["name"]: r["state"] for r in json.loads(path.read_text())["results"]}
    assert {state for name, state in states.items() if not name.startswith("query.")} == {"skip"}
    assert first and int(first[1]) == list(states.values()).count("pass") > 0, result.stdout
