"""What was said a moment ago answers a question, even one of a single word."""

from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import living
from lumina.reports import Replied


@pytest.mark.parametrize(
    ("told", "between", "asked"),
    [
        ("I had a big fight with Tom last year about selling the house", "I like tea", "What did we fight about?"),
        ("家を売る話で、去年、兄と大喧嘩した", "お茶が好き", "何で喧嘩したんだっけ？"),
    ],
)
async def test_one_word_is_enough(home: Path, told: str, between: str, asked: str):
    async with living(home) as life:
        await life.say(told)
        await life.say(between)
        [replied] = [event for event in await life.say(asked) if isinstance(event, Replied)]
    assert told in replied.turn.text
    assert between not in replied.turn.text


async def test_what_was_said_weeks_ago_is_not_just_said_because_nothing_was_said_since(home: Path):
    async with living(home) as life:
        await life.say("My sister Yui gave me a blue umbrella.")
        life.clock.advance(timedelta(days=40))
        [replied] = [event for event in await life.say("Who gave me the umbrella?") if isinstance(event, Replied)]
    assert "blue umbrella" in replied.turn.text
    assert "just now" not in replied.turn.text.lower()
