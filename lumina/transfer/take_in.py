"""An export is taken in: a person who is nobody here yet becomes who they were, with the same ids, dates and words.

All or nothing: what PostgreSQL keeps comes in one transaction, and just before its end what lies in DuckDB. Index
entries and the counts of words are derived anew, by this LUMINA's embedder.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar
from uuid import UUID

from graphs.flushing import CONTEXT, Flusher
from lumina.databases.postgres_connection import Guard
from lumina.databases.postgres_values import Uuids
from lumina.dialogue.characters import Cast
from lumina.distil.indexing import turn_terms
from lumina.errors import BadInput, because
from lumina.lifecycle.admission import count_terms
from lumina.memory.catalogue_postgres import kept_alone
from lumina.memory.codec import pack_memory
from lumina.memory.described import with_descriptions
from lumina.memory.edited_postgres import keep_edited
from lumina.memory.histories_postgres import Histories
from lumina.models import Entry, Memory, Role, TierName, Turn
from lumina.stores.history import open_history
from lumina.stores.opening import Stores
from lumina.transfer.person import Kept, Whole
from lumina.transfer.withdraw import Withdrawal

TASK: Final = "take in an export"
BATCH: Final = 200
UNHURRIED: Final = "set local idle_in_transaction_session_timeout = 0"
ELSEWHERE: Final = "select person from turns where id = any(%s) and person <> %s limit 1"
DEEP: Final = frozenset({TierName.LONGTERM, TierName.ARCHIVE, TierName.FADED})
"""Of what lies here, the index has the entries."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TakeIn:
    """Takes an export in, under the guard of its person."""

    stores: Stores
    flusher: Flusher
    cast: Cast
    withdrawal: Withdrawal

    async def run(
        self, whole: Whole, *, person: str, progress: Callable[[int], None], replace: bool = False
    ) -> Counter[str]:
        """Counts of turns, known (there before: then all of them, and nothing is done), mine, threads, rooms and
        memories. Raises BadInput where the person has anything else, or somebody else has the same."""
        counts = Counter(
            mine=sum(turn.role is Role.PERSON for turn in whole.turns),
            threads=len(whole.threads),
            rooms=len(whole.rooms),
        )
        async with self.stores.database.alone(TASK):
            there = await self._is_there(whole, person, replace)
            if there and replace:
                await self.withdrawal.run(person, [turn.id for turn in whole.turns])
            elif there:
                return counts + Counter(known=len(whole.turns))
            epoch = await self.stores.database.epoch(person)
            async with self.stores.database.writing(person, epoch) as guard:
                await guard.alone()
                await self._write(guard, whole, progress)
        if not self.stores.folder_is_cache:
            await asyncio.to_thread(_type_again, self.stores.folder.home, person, whole.typed)
        return counts + Counter(turns=len(whole.turns), memories=len(whole.memories))

    async def _is_there(self, whole: Whole, person: str, replace: bool) -> bool:
        """Whether all of it is there already; to be replaced, whether any of it is, and nothing else."""
        ids = [turn.id for turn in whole.turns]
        there = (await self.stores.transcript.counts(person))["turns"]
        known = await self.stores.transcript.known(person, ids)
        if (there > len(known)) if replace else (there and len(known) < len(set(ids))):
            why = because(
                "{person} has {count} turns here that are not of this export, which is taken in by who has "
                "nothing yet; name another --user, or let `lumina erase --user {person}` come first",
                person=person,
                count=there - len(known),
            )
            raise BadInput(why=why)
        other = await self.stores.database.fetch_one(ELSEWHERE, (Uuids(ids), person))
        if other:
            why = because(
                "what was exported is here still, as {other}'s, and nothing is here twice; let `lumina erase --user "
                "{other}` come first, or import the transcript alone, as a file",
                other=other[0],
            )
            raise BadInput(why=why)
        return bool(there)

    async def _write(self, guard: Guard, whole: Whole, progress: Callable[[int], None]) -> None:
        """Durable when it returns. Redis and the index are filled from it later."""
        days: list[Memory] = []
        turns, threads = {turn.id: turn for turn in whole.turns}, _by_thread(_described(whole))
        async with guard.transaction():
            await guard.execute(UNHURRIED)
            await self._write_talk(guard, whole)
            for done, some in _batches(whole.memories):
                made = [replace(one.memory, entries=await self._entries(one, threads)) for one in some]
                await self._write_memories(guard, some, made, turns)
                days += [memory for kept, memory in zip(some, made, strict=True) if kept.tier is TierName.DUCKDB]
                progress(done)
            await self._associate(guard, whole)
            await self.stores.duckdb.write(days)

    async def _write_talk(self, guard: Guard, whole: Whole) -> None:
        transcript = self.stores.transcript
        for name, present in whole.rooms.items():
            known = [one for one in present if one in self.cast]
            await transcript.room(guard, name, present=known or self.cast.ids)
        for _, turns in _batches(whole.turns):
            await transcript.append(guard, turns)
        for turn, images in whole.images.items():
            await self.stores.images.put(guard, turn, images)
        await transcript.set_threads(guard, whole.threads)
        if whole.policy:
            await transcript.set_policy(guard, whole.policy)
        await self.stores.summaries.put(guard, whole.summaries)
        for _, claims in _batches(whole.claims):
            await self.stores.claims.put(guard, claims)
        for notification in whole.notifications:
            await self.stores.notifications.put(guard, notification)

    async def _entries(self, kept: Kept, threads: Mapping[UUID, Sequence[Turn]]) -> tuple[Entry, ...]:
        """What finds it: of a gist the words that it was made of, of what has no body any more its turns alone."""
        if kept.tier is TierName.FORGOTTEN:
            return ()
        found = kept.archived.memory if kept.archived else kept.memory
        entries = await self.flusher.entries_among(found, _around(kept.memory, threads))
        return tuple(entry for entry in entries if not (entry.is_summary and kept.tier is TierName.FADED))

    async def _write_memories(
        self, guard: Guard, some: Sequence[Kept], made: Sequence[Memory], turns: Mapping[UUID, Turn]
    ) -> None:
        newborn = [
            (
                memory,
                pack_memory(memory) if kept.tier is TierName.REDIS else b"",
                count_terms([turn_terms(turns[turn].text).tolist() for turn in memory.turns]),
            )
            for kept, memory in zip(some, made, strict=True)
        ]
        histories = Histories(self.stores.database)
        if len(await self.stores.catalogue.commit(guard, newborn)) < len(newborn):
            raise BadInput(why=because("two memories of the export were made of one turn"))
        await histories.settle(guard, {one.memory.id: (one.tier, one.detail, one.pinned) for one in some})
        alone = [one for one in made if all(turns[turn].let_go for turn in one.turns)]
        await kept_alone(guard, [one.id for one in alone], {one.id: pack_memory(one) for one in alone})
        edited = {one.memory.id: one.memory.text for one in some if one.is_edited}
        await keep_edited(guard, guard.person, edited)
        await histories.add_uses(guard, [use for one in some for use in one.uses])
        await histories.add_logs(guard, [(one.memory.id, entry) for one in some for entry in one.log])
        deep = [memory for kept, memory in zip(some, made, strict=True) if kept.tier in DEEP]
        bodies = [memory for kept, memory in zip(some, made, strict=True) if kept.tier is TierName.LONGTERM]
        await self.stores.longterm.put(guard, bodies, [entry for memory in deep for entry in memory.entries])
        for one in (one.archived for one in some if one.archived):
            await self.stores.archive.put(guard, [one.memory], at=one.at, keep_until=one.until, why=one.why)

    async def _associate(self, guard: Guard, whole: Whole) -> None:
        """The network as it was; what was not counted in it yet, as the talk went on, is."""
        await self.stores.associations.load(guard, whole.network)
        met = [(one.memory.id, one.memory.concepts, one.memory.born) for one in whole.memories if one.memory.concepts]
        await self.stores.associations.strengthen(guard, met)


