"""googletest's protocol, by the rules of the runners that speak it; the lines of piglit and LAVA."""

import json
import os
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
from conftest import BUILD, ROOT

FAKE_RULES = "wrong c.work_group_all.int.64.*,crash c.work_group_any.int.64.plain"
FILTER = "--gtest_filter=c.work_group_all.int.6*:c.work_group_any.int.6*:c.sub_group_rotate.int.64*"
FAILED, CRASHED = "c.work_group_all.int.64.plain", "c.work_group_any.int.64.plain"


def listed(text):
    """
    The names that deqp-runner takes from the list: a line with a dot is a group, any other with a blank in
    front is a test, and a line that is neither is an error.
    """
    names, group = [], None
    for line in text.splitlines():
        if found := re.search(r"(\S*\.)", line):
            group = found[1]
        else:
            assert line[0] == " " and group is not None
            names.append(group + re.search(r"\s+(\S+)", line)[1])
    return names


def results(text):
    """
    What deqp-runner takes from the output: after a line RUN, the first line with a word in brackets ends the
    test, and any word but these three is an error.
    """
    found, current = {}, None
    for line in text.splitlines():
        if current is None:
            if begin := re.search(r"\[\sRUN\s*\]\s(.*)", line):
                current = begin[1]
        elif end := re.search(r"\[\s*(\S*)\s*\]\s(\S*)", line):
            assert end[1] in ("OK", "FAILED", "SKIPPED"), line
            assert end[2] == current
            assert current not in found
            found[current], current = end[1], None
    assert current is None, "a runner takes a test without an end as crashed"
    return found


@pytest.fixture
def run(wgconform, fake):
    def start(*arguments, **environment):
        return wgconform("-d", fake["index"], "-p", "default", *arguments, env=environment)

    return start


def test_the_list_has_the_names_of_the_cases(run):
    plain = run("--list", "c.work_group_a*", "query.*", "c.program.*").stdout.split()
    found = run("--gtest_list_tests", "--gtest_filter=c.work_group_a*:query.*:c.program.*")
    assert (found.returncode, found.stderr) == (0, "")
    assert sorted(listed(found.stdout)) == sorted(plain)
    groups = [line for line in found.stdout.splitlines() if line[0] != " "]
    assert len(groups) == len(set(groups)), "a suite is listed once"


def test_lit_excludes_tests_that_no_suite_has(run):
    every = run("--gtest_list_tests", "--gtest_filter=-*DISABLED_*")
    assert every.returncode == 0, every.stderr
    assert listed(every.stdout) == listed(run("--gtest_list_tests").stdout)


def test_a_crash_is_a_failed_test_and_the_others_go_on(run, tmp_path):
    path = tmp_path / "report.json"
    ended = run(FILTER, "--gtest_color=no", "--gtest_also_run_disabled_tests", "-o", path)
    states = {r["name"]: r["state"] for r in json.loads(path.read_text())["results"]}
    words = {"pass": "OK", "skip": "SKIPPED", "fail": "FAILED", "crash": "FAILED"}
    assert results(ended.stdout) == {name: words[state] for name, state in states.items()}
    assert states[FAILED] == "fail" and states[CRASHED] == "crash"
    assert {"pass", "skip"} < set(states.values())
    assert ended.returncode == 1
    failed = sum(state in ("fail", "crash") for state in states.values())
    assert f"[  FAILED  ] {failed} tests, listed below:" in ended.stdout
    assert ended.stdout.splitlines()[0] == f"[==========] Running {len(states)} tests."


def test_what_passes_has_exit_status_0(run):
    ended = run("--gtest_filter=c.work_group_reduce_add.int.64.plain:c.sub_group_rotate.int.64.*")
    assert ended.returncode == 0, ended.stderr
    assert set(results(ended.stdout).values()) == {"OK", "SKIPPED"}


def test_a_name_that_no_case_has_is_refused(run):
    ended = run("--gtest_filter=c.work_group_reduce_add.int.64.plain:c.nothing.at.all")
    assert ended.returncode == 2
    assert "c.nothing.at.all" in ended.stderr


