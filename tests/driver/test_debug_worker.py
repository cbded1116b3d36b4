"""--debug-worker: the worker's program starts behind a command that has the terminal."""

import json
import os
import pty
import re
import select
import shutil
import time

import pytest
from conftest import PROGRAM

CASE = "c.work_group_reduce_add.int.17.plain"
LIMIT_S = 120

# Takes the place of a debugger: it must be in the terminal's foreground, and reads a line from it.
DEBUGGER = """
import os, sys
assert os.isatty(0) and os.isatty(1) and os.isatty(2)
assert os.tcgetpgrp(0) == os.getpgrp()
print("program:", *sys.argv[2:], "command:", input("debugger> "), flush=True)
os.execv(sys.argv[1], sys.argv[1:])
"""


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, *command):
        try:
            self.pid, self.fd = pty.fork()
        except OSError as error:
            pytest.skip(f"this machine has no pseudo-terminals: {error}")
        if self.pid == 0:
            os.execv(command[0], [str(word) for word in command])
        self.text = ""

    def wait_for(self, text):
        end = time.monotonic() + LIMIT_S
        while text not in self.text:
            assert time.monotonic() < end and self.read(), self.text

    def read(self):
        ready, _, _ = select.select([self.fd], [], [], 1)
        try:
            data = os.read(self.fd, 65536) if ready else b"?"
        except OSError:  # Linux: the other end is closed
            return False
        self.text += data.decode(errors="replace") if ready else ""
        return data != b""

    def type(self, text):
        os.write(self.fd, text.encode())

    def finish(self):
        while self.read():
            pass
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def states(path):
    return {r["name"]: r["state"] for r in json.loads(path.read_text())["results"]}


def test_the_debugger_has_the_terminal(fake, tmp_path):
    script = tmp_path / "debugger.py"
    script.write_text(DEBUGGER)
    report = tmp_path / "r.json"
    options = ("-d", fake["index"], "-q", "-j", "2", "-t", "1", "-o", report)
    terminal = Terminal(PROGRAM, *options, "--debug-worker", f"python3 '{script}'", CASE)
    terminal.wait_for("debugger> ")
    time.sleep(1.5)  # longer than the time limit
    terminal.type("continue\n")
    assert terminal.finish() == 0, terminal.text
    assert "program: --worker 4 command: continue" in terminal.text
    assert states(report) == {CASE: "pass"}


def test_gdb(fake, tmp_path):
    if shutil.which("gdb") is None:
        pytest.skip("no gdb here")
    report = tmp_path / "r.json"
    options = ("-d", fake["index"], "-q", "-o", report)
    settings = "-iex 'set style enabled off' -iex 'set debuginfod enabled off'"
    debugger = f"gdb -q -nx {settings} -ex 'break main' --args"
    terminal = Terminal(PROGRAM, *options, "--debug-worker", debugger, CASE)
    terminal.wait_for("(gdb) ")
    terminal.type("run\n")
    terminal.wait_for("Breakpoint 1, ")
    terminal.type("continue\n")
    terminal.wait_for("exited normally]")
    terminal.type("quit\n")
    assert terminal.finish() == 0, terminal.text
    assert states(report) == {CASE: "pass"}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--debug-worker", ""), "--debug-worker.*the command is empty"),
        (("--debug-worker", "gdb --args", "--worker-command", "x"), "cannot be used with --worker-command"),
    ],
)
def test_bad_options(wgconform, arguments, text):
    done = wgconform(*arguments, CASE)
    assert done.returncode == 2
    assert re.search(text, done.stderr)
