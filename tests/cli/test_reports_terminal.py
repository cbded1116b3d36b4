"""What a person sees: a bar on a terminal, lines elsewhere, colours on request, and the final table."""

import fcntl
import json
import os
import pty
import re
import shlex
import struct
import subprocess
import termios

import pytest
from conftest import PROGRAM, TIMEOUT_S

CASES = ["c.work_group_all.int.*.plain", "c.work_group_any.int.*", "c.work_group_reduce_mul.int.*"]
FAKE_RULES = "wrong c.work_group_all.*"


@pytest.fixture(scope="module")
def on_terminal(fake):
    """on_terminal(columns, variables) is the exit status and what a terminal of that size gets."""

    def run(columns=100, *options, rows=24, **variables):
        try:
            here, there = pty.openpty()
        except OSError as error:
            pytest.skip(f"this machine has no pseudo-terminals: {error}")
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        command = [PROGRAM, "-d", str(fake["index"]), "-p", "default", "-j", "1", "--language", "c", *options]
        plain = {
            k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS")
        }
        env = {**plain, "TERM": "xterm", **variables}
        with subprocess.Popen(
            [*command, *CASES], stdin=subprocess.DEVNULL, stdout=there, stderr=there, env=env
        ) as process:
            os.close(there)
            chunks = []
            while True:
                try:
                    chunk = os.read(here, 65536)
                except OSError:  # Linux reports EIO when the other side is closed
                    break
                if not chunk:
                    break
                chunks.append(chunk)
            status = process.wait(TIMEOUT_S)
        os.close(here)
        return status, b"".join(chunks).decode().replace("\r\n", "\n")

    return run


def bars(text):
    return re.findall(r"\r\x1b\[K([^\r\n]*)", text)


def left_on_screen(text):
    """The lines that stay: what \\r and "clear to the end" take away is gone."""
    return "\n".join(re.split(r"\r(?:\x1b\[K)?", line)[-1] for line in text.split("\n"))


def test_a_terminal_gets_a_bar_with_counts_and_the_time_left(on_terminal):
    status, text = on_terminal()
    assert status == 1
    drawn = [bar for bar in bars(text) if bar.startswith("[")]
    assert drawn
    bad = r"(  \x1b\[31m\d+ bad\x1b\[0m( in \d+ ways?)?)?"
    form = rf"\[[#.]{{30}}\] \d+/\d+{bad}(  \d+ skipped)?(  \d+ (s|min) left)?.*"
    assert all(re.fullmatch(form, bar) for bar in drawn)
    assert "[#" not in left_on_screen(text)


def test_other_lines_never_follow_the_bar_on_its_line(on_terminal):
    screen = left_on_screen(on_terminal()[1])
    assert re.search(r"^device \d+: .*, \d+ cases$", screen, re.M)
    assert re.search(
        r"^(\x1b\[31m)?new cause \[A\](\x1b\[0m)?: work_group_all: false instead of true", screen, re.M
    )


def test_a_new_cause_ends_its_rows_with_words(on_terminal):
    """Its name is not broken where the terminal's row ends; the next row is indented."""
    rules = "wrong c.work_group_any.*"
    screen = re.sub(r"\x1b\[\d*m", "", left_on_screen(on_terminal(80, WGC_FAKE_RULES=rules)[1]))
    rows = re.search(r"^new cause \[A\]: .*(?:\n {15}.*)*", screen, re.M)[0].split("\n")
    assert len(rows) == 2 and max(map(len, rows)) <= 80
    assert re.fullmatch(r" {15}\(c\.work_group_any\.\S+\)", rows[1])


def test_no_line_is_wider_than_a_narrow_terminal(on_terminal):
    _, text = on_terminal(40)
    assert all(
        len(re.sub(r"\x1b\[\d*m", "", bar.split("\x1b[K")[-1])) <= 40 for bar in bars(text) if "left" in bar
    )


@pytest.mark.parametrize(
    ("variables", "options", "colors"),
    [
        ({}, [], True),
        ({"NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": ""}, [], True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, [], False),
        ({}, ["--no-color"], False),
    ],
)
def test_colours_on_a_terminal(on_terminal, variables, options, colors):
    _, text = on_terminal(100, *options, **variables)
    assert ("\x1b[31m" in text) is colors


def test_a_dumb_terminal_gets_neither_bar_nor_colours(on_terminal):
    assert "\x1b" not in on_terminal(TERM="dumb")[1]


@pytest.fixture(scope="module")
def piped(wgconform, fake):
    def run(*options, **variables):
        env = {"NO_COLOR": "", "FORCE_COLOR": "", "GITHUB_ACTIONS": "", **variables}
        arguments = ["-d", fake["index"], "-p", "default", "-j", "1", "--language", "c", *options, *CASES]
        return wgconform(*arguments, env=env)

    return run


