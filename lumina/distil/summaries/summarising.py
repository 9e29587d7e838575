"""The task of a person that makes the summaries that are due: idempotent, killed anywhere and run again the same."""

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, Final, Protocol
from uuid import UUID

from lumina.aside import aside
from lumina.clock import Clock
from lumina.distil.known import known
from lumina.distil.summaries.contents import merged, withdrawn
from lumina.distil.summaries.drafting import drafts
from lumina.distil.summaries.joining import Joining
from lumina.distil.summaries.material import Draft, Material, Pace
from lumina.known import ME, Claimed
from lumina.memory.summaries_postgres import Mark
from lumina.models import EVERYBODY, Turn
from lumina.summaries import Summary, SummaryKind, summary_id

SUMMARISE: Final = "summarise"
"""The task of a person that makes summaries."""

BATCH = 1_000
AT_ONCE: Final = 8
KEPT: Final = 24
"""Sentences of a version that stand in the next because their words were let go."""


class Transcript(Protocol):
    async def after(self, person: str, seq: int, limit: int) -> list[tuple[int, Turn]]: ...


class Claims(Protocol):
    async def of(self, person: str) -> Sequence[Claimed]: ...


class Writer(Protocol):
    async def write(self, draft: Draft, withdrawn: Collection[UUID]) -> Draft:
        """The draft in a model's words, as far as the turns bear them out; or as it is."""
        ...


class Summaries(Protocol):
    async def put(self, guard: Any, summaries: Sequence[Summary]) -> int: ...
    async def newest(self, person: str) -> list[Summary]: ...
    async def is_behind(self, person: str, now: datetime) -> bool: ...
    async def mark(self, person: str) -> Mark: ...
    async def set_mark(self, guard: Any, mark: Mark, due: datetime | None) -> None: ...


@dataclass(frozen=True, slots=True)
class Summariser:
    """`put_away` are the turns of memories that the owner put away."""

    transcript: Transcript
    claims: Claims
    summaries: Summaries
    put_away: Callable[[str], Awaitable[Collection[UUID]]]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    clock: Clock
    pace: Pace
    writer: Writer | None = None
    joining: Joining = field(default_factory=Joining)

    async def summarise(self, person: str, epoch: int) -> int:
        """Make what is due now; returns how many versions are new. Whoever asks while that goes on waits for it. Raises
        PersonErased where the person was erased after `epoch`."""
        return await self.joining.make((id(self), person, epoch), partial(self._summarise, person, epoch))

    async def soon(self, person: str, epoch: int, seconds: float | None) -> bool:
        """Make what is due now, if anything is; whether that is done within so long (None: however long). If not, it
        goes on. Raises as summarise()."""
        if not await self.summaries.is_behind(person, self.clock()):
            return True
        return await self.joining.soon((id(self), person, epoch), partial(self._summarise, person, epoch), seconds)

    async def _summarise(self, person: str, epoch: int) -> int:
        now, mark = self.clock(), await self.summaries.mark(person)
        claims, away = await self.claims.of(person), await self.put_away(person)
        numbered = [one async for one in self._all(person)]
        newest = {one.id: one for one in await self.summaries.newest(person)}
        gone = withdrawn(await aside(known, person, claims, now)) | frozenset(away)
        stale = {turn for one in newest.values() for turn in one.evidence if turn in gone}
        said = [turn for _, turn in numbered if turn.at <= now and turn.id not in away]
        late = {turn.id for seq, turn in numbered if mark.to and seq > mark.turn and turn.at <= mark.to}
        material = Material(
            person=person,
            turns=sorted(said, key=lambda turn: turn.at),
            claims=claims,
            now=now,
            pace=self.pace,
            to=mark.to,
            late=late | stale,
            begun={(one.kind, one.about) for one in newest.values()},
        )
        made = _Made(person, newest, frozenset(turn.id for _, turn in numbered if turn.let_go))
        due = await self._written(await _drawn(material), gone)
        await aside(made.take_all, due, now, gone)
        reached = Mark(
            turn=max((seq for seq, _ in numbered), default=mark.turn),
            acts=sum(one.source == "owner" for one in claims),
            to=max(now, mark.to or now),
        )
        return await self._keep(person, epoch, made.new, reached, material.next_due())

    async def _written(self, due: Sequence[Draft], gone: Collection[UUID]) -> Sequence[Draft]:
        """The last version of each summary in a model's words: nobody reads those before it for long."""
        if self.writer is None:
            return due
        last = {(one.kind, one.about): number for number, one in enumerate(due)}
        return [
            await self._in_words(self.writer, one, gone) if last[one.kind, one.about] == number else one
            for number, one in enumerate(due)
        ]

    async def _in_words(self, writer: Writer, draft: Draft, gone: Collection[UUID]) -> Draft:
        """Of the turns whose words are kept."""
        worded = tuple(turn for turn in draft.turns if not turn.let_go)
        return replace(await writer.write(replace(draft, turns=worded), gone), turns=draft.turns) if worded else draft

    async def _keep(self, person: str, epoch: int, new: Sequence[Summary], reached: Mark, due: datetime | None) -> int:
        async with self.guarding(person, epoch) as guard, guard.transaction():
            kept = await self.summaries.put(guard, new)
            await self.summaries.set_mark(guard, reached, due)
        return kept

    async def _all(self, person: str) -> AsyncIterator[tuple[int, Turn]]:
        """The whole transcript but the answers that failed, and what was left."""
        seq = 0
        while read := await self.transcript.after(person, seq, BATCH):
            seq = read[-1][0]
            for number, turn in read:
                if not turn.failed and not turn.left_for:
                    yield number, turn


