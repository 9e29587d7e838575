"""What takes the place of what: how things are now, and how they were before that."""

from datetime import UTC, datetime, timedelta

import pytest

from harness.life import Life, answer
from lumina.voices.answering import answer_of
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.asked_time import asks_how_it_was
from tests.voices.test_offline_voice import material

BEGIN = datetime(2026, 5, 4, 20, tzinfo=UTC)


def told(*lines: str) -> list[Evidence]:
    """Lines, a fortnight between each two."""
    moments = (BEGIN + timedelta(days=14 * number) for number in range(len(lines)))
    return [
        Evidence(who="you", speaker="葵", text=text, at=at.isoformat(), score=0.3, here=False)
        for text, at in zip(lines, moments, strict=True)
    ]


def quoted(said: str, lines: list[Evidence], earlier: tuple[str, ...] = ()) -> list[str]:
    given: Material = material(said, language="en" if said.isascii() else "ja", evidence=lines, earlier=earlier)
    return [piece["text"] for piece in answer_of(said, lines, given).quoted]


SHIFT = told("I'm on the early shift at the depot", "They've moved me to the late shift", "The canteen has new chairs")
FARE = told("バスの定期は1万2千円です", "来月から定期が1万3千円に値上がりするそうです", "運転手さんが親切でした")


@pytest.mark.parametrize(
    ("said", "lines", "right"),
    [
        ("Which shift am I on now?", SHIFT, 1),
        ("Which shift was I on before?", SHIFT, 0),
        ("定期はいくら？", FARE, 1),
        ("値上げ前の定期はいくらだった？", FARE, 0),
    ],
)
def test_what_is_quoted_is_of_the_time_that_is_asked_for(said: str, lines: list[Evidence], right: int) -> None:
    assert quoted(said, lines) == [lines[right]["text"]]


@pytest.mark.parametrize(("said", "lines"), [("and what was it before that?", SHIFT), ("その前は？", FARE)])
def test_what_was_before_is_asked_of_what_was_quoted_last(said: str, lines: list[Evidence]) -> None:
    answer = f"“{lines[1]['text']}”" if said.isascii() else f"「{lines[1]['text']}」"
    assert quoted(said, lines, (answer,)) == [lines[0]["text"]]


@pytest.mark.asyncio(loop_scope="module")
async def test_what_was_quoted_last_does_not_stand_before_how_it_was(life: Life) -> None:
    told = (
        "our biscuit ate my sandwich again",
        "choir is on wednesdays",
        "choir moved to mondays btw",
        "when is choir",
    )
    said = await answer(life, told, "and what day was it before?")
    assert "choir is on wednesdays" in said
    assert "moved to mondays" not in said


@pytest.mark.parametrize(
    ("told", "asked", "over"),
    [
        (("choir is on wednesdays", "choir moved to mondays btw"), "what do you know about me?", "wednesdays"),
        (
            ("木曜はいつも英会話。", "英会話、今月から火曜に変わったんだ。"),
            "わたしのこと、どれくらい知ってる？",
            "木曜",
        ),
    ],
)
@pytest.mark.asyncio(loop_scope="module")
async def test_of_all_that_is_known_nothing_is_told_whose_place_was_taken(
    life: Life, told: tuple[str, ...], asked: str, over: str
) -> None:
    said = await answer(life, told, asked)
    assert told[1] in said
    assert over not in said


@pytest.mark.parametrize(
    ("said", "was"),
    [
        ("減らす前は何杯飲んでた？", True),
        ("やめるまでは何を弾いてた？", True),
        ("もともとの行き先は？", True),
        ("寝る前に飲むのは何？", False),
        ("駅前の店の名前は？", False),
        ("俺の仕事は？", False),
        ("what was the old price?", True),
        ("who had the desk before her?", True),
        ("what do I take before bed", False),
        ("what was my dads name", False),
    ],
)
def test_who_asks_for_how_it_was(said: str, was: bool) -> None:
    assert asks_how_it_was(said) is was
