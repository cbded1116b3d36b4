"""The form `loaded` needs SPIR-V 1.5. Intel's runtime lists no version above 1.4, and takes modules of 1.5.

A layer (lies.c) adds the version to its list, so that the form runs; that of the faults makes modules wrong.
"""

import json

import pytest
from conftest import BUILD, device_of, first_case, run

CL_DEVICE_IL_VERSION = 0x105B
LIES, FAULTS = (str(BUILD / "lib" / f"libwg{name}.so") for name in ("lies", "faults"))
CASE = "spirv.sub_group_non_uniform_broadcast.int*.loaded"


@pytest.fixture
def states(tmp_path):
    def states(*layers, **environment):
        device = device_of(json.loads(run("--list-devices", "--json").stdout), "intel")
        report, case = tmp_path / "report.json", first_case(CASE, "default")
        env = {"OPENCL_LAYERS": ":".join(layers), "WGC_LIES": f"add {CL_DEVICE_IL_VERSION} SPIR-V_1.5"}
        options = ["-d", device["index"], "-p", "default", "-q", "-o", report]
        run(*options, case, env={**env, **environment})
        return [result["state"] for result in json.loads(report.read_text())["results"]]

    return states


def test_without_the_version_it_is_a_skip(states):
    assert states() == ["skip"]


def test_it_passes_and_a_wrong_module_fails(states, tmp_path):
    assert states(LIES) == ["pass"]
    log = tmp_path / "log"
    wrong = {"WGFAULT_SPIRV": "OpGroupNonUniformBroadcast * * : id constant 1", "WGFAULT_LOG": str(log)}
    assert states(LIES, FAULTS, **wrong) == ["fail"]
    assert "changed=" in log.read_text()
