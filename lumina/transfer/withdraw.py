"""What an import brought is taken out again, so that it can come in otherwise: its turns, and every memory of them."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from uuid import UUID

from lumina.erasure.taking_out import TakingOut
from lumina.stores.opening import Stores


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """Takes turns out of everything; `compact` makes the bytes go. What a kill leaves in the tiers goes as any
    leftovers do."""

    stores: Stores
    taking_out: TakingOut
    owning_room: Callable[..., AbstractAsyncContextManager[None]]
    compact: Callable[[], Awaitable[object]]

    async def run(self, person: str, turns: Sequence[UUID]) -> None:
        """Nothing of these turns, nor of what became of them, is left when it returns."""
        said = list((await self.stores.transcript.read(person, turns)).values())
        if not said:
            return
        rooms = sorted({turn.room for turn in said})
        async with self.owning_room(person, *rooms), self.stores.database.writing(person) as guard:
            await guard.alone()
            checkpoints = [room for room in await self.stores.transcript.rooms(person) if room.name in rooms]
            async with guard.transaction():
                memories = await self.taking_out.turns(guard, said)
            for room in checkpoints:
                await self.stores.checkpoints.adelete_thread(str(room.id))
            await self.taking_out.unmaking.in_tiers(person, memories)
        while await self.stores.longterm.heal():
            pass
        await self.compact()
