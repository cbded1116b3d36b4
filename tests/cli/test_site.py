"""The static pages of results/ that `make site` makes: their content, their links, and a browser on them."""

import html.parser
import json
import pathlib
import re
import subprocess
import sys
from collections import Counter

import pytest
from conftest import BUILD, ROOT

sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "scripts/lib"))
import history
import small

from generator.families import families

HOSTILE = "</p><script>document.title='broken'</script> <img src=x> & \x1b[31mred ä"
BAD_ONCE = "c.work_group_all.int.4.plain"


def make_site(*arguments):
    command = [sys.executable, ROOT / "scripts/site", "-m", BUILD / "suite/manifest.json", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Page(html.parser.HTMLParser):
    """The elements of a page, each with its attributes and its text."""

    VOID = ("meta", "link", "br", "img")

    def __init__(self, path):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(path.read_text(encoding="utf-8"))
        assert not self.open, f"{path}: not closed: {[e['tag'] for e in self.open]}"

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "text": "", "links": [], **dict(attrs)}
        self.elements.append(element)
        if tag == "a":
            for outer in self.open:
                outer["links"].append(element["href"])
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def with_id(self, name):
        (element,) = [e for e in self.elements if e.get("id") == name]
        return element


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site of results/."""
    folder = tmp_path_factory.mktemp("site") / "made" / "here"
    done = make_site(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{folder / 'index.html'}\n"
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def check_links(folder, pages):
    """Every link leads to a file of the site, and to a place that is there; the number of them."""
    count = 0
    for path, page in pages.items():
        ids = [e["id"] for e in page.elements if "id" in e]
        assert len(ids) == len(set(ids)), path
        for element in page.elements:
            for target in (element[key] for key in ("href", "src") if key in element):
                count += 1
                if element["tag"] == "a" and re.match(r"https?://", target):
                    continue
                name, _, place = target.partition("#")
                found = (path.parent / name).resolve() if name else path
                assert found.is_file() and found.is_relative_to(folder), (path, target)
                if place:
                    assert any(e.get("id") == place for e in pages[found].elements), (path, target)
    return count


def test_every_link_leads_somewhere(site, pages):
    assert check_links(site.resolve(), {path.resolve(): page for path, page in pages.items()}) > 500


def test_a_link_that_leads_nowhere_would_be_seen(site, tmp_path):
    path = tmp_path / "index.html"
    path.write_text('<a href="missing.html">there</a>')
    with pytest.raises(AssertionError, match=r"missing\.html"):
        check_links(tmp_path, {path: Page(path)})


def test_what_an_example_showed_has_no_link_of_its_waiver(site):
    """The small form has the waiver's reason no more: its link follows the state at once."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    assert sum("wrong value" in text for text in texts.values()) > 3
    assert [name for name, text in texts.items() if "as expected: (" in text] == []


def test_the_page_of_clauses_has_each_clause_and_function(pages, site):
    cells = {e["text"] for e in pages[site / "coverage.html"].elements if e["tag"] in ("td", "code")}
    clauses = json.loads((ROOT / "suite/clauses.json").read_text())["clauses"]
    assert not {clause["id"] for clause in clauses} - cells
    assert {"c.work_group_all", "spirv.sub_group_all", "query.collectives"} <= cells


def test_nothing_is_loaded_but_the_style(pages):
    for path, page in pages.items():
        loaded = [
            e.get("href") or e.get("src") for e in page.elements if e["tag"] in ("link", "img", "script")
        ]
        assert [pathlib.PurePosixPath(name).name for name in loaded] == ["style.css"], path
    assert "url(" not in (ROOT / "scripts/site/style.css").read_text()


def family_counts(folder):
    """The states of the cases of each family, in the full profile."""
    family_of = families(ROOT / "suite")
    counts = {}
    for path in sorted((ROOT / "results" / folder).glob("full*.json.gz")):
        for group, states in small.read(path)["counts"].items():
            language, function = group.split(".")[:2]
            family = "capability checks" if language == "query" else family_of[function]
            counts.setdefault(family, Counter()).update(states)
    return counts


