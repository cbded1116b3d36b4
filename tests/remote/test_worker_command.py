"""A worker on another machine: through OpenSSH to this one, and through a stand-in for adb (./adb)."""

import getpass
import json
import os
import pty
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import time
from pathlib import Path

import conftest
import pytest
from conftest import BUILD, HAS_FRAMES, PROGRAM, ROOT

ADB = ROOT / "tests" / "remote" / "adb"
LAYER = BUILD / "lib" / "libwgdriver.so"
KERNEL = "wgc_work_group_reduce_max_int_loop"
SOME = ["c.work_group_a*.int.*", "c.work_group_reduce_*", "query.*", "spirv.work_group_all.int.*"]
ONE = [conftest.first_case(f"c.work_group_reduce_max.int.*.{form}") for form in ("loop", "function")]
# What a device needs of the environment, which neither ssh nor adb passes on.
DEVICE = ["OCL_ICD_VENDORS", "LD_LIBRARY_PATH"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "wgconform"


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


def verdicts(report):
    """All that a report has on cases, times aside, and the folders that a driver names in what it prints."""

    def without_times(result):
        kept = {k: v for k, v in result.items() if k not in ("seconds", "attempts")}
        if "build_log" in kept:
            kept["build_log"] = re.sub(r"/[^\s']*/(?=wgc_)", "", kept["build_log"])
        return kept

    return [without_times(r) for r in report["results"]]


@pytest.fixture(scope="module")
def expected(pocl, tmp_path_factory):
    """What the device gives without a command."""
    done, report = run_to(tmp_path_factory.mktemp("here") / "r.json", "-d", pocl["index"], "-j", "1", *SOME)
    assert report["complete"], done.stderr
    states = {r["state"] for r in report["results"]}
    assert {"pass", "fail", "skip"} <= states and len(report["results"]) > 70
    return report


def device_of(report):
    """The device, without what PoCL derives from the memory that is free at the time."""
    free = ("global_mem_size", "max_mem_alloc_size")
    limits = {key: value for key, value in report["device"]["limits"].items() if key not in free}
    return {**report["device"], "limits": limits}


def same_verdicts(report, expected):
    assert report["complete"] is True
    assert verdicts(report) == verdicts(expected)
    assert device_of(report) == device_of(expected)
    assert report["device"]["target"]["system"] == report["host"]["system"]
    assert report["warnings"] == expected["warnings"]


def test_ssh_gives_the_same_verdicts(ssh, pocl, expected, tmp_path):
    arguments = ["-d", pocl["index"], "-j", "1", "--worker-command", ssh.command()]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME)
    same_verdicts(report, expected)


@for_adb
def test_adb_gives_the_same_verdicts(pocl, expected, tmp_path):
    arguments = ["-d", pocl["index"], "-j", "2", "--worker-command", ADB_COMMAND]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME, env=adb_environment())
    same_verdicts(report, expected)


def crash(tmp_path, pocl, command, *arguments, env=None):
    """A run in which the driver (tests/driver) misbehaves in one kernel."""
    options = ["-d", pocl["index"], "-j", "1", "--worker-command", command, *arguments]
    done, report = run_to(tmp_path / "r.json", *options, *ONE, env=env, profile="default")
    assert report is not None, done.stderr
    result = {r["name"].split(".")[-1]: r for r in report["results"]}
    assert result["function"]["state"] == "pass"
    return result["loop"]


