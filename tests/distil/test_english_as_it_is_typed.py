"""English as people type it, what stands beside a day, and what is told of it later."""

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_URL, uuid5
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import Claimed, ClaimType, Known, claim_id
from lumina.models import Role, Turn

AT = datetime(2026, 3, 2, 19, tzinfo=ZoneInfo("Europe/London"))


def turn(text: str, role: Role = Role.PERSON, at: datetime = AT) -> Turn:
    return Turn(
        uuid5(NAMESPACE_URL, text + at.isoformat()),
        *("u", "room", uuid5(NAMESPACE_URL, "t"), "x"),
        role,
        text,
        at,
        frozenset({"lumina"}),
    )


def facts(text: str, *asked: str) -> list[tuple[str, str, str]]:
    before = [turn(one, Role.CHARACTER) for one in asked]
    return [(one.about, one.kind, one.value) for one in read_claims(text, AT, before) if one.type is ClaimType.FACT]


def learnt(*said: tuple[str, datetime]) -> Known:
    """What is known once all of it was said, each in a thread of its own."""
    claimed: list[Claimed] = []
    for text, at in said:
        one = turn(text, at=at)
        claimed += [
            Claimed(claim_id("u", one.id, "rules", claim), claim, one.id, at, at, one.witnesses)
            for claim in read_claims(text, at, ())
        ]
    return known("u", claimed, datetime(2027, 1, 1, tzinfo=ZoneInfo("UTC")))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("our susans a teaching assistant", ("Susan", "job", "teaching assistant")),
        ("thats me daughter susan", ("me", "family", "Susan (daughter)")),
        ("im kinda allergic to cats", ("me", "allergy", "cats")),
        ("jess adopted a snake", ("Jess", "pet", "snake")),
        ("barrys a good lad really. retired copper", ("Barry", "job", "retired copper")),
        ("gave up me pipe today", ("me", "habit", "gave up pipe")),
        ("sophie wants to be a vet", ("Sophie", "plan", "vet")),
        ("Our son Travis is 28 and lives in Denver", ("Travis", "home", "Denver")),
        ("had the MRI, it's a torn meniscus", ("me", "health", "torn meniscus")),
        ("My brother is being impossible. Rohan.", ("me", "family", "Rohan (brother)")),
    ],
)
def test_what_is_typed_without_care_is_read_as_what_it_stands_for(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("hi i'm tadhg", "Tadhg"),
        ("hey there, i'm ngozi!", "Ngozi"),
        ("hello i'm xiaoyu", "Xiaoyu"),
        ("hi, i'm tadhg from cork", "Tadhg"),
    ],
)
def test_who_greets_and_says_a_word_that_nobody_uses_says_a_name(text: str, name: str) -> None:
    assert ("me", "name", name) in facts(text)


@pytest.mark.parametrize("text", ["hi im nackered", "hi im tird", "hey im gutted", "hi im vegan", "hello i'm hongry"])
def test_who_greets_and_says_how_they_are_says_no_name(text: str) -> None:
    assert [value for _, kind, value in facts(text) if kind == "name"] == []


def test_who_is_asked_for_a_name_is_the_one_of_whom_the_rest_tells() -> None:
    told = facts("danny, plasterer, 34, from Bolton", "I am Nox. Name?")
    assert {("me", "name", "Danny"), ("me", "job", "plasterer"), ("me", "age", "34")} <= {*told}
    assert not [one for one in told if one[0] != "me"]


@pytest.mark.parametrize(
    "text",
    ["I bought a cane with a duck's head", "michaels me son i should say. engineer on the mines", "I'm not a nurse"],
)
def test_what_only_looks_alike_is_no_pet_and_no_job_of_the_person(text: str) -> None:
    assert not [one for one in facts(text) if one[0] == "me" and one[1] in {"pet", "job"}]


@pytest.mark.parametrize(
    ("text", "what", "day"),
    [
        ("got the eye clinic at castle hill on the 12th, half ten", "eye clinic at Castle Hill", "2026-03-12"),
        ("mcat is booked for april 11", "mcat", "2026-04-11"),
        ("he asked me to get coffee on sunday", "get coffee", "2026-03-08"),
        ("we go back in a fortnight to see if its worked", "go back", "2026-03-16"),
    ],
)
def test_whatever_stands_beside_a_day_to_come_is_left_open(text: str, what: str, day: str) -> None:
    loops = [one for one in read_claims(text, AT, ()) if one.type is ClaimType.LOOP]
    assert [(one.value, str(one.until)) for one in loops] == [(what, day)]


def test_what_they_moved_weeks_later_is_what_was_told_of_last_in_facts_and_loops() -> None:
    known_ = learnt(
        ("Dentist on the 9th. Dreading it", AT.replace(month=5, day=2)),
        ("ugh they've moved it to the 17th", AT.replace(month=5, day=5)),
    )
    assert [(loop.what, str(loop.due)) for loop in known_.loops] == [("Dentist", "2026-05-17")]
    assert [fact.value for fact in known_.facts if fact.kind == "event"] == ["Dentist (17 May)"]


@pytest.mark.parametrize("after", ["talked to my advisor, he was nice about it", "told my advisor everything"])
def test_what_is_told_of_it_once_its_day_has_come_closes_it(after: str) -> None:
    said: Sequence[tuple[str, datetime]] = (
        ("i have to talk to my advisor on wednesday", AT),
        (after, AT.replace(day=4)),
    )
    assert [loop.state for loop in learnt(*said).loops] == ["closed"]
    assert [loop.state for loop in learnt(said[0], ("haven't talked to my advisor yet", said[1][1])).loops] == ["open"]


def test_a_word_alone_corrects_the_one_value_that_was_just_told() -> None:
    said = "i moved to bristol last month"
    (right,) = [
        one
        for one in read_claims("no wait, sorry, bath. we looked at bristol", AT, [turn(said)])
        if one.type is ClaimType.FACT
    ]
    assert (right.kind, right.value, right.mode.value, right.replaces) == ("home", "Bath", "corrects", "Bristol")
