"""Which tests run: slow ones with --slow, and of the tests that come in parts those of one part.

A test marked `in_parts` checks by the hundred that two parts of the project agree. WGC_TEST_PART=N, from 1
to PARTS, runs each PARTSth of these tests, from the Nth on; `all`, or nothing, runs all of them. `make
check` sets it by the commit (scripts/check), --slow overrides it. What is left out is deselected, and its
number printed.
"""

import os
from collections import Counter

import pytest

PARTS = 4
LEFT_OUT = pytest.StashKey[Counter]()


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also tests marked slow, and those of every part")


def pytest_configure(config):
    part_of(config)  # refuses what is none


def part_of(config):
    """The part that runs, or None for all."""
    named = os.environ.get("WGC_TEST_PART", "all")
    if config.getoption("slow") or named == "all":
        return None
    if named not in map(str, range(1, PARTS + 1)):
        raise pytest.UsageError(f"WGC_TEST_PART: '{named}' is neither 1 to {PARTS} nor 'all'")
    return int(named)


def share_of(config):
    """The share of a profile that this commit runs, as options, and in how many commits it runs whole."""
    part = part_of(config)
    return (["--shard", f"{part}/{PARTS}"], PARTS) if part else ([], 1)


@pytest.hookimpl(tryfirst=True)  # before -k and -m: each test keeps its number
def pytest_collection_modifyitems(config, items):
    slow, part = config.getoption("slow"), part_of(config)
    numbers, kept, removed, left_out = Counter(), [], [], Counter()
    for item in items:
        in_part = True
        if item.get_closest_marker("in_parts"):
            test = (item.path, item.originalname)
            in_part = part is None or numbers[test] % PARTS == part - 1
            numbers[test] += 1
        if item.get_closest_marker("slow") and not slow:
            left_out["slow"] += 1
            removed.append(item)
        elif not in_part:
            left_out["parts"] += 1
            removed.append(item)
        else:
            kept.append(item)
            left_out["of the part"] += item.get_closest_marker("in_parts") is not None
    config.hook.pytest_deselected(items=removed)
    items[:] = kept
    config.stash[LEFT_OUT] = left_out
    if hasattr(config, "workeroutput"):  # a worker of xdist: the summary is the other process's
        config.workeroutput["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    output = getattr(node, "workeroutput", {})
    if "left_out" in output:
        node.config.stash[LEFT_OUT] = Counter(output["left_out"])


def summary(config):
    """What was left out, a sentence a line."""
    left_out, part = config.stash.get(LEFT_OUT, Counter()), part_of(config)
    if left_out["slow"]:
        yield f"{left_out['slow']} slow tests left out (--slow)"
    if part is not None:
        of_parts = left_out["of the part"] + left_out["parts"]
        yield (
            f"part {part} of {PARTS} of the tests of agreement: {left_out['of the part']} of {of_parts} "
            "(WGC_TEST_PART=all for all)"
        )
