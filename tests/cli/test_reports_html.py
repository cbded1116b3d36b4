"""The HTML report in headless Chromium (`scripts/setup packages-browser`): cases, search, two reports."""

import html.parser
import json
import re

import pytest

pytestmark = pytest.mark.slow
CASES = [
    "c.work_group_all.int.*",
    "c.work_group_any.int.*",
    "c.work_group_reduce_add.*",
    "c.work_group_reduce_mul.*",
]
BAD = ("fail", "crash", "timeout", "build_error", "unexpected_pass", "flaky", "error")
HOSTILE = "\x1b[31mred\x1b[0m </script><script>document.title='broken'</script> <img src=x> & ]]> \x07 ä"


class Page(html.parser.HTMLParser):
    """What a page holds once its script has run: elements with their attributes, and text by class or id."""

    VOID = ("meta", "input", "br")

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "text": "", **dict(attrs)}
        element["inside"] = {key for outer in self.open for key in outer}
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        while self.open and self.open.pop()["tag"] != tag:
            pass

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, **attributes):
        attributes = {key.replace("_", "-").strip("-"): value for key, value in attributes.items()}
        return [e for e in self.elements if all(v in (e.get(k) or "").split() for k, v in attributes.items())]

    def dimensions(self):
        """The places of the matrix' cells but for those of the families."""
        return [e for e in self.elements if e["tag"] == "i" and "data-cell" in e["inside"]]

    def cases(self):
        return [e["data-name"] for e in self.all(class_="case")]


@pytest.fixture
def browse(browser):
    """browse(path, "#q=...", script) is the page after its own script, and after another one."""

    def load(path, address="", script=""):
        browser.view()
        browser.open(path, address)
        browser.run(f"(() => {{ {script} }})()")
        browser.settle()
        return Page(browser.run("document.documentElement.outerHTML"))

    return load


@pytest.fixture(scope="module")
def saved(wgconform, intel, pocl, tmp_path_factory):
    """A report of each of two devices; on Intel's, work_group_all is wrong."""
    folder = tmp_path_factory.mktemp("saved")
    paths = [folder / "intel.json", folder / "pocl.json"]
    for device, path in zip((intel, pocl), paths, strict=True):
        options = ["-d", device["index"], "-q", "-p", "quick", "--language", "c"]
        queries = CASES if device is intel else CASES[:2]
        assert wgconform(*options, "--json", path, *queries).returncode in (0, 1)
    return paths


def page_of(wgconform, folder, *reports):
    path = folder / "report.html"
    result = wgconform("html", *reports, "-o", path)
    assert (result.returncode, result.stderr) == (0, "")
    return path


def results(path):
    return {r["name"]: r for r in json.loads(path.read_text())["results"]}


def written(report, path):
    counted = {state: sum(r["state"] == state for r in report["results"]) for state in report["summary"]}
    report["summary"] = {**counted, "total": len(report["results"])}
    path.write_text(json.dumps(report))
    return path


def test_the_matrix_has_a_cell_for_each_function_and_type(browse, wgconform, saved, tmp_path):
    page = browse(page_of(wgconform, tmp_path, saved[0]), "#rows=all&open=1")
    found = results(saved[0])
    pairs = {".".join(name.split(".")[:3]) for name in found}
    cells = [e["data-cell"] for e in page.elements if "data-cell" in e]
    assert sorted(cells) == sorted(pairs)
    dimensions = page.dimensions()
    assert len(dimensions) == 3 * len(pairs)
    wrong = {
        (*name.split(".")[:3], name.split(".")[3].count("x"))
        for name, r in found.items()
        if r["state"] in BAD
    }
    assert sum(e["data-state"] in BAD for e in dimensions) == len(wrong)


def test_what_went_wrong_is_listed_first(browse, wgconform, saved, tmp_path):
    page = browse(page_of(wgconform, tmp_path, saved[0]))
    found = results(saved[0])
    bad = [name for name, r in found.items() if r["state"] in BAD]
    assert bad
    assert page.cases() == bad
    assert page.all(id="shown")[0]["text"] == f"{len(bad)} of {len(found)} cases"


