"""Links and paths in the project's text: each leads to a file, and to a heading, that exists."""

import re
import subprocess

import pytest
from conftest import ROOT

TRACKED = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    if name
]
PAGES = sorted(path for path in TRACKED if path.suffix == ".md" and path.is_file())
LINK = re.compile(r"\]\(([^)\s]+)\)")
DOCS_PAGE = re.compile(r"\bdocs/([a-z-]+\.md)(?:#([\w-]+))?")
# A path of the repository in `code`. A part in capitals, such as FILE, is a placeholder.
FOLDERS = "harness|generator|suite|tests|scripts|schemas|examples|packaging|debian"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./*-]*)`")
PLACEHOLDER = re.compile(r"(?<![a-z0-9])[A-Z]{2,}(?![a-z0-9])")


def without_code(text):
    """The text without indented and fenced code, whose lines are no Markdown."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^(?: {4}|\t).*$", "", text, flags=re.MULTILINE)


def anchors(page):
    """The names that a page's headings have in links."""
    for heading in re.findall(r"^#+ (.*)$", without_code(page.read_text(encoding="utf-8")), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def wrong_links(page):
    for target in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+://", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
            yield target


def wrong_paths(page):
    for path in PATH.findall(page.read_text(encoding="utf-8")):
        if not PLACEHOLDER.search(path) and not any(ROOT.glob(path.rstrip("/"))):
            yield path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_of_a_page_exist(page):
    assert list(wrong_links(page)) == []
    assert list(wrong_paths(page)) == []


def test_pages_that_other_files_name_exist():
    mentions = 0
    for path in TRACKED:
        if path.suffix in (".gz", ".png") or not path.is_file() or path.name == "test_links.py":
            continue
        for name, anchor in DOCS_PAGE.findall(path.read_text(encoding="utf-8", errors="replace")):
            mentions += 1
            page = ROOT / "docs" / name
            assert page.is_file(), (path, name)
            assert not anchor or anchor in anchors(page), (path, name, anchor)
    assert mentions > 10


def test_a_wrong_link_and_a_wrong_path_are_seen(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A heading\n\n[a](missing.md) [b](#a-heading) [c](#none)\n\n"
        "`harness/missing.c` `tests/unit/test_NAME.c`\n\n    [d](code.md)\n"
    )
    assert list(wrong_links(page)) == ["missing.md", "#none"]
    assert list(wrong_paths(page)) == ["harness/missing.c"]
