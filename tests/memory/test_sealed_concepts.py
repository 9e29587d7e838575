"""Concepts are sealed: an engine compares what it cannot read, and what was changed comes to nobody's mind."""

# pyright: reportPrivateUsage=false

from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.life import ME, line, living
from harness.sealed import standing
from lumina.databases.ciphers import Cipher
from lumina.databases.postgres import Database
from lumina.errors import Damaged
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import SealedAssociations, opening, sealed_once, sealing, translated
from lumina.models import derived_id

START = datetime(2026, 1, 1, 9, tzinfo=UTC)


def test_a_word_is_sealed_alike_under_one_key_and_otherwise_under_another_and_nothing_is_sealed_twice() -> None:
    mine, other = Cipher.fresh(), Cipher.fresh()
    for word in ("新宿", "=新宿", "", "tea\ud800"):
        sealed = sealing(mine)(word)
        assert sealed == sealing(mine)(word) != sealing(other)(word)
        assert opening(mine)(sealed) == word
        assert sealed_once(mine)(sealed) == sealed == sealed_once(mine)(word)
        with pytest.raises(Damaged):
            opening(other)(sealed)


async def test_a_word_that_was_changed_or_is_somebody_else_s_comes_to_nobody_s_mind(database: Database) -> None:
    associations = SealedAssociations(Associations(database), database.keys)
    for person in ("haru", "sora"):
        async with database.writing(person) as guard:
            await guard.execute("insert into people (person) values (%s) on conflict do nothing", (person,))
            await associations.strengthen(guard, [(derived_id("one", person), ["海", "灯台", "蟹"], START)])
    mine, theirs = [sealing(database.keys.of(person))("蟹") for person in ("haru", "sora")]
    inner = associations.inner
    async with database.writing("haru") as guard:
        await inner.load(guard, translated(await inner.network("haru"), lambda word: theirs if word == mine else word))
    found = await associations.activate("haru", ["海"], START)
    assert {one.concept for one in found} == {"海", "灯台"}
    assert {one.concept for one in await associations.activate("sora", ["海"], START)} == {"海", "灯台", "蟹"}


async def test_no_concept_stands_in_a_file_and_right_after_the_key_is_gone_nothing_reminds(home: Path) -> None:
    async with living(home) as life:
        await life.read_in([line("ガゼルマの灯台で蟹を見た。", 1), line("灯台の蟹はガゼルマの名物だ。", 2)])
        await life.distil_all()
        network = await life.stores.associations.network(ME)
        words = {name for name, *_ in network.concepts}
        assert words
        await life.stores.database.execute("checkpoint")
        stored = {name for (name,) in await life.stores.database.fetch("select name from concepts")}
        assert len(stored) == len(words)
        assert not stored & words
        long = [word for word in words if len(word.encode()) >= 9]
        assert long
        assert standing(home, long) == {}
        life.stores.keys.destroy(ME)
        assert await life.stores.associations.activate(ME, [*words], life.clock()) == []
        assert await life.stores.associations.mentions(ME, [*words]) == {}
