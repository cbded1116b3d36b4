"""A case that waits for ever where a device lacks the progress that it reports: a limit of processor time."""

import json

import pytest
from conftest import first_case

FAKE_DEVICES = "platform=Fake;name=Fake;sub_group=1"
PROGRESS = first_case("c.sub_group_progress.*.plain")
OTHER = first_case("c.sub_group_all.*.plain")


@pytest.fixture
def run(fake, wgconform, tmp_path):
    def run(case, rules, timeout):
        path = tmp_path / "r.json"
        options = ["-d", fake["index"], "-j", 1, "-p", "default", "--keep-going", "-t", timeout, "-o", path]
        wgconform(*options, case, env={"WGC_FAKE_RULES": rules})
        (result,) = json.loads(path.read_text())["results"]
        return result

    return run


def test_a_sub_group_that_spins_for_ever_ends_by_its_processor_time(run):
    result = run(PROGRESS, "spin c.sub_group_progress.*", 3)
    assert (result["state"], result["reason"].split(" while")[0]) == (
        "timeout",
        "no answer after 0.5 s of the processors",
    )


@pytest.mark.parametrize("fault", ["hang", "spin"])
def test_any_other_case_has_its_time_limit_alone(run, fault):
    result = run(OTHER, f"{fault} c.sub_group_all.*", 2)
    assert result["reason"].startswith("no answer within 2 s while the case ran"), result


def test_one_that_sleeps_for_ever_has_its_time_limit(run):
    assert run(PROGRESS, "hang c.sub_group_progress.*", 2)["reason"].startswith("no answer within 2 s")


def test_one_that_only_takes_long_passes(run):
    """As on a busy machine: the clock continues, and the processors do something else."""
    assert run(PROGRESS, "slow=1500 c.sub_group_progress.*", 6)["state"] == "pass"


def test_sub_groups_that_are_threads_and_spin_pass(run):
    """The right variant: as slow as independent progress may be, with more sub-groups than processors.

    It has two seconds of the processors, and takes less than one, for the case launches two work-groups.
    Each work-item is a sub-group, and 16 of them wait for each other.
    """
    assert run(PROGRESS, "turns c.sub_group_progress.*", 12)["state"] == "pass"
