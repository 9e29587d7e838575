"""The owner looks at memories, corrects them, pins them, puts them away and brings them back, whatever tier they are
in."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from harness.copies import copy_home
from harness.lives import START, bring, by_tier, found_turns, grow_old, memories, say, talk, words
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import BadText, UnknownMemory
from lumina.memory.codec import pack_memory
from lumina.models import MemoryState, Role, TierName
from lumina.recall.ask import Ask
from lumina.reports import MemoryRow, Recalled
from lumina.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="module")
KAI = "海斗"
LONG_AGO, RECENT = words("ゲ", 240), words("ザ", 100)
ROOMS = {f"{initial}の部屋{nr}番" for initial in "ゲザ" for nr in range(3)}
KEPT = (TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM, TierName.ARCHIVE)
Life = tuple[Lumina, ManualClock]


Grown = tuple[Path, datetime]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    """Months of talk: memories lie in every tier of KEPT, some as gists. The folder, and when it was closed."""
    home, clock = tmp_path_factory.mktemp("owner") / "home", ManualClock(START)
    async with Lumina.open(Settings(home=home), clock) as lumina:
        await bring(lumina, KAI, talk(KAI, LONG_AGO, days=40))
        clock.set(START + timedelta(days=45))
        await grow_old(lumina, clock, 40, every=20)
        start = clock()
        await bring(lumina, KAI, talk(KAI, RECENT[:60], days=5, start=start))
        clock.set(start + timedelta(days=6))
        await bring(lumina, KAI, talk(KAI, RECENT[60:], days=0.3, start=start + timedelta(days=5.6)))
        await lumina.jobs.run("reconcile")
    return home, clock()


@asynccontextmanager
async def living_on(grown: Grown, place: Path) -> AsyncGenerator[Life]:
    """A copy of it, opened."""
    home, at = grown
    clock = ManualClock(at)
    async with Lumina.open(Settings(home=copy_home(home, place)), clock) as lumina:
        yield lumina, clock


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def life(grown: Grown, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Life]:
    """One for all tests that leave it as they found it."""
    async with living_on(grown, tmp_path_factory.mktemp("life") / "home") as life:
        yield life


@pytest_asyncio.fixture(loop_scope="module")
async def life_of_its_own(grown: Grown, tmp_path: Path) -> AsyncGenerator[Life]:
    """For tests that talk, or let time pass: any other may come after them."""
    async with living_on(grown, tmp_path / "home") as life:
        yield life


def stores(lumina: Lumina) -> Any:
    return lumina._parts.stores  # pyright: ignore[reportPrivateUsage]


async def body(lumina: Lumina, state: MemoryState) -> bytes:
    """The memory's bytes, but for its entries."""
    [memory] = (await stores(lumina).bodies.read(state.person, [state])).values()
    return pack_memory(replace(memory, entries=()))


async def word_of(lumina: Lumina, row: MemoryRow) -> str:
    """A word that only one turn of the memory has."""
    detail = await lumina.memories.show(KAI, row.state.id)
    own = [turn.text for turn in detail.turns if turn.role is Role.PERSON]
    return next(word for word in (*LONG_AGO, *RECENT) if any(word in text for text in own))


async def pick(lumina: Lumina, tier: TierName, *, detail: str = "full") -> MemoryRow:
    rows = (await by_tier(lumina, KAI))[tier]
    return next(row for row in rows if row.state.detail == detail and row.state.room in ROOMS)


@pytest.mark.parametrize("tier", KEPT)
async def test_a_memory_is_shown_with_its_turns_in_every_tier(life: Life, tier: TierName) -> None:
    lumina, _ = life
    row = await pick(lumina, tier)
    shown = await lumina.memories.show(KAI, row.state.id)
    assert shown.row == row
    assert tuple(turn.id for turn in shown.turns) == row.state.turns
    assert row.text
    assert shown.keywords


@pytest.mark.parametrize("tier", KEPT)
async def test_what_is_put_away_is_not_found_and_comes_back_bit_for_bit(life: Life, tier: TierName) -> None:
    lumina, _ = life
    row = await pick(lumina, tier)
    word, before = await word_of(lumina, row), await body(lumina, row.state)
    assert word in (await found_turns(lumina, KAI, word))[0]

    away = await lumina.memories.forget(KAI, row.state.id)
    assert away.state.tier is TierName.FORGOTTEN
    assert not [text for text in await found_turns(lumina, KAI, word, limit=200) if word in text]
    assert await body(lumina, away.state) == before

    back = await lumina.memories.restore(KAI, row.state.id)
    assert (back.state.tier, back.state.detail) == (TierName.LONGTERM, "full")
    assert await body(lumina, back.state) == before
    assert word in (await found_turns(lumina, KAI, word))[0]
    assert [entry["why"] for entry in (await lumina.memories.show(KAI, row.state.id)).log][
        -1
    ] == "restored by the owner"


