"""Erasure of a part: it is shown first, and gone from every store once that is confirmed; what else was said stays.

From the moment at which the record has let go there is a note of it; wherever it is broken off, it is finished by that.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID, uuid4

from lumina.clock import LAST
from lumina.databases.postgres_connection import Guard
from lumina.erasure.choosing import Choosing
from lumina.erasure.erase import Erasure, telling, without_name
from lumina.erasure.part import Chosen, Gone, Part
from lumina.erasure.search import Needle, fragment, id_needles
from lumina.erasure.taking_out import MADE_OF, TakingOut
from lumina.errors import ErasureInterrupted, ErasureNotBegun, UnknownPerson, WrongToken, because
from lumina.models import Turn
from lumina.reports import EraseReport, Extract, PartPreview
from lumina.stores.opening import Stores
from lumina.stores.parts_postgres import ErasedPart, ErasedParts

EXTRACTS: Final = 12
"""Pieces that are shown, evenly from all that would go."""

EXTRACT_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class PartialErasure:
    """`whole` compacts, searches and keeps the receipts; `distil` makes anew what is to be made of what stays."""

    stores: Stores
    choosing: Choosing
    taking_out: TakingOut
    whole: Erasure
    owning_room: Callable[..., AbstractAsyncContextManager[None]]
    distil: Callable[[str, datetime], Awaitable[object]]

    async def preview(self, person: str, part: Part) -> PartPreview:
        """Raises UnknownPerson, UnknownUnit, BadInput where the part is no part."""
        if not (await self.stores.transcript.counts(person))["people"]:
            raise UnknownPerson(person=person)
        chosen = await self.choosing.of(person, part)
        memories = await self._made_of(person, chosen)
        would = await self._counted(person, chosen) | {"memories": len(memories)}
        anew = await self._staying(person, memories, chosen)
        return PartPreview(await self._token(person, chosen), would, _extracts(chosen.turns), anew)

    async def erase(self, person: str, part: Part, token: str, *, asked_by: str, at: datetime) -> EraseReport:
        """Raises WrongToken where something else would go than was shown; and as Erasure.erase()."""
        await self.whole.admit()
        asked_by = without_name(asked_by, person)
        async with AsyncExitStack() as stack:
            with telling(ErasureNotBegun):
                rooms = [room.name for room in await self.stores.transcript.rooms(person)]
                await stack.enter_async_context(self.owning_room(person, *rooms))
                chosen = await self.choosing.of(person, part)
                if token != await self._token(person, chosen):
                    raise WrongToken(person=person, why=because("something else would go by now than was shown"))
                erased = await self._counted(person, chosen)
                guard = await stack.enter_async_context(self.whole.erasing(person))
                noted = await self._let_go(guard, chosen.gone, asked_by, at)
            erased |= {"memories": len(noted.memories)}
            with telling(ErasureInterrupted):
                await self._elsewhere(guard, noted)
        return await self._finish(noted, erased, _needles(chosen, noted))

    async def finish_interrupted(self) -> int:
        """Those that were broken off; returns how many. Raises StoreDown."""
        waiting = await ErasedParts(self.stores.database).waiting()
        for noted in waiting:
            async with self.whole.erasing(noted.person) as guard:
                await self._elsewhere(guard, noted)
            await self._finish(noted, {"turns": len(noted.turns), "memories": len(noted.memories)}, _ids(noted))
        return len(waiting)

    async def _let_go(self, guard: Guard, gone: Gone, asked_by: str, at: datetime) -> ErasedPart:
        """The record has none of it when it returns, and says so."""
        receipt = uuid4()
        rooms = await self.taking_out.rooms(guard, gone)
        async with guard.transaction():
            memories = await self.taking_out.in_record(guard, gone)
            ids = gone.turns, gone.claims, gone.notifications, memories, rooms
            noted = ErasedPart(
                receipt, guard.person, asked_by, at, gone.scope, *ids, gone.typed, gone.character, gone.others
            )
            await ErasedParts(self.stores.database).note(guard, noted)
        return noted

    async def _elsewhere(self, guard: Guard, noted: ErasedPart) -> None:
        gone = _gone(noted)
        await self.taking_out.elsewhere(guard, gone, noted.memories, noted.rooms)
        await self.stores.backups.note_part(guard, noted.receipt, noted.at, gone.packed())

    async def _finish(self, noted: ErasedPart, erased: dict[str, int], needles: Sequence[Needle]) -> EraseReport:
        """The bytes go, what is left is sought, what stays is made anew, and the receipt is signed."""
        audit, whole = self.whole.audit, self.whole
        with telling(ErasureInterrupted):
            await self.taking_out.settle()
            left = await self.taking_out.left(noted.person, _gone(noted), noted.memories)
            await self.distil(noted.person, noted.at)
            digest = whole.signing.digest(noted.person)
            await audit.begin_once(noted.receipt, digest, noted.asked_by, noted.at)
            await ErasedParts(self.stores.database).done(noted.receipt)  # it holds ids
            return await whole.conclude(noted.receipt, erased, left, needles, scope=noted.scope)

    async def _made_of(self, person: str, chosen: Chosen) -> list[UUID]:
        from_turns: Any = list(chosen.gone.turns)
        return [row[0] for row in await self.stores.database.fetch(MADE_OF, (person, from_turns))]

    async def _staying(self, person: str, memories: Sequence[UUID], chosen: Chosen) -> int:
        """How many of these memories have turns that stay."""
        states = await self.stores.catalogue.states(person, memories, LAST) if memories else {}
        gone = set[UUID]() if chosen.gone.character else set(chosen.gone.turns)
        return sum(bool(set(state.turns) - gone) for state in states.values())

    async def _counted(self, person: str, chosen: Chosen) -> dict[str, int]:
        gone, stores = chosen.gone, self.stores
        if gone.character:
            return {"turns": len(gone.turns)}
        claims = sum(one.turn in set(gone.turns) for one in await stores.claims.of(person))
        images = await stores.images.of(person, gone.turns)
        return {
            "turns": len(gone.turns),
            "claims": claims + len(gone.claims),
            "images": sum(map(len, images.values())),
            "notifications": len(gone.notifications),
            "typed": len(gone.typed),
        }

    async def _token(self, person: str, chosen: Chosen) -> str:
        """Fits this folder, this person and exactly that."""
        head = f"part\0{person}\0{await self.whole.epoch(person)}\0".encode("utf-8", "surrogatepass")
        return sha256(self.whole.secret + head + chosen.gone.packed()).hexdigest()[:12]


def _gone(noted: ErasedPart) -> Gone:
    ids = tuple(noted.turns), tuple(noted.claims), tuple(noted.notifications)
    scope: Any = noted.scope
    return Gone(scope, *ids, tuple(map(bytes, noted.typed)), noted.character, tuple(noted.others))


def _extracts(turns: Sequence[Turn]) -> tuple[Extract, ...]:
    step = max(len(turns) / EXTRACTS, 1)
    shown = [turns[int(at * step)] for at in range(min(len(turns), EXTRACTS))]
    return tuple(Extract(turn.at, turn.speaker, _shortened(turn.text)) for turn in shown)


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXTRACT_LENGTH else f"{line[: EXTRACT_LENGTH - 1]}…"


def _needles(chosen: Chosen, noted: ErasedPart) -> list[Needle]:
    """Where it is one character's memory that goes, the words stay."""
    if noted.character:
        return []
    pieces = dict.fromkeys(piece for turn in chosen.turns if (piece := fragment(turn.text)))
    return [*(Needle("word", piece) for piece in pieces), *_ids(noted)]


def _ids(noted: ErasedPart) -> list[Needle]:
    return [] if noted.character else list(id_needles([*noted.turns, *noted.memories]))
