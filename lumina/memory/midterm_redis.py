"""Mid-term memory of the first day, in Redis. Whatever it loses, the catalogue has still.

A person's keys carry a digest of the name as their hash tag: no name can collide with another or match a pattern, and
all lie in one slot of a cluster.

    lumina:{digest}:memory:HEX   a packed memory, until 24 h after its birth
    lumina:{digest}:born         sorted set of the person's memories by birth
    lumina:{digest}:name         the person's name
    lumina:{digest}:version      a random word, another one after every change
    lumina:{due}                 sorted set of everybody's memories by birth; its members are HEX + digest, no names
"""

import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, TypeVar
from uuid import UUID, uuid4

from lumina.clock import Clock, earlier
from lumina.errors import Damaged
from lumina.memory.circuit import Circuit
from lumina.memory.codec import pack_memory, packed_entries, unpack_memory
from lumina.memory.midterm_known import Loaded, Searched, State
from lumina.memory.redis import is_own, translated
from lumina.models import Cue, Found, Memory, TierName

LIFETIME = timedelta(hours=24)
_DUE = "lumina:{due}"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_log = logging.getLogger(__name__)
T = TypeVar("T")


class RedisTier:
    """The tier of memories less than 24 hours old by `clock`; an older one is gone, whether or not Redis noticed.

    `client` is what open_redis gives; it is closed with the tier. Of a Redis of its own, which nobody else changes, it
    does not ask again what it knows.
    """

    name = "redis"
    tier = TierName.REDIS

    def __init__(self, client: Any, clock: Clock, circuit: Circuit | None = None) -> None:
        self._client = client
        self._clock = clock
        self._circuit = circuit or Circuit("Redis")
        self._searched = Searched()
        self._is_own = is_own(client)
        self._settled: dict[str, tuple[State, int]] = {}
        self._changes = 0

    async def write(self, memories: Sequence[Memory]) -> None:
        """What is too old already, as most of what is imported, would be gone at once: it is passed over."""
        by_person: defaultdict[str, list[Memory]] = defaultdict(list)
        for memory in memories:
            if _score(memory.born) > self._oldest():
                by_person[memory.person].append(memory)
        async with self._answering():
            await self._drop(await self._client.zrange(_DUE, "-inf", self._oldest(), byscore=True))
            for person, theirs in by_person.items():
                await self._write(person, theirs)

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        async with self._answering():
            found = await self._unpacked(_digest(person), ids, unpack_memory)
        return [memory for memory in found.values() if _score(memory.born) > self._oldest()]

    async def search(self, cue: Cue) -> Found:
        digest = _digest(cue.person)
        async with self._answering():
            state = await self._state(digest)
            loaded = self._searched.get(cue.person, state)
            if loaded is None:
                entries = await self._unpacked(digest, state[1], packed_entries)
                loaded = self._searched.put(cue.person, state, Loaded.of({id_.bytes: e for id_, e in entries.items()}))
        return loaded.kept.search(cue, self.name)

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        async with self._answering():
            return await self._living(f"({_score(born_before)}", limit)

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        async with self._answering():
            await self._drop([_member(_digest(person), id_) for id_ in ids])

    async def forget(self, person: str) -> int:
        digest = _digest(person)
        self._searched.drop([person])
        async with self._answering():
            went = await self._count(digest)
            ids = [UUID(bytes=id_) for id_ in await self._client.zrange(_born(digest), 0, -1)]
            await self._drop([_member(digest, id_) for id_ in ids])
            await self._client.delete(_born(digest), _name(digest), _version(digest))
            self._unsettle([digest])
            await self._drop([member async for member, _ in self._client.zscan_iter(_DUE, f"*{digest}", 1_000)])
        return went

    async def count(self, person: str | None = None) -> int:
        async with self._answering():
            if person is None:
                return len(await self._living("+inf", await self._client.zcard(_DUE)))
            return await self._count(_digest(person))

    def forget_searched(self) -> None:
        """Drop what this process has of anybody; it is read again when it is asked for."""
        self._searched.clear()
        self._settled.clear()

    async def close(self) -> None:
        await self._client.aclose()

    @asynccontextmanager
    async def _answering(self) -> AsyncGenerator[None]:
        async with self._circuit.calling(), translated():
            yield

    async def _write(self, person: str, memories: Sequence[Memory]) -> None:
        digest = _digest(person)
        longest = max(LIFETIME, *(self._remaining(memory) for memory in memories))
        async with self._client.pipeline(transaction=True) as pipe:
            for memory in memories:
                pipe.set(_body(digest, memory.id), pack_memory(memory), px=self._remaining(memory))
            pipe.zadd(_born(digest), {memory.id.bytes: _score(memory.born) for memory in memories})
            pipe.set(_name(digest), person.encode(), px=longest)
            pipe.set(_version(digest), uuid4().bytes, px=longest)
            pipe.pexpire(_born(digest), longest)
            await pipe.execute()
        self._unsettle([digest])
        # In another slot, and last: a member without a body would be cleaned away. Whoever dies before this line has a
        # memory that is found and not due, until it expires and the catalogue sends it on.
        await self._client.zadd(_DUE, {_member(digest, memory.id): _score(memory.born) for memory in memories})

    async def _unpacked(self, digest: str, ids: Sequence[UUID], unpack: Callable[[bytes], T]) -> dict[UUID, T]:
        """What lies here of these. What is damaged is dropped, and the members of what is gone go, too."""
        found: dict[UUID, T] = {}
        keys = [_body(digest, id_) for id_ in ids]
        bodies: list[bytes | None] = await self._client.mget(keys) if keys else []
        for id_, body in zip(ids, bodies, strict=True):
            try:
                found |= {id_: unpack(body)} if body else {}
            except Damaged as error:
                _log.warning("memory %s is dropped, the catalogue has it still: %s", id_, error)
        await self._drop([_member(digest, id_) for id_ in set(ids) - found.keys()])
        return found

    async def _state(self, digest: str) -> State:
        state, until = self._settled.get(digest, ((None, list[UUID]()), 0))
        if self._oldest() < until:
            return state
        changes = self._changes
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.get(_version(digest))
            pipe.zrange(_born(digest), f"({self._oldest()}", "+inf", byscore=True, withscores=True)
            version, born = await pipe.execute()
        state = version, [UUID(bytes=id_) for id_, _ in born]
        if self._is_own and changes == self._changes:
            self._settled[digest] = state, int(born[0][1]) if born else _score(self._clock())
        return state

    async def _ids(self, digest: str) -> list[UUID]:
        found = await self._client.zrange(_born(digest), f"({self._oldest()}", "+inf", byscore=True)
        return [UUID(bytes=id_) for id_ in found]

    async def _count(self, digest: str) -> int:
        keys = [_body(digest, id_) for id_ in await self._ids(digest)]
        return await self._client.exists(*keys) if keys else 0

    async def _living(self, below: str, limit: int) -> list[tuple[str, UUID]]:
        """The oldest whose bodies are here. Where a whole page is gone, it is dropped and the next one is looked at."""
        living: list[tuple[str, UUID]] = []
        page: list[bytes] = [b""]
        while page and limit and not living:
            page = await self._client.zrange(_DUE, f"({self._oldest()}", below, byscore=True, offset=0, num=limit)
            async with self._client.pipeline(transaction=False) as pipe:
                for member in page:
                    pipe.exists(_body(*_parts(member)))
                    pipe.get(_name(_parts(member)[0]))
                answers = await pipe.execute()
            pairs = list(zip(page, answers[::2], answers[1::2], strict=True))
            living = [(name.decode(), _parts(member)[1]) for member, here, name in pairs if here]
            await self._drop([member for member, here, name in pairs if not (here and name)])
        return living

    async def _drop(self, members: Iterable[bytes]) -> None:
        """Everything of these memories: bodies first, the common set last."""
        members = list(members)
        if not members:
            return
        by_person: defaultdict[str, list[UUID]] = defaultdict(list)
        for digest, id_ in map(_parts, members):
            by_person[digest].append(id_)
        async with self._client.pipeline(transaction=False) as pipe:
            for digest, ids in by_person.items():
                bodies = [_body(digest, id_) for id_ in ids]
                pipe.execute_command("UNLINK", *bodies)  # the cluster's pipe.unlink() takes one key
                pipe.zrem(_born(digest), *[id_.bytes for id_ in ids])
                pipe.set(_version(digest), uuid4().bytes, px=LIFETIME)
            pipe.zrem(_DUE, *members)
            await pipe.execute()
        self._unsettle(by_person)

    def _unsettle(self, digests: Iterable[str]) -> None:
        """Something of theirs has changed."""
        self._changes += 1
        for digest in digests:
            self._settled.pop(digest, None)

    def _remaining(self, memory: Memory) -> timedelta:
        return max(memory.born - self._clock() + LIFETIME, timedelta(seconds=1))

    def _oldest(self) -> int:
        """The score at which a memory is just too old."""
        return _score(earlier(self._clock(), LIFETIME))


def _digest(person: str) -> str:
    return blake2b(person.encode(), digest_size=16).hexdigest()


def _body(digest: str, id_: UUID) -> str:
    return f"lumina:{{{digest}}}:memory:{id_.hex}"


def _born(digest: str) -> str:
    return f"lumina:{{{digest}}}:born"


def _name(digest: str) -> str:
    return f"lumina:{{{digest}}}:name"


def _version(digest: str) -> str:
    return f"lumina:{{{digest}}}:version"


def _member(digest: str, id_: UUID) -> bytes:
    """The id comes first, so that what was born together is in the order of its ids."""
    return f"{id_.hex}{digest}".encode()


def _parts(member: bytes) -> tuple[str, UUID]:
    """The digest and the id."""
    return member[32:].decode(), UUID(member[:32].decode())


def _score(at: datetime) -> int:
    """Microseconds since 1970: exact in a sorted set's double until the year 2255."""
    return (at - _EPOCH) // timedelta(microseconds=1)
