"""What is open and what is closed, from claims. A pure fold, like that of the facts; no word of any language in it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from lumina.distil.claims.reminders import is_reminder
from lumina.known import Claimed, ClaimType, Day, Loop, LoopState, Mode
from lumina.language.deeds import deeds
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.models import derived_id

NEAR = timedelta(days=3)
"""For so long after its day, a loop may be closed by words that do not name it."""

EARLY, LATE = timedelta(days=7), timedelta(days=21)
"""For so long before and after its day it may be told that a deed is done."""

OF_LOOPS = frozenset({ClaimType.LOOP, ClaimType.CLOSE, ClaimType.ASKED})
"""Claims that say something of what is left open."""

CERTAIN = 0.6
"""The confidence below which somebody only reports of a thing, and does not say that it is over."""

FEW = 3
"""Words of a clause of which a single one may name a loop."""

VERB = re.compile(r"[一-龠][ぁ-ん]+|[ぁ-ん]{2,3}[るすくつむぶうぐ]")

AWAITED = re.compile(r"^hear (?:back|about|from)\b(?: about| from)?", re.I)
"""What says only that something is awaited."""

OWNER = re.compile(r"^(?:\w+ )?\w+['’]s ")
"""Whose it is, which does not say what it is."""

SAYS_NOTHING = frozenset(analyse("終わる 済む 着く").words)
"""With what anything is over."""

OF_THINGS = frozenset({"made", "return", "message", "paper", "gift", "visit"})
"""Deeds that are done to something: who has made another thing has not done what is open."""

APART = frozenset({"lost", "made"})
"""Deeds that may be done to what is open without its being over: what is found is not given back yet."""

ALIKE = 0.5
"""The share of its words over which one loop is another one told again."""


def _sooner(loop: Loop) -> str:
    return loop.due.first.isoformat() if loop.due else "9999"


@dataclass(slots=True)
class Loops:
    """What claims leave open and close, as they come in."""

    person: str
    found: list[Loop] = field(default_factory=list[Loop])
    words: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    told: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    moved: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    deeds: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    """Of each loop its words, those of the sentence that opened it, those under which it was moved, and the deeds
    that it may be."""

    plain: set[int] = field(default_factory=set[int])
    """Those that a model has named."""

    having: dict[str, set[int]] = field(default_factory=lambda: defaultdict[str, set[int]](set))
    """The loops that have, or once had, a word or a deed: only these are looked at."""

    def take_all(self, claims: Iterable[Claimed]) -> None:
        """Claims that were said behind all that were taken before; of one act, what opens comes last."""
        spoken = (one for one in claims if one.claim.type in OF_LOOPS)
        for one in sorted(spoken, key=lambda one: (one.at, one.claim.act, one.claim.type is ClaimType.LOOP)):
            self._take(one)

    def sorted(self) -> tuple[Loop, ...]:
        """The open ones first, by their day."""
        return tuple(sorted(self.found, key=lambda loop: (loop.state != "open", _sooner(loop), loop.said, loop.id)))

    def _take(self, one: Claimed) -> None:
        claim = one.claim
        if claim.type is ClaimType.ASKED:
            self._asked(one)
        elif claim.target is not None:
            self._aimed(one)
        elif claim.type is ClaimType.LOOP:
            self._open(one)
        elif claim.type is ClaimType.CLOSE:
            self._close(one)

    def _open(self, one: Claimed) -> None:
        """Told again with another day, an open one is put off; so is one with a day that is moved under another of its
        names."""
        if one.claim.mode is Mode.CORRECTS:
            self._another_day(one)
            return
        if self._moved(one) or self._is_read_anew(one):
            return
        words, moved = _words(one.claim.value), _words(one.claim.replaces)
        for at in self._open_with(words | moved):
            loop = self.found[at]
            gone = loop.due is not None and one.at.date() - loop.due.first > LATE
            is_moved = bool(moved) and loop.due is not None and moved <= self.told[at]
            alike = _alike(words, self.words[at]) and self._may_name(one, at, words)
            if not gone and (alike or is_moved):
                evidence = (*loop.evidence, one.turn) if one.turn and one.turn not in loop.evidence else loop.evidence
                what = loop.what if at in self.plain else max(loop.what, one.claim.value, key=len)
                sure = max(loop.confidence, one.claim.confidence)
                again = replace(loop, what=what, evidence=evidence, confidence=sure)
                self.found[at] = _put_off(again, one.claim.until)
                self.words[at] = _words(what)
                self.moved[at] |= moved
                self.deeds[at] |= _opened(one)
                self._note(at)
                return
        self._add(one)

    def _add(self, one: Claimed) -> None:
        words, moved = _words(one.claim.value), _words(one.claim.replaces)
        often = sum(loop.what == one.claim.value for loop in self.found)
        id_ = derived_id("loop", self.person, one.claim.value, often)
        evidence, sure = (one.turn,) if one.turn else (), one.claim.confidence
        wanted = is_reminder(one.claim.text)
        self.found.append(
            Loop(id_, one.claim.value, "open", one.claim.until, one.at, evidence, confidence=sure, is_reminder=wanted)
        )
        self.words.append(words)
        self.told.append(_words(one.claim.text))
        self.moved.append(moved)
        self.deeds.append(_opened(one))
        if one.source == "model":
            self.plain.add(len(self.found) - 1)
        self._note(len(self.found) - 1)

    def _is_read_anew(self, one: Claimed) -> bool:
        """Whether a model says more plainly what the rules read out of the same turn: that is called so from then on,
        under the id that it had."""
        if one.source != "model":
            return False
        words, due = _words(one.claim.value), one.claim.until
        here = [at for at, loop in enumerate(self.found) if loop.evidence == (one.turn,) and loop.state == "open"]
        new = [at for at in here if at not in self.plain]
        same = [at for at in new if words & self.words[at]] or [at for at in new if due and due == self.found[at].due]
        for at in same[:1]:
            sure = max(self.found[at].confidence, one.claim.confidence)
            again = replace(self.found[at], what=one.claim.value, confidence=sure)
            self.found[at], self.words[at] = _put_off(again, due), words
            self.deeds[at] |= _opened(one)
            self.plain.add(at)
            self._note(at)
        return bool(same)

    def _may_name(self, one: Claimed, at: int, words: frozenset[str]) -> bool:
        """Whether a model's words may mean what only the rules read out of another turn: half of them do."""
        return one.source != "model" or at in self.plain or len(words & self.words[at]) > ALIKE * len(words)

    def _note(self, at: int) -> None:
        for one in self.words[at] | self.told[at] | self.moved[at] | self.deeds[at]:
            self.having[one].add(at)

    def _open_with(self, some: Iterable[str]) -> list[int]:
        """The open ones that may have one of these words or deeds, the first told first."""
        having = set[int]().union(*(self.having[one] for one in some if one in self.having))
        return sorted(at for at in having if self.found[at].state == "open")

    def _moved(self, one: Claimed) -> bool:
        """Whether what a claim says to be put off was open: the one of that name that was told of last."""
        event = fold(one.claim.replaces)
        if not event:
            return False
        open_ = [at for at, loop in enumerate(self.found) if loop.state == "open" and event in fold(loop.what)]
        if open_:
            loop = self.found[open_[-1]]
            evidence = (*loop.evidence, one.turn) if one.turn else loop.evidence
            self.found[open_[-1]] = _put_off(replace(loop, evidence=evidence), one.claim.until)
        return bool(open_)

    def _another_day(self, one: Claimed) -> None:
        """ "They've moved it": the one that was told of last of those whose day had not gone by; else, as for
        "booked another", what has just been closed is open once more."""
        ahead = [
            at
            for at, loop in enumerate(self.found)
            if loop.state == "open" and loop.due and loop.due.first >= one.at.date() - NEAR
        ]
        if ahead:
            loop = self.found[ahead[-1]]
            evidence = (*loop.evidence, one.turn) if one.turn else loop.evidence
            self.found[ahead[-1]] = _put_off(replace(loop, evidence=evidence), one.claim.until)
            return
        over = [loop for loop in self.found if loop.state == "closed" and loop.due]
        late = [loop for loop in over if loop.due and timedelta(0) <= one.at.date() - loop.due.first <= NEAR]
        if late and one.claim.until:
            self._add(replace(one, claim=replace(one.claim, value=late[-1].what)))

    def _close(self, one: Claimed) -> None:
        """Close the open loops that share words; one that names none closes the one that is such a deed, or whose day
        it is. A mere report closes what it names once its day has come."""
        words = _nouns(one.claim.value) - SAYS_NOTHING
        if one.claim.confidence < CERTAIN:
            meant = self._told_done(one) or self._reported(one, words)
        else:
            before = self._before(one, words)
            named = [at for at in before if self._is_meant(at, words)]
            meant = self._nearest(named, one) or self._told_done(one) or self._unnamed(one, words)
        for at in meant:
            self._settle(at, one, "closed")

    def _unnamed(self, one: Claimed, words: frozenset[str]) -> list[int]:
        open_ = [at for at, loop in enumerate(self.found) if loop.state == "open" and one.turn not in loop.evidence]
        due = self._near(open_, one)[:1] if one.claim.until else []
        return self._only(open_, words, one) or due or self._done(open_, one)

    def _before(self, one: Claimed, some: Iterable[str]) -> list[int]:
        """The open ones that may have one of these, and that no words of this turn opened."""
        return [at for at in self._open_with(some) if one.turn not in self.found[at].evidence]

    def _reported(self, one: Claimed, words: frozenset[str]) -> list[int]:
        """The latest whose day has come, and that shares a word, or is such a deed; without a day, what shares two."""
        deed, said = deeds(one.claim.text, "opens"), _words(one.claim.value)
        near = self._before(one, words | deed | said)
        come = [at for at in near if words & self.words[at] or deed & self.deeds[at]]
        meant = [at for at in come if self.found[at].due and self._is_time(at, one, timedelta(0))]
        meant = meant or [at for at in near if self.found[at].due is None and len(said & self.words[at]) > 1]
        return sorted(meant, key=lambda at: _sooner(self.found[at]))[-1:]

    def _told_done(self, one: Claimed) -> list[int]:
        """The one whose deed, and whatever it is done to, a report names, be its day there or not."""
        said = _words(one.claim.text) | _words(one.claim.value)
        near = self._before(one, said)
        such = [at for at in near if self._head(at) in said and len(said & self.words[at]) > 1]
        return self._nearest(such, one)[-1:]

    def _is_meant(self, at: int, words: frozenset[str]) -> bool:
        """Whether what is over is this, by more than whose it is."""
        own = _meant(words, self.words[at]) and bool(words & _core(self.found[at].what))
        return own or _meant(words, self.moved[at])

    def _head(self, at: int) -> str:
        """What is to be done, where it is told first; "" where it is told last."""
        what = analyse(self.found[at].what)
        return what.words[0] if what.language == "en" and self.found[at].what[:1].islower() and what.words else ""

    def _only(self, open_: Sequence[int], words: frozenset[str], one: Claimed) -> list[int]:
        """The only one that has one of the few words, unless what is told as done is another deed."""
        done = deeds(one.claim.text, "closes") & APART
        if len(words) > FEW:
            return []
        named = [at for at in open_ if any(len(word) > 1 and word in fold(self.found[at].what) for word in words)]
        return (
            [at for at in named if not done or done & self.deeds[at] or self._head(at) in words]
            if len(named) == 1
            else []
        )

    def _done(self, open_: Sequence[int], one: Claimed) -> list[int]:
        """The one that is a deed that is told as done: of several, the one whose day is the nearest."""
        done, said = deeds(one.claim.text, "closes"), _words(one.claim.value)
        foreign = done <= OF_THINGS and len(said) > 1
        such = [at for at in open_ if done & self.deeds[at] and self._is_time(at, one)]
        such = [at for at in such if not foreign or said & (self.words[at] | self.told[at])]
        return self._nearest(such, one)[-1:]

    def _nearest(self, some: Sequence[int], one: Claimed) -> list[int]:
        """Those whose day is the nearest."""
        days = {at: abs(one.at.date() - due.first) if (due := self.found[at].due) else LATE for at in some}
        return [at for at in some if days[at] == min(days.values())]

    def _is_time(self, at: int, one: Claimed, early: timedelta = EARLY) -> bool:
        due = self.found[at].due
        return due is None or -early <= one.at.date() - due.first <= LATE

    def _near(self, open_: Sequence[int], one: Claimed) -> list[int]:
        """Those whose day, and no less, it was last, the latest first; none where two had the same day."""
        due = ((at, self.found[at].due) for at in open_)
        days = {at: one.at.date() - day.first for at, day in due if day and day.precision == "day"}
        near = sorted((day, at) for at, day in days.items() if timedelta(0) <= day <= NEAR)
        return [at for _, at in near] if len(near) < 2 or near[0][0] < near[1][0] else []

    def _asked(self, one: Claimed) -> None:
        for at, loop in enumerate(self.found):
            if loop.id == one.claim.target and one.turn and one.turn not in loop.asked:
                self.found[at] = replace(loop, asked=(*loop.asked, one.turn))

    def _aimed(self, one: Claimed) -> None:
        """What the owner does with a loop, or what the person answers who was asked about it while it was open."""
        for at, loop in enumerate(self.found):
            aimed = loop.id == one.claim.target or loop.what == one.claim.replaces
            if not aimed or (one.source == "system" and loop.state != "open"):
                continue
            if one.claim.type is ClaimType.CLOSE:
                self._settle(at, one, "closed")
            elif one.claim.mode is Mode.FORGETS:
                self._settle(at, one, "dropped")
            elif one.claim.until:
                self.found[at] = _put_off(replace(loop, state="open", closed_by=()), one.claim.until)

    def _settle(self, at: int, one: Claimed, state: LoopState) -> None:
        turns = (one.turn,) if one.turn else ()
        self.found[at] = replace(self.found[at], state=state, closed_by=turns)


def _put_off(loop: Loop, due: Day | None) -> Loop:
    """With another day, it will be asked about once more."""
    return replace(loop, due=due, asked=()) if due and due != loop.due else loop


def _opened(one: Claimed) -> frozenset[str]:
    return deeds(f"{one.claim.value}\n{one.claim.text}", "opens")


def _words(text: str) -> frozenset[str]:
    return frozenset(analyse(AWAITED.sub("", text)).words)


def _core(what: str) -> frozenset[str]:
    """The words of what it is, but for whose."""
    return _words(OWNER.sub("", what)) or _words(what)


def _nouns(text: str) -> frozenset[str]:
    """The words but for what is written as a verb; if there is nothing else, those."""
    words = _words(text)
    return frozenset(word for word in words if not VERB.fullmatch(word)) or words


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared > 0 and shared > ALIKE * min(len(one), len(other))


def names(text: str, loop: Loop) -> bool:
    """Whether a text speaks of what was left open."""
    return _meant(_words(text), _words(loop.what))


def _meant(said: frozenset[str], what: frozenset[str]) -> bool:
    """Whether what is over is this: half of its words, or its one word, or two of them."""
    shared = len(said & what)
    return shared > 0 and (shared >= 2 or shared * 3 >= len(what))
