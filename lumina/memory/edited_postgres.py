"""Texts that their owner gave memories: kept in the catalogue while the memories lie above long-term, so that they are
there again where a tier lost them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.memory.codec import pack_text, unpack_text

SEALED: Final = "edited text"
KEEP: Final = """
update memories m set edited = t.text from unnest(%s::uuid[], %b::bytea[]) as t (id, text)
where m.person = %s and m.id = t.id and m.tier in ('redis', 'duckdb')
"""
KEPT: Final = "select id, edited from memories where person = %s and id = any(%s) and edited <> ''"
EARLIER: Final = "select person, id from memories where edited = '' order by person, id limit %s"


async def keep_edited(guard: Guard, person: str, texts: Mapping[UUID, str]) -> None:
    """Of memories that lie deeper nothing is kept: nothing is lost there."""
    seal = sealer(guard.keys, SEALED, person)
    sealed = [seal(memory, pack_text(text)) for memory, text in texts.items()]
    await guard.execute(KEEP, (Uuids(list(texts)), sealed, person))


@dataclass(frozen=True, slots=True)
class EditedTexts:
    """Those that are kept."""

    database: Database

    async def of(self, person: str, ids: Sequence[UUID]) -> dict[UUID, str]:
        """Raises Damaged."""
        rows = await self.database.fetch(KEPT, (person, Uuids(ids)))
        opened = opener(self.database.keys, SEALED, person)
        return {memory: unpack_text(opened(memory, sealed)) for memory, sealed in rows}

    async def earlier(self, limit: int) -> list[tuple[str, UUID]]:
        """(person, memory) of what was edited by an older version, which kept the text in the tier alone."""
        return [(row[0], row[1]) for row in await self.database.fetch(EARLIER, (limit,))]
