"""What holds no more once something else is said: work one left, a day that was moved, somebody one parted from."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.instead import put_right
from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import Claimed, ClaimType, Known, UnitState, claim_id
from lumina.models import Role, Turn, derived_id

AT = datetime(2026, 9, 1, 12, tzinfo=ZoneInfo("Europe/London"))


def turn(text: str, at: datetime, role: Role = Role.PERSON) -> Turn:
    ids = derived_id(text, at.isoformat()), derived_id("thread")
    return Turn(ids[0], "u", "room", ids[1], "x", role, text, at, frozenset({"lumina"}))


def learnt(*said: str, asked: str = "") -> Known:
    """What is known once all of it was said, a week apart, each behind the same question of a character."""
    claimed: list[Claimed] = []
    for week, text in enumerate(said):
        at = AT + timedelta(weeks=week)
        one, before = turn(text, at), [turn(asked, at, Role.CHARACTER)] if asked else []
        claimed += [
            Claimed(claim_id("u", one.id, "rules", claim), claim, one.id, at, at, one.witnesses)
            for claim in read_claims(text, at, before)
        ]
    return known("u", claimed, AT + timedelta(weeks=52))


def held(what: Known, kind: str) -> list[str]:
    return [fact.value for fact in what.facts if fact.kind == kind and fact.is_open]


def test_who_leaves_a_place_of_work_leaves_the_job_that_was_told_with_it() -> None:
    what = learnt(
        "I'm a pastry chef at a place called Thistle, early shift", "Quit Thistle on Monday. starting at Orla's"
    )
    assert held(what, "job") == []
    assert held(what, "workplace") == ["Orla's"]


def test_a_moved_day_is_found_under_another_name_of_what_it_is_on() -> None:
    what = learnt("hip operation, left side, oct 5 in Leeds", "surgeon's ill, left side got bumped to oct 19")
    assert held(what, "event") == ["hip operation (October 19)"]
    (loop,) = (one for one in what.loops if one.state == "open")
    assert loop.due is not None and loop.due.first == date(2026, 10, 19)


def test_what_was_moved_is_closed_by_the_name_under_which_it_was_moved() -> None:
    what = learnt(
        "hip operation, left side, sept 5 in Leeds",
        "surgeon's ill, left side got bumped to sept 14",
        "left side's done",
    )
    assert [one.state for one in what.loops] == ["closed"]


def test_a_wedding_that_is_off_ends_an_engagement() -> None:
    what = learnt("I'm engaged", "The wedding's off. I handed back the ring")
    assert [fact.state for fact in what.facts if fact.kind == "partner"] == [UnitState.SUPERSEDED]


def test_one_who_was_met_is_a_partner_until_one_parts() -> None:
    what = learnt("I've started seeing someone, a diver called Hugo", "Hugo and I called it a day")
    assert [(fact.value, fact.state) for fact in what.facts if fact.kind == "partner"] == [
        ("single", UnitState.CONFIRMED),
        ("Hugo", UnitState.SUPERSEDED),
    ]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Big news: moved to Derby at the weekend, new flat", "home", "Derby"),
        ("I guess she's my girlfriend, what a word", "home", None),
        ("I coach under-nines rugby here in Truro", "home", "Truro"),
        ("Aoife is the name, two vowels too many", "name", "Aoife"),
        ("sup im Wes, 19", "name", "Wes"),
        ("allergic to cashews and penicillin, lucky me", "allergy", "cashews"),
    ],
)
def test_what_a_sentence_states_is_its_value_alone(text: str, kind: str, value: str | None) -> None:
    found = held(learnt(text), kind)
    assert (value in found) if value else not found
    assert "lucky me" not in found


def test_what_hangs_on_somebody_introduced_tells_of_them() -> None:
    what = learnt("I have a half sister, Noor, a dentist in Nice")
    assert held(what, "home") == []
    assert [(fact.about, fact.value) for fact in what.facts if fact.kind == "job"] == [("Noor", "dentist")]


@pytest.mark.parametrize(
    ("asked", "text", "kind", "value"),
    [
        ("And who's this?", "Gwen Pryce. my lad set this up", "name", "Gwen Pryce"),
        ("Tell me something about yourself.", "not much to it. 61. bus driver", "age", "61"),
        ("And the old cat, what's the name?", "Biscuit. ginger, deaf", "pet", "Biscuit (cat)"),
    ],
)
def test_a_single_word_answers_what_was_asked(asked: str, text: str, kind: str, value: str) -> None:
    what = learnt(text, asked=asked)
    assert value in held(what, kind)
    assert kind == "name" or held(what, "name") == []


@pytest.mark.parametrize(
    ("text", "name", "relation"),
    [
        ("anyway Maeve says hi, thats the daughter", "Maeve", "daughter"),
        ("grandson started nursery today. Idris, Maeve's boy", "Idris", "grandson"),
        ("took Roz along. I guess she's my girlfriend", "Roz", "girlfriend"),
    ],
)
def test_who_somebody_is_may_be_said_behind_what_they_do(text: str, name: str, relation: str) -> None:
    assert relation in {one.relation for one in learnt(text).people if one.name == name}


def test_what_is_to_be_done_by_a_day_is_named_without_it() -> None:
    (loop,) = learnt("promised Maeve I'd clear the shed by halloween, no excuses").loops
    assert (loop.what, loop.due and loop.due.first) == ("clear the shed", date(2026, 10, 31))


def test_every_statement_may_be_what_a_question_means_and_no_question_or_greeting() -> None:
    def topics(text: str) -> int:
        return sum(one.type is ClaimType.TOPIC for one in read_claims(text, AT, ()))

    assert [topics(one) for one in ("the kettle sulks on tuesdays", "what is it?", "good morning")] == [1, 0, 0]


def test_who_says_what_they_said_and_what_it_is_puts_that_right() -> None:
    assert put_right("sorry, I said Derby but it's Belper") == ("Derby", "Belper")


def test_what_is_off_is_over_at_once_and_not_on_the_day_of_what_comes_instead() -> None:
    what = learnt(
        "And the reunion! Lisbon, 27th of October, six of us",
        "Lisbon's off. It's a barge on the Broads now, and it's moved to the 18th of November",
    )
    [off] = [fact for fact in what.facts if "Lisbon" in fact.value and "October" in fact.value]
    assert off.valid_to is not None
    assert off.valid_to.first == (AT + timedelta(weeks=1)).date()


def test_a_pronoun_is_no_name_of_what_is_over() -> None:
    assert held(learnt("The hen do's in Leeds on the 3rd of October", "He's gone!!"), "event") != []
