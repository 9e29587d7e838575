"""What recall reads, over the opened stores."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.errors import StoreDown
from lumina.known import Known
from lumina.lifecycle.bodies import Bodies
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.described import ImagesOf, described, names_images, texts_described
from lumina.memory.tier import AssociativeMemory
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Activation, Memory, MemoryState, Particulars, Role, Turn
from lumina.recall.ask import Ask
from lumina.stores.knowing import Knowing

logger = logging.getLogger(__name__)

DEPTH = 2
COME_TO_MIND = 8
"""Concepts that go on at every step of what comes to mind."""


@dataclass(frozen=True, slots=True)
class RecordOf:
    """Transcript, catalogue and bodies, as the ports of recall want them."""

    transcript: Transcript
    images: ImagesOf
    catalogue: Catalogue
    bodies: Bodies
    associations: AssociativeMemory
    knowing: Knowing

    async def known(self, person: str, at: datetime, viewer: str | None) -> Known:
        return await self.knowing.of(person, at, viewer)

    async def speakers(self, person: str) -> Sequence[tuple[str, Role]]:
        return await self.transcript.speakers(person)

    async def statistics(self, person: str, terms: Sequence[int]) -> tuple[int, dict[int, int]]:
        return await self.catalogue.statistics(person, terms)

    async def mentions(self, person: str, concepts: Sequence[str]) -> Mapping[str, int]:
        """None, where the associative memory does not answer: what is new is new to it, too."""
        try:
            return await self.associations.mentions(person, concepts)
        except StoreDown as error:
            logger.warning("how often concepts were mentioned is not known: %s", error)
            return {}

    async def particulars(
        self, person: str, ids: Sequence[bytes], memories: Sequence[bytes], at: datetime
    ) -> Sequence[Particulars]:
        found = await self.catalogue.particulars(person, ids, memories, at)
        texts = {place: one.text for place, one in enumerate(found) if one.text and names_images(one.text)}
        told = await texts_described(
            self.images, person, {UUID(bytes=ids[place]): text for place, text in texts.items()}
        )
        await self._with_summaries(person, ids, memories, at, found)
        for place in texts:
            if text := told.get(UUID(bytes=ids[place])):
                found[place] = found[place]._replace(text=text)
        return found

    async def _with_summaries(
        self, person: str, ids: Sequence[bytes], memories: Sequence[bytes], at: datetime, found: list[Particulars]
    ) -> None:
        """Where the words of a memory's turns were let go, its summary is what there is to read."""
        alone = {
            UUID(bytes=memories[place]): place
            for place, one in enumerate(found)
            if one.standing and one.standing.let_go and ids[place] == memories[place]
        }
        states = await self.catalogue.states(person, [*alone], at) if alone else {}
        for id_, body in (await self.bodies.readable(person, [*states.values()])).items():
            found[alone[id_]] = found[alone[id_]]._replace(text=body.text)

    async def states(self, person: str, ids: Sequence[UUID], at: datetime) -> dict[UUID, MemoryState]:
        return await self.catalogue.states(person, ids, at)

    async def turns(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]:
        read = await self.transcript.read(person, ids)
        return {turn.id: turn for turn in await described(self.images, read.values())}

    async def lately(self, person: str, at: datetime, count: int) -> Sequence[Turn]:
        return await described(self.images, await self.transcript.lately(person, at, count))

    async def memory_of(self, person: str, turn: UUID) -> UUID | None:
        return await self.catalogue.memory_of(person, turn)

    async def memories(self, person: str, states: Sequence[MemoryState]) -> dict[UUID, Memory]:
        return await self.bodies.readable(person, states)

    async def entries(self, person: str, states: Sequence[MemoryState]) -> Mapping[UUID, Sequence[bytes]]:
        return await self.bodies.entries(person, states)

    async def recent(self, ask: Ask, limit: int) -> Sequence[MemoryState]:
        return await self.catalogue.in_room(ask.person, ask.room, ask.at, limit)

    async def pinned(self, ask: Ask) -> Sequence[MemoryState]:
        return await self.catalogue.pinned(ask.person, ask.at)

    async def activated(self, ask: Ask, concepts: Sequence[str]) -> Sequence[Activation]:
        """What the concepts remind of, along what the viewer may know of; nothing where the associative memory does not
        answer."""
        if not concepts:
            return []
        try:
            activated = await self.associations.activate(ask.person, concepts, ask.at, depth=DEPTH, limit=COME_TO_MIND)
            return await self.associations.heard(ask.person, ask.viewer, activated)
        except StoreDown as error:
            logger.warning("nothing comes to mind: %s", error)
            return []
