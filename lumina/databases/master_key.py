"""The master key: under it lies, of each place that keeps something sealed, the place's own key, in its card.

So another master key takes the place of the former by one small file a place, while whoever has the place open goes on.
The file of the master key has the present one in its first line, and behind it those before, by which places are opened
that have not been since. With a key management service (kms.py) each line is a key as only the service can open it.
"""

import base64
import binascii
import json
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lumina.databases.ciphers import KEY_BYTES, Cipher
from lumina.databases.key_files import sweep, write_new, write_over
from lumina.databases.kms import Kms
from lumina.errors import BadSetting, Damaged, FolderTooNew, OtherMasterKey, Reason, because

ALLOWED = "a file that LUMINA made, which nobody else can read"
OTHERS = 0o077

FORMAT: Final = 2
"""Of a card. A place of the first has the master key of then for its own."""

CARD: Final = "lumina"
"""What a place's card is called there."""

WRAPPED: Final = b"kms:"
"""What a line begins with that a service has wrapped."""

CHECK: Final = b"LUMINA's backups"
OWN_KEY: Final = "the key of the place"
SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Master:
    """Where the master key is had from: a file, or words."""

    file: Path
    words: str = field(default="", repr=False)
    kms: Kms | None = None

    @property
    def name(self) -> str | Path:
        """As an error names it."""
        return "LUMINA_MASTER_PASSPHRASE" if self.words else self.file

    @property
    def exists(self) -> bool:
        return bool(self.words) or self.file.exists()

    def new_place(self) -> tuple[Cipher, bytes]:
        """A key for a place, and the card that has it under the master key, which is made if there is none yet. Takes
        .1 s with words."""
        if not self.words:
            make_master_key(self.file, self.kms)
        own = Cipher.fresh()
        return own, self._card(own)

    def known_place(self, card: bytes, place: str) -> tuple[Cipher, bytes]:
        """The key of a place with this card, and the card that it should have: another one where it lies under a master
        key that is not the present one any more. Raises OtherMasterKey where that is gone or was never ours; Damaged,
        FolderTooNew, BadSetting."""
        read = _read_card(card, place)
        ciphers = self._ciphers(read["salt"])
        if not ciphers:
            raise OtherMasterKey(folder=place, file=self.file, why=because("that file is gone"))
        for cipher in ciphers:
            try:
                cipher.open(read["check"], CARD)
            except Damaged:
                continue
            own = Cipher(cipher.open(read["key"], OWN_KEY)) if "key" in read else cipher
            return own, card if cipher == ciphers[0] else self._card(own)
        why = because("it was changed, or was sealed with another key")
        raise OtherMasterKey(folder=place, file=self.name, why=why)

    def _ciphers(self, salt: bytes) -> list[Cipher]:
        """The present one first."""
        return [Cipher.of_passphrase(self.words, salt)] if self.words else master_keys(self.file, self.kms)

    def _card(self, own: Cipher) -> bytes:
        salt = secrets.token_bytes(SALT_BYTES)
        cipher = self._ciphers(salt)[0]
        parts = {"salt": salt, "check": cipher.seal(CHECK, CARD), "key": cipher.seal(own.key, OWN_KEY)}
        told = {"format": FORMAT} | {name: base64.b64encode(one).decode() for name, one in parts.items()}
        return json.dumps(told).encode()


def _read_card(card: bytes, place: str) -> dict[str, bytes]:
    """Its parts: "salt", "check" and, from the second format on, "key"."""
    try:
        read: dict[str, Any] = json.loads(card)
        made_by = int(read.pop("format"))
        parts = {name: base64.b64decode(one) for name, one in read.items()}
        missing = {"salt", "check"} - parts.keys()
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged(what=f"{place}/{CARD}", why=because("it is something else")) from error
    if made_by > FORMAT:
        raise FolderTooNew(folder=place, unknown=f"format {made_by}")
    if missing:
        raise Damaged(what=f"{place}/{CARD}", why=because("it is something else"))
    return parts


def make_master_key(file: Path, kms: Kms | None = None) -> None:
    """Where there is none: of several who come first, one makes it."""
    if not file.exists():
        write_new(file, _lines([Cipher.fresh()], kms))


def master_keys(file: Path, kms: Kms | None = None) -> list[Cipher]:
    """The present one, and those before; none where there is no file. Raises BadSetting where it holds something else,
    or others can read it, or where a service keeps it that is not given; StoreDown where that does not answer."""
    try:
        if not file.exists():
            return []
        if file.stat().st_mode & OTHERS:
            raise _wrong(because("others can read {file} (chmod 600)", file=file))
        keys = [_key_in(line, kms) for line in file.read_bytes().split()]
    except binascii.Error:
        keys = [b""]
    except OSError as error:
        raise _wrong(f"{file}: {error.strerror or error}") from error
    if not keys or any(len(key) != KEY_BYTES for key in keys):
        raise _wrong(because("{file} holds no key", file=file))
    return list(map(Cipher, keys))


def renew_master_key(file: Path, kms: Kms | None = None) -> None:
    """Another one is the present one; those before stay, for places that were not opened since. Raises as
    master_keys()."""
    write_over(file, _lines([Cipher.fresh(), *master_keys(file, kms)], kms))


def forget_former(file: Path, kms: Kms | None = None) -> int:
    """The present one alone is left; returns how many went. What lies under one of them cannot be opened any more."""
    present, *former = master_keys(file, kms)
    sweep(file)
    if former:
        write_over(file, _lines([present], kms))
    return len(former)


def _key_in(line: bytes, kms: Kms | None) -> bytes:
    """A line that no service wrapped is read with one, too, until the key is renewed."""
    if not line.startswith(WRAPPED):
        return base64.b64decode(line, validate=True)
    if kms is None:
        raise _wrong(because("a key management service keeps that key: set LUMINA_MASTER_KMS"))
    return kms.unwrap(line.removeprefix(WRAPPED))


def _lines(ciphers: list[Cipher], kms: Kms | None) -> bytes:
    keys = (WRAPPED + kms.wrap(one.key) if kms else base64.b64encode(one.key) for one in ciphers)
    return b"".join(key + b"\n" for key in keys)


def _wrong(why: Reason | str) -> BadSetting:
    return BadSetting(setting="LUMINA_MASTER_KEY", why=why, allowed=ALLOWED)
