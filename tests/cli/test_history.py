"""`wgconform history`: the causes of failures over reports of several driver versions."""

import html.parser
import json

import pytest
from html_reports import fail_again, small, write

GONE, STAYS = "work_group_all", "sub_group_all"


class Table(html.parser.HTMLParser):
    """The cells of a page's table, row by row."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


def version(path, driver, change=lambda result: None):
    """A part of a real report as that of another driver version, each result changed."""
    report = fail_again(small())
    report["device"]["driver_version"] = driver
    for result in report["results"]:
        change(result)
    return write(path, report)


def mend(result):
    if f".{GONE}." in result["name"] and result["state"] == "fail":
        result.update(state="pass", reason="")
        del result["mismatch"]


@pytest.fixture
def reports(tmp_path):
    """Newest first: version 10 passes what versions 9.1 and 9 fail."""
    return [
        version(tmp_path / "a.json", "10.0.1", mend),
        version(tmp_path / "b.json", "9.1"),
        version(tmp_path / "c.json", "9"),
    ]


def test_the_json_keeps_its_schema_and_counts(wgconform, validate, reports, tmp_path):
    out = tmp_path / "history.json"
    result = wgconform("history", *reports, "-o", out)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    history = json.loads(out.read_text())
    validate(history, "history")
    assert [report["label"] for report in history["reports"]] == ["9", "9.1", "10.0.1"]
    trends = {cause["trend"] for cause in history["causes"]}
    assert trends == {"always", "fixed"}
    for cause in history["causes"]:
        assert len(cause["reports"]) == 3
        for cell in cause["reports"]:
            counts = (cell["failing"], cell["passed"], cell["other"], cell["not_run"])
            assert sum(counts) == cause["cases"]
        if cause["trend"] == "fixed":
            assert cause["fixed"] == {"in": 2, "after": 1}
            assert cause["title"].startswith(GONE)
    failing = [sum(cause["reports"][i]["failing"] for cause in history["causes"]) for i in range(3)]
    assert failing == [report["failing"] for report in history["reports"]]
    assert failing[0] == failing[1] > failing[2] > 0


def test_the_ids_are_those_of_the_reports(wgconform, reports, tmp_path):
    out = tmp_path / "history.json"
    wgconform("history", reports[1], "-o", out)
    merged = tmp_path / "merged.json"
    wgconform("merge", reports[1], "-o", merged)
    of_report = {cause["id"]: cause["cases"] for cause in json.loads(merged.read_text())["causes"]}
    of_history = {cause["id"]: cause["cases"] for cause in json.loads(out.read_text())["causes"]}
    assert of_history == of_report


def test_the_terminal_and_the_page_show_the_same(wgconform, reports, tmp_path):
    text = wgconform("history", *reports)
    assert text.returncode == 0
    assert "[1] 9: " in text.stdout and "[3] 10.0.1: " in text.stdout
    lines = text.stdout.splitlines()
    fixed = [line for line in lines if "fixed in 10.0.1; example: " in line]
    out = tmp_path / "history.html"
    wgconform("history", *reports, "-o", out)
    head, *rows = Table(out.read_text()).rows
    assert head == ["cause", "change", "9", "9.1", "10.0.1"]
    assert len([row for row in rows if row[1] == "fixed in 10.0.1"]) == len(fixed) > 0
    for row in rows:
        cells = "".join(f"{ {'passes': '.', 'not run': '-'}.get(cell, cell):>7}" for cell in row[2:])
        assert any(line.startswith(cells + "  ") for line in lines)
    assert text.stdout == wgconform("history", *reports, "-o", "-").stdout
    assert "id: " in wgconform("history", "-v", *reports).stdout


def test_labels_name_the_reports_and_keep_their_order(wgconform, reports, tmp_path):
    out = tmp_path / "history.json"
    labels = ["--label", "main", "--label", "<b>", "--label", "old"]
    assert wgconform("history", *labels, *reports, "-o", out).returncode == 0
    history = json.loads(out.read_text())
    assert [report["label"] for report in history["reports"]] == ["main", "<b>", "old"]
    assert {cause["trend"] for cause in history["causes"]} == {"always", "introduced"}
    page = tmp_path / "history.html"
    wgconform("history", *labels, *reports, "-o", page)
    assert "<b>" not in page.read_text() and "&lt;b&gt;" in page.read_text()


def test_reports_of_other_platforms_are_mentioned(wgconform, reports):
    report = json.loads(reports[0].read_text())
    report["device"]["platform"] = "Other"
    result = wgconform("history", write(reports[0], report), reports[1])
    assert result.returncode == 0
    assert result.stderr == "warning: the reports 9.1 and 10.0.1 are of different platforms\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "an argument is missing"),
        (["none.json"], "none.json: cannot open"),
        (["a.json", "-o", "x.xml"], "x.xml does not end with .json, .html or .txt"),
        (["a.json", "--label", "a", "--label", "b"], "as many labels as reports are required: 2 for 1"),
        (["a.json", "b.json", "--label", "a", "--label", "a"], 'two reports have the label "a"'),
        (["a.json", "--label", ""], "--label: the label is empty"),
    ],
)
def test_wrong_options_are_2_with_one_line(wgconform, reports, tmp_path, arguments, message):
    result = wgconform("history", *arguments, cwd=tmp_path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("wgconform: history: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_report_of_explore_is_refused(wgconform, reports):
    report = json.loads(reports[0].read_text())
    report["explore"] = {"programs": 1, "causes": []}
    result = wgconform("history", write(reports[0], report))
    assert result.returncode == 2
    assert "report 1 is of explore" in result.stderr
