"""The parts of the application, made of the opened stores."""

from asyncio import Task
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial

from langchain_core.language_models import BaseChatModel

from graphs.conversation import conversation_graph, is_kept
from graphs.flush import flush_graph
from graphs.flushing import Flusher
from graphs.running import Talk
from graphs.turns import Turns
from lumina.clock import Clock
from lumina.databases.standby_postgres import reads
from lumina.databases.tasks_postgres import Tasks
from lumina.dialogue.characters import Cast, Character
from lumina.dialogue.heeding import Heeding
from lumina.dialogue.left_open import LeftOpen
from lumina.dialogue.threads import Limits
from lumina.dialogue.topics import Topics
from lumina.dialogue.turn import Talking
from lumina.distil.describing import Describer
from lumina.distil.distillate import Distiller
from lumina.distil.learning import Learner
from lumina.distil.model import ModelDistiller, ModelReader
from lumina.distil.model_learning import ModelLearner
from lumina.distil.offline import OfflineDistiller
from lumina.distil.summaries.joining import Joining
from lumina.distil.summaries.material import Pace
from lumina.distil.summaries.model import SummaryModel
from lumina.distil.summaries.summarising import Summariser
from lumina.erasure.choosing import Choosing
from lumina.erasure.erase import Erasure
from lumina.erasure.letting_go import LettingGo, letting_go_of
from lumina.erasure.opening import erasure_of, traces_of
from lumina.erasure.partial import PartialErasure
from lumina.erasure.taking_out import TakingOut, unmaking_of
from lumina.erasure.verify import Verification
from lumina.jobs.queue import next_rewriting
from lumina.jobs.work import Chores
from lumina.knowledge.conversations import Conversations, Cutting
from lumina.knowledge.library import Library
from lumina.language.concepts import concepts
from lumina.language.help import help_text, read_help
from lumina.language.scripts import fold
from lumina.language.tokens import estimate_tokens
from lumina.lifecycle.admission import Admission
from lumina.lifecycle.aging import Aging
from lumina.lifecycle.branches import Branches
from lumina.lifecycle.descent import choose
from lumina.lifecycle.importance import importance
from lumina.lifecycle.leftovers import Leftovers
from lumina.lifecycle.lost import Lost
from lumina.lifecycle.memories import Memories
from lumina.lifecycle.policies import Policies
from lumina.lifecycle.profile import Profiles
from lumina.lifecycle.refilling import Refilling
from lumina.lifecycle.units import Units
from lumina.lifecycle.unmaking import Unmaking
from lumina.lifecycle.uses import UsesOf
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.edited_postgres import EditedTexts
from lumina.memory.ladder import FirstRung, Ladder
from lumina.models import Activation, Policy, Standing
from lumina.recall.ask import Ask
from lumina.recall.asking import Panel
from lumina.recall.associated import Associated
from lumina.recall.background import Surroundings
from lumina.recall.recollect import Recaller
from lumina.recall.window import Window
from lumina.settings import Settings
from lumina.stores.doctor import Doctor
from lumina.stores.examination import doctor_of
from lumina.stores.opening import Stores
from lumina.stores.recall_ports import RecordOf
from lumina.stores.summaries_told import SummariesTold
from lumina.stores.summed import Summed
from lumina.transfer.backup.keeping import Backups
from lumina.transfer.corrections import Corrections
from lumina.transfer.importing import Importer
from lumina.transfer.take_in import TakeIn
from lumina.transfer.withdraw import Withdrawal
from lumina.voices.chat import open_chat_model, open_distil_model, open_vision_model
from lumina.voices.naming import named


@dataclass(frozen=True, slots=True)
class Parts:
    """What the application delegates to."""

    stores: Stores
    talking: Talking
    talk: Talk
    model_of: Callable[[Character], BaseChatModel]
    recaller: Recaller
    flusher: Flusher
    importer: Importer
    take_in: TakeIn
    memories: Memories
    known: Units
    profiles: Profiles
    policies: Policies
    knowledge: Library
    conversations: Conversations
    chores: Chores
    erasure: Erasure
    partial_erasure: PartialErasure
    verification: Verification
    backups: Backups
    doctor: Doctor
    model_learner: ModelLearner
    describer: Describer
    summariser: Summariser
    summed: Summed


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What goes on while parts take the place of others."""

    turns: Turns = field(default_factory=Turns)
    flushes: set[Task[None]] = field(default_factory=set[Task[None]])
    sums: Joining = field(default_factory=Joining)


def wire(
    stores: Stores,
    settings: Settings,
    clock: Clock,
    cast: Cast,
    speaking: BaseChatModel | None,
    under_way: UnderWay,
) -> Parts:
    """Reads files and may import a provider's client: keep it off the event loop. Raises BadSetting."""
    return _Wiring(stores, settings, clock, cast, speaking, under_way).parts()


