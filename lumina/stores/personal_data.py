"""What holds a person's data, in one list: a new kind of data is one entry here, and erasure reaches it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lumina.databases.postgres_connection import Guard
from lumina.stores.history import erase_history, history_file
from lumina.stores.opening import Stores

QUEUED: Final = """
select (select count(*) from procrastinate_jobs where args ->> 'person' = %(person)s)
     + (select count(*) from failed_tasks where person = %(person)s)
"""
UNQUEUE: Final = "delete from procrastinate_jobs where args ->> 'person' = %s"

FORGET_FAILED: Final = "delete from failed_tasks where person = %s"

NOBODY_S: Final = frozenset({"erasures_under_way", "chunk_entries"})
"""Tables with a column `person` that are on no list: one names a person for as long as the erasure itself needs it, in
the other it is a namespace of the knowledge base."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """A store, cache, file or queue that may hold something of a person: how many things of the person it holds, how
    they go (`forget` is given the exclusive guard), and the tables of PostgreSQL in which they lie."""

    name: str
    count: Callable[[str], Awaitable[int]]
    forget: Callable[[Any], Awaitable[object]]
    tables: frozenset[str] = frozenset()


def personal_data(stores: Stores) -> tuple[PersonalData, ...]:
    """In the order in which it goes: first the key, without which nothing of the rest can be read; then projections and
    tiers, then the record, the catalogue before the transcript."""
    index, longterm, archive = stores.index, stores.longterm, stores.archive
    return (
        PersonalData("key", partial(_keys, stores), partial(_destroy_key, stores)),
        PersonalData("redis", stores.redis.held, _by_person(stores.redis.forget)),
        PersonalData("duckdb", stores.duckdb.count, _by_person(stores.duckdb.forget)),
        PersonalData("qdrant", index.count, _by_person(index.forget)),
        PersonalData("longterm", longterm.count, _by_person(longterm.forget), frozenset({"longterm"})),
        PersonalData("entries", longterm.count_entries, _by_person(longterm.forget), frozenset({"entries"})),
        PersonalData("archive", archive.count, _by_person(archive.forget), frozenset({"archive"})),
        PersonalData(
            "associations",
            _total(stores.associations.holdings),
            stores.associations.forget,
            frozenset({"associations", "associations_met", "concepts", "concept_memories"}),
        ),
        PersonalData("claims", stores.claims.count, _by_person(stores.claims.forget), frozenset({"claims"})),
        PersonalData(
            "summaries", stores.summaries.count, _by_person(stores.summaries.forget), frozenset({"summaries"})
        ),
        PersonalData("checkpoints", partial(_checkpoints, stores), partial(_drop_checkpoints, stores)),
        PersonalData("queue", partial(_queued, stores), partial(_unqueue, stores), frozenset({"failed_tasks"})),
        PersonalData(
            "notifications",
            stores.notifications.count,
            _by_person(stores.notifications.forget),
            frozenset({"notifications"}),
        ),
        PersonalData("images", stores.images.count, _by_person(stores.images.forget), frozenset({"images"})),
        PersonalData(
            "catalogue",
            _total(stores.catalogue.holdings),
            stores.catalogue.forget,
            frozenset({"memories", "memory_sources", "memory_uses", "lifecycle_log"}),
        ),
        PersonalData(
            "transcript",
            _total(stores.transcript.counts),
            stores.transcript.forget,
            frozenset({"people", "rooms", "threads", "turns", "speakers", "term_statistics", "troubles"}),
        ),
        PersonalData("tokens", stores.tokens.count, _by_person(stores.tokens.forget), frozenset({"tokens"})),
        PersonalData("history", partial(_histories, stores), partial(_drop_history, stores)),
        PersonalData("backups", stores.backups.count, stores.backups.forget),
    )


def _by_person(forget: Callable[[str], Awaitable[object]]) -> Callable[[Guard], Awaitable[object]]:
    async def forget_all(guard: Guard) -> object:
        return await forget(guard.person)

    return forget_all


def _total(holdings: Callable[[str], Awaitable[Mapping[str, int]]]) -> Callable[[str], Awaitable[int]]:
    async def total(person: str) -> int:
        return sum((await holdings(person)).values())

    return total


async def _keys(stores: Stores, person: str) -> int:
    return int(stores.keys.has(person))


async def _destroy_key(stores: Stores, guard: Guard) -> None:
    await asyncio.to_thread(stores.keys.destroy, guard.person)


async def _rooms(stores: Stores, person: str) -> list[str]:
    return [str(room.id) for room in await stores.transcript.rooms(person)]


async def _checkpoints(stores: Stores, person: str) -> int:
    return await stores.checkpoints.count(await _rooms(stores, person))


async def _drop_checkpoints(stores: Stores, guard: Guard) -> None:
    for thread in await _rooms(stores, guard.person):
        await stores.checkpoints.adelete_thread(thread)


async def _queued(stores: Stores, person: str) -> int:
    row: Any = await stores.database.fetch_one(QUEUED, {"person": person})
    return row[0]


async def _unqueue(stores: Stores, guard: Guard) -> None:
    await stores.database.execute(UNQUEUE, (guard.person,))
    await stores.database.execute(FORGET_FAILED, (guard.person,))


async def _histories(stores: Stores, person: str) -> int:
    return int(history_file(stores.folder.home, person).exists())


async def _drop_history(stores: Stores, guard: Guard) -> None:
    erase_history(stores.folder.home, guard.person)
