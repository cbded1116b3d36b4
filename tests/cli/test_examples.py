"""The commands in docs, README and examples: their options and commands exist."""

import re

import pytest
from conftest import ROOT

PLACES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*.yml")])
CALL = re.compile(r"(?<![\w/.-])(?:bin/)?wgconform ((?:[^\s`|>;)]+ ?|\\\n\s*)+)")


def calls(path):
    """The arguments of each call of the program, on its line and on the continuation lines."""
    for match in CALL.finditer(path.read_text()):
        yield match[1].replace("\\\n", " ").split()


@pytest.mark.parametrize("path", PLACES, ids=lambda path: path.name)
def test_every_option_that_is_shown_is_there(wgconform, path):
    printed = wgconform("--help").stdout
    commands = re.findall(r"^  (\S+)", printed.split("\nCommands\n")[1], re.MULTILINE)
    for arguments in calls(path):
        text = printed
        if arguments[0] in commands:
            text = wgconform(arguments[0], "--help").stdout
        for argument in arguments:
            if re.fullmatch(r"--?[a-z][a-z-]*", argument):
                assert re.search(rf"^  .*{argument}\b", text, re.MULTILINE), (argument, arguments)


def test_calls_are_found():
    assert len(list(calls(ROOT / "README.md"))) > 3
    found = [call for path in PLACES for call in calls(path)]
    assert sum(call[0] == "package" for call in found) >= 2
    assert any("--min-cases" in call for call in found)
