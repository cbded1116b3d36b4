"""make install and uninstall, into a folder."""

import os
import subprocess

import pytest
from conftest import PROGRAM, ROOT


def make(*arguments):
    """make as a person calls it; what is built already stays as it is."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-o", "build", "SETUP=no", "PREFIX=/usr", *arguments]
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL)


def test_what_is_installed_works_and_goes_again(tmp_path):
    if PROGRAM != ROOT / "build/bin/wgconform":
        pytest.skip("this is no build that make would install without being asked for it")
    (tmp_path / "usr/share/man/man1").mkdir(parents=True)
    (tmp_path / "usr/share/man/man1/other.1").touch()
    make("install", f"DESTDIR={tmp_path}")
    for name in (
        "share/man/man1/wgconform.1",
        "share/bash-completion/completions/wgconform",
        "share/zsh/site-functions/_wgconform",
        "share/fish/vendor_completions.d/wgconform.fish",
        "share/wgconform/manifest.json",
        "share/wgconform/c.pack",
        "share/wgconform/spirv.pack",
        "include/wgconform/wgc_collectives.cl.h",
        "include/wgconform/wgc_sub_groups.cl.h",
    ):
        assert (tmp_path / "usr" / name).stat().st_size > 0, name
    assert list((tmp_path / "usr/share/wgconform/waivers").glob("*.json"))
    assert len([path for path in (tmp_path / "usr/share/wgconform").iterdir() if path.is_file()]) == 3
    case = "c.work_group_all.int.1.plain"
    env = {name: value for name, value in os.environ.items() if name != "WGCONFORM_SUITE"}
    dump = ["--dump-kernel", case]
    # in whatever prefix: the suite is looked for from the program on
    (tmp_path / "usr").rename(tmp_path / "elsewhere")
    moved = tmp_path / "elsewhere"
    printed = subprocess.run(
        [moved / "bin/wgconform", *dump], env=env, capture_output=True, text=True, check=True
    )
    assert f"kernel wgc_{case.split('.')[1]}_int_plain" in printed.stdout
    (moved / "share/wgconform/c.pack").rename(moved / "share/wgconform/c.pack.old")
    printed = subprocess.run(
        [moved / "bin/wgconform", *dump], env=env, capture_output=True, text=True, check=False
    )
    assert printed.returncode == 2 and f"neither {moved}/suite nor /usr" in printed.stderr
    (moved / "share/wgconform/c.pack.old").rename(moved / "share/wgconform/c.pack")
    assert sum(path.stat().st_size for path in moved.rglob("*") if path.is_file()) < 42_000_000
    moved.rename(tmp_path / "usr")
    make("uninstall", f"DESTDIR={tmp_path}")
    other = tmp_path / "usr/share/man/man1/other.1"
    left = set(tmp_path.rglob("*"))
    assert left == {other, *(folder for folder in other.parents if tmp_path in folder.parents)}
