"""The command explore: what it finds under wrong implementations, and how small it makes it."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import fake_driver
import pytest
from conftest import BUILD, HAS_FRAMES, PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "tests" / "faults"))

import header
import suite_functions
import table

FAULTS = BUILD / "lib" / "libwgfaults.so"
DRIVER = BUILD / "lib" / "libwgdriver.so"
MOST_LINES = 25


@pytest.fixture(scope="session")
def faults():
    return {fault.id: fault for fault in table.load()}


@pytest.fixture
def explore(wgconform, intel, tmp_path):
    """explore(option..., env=...) runs it on Intel's CPU runtime: the process and its report."""

    def run(*options, env=None, name="report.json"):
        path = tmp_path / name
        device = ("-d", intel["index"], "-j", 2)
        result = wgconform("explore", *device, "-o", path, *options, env=env)
        report = json.loads(path.read_text()) if path.exists() else None
        return result, report

    return run


def environment(fault, folder):
    """What puts the fault in front of the device's functions."""
    (folder / "fault.clh").write_text(header.text(fault, suite_functions.load()))
    return {"OPENCL_LAYERS": str(FAULTS), "WGFAULT_HEADER": str(folder / "fault.clh")}


def without_times(results):
    return [{key: value for key, value in result.items() if key != "seconds"} for result in results]


@pytest.mark.in_parts
@pytest.mark.parametrize("first", [4, 14, 24, 34])
def test_a_right_device_passes(wgconform, intel, validate, first, tmp_path):
    path = tmp_path / "report.json"
    options = ("-j", 2, "--seed", first, "--programs", 10, "--impl", "emulated", "--size", 6, "-o", path)
    result = wgconform("explore", "-d", intel["index"], *options)
    report = json.loads(path.read_text())
    assert result.returncode == 0, result.stdout + result.stderr
    validate(report, "report")
    assert report["complete"] and report["summary"]["total"] == 10
    assert report["summary"]["pass"] >= 8, report["summary"]
    assert report["explore"]["causes"] == []
    names = [f"c.explore.{n}" for n in range(first, first + 10)]
    assert [result["name"] for result in report["results"]] == names


def test_the_same_seed_gives_the_same_result(explore):
    _, one = explore("--seed", 7, "--programs", 6, "--reductions", 0)
    _, two = explore("--seed", 7, "--programs", 6, "--reductions", 0, name="again.json")
    _, part = explore("--seed", 9, "--programs", 4, "--reductions", 0, name="part.json")
    assert without_times(one["results"]) == without_times(two["results"])
    assert without_times(one["results"])[2:] == without_times(part["results"])


FAULT = "modes.own_value.reduce_add"
# Small programs of which one shows it, and two do; without it they pass. A reduction of each takes dozens of
# variants, where one of a larger program takes hundreds.
OF_SMALL = ("--size", 6, "--without", "work_group_all")
ONE = (*OF_SMALL, "--seed", 118, "--programs", 3)
TWO = (*OF_SMALL, "--seed", 78, "--programs", 3)


def causes_of(report):
    return {cause["id"]: cause for cause in report["explore"]["causes"]}


@pytest.fixture(scope="module")
def planted(faults, wgconform, intel, tmp_path_factory):
    """The exploration of ONE under FAULT, once: the process, its report, the file, the environment."""
    folder = tmp_path_factory.mktemp("planted")
    path, env = folder / "report.json", environment(faults[FAULT], folder)
    options = (*ONE, "--reductions", 1, "-o", path)
    result = wgconform("explore", "-d", intel["index"], "-j", 2, *options, env=env)
    return result, json.loads(path.read_text()), path, env


