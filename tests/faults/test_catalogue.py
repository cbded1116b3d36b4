"""Each fault of the catalogue on the devices that `make check` sets up: hours, so a test for each group.

On PoCL right implementations meet the cases of quick: default took 86 minutes on a machine with 64 processors
there (results/README.md), as many of its cases end the process. On Intel they meet those of default.

WGFAULT_BEFORE=FOLDER: the groups share what cases do without a fault, most of the time.
WGFAULT_OUTPUT=FOLDER: the tables are kept in FOLDER/DEVICE/GROUP, for the figures.
scripts/nightly sets both.
"""

import os
import re
from pathlib import Path

import pytest
from conftest import ROOT
from test_faults import run_catalogue

GROUPS = sorted(path.stem for path in (ROOT / "tests" / "faults" / "catalogue").glob("*.toml"))


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("device", ["intel", "pocl"])
def test_the_catalogue(tmp_path, device, group):
    """Wrong implementations are found and right ones pass, where the device has what they need."""
    folder = os.environ.get("WGFAULT_BEFORE")
    before = ("--before", Path(folder) / device) if folder else ()
    kept = os.environ.get("WGFAULT_OUTPUT")
    tables = Path(kept) / device / group if kept else tmp_path
    right = ("--right", "quick") if device == "pocl" else ()
    output = run_catalogue(tables, device, "--first", "quick", *right, "--stop", *before, f"{group}.*")
    assert re.search(r"\b[1-9]\d* (found|passed|skip)", output), output
