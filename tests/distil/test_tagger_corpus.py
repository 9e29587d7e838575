"""The corpus that the tagger learnt from, and its training."""

from pathlib import Path

import pytest

from lumina.distil.claims.tagged.tagger import LANGUAGES, Tagger
from lumina.language.kinds import kinds
from lumina.language.trained.tokens import tokens
from tools.tagger.__main__ import labels, train
from tools.tagger.corpus import CORPUS, MARK, Marked, read_corpus, sentences
from tools.tagger.trying import told

PEOPLE = {"who", "rel"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_is_whole_and_of_a_kind_that_is_known(language: str) -> None:
    for file in (CORPUS / language).glob("*.txt"):
        rest = MARK.sub("", file.read_text(encoding="utf-8"))
        assert "[" not in rest, file
        assert "]" not in rest, file
    marks = [mark for one in read_corpus(language) for mark in one.marks]
    assert {mark.kind for mark in marks} <= {*kinds(), *PEOPLE}
    assert len(marks) > 5_000


def test_marks_stand_where_the_words_stand() -> None:
    [first, second] = sentences("My [rel aunt] [who Perpetua] keeps [hobby@ bees]. Sold the [-possession kiln]!")
    assert [first.text[one.start : one.end] for one in first.marks] == ["aunt", "Perpetua", "bees"]
    assert [(one.kind, one.status) for one in second.marks] == [("possession", "-")]
    assert second.text[second.marks[0].start : second.marks[0].end] == "kiln"
    words = tokens(first.text, "en")
    found = dict(zip([word.text for word in words], labels(words, first.marks), strict=True))
    assert found == {"My": "O", "aunt": "B-rel", "Perpetua": "B-who", "keeps": "O", "bees": "B-hobby", ".": "O"}


def test_what_is_trained_finds_what_it_was_shown(tmp_path: Path) -> None:
    trades = ("cooper", "farrier", "glazier", "thatcher")
    shown: list[Marked] = [one for trade in trades for one in sentences(f"I'm [job a {trade}] in [home Whitby].")]
    train(shown * 5, "en", tmp_path)
    found = Tagger("en", tmp_path).values("I'm a farrier in Whitby.")
    assert [(one.kind, one.text) for one in found] == [("job", "a farrier"), ("home", "Whitby")]
    assert "en from 0.0: found 1.000, right 1.000" in told(shown, "en", tmp_path)
