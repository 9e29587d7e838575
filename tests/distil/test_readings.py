"""The rules and a model read the same turn: neither takes away what the other found, and each contradiction has its
winner."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.model_answer import ClaimsAnswer, held
from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.distil.model_learning import READ
from lumina.known import ME, Claim, Claimed, ClaimType, Fact, Known, Mode, UnitState, owner_claim_id, read_by
from lumina.models import Role, Turn

START = datetime(2026, 12, 1, 9, tzinfo=ZoneInfo("Asia/Tokyo"))
END = START + timedelta(days=2)
TOLD = (
    "I live in Nara with my cat Momo.",
    "I'm allergic to prawns.",
    "I have a dentist appointment next Thursday.",
    "My sister is called Kaede.",
)


def turns(*texts: str) -> list[Turn]:
    room: dict[str, Any] = {"person": "rin", "room": "cli", "thread": UUID(int=1), "witnesses": frozenset({"*"})}
    return [
        Turn(id=UUID(int=n), speaker="rin", role=Role.PERSON, text=text, at=START + timedelta(minutes=n), **room)
        for n, text in enumerate(texts, 10)
    ]


def by_rules(said: Sequence[Turn]) -> list[Claimed]:
    return [read_by("rules", one, claim, one.at) for one in said for claim in read_claims(one.text, one.at, [])]


def by_model(said: Sequence[Turn], **answer: Sequence[Mapping[str, Any]]) -> list[Claimed]:
    """What a model claims, an hour later, of turns numbered from 1; nothing where it answers nothing."""
    whole = ClaimsAnswer.model_validate({"facts": [], "people": [], "loops": [], **answer})
    read = [(one, READ) for one in said]
    return [read_by("model", one, claim, END) for one, claim in (*read, *held(whole, said).claims)]


def together(texts: Sequence[str], **answer: Sequence[Mapping[str, Any]]) -> Known:
    said = turns(*texts)
    return known("rin", [*by_rules(said), *by_model(said, **answer)], END)


def only(facts: Sequence[Fact], kind: str, about: str = ME) -> dict[str, UnitState]:
    return {one.value: one.state for one in facts if (one.kind, one.about) == (kind, about)}


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"facts": [{"turn": 1, "kind": "home", "value": "Nara"}]},
        {"people": [{"turn": 1, "name": "Momo"}]},
        {"facts": [{"turn": 2, "kind": "likes", "value": "prawns"}], "loops": [{"turn": 3, "what": "dentist"}]},
    ],
    ids=["nothing", "a fact", "somebody", "another kind"],
)
def test_a_thin_reading_takes_nothing_away(answer: dict[str, Any]):
    alone, both = known("rin", by_rules(turns(*TOLD)), END), together(TOLD, **answer)
    assert {(one.id, one.value, one.state) for one in alone.facts} <= {
        (one.id, one.value, one.state) for one in both.facts
    }
    assert {one.id for one in alone.people} <= {one.id for one in both.people}
    assert [(one.id, one.due, one.state) for one in alone.loops] == [(one.id, one.due, one.state) for one in both.loops]
    assert alone.loops
    assert only(both.facts, "allergy") == {"prawns": UnitState.CONFIRMED}


def test_what_only_the_model_reads_is_known_beside_it():
    loop = {"turn": 1, "what": "bring back Kaede's ladder"}
    both = together(
        ["Nara's fine, and I still owe Kaede her ladder, must bring it back."],
        facts=[{"turn": 1, "kind": "home", "value": "Nara"}],
        loops=[loop],
    )
    assert only(both.facts, "home") == {"Nara": UnitState.CONFIRMED}
    assert loop["what"] in {one.what for one in both.loops}


def claimed(said: Turn, kind: str, value: str, confidence: float, about: str = ME, mode: Mode = Mode.IS) -> Claimed:
    """What rules may read out of a turn."""
    return read_by("rules", said, Claim(ClaimType.FACT, about, kind, value, said.text, confidence, mode), said.at)


@pytest.mark.parametrize("value", ["Momo", "My cat is called Momo", "the shed"])
def test_what_the_owner_confirmed_stays_confirmed_in_whatever_words_a_model_has_it(value: str):
    said = turns("My cat is called Momo, and lives in the shed.")
    guess = claimed(said[0], "pet", "Momo (cat)", 0.6)
    [cat] = known("rin", [guess], END).facts
    more: dict[str, Any] = {"mode": Mode.CONFIRMS, "target": cat.id, "replaces": cat.value, "act": 1}
    act = Claim(ClaimType.FACT, ME, "pet", cat.value, cat.text, 1.0, **more)
    at = START + timedelta(hours=1)
    confirmed = Claimed(owner_claim_id("rin", None, act), act, None, at, at, frozenset({"*"}), "owner")
    read = by_model(said, facts=[{"turn": 1, "kind": "pet", "value": value}])
    [still] = [one for one in known("rin", [guess, confirmed, *read], END).facts if one.id == cat.id]
    assert (still.value, still.state) == (cat.value, UnitState.CONFIRMED)


def test_of_two_homes_in_one_turn_the_one_that_the_rules_are_sure_of_holds():
    both = together(["I've moved from Otsu to Nara."], facts=[{"turn": 1, "kind": "home", "value": "Otsu"}])
    assert only(both.facts, "home")["Nara"] is UnitState.CONFIRMED
    assert only(both.facts, "home").get("Otsu") is not UnitState.CONFIRMED


def test_a_guess_that_the_model_reads_otherwise_is_corrected_with_its_history():
    [said] = turns("My sister gave me an umbrella, and there is the choir on Mondays.")
    guess = claimed(said, "habit", "umbrella on Mondays", 0.6, about="sister")
    read = by_model([said], facts=[{"turn": 1, "kind": "habit", "value": "choir on Mondays"}])
    facts = known("rin", [guess, *read], END).facts
    assert only(facts, "habit") == {"choir on Mondays": UnitState.CONFIRMED}
    [wrong] = [one for one in facts if one.about == "sister"]
    assert (wrong.state, [one.why for one in wrong.history]) == (UnitState.REVOKED, ["said", "corrected"])
    sure = claimed(said, "habit", "umbrella on Mondays", 0.8, about="sister")
    assert all(one.state is UnitState.CONFIRMED for one in known("rin", [sure, *read], END).facts)


def test_a_guess_of_which_the_model_says_nothing_stays_a_guess_and_one_that_it_shares_is_none():
    [said] = turns("There is the choir on Mondays.")
    guess = claimed(said, "habit", "choir on Mondays", 0.6)
    assert only(known("rin", [guess, *by_model([said])], END).facts, "habit") == {guess.claim.value: "candidate"}
    read = by_model([said], facts=[{"turn": 1, "kind": "habit", "value": "choir on Mondays"}])
    assert only(known("rin", [guess, *read], END).facts, "habit") == {guess.claim.value: "confirmed"}


@pytest.mark.parametrize("mode", [Mode.ENDS, Mode.WAS])
def test_what_the_rules_know_to_be_over_is_not_revived_by_a_model(mode: Mode):
    before, said = turns("My cat is called Momo.", "Momo died last night.")
    rules = [claimed(before, "pet", "Momo (cat)", 0.8), claimed(said, "pet", "Momo", 0.8, mode=mode)]
    read = by_model([before, said], facts=[{"turn": 2, "kind": "pet", "value": "Momo"}])
    assert only(known("rin", [*rules, *read], END).facts, "pet")["Momo (cat)"] is UnitState.SUPERSEDED


def test_whose_it_is_the_rules_know_where_they_are_sure():
    [said] = turns("Kaede is allergic to prawns.")
    rules = [claimed(said, "allergy", "prawns", 0.8, about="Kaede")]
    facts = [{"turn": 1, "kind": "allergy", "value": "prawns"}]
    assert not only(known("rin", [*rules, *by_model([said], facts=facts)], END).facts, "allergy")
    both = [*facts, {"turn": 1, "about": "Kaede", "kind": "allergy", "value": "prawns"}]
    found = known("rin", [*rules, *by_model([said], facts=both)], END).facts
    assert only(found, "allergy") == only(found, "allergy", "Kaede") == {"prawns": UnitState.CONFIRMED}


def test_a_loop_that_both_read_is_one_called_as_the_model_has_it_on_the_day_that_the_rules_reckoned():
    text = "I have a dentist appointment next Thursday."
    [alone] = known("rin", by_rules(turns(text)), END).loops
    [both] = together([text], loops=[{"turn": 1, "what": "see the dentist", "due": "2026-12-03"}]).loops
    assert (both.id, both.what, both.due) == (alone.id, "see the dentist", alone.due)


def test_a_report_closes_nothing_once_a_model_has_read_that_nothing_is_over():
    texts = ["I have a dentist appointment on December 1.", "The dentist was in the paper with Kaede, done up in red."]
    said = turns(*texts)
    report = read_by("rules", said[1], Claim(ClaimType.CLOSE, ME, "", "dentist", texts[1], 0.7), said[1].at)
    rules = [*by_rules(said[:1]), report]
    assert {one.state for one in known("rin", rules, END).loops} == {"closed"}
    assert {one.state for one in known("rin", [*rules, *by_model(said)], END).loops} == {"closed"}
    people = [{"turn": 2, "name": "Kaede"}]
    assert {one.state for one in known("rin", [*rules, *by_model(said, people=people)], END).loops} == {"open"}
