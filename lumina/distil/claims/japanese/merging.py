"""What the rules of single sentences say, and what the clauses say, put together."""

import re
from collections.abc import Collection, Iterator, Sequence

from lumina.distil.claims.japanese.clauses.naming import PET, Introduced
from lumina.distil.claims.japanese.relations import kind_of
from lumina.known import ME, Claim, ClaimType
from lumina.language.japanese import content_morphemes
from lumina.language.kinds import are_near


def introduced_so(found: Sequence[Introduced], text: str, but: Collection[str]) -> Iterator[Claim]:
    """Those who are called so by what the talk was about, `but` those whom a rule introduced."""
    for one in (one for one in found if one.name not in but):
        names = (one.called,) if one.called != one.name else ()
        yield Claim(ClaimType.PERSON, ME, one.relation, one.name, text, one.sure, names=names)
        if kind := "pet" if one.relation == PET else kind_of(one.relation):
            yield Claim(ClaimType.FACT, ME, kind, f"{one.name}（{one.relation}）", text, one.sure)


def merged(claims: Sequence[Claim], said: Sequence[Claim]) -> list[Claim]:
    """The claims of the rules, and what was said in clauses besides. Of whom something is said the clauses know."""
    kept = [
        one for one in claims if not (_is_someone_elses(one, said) or _is_cut_short(one, said) or _is_list(one, said))
    ]
    more = (one for one in _further(said, kept) if one.about != ME or not _is_someone_elses(one, kept))
    return [*kept, *more]


def not_understood(stated: Sequence[Claim], claims: Sequence[Claim]) -> Iterator[Claim]:
    """What is only kept as it is stated, but where something near it was understood in the same words."""
    facts = [one for one in claims if one.type is ClaimType.FACT]
    for one in stated:
        told = " ".join(two.value for two in facts)
        near = any(are_near(one.kind, two.kind) and _shares(one, two) for two in facts)
        if not near and not _is_told(one.value, told):
            yield one


def _shares(stated: Claim, claim: Claim) -> bool:
    """Whether a claim is of words that stand in what is stated, or says it in other words."""
    words = [word for word in re.split(r"[（）はをがにでの]", claim.value) if len(word) > 1]
    return any(word in stated.value for word in (claim.value, *words)) or claim.value not in stated.text


def _is_told(value: str, told: str) -> bool:
    """Whether every noun of it stands in what was understood."""
    nouns = [word.surface for word in content_morphemes(value) if word.part[0] == "名詞"]
    return bool(nouns) and bool(told) and all(noun in told for noun in nouns)


def _is_list(claim: Claim, said: Sequence[Claim]) -> bool:
    """Whether clauses say each of what a rule caught together: りんごと桃."""
    return sum((one.kind, one.about) == (claim.kind, claim.about) and one.value in claim.value for one in said) > 1


def _is_cut_short(claim: Claim, said: Sequence[Claim]) -> bool:
    """Whether a clause says the same school in full: 看護学生, of which a rule caught 学生."""
    return claim.kind == "school" and any(
        one.kind == "school"
        and (one.about, one.mode) == (claim.about, claim.mode)
        and one.value != claim.value
        and claim.value in one.value
        for one in said
    )


def _is_someone_elses(claim: Claim, told: Sequence[Claim]) -> bool:
    """Whether the same is said of somebody else, and this only of the speaker."""
    return claim.kind != "family" and any(
        one.about not in {ME, claim.about}
        and one.kind == claim.kind
        and one.mode is claim.mode
        and _same_words(one.value, claim.value)
        for one in told
    )


def _further(told: Sequence[Claim], claims: Sequence[Claim]) -> Iterator[Claim]:
    """What the clauses say and the rules did not."""
    for one in told:
        same = [two for two in claims if _is_alike(one, two)]
        if not any(
            one.kind == "habit" or _same_words(one.value, two.value) or (one.replaces and one.replaces in two.value)
            for two in same
        ):
            yield one


def _is_alike(one: Claim, two: Claim) -> bool:
    """Whether two claims may say the same: of one and the same; or what happens, or who is dead, however it is put."""
    if (one.kind, two.kind) == ("workplace", "job") and one.value == two.value:
        return one.about == two.about
    if one.kind == two.kind == "habit":
        return one.about == two.about
    if {one.kind, two.kind} <= {"plan", "event"} or one.kind == two.kind == "family":
        return True
    return (two.kind, two.about) == (one.kind, one.about) and two.mode is one.mode


def _same_words(one: str, other: str) -> bool:
    """Whether one value stands within the other."""
    return one in other or other in one
