"""A key for each person: what is kept of anybody is kept under theirs, and to destroy it is to erase them.

    lumina       the key of this place, under the master key
    PSEUDONYM    a person's key, under the place's

They are files (or objects, where machines share no folder) and no table: a database's log, its freed pages and its
replicas would go on having what was destroyed.
A process keeps the keys that it has read, each for as long as its person's epoch is the same: whoever holds a guard
writes under the key of now.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, Protocol
from uuid import UUID

from lumina.databases.ciphers import Cipher, place
from lumina.databases.folder import SECRET_BYTES, Folder, has_keys, is_a_data_folder, note_keys
from lumina.databases.master_key import CARD, Master
from lumina.databases.places import FolderPlace, Place
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.errors import KeyGone, KeysGone, PersonErased, SharedOther, because

SECRET: Final = "secret"
"""Under the key of the place that machines share: what each of their data folders has for its secret."""


class Keys(Protocol):
    """The persons' keys. What is not known yet is read from a file of some bytes."""

    @property
    def pseudonyms(self) -> Pseudonyms: ...

    def are_of(self, person: str, epoch: int) -> bool:
        """Whether what is known of the person's key is of this epoch."""
        ...

    def look_again(self, person: str, epoch: int) -> None:
        """So that it is: another process may have erased the person. Hold a guard of the person."""
        ...

    def of(self, person: str) -> Cipher:
        """To read with. Raises KeyGone."""
        ...

    def to_write(self, person: str) -> Cipher:
        """To write with where something of the person is there already. Raises PersonErased where there is no key:
        whoever is late writes nothing."""
        ...

    def make(self, person: str) -> Cipher:
        """As to_write(), made where there is none. Hold a guard of the person: an erasure is over then, or to come."""
        ...

    def replace(self, person: str, cipher: Cipher) -> None:
        """From now on this is the person's, where nothing lies under another one."""
        ...

    def has(self, person: str) -> bool:
        """Whether there is one now, whatever this process knows: another one may have destroyed it."""
        ...

    def knows(self, person: str) -> bool:
        """Whether there is one that was read already."""
        ...

    def destroy(self, person: str) -> bool:
        """Whether there was one. What was kept under it cannot be read any more, by nobody, wherever it lies."""
        ...

    def forget_known(self) -> None:
        """Drop what this process has of them; they are read again when they are asked for."""
        ...


@dataclass(frozen=True, slots=True)
class PersonKeys:
    """Those in a place, under its key."""

    place: Place
    own: Cipher
    pseudonyms: Pseudonyms
    made: Path | None = None
    """The master key, where it was made just now: a copy of it is to be kept."""

    _known: dict[str, Cipher] = field(default_factory=dict[str, Cipher], init=False, repr=False)
    _epochs: dict[str, int] = field(default_factory=dict[str, int], init=False, repr=False)

    def are_of(self, person: str, epoch: int) -> bool:
        return self._epochs.get(person) == epoch

    def look_again(self, person: str, epoch: int) -> None:
        self._known.pop(person, None)
        self._found(person)
        self._epochs[person] = epoch

    def of(self, person: str) -> Cipher:
        found = self._found(person)
        if found is None:
            raise KeyGone(person=person)
        return found

    def to_write(self, person: str) -> Cipher:
        found = self._found(person)
        if found is None:
            raise PersonErased(person=person)
        return found

    def make(self, person: str) -> Cipher:
        """Of several processes that come first, one makes it."""
        if not self.has(person):
            self._put(person, Cipher.fresh())
        return self.to_write(person)

    def replace(self, person: str, cipher: Cipher) -> None:
        if self._found(person) != cipher:
            self.destroy(person)
            self._put(person, cipher)

    def _put(self, person: str, cipher: Cipher) -> None:
        name = self.pseudonyms.short(person)
        self.place.write_new(name, self.own.seal(cipher.key, name))

    def has(self, person: str) -> bool:
        self._known.pop(person, None)
        return self._found(person) is not None

    def knows(self, person: str) -> bool:
        return person in self._known

    def count(self) -> int:
        return len({*self.place.names()} - {CARD, SECRET})

    def destroy(self, person: str) -> bool:
        self._known.pop(person, None)
        return self.place.destroy(self.pseudonyms.short(person))

    def forget_known(self) -> None:
        self._known.clear()
        self._epochs.clear()

    def _found(self, person: str) -> Cipher | None:
        known = self._known.get(person)
        if known:
            return known
        name = self.pseudonyms.short(person)
        sealed = self.place.read(name)
        if sealed is None or not any(sealed):  # blank: whoever destroys it was stopped in between
            return None
        self._known[person] = known = Cipher(self.own.open(sealed, name))
        return known


