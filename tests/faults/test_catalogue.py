"""Each fault of the catalogue on the devices that `make check` sets up: hours, so a test for each group."""

import re

import pytest
from conftest import ROOT
from test_faults import run_catalogue

GROUPS = sorted(path.stem for path in (ROOT / "tests" / "faults" / "catalogue").glob("*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("device", ["intel", "pocl"])
def test_the_catalogue(tmp_path, device, group):
    """Wrong implementations are found and right ones pass, where the device has what they are put before."""
    output = run_catalogue(tmp_path, device, "--first", "quick", "--stop", f"{group}.*")
    assert re.search(r"\b[1-9]\d* (found|passed|skip)", output), output
