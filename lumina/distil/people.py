"""Who is who: people and pets by each of the names they are called, and as the owner told them apart, or took them
for one. A pure fold, like that of the facts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lumina.known import ME, Claim, Claimed, ClaimType, Mode, Somebody
from lumina.language.scripts import fold
from lumina.models import derived_id

BY_HAND = frozenset({Mode.MERGES, Mode.SPLITS})


@dataclass(slots=True)
class People:
    """Somebody by each name. Claims come in the order in which they were said; what the owner says of two holds as soon
    as both are known, and against whatever turns say later."""

    person: str
    called: dict[str, str] = field(default_factory=dict[str, str])
    apart: set[frozenset[str]] = field(default_factory=set[frozenset[str]])
    related: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    met: list[Claimed] = field(default_factory=list[Claimed])
    waiting: list[Claim] = field(default_factory=list[Claim])
    found: dict[str, Somebody] = field(default_factory=dict[str, Somebody])
    relations: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, person: str, ordered: Iterable[Claimed]) -> "People":
        """Everybody whom these claims speak of."""
        people = cls(person)
        for one in ordered:
            if one.claim.type is ClaimType.PERSON:
                people._take(one)
        for one in people.met:
            people._mention(one)
        for somebody in people.found.values():
            if somebody.relation:
                people.relations[fold(somebody.relation)].append(somebody.name)
        return people

    def _take(self, one: Claimed) -> None:
        if one.claim.mode in BY_HAND:
            self.waiting.append(one.claim)
        elif names := _names(one.claim):
            self._call(names)
            self.met.append(one)
        self.waiting = [claim for claim in self.waiting if not self._by_hand(claim)]

    def _call(self, names: Sequence[str]) -> None:
        """Whoever is called one of these is called the others, too, unless the owner said otherwise."""
        known = next((name for name in names if fold(name) in self.called and not self._differ(names[0], name)), "")
        who = self.called[fold(known)] if known else names[0]
        self.called |= {fold(name): who for name in names if not self._differ(name, who)}

    def _differ(self, name: str, other: str) -> bool:
        """Whether the owner told the two apart."""
        if not self.apart:
            return False
        group = self._group(self.called.get(fold(other), other))
        return any(frozenset({fold(name), one}) in self.apart for one in {*group, fold(other)})

    def _group(self, who: str) -> set[str]:
        return {name for name, called in self.called.items() if called == who}

    def _by_hand(self, claim: Claim) -> bool:
        """Whether it could be done: all whom it names are known."""
        names = [fold(name) for name in claim.names]
        if fold(claim.value) not in self.called or not all(name in self.called for name in names):
            return False
        if claim.mode is Mode.MERGES:
            self._merge(self.called[fold(claim.value)], names)
        else:
            self._split(self.called[fold(claim.value)], claim)
        return True

    def _merge(self, who: str, names: Sequence[str]) -> None:
        others = {self.called[name] for name in names} - {who}
        joined = {name for name, called in self.called.items() if called in others}
        ours = self._group(who)
        self.apart -= {frozenset({one, other}) for one in ours for other in joined}
        self.related = {at: name for at, name in self.related.items() if name not in others}
        self.called |= dict.fromkeys(joined, who)

    def _split(self, who: str, claim: Claim) -> None:
        """Some of the names become somebody else's; or, of two who are called alike, the one of that relation does."""
        off = [name for name in claim.names if self.called[fold(name)] == who]
        if claim.kind:
            name = f"{who} ({claim.kind})"
            self.related[who, fold(claim.kind)] = name
            self.called[fold(name)] = name
        elif off:
            self.called |= {fold(name): off[0] for name in off}
            kept = self._group(who)
            self.apart |= {frozenset({one, fold(other)}) for one in kept for other in off}

    def _mention(self, one: Claimed) -> None:
        claim, names = one.claim, _names(one.claim)
        called = self.called[fold(names[0])]
        who = self.related.get((called, fold(claim.kind)), called)
        before = self.found.get(who) or Somebody(derived_id("somebody", self.person, who), who, (), "", ())
        own = [name for name in names if name != who and self.called[fold(name)] == called]
        mentions = (*before.mentions, one.turn) if one.turn and one.turn not in before.mentions else before.mentions
        self.found[who] = replace(
            before,
            aliases=tuple(dict.fromkeys([*before.aliases, *own])),
            relation=claim.kind or before.relation,
            mentions=mentions,
        )

    def name_of(self, about: str) -> str:
        """The name of whoever is called so, or is the only one who is that to the person."""
        if about == ME or fold(about) in self.called:
            return self.called.get(fold(about), about)
        related = self.relations.get(fold(about), [])
        return related[0] if len(related) == 1 else about

    def told(self) -> tuple[Somebody, ...]:
        """Whoever is spoken of most comes first."""
        return tuple(sorted(self.found.values(), key=lambda one: (-len(one.mentions), one.name)))

    def names(self) -> Mapping[str, str]:
        return dict(self.called)


def _names(claim: Claim) -> list[str]:
    return [name for name in (claim.value, *claim.names) if name]
