"""tests/bench/limit.py: the calls that it compiles, of the suite that is built."""

import os
import re
import sys

import pytest
from conftest import ROOT, load_script

sys.path.insert(0, str(ROOT))
from generator import signatures, tables

BENCH = ROOT / "tests/bench"


@pytest.fixture(name="limit")
def fixture_limit(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    return load_script(BENCH / "limit.py", "bench_limit")


def calls_of(groups):
    return sorted(call for types in groups.values() for calls in types.values() for _, call, _ in calls)


def test_the_calls_are_those_of_the_suites_kernels(limit):
    here = {
        ("work_group_all", "int"),
        ("sub_group_reduce_add", "int"),
        ("sub_group_shuffle", "char"),
        ("sub_group_broadcast", "char2"),
        ("sub_group_barrier_local", "int"),
    }
    groups = limit.groups_of(here)
    assert sorted(groups) == ["sub-groups", "sub-groups, later extensions", "work-groups"]
    assert calls_of(groups) == [
        "sub_group_broadcast(VALUE, n % 2)",
        "sub_group_reduce_add(VALUE)",
        "sub_group_shuffle(VALUE, n % 2)",
        "work_group_all(VALUE)",
    ]


def test_a_kernel_has_values_of_one_type_and_no_name_of_the_suites_kernels(limit):
    every = signatures.expand(tables.read_tables(ROOT / "suite"))
    groups = limit.groups_of({(signature.name, signature.type_name) for signature in every})
    left = [s for s in every if s.init or s.kind in signatures.LONELY]
    assert len(calls_of(groups)) == len(every) - len(left)
    for types in groups.values():
        for calls in types.values():
            kernels, text = limit.program(calls, 12)
            assert text.count("kernel void") == kernels
            assert "VALUE" not in text
            assert limit.program(calls, 1)[0] == len(calls)
            known = {"a", "o", "i", "n"}
            names = re.findall(r"(?<![\w.])([a-z]\w*)\b(?!\()", re.sub(r"#.*", "", text))
            words = {"kernel", "void", "global", "const", "uint", "size_t", *(name for name, _, _ in calls)}
            assert {name for name in names if not re.fullmatch(r"k\d+|int", name)} <= known | words


def test_the_present_ones_are_of_cases_that_ran(limit):
    states = {"pass": "a", "fail": "b", "skip": "c", "crash": "d"}
    results = [{"name": f"c.{name}.int.1.plain", "state": state} for state, name in states.items()]
    assert limit.present(results) == {("a", "int"), ("b", "int")}


def test_a_compiler_that_crashes_leaves_its_program_out(limit):
    assert limit.seconds_of(None, "", lambda sender, _, text: sender.send(1.5)) == 1.5
    assert limit.seconds_of(None, "", lambda *_: os._exit(1)) is None
