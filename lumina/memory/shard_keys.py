"""In which shard of a Qdrant cluster a person's points lie: in one, by a hash of what stands for the person there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from lumina.memory.points import Key
from lumina.models import Entry


def told(shard: int | None) -> Mapping[str, object]:
    """As a request says it."""
    return {} if shard is None else {"shard_key": shard}


@dataclass(frozen=True, slots=True)
class ShardKeys:
    """So many keys, or (0) none: then the cluster shares the points out by their ids, and each search asks all."""

    count: int = 0

    @property
    def all(self) -> list[int] | None:
        return list(range(self.count)) or None

    def of(self, key: str) -> int | None:
        """That of whom this key stands for."""
        return int.from_bytes(sha256(key.encode()).digest()[:8]) % self.count if self.count else None

    def at(self, key: str) -> Mapping[str, object]:
        """As a request says it."""
        return told(self.of(key))

    def parted(self, entries: Sequence[Entry], key: Key) -> Mapping[int | None, Sequence[Entry]]:
        """The entries by their shards, each in their order."""
        places = {person: self.of(key(person)) for person in {entry.person for entry in entries}}
        parts: dict[int | None, list[Entry]] = {}
        for entry in entries:
            parts.setdefault(places[entry.person], []).append(entry)
        return parts
