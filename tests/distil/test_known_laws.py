"""What holds of all that is known, whatever was claimed, in whatever order, and whatever the owner did."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.life import MORNING
from lumina.distil.known import Fold, known
from lumina.distil.lasting import holding
from lumina.distil.summaries.material import Material, Pace
from lumina.distil.values import same_value, saying
from lumina.known import ME, Claim, Claimed, ClaimType, Day, Fact, Known, Mode, UnitState, claim_id, owner_claim_id
from lumina.memory.claims_codec import pack_claim, unpack_claim

PERSON = "葵"
END = MORNING + timedelta(days=1000)
VIEWERS = ("lumina", "clarisse", "nox")
NAMES = ("結衣", "ゆい", "ナナ", "田中")
KINDS = ("home", "job", "likes", "dislikes", "event", "note")
VALUES = ("京都", "京都市", "大阪", "8日", "18日", "コーヒー")

names = st.sampled_from(NAMES)
called = names | st.sampled_from(("妹", "友人", "Dr Sato", "Sato", "Mr Sato"))
"""Also by what somebody is, and by a title."""
values = st.sampled_from(VALUES)
kinds = st.sampled_from(KINDS)
sure = st.sampled_from((0.4, 0.6, 0.8))
days = st.none() | st.integers(0, 60).map(lambda n: Day(date(2026, 5, 1) + timedelta(days=n)))
witnesses = st.frozensets(st.sampled_from(VIEWERS), max_size=3) | st.just(frozenset("*"))
said = st.builds(
    Claim,
    type=st.just(ClaimType.FACT),
    about=st.just(ME) | names | st.just("妹"),
    kind=kinds,
    value=values,
    text=st.just("x"),
    confidence=sure,
    mode=st.sampled_from((Mode.IS, Mode.IS, Mode.WAS, Mode.ENDS, Mode.CORRECTS)),
    since=days,
    replaces=st.just("") | values,
)
met = st.builds(
    Claim,
    type=st.just(ClaimType.PERSON),
    about=st.just(ME),
    kind=st.sampled_from(("妹", "友人", "")),
    value=called,
    text=st.just("x"),
    confidence=sure,
    names=st.lists(called, max_size=2).map(tuple),
)
left = st.builds(
    Claim,
    type=st.sampled_from((ClaimType.LOOP, ClaimType.CLOSE)),
    about=st.just(ME),
    kind=st.just(""),
    value=st.sampled_from(("面接がある", "歯医者に行く", "面接")),
    text=st.just("x"),
    confidence=sure,
    until=days,
)
topic = st.just(Claim(ClaimType.TOPIC, ME, "", "home likes", "", 0.1))
acts = st.tuples(
    st.sampled_from((Mode.CONFIRMS, Mode.EDITS, Mode.FORGETS, Mode.RESTORES, Mode.MERGES, Mode.SPLITS)),
    st.integers(0, 30),
    values,
    st.lists(names, min_size=1, max_size=2),
)
steps = st.lists(st.tuples(said | met | left | topic | acts, witnesses), max_size=14)


def at(step: int):
    return MORNING + timedelta(hours=step)


def lived(steps: Sequence[Any]) -> list[Claimed]:
    """The claims of a life: an hour a step, in which something was said, or the owner did something."""
    claims: list[Claimed] = []
    for number, (step, heard) in enumerate(steps):
        when = at(number)
        if isinstance(step, Claim):
            turn = UUID(int=number + 1)
            claims.append(Claimed(claim_id(PERSON, turn, "rules", step), step, turn, when, when, heard))
        elif act := done(known(PERSON, claims, END), number + 1, *step):
            claims.append(Claimed(owner_claim_id(PERSON, None, act), act, None, when, when, frozenset("*"), "owner"))
    return claims


def done(now: Known, number: int, mode: Mode, which: int, value: str, called: Sequence[str]) -> Claim | None:
    if mode in (Mode.MERGES, Mode.SPLITS):
        return Claim(ClaimType.PERSON, "", "", called[0], "", 1.0, mode, names=tuple(called[-1:]), act=number)
    if not now.facts:
        return None
    fact = now.facts[which % len(now.facts)]
    act = Claim(
        ClaimType.FACT, fact.about, fact.kind, "", "", 1.0, mode, replaces=fact.value, target=fact.id, act=number
    )
    if mode is Mode.EDITS:
        return replace(act, value=value)
    if mode is Mode.RESTORES:
        was = fact.history[which % len(fact.history)]
        return replace(act, value=was.value, since=was.valid_from, until=was.valid_to, state=was.state)
    return act


@given(st.text("京都市 8日18()aA（）9月", max_size=6), st.lists(st.text("京都市 8日18()aA（）9月", max_size=6)))
def test_what_says_the_same_is_found_wherever_it_is(value: str, others: Sequence[str]) -> None:
    facts = [SimpleNamespace(value=other) for other in others]
    same = [at for at, other in enumerate(others) if same_value(other, value)]
    assert list(saying(value, facts)) == same  # pyright: ignore[reportArgumentType]


@given(steps, st.randoms())
def test_the_same_claims_in_any_order_give_the_same(steps: Sequence[Any], random: Any) -> None:
    claims = lived(steps)
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert known(PERSON, shuffled, END) == known(PERSON, claims, END)


@given(steps, st.lists(st.integers(0, 14), max_size=4), st.none() | st.sampled_from(VIEWERS))
@settings(max_examples=200)
def test_a_fold_that_goes_on_gives_what_folding_all_anew_gives(
    steps: Sequence[Any], cuts: Sequence[int], viewer: str | None
) -> None:
    claims = lived(steps)
    places = sorted({0, *(cut for cut in cuts if cut < len(claims)), len(claims)})
    fold = Fold(PERSON, viewer)
    told = fold.of(claims[: places[1]] if len(places) > 1 else claims)
    for first, last in pairwise(places[1:]):
        told = fold.go_on(claims[first:last])
        if told is None:
            fold = Fold(PERSON, viewer)
            told = fold.of(claims[:last])
    assert holding(told, END.date()) == known(PERSON, claims, END, viewer)


@given(steps, st.lists(st.integers(-1, 15), max_size=6), st.randoms())
@settings(max_examples=200)
def test_the_view_of_a_moment_knows_what_was_claimed_until_then_whichever_moments_were_seen_before(
    steps: Sequence[Any], moments: Sequence[int], random: Any
) -> None:
    claims = lived(steps)
    shuffled = list(claims)
    random.shuffle(shuffled)
    material = Material(PERSON, [], shuffled, END, Pace(timedelta(hours=1), 6))
    for moment in moments:
        assert material.view(at(moment)).known == known(PERSON, claims, at(moment))


@given(steps, st.integers(0, 14))
def test_what_is_listed_of_a_moment_is_what_a_list_gave_then(steps: Sequence[Any], then: int) -> None:
    claims = lived(steps)
    had = [one for one in claims if one.recorded <= at(then)]
    assert known(PERSON, claims, at(then)) == known(PERSON, had, END)


@given(steps, st.sampled_from(VIEWERS))
def test_a_viewer_knows_of_what_was_heard_and_of_nothing_else(steps: Sequence[Any], viewer: str) -> None:
    claims = lived(steps)
    heard = {one.turn for one in claims if one.turn and (viewer in one.witnesses or "*" in one.witnesses)}
    seen = known(PERSON, claims, END, viewer)
    assert {turn for fact in seen.facts for turn in fact.evidence} <= heard
    assert {turn for one in seen.people for turn in one.mentions} <= heard
    assert {turn for loop in seen.loops for turn in loop.evidence} <= heard
    assert {one.turn for one in seen.topics} <= heard
    spoken = {name for one in claims if one.turn in heard for name in (one.claim.value, *one.claim.names)}
    assert {one.name for one in seen.people} <= spoken


@given(steps)
def test_versions_are_numbered_and_no_two_neighbours_are_the_same(steps: Sequence[Any]) -> None:
    for fact in known(PERSON, lived(steps), END).facts:
        assert [change.version for change in fact.history] == list(range(1, len(fact.history) + 1))
        assert all(one.digest != other.digest for one, other in pairwise(fact.history))
        last = fact.history[-1]
        assert (last.value, last.state) == (fact.value, fact.state)


@given(steps)
def test_no_two_facts_have_one_id(steps: Sequence[Any]) -> None:
    ids = [fact.id for fact in known(PERSON, lived(steps), END).facts]
    assert len(set(ids)) == len(ids)


def test_what_is_said_again_behind_a_change_of_the_owners_is_another_fact() -> None:
    claims = lived([(Claim(ClaimType.FACT, ME, "home", "京都", "x", 0.8), frozenset("*"))])
    act = done(known(PERSON, claims, END), 2, Mode.EDITS, 0, "大阪", ["x"])
    assert act
    claims.append(Claimed(owner_claim_id(PERSON, None, act), act, None, at(1), at(1), frozenset("*"), "owner"))
    claims += [replace(one, id=UUID(int=7), at=at(2), recorded=at(2)) for one in claims[:1]]
    first, second = known(PERSON, claims, END).facts
    assert ({first.value, second.value}, first.id == second.id) == ({"大阪", "京都"}, False)


@given(steps, st.integers(0, 30), st.integers(0, 30))
def test_a_restored_fact_is_as_it_was(steps: Sequence[Any], which: int, version: int) -> None:
    claims = lived(steps)
    before = known(PERSON, claims, END)
    if not before.facts:
        return
    fact = before.facts[which % len(before.facts)]
    was = fact.history[version % len(fact.history)]
    act = done(before, len(steps) + 1, Mode.RESTORES, which, "", ["x"])
    assert act
    act = replace(act, value=was.value, since=was.valid_from, until=was.valid_to, state=was.state)
    later = at(len(steps))
    claims.append(Claimed(owner_claim_id(PERSON, None, act), act, None, later, later, frozenset("*"), "owner"))
    after = next(one for one in known(PERSON, claims, END).facts if one.id == fact.id)
    assert after.history[-1].payload == was.payload


@given(steps)
def test_of_what_holds_once_the_owner_s_word_leaves_one(steps: Sequence[Any]) -> None:
    claims = lived(steps)
    before = known(PERSON, claims, END)
    held = [fact for fact in before.facts if fact.is_open and fact.kind == "home"]
    if not held:
        return
    act = done(before, len(steps) + 1, Mode.CONFIRMS, before.facts.index(held[0]), "", ["x"])
    assert act
    later = at(len(steps))
    claims.append(Claimed(owner_claim_id(PERSON, None, act), act, None, later, later, frozenset("*"), "owner"))
    after = [fact for fact in known(PERSON, claims, END).facts if fact.is_open and fact.kind == "home"]
    assert [fact.value for fact in after if fact.about == held[0].about] == [held[0].value]
    assert next(fact.state for fact in after if fact.id == held[0].id) is UnitState.CONFIRMED


def by_hand(mode: Mode, one: str, other: str, number: int) -> Claimed:
    act = Claim(ClaimType.PERSON, "", "", one, "", 1.0, mode, names=(other,), act=number)
    return Claimed(owner_claim_id(PERSON, None, act), act, None, at(number), at(number), frozenset("*"), "owner")


def told(now: Known) -> Any:
    facts = sorted(repr(_bare(fact)) for fact in now.facts)
    return facts, {(one.name, frozenset(one.aliases), one.relation) for one in now.people}


def _bare(fact: Fact) -> Any:
    return fact.about, fact.kind, fact.value, fact.state, fact.evidence


@given(st.lists(st.tuples(said | met, witnesses), max_size=10), st.integers(0, 3), st.integers(0, 3))
def test_a_split_undoes_a_merge(steps: Sequence[Any], one: int, other: int) -> None:
    claims = lived(steps)
    before = known(PERSON, claims, END)
    if len(before.people) < 2:
        return
    mine, theirs = before.people[one % len(before.people)], before.people[other % len(before.people)]
    if mine == theirs:
        return
    merged = [*claims, by_hand(Mode.MERGES, mine.name, theirs.name, 20)]
    assert theirs.name not in {one.name for one in known(PERSON, merged, END).people}
    apart = [*merged, by_hand(Mode.SPLITS, mine.name, theirs.name, 21)]
    assert told(known(PERSON, apart, END)) == told(before)


@given(steps)
def test_a_claim_is_the_same_after_it_was_packed(steps: Sequence[Any]) -> None:
    for one in lived(steps):
        assert unpack_claim(pack_claim(one.claim, one.at)) == (one.claim, one.at)
