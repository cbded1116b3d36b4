"""The HTML report in headless Chromium: the matrix, what is known, causes, and errors in ULP."""

import itertools
import math
import pathlib
import re
import struct

import pytest
from html_reports import BAD, FORMATS, fail_again, float_failure, small, step

pytestmark = pytest.mark.slow


def rows(browser):
    """The matrix' rows: a family's name, or a function's."""
    return browser.texts(".matrix .toggle, .matrix .function th")


# The matrix


def test_the_matrix_shows_bad_rows_first_and_all_on_demand(page):
    report = fail_again(small())
    browser = page(report)
    bad = {r["name"].rsplit(".", 3)[0] for r in report["results"] if r["state"] in BAD}
    functions = {f for f in browser.texts(".matrix .function th") if f != "query"}
    assert functions == {f for f in bad if not f.startswith("query")} != set()
    browser.click("#rows")
    browser.click("#open")
    ran = {r["name"].rsplit(".", 3)[0] for r in report["results"] if not r["name"].startswith("query.")}
    assert set(browser.texts(".matrix .function th")) == ran | {"query"}
    assert browser.run("location.hash") == "#rows=all&open=1"
    families = browser.texts(".matrix .toggle")
    kinds = [
        next(i for i, k in enumerate(("work_group", "sub_group", "query")) if f.startswith(k))
        for f in families
    ]
    assert kinds == sorted(kinds) and len(set(kinds)) == 3


def test_a_row_of_a_family_opens_into_its_functions(page):
    browser = page(fail_again(small()), address="#rows=all")
    assert browser.texts(".matrix .function") == []
    browser.click("[data-family=work_group_broadcast]")
    assert browser.texts(".matrix .function th") == ["c.work_group_broadcast", "spirv.work_group_broadcast"]
    browser.click("[data-family-cell^=work_group_broadcast] button")
    assert browser.texts(".matrix .function") == []


def test_the_matrix_sorts_and_filters(page):
    report = fail_again(small())
    browser = page(report, address="#rows=all&sort=name")
    names = rows(browser)
    assert names == sorted(names) and len(names) > 4
    browser.enter("#sort", "failures")
    failed = {name: 0 for name in names}
    for result in report["results"]:
        function = result["name"].split(".")[1]
        family = next((n for n in names if n == function or function.startswith(n)), "query")
        failed[family] += result["state"] in BAD
    assert [failed[name] for name in rows(browser)] == sorted(failed.values(), reverse=True)
    browser.enter("#functions", "c.*broadcast")
    assert rows(browser) == ["work_group_broadcast", "c.work_group_broadcast"]


def test_a_family_that_the_device_lacks_is_one_line(page):
    report = small()
    lacking = [r for r in report["results"] if ".sub_group_all." in r["name"]]
    for result in lacking:
        result.clear()
    report["results"] = [r for r in report["results"] if r]
    report["results"] += [
        {
            "name": f"{language}.sub_group_all.int.{n}.plain",
            "state": "skip",
            "seconds": 0,
            "reason": "the device lacks sub-groups; and more",
        }
        for language in ("c", "spirv")
        for n in (1, 2, 3)
    ]
    for address in ("", "#rows=all&open=1"):
        browser = page(report, address=address)
        assert "sub_group_all: 2 functions, 6 cases skipped: the device lacks sub-groups" in browser.texts(
            "[data-lacking]"
        )
        assert not any("sub_group_all" in name for name in rows(browser))


# What is known, and causes


def test_what_is_waived_leads_to_its_findings(page, tmp_path):
    report = small()
    linked = {
        r["reason"].split("(results/findings/")[1].split(".md")[0]
        for r in report["results"]
        if r["state"] == "waived"
    }
    assert len(linked) > 2
    browser = page(report)
    waived = sum(r["state"] == "waived" for r in report["results"])
    assert browser.run("document.title").endswith(f"; {waived:,} waived")
    assert set(browser.texts("[data-finding]")) == linked
    assert all(h.startswith("#cause=") for h in browser.texts("[data-finding]", "getAttribute('href')"))
    browser.click("[data-finding]")
    assert browser.run("document.querySelectorAll('[data-cause][open] .again').length") == 1
    # Where the findings themselves exist, a link leads to the file.
    for name in linked:
        (tmp_path / "results/findings").mkdir(parents=True, exist_ok=True)
        (tmp_path / f"results/findings/{name}.md").write_text(name)
    browser = page(report)
    assert set(browser.texts("[data-finding]", "href")) == {
        f"file://{tmp_path}/results/findings/{n}.md" for n in linked
    }
    assert all(pathlib.Path(h.removeprefix("file://")).is_file() for h in browser.texts(".waiver a", "href"))