@dataclass(frozen=True, slots=True)
class DerivedKeys:
    """Keys that follow from names, for databases that are no folder's: a test's, a bench's. Nothing is secret there,
    and nobody is erased by them."""

    pseudonyms: Pseudonyms = NOBODYS

    def are_of(self, person: str, epoch: int) -> bool:  # noqa: ARG002
        return True

    def look_again(self, person: str, epoch: int) -> None: ...

    def of(self, person: str) -> Cipher:
        return Cipher(self.pseudonyms.of(person))

    to_write = make = of

    def replace(self, person: str, cipher: Cipher) -> None: ...

    def has(self, person: str) -> bool:  # noqa: ARG002
        return True

    knows = has

    def destroy(self, person: str) -> bool:  # noqa: ARG002
        return False

    def forget_known(self) -> None: ...


NO_FOLDERS: Final = DerivedKeys()


def open_keys(folder: Folder, master: Master, shared: Place | None = None) -> PersonKeys:
    """The keys of a data folder, or those that it has `shared` with others; made with their card where there never were
    any (the master key, too, with the first). Raises KeysGone where there were, SharedOther, OtherMasterKey, Damaged,
    BadSetting, StoreDown."""
    place, own = shared or FolderPlace(folder.keys), FolderPlace(folder.keys)
    had_master = master.exists
    if shared and shared.read(SECRET) is None:
        _hand_over(own, shared)
    if place.read(CARD) is None:
        if has_keys(folder.home):
            raise KeysGone(folder=folder.home, why=because("{place} has none", place=place.name))
        place.write_new(CARD, master.new_place()[1])
    cipher = open_place(place, master)
    if shared:
        _share_secret(folder, cipher, shared)
        _leave(own)
    if not has_keys(folder.home):
        note_keys(folder.home)
    return PersonKeys(place, cipher, folder.pseudonyms, None if had_master else master.file)


def open_place(place: Place, master: Master) -> Cipher:
    """The key of the place with such a card, which from now on lies under the present master key."""
    found = place.read(CARD) or b""
    cipher, due = master.known_place(found, place.name)
    if due != found:
        place.write_over(CARD, due)
    return cipher


def shared_secret(home: Path, master: Master, shared: Place) -> bytes | None:
    """What a new data folder is to have for its secret; None where the folder is there, and has one. Raises as
    open_keys()."""
    if is_a_data_folder(home):
        return None
    if shared.read(CARD) is None:
        shared.write_new(CARD, master.new_place()[1])
    return _agreed(open_place(shared, master), shared, secrets.token_bytes(SECRET_BYTES))


def _hand_over(own: Place, shared: Place) -> None:
    """A folder that was one machine's: its keys come to lie where all reach them. Nobody uses that place before there
    is a secret in it, which comes last; only then the folder's own keys go."""
    card = own.read(CARD)
    if card is None:
        return
    shared.write_new(CARD, card)
    if shared.read(CARD) != card:
        raise SharedOther(folder=own.name, place=shared.name)
    for name in own.names():
        key = own.read(name)
        if key:
            shared.write_new(name, key)


def _share_secret(folder: Folder, cipher: Cipher, shared: Place) -> None:
    if _agreed(cipher, shared, folder.secret) != folder.secret:
        raise SharedOther(folder=folder.home, place=shared.name)


def _agreed(cipher: Cipher, shared: Place, secret: bytes) -> bytes:
    """The secret of who came first."""
    found = shared.read(SECRET)
    if found is None:
        shared.write_new(SECRET, cipher.seal(secret, SECRET))
        found = shared.read(SECRET) or b""
    return cipher.open(found, SECRET)


def _leave(own: Place) -> None:
    """What was handed over must not stay: an erasure elsewhere would not reach it."""
    for name in own.names():
        own.destroy(name)


def opener(keys: Keys, kind: str, person: str) -> Callable[[UUID | bytes, bytes], bytes]:
    """Opens what is kept of one kind of a person, by its id and what was sealed. The key is asked for with the first:
    raises KeyGone then, and Damaged where the bytes are not those that were sealed there."""

    @cache
    def cipher() -> Cipher:
        return keys.of(person)

    return lambda id_, sealed: cipher().open(sealed, place(kind, id_))


def sealer(keys: Keys, kind: str, person: str) -> Callable[[UUID | bytes, bytes], bytes]:
    """As opener(), to seal; the same under one id gives the same bytes. Raises PersonErased with the first."""

    @cache
    def cipher() -> Cipher:
        return keys.to_write(person)

    return lambda id_, plain: cipher().seal_alike(plain, place(kind, id_))
