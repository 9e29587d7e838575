"""Mid-term memory of the first day, in Redis. Whatever it loses, the catalogue has still.

What is in flight when the right to write a person ends may arrive after that person was erased. So words are written in
two steps: places for them are made, and once Redis has said that they are there, what is put into them is put only
where a place is. Erasing takes the places away, and nobody makes them anew for words that are under way. That asks
nothing of Redis that it could lose in a restart.
"""

import logging
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID, uuid4

from lumina.clock import Clock, earlier
from lumina.databases.circuit import Circuit
from lumina.databases.person_keys import NO_FOLDERS, Keys, opener, sealer
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.databases.redis import everything, is_own, state_of, translated, write_files_anew
from lumina.errors import Damaged
from lumina.memory import midterm_redis_keys as keys
from lumina.memory.codec import pack_memory, packed_entries, unpack_memory
from lumina.memory.midterm_known import Loaded, Searched, State
from lumina.models import Cue, Found, Memory, TierName

LIFETIME = timedelta(hours=24)
SCANNED = 1_000
SEALED: Final = "memory in Redis"
_log = logging.getLogger(__name__)
T = TypeVar("T")


class RedisTier:
    """The tier of memories less than 24 hours old by `clock`; an older one is gone, whether or not Redis noticed.

    `client` is what open_redis gives; it is closed with the tier. Of a Redis of its own, which nobody else changes, it
    does not ask again what it knows. `pseudonyms` stand for the persons there; memories are sealed with their `keys`.
    """

    name = "redis"
    tier = TierName.REDIS

    def __init__(
        self,
        client: Any,
        clock: Clock,
        circuit: Circuit | None = None,
        pseudonyms: Pseudonyms = NOBODYS,
        keys: Keys = NO_FOLDERS,
    ) -> None:
        self._client, self._clock, self._person_keys = client, clock, keys
        self._circuit, self._tag = circuit or Circuit("Redis"), pseudonyms.short
        self.everything, self.state = partial(everything, client), partial(state_of, client, self._circuit)
        self._searched = Searched()
        self._is_own, self._changes = is_own(client), 0
        self._settled: dict[str, tuple[State, int]] = {}

    async def write(self, memories: Sequence[Memory]) -> None:
        """What is too old already, as most of what is imported, would be gone at once: it is passed over."""
        by_person: defaultdict[str, list[Memory]] = defaultdict(list)
        for memory in memories:
            if keys.score(memory.born) > self._oldest():
                by_person[memory.person].append(memory)
        async with self._answering():
            await self._drop(await self._client.zrange(keys.DUE, "-inf", self._oldest(), byscore=True))
            for person, theirs in by_person.items():
                await self._write(person, theirs)

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        async with self._answering():
            found = await self._unpacked(person, ids, unpack_memory)
        return [memory for memory in found.values() if keys.score(memory.born) > self._oldest()]

    async def search(self, cue: Cue) -> Found:
        tag = self._tag(cue.person)
        async with self._answering():
            state = await self._state(tag)
            loaded = self._searched.get(cue.person, state)
            if loaded is None:
                entries = await self._unpacked(cue.person, state[1], packed_entries)
                loaded = self._searched.put(cue.person, state, Loaded.of({id_.bytes: e for id_, e in entries.items()}))
        return loaded.kept.search(cue, self.name)

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        async with self._answering():
            return await self._living(f"({keys.score(born_before)}", limit)

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        async with self._answering():
            await self._drop([keys.member(self._tag(person), id_) for id_ in ids])

    async def forget(self, person: str) -> int:
        """Every key of the person goes, those, too, of which Redis has lost the way to them."""
        tag = self._tag(person)
        self._searched.drop([person])
        async with self._answering():
            theirs = await self._keys(keys.all_of(tag))
            if theirs:
                await self._client.execute_command("UNLINK", *theirs)
            self._unsettle([tag])
            members = [member async for member, _ in self._client.zscan_iter(keys.DUE, f"*{tag}", SCANNED)]
            if members:
                await self._client.zrem(keys.DUE, *members)
        return sum(keys.parsed(key)[1] is not None for key in theirs)

    async def held(self, person: str) -> int:
        """As count(), over all keys of the person; what forget() leaves is counted so."""
        async with self._answering():
            theirs = await self._keys(keys.all_of(self._tag(person)))
        return sum(keys.parsed(key)[1] is not None for key in theirs)

    async def compare(self, known: Callable[[], Awaitable[Iterable[tuple[str, UUID]]]]) -> int:
        """Delete for good what lies here and is none of the `known` memories: Redis may have been brought back from an
        older state. They are asked for last, since who writes here has told the catalogue before. Returns how many."""
        async with self._answering():
            lying = await self._keys(keys.ALL)
            members = [member async for member, _ in self._client.zscan_iter(keys.DUE, count=SCANNED)]
        here = {(self._tag(person), id_) for person, id_ in await known()}
        tags = {tag for tag, _ in here}
        strange = [key for key in lying if not keys.is_of(key, here, tags)]
        gone = [member for member in members if keys.parts(member) not in here]
        async with self._answering():
            for key in strange:  # of many slots
                await self._client.execute_command("UNLINK", key)
            if gone:
                await self._client.zrem(keys.DUE, *gone)
        self._unsettle(keys.parsed(key)[0] for key in strange)
        deleted = len({keys.parsed(key) for key in strange if keys.parsed(key)[1]} | set(map(keys.parts, gone)))
        if deleted and not self._is_own:
            await write_files_anew(self._client)
        return deleted

    async def count(self, person: str | None = None) -> int:
        async with self._answering():
            if person is None:
                return len(await self._living("+inf", await self._client.zcard(keys.DUE)))
            return await self._count(self._tag(person))

    async def counts(self, people: Sequence[str]) -> list[int]:
        """As count() of each, in two answers of the server's."""
        tags = list(map(self._tag, people))
        async with self._answering():
            async with self._client.pipeline(transaction=False) as pipe:
                for tag in tags:
                    pipe.zrange(keys.born(tag), f"({self._oldest()}", "+inf", byscore=True)
                ids = await pipe.execute()
            async with self._client.pipeline(transaction=False) as pipe:
                for tag, theirs in zip(tags, ids, strict=True):
                    bodies = [keys.body(tag, UUID(bytes=id_)) for id_ in theirs]
                    pipe.execute_command("EXISTS", keys.name(tag), *bodies)  # the cluster's pipe.exists() takes one key
                return [max(here - 1, 0) for here in await pipe.execute()]

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
        tag, seal = self._tag(person), sealer(self._person_keys, SEALED, person)
        longest = max(LIFETIME, *(self._remaining(memory) for memory in memories))
        fenced = not self._is_own  # on the way to one in this process nothing is late
        if fenced:
            await self._make_places(tag, memories, longest)
        async with self._client.pipeline(transaction=True) as pipe:
            for memory in memories:
                sealed = seal(memory.id, pack_memory(memory))
                pipe.set(keys.body(tag, memory.id), sealed, px=self._remaining(memory), xx=fenced)
            pipe.zadd(keys.born(tag), {memory.id.bytes: keys.score(memory.born) for memory in memories})
            pipe.set(keys.name(tag), person.encode(), px=longest, xx=fenced)
            pipe.set(keys.version(tag), uuid4().bytes, px=longest, xx=fenced)
            pipe.pexpire(keys.born(tag), longest)
            await pipe.execute()
        self._unsettle([tag])
        # In another slot, and last: a member without a body would be cleaned away. Whoever dies before this line has a
        # memory that is found and not due, until it expires and the catalogue sends it on.
        await self._client.zadd(keys.DUE, {keys.member(tag, memory.id): keys.score(memory.born) for memory in memories})

    async def _make_places(self, tag: str, memories: Sequence[Memory], longest: timedelta) -> None:
        """For what is about to come and where there is none: nothing has words yet."""
        async with self._client.pipeline(transaction=True) as pipe:
            for memory in memories:
                pipe.set(keys.body(tag, memory.id), b"", px=self._remaining(memory), nx=True)
            pipe.set(keys.name(tag), b"", px=longest, nx=True)
            pipe.set(keys.version(tag), uuid4().bytes, px=longest, nx=True)
            await pipe.execute()

    async def _keys(self, pattern: str) -> list[bytes]:
        """All there are at that time; a cluster's nodes, and a growing table, may name one twice."""
        return list({key async for key in self._client.scan_iter(pattern, count=SCANNED)})

    async def _unpacked(self, person: str, ids: Sequence[UUID], unpack: Callable[[bytes], T]) -> dict[UUID, T]:
        """What lies here of these. What is damaged is dropped, and the members of what is gone go, too; a place that
        is empty yet is left alone."""
        found: dict[UUID, T] = {}
        tag, opened = self._tag(person), opener(self._person_keys, SEALED, person)
        bodies: list[bytes | None] = await self._client.mget([keys.body(tag, id_) for id_ in ids]) if ids else []
        for id_, body in zip(ids, bodies, strict=True):
            try:
                found |= {id_: unpack(opened(id_, body))} if body else {}
            except Damaged as error:
                _log.warning("memory %s is dropped, the catalogue has it still: %s", id_, error)
        written = {id_ for id_, body in zip(ids, bodies, strict=True) if body == b""}
        await self._drop([keys.member(tag, id_) for id_ in set(ids) - found.keys() - written])
        return found

    async def _state(self, tag: str) -> State:
        state, until = self._settled.get(tag, ((None, list[UUID]()), 0))
        if self._oldest() < until:
            return state
        changes = self._changes
        async with self._client.pipeline(transaction=True) as pipe:
            pipe.get(keys.version(tag))
            pipe.zrange(keys.born(tag), f"({self._oldest()}", "+inf", byscore=True, withscores=True)
            version, born = await pipe.execute()
        state = version, [UUID(bytes=id_) for id_, _ in born]
        if self._is_own and changes == self._changes:
            self._settled[tag] = state, int(born[0][1]) if born else keys.score(self._clock())
        return state

    async def _ids(self, tag: str) -> list[UUID]:
        found = await self._client.zrange(keys.born(tag), f"({self._oldest()}", "+inf", byscore=True)
        return [UUID(bytes=id_) for id_ in found]

    async def _count(self, tag: str) -> int:
        bodies = [keys.body(tag, id_) for id_ in await self._ids(tag)]
        return await self._client.exists(*bodies) if bodies else 0

    async def _living(self, below: str, limit: int) -> list[tuple[str, UUID]]:
        """The oldest whose bodies are here. Where a whole page is gone, it is dropped and the next one is looked at."""
        living: list[tuple[str, UUID]] = []
        page: list[bytes] = [b""]
        while page and limit and not living:
            page = await self._client.zrange(keys.DUE, f"({self._oldest()}", below, byscore=True, offset=0, num=limit)
            async with self._client.pipeline(transaction=False) as pipe:
                for member in page:
                    pipe.exists(keys.body(*keys.parts(member)))
                    pipe.get(keys.name(keys.parts(member)[0]))
                answers = await pipe.execute()
            pairs = list(zip(page, answers[::2], answers[1::2], strict=True))
            living = [(name.decode(), keys.parts(member)[1]) for member, here, name in pairs if here]
            await self._drop([member for member, here, name in pairs if not (here and name)])
        return living

    async def _drop(self, members: Iterable[bytes]) -> None:
        """Everything of these memories: bodies first, the common set last."""
        members = list(members)
        if not members:
            return
        by_person: defaultdict[str, list[UUID]] = defaultdict(list)
        for tag, id_ in map(keys.parts, members):
            by_person[tag].append(id_)
        async with self._client.pipeline(transaction=False) as pipe:
            for tag, ids in by_person.items():
                bodies = [keys.body(tag, id_) for id_ in ids]
                pipe.execute_command("UNLINK", *bodies)  # the cluster's pipe.unlink() takes one key
                pipe.zrem(keys.born(tag), *[id_.bytes for id_ in ids])
                pipe.set(keys.version(tag), uuid4().bytes, px=LIFETIME, xx=True)
            pipe.zrem(keys.DUE, *members)
            await pipe.execute()
        self._unsettle(by_person)

    def _unsettle(self, tags: Iterable[str]) -> None:
        """Something of theirs has changed."""
        self._changes += 1
        for tag in tags:
            self._settled.pop(tag, None)

    def _remaining(self, memory: Memory) -> timedelta:
        return max(memory.born - self._clock() + LIFETIME, timedelta(seconds=1))

    def _oldest(self) -> int:
        """The score at which a memory is just too old."""
        return keys.score(earlier(self._clock(), LIFETIME))
