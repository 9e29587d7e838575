"""LangGraph's checkpoints in PostgreSQL, written under the guard of the person whose words they hold."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from lumina.memory.postgres import Database

# What aprune() of the library does in some twenty statements; here every turn does it. A thread is one room's, and its
# turns come one after the other.
KEEP_LATEST: Final = """
with older as (
    delete from checkpoints where thread_id = %(thread)s and checkpoint_id <> %(latest)s
), written as (
    delete from checkpoint_writes where thread_id = %(thread)s and checkpoint_id <> %(latest)s
), outdated as (
    delete from checkpoint_blobs b where thread_id = %(thread)s and not exists (
        select from jsonb_each_text(%(versions)s::jsonb) v where v.key = b.channel and v.value = b.version
    )
)
update checkpoints set parent_checkpoint_id = null where thread_id = %(thread)s and checkpoint_id = %(latest)s
"""
COUNT: Final = "select count(*) from checkpoints where thread_id = any(%s)"


class GuardedSaver(AsyncPostgresSaver):
    """Keeps of each thread what it needs to go on: its latest checkpoint. A run names `person` and `epoch` in its
    configuration, and its checkpoint is refused (PersonErased) once the person was erased."""

    def __init__(
        self, database: Database, guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    ) -> None:
        super().__init__(database.checkpointer_pool)
        self._database = database
        self._guarding = guarding

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        named = config.get("configurable", {})
        async with self._guarding(named["person"], named["epoch"]):
            kept = await super().aput(config, checkpoint, metadata, new_versions)
            versions = json.dumps(checkpoint["channel_versions"])
            latest = {"thread": named["thread_id"], "latest": checkpoint["id"], "versions": versions}
            await self._database.execute(KEEP_LATEST, latest)
            return kept

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """What a run leaves that does not reach its end; nothing, once the person was erased."""
        named = config.get("configurable", {})
        async with self._guarding(named["person"], named["epoch"]):
            await super().aput_writes(config, writes, task_id, task_path)

    async def count(self, threads: list[str]) -> int:
        row = await self._database.fetch_one(COUNT, (threads,))
        return row[0] if row else 0
