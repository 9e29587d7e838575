"""Erasure: a person leaves every store, and a search of every store afterwards proves it."""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Generator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol
from uuid import UUID, uuid4

from lumina.erasure.cleaning import COMPACTING, Cleaning
from lumina.erasure.receipts import Signing
from lumina.erasure.search import Needle, Needles, Sought, search_files
from lumina.errors import ErasureInterrupted, ErasureNotBegun, StoreDown, WrongToken, because
from lumina.language.scripts import fold
from lumina.reports import ErasePreview, EraseReport, Remains, Signed
from lumina.stores.engines import Compaction
from lumina.stores.personal_data import PersonalData
from lumina.stores.records_postgres import Sign

logger = logging.getLogger(__name__)


FINISHING: Final = "finish an erasure"
"""Short, whoever cleans up meanwhile."""


class Audit(Protocol):
    """The append-only record of erasures: who asked, when, what was counted; no name and no content. What began and
    did not finish was interrupted."""

    async def note_under_way(self, person: str, asked_by: str) -> None:
        """Comes before begin()."""
        ...

    async def begin(self, receipt: UUID, digest: bytes, asked_by: str, at: datetime) -> None: ...

    async def begin_once(self, receipt: UUID, digest: bytes, asked_by: str, at: datetime) -> None:
        """As begin(), where that was not done before."""
        ...

    async def finish(self, receipt: UUID, counts: Mapping[str, object], sign: Sign) -> tuple[str, bytes]:
        """Finishes what was interrupted of the same person, too. Returns the receipt as it is signed."""
        ...

    async def under_way(self) -> Sequence[tuple[str, str]]:
        """(person, asked_by) of those whom not every store has let go of yet."""
        ...

    async def forgotten(self, person: str) -> None: ...

    async def uncompacted(self) -> Sequence[UUID]:
        """What began and did not finish, once every store has let go of everybody."""
        ...