def _described(whole: Whole) -> list[Turn]:
    """The turns, with what their images show."""
    return [replace(one, text=with_descriptions(one.text, whole.images.get(one.id, ()))) for one in whole.turns]


def _by_thread(turns: Sequence[Turn]) -> Mapping[UUID, Sequence[Turn]]:
    """Each at its position."""
    threads: dict[UUID, list[Turn]] = {}
    for turn in turns:
        threads.setdefault(turn.thread, []).append(turn)
    return threads


def _around(memory: Memory, threads: Mapping[UUID, Sequence[Turn]]) -> list[Turn]:
    """The turns of the memory with their neighbours; answers that failed were not said, and what was left
    is not read with them."""
    thread, own = threads[memory.thread], set(memory.turns)
    places = [turn.position for turn in thread if turn.id in own]
    near = thread[max(min(places) - CONTEXT, 0) : max(places) + CONTEXT + 1]
    return [turn for turn in near if not turn.failed and not turn.left_for]


def _batches(rows: Sequence[T]) -> Iterator[tuple[int, Sequence[T]]]:
    """So many at a time, and how many they are with those before."""
    return ((min(start + BATCH, len(rows)), rows[start : start + BATCH]) for start in range(0, len(rows), BATCH))


def _type_again(home: Path, person: str, typed: Sequence[str]) -> None:
    """What was typed into the chat, for the arrow keys."""
    if typed:
        open_history(home, person).write_text("".join(f"{line}\n" for line in typed), encoding="utf-8")
