"""scripts/figures: in a root of its own, with commands of the shell; and that the page has what is kept."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, load_script

TABLE = """
[[figure]]
name = "one"
command = "echo '| a |'; echo noise >&2; echo one >>ran"

[[figure]]
name = "two"
device = "second"
needs = ["CTS"]
command = "echo '| b |'; echo two >>ran"
"""
PAGE = "# Page\n\n<!-- figure one: begin -->\nold\n<!-- figure one: end -->\n\nend\n"
WITH_DEVICE = '#!/bin/sh\n[ -e "$1" ] || exit 2\nshift\nexec "$@"\n'


class Figures:
    def __init__(self, root):
        self.root = root
        for name in ("scripts", "build/suite", "results", "docs"):
            (root / name).mkdir(parents=True)
        shutil.copy(ROOT / "scripts/figures", root / "scripts/figures")
        shutil.copytree(ROOT / "scripts/lib", root / "scripts/lib", ignore=lambda *_: ["__pycache__"])
        self.script("scripts/with-device", WITH_DEVICE)
        self.script("scripts/source-state", "#!/bin/sh\necho 0123456789ab\n")
        self.suite("new")
        (root / "results/figures.toml").write_text(TABLE)
        (root / "docs/measurements.md").write_text(PAGE)

    def script(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def suite(self, digest):
        (self.root / "build/suite/manifest.json").write_text(json.dumps({"suite_digest": digest}))

    def run(self, *arguments, status=0, **environment):
        """What it printed, and which commands ran."""
        (self.root / "ran").write_text("")
        done = subprocess.run(
            [self.root / "scripts/figures", *arguments],
            capture_output=True,
            text=True,
            env={"PATH": "/usr/bin:/bin", **environment},
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr, (self.root / "ran").read_text().split()

    def kept(self, name):
        return json.loads((self.root / f"results/figures/{name}.json").read_text())

    def page(self):
        return (self.root / "docs/measurements.md").read_text()


@pytest.fixture
def figures(tmp_path):
    return Figures(tmp_path)


def test_a_figure_is_run_kept_and_put_into_the_page(figures):
    text, ran = figures.run("one")
    assert ran == ["one"] and "one: never made" in text
    kept = figures.kept("one")
    assert (kept["output"], kept["commit"], kept["suite"]) == ("| a |", "0123456789ab", "new")
    page = figures.page()
    assert "old" not in page and "\n| a |\n<!-- figure one: end -->\n\nend\n" in page
    assert re.search(r"^Commit 01234567, \d{4}-\d\d-\d\d, \d+ cores?, .*, \d+ s\.$", page, re.MULTILINE)


def test_only_figures_of_another_suite_are_made_again(figures):
    figures.run("one")
    text, ran = figures.run("--list", status=1)  # two is missing
    assert ran == [] and "one: of today's suite" in text
    assert figures.run(status=1)[1] == []
    assert figures.run("one")[1] == ["one"]  # named, it runs
    figures.suite("newer")
    assert "one: of commit 01234567" in figures.run("--list", "one", status=1)[0]
    assert figures.run(status=1)[1] == ["one"]
    assert figures.kept("one")["suite"] == "newer"


def test_a_figure_of_another_command_is_made_again(figures):
    figures.run("one")
    (figures.root / "results/figures.toml").write_text(TABLE.replace("| a |", "| c |"))
    assert figures.run(status=1)[1] == ["one"]
    assert figures.kept("one")["output"] == "| c |"


def test_what_a_figure_lacks_is_named_and_nothing_is_lost(figures):
    assert "two: never made; left out: CTS is not set" in figures.run("two", status=1)[0]
    assert "left out: device second is not set up" in figures.run("two", status=1, CTS="yes")[0]
    assert not (figures.root / "results/figures/two.json").exists()


def test_a_command_that_fails_or_prints_nothing_keeps_the_old_figure(figures):
    figures.run("one")
    table = figures.root / "results/figures.toml"
    table.write_text(TABLE.replace("echo '| a |'", "exit 3"))
    assert "one: exit status 3" in figures.run("one", status=1)[0]
    table.write_text(TABLE.replace("echo '| a |'", "true"))
    assert "one: its command printed nothing" in figures.run("one", status=2)[0]
    assert figures.kept("one")["output"] == "| a |"


def test_the_output_of_another_machine_is_kept_with_its_name(figures):
    (figures.root / "two.txt").write_text("| b |\n")
    figures.run("--keep", "two", figures.root / "two.txt", "--machine", "a large one", "--seconds", "5")
    assert figures.page() == PAGE.replace("old", "Not made yet: `make figures ARGS=one`.")
    (figures.root / "docs/measurements.md").write_text(PAGE.replace("one", "two"))
    figures.run("--keep", "two", figures.root / "two.txt", "--machine", "a large one", "--seconds", "5")
    assert (figures.kept("two")["machine"], figures.kept("two")["commit"]) == ("a large one", "0123456789ab")
    figures.run(
        "--keep",
        "two",
        figures.root / "two.txt",
        "--machine",
        "a large one",
        "--seconds",
        "5",
        "--commit",
        "fedcba98",
    )
    assert figures.kept("two")["commit"] == "fedcba98"
    assert ", a large one, 5 s.\n\n| b |\n" in figures.page()


@pytest.mark.parametrize(
    ("arguments", "table", "words"),
    [
        (["nine"], TABLE, "no figure is named nine; there are: one two"),
        (["--keep", "nine", "file"], TABLE, "no figure is named nine"),
        ([], TABLE.replace("two", "one"), "a name occurs twice"),
        ([], TABLE.replace("device", "place"), "a row has ['command', 'name', 'needs', 'place']"),
        ([], "figure =", "results/figures.toml: "),
    ],
)
def test_wrong_input_is_one_line_and_status_2(figures, arguments, table, words):
    (figures.root / "results/figures.toml").write_text(table)
    text, ran = figures.run(*arguments, status=2)
    assert words in text and text.startswith("figures: ") and text.count("\n") == 1 and not ran


NO_SUITE = {None: "manifest.json: No such file or directory (make)"} | dict.fromkeys(
    ("{", "[]", "{}"), "manifest.json: no manifest of the suite (make)"
)


@pytest.mark.parametrize("text", NO_SUITE)
def test_without_a_built_suite_nothing_is_made(figures, text):
    """scripts/field reads it in the same way."""
    manifest = figures.root / "build/suite/manifest.json"
    manifest.unlink() if text is None else manifest.write_text(text)
    printed, ran = figures.run("one", status=2)
    assert (printed, ran) == (f"figures: {manifest.parent}/{NO_SUITE[text]}\n", [])
    command = [sys.executable, ROOT / "scripts/field", "--root", figures.root]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"field: {manifest.parent}/{NO_SUITE[text]}\n")


# The files of tests/faults/catalogue about work-group functions that OpenCL-CTS can run.
OF_WORK_GROUPS = (
    "broadcasts",
    "dimensions",
    "floating_point",
    "forms",
    "groups",
    "identities",
    "modes",
    "predicates",
    "sizes",
    "state",
    "types",
)


def test_the_readme_has_the_numbers_of_the_figure():
    text = json.loads((ROOT / "results/figures/faults-intel.json").read_text())["output"]
    table = text[text.index("test_workgroups") :]
    rows = [re.findall(r"\| (\d+)", line) for line in table.splitlines() if line.split(" ")[1:2] != ["all"]]
    names = [line.split(" ")[1] if line.startswith("| ") else "" for line in table.splitlines()]
    of_groups = [
        list(map(int, row)) for name, row in zip(names, rows, strict=False) if name in OF_WORK_GROUPS
    ]
    assert len(of_groups) == len(OF_WORK_GROUPS)
    number, quick, default, cts = map(sum, zip(*of_groups, strict=True))
    right = re.search(r"(\d+) right implementations run, 0 refused", text)[1]
    sentence = " ".join((ROOT / "README.md").read_text().split())
    assert f"Of {number} wrong implementations of the work-group functions" in sentence
    assert (
        f"default profile finds {default}, quick {quick}, and OpenCL-CTS's `test_workgroups` {cts};"
        in sentence
    )
    assert f"all {right} correct but unusual ones pass" in sentence


def test_each_figure_has_its_place_and_the_page_has_what_is_kept():
    script = load_script(ROOT / "scripts/figures", "scripts_figures")
    page = (ROOT / script.PAGE).read_text()
    assert sorted(match[2] for match in script.BLOCK.finditer(page)) == sorted(script.load(ROOT))
    assert script.page(ROOT, page) == page
