"""The erasure of a person, over the opened stores."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from lumina.databases.folder import Folder
from lumina.erasure.caches import LOOK_SECONDS, forget_in_process
from lumina.erasure.cleaning import Cleaning
from lumina.erasure.erase import Erasure, standing
from lumina.erasure.needles import TracesOf
from lumina.erasure.sought_later import SoughtLater
from lumina.stores.opening import Stores
from lumina.stores.personal_data import personal_data


def erasure_of(stores: Stores) -> Erasure:
    data, traces = personal_data(stores), traces_of(stores)
    return Erasure(
        stores=data,
        cleaning=cleaning_of(stores, traces),
        compactions=(
            stores.duckdb.compact,
            *stores.engines.compactions(stores.database, (stores.index, stores.knowledge_index)),
            partial(_forget_in_process, stores),
        ),
        traces=traces,
        audit=stores.records,
        erasing=stores.database.erasing,
        alone=stores.database.alone,
        unless_busy=stores.database.unless_busy,
        epoch=stores.database.epoch,
        floor=stores.database.admit,
        admit=partial(stores.engines.admit_erasure, stores.database),
        secret=stores.folder.secret,
        folders=(stores.folder.home,),
    )


def cleaning_of(stores: Stores, traces: TracesOf) -> Cleaning:
    engines, database, indexes = stores.engines, stores.database, (stores.index, stores.knowledge_index)
    home = stores.folder.home
    return Cleaning(
        at_once=partial(_forget_in_process, stores),
        put_off=partial(engines.put_off, database),
        compact=stores.duckdb.compact,
        rewrite=partial(engines.rewrite, database, indexes),
        waiting=partial(engines.to_rewrite, database),
        rest=partial(engines.rest, database),
        standing=partial(standing, (home,), traces),
        receipts=stores.records,
        sought=SoughtLater(stores.sought, stores.folder.secret),
        unless_busy=database.unless_busy,
    )


def traces_of(stores: Stores) -> TracesOf:
    home, others = (stores.folder.home,), _not_theirs(stores.folder)
    return TracesOf(stores.database, personal_data(stores), stores.transcript.people, home, others)


def _not_theirs(folder: Folder) -> Sequence[Path]:
    """Files that hold nothing of who was erased: what comes with the programs, and what others have typed."""
    settings = (folder.postgres / f"{name}.conf" for name in ("postgresql", "pg_hba", "pg_ident"))
    return (folder.cache, folder.history, folder.postgres / "base" / "1", *settings)


async def _forget_in_process(stores: Stores) -> None:
    """At once; and once more a little later, for what was being read at that moment."""
    forget_in_process(stores)
    asyncio.get_running_loop().call_later(LOOK_SECONDS, forget_in_process, stores)
