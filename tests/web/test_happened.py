"""What happened to a memory is told in words."""

import pytest

from lumina.api.web.happened import told
from lumina.api.web.words import Words
from lumina.lifecycle.lost import WHY

JA, EN = Words("ja"), Words("en")

MOVED = {"change": "moved", "before": {"tier": "redis"}, "after": {"tier": "duckdb"}}
REASONS = (
    "older than its tier; duckdb",
    "importance below 0.3",
    "capacity",
    "retention ended",
    "used",
    "by the owner",
    "pinned by the owner",
    "corrected by the owner",
    "put away by the owner",
    "restored by the owner",
    WHY,
)


def test_a_memory_that_descended() -> None:
    entry = MOVED | {"why": "older than its tier; duckdb"}
    assert told(entry, JA) == ("移った", "この一日 → この数週間", "その段に置く期間を過ぎた")


def test_a_memory_that_was_shortened() -> None:
    sizes = {"before": {"characters": 90, "bytes": 270}, "after": {"characters": 1, "bytes": 1}}
    entry = sizes | {"change": "compressed", "why": "importance below 0.3"}
    values = "90 characters → 1 character"
    assert told(entry, EN) == ("shortened", values, "its importance fell below 0.3")


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_has_its_words(why: str) -> None:
    assert not told(MOVED | {"why": why}, JA)[2].isascii()


def test_what_has_no_word_stays_as_it_is() -> None:
    entry = {"change": "wound", "before": {"spring": 1}, "after": {"spring": "tight"}, "why": "a clock"}
    assert told(entry, EN) == ("wound", "spring 1 → tight", "a clock")
