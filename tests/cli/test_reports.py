"""The other reports of a run and the commands on saved reports, which other programs read."""

import json
import os
import re
import subprocess
import xml.etree.ElementTree as ET

import junitparser
import pytest
from conftest import PROGRAM, TIMEOUT_S, run

CASES = ["c.work_group_all.int.*", "c.work_group_any.int.*", "c.work_group_reduce_mul.int.*"]
FAKE_RULES = "wrong c.work_group_all.*"
QUICK = ["-p", "default", "--language", "c", "-j", "1"]
BAD = ("fail", "crash", "timeout", "build_error", "unexpected_pass", "flaky", "error")


@pytest.fixture(scope="module")
def all_of_them(wgconform, fake, tmp_path_factory):
    """One run with every report at once; work_group_all is wrong: there are failures."""
    folder = tmp_path_factory.mktemp("reports")
    result = wgconform(
        "-d",
        fake["index"],
        *QUICK,
        "--tap",
        "--json",
        folder / "report.json",
        *CASES,
        "--junit",
        folder / "junit.xml",
        "--ctrf",
        folder / "ctrf.json",
        "--cts-json",
        folder / "cts.json",
        env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(folder / "summary.md")},
    )
    assert result.returncode == 1, result.stderr
    report = json.loads((folder / "report.json").read_text())
    assert {"pass", "fail", "skip"} <= {r["state"] for r in report["results"]}
    return folder, report, result


def states(report):
    return [(r["name"], r["state"]) for r in report["results"]]


def names(report, *states):
    return [r["name"] for r in report["results"] if r["state"] in states]


def test_junit_is_read_by_junitparser(all_of_them):
    folder, report, _ = all_of_them
    xml = junitparser.JUnitXml.fromfile(str(folder / "junit.xml"))
    found = {}
    for suite in xml:
        assert suite.tests == len(list(suite))
        assert suite.failures == sum(isinstance(r, junitparser.Failure) for c in suite for r in c.result)
        for case in suite:
            assert case.name.startswith(case.classname + ".")
            found[case.name] = [type(r) for r in case.result]
    expected = {"pass": [], "fail": [junitparser.Failure], "skip": [junitparser.Skipped]}
    assert found == {r["name"]: expected[r["state"]] for r in report["results"]}


def test_testrail_shows_the_function_with_each_case(all_of_them):
    """What trcli (the upload to TestRail) reads of the file: a title, a state and a comment for each case."""
    # A second to import, which every process of pytest would take to collect the tests.
    from trcli.cli import Environment
    from trcli.readers.junit_xml import JunitParser

    environment = Environment(cmd="parse_junit")
    environment.file = all_of_them[0] / "junit.xml"
    environment.case_matcher, environment.special_parser = "auto", "junit"
    (suite,) = JunitParser(environment).parse_file()
    read = [case for section in suite.testsections for case in section.testcases]
    results = {r["name"].replace(".", " "): r for r in all_of_them[1]["results"]}  # trcli takes the dots out
    assert sorted(case.title for case in read) == sorted(results)
    status = {"pass": 1, "skip": 4, "fail": 5}
    for case in read:
        result = results[case.title]
        function = ".".join(result["name"].split(".")[:2])
        assert case.custom_automation_id == f"{function}.{result['name']}"
        assert case.result.status_id == status[result["state"]]
        assert result.get("reason", "") in case.result.comment
        if result["state"] == "fail":
            assert re.search(rf"wgconform .*{re.escape(result['name'])}", case.result.comment)


def test_the_command_in_junit_runs_the_case_again(wgconform, all_of_them):
    folder, report, _ = all_of_them
    root = ET.parse(folder / "junit.xml").getroot()
    suite = root.find("testsuite[@name='c.work_group_all']")
    lines = suite.find("system-out").text.split("\n")[:-1]
    assert [f.text.split("\n")[0] for f in suite.iter("failure")] == [f"rerun: {line}" for line in lines]
    assert [line.split()[-1] for line in lines] == names(report, *BAD)
    result = wgconform("-c", lines[0] + " -q", program="sh")
    assert result.returncode == 1
    assert "1 case, 1 fail" in result.stdout


def test_junit_from_a_saved_report_is_the_same(wgconform, all_of_them, tmp_path):
    folder, _, _ = all_of_them
    result = wgconform("junit", folder / "report.json", "-o", tmp_path / "again.xml")
    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "again.xml").read_bytes() == (folder / "junit.xml").read_bytes()


def test_ctrf_keeps_its_schema_and_counts(all_of_them, validate):
    folder, report, _ = all_of_them
    ctrf = json.loads((folder / "ctrf.json").read_text())
    validate(ctrf, "ctrf")
    results = ctrf["results"]
    assert [(t["name"], t["rawStatus"]) for t in results["tests"]] == states(report)
    summary = results["summary"]
    assert summary["tests"] == len(results["tests"])
    for status in ("passed", "failed", "skipped", "other"):
        assert summary[status] == sum(t["status"] == status for t in results["tests"])
    assert summary["stop"] >= summary["start"] > 1.7e12
    assert (summary["start"] % 1000, summary["stop"] % 1000) != (0, 0)  # measured, not whole seconds


