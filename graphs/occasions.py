"""A character speaks without having been spoken to: of what a program tells, or what it is asked to say.

Such a turn waits for its room as any other does. It has a thread of its own and is not checkpointed: the next turn
finds it in the transcript.
"""

import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from graphs.running import Talk
from graphs.turns import RunningTurn
from lumina.clock import Clock
from lumina.databases.troubles_postgres import cause
from lumina.dialogue.characters import Cast
from lumina.dialogue.context import Context, Listened, Piece, Scene
from lumina.dialogue.occasion import Occasion
from lumina.dialogue.routing import choose_speakers, note_spoken
from lumina.dialogue.stopping import STOPPED
from lumina.dialogue.threads import domain_of
from lumina.dialogue.window import as_message
from lumina.errors import BadInput, ModelFailed, because
from lumina.images import Image
from lumina.language.domains import domain_scores
from lumina.language.scripts import conversation_language
from lumina.memory.described import with_names
from lumina.memory.images_postgres import Images
from lumina.models import Role, Turn, derived_id
from lumina.reports import Done, Failure, Prompted, Recalled, Replied, Room, Token
from lumina.stores.notified_postgres import Notification, Notifications
from lumina.texts import checked_text

logger = logging.getLogger(__name__)

NOBODY: Final = because("nobody is in the room who could speak")


