"""How a character would have answered what was said last, were it another: nothing of it is kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from langchain_core.language_models import BaseChatModel

from lumina.dialogue.characters import Character
from lumina.dialogue.context import Context, Listened, Scene
from lumina.dialogue.routing import ask_again
from lumina.dialogue.turn import Talking
from lumina.dialogue.window import as_message
from lumina.language.scripts import conversation_language
from lumina.models import Role, Turn, may_see
from lumina.reports import Failure

MOST: Final = 3
"""Of the person's words, at once."""

FURTHER: Final = 24
"""Turns of the room among which they are looked for, besides a window."""


@dataclass(frozen=True, slots=True)
class Previewed:
    """What the person said, what was answered, and what would be."""

    said: Turn
    answered: tuple[Turn, ...]
    text: str
    failed: Failure | None


@dataclass(frozen=True, slots=True)
class Previewing:
    """Of one character as it would be, in the midst of the others as they are."""

    talking: Talking
    character: Character

    @classmethod
    def of(cls, talking: Talking, character: Character, model_of: Callable[[Character], BaseChatModel]) -> "Previewing":
        """May import a provider's client: keep it off the event loop."""
        model, cast = model_of(character), talking.cast.with_(character)

        def always(_: Character) -> BaseChatModel:
            return model

        return cls(replace(talking, cast=cast, model_of=always), character)

    async def last(self, person: str, room: str, count: int = 1) -> list[Previewed]:
        """Of the person's last words there that the character heard, the oldest first."""
        most = self.talking.window[1]
        turns = await self.talking.transcript.last(person, room, most + FURTHER)
        heard = [at for at, turn in enumerate(turns) if self._heard(turn)][-min(count, MOST) :]
        return [await self._answer(turns, at) for at in heard]

    def _heard(self, turn: Turn) -> bool:
        return turn.role is Role.PERSON and may_see(self.character.id, turn.witnesses)

    async def _answer(self, turns: Sequence[Turn], at: int) -> Previewed:
        said, window = turns[at], turns[max(0, at + 1 - self.talking.window[1]) : at + 1]
        context = Context(said.person, said.room)
        listened = await self._listened(said, window)
        messages = tuple(as_message(one) for one in window if not one.failed)
        recollection = await self.talking.recall(context, listened, self.character.id, messages)
        scene = Scene(listened, listened.speakers[0], recollection, messages, ())
        pieces = [piece async for piece in self.talking.speak(context, scene)]
        failed = next((piece.failed for piece in pieces if piece.failed), None)
        return Previewed(said, _answers(turns[at + 1 :]), "".join(piece.text for piece in pieces), failed)

    async def _listened(self, said: Turn, window: Sequence[Turn]) -> Listened:
        """As it was heard then, with what it did to what is known; whoever is there now."""
        language = conversation_language(said.text, [one.text for one in window[:-1]])
        return Listened(
            turn=said,
            speakers=tuple(ask_again([self.character])),
            answered=(),
            missed=(),
            present=self.talking.cast.ids,
            domain="",
            language=language,
            epoch=0,
            heeded=await self.talking.heeding.did(said, window[:-1]),
        )


def _answers(after: Sequence[Turn]) -> tuple[Turn, ...]:
    until = next((at for at, turn in enumerate(after) if turn.role is not Role.CHARACTER), len(after))
    return tuple(after[:until])
