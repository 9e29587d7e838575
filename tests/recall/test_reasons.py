"""Why something was recalled names words that are in what it explains, and who said those."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from lumina.models import EVERYBODY, Hit, Role, TierName, Turn
from lumina.telling.reasons import sentence
from lumina.telling.words import Words

NOW = datetime(2026, 12, 8, 12, tzinfo=UTC)
SUMMARY = "rin: lives by the harbour, and tried nox out."


def turn(number: int, text: str, role: Role = Role.PERSON) -> Turn:
    speaker, at = "rin" if role is Role.PERSON else "nox", NOW - timedelta(days=number)
    return Turn(UUID(int=number), "rin", "cli", UUID(int=9), speaker, role, text, at, frozenset({EVERYBODY}))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("where is the harbour?", "what was kept of that talk in short speaks of harbour; you said it yesterday."),
        ("what about the ladder?", "you asked about ladder; nox said it the day before yesterday."),
        ("who mends kettles?", "it means something near it; you said it yesterday."),
    ],
)
def test_a_reason_is_true_of_what_it_explains(question: str, told: str) -> None:
    said = (turn(1, "Nox, test number one."), turn(2, "The ladder is in the shed.", Role.CHARACTER))
    hit = Hit(UUID(int=3), "redis", TierName.REDIS, SUMMARY, said, said[0].at, 1.0)
    assert sentence(hit, question, NOW, Words("en")) == f"Because {told}"