def test_a_planted_fault_is_found_reduced_and_kept(planted, explore, validate, wgconform, tmp_path):
    result, report, path, env = planted
    assert result.returncode == 1, result.stdout + result.stderr
    validate(report, "report")
    causes = causes_of(report)
    cause = next(c for c in causes.values() if "work_group_reduce" in c["title"])
    reduced = cause["reduced"]
    assert reduced["lines"] <= 5
    assert "work_group_reduce_add(" in reduced["kernel"]
    assert reduced["mismatch"]["expected"] != reduced["mismatch"]["actual"]
    assert cause["id"] in result.stdout and "rerun: " in result.stdout
    assert causes.keys() <= {c["id"] for c in report["causes"]}
    named = {r["name"] for r in report["results"] if r.get("cause") == cause["id"]}
    assert {f"c.explore.{seed}" for seed in cause["seeds"]} == named

    waivers = tmp_path / "waivers.json"
    entry = {"id": "all", "query": "explore-*", "states": ["fail"], "reason": "the planted fault"}
    waivers.write_text(json.dumps({"schema_version": 1, "waivers": [entry]}))
    one = (*OF_SMALL, "--seed", cause["seeds"][0], "--programs", 1)
    result, waived = explore(*one, "--reductions", 1, "-w", waivers, env=env, name="waived.json")
    assert result.returncode == 0, result.stdout + result.stderr
    assert causes_of(waived).keys() == {cause["id"]}

    sources = tmp_path / "sources"
    (sources / "suite").mkdir(parents=True)
    (sources / "suite" / "functions.def").touch()
    kept = ("explore", "--keep", path, "--cause", cause["id"], "--name", "planted")
    result = wgconform(*kept, cwd=sources)
    assert result.returncode == 0, result.stderr
    text = (sources / "suite" / "programs" / "planted.prog").read_text()
    assert text.startswith("// requires:") and reduced["program"] in text
    assert wgconform(*kept, cwd=sources).returncode == 2  # it exists


def test_each_program_of_the_suite_names_what_it_needs(wgconform, tmp_path):
    (tmp_path / "suite").mkdir()
    (tmp_path / "suite" / "functions.def").touch()
    wrong = {}
    for path in sorted((ROOT / "suite/programs").glob("*.prog")):
        made = wgconform("explore", "--keep", path, "--name", path.stem, cwd=tmp_path)
        assert made.returncode == 0, made.stderr
        needs = (tmp_path / "suite" / "programs" / path.name).read_text().splitlines()[0]
        if needs not in path.read_text().splitlines():
            wrong[path.stem] = needs
    assert wrong == {}


