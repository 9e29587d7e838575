"""What was erased is sought once more, by another way than the erasure itself: by the name, or its digest, and by
needles that only the person can supply still. Nothing of what is supplied is kept."""

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, LiteralString
from unicodedata import normalize
from uuid import UUID

from lumina.clock import Clock
from lumina.erasure.erase import Erasure
from lumina.erasure.needles import TracesOf
from lumina.erasure.receipts import Receipt
from lumina.erasure.search import DISTINCTIVE, MARK, Needle, Needles, id_needles, search_files
from lumina.errors import BadInput, BadReceipt, because
from lumina.reports import Verdict, Verified
from lumina.stores.opening import Stores

TABLES: Final = """
select quote_ident(c.relname) from pg_class c
where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1
"""
ROWS: Final = "select t::text from {table} t"
FILES: Final = "files"
ENCODINGS: Final = ("utf-8", "utf-16-le")
PERSON: Final = "person"


@dataclass(frozen=True, slots=True)
class Supplied:
    """By what is to be sought: the name, if it is given, texts and ids."""

    person: str | None = None
    texts: Sequence[str] = ()
    ids: Sequence[UUID] = ()

    def needles(self) -> list[Needle]:
        """In the forms in which engines may keep them; what is shorter than eight bytes cannot be sought."""
        spelt = {normalize(form, text.strip()) for text in self.texts for form in ("NFC", "NFD")}
        words = {text.encode(code, "surrogatepass") for text in spelt for code in ENCODINGS}
        return [*(Needle("word", word) for word in sorted(words) if len(word) >= MARK), *id_needles(self.ids)]


