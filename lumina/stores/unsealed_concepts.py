"""Concepts that an older version wrote as they were said are sealed, person by person; an engine beside PostgreSQL is
told what changed, and makes its own anew."""

from collections.abc import Sequence
from typing import Final

from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard
from lumina.memory.associations_outbox import FORGET, note
from lumina.memory.associations_postgres import Associations
from lumina.memory.associations_sealed import Word, sealed_once, translated

TABLES: Final = ("concepts", "concept_memories", "associations", "associations_met")

UNSEALED: Final = """
select person from concepts where left(name, 1) <> '='
union select person from concept_memories where left(concept, 1) <> '='
union select person from associations where left(a, 1) <> '=' or left(b, 1) <> '='
union select person from associations_met where left(concepts[1], 1) <> '='
order by 1
"""
MET: Final = "select memory, concepts, at from associations_met where person = %s order by at, memory"


async def seal_concepts(database: Database) -> int:
    """Each person's in one transaction; returns of how many there was something to be sealed."""
    people: Sequence[str] = [person for (person,) in await database.fetch(UNSEALED)]
    for person in people:
        async with database.writing(person) as guard, guard.transaction():
            word = sealed_once(database.keys.make(person))
            await _network(guard, Associations(database), word)
            await _met(guard, word)
    return len(people)


async def _network(guard: Guard, associations: Associations, word: Word) -> None:
    found = await associations.network(guard.person)
    if found.concepts:
        await associations.load(guard, translated(found, word))


async def _met(guard: Guard, word: Word) -> None:
    """What an engine beside PostgreSQL has counted by then it forgets, as it is not what is noted."""
    met = await guard.fetch(MET, (guard.person,))
    await guard.execute(FORGET, (guard.person,))
    await note(guard, [(memory, [*map(word, concepts)], at) for memory, concepts, at in met])
