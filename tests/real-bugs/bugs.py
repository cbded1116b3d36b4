"""The bugs of bugs.toml: fixes from PoCL's history, taken back by a few tokens in Debian's source package.

Each [[bug]] has

  name    words with hyphens
  what    one sentence: what a kernel gets wrong
  commit  of PoCL's repository: the fix
  edits   a list of {file, function, old, new}: in this function the tokens `old` become `new` (source.py)

and may have

  cases   filters of wgconform: where the bug can show; default: those in OpenCL C
  env     environment variables that select a mode of the driver, where the bug does not show by default
  shape   what shows it, where no case does: a kernel that was tried, or the test that came with the fix
  idea    a kernel that may show it; nobody has seen it do so
  equivalent  why no kernel of the standard shows it: an argument read from the source. It counts neither
              as found nor as missed; a bug without one counts, or is open
"""

import tomllib
from dataclasses import dataclass, field

import source

NEEDED = {"name", "what", "commit", "edits"}
FIELDS = NEEDED | {"cases", "env", "shape", "idea", "equivalent"}
OF_EDIT = {"file", "function", "old", "new"}


@dataclass(frozen=True)
class Bug:
    name: str
    what: str
    commit: str
    edits: tuple[dict, ...]
    cases: tuple[str, ...] = ("c.*",)
    env: dict = field(default_factory=dict)
    shape: str = ""
    idea: str = ""
    equivalent: str = ""

    def changes(self, read) -> dict[str, str]:
        """The texts of the files with the bug; `read` gives the text of a file of the source."""
        texts = {}
        for change in self.edits:
            name = change["file"]
            texts[name] = source.edited(texts.get(name) or read(name), change)
        return texts


def read(text: str) -> list[Bug]:
    """The bugs of a table; ValueError if a row is wrong."""
    bugs = []
    for row in tomllib.loads(text)["bug"]:
        name = row.get("name", "?")
        if missing := NEEDED - set(row):
            raise ValueError(f"{name}: no {', '.join(sorted(missing))}")
        if unknown := set(row) - FIELDS:
            raise ValueError(f"{name}: unknown: {', '.join(sorted(unknown))}")
        if any(set(change) != OF_EDIT for change in row["edits"]):
            raise ValueError(f"{name}: an edit has {', '.join(sorted(OF_EDIT))}")
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        bugs.append(Bug(**values))
    names = [bug.name for bug in bugs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"twice: {', '.join(sorted(twice))}")
    return bugs