@dataclass(frozen=True, slots=True)
class Verification:
    """Over the opened stores. `keep` is for how long backups are kept, `provider` who is sent what is said, if
    anybody."""

    stores: Stores
    erasure: Erasure
    traces: TracesOf
    keep: timedelta
    provider: str
    log: Path
    clock: Clock
    next_rewriting: Callable[[datetime], datetime]

    async def run(self, signed: tuple[str, bytes] | UUID, supplied: Supplied) -> Verified:
        """Raises BadReceipt where it proves nothing; BadInput where there is nothing to be sought by."""
        receipt = await self._receipt(signed)
        person = await self._whose(receipt, supplied.person)
        sought = supplied.needles()
        if receipt.scope != PERSON and not sought:
            raise BadInput(
                why=because("of a part the rest is still here: give words or an export of it to look for (--needles)")
            )
        stores = await self._stores(receipt, person, sought)
        by = ("name" if supplied.person else "digest", *(("needles",) if sought else ()))
        retained = await self._retained(receipt)
        head = receipt.receipt, receipt.nr, receipt.asked, receipt.scope
        return Verified(*head, by, len(sought), tuple(stores), tuple(retained))

    async def _receipt(self, signed: tuple[str, bytes] | UUID) -> Receipt:
        """With the chain in which it stands."""
        signing, records = self.erasure.signing, self.stores.records
        signing.check(await records.receipts())
        if isinstance(signed, tuple):
            return signing.read(*signed)
        found = await records.receipt(signed)
        if found is None:
            raise BadReceipt(why=because("there is none of the number {receipt} here", receipt=signed))
        return signing.read(*found)

    async def _whose(self, receipt: Receipt, name: str | None) -> str | None:
        """The name, where it is given, or somebody here has the same digest."""
        digest = self.erasure.signing.digest
        if name is not None and digest(name).hex() != receipt.person:
            raise BadReceipt(why=because("it is not of a person of that name"))
        return name or next((one for one in await self.traces.people() if digest(one).hex() == receipt.person), None)

    async def _stores(self, receipt: Receipt, person: str | None, sought: Sequence[Needle]) -> list[Verdict]:
        found = await self.traces.of_person(person, sought) if person and sought else {}
        verdicts: list[Verdict] = []
        for store in self.erasure.stores:
            counted = await store.count(person) if person and receipt.scope == PERSON else 0
            held = len(found.get(store.name, ()))
            verdicts.append(_verdict(store.name, receipt, counted, held))
        waits = (person or "") if await self._waits(receipt) else None
        return [*verdicts, *await self._bytes(sought, waits), *await self._beside(receipt, sought)]

    async def _beside(self, receipt: Receipt, sought: Sequence[Needle]) -> list[Verdict]:
        """In all that lies in engines which keep no files here, and in all that some key opens in backups: of a part
        they hold it, and no restore brings it back."""
        if not sought:
            return []
        stores, needles = self.stores, Needles(sought)
        places = {"redis": stores.redis.everything, **stores.engines.beside((stores.index, stores.knowledge_index))}
        held = {name: await _held(place(), needles) for name, place in places.items()}
        kept_there = await _held(stores.backups.readable(), needles)
        kept = await self.traces.kept(kept_there.union(*held.values()))
        found = [_searched(f"{name} bytes", one - kept) for name, one in held.items()]
        if not stores.backups.is_set or receipt.scope != PERSON:
            return found
        return [*found, _searched("backup bytes", kept_there - kept)]

    async def _waits(self, receipt: Receipt) -> bool:
        """Whether it is of a whole person, whose files are not written anew yet."""
        return receipt.scope == PERSON and receipt.receipt in await self.stores.records.incomplete()

    async def _bytes(self, sought: Sequence[Needle], waits: str | None) -> list[Verdict]:
        """In the rows of all tables, and in all files of the folder and the log: what stands in nobody's data. Of
        the person `waits`, whose files are not written anew yet, they may hold ids and names, and no sentence."""
        if not sought:
            return []
        needles = Needles(sought)
        rows = await self._in_rows(needles)
        files = await search_files([*self.erasure.folders, *([self.log] if self.log.exists() else [])], needles)
        in_files = {needle for held in files.values() for needle in held}
        kept = await self.traces.kept(rows | in_files)
        left = in_files - kept
        if waits is not None and not any(_is_sentence(one, waits) for one in left):
            return [_searched("postgresql", rows - kept), Verdict(FILES, "retained", len(left), "night", self._night)]
        return [_searched("postgresql", rows - kept), _searched(FILES, left)]

    @property
    def _night(self) -> datetime:
        return self.next_rewriting(self.clock())

    async def _in_rows(self, needles: Needles) -> set[Needle]:
        """As text, and where a column is bytes, out of their hexadecimal form."""
        found: set[Needle] = set()
        async with self.stores.database.connection(unhurried=True) as connection:
            tables: list[LiteralString] = [row[0] for row in await connection.fetch(TABLES)]
            for table in tables:
                async for row in connection.pieces(ROWS.format(table=table)):
                    found |= needles.held(row)
                    for piece in _unhexed(row):
                        found |= needles.held(piece)
        return found

    async def _retained(self, receipt: Receipt) -> list[Verdict]:
        """What is not erased, and until when."""
        tables = await self.stores.engines.to_rewrite(self.stores.database)
        why = "night" if await self._waits(receipt) else "tables"
        retained = [Verdict(", ".join(tables), "retained", len(tables), why, self._night)] if tables else []
        retained += await self._in_backups(receipt)
        retained += [Verdict(self.provider, "retained", 0, "provider")] if self.provider else []
        return [*retained, *(Verdict("", "retained", 0, why) for why in ("copies", "receipt"))]

    async def _in_backups(self, receipt: Receipt) -> list[Verdict]:
        """Those that were made before: of a whole person nobody reads them, of a part they are not brought back."""
        backups = self.stores.backups
        if not backups.is_set:
            return []
        moments = [at for at in await backups.moments() if at <= receipt.asked]
        why = "backups_unreadable" if receipt.scope == PERSON else "backups_replayed"
        until = moments[-1] + self.keep if moments else None
        return [Verdict("backups", "retained", len(moments), why, until)] if moments else []


async def _held(pieces: AsyncIterator[bytes], needles: Needles) -> set[Needle]:
    found: set[Needle] = set()
    async for piece in pieces:
        found |= needles.held(piece)
    return found


def _is_sentence(needle: Needle, person: str) -> bool:
    return needle.kind == "word" and len(needle.value) >= DISTINCTIVE and needle.value != person.encode()


def _verdict(name: str, receipt: Receipt, counted: int, held: int) -> Verdict:
    if counted or held:
        return Verdict(name, "failed", max(counted, held), "here_again" if counted and not held else "found")
    return Verdict(name, "erased" if receipt.erased.get(name) else "nothing_found")


def _searched(name: str, held: Iterable[Needle]) -> Verdict:
    count = len(set(held))
    return Verdict(name, "failed" if count else "nothing_found", count, "found" if count else "")


def _unhexed(row: bytes) -> Iterable[bytes]:
    """The bytes of columns that are written as \\x and hexadecimal digits."""
    for piece in row.split(b"\\x")[1:]:
        digits = piece.partition(b'"')[0].partition(b",")[0].partition(b")")[0]
        if len(digits) % 2 == 0:
            try:
                yield bytes.fromhex(digits.decode("ascii"))
            except ValueError:
                continue
