"""The master key: under it lie the keys of the persons, and what is nobody's."""

import base64
import binascii
import json
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lumina.databases.ciphers import KEY_BYTES, Cipher
from lumina.databases.key_files import write_new
from lumina.errors import BadSetting, Damaged, FolderTooNew, OtherMasterKey, Reason, because

ALLOWED = "a file that LUMINA made, which nobody else can read"
OTHERS = 0o077

FORMAT: Final = 1
CARD: Final = "lumina"
"""What a place is called whose card says of it under which master key it lies."""

CHECK: Final = b"LUMINA's backups"
SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Master:
    """Where the master key is had from: a file, or words."""

    file: Path
    words: str = field(default="", repr=False)

    @property
    def name(self) -> str | Path:
        """As an error names it."""
        return "LUMINA_MASTER_PASSPHRASE" if self.words else self.file

    def cipher(self, salt: bytes, *, make: bool) -> Cipher | None:
        """Raises as master_key()."""
        return Cipher.of_passphrase(self.words, salt) if self.words else master_key(self.file, make=make)

    def new_place(self) -> tuple[Cipher, bytes]:
        """The key, made if there is none yet, and the card of a place that is to lie under it; .1 s with words."""
        salt = secrets.token_bytes(SALT_BYTES)
        cipher = self.cipher(salt, make=True)
        assert cipher is not None
        both = {"salt": salt, "check": cipher.seal(CHECK, CARD)}
        told = {"format": FORMAT} | {name: base64.b64encode(one).decode() for name, one in both.items()}
        return cipher, json.dumps(told).encode()

    def known_place(self, card: bytes, place: str) -> Cipher:
        """The key to a place with this card. Raises OtherMasterKey where it is another one or gone; Damaged,
        FolderTooNew, BadSetting."""
        salt, check = _read_card(card, place)
        cipher = self.cipher(salt, make=False)
        if cipher is None:
            raise OtherMasterKey(folder=place, file=self.file, why=because("that file is gone"))
        try:
            cipher.open(check, CARD)
        except Damaged as error:
            raise OtherMasterKey(folder=place, file=self.name, why=error.details["why"]) from error
        return cipher


def _read_card(card: bytes, place: str) -> tuple[bytes, bytes]:
    try:
        read = json.loads(card)
        made_by, salt, check = int(read["format"]), *(base64.b64decode(read[name]) for name in ("salt", "check"))
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(what=f"{place}/{CARD}", why=because("it is something else")) from error
    if made_by > FORMAT:
        raise FolderTooNew(folder=place, unknown=f"format {made_by}")
    return salt, check


def master_key(path: Path, *, make: bool) -> Cipher | None:
    """The key in this file; where there is none, it is made with one, or None. Raises BadSetting where the file holds
    something else, or others can read it."""
    path = path.expanduser()
    try:
        if not path.exists():
            return _made(path) if make else None
        if path.stat().st_mode & OTHERS:
            raise _wrong(because("others can read {file} (chmod 600)", file=path))
        key = base64.b64decode(path.read_bytes().strip(), validate=True)
    except binascii.Error:
        key = b""
    except OSError as error:
        raise BadSetting(
            setting="LUMINA_MASTER_KEY", why=f"{path}: {error.strerror or error}", allowed=ALLOWED
        ) from error
    if len(key) != KEY_BYTES:
        raise _wrong(because("{file} holds no key", file=path))
    return Cipher(key)


def _made(path: Path) -> Cipher:
    """Of several who come first, one makes it."""
    write_new(path, base64.b64encode(Cipher.fresh().key) + b"\n")
    made = master_key(path, make=False)
    assert made is not None
    return made


def _wrong(why: Reason) -> BadSetting:
    return BadSetting(setting="LUMINA_MASTER_KEY", why=why, allowed=ALLOWED)
