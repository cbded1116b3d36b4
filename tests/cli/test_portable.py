"""scripts/portable and scripts/with-gpu: what a machine with a GPU and without a network gets."""

import os
import subprocess

import pytest
from conftest import ROOT


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The archive, unpacked as on the other machine; packed without compression, to be quick."""
    folder = tmp_path_factory.mktemp("portable")
    archive = folder / "wgconform.tar.xz"
    env = {**os.environ, "XZ_OPT": "-0"}
    subprocess.run([ROOT / "scripts/portable", archive], check=True, env=env, timeout=300)
    subprocess.run(["tar", "-C", folder, "-xf", archive], check=True, timeout=100)
    return folder / "wgconform"


def with_gpu(unpacked, *arguments, **env):
    """with-gpu in an environment that shows nothing of this checkout."""
    return subprocess.run(
        [unpacked / "with-gpu", *arguments],
        env={"PATH": "/usr/bin:/bin", "HOME": str(unpacked), **env},
        cwd=unpacked.parent,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_the_program_finds_its_suite_and_libraries(unpacked):
    ran = with_gpu(unpacked, "nvidia", "wgconform", "--list", "-p", "full", "c.work_group_all.int.17.plain")
    assert ran.stdout == "c.work_group_all.int.17.plain\n", ran.stderr


SHOWN = 'cat "$OCL_ICD_VENDORS"/*.icd; echo "$LD_LIBRARY_PATH"'


def test_the_driver_is_shown_and_no_other(unpacked):
    ran = with_gpu(unpacked, "nvidia", "sh", "-c", SHOWN)
    assert ran.stdout.splitlines() == ["libnvidia-opencl.so.1", f"{unpacked}/lib"]


def test_a_driver_that_the_user_has_built(unpacked, tmp_path):
    (tmp_path / "mine").mkdir()
    refused = with_gpu(unpacked, tmp_path / "mine", "true")
    assert refused.returncode == 2 and "nor a folder with a vendor file" in refused.stderr
    (tmp_path / "mine" / "mine.icd").write_text("/opt/mine/libmine.so\n")
    ran = with_gpu(unpacked, tmp_path / "mine", "sh", "-c", SHOWN, LD_LIBRARY_PATH="/opt/mine")
    assert ran.stdout.splitlines() == ["/opt/mine/libmine.so", f"/opt/mine:{unpacked}/lib"]


def test_the_libraries_of_the_machine_come_last(unpacked):
    ran = with_gpu(
        unpacked, "nvidia", "sh", "-c", 'echo "$LD_LIBRARY_PATH"', LD_LIBRARY_PATH="/usr/local/nvidia/lib64"
    )
    assert ran.stdout == f"{unpacked}/lib:/usr/local/nvidia/lib64\n"


def test_a_machine_without_the_driver(unpacked):
    ran = with_gpu(unpacked, "nvidia", "wgconform", "--list-devices")
    if "NVIDIA" in ran.stdout:
        pytest.skip("NVIDIA's driver is here")
    assert ran.returncode == 3 and "no OpenCL platform" in ran.stderr


def test_wrong_use(unpacked):
    assert with_gpu(unpacked, "radeon", "true").returncode == 2
    assert "with-gpu nvidia|FOLDER" in with_gpu(unpacked).stderr
    assert subprocess.run([ROOT / "scripts/portable"], capture_output=True, check=False).returncode == 2
