"""What the doctor looks at, over the opened stores."""

import asyncio
import shutil
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from importlib.metadata import version
from pathlib import Path

from langchain_core.language_models import BaseChatModel

from lumina.clock import Clock, local
from lumina.databases.person_keys import SECRET
from lumina.databases.rows_postgres import strangers
from lumina.databases.schema import SchemaState, schema_state
from lumina.databases.standby_postgres import Standby
from lumina.databases.tasks_postgres import Tasks
from lumina.memory.policies_postgres import ChosenPolicies
from lumina.models import TierName
from lumina.stores.doctor import Doctor, Found, Note, note
from lumina.stores.opening import Stores
from lumina.stores.personal_data import personal_data
from lumina.voices.chat import model_name
from lumina.voices.offline_voice import OfflineVoice

LEAST_FREE = 500_000_000
NEARLY_FULL = 0.9
MOST_TOLD = 20
"""Troubles that are told one by one."""
LONG_KEPT = timedelta(days=2)
"""A table that could not be rewritten, or a backup that was not made, in two nights."""

SIZE = "select pg_database_size(current_database()), current_setting('server_version')"

MACHINES = """
select count(distinct client_addr) from pg_stat_activity
where datname = current_database() and application_name like 'lumina %%'
"""


def doctor_of(
    stores: Stores, model: BaseChatModel, log: Path, clock: Clock, next_rewriting: Callable[[datetime], datetime]
) -> Doctor:
    """`next_rewriting`: when, after a moment, the tables are rewritten that still hold bytes of who was erased."""
    looks = {
        "folder": partial(_folder, log),
        "postgresql": _postgresql,
        "redis": _redis,
        "duckdb": _duckdb,
        "qdrant": _qdrant,
        "associations": _associations,
        "knowledge": _knowledge,
        "queue": _queue,
        "keys": _keys,
        "persons": _persons,
        "embedder": _embedder,
    }
    if stores.folder_is_cache:
        looks["shared"] = _shared
    if stores.database.standby:
        looks["standby"] = partial(_standby, stores.database.standby)
    waits = {"redis": _waiting_for_redis, "qdrant": _waiting_for_qdrant, "associations": _waiting_for_associations}
    return Doctor(
        checks={
            **{name: partial(look, stores) for name, look in looks.items()},
            "erasures": partial(_erasures, stores, clock, next_rewriting),
            "backups": partial(_backups, stores, clock),
            "model": partial(_model, model),
        },
        waits={name: partial(wait, stores) for name, wait in waits.items()},
    )


async def _folder(log: Path, stores: Stores) -> Found:
    usage = await asyncio.to_thread(shutil.disk_usage, stores.folder.home)
    free = note("free", place=stores.folder.home, gigabytes=f"{usage.free / 1e9:.1f}")
    return Found("", [free, note("log", place=log)], [note("make_room")] if usage.free < LEAST_FREE else [])


async def _alive(stores: Stores, name: str) -> list[Note]:
    """Of an engine of its own process: how fast it answers, and whether it is called. Raises StoreDown."""
    watched = stores.engines.watched.get(name)
    if watched is None:
        return []
    began = time.perf_counter()
    await watched.ping()
    return [note("ping", ms=f"{(time.perf_counter() - began) * 1000:.1f}", circuit=watched.circuit.state)]


async def _postgresql(stores: Stores) -> Found:
    alive = await _alive(stores, "postgresql")
    size, server = (await stores.database.fetch(SIZE))[0]
    counts = await stores.transcript.counts()
    schema = await schema_state(stores.database)
    turns, people = await ChosenPolicies(stores.database).count_let_go()
    let_go = [note("let_go", turns=turns, people=people)] if turns else []
    room = note("size", megabytes=f"{size / 1e6:.0f}")
    held = note("transcript", **counts)
    told = [held, *let_go, room, note("schema", schema=schema.schema), *alive]
    return Found(str(server), told, _about_schema(schema))