def test_the_headline_is_the_verdict_and_causes_come_first(browse, wgconform, saved, tmp_path):
    page = browse(page_of(wgconform, tmp_path, saved[0]))
    report = json.loads(saved[0].read_text())
    run = [r for r in report["results"] if r["state"] != "skip"]
    bad = [r for r in run if r["state"] in BAD]
    causes = report["causes"]
    assert len(causes) >= 1
    title = page.all(tag="title")[0]["text"]
    assert re.search(
        rf": {len(causes)} causes?, {len(bad)} of {len(run):,} fail; \d+ of \d+ functions? affected", title
    )
    assert page.all(tag="h1")[0]["text"] == title
    shown = [e["data-cause"] for e in page.elements if "data-cause" in e]
    assert shown == [c["id"] for c in causes]
    order = [
        ("cause" if "data-cause" in e else "cell")
        for e in page.elements
        if "data-cause" in e or "data-cell" in e
    ]
    assert order == sorted(order)[::-1] or order.index("cell") == len(causes)


def test_the_answer_comes_first(browse, wgconform, saved, tmp_path):
    """May we ship? Of which device is this, and what was not tested?"""
    report = json.loads(saved[0].read_text())
    page = browse(page_of(wgconform, tmp_path, saved[0]))
    (answer,) = page.all(class_="ship")
    assert (
        answer["text"]
        == f"Something new failed: {len(report['causes'])} cause{'s' * (len(report['causes']) > 1)}, below."
    )
    (facts,) = page.all(class_="facts")
    device = report["device"]
    for part in (device["name"], device["platform"], f"driver {device['driver_version']}", "profile quick"):
        assert part in facts["text"]
    assert report["started"][:10] in facts["text"] and report["tool"]["commit"] in facts["text"]
    (skipped,) = page.all(class_="skipped")
    functions = {}
    for r in report["results"]:
        functions.setdefault(r["name"].rsplit(".", 3)[0], set()).add(r["state"])
    number = sum(states == {"skip"} for states in functions.values())
    assert skipped["text"].startswith(
        f"{number} function{'s were' if number > 1 else ' was'} skipped altogether"
    )
    assert "the device lacks" in skipped["text"]
    # known findings are folded, a row each; a device without collectives is in the headline
    for r in report["results"]:
        if r["state"] in BAD:
            r.update(
                state="waived", waiver="w-1", reason="fail as expected: known (results/f.md); " + r["reason"]
            )
    page = browse(page_of(wgconform, tmp_path, written(report, tmp_path / "known.json")))
    assert page.all(class_="ship")[0]["text"] == "Nothing new failed; 1 known finding, below."
    (known,) = page.all(class_="known-causes")
    assert known["text"].startswith("1 known finding, ")
    for r in report["results"]:
        r.pop("mismatch", None)
        r.update(state="skip", reason="the device lacks work-group collective functions")
        r.pop("waiver", None)
    report["device"]["features"]["collective_functions"] = False
    page = browse(page_of(wgconform, tmp_path, written(report, tmp_path / "none.json")))
    assert page.all(class_="ship")[0]["text"] == "Nothing is known: no case ran."
    lack = "this device has no work-group collectives: nothing could be judged"
    assert lack in page.all(tag="title")[0]["text"]
    assert page.all(class_="lack")[0]["text"] == lack


@pytest.mark.parametrize(
    ("address", "chosen"),
    [
        (
            "#q=c.work_group_any.*&state=pass",
            lambda n, r: ".work_group_any." in n and r["state"] == "pass",
        ),
        ("#q=all+.32x8.&state=fail,skip,pass", lambda n, r: "all" in n and ".32x8." in n),
        ("#q=%21*_all.*&state=pass", lambda n, r: "_all." not in n and r["state"] == "pass"),
        ("#state=skip", lambda n, r: r["state"] == "skip"),
        ("#q=nothing-is-called-so", lambda n, r: False),
    ],
)
def test_the_address_filters(browse, wgconform, saved, tmp_path, address, chosen):
    page = browse(page_of(wgconform, tmp_path, saved[0]), address)
    found = results(saved[0])
    names = [name for name, result in found.items() if chosen(name, result)]
    assert page.cases() == names[:100]
    assert page.all(id="shown")[0]["text"] == f"{len(names)} of {len(found)} cases"


