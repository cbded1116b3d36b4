"""Shards, by hand and by engines that exist: merged, they are the run without shards, verdict for verdict."""

import json
import os
import re
import shutil
from functools import partial
from pathlib import Path

import conftest
import pytest
from conftest import PROGRAM

HERE = Path(__file__).resolve().parent
# Passes, failures and skips of the fake driver: the verdicts of a real one may differ from run to run.
FAKE_RULES = "wrong c.work_group_all.*,build_error c.work_group_reduce_max.*"
QUERIES = ["c.work_group_*", "c.sub_group_reduce_*", "!c.work_group_broadcast*"]
SHARDS = 4
run = partial(conftest.run, timeout=900)


@pytest.fixture(scope="module")
def options(fake):
    return ["-d", str(fake["index"]), "-p", "quick", "-q"]


def verdicts(report):
    """All that a report has on its cases but times, by name: merged shards have an order of their own."""
    timeless = []
    for result in report["results"]:
        kept = {k: v for k, v in result.items() if k != "seconds"}
        for attempt in kept.get("attempts", []):
            del attempt["seconds"]
        timeless.append(kept)
    return sorted(timeless, key=lambda result: result["name"])


@pytest.fixture(scope="module")
def whole(options, tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "report.json"
    done = run(*options, "-o", path, *QUERIES)
    assert done.returncode == 1, done.stderr
    report = json.loads(path.read_text())
    assert {r["state"] for r in report["results"]} >= {"pass", "fail", "skip", "build_error"}
    return report


def merged(folder):
    parts = sorted(folder.glob("shard-*.json"))
    assert len(parts) == SHARDS
    done = run("merge", *parts, "-o", folder / "merged.json")
    assert done.returncode == 0, done.stderr
    report = json.loads((folder / "merged.json").read_text())
    conftest.check_schema(report, "report")
    assert report["complete"] is True
    return report


def slurm(index):
    return {
        "SLURM_ARRAY_TASK_ID": str(10 + 2 * index),
        "SLURM_ARRAY_TASK_MIN": "10",
        "SLURM_ARRAY_TASK_STEP": "2",
        "SLURM_ARRAY_TASK_COUNT": str(SHARDS),
    }


def kubernetes(index):
    return {"JOB_COMPLETION_INDEX": str(index), "WGCONFORM_SHARDS": str(SHARDS)}


@pytest.mark.parametrize("environment", [slurm, pytest.param(kubernetes, marks=pytest.mark.slow)])
def test_a_scheduler_s_environment_makes_shards(environment, options, whole, tmp_path):
    for index in range(SHARDS):
        path = tmp_path / f"shard-{index}.json"
        done = run(*options, "-o", path, *QUERIES, env=environment(index))
        assert done.returncode in (0, 1), done.stderr
        command = json.loads(path.read_text())["command"]
        assert command[1:3] == ["--shard", f"{index + 1}/{SHARDS}"]
    assert verdicts(merged(tmp_path)) == verdicts(whole)


def test_a_missing_shard_is_noticed(options, tmp_path):
    for index in (0, 2):
        run(*options, "-o", tmp_path / f"shard-{index}.json", QUERIES[0], env=kubernetes(index))
    done = run("merge", *sorted(tmp_path.glob("shard-*.json")), "-o", tmp_path / "merged.json")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "merged.json").read_text())
    assert report["complete"] is False
    assert any("shard 2 of 4 is missing" in warning for warning in report["warnings"])


def test_the_list_is_of_the_shard_too(options):
    names = [run("-L", *QUERIES, env=kubernetes(index)).stdout.split() for index in range(SHARDS)]
    everything = run("-L", *QUERIES).stdout.split()
    assert sorted(name for part in names for name in part) == sorted(everything)
    wrong = run("-L", env={"JOB_COMPLETION_INDEX": "0"})
    assert wrong.returncode == 2
    assert "WGCONFORM_SHARDS" in wrong.stderr
    assert (
        run("-L", "--shard", "1/1", *QUERIES, env={"JOB_COMPLETION_INDEX": "0"}).stdout.split() == everything
    )


@pytest.mark.slow
def test_gnu_parallel(options, whole, tmp_path):
    if shutil.which("parallel") is None:
        pytest.skip("GNU parallel is not installed (scripts/setup packages-scale)")
    words = " ".join(f"'{word}'" for word in [PROGRAM, *options, *QUERIES])
    shards = [str(i) for i in range(1, SHARDS + 1)]
    command = f"{words} -j 1 --shard {{}}/{SHARDS} -o {tmp_path}/shard-{{}}.json"
    done = run("--will-cite", "-j", "2", command, ":::", *shards, program="parallel")
    assert done.returncode <= SHARDS, done.stderr  # so many jobs had failures
    assert verdicts(merged(tmp_path)) == verdicts(whole)


@pytest.mark.slow
def test_slurm(options, whole, tmp_path):
    if shutil.which("sbatch") is None or shutil.which("munged") is None:
        pytest.skip("Slurm is not installed (scripts/setup packages-scale)")
    if os.geteuid() != 0:
        pytest.skip("a Slurm of one's own needs root")
    words = " ".join(f"'{word}'" for word in [PROGRAM, *options, *QUERIES])
    job = tmp_path / "job.sh"
    job.write_text(f"#!/bin/sh\n{words} -j 1 -o {tmp_path}/shard-$SLURM_ARRAY_TASK_ID.json\n")
    log = tmp_path / "log-%a"
    sbatch = ["sbatch", "--wait", f"--array=1-{SHARDS}", "-n", "1", "-o", log, job]
    done = run(*sbatch, program=HERE / "slurm.sh", cwd=tmp_path)
    logs = "".join(path.read_text() for path in tmp_path.glob("log-*"))
    assert len(list(tmp_path.glob("shard-*.json"))) == SHARDS, done.stdout + done.stderr + logs
    assert verdicts(merged(tmp_path)) == verdicts(whole)


def test_two_runs_are_equal_byte_for_byte_but_for_times(options, tmp_path):
    texts = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        run(*options, "--seed", "7", "-o", "report.json", *QUERIES, cwd=tmp_path / name)
        text = (tmp_path / name / "report.json").read_bytes()
        text, masked = re.subn(rb'"(seconds|started|finished)":("[^"]*"|[0-9.]+)', rb'"\1":0', text)
        assert masked > len(json.loads(text)["results"])
        texts.append(text)
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["seed"] == 7


@pytest.mark.slow
def test_the_number_of_workers_changes_no_verdict(options, whole, tmp_path):
    for jobs in ("1", "3"):
        run(*options, "-j", jobs, "-o", tmp_path / jobs, *QUERIES)
        assert verdicts(json.loads((tmp_path / jobs).read_text())) == verdicts(whole)
