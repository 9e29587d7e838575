"""What the rules and a model read out of the same turn, put together: neither takes away what the other found."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from uuid import UUID

from lumina.distil.lasting import BESIDE, CERTAIN
from lumina.distil.values import same_value, same_words, words_of
from lumina.known import Claim, Claimed, ClaimType, Mode
from lumina.language.kinds import kinds

OVER = frozenset({Mode.ENDS, Mode.WAS})
STATES = frozenset({Mode.IS, *OVER})

READ_AS_NUMBERS = frozenset({"age", "birthday"})
"""Kinds of which nobody has two, and that the rules write in one way: thirty-four is 34."""

NameOf = Callable[[str], str]
"""Whom somebody is who is called so."""


def united(claims: Sequence[Claimed], name_of: NameOf) -> Iterator[Claimed]:
    """All claims, but for those of a model that contradict what the rules are sure of in the same turn.

    What the rules merely guessed gives way where the model reads that kind of fact out of the turn in another way, and
    stands in the history as corrected. What is over is what the model says of a turn of which it says anything.
    """
    by_rules = defaultdict[UUID | None, list[Claim]](list)
    by_model = defaultdict[UUID | None, list[Claimed]](list)
    for one in claims:
        if one.source == "rules":
            by_rules[one.turn].append(one.claim)
        elif one.source == "model" and one.claim.type is not ClaimType.READ:
            by_model[one.turn].append(one)
    for one in claims:
        if one.source == "rules":
            yield from _with_the_model(one, by_model[one.turn], name_of)
        elif one.source != "model" or not by_rules[one.turn]:
            yield one
        elif claim := _beside(one.claim, by_rules[one.turn], by_model[one.turn], name_of):
            yield replace(one, claim=claim)


def _with_the_model(one: Claimed, model: Sequence[Claimed], name_of: NameOf) -> Iterator[Claimed]:
    """What the rules claim, and, where it is a guess that the model does not share, that it was one."""
    if one.claim.type is ClaimType.CLOSE and model:
        return
    yield one
    if one.claim.type is not ClaimType.FACT or one.claim.mode is not Mode.IS or _is_sure(one.claim):
        return
    of_kind = [by for by in model if by.claim.type is ClaimType.FACT and by.claim.kind == one.claim.kind]
    about = name_of(one.claim.about)
    if of_kind and not any(name_of(by.claim.about) == about and _same(by.claim, one.claim) for by in of_kind):
        wrong = replace(one.claim, mode=Mode.CORRECTS, target=one.id, replaces=one.claim.value)
        yield replace(of_kind[0], claim=wrong)


def _beside(claim: Claim, rules: Sequence[Claim], model: Sequence[Claimed], name_of: NameOf) -> Claim | None:
    """What a model claims beside the rules; None where they know better."""
    alike = [one for one in rules if one.type is claim.type]
    if claim.type is ClaimType.LOOP:
        return _on_its_day(claim, alike)
    if claim.type is not ClaimType.FACT or claim.kind not in kinds():
        return claim
    sure = [one for one in alike if one.kind == claim.kind and one.mode in STATES and one.value and _is_sure(one)]
    about = name_of(claim.about)
    own = [one for one in sure if name_of(one.about) == about]
    whose = {name_of(one.about) for one in sure if _same(one, claim)}
    named = {name_of(by.claim.about) for by in model if by.claim.kind == claim.kind and _same(by.claim, claim)}
    if not own:
        return None if whose - named else claim
    return _of_the_same(claim, own)


def _of_the_same(claim: Claim, sure: Iterable[Claim]) -> Claim | None:
    """The claim beside what the rules are sure of, of the same kind and somebody: it says the same, or what was before,
    or the contrary, or, where one holds at once, something else, which is to be asked about."""
    for one in sure:
        if same_value(one.value, claim.value) and (one.mode in OVER) == (claim.mode in OVER):
            return claim
        if _same(one, claim):
            return claim if claim.replaces and one.mode in OVER and claim.mode is Mode.IS else None
        if claim.mode is Mode.IS and same_value(one.replaces, claim.value):
            return None
        if not kinds()[claim.kind].many and one.mode is claim.mode is Mode.IS:
            asked = replace(claim, confidence=min(claim.confidence, BESIDE), replaces="")
            return None if claim.kind in READ_AS_NUMBERS else asked
    return claim


def _on_its_day(claim: Claim, rules: Iterable[Claim]) -> Claim:
    """Something left open, due on the day that the rules reckoned: a model is no calendar."""
    words = words_of(claim.value)
    days = [
        one.until
        for one in rules
        if one.until and one.until.precision == "day" and _is_sure(one) and words & words_of(one.value)
    ]
    return replace(claim, until=days[0]) if days and claim.until not in days else claim


def _is_sure(one: Claim) -> bool:
    return one.confidence >= CERTAIN


def _same(one: Claim, other: Claim) -> bool:
    """Whether two claims of a turn speak of the same in whatever words."""
    values = one.value, other.value
    return same_value(*values) or same_words(*values) or same_words(*reversed(values))
