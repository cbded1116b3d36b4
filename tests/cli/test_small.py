"""The small form of a report: scripts/results --shrink, and that no command takes it for a report."""

import gzip
import hashlib
import json
import re
import subprocess
import sys
from collections import Counter

import pytest
from conftest import ROOT
from html_reports import fail_again, write
from html_reports import small as part

sys.path.insert(0, str(ROOT / "scripts/lib"))
import functions_table
import small

FORMS = sorted((ROOT / "results").glob("**/*.json.gz"))
HOME, OTHER_HOME = "/" + "root", "/" + "home/some.one"  # folders of a user
BYTES = 4_000_000  # of results/ at most


def shrink(*arguments):
    command = [sys.executable, ROOT / "scripts/results", "--shrink", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("packed", [False, True], ids=["text", "gzip"])
def test_passes_and_skips_are_counted_and_the_rest_is_listed(packed, tmp_path, validate):
    whole = write(tmp_path / "whole.json", fail_again(part()) if packed else part())
    text = whole.read_bytes()
    if packed:
        whole.write_bytes(gzip.compress(text))
    done = shrink(whole, tmp_path / "small.json.gz")
    assert (done.returncode, done.stderr) == (0, "")
    form, report = small.read(tmp_path / "small.json.gz"), json.loads(text)
    validate(json.loads(small.read_text(tmp_path / "small.json.gz")), "small")
    assert form["whole"] == {"sha256": hashlib.sha256(text).hexdigest(), "bytes": len(text)}
    states = Counter(result["state"] for result in report["results"])
    assert sum((Counter(counts) for counts in form["counts"].values()), Counter()) == states
    assert form["counts"]["c.work_group_all.int"].keys() >= {"waived" if not packed else "fail"}
    assert sum(sum(skip["cases"].values()) for skip in form["skips"]) == states["skip"] > 0
    bad = [result for result in report["results"] if result["state"] not in ("pass", "skip")]
    bad.sort(key=lambda result: (result.get("waiver", ""), result["reason"]))
    assert [result["name"] for result in form["listed"]] == [result["name"] for result in bad]
    for kept, before in zip(form["listed"], bad, strict=True):
        assert set(kept) <= set(before) - {"seconds"} | {"damage"}
        assert all(kept[key] == before[key] for key in kept if key not in ("damage", "reason"))
        waived = before.get("waived", {})
        assert kept["reason"] == before["reason"].replace(f"{waived.get('why')} (", "(", 1)
        for part_of_it in (f"{waived['state']} as expected: ", waived["link"]) if waived else ():
            assert part_of_it in kept["reason"]
        assert kept.get("damage") == before.get("mismatch", {}).get("damage")
        assert "mismatch" not in kept
    assert form["command"] == ["wgconform", *report["command"][1:]]
    for key in report.keys() - {"results", "command"}:
        assert form[key] == report[key], key
    again = tmp_path / "again.json.gz"
    assert shrink(whole, again).returncode == 0
    assert again.read_bytes() == (tmp_path / "small.json.gz").read_bytes()


def test_a_build_log_is_in_the_file_once(tmp_path):
    report, path = part(), tmp_path / "small.json.gz"
    for result, log in zip(report["results"], ["a warning\n", "", "a warning\n"], strict=False):
        result.update(state="build_error", reason="the build fails", build_log=log)
    logs = {r["name"]: r["build_log"] for r in report["results"] if "build_log" in r}
    form = small.shrink(json.dumps(report).encode())
    small.write(path, form)
    file = json.loads(small.read_text(path))
    assert sorted(file["build_logs"]) == sorted(set(logs.values()))
    at = {r["name"]: r["build_log"] for r in file["listed"] if "build_log" in r}
    assert {name: file["build_logs"][place] for name, place in at.items()} == logs
    assert small.read(path) == form


def test_what_is_no_report_is_refused(tmp_path):
    path = tmp_path / "file"
    for text, message in (("[]", "no report"), ('{"whole": {}}', "but a small form"), ("{", "Expecting")):
        path.write_text(text)
        done = shrink(path, tmp_path / "out.json.gz")
        assert done.returncode == 2 and message in done.stderr
    assert shrink(tmp_path / "missing", tmp_path / "out.json.gz").returncode == 2
    assert not (tmp_path / "out.json.gz").exists()


@pytest.mark.parametrize("words", ["causes", "junit", "diff", "merge", "html", "package", "history", "waive"])
def test_no_command_takes_it_for_a_report(words, wgconform, tmp_path):
    form = small.shrink(json.dumps(part()).encode())
    small.write(tmp_path / "small.json.gz", form)
    files = [tmp_path / "small.json.gz"] * (2 if words == "diff" else 1)
    out = [] if words in ("causes", "diff", "history") else ["-o", tmp_path / "out"]
    done = wgconform(words, *files, *out)
    assert done.returncode == 2
    assert "what passed is counted, not listed" in done.stderr
    assert form["whole"]["sha256"] in done.stderr


@pytest.mark.parametrize("path", FORMS, ids=lambda path: str(path.relative_to(ROOT / "results")))
def test_each_of_results_is_one_and_its_counts_are_those_of_its_summary(path, validate):
    validate(json.loads(small.read_text(path)), "small")
    form = small.read(path)
    counted = sum((Counter(counts) for counts in form["counts"].values()), Counter())
    assert counted == Counter({state: n for state, n in form["summary"].items() if n and state != "total"})
    listed = Counter(result["state"] for result in form["listed"])
    assert listed == Counter({s: n for s, n in counted.items() if s not in small.COUNTED})
    skipped = sum(sum(skip["cases"].values()) for skip in form["skips"])
    assert skipped == counted["skip"]


@pytest.mark.parametrize(
    ("rerun", "kept"),
    [
        (["scripts/with-device", "intel", "build/bin/wgconform"], True),
        (["OCL_ICD_VENDORS=/opt/drivers", "wgconform"], False),
        ([f"LD_LIBRARY_PATH={HOME}/lib", "wgconform"], False),
        (["/usr/bin/wgconform"], False),
    ],
)
def test_what_starts_the_driver_is_kept_where_it_names_no_folder(rerun, kept):
    form = small.shrink(json.dumps(part() | {"rerun": rerun}).encode())
    assert form.get("rerun") == (rerun if kept else None)


def test_a_waived_reason_has_the_link_and_what_was_waived():
    report, link = part(), "results/findings/a.md"
    waived = {"state": "fail", "why": "it is (as known) wrong", "link": link, "reason": "wrong value: 1 (2)"}
    reason = f"fail as expected: {waived['why']} ({link}); {waived['reason']}"
    report["results"][0] |= {"state": "waived", "reason": reason, "waiver": "a", "waived": waived}
    (kept,) = (r for r in small.shrink(json.dumps(report).encode())["listed"] if r.get("waiver") == "a")
    assert kept["reason"] == f"fail as expected: ({link}); wrong value: 1 (2)"
    assert "waived" not in kept


def test_what_a_driver_printed_has_no_home_folder():
    report = part()
    report["results"][0] |= {"state": "crash", "reason": f"at {HOME}/.cache/a.h and {OTHER_HOME}/b.h"}
    form = small.shrink(json.dumps(report).encode())
    assert "at ~/.cache/a.h and ~/b.h" in [result["reason"] for result in form["listed"]]


def test_what_a_driver_printed_has_no_folder_of_a_worker():
    report, folder = part(), "/" + "tmp/wgconform-run-9aBcDe"
    reason = f"{folder}/worker-11/t_0.cl:9:26: error; {folder}/a.h:1 in wgconform-run-"
    report["results"][0] |= {"state": "build_error", "reason": reason}
    form = small.shrink(json.dumps(report).encode())
    reasons = [result["reason"] for result in form["listed"]]
    assert "./t_0.cl:9:26: error; ./a.h:1 in wgconform-run-" in reasons


def test_what_a_driver_printed_has_no_name_that_was_drawn():
    report, cache = part(), "/".join(["BF", "GIDJBDGKGLLDFCNIIACHGBGBBCBLHDNHPHOEI"])
    reason = f"./tempfile_wXvtSA.cl:9:26: error; ./{cache}/wgc_f/8-1-1/wgc_f.so; a_tempfile_wXvtSAb {cache}/"
    report["results"][0] |= {"state": "build_error", "reason": reason}
    form = small.shrink(json.dumps(report).encode())
    reasons = [result["reason"] for result in form["listed"]]
    assert f"./tempfile.cl:9:26: error; ./wgc_f/8-1-1/wgc_f.so; a_tempfile_wXvtSAb {cache}/" in reasons


def test_none_names_a_folder_of_the_machine_that_made_it():
    text = {path: gzip.decompress(path.read_bytes()) for path in FORMS}
    parts = [f"{HOME}/".encode(), b"/wgconform-run-"]
    assert [path.name for path in FORMS if any(part in text[path] for part in parts)] == []


def test_results_stay_small():
    files = [path for path in (ROOT / "results").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < BYTES


def one_suite(folder):
    command = [sys.executable, ROOT / "scripts/results", "--one-suite", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_report_of_another_suite_is_named(tmp_path):
    def write(name, suite, started, **more):
        report = part() | {"started": started, **more}
        report["tool"] = report["tool"] | {"suite": suite * 64, "commit": "abcdef012345"}
        small.write(tmp_path / name, small.shrink(json.dumps(report).encode()))

    assert (one_suite(tmp_path).returncode, one_suite(tmp_path).stderr) == (0, "")
    write("a-1.0/quick.json.gz", "b", "2026-11-27T10:00:00.000Z")
    write("a-0.9/quick.json.gz", "b", "2026-11-27T09:00:00.000Z")
    assert (one_suite(tmp_path).returncode, one_suite(tmp_path).stderr) == (0, "")
    write("b-2.0/quick.json.gz", "a", "2026-11-26T10:00:00.000Z")
    write("a-0.8/quick.json.gz", "0", "2026-11-27T09:59:00.000Z")
    write("a-1.0/explore.json.gz", "a", "2026-11-20T10:00:00.000Z", explore={"generator": 1})
    done = one_suite(tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "a-0.8/quick.json.gz: of suite 00000000 (commit abcdef0), not of bbbbbbbb",
        "a-1.0/explore.json.gz: of suite aaaaaaaa (commit abcdef0, programs of generator 1), not of bbbbbbbb",
        "b-2.0/quick.json.gz: of suite aaaaaaaa (commit abcdef0), not of bbbbbbbb",
    ]


def test_functions_are_in_the_order_of_the_suite_not_of_the_reports():
    counts = [{f"{name}.int": {"pass": 1}} for name in ("spirv.b", "c.b", "c.a", "query.c", "c.program.d")]
    lines = functions_table.table([("one", counts)], ["a", "b"]).splitlines()[2:]
    assert [line.split("`")[1] for line in lines] == ["c.program", "c.a", "c.b", "spirv.b"]


def test_the_page_of_earlier_suites_has_no_report_that_is_kept():
    """Its rows are what is left of them."""
    results = ROOT / "results"
    rows = re.findall(r"^\| `([\w./-]+)` \|", (results / "earlier.md").read_text(), re.MULTILINE)
    assert len(rows) > 30
    assert [name for name in rows if (results / f"{name}.json.gz").exists()] == []
