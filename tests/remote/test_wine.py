"""The worker for Windows, under Wine: the same verdicts as here, and what a crash or a hang costs there."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import conftest
import pytest
from conftest import BUILD, PROGRAM, ROOT

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"
COMPILER = "x86_64-w64-mingw32-gcc"
LAYER = BUILD / "lib" / "libwgdriver.so"
CASE, OTHER = (conftest.first_case(f"c.work_group_reduce_max.int.*.{form}") for form in ("loop", "function"))
KERNEL = "wgc_work_group_reduce_max_int_loop"
# Wine's loader hides extensions in one list of the device, and has the functions of OpenCL 1.2 alone.
DIFFERS = {
    "query.extensions_agree": "in CL_DEVICE_EXTENSIONS_WITH_VERSION alone",
    "query.extension_macros": "not in CL_DEVICE_EXTENSIONS",
    "query.il_required": "without cl_khr_il_program",
    "query.il_program": "the OpenCL loader has no clCreateProgramWithIL",
    "query.il_groups": "the OpenCL loader has no clCreateProgramWithIL",
    "query.subgroups_kernel": "the OpenCL loader is older than clGetKernelSubGroupInfo",
    "query.intel_required_size": "the platform or the OpenCL loader is older than clGetKernelSubGroupInfo",
}
FORM_DIFFERS = {
    "cloned": "clCloneKernel",
    "commands": "clGetExtensionFunctionAddressForPlatform",
    "library": "clCompileProgram",
    "pipes": "the device lacks pipes",
}
OF_A_DEFECT = ("reason", "mismatch", "cause", "signal", "frames", "build_log")


@pytest.fixture(scope="module")
def worker():
    if shutil.which(COMPILER) is None or not (CACHE / "wine" / ".complete").exists():
        pytest.skip("no MinGW or no Wine here: make setup-wine")
    command = ["make", "SETUP=no", "worker", f"CC={COMPILER}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / "worker-x86_64-w64-mingw32" / "wgconform-worker.exe"


def in_wine(worker):
    return f"{ROOT}/scripts/in-wine {worker}"


def run_to(path, *arguments, env=None, profile="quick"):
    done = conftest.run("-p", profile, "-o", path, *arguments, env=env, timeout=3000)
    assert path.exists(), done.stderr
    report = json.loads(path.read_text())
    conftest.check_schema(report, "report")
    return report


def results_of(path, *arguments, env=None, profile="quick"):
    report = run_to(path, *arguments, env=env, profile=profile)
    assert report["complete"] is True
    return {result["name"]: result for result in report["results"]}


def of_sub_groups(name):
    return name.split(".")[1].startswith(("sub_group_", "get_sub_group_", "sycl_"))


def comparable(result):
    """What does not depend on the host. Of what a driver gets wrong the state and the kind of mismatch are
    compared: the rest differs from run to run. Of functions of sub-groups the data and the sizes differ, too,
    without clGetKernelSubGroupInfo."""
    kept = {key: value for key, value in result.items() if key not in ("seconds", "attempts", *OF_A_DEFECT)}
    if result["state"] in ("pass", "skip"):
        kept["reason"] = result.get("reason")
    elif not of_sub_groups(result["name"]):
        kept["what"] = result.get("mismatch", {}).get("what")
    if of_sub_groups(result["name"]):
        kept.pop("sub_group_items", None)
    return kept


def missing_call(name):
    """What the reason shows of a case for which Wine's loader lacks a call; empty: it lacks none."""
    if name.startswith("spirv."):
        return "clCreateProgramWithIL"
    return DIFFERS.get(name) or FORM_DIFFERS.get(name.split(".")[-1], "")


def differs_by_its_data(result, other):
    """Without clGetKernelSubGroupInfo the data of sub-group functions is other: a defect may not be met,
    and a cluster is not known to fit."""
    if not of_sub_groups(result["name"]):
        return False
    unknown = other["state"] == "skip" and other["reason"].startswith("undefined: a cluster of ")
    return unknown or (result["state"], other["state"]) == ("fail", "pass")


def same_verdicts(here, there):
    assert here.keys() == there.keys()
    assert len(here) > 20
    for name, result in here.items():
        other, missing = there[name], missing_call(name)
        if differs_by_its_data(result, other):
            continue
        assert other["state"] == "skip" or not name.startswith("spirv."), other
        if other["state"] != result["state"]:
            assert missing and missing in other["reason"], (result, other)
        elif not (missing and result["state"] == "skip"):
            assert comparable(other) == comparable(result)


def compare(worker, device, tmp_path, *queries):
    here = results_of(tmp_path / "here.json", "-d", device["index"], *queries)
    command = ["-d", device["index"], "--worker-command", in_wine(worker)]
    there = results_of(tmp_path / "there.json", *command, *queries)
    same_verdicts(here, there)
    return there


def test_the_program_needs_no_other_file(worker):
    printed = subprocess.run(
        ["x86_64-w64-mingw32-objdump", "-p", worker], capture_output=True, text=True, check=True
    ).stdout
    assert set(re.findall(r"DLL Name: (\S+)", printed)) == {"KERNEL32.dll", "msvcrt.dll"}
    done = conftest.run(worker, "--version", program=ROOT / "scripts" / "in-wine")
    assert done.returncode == 0
    assert re.match(r"wgconform-worker \S+ \(commit \S+, sources [0-9a-f]{16}\)", done.stdout)


def test_it_gives_the_same_verdicts(worker, pocl, tmp_path):
    literals = "c.sub_group_scan_exclusive_min.long.11x13.literals"  # of 64 bits; long of C has 32 there
    queries = ["c.work_group_reduce_*.*.plain", "spirv.work_group_any.int.*.plain", literals, "query.*"]
    compare(worker, pocl, tmp_path, *queries)
    report = json.loads((tmp_path / "there.json").read_text())
    assert report["device"]["target"]["system"] == "Windows"
    assert report["device"]["feature_evidence"]["spirv"] == "clCreateProgramWithIL"
    assert report["host"]["system"] == "Linux"


