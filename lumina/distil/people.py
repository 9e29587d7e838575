"""Who is who: people and pets by each of the names they are called, and as the owner told them apart, took them for
one, or wants to have forgotten them. A pure fold, like that of the facts."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lumina.distil.claims.japanese.relations import NORMAL
from lumina.known import ME, Claim, Claimed, ClaimType, Mode, Somebody
from lumina.language.japanese import reading
from lumina.language.scripts import CJK, fold
from lumina.models import derived_id

TITLED = re.compile(r"(?:dr|doctor|mr|mrs|ms|miss|prof|professor|rev)\.? (?P<name>\w+)")
"""A title before a surname, folded."""

BY_HAND = frozenset({Mode.MERGES, Mode.SPLITS})


@dataclass(slots=True)
class People:
    """Whom each folded name calls. Claims come in the order in which they were said; what the owner says of two holds
    as soon as both are known, and against whatever turns say later."""

    person: str
    called: dict[str, str] = field(default_factory=dict[str, str])
    spelt: dict[str, str] = field(default_factory=dict[str, str])
    apart: set[frozenset[str]] = field(default_factory=set[frozenset[str]])
    joined: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    namesakes: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    waiting: list[Claim] = field(default_factory=list[Claim])
    heard_of: set[str] = field(default_factory=set[str])
    found: dict[str, Somebody] = field(default_factory=dict[str, Somebody])
    relations: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    said: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set[tuple[str, str, tuple[str, ...]]])
    denied: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    surnames: set[str] = field(default_factory=set[str])
    whole: dict[str, tuple[Somebody, tuple[str, ...], Somebody]] = field(
        default_factory=dict[str, tuple[Somebody, tuple[str, ...], Somebody]]
    )
    by_hand: bool = False
    """What was said of somebody; who is said not to be what they were taken for; the surnames of those with a title;
    everybody as they were last told of, with what was added; whether the owner ever told people apart, or took them for
    one."""

    @classmethod
    def of(cls, person: str, ordered: Iterable[Claimed]) -> "People":
        """Everybody whom these claims speak of."""
        people = cls(person)
        spoken_of = [one for one in ordered if one.claim.type is ClaimType.PERSON]
        people.denied = {_what_they_are(one.claim) for one in spoken_of if one.claim.mode is Mode.DENIES}
        for one in spoken_of:
            people._take(one.claim)
        people._find_names(one.claim for one in spoken_of if one.claim.mode is not Mode.FORGETS)
        people._leave_titles_out()
        people._mention_all(spoken_of)
        return people

    def go_on(self, more: Iterable[Claimed]) -> bool:
        """With these claims, which stand behind all others, where they say no more than was said before, or name
        somebody new. Where one tells more of those who are known, or the owner has told people apart, False: then all
        must be read anew."""
        spoken_of = [one for one in more if one.claim.type is ClaimType.PERSON]
        for one in spoken_of:
            new = one.claim.mode not in {Mode.FORGETS, Mode.DENIES} and (
                _said(one.claim) in self.said or self._is_new(one.claim)
            )
            if self.by_hand or not new:
                return False
            self._take(one.claim)
        self._mention_all(spoken_of)
        return True

    def _is_new(self, claim: Claim) -> bool:
        """Whether it names nobody who is known in any way, and so changes nothing of who is who."""
        if claim.mode in BY_HAND or fold(claim.kind) in self.called:
            return False
        names = [fold(name) for name in _names(claim)]
        known = (self.called.keys(), self.heard_of, self.surnames, {fold(claim.kind)})
        return not any(name in some for some in known for name in names) and not any(map(TITLED.fullmatch, names))

    def _mention_all(self, claims: Iterable[Claimed]) -> None:
        for one in claims:
            if one.claim.mode is Mode.FORGETS:
                self.found.pop(self.called.get(fold(one.claim.value), ""), None)
            elif one.claim.mode not in BY_HAND:
                self._mention(one)
        self.relations.clear()
        for somebody in self.found.values():
            self.relations[fold(somebody.relation)].append(somebody.name)

    def _take(self, claim: Claim) -> None:
        if claim.mode is Mode.FORGETS:
            return
        self.said.add(_said(claim))
        if claim.mode in BY_HAND:
            self.by_hand = True
            self.waiting.append(claim)
        elif names := _names(claim):
            self._call(names, "" if _what_they_are(claim) in self.denied else claim.kind)
            self.heard_of.add(fold(claim.kind))
        self.waiting = [one for one in self.waiting if not self._by_hand(one)]

    def _call(self, names: Sequence[str], relation: str) -> None:
        """Whoever is called one of these is called the others, too, but for those whom the owner told apart. Who had no
        name but what they are to the person gets the one that is told."""
        for name in names:
            self.spelt.setdefault(fold(name), name)
        who = next((self.called[fold(name)] for name in names if self._may_be(name, names[0])), names[0])
        if fold(who) == fold(relation) or NORMAL.get(who) == relation:
            self.called |= dict.fromkeys(self._group(who), names[0])
            who = names[0]
        for name in map(fold, names):
            other = self.called.get(name, "")
            if other != who and not self._are_apart(who, other or name):
                self.called |= dict.fromkeys(self._group(other) | {name}, who)
            self.called.setdefault(name, self.spelt[name])

    def _find_names(self, claims: Iterable[Claim]) -> None:
        """Who was spoken of by no more than what they are to the person (姉) is the one who is, where one alone is."""
        named = defaultdict[str, set[str]](set)
        for claim in claims:
            is_told = claim.mode is Mode.IS and _what_they_are(claim) not in self.denied
            if is_told and claim.kind and fold(claim.value) != fold(claim.kind):
                named[fold(claim.kind)].add(self.called[fold(claim.value)])
        for relation, names in named.items():
            who = self.called.get(relation)
            if len(names) == 1 and who and fold(who) == relation and not self._are_apart(who, *names):
                self.called |= dict.fromkeys(self._group(who), next(iter(names)))

    def _leave_titles_out(self) -> None:
        """Dr Nygaard is Nygaard, where nobody else with a title is called so."""
        titled = defaultdict[str, set[str]](set)
        for name in self.called:
            if match := TITLED.fullmatch(name):
                titled[match["name"]].add(name)
        self.surnames = {*titled}
        for name, full in titled.items():
            who = self.called.get(name)
            if who and len(full) == 1 and not self._are_apart(who, self.called[next(iter(full))]):
                self.called |= dict.fromkeys(self._group(who), self.called[next(iter(full))])

    def _may_be(self, name: str, other: str) -> bool:
        """Whether the first is somebody already, and may be the other."""
        who = self.called.get(fold(name))
        return who is not None and not self._are_apart(who, self.called.get(fold(other), other))

    def _are_apart(self, one: str, other: str) -> bool:
        """Whether the owner told the two apart, by any of their names."""
        if not self.apart:
            return False
        ours, theirs = ({fold(who), *self._group(who)} for who in (one, other))
        return any(frozenset({name, their}) in self.apart for name in ours for their in theirs)

    def _group(self, who: str) -> set[str]:
        return {name for name, called in self.called.items() if called == who}

    def _by_hand(self, claim: Claim) -> bool:
        """Do what the owner says; whether it could be done: all whom it names are known."""
        names = [fold(name) for name in claim.names]
        if any(name not in self.called for name in (fold(claim.value), *names)):
            return False
        if claim.kind and fold(claim.kind) not in self.heard_of:
            return False
        who = self.called[fold(claim.value)]
        if claim.mode is Mode.MERGES:
            self._merge(who, {self.called[name] for name in names} - {who})
        elif claim.kind:
            self._tell_namesakes_apart(who, claim.kind)
        else:
            self._split(who, claim.names)
        return True

    def _merge(self, who: str, others: set[str]) -> None:
        ours = self._group(who)
        for other in others:
            theirs = self._group(other)
            self.joined[fold(other)] = frozenset(theirs)
            self.apart -= {frozenset({one, name}) for one in ours for name in theirs}
            self.called |= dict.fromkeys(theirs, who)
        self.namesakes = {at: name for at, name in self.namesakes.items() if name not in others}

    def _split(self, who: str, names: Sequence[str]) -> None:
        """These become somebody else's; with a name that was merged with others, these go, too."""
        named = {fold(name): name for name in names if self.called[fold(name)] == who}
        off = {*named, *(one for name in named for one in self.joined.get(name, ()) if self.called[one] == who)}
        kept = self._group(who) - off
        if not kept or not named:
            return
        if fold(who) in off:
            off, kept = kept, off
        self.called |= dict.fromkeys(
            off, next((name for key, name in named.items() if key in off), self.spelt[min(off)])
        )
        self.apart |= {frozenset({one, other}) for one in kept for other in off}

    def _tell_namesakes_apart(self, who: str, relation: str) -> None:
        """Of two who are called alike, the one of this relation is somebody else."""
        name = f"{who} ({relation})"
        self.spelt[fold(name)] = name
        self.namesakes[who, fold(relation)] = name
        self.called[fold(name)] = name

    def _mention(self, one: Claimed) -> None:
        by_whom: dict[str, list[str]] = {}
        for name in _names(one.claim):
            called = self.called[fold(name)]
            by_whom.setdefault(self.namesakes.get((called, fold(one.claim.kind)), called), []).append(name)
        for at, (who, names) in enumerate(by_whom.items()):
            self._count(who, names, one, "" if at else one.claim.kind)

    def _count(self, who: str, names: Sequence[str], one: Claimed, relation: str) -> None:
        before = self.found.get(who) or Somebody(derived_id("somebody", self.person, who), who, (), "", ())
        others = [name for name in names if name != who]
        mentions = (*before.mentions, one.turn) if one.turn and one.turn not in before.mentions else before.mentions
        over = one.claim.mode in {Mode.ENDS, Mode.DENIES}
        told = ("" if before.relation == relation else before.relation) if over else relation or before.relation
        self.found[who] = replace(
            before,
            aliases=tuple(dict.fromkeys([*before.aliases, *others])),
            relation=told,
            mentions=mentions,
        )

    def name_of(self, about: str) -> str:
        """The name of whoever is called so, or is the only one who is that to the person."""
        if about == ME or fold(about) in self.called:
            return self.called.get(fold(about), about)
        related = self.relations.get(fold(about), [])
        return related[0] if len(related) == 1 else about

    def told(self) -> tuple[Somebody, ...]:
        """Whoever is spoken of most comes first; with how each name is read, and the relation of those who alone have
        it: by these they are called, too."""
        return tuple(
            sorted(map(self._with_all_names, self.found.values()), key=lambda one: (-len(one.mentions), one.name))
        )

    def _with_all_names(self, one: Somebody) -> Somebody:
        also = tuple(self._also(one))
        before = self.whole.get(one.name)
        if before is None or before[0] is not one or before[1] != also:
            whole = replace(one, aliases=tuple(dict.fromkeys([*one.aliases, *also]))) if also else one
            before = self.whole[one.name] = (one, also, whole)
        return before[2]

    def _also(self, one: Somebody) -> Iterator[str]:
        relation = fold(one.relation)
        alone = relation and len(self.relations[relation]) == 1 and relation not in self.called
        if alone and (one.relation in NORMAL or not CJK.search(relation)):
            yield one.relation
        if CJK.search(one.name) and (read := reading(one.name)) not in self.called and read != fold(one.name):
            yield read

    def names(self) -> Mapping[str, str]:
        """Whom each folded name calls; in Japanese a relation is a name, too, where one alone has it (兄)."""
        kin = {relation: names[0] for relation, names in self.relations.items() if len(names) == 1}
        return {relation: name for relation, name in kin.items() if CJK.search(relation)} | self.called


def _names(claim: Claim) -> list[str]:
    return [name for name in (claim.value, *claim.names) if name]


def _what_they_are(claim: Claim) -> tuple[str, str]:
    return fold(claim.value), fold(claim.kind)


def _said(claim: Claim) -> tuple[str, str, tuple[str, ...]]:
    return claim.value, claim.kind, claim.names
