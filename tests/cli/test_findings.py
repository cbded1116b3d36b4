"""The findings: each page's programs still print what the page quotes, outside the suite."""

import functools
import gzip
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT, needs_another_cpu

sys.path.insert(0, str(ROOT / "scripts/lib"))
import findings_list
import history
import small

FINDINGS = ROOT / "results" / "findings"
PAGES = sorted(path for path in FINDINGS.glob("*.md") if path.name != "README.md")
COMMAND = re.compile(
    r"    \$ (?:timeout (?P<limit>\d+) )?(?P<env>(?:[A-Z_]+=\S+ )*)scripts/with-device (?P<device>[\w.-]+)"
    r" \./(?P<tool>show|ask|queues|subdevice) (?P<rest>.*?)(?: \|\| echo \$\?)?"
)
NOT_ENDED = ["124"]  # what timeout's exit status is, as the page prints it
VECTOR = 16  # the width of Intel's vectors with AVX-512; some of its defects show at multiples of it
WITH_LLVM_15 = "with LLVM 15"  # on a page: PoCL 6.0 gives other values with Debian 13's LLVM 18
MOST_SECONDS = 300  # of a program that ends
# What LLVM prints as it ends the process for an error.
ENDED = re.compile("error: <unknown>:")
CRASHED = re.compile("Aborted|Segmentation fault|Floating point exception|Illegal instruction|gave -")


def commands(page):
    """What a page runs: (environment, device, arguments, the lines that it prints, the most seconds)."""
    found = []
    for line in page.read_text().splitlines():
        match = COMMAND.fullmatch(line)
        if match:
            env = dict(part.split("=", 1) for part in match["env"].split())
            arguments = [match["tool"], *shlex.split(match["rest"])]
            found.append((env, match["device"], arguments, [], int(match["limit"] or MOST_SECONDS)))
        elif line.startswith("    $"):
            found.append(None)  # another tool's
        elif line.startswith("    ") and found and found[-1]:
            found[-1][3].append(line.strip())
        elif line:
            found.append(None)
    return [one for one in found if one]


@pytest.fixture(scope="session")
def show(tmp_path_factory):
    """show(device, arguments, env): runs a stand-alone program; arguments begin with its name."""
    folder = tmp_path_factory.mktemp("findings")
    for tool in ("show", "ask", "queues", "subdevice"):
        source, flags = FINDINGS / f"{tool}.c", "-std=c11 -Wall -Wextra -Werror -lOpenCL".split()
        subprocess.run(["cc", "-o", folder / tool, source, *flags], check=True, timeout=120)

    def start(device, arguments, env=(), limit=MOST_SECONDS):
        tool, *arguments = arguments
        arguments = [FINDINGS / a if a.endswith(".cl") and tool == "ask" else a for a in arguments]
        if tool in ("ask", "queues", "subdevice"):
            return run(device, [folder / tool, *arguments], env, limit)
        file, *others = arguments
        if file.endswith(".spv"):
            text = FINDINGS / file.replace(".spv", ".spvasm")
            target = "spv1.3" if "OpGroupNonUniform" in text.read_text() else "spv1.0"
            assemble = ["spirv-as", "--target-env", target, text, "-o", folder / file]
            subprocess.run(assemble, check=True, timeout=60)
            subprocess.run(["spirv-val", "--target-env", target, folder / file], check=True, timeout=60)
        path = folder / file if file.endswith(".spv") else FINDINGS / file
        return run(device, [folder / tool, path, *others], env, limit)

    def run(device, command, env, limit):
        return subprocess.run(
            [ROOT / "scripts" / "with-device", device, *command],
            cwd=folder,  # PoCL writes files there before it ends the process
            env={**os.environ, "POCL_CACHE_DIR": str(folder / "cache"), **dict(env)},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit,
            check=False,
        )

    return start


# This sentence is on a page that has no program: only a whole run of the suite shows its defect.
NO_PROGRAM = "There is no small program."


@pytest.fixture(scope="session")
def as_wide(show):
    """as_wide(device): whether Intel's vectors are of VECTOR; each driver is asked once."""

    @functools.cache
    def ask(device):
        return (
            show(device, ["show", "intel-sub-group-sizes.cl", "16", "1"]).stdout == f"{VECTOR} (x{VECTOR})\n"
        )

    return ask


