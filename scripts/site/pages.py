"""The pages of the site, each a function from the reports' contents to HTML."""

import html
import re
from collections import Counter

from reports import CHECKS, PASSED, SKIPPED, judged

POLICY = "default-src 'none'; style-src 'self'"
# Of the reasons why a family's cases are skipped, and of a cause's functions, so many are named.
REASONS_SHOWN, NAMES_SHOWN = 5, 8
escape = html.escape


def plural(number, word):
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def anchor(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def cause_id(cause):
    return f"cause-{anchor(cause.name)}"


def page(title, body, up=""):
    """up leads from the page to the folder of the site."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(title)}</title>
<link rel="stylesheet" href="{up}style.css">
</head>
<body>
<header><nav aria-label="Site">
<a href="{up}index.html">Results</a> <a href="{up}findings/index.html">Findings</a>
</nav></header>
<main>
{body}
</main>
<footer><p>Made of the reports in <code>results/</code> by <code>make site</code>.</p></footer>
</body>
</html>
"""


def outcome(counts, causes):
    """A class, a cell's first text, and what it adds: how a family's cases ended."""
    if not counts.total():
        return "none", "not run", ""
    if not judged(counts):
        return "none", "skipped", ""
    if counts[PASSED] == judged(counts):
        return "good", f"{counts[PASSED]:,} pass", ""
    return "bad", f"{counts[PASSED]:,} of {judged(counts):,} pass", plural(len(causes), "cause")


def cell(implementation, family):
    kind, first, more = outcome(implementation.of_family(family), implementation.causes_of(family))
    text = first + (f" <br>{more}" if more else "")
    if first != "not run":
        text = f'<a href="{implementation.name}.html#{anchor(family)}">{text}</a>'
    return f'<td role="cell" class="{kind}" data-family="{escape(family)}">{text}</td>'


def row(implementation, families):
    head = f'<a href="{implementation.name}.html">{escape(implementation.version)}</a>'
    where = f"{implementation.folder}: {implementation.device['name']}, {implementation.profile} profile"
    device = f"<small>{escape(where)}</small>"
    cells = "".join(cell(implementation, family) for family in families)
    return f'<tr role="row"><th role="rowheader" scope="row">{head}<br>{device}</th>{cells}</tr>'


def matrix(title, implementations, families):
    head = "".join(
        f'<th role="columnheader" scope="col">{escape(family)}</th>' for family in ("driver", *families)
    )
    rows = "\n".join(row(implementation, families) for implementation in implementations)
    return f"""<h2>{escape(title)}</h2>
<table role="table" class="matrix" aria-label="{escape(title)}">
<thead role="rowgroup"><tr role="row">{head}</tr></thead>
<tbody role="rowgroup">
{rows}
</tbody></table>"""


def index(implementations, families, others):
    parts = [
        "<h1>Conformance of OpenCL collectives, by implementation</h1>",
        "<p>A row is a version of a driver, a column a family of functions. A cell shows how many of the"
        " judged cases passed; cases are skipped where the device does not claim the function. A cell leads"
        " to the causes of what failed, and a cause to its finding: what is wrong, with the smallest program"
        " that shows it.</p>",
    ]
    for title, emulated in (
        ("The driver's own functions", False),
        ("The project's portable functions, on the driver's compiler", True),
    ):
        if chosen := [i for i in implementations if i.emulated == emulated]:
            parts.append(matrix(title, chosen, [f for f in families if any(i.of_family(f) for i in chosen)]))
    if others:
        links = "".join(f'<li><a href="{target}">{escape(title)}</a></li>' for target, title in others)
        parts.append(f"<h2>More</h2><ul>{links}</ul>")
    return page("wgconform: results", "\n".join(parts))


def names(texts):
    texts = sorted(texts)
    shown = ", ".join(f"<code>{escape(text)}</code>" for text in texts[:NAMES_SHOWN])
    return shown + (f" and {len(texts) - NAMES_SHOWN:,} more" if len(texts) > NAMES_SHOWN else "")


def cause_section(cause, findings):
    states = ", ".join(f"{number:,} {state}" for state, number in cause.states.most_common())
    facts = [("cases", states), ("functions", names(cause.functions))]
    if cause.types:
        facts.append(("types", names(cause.types)))
    facts.append(("families", ", ".join(f"{escape(f)} ({n:,})" for f, n in cause.by_family.most_common())))
    facts.append(("example", f"<code>{escape(cause.example)}</code>"))
    if cause.seen:
        facts.append(("what it showed", escape(cause.seen)))
    if cause.finding in findings:
        link = f'<a href="findings/{cause.finding}.html">{escape(findings[cause.finding])}</a>'
        facts.append(("finding", link))
    else:
        facts.append(("finding", "none yet"))
    rows = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts)
    head = f"<h3>{escape(cause.title)}</h3>"
    body = f"{head}<dl>{rows}</dl>"
    if cause.finding in findings:  # a row each: what is new matters first
        cases = f"<small>{plural(cause.cases, 'case')}</small>"
        body = f"<details><summary>{head} {cases}</summary><dl>{rows}</dl></details>"
    return f'<section class="cause" id="{cause_id(cause)}">{body}</section>'


