"""When the line that likely answers is quoted instead of what was found by words."""

from datetime import UTC, datetime, timedelta

import pytest

from lumina.reports import UNRECALLED
from lumina.voices.material import Evidence
from lumina.voices.ranking.ranker import Ranked, Ranking
from lumina.voices.trusting import trusted

AT = datetime(2026, 6, 1, 20, tzinfo=UTC)


def line(text: str, day: int = 0) -> Evidence:
    at = (AT + timedelta(days=day)).isoformat()
    return Evidence(who="you", speaker="", text=text, at=at, score=UNRECALLED, here=False)


RENT = line("大家さんに毎月九万はらってる", day=1)
BEFORE, AFTER = line("前の部屋は八万だった"), line("来月から十万になる", day=2)


def ranked(answered: float = 0.9) -> Ranking:
    return Ranking([Ranked(RENT, 0.9), Ranked(BEFORE, 0.1)], answered)


@pytest.mark.parametrize("quoted", [[], [BEFORE]], ids=["denied", "another"])
def test_what_likely_answers_goes_before_a_denial_and_before_what_was_told_earlier(quoted: list[Evidence]):
    assert trusted("家賃いくらだっけ", ranked(), quoted) is RENT


@pytest.mark.parametrize(
    ("said", "ranking", "quoted"),
    [
        ("家賃いくらだっけ", ranked(answered=0.4), []),
        ("家賃いくらだっけ", ranked(), [AFTER]),
        ("家賃いくらだっけ", ranked(), [BEFORE, RENT]),
        ("大家さんの名前は？", ranked(), []),
        ("how much is my rent", ranked(), []),
        ("家賃いくらだっけ", Ranking((), 0.0), []),
    ],
    ids=["unlikely", "told later", "quoted already", "a name", "English", "nothing told"],
)
def test_else_what_was_found_stands(said: str, ranking: Ranking, quoted: list[Evidence]):
    assert trusted(said, ranking, quoted) is None
