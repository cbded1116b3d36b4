"""Where a bug is put into PoCL's source: a function of a file, and a few tokens in it.

The tokens of an edit are words and signs as they are in the file, one blank for any white space between
them (or the end of a line of a macro). They have to be in the function exactly once.
"""

import re


def span(text: str, function: str) -> tuple[int, int]:
    """Where the definition of a function, table or macro begins and ends, in whole lines; ValueError if it
    is not there. It begins in the first column, and ends with a line that begins with `}`."""
    name = rf"(?:^|(?<=[\s*:])){re.escape(function)}\s*[(\[]"
    for match in re.finditer(rf"^(?=[^\s/}}])[^\n]*?{name}", text, re.MULTILINE):
        begin = match.start()
        if text.startswith("#", begin):
            end = re.compile(r"(?<!\\)\n").search(text, match.end())
        elif re.compile(r"[^;{]*\{").match(text, match.end()):
            end = re.compile(r"^\}[^\n]*\n", re.MULTILINE).search(text, match.end())
        else:
            continue  # a declaration
        return begin, end.end() if end else len(text)
    raise ValueError(f"there is no {function}")


def edited(text: str, change: dict) -> str:
    """The text with one edit; ValueError unless the tokens are in the function exactly once."""
    begin, end = span(text, change["function"]) if change["function"] else (0, len(text))
    tokens = re.compile(r"[\s\\]+".join(map(re.escape, change["old"].split())))
    found = list(tokens.finditer(text, begin, end))
    if len(found) != 1:
        place = f"{change['file']}: {change['function']}".removesuffix(": ")
        raise ValueError(f"{place} has {change['old']!r} {len(found)} times")
    return text[: found[0].start()] + change["new"] + text[found[0].end() :]