def _about_schema(state: SchemaState) -> list[Note]:
    """While machines come to a new version one by one, some are behind."""
    if state.is_stood:
        return [note("schema_stood", schema=state.schema, known=state.known)]
    if state.waiting and state.older:
        return [note("schema_waits", waiting=", ".join(state.waiting), older=", ".join(state.older))]
    if state.waiting:
        return [note("schema_differs", schema=state.schema, known=state.known)]
    return []


async def _standby(standby: Standby, stores: Stores) -> Found:
    """Of the one that recalls read from: how much it has to catch up with, and how many it served since the start."""
    alive, behind = await _alive(stores, "standby"), await standby.lag(stores.database)
    told = note("standby", kilobytes=(behind or 0) // 1000, served=standby.served, passed=standby.passed)
    return Found("", [told, *alive], [note("standby_follows_nobody")] if behind is None else [])


async def _redis(stores: Stores) -> Found:
    alive = await _alive(stores, "redis")
    here, known = await stores.redis.count(), (await stores.catalogue.counts()).get(TierName.REDIS, 0)
    about = await stores.engines.about_redis()
    advice = [note("refill", count=known - here)] if here < known else []
    if about.used >= NEARLY_FULL:
        advice.append(note("nearly_full", percent=f"{about.used:.0%}"))
    return Found(about.version, [note("engine", detail=about.detail), note("memories", count=here), *alive], advice)


async def _waiting_for_redis(stores: Stores) -> Sequence[Note]:
    return _waits((await stores.catalogue.counts()).get(TierName.REDIS, 0))


async def _duckdb(stores: Stores) -> Found:
    here, known = await stores.duckdb.count(), (await stores.catalogue.counts()).get(TierName.DUCKDB, 0)
    advice = [note("duckdb_lost", count=known - here)] if here < known else []
    where = "PostgreSQL" if stores.folder_is_cache else version("duckdb")
    return Found(where, [note("memories", count=here)], advice)


async def _qdrant(stores: Stores) -> Found:
    alive = await _alive(stores, "qdrant")
    points, entries = await stores.index.count(), await stores.longterm.count_entries()
    about = await stores.engines.about_qdrant()
    advice = [note("reindex", count=entries - points)] if points < entries else []
    return Found(about.version, [note("engine", detail=about.detail), note("points", count=points), *alive], advice)


async def _waiting_for_qdrant(stores: Stores) -> Sequence[Note]:
    return _waits(await stores.longterm.count_waiting())


async def _associations(stores: Stores) -> Found:
    alive = await _alive(stores, "associations")
    concepts, bonds = await stores.associations.totals()
    about = await stores.engines.about_associations()
    waiting = await stores.engines.waiting(stores.associations)
    held = note("concepts", concepts=concepts, associations=bonds)
    advice = [note("associate", count=waiting)] if waiting else []
    return Found(about.version, [note("engine", detail=about.detail), held, *alive], advice)


async def _waiting_for_associations(stores: Stores) -> Sequence[Note]:
    return _waits(await stores.engines.waiting(stores.associations))


def _waits(count: int) -> Sequence[Note]:
    return [note("waits", count=count)]


async def _knowledge(stores: Stores) -> Found:
    namespaces = await stores.knowledge.namespaces()
    held = [note("namespace", name=one.name, chunks=one.chunks) for one in namespaces] or [note("no_knowledge")]
    waiting = sum(one.waiting for one in namespaces)
    return Found("", held, [note("embed", count=waiting)] if waiting else [])


async def _backups(stores: Stores, clock: Clock) -> Found:
    if not stores.backups.is_set:
        return Found("", [note("no_backups")], [])
    last = await stores.backups.last()
    if last is None:
        return Found("", [note("no_backup_yet")], [])
    late = clock() - last > LONG_KEPT
    return Found("", [note("last_backup", at=f"{local(last):%Y-%m-%d %H:%M}")], [note("back_up")] if late else [])


async def _queue(stores: Stores) -> Found:
    rows = await stores.database.fetch("select status::text, count(*) from procrastinate_jobs group by 1 order by 1")
    failed = [name for name, (_, result) in (await stores.records.runs()).items() if result.startswith("failed")]
    held = [note("jobs", status=status, count=count) for status, count in rows] or [note("no_jobs")]
    advice = [note("failed_jobs", jobs=" · ".join(failed))] if failed else []
    if tasks := await Tasks(stores.database).failed():
        advice.append(note("failed_tasks", count=len(tasks)))
    return Found(version("procrastinate"), held, advice)


async def _erasures(stores: Stores, clock: Clock, next_rewriting: Callable[[datetime], datetime]) -> Found:
    unfinished = await stores.records.unfinished()
    advice = [note("unfinished_erasures", count=unfinished)] if unfinished else []
    tables = await stores.engines.to_rewrite(stores.database)
    if not tables:
        return Found("", [] if unfinished else [note("erasures_finished")], advice)
    since = await stores.records.incomplete_since()
    if since and clock() - since > LONG_KEPT:
        advice.append(note("rewrite_now", since=_moment(since)))
    return Found("", [note("to_rewrite", tables=", ".join(tables), when=_moment(next_rewriting(clock())))], advice)


def _moment(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


async def _keys(stores: Stores) -> Found:
    """Of whom the key is gone, and nobody is erasing them."""
    erased = {person for person, _ in await stores.records.under_way()}
    people = [one for one in await stores.transcript.people() if one not in erased]
    lost = [one for one in people if not await asyncio.to_thread(stores.keys.has, one)]
    held = note("keys", count=await asyncio.to_thread(stores.keys.count), folder=stores.keys.place.name)
    advice = [note("keys_lost", count=len(lost), people=", ".join(lost[:MOST_TOLD]))] if lost else []
    return Found("AES-256-GCM", [held], advice)


async def _shared(stores: Stores) -> Found:
    """Of the place that machines share: whether it answers, how fast, and with the keys that are open here."""
    began = time.perf_counter()
    kept = await asyncio.to_thread(stores.keys.place.read, SECRET)
    ms = f"{(time.perf_counter() - began) * 1000:.1f}"
    here = await stores.database.fetch(MACHINES)
    told = note("shared", place=stores.keys.place.name, ms=ms, machines=here[0][0])
    return Found("", [told], [] if kept else [note("shared_lost", place=stores.keys.place.name)])


async def _persons(stores: Stores) -> Found:
    """Whose data something fails at, while it is done for everybody else; and of whom something is left that the
    transcript does not know."""
    found = await stores.troubles.all()
    strange = await strangers(stores.database, _of_people(stores))
    if strange:
        people = sorted({person for theirs in strange.values() for person in theirs})
        told = note("strangers", tables=", ".join(strange))
        return Found("", [told], [note("erase_strangers", people=", ".join(people[:MOST_TOLD]))])
    told = [
        note("trouble", person=one.person, task=one.task, cause=one.cause, since=f"{one.since:%Y-%m-%d %H:%M} UTC")
        for one in found[:MOST_TOLD]
    ]
    if told:
        return Found("", [note("troubles", count=len(found)), *told], [note("in_trouble")])
    return Found("", [note("no_trouble")])


def _of_people(stores: Stores) -> set[str]:
    """The tables of the list of personal data in which nobody lies who never spoke."""
    return {table for one in personal_data(stores) for table in one.tables} - {"people", "tokens"}


async def _embedder(stores: Stores) -> Found:
    return Found(stores.embedder.identity, [note("dimensions", count=stores.embedder.dimensions)])


async def _model(model: BaseChatModel) -> Found:
    kind = "offline_model" if isinstance(model, OfflineVoice) else "model"
    return Found(model_name(model), [note(kind)])
