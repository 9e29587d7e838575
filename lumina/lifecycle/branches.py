"""Branches: the person says something else in place of what they said, and the talk goes on from there.

What was left stays in the transcript, readable, and is nobody's memory: it waits for none, is found by none, and what
was learnt of it is known no more. What memories had of it besides waits, and is distilled again.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.errors import BadInput, StoreDown, UnknownTurn, because
from lumina.lifecycle.unmaking import Unmaking
from lumina.memory.transcript_postgres import Transcript
from lumina.models import Role, Turn

logger = logging.getLogger(__name__)

MADE_OF: Final = """
select distinct s.memory from turns t join memory_sources s on s.person = t.person and s.turn = t.id
where t.person = %s and t.left_for is not null
"""
WHOSE: Final = """
select distinct t.person from turns t join memory_sources s on s.person = t.person and s.turn = t.id
where t.left_for is not null order by t.person
"""


@dataclass(frozen=True, slots=True)
class Branches:
    """Whoever leaves a branch owns its room."""

    database: Database
    transcript: Transcript
    unmaking: Unmaking
    guarding: Callable[[str], AbstractAsyncContextManager[Guard]]

    async def place(self, person: str, room: str, turn: UUID) -> Turn:
        """The words that something else is to be said in place of. Raises UnknownTurn where there are none such, and
        BadInput where they are not the person's own in this room, or were left before."""
        found = (await self.transcript.read(person, [turn])).get(turn)
        if found is None:
            raise UnknownTurn(person=person, name=turn)
        if found.role is not Role.PERSON or found.room != room:
            raise BadInput(why=because("something else can be said only in place of own words in the same room"))
        if found.let_go:
            raise BadInput(why=because("those words are not kept any more, by the policy of {person}", person=person))
        if found.left_for:
            raise BadInput(why=because("the talk went on elsewhere from there: those words were left already"))
        return found

    async def leave(self, guard: Guard, place: Turn, instead: UUID) -> None:
        """In the guard's transaction, in which the turn `instead` is appended."""
        await self.unmaking.of_turns(guard, await self.transcript.leave(guard, place, instead))

    async def settle(self, guard: Guard) -> int:
        """Unmake memories of what was left; returns how many. What a store that is down keeps from it is done by
        reconcile; nothing of it is found meanwhile but a summary."""
        memories: list[UUID] = [row[0] for row in await guard.fetch(MADE_OF, (guard.person,))]
        if not memories:
            return 0
        try:
            await guard.alone()
            async with guard.transaction():
                await self.unmaking.in_record(guard, memories)
            await self.unmaking.in_tiers(guard.person, memories)
        except StoreDown as error:
            logger.warning("memories of what was left wait to be unmade: %s", error)
        return len(memories)

    async def settle_all(self) -> int:
        """Of everybody of whom something was left over."""
        unmade = 0
        for (person,) in await self.database.fetch(WHOSE):
            async with self.guarding(person) as guard:
                unmade += await self.settle(guard)
        return unmade
