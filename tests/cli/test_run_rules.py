"""Options that rule a run: repetition, limits, and resuming a run that was cut short."""

import fcntl
import json
import os
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM

RIGHT = "c.work_group_reduce_add.int.33.plain"
SOME = ["c.work_group_reduce_*.int.*", "c.work_group_broadcast.int.*"]
FAULTY = ["c.work_group_all.int.3*", "c.work_group_all.int.6*"]
FAKE_RULES = "wrong c.work_group_all.*"
SLOW = {"WGC_FAKE_RULES": "slow=100 *"}  # so that a run is there to be killed


def run_to(wgconform, path, device, *arguments):
    result = wgconform("-d", device["index"], "-p", "quick", "-o", path, *arguments)
    return result, json.loads(path.read_text()) if path.exists() else None


def states(report):
    return {r["name"]: r["state"] for r in report["results"]}


def test_repeat_and_retries_keep_the_verdicts(wgconform, fake, tmp_path):
    arguments = ["-p", "full", "--repeat", "3", "--retries", "1", RIGHT, "c.work_group_all.int.33.plain"]
    _, report = run_to(wgconform, tmp_path / "r", fake, *arguments)
    assert len(report["results"]) == 2
    for result in report["results"]:
        wrong = result["name"].startswith("c.work_group_all")
        assert result["state"] == ("fail" if wrong else "pass")
        attempts = json.dumps(result["attempts"])
        assert '"fail"' in attempts if wrong else '"pass"' in attempts
        assert sum(a["count"] for a in result["attempts"]) >= 2


def test_a_report_that_another_run_writes_is_refused(wgconform, fake, tmp_path):
    path, journal = tmp_path / "r.json", tmp_path / "r.json.journal"
    path.write_text("of the other run")
    with journal.open("w") as held:
        held.write("its line\n")
        held.flush()
        fcntl.flock(held, fcntl.LOCK_EX)
        result = wgconform("-d", fake["index"], "-p", "full", "-o", path, RIGHT)
        assert result.returncode == 2
        assert f"{path}: another run is writing this report" in result.stderr
        assert (path.read_text(), journal.read_text()) == ("of the other run", "its line\n")
    # a run that ended in whatever way holds nothing
    result, report = run_to(wgconform, path, fake, "-p", "full", RIGHT)
    assert (result.returncode, report["complete"]) == (0, True)


def test_max_failures_stops_the_run(wgconform, fake, tmp_path):
    result, report = run_to(wgconform, tmp_path / "r", fake, "-j", "1", "--max-failures", "2", *FAULTY)
    assert result.returncode == 1
    assert report["summary"]["fail"] == 2
    assert report["complete"] is False
    assert "not run" in result.stdout


def test_waived_failures_do_not_count_for_max_failures(wgconform, fake, tmp_path):
    waivers = tmp_path / "w.json"
    waiver = {"id": "a", "query": FAULTY, "states": ["fail"], "reason": "known"}
    waivers.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    arguments = ["--max-failures", "1", "-w", waivers, *FAULTY]
    result, report = run_to(wgconform, tmp_path / "r", fake, *arguments)
    assert result.returncode == 0, result.stderr
    assert report["complete"] is True


def test_min_cases_counts_what_ran(wgconform, fake, tmp_path):
    selected = [RIGHT.replace("33", "3*"), "c.work_group_reduce_mul.int.3*"]  # the second is skipped
    good, report = run_to(wgconform, tmp_path / "r", fake, "-p", "full", "--min-cases", "1", *selected)
    assert report["summary"]["skip"] > 0 and report["summary"]["pass"] > 0
    assert good.returncode == 0, good.stderr
    number = str(report["summary"]["pass"] + 1)
    bad, report = run_to(wgconform, tmp_path / "r", fake, "-p", "full", "--min-cases", number, *selected)
    assert bad.returncode == 1
    assert "--min-cases" in bad.stderr
    assert any("--min-cases" in warning for warning in report["warnings"])


def test_skips_as_fails(wgconform, fake, tmp_path):
    result, report = run_to(
        wgconform, tmp_path / "r", fake, "-p", "full", "--skips-as-fails", "c.work_group_reduce_mul.int.3*"
    )
    assert set(states(report).values()) == {"skip"}
    assert result.returncode == 1
    assert "skip" in result.stderr
    assert run_to(wgconform, tmp_path / "s", fake, "-p", "full", "--skips-as-fails", RIGHT)[0].returncode == 0


def test_audit_runs_passes_again(wgconform, fake, tmp_path):
    chosen = []
    for number, seed in enumerate(("7", "7", "8")):
        result, report = run_to(
            wgconform, tmp_path / str(number), fake, "--audit", "3", "--seed", seed, *SOME
        )
        assert result.returncode == 0, result.stderr
        audit = report["audit"]
        assert (audit["requested"], audit["selected"], audit["passed"]) == (3, 3, 3)
        assert {entry["state"] for entry in audit["cases"]} == {"pass"}
        assert {entry["name"] for entry in audit["cases"]} <= set(states(report))
        assert "audit: 3 of 3 passes run again alone, 3 passed again" in result.stdout
        chosen.append([entry["name"] for entry in audit["cases"]])
    assert chosen[0] == chosen[1] != chosen[2]


