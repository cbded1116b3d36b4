"""The man page and the completions: that they match the program, and that shells really complete."""

import fcntl
import os
import pty
import re
import select
import shlex
import shutil
import struct
import subprocess
import sys
import termios
import time

import pytest
from conftest import PROGRAM, ROOT

PAGE = ROOT / "docs/man/wgconform.1"
COMPLETIONS = {
    "bash": ROOT / "docs/completions/wgconform.bash",
    "zsh": ROOT / "docs/completions/_wgconform",
    "fish": ROOT / "docs/completions/wgconform.fish",
}
ENVIRONMENT = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb"}
LIMIT_S = 120


sys.path.insert(0, str(ROOT))
from generator import options as option_tables  # noqa: E402
from generator.tables import TableError  # noqa: E402

CLI = option_tables.read(ROOT / "harness")
OPTIONS = [(option.name, option.letter) for option in CLI.options()]


def test_the_files_are_up_to_date():
    command = [sys.executable, "-m", "generator.manual", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def assert_help_has(text, options):
    """Every option with its letter, its metavariable and all of its text."""
    words = " ".join(text.split())
    for option in options:
        head = f"--{option.name} {option.value}".strip() if option.name else option.value
        letter = f"-{option.letter}, " if option.letter else "    " if option.name else ""
        assert re.search(rf"^  {letter}{re.escape(head)}( |$)", text, re.MULTILINE), head
        assert f" {letter.strip()} {head} {option.text} ".replace("  ", " ") in f"{words} ", head


def test_the_help_has_every_option(wgconform):
    assert len(OPTIONS) > 30
    printed = wgconform("--help").stdout
    assert_help_has(printed, [option for group in CLI.groups for option in group.options])
    for command in CLI.commands:
        own = wgconform(command.name, "--help").stdout
        assert_help_has(own, command.options)
        assert own.startswith(f"usage: wgconform {command.name} {command.arguments}\n")
        assert f"  {command.name} {command.arguments} {command.text} ".split() == [
            word
            for line in re.findall(rf"^  {command.name} .*(?:\n {{20}}.*)*", printed, re.MULTILINE)
            for word in line.split()
        ]


def test_the_help_is_80_columns_wide(wgconform):
    for command in ([], *([command.name] for command in CLI.commands)):
        lines = wgconform(*command, "--help").stdout.splitlines()
        assert [line for line in lines if len(line) > 80] == []
    assert any(len(line) > 70 for line in lines)


def commands(wgconform):
    printed = wgconform("--help").stdout.split("\nCommands\n")[1]
    return re.findall(r"^  (\S+)", printed, re.MULTILINE)


def test_the_page_and_the_completions_have_every_option_and_command(wgconform):
    page = PAGE.read_text().replace("\\-", "-")
    names = {option.name for owner in [CLI, *CLI.commands] for option in options_of(owner)}
    assert {"max-items", "output", "signers"} < names
    for name in names:
        assert f"\\fB--{name}\\fR" in page, name
        assert re.search(rf"--{name}\b", COMPLETIONS["bash"].read_text()), name
        assert re.search(rf"--{name}\b", COMPLETIONS["zsh"].read_text()), name
        assert re.search(rf" -l {name}\b", COMPLETIONS["fish"].read_text()), name
    assert len(commands(wgconform)) > 6
    assert commands(wgconform) == [command.name for command in CLI.commands]
    for command in commands(wgconform):
        assert f"\\fB{command}\\fR" in page
        for path in COMPLETIONS.values():
            assert re.search(rf"\b{command}\b", path.read_text()), (command, path)


def options_of(owner):
    return owner.options() if owner is CLI else owner.options


@pytest.mark.parametrize(
    ("table", "old", "new", "error"),
    [
        ("options", '(RUN, SELECTION, "seed"', '(RUNS, SELECTION, "seed"', "unknown command 'RUNS'"),
        ("options", '(RUN, SELECTION, "seed"', '(RUN, CHOICE, "seed"', "unknown group 'CHOICE'"),
        ("options", '"seed", 0, "N"', '"seed", 0, ""', "both a value and a completion"),
        ("options", '"seed", 0, "N"', '"seed", \'p\', "N"', "has the option 'p' twice"),
        ("options", '"seed", 0', '"shard", 0', "has the option 'shard' twice"),
        ("options", '"seed", 0', '"seed", none', "letter 'none'"),
        ("options", '"N", "<any>", seed', '"N", "<number>", seed', "completion '<number>'"),
        ("options", '"the seed of the data (default: 1)")', '"the seed"', "not a row"),
        ("commands", "DIFF,    diff", "DIFF,    differ", "'DIFF' is not the command 'differ'"),
        ("help", "EXAMPLE,  ", "SAMPLE,  ", "unknown kind 'SAMPLE'"),
    ],
)
def test_a_table_that_cannot_be_understood_is_refused(tmp_path, table, old, new, error):
    harness = tmp_path / "harness"
    shutil.copytree(ROOT / "harness/options", harness / "options")
    shutil.copytree(ROOT / "harness/base", harness / "base")
    path = harness / "options" / f"{table}.def"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(TableError, match=re.escape(error)) as caught:
        option_tables.read(harness)
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(caught.value))