@dataclass(frozen=True, slots=True)
class Occasions:
    """One character tells of each; what was not said to its end is not kept. Where a model `describes` images, it
    describes those that were told of."""

    talk: Talk
    notifications: Notifications
    images: Images
    cast: Cast
    clock: Clock
    describes: bool

    async def notify(self, who: str, text: str, *, person: str, room: str, images: Sequence[Image] = ()) -> None:
        """Take what a program tells, and shows with it: once this returns it will be told of, or is seen to have
        failed. Raises BadText, and BadInput where nobody is there."""
        notification = Notification(uuid4(), room, who, checked_text(text), tuple(images))
        _, epoch = await self._place(person, room)
        async with self.talk.guarding(person, epoch) as guard, guard.transaction():
            await self.notifications.put(guard, notification)

    async def tell(self, person: str, id_: UUID, epoch: int) -> None:
        """Have a character tell of a notification, once the room is free; one that was told of is not told again.
        Raises ModelFailed where it did not come to an end, PersonErased where the person was erased after `epoch`."""
        if notification := await self.notifications.read(person, id_):
            turn = RunningTurn(person, notification.room)
            text = with_names(notification.text, notification.images)
            occasion = Occasion(id_, text, notification.who, notification.images)
            await self.talk.turns.begin(turn, self._run(turn, occasion, epoch, wait=True))
            async for _ in turn.events():
                pass

    async def ask(self, text: str, *, person: str, room: str, images: Sequence[Image] = ()) -> RunningTurn:
        """Have a character say something of its own accord; what it is asked by, and shown with that, is kept nowhere.
        Raises BadText, BadInput where nobody is there, RoomBusy."""
        occasion = Occasion(uuid4(), with_names(checked_text(text), images), images=tuple(images))
        _, epoch = await self._place(person, room)
        turn = RunningTurn(person, room)
        await self.talk.turns.begin(turn, _noted(self._run(turn, occasion, epoch, wait=False)))
        return turn

    async def _place(self, person: str, room: str, epoch: int | None = None) -> tuple[Room, int]:
        place, epoch = await self.talk.room(person, room, epoch)
        if not set(place.present) & set(self.cast.ids):
            raise BadInput(why=NOBODY)
        return place, epoch

    async def _run(self, turn: RunningTurn, occasion: Occasion, epoch: int, *, wait: bool) -> None:
        ports = self.talk.ports
        async with self.talk.owning_room(turn.person, turn.room, wait=wait):
            self.talk.turns.has_room(turn)
            place, _ = await self._place(turn.person, turn.room, epoch)
            before = await self.talk.transcript.last(turn.person, turn.room, ports.window[1] - 1)
            listened = self._listened(occasion, turn.person, place, before, epoch)
            [choice], window = listened.speakers, tuple(as_message(one) for one in before if not one.failed)
            speakers = ((choice.character, choice.why),)
            self.talk.turns.prompt(turn, Prompted(occasion.id, turn.room, listened.turn.at, speakers))
            context = Context(turn.person, turn.room, epoch=epoch, stopping=turn.stopping)
            recollection = await ports.recall(context, listened, choice.character, window)
            turn.tell(Recalled(choice.character, recollection))
            scene = Scene(listened, choice, recollection, window, ())
            said = await _spoken(turn, choice.character, ports.speak(context, scene))
            if kept := await self._keep(listened, choice.character, said):
                turn.tell(Replied(kept, choice.why))
            turn.tell(Done(recollection.missing, {}))

    def _listened(self, occasion: Occasion, person: str, place: Room, before: list[Turn], epoch: int) -> Listened:
        """As if it had been heard; the turn stands for the occasion, and is written nowhere."""
        told = [one.text for one in before if one.role is Role.PERSON] or [occasion.text]
        language, domains = conversation_language(told[-1], told[:-1]), domain_scores(occasion.text)
        spoken = note_spoken({}, [one.speaker for one in before if one.role is Role.CHARACTER])
        speakers = choose_speakers(occasion.text, self.cast, place.present, domain_scores=domains, spoken=spoken)
        turn = Turn(
            id=occasion.id,
            person=person,
            room=place.name,
            thread=derived_id("thread", occasion.id),
            speaker=occasion.who or person,
            role=Role.GUEST,
            text=occasion.text,
            at=self.clock(),
            witnesses=frozenset({person, *place.present}),
        )
        return Listened(
            turn=turn,
            speakers=tuple(speakers[:1]),
            answered=(),
            missed=(),
            present=place.present,
            domain=domain_of(domains),
            language=language,
            epoch=epoch,
            occasion=occasion,
        )

    async def _keep(self, listened: Listened, speaker: str, said: str) -> Turn | None:
        """What was said, in a thread that is over, with what a program showed; a notification goes with the same
        stroke. None where it was told of meanwhile."""
        heard, transcript, occasion = listened.turn, self.talk.transcript, listened.occasion
        shown = occasion.images if occasion and occasion.who else ()
        turn = Turn(
            id=derived_id("answer", heard.id, speaker),
            person=heard.person,
            room=heard.room,
            thread=heard.thread,
            speaker=speaker,
            role=Role.CHARACTER,
            text=with_names(said, shown),
            at=max(self.clock(), heard.at),
            witnesses=heard.witnesses,
        )
        async with self.talk.guarding(heard.person, listened.epoch) as guard, guard.transaction():
            if occasion and occasion.who and not await self.notifications.take(guard, heard.id):
                return None
            [kept] = await transcript.append(guard, [turn], domain=listened.domain)
            await self.images.put(guard, kept.id, shown, describe=self.describes)
            await transcript.end_thread(guard, turn.thread)
        return kept


async def _spoken(turn: RunningTurn, speaker: str, said: AsyncIterator[Piece]) -> str:
    """All of it. Raises ModelFailed where it was not said to the end."""
    pieces: list[str] = []
    failed: Failure | None = STOPPED
    with turn.stopping.ending():
        if not turn.stopping.asked:
            failed = await _heard(turn, speaker, said, pieces)
    if failed:
        raise ModelFailed(model=failed.model, why=failed.why)
    return "".join(pieces)


async def _heard(turn: RunningTurn, speaker: str, said: AsyncIterator[Piece], pieces: list[str]) -> Failure | None:
    """Tells each piece as it comes, and adds it to the pieces; returns what went wrong."""
    failed: Failure | None = None
    async for piece in said:
        failed = piece.failed or failed
        pieces.append(piece.text)
        if piece.text:
            turn.tell(Token(speaker, piece.text))
    return failed


async def _noted(running: Coroutine[Any, Any, None]) -> None:
    """What nobody follows is seen in the log where it fails, without a word of anybody."""
    try:
        await running
    except Exception as error:
        logger.warning("a character did not say what it was asked to: %s", cause(error))
        raise
