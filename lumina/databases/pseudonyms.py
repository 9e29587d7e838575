"""What stands for a person where the name must not, and may outlive it: whoever lacks the folder's secret can neither
read a name from it nor try one."""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

SIZE: Final = 16


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

    def short(self, name: str) -> str:
        """As of(), half as long, in hexadecimal."""
        return self.of(name)[:SIZE].hex()


NOBODYS: Final = Pseudonyms(b"")
"""Of engines that are no folder's: a test's, a bench's."""
