"""results/findings/reports/: the drafts of bug reports, and the table of their page."""

import re

# The first part of a finding's name, and the project whose tracker gets the report.
PROJECTS = {
    "pocl": "PoCL",
    "rusticl": "Mesa (rusticl)",
    "unlisted": "Mesa (rusticl)",
    "oclgrind": "Oclgrind",
    "wine": "Wine",
    "ock": "oneAPI Construction Kit",
    "clvk": "clvk and clspv",
}
REPORT = re.compile(r"^- \*\*Report\*\*: (.+)$", re.MULTILINE)
DRAFT = re.compile(r"\[draft\]\(reports/([\w-]+)\.md\)")


def drafts(findings):
    """The drafts in a folder of findings."""
    return [path for path in sorted((findings / "reports").glob("*.md")) if path.stem != "README"]


def project_of(stem):
    """The project that a finding belongs to, or None for a driver without public sources."""
    return PROJECTS.get(stem.split("-")[0])


def title_of(path):
    return path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").replace("|", "\\|")


def row(page):
    """A finding's row: its line Report; a draft is named by its title."""
    report = REPORT.search(page.read_text(encoding="utf-8"))
    if report is None:
        raise ValueError(f"{page.name} has no line 'Report'")
    draft = DRAFT.search(report[1])
    if draft is None:
        return f"| [{page.stem}](../{page.name}) | {report[1]} | |"
    title = title_of(page.parent / "reports" / f"{draft[1]}.md")
    status = DRAFT.sub("", report[1]).strip(" ,;")
    return f"| [{page.stem}](../{page.name}) | [{title}]({draft[1]}.md) | {status} |"


def table(findings):
    """A table for each project: a row for each finding, those with a draft first."""
    lines = []
    for project in dict.fromkeys(PROJECTS.values()):
        pages = [path for path in sorted(findings.glob("*.md")) if project_of(path.stem) == project]
        rows = sorted((row(page) for page in pages), key=lambda text: text.endswith("| |"))
        lines += [f"### {project}", "", "| finding | report | state |", "|---|---|---|", *rows, ""]
    return "\n".join(lines).rstrip("\n")