async def test_a_gist_that_was_put_away_comes_back_whole(life: Life) -> None:
    lumina, _ = life
    row = await pick(lumina, TierName.LONGTERM, detail="gist")
    await lumina.memories.forget(KAI, row.state.id)
    back = await lumina.memories.restore(KAI, row.state.id)
    assert back.state.detail == "full"
    assert len(back.text) > len(row.text)


async def test_a_gist_is_restored_to_its_original(life: Life) -> None:
    lumina, _ = life
    row = await pick(lumina, TierName.LONGTERM, detail="gist")
    back = await lumina.memories.restore(KAI, row.state.id)
    assert back.state.detail == "full"
    assert len(row.text) <= 0.3 * len(back.text)


@pytest.mark.parametrize("tier", KEPT)
async def test_an_edited_memory_is_found_by_its_new_words(life: Life, tier: TierName) -> None:
    lumina, _ = life
    row = await pick(lumina, tier)
    new = f"羽田の{tier.value}クマムシ図書館で珍しい地図を見つけた。"
    edited = await lumina.memories.edit(KAI, row.state.id, new)
    assert (edited.text, edited.state.detail) == (new, "full")
    assert edited.state.tier is (TierName.LONGTERM if tier is TierName.ARCHIVE else tier)
    recalled = await lumina.recall.look_up(
        f"{tier.value}クマムシ図書館", person=KAI, viewer=None, budget=800, limit=1, unit="memory"
    )
    assert recalled.hits[0].memory == row.state.id
    assert recalled.hits[0].text == new
    log = (await lumina.memories.show(KAI, row.state.id)).log
    assert "クマムシ" not in str(log)


async def test_nothing_of_what_was_put_away_reaches_a_character(life_of_its_own: Life) -> None:
    lumina, _ = life_of_its_own
    row = await pick(lumina, TierName.LONGTERM)
    word = await word_of(lumina, row)
    await lumina.memories.pin(KAI, row.state.id)
    pack = await pack_of(lumina, row.state.room, f"{word}の話をしよう。")
    assert "facts" in pack
    assert word in pack
    await lumina.memories.forget(KAI, row.state.id)
    pack = await pack_of(lumina, row.state.room, f"あの{word}はどうだった？")
    assert word not in pack
    assert row.text not in pack
    await lumina.memories.restore(KAI, row.state.id)
    assert (await lumina.memories.show(KAI, row.state.id)).row.state.pinned
    await lumina.memories.unpin(KAI, row.state.id)


async def pack_of(lumina: Lumina, room: str, text: str) -> str:
    """What a character is given for these words, but for the words themselves."""
    events = await say(lumina, KAI, room, text)
    pack = next(event for event in events if isinstance(event, Recalled)).recollection.pack
    return "".join(f"{name}: {lines}" for name, lines in pack.sections.items()).replace(text, "")


async def test_what_comes_to_mind_leaves_out_what_was_put_away(life: Life) -> None:
    lumina, clock = life
    told = [
        ("窯元のカルバドスは備前の陶芸の壺に合う。" if nr % 2 == 0 else "備前の壺とカルバドスの陶芸。")
        for nr in range(10)
    ]
    turns = [
        replace(turn, text=text, room="窯", thread="窯")
        for turn, text in zip(talk(KAI, words("ボ", 10), days=1, start=clock()), told, strict=True)
    ]
    await bring(lumina, KAI, turns)
    end = replace(turns[0], text="おしまい。", thread="窯の後", ref="", at=turns[-1].at + timedelta(hours=1))
    await bring(lumina, KAI, [end])
    [row] = [row for row in await memories(lumina, KAI) if row.state.room == "窯"]

    async def minded() -> set[str]:
        record: Any = lumina._parts.recaller.record  # pyright: ignore[reportPrivateUsage]
        ask = Ask(person=KAI, text="", at=clock(), language="ja", budget=500)
        concepts = (await lumina.memories.show(KAI, row.state.id)).concepts
        return {one.concept for one in await record.activated(ask, concepts)}

    known: Mapping[str, int] = await stores(lumina).associations.mentions(KAI, [*await minded()])
    own = {concept for concept, mentions in known.items() if mentions == 1}
    assert own
    await lumina.memories.forget(KAI, row.state.id)
    assert not own & await minded()
    await lumina.memories.restore(KAI, row.state.id)
    assert own <= await minded()


async def test_a_pinned_memory_does_not_fade(life: Life) -> None:
    lumina, clock = life
    row = await pick(lumina, TierName.LONGTERM)
    at = clock()
    await lumina.memories.pin(KAI, row.state.id)
    before = (await lumina.memories.show(KAI, row.state.id)).row.importance
    clock.set(at + timedelta(weeks=20))
    assert (await lumina.memories.show(KAI, row.state.id)).row.importance == before
    await lumina.memories.unpin(KAI, row.state.id)
    assert (await lumina.memories.show(KAI, row.state.id)).row.importance < before
    clock.set(at)


