"""make dist, and the files that other ways of packaging need."""

import os
import re
import subprocess

import pytest
from conftest import ROOT


def run(*words, cwd):
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture
def clone(tmp_path):
    """clone(name): the commit of this checkout, without its changes."""

    def make(name):
        run("git", "clone", "-q", "--no-hardlinks", str(ROOT), name, cwd=tmp_path)
        return tmp_path / name

    return make


def test_the_same_commit_gives_the_same_tarball_which_names_it(clone, tmp_path):
    commit = run("git", "rev-parse", "--short=12", "HEAD", cwd=ROOT)
    first, second = (run("scripts/dist", tmp_path / name, cwd=clone(f"in-{name}")) for name in ("a", "b"))
    assert first.split()[0] == second.split()[0]
    run("tar", "-xf", first.split()[1], cwd=tmp_path)
    (folder,) = tmp_path.glob("wgconform-*")
    assert f'"{folder.name.partition("-")[2]}"' in (folder / "harness/base/version.h").read_text()
    assert run("scripts/source-state", "commit", cwd=folder).endswith(commit)
    (folder / "harness/base/version.c").write_text("")
    assert run("scripts/source-state", "commit", cwd=folder).endswith(f"{commit}-dirty")
    listed = run("git", "ls-files", cwd=tmp_path / "in-a").splitlines()
    packed = [str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()]
    assert sorted(packed) == sorted([*listed, "SOURCE"])


def test_changes_that_no_commit_has_make_no_tarball(clone, tmp_path):
    folder = clone("changed")
    (folder / "new.c").write_text("")
    done = subprocess.run(
        ["scripts/dist", tmp_path / "out"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "commit them first" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_container_is_built_with_the_packages_that_setup_installs():
    text = (ROOT / "Containerfile").read_text()
    build = re.search(r"AS build\nRUN .*?recommends \\\n(.*?)\n(?=COPY)", text, re.DOTALL)[1].split()
    setup = re.search(
        r"^build_packages=\((.*?)\)", (ROOT / "scripts/lib/common.sh").read_text(), re.DOTALL | re.MULTILINE
    )
    # a loader is needed to run, and git to name the commit
    assert set(build) == set(setup[1].split()) - {"ocl-icd-libopencl1"} | {"git"}


# What the Makefile links, as conda's packages are called.
LIBRARIES = {"cjson": "cjson", "xml2": "libxml2", "archive": "libarchive", "md": "libmd", "z": "zlib"}


def test_the_recipe_has_each_library_and_the_version():
    recipe = (ROOT / "packaging" / "conda" / "meta.yaml").read_text()
    makefile = (ROOT / "Makefile").read_text()
    linked = set(re.findall(r"-l(\w+)", re.search(r"^libs := (.*)$", makefile, re.MULTILINE)[1]))
    assert linked == set(LIBRARIES) | {"dl", "m", "pthread"}
    host = recipe[recipe.index("  host:") : recipe.index("  run:")]
    assert set(LIBRARIES.values()) < set(re.findall(r"- (\S+)", host))
    version = re.search(r'version = "(.*?)"', recipe)[1]
    assert f'"{version}"' in (ROOT / "harness/base/version.h").read_text()


@pytest.mark.slow
def test_the_script_of_the_recipe_installs_a_program_that_runs(clone, tmp_path):
    prefix = tmp_path / "prefix"
    folder = clone("conda")
    libraries = re.search(r"^SPIRV_LIBS \?= (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    env = {"PREFIX": str(prefix), "SPIRV_LIBS": libraries, "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["sh", "packaging/conda/build.sh"], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert run(prefix / "bin" / "wgconform", "--version", cwd=tmp_path).startswith("wgconform")
    assert len(run(prefix / "bin" / "wgconform", "--list", "query.*", cwd=tmp_path).splitlines()) > 30
