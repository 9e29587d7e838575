"""What goes with a part of what there is of a person.

What answers it goes with it, and so does whatever characters said later that they can only know from it. The person's
own words elsewhere stay.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID

from lumina.clock import LAST
from lumina.distil.known import known
from lumina.erasure.part import Chosen, Gone, Part
from lumina.errors import BadInput, UnknownUnit, because
from lumina.known import ME, Claim, Claimed, ClaimType, Known
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.memory.described import described
from lumina.models import Role, Turn, may_see
from lumina.stores.history import typed_texts
from lumina.stores.notified_postgres import Notification
from lumina.stores.opening import Stores

Fits = Callable[[str], bool]
"""Whether a text is of the topic."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """`characters` are all there are, by their ids."""

    stores: Stores
    characters: Sequence[str]

    async def of(self, person: str, part: Part) -> Chosen:
        """In the order in which it was said. Raises BadInput where the part is no part; UnknownUnit."""
        scope, stores = part.scope, self.stores
        turns = await described(stores.images, [turn async for turn in stores.transcript.export(person)])
        claims = await stores.claims.of(person)
        found = _Found(person, part, turns, claims)
        chosen = found.turns()
        if part.character:
            heard = [turn for turn in chosen if may_see(part.character, turn.witnesses)]
            others = tuple(one for one in (person, *self.characters) if one != part.character)
            ids = tuple(turn.id for turn in heard)
            return Chosen(Gone(scope, ids, character=part.character, others=others), heard)
        typed = self._typed(person, found, chosen)
        told = tuple(one.id for one in await self._notified(person) if found.is_of_topic(one.text))
        ids = tuple(turn.id for turn in chosen)
        return Chosen(Gone(scope, ids, found.acts(chosen), told, typed), chosen)

    async def _notified(self, person: str) -> list[Notification]:
        return await self.stores.notifications.all(person)

    def _typed(self, person: str, found: "_Found", chosen: Sequence[Turn]) -> tuple[bytes, ...]:
        """Digests of the lines that say the same as a turn which goes (be it to `@somebody`), or are of the topic."""
        said = {turn.text.strip() for turn in chosen if turn.role is Role.PERSON} - {""}
        lines = typed_texts(self.stores.folder.home, person)
        gone = {line for line in lines if found.is_of_topic(line) or said & {line, line.partition(" ")[2].strip()}}
        return tuple(self.stores.folder.pseudonyms.of(line) for line in sorted(gone))


class _Found:
    """Of one person, for one part."""

    def __init__(self, person: str, part: Part, turns: Sequence[Turn], claims: Sequence[Claimed]) -> None:
        self._person, self._part, self._turns, self._claims = person, part, turns, claims
        self._known = known(person, claims, LAST)
        self.is_of_topic: Fits = _about(part.topic, self._known) if part.topic.strip() else _nothing

    def turns(self) -> list[Turn]:
        chosen = {turn.id for turn in self._turns if self._is_asked_for(turn)}
        if self._part.character:
            return self._in_order(chosen)
        chosen |= _answers(self._turns, chosen)
        if self._part.scope != "topic":
            chosen |= self._derived(chosen)
        return self._in_order(chosen)

    def _is_asked_for(self, turn: Turn) -> bool:
        part = self._part
        if part.thread is not None:
            return turn.thread == part.thread
        if part.first is not None or part.last is not None:
            return (part.first is None or part.first <= turn.at) and (part.last is None or turn.at < part.last)
        if part.fact is not None:
            return turn.id in self._evidence
        return self.is_of_topic(turn.text) if part.topic.strip() else True

    @property
    def _evidence(self) -> Set[UUID]:
        """The turns by which the fact is known, in all of its versions."""
        fact = next((one for one in self._known.facts if one.id == self._part.fact), None)
        if fact is None:
            raise UnknownUnit(person=self._person, unit=self._part.fact)
        return {*fact.evidence, *(change.turn for change in fact.history if change.turn)}

    def _in_order(self, chosen: Collection[UUID]) -> list[Turn]:
        return [turn for turn in self._turns if turn.id in chosen]

    def acts(self, chosen: Sequence[Turn]) -> tuple[UUID, ...]:
        """What the owner did with units that rest on those turns alone."""
        before, after = self._known, self._without({turn.id for turn in chosen})
        gone = _units(before) - _units(after)
        return tuple(one.id for one in self._claims if one.turn is None and _is_about(one.claim, gone, before, after))

    def _without(self, chosen: Collection[UUID]) -> Known:
        return known(self._person, [one for one in self._claims if one.turn not in chosen], LAST)

    def _derived(self, chosen: Collection[UUID]) -> set[UUID]:
        """Later words of characters that say what was known by those turns alone, unless they were just told it."""
        gone = _words(self._known) - _words(self._without(chosen))
        first = min((turn.at for turn in self._turns if turn.id in chosen), default=LAST)
        found: set[UUID] = set()
        told: Set[str] = frozenset()
        for turn in self._turns:
            words = frozenset(analyse(turn.text).words)
            if turn.role is not Role.CHARACTER:
                told = frozenset() if turn.id in chosen else words
            elif turn.at >= first and any(unit <= words and not unit <= told for unit in gone):
                found.add(turn.id)
        return found


def _answers(turns: Iterable[Turn], chosen: Collection[UUID]) -> set[UUID]:
    """What characters said to those turns, until somebody else spoke in the thread."""
    threads: dict[UUID, list[Turn]] = {}
    for turn in turns:
        threads.setdefault(turn.thread, []).append(turn)
    found: set[UUID] = set()
    for thread in threads.values():
        for before, turn in pairwise(thread):
            is_answer = turn.role is Role.CHARACTER and (before.role is not Role.CHARACTER or before.id in found)
            if is_answer and (before.id in chosen or before.id in found):
                found.add(turn.id)
    return found


def _about(topic: str, known_: Known) -> Fits:
    """Texts that have all words of the topic, or of another name of somebody whom it names."""
    spellings = {fold(topic.strip()): topic.strip()}  # words are read as they are written: きうい is 来うい
    for one in known_.people:
        names = {fold(name): name for name in (one.name, *one.aliases) if fold(name) != fold(one.relation)}
        if names.keys() & spellings.keys():
            spellings = {**names, **spellings}
    alternatives = [(one, frozenset(analyse(written).words)) for one, written in sorted(spellings.items())]
    if not any(words for _, words in alternatives):
        raise BadInput(why=because("'{topic}' has no word that could be looked for", topic=topic))

    def fits(text: str) -> bool:
        folded, said = fold(text), frozenset(analyse(text).words)
        return any((words and words <= said) or (not one.isascii() and one in folded) for one, words in alternatives)

    return fits


def _nothing(_: str) -> bool:
    return False


def _words(units: Known) -> frozenset[frozenset[str]]:
    """The words of each unit's value: what a character would say of it."""
    values = [*(fact.value for fact in units.facts), *(one.name for one in units.people)]
    values += [loop.what for loop in units.loops]
    return frozenset(words for value in values if (words := frozenset(analyse(value).words)))


def _units(units: Known) -> Set[UUID]:
    return {one.id for some in (units.facts, units.people, units.loops) for one in some}


def _is_about(claim: Claim, gone: Collection[UUID], before: Known, after: Known) -> bool:
    """Whether an act of the owner's has nothing left that it could be about."""
    if claim.type is ClaimType.PERSON:
        return any(name in before.names and name not in after.names for name in map(fold, _called(claim)))
    if claim.type is ClaimType.FACT:
        values = {fact.value for fact in after.facts if fact.kind == claim.kind}
        return claim.target in gone or (claim.target not in _units(after) and claim.replaces not in values)
    return claim.target is None or claim.target not in _units(after)


def _called(claim: Claim) -> Iterator[str]:
    yield from (name for name in (claim.value, *claim.names) if name and name != ME)
