"""Where the settings say that backups go."""

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from lumina.databases.postgres_connection import Guard
from lumina.databases.pseudonyms import Pseudonyms
from lumina.errors import LuminaError, NoBackup, StoreDown, because
from lumina.settings import Settings
from lumina.stores.repository import Erased, Repository, open_repository

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackupPlace:
    """Where the settings say that backups go. It is asked when it is needed: nothing else waits for it."""

    settings: Settings
    pseudonyms: Pseudonyms

    @property
    def is_set(self) -> bool:
        return bool(self.settings.backup_url)

    async def repository(self, *, make: bool = False) -> Repository:
        """Raises as open_repository()."""
        return await open_repository(self.settings, make=make)

    async def moments(self) -> list[datetime]:
        """When each backup was made, the oldest first."""
        try:
            return await (await self.repository()).moments()
        except NoBackup:
            return []

    async def readable(self) -> AsyncIterator[bytes]:
        """All that can be read there, unpacked, as bytes. Raises StoreDown and as open_repository()."""
        if self.is_set:
            with suppress(NoBackup):
                async for content in (await self.repository()).readable():
                    yield await asyncio.to_thread(zlib.decompress, content)

    async def last(self) -> datetime | None:
        """When the newest backup was made."""
        moments = await self.moments()
        return moments[-1] if moments else None

    async def count(self, person: str) -> int:
        """How much there is of this person in all backups. A place that does not answer may hold something: 1."""
        try:
            return await (await self.repository()).count(person) if self.is_set else 0
        except NoBackup:
            return 0
        except LuminaError as error:
            logger.warning("what the backups hold of a person cannot be counted: %s", error)
            return 1

    async def forget(self, guard: Guard) -> int:
        """No backup tells anything of the person from now on. Raises StoreDown where that cannot be done."""
        if not self.is_set:
            return 0
        erased = Erased(self.pseudonyms.of(guard.person), guard.epoch + 1)  # an erasure takes two
        try:
            return await (await self.repository()).shred(guard.person, erased)
        except NoBackup:
            return 0
        except StoreDown:
            raise
        except LuminaError as error:
            store = because("the place of the backups, {url},", url=self.settings.backup_url)
            raise StoreDown(store=store, why=error) from error

    async def note_part(self, guard: Guard, receipt: UUID, at: datetime, part: bytes) -> None:
        """No restore of an earlier backup brings this part of a person back. Raises StoreDown."""
        await self._note(lambda place: place.note_part(guard.person, receipt, at, part))

    async def note_policy(self, guard: Guard, at: datetime, policy: str) -> None:
        """A restore of an earlier backup keeps what the person chooses now ("": the default). Raises StoreDown."""
        await self._note(lambda place: place.note_policy(guard.person, at, policy))

    async def _note(self, note: Callable[[Repository], Awaitable[None]]) -> None:
        if not self.is_set:
            return
        try:
            await note(await self.repository())
        except NoBackup:
            return
        except StoreDown:
            raise
        except LuminaError as error:
            store = because("the place of the backups, {url},", url=self.settings.backup_url)
            raise StoreDown(store=store, why=error) from error
