"""Submission packages: what is in them, and what `verify` reports of good, wrong and hostile ones."""

import gzip
import hashlib
import io
import json
import shlex
import subprocess
import tarfile
from collections import Counter

import pytest

FOLDER = "wgconform-package"
FAKE_RULES = "wrong c.work_group_all.*"
OFFICIAL = {"commit": "0123456789ab", "git": {"tag": None, "patches": [], "modified": []}}
STATES = (
    "pass", "fail", "crash", "timeout", "build_error", "skip", "waived", "unexpected_pass", "flaky", "error",
)  # fmt: skip


def count(report):
    """Puts the totals of a report right after its results were changed."""
    found = [r["state"] for r in report["results"]]
    report["summary"] = {"total": len(found), **{state: found.count(state) for state in STATES}}
    return report


@pytest.fixture(scope="module")
def run_report(wgconform, fake, tmp_path_factory):
    """The report of a run with a failure and a skip in it."""
    path = tmp_path_factory.mktemp("run") / "report.json"
    queries = ["c.work_group_a*.int.*", "c.work_group_reduce_*.int.*"]
    result = wgconform("-d", fake["index"], "-p", "quick", "--language", "c", "-o", path, *queries)
    assert result.returncode == 1, result.stderr
    return make_official(path)


def make_official(path):
    """As if the program had been built of a commit: while tests are written, it is not."""
    report = json.loads(path.read_text())
    report["tool"] |= OFFICIAL
    path.write_text(json.dumps(report))
    return path


@pytest.fixture(scope="module")
def whole(wgconform, run_report):
    """The report of a run of the whole profile, made of the short one: whole() is a new copy."""
    names = wgconform("--list", "-p", "quick").stdout.splitlines()
    head = json.loads(run_report.read_text())
    lacks = [feature for feature, there in head["device"]["features"].items() if not there]

    def state(name):
        return "skip" if "uniform_arithmetic" in lacks and "work_group" in name and lacking(name) else "pass"

    def lacking(name):
        function = name.split(".")[1]
        return any(function.endswith(op) for op in ("_mul", "_and", "_or", "_xor"))

    def make():
        head["results"] = [
            {"name": name, "state": state(name), "seconds": 0.0}
            | ({"reason": "the device lacks it"} if state(name) == "skip" else {})
            for name in names
        ]
        return json.loads(json.dumps(count(head)))

    return make


@pytest.fixture
def packed(wgconform, tmp_path):
    """packed(report): the path of its package."""

    def pack(report):
        path = tmp_path / "report.json"
        path.write_text(json.dumps(report))
        result = wgconform("package", path, "-o", tmp_path / "package.tar.gz")
        assert result.returncode == 0, result.stderr
        return tmp_path / "package.tar.gz"

    return pack


def unpack(path):
    with tarfile.open(path) as archive:
        return {m.name.split("/", 1)[1]: archive.extractfile(m).read() for m in archive.getmembers()}


def with_sums(files):
    files = {name: data for name, data in files.items() if name != "SHA256SUMS"}
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return files | {"SHA256SUMS": sums.encode()}


def entry(name, data=b"", **fields):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def write(path, entries):
    with tarfile.open(path, "w:gz") as archive:
        for info, data in entries:
            archive.addfile(info, io.BytesIO(data))
    return path


def write_files(path, files):
    return write(path, [entry(f"{FOLDER}/{name}", data) for name, data in files.items()])


def answers(result):
    """{"complete": "yes, ...", ...} of what verify printed."""
    found = {}
    for line in result.stdout.splitlines():
        key, _, text = line.partition(":")
        found.setdefault(key.strip(), text.strip())
    return found


def is_yes(result, *keys):
    return [
        key for key in ("complete", "unmodified", "unfiltered") if answers(result)[key].startswith("yes")
    ] == [*keys]


def test_a_package_of_the_whole_profile_is_good(wgconform, packed, whole):
    result = wgconform("verify", packed(whole()))
    assert result.returncode == 0, result.stdout + result.stderr
    assert is_yes(result, "complete", "unmodified", "unfiltered"), result.stdout
    assert "profile quick" in answers(result)["run"]