def test_elsewhere_there_are_plain_lines(piped):
    result = piped()
    assert "\x1b" not in result.stdout + result.stderr
    assert "\r" not in result.stdout + result.stderr
    assert re.search(r"^device \d+: ", result.stderr, re.M)


def test_force_color_colours_a_pipe(piped):
    assert "\x1b[31m" in piped(FORCE_COLOR="1").stdout
    assert "\x1b" not in piped(FORCE_COLOR="1", NO_COLOR="1").stdout


def test_the_end_has_the_table_the_cause_and_how_to_run_it_again(piped, wgconform):
    result = piped()
    lines = result.stdout.splitlines()
    assert re.fullmatch(r"passed/run +int", lines[0])
    row = re.fullmatch(r"c\.work_group_all +0/(\d+)", lines[1])
    total = int(row[1])
    assert lines[2] == "1 function passed altogether (run with -v)"
    assert lines[3] == "1 function was skipped altogether (run with -v)"
    skipped = lines.index("")
    assert re.fullmatch(r"skipped, \d+ cases:", lines[skipped + 1])
    head = rf"{total} of \d+ cases that ran went wrong, in 1 way \(cause\): {total} fail \(wrong value\)"
    cause = next(i for i, line in enumerate(lines) if re.fullmatch(rf"{head}; \[A\]: .*", line))
    counts = f"({total} cases fail, none of the same function passes)"
    assert lines[cause + 1] == f"  1. work_group_all: false instead of true {counts} [A]"
    text = " ".join(line.strip() for line in lines[cause + 2 : lines.index("next:")])
    evidence = (
        r"(c\.work_group_all\.\S+): expected any non-zero value, got 0 .*at work-group \(.*; rule: every "
    )
    example = re.match(evidence, text)[1]
    command = re.search(r"^ (.*\S) +# runs it again$", result.stdout, re.M)[1]
    assert shlex.split(command)[-1] == example
    again = wgconform("-c", f"{command} -q", program="sh")
    assert (again.returncode, again.stdout.split(" in ")[0]) == (1, "1 case, 1 fail")
    assert re.fullmatch(r"\d+ cases, \d+ pass, \d+ fail, \d+ skip in [\d.]+ s", lines[-1])
    assert re.fullmatch(r"device: .* \[.*\], driver \S.*", lines[-2])
    # during the run a defect is one line
    named = [line for line in result.stderr.splitlines() if "work_group_all" in line]
    start = "new cause [A]: work_group_all: false instead of true (c.work_group_all."
    assert len(named) == 1 and named[0].startswith(start)


def test_a_saved_report_has_the_table_with_verbose(piped, wgconform, tmp_path):
    """What the hints of a screen lead to."""
    path = tmp_path / "r.json"
    result = piped("-o", path)
    hint = re.search(r"^1 function passed altogether \((.*)\)$", result.stdout, re.M)[1]
    assert hint == "causes -v, below"
    command = re.search(r"^ (.*\S) +# every cause, every skip$", result.stdout, re.M)[1]
    program, *words = shlex.split(command)
    assert words == ["causes", str(path)]
    assert "passed/run" not in wgconform(*words).stdout
    shown = wgconform(*words, "-v").stdout
    case = r"  fail +c\.work_group_all\.\S+ \(cause 1\)$"
    for line in (r"passed/run +int", r"c\.work_group_all +0/\d+", case):
        assert re.search("^" + line, shown, re.M)


def listed(path):
    return {result["name"] for result in json.loads(path.read_text())["results"]}


