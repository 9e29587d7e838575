"""Claims over the opened stores: nothing is doubled, nothing is anybody else's, and erasure wins every race."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import pytest_asyncio

from harness.life import ME, MORNING, Life, line, living
from lumina.databases.postgres import Database
from lumina.distil.known import known
from lumina.errors import PersonErased
from lumina.known import Claim, Claimed, ClaimType, claim_id
from lumina.memory import claims_postgres
from lumina.models import Turn
from lumina.recall.facts import wanted
from lumina.stores.knowing import Knowing

pytestmark = pytest.mark.asyncio(loop_scope="function")
TOLD = ("京都に住んでいます。", "妹のゆいはヨガが好き。", "来週の火曜に面接がある。", "コーヒーが好きです。")
MANY = 2_000


@pytest_asyncio.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as opened:
        yield opened


async def test_turns_that_are_read_again_add_nothing(life: Life) -> None:
    await life.chat(TOLD)
    before, count = await life.lumina.known.known(ME), await life.stores.claims.count(ME)
    learner = life.parts.talking.learner
    for _ in range(2):
        await life.stores.database.execute("update people set learnt = 0")
        assert await learner.catch_up(ME) == 0  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    assert await life.stores.claims.count(ME) == count
    assert await life.lumina.known.known(ME) == before


async def test_what_is_kept_in_the_process_is_what_lies_in_the_store(life: Life) -> None:
    units = life.lumina.known
    for text in (
        *TOLD,
        "大阪に引っ越した。",
        "妹のゆいは結衣とも呼ぶよ。",
        "コーヒーはもう好きじゃない。",
        "面接は終わった。",
    ):
        await life.say(text)
        now = await units.known(ME)
        await units.confirm(ME, now.facts[0].id)
        for viewer in (None, "lumina", "nox"):
            kept = await life.stores.knowing.of(ME, life.clock(), viewer)
            anew = Knowing(life.stores.claims)
            life.stores.claims.forget_kept()
            assert kept == await anew.of(ME, life.clock(), viewer)


async def test_what_comes_in_while_claims_are_read_is_there_once(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    claims, fetch = life.stores.claims, Database.fetch
    await life.chat(TOLD)
    first, second, *_ = await claims.of(ME)
    waiting = [replace(first, id=uuid4()), replace(second, id=uuid4())]

    async def late(self: Database, sql: Any, params: Any = ()) -> list[Any]:
        if sql == claims_postgres.OF and waiting:
            async with self.writing(ME) as guard:
                await claims.put(guard, [waiting.pop()])
        return await fetch(self, sql, params)

    claims.forget_kept()
    monkeypatch.setattr(Database, "fetch", late)
    for _ in range(3):
        await claims.of(ME)
    kept = await claims.of(ME)
    assert len({one.id for one in kept}) == len(kept) == await claims.count(ME)


async def test_nothing_is_known_of_what_was_said_of_another_person(life: Life) -> None:
    await life.chat(TOLD)
    await life.say("神戸に住んでいます。", person="海斗")
    mine, theirs = await life.lumina.known.known(ME), await life.lumina.known.known("海斗")
    assert "神戸" not in repr(mine)
    assert {fact.value for fact in theirs.facts} == {"神戸"}
    with pytest.raises(Exception, match=str(mine.facts[0].id)):
        await life.lumina.known.forget("海斗", mine.facts[0].id)
    assert await life.lumina.known.known(ME) == mine


async def test_a_talk_and_an_import_of_it_give_the_same(life: Life) -> None:
    await life.chat(TOLD)
    lines = [line(text, minute) for minute, text in enumerate(TOLD)]
    await life.lumina.transfer.bring(lines, person="写し", me=ME, progress=lambda _: None)
    said, read = await life.lumina.known.known(ME), await life.lumina.known.known("写し")
    assert [(fact.about, fact.kind, fact.value) for fact in said.facts] == [
        (fact.about, fact.kind, fact.value) for fact in read.facts
    ]
    assert [(loop.what, loop.due) for loop in said.loops] == [(loop.what, loop.due) for loop in read.loops]


async def test_erasure_in_the_middle_of_reading_wins(life: Life) -> None:
    await life.chat(TOLD)
    learner: Any = life.parts.talking.learner
    await life.stores.database.execute("update people set learnt = 0")
    after, erased = life.stores.transcript.after, False

    class Slow:
        async def after(self, person: str, seq: int, limit: int) -> Sequence[tuple[int, Turn]]:
            """What was read, when everything has been erased meanwhile."""
            nonlocal erased
            found = await after(person, seq, limit)
            if not erased:
                erased = True
                token = (await life.lumina.erasure.preview(person)).token
                await life.lumina.erasure.erase(person, token, "test")
            return found

    slow = type(learner)(Slow(), learner.claims, learner.guarding, learner.epoch, learner.clock)
    with pytest.raises(PersonErased):
        await slow.catch_up(ME)
    assert await life.stores.claims.count(ME) == 0
    assert (await life.stores.knowing.of(ME, life.clock(), None)).facts == ()


async def test_what_the_owner_does_after_an_erasure_is_refused(life: Life) -> None:
    await life.chat(TOLD)
    fact = (await life.lumina.known.known(ME)).facts[0]
    await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")
    with pytest.raises(Exception, match=ME):
        await life.lumina.known.edit(ME, fact.id, "大阪")
    assert await life.stores.claims.count(ME) == 0


async def test_what_comes_to_two_thousand_facts_is_folded_in_as_if_all_were_read_anew(life: Life) -> None:
    await life.say("やあ")
    claims = [_liked(number) for number in range(MANY)]
    async with life.stores.database.writing(ME) as guard:
        for first in range(0, MANY, 500):
            await life.stores.claims.put(guard, claims[first : first + 500])
    life.clock.set(MORNING + timedelta(days=30))
    now = await life.stores.knowing.of(ME, life.clock(), "lumina")
    assert len(now.facts) == MANY
    more = 12
    for number in range(more):
        async with life.stores.database.writing(ME) as guard:
            await life.stores.claims.put(guard, [_liked(MANY + number)])
        now = await life.stores.knowing.of(ME, life.clock(), "lumina")
        assert wanted("私の好きなものは何？", [], now).facts
    assert len(now.facts) == MANY + more
    assert now == known(ME, await life.stores.claims.of(ME), life.clock(), "lumina")


def _liked(number: int) -> Claimed:
    turn, when = UUID(int=number + 1), MORNING + timedelta(minutes=number)
    claim = Claim(ClaimType.FACT, "me", "likes", f"{chr(0x4E00 + number)}の{chr(0x5E00 + number)}", "x", 0.8)
    return Claimed(claim_id(ME, turn, "rules", claim), claim, turn, when, when, frozenset("*"))


async def test_what_was_said_lately_is_the_persons_own_without_what_was_put_away(life: Life) -> None:
    await life.chat(["バンジョーを買った。", "亀のゲンゴロウが逃げた。"])
    transcript = life.stores.transcript
    said = await transcript.lately(ME, life.clock(), 10)
    assert [turn.text for turn in said] == ["亀のゲンゴロウが逃げた。", "バンジョーを買った。"]
    assert [turn.text for turn in await transcript.lately(ME, life.clock(), 1)] == ["亀のゲンゴロウが逃げた。"]
    assert await transcript.lately(ME, said[-1].at, 10) == [said[-1]]
    await life.distil_all()
    await life.distil_all()
    for state in await life.states():
        await life.lumina.memories.forget(ME, state.id)
    assert await transcript.lately(ME, life.clock(), 10) == []
