"""What no rule understands, found by the tagger."""

from datetime import UTC, datetime

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.claims.tagged.tagger import values
from lumina.known import ME, Claim, ClaimType, Mode

AT = datetime(2026, 5, 1, 20, tzinfo=UTC)


def facts(text: str) -> list[Claim]:
    return [one for one in read_claims(text, AT, ()) if one.type is ClaimType.FACT]


@pytest.mark.parametrize(
    ("said", "about", "kind", "words"),
    [
        ("mum's got cataracts so I drive her to bingo", "mother", "health", "cataracts"),
        ("宮大工の見習いやってて、毎日カンナがけばっかり", ME, "job", "宮大工"),
        ("セロリがどうしても食べられない", ME, "dislikes", "セロリ"),
    ],
)
def test_what_no_rule_has_words_for_is_learnt_of_whom_it_is_said(said: str, about: str, kind: str, words: str) -> None:
    assert [one for one in facts(said) if (one.about, one.kind) == (about, kind) and words in one.value]


@pytest.mark.parametrize(
    "said",
    [
        "Would you rather be a hedgelayer or a falconer?",
        "If I were a falconer I'd keep a peregrine.",
        "I'm not a hedgelayer, whatever they say.",
        "宮大工ってどうやってなるの？",
        "もし宮大工だったら、神社を建てたい。",
        "宮大工じゃないですよ。",
    ],
)
def test_what_is_asked_supposed_or_denied_is_not(said: str) -> None:
    assert not [one for one in facts(said) if one.kind == "job" and one.mode is Mode.IS]


def test_a_value_says_where_it_stands_and_how_sure_that_is() -> None:
    said = "My neighbour Ottilie keeps bees."
    found = values(said, "en")
    assert found
    assert all(said[one.start : one.end] == one.text and 0 <= one.confidence <= 1 for one in found)
    assert "Ottilie" in {one.text for one in found if one.kind == "who"}


@pytest.mark.parametrize("text", ["", "   ", "…", "word " * 400, "🙂", "a\x00b", "\ud800"])
def test_any_text_is_tagged_or_left(text: str) -> None:
    for language in ("en", "ja"):
        assert all(0 <= one.start < one.end <= len(text) for one in values(text, language))