async def _drawn(material: Material) -> list[Draft]:
    """All drafts, a few at a time in another thread: whoever stops LUMINA waits for no more than these."""
    left, drawn = drafts(material), list[Draft]()
    while some := await aside(lambda: [*islice(left, AT_ONCE)]):
        drawn += some
    return drawn


@dataclass(slots=True)
class _Made:
    """Versions as they are made, each behind the newest of its summary. What rests on turns that were `let_go` was told
    by words that nobody has any more: it stands in the next version as it stood in the one before."""

    person: str
    newest: dict[UUID, Summary]
    let_go: frozenset[UUID] = frozenset()
    new: list[Summary] = field(default_factory=list[Summary], init=False)

    def take_all(self, due: Sequence[Draft], now: datetime, gone: Collection[UUID]) -> None:
        for draft in due:
            if not self.let_go.issuperset(turn.id for turn in draft.turns):
                self.take(draft, gone)
        rooms = [one for one in self.new if one.kind is SummaryKind.ROOM]
        for one in sorted(rooms, key=lambda one: (one.at, one.about)):
            for about in (one.about, ME):
                self._merge(one, f"room {one.about}" if about == one.about else ME)
        for one in [*self.newest.values()]:
            left = one.without(lambda turn: turn in gone)
            if left.sentences != one.sentences:
                self._put(replace(left, at=max(one.at, now), why="withdrawn"))

    def take(self, draft: Draft, gone: Collection[UUID]) -> None:
        drawn = Summary(
            id=summary_id(self.person, draft.kind, draft.about),
            kind=draft.kind,
            about=draft.about,
            first=draft.first,
            last=draft.last,
            language=draft.language,
            sentences=draft.sentences,
            at=draft.at,
            witnesses=heard_by(draft.turns),
            by=draft.by,
        )
        self._put(self._with_kept(drawn, gone) if draft.kind is not SummaryKind.ROOM else drawn)

    def _with_kept(self, drawn: Summary, gone: Collection[UUID]) -> Summary:
        """With what the version before tells by what was let go, the most telling of it."""
        before, told = self.newest.get(drawn.id), {one.text for one in drawn.sentences}
        kept = [
            one
            for one in (before.sentences if before else ())
            if one.text not in told
            and not self.let_go.isdisjoint(one.evidence)
            and not any(turn in gone for turn in one.evidence)
        ]
        if before is None or not kept:
            return drawn
        best = sorted(kept, key=lambda one: -one.worth)[:KEPT]
        sentences = (*(one for one in kept if one in best), *drawn.sentences)
        both = heard_by_both(before.witnesses, drawn.witnesses)
        by = "model" if "model" in (before.by, drawn.by) else "rules"
        first, last = min(before.first, drawn.first), max(before.last, drawn.last)
        return replace(drawn, sentences=sentences, witnesses=both, by=by, first=first, last=last)

    def _merge(self, room: Summary, about: str) -> None:
        """Into the long-term memory of a room, or of all of them."""
        id_ = summary_id(self.person, SummaryKind.LONGTERM, about)
        old = self.newest.get(id_)
        sentences = merged(old.sentences if old else (), room.sentences)
        whole = replace(room, id=id_, kind=SummaryKind.LONGTERM, about=about, sentences=sentences)
        if old:
            heard = old.witnesses & room.witnesses
            whole = replace(whole, first=min(old.first, room.first), last=max(old.last, room.last), witnesses=heard)
        self._put(whole)

    def _put(self, one: Summary) -> None:
        """The same payload again is no new version; nothing at all is no first one."""
        before = self.newest.get(one.id)
        if before.digest == one.digest if before else not one.sentences:
            return
        version = before.version + 1 if before else 1
        at = max(one.at, before.at) if before else one.at
        self.newest[one.id] = replace(one, version=version, at=at)
        self.new.append(self.newest[one.id])


def heard_by_both(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    if EVERYBODY in some or EVERYBODY in others:
        return others if EVERYBODY in some else some
    return some & others


def heard_by(turns: Iterable[Turn]) -> frozenset[str]:
    """Who heard all of them: everybody, or those whom each of them names."""
    named = [turn.witnesses for turn in turns if EVERYBODY not in turn.witnesses]
    return named[0].intersection(*named) if named else frozenset({EVERYBODY})
