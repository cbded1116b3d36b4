"""docs/upstream.md: every query selects cases, and each kernel gives the values that are expected."""

import os
import re
import shlex
import subprocess

import pytest
from conftest import ROOT

PAGE = (ROOT / "docs" / "upstream.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    wgconform (-p full (?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
KERNELS = dict(re.findall(r"^`(\w+\.cl)`:\n\n```c\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
RUNS = re.findall(
    r"^    \$ (?:([A-Z_]+=\S+) )?scripts/with-device (\w+) \./show (\w+\.cl) (.*)\n    (.*)$",
    PAGE,
    re.MULTILINE,
)
ROWS = [line.split("|")[-2] for line in PAGE.splitlines() if line.startswith("| ")]
QUERIES = [words for command in COMMANDS for words in shlex.split(command.replace("\\\n", " "))[2:]]
QUERIES += [query for row in ROWS for query in re.findall(r"`([^` ]*\*[^` ]*)`", row)]


def test_the_page_has_queries():
    assert len(COMMANDS) > 8
    assert len(QUERIES) > 40


@pytest.mark.in_parts
@pytest.mark.parametrize("query", sorted(set(QUERIES)))
def test_each_query_selects_cases(wgconform, query):
    listed = wgconform("--list", "-p", "full", query)
    assert listed.returncode == 0, listed.stderr


def test_each_issue_of_the_table_has_its_section():
    numbers = re.findall(r"^\| \[(\d+)\]", PAGE, re.MULTILINE)
    sections = re.findall(r"^## (\d+)", PAGE, re.MULTILINE)
    assert numbers == sections
    assert {"1508", "1206", "1404"} <= set(numbers)


def test_the_number_of_cases_of_1508_is_right(wgconform):
    (number,) = re.findall(r"^More than ([\d,]+) cases in OpenCL C and SPIR-V", PAGE, re.MULTILINE)
    of_1508 = next(command for command in COMMANDS if "_mul." in command)
    queries = shlex.split(of_1508)[2:]
    listed = wgconform("--list", "-p", "full", *queries)
    assert 0 < len(listed.stdout.split()) - int(number.replace(",", "")) < 3000


@pytest.fixture(scope="module")
def show(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernels")
    for name, text in KERNELS.items():
        (folder / name).write_text(text)
    source = ROOT / "results" / "findings" / "show.c"
    subprocess.run(["cc", "-o", folder / "show", source, "-lOpenCL"], check=True, timeout=120)
    return folder


@pytest.mark.in_parts
@pytest.mark.parametrize(
    ("variable", "device", "name", "arguments", "expected"), RUNS, ids=[f"{run[2]}-{run[1]}" for run in RUNS]
)
def test_a_kernel_gives_the_expected_values(show, variable, device, name, arguments, expected):
    if not (ROOT / "build" / "env.d" / f"{device}.sh").is_file():
        pytest.skip(f"{device} is not set up")
    command = [ROOT / "scripts" / "with-device", device, "./show", name, *arguments.split()]
    environment = {**os.environ, "OPTIONS": "", **dict([variable.split("=", 1)] if variable else [])}
    done = subprocess.run(
        command, cwd=show, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.stdout == f"{expected}\n", done.stderr


def test_each_section_has_a_kernel():
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    without = [
        section.splitlines()[0]
        for section in sections
        if re.match(r"\d", section) and not re.search(r"^`\w+\.cl`:$|\./show", section, re.MULTILINE)
    ]
    assert without == ["12: the number of sub-groups of a kernel", "24: not covered here either"]
    assert {run[2] for run in RUNS} == set(KERNELS) - {
        "arithmetic.cl",
        "sizes.cl",
    }  # no driver, one work-group
