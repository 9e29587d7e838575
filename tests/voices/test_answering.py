"""Of whom and of what lines are that are quoted in answer to a question."""

from typing import cast

import pytest

from lumina.voices import answering
from lumina.voices.answering import answer_of
from lumina.voices.matching import tells_of_kind
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.ranker import Ranked, Ranking

NOTHING: dict[str, tuple[str, ...]] = {"learnt": (), "evidence": (), "earlier": ()}


def piece(text: str, who: str = "you", speaker: str = "u") -> Evidence:
    said = {"who": who, "speaker": speaker, "text": text, "at": "2026-06-01T20:00:00+09:00", "score": 1.0}
    return cast("Evidence", said | {"here": False})


def answered(monkeypatch: pytest.MonkeyPatch, said: str, *lines: Evidence) -> list[str]:
    """What is quoted of lines that are all as likely."""

    def ranking(_: str, pieces: list[Evidence], _known: object) -> Ranking:
        return Ranking([Ranked(one, 1 / len(pieces)) for one in pieces], 0.9)

    monkeypatch.setattr(answering, "ranking", ranking)
    material = cast("Material", {"said": said, "facts": [], "told": [], "names": ["Nox"], "language": "en"} | NOTHING)
    return [one["text"] for one in answer_of(said, lines, material).quoted]


def test_who_asks_where_is_quoted_what_may_be_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [piece(text) for text in ("Tide was out", "Bread in the oven", "Lorry blocked the lane")]
    assert answered(monkeypatch, "where was it I tinkered away?", *lines) == ["Bread in the oven"]


def test_who_asks_for_a_lad_is_told_nothing_of_a_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ("My nan has a bad hip", "Turned nine in May", "Bread in the oven", "My lad plays chess")
    quoted = answered(monkeypatch, "when was my lad born, then?", *map(piece, texts))
    assert quoted == ["Turned nine in May"]


def test_what_characters_said_answers_who_asks_for_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    line = piece("That isn't anywhere in what I remember", "me", "Nox")
    assert answered(monkeypatch, "where was it I tinkered away?", line) == []
    assert answered(monkeypatch, "what did you say then?", line) == [line["text"]]


@pytest.mark.parametrize(
    ("asked", "told", "is_told"),
    [
        ("where's my brother from?", "my brother stays till Sunday", False),
        ("where's my brother from?", "my brother grew up in Leeds", True),
        ("do you remember the tide?", "the tide was out", True),
    ],
)
def test_whether_a_line_tells_of_the_kind_that_is_asked_for(asked: str, told: str, is_told: bool) -> None:
    assert tells_of_kind(asked, told) is is_told
