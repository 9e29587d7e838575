"""An associative memory that keeps no word: each concept is sealed under the person's key, the same for the same word,
so that an engine can compare what it cannot read."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

from lumina.aside import aside
from lumina.databases.ciphers import SEALED_WORD, Cipher
from lumina.databases.person_keys import Keys
from lumina.errors import Damaged, KeyGone
from lumina.memory.tier import AssociativeMemory
from lumina.models import Activation, Network, Reminder

logger = logging.getLogger(__name__)

KIND: Final = "concept"
KNOWN: Final = 8192
"""Words that a process remembers, sealed and opened, until somebody is erased."""

Word = Callable[[str], str]
Inner = TypeVar("Inner", bound=AssociativeMemory)


@dataclass(frozen=True, slots=True)
class SealedAssociations(Generic[Inner]):
    """`inner` has sealed words in the place of concepts; what comes out is read again. Of whom there is no key, nothing
    is known. A word that was changed, or is of somebody else, comes to nobody's mind; network() raises Damaged."""

    inner: Inner
    keys: Keys

    async def strengthen(self, guard: Any, met: Sequence[tuple[UUID, Sequence[str], datetime]]) -> None:
        if any(concepts for _, concepts, _ in met):
            seal = sealing(self.keys.to_write(guard.person))
            await self.inner.strengthen(guard, [(id_, [*map(seal, concepts)], at) for id_, concepts, at in met])

    async def activate(
        self, person: str, concepts: Sequence[str], at: datetime, *, depth: int = 3, limit: int = 24
    ) -> list[Activation]:
        cipher = self._read_by(person)
        if cipher is None or not concepts:
            return []
        sealed = [*map(sealing(cipher), concepts)]
        found = await self.inner.activate(person, sealed, at, depth=depth, limit=limit)
        return sorted(_readable(found, opening(cipher)), key=lambda one: (-one.strength, one.concept))

    async def heard(self, person: str, viewer: str | None, activated: Sequence[Activation]) -> list[Activation]:
        cipher = self._read_by(person)
        if cipher is None or not activated:
            return []
        sealed = [_activation(sealing(cipher), one) for one in activated]
        found = await self.inner.heard(person, viewer, sealed)
        return [_activation(opening(cipher), one) for one in found]

    async def memories_of(self, person: str, activated: Sequence[Activation], *, limit: int = 100) -> list[Reminder]:
        cipher = self._read_by(person)
        if cipher is None or not activated:
            return []
        sealed, read = [_activation(sealing(cipher), one) for one in activated], opening(cipher)
        found = await self.inner.memories_of(person, sealed, limit=limit)
        return [replace(one, path=tuple(map(read, one.path))) for one in found]

    async def mentions(self, person: str, concepts: Sequence[str]) -> dict[str, int]:
        cipher = self._read_by(person)
        if cipher is None or not concepts:
            return {}
        sealed = {one: word for word, one in zip(concepts, map(sealing(cipher), concepts), strict=True)}
        found = await self.inner.mentions(person, [*sealed])
        return {sealed[one]: many for one, many in found.items()}

    async def remove(self, guard: Any, memories: Sequence[UUID]) -> None:
        await self.inner.remove(guard, memories)

    async def prune(self, at: datetime) -> int:
        return await self.inner.prune(at)

    async def totals(self) -> tuple[int, int]:
        return await self.inner.totals()

    async def holdings(self, person: str) -> Mapping[str, int]:
        return await self.inner.holdings(person)

    async def forget(self, guard: Any) -> Mapping[str, int]:
        return await self.inner.forget(guard)

    async def network(self, person: str) -> Network:
        """In the order of the words. Raises KeyGone where there is something, and no key."""
        found = await self.inner.network(person)
        if not (found.concepts or found.occurrences):
            return found
        return await aside(translated, found, opening(self.keys.of(person)))

    async def load(self, guard: Any, network: Network) -> None:
        named = translated(network, sealing(self.keys.to_write(guard.person))) if network.concepts else network
        await self.inner.load(guard, named)

    def _read_by(self, person: str) -> Cipher | None:
        try:
            return self.keys.of(person)
        except KeyGone:
            return None


def sealing(cipher: Cipher) -> Word:
    return partial(_sealed, cipher)


def opening(cipher: Cipher) -> Word:
    return partial(_opened, cipher)


@lru_cache(KNOWN)
def _sealed(cipher: Cipher, word: str) -> str:
    return cipher.seal_word(word, KIND)


@lru_cache(KNOWN)
def _opened(cipher: Cipher, sealed: str) -> str:
    return cipher.open_word(sealed, KIND)


def sealed_once(cipher: Cipher) -> Word:
    """As sealing(), of words of which some may be sealed already."""
    seal, read = sealing(cipher), opening(cipher)

    def word(one: str) -> str:
        if one.startswith(SEALED_WORD):
            try:
                read(one)
            except Damaged:
                return seal(one)
            return one
        return seal(one)

    return word


def translated(network: Network, word: Word) -> Network:
    """The same with other words, each part in order."""
    concepts = sorted((word(name), *rest) for name, *rest in network.concepts)
    occurrences = sorted((word(concept), *rest) for concept, *rest in network.occurrences)
    bonds = sorted((*sorted((word(a), word(b))), *rest) for a, b, *rest in network.associations)
    return Network(_rows(concepts), _rows(occurrences), _rows(bonds))


def _readable(found: Iterable[Activation], word: Word) -> Iterator[Activation]:
    for one in found:
        try:
            yield _activation(word, one)
        except Damaged as error:
            logger.warning("%s", error)


def _rows(rows: Iterable[tuple[Any, ...]]) -> Any:
    return tuple(rows)


def _activation(word: Word, one: Activation) -> Activation:
    return Activation(word(one.concept), one.strength, tuple(map(word, one.path)))
