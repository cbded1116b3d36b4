"""-d all, and -d more than once: each device gets a run and reports of its own."""

import json
import os
import re
import subprocess

from conftest import PROGRAM

CASES = "c.work_group_all.int.6*"
ONE = "c.work_group_reduce_add.int.33.plain"
FAKE_RULES = "wrong c.work_group_all.*"


def test_all_devices_get_reports_of_their_own(wgconform, fakes, validate, tmp_path):
    result = wgconform("-d", "all", "-p", "quick", "-o", "r.json", "--junit", "out/r", CASES, cwd=tmp_path)
    assert result.returncode == 2, "a folder that is not there is noticed before anything runs"
    (tmp_path / "out").mkdir()
    result = wgconform("-d", "all", "-p", "quick", "-o", "r.json", "--junit", "out/r", CASES, cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    for device in fakes:
        report = json.loads((tmp_path / f"r.{device['index']}.json").read_text())
        validate(report, "report")
        assert report["complete"] is True
        assert report["device"]["index"] == device["index"]
        assert report["device"]["name"] == device["name"]
        assert (tmp_path / "out" / f"r.{device['index']}").read_text().startswith("<?xml")
    assert not (tmp_path / "r.json").exists()
    assert not list(tmp_path.glob("*.journal"))


def test_at_once_the_verdicts_are_those_of_each_device_alone(wgconform, fake, fake_two, tmp_path):
    def judged(path):
        report = json.loads(path.read_text())
        results = [{k: v for k, v in r.items() if k != "seconds"} for r in report["results"]]
        return report["device"], report["summary"], report["seed"], results

    words = ["-o", tmp_path / "r.json", CASES]
    both = wgconform("-d", fake["index"], "-d", fake_two["index"], *words)
    assert both.returncode == 1, both.stderr
    lines = both.stdout.splitlines()
    for device in (fake, fake_two):
        alone = wgconform("-d", device["index"], *words).stdout
        alone = alone.replace("/r.json", f"/r.{device['index']}.json").splitlines()
        assert judged(tmp_path / "r.json") == judged(tmp_path / f"r.{device['index']}.json")
        # a summary comes whole, in the order of the devices; its last line has a time
        assert [re.sub(" +", " ", line) for line in lines[: len(alone) - 1]] == [
            re.sub(" +", " ", line) for line in alone[:-1]
        ]
        lines = lines[len(alone) :]
    assert lines == []
    # on a slow machine progress too
    progress = re.compile(r"device |\d+ of \d+ cases, ")
    assert [line for line in both.stderr.splitlines() if not progress.match(line)] == []


def test_runs_at_once_write_whole_lines(fake, fake_two, tmp_path):
    """Of a pipe of packets each read gives what one write(2) brought: another run may write between two."""
    read, write = os.pipe2(os.O_DIRECT)
    command = [PROGRAM, "-d", fake["index"], "-d", fake_two["index"], "-o", tmp_path / "r.json", ONE]
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=write, timeout=300, check=False
    )
    os.close(write)
    written = list(iter(lambda: os.read(read, 65536), b""))
    os.close(read)
    assert done.returncode == 0
    assert len(written) >= 2
    assert [text for text in written if not text.endswith(b"\n")] == []


def test_devices_by_number_and_name_run_once_each(wgconform, fake, fake_two, tmp_path):
    words = ["-d", fake["index"], "-d", fake_two["platform"], "-d", fake["index"], "-d", "first"]
    result = wgconform(
        *words, "-p", "full", "-o", tmp_path / "r.json", "c.work_group_reduce_add.int.33.plain"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("1 pass") == 2
    assert sorted(p.name for p in tmp_path.iterdir()) == [f"r.{n}.json" for n in range(2)]


def test_what_goes_with_one_device_only_is_reported(wgconform, fakes, tmp_path):
    unknown = wgconform("-d", "0", "-d", "97")
    assert unknown.returncode == 2
    assert "there is no device 97" in unknown.stderr
    for words in (["--tap"], ["-o", "-"], ["--resume", tmp_path / "r.json"]):
        refused = wgconform("-d", "all", *words)
        assert refused.returncode == 2
        assert "--device" in refused.stderr
    assert len(fakes) >= 2


def test_the_variables_of_opencl_cts_choose_the_device(wgconform, fake, fake_two, tmp_path):
    def ran(*words, **environment):
        path = tmp_path / "r.json"
        result = wgconform("-p", "full", "-o", path, *words, ONE, env=environment)
        return result, json.loads(path.read_text())["device"]["name"] if result.returncode == 0 else None

    assert ran(CL_PLATFORM_INDEX="1")[1] == fake_two["name"]
    assert ran(CL_DEVICE_TYPE="cpu", CL_DEVICE_INDEX="0")[1] == fake["name"]
    assert ran("-d", fake["index"], CL_PLATFORM_INDEX="1")[1] == fake["name"], "--device takes precedence"
    for environment in ({"CL_DEVICE_TYPE": "gpu"}, {"CL_PLATFORM_INDEX": "2"}, {"CL_DEVICE_INDEX": "one"}):
        result, _ = ran(**environment)
        assert result.returncode == 2
        assert all(name in result.stderr for name in environment), result.stderr
    listed = wgconform("--list-devices", "--json", env={"CL_PLATFORM_INDEX": "1"})
    assert len(json.loads(listed.stdout)) == 2, "a list has every device"


def test_repro_and_explore_take_the_device_of_the_environment(wgconform, fake_two, tmp_path):
    folder, chosen = tmp_path / "program", {"CL_PLATFORM_INDEX": "1"}
    written = wgconform("repro", ONE, "-o", folder, env=chosen)
    assert written.returncode == 0, written.stderr
    assert f'"{fake_two["platform"]}/{fake_two["name"]}"' in (folder / "repro.c").read_text()
    refused = wgconform("explore", "--programs", "1", env={"CL_DEVICE_TYPE": "gpu"})
    assert refused.returncode == 2 and "CL_DEVICE_TYPE" in refused.stderr
