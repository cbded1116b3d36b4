"""The suites that the generator keeps in the user's cache folder, for others with the same sources."""

import json
import os
import shutil
import subprocess
import sys
import time

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT))
from generator import suite_cache
from generator.suite_cache import FILES, KEPT, SUMS, SuiteCache

DIGEST = "0" * 64


@pytest.fixture
def place(tmp_path):
    """A folder with tables, an assembler and a suite that was made of them some time ago."""
    tables, made, assembler = tmp_path / "suite", tmp_path / "made", tmp_path / "assembler"
    (tables / "programs").mkdir(parents=True)
    (tables / "emulation").mkdir()
    made.mkdir()
    for name in ("types.def", "clauses.json", "programs/a.prog", "emulation/a.h", "verdicts.json"):
        (tables / name).write_text(name)
        os.utime(tables / name, (1, 1))
    for name in FILES:
        (made / name).write_text(f"the contents of {name}")
    assembler.write_text("#!/bin/sh\necho version 1\n")
    assembler.chmod(0o755)
    return tmp_path


@pytest.fixture(autouse=True)
def old_sources(monkeypatch):
    """The files of this generator, whenever they were written."""
    monkeypatch.setattr(suite_cache, "STARTED", time.time() + 3600)


def cache_of(place):
    return SuiteCache(place / "cache" / "suite", place / "suite", place / "assembler")


def contents(place):
    return {name: (place / "made" / name).read_bytes() for name in FILES}


def test_a_suite_comes_back_as_it_was(place):
    assert cache_of(place).take() is None
    cache_of(place).put(place / "made")
    assert cache_of(place).take() == contents(place)
    assert [path.name for path in (place / "cache" / "suite").iterdir()] == [cache_of(place).key]


@pytest.mark.parametrize("name", ["types.def", "clauses.json", "programs/a.prog", "emulation/a.h"])
def test_a_change_of_any_input_is_another_suite(place, name):
    cache_of(place).put(place / "made")
    (place / "suite" / name).write_text("changed")
    assert cache_of(place).take() is None


def test_an_input_that_comes_or_goes_is_another_suite(place):
    cache_of(place).put(place / "made")
    (place / "suite" / "programs" / "b.prog").write_text("")
    assert cache_of(place).take() is None
    (place / "suite" / "programs" / "b.prog").unlink()
    assert cache_of(place).take() == contents(place)


def test_another_assembler_is_another_suite_and_verdicts_are_not(place):
    cache_of(place).put(place / "made")
    (place / "suite" / "verdicts.json").write_text("changed")
    assert cache_of(place).take() == contents(place)
    (place / "assembler").write_text("#!/bin/sh\necho version 2\n")
    assert cache_of(place).take() is None
    (place / "assembler").unlink()
    assert cache_of(place).take() is None
    cache_of(place).put(place / "made")  # no error


@pytest.mark.parametrize("name", [*FILES, SUMS])
@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-1] + b"x", lambda data: data[:-1], lambda _: b"", None]
)
def test_a_damaged_entry_is_made_again(place, name, spoil):
    cache_of(place).put(place / "made")
    path = cache_of(place).entry / name
    data = path.read_bytes()
    path.unlink()
    if spoil:
        path.write_bytes(spoil(data))
    assert cache_of(place).take() is None
    cache_of(place).put(place / "made")
    assert cache_of(place).take() == contents(place)


def test_an_entry_under_another_name_is_not_taken(place):
    cache_of(place).put(place / "made")
    first = cache_of(place).entry
    (place / "suite" / "types.def").write_text("changed")
    shutil.move(first, cache_of(place).entry)
    assert cache_of(place).take() is None


def test_an_input_that_changes_while_the_suite_is_made_is_not_kept(place):
    cache = cache_of(place)
    (place / "suite" / "types.def").write_text("changed")
    cache.put(place / "made")
    assert not (place / "cache").exists()


