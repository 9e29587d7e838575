"""What the doctor looks at, over the opened stores."""

import asyncio
import shutil
from collections.abc import Mapping
from functools import partial
from importlib.metadata import version

from langchain_core.language_models import BaseChatModel

from lumina.doctor import Check
from lumina.language.chat import model_name
from lumina.language.offline_voice import OfflineVoice
from lumina.stores import Stores


def checks(stores: Stores, model: BaseChatModel) -> Mapping[str, Check]:
    return {
        "folder": partial(_folder, stores),
        "postgresql": partial(_postgresql, stores),
        "redis": partial(_redis, stores),
        "duckdb": partial(_duckdb, stores),
        "qdrant": partial(_qdrant, stores),
        "associations": partial(_associations, stores),
        "knowledge": partial(_knowledge, stores),
        "queue": partial(_queue, stores),
        "embedder": partial(_embedder, stores),
        "model": partial(_model, model),
    }


async def _folder(stores: Stores) -> tuple[str, str]:
    free = (await asyncio.to_thread(shutil.disk_usage, stores.folder.home)).free
    return "", f"{stores.folder.home}, {free / 1e9:.1f} GB free"


async def _postgresql(stores: Stores) -> tuple[str, str]:
    row = await stores.database.fetch_one("show server_version")
    counts = await stores.transcript.counts()
    return str(row[0]) if row else "", ", ".join(f"{count} {name}" for name, count in counts.items())


async def _redis(stores: Stores) -> tuple[str, str]:
    return version("fakeredis"), f"fakeredis in this process, {await stores.redis.count()} memories"


async def _duckdb(stores: Stores) -> tuple[str, str]:
    return version("duckdb"), f"{await stores.duckdb.count()} memories"


async def _qdrant(stores: Stores) -> tuple[str, str]:
    points, entries = await stores.index.count(), await stores.longterm.count_entries()
    waiting = f"; {entries - points} entries wait to be indexed: lumina jobs run reconcile" if points < entries else ""
    return version("qdrant-edge-py"), f"Qdrant Edge, {points} points{waiting}"


async def _associations(stores: Stores) -> tuple[str, str]:
    row = await stores.database.fetch_one("select (select count(*) from concepts), (select count(*) from associations)")
    concepts, bonds = row or (0, 0)
    return "", f"{concepts} concepts, {bonds} associations in PostgreSQL"


async def _knowledge(stores: Stores) -> tuple[str, str]:
    namespaces = await stores.knowledge.namespaces()
    held = ", ".join(f"{one.name} ({one.chunks} chunks, {one.waiting} waiting)" for one in namespaces)
    return "", held or "empty: lumina kb add NAMESPACE PATH fills it"


async def _queue(stores: Stores) -> tuple[str, str]:
    rows = await stores.database.fetch("select status::text, count(*) from procrastinate_jobs group by 1 order by 1")
    return version("procrastinate"), ", ".join(f"{count} {status}" for status, count in rows) or "no jobs"


async def _embedder(stores: Stores) -> tuple[str, str]:
    return stores.embedder.identity, f"{stores.embedder.dimensions} dimensions"


async def _model(model: BaseChatModel) -> tuple[str, str]:
    if isinstance(model, OfflineVoice):
        return model_name(model), "the offline voice; set LUMINA_MODEL=provider:model for a language model"
    return model_name(model), "set; asked when somebody speaks"
