"""A driver that is bad only with several kernels, made of the fake one and a layer (layer.c).

Kernels that build alone and not in one program, and crashes after other cases: the cases in it pass, and a
case of its own (query.program_*, query.shared_*) bears the failure, under a name that does not change, with
the smallest set of kernels that shows it.
"""

import json
import os
import subprocess

import conftest
import pytest
from conftest import check_schema
from test_driver import LAYER, Run

PAIR = ("c.work_group_any.int", "c.work_group_reduce_max.int")
WORDS = "wgc_work_group_any_int_&wgc_work_group_reduce_max_int_"
CASES = [
    "c.work_group_any.int.127.*",
    "c.work_group_reduce_*.int.127.plain",
    "!*_mul.*",
    "!*_and.*",
    "!*_or.*",
]
CASES += ["!*_xor.*", "!*.remainder", "!*.pipes", "!*.required*"]  # not there
FIXED = "query.program_work_group_int"
WAYS = [
    ("-11", "build_error", "clBuildProgram: CL_BUILD_PROGRAM_FAILURE (-11)"),
    ("segv", "crash", "the worker crashed (SIGSEGV) while it built a program of 2 kernels"),
]


def by_name(report):
    return {r["name"]: r for r in report["results"]}


def assert_smallest(result, state, what):
    assert result["state"] == state, result
    assert what in result["reason"], result["reason"]
    assert "the smallest set that fails is these 2 kernels, which build alone: " in result["reason"]
    named = result["reason"].split("which build alone: ")[1].split("; ")[0].split(", ")
    assert [name.rsplit(".", 2)[0] for name in named] == list(PAIR)


def shown(device, folder, cases, rule):
    """The exit status of repro's program of these cases, under the driver that the rule makes."""
    folder.mkdir()
    written = conftest.run("repro", *cases, "-o", folder)
    assert written.returncode == 0, written.stderr
    compiled = ["cc", "-Wall", "-Wextra", "-Werror", "-o", "repro", "repro.c", "-lOpenCL", "-lm"]
    subprocess.run(compiled, cwd=folder, check=True, timeout=120)
    env = {**os.environ, "OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule}
    command = ["./repro", str(device["index"])]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, timeout=120, check=False)


@pytest.mark.parametrize(("action", "state", "what"), WAYS, ids=[way[0] for way in WAYS])
def test_kernels_that_do_not_build_together(fake, tmp_path, action, state, what):
    """The fixed program finds them, whatever else runs."""
    under = Run(fake, tmp_path, f"{action}@BuildProgram:{WORDS}", "-p", "quick", queries=[FIXED])
    assert_smallest(by_name(under.report)[FIXED], state, what)
    assert under.done.returncode == 1


@pytest.mark.parametrize(("action", "state", "what"), WAYS, ids=[way[0] for way in WAYS])
@pytest.mark.parametrize("selected", [True, False], ids=["selected", "not"])
def test_a_refusal_among_other_cases_leaves_a_trace(fake, tmp_path, action, state, what, selected):
    queries = [*CASES, *(["query.shared_*"] if selected else [])]
    under = Run(fake, tmp_path, f"{action}@BuildProgram:{WORDS}", "-p", "full", queries=queries)
    results = by_name(under.report)
    finding = results.pop("query.shared_program")
    assert_smallest(finding, state, what)
    assert finding.get("selected", True) is selected
    named = finding["reason"].split("which build alone: ")[1].split("; ")[0].split(", ")
    rule = f"{action}@BuildProgram:{WORDS}"
    assert shown(fake, tmp_path / "both", ["query.shared_program", *named], rule).returncode != 0
    assert shown(fake, tmp_path / "alone", named[:1], rule).returncode == 0
    assert finding["kernels"] == named
    found = [finding["name"], tmp_path / "report.json"]
    assert shown(fake, tmp_path / "finding", found, rule).returncode != 0
    assert shown(fake, tmp_path / "good", found, "").returncode == 0
    assert {r["state"] for r in results.values()} == {"pass"}, results
    assert under.report["summary"]["total"] == len(under.report["results"])
    assert under.done.returncode == 1


@pytest.mark.parametrize("language", [[], ["--language", "c"]], ids=["all", "c"])
def test_a_waiver_covers_the_finding_of_a_run_that_does_not_select_it(fake, tmp_path, language):
    """Else nothing could make that run green. With --language c no capability check is selected."""
    waiver = {"id": "two", "query": "query.shared_program", "states": ["build_error"], "reason": "known"}
    path = tmp_path / "waivers.json"
    path.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    rule = f"-11@BuildProgram:{WORDS}"
    under = Run(fake, tmp_path, rule, "-p", "full", "-w", path, *language, queries=CASES)
    finding = by_name(under.report)["query.shared_program"]
    assert (finding["state"], finding["waiver"], finding["selected"]) == ("waived", "two", False)
    assert under.done.returncode == 0, under.done.stdout


