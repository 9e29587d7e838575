"""The application: opens everything, and has a part for everything that the commands and the web do. Wiring is in
wiring.py, the parts that need nothing but the opened stores in services.py."""

import asyncio
import gc
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Any, Self
from uuid import UUID

from langchain_core.language_models import BaseChatModel

from graphs.flushing import Flusher
from graphs.occasions import Occasions
from graphs.running import Talk
from lumina.characters import Characters
from lumina.clock import Clock, system_clock
from lumina.databases.folder import owned, shared
from lumina.databases.postgres_connection import patient
from lumina.dialogue.characters import load_cast
from lumina.dialogue.edits import edited
from lumina.dialogue.turn import Talking
from lumina.dialogue.warmup import rehearse
from lumina.erasure.caches import following_erasures
from lumina.jobs.queue import Worker
from lumina.jobs.tasks import TaskWorker
from lumina.knowledge.conversations import Conversations
from lumina.knowledge.library import Library
from lumina.language.bilingual import Language
from lumina.language.messages import Messages
from lumina.lifecycle.memories import Memories
from lumina.lifecycle.policies import Policies
from lumina.lifecycle.profile import Profiles
from lumina.lifecycle.units import Units
from lumina.machine import Machine
from lumina.news import News
from lumina.reports import DoctorReport
from lumina.services import Erasing, Jobs, Logs, Recall, Rooms, Sums, Transfer
from lumina.settings import Settings, changed
from lumina.stores.knowing import Knowing
from lumina.stores.opening import Stores, disk_of, open_stores
from lumina.stores.shared import secret_for
from lumina.stores.tokens_postgres import Tokens
from lumina.stores.watch import Watch
from lumina.transfer.backup.keeping import Backups
from lumina.views import Views
from lumina.wiring import UnderWay, wire