def test_the_files_of_a_package(wgconform, run_report, validate, tmp_path):
    made = wgconform("package", run_report, "-o", tmp_path / "p.tar.gz")
    assert made.returncode == 0, made.stderr
    digest = hashlib.sha256((tmp_path / "p.tar.gz").read_bytes()).hexdigest()
    assert made.stdout == f"{digest}  {tmp_path / 'p.tar.gz'}\n"
    files = unpack(tmp_path / "p.tar.gz")
    assert files["report.json"] == run_report.read_bytes()
    report = json.loads(files["report.json"])
    validate(report, "report")
    assert json.loads(files["device.json"]) == report["device"]
    versions = json.loads(files["versions.json"])
    assert versions["wgconform"]["suite"] == report["tool"]["suite"]
    assert versions["opencl"]["driver_version"] == report["device"]["driver_version"]
    assert versions["host"] == report["host"]
    bad = [r for r in report["results"] if r["state"] == "fail"]
    assert bad
    for result in bad:
        log = files[f"logs/{result['name']}.txt"].decode()
        assert result["mismatch"]["expected"] in log
        assert f"rerun: {shlex.join(report['rerun'])} --device " in log
    subprocess.run(["tar", "-xzf", "p.tar.gz"], cwd=tmp_path, check=True)
    subprocess.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=tmp_path / FOLDER, check=True)
    again = wgconform("package", run_report, "-o", "-")
    assert again.returncode == 0
    wgconform("package", run_report, "-o", tmp_path / "q.tar.gz")
    assert (tmp_path / "q.tar.gz").read_bytes() == (tmp_path / "p.tar.gz").read_bytes()


def test_a_filtered_run_is_reported(wgconform, run_report, tmp_path):
    assert wgconform("package", run_report, "-o", tmp_path / "p.tar.gz").returncode == 0
    result = wgconform("verify", tmp_path / "p.tar.gz")
    assert result.returncode == 1
    assert is_yes(result, "complete", "unmodified"), result.stdout
    assert "were not selected, as " in answers(result)["unfiltered"]


def test_one_case_that_was_left_out_is_reported(wgconform, packed, whole):
    report = whole()
    gone = report["results"].pop(100)["name"]
    result = wgconform("verify", packed(count(report)))
    assert result.returncode == 1
    assert is_yes(result, "complete", "unmodified")
    assert answers(result)["unfiltered"].startswith("no: 1 of the ")
    assert gone in answers(result)["unfiltered"]


def test_a_case_that_no_profile_has_is_reported(wgconform, packed, whole):
    report = whole()
    report["results"].append({"name": "c.work_group_all.int.16x4.invented", "state": "pass", "seconds": 0.0})
    result = wgconform("verify", packed(count(report)))
    assert result.returncode == 1
    assert "none of the profile quick" in answers(result)["unfiltered"]


def test_a_function_that_the_device_advertises_must_not_be_skipped(wgconform, packed, whole):
    report = whole()
    passed = [r for r in report["results"] if r["state"] == "pass"]
    # of what parts of a device there are a report has nothing
    whole_device = [r for r in passed if not r["name"].endswith(".subdevice")]
    ran = [r for r in whole_device if r["name"].startswith("c.work_group_reduce_")]
    counts = Counter(r["name"].rsplit(".", 2)[0] for r in ran)
    function = max(counts, key=counts.get) + "."
    skipped = [r for r in ran if r["name"].startswith(function)]
    assert len(skipped) > 1
    small = {"state": "skip", "reason": "CL_KERNEL_WORK_GROUP_SIZE is small"}
    for result in skipped[1:]:
        result.update(small)
    some = wgconform("verify", packed(count(report)))
    assert some.returncode == 0, some.stdout
    assert f"{len(skipped) - 1} cases were skipped for what a compiled kernel allows" in some.stdout
    skipped[0].update(small)
    all_of_them = wgconform("verify", packed(count(report)))
    assert all_of_them.returncode == 1
    assert "1 functions, counted for each type, were skipped altogether" in all_of_them.stdout
    assert function in all_of_them.stdout


def test_emulated_functions_are_none_of_the_device(wgconform, packed, whole):
    result = wgconform("verify", packed(whole() | {"impl": "emulated"}))
    assert result.returncode == 1
    assert "--impl emulated" in answers(result)["unfiltered"]


