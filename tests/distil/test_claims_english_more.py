"""What English claims that nobody wrote large, said twice, or put into a whole sentence."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ClaimType
from tests.distil.conversations import turns

AT = datetime(2026, 5, 7, 19, 0, tzinfo=ZoneInfo("Europe/London"))


def facts(said: str, *before: tuple[str, str]) -> list[tuple[str, str, str]]:
    """The facts of what is said behind these lines: about whom, of which kind, the value."""
    found = read_claims(said, AT, turns(*before))
    return [(one.about, one.kind, one.value) for one in found if one.type is ClaimType.FACT]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("my flatmate reuben left me some stew", ("me", "friend", "Reuben (flatmate)")),
        ("my brother isaiah carried it up four floors", ("me", "family", "Isaiah (brother)")),
        ("my aunt rose is a vicar", ("me", "family", "Rose (aunt)")),
        ("we moved to leeds in march", ("me", "home", "Leeds")),
        ("nana bev is 81", ("me", "family", "Nana Bev (grandmother)")),
    ],
)
def test_names_are_read_where_nobody_wrote_them_large(said: str, fact: tuple[str, str, str]):
    assert fact in facts(said)


@pytest.mark.parametrize(
    "said", ["my mate always wins", "my sister really wants a dog", "my dad went home", "my brother said so"]
)
def test_what_stands_behind_a_relation_is_not_always_a_name(said: str):
    assert not [fact for fact in facts(said) if fact[1] in {"family", "friend"} and "(" in fact[2]]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Tor has a new girlfriend called Lindsey, she's a dental hygienist", ("Lindsey", "job", "dental hygienist")),
        ("My dad fell. Broke his wrist shovelling", ("father", "health", "broke his wrist")),
        ("My friend Tor's an electrician. Works nights at the paper mill", ("Tor", "workplace", "paper mill")),
        ("dad's in Fargo these days", ("father", "home", "Fargo")),
        ("My boss Gail's husband Lewis is here", ("boss", "partner", "Lewis (husband)")),
    ],
)
def test_whose_it_is_follows_the_subject_that_is_not_said_again(said: str, fact: tuple[str, str, str]):
    assert fact in facts(said)


def test_several_who_are_named_one_by_one_are_what_they_are_called_together():
    found = facts("We've got two girls, Greta's nine and Solveig is six")
    assert ("me", "family", "Greta (daughter)") in found
    assert ("Solveig", "age", "6") in found


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I play the euphonium", ("me", "hobby", "plays the euphonium")),
        ("I'm a falconer at Warwick Castle", ("me", "job", "falconer")),
        ("Love a laksa though", ("me", "likes", "laksa")),
        ("I've just bought a narrowboat. She's called Marigold", ("me", "possession", "Marigold (narrowboat)")),
        ("The consultant says it's polymyalgia", ("me", "health", "polymyalgia")),
        ("I got the job. Assistant conductor, Bristol Youth Choir", ("me", "workplace", "Bristol Youth Choir")),
        ("I just moved to Leeds for a new job at the library", ("me", "workplace", "library")),
        ("My wife Annika says I'm daft", ("me", "partner", "Annika (wife)")),
        ("Turned 42 today", ("me", "birthday", "7 May")),
    ],
)
def test_what_no_list_holds_is_read_by_how_it_is_said(said: str, fact: tuple[str, str, str]):
    assert fact in facts(said)


@pytest.mark.parametrize(
    "said",
    [
        "Imagine I'm a pirate. I live on a ship in Tortuga",
        "I dreamt I was a dentist in Rome",
        "I play the fool at parties",
        "I'm a believer at heart",
        "I'm waiting for Sarah at the station",
        "I went as a nurse to the party",
    ],
)
def test_what_only_sounds_like_it_is_not_read(said: str):
    assert not [fact for fact in facts(said) if fact[1] in {"job", "home", "hobby", "workplace"}]


@pytest.mark.parametrize(
    ("asked", "said", "wanted"),
    [
        ("Who's this?", "malachi, 24, from peckham", [("name", "Malachi"), ("age", "24"), ("hometown", "peckham")]),
        (
            "Who do I have the pleasure of talking to?",
            "Wendell. Forty-one, Leeds",
            [("name", "Wendell"), ("age", "41")],
        ),
    ],
)
def test_who_is_asked_for_their_name_may_answer_in_words_without_a_verb(
    asked: str, said: str, wanted: Sequence[tuple[str, str]]
):
    found = [(kind, value) for _, kind, value in facts(said, ("Lumina", asked))]
    assert all(one in found for one in wanted)


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("Got my last concert on the 15th", "2026-05-15"),
        ("got my resit on thursday", "2026-05-14"),
        ("Dentist on the 17th, need a crown", "2026-05-17"),
        ("My wee boy Callum starts school on Monday", "2026-05-11"),
        ("Telling my students tomorrow", "2026-05-08"),
        ("Tomorrow the inspector's wife is coming to see the piano", "2026-05-08"),
        ("I said I'd finish Jean's quilt before her birthday on the 12th", "2026-05-12"),
        ("sent my sample off to the gallery last night. they said decision by 1 june", "2026-06-01"),
        ("note to self email the landlord about the damp, before friday", "2026-05-08"),
    ],
)
def test_what_is_to_come_is_left_open_with_its_day(said: str, due: str):
    found = read_claims(said, AT, ())
    assert due in [str(one.until) for one in found if one.type is ClaimType.LOOP]


def test_what_others_have_to_answer_is_awaited_by_what_was_sent_in():
    found = read_claims("sent my sample off to the gallery last night. they said decision by 1 june", AT, ())
    assert any("sample" in one.value for one in found if one.type is ClaimType.LOOP)


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("House is out on Mapleton Road, and it leaks", "home", "Mapleton Road"),
        ("We made it. Apartment 9D in Selby, crates everywhere and a kettle", "home", "Selby"),
        ("The doctor says I'm borderline diabetic", "health", "borderline diabetic"),
        ("I've been a Leafs fan since Gilmour", "likes", "Leafs"),
        ("I'm up at 5 regardless, the hens see to that", "habit", "up at 5"),
    ],
)
def test_what_is_told_in_passing_of_a_house_a_body_a_team_or_a_morning_is_learnt(said: str, kind: str, value: str):
    found = [(one.kind, one.value) for one in read_claims(said, AT, ()) if one.type is ClaimType.FACT]
    assert (kind, value) in found


@pytest.mark.parametrize(
    "said", ["The house is on fire", "Apartment 9D in Selby was on the news", "My sister says I'm overweight"]
)
def test_what_only_sounds_like_a_house_or_a_body_is_not_learnt(said: str):
    assert not [one for one in read_claims(said, AT, ()) if one.kind in ("home", "health")]


@pytest.mark.parametrize(
    "said",
    [
        "Of course",
        "Of course, any time you like",
        "We'll hear in due course",
        "I'm back on course again",
        "I'm half way through a course of antibiotics",
        "We had the main course outside",
        "I agree with her to a degree",
    ],
)
def test_a_course_that_nobody_studies_is_no_school(said: str):
    assert not [fact for fact in facts(said) if fact[1] == "school"]


@pytest.mark.parametrize("said", ["I'm in my second year of a nursing degree", "I'm on a course of study in Leith"])
def test_a_course_that_somebody_studies_is_one(said: str):
    assert [fact for fact in facts(said) if fact[1] == "school"]
