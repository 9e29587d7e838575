"""What an erasure searches for afterwards: ids and words, and which of them, where they are found, are somebody's."""

from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, LiteralString
from uuid import UUID

from lumina.clock import LAST
from lumina.databases.postgres import Database
from lumina.erasure.search import Needle, Needles, fragment, id_needles, ids_of, search_files
from lumina.lifecycle.bodies import Bodies
from lumina.memory.catalogue_postgres import Catalogue
from lumina.memory.images_postgres import Images
from lumina.memory.transcript_postgres import Transcript
from lumina.stores.notified_postgres import Notifications

MOST = 4_000
"""Turns, and memories, of which traces are taken: evenly from all there are."""

PAGE = 5_000
SHORTEST_NAME = 12
"""Bytes of a name that is sought: four Japanese characters."""

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
EVERYBODY: Final = """
select person, seq, concat_ws(chr(10), person, room, speaker, ref, array_to_string(witnesses, chr(10))) from turns
where (person, seq) > (%s, %s) order by person, seq limit %s
"""
KEPT_IDS: Final = """
select id from turns where id = any(%(ids)s) union select id from threads where id = any(%(ids)s)
union select id from rooms where id = any(%(ids)s) union select id from memories where id = any(%(ids)s)
"""
OWNERS: Final = "select distinct person from memories order by person"
KNOWLEDGE: Final = """
select c.namespace, c.id, concat_ws(chr(10), c.namespace, d.name, c.text)
from chunks c join documents d on d.namespace = c.namespace and d.id = c.document
where (c.namespace, c.id) > (%s, %s) order by c.namespace, c.id limit %s
"""


@dataclass(frozen=True, slots=True)
class TracesOf:
    """Needles from all over what is kept of a person: the ids, the name, pieces of turns and summaries, names of rooms
    and speakers. Where one is found, it proves something unless it stands in what is kept of anybody at that time (who
    imported an export has its ids as names of turns; who was erased may be back), in a document, in the path of a
    folder, or in one of the files (or folders) `others`, which hold nothing of the person: vocabularies, PostgreSQL's
    own words, what somebody else typed."""

    database: Database
    catalogue: Catalogue
    bodies: Bodies
    folders: Sequence[Path]
    others: Sequence[Path]

    async def needles(self, person: str) -> list[Needle]:
        is_readable = self.database.keys.has(person)  # not once an erasure was interrupted behind that
        turns = await Transcript(self.database).evenly(person, MOST) if is_readable else []
        ids = [row[0] for row in await self.database.fetch(IDS, {"person": person})]
        names = [row[0] for row in await self.database.fetch(NAMES, {"person": person})]
        states = await self.catalogue.list(person, LAST, None, MOST, 0)
        bodies = await self.bodies.readable(person, states) if is_readable else {}
        images = await Images(self.database).pieces(person)
        told = [one.text for one in await Notifications(self.database).all(person)] if is_readable else []
        said = [*(row[1] for row in turns), *(memory.text for memory in bodies.values()), *told]
        pieces = [piece for text in said if (piece := fragment(text))]
        words = [
            Needle("word", word)
            for word in dict.fromkeys([*_encoded([person, *names]), *pieces, *(piece for _, piece in images)])
        ]
        kept = [*(row[0] for row in turns), *(state.id for state in states), *(image for image, _ in images)]
        return [*words, *id_needles([*kept, *ids])]

    async def kept(self, found: Collection[Needle]) -> set[Needle]:
        """Goes through everything that is kept, if there is anything to be looked for."""
        if not found:
            return set()
        needles = Needles(found)
        files = await search_files(self.others, needles)
        kept = {needle for held in files.values() for needle in held}
        kept |= set(id_needles(await self._living(found)))
        kept |= needles.held("\n".join(str(form) for one in self.folders for form in (one, one.resolve())).encode())
        async for text in self._texts():
            kept |= needles.held(text)
        return kept

    async def _living(self, found: Collection[Needle]) -> list[UUID]:
        """The ids, among those that were found, of what is kept."""
        ids = [id_ for needle in found if needle.kind == "id" for id_ in ids_of(needle)]
        return [row[0] for row in await self.database.fetch(KEPT_IDS, {"ids": ids})] if ids else []

    async def _texts(self) -> AsyncIterator[bytes]:
        """The words of everybody, said and distilled, and of the knowledge base."""
        async for text in self._pages(EVERYBODY, ("", -1)):
            yield text
        async for text in self._pages(KNOWLEDGE, ("", UUID(int=0))):
            yield text
        for person in await Transcript(self.database).people():
            yield "\n".join([turn.text async for turn in Transcript(self.database).export(person)]).encode()
        for (person,) in await self.database.fetch(OWNERS):
            async for text in self._distilled(person):
                yield text

    async def _pages(self, statement: LiteralString, after: tuple[Any, Any]) -> AsyncIterator[bytes]:
        while rows := await self.database.fetch(statement, (*after, PAGE)):
            yield "\n".join(row[2] for row in rows).encode()
            after = rows[-1][0], rows[-1][1]

    async def _distilled(self, person: str) -> AsyncIterator[bytes]:
        """The summaries, which somebody may have written anew, with their keywords and concepts."""
        start = 0
        while states := await self.catalogue.list(person, LAST, None, PAGE, start):
            bodies = (await self.bodies.readable(person, states)).values()
            yield "\n".join(word for one in bodies for word in (one.text, *one.keywords, *one.concepts)).encode()
            start += len(states)


def _encoded(names: Sequence[str]) -> list[bytes]:
    """Names that are long enough to be sought."""
    return [name.encode() for name in names if len(name.encode()) >= SHORTEST_NAME]