@pytest.mark.slow
def test_it_gives_the_same_verdicts_for_quick_in_c(worker, device, tmp_path):
    there = compare(worker, device, tmp_path, "--keep-going", "c.*", "query.*")
    assert len(there) > 1000


CRASHES = [
    ("segv", [], "crash", "0xC0000005", "crashed (0xC0000005)"),
    ("abort", [], "crash", None, "exited with status 0"),
    ("hang", ["-t", "20"], "timeout", None, "no answer within 20 s"),
]


@pytest.mark.parametrize("action, options, state, code, reason", CRASHES, ids=[row[0] for row in CRASHES])
def test_a_crash_costs_one_case(worker, pocl, tmp_path, action, options, state, code, reason):
    rule = {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": f"{action}@EnqueueNDRangeKernel:{KERNEL}"}
    folder = copy_of(worker, tmp_path)
    command = ["-d", pocl["index"], "-j", "1", "--worker-command", in_wine(folder / worker.name), *options]
    cases = [CASE, OTHER]
    results = results_of(tmp_path / "r.json", *command, *cases, env=rule, profile="default")
    assert sorted(results) == sorted(cases)
    for name, result in results.items():
        if name == OTHER:
            assert result["state"] == "pass", result
        else:
            assert result["state"] == state, result
            assert result.get("signal") == code
            assert reason in result["reason"]
    assert no_process_of(folder)


def copy_of(worker, tmp_path):
    """A folder with the program, by which its processes are found."""
    folder = tmp_path / f"worker-{os.getpid()}-{tmp_path.name}"
    folder.mkdir()
    shutil.copy(worker, folder)
    return folder


def processes_of(folder, word):
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if folder.name.encode() in line and word.encode() in line and b"in-wine" not in line:
            found.append(int(entry.name))
    return found


def waited_for(condition, seconds=300):
    """Whether it comes true. Wine takes half a minute to start on a machine that does much else."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def no_process_of(folder):
    return waited_for(lambda: not processes_of(folder, "wgconform-worker.exe"))


def start(worker, pocl, tmp_path, *queries):
    """A run that is under way: a worker is there."""
    folder = copy_of(worker, tmp_path)
    command = [PROGRAM, "-d", str(pocl["index"]), "-p", "quick", "-j", "1", "-o", tmp_path / "r.json"]
    command += ["--worker-command", in_wine(folder / worker.name), *queries]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert waited_for(lambda: process.poll() is not None or processes_of(folder, "--worker")), "no worker"
    if process.poll() is not None:
        pytest.fail(f"it ended before a worker was seen: {process.communicate()}")
    return process, folder


def test_an_interrupt_ends_the_worker(worker, pocl, tmp_path):
    process, folder = start(worker, pocl, tmp_path, "c.*")
    process.send_signal(signal.SIGINT)
    _, printed = process.communicate(timeout=600)
    assert process.returncode == 128 + signal.SIGINT, printed
    assert json.loads((tmp_path / "r.json").read_text())["complete"] is False
    assert no_process_of(folder)


def test_the_worker_ends_with_its_agent(worker, pocl, tmp_path):
    """An agent that is killed is a lost connection; the job takes the worker with it."""
    process, folder = start(worker, pocl, tmp_path, "c.work_group_reduce_max.int.*")
    first = processes_of(folder, "--worker")
    for agent in processes_of(folder, "--agent"):
        os.kill(agent, signal.SIGKILL)
    assert waited_for(lambda: not set(first) & set(processes_of(folder, "--worker")))
    _, printed = process.communicate(timeout=600)
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["complete"] is True, printed
    assert report["summary"]["pass"] == report["summary"]["total"] - report["summary"]["skip"] > 0
    assert no_process_of(folder)


LOADER = """
#include <windows.h>
__declspec(dllexport) int clGetPlatformIDs(void) { END; return 0; }
__declspec(dllexport) int other(void) { return -1; }
"""
ENDS = [
    ("*(volatile int *)8 = 1", "the worker crashed (0xC0000005)"),
    ("RaiseException(0xE06D7363, 0, 0, NULL)", "the worker crashed (0xE06D7363)"),
    ("ExitProcess(7)", "the worker exited with status 7"),
]


@pytest.mark.parametrize("end, reason", ENDS, ids=["access", "exception", "exit"])
def test_a_loader_for_windows_that_ends_the_process(worker, wgconform, tmp_path, end, reason):
    folder = copy_of(worker, tmp_path)
    required = re.search(
        r"define WGC_CL_REQUIRED\(X\)(.*?)\n\n", (ROOT / "harness/device/cl_api.h").read_text(), re.DOTALL
    )
    names = re.findall(r"X\((\w+)\)", required[1])
    ends = "GetPlatformIDs"
    lines = ["EXPORTS", f"cl{ends}", *(f"cl{name}=other" for name in names if name != ends)]
    (tmp_path / "loader.def").write_text("\n".join(lines) + "\n")
    (tmp_path / "loader.c").write_text(LOADER)
    sources = [tmp_path / "loader.c", tmp_path / "loader.def"]
    command = [COMPILER, "-shared", f"-DEND={end}", "-o", folder / "opencl.dll", *sources]
    subprocess.run(command, check=True)
    env = {"WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe,winedbg.exe=d;opencl=n"}
    done = wgconform("-l", "--worker-command", in_wine(folder / worker.name), env=env)
    assert done.returncode == 3
    assert reason in done.stderr
    assert no_process_of(folder)
