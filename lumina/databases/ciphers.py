"""Bytes under a key: AES-256-GCM (NIST SP 800-38D), each bound to the place that it was sealed for; and single words
that an engine compares: AES-SIV (RFC 5297), the same for the same word."""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Final, Self
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from lumina.errors import Damaged, because

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
HEAD: Final = b"LS1"
"""What sealed bytes begin with; the nonce is next."""

BODY: Final = len(HEAD) + NONCE_BYTES
ID_BYTES: Final = 16
SEALED_WORD: Final = "="
"""What a sealed word begins with, and no word that anybody says."""


Place = str | bytes
"""What sealed bytes are bound to: words, or what place() gives."""


@dataclass(frozen=True, slots=True)
class Cipher:
    """A key of 32 bytes. It is never shown."""

    key: bytes = field(repr=False)
    _aes: AESGCM = field(init=False, repr=False, compare=False)
    _repeating: bytes = field(init=False, repr=False, compare=False)
    _words: AESSIV = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_aes", AESGCM(self.key))
        object.__setattr__(self, "_repeating", hmac.digest(self.key, b"nonces", "sha256"))
        object.__setattr__(self, "_words", AESSIV(hmac.digest(self.key, b"words", "sha512")))

    @classmethod
    def fresh(cls) -> Self:
        return cls(secrets.token_bytes(KEY_BYTES))

    @classmethod
    def of_passphrase(cls, passphrase: str, salt: bytes) -> Self:
        """The same for the same words and salt; scrypt (RFC 7914) with N = 2^15, r = 8, p = 1: .1 s and 32 MB."""
        return cls(Scrypt(salt=salt, length=KEY_BYTES, n=2**15, r=8, p=1).derive(passphrase.encode()))

    def seal(self, plain: bytes, place: Place) -> bytes:
        """31 bytes longer. Whoever has the key reads it, at this place alone."""
        return self._sealed(plain, secrets.token_bytes(NONCE_BYTES), _bytes(place))

    def seal_alike(self, plain: bytes, place: Place) -> bytes:
        """As seal(); the same at the same place gives the same bytes, so that what did not change is seen not to have
        (the nonce is a digest of both under a key of its own, as in SIV modes: no two share one)."""
        bound = _bytes(place)
        nonce = hmac.digest(self._repeating, len(bound).to_bytes(4, "big") + bound + plain, "sha256")[:NONCE_BYTES]
        return self._sealed(plain, nonce, bound)

    def open(self, sealed: bytes, place: Place) -> bytes:
        """Raises Damaged where a bit was changed, or the key or the place is another."""
        nonce, body = sealed[len(HEAD) : BODY], sealed[BODY:]
        if not sealed.startswith(HEAD) or len(nonce) < NONCE_BYTES:
            raise Damaged(what=_shown(place), why=because("it is something else"))
        try:
            return self._aes.decrypt(nonce, body, _bytes(place))
        except InvalidTag:
            why = because("it was changed, or was sealed with another key")
            raise Damaged(what=_shown(place), why=why) from None

    def seal_word(self, word: str, kind: str) -> str:
        """Text that is the same for the same word of a kind, so that it can be looked up; lone surrogates are kept."""
        sealed = self._words.encrypt(word.encode("utf-8", "surrogatepass"), [kind.encode()])
        return SEALED_WORD + urlsafe_b64encode(sealed).decode().rstrip("=")

    def open_word(self, sealed: str, kind: str) -> str:
        """Raises Damaged as open() does."""
        try:
            digits = sealed.removeprefix(SEALED_WORD)
            plain = self._words.decrypt(urlsafe_b64decode(digits + "=" * (-len(digits) % 4)), [kind.encode()])
        except (ValueError, InvalidTag):
            why = because("it was changed, or was sealed with another key")
            raise Damaged(what=kind, why=why) from None
        return plain.decode("utf-8", "surrogatepass")

    def _sealed(self, plain: bytes, nonce: bytes, place: bytes) -> bytes:
        return HEAD + nonce + self._aes.encrypt(nonce, plain, place)

    def digest(self, content: bytes) -> bytes:
        """32 bytes; who lacks the key can neither make nor try it."""
        return hmac.digest(self.key, content, "sha256")


def place(kind: str, id_: UUID | bytes) -> bytes:
    """That of one thing of a kind, by its id (16 bytes)."""
    return kind.encode() + (id_ if isinstance(id_, bytes) else id_.bytes)


def _bytes(place: Place) -> bytes:
    return place if isinstance(place, bytes) else place.encode()


def _shown(place: Place) -> str:
    return place if isinstance(place, str) else f"{place[:-ID_BYTES].decode()} {UUID(bytes=place[-ID_BYTES:])}"
