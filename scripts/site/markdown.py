"""Markdown to HTML, as far as the pages of results/ use it: headings, paragraphs, lists, tables, indented
code, `code`, **bold**, [links](target) and addresses. Everything else is text."""

import html
import re

INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|\[(?P<text>(?:`[^`]*`|[^\]`])+)\]\((?P<target>[^)\s]+)\)"
    r"|(?P<address>https?://[^\s<>)]*[^\s<>).,;:])",
    re.DOTALL,
)


def inline(text, link):
    """link(target) is the address of a link, or None for one that leads nowhere here."""
    out, at = [], 0
    for match in INLINE.finditer(text):
        out.append(html.escape(text[at : match.start()]))
        at = match.end()
        if match["code"]:
            out.append(f"<code>{html.escape(match['code'])}</code>")
        elif match["bold"]:
            out.append(f"<strong>{inline(match['bold'], link)}</strong>")
        elif match["address"]:
            address = html.escape(match["address"])
            out.append(f'<a href="{address}">{address}</a>')
        else:
            address, label = link(match["target"]), inline(match["text"], link)
            out.append(label if address is None else f'<a href="{html.escape(address)}">{label}</a>')
    return "".join(out) + html.escape(text[at:])


def cells(line):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(lines, link):
    head, *rows = [cells(line) for line in lines if not re.fullmatch(r"\|[-:| ]+\|", line.strip())]
    width = len(head)
    out = ["<tr>", *(f'<th scope="col">{inline(cell, link)}</th>' for cell in head), "</tr>"]
    for row in rows:
        row = (row + [""] * width)[:width]  # noqa: PLW2901 # a row may be short of its last, empty cells
        out += ["<tr>", *(f"<td>{inline(cell, link)}</td>" for cell in row), "</tr>"]
    return (
        f'<div class="wide" role="region" aria-label="table" tabindex="0"><table>{"".join(out)}</table></div>'
    )


def items(lines, link):
    """A list; a line that begins with spaces continues the item before it."""
    texts = []
    for line in lines:
        if line.startswith("- "):
            texts.append(line[2:])
        else:
            texts[-1] += "\n" + line.strip()
    return "<ul>" + "".join(f"<li>{inline(text, link)}</li>" for text in texts) + "</ul>"


def block(lines, link):
    first = lines[0]
    if first.startswith("    "):
        text = "\n".join(line.removeprefix("    ") for line in lines)
        return f'<pre tabindex="0"><code>{html.escape(text)}</code></pre>'
    if heading := re.match(r"(#{1,4}) (.*)", first):
        level = len(heading[1])
        rest = block(lines[1:], link) if lines[1:] else ""
        return f"<h{level}>{inline(heading[2], link)}</h{level}>{rest}"
    if first.startswith("|"):
        return table(lines, link)
    if first.startswith("- "):
        return items(lines, link)
    return f"<p>{inline(chr(10).join(lines), link)}</p>"


def blocks(text):
    """Lines between empty ones; code continues over an empty line, and so does a list."""
    found = []
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        lines = part.split("\n")
        if found and all(line.startswith("    ") for line in (found[-1][0], *lines)):
            found[-1] += ["", *lines]
        else:
            found.append(lines)
    return found


def render(text, link):
    comments_out = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    return "\n".join(block(lines, link) for lines in blocks(comments_out))
