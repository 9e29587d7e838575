"""What an answer used is noted, and lifted if it lay deep."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.databases.postgres_connection import Guard
from lumina.lifecycle.aging import Aging
from lumina.memory.catalogue_postgres import Catalogue


@dataclass(frozen=True, slots=True)
class UsesOf:
    """Use raises importance, and brings a memory back from the archive or from its gist."""

    catalogue: Catalogue
    aging: Aging
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Guard]]

    async def note(self, guard: Guard, person: str, memories: Sequence[UUID], turn: UUID, at: datetime) -> None:
        if memories:
            await self.catalogue.use(guard, person, memories, turn, at)

    async def lift(self, person: str, memories: Sequence[UUID], at: datetime, epoch: int) -> None:
        """Raises PersonErased where the person was erased after `epoch`."""
        if memories:
            async with self.guarding(person, epoch) as guard:
                await self.aging.lift(guard, person, memories, at)
