"""All vectors anew, after the embedder was changed."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from graphs.flushing import Flusher
from lumina.databases.postgres_connection import Guard
from lumina.knowledge.library import Library
from lumina.lifecycle.bodies import bodiless
from lumina.models import Memory, MemoryState, TierName
from lumina.stores.opening import PLACE, REEMBEDDING, Stores

BATCH: Final = 50
NEXT: Final = """
select person, id from memories where tier <> 'forgotten' order by person, id limit %s offset %s
"""


async def reembed(
    stores: Stores, flusher: Flusher, library: Library, now: datetime, progress: Callable[[int], None]
) -> int:
    """Index every memory and every chunk with the present embedder; returns how many memories. Killed and run again,
    it goes on where it was."""
    done = await _resumed(stores)
    await stores.catalogue.set_embedder(REEMBEDDING, stores.embedder.identity, done)
    while rows := await stores.database.fetch(NEXT, (BATCH, done)):
        for person in dict.fromkeys(row[0] for row in rows):
            states = await stores.catalogue.states(person, [row[1] for row in rows if row[0] == person], now)
            await _reembed_person(stores, flusher, person, list(states.values()))
        done += len(rows)
        await stores.catalogue.set_embedder(REEMBEDDING, stores.embedder.identity, done)
        progress(done)
    await stores.knowledge.embed_again()
    await library.embed_pending()
    while await stores.longterm.heal():
        pass
    await stores.catalogue.set_embedder(PLACE, stores.embedder.identity, stores.embedder.dimensions)
    await stores.database.execute("delete from embedders where place = %s", (REEMBEDDING,))
    await stores.engines.drop_other_indexes(stores.embedder.identity)
    return done


async def _resumed(stores: Stores) -> int:
    known = await stores.catalogue.embedder(REEMBEDDING)
    return known[1] if known and known[0] == stores.embedder.identity else 0


async def _reembed_person(stores: Stores, flusher: Flusher, person: str, states: Sequence[MemoryState]) -> None:
    bodies = await stores.bodies.read(person, states)
    async with stores.database.writing(person) as guard:
        for state in states:
            turns = await stores.transcript.read(person, state.turns)
            memory = bodies.get(state.id) or bodiless(state)
            entries = await flusher.embed(memory, [turns[turn] for turn in state.turns if turn in turns])
            await _rewrite(stores, guard, state, replace(memory, entries=tuple(entries)))


async def _rewrite(stores: Stores, guard: Guard, state: MemoryState, memory: Memory) -> None:
    if state.tier is TierName.ARCHIVE:
        await stores.longterm.write_entries(memory.entries, guard)
    elif state.tier is TierName.FADED:
        await stores.longterm.write_entries([entry for entry in memory.entries if not entry.is_summary], guard)
    else:
        await stores.bodies.rewrite(guard, memory, state.tier)
