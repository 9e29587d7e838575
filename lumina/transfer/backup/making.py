"""A backup is made, person by person, while people talk."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from lumina import __version__
from lumina.databases.postgres_connection import Connection
from lumina.databases.rows_postgres import Rows, is_there, people_in, rows_of, sequences, snapshot
from lumina.databases.schema import applied_migrations
from lumina.stores.opening import Stores
from lumina.stores.repository import PersonKey, Repository
from lumina.transfer.backup.collecting import collect, collect_common, summed
from lumina.transfer.backup.manifest import Kept, Manifest
from lumina.transfer.backup.reports import BackedUp
from lumina.transfer.backup.sections import Section, pieces_of

BACKUP: Final = "make backups, and take old ones away"
"""The task that one process at a time does: making backups, and taking old ones away."""

Progress = Callable[[int, int], None]
"""Told how many of how many persons are done."""


async def back_up(stores: Stores, repository: Repository, at: datetime, progress: Progress) -> BackedUp:
    """Each person is kept as of one moment, in every store; who is being erased meanwhile is not. Killed anywhere, no
    backup is there, and what was written is of use to the next one. Raises StoreDown."""
    async with stores.database.alone(BACKUP):
        making = _Making(stores, repository, await rows_of(stores.database), progress)
        return await making.run(at.replace(microsecond=0))


@dataclass(frozen=True, slots=True)
class _Making:
    stores: Stores
    repository: Repository
    tables: Sequence[Rows]
    progress: Progress
    held: dict[str, int] = field(default_factory=dict[str, int])

    async def run(self, at: datetime) -> BackedUp:
        await self.stores.engines.heal(self.stores.associations)
        self.held.update(await self.repository.held())
        before = sum(self.held.values())
        people = await self._people()
        async with snapshot(self.stores.database) as connection:
            common = await collect_common(connection, self.tables)
            stand_at = await sequences(connection, self.tables)
        manifest = Manifest(
            at=at,
            lumina=__version__,
            migrations=await applied_migrations(self.stores.database),
            embedder=(self.stores.embedder.identity, self.stores.embedder.dimensions),
            secret=self.stores.folder.secret,
            sequences=stand_at,
            common=await self._kept(common),
            people=people,
        )
        await self.repository.note(at, manifest.pack())
        size = sum(self.held[name] for name in set(manifest.objects))
        return BackedUp(at, len(people), size, sum(self.held.values()) - before)

    async def _people(self) -> list[Kept]:
        async with snapshot(self.stores.database) as connection:
            names = await people_in(connection)
        kept: list[Kept] = []
        for done, person in enumerate(names):
            self.progress(done, len(names))
            found = await self._person(person)
            kept += [found] if found else []
        return kept

    async def _person(self, person: str) -> Kept | None:
        """None where the person was erased before it came to this. An erasure waits until the person is read; what is
        written afterwards is under a key that it destroys."""
        async with self.stores.database.writing(person, durably=False) as guard:
            await guard.alone()
            async with snapshot(self.stores.database) as connection:
                sections = await self._sections(connection, person)
            if sections is None:
                return None
            key = await self.repository.make_key(person)
        return await self._kept(sections, key)

    async def _sections(self, connection: Connection, person: str) -> list[Section] | None:
        if not await is_there(connection, person):
            return None
        return await collect(self.stores, connection, self.tables, person)

    async def _kept(self, sections: Sequence[Section], key: PersonKey | None = None) -> Kept:
        objects = [await self.repository.add(piece, self.held, key) for piece in pieces_of(sections)]
        whose = (key.pseudonym, key.id) if key else ("", b"")
        return Kept(objects, summed(sections), *whose)