def test_tap_is_alone_on_standard_output(all_of_them):
    _, report, result = all_of_them
    lines = result.stdout.splitlines()
    assert lines[:2] == ["TAP version 13", f"1..{len(report['results'])}"]
    form = re.compile(r"(ok|not ok) (\d+) - (\S+)( # SKIP .+)?")
    assert re.fullmatch(
        r"# 1\. work_group_all: .+; \d+ cases, example: c\.work_group_all\.int\.\d+\.plain", lines[2]
    )
    points = [form.fullmatch(line) for line in lines[3:] if not line.startswith("  ")]
    assert all(points)
    assert [int(p[2]) for p in points] == list(range(1, len(points) + 1))
    words = {("ok", False): "pass", ("ok", True): "skip", ("not ok", False): "fail"}
    found = {p[3]: words[p[1], p[4] is not None] for p in points}
    assert found == dict(states(report))
    block = lines[lines.index("  ---") + 1 : lines.index("  ...")]
    assert all(re.fullmatch(r'  \w+: (".*"|\[\d+, \d+, \d+\])', line) for line in block)


def test_tap_is_taken_by_prove(all_of_them, tmp_path):
    """Of Debian 12, which knows no version after 13: it counts the points, and finds nothing wrong."""
    _, report, result = all_of_them
    (tmp_path / "run.tap").write_text(result.stdout)
    proved = run("-e", "cat", "run.tap", program="prove", cwd=tmp_path)
    assert proved.returncode == 1
    assert "Parse errors" not in proved.stdout + proved.stderr
    failed, points = len(names(report, *BAD)), len(report["results"])
    assert re.search(rf"Tests: {points} Failed: {failed}\)", proved.stdout)


def test_the_cts_shape_has_a_word_for_each_case(all_of_them):
    folder, report, _ = all_of_them
    cts = json.loads((folder / "cts.json").read_text())
    assert list(cts) == ["cmd", "args", "results"]
    assert (cts["cmd"], type(cts["args"])) == ("wgconform", str)
    assert cts["results"] == dict(states(report))


def test_github_gets_annotations_and_a_summary(all_of_them):
    folder, report, result = all_of_them
    errors = [line for line in result.stderr.splitlines() if line.startswith("::error")]
    assert len(errors) == 1
    assert f"::fail {report['causes'][0]['example']}%0A" in errors[0]
    summary = (folder / "summary.md").read_text()
    failing = len(names(report, *BAD))
    assert summary.startswith(f"## Work-group collectives: 1 cause of {failing} failing cases\n")
    assert summary.count("<details>") == len(report["causes"]) == 1


def test_without_github_there_are_no_annotations(wgconform, fake):
    result = wgconform("-d", fake["index"], *QUICK, "-q", CASES[0], env={"GITHUB_ACTIONS": ""})
    assert "::error" not in result.stdout + result.stderr


def test_two_reports_on_standard_output_are_refused_before_the_run(wgconform):
    result = wgconform("--json", "-", "--tap", *CASES)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "wgconform: --json and --tap cannot both go to standard output\n"


def test_a_report_that_cannot_be_written_is_refused_before_the_run(wgconform, tmp_path):
    result = wgconform("--junit", tmp_path / "no" / "folder.xml", *CASES)
    assert result.returncode == 2
    assert "folder.xml" in result.stderr
    assert "device" not in result.stderr


def inode(path):
    """None where the file does not exist, as on a machine with a bare /dev."""
    return os.lstat(path).st_ino if os.path.lexists(path) else None


def test_the_summary_never_replaces_standard_error(fake, tmp_path):
    """It goes there where a report has standard output, also when that is a regular file."""
    before = inode("/dev/stderr")
    command = [PROGRAM, "-d", str(fake["index"]), *QUICK, "--tap", "c.work_group_any.int.*"]
    with open(tmp_path / "errors", "wb") as errors:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=errors, timeout=TIMEOUT_S, check=False)
    assert inode("/dev/stderr") == before
    assert re.search(r"^\d+ cases, \d+ pass", (tmp_path / "errors").read_text(), re.M)


