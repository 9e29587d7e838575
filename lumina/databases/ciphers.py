"""Bytes under a key: AES-256-GCM (NIST SP 800-38D), each bound to the place that it was sealed for."""

import hmac
import secrets
from dataclasses import dataclass, field
from typing import Final, Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from lumina.errors import Damaged, because

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
HEAD: Final = b"LS1"
"""What sealed bytes begin with; the nonce is next."""


@dataclass(frozen=True, slots=True)
class Cipher:
    """A key of 32 bytes. It is never shown."""

    key: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> Self:
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def of_passphrase(cls, passphrase: str, salt: bytes) -> Self:
        """The same for the same words and salt; scrypt (RFC 7914) with N = 2^15, r = 8, p = 1: .1 s and 32 MB."""
        return cls(Scrypt(salt=salt, length=KEY_BYTES, n=2**15, r=8, p=1).derive(passphrase.encode()))

    def seal(self, plain: bytes, place: str) -> bytes:
        """31 bytes longer. Whoever has the key reads it, at this place alone."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return HEAD + nonce + AESGCM(self.key).encrypt(nonce, plain, place.encode())

    def open(self, sealed: bytes, place: str) -> bytes:
        """Raises Damaged where a bit was changed, or the key or the place is another."""
        nonce, body = sealed[len(HEAD) : len(HEAD) + NONCE_BYTES], sealed[len(HEAD) + NONCE_BYTES :]
        if not sealed.startswith(HEAD) or len(nonce) < NONCE_BYTES:
            raise Damaged(what=place, why=because("it is something else"))
        try:
            return AESGCM(self.key).decrypt(nonce, body, place.encode())
        except InvalidTag:
            raise Damaged(what=place, why=because("it was changed, or was sealed with another key")) from None

    def digest(self, content: bytes) -> bytes:
        """32 bytes; who lacks the key can neither make nor try it."""
        return hmac.digest(self.key, content, "sha256")
