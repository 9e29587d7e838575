"""Images in PostgreSQL, beside the turns with which they were shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.databases.tasks_postgres import Tasks
from lumina.images import Image
from lumina.memory.frames import frame, packb, row, unframe

TASK: Final = "describe"
"""The task of a person that has a model describe what was shown with a turn."""

KIND: Final = b"IM"
SEALED: Final = "image"
SEALED_CONTENT: Final = "content of the image"
ADD: Final = """
insert into images (person, id, turn, nr, about, content) values (%s, %s, %s, %s, %s, %s) on conflict do nothing
"""
ABOUT: Final = "select turn, id, about from images where person = %s and turn = any(%s) order by turn, nr"
ALL_ABOUT: Final = "select turn, id, about from images where person = %s order by turn, nr"
ALL: Final = "select turn, id, about, content from images where person = %s order by turn, nr"
ONE: Final = "select turn, id, about, content from images where person = %s and id = %s"
NEWEST: Final = """
select i.turn, i.id, i.about, i.content from images i join turns t on t.person = i.person and t.id = i.turn
where i.person = %s and i.turn = any(%s) order by t.seq desc, i.nr limit %s
"""
PIECES: Final = """
select id, substring(content from octet_length(content) / 2 for 32) from images where person = %s order by id
"""
DESCRIBE: Final = "update images set about = %s where person = %s and id = %s"
PEOPLE: Final = "select distinct person from images order by person"
COUNT: Final = "select count(*) from images where person = %s"
FORGET: Final = "delete from images where person = %s"

Shown = dict[UUID, list[Image]]
"""By turn, in the order in which they were shown."""


@dataclass(frozen=True, slots=True)
class Images:
    """What is written needs a guard. Reading raises Damaged."""

    database: Database

    async def put(self, guard: Guard, turn: UUID, images: Sequence[Image], *, describe: bool = False) -> None:
        """Those of a turn; one that is there stays as it is. To `describe` them, in the background, is put into the
        queue."""
        seal, seal_content = (sealer(guard.keys, sealed, guard.person) for sealed in (SEALED, SEALED_CONTENT))
        for nr, image in enumerate(images):
            about, content = seal(image.id, _packed(image)), seal_content(image.id, frame(KIND, image.content))
            await guard.execute(ADD, (guard.person, image.id, turn, nr, about, content))
        if images and describe:
            await Tasks(self.database).put(guard, TASK, {"turn": str(turn)})

    async def describe(self, guard: Guard, image: Image) -> None:
        """Keep what is said of it; nothing where it is gone."""
        about = sealer(guard.keys, SEALED, guard.person)(image.id, _packed(image))
        await guard.execute(DESCRIBE, (about, guard.person, image.id))

    async def of(self, person: str, turns: Sequence[UUID]) -> Shown:
        """What was shown with turns, without its bytes."""
        rows = await self.database.look(ABOUT, (person, Uuids(turns))) if turns else []
        return self._by_turn(person, [(*one, b"") for one in rows])

    async def people(self) -> list[str]:
        """Of whom there are any."""
        return [row[0] for row in await self.database.fetch(PEOPLE)]

    async def describe_later(self, guard: Guard, most: int) -> int:
        """Put into the queue to describe what was shown and has no description yet, of so many turns at most: it was
        shown while no model saw. Returns of how many turns."""
        shown = self._by_turn(guard.person, [(*one, b"") for one in await guard.fetch(ALL_ABOUT, (guard.person,))])
        tasks, put = Tasks(self.database), 0
        for turn, images in shown.items():
            if put < most and not all(one.description for one in images):
                put += await tasks.put_new(guard, TASK, {"turn": str(turn)})
        return put

    async def newest(self, person: str, turns: Sequence[UUID], most: int) -> list[Image]:
        """The last that were shown with turns, the oldest of them first."""
        rows = await self.database.fetch(NEWEST, (person, Uuids(turns), most)) if turns else []
        return [self._image(person, one) for one in reversed(rows)]

    async def read(self, person: str, id_: UUID) -> Image | None:
        found = await self.database.fetch_one(ONE, (person, id_))
        return self._image(person, found) if found else None

    async def all(self, person: str) -> Shown:
        return self._by_turn(person, await self.database.fetch(ALL, (person,)))

    async def about(self, person: str) -> list[Image]:
        """All of them, without their bytes."""
        rows = await self.database.fetch(ALL_ABOUT, (person,))
        return [self._image(person, (*one, b"")) for one in rows]

    async def pieces(self, person: str) -> list[tuple[UUID, bytes]]:
        """The id of each, and 32 bytes of its middle, by which it would be found."""
        rows = await self.database.fetch(PIECES, (person,))
        return [(row[0], bytes(row[1])) for row in rows]

    def _image(self, person: str, found: Sequence[Any]) -> Image:
        _, id_, about, content = found
        keys = self.database.keys
        name, kind, width, height, *more = row(unframe(KIND, opener(keys, SEALED, person)(id_, about)))
        image = Image(id_, name, kind, width, height, content=b"", description=more[0] if more else "")
        if not content:
            return image
        return replace(image, content=bytes(unframe(KIND, opener(keys, SEALED_CONTENT, person)(id_, content))))

    def _by_turn(self, person: str, rows: Sequence[Sequence[Any]]) -> Shown:
        shown: Shown = {}
        for found in rows:
            shown.setdefault(found[0], []).append(self._image(person, found))
        return shown

    async def count(self, person: str) -> int:
        counted = await self.database.fetch_one(COUNT, (person,))
        return counted[0] if counted else 0

    async def forget(self, person: str) -> int:
        return await self.database.execute(FORGET, (person,))


def _packed(image: Image) -> bytes:
    return frame(KIND, packb((image.name, image.kind, image.width, image.height, image.description)))
