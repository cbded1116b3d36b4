"""Each sentence of the five texts has its clause: by the texts' own list, not by the suite's.

tests/sentences.json has the list; where the texts are available, it is compared with them.
"""

import json

import pytest
from conftest import ROOT
from sentences import anchor, sentences

TEXTS = ROOT.parent / "shared" / "seeds"
LISTED = json.loads((ROOT / "tests" / "sentences.json").read_text(encoding="utf-8"))
CLAUSES = {c["id"]: c for c in json.loads((ROOT / "suite" / "clauses.json").read_text())["clauses"]}


@pytest.mark.parametrize("source", LISTED)
def test_the_list_is_that_of_the_text(source):
    texts = list(TEXTS.glob(f"{source}_*.txt"))
    if not texts:
        pytest.skip("the texts are not in the repository, and not next to it")
    found = [anchor(one) for one in sentences(texts[0].read_text(encoding="utf-8"))]
    assert [{"hash": one["hash"], "begins": one["begins"]} for one in LISTED[source]] == found


@pytest.mark.parametrize("source", LISTED)
def test_each_sentence_has_a_clause_that_is_tested_or_has_a_reason(source):
    for sentence in LISTED[source]:
        assert ("clauses" in sentence) != ("no_rule" in sentence), sentence
        for name in sentence.get("clauses", []):
            assert name in CLAUSES, sentence
            clause = CLAUSES[name]
            assert clause.get("signatures") or clause.get("untested"), name
        assert sentence.get("no_rule", "a reason"), sentence


def test_each_clause_of_the_texts_is_that_of_a_sentence():
    """A clause of a source is stated in that source."""
    for source, listed in LISTED.items():
        stated = {name for sentence in listed for name in sentence.get("clauses", [])}
        own = {name for name, clause in CLAUSES.items() if clause["source"] == source}
        assert own <= stated, own - stated


def test_a_sentence_without_a_clause_would_be_seen():
    """The words decide, not their case or the line's length; a changed number is another sentence."""
    text = "Work-item 0 gets 3.\nWork-item 1\ngets 4. | a | b |\n\n| c |\n"
    assert sentences(text) == ["Work-item 0 gets 3.", "Work-item 1 gets 4. | a | b", "c"]
    assert anchor("Gets  3.") == {**anchor("gets 3."), "begins": "Gets 3."}
    assert anchor("gets 3.")["hash"] != anchor("gets 4.")["hash"]
