"""The program on the devices that `make check` sets up: all passes but what suite/waivers has."""

import json
import re
import subprocess
import sys

import fake_driver
import pytest
import selection
from conftest import BUILD, PLATFORMS, PROGRAM, ROOT
from test_package import is_yes, make_official
from test_waivers import queries

sys.path.insert(0, str(ROOT / "scripts/lib"))
import small

WAIVERS = ROOT / "suite" / "waivers"
OF_DEVICE = {PLATFORMS["pocl"]: "pocl-6.0.json", PLATFORMS["intel"]: "intel-2026.2.json"}
WITHOUT_COLLECTIVES = {"pocl-3.1": 5, "oclgrind-21.10": 1}  # waived cases: of capabilities, and a program
MOST_CASES = "100000"  # for --audit: all that pass
LONG_S = 1200  # the quick profile takes less than a minute, but not where the machine is busy
MOST_S = 20  # of a case, which takes a second; one that does not end spins for a sixth of it
# Every signature in OpenCL C, the capability checks, and what SPIR-V has of one type.
QUICK = ["-p", "quick", "c.*", "query.*", "spirv.*.int.*"]


def waiver_file(device):
    return WAIVERS / OF_DEVICE[device["platform"]]


def device_of(file):
    """The device of scripts/with-device that a waiver file is for, as its reports name it.

    A report of a driver in a folder of the machine that made it has no command to run it again (small.py).
    """
    for report in sorted((ROOT / "results" / file.stem).glob("*.json.gz")):
        rerun = small.read(report).get("rerun")
        if rerun and rerun[0] == "scripts/with-device":
            return rerun[1]
    return None


@pytest.fixture(scope="session")
def quick(wgconform, device, request, tmp_path_factory):
    """The quick profile, or the share of it that this commit runs, once on each device with its waivers.

    Returns what the program did, its report, what it was asked for, and the number of shares.
    """
    path = tmp_path_factory.mktemp("quick") / "report.json"
    share, shares = selection.share_of(request.config)
    chosen = [*QUICK, *share]
    options = ["-t", MOST_S, "-w", waiver_file(device), "-o", path]
    result = wgconform("-d", device["index"], *chosen, *options, timeout=LONG_S)
    return result, json.loads(path.read_text()), chosen, shares


def test_the_quick_profile_passes_but_for_what_is_known(quick, validate):
    """The device test: every case right, or wrong as it is known of the driver."""
    result, report, _, shares = quick
    bad = [r for r in report["results"] if r["state"] not in ("pass", "skip", "waived")]
    assert [(r["name"], r["state"], r.get("reason")) for r in bad] == []
    assert result.returncode == 0, result.stderr
    assert report["summary"]["pass"] > 200 / shares  # PoCL 330, Intel 1100
    assert report["summary"]["waived"] > 10 / shares
    validate(report, "report")


def test_every_case_has_a_verdict(wgconform, quick):
    _, report, chosen, _ = quick
    names = wgconform("--list", *chosen).stdout.splitlines()
    assert [r["name"] for r in report["results"]] == names
    assert (report["complete"], report["summary"]["total"]) == (True, len(names))


def test_what_the_device_lacks_is_skipped_with_the_feature_s_name(quick):
    """Both lack this extension, and have the rest of what work-groups have."""
    _, report, _, shares = quick
    results = report["results"]
    uniform = [r for r in results if r["name"].startswith("c.work_group_reduce_mul.")]
    assert uniform and {r["state"] for r in uniform} == {"skip"}
    assert all("cl_khr_work_group_uniform_arithmetic" in r["reason"] for r in uniform)
    integers = re.compile(r"c\.work_group_.*_(add|min|max)\.u?(int|long)\.")
    assert sum(r["state"] == "pass" for r in results if integers.match(r["name"])) > 10 / shares