def not_here(page, device, arguments, as_wide):
    """Why this machine cannot show it, or None."""
    setup = ROOT / "build" / "env.d" / f"{device}.sh"
    if not setup.is_file():
        return f"{device} is not set up"
    of_llvm_15 = arguments[1].endswith(".spv") or WITH_LLVM_15 in page.read_text()
    if device == "pocl" and of_llvm_15 and "llvm15" not in _vendors(setup):
        return "PoCL has another LLVM or SPIR-V translator here"
    if device.startswith("intel") and not as_wide(device):
        return f"Intel's vectors are not of {VECTOR} here"
    return needs_another_cpu(page, device)


def _vendors(setup):
    """The drivers that a device's environment names."""
    script = '. "$1" && printf %s "$OCL_ICD_VENDORS"'
    shell = subprocess.run(["sh", "-c", script, "sh", setup], capture_output=True, text=True, check=True)
    return " ".join(path.read_text() for path in pathlib.Path(shell.stdout).glob("*.icd"))


@pytest.mark.in_parts
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_finding_still_shows(page, show, as_wide):
    runs = commands(page)
    if NO_PROGRAM in page.read_text() and not runs:
        pytest.skip("no small program shows it")
    assert runs, f"{page.name} runs nothing"
    skipped = []
    for env, device, arguments, expected, limit in runs:
        assert expected, f"{page.name}: no output of {arguments}"
        reason = not_here(page, device, arguments, as_wide)
        if reason:
            skipped.append(reason)
            continue
        if expected == NOT_ENDED:
            with pytest.raises(subprocess.TimeoutExpired):
                show(device, arguments, env, limit)
            continue
        result = show(device, arguments, env, limit)
        printed = result.stdout + result.stderr
        ended = ENDED.match(expected[-1])
        if ended or CRASHED.search(expected[-1]):
            assert result.returncode != 0, f"{page.name}: {device} {arguments}: {printed}"
            quoted = expected if ended else expected[:-1]
            pieces = [part.strip() for line in quoted for part in line.split("...")]
            assert [part for part in pieces if part not in printed] == [], printed
        else:
            assert result.stdout.splitlines() == expected, f"{page.name}: {device} {arguments}: {printed}"
    if len(skipped) == len(runs):
        pytest.skip("; ".join(sorted(set(skipped))))


def test_each_waiver_names_a_finding_and_each_finding_is_listed():
    listed = (FINDINGS / "README.md").read_text()
    assert [page.name for page in PAGES if listed.count(f"({page.name})") != 1] == []
    for file in (ROOT / "suite" / "waivers").glob("*.json"):
        for waiver in json.loads(file.read_text())["waivers"]:
            assert (ROOT / waiver["link"]) in PAGES, waiver["id"]


def test_pages_with_seeds_name_the_generator():
    """Of the same seed, each generator of explore makes another program."""
    seeds, generator = re.compile(r"([Ss]eeds?|--seed)\s\d"), re.compile(r"of generator \d+ of `explore`")
    texts = {page.name: page.read_text() for page in PAGES}
    assert [n for n, text in texts.items() if seeds.search(text) and not generator.search(text)] == []


def rule_of(text):
    """The clauses that a page's line Rule names, and the sentences that it quotes."""
    rule = re.search(r"^- \*\*Rule\*\*: (.+)$", text, re.M)
    named = re.findall(r"\bclauses? ((?:`[a-z0-9-]+`(?:, | and )?)+)", rule[1] if rule else "")
    clauses = [clause for names in named for clause in re.findall(r"`([a-z0-9-]+)`", names)]
    quotations = re.findall(r'"([^"]+)"', rule[1] if rule else "")
    return clauses, [text for text in quotations if len(text.split()) >= 5]


def test_each_page_names_the_clause_that_the_driver_breaks():
    """Or quotes its sentence: without one the driver is right, and the page is withdrawn."""
    listed = json.loads((ROOT / "suite" / "clauses.json").read_text())["clauses"]
    clauses = {clause["id"] for clause in listed}
    without = []
    for page in PAGES:
        text = page.read_text()
        named, quoted = rule_of(text)
        assert set(named) <= clauses, page.name
        if not named and not quoted and not text.startswith("# Withdrawn: "):
            without.append(page.name)
    assert without == []