def test_a_filter_names_as_many_tests_as_deqp_runner_gives_to_one_process(run):
    """Its default is 500 of them, in one argument."""
    names = listed(run("--gtest_list_tests").stdout)[::40][:500]
    assert len(names) == 500
    found = listed(run("--gtest_list_tests", "--gtest_filter=" + ":".join(names)).stdout)
    assert sorted(found) == sorted(names)


def test_names_after_a_dash_are_excluded(run):
    found = listed(run("--gtest_list_tests", "--gtest_filter=c.work_group_all.*-*.loop:*.plain").stdout)
    assert found and not any(name.endswith((".loop", ".plain")) for name in found)


def test_a_waived_failure_is_a_skipped_test(run, tmp_path):
    waivers = tmp_path / "w.json"
    waiver = {"id": "a", "query": FAILED, "states": ["fail"], "reason": "known"}
    waivers.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    ended = run(f"--gtest_filter={FAILED}", "-w", waivers)
    assert ended.returncode == 0, ended.stderr
    assert results(ended.stdout) == {FAILED: "SKIPPED"}


@pytest.mark.parametrize("by_option", [True, False])
def test_the_json_report_as_lit_reads_it(run, tmp_path, by_option):
    path = tmp_path / "out.json"
    if by_option:
        ended = run(FILTER, f"--gtest_output=json:{path}")
    else:
        ended = run(FILTER, GTEST_OUTPUT=f"json:{path}")
    report = json.loads(path.read_text())
    found = {}
    for suite in report["testsuites"]:
        assert suite["tests"] == len(suite["testsuite"])
        for test in suite["testsuite"]:
            assert float(test["time"][:-1]) >= 0
            skipped = test["result"] == "SKIPPED"
            name = f"{suite['name']}.{test['name']}"
            found[name] = "SKIPPED" if skipped else "FAILED" if "failures" in test else "OK"
    assert found == results(ended.stdout)
    assert report["tests"] == len(found)
    assert report["failures"] == list(found.values()).count("FAILED")


def test_the_xml_report(run, tmp_path):
    path = tmp_path / "out.xml"
    ended = run(FILTER, f"--gtest_output=xml:{path}")
    root = ElementTree.parse(path).getroot()
    found = {}
    for case in root.iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        kinds = [child.tag for child in case]
        found[name] = {(): "OK", ("failure",): "FAILED", ("skipped",): "SKIPPED"}[tuple(kinds)]
    assert found == results(ended.stdout)
    assert int(root.get("tests")) == len(found)
    assert "crash: " in root.find(f".//testcase[@classname='{CRASHED[:-6]}'][@name='plain']/failure").get(
        "message"
    )


def test_shards_are_a_partition(run, tmp_path):
    every = results(run(FILTER).stdout)
    parts = []
    for index in range(3):
        touched = tmp_path / str(index)
        ended = run(
            FILTER,
            GTEST_TOTAL_SHARDS="3",
            GTEST_SHARD_INDEX=str(index),
            GTEST_SHARD_STATUS_FILE=str(touched),
        )
        assert ended.returncode in (0, 1), ended.stderr
        assert touched.exists()
        parts.append(results(ended.stdout))
    assert sum(map(len, parts)) == len(every)
    assert {name: word for part in parts for name, word in part.items()} == every
    assert sum(bool(part) for part in parts) > 1


def test_bazel_finds_its_files_and_chooses_tests(run, tmp_path):
    """Of its variables only the numbers of the shards get googletest's names from its own script."""
    xml, touched = tmp_path / "test.xml", tmp_path / "status"
    shard = {"GTEST_TOTAL_SHARDS": "2", "GTEST_SHARD_INDEX": "0", "TEST_SHARD_STATUS_FILE": str(touched)}
    chosen = FILTER.removeprefix("--gtest_filter=")
    ended = run(**shard, XML_OUTPUT_FILE=str(xml), TESTBRIDGE_TEST_ONLY=chosen)
    found = results(ended.stdout)
    names = [
        f"{c.get('classname')}.{c.get('name')}" for c in ElementTree.parse(xml).getroot().iter("testcase")
    ]
    assert sorted(found) == sorted(names) and touched.exists()
    assert 0 < len(found) < len(results(run(FILTER).stdout))
    of_command_line = run(FAILED, XML_OUTPUT_FILE=str(xml), TESTBRIDGE_TEST_ONLY="c.nothing")
    assert results(of_command_line.stdout) == {FAILED: "FAILED"}
    assert run(TESTBRIDGE_TEST_ONLY="c.nothing").returncode == 2