def test_a_kernel_that_spoils_the_values_of_another(fake, tmp_path):
    """The case that is right alone passes, and its program bears the wrong values.

    The first program of a run has one kernel: that of work_group_any.
    """
    rule = "spoil@Values:=wgc_work_group_reduce_add_int_plain=&wgc_work_group_reduce_max_int_plain"
    queries = [*CASES, "!*.offset", "!*.groups*", "query.shared_*"]
    under = Run(fake, tmp_path, rule, "-p", "full", queries=queries)
    results = by_name(under.report)
    finding = results.pop("query.shared_program")
    assert finding["state"] == "fail", finding
    assert "c.work_group_reduce_add.int.127.plain is right in a program of its own" in finding["reason"]
    assert "; the smallest program that shows it has these 2 kernels: " in finding["reason"]
    named = finding["reason"].split("these 2 kernels: ")[1].split("; ")[0].split(", ")
    assert sorted(name.rsplit(".", 2)[0] for name in named) == [
        "c.work_group_reduce_add.int",
        "c.work_group_reduce_max.int",
    ]
    spoilt, other = sorted(named)
    assert shown(fake, tmp_path / "both", [spoilt, other], rule).returncode == 1
    assert shown(fake, tmp_path / "alone", [spoilt], rule).returncode == 0
    assert shown(fake, tmp_path / "right", [spoilt, other], "").returncode == 0
    assert finding["kernels"] == [spoilt, other]
    found = [finding["name"], f"@{tmp_path / 'report.json'}"]
    assert shown(fake, tmp_path / "finding", found, rule).returncode == 1
    assert {r["state"] for r in results.values()} == {"pass"}, results
    assert under.done.returncode == 1


def test_a_failure_of_a_kernel_alone_is_its_own(fake, tmp_path):
    rule = "spoil@Values:=wgc_work_group_any_int_plain="
    queries = [*CASES, "!*.offset", "!*.groups*", "query.shared_*"]
    under = Run(fake, tmp_path, rule, "-p", "full", queries=queries)
    results = by_name(under.report)
    assert results.pop("c.work_group_any.int.127.plain")["state"] == "fail"
    states = {n: r["state"] for n, r in results.items() if r["state"] != "pass"}
    assert all("work_group_any.int" in name for name in states), states
    assert results["query.shared_program"]["state"] == "pass"


def test_without_the_fault_there_is_no_finding(fake, tmp_path):
    queries = [*CASES, FIXED, "query.shared_*"]
    under = Run(fake, tmp_path, "segv@NoSuchCall", "-p", "full", queries=queries)
    assert {r["state"] for r in under.report["results"]} == {"pass"}
    assert under.report["warnings"] == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_crash_after_other_cases(fake, tmp_path, jobs):
    rule = "segv@EnqueueNDRangeKernel:wgc_work_group_reduce_max_int_+others"
    queries = [*CASES, "query.shared_*"]
    under = Run(fake, tmp_path, rule, "-p", "full", "-j", jobs, queries=queries)
    results = by_name(under.report)
    finding = results.pop("query.shared_process")
    assert finding["state"] == "crash" and finding["signal"] == "SIGSEGV"
    assert "it was c.work_group_reduce_max.int.127.plain after other cases" in finding["reason"]
    assert {r["state"] for r in results.values()} == {"pass"}, results


def cut_short(report):
    """As if the run had ended after a few cases, with the finding."""
    kept = [r for r in report["results"] if r.get("selected") is False] + report["results"][:2]
    counts = {"pass": 2, "build_error": 1}
    summary = {state: counts.get(state, 0) for state in report["summary"]}
    summary["total"] = report["summary"]["total"]
    return {**report, "results": kept, "summary": summary, "complete": False, "finished": None, "causes": []}


def test_a_finding_is_kept_by_resume_and_not_doubled(fake, tmp_path, wgconform):
    rule = f"-11@BuildProgram:{WORDS}"
    under = Run(fake, tmp_path, rule, "-p", "full", queries=CASES)
    report = tmp_path / "report.json"
    report.write_text(json.dumps(cut_short(under.report)))
    arguments = ["-d", fake["index"], "-p", "full", "-j", "1", "--resume", report, *CASES]
    result = wgconform(*arguments, env={"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule})
    assert result.returncode == 1, result.stderr
    now = json.loads(report.read_text())
    check_schema(now, "report")
    assert now["complete"] is True
    assert {n: r["state"] for n, r in by_name(now).items()} == {
        n: r["state"] for n, r in by_name(under.report).items()
    }
    assert len(now["results"]) == now["summary"]["total"] == len(by_name(now))


def test_the_repro_shows_the_set(fake, tmp_path, wgconform):
    """On a driver without the fault it prints that all is right; test_repro_faults.py has faults."""
    written = wgconform("repro", FIXED, "-o", tmp_path)
    assert written.returncode == 0, written.stderr
    command = "cc -std=c11 -Wall -Wextra -Werror -o repro repro.c -lOpenCL"
    subprocess.run(command.split(), cwd=tmp_path, check=True)
    shown = subprocess.run(
        ["./repro", str(fake["index"])], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert shown.returncode == 0, shown.stdout
    assert "right: it builds" in shown.stdout or "also build in one program" in shown.stdout
