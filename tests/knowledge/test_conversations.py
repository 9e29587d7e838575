"""Talks as sources: read in chunks that are made of their turns, and of nothing else."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as some

from harness.life import MORNING, Life, line, living
from lumina.errors import BadSetting, UnknownConversation
from lumina.knowledge.conversations import Conversation, Cutting, Standing, cut
from lumina.language.scripts import estimate_tokens
from lumina.models import EVERYBODY, Role, Turn
from lumina.settings import load_settings

THREAD = uuid4()


def said(*texts: str) -> list[Turn]:
    return [
        Turn(
            id=uuid4(),
            person="葵",
            room="cli",
            thread=THREAD,
            speaker="葵",
            role=Role.PERSON,
            text=text,
            at=MORNING + timedelta(minutes=at),
            witnesses=frozenset({EVERYBODY}),
            position=at,
        )
        for at, text in enumerate(texts)
    ]


@given(
    some.lists(some.integers(1, 60), max_size=40),
    some.sampled_from(["turns", "tokens"]),
    some.integers(1, 40).flatmap(lambda size: some.tuples(some.just(size), some.integers(0, size - 1))),
)
def test_chunks_have_every_turn_in_its_order_and_none_lies_in_the_one_before(
    lengths: list[int], unit: str, sizes: tuple[int, int]
) -> None:
    turns = said(*("あ" * length for length in lengths))
    cutting = Cutting(unit, *sizes)  # pyright: ignore[reportArgumentType]
    parts = [*cut(turns, cutting)]
    new = list[Turn]()
    for before, part in zip([(), *parts], parts, strict=False):
        shared = [turn for turn in part if turn in before]
        assert shared == [*part[: len(shared)]]
        assert measure(shared, unit) <= cutting.overlap
        assert measure(part, unit) <= cutting.size or len(part) == 1
        assert len(shared) < len(part)
        new += part[len(shared) :]
    assert new == turns


def measure(turns: Sequence[Turn], unit: str) -> int:
    return len(turns) if unit == "turns" else sum(estimate_tokens(turn.text) for turn in turns)


def test_the_last_turns_of_a_chunk_stand_in_the_next_one_too() -> None:
    turns = said("a", "b", "c", "d", "e", "f", "g")
    assert ["".join(turn.text for turn in part) for part in cut(turns, Cutting("turns", 4, 1))] == ["abcd", "defg"]


def test_an_overlap_as_large_as_a_chunk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMINA_CONVERSATION_CHUNK_SIZE", "5")
    monkeypatch.setenv("LUMINA_CONVERSATION_CHUNK_OVERLAP", "5")
    with pytest.raises(BadSetting, match="LUMINA_CONVERSATION_CHUNK_OVERLAP"):
        load_settings()
    monkeypatch.setenv("LUMINA_CONVERSATION_CHUNK_OVERLAP", "4")
    assert load_settings().conversation_chunk_overlap == 4


async def standings(life: Life) -> dict[str, Standing]:
    return {one.room: one.standing for one in await life.lumina.conversations.all(life.person)}


async def test_a_talk_is_a_source_once_it_is_over_and_distilled(home: Path) -> None:
    async with living(home) as life:
        await life.say("高松に引っ越しました。", room="居間")
        assert await standings(life) == {"居間": Standing.GOES_ON}
        life.clock.advance(timedelta(hours=1))
        assert await standings(life) == {"居間": Standing.WAITS}
        await life.run("reconcile")
        assert await standings(life) == {"居間": Standing.SOURCE}


async def test_what_only_characters_said_and_what_is_too_short_is_passed_over(home: Path) -> None:
    async with living(home) as life:
        await life.read_in(
            [
                line("おはようございます。", 0, speaker="lumina", room="朝礼"),
                line("よい一日を。", 1, speaker="nox", room="朝礼"),
                line("雨だ。", 2, room="庭"),
            ]
        )
        life.clock.advance(timedelta(days=1))
        await life.run("reconcile")
        assert await standings(life) == {"朝礼": Standing.CHARACTERS, "庭": Standing.SHORT}


async def test_it_is_read_in_markdown_as_it_was_said(home: Path) -> None:
    async with living(home) as life:
        await life.read_in([line("# 見出し\n二行目", 0), line("うん", 1), line("そうか", 2)])
        [one] = await life.lumina.conversations.all(life.person)
        read, [chunk] = await life.lumina.conversations.read(life.person, one.thread)
        assert read == one
        assert (chunk.first, chunk.last, chunk.number) == (0, 2, 0)
        assert chunk.tokens == sum(estimate_tokens(text) for text in ("# 見出し\n二行目", "うん", "そうか"))
        assert "> # 見出し\n> 二行目" in chunk.markdown
        assert chunk.markdown.count(f"**{life.person}**") == 3


async def test_what_was_left_by_editing_or_erased_is_read_no_more(home: Path) -> None:
    async with living(home) as life:
        [one, *_] = await talks_of(life, "パンを焼いた。", "塩を忘れた。")
        turns = await life.turns()
        async with life.stores.database.writing(life.person) as guard:
            await life.stores.transcript.leave(guard, turns[-2], turns[0].id)
        _, chunks = await life.lumina.conversations.read(life.person, one.thread)
        assert [("パン" in part.markdown, "塩" in part.markdown) for part in chunks] == [(True, False)]
        preview = await life.lumina.erasure.preview(life.person)
        await life.lumina.erasure.erase(life.person, preview.token, "test")
        assert await life.lumina.conversations.all(life.person) == []
        with pytest.raises(UnknownConversation):
            await life.lumina.conversations.read(life.person, one.thread)


async def test_nobody_reads_somebody_else_s(home: Path) -> None:
    async with living(home) as life:
        [one] = await talks_of(life, "パンを焼いた。")
        assert await life.lumina.conversations.all("別の人") == []
        with pytest.raises(UnknownConversation):
            await life.lumina.conversations.read("別の人", one.thread)


async def talks_of(life: Life, *told: str) -> list[Conversation]:
    for text in told:
        await life.say(text)
    return await life.lumina.conversations.all(life.person)


async def test_what_is_read_adds_nothing_to_what_recall_finds(home: Path) -> None:
    async with living(home) as life:
        [one] = await talks_of(life, "高松に引っ越しました。")
        await life.lumina.conversations.read(life.person, one.thread)
        found = await life.lumina.recall.look_up(
            "どこに引っ越した？", person=life.person, viewer=None, budget=1500, limit=10, unit="turn"
        )
        refs = [turn.id for hit in found.hits for turn in hit.turns]
        assert len(refs) == len({*refs})
        assert {type(ref) for ref in refs} <= {UUID}