@pytest.mark.parametrize("suite", ["0" * 64, None], ids=["another", "none"])
def test_another_suite_cannot_be_judged(wgconform, packed, whole, suite):
    report = whole()
    report["tool"] = {k: v for k, v in report["tool"].items() if k != "suite"} | (
        {"suite": suite} if suite else {}
    )
    result = wgconform("verify", packed(report))
    assert result.returncode == 1
    assert "is not the one here" in answers(result)["unfiltered"]


def test_a_run_that_was_cut_short_is_not_complete(wgconform, packed, whole):
    report = whole()
    del report["results"][-5:]
    total = report["summary"]["total"]
    report = count(report) | {"complete": False, "finished": None}
    report["summary"]["total"] = total
    result = wgconform("verify", packed(report))
    assert result.returncode == 1
    assert (
        answers(result)["complete"]
        == f"no: the run was cut short: {total - 5} of {total} cases have a result"
    )


def test_a_changed_file_is_reported(wgconform, packed, whole, tmp_path):
    files = unpack(packed(whole()))
    changed = files | {"device.json": files["device.json"].replace(b'"index"', b'"Index"')}
    result = wgconform("verify", write_files(tmp_path / "changed.tar.gz", changed))
    assert result.returncode == 1
    assert is_yes(result, "complete", "unfiltered")
    assert "no: device.json has the checksum" in result.stdout
    assert "device.json is not the device of report.json" in result.stdout
    summed = wgconform("verify", write_files(tmp_path / "summed.tar.gz", with_sums(changed)))
    assert summed.returncode == 1
    assert answers(summed)["unmodified"] == "no: device.json is not the device of report.json"


def test_a_file_that_is_gone_and_one_too_many_are_reported(wgconform, run_report, tmp_path):
    wgconform("package", run_report, "-o", tmp_path / "p.tar.gz")
    files = unpack(tmp_path / "p.tar.gz")
    log = next(name for name in files if name.startswith("logs/"))
    changed = {name: data for name, data in files.items() if name != log} | {"more.txt": b"?"}
    result = wgconform("verify", write_files(tmp_path / "changed.tar.gz", changed))
    assert result.returncode == 1
    assert answers(result)["complete"] == f"no: {log} is not there"
    assert answers(result)["unmodified"] == f"no: {log} is not there"
    assert "no: more.txt has no checksum" in result.stdout


@pytest.mark.parametrize("name", ["more.txt", "logs/more.txt", "logs/c.work_group_all.int.1.plain.txt"])
def test_a_file_that_no_package_has_is_reported_though_it_has_a_checksum(
    wgconform, packed, whole, tmp_path, name
):
    files = with_sums(unpack(packed(whole())) | {name: b"?"})
    result = wgconform("verify", write_files(tmp_path / "more.tar.gz", files))
    assert result.returncode == 1
    assert is_yes(result, "complete", "unfiltered")
    assert answers(result)["unmodified"] == f"no: {name} is no file of a package of this report"


def test_a_package_that_was_packed_again_by_hand_is_good(wgconform, packed, whole, tmp_path):
    subprocess.run(["tar", "-C", tmp_path, "-xzf", packed(whole())], check=True)
    subprocess.run(["tar", "-C", tmp_path, "-czf", tmp_path / "again.tar.gz", FOLDER], check=True)
    result = wgconform("verify", tmp_path / "again.tar.gz")
    assert result.returncode == 0, result.stdout


