"""What a submission has in addition to the results: details, sources, signature."""

import json
import os
import subprocess

import pytest

# A report of a machine that never was, so that every value is known here.
DEVICE = {
    "index": 0,
    "name": "Imagined 9",
    "vendor": "Nobody",
    "platform": "Imagined",
    "platform_version": "OpenCL 3.0 Imagined 1.2",
    "platform_profile": "FULL_PROFILE",
    "driver_version": "1.2.3",
    "device_version": "OpenCL 3.0 Imagined",
    "device_type": "CL_DEVICE_TYPE_GPU",
    "opencl_c_version": "OpenCL C 3.0 Imagined",
    "latest_conformance_version_passed": "v2025-01-01-00",
    "loader": {"library": "libOpenCL.so.1", "name": "A Loader", "version": "2.3", "vendor": "Loaders"},
    "target": {"system": "Linux", "release": "6.1", "machine": "riscv64"},
}
GIT = {"tag": "v0.1.0", "patches": ["1234567", "89abcde"], "modified": []}
STATES = "pass fail crash timeout build_error skip waived unexpected_pass flaky error".split()
FILLED = {
    "Company": "Nobody Ltd",
    "Contact Name": "A. Nobody",
    "Contact Email": "a@example.org",
    "Contact Telephone": "0",
    "Conformant Product": "Imagined 9 with driver 1.2.3",
    "Conformance Process Document date": "2026-01-01",
    "OpenCL Conformance Process Attachment date": "2026-01-02",
}


@pytest.fixture
def report(tmp_path):
    """report(**tool): the path of a report of the imagined device."""

    def make(device=None, **tool):
        results = [{"name": "c.work_group_all.int.64.plain", "state": "pass", "seconds": 0.0}] + [
            {
                "name": f"c.work_group_all.int.{size}.remainder",
                "state": "skip",
                "seconds": 0.0,
                "reason": "the device lacks wheels",
            }
            for size in (63, 64)
        ]
        found = [result["state"] for result in results]
        content = {
            "schema_version": 1,
            "tool": {
                "name": "wgconform",
                "version": "0.1.0",
                "commit": "0123456789ab",
                "suite": "a" * 64,
                "git": GIT,
            }
            | tool,
            "command": ["wgconform"],
            "started": "2026-01-01T00:00:00Z",
            "finished": "2026-01-01T00:00:01Z",
            "seconds": 1.0,
            "seed": 1,
            "profile": "quick",
            "impl": "builtin",
            "complete": True,
            "host": {"system": "Linux", "release": "6.0", "machine": "x86_64"},
            "device": DEVICE | (device or {}),
            "warnings": [],
            "summary": {"total": len(found), **{state: found.count(state) for state in STATES}},
            "causes": [],
            "results": results,
        }
        path = tmp_path / "report.json"
        path.write_text(json.dumps(content))
        return path

    return make


def fields(text):
    """{"Company": "", ...}: a form without its comments; a line without a key continues the last value."""
    found, key = {}, None
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("  "):
            found[key] += line.strip() + "\n"
        else:
            key, _, value = line.partition(":")
            assert key not in found
            found[key] = value.strip()
    return found


