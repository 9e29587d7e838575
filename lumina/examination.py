"""What the doctor looks at, over the opened stores."""

import asyncio
import shutil
from collections.abc import Mapping
from functools import partial
from importlib.metadata import version

from langchain_core.language_models import BaseChatModel

from lumina.doctor import Check, Found
from lumina.language.chat import model_name
from lumina.language.offline_voice import OfflineVoice
from lumina.models import TierName
from lumina.stores import Stores

LEAST_FREE = 500_000_000


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
        "erasures": partial(_erasures, stores),
        "embedder": partial(_embedder, stores),
        "model": partial(_model, model),
    }


async def _folder(stores: Stores) -> Found:
    usage = await asyncio.to_thread(shutil.disk_usage, stores.folder.home)
    advice = "the disk is nearly full: make room" if usage.free < LEAST_FREE else ""
    return Found("", f"{stores.folder.home}, {usage.free / 1e9:.1f} GB free", advice)


async def _postgresql(stores: Stores) -> Found:
    row = await stores.database.fetch_one("show server_version")
    counts = await stores.transcript.counts()
    return Found(str(row[0]) if row else "", ", ".join(f"{count} {name}" for name, count in counts.items()))


async def _redis(stores: Stores) -> Found:
    here, known = await stores.redis.count(), (await stores.catalogue.counts()).get(TierName.REDIS, 0)
    advice = f"{known - here} memories are to be filled in again: lumina jobs run reconcile" if here < known else ""
    about = await stores.engines.about_redis()
    return Found(about.version, f"{about.detail}, {here} memories", advice)


async def _duckdb(stores: Stores) -> Found:
    here, known = await stores.duckdb.count(), (await stores.catalogue.counts()).get(TierName.DUCKDB, 0)
    advice = f"{known - here} memories that should lie there are gone: restore a backup" if here < known else ""
    return Found(version("duckdb"), f"{here} memories", advice)


async def _qdrant(stores: Stores) -> Found:
    points, entries = await stores.index.count(), await stores.longterm.count_entries()
    advice = f"{entries - points} entries wait to be indexed: lumina jobs run reconcile" if points < entries else ""
    about = await stores.engines.about_qdrant()
    return Found(about.version, f"{about.detail}, {points} points", advice)


async def _associations(stores: Stores) -> Found:
    concepts, bonds = await stores.associations.totals()
    about = await stores.engines.about_associations()
    return Found(about.version, f"{concepts} concepts, {bonds} associations {about.detail}")


async def _knowledge(stores: Stores) -> Found:
    namespaces = await stores.knowledge.namespaces()
    held = ", ".join(f"{one.name} ({one.chunks} chunks)" for one in namespaces)
    waiting = sum(one.waiting for one in namespaces)
    advice = f"{waiting} chunks wait to be embedded: lumina jobs run embed_pending" if waiting else ""
    return Found("", held or "empty: lumina kb add NAMESPACE PATH fills it", advice)


async def _queue(stores: Stores) -> Found:
    rows = await stores.database.fetch("select status::text, count(*) from procrastinate_jobs group by 1 order by 1")
    failed = [name for name, (_, result) in (await stores.records.runs()).items() if result.startswith("failed")]
    advice = f"failed last time: lumina jobs run {' · '.join(failed)}" if failed else ""
    held = ", ".join(f"{count} {status}" for status, count in rows) or "no jobs"
    return Found(version("procrastinate"), held, advice)


async def _erasures(stores: Stores) -> Found:
    unfinished = await stores.records.unfinished()
    advice = f"{unfinished} interrupted: lumina erase once more" if unfinished else ""
    return Found("", "all finished" if not unfinished else "", advice)


async def _embedder(stores: Stores) -> Found:
    return Found(stores.embedder.identity, f"{stores.embedder.dimensions} dimensions")


async def _model(model: BaseChatModel) -> Found:
    if isinstance(model, OfflineVoice):
        return Found(model_name(model), "the offline voice; set LUMINA_MODEL=provider:model for a language model")
    return Found(model_name(model), "set; asked when somebody speaks")
