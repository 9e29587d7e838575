"""What stands for a person where the name must not, and may outlive it: whoever lacks the folder's secret can neither
read a name from it nor try one."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b, sha256
from typing import Final

SIZE: Final = 16
HEXADECIMAL: Final = 2 * SIZE
"""Digits of a key as an older version wrote it: a digest, on which names can be tried."""


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """The same for all processes that share the data folder. Raises UnicodeEncodeError for what is no text."""

    secret: bytes

    def of(self, name: str) -> bytes:
        """32 bytes."""
        return self.of_digest(sha256(name.encode()).digest())

    def of_digest(self, digest: bytes) -> bytes:
        """As of(), of a name of which nothing is left but its digest."""
        return hmac.digest(self.secret, digest, "sha256")

    def key(self, name: str) -> str:
        """22 characters: what stands for a name among points and nodes."""
        return self._key(blake2b(name.encode(), digest_size=SIZE).digest())

    def renewed(self, key: str) -> str:
        """As key(), of a name of which nothing is left but the key of an older version; a key of today is itself."""
        return self._key(bytes.fromhex(key)) if len(key) == HEXADECIMAL else key

    def _key(self, digest: bytes) -> str:
        return urlsafe_b64encode(self.of_digest(digest)[:SIZE]).decode().rstrip("=")

    def short(self, name: str) -> str:
        """As of(), half as long, in hexadecimal."""
        return self.of(name)[:SIZE].hex()


NOBODYS: Final = Pseudonyms(b"")
"""Of engines that are no folder's: a test's, a bench's."""
