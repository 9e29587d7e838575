"""What an answer used is noted, and lifted if it lay deep."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.lifecycle.aging import Aging
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.postgres import Guard


@dataclass(frozen=True, slots=True)
class UsesOf:
    """Use raises importance, and brings a memory back from the archive or from its gist."""

    catalogue: Catalogue
    aging: Aging

    async def use(self, guard: Guard, person: str, memories: Sequence[UUID], turn: UUID, at: datetime) -> None:
        if memories:
            await self.catalogue.use(guard, person, memories, turn, at)
            await self.aging.lift(guard, person, memories, at)
