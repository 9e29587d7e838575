"""What holds a person's data, in one list. A new kind of data is one entry here: erasure reaches it, an export has it,
a move compares it, the doctor counts it, and a search for what should be gone looks for it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from lumina.databases.postgres_connection import Guard
from lumina.memory.turn_events_redis import KINDS
from lumina.stores import traces
from lumina.stores.history import erase_history, history_file
from lumina.stores.kept import memories_of, said_by, typed_by
from lumina.stores.opening import Stores
from lumina.stores.traces import Traces

QUEUED: Final = """
select (select count(*) from procrastinate_jobs where args ->> 'person' = %(person)s)
     + (select count(*) from failed_tasks where person = %(person)s)
     + (select count(*) from erased_parts where person = %(person)s)
"""
UNQUEUE: Final = "delete from procrastinate_jobs where args ->> 'person' = %s"

FORGET_PARTS: Final = "delete from erased_parts where person = %s"
FORGET_FAILED: Final = "delete from failed_tasks where person = %s"

NOBODYS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("chunk_entries", "chunk_terms", "chunks", "documents", "namespaces"),
        "the knowledge base; `person` is a namespace there",
    ),
    "character_edits": "what an operator made of the characters",
    **dict.fromkeys(("embedders", "home", "job_runs", "moving", "rewrites"), "the folder's own"),
    **dict.fromkeys(("erasures", "person_epochs"), "digests under the folder's secret, which outlive an erasure"),
    "erasures_under_way": "names a person for as long as the erasure itself needs it",
    **dict.fromkeys(("_yoyo_log", "_yoyo_migration", "_yoyo_version", "yoyo_lock"), "which migrations were applied"),
    "migration_reach": "which older versions stand a migration",
    "checkpoint_migrations": "which migrations of LangGraph's were applied",
    **dict.fromkeys(("procrastinate_periodic_defers", "procrastinate_workers"), "the queue's own"),
}
"""PostgreSQL's tables that are in no entry of the list, and why."""