@pytest.mark.parametrize("folder", ["pocl-6.0", "intel-2026.2"])
def test_a_cell_counts_its_cases_and_leads_to_its_causes(pages, site, folder):
    cells = [
        e
        for e in pages[site / "index.html"].elements
        if e["tag"] == "td" and any(link.startswith(f"{folder}.html") for link in e["links"])
    ]
    counts = family_counts(folder)
    assert {e["data-family"] for e in cells} == set(counts)
    assert len(cells) == len(counts)
    for cell in cells:
        states = counts[cell["data-family"]]
        judged = states.total() - states["skip"]
        failing = judged - states["pass"]
        numbers = [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", cell["text"])]
        assert cell["class"] == ("bad" if failing else "good" if judged else "none")
        assert numbers[: 2 if failing else 1] == (
            [states["pass"], judged] if failing else [judged] if judged else []
        )
        page = pages[site / f"{folder}.html"]
        section = page.with_id(cell["links"][0].partition("#")[2])
        causes = [page.with_id(link[1:]) for link in section["links"] if link.startswith("#cause-")]
        assert len(causes) == (numbers[2] if failing else 0)
        listed = [
            int(n.replace(",", "")) for n in re.findall(r": ([\d,]+) cases?(?! skipped)", section["text"])
        ]
        assert sum(listed[: len(causes)]) == failing
        for cause in causes:
            (finding,) = [link for link in cause["links"] if link.startswith("findings/")]
            back = f"../{folder}.html#{cause['id']}"
            assert back in [e.get("href") for e in pages[site / finding].elements]


def test_every_finding_has_its_page_with_its_text_and_programs(site, pages):
    for path in (ROOT / "results/findings").glob("*.md"):
        if path.stem == "README":
            continue
        page = pages[site / "findings" / f"{path.stem}.html"]
        shown = " ".join(e["text"] for e in page.elements if e["tag"] == "main")
        for word in re.findall(r"[\w-]{4,}", re.sub(r"\]\([^)]*\)", "]", path.read_text())):
            assert word in shown, (path, word)
        assert not re.search(r"\*\*|\]\(", shown), path
    for program in (ROOT / "results/findings").glob("*.cl"):
        assert (site / "findings" / program.name).read_bytes() == program.read_bytes()


def made_up(folder, name="made-1.0", **more):
    """A folder of results with one report: a case that fails without a waiver, one that was skipped."""
    report = {
        "impl": "builtin",
        "profile": "quick",
        "started": "2026-01-01T00:00:00Z",
        "seconds": 1.5,
        "tool": {"version": "1", "commit": HOSTILE},
        "device": {key: HOSTILE for key in ("name", "platform", "driver_version", "device_version")},
        "results": [
            {"name": BAD_ONCE, "state": "fail", "seconds": 0.1, "reason": f"wrong value: {HOSTILE}"},
            {"name": "c.work_group_all.int.64.plain", "state": "fail", "reason": "wrong value: got 5"},
            {"name": "c.work_group_any.int.4.plain", "state": "skip", "reason": HOSTILE},
        ],
        **more,
    }
    (folder / "findings").mkdir(parents=True, exist_ok=True)
    (folder / name).mkdir()
    small.write(folder / name / "quick.json.gz", small.shrink(json.dumps(report).encode()))
    return folder


def test_a_failure_without_finding_is_a_cause_too_and_text_stays_text(tmp_path):
    out = tmp_path / "site"
    done = make_site("-r", made_up(tmp_path / "results"), out)
    assert (done.returncode, done.stderr) == (0, "")
    page = Page(out / "made-1.0.html")
    (cause,) = [e for e in page.elements if e.get("class") == "cause"]
    assert "2 fail" in cause["text"] and BAD_ONCE in cause["text"] and "none yet" in cause["text"]
    assert not [e for e in page.elements if e["tag"] in ("script", "img")]
    assert HOSTILE in page.elements[[e["tag"] for e in page.elements].index("title")]["text"]


def answer_of(page):
    (element,) = [e for e in page.elements if e.get("class") == "answer"]
    return element["text"]


def test_a_device_s_page_answers_first(site, pages, tmp_path):
    """Did something new fail, and what was not tested? Known findings are folded."""
    known = pages[site / "intel-2026.2.html"]
    assert re.fullmatch(r"Nothing new failed; \d+ known findings\.", answer_of(known))
    tags = [e["tag"] for e in known.elements if e.get("class") == "answer" or e["tag"] in ("h2", "details")]
    assert tags[:3] == ["p", "h2", "details"]
    (skipped,) = [e for e in pages[site / "rusticl-26.1.html"].elements if e.get("class") == "skipped"]
    assert skipped["text"].startswith("Skipped altogether: ")
    assert make_site("-r", made_up(tmp_path / "results"), tmp_path / "site").returncode == 0
    made = Page(tmp_path / "site/made-1.0.html")
    assert answer_of(made) == "Something new failed: 1 cause without a finding."


def test_the_causes_of_a_report_are_taken_from_it(tmp_path):
    results = [
        {"name": f"c.work_group_{name}.int.4.plain", "state": "fail", "cause": "one", "reason": "r"}
        for name in ("all", "any")
    ]
    folder = made_up(tmp_path / "results", results=results, causes=[{"id": "one", "title": "The one cause"}])
    assert make_site("-r", folder, tmp_path / "site").returncode == 0
    page = Page(tmp_path / "site/made-1.0.html")
    (cause,) = [e for e in page.elements if e.get("class") == "cause"]
    assert cause["text"].startswith("The one cause") and "2 fail" in cause["text"]


def test_a_site_is_made_again_and_other_things_are_left_alone(tmp_path):
    results = made_up(tmp_path / "results")
    out = tmp_path / "site"
    assert make_site("-r", results, out).returncode == 0
    (out / "old.html").touch()
    assert make_site("-r", results, out).returncode == 0
    assert not (out / "old.html").exists()
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").touch()
    refused = make_site("-r", results, other)
    assert refused.returncode == 2
    assert f"{other} holds other things than a site" in refused.stderr
    assert [path.name for path in other.iterdir()] == ["letter.txt"]
    unbuilt = make_site("-r", results, "-m", tmp_path / "none.json", out)
    assert (unbuilt.returncode, unbuilt.stdout) == (2, "")
    assert unbuilt.stderr.startswith(f"{tmp_path / 'none.json'} is missing")
    nothing = make_site("-r", tmp_path / "none", out)
    assert nothing.returncode == 2
    assert f"{tmp_path / 'none'} has no reports" in nothing.stderr


SHOWN = (
    "index.html",
    "pocl-6.0.html",
    "findings/index.html",
    "findings/pocl-tiny-work-groups.html",
    "functions.html",
)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_a_browser_finds_nothing_wrong(browser, site, axe, width, dark):
    browser.view(width, dark=dark)
    paper = set()
    for name in SHOWN:
        browser.open(site / name)
        assert browser.asked_for == [f"file://{site / name}", f"file://{site / 'style.css'}"], name
        assert browser.run("document.documentElement.scrollWidth <= innerWidth"), name
        paper.add(browser.run("getComputedStyle(document.body).backgroundColor"))
        browser.run(axe + ";0")
        found = browser.run("axe.run().then(r => r.violations)")
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        assert [(v["id"], [n["html"] for n in v["nodes"]][:3]) for v in serious] == [], name
    (color,) = paper
    light = sum(map(int, re.findall(r"\d+", color)))
    assert light < 128 if dark else light > 640


@pytest.mark.slow
def test_axe_sees_what_is_wrong(browser, axe, tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<!doctype html><html><body><img src='x'><p style='color:#eee'>pale</p></body></html>")
    browser.view()
    browser.go(f"file://{path}")
    assert browser.console, "the picture that there is not"
    browser.run(axe + ";0")
    found = {v["id"] for v in browser.run("axe.run().then(r => r.violations)")}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found


@pytest.mark.slow
def test_a_person_gets_from_a_cell_to_its_finding(browser, site):
    browser.view(390)
    browser.open(site / "index.html")
    for step in (
        "document.querySelector('td.bad[data-family=\"all, any\"] a').href",
        "document.querySelector(location.hash + ' a').href",
        "document.querySelector(location.hash + ' a[href^=findings]').href",
    ):
        browser.go(browser.run(step))
    assert "work_group_all" in browser.run("document.querySelector('h1').textContent")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "results" / "history").glob("*.history.gz")), ids=history.name_of
)
def test_each_cause_of_a_history_has_a_row(pages, site, path):
    saved, name = history.load(path), history.name_of(path)
    page = pages[site / f"history-{name}.html"]
    labels = [report["label"] for report in saved["reports"]]
    assert [e["text"] for e in page.elements if e.get("scope") == "col"] == ["cause", *labels]
    rows = [e["text"] for e in page.elements if e.get("scope") == "row"]
    assert len(rows) == len(saved["causes"])
    for row, cause in zip(rows, saved["causes"], strict=True):
        assert row.startswith(cause["title"]) and cause["example"] in row
    cells = [e for e in page.elements if e["tag"] == "td"]
    failing = [
        cell["failing"]
        for cause in saved["causes"]
        for cell in cause["reports"]
        if cell["presence"] == "fails"
    ]
    assert [int(e["text"]) for e in cells if e["class"] == "bad"] == failing
    assert any(f"history-{name}.html" == e.get("href") for e in pages[site / "index.html"].elements)
