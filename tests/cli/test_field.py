"""scripts/field: with a wgconform of a few lines that writes the report its options name, in its own root."""

import gzip
import json
import pathlib
import shutil
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT

STUB = """#!{python}
import json, pathlib, sys
root = pathlib.Path(__file__).resolve().parents[2]
out = pathlib.Path(sys.argv[sys.argv.index("--json") + 1])
with (root / "ran").open("a") as log:
    print(*sys.argv[1:], file=log)
state = (root / "state").read_text()
results = [{{"name": "c.work_group_all.int.16.plain", "state": state if state != "stops" else "pass"}}]
report = {{"tool": {{"suite": "new"}}, "seconds": 7.0, "complete": state != "stops", "results": results}}
report["command"] = sys.argv
report["summary"] = {{"total": 1, results[0]["state"]: 1}}
out.write_text(json.dumps(report))
sys.exit(0 if state == "pass" else 1 if state == "fail" else 4)
"""
TABLE = """
[[device]]
folder = "one"
device = "first"
waivers = ["one", "more"]
profiles = ["quick"]

[[device]]
folder = "two"
waivers = ["two"]
profiles = ["default"]
emulated = ["quick"]
waits = true
"""


class Field:
    def __init__(self, root):
        self.root = root
        for name in ("scripts", "build/env.d", "build/bin", "build/suite", "results/one", "drivers"):
            (root / name).mkdir(parents=True)
        self.script("scripts/results", "#!/bin/sh\necho tables\n")
        self.script("scripts/with-device", '#!/bin/sh\nshift\nexec "$@"\n')
        self.script("build/bin/wgconform", STUB.format(python=sys.executable))
        (root / "build/env.d/first.sh").write_text("")
        (root / "build/suite/manifest.json").write_text('{"suite_digest": "new"}')
        (root / "results/field.toml").write_text(TABLE)
        self.state("pass")

    def script(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def state(self, text):
        (self.root / "state").write_text(text)

    def kept(self, name, suite="old"):
        small = {
            "tool": {"suite": suite},
            "seconds": 3.0,
            "complete": True,
            "whole": {},
            "build_logs": [],
            "listed": [],
        }
        path = self.root / "results" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(json.dumps(small).encode()))

    def suite(self, name):
        return json.loads(gzip.decompress((self.root / "results" / name).read_bytes()))["tool"]["suite"]

    def run(self, *arguments):
        (self.root / "ran").write_text("")
        command = [sys.executable, ROOT / "scripts/field", "--root", self.root, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr, (self.root / "ran").read_text().splitlines()


@pytest.fixture
def field(tmp_path):
    return Field(tmp_path)


def test_it_lists_what_there_is_and_runs_nothing(field):
    field.kept("one/quick.json.gz")
    status, out, error, ran = field.run("--list")
    assert (status, error, ran) == (0, "", [])
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines == [
        "one quick 3 s of another suite",
        "two default - not there; not here: its driver is given with --vendors (docs/devices.md)",
        "two emulated-quick - not there; not here: its driver is given with --vendors (docs/devices.md)",
        "1 to make, 3 s by the last times; 2 cannot be made here",
    ]


def test_a_report_of_another_suite_is_made_again_and_one_of_today_is_not(field):
    field.kept("one/quick.json.gz")
    status, out, _, ran = field.run("one")
    assert status == 0 and "tables" in out and len(ran) == 1
    assert "--profile quick --impl builtin" in ran[0]
    assert "suite/waivers/one.json" in ran[0] and "suite/waivers/more.json" in ran[0]
    assert field.suite("one/quick.json.gz") == "new"
    assert field.run("one")[3] == []


def test_a_driver_that_is_given_runs_with_one_worker_where_it_does_not_share(field):
    status, _, _, ran = field.run("--vendors", f"two={field.root / 'drivers'}", "two")
    assert status == 0 and len(ran) == 2
    assert all("--jobs 1" in line for line in ran)
    assert [("--impl emulated" in line) for line in ran].count(True) == 1
    assert field.suite("two/emulated-quick.json.gz") == "new"


def test_an_interrupted_report_goes_on_and_is_not_kept_before_its_end(field):
    field.state("stops")
    status, out, _, ran = field.run("one")
    assert status == 1 and "not complete" in out and "--resume" not in ran[0]
    assert not (field.root / "results/one/quick.json.gz").exists()
    field.state("pass")
    status, _, _, ran = field.run("one")
    assert status == 0 and f"--resume {field.root / 'build/field/one/quick.part.json'}" in ran[0]
    assert field.suite("one/quick.json.gz") == "new"


def test_a_case_that_fails_without_a_waiver_is_printed_and_kept(field):
    field.state("fail")
    status, out, _, _ = field.run("one")
    assert status == 1 and "field: one quick: 1 cases are bad" in out
    assert field.suite("one/quick.json.gz") == "new"


def test_a_whole_report_of_another_machine_is_taken(field):
    field.run("one")
    (field.root / "build/field/two").mkdir()
    shutil.copy(field.root / "build/field/one/quick.json", field.root / "build/field/two/default.json")
    status, out, _, ran = field.run("two")
    assert ran == [] and field.suite("two/default.json.gz") == "new"
    assert status == 1 and "1 cannot be made here" in out  # the emulated one


def test_a_report_that_no_row_makes_again_is_printed(field):
    field.kept("three/full.json.gz")
    field.kept("three/explore.json.gz")
    out = field.run("--list")[1]
    assert "three              full" in out and "in no row" in out and "explore" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["four"], "no folder of results/field.toml matches four"),
        (["--vendors", "two=nothing/there"], "--vendors two=nothing/there: no folder nothing/there"),
        (["--vendors", "five=."], "--vendors: field.toml has no folder five"),
    ],
)
def test_wrong_input_is_one_line(field, arguments, message):
    status, _, error, ran = field.run(*arguments)
    assert (status, error, ran) == (2, f"field: {message}\n", [])


def test_an_unknown_key_of_the_table_is_refused(field):
    (field.root / "results/field.toml").write_text(TABLE + 'colour = "red"\n')
    status, _, error, _ = field.run("--list")
    assert status == 2 and "two: unknown: colour" in error


def test_each_device_of_the_table_has_its_waivers():
    done = subprocess.run([ROOT / "scripts/field", "--list"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    devices = tomllib.loads((ROOT / "results/field.toml").read_text())["device"]
    names = [name for device in devices for name in device["waivers"]]
    assert names and all(pathlib.Path(ROOT / "suite/waivers" / f"{name}.json").exists() for name in names)
