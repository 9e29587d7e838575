"""Who is in distress stays so for whoever listens: by pausing, or with another word, no other talk begins."""

from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import Life, living, replies
from lumina.dialogue.characters import load_cast


async def answer(life: Life, text: str) -> str:
    return "\n".join(reply.turn.text for reply in replies(await life.say(text)))


def soft() -> set[str]:
    voices = [one.voices()["ja"] for one in load_cast()]
    return {phrase for voice in voices for kind in ("comforts", "listens") for phrase in voice[kind]}


@pytest.mark.parametrize("minutes", [1, 20])
async def test_distress_outlasts_a_pause_and_another_subject(home: Path, minutes: int) -> None:
    async with living(home) as life:
        await answer(life, "しんどい。母が倒れた")
        life.clock.advance(timedelta(minutes=minutes))
        assert await answer(life, "病院にいる。サッカーの試合中だった") in soft()
        life.clock.advance(timedelta(days=2))
        assert await answer(life, "庭の柿が赤くなった") not in soft()
