"""Who comes back at the moment at which the talk before is distilled is answered; no turn is lost, none is twice."""

from pathlib import Path

from harness.life import living
from harness.races import race, read_as_sources

TIMES = 25


async def test_who_types_while_a_talk_is_distilled_is_answered_and_nothing_is_lost_or_doubled(home: Path) -> None:
    async with living(home) as life:
        assert await race(life, TIMES) == []
        await life.run("reconcile")
        turns, sources = await read_as_sources(life)
        assert len([turn for turn in turns if turn.speaker == life.person]) == TIMES
        for nr in range(TIMES):
            assert sources.count(f"\n> {nr}番目の話をするね。") == 1
