"""Deeds that leave a task behind: documents without vectors, a notification, an image; and what came of them."""

# pyright: reportPrivateUsage=false

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from harness.mortal import Tell
from lumina.app import Lumina
from lumina.images import Image
from lumina.knowledge.documents import read_documents
from lumina.stores.notified_postgres import Notification

NAMESPACE: Final = "本棚"
WAIT: Final = "select count(*) from procrastinate_jobs where queue_name = 'persons'"


@dataclass(frozen=True, slots=True)
class PutOnShelf:
    """A document comes in, as if the process had ended before its chunks had vectors."""

    text: str

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "本.md"
            path.write_text(self.text, encoding="utf-8")
            documents = await read_documents(NAMESPACE, [path])
        await lumina.knowledge.knowledge.add(documents, lumina.clock())


@dataclass(frozen=True, slots=True)
class Notify:
    """A program tells something that a character is to tell."""

    person: str
    notification: Notification

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        stores = lumina._parts.stores
        async with stores.database.writing(self.person) as guard, guard.transaction():
            await stores.notifications.put(guard, self.notification)


@dataclass(frozen=True, slots=True)
class Show:
    """The person shows an image in a turn."""

    person: str
    room: str
    text: str
    image: Image

    async def do(self, lumina: Lumina, tell: Tell) -> None:
        running = await lumina.talk.begin(self.text, person=self.person, room=self.room, images=[self.image])
        async for _ in running.events():
            pass


@dataclass(frozen=True, slots=True)
class Errands:
    """What came of it: which chunks have vectors and which of them `asked` finds; what is still to be told, and what
    was said; what images show, and whether the turn is found by that; how many tasks wait, or failed."""

    person: str
    asked: str

    async def do(self, lumina: Lumina, tell: Tell) -> Mapping[str, Any]:
        stores, shelf = lumina._parts.stores, lumina.knowledge
        shelved = bool(await shelf.knowledge.names())
        looked = await lumina.recall.look_up(
            self.asked, person=self.person, viewer=None, budget=4000, limit=10, unit="turn"
        )
        turns = [turn async for turn in stores.transcript.export(self.person)]
        return {
            "without vectors": len(await shelf.knowledge.waiting()),
            "passages": [hit.text for hit in await shelf.search(NAMESPACE, self.asked, 5)] if shelved else [],
            "to be told": await stores.notifications.count(self.person),
            "said": [(turn.speaker, turn.text) for turn in turns],
            "seen": [image.description for image in await stores.images.about(self.person)],
            "recalled": looked.pack.text,
            "tasks": await stores.database.fetch(WAIT, ()),
            "failed": len(await lumina.tasks.failed()),
        }
