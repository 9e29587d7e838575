"""What belongs to one backup."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

import msgpack  # pyright: ignore[reportMissingTypeStubs]

from lumina.errors import FolderTooNew

FORMAT: Final = 1

packb: Any = msgpack.packb  # pyright: ignore
unpackb: Any = msgpack.unpackb  # pyright: ignore


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one person (or of nobody): the objects, in their order, and of each section how many bytes it has
    and its digest (sha256)."""

    objects: Sequence[str]
    sections: Mapping[str, tuple[int, bytes]]
    pseudonym: str = ""
    key: bytes = b""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup: when, of which LUMINA with which migrations, with which embedder; the secret of its data folder; where
    the sequences stood; and what is kept. It names nobody."""

    at: datetime
    lumina: str
    migrations: Sequence[str]
    embedder: tuple[str, int]
    secret: bytes
    sequences: Mapping[str, tuple[int, bool]]
    common: Kept
    people: Sequence[Kept]

    @property
    def objects(self) -> Iterator[str]:
        """All that it needs."""
        for kept in (self.common, *self.people):
            yield from kept.objects

    def pack(self) -> bytes:
        told = asdict(self) | {"at": self.at.isoformat(), "format": FORMAT}
        return packb(told, use_bin_type=True)

    @classmethod
    def unpack(cls, packed: bytes, place: str) -> "Manifest":
        """Raises FolderTooNew where a newer LUMINA made it."""
        told = unpackb(packed, use_list=False)
        made_by = told.pop("format")
        if made_by > FORMAT:
            raise FolderTooNew(folder=place, unknown=f"format {made_by}")
        told["at"] = datetime.fromisoformat(told["at"])
        told["common"] = Kept(**told["common"])
        told["people"] = tuple(Kept(**one) for one in told["people"])
        return cls(**told)
