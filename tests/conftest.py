"""What the tests share: the program, the devices of this machine, the schemas."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
from importlib.machinery import SourceFileLoader

import jsonschema
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = pathlib.Path(os.environ.get("WGC_BUILD", ROOT / "build"))
PROGRAM = BUILD / "bin" / "wgconform"
# Whether workers report where they crash: not with a sanitizer that has handlers of its own.
HAS_FRAMES = not {"address", "thread"} & {*BUILD.name.split("-")}
TIMEOUT_S = 300
pytest_plugins = ("selection", "unit_programs", "schedule", "summary", "fake_driver", "remote_links")

# The programs of this build are the first on the path. With sanitizers a worker has to crash as a driver
# makes it crash, and leaks of drivers are ignored.
os.environ["PATH"] = f"{BUILD / 'bin'}:{os.environ['PATH']}"
os.environ["ASAN_OPTIONS"] = "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0"
os.environ["LSAN_OPTIONS"] = f"suppressions={ROOT / 'tests' / 'leaks.supp'}:print_suppressions=0"


def run(*arguments, program=PROGRAM, env=None, cwd=None, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S):
    """Runs wgconform, or another program; its output as text, whatever bytes it wrote."""
    return subprocess.run(
        [str(program), *map(str, arguments)],
        env={**os.environ, **(env or {})},
        cwd=cwd,
        stdin=stdin,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout,
        check=False,
    )


def load_script(path, name):
    """
    The module of a script, under a name of its own: two scripts may be called `run`, and a process that runs
    the tests of both would have one of them for both.
    """
    loader = SourceFileLoader(name, str(path))  # a script's name may have no ending
    spec = importlib.util.spec_from_loader(name, loader)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def first_case(query, profile="default"):
    """The first case that a query names: which local sizes a form has is up to suite/grids.def."""
    listed = run("--list", "-p", profile, query)
    assert listed.returncode == 0, listed.stderr
    return listed.stdout.split()[0]


@pytest.fixture(scope="session")
def wgconform():
    return run


@pytest.fixture(scope="session")
def devices():
    """The devices of this machine, as --list-devices prints them."""
    assert "WGC_FAKE_DEVICES" not in os.environ, "a module runs on the fake driver or on real ones"
    listed = run("--list-devices", "--json")
    assert listed.returncode == 0, listed.stderr
    found = json.loads(listed.stdout)
    assert found, "no OpenCL device is visible: tests of devices need one"
    return found


# By platform: the names of devices have the CPU's maker in them.
PLATFORMS = {"pocl": "Portable Computing Language", "intel": "Intel(R) OpenCL"}


def device_of(devices, name):
    for device in devices:
        if device["platform"] == PLATFORMS[name]:
            return device
    raise AssertionError(f"no device of {PLATFORMS[name]} among {[d['platform'] for d in devices]}")


# What a page states of processors: of which devices, words of /proc/cpuinfo, whether it must have them, and
# why the finding does not show otherwise.
PROCESSORS = (
    ("**Not affected**: processors with `avx512_fp16`", "", "avx512_fp16", False, "the CPU has avx512_fp16"),
    ("(seen on an AMD EPYC)", "intel-", "AuthenticAMD", True, "the CPU is not AMD's"),
    ("on a processor with AVX-512: ", "pocl", "avx512f", True, "the CPU has no AVX-512"),
)


def needs_another_cpu(page, device):
    """Why the finding of a page does not show on this processor, or None."""
    text, cpu = page.read_text(), pathlib.Path("/proc/cpuinfo").read_text()
    for words, devices, feature, needed, reason in PROCESSORS:
        if words in text and device.startswith(devices) and (feature in cpu) != needed:
            return reason
    return None


@pytest.fixture(scope="session")
def pocl(devices):
    return device_of(devices, "pocl")


@pytest.fixture(scope="session")
def intel(devices):
    return device_of(devices, "intel")


@pytest.fixture(scope="session", params=["pocl", "intel"])
def device(request, devices):
    """Each of the two devices that `make check` sets up, in turn."""
    return device_of(devices, request.param)


def check_schema(value, name):
    """check_schema(value, "report") checks value against schemas/report.schema.json."""
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(value)


@pytest.fixture(scope="session")
def validate():
    return check_schema


@pytest.fixture(scope="session")
def axe():
    """axe-core: a script that looks for what keeps people out of a page."""
    found = importlib.util.find_spec("axe_playwright_python")
    assert found, "no axe-core: scripts/setup packages-test"
    return (pathlib.Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Headless Chromium (browser.py); a test that changes the view sets it itself."""
    from browser import Browser  # only slow tests need it

    window = Browser(tmp_path_factory.mktemp("browser"))
    yield window
    window.close()


@pytest.fixture
def page(browser, wgconform, tmp_path):
    """page(report, ..., address=...) opens the HTML page of reports, files or data; it is in tmp_path."""
    from html_reports import write

    def open_page(*reports, address="", cwd=tmp_path, dark=False, width=1280):
        files = []
        for number, report in enumerate(reports):
            given = isinstance(report, pathlib.Path)
            files.append(report if given else write(tmp_path / f"{number}.json", report))
        path = tmp_path / "report.html"
        result = wgconform("html", *files, "-o", path, cwd=cwd)
        assert (result.returncode, result.stderr) == (0, "")
        browser.view(width=width, dark=dark)
        browser.open(path, address)
        return browser

    return open_page
