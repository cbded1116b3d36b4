"""Mistyped options, commands, cases and waivers: each error has the nearest names."""

import datetime
import json
import subprocess

import pytest
from conftest import PROGRAM

FAKE_RULES = "wrong c.work_group_all.*"
WRONG = "c.work_group_all.int.7.plain"
RIGHT = "c.work_group_reduce_add.int.7.plain"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--profil", "quick"], "--profil: unknown option; did you mean --profile?"),
        (["--porfile=quick"], "--porfile=quick: unknown option; did you mean --profile?"),
        (["--max", "2"], "--max: unknown option; did you mean --max-"),
        (["--list-device"], "--list-device: unknown option; did you mean --list-devices?"),
        (["--jsno", "x"], "--jsno: unknown option; did you mean --json"),
        (["--nothing-like-it"], "--nothing-like-it: unknown option; --help lists the options"),
        (["-Z"], "-Z: unknown option; --help lists the options"),
        (
            ["diif", "a.json", "b.json"],
            '"diif" is neither a command nor a query that can match a case; did you mean diff',
        ),
        (["histroy", "a.json"], "did you mean history?"),
        (
            ["c.work_group_al.int.7.plain"],
            "matches no case of the suite; did you mean c.work_group_all.int.7.plain",
        ),
        (["--describe", "c.work_group_all.int.7.plian"], "did you mean c.work_group_all.int.7.plain"),
    ],
)
def test_the_nearest_names_are_in_the_error(wgconform, arguments, error):
    result = wgconform(*arguments)
    assert result.returncode == 2
    assert error in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_whole_name_is_taken_with_its_value_in_any_way(wgconform):
    for arguments in (["--profile", "quick"], ["--profile=quick"], ["-p", "quick"], ["-pquick"]):
        assert wgconform("-L", *arguments, "c.work_group_all.*").returncode == 0


def full_only(wgconform):
    quick, full = (
        wgconform("-L", "-p", profile, "c.work_group_all.int.*").stdout.split()
        for profile in ("quick", "full")
    )
    return next(name for name in full if name not in quick), quick[0]


def test_a_case_of_another_profile_is_named(wgconform, fake):
    other, one = full_only(wgconform)
    result = wgconform("-d", fake["index"], "-p", "quick", one, other)
    assert "1 case named on the command line is not in profile quick" in result.stderr
    assert other in result.stderr
    alone = wgconform("-L", "-p", "quick", other)
    assert alone.returncode == 2
    assert "has some" in alone.stderr


def test_an_empty_shard_is_an_empty_selection(wgconform):
    assert wgconform("-L", "--shard", "1/9", WRONG).returncode == 0
    result = wgconform("-L", "--shard", "2/9", WRONG)
    assert result.returncode == 2
    assert "nothing is selected: shard 2/9 is empty" in result.stderr


def test_a_reader_that_has_enough_is_no_error():
    listing = subprocess.Popen([PROGRAM, "-L", "-p", "full"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert listing.stdout.readline()
    listing.stdout.close()
    assert listing.stderr.read() == b""
    listing.stderr.close()
    assert listing.wait() == 0


def test_a_run_of_everything_names_the_short_one(wgconform, fake):
    arguments = ["-d", fake["index"], "--max-failures", "1", "--language", "c"]
    every = wgconform(*arguments)
    assert "this is every case of profile default; -p quick has " in every.stderr
    assert "this is every case" not in wgconform(*arguments, WRONG).stderr


def write(path, **fields):
    waiver = {"id": "a", "query": WRONG, "states": ["fail"], "reason": "known", **fields}
    path.write_text(json.dumps({"schema_version": 1, "waivers": [waiver]}))
    return path


def test_a_waiver_for_no_case_is_a_warning_and_an_error_of_the_check(wgconform, fake, tmp_path):
    waivers = write(tmp_path / "w.json", query=[WRONG, "c.work_group_al.int.7.plain"])
    report = tmp_path / "r.json"
    unknown = 'query "c.work_group_al.int.7.plain" matches no case of the suite; did you mean '
    message = f"{waivers}: waiver a: {unknown}"
    result = wgconform("-d", fake["index"], "-o", report, "-w", waivers, WRONG)
    assert (result.returncode, f"warning: {message}" in result.stderr) == (0, True)
    check = wgconform("waive", "--check", report, "-w", waivers)
    assert (check.returncode, message in check.stderr) == (2, True)
    good = write(tmp_path / "good.json", query=[WRONG, "!spirv.*", "query.shared_local.x"])
    assert wgconform("waive", "--check", report, "-w", good).returncode == 0


@pytest.mark.parametrize("date", ["2026-02-30", "2027-02-29", "2026-13-01", "2026-04-31", "2026-00-10"])
def test_a_day_that_does_not_exist_is_refused(wgconform, tmp_path, date):
    result = wgconform("-w", write(tmp_path / "w.json", expires=date), WRONG)
    assert result.returncode == 2
    assert "a date, YYYY-MM-DD" in result.stderr


@pytest.mark.parametrize(("days", "warned"), [(0, True), (1, True), (30, True), (31, False), (400, False)])
def test_a_waiver_that_expires_soon_is_a_warning(wgconform, fake, tmp_path, days, warned):
    today = datetime.datetime.now(datetime.UTC).date()
    date = (today + datetime.timedelta(days)).isoformat()
    result = wgconform("-d", fake["index"], "-w", write(tmp_path / "w.json", expires=date, owner="me"), WRONG)
    assert result.returncode == 0
    text = f"waiver a expires after {date}: in {days} day{'' if days == 1 else 's'}; its owner is me"
    assert (text in result.stderr) is warned