def gtest_parallel(run, arguments):
    """
    What gtest-parallel makes of a program: a line without a blank in front is a group, each other one a test
    of it, both up to a "#"; each test runs in a process with its full name, whose exit status is its result.
    """
    group, found = "", {}
    for line in run("--gtest_list_tests", *arguments).stdout.split("\n"):
        if not line.strip():
            continue
        word = line.split("#")[0].strip()
        if line[0] != " ":
            group = word
            continue
        ended = run(f"--gtest_filter={group + word}", "--gtest_color=yes")
        found[group + word] = ended.returncode
    return found


def test_gtest_parallel_gets_a_result_of_each_test(run):
    chosen = "--gtest_filter=c.work_group_all.int.64.*:c.work_group_any.int.64.*:c.sub_group_rotate.int.64.*"
    found = gtest_parallel(run, [chosen])
    words = results(run(chosen).stdout)
    assert {name: status != 0 for name, status in found.items()} == {
        name: word == "FAILED" for name, word in words.items()
    }
    assert {"OK", "FAILED", "SKIPPED"} == set(words.values())


CMAKE = """
cmake_minimum_required(VERSION 3.18)
project(runner LANGUAGES NONE)
enable_testing()
include(GoogleTest)
add_executable(program IMPORTED)
set_target_properties(program PROPERTIES IMPORTED_LOCATION "%s")
gtest_discover_tests(program DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 120 TEST_FILTER "%s" EXTRA_ARGS -d %s)
"""


