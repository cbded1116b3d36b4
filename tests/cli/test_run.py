"""Runs on real devices: every case gets its verdict, the report is complete, the exit status follows."""

import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import PLATFORMS, PROGRAM, ROOT

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
QUICK = ("c.*", "spirv.*.int.*")
WAIVERS = {PLATFORMS["pocl"]: "pocl-6.0.json", PLATFORMS["intel"]: "intel-2026.2.json"}
LONG_S = 1200  # it takes less than a minute, but not where the machine is busy
# PoCL 6.0 crashes in work-groups of one or two items, with a message that differs from run to run
WRONG_FORMS = ("arms", "switch", "past")  # on PoCL 6.0 (suite/waivers)
SOUND = ["!*.1.*", "!*.2.*", "!*.2x1.*", *(f"!*.{form}" for form in WRONG_FORMS)]
ONE = ["c.work_group_reduce_add.int.*", *SOUND]
RIGHT, WRONG = "c.work_group_reduce_add.int.33.plain", "c.work_group_all.int.33.plain"  # on both devices
SMALL = [*ONE, "c.work_group_scan_exclusive_min.float.*", "c.work_group_any.int.*"]


def number(device):
    return str(device["index"])


def report_of(wgconform, path, *arguments, **options):
    result = wgconform("--json", path, *arguments, **options)
    return result, json.loads(path.read_text())


def states(report):
    return {r["name"]: r["state"] for r in report["results"]}


@pytest.fixture(scope="session")
def quick(wgconform, device, tmp_path_factory):
    """The quick profile in OpenCL C and a type in SPIR-V, with the known waivers, run once on each device."""
    path = tmp_path_factory.mktemp("quick") / "report.json"
    arguments = ("-p", "quick", "-w", ROOT / "suite" / "waivers" / WAIVERS[device["platform"]])
    return report_of(wgconform, path, "-d", number(device), *arguments, *QUICK, timeout=LONG_S)


def test_the_quick_profile_passes_but_for_what_is_known(quick):
    """The device test: every signature in OpenCL C, right or wrong as it is known of the driver."""
    result, report = quick
    bad = [r for r in report["results"] if r["state"] not in ("pass", "skip", "waived")]
    assert [(r["name"], r["state"], r.get("reason")) for r in bad] == []
    assert result.returncode == 0, result.stderr
    assert report["summary"]["pass"] > 1000
    assert report["summary"]["waived"] > 10


def test_the_quick_profile_gives_every_case_a_verdict(wgconform, quick):
    result, report = quick
    names = wgconform("--list", "-p", "quick", *QUICK).stdout.splitlines()
    assert [r["name"] for r in report["results"]] == names
    assert report["complete"] is True
    assert report["summary"]["total"] == len(names)
    assert sum(report["summary"][state] for state in STATES) == len(names)
    assert report["summary"]["error"] == 0
    assert "Traceback" not in result.stderr


def test_the_report_keeps_its_schema(quick, validate):
    validate(quick[1], "report")


@pytest.mark.parametrize(("cases", "status"), [((RIGHT,), 0), ((WRONG,), 1), ((RIGHT, WRONG), 1)])
def test_the_exit_status_follows_the_states(wgconform, device, cases, status, tmp_path):
    result, report = report_of(wgconform, tmp_path / "r", "-d", number(device), "-p", "full", *cases)
    bad = sum(report["summary"][s] for s in STATES if s not in ("pass", "skip", "waived"))
    assert (result.returncode, bad) == (status, status)


def test_work_group_functions_pass_on_the_device(quick):
    """But for PoCL 6.0, whose work-groups of one or two items crash (suite/waivers), and some forms."""
    _, report = quick
    integers = re.compile(r"c\.work_group_.*_(add|min|max)\.u?(int|long)\.(?![12]\.)")
    plain = [r for r in report["results"] if integers.match(r["name"])]
    plain = [r for r in plain if not r["name"].endswith(WRONG_FORMS)]
    assert len(plain) > 30
    assert [r["name"] for r in plain if r["state"] not in ("pass", "skip")] == []
    assert sum(r["state"] == "pass" for r in plain) > 25


def test_what_the_device_lacks_is_skipped_with_the_feature_s_name(quick):
    _, report = quick
    uniform = [r for r in report["results"] if re.match(r"c\.work_group_reduce_mul\.int\.", r["name"])]
    assert uniform
    for result in uniform:
        assert result["state"] == "skip"
        assert "cl_khr_work_group_uniform_arithmetic" in result["reason"]


def test_the_summary_is_a_table_of_functions_and_types(quick):
    result, _ = quick
    assert re.search(r"passed/run .* int +.*\n", result.stdout + result.stderr)


