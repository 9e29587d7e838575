"""Who comes back at the moment at which the talk before is distilled is answered, and goes on with it; no turn is lost,
none is twice."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

from harness.life import Life, living
from harness.races import race
from lumina.lifecycle.admission import Admission
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role

TIMES = 25
SECOND = timedelta(seconds=1)


async def test_who_types_while_a_talk_is_distilled_is_answered_and_nothing_is_lost_or_doubled(home: Path) -> None:
    async with living(home) as life:
        assert await race(life, TIMES) == []
        turns = await life.turns()
        assert len([turn for turn in turns if turn.speaker == life.person]) == TIMES


@pytest.mark.servers
async def test_the_same_where_another_process_distils(tmp_path: Path, engines: Any) -> None:
    settings = await engines.emptied()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(living(tmp_path / "home", **settings))
        other = await stack.enter_async_context(living(tmp_path / "home", one.clock, **settings))
        assert await race(one, TIMES, archivist=other) == []


async def test_what_is_said_after_idle_threads_were_looked_up_keeps_its_thread(home: Path) -> None:
    async with living(home) as life:
        await life.say("庭の柿が赤くなってきたよ。")
        idle = Transcript.idle_threads

        async def typed_then(transcript: Transcript, before: datetime) -> dict[str, list[UUID]]:
            found = await idle(transcript, before)
            life.clock.advance(-2 * SECOND)
            await life.say("柿の枝に鳥も来ているんだ。")
            return found

        talk = await life.stores.transcript.open_thread(life.person, life.room)
        assert talk
        life.clock.set(talk.last_turn + life.parts.talking.limits.idle + SECOND)
        with patch.object(Transcript, "idle_threads", typed_then):
            await life.run("reconcile")
        assert await _threads_then(life) == 1


async def test_what_is_said_while_its_thread_is_ended_goes_on_in_it(home: Path) -> None:
    async with living(home) as life:
        await life.say("庭の柿が赤くなってきたよ。")
        append = Transcript.append

        async def ended_before(transcript: Transcript, guard: Any, turns: Sequence[Any], **more: Any) -> Any:
            if turns[0].role is Role.PERSON:
                await transcript.end_thread(guard, turns[0].thread)
            return await append(transcript, guard, turns, **more)

        with patch.object(Transcript, "append", ended_before):
            await life.say("柿の枝に鳥も来ているんだ。")
        assert await _threads_then(life) == 1


async def _threads_then(life: Life) -> int:
    """How many there are once more is said."""
    await life.say("熟したら干し柿にするつもり。")
    return len({turn.thread for turn in await life.turns()})


async def test_short_talks_in_many_rooms_are_distilled_together(home: Path) -> None:
    async with living(home) as life:
        for nr in range(5):
            await life.say(f"{nr}番目の部屋に柿を飾ったよ。", room=f"部屋{nr}")
        life.clock.advance(life.parts.talking.limits.idle + SECOND)
        with patch.object(Admission, "keep", autospec=True, side_effect=Admission.keep) as kept:
            await life.run("reconcile")
        assert kept.call_count == 1
        assert {state.room for state in await life.states()} == {f"部屋{nr}" for nr in range(5)}