@pytest.mark.skipif(shutil.which("ctest") is None, reason="no ctest: install cmake")
def test_ctest_discovers_and_runs_the_tests(run, fake, tmp_path):
    chosen = "c.work_group_all.int.64.*:c.work_group_any.int.64.*:c.sub_group_rotate.int.64.*"
    text = CMAKE % (BUILD / "bin" / "wgconform", chosen, fake["index"])
    (tmp_path / "CMakeLists.txt").write_text(text)
    environment = {**os.environ, "WGC_FAKE_RULES": FAKE_RULES}
    make = ["cmake", "-S", tmp_path, "-B", tmp_path / "b"]
    subprocess.run(make, check=True, capture_output=True, timeout=120)
    ended = subprocess.run(
        ["ctest", "-j2", "--output-junit", "junit.xml"],
        cwd=tmp_path / "b",
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    words = {"run": "OK", "fail": "FAILED", "notrun": "SKIPPED"}
    cases = ElementTree.parse(tmp_path / "b" / "junit.xml").getroot().iter("testcase")
    found = {case.get("name"): words[case.get("status")] for case in cases}
    assert ended.returncode != 0
    assert found == results(run(f"--gtest_filter={chosen}").stdout)


def test_the_lines_of_piglit(run):
    ended = run("--lines", "piglit", "c.work_group_any.int.6*", "c.sub_group_rotate.int.64.*")
    lines = [json.loads(line.removeprefix("PIGLIT: ")) for line in ended.stdout.splitlines()]
    subtests = {name: state for line in lines[:-1] for name, state in line["subtest"].items()}
    assert subtests[CRASHED] == "crash" and {"pass", "skip", "crash"} <= set(subtests.values())
    assert lines[-1] == {"result": "fail"}


def test_the_signals_of_lava(run):
    ended = run("--lines", "lava", "c.work_group_any.int.6*")
    signal = re.compile(r"<LAVA_SIGNAL_TESTCASE TEST_CASE_ID=(\S+) RESULT=(pass|fail|skip|unknown)>")
    found = dict(signal.fullmatch(line).groups() for line in ended.stdout.splitlines())
    assert found[CRASHED] == "fail" and "pass" in found.values()


def test_standard_output_is_not_shared(run):
    ended = run("--lines", "lava", "-o", "-", FAILED)
    assert ended.returncode == 2
    assert "standard output" in ended.stderr


def test_the_lists_of_deqp_runner(run, wgconform, tmp_path):
    report, prefix = tmp_path / "report.json", tmp_path / "driver"
    rules = f"{FAKE_RULES},hang c.work_group_any.int.65.plain"
    ended = run(FILTER, "-t", "1", "-o", report, WGC_FAKE_RULES=rules)
    written = wgconform("waive", "--deqp", report, "-o", prefix)
    assert written.returncode == 0, written.stderr
    fails = (tmp_path / "driver-fails.txt").read_text().splitlines()
    skips = (tmp_path / "driver-skips.txt").read_text().splitlines()
    assert (tmp_path / "driver-flakes.txt").read_text() == ""
    assert all(line.endswith(",Fail") for line in fails) and len(set(fails)) == len(fails)
    timeouts = {r["name"] for r in json.loads(report.read_text())["results"] if r["state"] == "timeout"}
    names = results(ended.stdout)
    assert "c.work_group_any.int.65.plain" in timeouts
    assert {name for name in names if any(re.fullmatch(skip, name) for skip in skips)} == timeouts
    failed = {name for name, word in names.items() if word == "FAILED"}
    assert {line.removesuffix(",Fail") for line in fails} == failed - timeouts


def test_the_results_file_of_opencl_cts(run, tmp_path):
    path = tmp_path / "cts.json"
    ended = run(FAILED, CL_CONFORMANCE_RESULTS_FILENAME=str(path))
    assert ended.returncode == 1
    assert "fail" in json.loads(path.read_text())["results"].values()


def run_conformance(folder, device, more=()):
    """
    What run_conformance.py of OpenCL-CTS makes of the lines of examples/: the exit status and the lines with
    FAILED, by test. It takes two columns, or three where the first is a type of device; it looks for the
    first word of a command in the folder, starts it there through a shell, and sets CL_DEVICE_TYPE.
    """
    found = {}
    for line in (ROOT / "examples" / "opencl-cts.csv").read_text().splitlines():
        if line.startswith("#"):
            continue
        assert not re.match(r"\s*(.+?)\s*,\s*(.+?)\s*,\s*(.+?)\s*$", line), "three columns"
        name, command = re.match(r"\s*(.+?)\s*,\s*(.+?)\s*$", line).groups()
        program = folder / command.split()[0]
        assert program.exists()
        ended = subprocess.run(
            " ".join([str(folder / command), *more]),
            shell=True,
            cwd=program.parent,
            env={**os.environ, "CL_DEVICE_TYPE": device},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
        found[name] = ended.returncode, [text for text in ended.stdout.splitlines() if "FAILED" in text]
    return found


def test_the_line_for_run_conformance(fake, tmp_path, monkeypatch):
    (tmp_path / "wgconform").mkdir()
    (tmp_path / "wgconform" / "wgconform").symlink_to(BUILD / "bin" / "wgconform")
    monkeypatch.setenv("WGC_FAKE_RULES", "wrong c.work_group_all.*")
    for device in ("CL_DEVICE_TYPE_DEFAULT", "CL_DEVICE_TYPE_CPU"):
        (failed,) = run_conformance(tmp_path, device, ["'c.work_group_a*'"]).values()
        assert failed[0] == 1
        (passed,) = run_conformance(tmp_path, device, ["'c.work_group_reduce_*'"]).values()
        assert passed == (0, []), "a FAILED of a test that passes counts as a failure"
    (other,) = run_conformance(tmp_path, "CL_DEVICE_TYPE_GPU").values()
    assert other[0] == 2, "the platform has no GPU"
    monkeypatch.setenv("CL_PLATFORM_INDEX", "1")
    (second,) = run_conformance(tmp_path, "CL_DEVICE_TYPE_ALL", ["'c.work_group_reduce_*'"]).values()
    assert second == (0, [])
