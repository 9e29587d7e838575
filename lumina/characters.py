"""The characters as an operator makes them: edited beside their files, and tried out on what was said last."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lumina.dialogue.characters import Cast, Character
from lumina.dialogue.edits import read_edits
from lumina.dialogue.previewing import Previewed, Previewing
from lumina.stores.character_edits_postgres import CharacterEdits
from lumina.wiring import Parts


@dataclass(frozen=True, slots=True)
class Characters:
    """`written` are they as their files have them, `cast` as they speak. What is edited holds from the next turn on."""

    parts: Parts
    written: Cast
    cast: Cast
    renew: Callable[[], Awaitable[None]]

    @property
    def _edits(self) -> CharacterEdits:
        return self.parts.stores.character_edits

    async def edits(self, character: str) -> Mapping[str, Any]:
        """What is not as its file has it. Raises UnknownCharacter."""
        return (await self._edits.all()).get(self.cast.find(character).id, {})

    async def edit(self, character: str, changes: Mapping[str, Any]) -> None:
        """Change what is given of it; None: as its file has it. Raises UnknownCharacter, BadInput, and changes nothing
        then."""
        id_ = self.cast.find(character).id
        kept = read_edits({**await self.edits(id_), **changes}).kept()
        await (self._edits.put(id_, kept) if kept else self._edits.drop(id_))
        await self.renew()

    async def preview(
        self, character: str, changes: Mapping[str, Any], *, person: str, room: str, count: int
    ) -> list[Previewed]:
        """What it would have answered to the person's last words there, were it changed so; nothing is kept. Raises
        UnknownCharacter, BadInput; BadSetting where its model cannot be had."""
        id_ = self.cast.find(character).id
        tried = self.tried(id_, {**await self.edits(id_), **changes})
        previewing = await asyncio.to_thread(Previewing.of, self.parts.talking, tried, self.parts.model_of)
        return await previewing.last(person, room, count)

    def tried(self, character: str, edits: Mapping[str, Any]) -> Character:
        """Its file with these edits. Raises UnknownCharacter, BadInput."""
        return read_edits(edits).of(self.written.find(character))