def test_the_same_seed_gives_the_same_report(wgconform, device, tmp_path):
    def run(name):
        _, report = report_of(
            wgconform, tmp_path / name, "-d", number(device), "-p", "quick", "--seed", "7", *SMALL
        )
        for key in ("started", "finished", "seconds", "command"):
            del report[key]
        for result in report["results"]:
            result["seconds"] = 0
        return report

    assert run("a") == run("b")


def test_another_seed_is_in_the_report(wgconform, device, tmp_path):
    _, report = report_of(
        wgconform, tmp_path / "r", "-d", number(device), "-p", "quick", "--seed", "99", *ONE
    )
    assert report["seed"] == 99


def test_the_report_on_standard_output_is_json_alone(wgconform, device):
    result = wgconform("-d", number(device), "-q", "-p", "quick", "--json", "-", *ONE)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["complete"] is True


def test_jobs_do_not_change_the_verdicts(wgconform, device, tmp_path):
    one = report_of(wgconform, tmp_path / "1", "-d", number(device), "-p", "quick", "-j", "1", *SMALL)[1]
    four = report_of(wgconform, tmp_path / "4", "-d", number(device), "-p", "quick", "-j", "4", *SMALL)[1]
    assert states(one) == states(four)


def test_a_device_can_be_named(wgconform, tmp_path):
    result, report = report_of(wgconform, tmp_path / "r", "-d", "portable", "-p", "quick", *ONE)
    assert result.returncode == 0, result.stderr
    assert "portable" in report["device"]["platform"].lower()


@pytest.mark.parametrize("name", ["99", "unknown device"])
def test_an_unknown_device_is_refused_with_the_list(wgconform, devices, name):
    result = wgconform("-d", name, "-p", "quick", *ONE)
    assert result.returncode == 2
    assert all(f"{device['name']} [{device['platform']}]" in result.stderr for device in devices)


def test_a_device_is_found_by_platform_version_and_driver(wgconform, pocl, intel, tmp_path):
    words = [
        (pocl, "PoCL"),
        (pocl, f"portable/{pocl['name'].upper()}"),
        (intel, f"{intel['platform']}/{intel['name']}"),
        (intel, intel["driver_version"]),
        (intel, intel["selector"]),
    ]
    for device, text in words:
        result, report = report_of(wgconform, tmp_path / "r", "--device", text, "-p", "quick", *ONE)
        assert result.returncode == 0, result.stderr
        assert report["device"]["index"] == device["index"], text
        assert f"device {device['index']}: {device['name']} [{device['platform']}], " in result.stderr


def test_a_text_that_fits_several_lists_them(wgconform, devices):
    result = wgconform("-d", "opencl", "-p", "quick", *ONE)
    assert result.returncode == 2
    assert f'"opencl" matches {len(devices)} devices' in result.stderr
    assert all(f"{d['index']}: {d['name']} [{d['platform']}]" in result.stderr for d in devices)


def test_without_a_platform_the_status_is_3_and_a_message_gives_advice(wgconform, tmp_path):
    result = wgconform("-p", "quick", *ONE, env={"OCL_ICD_VENDORS": str(tmp_path)})
    assert result.returncode == 3
    assert "OCL_ICD_VENDORS" in result.stderr or "install" in result.stderr


def test_emulated_functions_pass_on_the_device(wgconform, device, tmp_path):
    """The project's own implementation, the extension's functions included."""
    path = tmp_path / "report.json"
    result, report = report_of(
        wgconform,
        path,
        "-d",
        number(device),
        "--impl",
        "emulated",
        "-p",
        "quick",
        *(
            f"c.work_group_{function}.{form}"
            for function in ("*_mul.*", "*_xor.*", "broadcast*", "any.*")
            for form in ("plain", "loop", "local", "function")
        ),
    )
    found = states(report)
    assert set(found.values()) <= {"pass", "skip"}, result.stderr
    assert list(found.values()).count("pass") > len(found) / 2


def test_an_interrupted_run_writes_its_report(wgconform, device, tmp_path):
    path = tmp_path / "report.json"
    command = [str(PROGRAM), "-d", number(device), "-p", "full", "--language", "c", "--json", str(path)]
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


def test_make_run_ends_in_a_verdict(wgconform, tmp_path):
    """With the known waivers nothing new fails; without them the verdict points to the causes."""
    report = tmp_path / "report.json"
    arguments = [PROGRAM, report, "-d", "Portable Computing Language", "c.work_group_all.int.17.*"]
    result = wgconform(*arguments, program=ROOT / "scripts" / "run", cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    verdict, where, following = result.stdout.splitlines()[-3:]
    assert verdict == "verdict: nothing new failed"
    assert str(report) in where and (tmp_path / "report.html").is_file()
    assert following.startswith("next: ")
    assert json.loads(report.read_text())["summary"]["waived"] > 0
    unknown = wgconform(*arguments, "--min-cases", "9999", program=ROOT / "scripts" / "run", cwd=ROOT)
    assert (unknown.returncode, "verdict: something failed" in unknown.stdout) == (1, True)
