"""What one person's data raises, in a job or as a folder is opened, stops nobody else, and the doctor tells of it."""

import json
import logging
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from harness.commands import Commands
from harness.life import Life, line, living
from harness.lives import by_tier, memories
from lumina.errors import StoreDown
from lumina.models import TierName

SICK, WELL = "玄", "葵"
SECRET = "Genの秘密の羅針盤は真鍮で、針が少し曲がっている"
BREAK = "update memories set content = 'LS1'::bytea where person = %s and content is not null"
BREAK_ENTRIES = "update entries set body = 'LS1'::bytea, indexed = false where person = %s"
BODIES = "select id, content from memories where person = %s and content is not null"
MEND = "update memories set content = %s where person = %s and id = %s"


@pytest.fixture
async def life(home: Path) -> AsyncGenerator[Life]:
    async with living(home) as life:
        yield life


async def two_lives(life: Life) -> None:
    """Two persons with fresh memories of the morning."""
    for person in (SICK, WELL):
        told = [line(f"{SECRET}。{person} {minute}", minute, speaker=person) for minute in range(20)]
        await life.read_in(told, person=person)
    await life.distil_all()


async def told(life: Life) -> str:
    """What the doctor says of persons; empty where all is well."""
    report = (await life.lumina.doctor()).stores["persons"]
    return "" if report.state == "ok" else report.detail


async def lying(life: Life, person: str) -> Sequence[TierName]:
    return list(await by_tier(life.lumina, person))


async def test_what_one_persons_data_raises_in_a_descent_stops_nobody_else(
    life: Life, caplog: pytest.LogCaptureFixture
) -> None:
    await two_lives(life)
    kept = await life.stores.database.fetch(BODIES, (SICK,))
    await life.stores.database.execute(BREAK, (SICK,))
    life.clock.advance(timedelta(days=2))
    with caplog.at_level(logging.DEBUG, "lumina"):
        await life.lumina.jobs.run("all")
    assert await lying(life, WELL) == [TierName.DUCKDB]
    assert (await life.stores.catalogue.counts(SICK)).keys() == {TierName.REDIS}
    assert SICK in await told(life)
    assert "Damaged (lumina/databases/ciphers.py:" in await told(life)
    assert "leave Redis fails at one person's data" in caplog.text
    assert SECRET not in caplog.text
    for memory, body in kept:
        await life.stores.database.execute(MEND, (body, SICK, memory))
    await life.run("all")
    assert await lying(life, SICK) == [TierName.DUCKDB]
    assert await told(life) == ""


async def test_a_folder_opens_in_which_one_persons_data_raises(home: Path) -> None:
    async with living(home) as life:
        await two_lives(life)
        await life.stores.database.execute(BREAK, (SICK,))
        clock = life.clock
    async with living(home, clock) as life:
        assert await life.stores.redis.count(WELL) == len(await life.states(WELL)) > 0
        assert "refill Redis" in await told(life)
    clock.advance(timedelta(days=2))
    async with living(home, clock) as life:
        assert await lying(life, WELL) == [TierName.DUCKDB]
        await life.say("おはよう")
        assert [row.text for row in await memories(life.lumina, SICK)] == ["" for _ in await life.states(SICK)]
        await life.lumina.recall.look_up(SECRET, person=SICK, viewer=None, budget=900, limit=3, unit="memory")
        preview = await life.lumina.erasure.preview(SICK)
        await life.lumina.erasure.erase(SICK, preview.token, "the test")
        await life.run("all")
        assert await told(life) == ""


async def test_entries_that_one_persons_index_cannot_take_do_not_keep_the_others_from_theirs(life: Life) -> None:
    await two_lives(life)
    life.clock.advance(timedelta(days=40))
    await life.run("descend")
    assert await life.stores.index.count(WELL) > 0
    await life.stores.database.execute(BREAK_ENTRIES, (SICK,))
    await life.stores.database.execute("update entries set indexed = false where person = %s", (WELL,))
    await life.run("heal")
    assert "index entries" in await told(life)
    waiting = "select count(*) from entries where not indexed and person = %s"
    assert await life.stores.database.fetch_one(waiting, (WELL,)) == (0,)


async def test_a_job_fails_where_a_store_is_down(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is nobody's data: it is tried again, and nobody is told of a person."""
    await two_lives(life)

    async def is_down(_tier: object, _memories: object) -> None:
        raise StoreDown(store="PostgreSQL", why="gone")

    monkeypatch.setattr(type(life.stores.duckdb), "write", is_down)
    life.clock.advance(timedelta(days=2))
    with pytest.raises(StoreDown):
        await life.run("descend")
    assert await told(life) == ""


def test_the_doctor_tells_of_a_person_in_either_language(home: Path, tmp_path: Path) -> None:
    lumina, japanese, file = Commands(home), Commands(home, "ja"), tmp_path / "talk.jsonl"
    said = {"speaker": "bob", "text": SECRET, "at": "2026-05-04T09:00:00+09:00"}
    file.write_text((json.dumps(said) + "\n") * 20)
    lumina("import", str(file), "--user", "bob")
    assert lumina.json("doctor")["stores"]["persons"]["state"] == "ok"
    assert "失敗している人はいません" in japanese("doctor")