def test_a_link_is_never_a_script(page):
    report = small()
    for result in report["results"]:
        if result["state"] == "waived":
            result["reason"] = re.sub(r"\(results/[^)]*\)", "(javascript:alert.call``)", result["reason"])
    browser = page(report)
    assert "javascript:alert.call``" in browser.texts(".waiver")[0]
    assert [h for h in browser.texts("a", "href") if h.startswith("javascript")] == []


def test_each_cause_has_its_example_a_drawing_and_the_whole_rerun_line(page, wgconform, tmp_path):
    report = fail_again(small())
    browser = page(report)
    browser.unfold(".cause")
    printed = wgconform("causes", tmp_path / "0.json").stdout
    expected = [line.split("rerun: ")[1] for line in printed.splitlines() if "rerun: " in line]
    assert len(expected) > 3
    assert browser.texts(".cause .again code") == expected
    found = {r["name"]: r for r in report["results"]}
    for code, command in enumerate(expected):
        drawn = browser.run(f"document.querySelectorAll('.cause')[{code}].querySelectorAll('.item').length")
        mismatch = found[command.split()[-1]].get("mismatch", {})
        assert drawn == len(mismatch.get("group_actual", []))
    total = [
        int(n.replace(",", ""))
        for n in re.findall(r"list the ([\d,]+) cases", " ".join(browser.texts(".all-of-cause")))
    ]
    browser.click(".all-of-cause")
    assert browser.texts("#shown") == [f"{total[0]:,} of {len(found):,} cases"]


# Errors in ULP


def of_type(kind, value):
    """A value rounded to the type; "least" is its smallest that is positive."""
    real = FORMATS[kind][0]
    return step(kind, 0.0, 1) if value == "least" else struct.unpack(real, struct.pack(real, value))[0]


def test_errors_are_drawn_in_ulp(page):
    failures, errors = [], []
    for kind, start, steps in itertools.product(FORMATS, (1.0, 1.75, 96.5, "least"), (3, 200)):
        expected = of_type(kind, start)
        actual, allowed = step(kind, expected, steps), step(kind, expected, 2) - expected
        tolerance = f"from {expected - allowed:.17g} to {expected + allowed:.17g}"
        failures.append(float_failure(kind, expected, actual, tolerance, f"form{len(failures)}"))
        errors.append((actual - expected) / (step(kind, expected, 1) - expected))
    browser = page(small() | {"results": failures})
    browser.unfold(".case")
    labels = [
        re.fullmatch(r"error \+(\S+) ULP, allowed -2 to \+2 ULP", t)
        for t in browser.texts(".case .axis", "ariaLabel")
    ]
    assert [float(t[1]) for t in labels] == [pytest.approx(error, rel=0.01) for error in errors]
    marks = browser.texts(".case .axis .mark", "getBoundingClientRect().left")
    bands = browser.texts(".case .axis .band", "getBoundingClientRect().right")
    assert all(mark > band for mark, band in zip(marks, bands, strict=True)) and len(marks) == len(failures)
    assert browser.texts(".case .axis .dot", "className") == ["dot", "dot wrong"] * len(failures)
    assert len(browser.texts(".case .item .error")) == len(failures)


def test_what_is_no_number_is_not_drawn(page):
    failures = [
        float_failure("float", 1.0, math.nan, "exact", "a"),
        float_failure("float", 1.0, 2.0, "any NaN", "b"),
        float_failure("float", 1.0, 2.0, "undefined", "c"),
    ]
    browser = page(small() | {"results": failures})
    browser.unfold(".case")
    assert (len(browser.texts(".case .item")), browser.texts(".ulp")) == (6, [])