def test_a_page_without_a_clause_would_be_seen():
    assert rule_of("# A\n\n- **Rule**: a program that the standard allows is built and runs\n") == ([], [])
    assert rule_of("# A\n\nAs `reduce` is\n") == ([], [])
    rule = '- **Rule**: it is (clauses `a`, `b-c` and `d`); "The Memory"\n'
    assert rule_of(rule) == (["a", "b-c", "d"], [])
    assert rule_of('- **Rule**: "it is an error to do it"\n') == ([], ["it is an error to do it"])


def lines_without(text):
    """The lines that a page lacks: what a user, a maintainer and a reader of reports look for."""
    if text.startswith("# Withdrawn: "):
        return []
    starts = {name: f"\n- **{name}**: " for name in ("Affected", "Not affected", "Known")}
    lacks = [name for name, start in starts.items() if start not in text]
    lacks += ["Cases"] if not re.search(r"\n- \*\*(Cases|Check)\*\*: ", text) else []
    return lacks + (["OpenCL-CTS"] if "\n**OpenCL-CTS** " not in text else [])


def test_each_page_has_the_range_the_tracker_the_cases_and_what_the_cts_makes_of_it():
    assert {
        page.name: lines_without(page.read_text()) for page in PAGES if lines_without(page.read_text())
    } == {}
    head = "# A\n\n- **Affected**: a\n- **Not affected**: b\n- **Known**: no\n- **Cases**: c\n"
    whole = head + "\n**OpenCL-CTS** passes.\n"
    assert lines_without(whole) == []
    for name in ("Not affected", "Known", "Cases", "OpenCL-CTS"):
        assert lines_without(whole.replace(f"**{name}**", name)) == [name]


def test_the_findings_are_listed_by_what_a_user_notices_the_worst_first(tmp_path):
    """scripts/results --check compares the page with this list."""
    first, second = list(findings_list.EFFECTS)[:2]
    for name, title, effect in (("a", "B", second), ("b", "c", first), ("c", "A", first)):
        (tmp_path / f"{name}.md").write_text(f"# {title}\n\n- **Effect**: {effect}\n")
    (tmp_path / "README.md").write_text("# Findings\n")
    one, two = findings_list.EFFECTS[first], findings_list.EFFECTS[second]
    assert (
        findings_list.listing(tmp_path) == f"## {one}\n\n- [A](c.md)\n- [c](b.md)\n\n## {two}\n\n- [B](a.md)"
    )
    for wrong in ("# D\n", "# D\n\n- **Effect**: noise\n", f"# D\n{2 * f'- **Effect**: {first}'}"):
        (tmp_path / "d.md").write_text(wrong)
        with pytest.raises(ValueError, match=r"d\.md"):
            findings_list.listing(tmp_path)


DRIVERS = "Intel|PoCL|rusticl|NVIDIA|oneAPI Construction Kit|clvk|Oclgrind|Wine|LLVM 15's"


def faults_of(text):
    """What is wrong with a page's title and its line Cases."""
    title, cases = text.splitlines()[0], re.search(r"^- \*\*Cases\*\*: (.+)$", text, re.M)
    faults = [] if re.match(rf"# (Withdrawn: )?({DRIVERS})\b.*\w", title) else ["a title without the driver"]
    bare = cases and re.fullmatch(r"none(?: of the suite)?\W*", cases[1])
    return faults + (["no case and no reason"] if bare else [])


def test_a_title_names_the_driver_and_a_page_without_a_case_states_why():
    assert {page.name: faults_of(page.read_text()) for page in PAGES if faults_of(page.read_text())} == {}
    assert faults_of("# Oclgrind: a\n\n- **Cases**: none: it runs alone\n") == []
    assert faults_of("# A sum is wrong\n\n- **Cases**: none\n") == [
        "a title without the driver",
        "no case and no reason",
    ]


