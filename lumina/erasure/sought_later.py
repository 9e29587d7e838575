"""By what an erased person would be found, kept until the files have been written anew: no needle, but digests of them
under the folder's secret, which match where the bytes stand."""

import hmac
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from lumina.databases.places import Place
from lumina.erasure.search import MARK, SLOTS, Needle, in_pieces, slot_of
from lumina.memory.frames import packb, row

DIGEST: Final = 16

Digest = tuple[str, int, int, int, bytes]
"""Of a needle: its kind, how long it is, where in it the eight bytes stand that are looked up, 20 bits of these under a
secret, and the digest of all of it."""


@dataclass(frozen=True, slots=True)
class SoughtLater:
    """In files of the data folder, or of the place that machines share, one an erasure. What is found is told as the
    needle that it is."""

    place: Place
    secret: bytes

    def put(self, receipt: UUID, needles: Sequence[Needle]) -> None:
        """Durable when it returns; the same receipt again changes nothing."""
        sought = [one for one in needles if len(one.value) >= MARK]
        places = [(len(one.value) - MARK) // 2 for one in sought]
        marks = b"".join(one.value[at : at + MARK] for one, at in zip(sought, places, strict=True))
        slots: list[int] = slot_of(np.frombuffer(marks, "<u8") ^ self._turn).tolist()
        key = self._key
        digests: list[Digest] = [
            (one.kind, len(one.value), at, slot, _digest(key, one.value))
            for one, at, slot in zip(sought, places, slots, strict=True)
        ]
        self.place.write_new(str(receipt), packb(digests))

    def receipts(self) -> list[UUID]:
        """Of the erasures of which there is something."""
        return sorted(map(UUID, self.place.names()))

    def of(self, receipts: Sequence[UUID]) -> "Digests":
        found: list[Digest] = []
        for one in receipts:
            kept = self.place.read(str(one))
            found += map(tuple, row(kept)) if kept else []
        return Digests(found, self._key, self._turn)

    def drop(self, receipts: Sequence[UUID]) -> None:
        for one in receipts:
            self.place.destroy(str(one))

    @property
    def _key(self) -> bytes:
        return hmac.digest(self.secret, b"sought", "sha256")

    @property
    def _turn(self) -> np.uint64:
        """What the eight bytes are changed by before their slot is taken: nobody tells it without the secret."""
        return np.uint64(int.from_bytes(hmac.digest(self.secret, b"slots", "sha256")[:8], "little"))


class Digests:
    """To be sought in bytes as Needles are."""

    def __init__(self, digests: Iterable[Digest], key: bytes, turn: np.uint64) -> None:
        self._key, self._turn = key, turn
        self._by_slot: dict[int, dict[tuple[int, int], dict[bytes, str]]] = defaultdict(lambda: defaultdict(dict))
        self._slots = np.zeros(1 << SLOTS, np.bool_)
        self.longest = MARK
        for kind, size, at, slot, digest in digests:
            self._by_slot[slot][size, at][digest] = kind
            self._slots[slot] = True
            self.longest = max(self.longest, size)

    def held(self, haystack: bytes) -> set[Needle]:
        """The needles that stand there."""
        if len(haystack) < MARK or not self._by_slot:
            return set()
        marks: NDArray[np.uint64] = np.ndarray((len(haystack) - MARK + 1,), "<u8", haystack, strides=(1,))
        slots = slot_of(marks ^ self._turn)
        places = np.flatnonzero(self._slots[slots])
        found: set[Needle] = set()
        for place, slot in zip(places.tolist(), slots[places].tolist(), strict=True):
            for (size, at), digests in self._by_slot[slot].items():
                piece = haystack[place - at : place - at + size] if place >= at else b""
                kind = digests.get(_digest(self._key, piece)) if len(piece) == size else None
                if kind:
                    found.add(Needle(kind, piece))
        return found

    def in_file(self, path: Path) -> set[Needle]:
        """As Needles.in_file()."""
        return in_pieces(path, self.longest, self.held)


def _digest(key: bytes, piece: bytes) -> bytes:
    return blake2b(piece, key=key, digest_size=DIGEST).digest()
