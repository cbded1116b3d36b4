"""scripts/nightly: with parts of the shell that take no time, in a repository of its own."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest
from conftest import ROOT

GOOD, BAD = (
    "echo 3 passed, 0 failed, 1 skipped",
    "echo 2 passed, 1 failed, 0 skipped; echo make: stop >&2; exit 2",
)


class Nightly:
    def __init__(self, root):
        self.root = root
        for name in ("scripts/nightly", "scripts/source-state", "scripts/lib/whole_end.py"):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
        (root / ".gitignore").write_text("/build/\n/parts.json\n__pycache__/\n/ran\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *arguments):
        command = ["git", "-c", "user.name=A", "-c", "user.email=a@b", *arguments]
        subprocess.run(command, cwd=self.root, check=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a commit")

    def command(self, parts, arguments):
        named = {name: f"echo {name} >>ran; {command}" for name, command in parts.items()}
        (self.root / "parts.json").write_text(json.dumps(named))
        return [self.root / "scripts/nightly", "--parts", self.root / "parts.json", *arguments]

    def run(self, parts, *arguments):
        """The exit status, the table as rows of part, result and last line, and which parts ran."""
        (self.root / "ran").write_text("")
        done = subprocess.run(self.command(parts, arguments), capture_output=True, text=True, check=False)
        assert done.stderr == ""
        lines = re.findall(r"^(\S+) +(passed|failed) +\d+  (.*)$", done.stdout, re.MULTILINE)
        return done.returncode, lines, (self.root / "ran").read_text().split()


@pytest.fixture
def nightly(tmp_path):
    return Nightly(tmp_path)


def test_a_part_that_ended_does_not_run_again(nightly):
    parts = {"one": GOOD, "two": GOOD}
    row = "3 passed, 0 failed, 1 skipped"
    table = [("one", "passed", row), ("two", "passed", row)]
    assert nightly.run(parts) == (0, table, ["one", "two"])
    assert nightly.run(parts) == (0, table, [])
    assert nightly.run(parts, "--again", "two") == (0, table[1:], ["two"])
    assert nightly.run({**parts, "three": GOOD}) == (0, [*table, ("three", "passed", row)], ["three"])
    nightly.commit()
    assert nightly.run(parts) == (0, table, ["one", "two"])


def test_a_part_that_fails_stops_no_other_and_stays_failed(nightly):
    parts = {"bad": BAD, "signal": "kill -SEGV $$", "good": GOOD}
    status, table, ran = nightly.run(parts)
    assert (status, ran) == (1, ["bad", "signal", "good"])
    assert [row[:2] for row in table] == [("bad", "failed"), ("signal", "failed"), ("good", "passed")]
    assert table[0][2] == "2 passed, 1 failed, 0 skipped"
    assert nightly.run(parts) == (1, table, [])
    assert nightly.run({**parts, "bad": GOOD}, "--again", "bad")[0] == 0
    assert nightly.run(parts, "b*", "g*")[0] == 0


def test_parts_are_named_by_patterns(nightly):
    parts = {"a-1": GOOD, "b": GOOD, "a-2": GOOD}
    assert nightly.run(parts, "a-*")[2] == ["a-1", "a-2"]
    unknown = subprocess.run(nightly.command(parts, ["c"]), capture_output=True, text=True, check=False)
    assert unknown.returncode == 2
    assert "no part is named c; there are: a-1 b a-2" in unknown.stderr


def is_alive(process):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_part_runs_again_and_leaves_no_process(nightly, number):
    parts = {"one": GOOD, "long": "setsid sleep 100 & echo $! >ran; wait", "three": GOOD}
    (nightly.root / "ran").write_text("")
    with subprocess.Popen(nightly.command(parts, []), stdout=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 60
        while not re.fullmatch(r"\d+\n", (nightly.root / "ran").read_text()):
            assert time.monotonic() < deadline and process.poll() is None
            time.sleep(0.05)
        sleeping = int((nightly.root / "ran").read_text())
        assert is_alive(sleeping)
        os.kill(process.pid, number)
        assert process.wait(60) == -number
    while is_alive(sleeping):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert nightly.run({**parts, "long": GOOD})[2] == ["long", "three"]


def test_what_is_no_commit_is_not_kept(nightly):
    (nightly.root / "scripts/source-state").open("a").write("# changed\n")
    assert nightly.run({"one": GOOD})[2] == ["one"]
    assert nightly.run({"one": GOOD})[2] == ["one"]
    nightly.commit()
    status, table, _ = nightly.run({"one": "echo '#' >>scripts/source-state; true"})
    assert (status, table) == (1, [("one", "failed", "the sources changed while it ran")])


@pytest.fixture
def parts():
    listed = subprocess.run([ROOT / "scripts/nightly", "x"], capture_output=True, text=True, check=False)
    return listed.stderr.partition("there are: ")[2].split()


def test_each_fuzzer_is_a_part_and_the_others_are_targets(parts):
    fuzzers = [path.stem.replace("fuzz_", "fuzz-") for path in (ROOT / "tests/fuzz").glob("fuzz_*.c")]
    assert sorted(part for part in parts if part.startswith("fuzz-")) == sorted(fuzzers)
    others = [part for part in parts if not part.startswith(("fuzz-", "slow-", "faults-"))]
    assert others == [
        "clang",
        "analyzer",
        "thread-sanitizer",
        "sanitizers-unit",
        "valgrind",
        "sanitizers-cli",
        "setup-all",
        "check",
    ]


def test_each_slow_test_is_in_a_part(parts):
    """By what pytest collects: a file of slow tests is a part, and so is each group of the catalogue."""
    command = ["pytest", "-q", "--collect-only", "--slow", "-m", "slow", "tests"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert listed.returncode == 0, listed.stdout + listed.stderr
    collected = set()
    for line in listed.stdout.splitlines():
        file, separator, test = line.partition("::")
        group = re.fullmatch(r"test_the_catalogue\[(.*)\]", test)
        if separator:
            stem = pathlib.Path(file).stem.removeprefix("test_")
            collected.add(f"faults-{group[1]}" if group else f"slow-{stem}")
    assert collected == {part for part in parts if part.startswith(("slow-", "faults-"))}
    assert len(collected) > 40


def test_the_table_for_the_page_names_what_was_not_run(nightly):
    parts = {"one": GOOD, "two": BAD, "three": GOOD}
    nightly.run(parts, "one", "two")
    done = subprocess.run(nightly.command(parts, ["--table"]), capture_output=True, text=True, check=True)
    rows = [re.sub(r"\| \d+ \|", "| S |", line) for line in done.stdout.splitlines()[2:]]
    assert rows == [
        "| `one` | passed | S | 3 passed, 0 failed, 1 skipped |",
        "| `two` | failed | S | 2 passed, 1 failed, 0 skipped |",
        "| `three` | not run |  |  |",
    ]