@pytest.mark.parametrize("text", ["", "  \n", "a\0b", "\ud800", "あ" * 100_001])
async def test_a_memory_cannot_be_edited_into_what_is_no_text(life: Life, text: str) -> None:
    lumina, _ = life
    row = await pick(lumina, TierName.LONGTERM)
    with pytest.raises(BadText):
        await lumina.memories.edit(KAI, row.state.id, text)
    assert (await lumina.memories.show(KAI, row.state.id)).row.text == row.text


@pytest.mark.parametrize("verb", ["show", "pin", "forget", "restore"])
async def test_a_memory_of_somebody_else_is_not_there(life: Life, verb: str) -> None:
    lumina, _ = life
    row = (await memories(lumina, KAI))[0]
    with pytest.raises(UnknownMemory):
        await getattr(lumina.memories, verb)("美波", row.state.id)


async def test_pages_of_the_list_make_the_whole(life: Life) -> None:
    lumina, _ = life
    whole = [row.state.id for row in await memories(lumina, KAI)]
    pages = [
        row.state.id
        for offset in range(0, len(whole), 7)
        for row in await lumina.memories.list(KAI, tier=None, limit=7, offset=offset)
    ]
    assert pages == whole
    assert len(set(whole)) == len(whole)


async def test_when_retention_ends_the_body_goes_and_the_turns_stay_findable(life_of_its_own: Life) -> None:
    lumina, clock = life_of_its_own
    archived, put_away = (await by_tier(lumina, KAI))[TierName.ARCHIVE], await pick(lumina, TierName.LONGTERM)
    gist = await pick(lumina, TierName.LONGTERM, detail="gist")
    word, hidden = await word_of(lumina, archived[0]), await word_of(lumina, put_away)
    await lumina.memories.forget(KAI, put_away.state.id)
    clock.advance(timedelta(days=89))
    await lumina.jobs.run("lifecycle")
    assert (await lumina.memories.show(KAI, put_away.state.id)).row.text
    clock.advance(timedelta(days=2))
    await lumina.jobs.run("lifecycle")
    faded = await lumina.memories.show(KAI, archived[0].state.id)
    assert (faded.row.state.tier, faded.row.text) == (TierName.FADED, "")
    assert len(faded.turns) == len(archived[0].state.turns)
    assert word in (await found_turns(lumina, KAI, word))[0]
    hidden_turns = {turn.text for turn in (await lumina.memories.show(KAI, put_away.state.id)).turns}
    assert not hidden_turns.intersection(await found_turns(lumina, KAI, hidden, limit=200))
    assert (await lumina.memories.show(KAI, gist.state.id)).row.text == gist.text
    for memory in (archived[0], put_away, gist):
        with pytest.raises(UnknownMemory, match="retention has ended"):
            await lumina.memories.restore(KAI, memory.state.id)
    edited = await lumina.memories.edit(KAI, gist.state.id, "要点だけが残ったので、書き直した。")
    assert edited.state.detail == "full"


@pytest.mark.asyncio(loop_scope="function")
async def test_capacity_is_kept_and_the_least_important_go_first(home: Path) -> None:
    clock = ManualClock(START)
    async with Lumina.open(Settings(home=home, capacity=10), clock) as lumina:
        await bring(lumina, KAI, talk(KAI, words("ゲ", 200), days=8))
        clock.set(START + timedelta(days=16))
        await lumina.jobs.run("descend")
        before = await by_tier(lumina, KAI)
        active = [row for tier in (TierName.REDIS, TierName.DUCKDB, TierName.LONGTERM) for row in before.get(tier, ())]
        assert len(active) > 10
        pinned = min(before[TierName.LONGTERM], key=lambda row: row.importance)
        await lumina.memories.pin(KAI, pinned.state.id)
        await lumina.jobs.run("lifecycle")
        after = await by_tier(lumina, KAI)
        gone = {row.state.id for row in after[TierName.ARCHIVE]} - {
            row.state.id for row in before.get(TierName.ARCHIVE, ())
        }
        stay = [row for row in before[TierName.LONGTERM] if row.state.id not in gone and row != pinned]
        assert pinned.state.id not in gone
        assert len(active) - len(gone) <= 10
        weights = {row.state.id: row.importance for row in active}
        assert max(weights[id] for id in gone) <= min((row.importance for row in stay), default=1.0)
        for _ in range(5):
            await lumina.jobs.run("lifecycle")
        assert len([r for r in await memories(lumina, KAI) if r.state.tier is TierName.LONGTERM]) >= 1