def test_an_input_that_is_newer_than_the_generator_is_not_kept(place, monkeypatch):
    monkeypatch.setattr(suite_cache, "STARTED", time.time())
    os.utime(place / "suite" / "types.def", (time.time() + 60,) * 2)
    cache_of(place).put(place / "made")
    assert not (place / "cache").exists()


def test_a_cache_that_cannot_be_written_is_no_error(place):
    (place / "cache").write_text("a file in place of the folder")
    cache_of(place).put(place / "made")
    assert cache_of(place).take() is None


def test_the_suites_that_were_used_last_stay(place):
    keys = []
    for number in range(KEPT + 2):
        (place / "suite" / "types.def").write_text(f"{number}")
        cache = cache_of(place)
        cache.put(place / "made")
        keys.append(cache.key)
        os.utime(cache.entry, (number, number))
        if number == KEPT - 1:
            SuiteCache.take(cache_of_first(place))
    left = {path.name for path in (place / "cache" / "suite").iterdir()}
    assert left == {keys[0], *keys[3:]}


def cache_of_first(place):
    (place / "suite" / "types.def").write_text("0")
    return cache_of(place)


def test_what_an_ended_run_left_goes_after_a_while(place):
    folder = place / "cache" / "suite"
    for name, age in ((".new-old", 7200), (".new-now", 0)):
        (folder / name).mkdir(parents=True)
        os.utime(folder / name, (time.time() - age,) * 2)
    cache_of(place).put(place / "made")
    assert {path.name for path in folder.iterdir()} == {".new-now", cache_of(place).key}


def test_runs_at_once_leave_one_whole_entry(place):
    code = (
        "import sys\nfrom pathlib import Path\nfrom generator import suite_cache\n"
        "suite_cache.STARTED += 3600\nplace = Path(sys.argv[1])\n"
        "cache = suite_cache.SuiteCache(place / 'cache/suite', place / 'suite', place / 'assembler')\n"
        "for _ in range(20):\n    cache.put(place / 'made')\n"
    )
    runs = [subprocess.Popen([sys.executable, "-c", code, place], cwd=ROOT) for _ in range(3)]
    assert [run.wait(timeout=120) for run in runs] == [0, 0, 0]
    assert [path.name for path in (place / "cache" / "suite").iterdir()] == [cache_of(place).key]
    assert cache_of(place).take() == contents(place)


READS = """
import os, runpy, sys
read = set()
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, os.PathLike)):
        read.add(os.path.realpath(arguments[0]))
sys.addaudithook(note)
sys.argv = ["generator", *sys.argv[2:]]
try:
    runpy.run_module("generator", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code
print(*sorted(read), sep="\\n")
"""


def test_the_key_has_all_that_the_generator_reads(tmp_path):
    """A suite of one function, made with every open file written down."""
    tables, out = tmp_path / "suite", tmp_path / "out"
    shutil.copytree(ROOT / "suite", tables)
    rows = (tables / "functions.def").read_text().splitlines(keepends=True)
    few = [row for row in rows if not row.startswith("WGC_FUNCTION") or '"work_group_all"' in row]
    (tables / "functions.def").write_text("".join(few))
    clauses = json.loads((tables / "clauses.json").read_text())
    usual = {"place": "-", "text": "true for all work-items", "signatures": ["*"]}
    stated = ({"source": "000"}, {"source": "spirv"}, {"source": "000", "form": "*"})
    clauses["clauses"] = [{"id": str(i), **usual, **clause} for i, clause in enumerate(stated)]
    (tables / "clauses.json").write_text(json.dumps(clauses))
    command = [sys.executable, "-c", READS, "-", "--suite", str(tables), "--out", str(out)]
    env = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}  # the sources are read
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    roots = (str(tables.resolve()), str(ROOT / "generator"))
    read = {name for name in done.stdout.splitlines() if name.startswith(roots) and "__pycache__" not in name}
    files = {str(path.resolve()) for path in suite_cache.inputs(tables)}
    opened = {name for name in read if os.path.isfile(name)}
    assert opened <= files
    assert {str(tables.resolve() / "types.def"), str(ROOT / "generator" / "pack.py")} < opened
