"""Tests that run on the fake OpenCL driver (tests/fake): of options, reports and commands, not of a compiler.

A module that uses `fakes`, `fake` or `fake_two` sees that driver alone, the whole module long. What it
needs of the driver is in its FAKE_DEVICES and FAKE_RULES (docs/internals.md has their words); a test may
set WGC_FAKE_RULES for itself.
"""

import json

import pytest
from conftest import BUILD, run

DRIVER = BUILD / "lib" / "fake"
TWO = (
    "platform=First Platform;name=Fake One;driver=1.2.3|"
    "platform=Second Platform;name=Fake Two;driver=4.5;sub_group=16;items=512;without=fp16"
)
# Every function that the suite has.
EVERYTHING = (
    "with=uniform_arithmetic extended_types non_uniform_vote ballot non_uniform_arithmetic shuffle"
    " shuffle_relative clustered_reduce rotate opencl_c_20 sub_devices"
)


def variables(devices=TWO, rules=""):
    """The environment in which the fake driver is the only one; its order of devices is that of the text."""
    return {
        "OCL_ICD_VENDORS": str(DRIVER),
        "OCL_ICD_PLATFORM_SORT": "none",
        "WGC_FAKE_DEVICES": devices,
        "WGC_FAKE_RULES": rules,
    }


@pytest.fixture(scope="module")
def fakes(request):
    """The fake devices, as --list-devices prints them."""
    chosen = variables(
        getattr(request.module, "FAKE_DEVICES", TWO), getattr(request.module, "FAKE_RULES", "")
    )
    with pytest.MonkeyPatch.context() as patch:
        for name, value in chosen.items():
            patch.setenv(name, value)
        listed = run("--list-devices", "--json")
        assert listed.returncode == 0, listed.stderr
        yield json.loads(listed.stdout)


@pytest.fixture(scope="module")
def fake(fakes):
    """The first fake device."""
    return fakes[0]


@pytest.fixture(scope="module")
def fake_two(fakes):
    """The second one, of another platform."""
    return fakes[1]