def answer(implementation, causes, families, findings):
    """What a reader asks first: did something new fail, and what was not tested?"""
    new = [cause for cause in causes if cause.finding not in findings]
    known = len({cause.finding for cause in causes} & set(findings))
    skipped = [family for family in families if not judged(implementation.of_family(family))]
    total = sum(implementation.counts.values(), Counter())
    if not judged(total):
        text = "Nothing is known: no case ran."
    elif new:
        text = f"Something new failed: {plural(len(new), 'cause')} without a finding."
    else:
        text = f"Nothing new failed; {plural(known, 'known finding')}." if known else "Nothing failed."
    body = f'<p class="answer"><strong>{text}</strong></p>'
    if skipped:
        body += f'<p class="skipped">Skipped altogether: {escape(", ".join(skipped))}.</p>'
    return body


def family_section(implementation, family):
    causes = implementation.causes_of(family)
    kind, first, more = outcome(implementation.of_family(family), causes)
    words = f"{first}, {more}" if more else first
    parts = [f'<section id="{anchor(family)}"><h3>{escape(family)}</h3><p class="verdict {kind}">{words}</p>']
    if causes:
        links = "".join(
            f'<li><a href="#{cause_id(cause)}">{escape(cause.title)}</a>: '
            f"{plural(cause.by_family[family], 'case')}</li>"
            for cause in causes
        )
        parts.append(f"<ul>{links}</ul>")
    languages = {language: c for (name, language), c in implementation.counts.items() if name == family}
    if family != CHECKS and len(languages) > 1:
        each = (f"{language}: {outcome(counts, ())[1]}" for language, counts in sorted(languages.items()))
        parts.append(f"<p>By language: {'; '.join(each)}.</p>")
    if skips := implementation.skips.get(family):
        shown = skips.most_common(REASONS_SHOWN)
        rows = "".join(f"<li>{plural(number, 'case')}: {escape(reason)}</li>" for reason, number in shown)
        rest = skips.total() - sum(number for _, number in shown)
        rows += f"<li>{plural(rest, 'case')}: other reasons</li>" if rest else ""
        parts.append(
            f"<details><summary>{plural(skips.total(), 'case')} skipped</summary><ul>{rows}</ul></details>"
        )
    return "".join(parts) + "</section>"


def report_rows(implementation, address):
    for path, report in implementation.reports:
        tool = report["tool"]
        yield (
            "report",
            f'<a href="{address(path)}">{escape(path.name)}</a>, begun {escape(report["started"])}, '
            f"{report['seconds']:,.0f} s, wgconform {escape(tool['version'])} ({escape(tool['commit'])})",
        )


def device(implementation, families, findings, address):
    """The page of an implementation. address(path) is where a report lies, from here."""
    own = [family for family in families if implementation.of_family(family).total()]
    about = implementation.device
    kind = "the project's portable functions" if implementation.emulated else "the driver's own functions"
    facts = [
        ("device", escape(about["name"])),
        ("platform", escape(about["platform"])),
        ("driver", escape(about["driver_version"])),
        ("version", escape(about["device_version"])),
        ("what ran", f"{kind}, {implementation.profile} profile"),
        *report_rows(implementation, address),
    ]
    causes = sorted(implementation.causes.values(), key=lambda cause: (-cause.cases, cause.name))
    total = sum(implementation.counts.values(), Counter())
    verdict = f"{total[PASSED]:,} of {judged(total):,} judged cases pass"
    verdict += f"; {plural(len(causes), 'cause')}" if causes else ""
    verdict += f"; {total[SKIPPED]:,} skipped" if total[SKIPPED] else ""
    body = [
        f"<h1>{escape(implementation.version)}</h1>",
        answer(implementation, causes, own, findings),
        f"<p>{verdict}.</p>",
        "<dl>" + "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts) + "</dl>",
    ]
    for title, known in (("Causes without a finding", False), ("Known findings", True)):
        some = [cause for cause in causes if (cause.finding in findings) is known]
        if some:
            body += [f"<h2>{title}</h2>", *(cause_section(cause, findings) for cause in some)]
    body += ["<h2>By family</h2>", *(family_section(implementation, family) for family in own)]
    return page(f"{implementation.version}: results", "\n".join(body))


