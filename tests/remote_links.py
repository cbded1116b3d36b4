"""Links to a worker on another machine: OpenSSH to this one, and a stand-in for adb (remote/adb).

What the worker needs of the environment, which neither ssh nor adb passes on, is in DEVICE.
"""

import getpass
import json
import os
import pty
import pwd
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path

import conftest
import pytest
from conftest import PROGRAM, ROOT

ADB = ROOT / "tests" / "remote" / "adb"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"
DEVICE = ["OCL_ICD_VENDORS", "LD_LIBRARY_PATH", "OCL_ICD_PLATFORM_SORT", "WGC_FAKE_DEVICES", "WGC_FAKE_RULES"]


def assignments(names):
    return " ".join(f"{name}={shlex.quote(os.environ[name])}" for name in names if name in os.environ)


class Server:
    """OpenSSH's server on a free port of the loopback interface, for this user with a key of its own."""

    def __init__(self, sshd, folder):
        self.folder = folder
        self.port = self.free_port()
        for name in ("host", "user"):
            command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name]
            subprocess.run(command, check=True)
        (folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1:{self.port}\nHostKey {folder}/host\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {folder}/user.pub\nStrictModes no\nPermitRootLogin yes\n"
            f"PasswordAuthentication no\n"
        )
        session = Path(sshd).parents[1] / "lib" / "openssh" / "sshd-session"
        if session.exists():  # from OpenSSH 9.8 on, and not where Debian installs it
            with (folder / "sshd_config").open("a") as config:
                config.write(f"SshdSessionPath {session}\n")
        (folder / "known").write_text(f"[127.0.0.1]:{self.port} {(folder / 'host.pub').read_text()}")
        command = [*self.with_its_user(), sshd, "-D", "-e", "-f", folder / "sshd_config"]
        self.log = (folder / "log").open("w")
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.wait()

    def with_its_user(self):
        """What a server that root starts goes through: it asks for a folder and a user, which only the
        installed package adds; here it sees the user in a list of its own (a mount namespace)."""
        if os.getuid() != 0:
            return []
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        try:
            pwd.getpwnam("sshd")
            return []
        except KeyError:
            users = self.folder / "passwd"
            entry = "sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n"
            users.write_text(Path("/etc/passwd").read_text() + entry)
            users.chmod(0o644)
            private = ["unshare", "--mount", "--propagation", "private"]
            if subprocess.run([*private, "true"], capture_output=True, check=False).returncode != 0:
                pytest.skip("root's sshd asks for a user sshd, and here is neither it nor a mount namespace")
            mount = f'mount --bind {shlex.quote(str(users))} /etc/passwd && exec "$@"'
            return [*private, "sh", "-c", mount, "sh"]

    @staticmethod
    def free_port():
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    def wait(self):
        for _ in range(200):
            assert self.process.poll() is None, (self.folder / "log").read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("sshd does not answer")

    def command(self, more=""):
        """The worker command, with assignments in front of the program."""
        options = ["-F", "none", "-i", self.folder / "user", "-p", self.port]
        for option in ("BatchMode=yes", f"UserKnownHostsFile={self.folder}/known", "LogLevel=ERROR"):
            options += ["-o", option]
        there = f"{assignments(DEVICE)} {more} {PROGRAM}"
        words = ["ssh", *options, f"{getpass.getuser()}@127.0.0.1"]
        return f"{shlex.join(map(str, words))} {shlex.quote(there)}"

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()


@pytest.fixture(scope="module")
def ssh(tmp_path_factory):
    places = ["/usr/sbin/sshd", CACHE / "openssh" / "usr" / "sbin" / "sshd"]
    sshd = next((place for place in places if os.access(place, os.X_OK)), None)
    if sshd is None or shutil.which("ssh") is None:
        pytest.skip("no OpenSSH server here: make setup-openssh")
    server = Server(sshd, tmp_path_factory.mktemp("ssh"))
    yield server
    server.stop()


def has_terminals():
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


# The stand-in gives the worker a terminal, as adb does.
for_adb = pytest.mark.skipif(not has_terminals(), reason="this machine has no pseudo-terminals")


def adb_environment(*names, **more):
    return {"FAKE_ADB_ENV": ",".join([*DEVICE, *names]), **{k: str(v) for k, v in more.items()}}


ADB_COMMAND = f"{ADB} shell {PROGRAM}"


def run_to(path, *arguments, env=None, profile="quick"):
    done = conftest.run("-p", profile, "-o", path, *arguments, env=env, timeout=600)
    report = json.loads(path.read_text()) if path.exists() else None
    if report is not None:
        conftest.check_schema(report, "report")
    return done, report