@dataclass
class _Wiring:
    """Each part is made once, from those that it needs."""

    stores: Stores
    settings: Settings
    clock: Clock
    cast: Cast
    speaking: BaseChatModel | None
    under_way: UnderWay

    def parts(self) -> Parts:
        return Parts(
            stores=self.stores,
            talking=self.talking,
            talk=self.talk,
            model_of=self.model_of,
            recaller=self.recaller,
            flusher=self.flusher,
            importer=self.importer,
            take_in=TakeIn(self.stores, self.flusher, self.cast, self._withdrawal),
            memories=self.memories,
            known=self.units,
            profiles=self.profiles,
            policies=self.policies,
            knowledge=self.library,
            conversations=self.conversations,
            chores=self.chores,
            erasure=self.erasure,
            partial_erasure=self.partial_erasure,
            verification=self.verification,
            backups=self.backups,
            doctor=doctor_of(
                self.stores, open_chat_model(self.settings), self.settings.log, self.clock, next_rewriting
            ),
            model_learner=self.model_learner,
            describer=self.describer,
            summariser=self.summariser,
            summed=self.summed,
        )

    @property
    def limits(self) -> Limits:
        return Limits(idle=timedelta(minutes=self.settings.idle_minutes), turns=self.settings.window_max)

    @property
    def window(self) -> tuple[int, int]:
        return self.settings.window_min, self.settings.window_max

    @property
    def retention(self) -> timedelta:
        return timedelta(days=self.settings.retention_days)

    @cached_property
    def record(self) -> RecordOf:
        stores = self.stores
        return RecordOf(
            stores.transcript, stores.images, stores.catalogue, stores.bodies, stores.associations, stores.knowing
        )

    @property
    def names(self) -> Sequence[str]:
        """All that any character is called."""
        return [name for character in self.cast for name in character.names()]

    @cached_property
    def library(self) -> Library:
        return Library(self.stores.knowledge, self.stores.embedder, self.clock, self.names)

    @cached_property
    def conversations(self) -> Conversations:
        settings = self.settings
        cutting = Cutting(
            settings.conversation_chunk_unit, settings.conversation_chunk_size, settings.conversation_chunk_overlap
        )
        return Conversations(self.stores.transcript, cutting, self.clock)

    @cached_property
    def distil_model(self) -> BaseChatModel | None:
        return open_distil_model(self.settings)

    @cached_property
    def vision_model(self) -> BaseChatModel | None:
        return open_vision_model(self.settings)

    @property
    def describer(self) -> Describer:
        stores = self.stores
        return Describer(
            model=self.vision_model,
            transcript=stores.transcript,
            images=stores.images,
            reindex=self.memories.reindex,
            distilling=stores.database.distilling,
            guarding=stores.database.writing,
            time_limit=self.settings.model_timeout,
        )

    @property
    def distiller(self) -> Distiller:
        model, otherwise = self.distil_model, OfflineDistiller()
        return ModelDistiller(model, otherwise, self.settings.model_timeout) if model else otherwise

    @cached_property
    def model_learner(self) -> ModelLearner:
        stores = self.stores
        return ModelLearner(
            reader=ModelReader(self.distil_model, self.settings.model_timeout),
            transcript=stores.transcript,
            claims=stores.claims,
            tasks=Tasks(stores.database),
            guarding=stores.database.writing,
            clock=self.clock,
        )

    @property
    def pace(self) -> Pace:
        idle = timedelta(seconds=self.settings.conversation_idle_seconds)
        return Pace(idle, self.settings.message_threshold)

    @cached_property
    def summariser(self) -> Summariser:
        stores, settings = self.stores, self.settings
        return Summariser(
            transcript=stores.transcript,
            claims=stores.claims,
            summaries=stores.summaries,
            put_away=stores.summaries.put_away,
            guarding=stores.database.writing,
            clock=self.clock,
            pace=self.pace,
            writer=SummaryModel(self.distil_model, settings.model_timeout) if self.distil_model else None,
            joining=self.under_way.sums,
        )

    @property
    def summed(self) -> Summed:
        return Summed(self.stores.summaries, self.stores.transcript, self.stores.knowing)

    @cached_property
    def learner(self) -> Learner:
        stores = self.stores
        database = stores.database
        return Learner(
            stores.transcript,
            stores.claims,
            database.writing,
            database.epoch,
            self.clock,
            frozenset(map(fold, self.names)),
        )

    @cached_property
    def flusher(self) -> Flusher:
        stores = self.stores
        return Flusher(
            graph=flush_graph(),
            transcript=stores.transcript,
            images=stores.images,
            known=self.record,
            distiller=self.distiller,
            embedder=stores.embedder,
            admission=self._admission,
            epoch_of=stores.database.epoch,
            distilling=stores.database.distilling,
            window=self.window,
            learning=self.model_learner if self.distil_model else None,
            running=self.under_way.flushes,
        )

    @property
    def _admission(self) -> Admission:
        stores = self.stores
        writing = stores.database.writing
        return Admission(stores.catalogue, stores.associations, stores.redis, pack_memory, writing, self._follow)

    async def _follow(self, person: str) -> int:
        return await self.stores.engines.heal(self.stores.associations, person)

    @cached_property
    def recaller(self) -> Recaller:
        stores = self.stores
        sources = [
            stores.redis,
            stores.duckdb,
            stores.longterm,
            Window(stores.transcript.waiting, self.flusher.window_entries),
            Associated(stores.associations, self.record),
        ]
        told = SummariesTold(self.summed, self.settings.max_history_count)
        return Recaller(
            panel=Panel(sources, self.settings.source_timeout),
            record=self.record,
            background=Surroundings(self.record, self._activated, self.library.passages, told.lines),
            embedder=stores.embedder,
            weigh=_weigh,
            count=estimate_tokens,
            reads=partial(reads, stores.database),
            aliases={name: character.id for character in self.cast for name in character.names()},
        )

    async def _activated(self, ask: Ask) -> Sequence[Activation]:
        return await self.record.activated(ask, concepts(ask.text))

    @cached_property
    def heeding(self) -> Heeding:
        return Heeding(self.stores.claims, self.stores.knowing, self.stores.transcript, self.clock)

    def model_of(self, character: Character) -> BaseChatModel:
        """May import a provider's client. Raises BadSetting."""
        return self.speaking or named(open_chat_model(self.settings, character), character.id)

    @cached_property
    def talking(self) -> Talking:
        stores = self.stores
        models = {one.id: self.model_of(one) for one in self.cast}
        return Talking(
            transcript=self.stores.transcript,
            images=self.stores.images,
            describes=self.vision_model is not None,
            branches=self.branches,
            uses=UsesOf(self.stores.catalogue, self.aging, self.stores.database.writing),
            topics=Topics(self.stores.embedder),
            learner=self.learner,
            heeding=self.heeding,
            left_open=LeftOpen(stores.knowing.of, stores.claims, self.clock, self.limits.idle),
            recaller=self.recaller,
            flush=self.flusher,
            cast=self.cast,
            model_of=lambda character: models[character.id],
            guarding=self.stores.database.writing,
            clock=self.clock,
            limits=self.limits,
            window=self.window,
            budget=self.settings.budget,
            patience=self.settings.model_timeout,
            help_in=partial(help_text, read_help(self.settings.help_file), self.settings.country),
        )

    @cached_property
    def talk(self) -> Talk:
        stores = self.stores
        return Talk(
            graph=conversation_graph(stores.checkpoints.only(is_kept)),
            ports=self.talking,
            transcript=stores.transcript,
            present=self.cast.ids,
            owning_room=stores.database.owning_room,
            guarding=stores.database.writing,
            epoch=stores.database.epoch,
            turns=self.under_way.turns,
        )

    @cached_property
    def aging(self) -> Aging:
        return Aging(
            bodies=self.stores.bodies,
            catalogue=self.stores.catalogue,
            guarding=self.stores.database.writing,
            among=self.stores.troubles.among,
            retention=self.retention,
            capacity=self.settings.capacity,
        )

    @cached_property
    def ladder(self) -> Ladder:
        stores = self.stores
        return Ladder(
            redis=FirstRung(stores.redis, stores.catalogue.content, unpack_memory),
            duckdb=stores.duckdb,
            longterm=stores.longterm,
            archive=self.aging.archive,
            catalogue=stores.catalogue,
            guarding=stores.database.writing,
            choose=choose,
            among=stores.troubles.among,
        )

    @cached_property
    def importer(self) -> Importer:
        return Importer(
            transcript=self.stores.transcript,
            flusher=self.flusher,
            topics=Topics(self.stores.embedder),
            cast=self.cast,
            guarding=self.stores.database.writing,
            owning_room=self.stores.database.owning_room,
            descend=self.ladder.descend,
            learn=self.learner.catch_up,
            corrections=partial(Corrections, self.heeding, self.window[1] - 1),
            limits=self.limits,
        )

    @cached_property
    def memories(self) -> Memories:
        return Memories(
            bodies=self.stores.bodies,
            catalogue=self.stores.catalogue,
            transcript=self.stores.transcript,
            aging=self.aging,
            entries_of=self.flusher.embed,
            guarding=self.stores.database.writing,
            clock=self.clock,
            retention=self.retention,
        )

    @cached_property
    def units(self) -> Units:
        stores = self.stores
        return Units(stores.claims, stores.knowing, stores.transcript, stores.database.writing, self.clock)

    @cached_property
    def profiles(self) -> Profiles:
        return Profiles(
            self.units, self.stores.transcript, self.stores.associations, self.clock, frozenset(map(fold, self.names))
        )

    @property
    def policies(self) -> Policies:
        stores, default = self.stores, Policy(self.settings.policy)
        return Policies(stores.transcript, stores.database.writing, default, stores.backups.note_policy, self.clock)

    @property
    def letting_go(self) -> LettingGo:
        return letting_go_of(self.stores, self.settings)

    @cached_property
    def backups(self) -> Backups:
        return Backups(self.stores, timedelta(days=self.settings.backup_keep_days))

    @cached_property
    def erasure(self) -> Erasure:
        return erasure_of(self.stores)

    @property
    def _withdrawal(self) -> Withdrawal:
        taking_out = TakingOut(self.stores, self.unmaking)
        return Withdrawal(self.stores, taking_out, self.stores.database.owning_room, self.erasure.compact)

    @cached_property
    def partial_erasure(self) -> PartialErasure:
        choosing, taking_out = Choosing(self.stores, self.cast.ids), TakingOut(self.stores, self.unmaking)
        owning_room = self.stores.database.owning_room
        return PartialErasure(self.stores, choosing, taking_out, self.erasure, owning_room, self._distil_again)

    @property
    def verification(self) -> Verification:
        settings, keep = self.settings, timedelta(days=self.settings.backup_keep_days)
        provider = settings.model.partition(":")[0]
        erasure, traces = self.erasure, traces_of(self.stores)
        return Verification(self.stores, erasure, traces, keep, provider, settings.log, self.clock, next_rewriting)

    async def _distil_again(self, person: str, at: datetime) -> None:
        """What waits since a part of somebody's talk was erased."""
        await self.flusher.flush_all(person)
        await self.ladder.descend(at, person)

    @cached_property
    def unmaking(self) -> Unmaking:
        return unmaking_of(self.stores)

    @cached_property
    def branches(self) -> Branches:
        stores = self.stores
        return Branches(stores.database, stores.transcript, self.unmaking, stores.database.writing)

    @cached_property
    def chores(self) -> Chores:
        return Chores(
            stores=self.stores,
            ladder=self.ladder,
            aging=self.aging,
            leftovers=self.leftovers,
            lost=self.lost,
            refilling=self.refilling,
            flusher=self.flusher,
            learner=self.learner,
            branches=self.branches,
            library=self.library,
            erasure=self.erasure,
            partial_erasure=self.partial_erasure,
            letting_go=self.letting_go,
            back_up=self.backups.run,
            idle=self.limits.idle,
            describes=self.vision_model is not None,
        )

    @property
    def lost(self) -> Lost:
        stores, database = self.stores, self.stores.database
        distil, among = self.flusher.distil_again, stores.troubles.among
        edited = EditedTexts(database)
        return Lost(
            stores.duckdb, stores.catalogue, stores.bodies, edited, distil, database.writing, database.epoch, among
        )

    @property
    def refilling(self) -> Refilling:
        stores = self.stores
        return Refilling(stores.catalogue, stores.redis, stores.database.writing, stores.troubles.among, unpack_memory)

    @property
    def leftovers(self) -> Leftovers:
        stores = self.stores
        guarding, among = stores.database.writing, stores.troubles.among
        return Leftovers(stores.duckdb, stores.longterm, stores.bodies, stores.catalogue, guarding, among)


def _weigh(standing: Standing, at: datetime) -> float:
    return importance(standing.salience, standing.born, standing.uses, at, standing.pinned)