def test_a_failure_shows_which_items_are_wrong_and_how_to_run_it(browse, wgconform, saved, tmp_path):
    found = results(saved[0])
    name = next(n for n, r in found.items() if r["state"] == "fail" and len(r["mismatch"]["group_wrong"]) > 8)
    mismatch = found[name]["mismatch"]
    alone = "document.body.replaceChildren(document.querySelector('.case'))"
    page = browse(page_of(wgconform, tmp_path, saved[0]), f"#q={name}", alone)
    assert page.cases() == [name]
    assert len(page.all(class_="item")) == len(mismatch["group_actual"])
    assert len(page.all(class_="wrong", role="img")) == sum(mismatch["group_wrong"])
    assert len(page.all(class_="first")) == 1
    assert mismatch["expected"] in page.all(class_="body")[0]["text"]
    command = page.all(tag="code")[0]["text"]
    assert command.endswith(f" --profile quick {name}")
    again = wgconform("-c", command + " -q", program="sh")
    assert again.returncode == 1


def test_two_reports_are_side_by_side(browse, wgconform, saved, tmp_path):
    page = browse(page_of(wgconform, tmp_path, *saved), "#differ=1&state=pass,fail,crash,skip")
    first, second = map(results, saved)
    assert len(page.all(class_="report", aria_label="report")) == 2
    names = [n for n in first if first[n]["state"] != second.get(n, {"state": None})["state"]]
    assert page.cases() == names[:100]
    cells = [e["data-cell"] for e in page.elements if "data-cell" in e]
    assert len(page.dimensions()) == 3 * 2 * len(cells) > 0
    rows = [e for e in page.elements if e["tag"] == "tr" and e.get("class") in ("family", "function")]
    assert [e["text"] for e in page.all(class_="letters")] == ["AB"] * len(rows)
    assert page.all(id="letters")[0]["text"].startswith("A · ")


def test_keys_search_move_and_clear(browse, wgconform, saved, tmp_path):
    script = """
      const press = (key, where) => (where ?? document.activeElement).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }));
      const seen = [];
      const name = () => document.activeElement.closest(".case")?.dataset.name;
      press("/", document.body); seen.push(document.activeElement.id);
      const q = document.activeElement; q.value = "work_group_all"; q.dispatchEvent(new Event("input"));
      seen.push(location.hash);
      press("Escape"); seen.push(location.hash + "|" + (document.activeElement === document.body));
      press("j", document.body); seen.push(name());
      press("j"); seen.push(name()); press("k"); seen.push(name());
      const place = () => {
        const cell = document.activeElement.closest("td").dataset;
        return cell.familyCell ?? cell.cell;
      };
      document.querySelector('[data-family-cell$=".int"] button').focus();
      for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
        press(key); seen.push(place());
      }
      document.activeElement.click(); seen.push(document.querySelector("#q").value);
      document.body.dataset.seen = JSON.stringify(seen);
    """
    page = browse(page_of(wgconform, tmp_path, saved[0]), "#rows=all&open=1", script)
    bad = [name for name, r in results(saved[0]).items() if r["state"] in BAD]
    seen = json.loads(next(e["data-seen"] for e in page.elements if "data-seen" in e))
    matrix = "rows=all&open=1"
    assert seen[:3] == ["q", f"#q=work_group_all&{matrix}", f"#{matrix}|true"]
    assert seen[3:6] == [bad[0], bad[1], bad[0]]
    cells = [
        e.get("data-family-cell") or e["data-cell"]
        for e in page.elements
        if {"data-family-cell", "data-cell"} & set(e)
    ]
    # A family with two functions, whatever cases quick has of them, and the next family.
    places = [cell for cell in cells if cell.endswith(".int")]
    assert [place.startswith("c.") for place in places[:4]] == [False, True, True, False]
    assert seen[6:] == [*places[1:4], places[2], places[2] + ".*"]


