"""Every input that fuzzing found worth keeping goes through its harness again, built as the rest is."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("WGC_BUILD", ROOT / "build"))
NAMES = sorted(path.stem.removeprefix("fuzz_") for path in HERE.glob("fuzz_*.c"))


@pytest.mark.parametrize("name", NAMES)
def test_the_corpus_breaks_nothing(name):
    inputs = sorted(path for path in (HERE / "corpus" / name).iterdir() if path.is_file())
    assert inputs, "a harness without a corpus"
    done = subprocess.run(
        [BUILD / "tests" / f"fuzz-{name}", *inputs],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )
    # the harness names each input before it takes it
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == f"{len(inputs)} inputs\n"


def test_the_replay_can_fail(tmp_path):
    program = BUILD / "tests" / f"fuzz-{NAMES[0]}"
    done = subprocess.run([program, tmp_path / "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cannot open" in done.stderr