def run_program(folder, intel, env):
    built = subprocess.run(
        ["cc", "-o", "repro", "repro.c", "-lOpenCL"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return subprocess.run(
        ["./repro", str(intel["index"])], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def test_the_program_without_the_harness_shows_the_finding(planted, wgconform, intel, tmp_path):
    _, report, path, env = planted
    cause = next(c for c in report["explore"]["causes"] if "work_group_reduce" in c["title"])
    folder = tmp_path / "bug"
    made = wgconform("repro", path, "--cause", cause["id"], "-o", folder)
    assert made.returncode == 0, made.stderr
    shown = run_program(folder, intel, os.environ | env)
    assert (shown.returncode, "WRONG" in shown.stdout) == (1, True), shown.stdout + shown.stderr
    right = run_program(folder, intel, os.environ)
    assert (right.returncode, "right" in right.stdout) == (0, True), right.stdout + right.stderr


def test_a_failure_is_attributed_to_the_planted_fault(explore, faults, validate, tmp_path):
    env = environment(faults[FAULT], tmp_path)
    result, report = explore(*TWO, "--reductions", 0, "--attribute", env=env)
    validate(report, "report")
    failed = [r["name"] for r in report["results"] if r["state"] == "fail"]
    attributed = {one["program"]: one["right_without"] for one in report["explore"]["attribution"]}
    assert failed and sorted(attributed) == failed, report["explore"]["attribution"]
    assert any("work_group_reduce:add" in names for names in attributed.values()), attributed
    assert not any("barrier" in names for names in attributed.values()), attributed
    assert f"of {len(failed)} failing program" in result.stdout
    assert "work_group_reduce:add" in result.stdout


def test_a_crash_of_the_compiler_costs_its_programs_only(explore):
    rule = "segv@BuildProgram:work_group_scan_exclusive_min("
    env = {"OPENCL_LAYERS": str(DRIVER), "WGC_DRIVER": rule}
    result, report = explore("--seed", 7, "--programs", 3, "--reductions", 1, env=env)
    states = [r["state"] for r in report["results"]]
    assert len(states) == 3 and set(states) <= {"pass", "skip", "crash"}, report["summary"]
    assert result.returncode == 1 and "crash" in states and "pass" in states
    reduced = [cause["reduced"] for cause in report["explore"]["causes"]]
    assert len(reduced) == 1 and reduced[0]["lines"] < MOST_LINES
    assert "work_group_scan_exclusive_min(" in reduced[0]["kernel"]
    if HAS_FRAMES:
        crashed = [r for r in report["results"] if r["state"] == "crash"]
        assert all(r["frames"][0].startswith(f"{DRIVER.name}+0x") for r in crashed), crashed
        assert reduced[0]["frames"][0] == crashed[0]["frames"][0]
        assert f"crashed in {crashed[0]['frames'][0]}, called from " in result.stdout


@pytest.mark.skipif(not HAS_FRAMES, reason="a build with a sanitizer")
def test_the_place_distinguishes_crashes_that_are_not_reduced(wgconform, pocl, validate, tmp_path):
    """On PoCL, which prints nothing when it crashes; Intel's runtime has last words."""
    env = {"OPENCL_LAYERS": str(DRIVER), "WGC_DRIVER": "segv@BuildProgram:work_group_reduce_min("}
    path = tmp_path / "report.json"
    options = ("-j", 2, "--seed", 3, "--programs", 8, "--reductions", 0, "-o", path)
    wgconform("explore", "-d", pocl["index"], *options, env=env)
    report = json.loads(path.read_text())
    validate(report, "report")
    crashed = [r for r in report["results"] if "frames" in r and "build_log" not in r]
    assert any(r["frames"][0].startswith(f"{DRIVER.name}+0x") for r in crashed), crashed
    for result in crashed:
        assert result["shape"].startswith("not reduced, crashed in ")
        assert result["shape"].removeprefix("not reduced, crashed in ") in result["frames"]
        cause = next(c for c in report["causes"] if c["id"] == result["cause"])
        assert cause["title"] == f"explore: crash ({result['signal']}): {result['shape']}"


def test_functions_are_left_out(explore, faults, validate, wgconform, tmp_path):
    env = environment(faults[FAULT], tmp_path)
    known = ("work_group_all", "work_group_broadcast", "sub_group_*", "get_sub_group_*")
    known = [word for name in known for word in ("--without", name)]
    options = ("--seed", 18, "--programs", 6, "--size", 6, "--reductions", 0, *known)
    result, found = explore(*options, env=env)
    assert result.returncode == 1 and found["summary"]["fail"] > 0, result.stdout
    assert "--without work_group_broadcast --without 'sub_group_*'" in result.stdout
    validate(found, "report")
    result, report = explore(*options, "--without", "work_group_reduce", env=env, name="without.json")
    assert result.returncode == 0, result.stdout
    validate(report, "report")
    names = report["explore"]["without"]
    assert {"work_group_reduce", "get_sub_group_eq_mask", "sub_group_scan_inclusive"} < {*names}
    assert not {"work_group_any", "work_group_scan_inclusive"} & {*names}
    refused = wgconform("explore", *options, "--resume", tmp_path / "without.json")
    assert refused.returncode == 2 and "--without" in refused.stderr


def test_the_report_names_constructs_that_are_left_out(explore, validate, wgconform, tmp_path):
    less = ("--without", "return", "--without", "divergent_call", "--without", "sub_group_all")
    options = ("--seed", 40, "--programs", 3, "--reductions", 0)
    _, report = explore(*options, *less, name="less.json")
    validate(report, "report")
    assert report["explore"]["without"] == ["sub_group_all", "return", "divergent_call"]
    refused = wgconform("explore", *options, "--resume", tmp_path / "less.json")
    assert refused.returncode == 2 and "--without" in refused.stderr


def test_programs_are_built_with_more_options(explore, validate, wgconform, tmp_path):
    """The option takes a function away that every kernel calls: none of them builds."""
    more = ("--build-option", "-cl-opt-disable", "--build-option", "-Dget_group_id=nothing")
    options = ("--seed", 40, "--programs", 1, "--reductions", 1, "--size", 6)
    assert explore(*options, name="usual.json")[1]["summary"]["build_error"] == 0
    result, report = explore(*options, *more)
    validate(report, "report")
    assert result.returncode == 1 and report["summary"]["build_error"] == 1, result.stdout
    assert report["build_options"] == "-cl-opt-disable -Dget_group_id=nothing"
    refused = wgconform("explore", *options, "--resume", tmp_path / "report.json")
    assert refused.returncode == 2 and "--build-option" in refused.stderr
    assert wgconform("repro", tmp_path / "report.json", "-o", tmp_path / "bug").returncode == 0
    program = (tmp_path / "bug" / "repro.c").read_text()
    assert '#define OWN_OPTIONS "-cl-opt-disable -Dget_group_id=nothing"' in program
    for wrong in ("cl-opt-disable", '-D"', "-x" * 100):
        refused = wgconform("explore", "--build-option", wrong)
        assert refused.returncode == 2 and "--build-option" in refused.stderr


def on_fake(*options):
    """explore on the fake driver, on which every program fails at its launch: the process."""
    environment = os.environ | fake_driver.variables("platform=First;name=Fake", "")
    command = [PROGRAM, "explore", *map(str, options)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_time_is_kept_with_its_reductions(tmp_path, validate):
    """Where every program fails, reductions alone would take minutes."""
    path = tmp_path / "r.json"
    started = time.monotonic()
    result = on_fake("--time", 3, "-j", 2, "--keep-going", "-o", path)
    assert time.monotonic() - started < 60
    report = json.loads(path.read_text())
    validate(report, "report")
    assert result.returncode == 1 and end_of(report) == ("time", None, 3)
    assert any("reduced" in cause for cause in report["explore"]["causes"])
    assert re.search(r"reduced to \d+ lines? \(\d+ variants ran\), local size \d+x\d+x\d+:", result.stdout)


def test_a_program_that_was_not_reduced_is_written_whole(wgconform, tmp_path):
    path = tmp_path / "r.json"
    on_fake("--programs", 2, "-j", 1, "--reductions", 0, "--seed", 5, "-o", path)
    (cause,) = json.loads(path.read_text())["explore"]["causes"]
    assert "reduced" not in cause
    kept = wgconform("explore", "--keep", path, "--cause", cause["id"], cwd=tmp_path)
    assert (kept.returncode, "has no reduced program" in kept.stderr) == (2, True)
    whole = wgconform("repro", path, "--cause", cause["id"], "-o", tmp_path / "whole")
    assert whole.returncode == 0, whole.stderr
    kernel = (tmp_path / "whole" / "repro.cl").read_text()
    assert "__kernel void explore(" in kernel and len(kernel.splitlines()) > 20
    reduced = tmp_path / "reduced.json"
    on_fake("--programs", 2, "-j", 1, "--reductions", 1, "--seed", 5, "-o", reduced)
    smaller = wgconform("repro", reduced, "-o", tmp_path / "small")
    assert smaller.returncode == 0, smaller.stderr
    assert len((tmp_path / "small" / "repro.cl").read_text().splitlines()) < len(kernel.splitlines())


def test_what_to_do_next_can_be_run(planted, wgconform):
    """rerun takes cases of the suite, and refuses a program of explore."""
    _, report, path, _ = planted
    lines = wgconform("causes", path).stdout.splitlines()
    (last,) = (line for line in lines if line.endswith("# runs it again"))
    last = last.removesuffix("# runs it again").strip()
    assert " explore " in last and " --programs 1 --seed " in last
    assert last in "\n".join(lines).split("     rerun: ")[1]


def test_a_cause_is_named_by_its_number_too(planted, wgconform, tmp_path):
    """The number is that in the whole report, in which checks have causes too."""
    _, report, path, _ = planted
    ids = [cause["id"] for cause in report["causes"]]
    for number, cause in enumerate(ids, 1):
        for name in (number, cause):
            made = wgconform("repro", path, "--cause", name, "-o", tmp_path / str(name))
            assert made.returncode == 0, made.stderr
        one, other = ((tmp_path / str(name) / "repro.cl").read_text() for name in (number, cause))
        assert one == other
    failed = next(r for r in report["results"] if r["state"] == "fail")
    check = failed | {"name": "query.shared_process"}
    summary = report["summary"]
    more = {key: summary[key] + 1 for key in ("total", "fail")}
    more = {"results": [*report["results"], check], "summary": summary | more}
    (tmp_path / "r.json").write_text(json.dumps(report | more))
    for wrong in (len(ids) + 1, len(ids) + 2, 0, "explore"):
        refused = wgconform("repro", tmp_path / "r.json", "--cause", wrong)
        assert refused.returncode == 2
        assert f"that cause is none of its {len(ids)} causes of programs" in refused.stderr


SMALL = ("--reductions", "0", "--size", "6")


def begin(intel, path, *options, results=8, env=None):
    """An exploration in the background, which has had so many results for its journal."""
    command = [PROGRAM, "explore", "-d", str(intel["index"]), "-j", "1", "-o", path, *map(str, options)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    journal = path.with_name(path.name + ".journal")
    end = time.monotonic() + 60
    while time.monotonic() < end and (not journal.exists() or journal.read_text().count('"state"') < results):
        time.sleep(0.05)
    return process


def test_an_interrupted_exploration_is_resumed(explore, wgconform, intel, tmp_path):
    path = tmp_path / "cut.json"
    options = ["explore", "-d", intel["index"], "-j", 2, "--programs", 30, "--reductions", 0, "--size", 6]
    process = begin(intel, path, *SMALL, "--programs", "30", results=6)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    cut = json.loads(path.read_text())
    assert not cut["complete"] and 5 <= len(cut["results"]) < 30
    result = wgconform(*options, "--resume", path)
    assert result.returncode in (0, 1), result.stdout + result.stderr
    whole = json.loads(path.read_text())
    assert whole["complete"] and len(whole["results"]) == 30
    assert whole["results"][0] == cut["results"][0]
    refused = wgconform("explore", "--seed", 2, "--programs", 30, "--resume", path)
    assert refused.returncode == 2 and "--seed" in refused.stderr


def end_of(report):
    explored = report["explore"]
    return explored["ended"], explored.get("programs"), explored.get("time")


def test_time_is_a_limit(explore, validate):
    started = time.monotonic()
    result, report = explore("--time", 12, "--size", 6, "--reductions", 0)
    assert result.returncode in (0, 1) and report["complete"], result.stdout
    validate(report, "report")
    assert time.monotonic() - started < 120
    assert 0 < report["summary"]["total"] == len(report["results"])
    assert end_of(report) == ("time", None, 12)
    assert "not run" not in result.stdout and "ended by --time 12\n" in result.stdout


def test_a_number_of_programs_is_an_end_too(explore):
    result, report = explore("--time", 100, "--programs", 3, "--size", 6, "--reductions", 0)
    assert end_of(report) == ("programs", 3, 100) and report["complete"]
    assert "ended" not in result.stdout
    result, report = explore("--time", 100, "--max-failures", 1, "--reductions", 0)
    assert end_of(report) == ("max_failures", None, 100) and not report["complete"]
    assert report["summary"]["total"] == len(report["results"])
    assert "not run" not in result.stdout and "ended by --max-failures 1\n" in result.stdout


def test_what_the_time_had_no_room_for_is_not_missing(explore, wgconform, intel, validate, tmp_path):
    path = tmp_path / "cut.json"
    process = begin(intel, path, *SMALL, "--time", "600")
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    cut = json.loads(path.read_text())
    validate(cut, "report")
    assert not cut["complete"] and end_of(cut) == ("interrupted", None, 600)
    assert cut["summary"]["total"] == len(cut["results"]) >= 5
    assert "not run" not in output and "interrupted; --resume" in output

    result, more = explore("--time", 3, "--size", 6, "--reductions", 0, "--resume", path)
    assert result.returncode in (0, 1), result.stderr
    assert more["complete"] and end_of(more) == ("time", None, 3)
    passed = {r["name"] for r in cut["results"] if r["state"] == "pass"}  # what failed runs again
    assert passed and passed <= {r["name"] for r in more["results"]}
    refused = wgconform("explore", "--programs", 100, "--size", 6, "--resume", path)
    assert refused.returncode == 2 and "--programs" in refused.stderr


def test_what_there_was_no_time_to_reduce_is_counted(faults, intel, validate, tmp_path):
    path = tmp_path / "cut.json"
    env = os.environ | environment(faults[FAULT], tmp_path)
    process = begin(intel, path, *TWO, results=3, env=env)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    cut = json.loads(path.read_text())
    validate(cut, "report")
    assert cut["summary"]["total"] == 3 and not cut["complete"]
    assert cut["explore"]["not_reduced"] == 2 == cut["summary"]["fail"]
    assert not any("reduced" in cause for cause in cut["explore"]["causes"])
    assert "no time to reduce 2 failing programs" in output


def test_a_killed_exploration_counts_what_ran(wgconform, intel, tmp_path):
    path = tmp_path / "killed.json"
    process = begin(intel, path, *SMALL, "--time", "600")
    process.kill()
    process.communicate(timeout=60)
    junit = tmp_path / "killed.xml"
    assert wgconform("junit", path, "-o", junit).returncode == 0
    assert "it ended early, after" in junit.read_text()


@pytest.mark.parametrize(
    "options",
    [
        ("--programs", "0"),
        ("--time", "-1"),
        ("--seed", "x"),
        ("--nothing",),
        ("-d", "all"),
        ("operand",),
        ("--without", "nothing"),
        ("--without", "*"),
    ],
)
def test_wrong_options_are_refused(wgconform, options):
    assert wgconform("explore", *options).returncode == 2


def test_keep_needs_a_program(wgconform, tmp_path):
    path = tmp_path / "no.prog"
    path.write_text("nothing\n")
    result = wgconform("explore", "--keep", path)
    assert result.returncode == 2 and "no.prog" in result.stderr


# Faults of different groups that explore finds soon.
KINDS = (
    "groups.only_first.reduce_add",
    "modes.scan_*.add",
    "types.uint_compare.reduce_min.int",
    "votes.elect.last",
)


@pytest.mark.slow
def test_planted_faults_become_small(intel, tmp_path):
    """Those that explore finds alone; a failure of the device without the fault is none of them."""
    table_file = tmp_path / "explored.json"
    command = [
        "python3",
        ROOT / "tests" / "faults" / "explore.py",
        "--device",
        str(intel["index"]),
        "--jobs",
        "2",
    ]
    options = ("--groups", "--reduce", "--time", "300", "--output", table_file, *KINDS)
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rows = {row["fault"]: row for row in json.loads(table_file.read_text())["rows"]}
    assert len(rows) == len(KINDS), done.stdout
    for row in rows.values():
        assert row["state"] == "found" and 0 < row["lines"] < MOST_LINES, done.stdout


def test_the_kept_faults_are_small():
    """The table of docs/strength.md: at least 9 of 10 reduced programs have fewer than 25 lines."""
    rows = json.loads((ROOT / "tests" / "faults" / "explored.json").read_text())["rows"]
    lines = [row["lines"] for row in rows if row["state"] == "found"]
    assert len(lines) >= 10, rows
    assert 10 * sum(0 < n < MOST_LINES for n in lines) >= 9 * len(lines), lines
