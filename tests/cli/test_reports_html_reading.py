"""The HTML report in headless Chromium: the history of a device, size and time, and who can read it."""

import itertools

import pytest
from html_reports import BAD, EXPLORED, INTEL, NVIDIA, fail_again, float_failure, load, small

pytestmark = pytest.mark.slow


# One device over time


def mend(report, name):
    for result in report["results"]:
        if name in result["name"] and result["state"] in BAD:
            for key in ("reason", "mismatch", "build_log", "signal"):
                result.pop(key, None)
            result["state"] = "pass"
    return report


def test_reports_of_one_device_are_a_history_of_its_causes(page):
    first, second, third = (fail_again(small()) for _ in range(3))
    for report in (first, second, third):
        mend(report, ".remainder")  # a cause of its own in both functions
    mend(first, ".work_group_all.")
    mend(third, ".work_group_broadcast.")
    second["results"] = [r for r in second["results"] if ".work_group_broadcast." not in r["name"]]
    for number, report in enumerate((first, second, third)):
        report["started"] = f"2026-0{number + 1}-05T00:00:00Z"
        report["device"]["driver_version"] = f"9.{number}"
    browser = page(second, third, first)  # in whatever order
    heads = browser.texts(".trend thead th")
    assert [h[:10] for h in heads[2:]] == ["2026-01-05", "2026-02-05", "2026-03-05"]
    places = "[...e.querySelectorAll('[data-place]')].map((p) => p.dataset.place)"
    found = browser.run(f"""[...document.querySelectorAll("[data-trend]")].map(
      (e) => [e.dataset.trend.split("-")[0], e.dataset.change, ...{places}])""")
    rows = {name: row for name, *row in found}
    # work_group_broadcast, whose cause is named by the driver's words
    assert ["words", "gone", "crash", "not run", "none"] in found
    assert rows["work_group_all"] == ["stayed", "none", "fail", "fail"]
    assert rows["sub_group_mapping"] == ["stayed", "fail", "fail", "fail"]
    gone = sum(change == "gone" and places[:2] != ["none", "none"] for _, change, *places in found)
    assert browser.run("document.title").endswith(f"; since 2026-02-05: 0 causes appeared, {gone} gone")
    browser = page(first, second)
    assert browser.run("document.title").endswith("; since 2026-01-05: 1 cause appeared, 0 gone")
    browser.click("[data-change=appeared] [data-place=fail] button")
    assert browser.run("document.querySelectorAll('#trend .items').length") == 1


def test_a_program_of_explore_has_a_command_of_its_own(page):
    report = load(EXPLORED)
    browser = page(report)
    (command,) = browser.texts(".again code")  # the first cause is open
    seed = report["explore"]["causes"][0]["seeds"][0]
    device = f"{report['device']['platform']}/{report['device']['name']}"
    assert command.endswith(f" explore --device '{device}' --programs 1 --seed {seed}")


def test_reports_of_several_devices_are_no_history(page):
    other = small()
    other["device"]["name"] = "another"
    browser = page(small(), other)
    assert browser.texts("#trend") == []
    assert len(browser.texts(".verdict")) == 2


# Size, and who can read it


@pytest.mark.parametrize("path", [INTEL, NVIDIA], ids=["intel", "nvidia"])
def test_a_full_report_is_small_and_draws_what_is_seen(page, browser, tmp_path, path):
    """A row for each result is more than four nodes for each. A time depends on the machine."""
    report = fail_again(load(path))
    assert len(report["results"]) >= 58578
    page(report)
    assert (tmp_path / "report.html").stat().st_size < 10e6
    browser.call("Performance.enable", timeDomain="threadTicks")
    for address in ("", "#rows=all&open=1", "#q=reduce&state=pass,skip"):
        page(tmp_path / "0.json", address=address)
        metrics = {m["name"]: m["value"] for m in browser.call("Performance.getMetrics")["metrics"]}
        print(
            path.parent.name,
            address,
            {n: round(metrics[n], 2) for n in ("TaskDuration", "Nodes", "LayoutCount", "JSHeapUsedSize")},
        )
        assert 0 < metrics["Nodes"] < 2 * len(report["results"])
    browser.call("Performance.disable")


@pytest.mark.parametrize("kind", ["failing", "waived", "history"])
def test_axe_finds_nothing_serious_in_light_and_dark(page, axe, kind):
    reports = {
        "failing": [fail_again(small())],
        "waived": [small()],
        "history": [fail_again(small()), small()],
    }[kind]
    reports[0]["results"].append(float_failure("float", 1.5, 1.75, "exact"))
    browser = page(*reports, address="#state=fail,crash,waived&rows=all&open=1")
    browser.unfold(".cause, .case:nth-child(-n + 3)")
    browser.click(".trend [data-place] button")
    browser.run(axe)
    for width, dark in itertools.product((1280, 390), (False, True)):
        browser.view(width=width, dark=dark)
        browser.settle()
        found = browser.run("axe.run(document, { resultTypes: ['violations'] })")
        assert len(found["passes"]) > 10
        serious = [
            (v["id"], v["impact"], [n["html"][:200] for n in v["nodes"][:3]], v["nodes"][0]["any"][:1])
            for v in found["violations"]
            if v["impact"] in ("critical", "serious")
        ]
        assert (width, dark, serious) == (width, dark, [])


def seen(browser, condition):
    """The elements that are seen and of which the condition holds."""
    return browser.run(f"""[...document.querySelectorAll("main *")].filter((e) =>
      e.getBoundingClientRect().width > 0 && {condition}).map((e) => e.outerHTML.slice(0, 100))""")


@pytest.mark.parametrize("kind", ["failing", "history", "two"])
def test_it_is_readable_on_390_pixels(page, kind):
    other = small()
    other["device"]["name"] = "another"
    reports = {
        "failing": [fail_again(small())],
        "history": [fail_again(small()), small()],
        "two": [fail_again(small()), other],
    }[kind]
    reports[0]["results"].append(float_failure("float", 1.5, 1.75, "exact"))
    browser = page(*reports, width=390)
    browser.unfold(".cause, .case:nth-child(-n + 5)")
    assert browser.run("document.documentElement.scrollWidth") == 390
    # Nothing is beyond the edge but in places that scroll, no text is cut off there, and none is tiny.
    kept = 'e.closest(".scroll, .wide, pre, code, .why") === null'
    assert seen(browser, f"e.getBoundingClientRect().right > 391 && {kept}") == []
    has_text = '[...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "")'
    assert seen(browser, f"{has_text} && parseFloat(getComputedStyle(e).fontSize) < 10") == []
    names = browser.texts(".matrix .name", "getBoundingClientRect().width")
    assert len(names) > 2 and min(names) >= 120
    assert browser.run("document.querySelector('.matrix i').getBoundingClientRect().left") < 390