@pytest.fixture(scope="module")
def shards(wgconform, fake, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shards")
    for i in (1, 2, 3):
        where = ["--shard", f"{i}/3", "--json", folder / f"{i}.json"]
        wgconform("-d", fake["index"], *QUICK, "-q", *where, *CASES)
    return [folder / "3.json", folder / "1.json", folder / "2.json"]


def test_merged_shards_are_the_whole(wgconform, all_of_them, shards, validate, tmp_path):
    _, report, _ = all_of_them
    result = wgconform("merge", *shards, "-o", tmp_path / "merged.json")
    assert (result.returncode, result.stderr) == (0, "")
    merged = json.loads((tmp_path / "merged.json").read_text())
    validate(merged, "report")
    assert merged["complete"] is True
    assert merged["summary"] == report["summary"]
    assert sorted(states(merged)) == sorted(states(report))


def test_a_missing_shard_is_no_complete_report(wgconform, shards, validate, tmp_path):
    result = wgconform("merge", *shards[:2], "-o", tmp_path / "merged.json")
    assert result.returncode == 0
    assert "shard 2 of 3 is missing" in result.stderr
    merged = json.loads((tmp_path / "merged.json").read_text())
    validate(merged, "report")
    assert merged["complete"] is False
    xml = wgconform("junit", tmp_path / "merged.json", "-o", "-")
    assert "every_case_has_a_result" in xml.stdout


def changed(report, path, **how):
    """Writes the report with the states of some cases changed, or without them (None)."""
    new = json.loads(json.dumps(report))
    new["results"] = [
        {**r, "state": how.get(r["name"], r["state"]), "reason": "so"}
        for r in new["results"]
        if how.get(r["name"], "") is not None
    ]
    for state in new["summary"]:
        new["summary"][state] = sum(r["state"] == state for r in new["results"])
    new["summary"]["total"] = len(new["results"])
    path.write_text(json.dumps(new))
    return path


def test_merging_what_does_not_belong_together_is_refused(wgconform, all_of_them, tmp_path):
    folder, report, _ = all_of_them
    saved = folder / "report.json"
    other = changed({**report, "seed": 77}, tmp_path / "other.json")
    result = wgconform("merge", saved, other, "-o", tmp_path / "m.json")
    assert result.returncode == 2
    assert "differ in the seed: 1 and 77" in result.stderr
    result = wgconform("merge", saved, saved, "-o", tmp_path / "m.json")
    assert result.returncode == 2
    assert "has two results" in result.stderr
    assert not (tmp_path / "m.json").exists()


def test_diff_shows_what_broke_and_what_was_fixed(wgconform, all_of_them, tmp_path):
    folder, report, _ = all_of_them
    passed, failed = names(report, "pass"), names(report, "fail")
    new = changed(report, tmp_path / "new.json", **{passed[0]: "crash", failed[0]: "pass", passed[1]: None})
    saved = folder / "report.json"
    result = wgconform("diff", saved, new)
    assert result.returncode == 1, result.stderr
    assert f"What broke (1)\n  pass -> crash        {passed[0]}\n      so\n" in result.stdout
    assert f"What was fixed (1)\n  fail -> pass         {failed[0]}\n" in result.stdout
    assert f"What is gone (1)\n  pass                 {passed[1]}\n" in result.stdout
    assert result.stdout.endswith(f"\n1 broke, 1 fixed, 1 gone, {len(report['results']) - 3} as before\n")
    assert "\x1b" not in result.stdout
    assert "\x1b[31mWhat broke" in wgconform("diff", saved, new, env={"FORCE_COLOR": "1"}).stdout
    back = wgconform("diff", new, saved)
    assert back.returncode == 1
    assert "What is new (1)" in back.stdout


def test_diff_of_a_report_with_itself_is_0(wgconform, all_of_them):
    folder, report, _ = all_of_them
    result = wgconform("diff", folder / "report.json", folder / "report.json")
    assert result.returncode == 0
    assert result.stdout.endswith(f"\n0 broke, {len(report['results'])} as before\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["diff", "one.json"], "an argument is missing; usage: wgconform diff OLD NEW"),
        (["diff", "no.json", "no.json"], "no.json: cannot open"),
        (["diff", "a", "b", "c"], 'unexpected argument "c"; usage: wgconform diff OLD NEW'),
        (["diff", "a", "b", "-o", "c"], "-o: unknown option"),
        (["junit", "a"], "-o FILE is missing"),
        (["junit", "-o", "x"], "an argument is missing; usage: wgconform junit REPORT -o FILE"),
        (["junit", "-o"], "a value is missing"),
        (["merge", "--what"], "--what: unknown option"),
    ],
)
def test_wrong_commands_are_2_with_one_line(wgconform, tmp_path, arguments, message):
    result = wgconform(*arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"wgconform: {arguments[0]}: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_broken_report_is_2_and_named(wgconform, tmp_path):
    (tmp_path / "broken.json").write_text('{"schema_version": 1')
    for arguments in (["junit", "broken.json", "-o", "x"], ["diff", "broken.json", "broken.json"]):
        result = wgconform(*arguments, cwd=tmp_path)
        assert result.returncode == 2
        assert "broken.json" in result.stderr
    assert not (tmp_path / "x").exists()


def test_help_names_the_commands(wgconform):
    text = wgconform("--help").stdout
    for command in ("junit REPORT -o FILE", "diff OLD NEW", "merge REPORT... -o FILE"):
        assert command in text
        assert wgconform(command.split()[0], "--help").stdout.startswith(f"usage: wgconform {command}\n")