HOSTILE = {
    "dots": [entry(f"{FOLDER}/../../evil", b"x")],
    "absolute": [entry("/etc/evil", b"x")],
    "outside": [entry("evil", b"x")],
    "hidden": [entry(f"{FOLDER}/.evil", b"x")],
    "strange": [entry(f"{FOLDER}/a\x1b[31m\nb", b"x")],
    "symlink": [entry(f"{FOLDER}/report.json", type=tarfile.SYMTYPE, linkname="/etc/passwd")],
    "hardlink": [entry(f"{FOLDER}/report.json", type=tarfile.LNKTYPE, linkname="/etc/passwd")],
    "device": [entry(f"{FOLDER}/report.json", type=tarfile.CHRTYPE, devmajor=1, devminor=5)],
    "twice": [entry(f"{FOLDER}/a", b"1"), entry(f"{FOLDER}/a", b"2")],
    "nothing": [],
    "no report": [entry(f"{FOLDER}/SHA256SUMS", b"")],
    "no sums": None,
    "sums that are none": {"SHA256SUMS": b"never mind\n"},
    "sums twice": None,
    "report that is none": {"report.json": b"{"},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_archives_get_one_line(wgconform, run_report, tmp_path, name):
    wgconform("package", run_report, "-o", tmp_path / "p.tar.gz")
    files = unpack(tmp_path / "p.tar.gz")
    path = tmp_path / "hostile.tar.gz"
    if isinstance(HOSTILE[name], list):
        write(path, HOSTILE[name])
    elif name == "no sums":
        write_files(path, {k: v for k, v in files.items() if k != "SHA256SUMS"})
    elif name == "sums twice":
        write_files(path, files | {"SHA256SUMS": files["SHA256SUMS"] * 2})
    else:
        write_files(path, files | HOSTILE[name])
    refused(wgconform("verify", path), path)


def refused(result, path):
    assert result.returncode == 2, result.stdout + result.stderr
    assert result.stdout == ""
    assert result.stderr.startswith(f"wgconform: verify: {path}: ")
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr


def test_a_truncated_archive_is_refused(wgconform, run_report, tmp_path):
    wgconform("package", run_report, "-o", tmp_path / "p.tar.gz")
    data = (tmp_path / "p.tar.gz").read_bytes()
    path = tmp_path / "cut.tar.gz"
    for size in (0, 1, 10, len(data) // 4, len(data) // 2, 3 * len(data) // 4):
        path.write_bytes(data[:size])
        refused(wgconform("verify", path), path)


def test_changed_bytes_are_reported(wgconform, packed, whole, tmp_path):
    """All but those that belong to no file: the end of the archive is filled up with zeros."""
    data = packed(whole()).read_bytes()
    path = tmp_path / "flipped.tar.gz"
    end = len(data) - 100
    for at in range(20, end, end // 23):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        result = wgconform("verify", path)
        assert result.returncode in (1, 2), at
        assert result.returncode == 2 or not answers(result)["unmodified"].startswith("yes"), at


def test_sizes_that_are_not_to_be_believed(wgconform, tmp_path):
    path = tmp_path / "huge.tar.gz"
    info, _ = entry(f"{FOLDER}/report.json")
    info.size = 1 << 40
    path.write_bytes(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024)))
    refused(wgconform("verify", path), path)
    assert "it holds more than" in wgconform("verify", path).stderr
    block = bytes(1 << 20)
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        for i in range(2):
            info, _ = entry(f"{FOLDER}/{i}")
            info.size = 300 << 20
            archive.addfile(info, Zeros(block))
    refused(wgconform("verify", path), path)
    assert "it holds more than" in wgconform("verify", path).stderr


class Zeros(io.RawIOBase):
    """A file of zeros without an end."""

    def __init__(self, block):
        self.block = block

    def read(self, size=-1):
        return self.block[:size]


def test_many_files_are_refused(wgconform, tmp_path):
    raw = io.BytesIO()
    for i in range(200001):
        raw.write(tarfile.TarInfo(f"{FOLDER}/{i}").tobuf(tarfile.USTAR_FORMAT))
    path = tmp_path / "many.tar.gz"
    path.write_bytes(gzip.compress(raw.getvalue() + bytes(1024), 1))
    refused(wgconform("verify", path), path)


def test_a_case_that_cannot_be_a_file_is_refused(wgconform, whole, tmp_path):
    report = whole()
    report["results"][0] |= {"name": "../../evil", "state": "error", "reason": "?"}
    (tmp_path / "r.json").write_text(json.dumps(count(report)))
    result = wgconform("package", tmp_path / "r.json", "-o", tmp_path / "p.tar.gz")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "p.tar.gz").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        "package",
        "package a b -o c",
        "package nothing.json",
        "package nothing.json -o p.tar.gz",
        "package nothing.json -o - --sign key",
        "package nothing.json -o p.tar.gz --details a --details b",
        "package nothing.json -o p.tar.gz --unofficial=no",
        "details",
        "details nothing.json -o d.txt",
        "verify nothing.tar.gz --signature a.sig",
        "verify nothing.tar.gz --signers",
        "verify",
        "verify a b",
        "verify nothing.tar.gz",
        "verify .",
    ],
)
def test_a_wrong_command_line_is_refused(wgconform, arguments, tmp_path):
    result = wgconform(*arguments.split(), cwd=tmp_path)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