class Traces(Protocol):
    """What is to be searched for afterwards; asked before anything is deleted."""

    async def needles(self, person: str) -> Sequence[Needle]: ...

    async def kept(self, found: Collection[Needle]) -> Collection[Needle]:
        """Those that stand in what is kept of anybody now, or in what is nobody's: finding them proves nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Erasure:
    """Erases in the order of `stores`, first the key; what lies in freed bytes then is nobody's to read, and leaves
    them by night (`cleaning`). Of a part, whose key stays, it leaves them at once (`compactions`), and is searched for.
    `floor` raises DiskFull where nothing can be written, `admit` where files cannot be written anew. `secret` belongs
    to the folder: a token fits it alone."""

    stores: Sequence[PersonalData]
    compactions: Sequence[Compaction]
    cleaning: Cleaning
    traces: Traces
    audit: Audit
    erasing: Callable[[str], AbstractAsyncContextManager[Any]]
    alone: Callable[[str], AbstractAsyncContextManager[None]]
    unless_busy: Callable[[str], AbstractAsyncContextManager[bool]]
    epoch: Callable[[str], Awaitable[int]]
    floor: Callable[[], Awaitable[None]]
    admit: Callable[[], Awaitable[None]]
    secret: bytes
    folders: Sequence[Path]

    @property
    def signing(self) -> Signing:
        return Signing(self.secret)

    async def preview(self, person: str) -> ErasePreview:
        return ErasePreview(await self.token(person), await self._counted(person))

    async def token(self, person: str) -> str:
        """Fits this folder and this person until the person has been erased."""
        said = f"{person}\0{await self.epoch(person)}".encode("utf-8", "surrogatepass")
        return sha256(self.secret + said).hexdigest()[:12]

    async def erase(self, person: str, token: str, *, asked_by: str, at: datetime) -> EraseReport:
        """Wins every race: whatever was under way is refused from here on. Raises WrongToken; where a store does not
        answer, ErasureNotBegun or ErasureInterrupted, with which finish_interrupted() goes on; DiskFull before anything
        is erased."""
        with telling(ErasureNotBegun):
            if token != await self.token(person):
                raise WrongToken(person=person, why=because("it belongs to another person, folder or state"))
        return await self._erase(person, asked_by, at)

    async def finish_interrupted(self, at: datetime) -> int:
        """Erase those whom not every store has let go of yet, and make the bytes go of those who are gone; returns how
        many erasures were finished. Raises StoreDown."""
        again = [await self._erase(person, asked_by, at) for person, asked_by in await self.audit.under_way()]
        return len(again) + await self._finish_compacting()

    async def _erase(self, person: str, asked_by: str, at: datetime) -> EraseReport:
        await self.floor()
        receipt, asked_by = uuid4(), without_name(asked_by, person)
        with telling(ErasureInterrupted):
            async with AsyncExitStack() as stack:
                with telling(ErasureNotBegun):
                    guard = await stack.enter_async_context(self.erasing(person))
                    await self.audit.note_under_way(person, asked_by)
                await self.cleaning.begin(receipt, await self.traces.needles(person))
                await self.audit.begin(receipt, self.signing.digest(person), asked_by, at)
                erased = await self._counted(person)
                for store in self.stores:
                    await store.forget(guard)
                counted = await self._counted(person)  # whoever comes back is counted from their first word on
                await self.audit.forgotten(person)
            return await self._leave(receipt, erased, counted)

    async def _leave(self, receipt: UUID, erased: Mapping[str, int], left: Mapping[str, int]) -> EraseReport:
        """The receipt names what waits for the night."""
        async with self.alone(FINISHING):
            remains = await self.cleaning.leave()
            return await self._finish(receipt, {"erased": erased, "residue": left}, remains)

    async def _finish(self, receipt: UUID, counts: Mapping[str, Any], remains: Sequence[Remains]) -> EraseReport:
        named = {**counts, **_named(remains)}
        body, signature = await self.audit.finish(receipt, named, self.signing.sign)
        signed = Signed(body, signature.hex())
        return EraseReport(counts["erased"], counts["residue"], receipt, tuple(remains), signed)

    async def conclude(
        self,
        receipt: UUID,
        erased: Mapping[str, int],
        left: Mapping[str, int],
        needles: Sequence[Needle],
        scope: str,
    ) -> EraseReport:
        """Of a part: make the bytes go of what the stores have let go of, search all files, and sign the receipt."""
        async with self.alone(COMPACTING):
            remains = await self._compact()
            residue = {**left, "files": await self.standing(Needles(needles))}
            return await self._finish(receipt, {"erased": erased, "residue": residue, "scope": scope}, remains)

    async def compact(self) -> None:
        """Make the bytes go of what was deleted."""
        async with self.alone(COMPACTING):
            await self._compact()

    async def _finish_compacting(self) -> int:
        async with self.unless_busy(COMPACTING) as nobody_compacts, self.unless_busy(FINISHING) as ours:
            receipts = await self.audit.uncompacted() if ours and nobody_compacts else ()
            remains = await self.cleaning.leave() if receipts else ()
            for receipt in receipts:
                await self.audit.finish(receipt, _named(remains), self.signing.sign)
            return len(receipts)

    async def _compact(self) -> tuple[Remains, ...]:
        return tuple([one for compact in self.compactions for one in await compact() or ()])

    async def _counted(self, person: str) -> dict[str, int]:
        return {store.name: await store.count(person) for store in self.stores}

    async def standing(self, needles: Sought) -> int:
        """How often a needle stands in a file that stands there for the erased person alone."""
        return await standing(self.folders, self.traces, needles)


async def standing(folders: Sequence[Path], traces: Traces, needles: Sought) -> int:
    """How often a needle stands in a file of these folders, and in nothing that is kept of anybody."""
    files = await search_files(folders, needles)
    kept = set(await traces.kept({needle for held in files.values() for needle in held}))
    left = {path: held - kept for path, held in files.items() if held - kept}
    for path, held in left.items():
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(Counter(n.kind for n in held).items()))
        logger.warning("%s still holds what was erased: %s", path, kinds)
    return sum(map(len, left.values()))


def without_name(asked_by: str, person: str) -> str:
    """Who asked, as FACE:NUMBER:LOGIN or FACE:NAME, without the last where it may be what the person is called."""
    others, _, name = asked_by.rpartition(":")
    login, called = fold(name), fold(person)
    return others if login in called or called in login else asked_by


@contextmanager
def telling(kind: type[StoreDown]) -> Generator[None]:
    """What a store that does not answer means for the erasure."""
    try:
        yield
    except (ErasureNotBegun, ErasureInterrupted):
        raise
    except StoreDown as error:
        raise kind(**error.details) from error


def _named(remains: Sequence[Remains]) -> Mapping[str, object]:
    later = [name for one in remains for name in one.which]
    return {"remains": [f"{one.engine}_{one.what}" for one in remains], **({"to rewrite": later} if later else {})}
