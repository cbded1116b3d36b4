"""The command line as data: options.def, commands.def and help.def of harness/options/."""

import re
from dataclasses import dataclass, field

from generator.tables import TableError, read_rows

RUN = "RUN"  # the id of the run, the first row of commands.def
KINDS = ("GROUP", "NAMING", "EXAMPLE", "EXIT_STATUS")
COMPLETIONS = ("<file>", "<folder>", "<device>", "<case>", "<any>", "")


@dataclass(frozen=True)
class Option:
    letter: str  # without the dash, or ""
    name: str  # the long name without the dashes; "": the row is about operands
    value: str  # the metavariable, or ""
    completion: str  # one of COMPLETIONS, or "words"
    words: tuple[str, ...]
    text: str

    @property
    def is_operand(self):
        return not self.name


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
class CommandLine:
    version: str
    groups: list = field(default_factory=list)  # those with options of the run
    naming: str = ""
    examples: list = field(default_factory=list)
    exit_status: list = field(default_factory=list)  # "0 every case passed"
    commands: list = field(default_factory=list)  # without the run

    def options(self):
        return [option for group in self.groups for option in group.options if not option.is_operand]


def read_commands(folder):
    """The commands by id, the run first."""
    commands = {}
    for row in read_rows(folder / "commands.def", "WGC_COMMAND", 7):
        name, command = row.word(0, "id"), row.word(1, "command")
        if name != command.upper() or name in commands:
            row.fail(f"{name!r} is not the command {command!r} in upper case, or is there twice")
        row.number(3, "number of operands")
        row.one_of(5, "value", ("true", "false"))
        commands[name] = Command(command, row.string(2, "arguments"), row.string(6, "text"))
    if next(iter(commands)) != RUN:
        row.fail(f"the first command is not {RUN}")
    return commands


def read_option(row):
    letter = row.columns[3]
    if not re.fullmatch(r"'[A-Za-z]'|0", letter):
        row.fail(f"letter {letter!r} is neither 'x' nor 0")
    name, value = row.string(2, "name"), row.string(4, "value")
    if not re.fullmatch(r"[a-z][a-z_-]*|", name):
        row.fail(f"{name!r} is not the name of an option")
    completion = row.string(5, "completion")
    if (value == "") != (completion == ""):
        row.fail("an option has both a value and a completion, or neither")
    row.word(6, "parse function")
    words = () if completion in COMPLETIONS else tuple(completion.split(" "))
    if any(not re.fullmatch(r"[a-z]+", word) for word in words):
        row.fail(f"completion {completion!r} is neither words nor one of {', '.join(COMPLETIONS)}")
    return Option(
        letter.strip("'0"), name, value, "words" if words else completion, words, row.string(7, "text")
    )


def commands_of(row, commands):
    """The ids in the first column of an option."""
    ids = row.word_set(0, "command")
    if ids == {"ALL"}:
        return list(commands)
    unknown = ids - set(commands)
    if unknown:
        row.fail(f"unknown command {min(unknown)!r}; there is {', '.join(commands)}")
    return sorted(ids)


def read_options(folder, commands, groups):
    """Adds each option to its commands, and those of the run to their groups."""
    taken = set()
    for row in read_rows(folder / "options.def", "WGC_OPTION", 8):
        option = read_option(row)
        group = row.one_of(1, "group", groups)
        for name in commands_of(row, commands):
            for key in ({option.name, option.letter} - {""}) or {""}:
                if (name, key) in taken:
                    row.fail(f"the command {name} has the option {key!r} twice")
                taken.add((name, key))
            if name == RUN:
                groups[group].options.append(option)
            commands[name].options.append(option)


def version_of(path):
    found = re.search(r'^#define WGC_VERSION "([^"]+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise TableError(f"{path}: no WGC_VERSION")
    return found[1]


def read(harness):
    """The command line of the sources in harness/, or TableError."""
    folder = harness / "options"
    cli = CommandLine(version_of(harness / "base" / "version.h"))
    commands, groups = read_commands(folder), {}
    for row in read_rows(folder / "help.def", "WGC_HELP", 3):
        kind, text = row.one_of(1, "kind", KINDS), row.string(2, "text")
        if kind == "GROUP":
            groups[row.word(0, "group")] = Group(text)
        elif kind == "NAMING":
            cli.naming = text
        else:
            (cli.examples if kind == "EXAMPLE" else cli.exit_status).append(text)
    read_options(folder, commands, groups)
    cli.groups = [group for group in groups.values() if group.options]
    cli.commands = [command for name, command in commands.items() if name != RUN]
    return cli