# Local sizes are the same for all devices: some make sub-groups of one work-item on some of them.
ALONE = re.compile(r"in \d+ of \d+ sub-group cases each sub-group had one work-item")


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(WAIVERS.glob("*.json")), ids=lambda file: file.stem)
def test_so_does_it_in_spirv_and_on_other_devices(wgconform, file, tmp_path):
    """And no waiver is one too many: of the quick profile, each is used that selects a case which ran.

    On a device with few cases each passes alone too: no kernel needs another one of its batch.
    """
    name, path = device_of(file), tmp_path / "report.json"
    if file.stem.endswith("-i386"):
        pytest.skip("needs a worker of i386: docs/devices.md")
    if name is None:
        pytest.skip("needs a GPU, or a driver that no set-up has: docs/devices.md")
    if not (BUILD / "env.d" / f"{name}.sh").is_file():
        pytest.skip(f"{name} is not set up")
    audit = ["--audit", MOST_CASES] if file.stem in WITHOUT_COLLECTIVES else []
    arguments = [PROGRAM, "-q", "-p", "quick", *audit, "-w", file, "-o", path]
    result = subprocess.run(
        [ROOT / "scripts" / "with-device", name, *arguments],
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
    report = json.loads(path.read_text())
    bad = [r for r in report["results"] if r["state"] not in ("pass", "skip", "waived")]
    assert [(r["name"], r["state"], r.get("reason")) for r in bad] == []
    ran = {r["name"] for r in report["results"] if r["state"] != "skip"}
    unused = [
        f"{file}: waiver {row['id']} was not used: no selected case failed as it describes"
        for row in json.loads(file.read_text())["waivers"]
        if ran.isdisjoint(wgconform("--list", "-p", "quick", *queries(row)).stdout.split())
    ]
    others = [w for w in report["warnings"] if not ALONE.fullmatch(w) and w not in unused]
    assert (result.returncode, others) == (0, []), result.stderr
    if audit:
        assert report["summary"]["waived"] == WITHOUT_COLLECTIVES[file.stem]
        assert report["audit"]["selected"] == report["audit"]["passed"] == report["summary"]["pass"] > 20
    else:
        assert report["summary"]["waived"] > 10


def test_the_waivers_for_i386_do_not_apply_to_other_machines(wgconform, pocl, tmp_path):
    """One file more with --waivers changes nothing on a device that it does not name."""
    report = tmp_path / "report.json"
    files = ["-w", WAIVERS / "pocl-6.0.json", "-w", WAIVERS / "pocl-6.0-i386.json"]
    result = wgconform("-d", pocl["index"], "-o", report, *files, "c.work_group_reduce_add.long.33.plain")
    (case,) = json.loads(report.read_text())["results"]
    assert (case["state"], result.returncode) == ("pass", 0), result.stderr
    assert "i386" not in pocl["device_version"]


def test_emulated_functions_pass_on_the_device(wgconform, device, request, tmp_path):
    """The project's own implementation, the extension's functions included; a share of them each commit."""
    path, (share, _) = tmp_path / "report.json", selection.share_of(request.config)
    result = wgconform(
        "-o",
        path,
        "-d",
        device["index"],
        "--impl",
        "emulated",
        "-p",
        "quick",
        *share,
        *(
            f"c.work_group_{function}.{form}"
            for function in ("*_mul.*", "*_xor.*", "broadcast*", "any.*")
            for form in ("plain", "loop", "local", "function")
        ),
    )
    found = [r["state"] for r in json.loads(path.read_text())["results"]]
    assert set(found) <= {"pass", "skip"}, result.stderr
    assert found.count("pass") > len(found) / 2


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["quick"])
def test_a_package_of_a_real_run_of_the_whole_profile_is_good(wgconform, device, profile, tmp_path):
    report, package = tmp_path / "report.json", tmp_path / "package.tar.gz"
    wgconform("-d", device["index"], "-p", profile, "-q", "--keep-going", "-o", report, timeout=1800)
    assert wgconform("package", make_official(report), "-o", package).returncode == 0
    result = wgconform("verify", package)
    assert result.returncode == 0, result.stdout + result.stderr
    assert is_yes(result, "complete", "unmodified", "unfiltered"), result.stdout


# What PoCL's known waivers are for, without its compiler; real devices have the whole profile above.
FAKE_POCL = fake_driver.variables(
    "platform=Portable Computing Language;name=cpu-fake;driver=6.0", "wrong *.work_group_all.*"
)


@pytest.mark.parametrize("env", [FAKE_POCL, pytest.param({}, marks=pytest.mark.slow)], ids=["fake", "pocl"])
def test_make_run_ends_in_a_verdict(wgconform, env, tmp_path):
    """With the known waivers nothing new fails; without them the verdict points to the causes."""
    report = tmp_path / "report.json"
    script = ROOT / "scripts" / "run"
    options = [
        "-d",
        "Portable Computing Language",
        *(f"c.work_group_all.int.*.{form}" for form in ("plain", "function")),
    ]
    result = wgconform(PROGRAM, report, *options, program=script, cwd=ROOT, env=env)
    assert result.returncode == 0, result.stdout + result.stderr
    verdict, where, following = result.stdout.splitlines()[-3:]
    assert verdict == "verdict: nothing new failed"
    assert str(report) in where and (tmp_path / "report.html").is_file()
    assert following.startswith("next: ")
    assert json.loads(report.read_text())["summary"]["waived"] > 0
    unknown = wgconform(PROGRAM, report, *options, "--min-cases", "9999", program=script, cwd=ROOT, env=env)
    assert (unknown.returncode, "verdict: something failed" in unknown.stdout) == (1, True)
