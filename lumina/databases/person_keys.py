"""A key for each person: what is kept of anybody is kept under theirs, and to destroy it is to erase them.

    lumina       the key of this place, under the master key
    PSEUDONYM    a person's key, under the place's

They are files and no table: a database's log, its freed pages and its replicas would go on having what was destroyed.
A process keeps the keys that it has read, each for as long as its person's epoch is the same: whoever holds a guard
writes under the key of now.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, Protocol
from uuid import UUID

from lumina.databases.ciphers import Cipher, place
from lumina.databases.folder import Folder, has_keys, note_keys
from lumina.databases.key_files import destroy, write_new, write_over
from lumina.databases.master_key import CARD, Master
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.errors import KeyGone, KeysGone, PersonErased, because


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
    """Those in a folder, under the key of this place."""

    folder: Path
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
        path = self._path(person)
        write_new(path, self.own.seal(cipher.key, path.name))

    def has(self, person: str) -> bool:
        self._known.pop(person, None)
        return self._found(person) is not None

    def knows(self, person: str) -> bool:
        return person in self._known

    def count(self) -> int:
        return sum(path.name != CARD for path in self.folder.iterdir())

    def destroy(self, person: str) -> bool:
        self._known.pop(person, None)
        return destroy(self._path(person))

    def forget_known(self) -> None:
        self._known.clear()
        self._epochs.clear()

    def _found(self, person: str) -> Cipher | None:
        known = self._known.get(person)
        if known:
            return known
        path = self._path(person)
        try:
            sealed = path.read_bytes()
        except FileNotFoundError:
            return None
        if not any(sealed):  # whoever destroys it was stopped in between
            return None
        self._known[person] = known = Cipher(self.own.open(sealed, path.name))
        return known

    def _path(self, person: str) -> Path:
        return self.folder / self.pseudonyms.short(person)


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


def open_keys(folder: Folder, master: Master) -> PersonKeys:
    """The keys of a data folder, made with their card where it never had any (the master key, too, with the first).
    Raises KeysGone where it had, OtherMasterKey, Damaged, BadSetting."""
    card = folder.keys / CARD
    had_master = master.exists
    if not card.exists():
        if has_keys(folder.home):
            raise KeysGone(folder=folder.home, why=because("its folder keys is gone"))
        write_new(card, master.new_place()[1])
    cipher = open_place(card, master)
    if not has_keys(folder.home):
        note_keys(folder.home)
    return PersonKeys(folder.keys, cipher, folder.pseudonyms, None if had_master else master.file)


def open_place(card: Path, master: Master) -> Cipher:
    """The key of the place with this card, which from now on lies under the present master key."""
    found = card.read_bytes()
    cipher, due = master.known_place(found, str(card.parent))
    if due != found:
        write_over(card, due)
    return cipher


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
