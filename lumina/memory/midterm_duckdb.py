"""Mid-term memory up to 30 days, in one DuckDB file, which belongs to one process or goes from hand to hand.

DuckDB keeps; numpy searches. The entries of a person are loaded on the first question and stay until the person's
memories change (in SQL each dense arm over 6,000 entries takes 10 ms and each sparse one 15, measured; here all
six take 3). All calls run in one thread of the tier's own: they never meet, and never hold up the event loop.
"""

import asyncio
import logging
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import duckdb
import numpy as np
from numpy.typing import NDArray

from lumina.databases import duckdb_engine
from lumina.databases.ciphers import Cipher, place
from lumina.databases.duckdb_sharing import Alone, Hand, Holding, Sharing
from lumina.databases.person_keys import NO_FOLDERS, Keys, opener
from lumina.errors import Damaged, FolderForeign, Reason, StoreDown, because
from lumina.memory.codec import pack_memory, unpack_memory
from lumina.memory.entry_codec import pack_entry, unpack_entry
from lumina.memory.midterm_known import Loaded, Searched, State
from lumina.models import Cue, Found, Memory, TierName

FORMAT, UNSEALED = 3, 2
"""Of this version, and of the one that sealed nothing."""

SEALED = "memory in DuckDB"
SEALED_AT_ONCE = 500
_SCHEMA = """
create table format (version integer);
create table memories (person blob, id blob, born bigint, body blob);
create table entries (person blob, memory blob, position integer, body blob);
create table fresh (since timestamp);
"""
_AMONG = "where person = $1 and {} in (select unnest($2::blob[]))"
_BODIES = "select id, body from memories " + _AMONG.format("id")
_ENTRIES = f"select memory, position, body from entries {_AMONG.format('memory')} order by position"
_DELETES = ("delete from memories " + _AMONG.format("id"), "delete from entries " + _AMONG.format("memory"))
_SEARCHED = "select memory, position, body from entries where person = ? order by memory, position"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DAMAGED = ("Corrupt", "not a valid DuckDB", "Could not read", "replaying WAL", "Failed to load", "deserializ")
"""What DuckDB says of a file that is not as it wrote it."""

T = TypeVar("T")
logger = logging.getLogger(__name__)


