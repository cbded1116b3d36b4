"""The man page and the completions: that they say what the program does, and that shells really complete."""

import fcntl
import os
import pty
import re
import select
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


def options_of(source):
    """The long options that a getopt table has, and their letters where they have one."""
    text = (ROOT / source).read_text()
    return re.findall(r'^    \{"([a-z-]+)", \w+, NULL, (?:\'(\w)\'|\w+)', text, re.MULTILINE)


OPTIONS = options_of("harness/cli/options.c")


def test_the_files_are_up_to_date():
    command = [sys.executable, "-m", "generator.manual", "--check", str(PROGRAM)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_the_help_has_every_option(wgconform):
    assert len(OPTIONS) > 30
    told = wgconform("--help").stdout
    for name, letter in OPTIONS:
        assert re.search(rf"^  {f'-{letter}, ' if letter else '    '}--{name}( |$)", told, re.MULTILINE), name
    repro = wgconform("repro", "--help").stdout
    for name, letter in options_of("harness/cli/commands/repro.c"):
        assert re.search(rf"^  {f'-{letter}, ' if letter else '    '}--{name} ", repro, re.MULTILINE), name


def commands(wgconform):
    told = wgconform("--help").stdout.split("Commands, instead of a run\n")[1]
    return [line.split()[0] for line in told.splitlines()]


def test_the_page_and_the_completions_have_every_option_and_command(wgconform):
    page = PAGE.read_text().replace("\\-", "-")
    names = [name for name, _ in OPTIONS] + ["max-items", "output"]
    for name in names:
        assert f"\\fB--{name}\\fR" in page, name
        assert re.search(rf"--{name}\b", COMPLETIONS["bash"].read_text()), name
        assert re.search(rf"--{name}\b", COMPLETIONS["zsh"].read_text()), name
        assert re.search(rf" -l {name}\b", COMPLETIONS["fish"].read_text()), name
    assert len(commands(wgconform)) > 6
    for command in commands(wgconform):
        assert f"\\fB{command}\\fR" in page
        for path in COMPLETIONS.values():
            assert re.search(rf"\b{command}\b", path.read_text()), (command, path)


@pytest.mark.parametrize("option", ["profile", "impl", "language"])
def test_the_choices_that_are_completed_are_all_that_there_are(wgconform, option):
    found = bash(f"--{option}", "")
    for choice in found:
        assert wgconform(f"--{option}", choice, "--list", "c.work_group_all.int.1.plain").returncode in (0, 2)
        assert "none of" not in wgconform(f"--{option}", choice, "--list").stderr
    refused = wgconform(f"--{option}", "?").stderr
    told = re.sub(r".* is n(one of|either)", "", refused).replace(" and ", ", ").replace(" nor ", ", ")
    assert sorted(found) == sorted(word.strip() for word in told.split(",")), refused


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
        self.said = b""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, text):
        """Reads until the text was said; it is looked for after what was found before."""
        end = time.monotonic() + LIMIT_S
        while text.encode() not in self.said:
            assert time.monotonic() < end, self.said.decode(errors="replace")
            ready, _, _ = select.select([self.terminal], [], [], 1)
            self.said += os.read(self.terminal, 65536) if ready else b""
        self.said = self.said.split(text.encode(), 1)[1]

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


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
    types_a_command(shell, tmp_path / "out")


@pytest.mark.slow
def test_fish_offers_options_commands_and_cases(wgconform):
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
