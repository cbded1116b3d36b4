"""scripts/source-state: which sources a build is of."""

import json
import re
import shutil
import subprocess

import pytest
from conftest import ROOT

PLAIN = re.compile("[A-Za-z0-9._/+@-]+")


def git(folder, *arguments):
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def state(folder, what):
    done = subprocess.run(
        [folder / "scripts" / "source-state", what], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def commit(folder, name):
    (folder / name).write_text(name)
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", name)
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def sources(tmp_path):
    """A repository with a commit, and nothing of this project but the script."""
    folder = tmp_path / "sources"
    for name in ("harness", "suite", "generator", "scripts"):
        (folder / name).mkdir(parents=True)
        (folder / name / "file").write_text(name)
    shutil.copy(ROOT / "scripts" / "source-state", folder / "scripts" / "source-state")
    git(folder, "init", "-q")
    commit(folder, "Makefile")
    return folder


def test_a_clean_repository(sources):
    assert state(sources, "commit") == git(sources, "rev-parse", "--short=12", "HEAD")
    assert json.loads(state(sources, "json")) == {"tag": None, "patches": [], "modified": []}


def test_commits_after_a_tag_are_patches(sources):
    git(sources, "tag", "-a", "v1.0", "-m", "v1.0")
    assert state(sources, "commit") == "v1.0"
    first, second = commit(sources, "one"), commit(sources, "two")
    assert json.loads(state(sources, "json")) == {
        "tag": "v1.0",
        "patches": [first[:7], second[:7]],
        "modified": [],
    }
    assert state(sources, "commit") == f"v1.0-2-g{second[:12]}"


@pytest.mark.parametrize("name", ["harness/file", "harness/new.c", "Makefile", 'harness/a b"c'])
def test_changed_and_new_files_are_named(sources, name):
    (sources / name).write_text("changed")
    assert state(sources, "commit").endswith("-dirty")
    (named,) = json.loads(state(sources, "json"))["modified"]
    assert named == name or not PLAIN.fullmatch(name)
    assert PLAIN.fullmatch(named.replace("?", ""))


def test_sources_without_a_repository(sources, tmp_path):
    """They are of the commit that SOURCE names, as long as they match the checksum in SOURCE."""
    expected = state(sources, "commit")
    facts = state(sources, "file")
    shutil.rmtree(sources / ".git")
    assert state(sources, "commit") == "unknown"
    (sources / "SOURCE").write_text(facts + "\n")
    assert state(sources, "commit") == expected
    assert json.loads(state(sources, "json"))["modified"] == []
    (sources / "harness" / "file").write_text("changed")
    assert state(sources, "commit") == f"{expected}-dirty"
    assert json.loads(state(sources, "json"))["modified"] == ["SOURCE"]


def test_the_repository_around_the_sources_is_none_of_theirs(sources, tmp_path):
    outer = tmp_path / "outer"
    shutil.copytree(sources, outer / "inner", ignore=shutil.ignore_patterns(".git"))
    git(outer, "init", "-q")
    commit(outer, "file")
    assert state(outer / "inner", "commit") == "unknown"
