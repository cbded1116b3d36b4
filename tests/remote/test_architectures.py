"""The small worker (`make worker`): what it needs, and that it gives elsewhere what it gives here."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import conftest
import pytest
import selection
from conftest import ROOT

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"
SSE = "-O1 -msse2 -mfpmath=sse -D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64"


def build(compiler, *more):
    """The worker for that compiler's target, from the same sources as the program under test."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    dumped = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True, check=True)
    command = ["make", "SETUP=no", "worker", f"CC={compiler}", *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return ROOT / "build" / f"worker-{dumped.stdout.strip()}" / "wgconform-worker"


def in_root(name, worker):
    if not (CACHE / name / ".complete").exists():
        pytest.skip(f"no root folder of {name} here: make setup-{name}")
    return f"{ROOT}/scripts/in-root {name} {worker}"


def run(tmp_path, command, *arguments):
    path = tmp_path / "r.json"
    done = conftest.run("-p", "quick", "-o", path, "--worker-command", command, *arguments, timeout=3000)
    assert path.exists(), done.stderr
    report = json.loads(path.read_text())
    conftest.check_schema(report, "report")
    assert report["complete"] is True, done.stderr
    return report


@pytest.fixture(scope="module")
def native():
    return build("gcc", "CFLAGS=-O1")


def test_the_types_are_right_where_size_t_has_32_bits():
    """Without another compiler or a root folder, so it runs wherever the tests do."""
    done = subprocess.run(
        ["make", "SETUP=no", "worker-32"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_needs_libc_alone(native):
    printed = subprocess.run(["readelf", "-d", native], capture_output=True, text=True, check=True).stdout
    libraries = set(re.findall(r"NEEDED.*\[(.*?)\.so", printed))
    assert "libc" in libraries
    assert libraries <= {"libc", "libm", "libdl", "libpthread", "ld-linux-x86-64"}
    assert native.stat().st_size < 1_500_000


def test_it_prints_its_version(native):
    done = conftest.run("--version", program=native)
    assert done.returncode == 0
    assert re.match(r"wgconform-worker \S+ \(commit \S+, sources [0-9a-f]{16}\)", done.stdout)
    assert conftest.run("c.*", program=native).returncode == 2


def test_it_gives_the_same_verdicts(native, device, wgconform, request, tmp_path):
    """A part of the cases for a commit: compilers take long."""
    here = tmp_path / "here.json"
    forms = [f"*.work_group_all.int.*.{form}" for form in ("sequence", "offset", "nested", "loop")]
    queries, parts = [*forms, "c.*_reduce_add.half.*", "query.*"], 1
    part = selection.part_of(request.config)
    if part:
        parts = selection.PARTS
        queries += ["--shard", f"{part}/{parts}"]
    wgconform("-d", device["index"], "-p", "quick", "-o", here, *queries)
    there = run(tmp_path, str(native), "-d", device["index"], *queries)
    # In a log of PoCL's are names of files in the run's own folder.
    plain = [
        [{k: v for k, v in r.items() if k not in ("seconds", "build_log")} for r in report["results"]]
        for report in (json.loads(here.read_text()), there)
    ]
    assert plain[0] == plain[1]
    assert len(plain[0]) > 20 / parts


@pytest.mark.slow
def test_32_bits(tmp_path):
    command = in_root("pocl-i386", build("i686-linux-gnu-gcc", f"CFLAGS={SSE}"))
    report = run(
        tmp_path, command, "-j", "2", "c.work_group_reduce_*.int.*", "c.work_group_scan_*_max.uint.*"
    )
    target = report["device"]["target"]
    assert target["pointer_bits"] == 32
    assert report["device"]["limits"]["address_bits"] == 32
    assert report["summary"]["pass"] > 5
    assert report["summary"]["error"] == 0


@pytest.mark.slow
def test_aarch64(tmp_path):
    command = in_root("pocl-arm64", build("aarch64-linux-gnu-gcc"))
    case = ["-p", "default", "c.work_group_reduce_add.int.17.plain"]
    report = run(tmp_path, command, "-j", "1", "-t", "1200", *case)
    assert report["device"]["target"]["machine"] == "aarch64"
    result = {r["name"]: r for r in report["results"]}
    assert result["c.work_group_reduce_add.int.17.plain"]["state"] == "pass"
    assert report["summary"]["error"] == 0