def fill(text, values):
    """The form with values in the place of what follows these keys."""
    lines = [
        f"{line.partition(':')[0]}: {values[line.partition(':')[0]]}"
        if line.partition(":")[0] in values
        else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def answer(result, key):
    """The first line of an answer of verify."""
    lines = [line for line in result.stdout.splitlines() if line.startswith(f"{key}:")]
    assert len(lines) == 1, result.stdout + result.stderr
    return lines[0].partition(":")[2].strip()


@pytest.fixture
def verified(wgconform, report, tmp_path):
    """verified(form): what verify --submission reports of a package with that form."""

    def verify(form, *options, device=None):
        (tmp_path / "details.txt").write_bytes(form if isinstance(form, bytes) else form.encode())
        package = tmp_path / "p.tar.gz"
        made = wgconform("package", report(device), "--details", tmp_path / "details.txt", "-o", package)
        assert made.returncode == 0, made.stderr
        return wgconform("verify", package, "--submission", *options)

    return verify


def test_the_form_has_what_the_report_knows(wgconform, report, validate):
    path = report()
    validate(json.loads(path.read_text()), "report")
    made = wgconform("details", path, "-o", "-")
    assert made.returncode == 0, made.stderr
    found = fields(made.stdout)
    assert {key for key, value in found.items() if not value} == set(FILLED)
    assert {key: value for key, value in found.items() if value} == {
        "OpenCL Version": "3.0",
        "CPU Type": "riscv64",
        "OS Name and Version Number": "Linux 6.1",
        "Compute Device Type": "CL_DEVICE_TYPE_GPU",
        "Compute Device Name": "Imagined 9",
        "Compute Device Version": "OpenCL 3.0 Imagined",
        "Compute Device Driver Version": "1.2.3",
        "Compute Device OpenCL C Version": "OpenCL C 3.0 Imagined",
        "Platform Profile": "FULL_PROFILE",
        "Platform Version": "OpenCL 3.0 Imagined 1.2",
        "Latest Conformance Version Passed": "v2025-01-01-00",
        "Tests version": "wgconform 0.1.0, tag v0.1.0, commit 0123456789ab, suite aaaaaaaaaaaa",
        "Patches": "1234567 89abcde",
        "Loader used": "A Loader, Loaders, version 2.3, libOpenCL.so.1",
        "List of skipped tests in accordance with conformance process": "2 cases: the device lacks wheels\n",
    }


def test_a_form_that_is_filled_in_is_good(wgconform, report, verified):
    form = wgconform("details", report(), "-o", "-").stdout
    assert answer(verified(fill(form, FILLED)), "details") == "yes, every field is filled in"


@pytest.mark.parametrize("key", FILLED)
def test_a_field_that_is_empty_is_reported(wgconform, report, verified, key):
    form = wgconform("details", report(), "-o", "-").stdout
    result = verified(fill(form, FILLED | {key: " "}))
    assert result.returncode == 1
    assert answer(result, "details") == f"no: not filled in: {key}"


def test_a_package_without_a_form_has_an_empty_one(wgconform, report, tmp_path):
    assert wgconform("package", report(), "-o", tmp_path / "p.tar.gz").returncode == 0
    result = wgconform("verify", tmp_path / "p.tar.gz", "--submission")
    assert answer(result, "details").startswith("no: not filled in: Company, Contact Name, ")
    assert "details:" not in wgconform("verify", tmp_path / "p.tar.gz").stdout


@pytest.mark.parametrize("key", ["Compute Device Name", "Latest Conformance Version Passed", "Tests version"])
def test_what_the_report_knows_must_not_be_changed(wgconform, report, verified, key):
    form = fill(wgconform("details", report(), "-o", "-").stdout, FILLED)
    value = fields(form)[key]
    result = verified(fill(form, {key: value + "9"}))
    assert result.returncode == 1
    expected = f'no: submission_details.txt: {key} is "{value}9", and the report has "{value}"'
    assert answer(result, "unmodified") == expected


def test_hostile_forms_and_devices(wgconform, report, verified):
    """A name with a line end must not make a line of the form, nor a form's text reach a terminal raw."""
    name = "x\nCompany: Other\n# \x1b[31m" + "y" * 3000
    form = wgconform("details", report({"name": name}), "-o", "-").stdout
    assert "\x1b" not in form
    assert fields(form)["Company"] == ""
    assert verified(fill(form, FILLED), device={"name": name}).stdout.count("no: submission_details") == 0
    for text in (b"\x00", b"Company: \xff\x1b[31m\n" * 1000, b"\n" * 1000, b":", b""):
        result = verified(text)
        assert result.returncode == 1
        assert "\x1b" not in result.stdout
        assert answer(result, "details").startswith("no: not filled in: ")
    assert "holds a byte that is 0" in verified(fill(form, FILLED).encode() + b"\x00").stdout


DIRTY = {
    "dirty": {"commit": "0123456789ab-dirty"},
    "modified": {"git": GIT | {"modified": ["harness/a.c", "harness/b.c"]}},
    "unknown": {"commit": "unknown"},
    "none": {"commit": None},
}


@pytest.mark.parametrize("name", DIRTY)
def test_a_build_of_no_commit_is_refused(wgconform, report, tmp_path, name):
    path, package = report(**DIRTY[name]), tmp_path / "p.tar.gz"
    refused = wgconform("package", path, "-o", package)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "--unofficial" in refused.stderr
    assert not package.exists()
    assert wgconform("package", path, "-o", package, "--unofficial").returncode == 0
    result = wgconform("verify", package)
    assert result.returncode == 1
    assert answer(result, "official").startswith("no: the program ")
    shown = subprocess.run(
        ["tar", "-xOzf", package, "wgconform-package/README.txt"], capture_output=True, text=True, check=False
    )
    assert "Not for submission:\nthe program " in shown.stdout


def test_the_official_build_is_named(wgconform, report, tmp_path):
    assert wgconform("package", report(), "-o", tmp_path / "p.tar.gz").returncode == 0
    result = wgconform("verify", tmp_path / "p.tar.gz")
    assert answer(result, "official") == "yes, the program was built of commit 0123456789ab"


@pytest.fixture
def keys(tmp_path):
    """Two keys of ssh, and a file that allows the first one to sign."""
    for name in ("mine", "other"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", tmp_path / name],
            check=True,
            stdin=subprocess.DEVNULL,
        )
    (tmp_path / "signers").write_text("me@example.org " + (tmp_path / "mine.pub").read_text())
    return tmp_path


def test_a_signature(wgconform, report, keys):
    package = keys / "p.tar.gz"
    made = wgconform("package", report(), "-o", package, "--sign", keys / "mine")
    assert made.returncode == 0, made.stderr
    assert "was not checked" in answer(wgconform("verify", package), "note")
    result = wgconform("verify", package, "--signers", keys / "signers")
    assert answer(result, "signed") == "yes, by me@example.org"
    # and as a person without wgconform checks it
    words = "ssh-keygen -Y verify -f signers -I me@example.org -n wgconform-package -s p.tar.gz.sig".split()
    subprocess.run(words, cwd=keys, stdin=package.open("rb"), check=True, capture_output=True)
    elsewhere = (keys / "p.tar.gz.sig").rename(keys / "moved")
    gone = wgconform("verify", package, "--signers", keys / "signers")
    assert gone.returncode == 1
    assert answer(gone, "signed") == f"no: {package}.sig is missing"
    moved = wgconform("verify", package, "--signers", keys / "signers", "--signature", elsewhere)
    assert answer(moved, "signed") == "yes, by me@example.org"


def test_a_signature_that_does_not_count(wgconform, report, keys):
    package = keys / "p.tar.gz"
    wgconform("package", report(), "-o", package, "--sign", keys / "other")
    stranger = wgconform("verify", package, "--signers", keys / "signers")
    assert stranger.returncode == 1
    assert answer(stranger, "signed").startswith("no: ")
    wgconform("package", report(), "-o", package, "--sign", keys / "mine")
    signature = (keys / "p.tar.gz.sig").read_bytes()
    wgconform("package", report({"name": "Another"}), "-o", package)
    (keys / "p.tar.gz.sig").write_bytes(signature)
    changed = wgconform("verify", package, "--signers", keys / "signers")
    assert changed.returncode == 1
    assert answer(changed, "signed").startswith("no: ssh-keygen: ")
    (keys / "p.tar.gz.sig").write_text("never mind\n")
    broken = wgconform("verify", package, "--signers", keys / "signers")
    assert broken.returncode == 1
    assert answer(broken, "signed").startswith("no: ssh-keygen: ")
    other_use = ["ssh-keygen", "-Y", "sign", "-f", keys / "mine", "-n", "git"]
    with package.open("rb") as data, (keys / "p.tar.gz.sig").open("wb") as out:
        subprocess.run(other_use, stdin=data, stdout=out, stderr=subprocess.DEVNULL, check=True)
    assert wgconform("verify", package, "--signers", keys / "signers").returncode == 1
    assert answer(wgconform("verify", package, "--signers", keys / "signers"), "signed").startswith("no: ")


def test_a_key_that_cannot_sign_and_a_machine_without_ssh_keygen(wgconform, report, keys):
    package = keys / "p.tar.gz"
    no_key = wgconform("package", report(), "-o", package, "--sign", keys / "nothing")
    assert no_key.returncode == 2
    assert no_key.stderr.count("\n") == 1
    no_signers = wgconform("package", report(), "-o", package, "--sign", keys / "mine")
    assert no_signers.returncode == 0
    assert wgconform("verify", package, "--signers", keys / "nothing").returncode == 2
    path = {"PATH": str(keys)}
    bare = wgconform("verify", package, "--signers", keys / "signers", env=path)
    assert bare.returncode == 3
    assert "ssh-keygen: cannot start it" in bare.stderr


ASK = """
import ctypes, json
cl = ctypes.CDLL("libOpenCL.so.1")
def text(function, handle, parameter):
    data, size = ctypes.create_string_buffer(4096), ctypes.c_size_t()
    code = function(ctypes.c_void_p(handle), parameter, ctypes.c_size_t(4096), data, ctypes.byref(size))
    return data.value.decode().strip() if code == 0 else ""
platforms, count = (ctypes.c_void_p * 16)(), ctypes.c_uint()
cl.clGetPlatformIDs(16, platforms, ctypes.byref(count))
found = []
for platform in platforms[: count.value]:
    fakes, there = (ctypes.c_void_p * 16)(), ctypes.c_uint()
    cl.clGetDeviceIDs(ctypes.c_void_p(platform), ctypes.c_ulong(0xFFFFFFFF), 16, fakes, ctypes.byref(there))
    for device in fakes[: there.value]:
        found.append({
            "platform_profile": text(cl.clGetPlatformInfo, platform, 0x0900),
            "platform_version": text(cl.clGetPlatformInfo, platform, 0x0901),
            "opencl_c_version": text(cl.clGetDeviceInfo, device, 0x103D),
            "latest_conformance_version_passed": text(cl.clGetDeviceInfo, device, 0x1072),
        })
print(json.dumps(found))
"""


def test_devices_have_what_a_submission_needs(wgconform, fakes):
    """The same values as another program is given, and a loader that is there."""
    asked = wgconform("-c", ASK, program="python3")
    assert asked.returncode == 0, asked.stderr
    expected = json.loads(asked.stdout)
    assert [{key: device[key] for key in expected[0]} for device in fakes] == expected
    assert any(device["latest_conformance_version_passed"] for device in fakes)
    for device in fakes:
        assert device["device_type"].startswith("CL_DEVICE_TYPE_")
        assert os.path.exists(device["loader"]["library"])
        assert device["loader"]["name"]