def test_each_failure_in_a_report_has_a_page():
    """So that a clause forbids it: the page names one, or is withdrawn, and then no failure has it."""
    pages = {f"results/findings/{page.name}" for page in PAGES if rule_of(page.read_text()) != ([], [])}
    open_, seen = {}, set()
    for path in (ROOT / "results").glob("*/*.json.gz"):
        report = json.loads(gzip.decompress(path.read_bytes()))
        name = f"{path.parent.name}/{path.name}"
        for result in report["listed"] if "explore" not in report else []:
            found = re.search(r"results/findings/[\w-]+\.md", result["reason"])
            if result["state"] != "waived":
                open_[name] = open_.get(name, 0) + 1
            else:
                assert found and found[0] in pages, result
                seen.add(found[0])
    assert open_ == {}
    assert len(seen) > 30


NUMBER = r"\d+\.\d"
NEXT = "8.0-pre"  # what PoCL's main calls itself


def has_version(text, version):
    """Whether the lines Affected and Versions of a page have a version, alone or in a range."""
    lines = " ".join(re.findall(r"^- \*\*(?:Affected|Versions)\*\*: (.*)$", text, re.M)).replace(NEXT, "main")
    key = history.version_key
    ranges = re.findall(rf"({NUMBER}) to ({NUMBER}|main)", lines)
    ranges += [("-0.0", last) for last in re.findall(rf"(?:up to|until) ({NUMBER})", lines)]
    own = key(f"-{version}")
    found = any(key(f"-{first}") <= own <= key(f"-{last}") for first, last in ranges)
    return found or re.search(rf"(?<![\d.]){re.escape(version)}(?!\d)", lines) is not None


def test_each_page_has_the_versions_in_whose_reports_it_explains_a_failure():
    """Of the drivers that have reports of several versions."""
    lacking, seen = set(), set()
    drivers = {one.driver for one in history.read(ROOT / "results/history")}
    for path in (ROOT / "results").glob("*/*.json.gz"):
        folder = path.parent.name
        report, (driver, _, version) = small.read(path), folder.partition("-")
        if "explore" in report or driver not in drivers or not history.VERSION.fullmatch(folder):
            continue
        pages = {failure.finding for failure in history.failures(report)} - {None}
        seen |= pages
        lacking |= {
            (folder, page)
            for page in pages
            if not has_version((FINDINGS / f"{page}.md").read_text(), version)
        }
    assert sorted(lacking) == []
    assert len(seen) > 60


def test_a_range_has_the_versions_between():
    for line, version, has in (
        ("Affected**: PoCL 5.0 and 6.0", "6.0", True),
        ("Affected**: PoCL 5.0 and 6.0", "7.0", False),
        ("Affected**: PoCL 6.0", "16.0", False),
        ("Affected**: PoCL 6.0 to main", "7.1", True),
        ("Affected**: PoCL 5.0 to 7.0", "main", False),
        ("Affected**: PoCL's main (8.0-pre)", "main", True),
        ("Affected**: Intel up to 2023.0", "2022.2", True),
        ("Versions**: 2021.4 to 2024.2", "2025.3", False),
        ("Versions**: 2021.4 to 2024.2", "2023.2", True),
        ("Not affected**: PoCL 6.0", "6.0", False),
    ):
        assert has_version(f"# A\n\n- **{line}\n", version) is has, (line, version)


def test_each_cause_in_a_version_of_a_driver_has_a_finding():
    """Each of its cases in the version; and each quick report of a version is in a table."""
    tables = history.read(ROOT / "results/history")
    rows = [(one.stem, row) for one in tables for row in one.rows]
    assert [(stem, row.title, row.unexplained) for stem, row in rows if row.unexplained] == []
    assert all(row.findings and {*row.findings} <= {page.stem for page in PAGES} for _, row in rows)
    shown = {one.driver: [r["started"] for r in one.reports] for one in tables if one.profile == "quick"}
    assert shown
    for driver, (paths, others) in history.versions(ROOT / "results/history", "quick").items():
        if driver in shown:
            assert [small.read(path)["started"] for path in paths.values()] == shown[driver]
            assert others == []


def test_pages_name_programs_that_the_suite_has():
    programs = {path.stem for path in (ROOT / "suite" / "programs").glob("*.prog")}
    named = {
        (page.name, name) for page in PAGES for name in re.findall(r"`c\.program\.(\w+)`", page.read_text())
    }
    assert named, "a page names one"
    assert sorted((page, name) for page, name in named if name not in programs) == []
