"""What the nodes of a turn do: the ports of lumina/dialogue/context.py over transcript, recall, models and flush."""

import logging
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any
from uuid import UUID

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage

from lumina.clock import Clock
from lumina.dialogue.briefing import Setting
from lumina.dialogue.characters import Cast, Character
from lumina.dialogue.context import Answer, Context, Listened, Piece, Scene
from lumina.dialogue.heeding import Heeding
from lumina.dialogue.prompt import build_prompt
from lumina.dialogue.routing import Choice, ask_again, choose_speakers, note_spoken
from lumina.dialogue.showing import SEEN, showing, told
from lumina.dialogue.threads import Limits, ThreadSoFar, boundary, domain_of
from lumina.dialogue.turn_ports import Flush, Learner, LeftOpen, Topics, Uses
from lumina.dialogue.window import mood_of, thread_of, turn_of
from lumina.errors import BadInput, ModelFailed, because
from lumina.images import Image
from lumina.language.acts import Mood
from lumina.language.bilingual import Language
from lumina.language.domains import domain_scores
from lumina.language.scripts import conversation_language
from lumina.lifecycle.branches import Branches
from lumina.memory.images_postgres import Images
from lumina.memory.transcript_postgres import OpenThread, Transcript
from lumina.models import Grade, Role, Turn, derived_id, may_see
from lumina.recall.ask import Ask
from lumina.recall.recollect import Recaller
from lumina.reports import Recollection, Room, failure_of
from lumina.texts import checked_text
from lumina.voices.chat import sees
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.only_own import only_own
from lumina.voices.streaming import said_nothing, stream_reply

logger = logging.getLogger(__name__)

USED = 3
"""Memories of a pack that count as used by the answer."""

AFTER = 200
"""Turns behind a message among which its answers are looked for."""

RECENT = 6
"""Messages that a short cue is read together with."""