CELL_KINDS = {".": "good", "x": "other", "-": "none"}
HISTORY_NOTE = (
    "A number counts the cases that fail with the cause. Of its cases, <b>.</b> none fails, <b>x</b> some"
    " fail in another way, <b>-</b> all were skipped."
)


def history_row(row, labels, findings):
    links = "".join(
        f'<br><a href="findings/{stem}.html">{escape(findings[stem])}</a>'
        for stem in row.findings
        if stem in findings
    )
    example = f"<small>{escape(row.change)}; example <code>{escape(row.example)}</code></small>"
    cells = "".join(
        f'<td role="cell" class="{CELL_KINDS.get(text, "bad")}" data-family="{escape(label)}">{text}</td>'
        for label, text in zip(labels, row.cells, strict=True)
    )
    head = f"{escape(row.title)}<br>{example}{links}"
    return f'<tr role="row"><th role="rowheader" scope="row">{head}</th>{cells}</tr>'


def history_title(one):
    return f"{one.driver}: causes of failures by version, {one.profile} profile"


def history(one, findings):
    """The page of a driver's versions: a row for each cause."""
    labels = [report["label"] for report in one.reports]
    head = "".join(f'<th role="columnheader" scope="col">{escape(text)}</th>' for text in ("cause", *labels))
    ran = "".join(
        f"<li>{escape(r['label'])}: driver {escape(r['driver_version'])}, {r['failing']:,} of {r['ran']:,}"
        f" cases failed, {escape(r['profile'])} profile</li>"
        for r in one.reports
    )
    rows = "\n".join(history_row(row, labels, findings) for row in one.rows)
    title = history_title(one)
    body = f"""<h1>{escape(title)}</h1>
<ul>{ran}</ul>
<p>{HISTORY_NOTE}</p>
<table role="table" class="matrix" aria-label="{escape(title)}">
<thead role="rowgroup"><tr role="row">{head}</tr></thead>
<tbody role="rowgroup">
{rows}
</tbody></table>"""
    return page(title, body)


def uses(stem, implementations):
    for implementation in implementations:
        for cause in implementation.causes.values():
            if cause.finding == stem:
                yield implementation, cause


def finding(stem, title, body, programs, implementations):
    """The page of a finding: its text, its programs as (name, text), and the results that show it."""
    parts = [f"<article>{body}</article>"]
    if programs:
        parts.append("<h2>Programs</h2>")
    for name, text in programs:
        code = f'<pre tabindex="0"><code>{escape(text)}</code></pre>'
        link = f'<p><a href="{name}">{escape(name)}</a> as a file</p>'
        parts.append(f"<details><summary>{escape(name)}</summary>{code}{link}</details>")
    parts.append("<h2>In these results</h2>")
    rows = [
        f'<li><a href="../{i.name}.html#{cause_id(cause)}">{escape(i.version)}</a>: {escape(cause.title)}; '
        f"{plural(cause.cases, 'case')}</li>"
        for i, cause in uses(stem, implementations)
    ]
    parts.append(f"<ul>{''.join(rows)}</ul>" if rows else "<p>None of the reports here has a case of it.</p>")
    return page(title, "\n".join(parts), up="../")


def findings_index(findings, implementations):
    rows = []
    for stem, title in findings.items():
        seen = {i.version: i for i, _ in uses(stem, implementations)}
        where = ", ".join(f'<a href="../{i.name}.html">{escape(version)}</a>' for version, i in seen.items())
        where = f"<br><small>{where}</small>" if where else ""
        rows.append(f'<li><a href="{stem}.html">{escape(title)}</a>{where}</li>')
    body = (
        f'<h1>Findings</h1><p>A page for each distinct defect.</p><ul class="findings">{"".join(rows)}</ul>'
    )
    return page("wgconform: findings", body, up="../")
