"""The pages that are made from the tables match the tables."""

import fnmatch
import json
import re
import subprocess
import sys

from conftest import ROOT

sys.path.insert(0, str(ROOT))
from generator import context, forms_active, tables


def test_the_pages_are_up_to_date():
    result = subprocess.run(
        [sys.executable, "-m", "generator.documents", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_every_case_names_a_sentence_of_the_standard(wgconform):
    result = wgconform("--describe", "c.work_group_scan_exclusive_add.int.8.example")
    assert result.returncode == 0, result.stderr
    assert "exclusive-example" in result.stdout
    plain = wgconform("--describe", "c.work_group_scan_exclusive_add.int.7x5x3.plain")
    assert "scan-order" in plain.stdout
    assert "exclusive-example" not in plain.stdout


def test_the_tables_of_the_results_are_up_to_date():
    result = subprocess.run(
        [sys.executable, ROOT / "scripts/results", "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


def test_each_check_has_its_failures_with_clauses_in_the_page():
    page = (ROOT / "docs" / "checks.md").read_text()
    part = page.split("### Failing checks and their clauses")[1].split("\n### ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    clauses = {c["id"]: c for c in json.loads((ROOT / "suite" / "clauses.json").read_text())["clauses"]}
    found = {}
    for checks, when, named in rows:
        assert when
        for check in re.findall(r"`([\w*]+)`", checks):
            found[check] = re.findall(r"`([\w-]+)`", named)
    listed = re.findall(r"^WGC_QUERY\((\w+),", (ROOT / "suite" / "queries.def").read_text(), re.M)
    shared = re.findall(r"^WGC_SHARED\((\w+),", (ROOT / "suite" / "shared.def").read_text(), re.M)
    listed += ["program_*", *(f"shared_{name}" for name in shared)]
    assert sorted(found) == sorted(listed)
    for check, named in found.items():
        assert named and set(named) <= set(clauses), check
        for name in named:
            patterns = clauses[name]["signatures"]
            assert any(fnmatch.fnmatchcase(f"query.{check}", pattern) for pattern in patterns), (check, name)


def verdicts_of_the_judge():
    """The texts that harness/trial gives for what is wrong, as they are in its source."""
    patterns = (
        r'refuse\(reading, [^,]+,\s*"([^"]+)"',
        r'judge_untouched\(trial, "([^"]+)"',
        r'wgc_tally_overwritten\([^,]+,\s*"([^"]+)"',
        r'wgc_mismatch_fill_text\(\s*trial,\s*"([^"]+)"',
        r'return "([^"]+)";',
    )
    found = set()
    for path in sorted((ROOT / "harness" / "trial").glob("*.c")):
        text = path.read_text()
        for pattern in patterns:
            found |= set(re.findall(pattern, text))
        for right in re.findall(r"\bwhat = (\"[^;]+);", text):
            found |= set(re.findall(r'"([^"]+)"', right))
    return found


def test_each_failing_verdict_rests_on_the_standard():
    verdicts = json.loads((ROOT / "suite" / "verdicts.json").read_text())["verdicts"]
    texts = [text for verdict in verdicts for text in verdict["verdicts"]]
    judge = verdicts_of_the_judge()
    assert "wrong value" in judge and "sub-group ids not dense" in judge
    assert sorted(judge - set(texts)) == []
    sources = "".join(p.read_text() for p in (ROOT / "harness").glob("*/*.c"))
    states = {verdict["state"] for verdict in verdicts}
    for verdict in verdicts:
        if verdict["state"] == "fail" and not verdict["verdicts"][0].startswith("an OpenCL call"):
            assert all(f'"{text}' in sources for text in verdict["verdicts"]), verdict["verdicts"]
    assert states == {"fail", "build_error", "crash", "timeout"}


def test_each_form_around_a_call_has_the_bugs_behind_it():
    rows = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", (ROOT / "docs" / "forms.md").read_text(), re.MULTILINE)
    forms = tables.read_tables(ROOT / "suite").forms.values()
    of_text = {form.variant: form.name for form in forms}  # far is the text of offset64
    texts = [of_text.get(variant, variant) for variant in context.VARIANTS]
    ways_to_launch = (*tables.SEVERAL_LAUNCHES, "SUB_BUFFERS")
    launched = [form.name for form in forms if form.geometry in ways_to_launch]
    plain = ("active", "branches", "leaving", "lanes")  # of no bug: each extension asks for them
    ways = [form for form in forms_active.FORMS if form not in plain]
    assert sorted(rows) == sorted([*texts, *ways, *launched, "sequence"])


def test_each_small_program_has_its_case_in_default(wgconform):
    """docs/forms.md: a case of default, whose kernel has the quoted text."""
    page = (ROOT / "docs" / "forms.md").read_text()
    part = page.split("## Small programs of the kinds")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+\.(?:cl|c))`[^|]* \| `([^`]+)` \| `([^`]+)` \| .+ \|$", part, re.MULTILINE)
    assert len(rows) == part.count("\n| `") and len(rows) > 15, "a row of the table is not read"
    for program, pattern, text in rows:
        listed = wgconform("--list", "--profile", "default", pattern)
        assert listed.returncode == 0 and listed.stdout, (program, listed.stderr)
        kernel = wgconform("--dump-kernel", listed.stdout.split()[0]).stdout
        assert " ".join(text.split()) in " ".join(kernel.split()), (program, kernel)


def test_the_page_of_verdicts_names_tests_that_there_are():
    """Those of its freedoms: a test that is renamed or gone is a freedom without one."""
    named = re.findall(r"`(tests/[\w/]+\.(?:py|c))::(\w+)`", (ROOT / "docs" / "checks.md").read_text())
    begins = ("def {}(", "static void {}(", "TEST({})")
    texts = {file: (ROOT / file).read_text() for file, _ in named}
    assert len(named) > 20
    assert [
        (file, name) for file, name in named if not any(one.format(name) in texts[file] for one in begins)
    ] == []
