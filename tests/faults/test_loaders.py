"""Both OpenCL loaders, ocl-icd and the Khronos one: devices, verdicts, and the layer of the faults."""

import json
import os
import sys
from pathlib import Path

import pytest
from conftest import BUILD, run

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import header  # noqa: E402
import suite_functions  # noqa: E402
import table  # noqa: E402

LAYER = BUILD / "lib" / "libwgfaults.so"
QUERIES = ("c.work_group_scan_inclusive_add.*.64.plain", "c.work_group_scan_inclusive_add.*.7x5x3.plain")


def khronos_loader():
    """Intel's packages bring it, in a folder next to the one with the runtime."""
    for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":"):
        library = Path(folder).parent / "lib" / "libOpenCL.so.1"
        if folder and (Path(folder) / "libintelocl.so").exists() and library.exists():
            return library
    return None


@pytest.fixture(scope="module", params=["ocl-icd", "khronos"])
def loader(request, tmp_path_factory):
    """The environment in which the program finds that loader first."""
    if request.param == "ocl-icd":
        return {}
    library = khronos_loader()
    if library is None:
        pytest.skip("no Khronos loader: Intel's runtime, which brings it, is not set up")
    folder = tmp_path_factory.mktemp("loader")
    (folder / "libOpenCL.so.1").symlink_to(library)
    return {"LD_LIBRARY_PATH": f"{folder}:{os.environ['LD_LIBRARY_PATH']}"}


def states(tmp_path, device, env):
    report = tmp_path / "report.json"
    done = run("-d", str(device), "--json", str(report), *QUERIES, env=env)
    assert done.returncode in (0, 1), done.stderr
    return {r["name"]: r["state"] for r in json.loads(report.read_text())["results"]}


def test_the_loader_is_the_one_asked_for(loader, tmp_path):
    """Without this the other tests might run the same loader twice."""
    run("--list-devices", env={**loader, "LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": str(tmp_path / "ld")})
    log = "".join(path.read_text() for path in tmp_path.glob("ld.*")).splitlines()
    opened = [line for line in log if "calling init" in line and "libOpenCL.so" in line]
    assert opened
    ours = loader.get("LD_LIBRARY_PATH", "no folder").split(":")[0]
    assert all((ours in line) == bool(loader) for line in opened)


def test_same_devices(loader):
    listed = json.loads(run("--list-devices", "--json", env=loader).stdout)
    usual = json.loads(run("--list-devices", "--json").stdout)
    assert sorted(d["name"] for d in listed) == sorted(d["name"] for d in usual)


@pytest.mark.in_parts
def test_verdicts(loader, device, tmp_path):
    found = states(tmp_path, device["index"], loader)
    assert "pass" in found.values()
    assert set(found.values()) <= {"pass", "skip"}


@pytest.mark.in_parts
def test_the_layer_of_the_faults(loader, device, tmp_path):
    fault = next(f for f in table.load() if f.id == "dimensions.zigzag.scan_inclusive_add")
    text = tmp_path / "fault.clh"
    text.write_text(header.text(fault, suite_functions.load()))
    found = states(
        tmp_path, device["index"], {**loader, "OPENCL_LAYERS": str(LAYER), "WGFAULT_HEADER": str(text)}
    )
    assert "fail" in found.values()
    assert {name.split(".")[3] for name, state in found.items() if state == "fail"} == {"7x5x3"}