def driver_environment(rule, tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    return {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": rule, "WGC_DRIVER_STATE": str(state)}


def has_frames(result):
    """Whether the place of the crash came over the link: in the layer, and in no word of the driver."""
    frames = result.get("frames", [])
    assert "crashed in" not in result.get("build_log", "")
    return frames != [] and frames[0].startswith(f"{LAYER.name}+0x")


CRASHES = [
    (f"segv@EnqueueNDRangeKernel:{KERNEL}", "crash", "SIGSEGV"),
    (f"abort@EnqueueNDRangeKernel:{KERNEL}", "crash", "SIGABRT"),
    (f"hang@EnqueueNDRangeKernel:{KERNEL}", "timeout", None),
    (f"print@EnqueueNDRangeKernel:{KERNEL}", "pass", None),
]


@for_adb
@pytest.mark.parametrize("rule, state, signal", CRASHES, ids=["segv", "abort", "hang", "print"])
def test_a_crash_behind_adb(pocl, tmp_path, rule, state, signal):
    driver = driver_environment(rule, tmp_path)
    env = {**driver, **adb_environment(*driver)}
    result = crash(tmp_path, pocl, ADB_COMMAND, "-t", "3" if state == "timeout" else "60", env=env)
    assert result["state"] == state, result
    assert result.get("signal") == signal
    assert has_frames(result) is (signal == "SIGSEGV" and HAS_FRAMES)


@pytest.mark.parametrize("rule, state, signal", CRASHES[::2], ids=["segv", "hang"])
def test_a_crash_behind_ssh(ssh, pocl, tmp_path, rule, state, signal):
    driver = driver_environment(rule, tmp_path)
    more = " ".join(f"{name}={shlex.quote(value)}" for name, value in driver.items())
    seconds = "3" if state == "timeout" else "60"
    result = crash(tmp_path, pocl, ssh.command(more), "-t", seconds)
    assert result["state"] == state, result
    assert result.get("signal") == signal
    assert has_frames(result) is (signal == "SIGSEGV" and HAS_FRAMES)
    for _ in range(100):  # the server's end closes when it has noticed
        if not processes_with(str(tmp_path / "state")):
            break
        time.sleep(0.1)
    assert not processes_with(str(tmp_path / "state")), "a worker is left"


def processes_with(word):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if word.encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


@for_adb
def test_a_slow_link_is_no_timeout(pocl, expected, tmp_path):
    """The list of cases takes longer on its way than a case may."""
    queries = ["c.work_group_any.int.*"]
    arguments = ["-d", pocl["index"], "-j", "1", "-t", "8", "--worker-command", ADB_COMMAND]
    begin = time.monotonic()
    _, report = run_to(tmp_path / "r.json", *arguments, *queries, env=adb_environment(FAKE_ADB_RATE=1000))
    assert time.monotonic() - begin > 8
    expected_state = {r["name"]: r["state"] for r in expected["results"]}
    assert {r["name"]: r["state"] for r in report["results"]} == {
        r["name"]: expected_state[r["name"]] for r in report["results"]
    }
    assert len(report["results"]) > 10


@for_adb
def test_a_lost_connection_costs_no_verdict(pocl, expected, tmp_path):
    drop = f"{tmp_path}/dropped:20000"
    arguments = ["-d", pocl["index"], "-j", "1", "--worker-command", ADB_COMMAND]
    _, report = run_to(tmp_path / "r.json", *arguments, *SOME, env=adb_environment(FAKE_ADB_DROP=drop))
    assert (tmp_path / "dropped").exists()
    assert verdicts(report) == verdicts(expected)
    assert any("the connection to the worker was lost" in warning for warning in report["warnings"])


def test_devices_are_listed_and_named(ssh, pocl, wgconform):
    done = wgconform("-l", "--json", "--worker-command", ssh.command())
    assert done.returncode == 0, done.stderr
    assert pocl["name"] in [device["name"] for device in json.loads(done.stdout)]
    done = wgconform("-d", "portable computing", "-p", "quick", "--worker-command", ssh.command(), "query.*")
    assert "portable" in done.stderr.lower() or pocl["name"] in done.stderr


@for_adb
def test_the_printed_rerun_has_the_command(pocl, wgconform):
    layer = {"OPENCL_LAYERS": str(LAYER), "WGC_DRIVER": f"segv@EnqueueNDRangeKernel:{KERNEL}"}
    env = {**layer, **adb_environment(*layer)}
    command = ["-d", pocl["index"], "-p", "default", "--worker-command", ADB_COMMAND]
    done = wgconform(*command, ONE[0], env=env)
    assert f"--worker-command {shlex.quote(ADB_COMMAND)}" in done.stdout


@pytest.mark.parametrize(
    "command, text",
    [
        ("ssh -F none -o BatchMode=yes -p 1 127.0.0.1 wgconform", "Connection refused"),
        ("/nowhere/adb shell wgconform", "not found"),
        ("true", "its command exited with status 0"),
    ],
)
def test_a_command_that_reaches_nothing(wgconform, command, text):
    if command.startswith("ssh") and shutil.which("ssh") is None:
        pytest.skip("no OpenSSH client here")
    done = wgconform("--worker-command", command, "c.work_group_all.int.4.plain")
    assert done.returncode == 3
    assert text in done.stderr


def test_an_empty_command(wgconform):
    done = wgconform("--worker-command", "", "-l")
    assert done.returncode == 2
    assert "--worker-command" in done.stderr
    assert "the command is empty" in done.stderr
