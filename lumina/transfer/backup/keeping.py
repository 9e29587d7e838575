"""Backups that are there: made, listed, verified by restoring them, and taken away when they are old."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from lumina.clock import Clock, earlier
from lumina.settings import Settings
from lumina.stores.opening import Stores
from lumina.stores.repository import Repository
from lumina.transfer.backup.making import BACKUP, back_up
from lumina.transfer.backup.manifest import Manifest
from lumina.transfer.backup.reports import BackedUp, Backup, Pruned, Restored
from lumina.transfer.backup.restoring import Progress, manifest_of, restore


@dataclass(frozen=True, slots=True)
class Backups:
    """What an operator does with backups, over the opened stores. Every verb raises NoBackup where LUMINA_BACKUP_URL is
    not set, BadSetting, OtherMasterKey, StoreDown."""

    stores: Stores
    keep: timedelta

    @property
    def are_made(self) -> bool:
        return self.stores.backups.is_set

    async def make(self, at: datetime, progress: Progress) -> BackedUp:
        """As back_up()."""
        return await back_up(self.stores, await self.stores.backups.repository(make=True), at, progress)

    async def all(self) -> list[Backup]:
        """The oldest first."""
        repository = await self.stores.backups.repository()
        held = await repository.held()
        return [_told(await _manifest(repository, at), held) for at in await repository.moments()]

    async def prune(self, now: datetime) -> Pruned:
        """Take away what is older than is kept, but never the newest; and objects that no backup needs."""
        repository = await self.stores.backups.repository()
        async with self.stores.database.alone(BACKUP):
            moments = await repository.moments()
            old = [at for at in moments[:-1] if at < earlier(now, self.keep)]
            manifests = [await _manifest(repository, at) for at in moments if at not in old]
            needed = {name for one in manifests for name in one.objects}
            held = await repository.held()
            dropped = [name for name in held if name not in needed]
            await repository.drop(old, dropped)
            return Pruned(len(old), sum(held[name] for name in dropped))

    async def run(self, now: datetime) -> Mapping[str, int]:
        """The job: one more, and the old ones go; nothing where no place is set."""
        if not self.are_made:
            return {}
        made = await self.make(now, lambda _done, _of: None)
        gone = await self.prune(now)
        return {"people": made.people, "bytes written": made.written, "backups gone": gone.backups}


async def verify(
    repository: Repository, at: datetime | None, settings: Settings, clock: Clock, progress: Progress
) -> Restored:
    """Restore a backup into a folder that goes away: every section of everybody is compared with what was kept. Raises
    Damaged, and as manifest_of() and restore() do."""
    manifest = await manifest_of(repository, at)
    with tempfile.TemporaryDirectory(prefix="lumina-verify-") as place:
        told = {"profile": "embedded", "home": Path(place) / "home", "log_file": None}
        return await restore(repository, manifest, settings.model_copy(update=told), clock, progress)


async def _manifest(repository: Repository, at: datetime) -> Manifest:
    return Manifest.unpack(await repository.manifest(at), repository.url)


def _told(manifest: Manifest, held: Mapping[str, int]) -> Backup:
    size = sum(held.get(name, 0) for name in set(manifest.objects))
    return Backup(manifest.at, manifest.lumina, len(manifest.people), size)