def test_text_of_drivers_stays_text(browse, wgconform, saved, tmp_path):
    report = json.loads(saved[0].read_text())
    report["device"]["name"] = report["device"]["platform"] = HOSTILE
    report["results"][0].update(state="build_error", reason=HOSTILE, build_log=HOSTILE + "\n" + HOSTILE)
    name = report["results"][0]["name"]
    page = browse(page_of(wgconform, tmp_path, written(report, tmp_path / "r.json")), f"#q={name}")
    title = page.all(tag="title")[0]["text"]
    assert title.endswith(" affected") and title == page.all(tag="h1")[0]["text"]  # text, and no script's
    assert page.all(tag="img") == []
    expected = "red </script><script>document.title='broken'</script> <img src=x> & ]]> U+0007 ä"
    assert page.all(tag="pre")[0]["text"] == expected + "\n" + expected
    assert page.all(class_="log")[0]["text"].startswith("log, 2 lines")
    assert expected in [reason["text"] for reason in page.all(class_="reason")]


def test_audit_and_unadvertised_functions_have_a_section_each(browse, wgconform, saved, tmp_path):
    report = json.loads(saved[0].read_text())
    name = report["results"][0]["name"]
    report["audit"] = {"requested": 9, "selected": 3, "passed": 1, "cases": [
        {"name": name, "state": "fail", "seconds": 0.5, "reason": HOSTILE},
        {"name": "c.f.int.1.plain", "state": "pass", "seconds": 0.5},
    ]}  # fmt: skip
    wrong = "accepted and wrong"
    none = {"accepted_and_wrong": 0, "crashed": 0, "rejected": 0, "works": 0, "not_run": 0}
    report["unadvertised"] = [
        {**none, **row, "example": name, "detail": HOSTILE}
        for row in (
            {"function": "c.f", "type": "int", "answer": "works", "works": 4},
            {"function": "c.g", "type": "int", "answer": wrong, "accepted_and_wrong": 2, "works": 1},
            {"function": "c.f", "type": "uint", "answer": "works", "works": 5},
        )
    ]
    page = browse(page_of(wgconform, tmp_path, written(report, tmp_path / "r.json")))
    (audit,) = page.all(class_="audit")
    assert "2 of 3 passes run again alone, 1 passed again; interrupted" in audit["text"]
    assert audit["text"].count("pass") == 2 and f"fail {name} red </script>" in audit["text"]
    (section,) = page.all(class_="unadvertised")
    assert "no part of the verdicts" in section["text"]
    lines = [e["text"] for e in page.all(tag="tr") if e["text"].startswith(("accepted and wrong", "works"))]
    assert [line.split("red ")[0] for line in lines] == [
        f"accepted and wrongc.gint2 of 3{name}: ",
        "worksc.fint, uint9 of 9",
    ]
    assert page.all(tag="img") == []


def test_a_report_without_these_parts_has_no_section_for_them(browse, wgconform, saved, tmp_path):
    page = browse(page_of(wgconform, tmp_path, *saved))
    assert page.all(class_="audit") == page.all(class_="unadvertised") == []


@pytest.mark.parametrize("count", [1000, 20000])
def test_many_cases_are_shown_by_the_hundred(browse, wgconform, saved, tmp_path, count):
    report = json.loads(saved[0].read_text())
    model = next(r for r in report["results"] if r["state"] == "fail")
    types = ["int", "uint", "long", "ulong", "float", "double"]
    report["results"] = [
        {
            **model,
            "name": f"c.f{i % 60}.{types[i % 6]}.{i // 3 + 1}x2.n{i}",
            "state": "fail" if i % 4 == 0 else "pass",
        }
        for i in range(count)
    ]
    script = "document.getElementById('more').click(); document.body.dataset.ms = performance.now()"
    page = browse(page_of(wgconform, tmp_path, written(report, tmp_path / "r.json")), script=script)
    assert page.all(id="shown")[0]["text"] == f"{count // 4:,} of {count:,} cases"
    assert len(page.cases()) == 200
    print(count, "cases:", next(e["data-ms"] for e in page.elements if "data-ms" in e), "ms")
