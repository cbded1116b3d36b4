"""Runs a command so that no process remains of it, whoever ends first: it, this process or this one's parent.

The command runs below a guard: a process in a session of its own, which a Ctrl-C or a signal to the process
group does not reach. Orphans below the guard become its children (PR_SET_CHILD_SUBREAPER), so it finds
whatever a test has started, in sessions and process groups of their own too. It kills them when the command
ends, when it gets SIGTERM, and when this process exits, even by SIGKILL (PR_SET_PDEATHSIG).
"""

import contextlib
import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
KILLING_S = 20  # a process that the kernel does not end in this time is named


class Ended(BaseException):
    """The guard has to end."""


def end_with_parent(parent):
    """This process gets SIGTERM when its parent exits, and now if it has already."""
    _prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)


def run(command, **options):
    """Runs a command to its end, with the options of subprocess.Popen; its exit status, as a shell has it.

    A signal that ends programs ends the command and all its processes; then it ends this process.
    """
    own, received = os.getpid(), []
    sys.stdout.flush()
    guard = os.fork()
    if guard == 0:
        os._exit(_guard(command, options, own))

    def end(number, _):
        received.append(number)
        os.kill(guard, signal.SIGTERM)

    before = {number: signal.signal(number, end) for number in ENDING}
    _, status = os.waitpid(guard, 0)
    for number, handler in before.items():
        signal.signal(number, handler)
    if received:
        signal.signal(received[0], signal.SIG_DFL)
        os.kill(own, received[0])
    return os.waitstatus_to_exitcode(status)


def _guard(command, options, parent):
    def end(*_):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Ended

    status = 128 + signal.SIGTERM
    try:
        os.setsid()
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, end)
        _prctl(PR_SET_CHILD_SUBREAPER, 1)
        end_with_parent(parent)
        process = subprocess.Popen(command, **options)  # which would wait for it if it were not kept
        status = _wait_for(process.pid)
    except OSError as error:
        print(error, file=sys.stderr, flush=True)
        status = 127
    except Ended:
        pass
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        _kill_all()
    return status


def _wait_for(process):
    """Waits for a child and for the orphans that became children; the child's exit status."""
    while True:
        found, status = os.waitpid(-1, 0)
        if found == process:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def _kill_all():
    """Kills all that are below this process, those too that start while it does."""
    for _ in range(KILLING_S * 20):
        below = _below(os.getpid())
        for number in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not below:
            return
        time.sleep(0.05)
    print(f"not ended: processes {below}", file=sys.stderr, flush=True)


def _below(process):
    """The children of a process, and theirs."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended
            parent = int(path.read_text(errors="replace").rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(path.parent.name))
    found, todo = [], [process]
    while todo:
        next_ones = children.get(todo.pop(), [])
        found += next_ones
        todo += next_ones
    return found


def _prctl(option, value):
    if ctypes.CDLL(None, use_errno=True).prctl(option, int(value), 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")
