"""The small worker with another C library: musl represents all that are not glibc (`scripts/setup musl`)."""

import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import ROOT

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "wgconform"
needs_musl = pytest.mark.skipif(not shutil.which("musl-gcc"), reason="no musl-gcc: scripts/setup musl")


def make(*words):
    done = subprocess.run(
        # make check's own make is around this one, which then prints the folders that it enters and leaves
        ["make", "--no-print-directory", "SETUP=no", "CC=musl-gcc", "CFLAGS=-O1", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def worker():
    return ROOT / make("worker").split()[-1]


@needs_musl
def test_the_worker_is_built_without_a_warning_and_needs_musl_alone(worker):
    needs = subprocess.run(["readelf", "-d", worker], capture_output=True, text=True, check=True)
    found = [line.split("[")[1].rstrip("]") for line in needs.stdout.splitlines() if "(NEEDED)" in line]
    assert found == ["libc.so"]


@needs_musl
def test_the_supervisor_talks_with_it(wgconform, worker):
    """It has no loader: the libraries of this machine are glibc's. The message comes from its dlopen."""
    listed = wgconform("--worker-command", worker, "--list-devices")
    assert listed.returncode == 3
    assert "no OpenCL loader (libOpenCL.so.1)" in listed.stderr


@needs_musl
@pytest.mark.slow
@pytest.mark.skipif(not (CACHE / "cmocka-musl").is_dir(), reason="no cmocka for musl: scripts/setup musl")
def test_the_unit_tests_of_the_worker_pass(worker):
    assert make("worker-tests").count("  test     ") >= 20