@pytest.mark.parametrize("option", ["profile", "impl", "language"])
def test_the_choices_that_are_completed_are_all_that_there_are(wgconform, option):
    found = bash(f"--{option}", "")
    for choice in found:
        assert wgconform(f"--{option}", choice, "--list", "c.work_group_all.int.1.plain").returncode in (0, 2)
        assert "not one of" not in wgconform(f"--{option}", choice, "--list").stderr
    refused = wgconform(f"--{option}", "?").stderr
    printed = re.sub(r".* is not one of", "", refused)
    assert sorted(found) == sorted(word.strip() for word in printed.split(",")), refused


def bash(*words):
    """What bash offers for the last of the words after the program's name."""
    script = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
        '_wgconform "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    command = ["bash", "--norc", "-c", script, "-", str(COMPLETIONS["bash"]), str(PROGRAM), *words]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return [line.rstrip(" ") for line in result.stdout.splitlines() if line]


def test_bash_offers_options_commands_and_files(wgconform):
    assert set(bash("--")) == {f"--{name}" for name, _ in OPTIONS}
    assert bash("--prof") == ["--profile"]
    assert set(commands(wgconform)) < set(bash(""))
    assert set(bash("repro", "--m")) == {"--max-items"}
    assert bash("--json", "READ") == ["README.md"]
    assert bash("@READ") == ["@README.md"]
    assert bash("diff", "READ") == ["README.md"]
    assert bash("--profile", "=", "qu") == ["quick"]
    assert bash("--shard", "") == []


def test_bash_offers_the_names_of_cases_part_by_part(wgconform):
    names = wgconform("--list", "-p", "full").stdout.splitlines()
    assert {"c.", "spirv."} <= set(bash(""))
    assert set(bash("c.")) == {".".join(n.split(".")[:2]) + "." for n in names if n.startswith("c.")}
    assert bash("--describe", "c.work_group_reduce_ad") == ["c.work_group_reduce_add."]
    add = "c.work_group_reduce_add."
    assert set(bash("repro", add)) == {add + n.split(".")[2] + "." for n in names if n.startswith(add)}
    assert bash("c.work_group_reduce_add.int.7x5x3.pla") == ["c.work_group_reduce_add.int.7x5x3.plain"]


def device_words(devices):
    """By number and by name."""
    names = [f"{device['platform']}/{device['name']}" for device in devices]
    return [*map(str, range(len(devices))), *names]


def unquoted(words):
    return [shlex.split(word)[0] for word in words]


