"""Causes agree with the findings of people: the reports in results/, by scripts/causes-measure."""

import json
import re
import subprocess
import sys

from conftest import ROOT
from html_reports import small as part

sys.path.insert(0, str(ROOT / "scripts/lib"))
import small

RATIO = 2.0  # causes to findings, at most
PRECISION = 95.0  # per cent, at least
RECALL = 90.0
# In them one defect has many symptoms: on i386 the 32-bit functions of long and the missing ones of ulong
# (wrong values, crashes in several places of LLVM, build errors), on Intel's 2021.4 a wrong division of
# integers, which the kernels of many forms make. Each is one cause for each function or form.
MANY_SYMPTOMS = {"pocl-6.0-i386/default-c": 10_000, "intel-2021.4/default": 6_000}  # their failing cases


def rows(*arguments):
    command = [sys.executable, ROOT / "scripts/causes-measure", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stderr == ""  # no warnings of the runs that made the reports
    row = re.compile(r"(\S+) +(\d+) +(\d+) +(\d+) +([\d.]+) +(-|[\d.]+ %) +(-|[\d.]+ %)")
    found = [row.fullmatch(line) for line in result.stdout.splitlines()]
    return {match[1]: match for match in found if match}


def name_of(path):
    return f"{path.parent.name}/{path.name.removesuffix('.json.gz')}"


def percent(text):
    return 100.0 if text == "-" else float(text.split()[0])


def test_one_defect_is_one_cause_in_the_reports_of_results():
    reports = sorted(path for path in (ROOT / "results").glob("*/*.json.gz") if "explore" not in path.name)
    found = rows(*(path for path in reports if name_of(path) not in MANY_SYMPTOMS))
    assert {"pocl-6.0/default", "intel-2026.2/default", "rusticl-26.1/default", "all"} <= set(found)
    every = found["all"]
    assert int(every[2]) > 10_000  # failing cases
    assert float(every[5]) <= RATIO
    assert percent(every[6]) >= RECALL
    assert percent(every[7]) >= PRECISION
    for name, row in found.items():
        assert float(row[5]) <= RATIO, name
        assert percent(row[7]) >= PRECISION, name


def test_the_causes_of_a_finding_with_many_symptoms_do_not_mix_findings():
    found = rows()  # without an argument: all of results/
    assert {"pocl-6.0/default", "intel-2026.2/default", "rusticl-26.1/default", "all"} <= set(found)
    for name, cases in MANY_SYMPTOMS.items():
        assert int(found[name][2]) > cases
        assert percent(found[name][7]) >= PRECISION


def test_a_report_of_a_run_is_measured_too(tmp_path):
    """Which has the passes too, and is not compressed."""
    stored = tmp_path / "device" / "quick.json.gz"
    report = small.shrink(json.dumps(part()).encode())
    small.write(stored, report)
    passed = {"name": "c.work_group_all.int.1.plain", "state": "pass", "seconds": 0}
    text = json.dumps({**report, "results": [*report.pop("listed"), passed]})
    whole = tmp_path / "quick.json"
    assert " at work-group" in text
    for place in (" at work-group", ", which filled the buffer before the launch, at work-group"):
        whole.write_text(text.replace(" at work-group", place))
        (found,) = (row for name, row in rows(whole).items() if name != "all")
        assert found.groups()[1:] == rows(stored)["device/quick"].groups()[1:]
