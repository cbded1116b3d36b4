"""results/findings/README.md: the list of the findings, by what a user of the driver notices."""

import re

# The values of a page's line Effect, the worst first, and the heading of each.
EFFECTS = {
    "wrong values in straight code": "Wrong results in straight code",
    "wrong values in control flow": "Wrong results around a condition, a loop or a return",
    "lost stores or overwritten memory": "Values or stores that are lost, and memory that is overwritten",
    "kernels that do not run or do not end": "Kernels that do not run, or do not end",
    "the process ends": "The process ends",
    "a correct program is refused": "A correct program is refused",
    "a wrong answer about the device": "What the device reports about itself is wrong",
    "none: the standard allows it": "Withdrawn, because the standard allows it",
}
EFFECT = re.compile(r"^- \*\*Effect\*\*: (.+)$", re.MULTILINE)


def effect_of(page):
    """The value of a page's line Effect, which is one of EFFECTS."""
    found = EFFECT.findall(page.read_text(encoding="utf-8"))
    if len(found) != 1 or found[0] not in EFFECTS:
        raise ValueError(f"{page.name}: a line 'Effect' with one of: {'; '.join(EFFECTS)}")
    return found[0]


def listing(findings):
    """A heading for each effect, the worst first, and its pages by their titles."""
    pages = {effect: [] for effect in EFFECTS}
    for page in sorted(findings.glob("*.md")):
        if page.name != "README.md":
            title = page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
            pages[effect_of(page)].append((title.casefold(), f"- [{title}]({page.name})"))
    lines = []
    for effect, heading in EFFECTS.items():
        if pages[effect]:
            lines += [f"## {heading}", "", *(line for _, line in sorted(pages[effect])), ""]
    return "\n".join(lines).rstrip("\n")
