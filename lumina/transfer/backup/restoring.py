"""A backup is restored: into an empty place, in the schema of its time, and brought up to date there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final, LiteralString

from lumina.clock import Clock
from lumina.databases.folder import owned
from lumina.databases.person_keys import PersonKeys, open_keys
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import patient
from lumina.databases.rows_postgres import rows_of, set_sequences
from lumina.databases.tables_postgres import begin_move, end_move, moved_from
from lumina.erasure.letting_go import LettingGo, letting_go_of
from lumina.erasure.opening import erasure_of
from lumina.erasure.part import Gone
from lumina.erasure.taking_out import TakingOut, unmaking_of
from lumina.errors import Damaged, EmbedderChanged, NoBackup, NotEmpty, because
from lumina.models import Policy
from lumina.settings import Settings
from lumina.stores.opening import Stores, engines_of, open_stores
from lumina.stores.repository import PersonKey, Repository, master_of
from lumina.stores.shared import KEYS, shared_place
from lumina.transfer.backup.collecting import Loader, differing, key_in, load_beside, name_in
from lumina.transfer.backup.manifest import Kept, Manifest
from lumina.transfer.backup.reports import Restored
from lumina.transfer.backup.sections import Section, sections_of

NOTE: Final = """
insert into person_epochs (pseudonym, epoch) values (%s, %s)
on conflict (pseudonym) do update set epoch = greatest(person_epochs.epoch, excluded.epoch)
"""
BEGIN_ANEW: Final = "truncate people cascade"
"""What was loaded of persons before it was broken off, and what refers to them in tables that no backup has."""

HOLDS_SOMEBODY: Final[LiteralString] = "select exists (select from people)"

Progress = Callable[[int, int], None]
"""Told how many of how many persons are done."""


async def manifest_of(repository: Repository, at: datetime | None) -> Manifest:
    """The last backup that was made at this moment or before (None: the newest). Raises NoBackup, Damaged."""
    moments = [one for one in await repository.moments() if at is None or one <= at]
    if not moments and at is not None:
        raise NoBackup(why=because("none was made at {at} or before", at=at.isoformat()))
    if not moments:
        raise NoBackup(why=because("none was made yet in {place}", place=repository.url))
    return Manifest.unpack(await repository.manifest(moments[-1]), repository.url)


async def restore(
    repository: Repository, manifest: Manifest, target: Settings, clock: Clock, progress: Progress
) -> Restored:
    """Bring back all who were not erased since, row by row, and compare each with what was kept. Killed anywhere and
    run again, it begins anew; until it is done, the target cannot be opened.

    Raises NotEmpty where the target holds anything but this restore, unfinished; EmbedderChanged, Damaged, and as
    Lumina.open() does.
    """
    async with AsyncExitStack() as stack:
        stack.enter_context(patient())
        folder = await asyncio.to_thread(stack.enter_context, owned(target.home, manifest.secret))
        if folder.secret != manifest.secret:
            raise NotEmpty(place=folder.home, what="the data folder of another LUMINA")
        restoring = _Restoring(repository, manifest, progress)
        async with AsyncExitStack() as before:
            engines, place = engines_of(target, folder), shared_place(target, KEYS)
            keys = await asyncio.to_thread(open_keys, folder, master_of(target), place)
            await engines.admit()
            database = await engines.database(before, keys, manifest.migrations)
            await restoring.begin(database, engines.place)
            await restoring.load_rows(database, keys)
        stores = await open_stores(stack, folder, target, clock, moving=True)
        if stores.embedder.identity != manifest.embedder[0]:
            raise EmbedderChanged(
                folder=stores.engines.place, stored=manifest.embedder[0], wanted=stores.embedder.identity
            )
        await restoring.load_beside(stores)
        await restoring.leave_out(stores, letting_go_of(stores, target), clock())
        await end_move(stores.database)
        return restoring.told(stores.engines.place)


@dataclass(slots=True)
class _Restoring:
    repository: Repository
    manifest: Manifest
    progress: Progress
    people: int = 0
    differing: set[str] = field(default_factory=set[str])
    replayed: bool = False

    async def begin(self, database: Database, place: str) -> None:
        own = sha256(b"restore\0" + self.manifest.at.isoformat().encode()).digest()
        begun = await moved_from(database)
        if begun is None and await database.fetch(HOLDS_SOMEBODY) == [(True,)]:
            raise NotEmpty(place=place, what="PostgreSQL's table people")
        if begun not in (None, own):
            raise NotEmpty(place=place, what="an unfinished copy of another LUMINA")
        if begun == own:
            await database.execute(BEGIN_ANEW)
        await begin_move(database, own)

    async def load_rows(self, database: Database, keys: PersonKeys) -> None:
        """What lies in PostgreSQL, in the schema of the backup's time; erasures since are noted."""
        loader, common = Loader(await rows_of(database)), self.manifest.common
        async with database.connection(unhurried=True) as connection:
            self.differing |= await loader.load(connection, await read(self.repository, common, None), common, None)
            async for kept, sections in self._people():
                if key := key_in(sections):
                    await asyncio.to_thread(keys.replace, name_in(sections), key)
                self.differing |= await loader.load(connection, sections, kept, name_in(sections))
                self.people += 1
            await set_sequences(connection, self.manifest.sequences)
            for erased in await self.repository.ledger():
                await connection.execute(NOTE, (erased.pseudonym, erased.epoch))

    async def load_beside(self, stores: Stores) -> None:
        """What lies elsewhere, without what was erased in part since, and with what each chose since to keep; then the
        indexes are made of what lies in PostgreSQL."""
        taking_out = TakingOut(stores, unmaking_of(stores))
        async for kept, sections in self._people():
            async with stores.database.writing(name_in(sections)) as guard:
                self.differing |= await load_beside(stores, guard, sections, kept)
                for part in await self.repository.parts(kept.pseudonym, self.manifest.at):
                    await taking_out.everywhere(guard, Gone.unpacked(part))
                    self.replayed = True
                chosen = await self.repository.policy(kept.pseudonym, self.manifest.at)
                if chosen is not None:
                    await stores.transcript.set_policy(guard, Policy(chosen) if chosen else None)
        for heal in (stores.longterm.heal, stores.knowledge.heal):
            while await heal():
                pass

    async def leave_out(self, stores: Stores, letting_go: LettingGo, now: datetime) -> None:
        """The words go of whoever chose so since, and the bytes of all that may not come back: they lay in the files
        for a moment."""
        if await letting_go.run(now) or self.replayed:
            await erasure_of(stores).compact()

    def told(self, place: str) -> Restored:
        erased = len(self.manifest.people) - self.people
        return Restored(self.manifest.at, self.people, erased, tuple(sorted(self.differing)), place)

    async def _people(self) -> AsyncIterator[tuple[Kept, list[Section]]]:
        """All who were not erased since."""
        for done, kept in enumerate(self.manifest.people):
            self.progress(done, len(self.manifest.people))
            key = await self._key(kept)
            if key:
                yield kept, await read(self.repository, kept, key)

    async def _key(self, kept: Kept) -> PersonKey | None:
        """None where the person was erased since; who came back has another key."""
        key = await self.repository.key_of(kept.pseudonym)
        return key if key and key.id == kept.key else None


async def read(repository: Repository, kept: Kept, key: PersonKey | None) -> list[Section]:
    """What was kept. Raises Damaged where it is not as it was."""
    pieces = [await repository.read(name, key.cipher if key else None) for name in kept.objects]
    try:
        sections = await asyncio.to_thread(sections_of, pieces)
    except (ValueError, KeyError, OSError) as error:
        raise Damaged(what=kept.objects[0], why=because("it is something else")) from error
    if differing(sections, kept):
        raise Damaged(what=kept.objects[0], why=because("its digest is wrong"))
    return sections