Needles = Callable[[str, int | None], AsyncIterator[Traces]]
"""By what something of a person would be found; see `lumina.stores.traces`."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """A store, cache, file or queue that may hold something of a person: how many things of the person it holds, how
    they go (`forget` is given the exclusive guard), what of it goes along with the person (`export`: the store's
    values; None where it is made anew from the others, or is a secret), by what it would be found, and the places where
    it lies: tables of PostgreSQL by their names, others as ENGINE:NAME."""

    name: str
    count: Callable[[str], Awaitable[int]]
    forget: Callable[[Any], Awaitable[object]]
    export: Callable[[str], Awaitable[Any]] | None
    needles: Needles
    places: frozenset[str]

    @property
    def tables(self) -> frozenset[str]:
        """Those of PostgreSQL."""
        return frozenset(place for place in self.places if ":" not in place)


def personal_data(stores: Stores) -> tuple[PersonalData, ...]:
    """In the order in which it goes, and in which it is read: first the key, without which nothing of the rest can be
    read; then projections and tiers, then the record, the catalogue before the transcript; what refers before what it
    refers to."""
    return (_key(stores), *_tiers(stores), *_derived(stores), *_shown(stores), *_record(stores), *_beside(stores))


def _key(stores: Stores) -> PersonalData:
    return PersonalData(
        "key",
        partial(_keys, stores),
        partial(_destroy_key, stores),
        None,
        partial(traces.of_none, stores),
        frozenset({"folder:keys"}),
    )


def _tiers(stores: Stores) -> tuple[PersonalData, ...]:
    """Where memories lie. What they are, the catalogue tells of all of them."""
    index, longterm, archive = stores.index, stores.longterm, stores.archive
    held = _entry(stores, traces.of_none)
    return (
        held("redis", stores.redis.held, stores.redis.forget, _in_redis(stores)),
        held(
            "duckdb",
            stores.duckdb.count,
            stores.duckdb.forget,
            {"duckdb:memories", "duckdb:entries", "midterm", "midterm_versions"},
        ),
        held("qdrant", index.count, index.forget, {f"qdrant:{field}" for field in QDRANT}),
        held("longterm", longterm.count, longterm.forget, {"longterm"}),
        held("entries", longterm.count_entries, longterm.forget, {"entries"}),
        held("archive", archive.count, archive.forget, {"archive"}),
    )


def _derived(stores: Stores) -> tuple[PersonalData, ...]:
    """What follows from the talk."""
    associations, claims, summaries = stores.associations, stores.claims, stores.summaries
    return (
        PersonalData(
            "associations",
            _total(associations.holdings),
            associations.forget,
            associations.network,
            partial(traces.of_associations, stores),
            frozenset({"associations", "associations_met", "concepts", "concept_memories", *NEO4J}),
        ),
        _entry(stores, traces.of_claims, claims.of)("claims", claims.count, claims.forget, {"claims"}),
        _entry(stores, traces.of_summaries, summaries.all)(
            "summaries", summaries.count, summaries.forget, {"summaries"}
        ),
        PersonalData(
            "checkpoints",
            partial(_checkpoints, stores),
            partial(_drop_checkpoints, stores),
            None,
            partial(traces.of_none, stores),
            frozenset({"checkpoints", "checkpoint_blobs", "checkpoint_writes"}),
        ),
        PersonalData(
            "queue",
            partial(_queued, stores),
            partial(_unqueue, stores),
            None,
            partial(traces.of_none, stores),
            frozenset({"failed_tasks", "procrastinate_jobs", "procrastinate_events", "erased_parts"}),
        ),
    )


def _shown(stores: Stores) -> tuple[PersonalData, ...]:
    told, images = stores.notifications, stores.images
    return (
        _entry(stores, traces.of_notifications, told.all)("notifications", told.count, told.forget, {"notifications"}),
        _entry(stores, traces.of_images, images.all)("images", images.count, images.forget, {"images"}),
    )


def _record(stores: Stores) -> tuple[PersonalData, ...]:
    return (
        PersonalData(
            "catalogue",
            _total(stores.catalogue.holdings),
            stores.catalogue.forget,
            partial(memories_of, stores),
            partial(traces.of_catalogue, stores),
            frozenset({"memories", "memory_sources", "memory_uses", "lifecycle_log", "term_statistics"}),
        ),
        PersonalData(
            "transcript",
            _total(stores.transcript.counts),
            stores.transcript.forget,
            partial(said_by, stores),
            partial(traces.of_transcript, stores),
            frozenset({"people", "rooms", "threads", "turns", "speakers", "troubles"}),
        ),
    )


def _beside(stores: Stores) -> tuple[PersonalData, ...]:
    tokens = stores.tokens
    return (
        _entry(stores, traces.of_tokens)("tokens", tokens.count, tokens.forget, {"tokens"}),
        PersonalData(
            "history",
            partial(_histories, stores),
            partial(_drop_history, stores),
            partial(typed_by, stores),
            partial(traces.of_history, stores),
            frozenset({"folder:history"}),
        ),
        _entry(stores, traces.of_none)("logs", stores.logs.count, stores.logs.forget, {"parquet_logs", "parquet:logs"}),
        PersonalData(
            "backups",
            stores.backups.count,
            stores.backups.forget,
            None,
            partial(traces.of_none, stores),
            frozenset(f"backups:{kind}" for kind in BACKED_UP),
        ),
    )


BACKED_UP: Final = ("keys", "data", "backups", "erased", "parts", "policies")
REDIS: Final = ("memory", "born", "name", "version", "due")
QDRANT: Final = ("person", "speaker", "month", "witnesses")
NEO4J: Final = ("neo4j:LuminaConcept", "neo4j:LuminaMemory")


def _entry(
    stores: Stores, finds: Callable[[Stores, str, int | None], AsyncIterator[Traces]], export: Any = None
) -> Callable[..., PersonalData]:
    """Of a store that is told to forget somebody by name."""

    def entry(name: str, count: Any, forget: Callable[[str], Awaitable[object]], places: set[str]) -> PersonalData:
        async def forget_all(guard: Guard) -> object:
            return await forget(guard.person)

        return PersonalData(name, count, forget_all, export, partial(finds, stores), frozenset(places))

    return entry


def _total(holdings: Callable[[str], Awaitable[Mapping[str, int]]]) -> Callable[[str], Awaitable[int]]:
    async def total(person: str) -> int:
        return sum((await holdings(person)).values())

    return total


def _in_redis(stores: Stores) -> set[str]:
    return {f"redis:{kind}" for kind in (*REDIS, *(KINDS if stores.turn_events else ()))}


async def _keys(stores: Stores, person: str) -> int:
    return int(await asyncio.to_thread(stores.keys.has, person))


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
    """Tasks, those that failed, and erasures in part that not every store has let go of yet."""
    for statement in (UNQUEUE, FORGET_FAILED, FORGET_PARTS):
        await stores.database.execute(statement, (guard.person,))


async def _histories(stores: Stores, person: str) -> int:
    return int(history_file(stores.folder.home, person).exists())


async def _drop_history(stores: Stores, guard: Guard) -> None:
    erase_history(stores.folder.home, guard.person)
