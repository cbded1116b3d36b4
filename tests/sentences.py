"""The sentences of the five texts that the suite began with (in suite/clauses.json), and their hashes.

The texts themselves are not in the repository. Of each sentence sentences.json has the hash, the first words,
and the clauses of suite/clauses.json that state it, or why it states no rule.
"""

import hashlib
import html
import re

FIRST_WORDS = 3
TAG = re.compile(r"<(?:/?[a-z]+[^<>]*|!--.*?--)>", re.DOTALL)
# A sentence ends in front of a capital letter; "e.g." and numbers have none behind them here.
END = re.compile(r"(?<=[.:])\s+(?=[A-Z0-9])")


def paragraphs(text):
    """A blank line ends one; so does a table's border. The shared text has tags, and borders around lines."""
    lines = []
    for line in map(str.strip, TAG.sub(" ", text).splitlines()):
        inner = re.sub(r"^\||\|$", "", line).strip()
        lines.append("" if re.fullmatch(r"[\s|:-]*", inner) else inner)
        if line.endswith("|") and not line.startswith("|"):
            lines.append("")
    blocks = "\n".join(lines)
    return [" ".join(html.unescape(block).split()) for block in re.split(r"\n\s*\n", blocks) if block.strip()]


def sentences(text):
    """In the order of the text, repetitions too."""
    return [one for paragraph in paragraphs(text) for one in END.split(paragraph)]


def anchor(sentence):
    """What identifies a sentence: the hash of its words and signs, and how it begins."""
    digest = hashlib.sha256(" ".join(sentence.lower().split()).encode()).hexdigest()
    return {"hash": digest[:16], "begins": " ".join(sentence.split()[:FIRST_WORDS])}
