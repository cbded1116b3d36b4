"""The bugs of bugs.toml: fixes from PoCL's history, undone in its current source.

Each [[bug]] has

  name    words with hyphens
  what    one sentence: what a kernel gets wrong
  commit  of PoCL's repository: the fix

and may have

  edits   a list of {file, old, new}: `old`, which the file contains once, becomes `new`. Without edits and
          patches/NAME.patch, the commit itself is undone, by a merge of its files with those of today.
  files   the files of which the commit is undone; default: all that it changes below lib/ and include/
  cases   filters of wgconform: where the bug can show; default: those in OpenCL C
  env     environment variables that select a mode of the driver, where the bug does not show by default
  shape   a kernel that shows it, tried with the bug and without it, where the suite has none
  idea    a kernel that may show it; nobody has seen it do so
  hidden  why no kernel of the standard shows it with today's source: it counts neither as found nor as missed
"""

import subprocess
import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pocl

HERE = Path(__file__).resolve().parent
FIELDS = {"name", "what", "commit", "edits", "files", "cases", "env", "shape", "idea", "hidden"}


@dataclass(frozen=True)
class Bug:
    name: str
    what: str
    commit: str
    edits: tuple[dict, ...] = ()
    files: tuple[str, ...] = ()
    cases: tuple[str, ...] = ("c.*",)
    env: dict = field(default_factory=dict)
    shape: str = ""
    idea: str = ""
    hidden: str = ""

    @property
    def patch(self) -> Path:
        return HERE / "patches" / f"{self.name}.patch"


def read(text: str) -> list[Bug]:
    """The bugs of a table; ValueError if a row is wrong."""
    bugs = []
    for row in tomllib.loads(text)["bug"]:
        name = row.get("name", "?")
        if missing := {"name", "what", "commit"} - set(row):
            raise ValueError(f"{name}: no {', '.join(sorted(missing))}")
        if unknown := set(row) - FIELDS:
            raise ValueError(f"{name}: unknown: {', '.join(sorted(unknown))}")
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        bugs.append(Bug(**values))
    names = [bug.name for bug in bugs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"twice: {', '.join(sorted(twice))}")
    return bugs


def edit(text: str, change: dict) -> str:
    """The text with one edit; ValueError unless the old text is there exactly once."""
    if (count := text.count(change["old"])) != 1:
        raise ValueError(f"{change['file']} contains {change['old']!r} {count} times")
    return text.replace(change["old"], change["new"])


def merged(current: bytes, fixed: bytes, before: bytes) -> bytes | None:
    """The current file without what a fix changed; None if later changes are in the way."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("current", "fixed", "before")]
        for path, text in zip(paths, (current, fixed, before), strict=True):
            path.write_bytes(text)
        done = subprocess.run(["git", "merge-file", "-p", *map(str, paths)], capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def undo(bug: Bug, source: Path) -> None:
    """Undoes the commit of a bug in a folder of PoCL's source."""
    names = bug.files or [
        name
        for name in (pocl.git("diff", "--name-only", f"{bug.commit}^", bug.commit) or "").splitlines()
        if name.startswith(("lib/", "include/"))
    ]
    changed = False
    for name in names:
        texts = [
            pocl.git("show", f"{commit}:{name}", text=False) for commit in (bug.commit, f"{bug.commit}^")
        ]
        path = source / name
        if None in texts or not path.exists():
            raise pocl.NoBuild(f"{name} is not in all of the commits")
        result = merged(path.read_bytes(), *texts)
        if result is None:
            raise pocl.NoBuild(f"{bug.commit} can no longer be undone in {name}")
        if result != path.read_bytes():
            path.write_bytes(result)
            changed = True
    if not changed:
        raise pocl.NoBuild(f"nothing of {bug.commit} is left to undo")


def put_back(bug: Bug, source: Path) -> None:
    """Puts a bug into a folder of PoCL's source."""
    if not bug.edits and not bug.patch.exists():
        undo(bug, source)
    for change in bug.edits:
        path = source / change["file"]
        path.write_text(edit(path.read_text(), change))
    if bug.patch.exists():
        done = pocl.command(["patch", "--batch", "-p1", "-d", source, "-i", bug.patch])
        if done.returncode != 0:
            raise pocl.NoBuild(f"{bug.patch.name}: {done.stdout.strip()[-300:]}")