@pytest.mark.parametrize("value", ["0", "-1", "x", ""])
def test_audit_takes_a_number(wgconform, value):
    result = wgconform("--audit", value, RIGHT)
    assert result.returncode == 2
    assert "--audit" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["--repeat", "0"],
        ["--retries", "-1"],
        ["--max-failures", "0"],
        ["--min-cases", "x"],
        ["--resume", "-"],
    ],
)
def test_a_wrong_value_is_refused(wgconform, arguments):
    result = wgconform(*arguments, RIGHT)
    assert result.returncode == 2
    assert arguments[0] in result.stderr


@pytest.fixture(scope="module")
def whole(wgconform, fake, tmp_path_factory):
    _, report = run_to(wgconform, tmp_path_factory.mktemp("whole") / "r", fake, *SOME)
    assert report["complete"] is True
    return report


def killed(path, device, *arguments):
    """Starts a run and kills it with SIGKILL when some cases are decided; what its journal holds then."""
    command = [PROGRAM, "-d", device["index"], "-p", "quick", "-j", "1", "-o", path, *arguments]
    journal = path.with_name(path.name + ".journal")
    with subprocess.Popen(
        list(map(str, command)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **SLOW},
    ) as process:
        for _ in range(1200):
            if journal.exists() and journal.read_text().count("\n") > 4:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    found = [
        json.loads(line) for line in journal.read_text().splitlines(keepends=True) if line.endswith("\n")
    ]
    return [line for line in found if "state" in line]


def test_a_killed_run_is_resumed_with_nothing_lost_or_doubled(wgconform, fake, whole, tmp_path):
    path = tmp_path / "report.json"
    before = killed(path, fake, *SOME)
    assert 0 < len(before) < len(whole["results"])
    assert json.loads(path.read_text())["complete"] is False
    result = wgconform("-d", fake["index"], "-p", "quick", "--resume", path, "-v", *SOME)
    assert result.returncode == 0, result.stderr
    report = json.loads(path.read_text())
    assert report["complete"] is True
    assert [r["name"] for r in report["results"]] == [r["name"] for r in whole["results"]]
    assert states(report) == states(whole)
    kept = {r["name"]: r for r in report["results"]}
    assert all(kept[r["name"]]["seconds"] == r["seconds"] for r in before), "a decided case ran again"
    assert not (tmp_path / "report.json.journal").exists()


def test_a_resumed_report_can_go_to_another_file(wgconform, fake, whole, tmp_path):
    path = tmp_path / "report.json"
    killed(path, fake, *SOME)
    cut = path.read_text()
    result = wgconform(
        "-d", fake["index"], "-p", "quick", "--resume", path, "-o", tmp_path / "new.json", *SOME
    )
    assert result.returncode == 0, result.stderr
    assert states(json.loads((tmp_path / "new.json").read_text())) == states(whole)
    assert path.read_text() == cut


def cut_short(whole):
    """The report as it is after its first three cases that passed."""
    results = [r for r in whole["results"] if r["state"] == "pass"][:3]
    summary = {**dict.fromkeys(whole["summary"], 0), "total": whole["summary"]["total"], "pass": len(results)}
    return {**whole, "complete": False, "finished": None, "results": results, "summary": summary}


@pytest.mark.parametrize(
    "other, part",
    [
        (["--seed", "5"], "seed"),
        (["-p", "default"], "profile"),
        (["--impl", "emulated"], "impl"),
        (["c.work_group_any.*"], "cases"),
    ],
)
def test_another_run_is_not_resumed(wgconform, fake, whole, tmp_path, other, part):
    path = tmp_path / "report.json"
    cut = cut_short(whole)
    path.write_text(json.dumps(cut))
    result = wgconform("-d", fake["index"], "-p", "quick", "--resume", path, *SOME, *other)
    assert result.returncode == 2
    assert part in result.stderr
    assert json.loads(path.read_text()) == cut


@pytest.mark.parametrize("other", [{"commit": "0" * 40}, {"version": "0.0.9"}, {"commit": None}])
def test_another_build_does_not_go_on(wgconform, fake, whole, tmp_path, other):
    """A report names one build: it must not claim results that another one found."""
    path = tmp_path / "report.json"
    cut = cut_short(whole)
    cut["tool"] = {**cut["tool"], **other}
    path.write_text(json.dumps(cut))
    result = wgconform("-d", fake["index"], "-p", "quick", "--resume", path, *SOME)
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    commits = (*filter(None, other.values()), whole["tool"]["commit"])
    for text in (str(path), *commits, "continue with that build"):
        assert text in line
    assert json.loads(path.read_text()) == cut
    cut["tool"] = whole["tool"]
    path.write_text(json.dumps(cut))
    result = wgconform("-d", fake["index"], "-p", "quick", "--resume", path, *SOME)
    assert result.returncode == 0, result.stderr
    assert json.loads(path.read_text())["tool"] == whole["tool"]


def test_another_device_does_not_go_on(wgconform, fake, fake_two, whole, tmp_path):
    path = tmp_path / "report.json"
    cut = cut_short(whole)
    path.write_text(json.dumps(cut))
    result = wgconform("-d", fake_two["index"], "-p", "quick", "--resume", path, *SOME)
    assert result.returncode == 2
    assert "platform" in result.stderr
    assert len(json.loads(path.read_text())["results"]) == 3
