"""The master key: under it lie the keys of the persons, and what is nobody's."""

import base64
import binascii
import os
from pathlib import Path

from lumina.databases.ciphers import KEY_BYTES, Cipher
from lumina.errors import BadSetting, Reason, because

ALLOWED = "a file that `lumina backup now` made, which nobody else can read"
OTHERS = 0o077


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
    cipher = Cipher.fresh()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(base64.b64encode(cipher.key) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        return master_key(path, make=False) or cipher
    finally:
        fresh.unlink()
    return cipher


def _wrong(why: Reason) -> BadSetting:
    return BadSetting(setting="LUMINA_MASTER_KEY", why=why, allowed=ALLOWED)
