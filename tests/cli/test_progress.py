"""The kernel of sub_group_progress, with a thread for each work-item: which devices it lets end.

A device with independent forward progress ends, whatever the number of its sub-groups; one that runs a
sub-group to its end before the next one does not, in whichever order it takes them.
"""

import subprocess

import pytest
from conftest import ROOT, first_case

ENDS_S = 60  # a second of two idle processors
SPINS_S = 1  # until a device without progress is given up


@pytest.fixture(scope="module")
def device(wgconform, tmp_path_factory):
    folder = tmp_path_factory.mktemp("progress")
    text, program = folder / "kernel.cl", folder / "device"
    text.write_text(wgconform("--dump-kernel", first_case("c.sub_group_progress.*")).stdout)
    flags = ["-std=c11", "-O2", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]
    source = ROOT / "tests/cli/progress.c"
    command = ["cc", *flags, f'-DKERNEL="{text}"', source, "-o", program, "-lpthread"]
    subprocess.run(command, check=True)

    def device(items, size, order, seconds):
        command = [program, str(items), str(size), order]
        return subprocess.run(command, timeout=seconds, check=False).returncode

    return device


# One sub-group; several, the last one of fewer work-items; more than wait for each other; one a work-item.
@pytest.mark.parametrize(("items", "size"), [(64, 64), (105, 8), (105, 4), (64, 1)])
def test_sub_groups_that_progress_independently_end(device, items, size):
    assert device(items, size, "free", ENDS_S) == 0


@pytest.mark.parametrize(("items", "size"), [(64, 32), (105, 8), (64, 1)])
@pytest.mark.parametrize("order", ["up", "down"])
def test_sub_groups_that_run_one_after_the_other_wait_for_ever(device, items, size, order):
    with pytest.raises(subprocess.TimeoutExpired):
        device(items, size, order, SPINS_S)


def test_a_single_sub_group_waits_for_none(device):
    assert device(64, 64, "up", ENDS_S) == device(64, 64, "down", ENDS_S) == 0
