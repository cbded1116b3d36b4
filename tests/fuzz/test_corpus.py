"""Every input that fuzzing found worth keeping goes through its harness again, built as the rest is."""

from pathlib import Path

import pytest
from conftest import BUILD, ROOT, run

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.c"))


@pytest.mark.parametrize("name", NAMES)
def test_the_corpus_breaks_nothing(name):
    inputs = sorted(path for path in (HERE / "corpus" / name).iterdir() if path.is_file())
    assert inputs, "a harness without a corpus"
    done = run(*inputs, program=BUILD / "tests" / f"fuzz-{name}", cwd=ROOT)
    # the harness names each input before it takes it
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == f"{len(inputs)} inputs\n"


def test_the_replay_can_fail(tmp_path):
    done = run(tmp_path / "nothing", program=BUILD / "tests" / f"fuzz-{NAMES[0]}")
    assert done.returncode == 2
    assert "cannot open" in done.stderr
