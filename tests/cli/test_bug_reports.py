"""The drafts of bug reports: complete by themselves, and their programs still print what they quote."""

import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT, needs_another_cpu

sys.path.insert(0, str(ROOT / "scripts/lib"))
import bug_reports

FINDINGS = ROOT / "results" / "findings"
DRAFTS = bug_reports.drafts(FINDINGS)
# The newest version of each project that scripts/setup has.
DEVICES = {
    "PoCL": "pocl-main",
    "Mesa (rusticl)": "rusticl26",
    "Oclgrind": "oclgrind",
    "clvk and clspv": "clvk",
    "oneAPI Construction Kit": "ock",
}
# Drafts about a newer version than that one.
NEWER = {"rusticl-several-queues": "rusticl-26.2"}
FILE = re.compile(r"^`([\w.]+)`:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CRASHES = ("Aborted", "Segmentation fault")
OWN = re.compile(r"wgconform|with-device|/(?:root|home|work|tmp)/|\.\./|\]\((?!https://)")


def commands(text):
    """What a draft runs: (command, the lines that it prints)."""
    found = []
    for line in "".join(SHELL.findall(text)).splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def is_as_quoted(expected, printed):
    """Whether the output is as quoted; an ellipsis matches any text, and empty lines do not count."""
    quoted = ".*".join(map(re.escape, "\n".join(expected).split("...")))
    lines = [line.rstrip() for line in printed.splitlines() if line.strip()]
    return re.fullmatch(quoted, "\n".join(lines), re.DOTALL) is not None


def start(device, command, folder):
    """Runs a line of a draft. Compiler and assembler are the system's; the rest has the device."""
    shell = ["sh", "-c", command]
    tool = command.startswith(("cc ", "spirv-as "))
    return subprocess.run(
        shell if tool else [ROOT / "scripts" / "with-device", device, *shell],
        cwd=folder,
        env={**os.environ, "POCL_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )


@pytest.mark.in_parts
@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.stem)
def test_a_draft_shows_the_fault_by_itself(draft, tmp_path):
    # A draft about a GPU's driver quotes what it printed there: its programs are built here and no more.
    device = NEWER.get(draft.stem, DEVICES[bug_reports.project_of(draft.stem)])
    device = "pocl-cuda" if draft.stem.startswith("pocl-cuda") else device
    text = draft.read_text()
    for name, content in FILE.findall(text):
        (tmp_path / name).write_text(content)
    runs = commands(text)
    assert [command for command, _ in runs if command.startswith("cc ")]
    here = (ROOT / "build" / "env.d" / f"{device}.sh").is_file()
    reason = needs_another_cpu(FINDINGS / draft.name, device) if here else f"{device} is not set up"
    for command, expected in runs:
        if reason and not command.startswith("cc "):
            pytest.skip(reason)
        result = start(device, command, tmp_path)
        if expected and expected[-1] in CRASHES:
            assert result.returncode != 0, command
            assert [line for line in expected[:-1] if line not in result.stderr] == [], command
        else:
            assert is_as_quoted(expected, result.stdout), f"{command}: {result.stdout}{result.stderr}"


def test_each_finding_in_an_open_source_driver_has_its_report():
    named = []
    for page in FINDINGS.glob("*.md"):
        report = bug_reports.REPORT.search(page.read_text())
        assert (report is not None) == (bug_reports.project_of(page.stem) is not None), page.name
        if report is not None and (draft := bug_reports.DRAFT.search(report[1])):
            assert draft[1] == page.stem
            named.append(draft[1])
    assert sorted(named) == [draft.stem for draft in DRAFTS]


def test_the_drafts_have_the_programs_of_the_findings_and_one_host_program():
    shared = {}
    programs = {path.read_text() for path in FINDINGS.iterdir() if path.suffix in (".cl", ".spvasm")}
    own = []
    for draft in DRAFTS:
        for name, content in FILE.findall(draft.read_text()):
            if name.endswith((".cl", ".spvasm")):
                own += [draft.stem] if content not in programs else []
            else:
                assert shared.setdefault(name, content) == content, (draft.name, name)
    assert own == ["pocl-default-standard"]  # the finding's program prints a macro
    assert set(shared) == {
        "run.c",
        "build.c",
        "features.c",
        "link.c",
        "query.c",
        "queues.c",
        "subdevice.c",
        "launch.c",
        "count.c",
    }
    for name in ("queues.c", "subdevice.c"):
        assert shared[name] == (FINDINGS / name).read_text()


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.stem)
def test_a_draft_does_not_need_the_repository(draft):
    assert OWN.findall(draft.read_text()) == []


def test_the_table_has_a_row_for_each_state(tmp_path):
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "pocl-a.md").write_text("# A | title\n")
    (tmp_path / "pocl-a.md").write_text("# A\n\n- **Report**: [draft](reports/pocl-a.md), not sent\n")
    (tmp_path / "pocl-0.md").write_text("# B\n\n- **Report**: none: main is right\n")
    (tmp_path / "intel-c.md").write_text("# C\n")
    table = bug_reports.table(tmp_path)
    first = table.index("| [pocl-a](../pocl-a.md) | [A \\| title](pocl-a.md) | not sent |")
    assert first < table.index("| [pocl-0](../pocl-0.md) | none: main is right | |")
    assert "intel" not in table
    (tmp_path / "pocl-d.md").write_text("# D\n")
    with pytest.raises(ValueError, match=r"pocl-d\.md"):
        bug_reports.table(tmp_path)


def test_the_output_is_compared_with_the_quotation():
    assert is_as_quoted(["a ... c", "..."], "a b c\n\nd\n")
    assert not is_as_quoted(["a"], "a\nb\n")
    assert not is_as_quoted([], "a\n")
