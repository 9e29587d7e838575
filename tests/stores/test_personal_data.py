"""Whatever place holds something of a person is on the list over which erasure, export, move and doctor go."""

# pyright: reportPrivateUsage=false

import re
from collections.abc import AsyncGenerator, Iterable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest
import qdrant_edge as edge

from harness.life import Life
from harness.lives import bring, say, talk, words
from harness.once import going_on, lived_once
from lumina.databases.rows_postgres import NOBODYS as NOT_OF_PERSONS
from lumina.databases.rows_postgres import NOT_KEPT, rows_of
from lumina.databases.tasks_postgres import Tasks
from lumina.images import Image
from lumina.memory import midterm_redis_keys as keys
from lumina.stores.history import open_history
from lumina.stores.kept import Said
from lumina.stores.personal_data import NOBODYS, PersonalData, personal_data
from lumina.transfer.export import FILES_OF
from lumina.transfer.package import BESIDE, FILES, MANIFEST

HERE, ROOM = "ヅラカ葵子", "ゲの居間の窓辺"
TOLD: Final = words("ゲ", 90)
TABLES: Final = """
select c.relname from pg_class c
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1
"""
COLUMNS: Final = """
select c.relname, a.attname, t.typname from pg_class c
join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
"""
FOLDERS: Final = {
    *("lumina.json", "lock", "owner.json", "lumina.log", "postgres", "index", "cache"),
    *("midterm.duckdb", "midterm.duckdb.wal"),
}
"""What is an engine's, which the list has by what lies in it, or the folder's own."""


def beside(folder: Path) -> dict[str, Any]:
    places = {"backup_url": f"file://{folder}/backups", "parquet_url": f"file://{folder}/log"}
    return {**places, "master_key": folder / "master.key"}


async def live(life: Life) -> None:
    lumina, stores = life.lumina, life.stores
    await bring(lumina, HERE, talk(HERE, TOLD, days=20, start=life.clock()))
    life.clock.advance(timedelta(days=28))
    await lumina.jobs.run("all")
    [first, *_] = await life.states(HERE)
    await lumina.memories.forget(HERE, first.id)
    for word in words("ガ", 14):
        await say(lumina, HERE, ROOM, f"{word}の映画を観てきた。弟の樹と一緒だった。")
    await lumina.settle()
    open_history(stores.folder.home, HERE).write_text(f"+{TOLD[0]}\n", encoding="utf-8")
    ends = life.clock() + timedelta(days=900)
    await lumina.tokens.add("phone", person=HERE, operator=False, at=life.clock(), ends=ends)
    await lumina.occasions.notify("the post office", TOLD[1], person=HERE, room=ROOM)
    [*_, last] = await life.turns(HERE)
    async with stores.database.writing(HERE) as guard:
        await stores.images.put(guard, last.id, [Image(uuid4(), "heron.png", "image/png", 60, 40, b"of a heron")])
        await Tasks(stores.database).put_failed(guard, "learn", {"turns": [str(last.id)]}, "it failed")
    await lumina.backups.make(life.clock(), lambda _done, _of: None)
    await lumina.logs.write(HERE)


@pytest.fixture(scope="module")
def once_lived(untouched_home: Path, whole_run: Path) -> Path:
    return lived_once(whole_run / "everywhere", untouched_home, beside, live)


@pytest.fixture
async def life(once_lived: Path, tmp_path: Path) -> AsyncGenerator[Life]:
    """Somebody lies everywhere."""
    async with going_on(once_lived, tmp_path, beside) as life:
        yield life


def listed(data: Iterable[PersonalData]) -> set[str]:
    return {place for one in data for place in one.places}


def unlisted(tables: Iterable[str], data: Iterable[PersonalData]) -> set[str]:
    """Those on no list, be there a column that is called `person` or not."""
    return set(tables) - listed(data) - set(NOBODYS)


async def holding(life: Life, tables: Iterable[str], wanted: Iterable[str]) -> set[str]:
    """The tables of which some column holds one of these words: as text, within JSON, or within bytes."""
    found = set[str]()
    columns = [row for row in await life.stores.database.fetch(COLUMNS) if row[0] in set(tables)]
    for table, column, kind in columns:
        rows: Any = await life.stores.database.fetch(f'select "{column}"::text from "{table}"')  # pyright: ignore
        text = "\n".join(row[0] or "" for row in rows)
        if any((word.encode().hex() if kind == "bytea" else word) in text for word in wanted):
            found.add(table)
    return found


async def test_every_table_is_on_the_list_or_is_said_to_be_nobody_s(life: Life) -> None:
    tables = [row[0] for row in await life.stores.database.fetch(TABLES)]
    data = personal_data(life.stores)
    assert unlisted(tables, data) == set()
    places = [place for one in data for place in one.places]
    assert len(places) == len(set(places))
    assert {place for place in places if ":" not in place} | set(NOBODYS) == set(tables)


async def test_a_new_table_would_be_noticed_whatever_its_columns_are_called(life: Life) -> None:
    await life.stores.database.execute("create table wishes (who text not null, wish jsonb)")
    tables = [row[0] for row in await life.stores.database.fetch(TABLES)]
    assert unlisted(tables, personal_data(life.stores)) == {"wishes"}


