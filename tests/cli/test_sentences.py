"""Each sentence of the five texts has its clause: by the texts' own list, not by the suite's.

tests/sentences.json has the list; where the texts are available, it is compared with them.
"""

import copy
import json
import re

import pytest
from conftest import ROOT
from sentences import anchor, sentences

TEXTS = ROOT.parent / "shared" / "seeds"
LISTED = json.loads((ROOT / "tests" / "sentences.json").read_text(encoding="utf-8"))
CLAUSES = {c["id"]: c for c in json.loads((ROOT / "suite" / "clauses.json").read_text())["clauses"]}


def unlike_the_texts(listed, texts):
    """The sources whose sentences, in the list, are not those of the text. texts: source, text."""
    found = {source: [anchor(one) for one in sentences(text)] for source, text in texts.items()}
    own = {
        source: [{key: one[key] for key in ("hash", "begins")} for one in rows]
        for source, rows in listed.items()
    }
    return sorted(source for source in found.keys() | own.keys() if found.get(source) != own.get(source))


def without_a_rule(listed):
    """Those that have neither a clause, which is tested or has a reason, nor a reason themselves."""

    def is_complete(clause):
        return bool(clause.get("signatures") or clause.get("untested"))

    return [
        sentence
        for rows in listed.values()
        for sentence in rows
        if ("clauses" in sentence) == ("no_rule" in sentence)
        or not sentence.get("clauses", sentence.get("no_rule"))
        or not all(is_complete(CLAUSES.get(name, {})) for name in sentence.get("clauses", []))
    ]


def without_a_sentence(listed):
    """The clauses of a source that it does not state."""
    stated = {name for rows in listed.values() for one in rows for name in one.get("clauses", [])}
    return sorted(
        name for name, clause in CLAUSES.items() if clause["source"] in listed and name not in stated
    )


@pytest.fixture
def texts():
    found = {path.name.split("_")[0]: path.read_text(encoding="utf-8") for path in TEXTS.glob("*_*.txt")}
    if not found:
        pytest.skip("the texts are not in the repository, and not next to it")
    return found


def test_the_list_is_that_of_the_texts(texts):
    assert unlike_the_texts(LISTED, texts) == []


def test_each_sentence_has_a_clause_that_is_tested_or_has_a_reason():
    assert without_a_rule(LISTED) == []


def test_each_clause_of_the_texts_is_that_of_a_sentence():
    assert without_a_sentence(LISTED) == []


def test_the_page_counts_them():
    page = (ROOT / "docs" / "coverage.md").read_text()
    (number,) = re.findall(r"\(`tests/sentences.json`, (\d+) of them\)", page)
    assert int(number) == sum(len(rows) for rows in LISTED.values())


@pytest.mark.parametrize("source", LISTED)
def test_another_list_is_not_that_of_the_texts(source, texts):
    """A sentence is taken away, or added, or changed in the list or in the text; or the source is gone."""
    one_less, one_more, changed, no_source = (copy.deepcopy(LISTED) for _ in range(4))
    del one_less[source][0]
    one_more[source].append({"hash": "0", "begins": "Another one.", "no_rule": "an example"})
    changed[source][-1]["hash"] = "0"
    del no_source[source]
    for listed in (one_less, one_more, changed, no_source):
        assert unlike_the_texts(listed, texts) == [source]
    assert unlike_the_texts(LISTED, {**texts, source: texts[source] + "\nAnother one."}) == [source]


@pytest.mark.parametrize("change", [{}, {"clauses": []}, {"no_rule": ""}, {"clauses": ["unknown"]}], ids=str)
def test_a_sentence_without_a_rule_is_refused(change):
    listed = copy.deepcopy(LISTED)
    (listed["000"][0],) = ({key: listed["000"][0][key] for key in ("hash", "begins")} | change,)
    assert without_a_rule(listed) == [listed["000"][0]]


@pytest.mark.parametrize("source", LISTED)
def test_a_clause_that_no_sentence_states_is_refused(source):
    listed = copy.deepcopy(LISTED)
    gone = {name for one in listed[source] for name in one.pop("clauses", [])}
    own = {name for name, clause in CLAUSES.items() if clause["source"] == source}
    assert own and own & gone <= set(without_a_sentence(listed)) | {
        name
        for other, rows in listed.items()
        if other != source
        for one in rows
        for name in one.get("clauses", [])
    }


def test_the_words_of_a_sentence_decide():
    """Not their case or the line's length; a changed number is another sentence."""
    text = "Work-item 0 gets 3.\nWork-item 1\ngets 4. | a | b |\n\n| c |\n"
    assert sentences(text) == ["Work-item 0 gets 3.", "Work-item 1 gets 4. | a | b", "c"]
    assert anchor("Gets  3.") == {**anchor("gets 3."), "begins": "Gets 3."}
    assert anchor("gets 3.")["hash"] != anchor("gets 4.")["hash"]