class DuckDBTier:
    """The tier of memories that are days old, in the file at `path`, which is made where there is none, or a damaged
    one: then it is empty, and `was_lost`. What lay there can be distilled again.

    Opened by `open`, which raises FolderForeign for a file that is another's; with `shared`, several processes may have
    it opened. What is kept is sealed with its person's key.
    """

    name = "duckdb"
    tier = TierName.DUCKDB

    def __init__(self, path: Path, holding: Holding, keys: Keys = NO_FOLDERS) -> None:
        self.was_lost = False
        self._keys = keys
        self._path = path
        self._holding = holding
        self._db: duckdb.DuckDBPyConnection | None = None
        self._hand = Hand(holding, self._close)
        self._searched = Searched()

    @classmethod
    async def open(cls, path: Path, *, shared: bool = False, keys: Keys = NO_FOLDERS) -> "DuckDBTier":
        tier = cls(path, await asyncio.to_thread(Sharing, path) if shared else Alone(), keys)
        await tier._run(tier._look)
        return tier

    async def close(self) -> None:
        await self._hand.close()

    async def write(self, memories: Sequence[Memory]) -> None:
        if memories:
            await self._run(lambda: self._write({(memory.person, memory.id): memory for memory in memories}))

    async def read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        return await self._run(lambda: self._read(person, ids))

    async def bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        """As read(), without entries. What is loaded is not asked for again: a recall reads what it has found."""
        loaded = self._searched.get(person, self._state(person))
        return (
            self._unpacked(person, loaded.bodies, ids) if loaded else await self._run(lambda: self._bodies(person, ids))
        )

    async def entries(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Sequence[bytes]]:
        """The entries of these memories, packed, by memory, in their order."""
        loaded = await self._load(person)
        return {id_: loaded.by_memory[id_.bytes] for id_ in ids if id_.bytes in loaded.by_memory}

    async def search(self, cue: Cue) -> Found:
        """What is loaded is searched at once: it takes less than to go over to the thread and back."""
        return (await self._load(cue.person)).kept.search(cue, self.name)

    async def due(self, born_before: datetime, limit: int = 500) -> list[tuple[str, UUID]]:
        rows = await self._rows(
            "select person, id from memories where born < ? order by born, id limit ?", [_score(born_before), limit]
        )
        return [(_text(person), UUID(bytes=id_)) for person, id_ in rows]

    async def delete(self, person: str, ids: Sequence[UUID]) -> None:
        await self._run(lambda: self._delete({person: [id_.bytes for id_ in ids]}))

    async def forget(self, person: str) -> int:
        return await self._run(lambda: self._forget(person))

    async def count(self, person: str | None = None) -> int:
        key = None if person is None else _key(person)
        [(count,)] = await self._rows("select count(*) from memories where $1 is null or person = $1", [key])
        return count

    def forget_searched(self) -> None:
        """Drop what this process has of anybody; it is read again when it is asked for."""
        self._searched.clear()

    async def compact(self) -> None:
        """Write the file anew, so that no byte of what was deleted is left in it or its log. Whoever is killed in the
        middle has the old file or the new one."""
        await self._run(self._compact)

    async def found_again(self) -> None:
        """All that was lost and can be had lies here."""
        self.was_lost = False
        await self._run(lambda: self._file.execute("drop table if exists fresh"))

    async def _load(self, person: str) -> Loaded:
        return self._searched.get(person, self._state(person)) or await self._run(lambda: self._loaded(person))

    def _state(self, person: str) -> State:
        return self._holding.version(person), []

    async def _rows(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        return await self._run(lambda: self._file.execute(query, values).fetchall())

    async def _run(self, call: Callable[[], T]) -> T:
        try:
            return await self._hand.run(call)
        except duckdb.Error as error:
            raise await self._after(error) from error

    async def _after(self, error: duckdb.Error) -> StoreDown:
        """What is to be raised, once the file can be used again."""
        if _is_damage(error):
            await self._hand.run(partial(self._begin_anew, error))
            why = because("its file was damaged, and is made anew: what lay in it is distilled again")
            return StoreDown(store="DuckDB", why=why)
        if isinstance(error, duckdb.FatalException):  # DuckDB refuses everything until it is opened again
            await self._hand.run(self._break_off)
        return StoreDown(store="DuckDB", why=error)

    # From here on, everything runs in the thread, while this process has the file.

    @property
    def _file(self) -> duckdb.DuckDBPyConnection:
        """The file, opened."""
        if self._db is None:
            _new(self._path).unlink(missing_ok=True)
            if not self._path.exists() or not self._path.stat().st_size:  # killed as it was made, or lost
                self._remove()
            self._db = duckdb_engine.opened(self._path)
        return self._db

    def _close(self) -> None:
        if self._db is not None:
            db, self._db = self._db, None
            duckdb_engine.let_go(db, self._path)

    def _break_off(self) -> None:
        """Close the file, whatever is under way in its engine."""
        if self._db is not None:
            db, self._db = self._db, None
            db.close()

    def _look(self) -> None:
        """Whether it is such a file; a new one becomes one."""
        try:
            tables = self._tables()
        except duckdb.Error as error:
            raise FolderForeign(folder=self._path, why=" ".join(str(error).split())) from error
        self.was_lost = not tables or "fresh" in tables
        if not tables:
            self._file.execute(f"begin; {_SCHEMA} insert into format values ({FORMAT}); commit")
        elif tables - {"fresh"} != {"format", "memories", "entries"}:
            self._refuse(because("its tables are {names}", names=", ".join(sorted(tables))))
        elif (version := self._format()) == UNSEALED:
            self._seal()
        elif version != FORMAT:
            self._refuse(because("its format is {found}, that of this LUMINA {wanted}", found=version, wanted=FORMAT))

    def _tables(self) -> set[str]:
        try:
            return {table for (table,) in self._file.execute("select table_name from duckdb_tables()").fetchall()}
        except duckdb.Error as error:
            if "set lock" in str(error):  # somebody else has it
                raise StoreDown(store="DuckDB", why=error) from error
            if not _is_damage(error):
                raise
            self._give_up(error)
            return set()

    def _begin_anew(self, error: duckdb.Error) -> None:
        self._give_up(error)
        self._look()

    def _give_up(self, error: duckdb.Error) -> None:
        """Nobody could read the rest of it, and what an erasure cannot search must not stay."""
        logger.warning("%s is damaged and made anew; what lay in it is distilled again: %s", self._path, error)
        with suppress(duckdb.Error):
            self._break_off()
        self._remove()
        self._searched.clear()

    def _remove(self) -> None:
        for path in (self._path, self._path.with_name(self._path.name + ".wal")):
            path.unlink(missing_ok=True)

    def _refuse(self, why: Reason) -> None:
        self._close()
        raise FolderForeign(folder=self._path, why=why)

    def _format(self) -> int:
        [(version,)] = self._file.execute("select version from format").fetchall()
        return version

    def _write(self, memories: dict[tuple[str, UUID], Memory]) -> None:
        by_person: dict[str, list[bytes]] = {}
        for person, id_ in memories:
            by_person.setdefault(person, []).append(id_.bytes)
        ciphers = {person: self._keys.to_write(person) for person in by_person}
        rows = [_sealed(ciphers[memory.person], memory) for memory in memories.values()]
        entries = [row for memory in memories.values() for row in _sealed_entries(ciphers[memory.person], memory)]
        with self._changing(by_person):
            self._delete_rows(by_person)
            self._insert("memories", rows)
            self._insert("entries", entries)

    def _insert(self, table: str, rows: Sequence[tuple[object, ...]]) -> None:
        """One statement over numpy columns: row by row DuckDB takes ten times as long."""
        if not rows:
            return
        columns = {f"c{number}": _column(values) for number, values in enumerate(zip(*rows, strict=True))}
        self._file.register("rows", columns)
        try:
            self._file.execute(f"insert into {table} select * from rows")
        finally:
            self._file.unregister("rows")

    def _read(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        bodies = self._bodies(person, ids)
        wanted = [_key(person), [body.id.bytes for body in bodies]]
        entries = self._by_memory(person, self._file.execute(_ENTRIES, wanted).fetchall())
        return [replace(body, entries=tuple(map(unpack_entry, entries.get(body.id.bytes, ())))) for body in bodies]

    def _bodies(self, person: str, ids: Sequence[UUID]) -> list[Memory]:
        wanted = [_key(person), [id_.bytes for id_ in ids]]
        return self._unpacked(person, dict(self._file.execute(_BODIES, wanted).fetchall()), ids)

    def _loaded(self, person: str) -> Loaded:
        state = self._state(person)  # nobody changes it while we have the file
        rows = self._file.execute(_SEARCHED, [_key(person)]).fetchall()
        bodies = self._file.execute("select id, body from memories where person = ?", [_key(person)]).fetchall()
        return self._searched.put(person, state, Loaded.of(self._by_memory(person, rows), dict(bodies)))

    def _unpacked(self, person: str, sealed: Mapping[bytes, bytes], ids: Sequence[UUID]) -> list[Memory]:
        opened = opener(self._keys, SEALED, person)
        return [unpack_memory(opened(id_, sealed[id_.bytes])) for id_ in dict.fromkeys(ids) if id_.bytes in sealed]

    def _by_memory(self, person: str, rows: Sequence[tuple[bytes, int, bytes]]) -> dict[bytes, list[bytes]]:
        """One that is damaged is left out, and does not keep the others from being found."""
        found: dict[bytes, list[bytes]] = {}
        if not rows:
            return found
        cipher = self._keys.of(person)
        for memory, position, sealed in rows:
            try:
                found.setdefault(memory, []).append(cipher.open(sealed, _entry_place(memory, position)))
            except Damaged as error:
                logger.warning("it is passed over: %s", error)
        return found

    def _delete(self, ids: dict[str, list[bytes]]) -> None:
        with self._changing(ids):
            self._delete_rows(ids)

    def _delete_rows(self, ids: Mapping[str, Sequence[bytes]]) -> None:
        for person, theirs in ids.items():
            for query in _DELETES:
                self._file.execute(query, [_key(person), theirs])

    def _forget(self, person: str) -> int:
        with self._changing([person]):
            self._file.execute("delete from entries where person = ?", [_key(person)])
            gone = self._file.execute("delete from memories where person = ? returning id", [_key(person)]).fetchall()
        return len(gone)

    @contextmanager
    def _changing(self, persons: Iterable[str]) -> Generator[None]:
        """A transaction that changes what lies here of these persons."""
        file = self._file
        self._holding.changing(persons)
        file.begin()
        with ExitStack() as undo:
            undo.callback(file.rollback)
            yield
            undo.pop_all()
        file.commit()
        self._searched.drop(persons)

    def _compact(self) -> None:
        with self._written_anew() as old:
            self._file.execute(f'copy from database "{old}" to new')

    def _seal(self) -> None:
        """What an older version wrote is sealed, in a new file that takes the place of this one."""
        logger.warning("%s is written anew, sealed with the keys of the persons", self._path)
        with self._written_anew() as old:
            self._file.execute(f"use new; {_SCHEMA} insert into format values ({FORMAT})")
            if not self.was_lost:
                self._file.execute("drop table fresh")
            self._copy_sealed(f'"{old}".main.memories', "memories", "id", "born", lambda _: SEALED)
            self._copy_sealed(f'"{old}".main.entries', "entries", "memory", "position", entry_kind)
            self._file.execute(f'use "{old}"')

    def _copy_sealed(self, origin: str, table: str, id_: str, number: str, kind: Callable[[int], str]) -> None:
        rows = self._file.cursor().execute(f"select person, {id_}, {number}, body from {origin}")
        while some := rows.fetchmany(SEALED_AT_ONCE):
            self._insert(
                f"new.main.{table}",
                [
                    (whose, id_, number, self._keys.make(_text(whose)).seal_alike(body, place(kind(number), id_)))
                    for whose, id_, number, body in some
                ],
            )

    @contextmanager
    def _written_anew(self) -> Generator[str]:
        """The name of the file as it is, until `new` takes its place. Whoever is killed has the one or the other; where
        it breaks off, neither stays open, to be found in use when it is tried again."""
        new = _new(self._path)
        new.unlink(missing_ok=True)
        try:
            self._file.execute(f"attach {duckdb_engine.quoted(new)} as new")
            [(old,)] = self._file.execute("select current_database()").fetchall()
            yield old
            self._file.execute("detach new")
        finally:
            self._break_off()
        new.replace(self._path)
        self._path.with_name(self._path.name + ".wal").unlink(missing_ok=True)


def _is_damage(error: duckdb.Error) -> bool:
    return any(word in str(error) for word in _DAMAGED)


def _sealed(cipher: Cipher, memory: Memory) -> tuple[bytes, bytes, int, bytes]:
    """Its row, without its entries."""
    sealed = cipher.seal_alike(pack_memory(replace(memory, entries=())), place(SEALED, memory.id))
    return _key(memory.person), memory.id.bytes, _score(memory.born), sealed


def _sealed_entries(cipher: Cipher, memory: Memory) -> Iterator[tuple[bytes, bytes, int, bytes]]:
    for position, entry in enumerate(memory.entries):
        sealed = cipher.seal_alike(pack_entry(entry), _entry_place(memory.id.bytes, position))
        yield _key(memory.person), memory.id.bytes, position, sealed


def _entry_place(memory: bytes, position: int) -> bytes:
    return place(entry_kind(position), memory)


def entry_kind(position: int) -> str:
    """As what the entry at this position of a memory is sealed."""
    return f"entry {position} in DuckDB of the memory"


def _column(values: Sequence[object]) -> NDArray[Any]:
    """Values for DuckDB: numbers as numbers, anything else as objects."""
    if isinstance(values[0], int):
        return np.array(values, np.int64)
    column = np.empty(len(values), object)
    column[:] = values
    return column


def _key(name: str) -> bytes:
    return name.encode()


def _text(key: bytes) -> str:
    return key.decode()


def _score(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(microseconds=1)


def _new(path: Path) -> Path:
    return path.with_name(path.name + ".new")
