"""What an erasure searches for afterwards: ids, and words that only this person's data hold."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, LiteralString
from uuid import UUID

from lumina.clock import LAST
from lumina.lifecycle.residue import Needle, Needles, fragment, id_needles, search_files
from lumina.lifecycle.shelves import Shelves
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.postgres import Database

MOST = 4_000
"""Turns, and memories, of which traces are taken: evenly from all there are."""

PAGE = 5_000
SHORTEST_NAME = 12
"""Bytes of a name that is sought: four Japanese characters."""

TURNS: Final = """
select id, text from (
    select id, text, seq, row_number() over (order by seq) %% greatest(count(*) over () / %s, 1) as nr
    from turns where person = %s
) t where nr = 0 order by seq
"""
NAMES: Final = """
select room from rooms where person = %(person)s
union select speaker from speakers where person = %(person)s
union select ref from turns where person = %(person)s
order by 1
"""
IDS: Final = """
select id from threads where person = %(person)s
union select id from rooms where person = %(person)s
order by 1
"""
OTHERS: Final = """
select person, seq, concat_ws(chr(10), person, room, speaker, ref, text, array_to_string(witnesses, chr(10))) from turns
where person <> %s and (person, seq) > (%s, %s) order by person, seq limit %s
"""
KNOWLEDGE: Final = """
select c.namespace, c.id, concat_ws(chr(10), c.namespace, d.name, c.text)
from chunks c join documents d on d.namespace = c.namespace and d.id = c.document
where (c.namespace, c.id) > (%s, %s) order by c.namespace, c.id limit %s
"""


@dataclass(frozen=True, slots=True)
class TracesOf:
    """Needles from all over what is kept of a person: the ids, the name, pieces of turns and summaries, names of rooms
    and speakers; of all only what stands in nobody else's data (who imported an export has its ids as names of turns),
    in no document, and in none of the files (or folders) `installed`, which hold nothing of anybody: vocabularies,
    PostgreSQL's own words."""

    database: Database
    catalogue: Catalogue
    shelves: Shelves
    installed: Sequence[Path]

    async def needles(self, person: str) -> list[Needle]:
        turns = await self.database.fetch(TURNS, (MOST, person))
        ids = [row[0] for row in await self.database.fetch(IDS, {"person": person})]
        names = [row[0] for row in await self.database.fetch(NAMES, {"person": person})]
        memories, summaries = await self._memories(person)
        pieces = [piece for text in [*(row[1] for row in turns), *summaries] if (piece := fragment(text))]
        words = [Needle("word", word) for word in dict.fromkeys([*_encoded([person, *names]), *pieces])]
        needles = [*words, *id_needles([*(row[0] for row in turns), *memories, *ids])]
        common = await self._common(person, Needles(needles))
        return [needle for needle in needles if needle not in common]

    async def _memories(self, person: str) -> tuple[list[UUID], list[str]]:
        states = await self.catalogue.list(person, LAST, None, MOST, 0)
        bodies = await self.shelves.readable(person, states)
        return [state.id for state in states], [memory.text for memory in bodies.values()]

    async def _common(self, person: str, needles: Needles) -> set[Needle]:
        files = await search_files(self.installed, needles)
        found = {needle for held in files.values() for needle in held}
        async for text in self._elsewhere(person):
            found |= needles.held(text)
        return found

    async def _elsewhere(self, person: str) -> AsyncIterator[bytes]:
        """The words of everybody else, and of the knowledge base."""
        async for text in self._pages(OTHERS, (person,), ("", -1)):
            yield text
        async for text in self._pages(KNOWLEDGE, (), ("", UUID(int=0))):
            yield text

    async def _pages(
        self, statement: LiteralString, named: Sequence[object], after: tuple[Any, Any]
    ) -> AsyncIterator[bytes]:
        while rows := await self.database.fetch(statement, (*named, *after, PAGE)):
            yield "\n".join(row[2] for row in rows).encode()
            after = rows[-1][0], rows[-1][1]


def _encoded(names: Sequence[str]) -> list[bytes]:
    """Names that are long enough to be sought."""
    return [name.encode() for name in names if len(name.encode()) >= SHORTEST_NAME]
