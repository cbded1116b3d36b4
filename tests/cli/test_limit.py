"""tests/bench/limit.py: the calls that it compiles, of the suite that is built."""

import sys

<<<<<<< HEAD
from conftest import ROOT, load_script
=======
from conftest import ROOT
>>>>>>> parent of 26be286 (Revert "cover: each function meets each form; full loses what found nothing")

BENCH = ROOT / "tests/bench"


def test_the_calls_are_those_of_the_suites_kernels(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
    limit = load_script(BENCH / "limit.py", "bench_limit")
    here = {("work_group_all", "int"), ("sub_group_reduce_add", "int")}
    monkeypatch.setattr(limit, "present", lambda device: here)
    groups = limit.groups_of(0)
    calls = [call for types in groups.values() for [(call, _)] in types.values()]
    assert sorted(groups) == ["sub-groups", "work-groups"]
    assert sorted(calls) == ["sub_group_reduce_add(in[i])", "work_group_all(in[i])"]