class Lumina:
    """The application, opened. What it can do is what the commands can do. `tasks` are those of single persons."""

    def __init__(
        self,
        stores: Stores,
        settings: Settings,
        clock: Clock,
        *,
        background: bool,
        speaking: BaseChatModel | None,
        edits: Mapping[str, Mapping[str, Any]],
        under_way: UnderWay | None = None,
    ) -> None:
        self._stores, self.clock = stores, clock
        self._background, self._speaking = background, speaking
        self._under_way = under_way or UnderWay()
        self._use(settings, edits)
        self.tasks = TaskWorker(stores.database, self._learn, self._tell, self._summarise, self._describe)

    async def _learn(self, person: str, turns: Sequence[UUID], epoch: int) -> int:
        """With the model of the moment."""
        return await self._parts.model_learner.learn(person, turns, epoch)

    async def _tell(self, person: str, notification: UUID, epoch: int) -> None:
        await self.occasions.tell(person, notification, epoch)

    async def _summarise(self, person: str, epoch: int) -> int:
        return await self._parts.summariser.summarise(person, epoch)

    async def _describe(self, person: str, turn: UUID, epoch: int) -> int:
        return await self._parts.describer.describe(person, turn, epoch)

    def _use(self, settings: Settings, edits: Mapping[str, Mapping[str, Any]]) -> None:
        """Reads files: keep it off the event loop. Who stays open for talk has rehearsed it."""
        written = load_cast(settings.characters)
        cast = edited(written, edits)
        if self._background:
            rehearse(cast, self.clock)
        self._parts = wire(self._stores, settings, self.clock, cast, self._speaking, self._under_way)
        self.settings, self.cast, self._written = settings, cast, written

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        settings: Settings,
        clock: Clock = system_clock,
        *,
        background: bool = False,
        reembedding: bool = False,
        speaking: BaseChatModel | None = None,
    ) -> AsyncGenerator[Self]:
        """Open the data folder (embedded: own it) and every store; `background` also runs the jobs in this process, and
        where a model is `speaking`, every character speaks with that one.

        Raises FolderInUse, FolderForeign, FolderOther, FolderTooNew, EmbedderChanged (unless `reembedding`),
        UnfinishedCopy, BadSetting, DiskFull; StoreDown where PostgreSQL does not answer.
        """
        async with AsyncExitStack() as stack:
            stack.enter_context(disk_of(settings).blamed())
            having = owned if reembedding or settings.profile == "embedded" else shared
            secret = await asyncio.to_thread(secret_for, settings, settings.home)
            folder = await asyncio.to_thread(stack.enter_context, having(settings.home, secret))
            await asyncio.to_thread(load_cast, settings.characters)  # before anything is opened
            stores = await open_stores(stack, folder, settings, clock, reembedding=reembedding)
            edits = await stores.character_edits.all()
            made = partial(cls, background=background, speaking=speaking, edits=edits)
            lumina = await asyncio.to_thread(made, stores, settings, clock)
            parts = lumina._parts
            stack.push_async_callback(parts.flusher.close)
            stack.push_async_callback(parts.talk.turns.close)
            stack.push_async_callback(lumina._under_way.sums.close)
            if stores.engines.shared:
                await stack.enter_async_context(following_erasures(stores))
            with patient():
                await parts.chores.refill(clock())
                await parts.chores.reindex_lost()
            stack.callback(gc.unfreeze)
            gc.freeze()  # what was imported and opened stays: going through it all now and then took 0.1 s of a turn
            if background:
                await stack.enter_async_context(Watch(stores.engines.watched.values()).running())
                note, alone = stores.records.note_run, stores.database.alone
                worker = Worker(stores.database.dsn, lambda: lumina._parts.chores, clock, note, alone)
                await stack.enter_async_context(worker.running())
                await stack.enter_async_context(lumina.tasks.running())
            yield lumina

    async def change(self, **changes: object) -> None:
        """Other settings (the names of CHANGEABLE), from the next turn on: what is under way goes on as it began. The
        characters are read again. Raises BadSetting, BadFile, and changes nothing then."""
        edits = await self._stores.character_edits.all()
        saw = self._parts.talking.describes
        await asyncio.to_thread(self._use, changed(self.settings, changes), edits)
        if not saw:  # what was shown so far is looked at now
            await self._parts.chores.describe_at_once()

    async def beside(self, settings: Settings, clock: Clock) -> "Lumina":
        """Another one on the same opened stores, with settings (those of CHANGEABLE count) and a clock of its own; the
        two know what is under way in either, and it lasts no longer than this one. Raises as change() does."""
        return await asyncio.to_thread(
            Lumina,
            self._stores,
            settings,
            clock,
            background=self._background,
            speaking=self._speaking,
            edits=await self._stores.character_edits.all(),
            under_way=self._under_way,
        )

    @property
    def machine(self) -> Machine:
        """What opening found, and how this machine stands to others."""
        return Machine(self._stores)

    @property
    def ports(self) -> Talking:
        """What the conversation graph needs, for a server that runs the graph itself."""
        return self._parts.talking

    @property
    def flush_ports(self) -> Flusher:
        """What the flush graph needs."""
        return self._parts.flusher

    @property
    def talk(self) -> Talk:
        """Turns, one at a time in a room."""
        return self._parts.talk

    @property
    def occasions(self) -> Occasions:
        """What characters say without having been spoken to."""
        told, images = self._stores.notifications, self._stores.images
        return Occasions(self._parts.talk, told, images, self.cast, self.clock, self._parts.talking.describes)

    @property
    def knowing(self) -> Knowing:
        """What is known of anybody at a moment."""
        return self._parts.stores.knowing

    @property
    def memories(self) -> Memories:
        """What the owner sees and corrects."""
        return self._parts.memories

    @property
    def known(self) -> Units:
        """Facts, people and loops, and what the owner does with them."""
        return self._parts.known

    @property
    def profiles(self) -> Profiles:
        """What somebody likes, with whom they talk, and of what."""
        return self._parts.profiles

    @property
    def policies(self) -> Policies:
        """What is kept of the talk of anybody."""
        return self._parts.policies

    @property
    def summaries(self) -> Sums:
        """What weeks, people, topics, relationships and rooms were about."""
        return Sums(self._parts, self.clock)

    @property
    def knowledge(self) -> Library:
        return self._parts.knowledge

    @property
    def conversations(self) -> Conversations:
        """Talks as sources to read."""
        return self._parts.conversations

    @property
    def tokens(self) -> Tokens:
        """Who may use the API."""
        return self._stores.tokens

    @property
    def characters(self) -> Characters:
        """Who speaks, and what an operator makes of them."""
        return Characters(self._parts, self._written, self.cast, self.change)

    @property
    def rooms(self) -> Rooms:
        return Rooms(self._parts, self.cast)

    @property
    def views(self) -> Views:
        return Views(self._parts, self.clock)

    @property
    def recall(self) -> Recall:
        return Recall(self._parts, self.cast, self.clock)

    @property
    def news(self) -> News:
        return News(self._parts)

    def recall_at(self, at: datetime | None) -> Recall:
        """As if it were that moment (None: now)."""
        return Recall(self._parts, self.cast, (lambda: at) if at else self.clock)

    @property
    def jobs(self) -> Jobs:
        return Jobs(self._parts, self.clock)

    @property
    def transfer(self) -> Transfer:
        return Transfer(self._parts, self.clock)

    @property
    def logs(self) -> Logs:
        return Logs(self._parts, self.clock)

    @property
    def erasure(self) -> Erasing:
        return Erasing(self._parts, self.clock)

    @property
    def backups(self) -> Backups:
        """Everything once more, elsewhere."""
        return self._parts.backups

    async def ping(self) -> None:
        """Raises StoreDown where PostgreSQL, the record, does not answer."""
        await self._stores.database.ping()

    async def settle(self) -> None:
        """Wait for what is being distilled; then, where no worker runs in this process, do what the schedule would have
        done by now. For a process that ends after one turn."""
        await self._parts.flusher.settle()
        if not self._background:
            await self.jobs.catch_up()
            await self.tasks.run_due()

    async def doctor(self, language: Language = "en") -> DoctorReport:
        return await self._parts.doctor.examine(Messages(language))
