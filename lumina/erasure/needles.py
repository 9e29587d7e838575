"""What an erasure searches for afterwards: ids and words, and which of them, where they are found, are somebody's."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID

from lumina.databases.postgres import Database
from lumina.erasure.search import Needle, Needles, fragment, id_needles, search_files
from lumina.errors import KeyGone
from lumina.stores.personal_data import PersonalData
from lumina.stores.traces import Traces

T = TypeVar("T")
MOST = 1_000
"""Things of a kind of which traces are taken: evenly from all there are."""

PAGE = 5_000
SHORTEST_NAME = 12
"""Bytes of a name that is sought: four Japanese characters."""

KNOWLEDGE: Final = """
select c.namespace, c.id, concat_ws(chr(10), c.namespace, d.name, c.text)
from chunks c join documents d on d.namespace = c.namespace and d.id = c.document
where (c.namespace, c.id) > (%s, %s) order by c.namespace, c.id limit %s
"""


@dataclass(frozen=True, slots=True)
class TracesOf:
    """Needles from all over what is kept of a person: the ids, the name, pieces of all texts, names of rooms and
    speakers. Where one is found, it proves something unless it stands in what is kept of anybody at that time (who
    imported an export has its ids as names of turns; who was erased may be back), in a document, in the path of a
    folder, or in one of the files (or folders) `others`, which hold nothing of the person: vocabularies, PostgreSQL's
    own words, what somebody else typed."""

    database: Database
    data: Sequence[PersonalData]
    people: Callable[[], Awaitable[Sequence[str]]]
    folders: Sequence[Path]
    others: Sequence[Path]

    async def needles(self, person: str) -> list[Needle]:
        found = [one async for one in self._traces(person, MOST)]
        names = [name.encode() for one in found for name in one.names]
        pieces = [piece for one in found for text in one.texts if (piece := fragment(text))]
        sought = [*(name for name in names if len(name) >= SHORTEST_NAME), *pieces]
        sought += [piece for one in found for piece in one.pieces]
        words = [Needle("word", word) for word in _evenly(dict.fromkeys(sought))]
        return [*words, *id_needles(_evenly(dict.fromkeys(id_ for one in found for id_ in one.ids)))]

    async def kept(self, found: Collection[Needle], but: str | None = None) -> set[Needle]:
        """Goes through everything that is kept (`but` of one person), if there is anything to be looked for."""
        if not found:
            return set()
        needles = Needles(found)
        files = await search_files(self.others, needles)
        kept = {needle for held in files.values() for needle in held}
        kept |= needles.held("\n".join(str(form) for one in self.folders for form in (one, one.resolve())).encode())
        async for text in self._knowledge():
            kept |= needles.held(text)
        for person in await self.people():
            if person != but:
                async for one in self._traces(person, None):
                    kept |= held_by(one, needles)
        return kept

    async def of_person(self, person: str, sought: Collection[Needle]) -> dict[str, set[Needle]]:
        """Those that stand in what each store has of a person, taken out of whatever form it is kept in."""
        needles = Needles(sought)
        found: dict[str, set[Needle]] = {store.name: set() for store in self.data}
        for store in self.data:
            async for one in store.needles(person, None):
                found[store.name] |= held_by(one, needles)
        return found

    async def _traces(self, person: str, most: int | None) -> AsyncIterator[Traces]:
        """Once an erasure has destroyed the key, what was kept under it can be found by nobody."""
        for store in self.data:
            with suppress(KeyGone):
                async for one in store.needles(person, most):
                    yield one

    async def _knowledge(self) -> AsyncIterator[bytes]:
        after: tuple[Any, Any] = "", UUID(int=0)
        while rows := await self.database.fetch(KNOWLEDGE, (*after, PAGE)):
            yield "\n".join(row[2] for row in rows).encode()
            after = rows[-1][0], rows[-1][1]


def _evenly(things: Iterable[T]) -> list[T]:
    """Of ids, which are sought in four forms each, not one form of some."""
    all_ = list(things)
    return all_[:: max(len(all_) // MOST, 1)]


def held_by(one: Traces, needles: Needles) -> set[Needle]:
    """Those that stand in what a store told of itself."""
    held = needles.held("\n".join((*one.texts, *one.names, *one.words)).encode("utf-8", "surrogatepass"))
    return held | needles.held(b"\n".join(one.pieces)) | set(id_needles(needles.ids.intersection(one.ids)))
