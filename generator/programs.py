"""The programs of suite/programs/, kept as cases c.program.NAME: what `explore` found, or a bug shows in."""

import re
from dataclasses import dataclass

from generator.tables import TableError

FILE = "c/programs.cl"
NAME = re.compile(r"[a-z0-9_]+\Z")
LOCAL = re.compile(r"^local((?: [1-9][0-9]*){1,3})$", re.MULTILINE)
REQUIRES = re.compile(r"^// requires:((?: [a-z0-9_]+)*)$", re.MULTILINE)
FIRST = "wgconform program "


@dataclass(frozen=True)
class Program:
    name: str
    local: tuple[int, ...]
    requires: tuple[str, ...]
    text: str  # in the text format, without the comments in front

    @property
    def entry(self):
        """The name of the kernel."""
        return f"program_{self.name}"


def read_program(path, features):
    """features: the names that the suite has (suite/features.def)."""
    text = path.read_text(encoding="utf-8")
    place = f"suite/programs/{path.name}"
    start = text.find(FIRST)
    local, requires = LOCAL.search(text), REQUIRES.search(text, 0, max(start, 0))
    if not NAME.match(path.stem):
        raise TableError(f"{place}: a name has only a-z, 0-9 and _")
    if start < 0 or not local:
        raise TableError(f"{place}: no program in the text format (docs/explore.md)")
    if not requires:
        raise TableError(f"{place}: no line '// requires: FEATURE...' in front; explore --keep writes it")
    names = tuple(requires[1].split())
    for name in names:
        if name not in features:
            raise TableError(f"{place}: no feature {name} in suite/features.def")
    return Program(path.stem, tuple(map(int, local[1].split())), names, text[start:])


def read_programs(suite, features):
    return [read_program(path, features) for path in sorted((suite / "programs").glob("*.prog"))]


def packed_text(programs):
    """All programs as one entry of the packed file, with a marker before each (suite/kernel_text.h)."""
    return "".join(f"//@ kernel {program.entry}\n{program.text}" for program in programs)


def program_entry(program):
    """As the manifest holds it."""
    return {
        "name": program.name,
        "profile": "quick",
        "local": list(program.local),
        "requires": list(program.requires),
        "file": FILE,
        "entry": program.entry,
    }
