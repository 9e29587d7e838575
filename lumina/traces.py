"""What an erasure searches for afterwards: ids, and words that only this person used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lumina.lifecycle.residue import Needle, fragment, id_needles
from lumina.memory.postgres import Database

SPREAD: Final = """
select id, text from (
    select id, text, ntile(40) over (order by seq) as part, row_number() over (order by seq) as nr
    from turns where person = %s and length(text) >= 8
) t order by part, length(text) desc
"""
MEMORIES: Final = "select id from memories where person = %s order by born desc limit 20"
OTHERS: Final = """
select exists (select from turns where person <> %s and position(%s in text) > 0)
    or exists (select from chunks where position(%s in text) > 0)
"""
PIECES = 24
SHORTEST_NAME = 6


@dataclass(frozen=True, slots=True)
class TracesOf:
    """Needles from all over the person's transcript: pieces of turns that nobody else's data hold, and ids."""

    database: Database

    async def needles(self, person: str) -> list[Needle]:
        rows = await self.database.fetch(SPREAD, (person,))
        memories = await self.database.fetch(MEMORIES, (person,))
        step = max(len(rows) // PIECES, 1)
        chosen = rows[::step][:PIECES]
        needles = [*id_needles(row[0] for row in [*chosen, *memories])]
        for piece in _pieces([row[1] for row in chosen], person):
            if not (await self.database.fetch_one(OTHERS, (person, piece, piece)) or (True,))[0]:
                needles.append(Needle("words", piece.encode()))
        return needles


def _pieces(texts: Sequence[str], person: str) -> Iterator[str]:
    if len(person.encode()) >= SHORTEST_NAME:
        yield person
    for text in texts:
        piece = fragment(text)
        if piece:
            yield piece.decode()