@dataclass(frozen=True, slots=True)
class _Utterance:
    id: UUID
    text: str
    at: datetime
    domains: Mapping[str, float]
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Talking:
    """One turn's work. Everything that it writes is written under the person's guard."""

    transcript: Transcript
    images: Images
    describes: bool
    branches: Branches
    uses: Uses
    topics: Topics
    learner: Learner
    heeding: Heeding
    left_open: LeftOpen
    recaller: Recaller
    flush: Flush
    cast: Cast
    model_of: Callable[[Character], BaseChatModel]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    clock: Clock
    limits: Limits
    window: tuple[int, int]
    budget: int
    patience: float
    help_in: Callable[[Language, Mood], str]

    async def listen(self, context: Context, window: Sequence[AnyMessage], spoken: Mapping[str, int]) -> Listened:
        said = window[-1]
        text = checked_text(said.text)
        domains = domain_scores(text)
        async with self.guarding(context.person, context.epoch) as guard:
            room = await self.transcript.room(guard, context.room, present=self.cast.ids)
            turn_id, known = await self._known(context.person, room, said, text)
            place = await self._place(context, room) if not known else None
            before = await self._before(guard.person, room.name, place)
            room = _among_themselves(room, context.to, known)
            utterance = _Utterance(turn_id, text, self.clock(), domains, context.images)
            turn = known or await self._heard(guard, room, utterance, before, place)
            language = conversation_language(text, [one.text for one in before])
            await self.learner.hear(guard, turn, before)
            heeded = await self.heeding.heed(guard, turn, before)
            learnt = await self.heeding.told_first(turn)
            epoch = guard.epoch
        edited = turn_of(said) not in (None, turn.id)  # a fork in Studio goes on from what it shows
        anew = not edited and await self._shows_what_was_left(turn, window, before)
        missed = () if edited else self._missed(turn, () if anew else window, before)
        answers = await self._answers(known) if known else []
        speakers = self._again(answers, room)
        if speakers is None:
            spoke = note_spoken(spoken, [one.speaker for one in missed if one.role is Role.CHARACTER])
            speakers = choose_speakers(text, self.cast, room.present, domain_scores=domains, spoken=spoke)
        missed = missed if speakers else ()
        answered = () if speakers else tuple(one for one in answers if not one.failed)
        asks = await self.left_open.to_ask(turn, before, speakers[0].character) if speakers else None
        return Listened(
            turn=turn,
            speakers=tuple(speakers),
            answered=answered,
            missed=missed,
            present=room.present,
            domain=domain_of(domains),
            language=language,
            epoch=epoch,
            heeded=heeded,
            learnt=learnt,
            asks=asks,
            anew=anew,
        )

    async def _place(self, context: Context, room: Room) -> Turn | None:
        """The words in whose place something is said, if any."""
        return await self.branches.place(context.person, room.name, context.instead) if context.instead else None

    async def _before(self, person: str, room: str, place: Turn | None) -> list[Turn]:
        """What was said last in the room; or before the words in whose place something else is said."""
        most = self.window[1] - 1
        if place:
            return await self.transcript.before(person, room, place.id, most)
        return await self.transcript.last(person, room, most)

    async def _shows_what_was_left(self, turn: Turn, window: Sequence[AnyMessage], before: Sequence[Turn]) -> bool:
        shown = {id_ for message in window if (id_ := turn_of(message))} - {turn.id, *(one.id for one in before)}
        return any(one.left_for for one in (await self.transcript.read(turn.person, [*shown])).values())

    async def _known(self, person: str, room: Room, said: AnyMessage, text: str) -> tuple[UUID, Turn | None]:
        """The turn that a message is, and what the transcript has of it. One that was edited is another turn."""
        turn_id = turn_of(said) or turn_named(room.id, said.id)
        known = (await self.transcript.read(person, [turn_id])).get(turn_id)
        if known is None or known.text == text:
            return turn_id, known
        edited = derived_id("turn", room.id, said.id, text)
        return edited, (await self.transcript.read(person, [edited])).get(edited)

    async def _answers(self, turn: Turn) -> list[Turn]:
        """Those of a message that came before, failed ones among them."""
        first = turn.position + 1
        [after] = await self.transcript.spans(turn.person, [(turn.thread, first, first + AFTER)])
        return [*takewhile(lambda one: one.role is Role.CHARACTER, after)]

    def _again(self, answers: Sequence[Turn], room: Room) -> list[Choice] | None:
        """Who answers a message that came before: those whose answer did not come to its end, or nobody. None where it
        has no answer at all."""
        answered = {one.speaker for one in answers if not one.failed}
        here = {character.id: character for character in self.cast if character.id in room.present}
        owing = [name for name in dict.fromkeys(one.speaker for one in answers) if name not in answered]
        asked = [here[name] for name in owing if name in here]
        return ask_again(asked) if asked or answered else None

    def _missed(self, turn: Turn, window: Sequence[AnyMessage], last: Sequence[Turn]) -> tuple[Turn, ...]:
        """What was said `last` in the room, after the newest turn of the window: an answer that was broken off, or
        another process. The transcript is the record."""
        known = {turn_of(message) for message in window}
        after = [at for at, one in enumerate(last, 1) if one.id in known and one.id != turn.id]
        return tuple(
            one for one in last[max(after, default=0) :] if one.id != turn.id and not one.failed and not one.let_go
        )

    async def _heard(
        self, guard: Any, room: Room, utterance: _Utterance, before: Sequence[Turn], place: Turn | None
    ) -> Turn:
        """The person's turn in its thread."""
        turn = Turn(
            id=utterance.id,
            person=guard.person,
            room=room.name,
            thread=await self._thread(guard, room, utterance, before, place),
            speaker=guard.person,
            role=Role.PERSON,
            text=utterance.text,
            at=utterance.at,
            witnesses=frozenset({guard.person, *room.present}),
        )
        async with guard.transaction():
            if place:
                await self.branches.leave(guard, place, turn.id)
            [turn] = await self.transcript.append(guard, [turn], domain=domain_of(utterance.domains))
            if not place:
                await self.transcript.go_on(guard, turn.thread)
            await self.images.put(guard, turn.id, utterance.images, describe=self.describes)
        if place:
            await self.branches.settle(guard)
        return turn

    async def _thread(
        self, guard: Any, room: Room, utterance: _Utterance, before: Sequence[Turn], place: Turn | None
    ) -> UUID:
        """The thread that goes on, or that of a turn which begins another subject. In place of other words, it is
        theirs, if anything holds of it."""
        if place:
            goes_on = any(one.thread == place.thread for one in before)
            return place.thread if goes_on else derived_id("thread", utterance.id)
        domain = domain_of(utterance.domains)
        last = await self.transcript.open_thread(guard.person, room.name)
        reason = await self._boundary(utterance, last, before)
        if last and not reason:
            if domain and not last.domain:
                await self.transcript.set_domain(guard, last.id, domain)
            return last.id
        if last:
            await self.transcript.end_thread(guard, last.id)
        logger.debug("a new thread begins: %s", reason)
        return derived_id("thread", utterance.id)

    async def _boundary(self, utterance: _Utterance, last: OpenThread | None, before: Sequence[Turn]) -> str:
        if last is None:
            return "first"
        recent = [turn.text for turn in before[-RECENT:] if turn.thread == last.id]
        shifted = await self.topics.shifted(utterance.text, recent)
        talk = ThreadSoFar(last.domain, last.last_turn, last.turns)
        return boundary(
            utterance.text, utterance.at, talk, domains=utterance.domains, shifted=shifted, limits=self.limits
        )

    async def recall(
        self, context: Context, listened: Listened, viewer: str, window: Sequence[AnyMessage]
    ) -> Recollection:
        turn = listened.turn
        others = [message for message in window if turn_of(message) != turn.id]
        now = [message for message in others if thread_of(message) == turn.thread]
        ask = Ask(
            person=turn.person,
            text=turn.text,
            at=turn.at,
            language=listened.language,
            budget=context.budget or self.budget,
            viewer=viewer,
            room=turn.room,
            window=tuple(message.text for message in now),
            before=frozenset(one for message in now if (one := turn_of(message))),
            in_sight=frozenset(one for message in others if (one := turn_of(message))),
            hidden=frozenset({turn.id}) | await self.heeding.withdrawn(turn),
            namespaces=self.cast.find(viewer).knows_best,
        )
        return await self.recaller.recollect(ask)

    async def speak(self, context: Context, scene: Scene) -> AsyncIterator[Piece]:
        listened = scene.listened
        character = self.cast.find(scene.choice.character)
        model, heard = self.model_of(character), await self._witnessed(context.person, character.id, scene.window)
        witnessed = [message for message, _ in heard] if sees(model) else await told(self.images, heard)
        withdrawn = await self.heeding.withdrawn(listened.turn)
        prompt = build_prompt(
            character,
            scene.recollection,
            witnessed,
            [AIMessage(one.text, name=one.choice.character) for one in scene.before if not one.failed],
            cast=self.cast,
            setting=Setting(
                context.person,
                context.room,
                listened.turn.at,
                listened.language,
                listened.present,
                self.help_in(listened.language, mood_of(scene.window)),
                listened.heeded,
                context.client,
                tuple(turn for _, turn in heard if turn.id not in withdrawn),
                listened.learnt,
                await self.heeding.name_told(listened.turn, character.id),
            ),
            asks=None if scene.before else listened.asks,
            occasion=listened.occasion,
        )
        if sees(model):
            turns = [turn for message in witnessed if (turn := turn_of(message))]
            now = listened.occasion.images if listened.occasion else ()
            shown = await self.images.newest(context.person, turns, SEEN - len(now))
            prompt = showing(prompt, [*shown, *now])
        others = {context.person, *(turn.speaker for _, turn in heard if turn.role is not Role.CHARACTER)}
        try:
            async for text in self._words(model, prompt, character, others):
                yield Piece(text)
        except ModelFailed as error:
            unsaid = listened.occasion or context.client
            shown = None if unsaid else error  # a provider may quote what must stand nowhere
            logger.warning("%s did not answer to the end", character.id, exc_info=shown)
            yield Piece("", failed=failure_of(error))

    async def _words(
        self, model: BaseChatModel, prompt: Sequence[BaseMessage], character: Character, others: Collection[str]
    ) -> AsyncIterator[str]:
        """What the model says as the character, and as nobody else. Raises ModelFailed."""
        words = stream_reply(model, prompt, patience=self.patience)
        if isinstance(model, OfflineVoice):
            async for text in words:
                yield text
            return
        cast = {name for one in self.cast if one.id != character.id for name in one.names()}
        said = False
        async for text in only_own(words, character.names(), {*cast, *others}):
            said = said or bool(text.strip())
            yield text
        if not said:
            raise said_nothing(model)

    async def _witnessed(self, person: str, viewer: str, window: Sequence[AnyMessage]) -> list[tuple[AnyMessage, Turn]]:
        """The messages that the character heard: who came into the room later is not told what was said before."""
        named = [(message, turn) for message in window if (turn := turn_of(message))]
        turns = await self.transcript.read(person, [turn for _, turn in named])
        return [
            (message, turns[turn])
            for message, turn in named
            if turn in turns and may_see(viewer, turns[turn].witnesses)
        ]

    async def remember(
        self,
        context: Context,
        listened: Listened,
        answers: Sequence[Answer],
        recalled: Mapping[str, Recollection],
    ) -> list[Turn]:
        turns = [self._answer(context, listened, answer) for answer in answers]
        async with self.guarding(context.person, listened.epoch) as guard, guard.transaction():
            written = await self.transcript.append(guard, turns)
            used = {turn.id: _used(recalled[turn.speaker]) for turn in written if not turn.failed}
            for turn in written:
                await self.uses.note(guard, context.person, used.get(turn.id, []), turn.id, turn.at)
            if listened.asks and written and not written[0].failed:
                await self.left_open.note(guard, listened.asks, written[0])
        memories = [*dict.fromkeys(memory for its in used.values() for memory in its)]
        lift = partial(self.uses.lift, context.person, memories, self.clock(), listened.epoch)
        self.flush.schedule(context.person, context.room, listened.epoch, lift)
        return written

    def _answer(self, context: Context, listened: Listened, answer: Answer) -> Turn:
        heard = listened.turn
        return Turn(
            id=_answer_id(heard, answer.choice.character, self.clock() if answer.failed else ""),
            person=context.person,
            room=context.room,
            thread=heard.thread,
            speaker=answer.choice.character,
            role=Role.CHARACTER,
            text=answer.text,
            at=max(self.clock(), heard.at),
            witnesses=heard.witnesses,
            failed=bool(answer.failed),
        )


def _among_themselves(room: Room, to: Sequence[str], known: Turn | None) -> Room:
    """The room, with those alone who hear what is said, or have heard it. Raises BadInput where nobody does."""
    heard = known.witnesses if known else frozenset(to or room.present)
    present = tuple(one for one in room.present if may_see(one, heard))
    if not present and room.present:
        raise BadInput(why=because("nobody to whom this is said is in the room {room}", room=room.name))
    return replace(room, present=present)


def _answer_id(heard: Turn, character: str, failed: object = "") -> UUID:
    """A character answers a turn once; it may fail to at any number of moments."""
    return derived_id("answer", heard.id, character, failed)


def _used(recollection: Recollection) -> list[UUID]:
    """What the answer leaned on: the best memories of a pack whose evidence is not weak, and not a document's."""
    pack = recollection.pack
    if pack.grade is Grade.WEAK or (pack.passages and pack.grade is Grade.MEDIUM):
        return []
    return [hit.memory for hit in recollection.hits[:USED] if hit.memory]


def turn_named(room: UUID, message: str | None) -> UUID:
    """The id of what is said in a room, by that of its message: said again, it is the same turn."""
    return derived_id("turn", room, message)
