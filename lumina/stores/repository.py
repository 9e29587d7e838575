"""Where backups lie, and under which keys.

    lumina             what kind of place it is: the key of the place, under the master key
    keys/PSEUDONYM     a person's key, under the place's; it is in no backup
    data/PSEUDONYM/…   what is one person's, under that key, named by a digest: the same content lies there once
    common/…           what is nobody's, under the place's key
    backups/MOMENT     what belongs to one backup: names of objects, counts and checksums, under the place's key
    parts/PSEUDONYM/…  what was erased of a person in part: ids, under the place's key; it is replayed, too
    policies/PSEUDONYM what a person chose last to keep of the talk, under the place's key; it is replayed, too
    erased/PSEUDONYM   that a person was erased: it is replayed where an earlier backup is restored

An erasure destroys the key first: from that moment on no backup tells anything of the person, wherever it was copied
to. Nothing here is named by a person's name.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgpack  # pyright: ignore[reportMissingTypeStubs]

from lumina.databases.ciphers import Cipher
from lumina.databases.kms import kms_of
from lumina.databases.master_key import CARD, Master
from lumina.databases.objects import Objects
from lumina.errors import Damaged, NoBackup, because
from lumina.settings import Settings

SINGLE: Final = ("keys", "policies")
"""What there is one object of for each person; the key goes first."""

MOMENT: Final = "%Y%m%dT%H%M%SZ"
packb: Any = msgpack.packb  # pyright: ignore
unpackb: Any = msgpack.unpackb  # pyright: ignore


@dataclass(frozen=True, slots=True)
class PersonKey:
    """The key of one person; who is erased and comes back has another `id`."""

    pseudonym: str
    id: bytes
    cipher: Cipher


@dataclass(frozen=True, slots=True)
class Erased:
    """That a person was erased: what stands for the person in the folder's table of epochs, and the epoch since."""

    pseudonym: bytes
    epoch: int


