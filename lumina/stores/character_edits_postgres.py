"""What an operator made of the characters, in PostgreSQL: all processes speak with the same ones."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lumina.databases.postgres import Database

ALL: Final = "select character, edits from character_edits"
PUT: Final = """
insert into character_edits (character, edits) values (%s, %s::jsonb)
on conflict (character) do update set edits = excluded.edits
"""
DROP: Final = "delete from character_edits where character = %s"


@dataclass(frozen=True, slots=True)
class CharacterEdits:
    """Of each edited character, by its id, what is not as its file has it, as JSON."""

    database: Database

    async def all(self) -> dict[str, dict[str, Any]]:
        return dict(await self.database.fetch(ALL))

    async def put(self, character: str, edits: Mapping[str, Any]) -> None:
        await self.database.execute(PUT, (character, json.dumps(edits)))

    async def drop(self, character: str) -> bool:
        """From now on it is as its file has it. Whether it had been edited."""
        return bool(await self.database.execute(DROP, (character,)))
