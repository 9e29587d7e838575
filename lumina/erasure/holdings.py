"""The erasure of a person, over the opened stores."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from lumina.databases.folder import Folder
from lumina.databases.postgres_connection import Guard
from lumina.erasure.caches import forget_in_process
from lumina.erasure.erase import Erasable, Erasure
from lumina.erasure.needles import TracesOf
from lumina.stores.history import erase_history, history_file
from lumina.stores.opening import Stores

QUEUED: Final = "select count(*) from procrastinate_jobs where args ->> 'person' = %s"
UNQUEUE: Final = "delete from procrastinate_jobs where args ->> 'person' = %s"

Forget = Callable[[Guard], Awaitable[object]]


def erasure_of(stores: Stores) -> Erasure:
    """Projections and tiers first, then the record, the catalogue before the transcript."""
    return Erasure(
        stores=_erasables(stores),
        compactions=(
            stores.duckdb.compact,
            *stores.engines.compactions(stores.database, (stores.index, stores.knowledge_index)),
            partial(_forget_in_process, stores),
        ),
        traces=TracesOf(
            stores.database, stores.catalogue, stores.bodies, (stores.folder.home,), _not_theirs(stores.folder)
        ),
        audit=stores.records,
        erasing=stores.database.erasing,
        alone=stores.database.alone,
        unless_busy=stores.database.unless_busy,
        epoch=stores.database.epoch,
        admit=partial(stores.engines.admit_erasure, stores.database),
        secret=stores.folder.secret,
        folders=(stores.folder.home,),
    )


def _erasables(stores: Stores) -> tuple[Erasable, ...]:
    return (
        Erasable("redis", stores.redis.held, _by_person(stores.redis.forget)),
        Erasable("duckdb", stores.duckdb.count, _by_person(stores.duckdb.forget)),
        Erasable("qdrant", stores.index.count, _by_person(stores.index.forget)),
        Erasable("longterm", stores.longterm.count, _by_person(stores.longterm.forget)),
        Erasable("entries", stores.longterm.count_entries, _by_person(stores.longterm.forget)),
        Erasable("archive", stores.archive.count, _by_person(stores.archive.forget)),
        Erasable("associations", _total(stores.associations.holdings), stores.associations.forget),
        Erasable("claims", stores.claims.count, _by_person(stores.claims.forget)),
        Erasable("checkpoints", partial(_checkpoints, stores), partial(_drop_checkpoints, stores)),
        Erasable("queue", partial(_queued, stores), partial(_unqueue, stores)),
        Erasable("catalogue", _total(stores.catalogue.holdings), stores.catalogue.forget),
        Erasable("transcript", _total(stores.transcript.counts), stores.transcript.forget),
        Erasable("history", partial(_histories, stores), partial(_drop_history, stores)),
    )


def _not_theirs(folder: Folder) -> Sequence[Path]:
    """Files that hold nothing of who was erased: what comes with the programs, and what others have typed."""
    settings = (folder.postgres / f"{name}.conf" for name in ("postgresql", "pg_hba", "pg_ident"))
    return (folder.cache, folder.history, folder.postgres / "base" / "1", *settings)


async def _forget_in_process(stores: Stores) -> None:
    forget_in_process(stores)


def _by_person(forget: Callable[[str], Awaitable[object]]) -> Forget:
    async def forget_all(guard: Guard) -> object:
        return await forget(guard.person)

    return forget_all


def _total(holdings: Callable[[str], Awaitable[Mapping[str, int]]]) -> Callable[[str], Awaitable[int]]:
    async def total(person: str) -> int:
        return sum((await holdings(person)).values())

    return total


async def _rooms(stores: Stores, person: str) -> list[str]:
    return [str(room.id) for room in await stores.transcript.rooms(person)]


async def _checkpoints(stores: Stores, person: str) -> int:
    return await stores.checkpoints.count(await _rooms(stores, person))


async def _drop_checkpoints(stores: Stores, guard: Guard) -> None:
    for thread in await _rooms(stores, guard.person):
        await stores.checkpoints.adelete_thread(thread)


async def _queued(stores: Stores, person: str) -> int:
    row: Any = await stores.database.fetch_one(QUEUED, (person,))
    return row[0]


async def _unqueue(stores: Stores, guard: Guard) -> None:
    await stores.database.execute(UNQUEUE, (guard.person,))


async def _histories(stores: Stores, person: str) -> int:
    return int(history_file(stores.folder.home, person).exists())


async def _drop_history(stores: Stores, guard: Guard) -> None:
    erase_history(stores.folder.home, guard.person)
