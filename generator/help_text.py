"""What `wgconform --help` and `wgconform COMMAND --help` say, as data."""

import re
import subprocess
from dataclasses import dataclass, field


class HelpError(Exception):
    """A help text that is not laid out as harness/cli/usage.c lays it out."""


@dataclass
class Option:
    letter: str  # without the dash, or ""
    name: str  # the long name without the dashes, or the operand, such as QUERY
    value: str  # what it takes, such as FILE, or ""
    text: str
    is_operand: bool = False


@dataclass
class Group:
    title: str
    options: list = field(default_factory=list)


@dataclass
class Command:
    name: str
    arguments: str
    text: str
    options: list = field(default_factory=list)


@dataclass
class Help:
    summary: str
    version: str
    groups: list
    naming: str
    examples: list
    exit_status: str
    commands: list

    def options(self):
        return [option for group in self.groups for option in group.options if not option.is_operand]


OPTION = re.compile(
    r"  (?:-(?P<letter>\w), |    )--(?P<name>[a-z-]+)(?: (?P<value>[A-Z/=]+))?  +(?P<text>\S.*)"
)
OPERAND = re.compile(r"  (?P<name>[A-Z]+)  +(?P<text>\S.*)")
COMMAND = re.compile(r"  (?P<name>[a-z]+)(?P<arguments>(?: \S+)+?)  +(?P<text>\S.*)")
CONTINUED = " " * 24


def ask(program, *arguments):
    try:
        result = subprocess.run(
            [str(program), *arguments], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise HelpError(f"{program} {' '.join(arguments)}: {error}") from error
    return result.stdout


def read_options(lines):
    found = []
    for line in lines:
        match, operand = OPTION.fullmatch(line), OPERAND.fullmatch(line)
        if match:
            found.append(Option(match["letter"] or "", match["name"], match["value"] or "", match["text"]))
        elif operand:
            found.append(Option("", operand["name"], "", operand["text"], is_operand=True))
        elif line.startswith(CONTINUED) and found:
            found[-1].text += " " + line.strip()
        else:
            raise HelpError(f"no option: {line!r}")
    return found


def read_command(program, line):
    match = COMMAND.fullmatch(line)
    if not match:
        raise HelpError(f"no command: {line!r}")
    own = ask(program, match["name"], "--help").rstrip("\n").split("\n\n")
    options = read_options(own[2].split("\n")) if len(own) > 2 else []
    return Command(match["name"], match["arguments"].strip(), match["text"], options)


def one_line(block):
    return " ".join(line.strip() for line in block.split("\n"))


def read(program):
    blocks = ask(program, "--help").rstrip("\n").split("\n\n")
    told = Help(one_line(blocks[1]), ask(program, "--version").split()[1], [], "", [], "", [])
    for block in blocks[2:]:
        title, *lines = block.split("\n")
        if title == "Examples":
            told.examples = [line.strip() for line in lines]
        elif title.startswith("Commands"):
            told.commands = [read_command(program, line) for line in lines]
        elif title.startswith("Exit status: "):
            told.exit_status = one_line(block).removeprefix("Exit status: ")
        elif title.startswith("A case is called"):
            told.naming = one_line(block)
        else:
            told.groups.append(Group(title, read_options(lines)))
    return told