async def test_no_table_that_is_said_to_be_nobody_s_holds_a_word_of_somebody(life: Life) -> None:
    wanted = [HERE, ROOM, *TOLD, *(str(turn.id) for turn in await life.turns(HERE))]
    assert await holding(life, NOBODYS, wanted) == set()
    assert {"turns", "people", "procrastinate_jobs"} <= await holding(
        life, [row[0] for row in await life.stores.database.fetch(TABLES)], wanted
    )


async def test_somebody_lies_in_every_entry_and_each_tells_by_what_it_would_be_found(life: Life) -> None:
    data = personal_data(life.stores)
    assert [one.name for one in data if not await one.count(HERE)] == []
    for one in data:
        found = [traces async for traces in one.needles(HERE, None)]
        said = "\n".join(text for traces in found for text in (*traces.texts, *traces.words, *traces.names))
        if one.name in {"transcript", "catalogue", "claims", "associations", "history", "notifications", "summaries"}:
            assert "ゲ" in said or "ガ" in said, one.name
        if one.name in {"transcript", "catalogue", "claims", "images", "notifications"}:
            assert any(traces.ids for traces in found), one.name


async def test_all_keys_in_redis_are_of_listed_kinds(life: Life) -> None:
    found: list[bytes] = [key async for key in life.stores.redis._client.scan_iter("*")]
    kinds = {re.sub(r"^lumina:\{[^}]*\}:?", "", key.decode()).partition(":")[0] or "due" for key in found}
    assert kinds
    assert {f"redis:{kind}" for kind in kinds} == {
        place for place in listed(personal_data(life.stores)) if place.startswith("redis:")
    }
    assert keys.DUE.encode() in found


async def test_all_tables_of_duckdb_are_listed(life: Life) -> None:
    duckdb: Any = life.stores.duckdb
    rows = await duckdb._rows("select table_name from information_schema.tables where table_type = 'BASE TABLE'", [])
    own = {"format", "fresh"}  # its version, and when it was made
    assert {row[0] for row in rows} - own == {
        place.partition(":")[2] for place in listed(personal_data(life.stores)) if place.startswith("duckdb:")
    }


async def test_all_fields_of_the_points_in_qdrant_are_listed(life: Life) -> None:
    index: Any = life.stores.index
    page, _ = index._shard.scroll(edge.ScrollRequest(None, 100, with_payload=True, with_vector=False))
    assert page
    assert {field for point in page for field in point.payload} == {
        place.partition(":")[2] for place in listed(personal_data(life.stores)) if place.startswith("qdrant:")
    }


async def test_whatever_lies_in_the_folder_is_an_engine_s_or_listed(life: Life) -> None:
    home = life.lumina.settings.home
    theirs = {place.partition(":")[2] for place in listed(personal_data(life.stores)) if place.startswith("folder:")}
    assert {path.name for path in home.iterdir()} - FOLDERS == theirs


async def test_whatever_lies_where_the_backups_are_is_nobody_s_or_listed(life: Life, tmp_path: Path) -> None:
    await life.lumina.erasure.erase(HERE, (await life.lumina.erasure.preview(HERE)).token, "test")
    theirs = {place.partition(":")[2] for place in listed(personal_data(life.stores)) if place.startswith("backups:")}
    assert {path.name for path in (tmp_path / "backups").iterdir()} - {"lumina", "common", "lumina.json"} <= theirs


async def test_a_backup_has_all_tables_of_the_list_that_are_not_made_anew(life: Life) -> None:
    kept = {one.name for one in await rows_of(life.stores.database) if one.owner}
    engines = {"associations", "associations_met", "concepts", "concept_memories", "midterm", "midterm_versions"}
    queue = {"procrastinate_events"}
    assert {place for place in listed(personal_data(life.stores)) if ":" not in place} == (
        kept | engines | queue | (NOT_KEPT - set(NOBODYS) - {"epochs"})
    )
    assert not kept & NOT_OF_PERSONS


async def test_an_export_goes_over_the_list_and_every_file_is_of_an_entry(life: Life) -> None:
    exported = {one.name: one.export for one in personal_data(life.stores) if one.export}
    assert set(exported) == set(FILES_OF)
    written = await life.lumina.transfer.export(HERE, life.lumina.settings.home.parent / "along")
    assert set(written) - {*BESIDE, MANIFEST} == FILES
    assert [name for name, count in written.items() if not count] == []
    said = await exported["transcript"](HERE)
    assert isinstance(said, Said)
    assert written["transcript.jsonl"] == len(said.turns)


async def test_the_doctor_names_tables_that_have_something_of_somebody_who_is_gone(life: Life) -> None:
    assert "archive" not in (await life.lumina.doctor()).stores["persons"].detail
    await life.stores.database.execute(
        "insert into archive select 'nobody', id, detail, body, digest, archived, keep_until, why from archive"
    )
    report = (await life.lumina.doctor()).stores["persons"]
    assert report.state == "degraded"
    assert "archive" in report.detail
    assert "lumina erase --user NAME" in report.detail
    assert "nobody" in report.detail
    await life.lumina.erasure.erase("nobody", (await life.lumina.erasure.preview("nobody")).token, "test")
    assert (await life.lumina.doctor()).stores["persons"].state == "ok"
