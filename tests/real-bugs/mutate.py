"""Mechanical mutants of the parts of PoCL's source that implement collectives.

A mutant changes one token or removes one statement. Its name, FILE:LINE:COLUMN:OPERATOR, is that of the
place in the source package for which mutants.toml was written; the same source always gives the same
mutants.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import source


@dataclass(frozen=True)
class Mutant:
    name: str
    path: str
    offset: int  # in the text of the file
    old: str
    new: str
    cases: tuple[str, ...]  # filters of wgconform: where it can show

    def changes(self, read) -> dict[str, str]:
        """The text of the file with the mutant; `read` gives the text of a file of the source."""
        return {self.path: self.apply(read(self.path))}

    def apply(self, text: str) -> str:
        assert text.startswith(self.old, self.offset), self.name
        return text[: self.offset] + self.new + text[self.offset + len(self.old) :]

    @property
    def title(self) -> str:
        old, new = (" ".join(part.replace("\\\n", " ").split()) for part in (self.old, self.new))
        return f"`{old}` becomes `{new}`" if new else f"`{old}` removed"


@dataclass(frozen=True)
class Region:
    """A function or macro of a file; with `until`, all lines up to that one."""

    path: str
    function: str
    until: str
    cases: tuple[str, ...]
    take: int  # every take-th of the mutants that the operators make


# Operator, what it looks for, what it puts there. Blanks surround relations and assignments in this source.
NO_DECLARATION = r"(?![ =]|[\w:]+ [*&]?\w+ =|return|TYPE|uint|int|size_t|volatile|for|if)"
OPERATORS = [
    ("bound", r"(?<= )<=?(?= )", lambda old: "<=" if old == "<" else "<"),
    ("relation", r"(?<= )>(?=[ ])", lambda old: "<"),
    ("equal", r"(?<= )(==|!=)(?= )", lambda old: "!=" if old == "==" else "=="),
    ("plus", r"(?<= )\+(?= )", lambda old: "-"),
    ("times", r"(?<= )\*(?= [a-zA-Z(0-9])", lambda old: "+"),
    ("divide", r"(?<= )[/%](?= )", lambda old: "%" if old == "/" else "/"),
    ("shift", r"<<|>>", lambda old: ">>" if old == "<<" else "<<"),
    ("xor", r"(?<= )\^(?= )", lambda old: "|"),
    ("compound", r"(\+|\||-)=(?= )", lambda old: "="),
    ("not", r"!!(?=[a-z])", lambda old: ""),
    ("and-or", r"&&|\|\|", lambda old: "||" if old == "&&" else "&&"),
    ("condition", r"(?<=\bif \()(?=[a-zA-Z!(])", lambda old: "!"),
    ("constant", r"(?<![\w.\"#<\\])[0-9]+(?![\w.\":])", lambda old: "1" if old == "0" else str(int(old) - 1)),
    ("extreme", r"\b(INT|LONG)_(MAX|MIN)\b|\bU(INT|LONG)_MAX\b", lambda old: "0"),
    ("infinity", r"[+-]INFINITY", lambda old: "0.0f"),
    ("barrier", r"\b(work|sub)_group_barrier \(\w+\);|\bBarrier::create\w*\([^;]*\);", lambda old: ""),
    (
        "statement",
        r"(?<=\n)[ ]+" + NO_DECLARATION + r"[^\n;={}]+ [|+-]?= [^;{}]+;(?=[ ]*\\?\n)",
        lambda old: "",
    ),
    (
        "call",
        r"(?<=\n)[ ]+\w+(->|\.)(insert|erase|push_back|insertBefore|addBlock)\([^;{}]*\);",
        lambda old: "",
    ),
    ("order", r"TYPE a = ([^,;]+), b = ([^,;]+)(?=;)", lambda old: swap(old)),
    ("type", r"\b(size_t|uint|int)\b(?= \w+ = |  ?\*\w+ =)|\bTYPE(?= a =| \*\w+)", lambda old: NARROW[old]),
    ("size", r"(?<!\* )sizeof \((TYPE|int|uint4)\)", lambda old: "sizeof (char)"),
]
NARROW = {"size_t": "uchar", "uint": "uchar", "int": "char", "TYPE": "int"}


def swap(old: str) -> str:
    """The two operands of a row, exchanged."""
    a, b = re.fullmatch(r"TYPE a = (.+), b = (.+)", old).groups()
    return f"TYPE a = {b}, b = {a}"


def load_regions(table: list[dict]) -> list[Region]:
    return [
        Region(r["path"], r["function"], r.get("until", ""), tuple(r["cases"]), r.get("take", 1))
        for r in table
    ]


def span(text: str, region: Region) -> tuple[int, int]:
    """Where a region begins and ends in the text of its file; whole lines."""
    begin, end = source.span(text, region.function)
    return begin, source.span(text, region.until)[0] if region.until else end


NO_CODE = "|".join(
    [
        r"#ifdef \w*DEBUG\w*\n.*?#endif",
        r"#if (?:LLVM_MAJOR >= 2[0-9]|0)\n.*?#(?:else|endif)",
        r"/\*.*?\*/",
        r"//[^\n]*",
        r"\"(?:\\.|[^\"\\\n])*\"",
        r"\bassert ?\([^;]*\);",
        r"->setName\([^;]*\);",
        r"#\s*(?:include|if|ifdef|ifndef|endif|pragma)[^\n]*",
    ]
)


def blank_comments(text: str) -> str:
    """The text with comments, strings and what is not compiled as blanks of the same length."""
    return re.sub(NO_CODE, lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.DOTALL)


def mutants_of(text: str, region: Region) -> list[Mutant]:
    """All mutants of a region, in the order of their places; `take` is applied to the whole list."""
    begin, end = span(text, region)
    code = blank_comments(text)
    found = []
    for index, (operator, pattern, change) in enumerate(OPERATORS):
        for match in re.compile(pattern).finditer(code, begin, end):
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            old = text[match.start() : match.end()]  # in the code what is left out is blank
            found.append((match.start(), index, line, column, operator, old, change(match[0])))
    result = []
    for offset, _, line, column, operator, old, new in sorted(found):
        name = f"{Path(region.path).name}:{line}:{column}:{operator}"
        result.append(Mutant(name, region.path, offset, old, new, region.cases))
    return result[:: region.take]


def load(regions: list[Region], read) -> list[Mutant]:
    """The mutants of all regions; `read` gives the text of a file of the source."""
    return [mutant for region in regions for mutant in mutants_of(read(region.path), region)]
