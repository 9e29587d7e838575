"""LangGraph's checkpoints in PostgreSQL, written under the guard of the person whose words they hold.

The transcript is the record: a checkpoint that cannot be read, or that another turn went past, is dropped, and the next
turn makes its window of the transcript."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false

import json
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from copy import copy
from typing import Any, Final

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from lumina.databases.postgres import Database
from lumina.errors import StoreDown
from lumina.stores.checkpoints_codec import SealedSerializer, StrictSerializer, check_read

logger = logging.getLogger(__name__)

# What aprune() of the library does in some twenty statements; here every turn does it. A thread is one room's, and its
# turns come one after the other.
KEEP_LATEST: Final = """
with older as (
    delete from checkpoints where thread_id = %(thread)s and checkpoint_id <> %(latest)s returning checkpoint_id
), written as (
    delete from checkpoint_writes where thread_id = %(thread)s and checkpoint_id <> %(latest)s
), outdated as (
    delete from checkpoint_blobs b where thread_id = %(thread)s and not exists (
        select from jsonb_each_text(%(versions)s::jsonb) v where v.key = b.channel and v.value = b.version
    )
), first as (
    update checkpoints set parent_checkpoint_id = null where thread_id = %(thread)s and checkpoint_id = %(latest)s
)
select checkpoint_id from older
"""
COUNT: Final = "select count(*) from checkpoints where thread_id = any(%s)"


Cursors = Callable[..., AbstractAsyncContextManager[Any]]
"""Gives a cursor, in a pipeline or not."""

Fits = Callable[[Mapping[str, Any]], bool]
"""Whether these values are such as the graph keeps."""


class GuardedSaver(AsyncPostgresSaver):
    """Keeps of each thread what it needs to go on: its latest checkpoint. A run names `person` and `epoch` in its
    configuration, and its checkpoint is refused (PersonErased) once the person was erased."""

    def __init__(
        self,
        database: Database,
        guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]],
    ) -> None:
        super().__init__(database.checkpointer_pool, serde=StrictSerializer())
        self._database = database
        self._cursors: Cursors = database.cursor
        self._guarding = guarding
        self._fits: Fits = bool

    def only(self, fits: Fits) -> "GuardedSaver":
        """From now on what does not fit is dropped, as what cannot be read is."""
        self._fits = fits
        return self

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncGenerator[Any]:
        """Out of our own pool, on our own terms: LangGraph lets one thread at a time in, and gives up in a queue."""
        async with self._cursors(pipeline=pipeline) as cursor:
            yield cursor

    def _of(self, config: RunnableConfig) -> "GuardedSaver":
        """The same, for the person and the thread of a run."""
        saver, named = copy(self), config.get("configurable", {})
        saver.serde = SealedSerializer(self._database.keys, named["person"], named["thread_id"])
        return saver

    def _over(self, guard: Any, config: RunnableConfig) -> "GuardedSaver":
        """As _of(), on the guard's connection."""
        saver = self._of(config)
        saver._cursors = guard.cursor
        return saver

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The latest; None where there is none, or one that no turn can go on from, which is dropped."""
        try:
            found = await super(GuardedSaver, self._of(config)).aget_tuple(config)
            if found is None or self._whole(found):
                return found
            why = "something is missing"
        except StoreDown:
            raise
        except Exception as error:  # whoever can write to the database made it; its words may be a person's
            why = type(error).__name__
        thread = config.get("configurable", {})["thread_id"]
        logger.warning("the checkpoint of room %s cannot be read (%s): its transcript takes the place", thread, why)
        await self.adelete_thread(thread)
        return None

    def _whole(self, found: CheckpointTuple) -> bool:
        check_read(found.checkpoint)
        return self._fits(found.checkpoint["channel_values"])

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Where another turn left one meanwhile (the room's claim was lost with its connection), neither knows what
        the other's window lacks: both are dropped."""
        named = config.get("configurable", {})
        async with self._guarding(named["person"], named["epoch"]) as guard:
            saver = self._over(guard, config)
            kept = await super(GuardedSaver, saver).aput(config, checkpoint, metadata, new_versions)
            versions = json.dumps(checkpoint["channel_versions"])
            latest = {"thread": named["thread_id"], "latest": checkpoint["id"], "versions": versions}
            older = await guard.fetch(KEEP_LATEST, latest)
            if any(before != named.get("checkpoint_id") for (before,) in older):
                await saver.adelete_thread(named["thread_id"])
            return kept

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Nothing is kept of a run that does not reach its end: the message is in the transcript, and asked again it
        begins anew."""

    async def count(self, threads: list[str]) -> int:
        row = await self._database.fetch_one(COUNT, (threads,))
        return row[0] if row else 0
