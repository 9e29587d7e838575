"""What programs tell a person, in PostgreSQL, until a character has told of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.databases.tasks_postgres import Tasks
from lumina.images import Image
from lumina.memory.frames import frame, packb, row, unframe

TELL: Final = "tell"
"""The task of a person that has a character tell of a notification."""

KIND: Final = b"NO"
SEALED: Final = "notification"
ADD: Final = "insert into notifications (id, person, body) values (%s, %s, %s) on conflict (id) do nothing"
READ: Final = "select body from notifications where person = %s and id = %s"
ALL: Final = "select id, body from notifications where person = %s order by id"
TAKE: Final = "delete from notifications where person = %s and id = %s"
COUNT: Final = "select count(*) from notifications where person = %s"
FORGET: Final = "delete from notifications where person = %s"


@dataclass(frozen=True, slots=True)
class Notification:
    """What the program `who` tells in a room, and shows with it."""

    id: UUID
    room: str
    who: str
    text: str
    images: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True)
class Notifications:
    """Those that nobody has told of yet. What is written needs a guard."""

    database: Database

    async def put(self, guard: Guard, notification: Notification) -> None:
        """Keep it, and put the task that tells of it into the queue; both or neither where the guard is in a
        transaction. One that is here already stays as it is."""
        seal = sealer(guard.keys, SEALED, guard.person)
        sealed = seal(notification.id, _packed(notification))
        if not await guard.execute(ADD, (notification.id, guard.person, sealed)):
            return
        await Tasks(self.database).put(guard, TELL, {"notification": str(notification.id)})

    async def read(self, person: str, id_: UUID) -> Notification | None:
        """None where it was told of, or the person was erased. Raises Damaged."""
        found = await self.database.fetch_one(READ, (person, id_))
        return self._opened(person, id_, found[0]) if found else None

    async def all(self, person: str) -> list[Notification]:
        return [self._opened(person, *row) for row in await self.database.fetch(ALL, (person,))]

    def _opened(self, person: str, id_: UUID, body: bytes) -> Notification:
        return _unpacked(id_, opener(self.database.keys, SEALED, person)(id_, body))

    async def take(self, guard: Guard, id_: UUID) -> bool:
        """It is told of. Whether it was not before."""
        return bool(await guard.execute(TAKE, (guard.person, id_)))

    async def count(self, person: str) -> int:
        counted = await self.database.fetch_one(COUNT, (person,))
        return counted[0] if counted else 0

    async def forget(self, person: str) -> int:
        return await self.database.execute(FORGET, (person,))


def _packed(notification: Notification) -> bytes:
    shown = [(one.id.bytes, one.name, one.kind, one.width, one.height, one.content) for one in notification.images]
    return frame(KIND, packb((notification.room, notification.who, notification.text, shown)))


def _unpacked(id_: UUID, packed: bytes) -> Notification:
    """Of one that an older version kept there are no images."""
    room, who, text, *shown = row(unframe(KIND, packed))
    return Notification(id_, room, who, text, tuple(map(_image, shown[0] if shown else ())))


def _image(packed: Sequence[Any]) -> Image:
    return Image(UUID(bytes=packed[0]), *packed[1:])
