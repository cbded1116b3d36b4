"""The run is killed with SIGKILL at random moments and continues from its report each time."""

import json
import random
import signal
import subprocess
import time

import pytest
from conftest import PROGRAM, check_schema

QUERIES = ["c.work_group_reduce_m*.*int.*", "c.work_group_reduce_add.*long.*", "!*.1.*", "!*x1*"]
KILLS = 100
LONGEST_S = 1.0
ROUNDS = 2000  # so that the test ends on any machine


def known(path):
    """The names that report and journal hold together; the report alone must be valid at any moment."""
    if not path.exists():
        return []
    report = json.loads(path.read_text())
    check_schema(report, "report")
    names = [r["name"] for r in report["results"]]
    journal = path.with_name(path.name + ".journal")
    lines = journal.read_text().split("\n")[1:-1] if journal.exists() else []
    added = [json.loads(line).get("name") for line in lines]
    return names + [name for name in added if name is not None and name not in names]


@pytest.mark.slow
def test_a_hundred_kills_lose_nothing(fake, tmp_path):
    command = [PROGRAM, "-d", str(fake["index"]), "-p", "default", "-q"]
    whole = subprocess.run(
        [*command, "-L", *QUERIES], capture_output=True, text=True, check=True
    ).stdout.split()
    moments = random.Random(9)
    path, kills, finished, before = tmp_path / "report.json", 0, 0, []
    for _ in range(ROUNDS):
        if kills >= KILLS:
            break
        how = ["--resume", path] if path.exists() else ["-o", path]
        with subprocess.Popen(
            [*command, *how, *QUERIES], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        ) as run:
            time.sleep(moments.uniform(0.0, LONGEST_S))
            if run.poll() is None:
                run.send_signal(signal.SIGKILL)
                kills += 1
            run.wait()
        now = known(path)
        assert len(set(now)) == len(now), "a verdict is doubled"
        assert set(before) <= set(now), "a verdict is lost"
        before = now
        if path.exists() and json.loads(path.read_text())["complete"]:
            assert sorted(now) == sorted(whole)
            finished += 1
            path.unlink()
            before = []
    print(f"{kills} kills, {finished} runs came to their end")
    assert kills >= KILLS
    last = subprocess.run(
        [*command, *(["--resume", path] if path.exists() else ["-o", path]), *QUERIES], check=False
    )
    assert last.returncode in (0, 1)
    assert sorted(known(path)) == sorted(whole)
