"""The claims in PostgreSQL: what single turns, and the owner, say of the person and of others. Append-only."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from lumina.aside import aside
from lumina.databases.person_keys import opener, sealer
from lumina.databases.postgres import Database
from lumina.databases.postgres_connection import Guard, Row
from lumina.errors import Damaged, KeyGone
from lumina.known import Claimed, Source
from lumina.memory.claims_codec import pack_claim, unpack_claim

logger = logging.getLogger(__name__)

KIND: Final = "claim"
PUT: Final = """
insert into claims (person, id, turn, recorded, witnesses, source, body)
select %s, i, t, r, string_to_array(w, chr(31)), s, b
from unnest(%s::uuid[], %s::uuid[], %s::timestamptz[], %s::text[], %s::text[], %b::bytea[]) as c (i, t, r, w, s, b)
on conflict (person, id) do nothing
"""
OF: Final = """
select id, turn, recorded, witnesses, source, body from claims where person = %s and seq > %s and seq <= %s order by seq
"""
LAST: Final = "select coalesce(max(seq), 0), count(*) from claims where person = %s"
COUNT: Final = "select count(*) from claims where person = %s"
FORGET: Final = "delete from claims where person = %s"
BEHIND: Final = """
select person, learnt from people p where exists (select from turns t where t.person = p.person and t.seq > p.learnt)
order by person
"""
LEARNT: Final = "select learnt from people where person = %s"
LEARN: Final = "update people set learnt = %s where person = %s and learnt < %s"

Kept = tuple[tuple[int, int], Sequence[Claimed]]
"""Claims, with the number of the last of them and how many there are."""

FEW: Final = 1_000
"""Claims that are read in some hundredths of a second: of more, nobody else waits for that."""

REMEMBERED = 64
"""Persons whose claims this process keeps, those who were asked about last."""


@dataclass(slots=True)
class Claims:
    """What is written needs a guard. The claims of a person are kept in the process as long as no more come in."""

    database: Database
    _kept: OrderedDict[str, Kept] = field(default_factory=OrderedDict[str, Kept], init=False)

    async def put(self, guard: Guard, claims: Sequence[Claimed]) -> int:
        """Returns how many are new; the same claim again is none."""
        if not claims:
            return 0
        seal = sealer(guard.keys, KIND, guard.person)
        columns = (
            [one.id for one in claims],
            [one.turn for one in claims],
            [one.recorded for one in claims],
            ["\x1f".join(sorted(one.witnesses)) for one in claims],
            [one.source for one in claims],
            [seal(one.id, pack_claim(one.claim, one.at)) for one in claims],
        )
        return await guard.execute(PUT, (guard.person, *columns))

    async def of(self, person: str) -> Sequence[Claimed]:
        """All claims of a person, in the order in which they came in. One short statement where nothing came in since
        this process asked last; else what came in is read, behind what is kept."""
        keeping = self._kept  # what is dropped meanwhile stays dropped
        row = await self.database.fetch_one(LAST, (person,))
        version = (row[0], row[1]) if row else (0, 0)
        kept = keeping.get(person)
        if kept is None or kept[0] != version:
            kept = version, await self._read(person, version, kept or ((0, 0), ()))
            keeping[person] = kept
        keeping.move_to_end(person)
        while len(keeping) > REMEMBERED:
            keeping.popitem(last=False)
        return kept[1]

    async def _read(self, person: str, version: tuple[int, int], kept: Kept) -> Sequence[Claimed]:
        """What is kept, and what came in since; all anew where it does not add up: something was deleted, or came in
        late beside something else."""
        (last, count), claims = kept
        more = await self._behind(person, last, version[0])
        if count + len(more) == version[1]:
            return (*claims, *more)
        return tuple(await self._behind(person, 0, version[0]))

    async def _behind(self, person: str, seq: int, last: int) -> list[Claimed]:
        """What came in meanwhile, behind the last of this version, is of another one."""
        opened = opener(self.database.keys, KIND, person)
        rows = await self.database.fetch(OF, (person, seq, last))
        return await aside(_all_readable, opened, rows) if len(rows) > FEW else _all_readable(opened, rows)

    def forget_kept(self) -> None:
        """Drop what this process keeps of anybody."""
        self._kept = OrderedDict()

    async def learnt(self, person: str) -> int:
        """The number of the last turn that was read."""
        row = await self.database.fetch_one(LEARNT, (person,))
        return row[0] if row else 0

    async def behind(self) -> list[tuple[str, int]]:
        """Of each person with turns that were not read yet, the number of the last one that was."""
        return [(person, seq) for person, seq in await self.database.fetch(BEHIND)]

    async def note_learnt(self, guard: Guard, seq: int) -> None:
        await guard.execute(LEARN, (seq, guard.person, seq))

    async def count(self, person: str) -> int:
        row = await self.database.fetch_one(COUNT, (person,))
        return row[0] if row else 0

    async def forget(self, person: str) -> int:
        self._kept.pop(person, None)
        return await self.database.execute(FORGET, (person,))


def _all_readable(opened: Callable[[UUID, bytes], bytes], rows: Sequence[Row]) -> list[Claimed]:
    return [claimed for *one, body in rows if (claimed := _readable(opened, body, *one))]


def _readable(opened: Callable[[UUID, bytes], bytes], body: bytes, id_: UUID, *more: Any) -> Claimed | None:
    """None where it is damaged: it keeps nobody from the others. Raises KeyGone."""
    try:
        return _claimed(opened(id_, body), id_, *more)
    except KeyGone:
        raise
    except Damaged as error:
        logger.warning("it is passed over: %s", error)
        return None


def _claimed(
    packed: bytes, id_: UUID, turn: UUID | None, recorded: datetime, witnesses: Sequence[str], source: Source
) -> Claimed:
    claim, at = unpack_claim(packed)
    return Claimed(id_, claim, turn, at, recorded, frozenset(witnesses), source)