def test_bash_offers_devices_by_number_and_by_name(wgconform, devices):
    for options in (["-d"], ["--device", "="], ["repro", "--device"]):
        assert sorted(unquoted(bash(*options, ""))) == sorted([*device_words(devices), "all"])
    (offered,) = bash("-d", "portable c")
    assert offered == "Portable\\ Computing\\ Language/" + offered.split("/", 1)[1]
    assert bash("-d", "Portable\\ Comp") == [offered]
    (name,) = unquoted([offered])
    assert bash("-d", "'Portable C") == [name]
    assert wgconform("-d", name, "-q", "query.c_versions").returncode == 0
    assert bash("-d", "nonexistent") == []


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, *command):
        try:
            self.pid, self.terminal = pty.fork()
        except OSError as error:
            pytest.skip(f"this machine has no pseudo-terminals: {error}")
        if self.pid == 0:
            os.chdir(ROOT)
            os.execvpe(command[0], command, ENVIRONMENT)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        self.output = b""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, text):
        """Reads until the text appears after what was found before."""
        end = time.monotonic() + LIMIT_S
        while text.encode() not in self.output:
            assert time.monotonic() < end, self.output.decode(errors="replace")
            ready, _, _ = select.select([self.terminal], [], [], 1)
            self.output += os.read(self.terminal, 65536) if ready else b""
        self.output = self.output.split(text.encode(), 1)[1]

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def types_a_device(shell, path):
    """A device's name by its first letters, with quotes as the shell needs them."""
    shell.type("wgconform -d porta\t")
    shell.wait_for("Portable")
    shell.type(f" query.c_versions >{path} 2>&1; echo en''d\n")
    shell.wait_for("\nend")
    assert "[Portable Computing Language], 1 case" in path.read_text()


def types_a_command(shell, path):
    """Types what is short for a list of one case, with TAB after each part: the command gives that list."""
    for part, whole in (
        ("wgconform --list --langu", "age"),
        ("spir", "v "),
        ("--profile=ful", "l "),
        ("spirv.work_group_reduce_ad", "d."),
        ("int.7x5x3.pla", "in "),
    ):
        shell.type(part + "\t")
        shell.wait_for(part.split(" ")[-1] + whole)
    shell.type(f">{path} 2>&1; echo en''d\n")
    shell.wait_for("\nend")
    shell.close()
    assert path.read_text() == "spirv.work_group_reduce_add.int.7x5x3.plain\n"


def test_bash_completes_what_is_typed(tmp_path):
    shell = Shell("bash", "--norc", "--noprofile", "-i")
    shell.type(f"bind 'set enable-bracketed-paste off'; source {COMPLETIONS['bash']}; echo rea''dy\n")
    shell.wait_for("\nready")
    types_a_device(shell, tmp_path / "device")
    types_a_command(shell, tmp_path / "out")


def need(name):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: scripts/setup packages-shells")


@pytest.mark.slow
def test_zsh_completes_what_is_typed(tmp_path):
    need("zsh")
    shell = Shell("zsh", "-f", "-i")
    shell.type(
        f"fpath=({COMPLETIONS['zsh'].parent} $fpath); autoload -U compinit; compinit -u -D; echo rea''dy\n"
    )
    shell.wait_for("\nready")
    types_a_device(shell, tmp_path / "device")
    types_a_command(shell, tmp_path / "out")


@pytest.mark.slow
def test_fish_offers_options_commands_cases_and_devices(wgconform, devices):
    need("fish")

    def fish(line):
        script = f"source {COMPLETIONS['fish']}; complete -C '{line}'"
        result = subprocess.run(
            ["fish", "--no-config", "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env=ENVIRONMENT,
            cwd=ROOT,
        )
        return [text.split("\t")[0] for text in result.stdout.splitlines()]

    assert set(fish("wgconform --")) == {f"--{name}" for name, _ in OPTIONS}
    assert set(commands(wgconform)) < set(fish("wgconform "))
    assert fish("wgconform --profile qu") == ["quick"]
    assert sorted(fish("wgconform -d ")) == sorted([*device_words(devices), "all"])
    assert sorted(fish("wgconform repro --device=")) == sorted(
        f"--device={word}" for word in [*device_words(devices), "all"]
    )
    assert fish("wgconform repro --max") == ["--max-items"]
    assert fish("wgconform diff READ") == ["README.md"]
    assert fish("wgconform spirv.work_group_reduce_ad") == ["spirv.work_group_reduce_add."]
    assert fish("wgconform repro c.work_group_reduce_add.int.7x5x3.pla") == [
        "c.work_group_reduce_add.int.7x5x3.plain"
    ]


@pytest.mark.slow
def test_the_page_is_good_roff():
    need("mandoc")
    result = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "error", str(PAGE)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (0, "")