@dataclass(frozen=True, slots=True)
class Repository:
    """Opened: `master` is the key of the place."""

    objects: Objects
    master: Cipher

    @property
    def url(self) -> str:
        return self.objects.url

    def pseudonym(self, person: str) -> str:
        """32 hexadecimal digits; who lacks the place's key cannot try a name on it."""
        return self.master.digest(b"person\0" + person.encode("utf-8", "surrogatepass"))[:16].hex()

    async def key(self, person: str) -> PersonKey | None:
        """None where nothing was ever backed up of this person, or where the person was erased."""
        return await self.key_of(self.pseudonym(person))

    async def key_of(self, pseudonym: str) -> PersonKey | None:
        name = f"keys/{pseudonym}"
        sealed = await self.objects.get(name)
        if sealed is None:
            return None
        plain = self.master.open(sealed, name)
        return PersonKey(pseudonym, plain[:8], Cipher(plain[8:]))

    async def make_key(self, person: str) -> PersonKey:
        """The person's key, made if there is none. Hold a guard of the person: an erasure is over then, or to come."""
        known = await self.key(person)
        if known:
            return known
        made = PersonKey(self.pseudonym(person), secrets.token_bytes(8), Cipher.fresh())
        name = f"keys/{made.pseudonym}"
        await self.objects.put(name, self.master.seal(made.id + made.cipher.key, name))
        return made

    async def add(self, content: bytes, held: dict[str, int], key: PersonKey | None = None) -> str:
        """Keep what is one person's, or (without a key) nobody's; returns its name. What `held` has is not written
        again, and what is written it has."""
        prefix = f"data/{key.pseudonym}/{key.id.hex()}/" if key else "common/"
        cipher = key.cipher if key else self.master
        name = prefix + cipher.digest(content)[:20].hex()
        if name not in held:
            sealed = await asyncio.to_thread(cipher.seal, content, name)
            await self.objects.put(name, sealed)
            held[name] = len(sealed)
        return name

    async def read(self, name: str, cipher: Cipher | None = None) -> bytes:
        """What add() kept under this name. Raises Damaged where it is gone or not as it was."""
        sealed = await self.objects.get(name)
        if sealed is None:
            raise Damaged(what=name, why=because("it is gone"))
        return await asyncio.to_thread((cipher or self.master).open, sealed, name)

    async def note(self, at: datetime, manifest: bytes) -> None:
        """From now on there is a backup of this moment."""
        name = _name_of(at)
        await self.objects.put(name, self.master.seal(manifest, name))

    async def moments(self) -> list[datetime]:
        """Of all backups, the oldest first."""
        return sorted(_moment_of(name) for name in await self.objects.names("backups/"))

    async def manifest(self, at: datetime) -> bytes:
        """Raises NoBackup, Damaged."""
        sealed = await self.objects.get(_name_of(at))
        if sealed is None:
            raise NoBackup(why=because("none was made at {at}", at=at.isoformat()))
        return self.master.open(sealed, _name_of(at))

    async def drop(self, moments: Sequence[datetime], objects: Sequence[str]) -> None:
        """The backups first: none ever lacks an object."""
        await self.objects.delete(list(map(_name_of, moments)))
        await self.objects.delete(objects)

    async def held(self) -> dict[str, int]:
        """All objects that belong to backups, and how large they are, by name."""
        return await self.objects.names("data/") | await self.objects.names("common/")

    async def readable(self) -> AsyncIterator[bytes]:
        """What all backups hold that some key opens here, object by object, as add() was given it."""
        ciphers: dict[str, Cipher | None] = {}
        for name in await self.held():
            pseudonym = name.split("/")[1] if name.startswith("data/") else ""
            if pseudonym not in ciphers:
                key = await self.key_of(pseudonym) if pseudonym else None
                ciphers[pseudonym] = key.cipher if key else (None if pseudonym else self.master)
            cipher = ciphers[pseudonym]
            if cipher:
                with suppress(Damaged):
                    yield await self.read(name, cipher)

    async def count(self, person: str) -> int:
        """How many objects there are of this person: the key, and what lies under it."""
        pseudonym = self.pseudonym(person)
        single = [await self.objects.get(f"{kind}/{pseudonym}") is not None for kind in SINGLE]
        return len(await self._theirs(pseudonym)) + sum(single)

    async def shred(self, person: str, erased: Erased) -> int:
        """Destroy the person's key, note the erasure, and delete what lay under the key; returns how many objects went.
        Killed anywhere and called again, it goes on."""
        pseudonym = self.pseudonym(person)
        if not await self.count(person):
            return 0
        ledger = f"erased/{pseudonym}"
        await self.objects.put(ledger, self.master.seal(packb((erased.pseudonym, erased.epoch)), ledger))
        await self.objects.destroy([f"{kind}/{pseudonym}" for kind in SINGLE])
        theirs = await self._theirs(pseudonym)
        await self.objects.delete(theirs)
        return len(theirs) + 1

    async def _theirs(self, pseudonym: str) -> list[str]:
        return [name for kind in ("data", "parts") for name in await self.objects.names(f"{kind}/{pseudonym}/")]

    async def note_part(self, person: str, receipt: UUID, at: datetime, part: bytes) -> None:
        """That so much was erased of a person at this moment, where anything was backed up of them."""
        pseudonym = self.pseudonym(person)
        if await self.key_of(pseudonym):
            name = f"parts/{pseudonym}/{receipt.hex}"
            await self.objects.put(name, self.master.seal(packb((at.isoformat(), part)), name))

    async def parts(self, pseudonym: str, since: datetime) -> list[bytes]:
        """What was erased of somebody, in part, at this moment or later."""
        found: list[tuple[datetime, bytes]] = []
        for name in await self.objects.names(f"parts/{pseudonym}/"):
            at, part = unpackb(self.master.open(await self.objects.get(name) or b"", name))
            found.append((datetime.fromisoformat(at), part))
        return [part for at, part in sorted(found) if at >= since]

    async def note_policy(self, person: str, at: datetime, policy: str) -> None:
        """What a person chose at this moment to keep ("" where that is the default), where anything was backed up of
        them."""
        pseudonym = self.pseudonym(person)
        if await self.key_of(pseudonym):
            name = f"policies/{pseudonym}"
            await self.objects.put(name, self.master.seal(packb((at.isoformat(), policy)), name))

    async def policy(self, pseudonym: str, since: datetime) -> str | None:
        """What somebody chose at this moment or later; None where nothing was."""
        name = f"policies/{pseudonym}"
        sealed = await self.objects.get(name)
        if sealed is None:
            return None
        at, policy = unpackb(self.master.open(sealed, name))
        return policy if datetime.fromisoformat(at) >= since else None

    async def ledger(self) -> list[Erased]:
        """All erasures of persons of whom something was backed up."""
        found: list[Erased] = []
        for name in await self.objects.names("erased/"):
            sealed = await self.objects.get(name)
            if sealed is not None:
                found.append(Erased(*unpackb(self.master.open(sealed, name))))
        return found


async def open_repository(settings: Settings, *, make: bool) -> Repository:
    """Where LUMINA_BACKUP_URL points; made if there is nothing yet. Raises NoBackup where none is set, or none is there
    and none is to be made; BadSetting, OtherMasterKey, StoreDown."""
    if not settings.backup_url:
        raise NoBackup(why=because("LUMINA_BACKUP_URL says where backups go, and is not set"))
    objects = Objects.at(settings.backup_url, settings.backup_endpoint)
    card, master = await objects.get(CARD), master_of(settings)
    if card is None and not make:
        raise NoBackup(why=because("none was made yet in {place}", place=objects.url))
    if card is None:
        cipher, due = await asyncio.to_thread(master.new_place)
    else:
        cipher, due = await asyncio.to_thread(master.known_place, card, objects.url)
    if due != card:
        await objects.put(CARD, due)
    return Repository(objects, cipher)


def master_of(settings: Settings) -> Master:
    """Raises BadSetting."""
    kms = kms_of(settings.master_kms, settings.master_kms_secret.get_secret_value())
    return Master(settings.master_key.expanduser(), settings.master_passphrase.get_secret_value(), kms)


def _name_of(at: datetime) -> str:
    return f"backups/{at.astimezone(UTC).strftime(MOMENT)}"


def _moment_of(name: str) -> datetime:
    return datetime.strptime(name.rpartition("/")[2], MOMENT).replace(tzinfo=UTC)