def test_the_end_is_a_screen_however_much_failed(wgconform, fake, tmp_path):
    """40 rows in a file: each cause has words, up to 15 a case; what to run next can be pasted."""
    rules = "wrong *work_group_a*,wrong *reduce*,crash *.work_group_scan*.half.*,wrong *sub_group_s*.loop"
    path = tmp_path / "r.json"
    words = ["-d", fake["index"], "-p", "default", "-j", "1", "-o", path, "--cases", "400"]
    result = wgconform(*words, "!*.program.*", "!query.*", env={"WGC_FAKE_RULES": rules}, cwd=tmp_path)
    assert result.returncode == 1, result.stderr
    lines = result.stdout.splitlines()
    assert sum(max(1, -(-len(line) // 200)) for line in lines) <= 40
    form = r"\d+ of \d+ cases that ran went wrong, in (\d+) ways \(causes\): "
    head = next(line for line in lines if re.match(form, line))
    count = int(re.match(form, head)[1])
    assert count > 3
    end = next(i for i, line in enumerate(lines) if line.startswith("next, for cause 1"))
    causes = lines[lines.index(head) + 1 : end]
    numbers = [int(n) for line in causes for n in re.findall(r"(?:^|; ) *(\d+)\. \w", line)]
    assert numbers == list(range(1, count + 1))
    text = " ".join(line.strip() for line in causes)
    cases = re.findall(r" ((?:c|spirv)\.\S+\.\w+)[:;]", text)
    assert 1 <= len(cases) <= 15 and all(case in listed(path) for case in cases)
    assert re.search(r"expected .*, got .* at work-group \(\d", text) and "; rule: " in text
    steps = [line for line in lines[end + 1 :] if line.startswith(" ")]
    assert [shlex.split(step)[1] for step in steps[:3]] == ["causes", "repro", "rerun"]
    for step in steps[:3]:
        done = wgconform("-c", step, program="bash", cwd=tmp_path)
        assert done.returncode in (0, 1), (step, done.stderr)
    assert (tmp_path / "bug" / "repro.c").is_file()
    assert any(re.match(r"\d+ cases, ", line) for line in lines[-4:]) and "--cases 400" in lines[-1]


@pytest.mark.parametrize("columns, rows", [(60, 24), (80, 24), (130, 24), (100, 40), (80, 10)])
def test_the_end_is_a_screen_of_the_terminals_size(on_terminal, columns, rows):
    """All of it with the prompt, but on one of less than 24 rows or 80 columns."""
    rules = "wrong *work_group_a*,wrong *reduce*"
    _, text = on_terminal(columns, rows=rows, WGC_FAKE_RULES=rules)
    lines = re.sub(r"\x1b\[[\d;]*m", "", left_on_screen(text)).split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("new cause"))
    end = [line for line in lines[start:] if not line.startswith(("new cause", " " * 15, "warning"))]
    assert sum(max(1, -(-len(line) // max(80, columns))) for line in end[:-1]) <= max(24, rows - 1)


def test_what_was_left_out_has_a_row_on_a_terminal(on_terminal):
    """A command of several rows would take them from the causes."""
    _, text = on_terminal(100, rows=40, WGC_FAKE_RULES="crash c.work_group_all.*")
    rows = re.sub(r"\x1b\[[\d;]*m", "", left_on_screen(text)).split("\n")
    place = next(i for i, row in enumerate(rows) if row.startswith("not run, "))
    assert "the process ended in the same way" in " ".join(rows[place : place + 2])
    row = " these would most likely fail too; to run these too: add --keep-going"
    assert row in rows[place + 1 : place + 3]
    assert not any("--profile" in row for row in rows[place:])


@pytest.mark.parametrize("rules", ["crash c.work_group_all.*", ""])
def test_a_report_that_commands_name_has_no_row(on_terminal, tmp_path, rules):
    path = tmp_path / "r.json"
    _, text = on_terminal(100, "-o", str(path), rows=40, WGC_FAKE_RULES=rules)
    assert ("written: " in text) is (rules == "")
    assert (f" {path} --cause 1" in text) is (rules != "")


def test_bar_and_fraction_count_the_cases_that_run(on_terminal):
    drawn = [
        re.match(r"\[(#*)\.*\] (\d+)/(\d+)", bar) for bar in bars(on_terminal()[1]) if bar.startswith("[")
    ]
    assert drawn
    for bar in drawn:
        done, total = int(bar[2]), int(bar[3])
        assert done <= total and len(bar[1]) == 30 * done // total


def test_verbose_names_every_case_and_skip(piped):
    lines = piped("-v").stdout.splitlines()
    total = int(re.search(r"(\d+) of \d+ cases that ran went wrong, in 1 way", "\n".join(lines))[1])
    assert sum(line.startswith("  fail ") for line in lines) == total
    assert any(re.fullmatch(r"c\.work_group_reduce_mul +skip", line) for line in lines)


def test_a_run_of_nothing_but_skips_warns(wgconform, fake):
    result = wgconform("-d", fake["index"], "-p", "quick", "c.work_group_reduce_mul.int.*")
    assert (result.returncode, "warning: nothing was tested" in result.stderr) == (0, True)


def test_quiet_prints_the_totals_alone(piped):
    result = piped("-q")
    assert result.stderr == ""
    assert result.stdout.count("\n") == 1


def test_one_cause_of_a_report_alone(piped, wgconform, tmp_path):
    """By its number or its id: all that is known, and what to run."""
    path = tmp_path / "r.json"
    piped("-o", path)
    cause = json.loads(path.read_text())["causes"][0]
    for name in ("1", cause["id"]):
        result = wgconform("causes", path, "--cause", name)
        assert result.returncode == 1
        for text in (f"\n  1. {cause['title']}\n", "\n     rule: ", f" {cause['example']}\n", "next:\n"):
            assert text in result.stdout
        assert "skipped" not in result.stdout
    result = wgconform("causes", path, "--cause", "99")
    assert (result.returncode, "no cause has the id or the number 99" in result.stderr) == (2, True)
