"""Each command that takes a report takes it in gzip too, and writes one where the name ends with .gz."""

import gzip
import json
import re
import tarfile

import pytest
from conftest import ROOT
from html_reports import fail_again, small, write

CASES = ("c.work_group_all.int.3.plain", "c.work_group_any.int.4.plain")


@pytest.fixture
def both(tmp_path):
    """The same report as text and in gzip."""
    report = small()
    report["results"] = [r for r in report["results"] if ".int." in r["name"]]
    plain = write(tmp_path / "report.json", fail_again(report))
    packed = tmp_path / "report.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    return plain, packed


@pytest.mark.parametrize(
    "words",
    [
        ("junit", "REPORT", "-o", "OUT"),
        ("html", "REPORT", "-o", "OUT"),
        ("html", "REPORT", "REPORT", "-o", "OUT"),
        ("causes", "REPORT"),
        ("diff", "REPORT", "REPORT"),
        ("history", "--label", "a", "--label", "b", "REPORT", "REPORT"),
        ("merge", "REPORT", "-o", "OUT"),
        ("waive", "REPORT", "-o", "OUT"),
        ("waive", "--check", "REPORT", "-w", ROOT / "suite/waivers/intel-2026.2.json", "-o", "OUT"),
        ("details", "REPORT", "-o", "OUT"),
    ],
    ids=lambda words: "-".join(str(word) for word in words if str(word).islower() and "/" not in str(word)),
)
def test_a_command_makes_the_same_of_both(words, both, wgconform, tmp_path):
    seen = []
    for number, report in enumerate(both):
        out = tmp_path / f"out-{number}"
        places = {"REPORT": report, "OUT": out}
        done = wgconform(*(places.get(word, word) for word in words))
        assert done.returncode in (0, 1), done.stderr
        written = out.read_text() if "OUT" in words else ""
        seen.append([done.returncode, done.stdout, done.stderr, written])
    # what a command does begins in a column that the longest command decides
    named = [
        [re.sub(r"report\.json(\.gz)?|out-\d", "FILE", re.sub(" +# ", "  # ", str(part))) for part in one]
        for one in seen
    ]
    plain, packed = named
    assert plain == packed and len(plain[1]) + len(plain[3]) > 100


def test_a_package_has_the_text_of_the_report(both, wgconform, tmp_path):
    for number, report in enumerate(both):
        done = wgconform("package", report, "-o", tmp_path / f"{number}.tar.gz")
        assert done.returncode == 0, done.stderr
        verified = wgconform("verify", tmp_path / f"{number}.tar.gz")
        assert verified.returncode in (0, 1), verified.stderr
        with tarfile.open(tmp_path / f"{number}.tar.gz") as archive:
            (member,) = [name for name in archive.getnames() if name.endswith("/report.json")]
            assert archive.extractfile(member).read() == both[0].read_bytes()


def test_a_report_is_written_in_gzip(both, wgconform, tmp_path, validate):
    for words in (
        ("merge", both[0]),
        ("waive", "--check", both[1], "-w", ROOT / "suite/waivers/pocl-6.0.json"),
    ):
        texts = []
        for name in ("out.json", "out.json.gz", "again.json.gz"):
            done = wgconform(*words, "-o", tmp_path / name)
            assert done.returncode in (0, 1), done.stderr
            texts.append((tmp_path / name).read_bytes())
        assert gzip.decompress(texts[1]) == texts[0] and texts[1] == texts[2]
        validate(json.loads(texts[0]), "report")


def test_a_run_writes_one_and_is_continued_from_it(wgconform, pocl, tmp_path):
    path = tmp_path / "run.json.gz"
    first = wgconform("-d", pocl["index"], "-p", "full", "-o", path, *CASES)
    assert first.returncode in (0, 1), first.stderr
    report = json.loads(gzip.decompress(path.read_bytes()))
    assert sorted(r["name"] for r in report["results"]) == sorted(CASES)
    report["results"] = [r for r in report["results"] if r["name"] == CASES[0]]
    report |= {"complete": False, "finished": None}
    counted = {state: sum(r["state"] == state for r in report["results"]) for state in report["summary"]}
    report["summary"] = counted | {"total": 2}
    report["causes"] = []
    path.write_bytes(gzip.compress(json.dumps(report).encode()))
    again = wgconform("-d", pocl["index"], "-p", "full", "--resume", path, *CASES)
    assert again.returncode in (0, 1), again.stderr
    report = json.loads(gzip.decompress(path.read_bytes()))
    assert report["complete"] and sorted(r["name"] for r in report["results"]) == sorted(CASES)


@pytest.mark.parametrize("change", ["cut", "damaged", "text"])
def test_a_broken_file_is_named(change, both, wgconform, tmp_path):
    data = both[1].read_bytes()
    text = {"cut": data[:-9], "damaged": data[:200] + b"\0\0\0" + data[203:], "text": gzip.compress(b"{")}
    path = tmp_path / "broken.json.gz"
    path.write_bytes(text[change])
    done = wgconform("causes", path)
    assert done.returncode == 2
    (line,) = done.stderr.strip().splitlines()
    assert f"{path}" in line
    assert {"cut": "is cut off", "damaged": "is damaged", "text": "JSON"}[change] in line
