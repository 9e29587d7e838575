"""What an English line tells in one breath: several people with their ages, who one is in single words, what is over
with it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, Known, claim_id
from lumina.models import Role, Turn, derived_id

AT = datetime(2026, 9, 1, 20, tzinfo=ZoneInfo("America/Chicago"))


def learnt(*said: str) -> Known:
    """What is known once all of it was said, a minute apart."""
    claimed: list[Claimed] = []
    before: list[Turn] = []
    for minute, text in enumerate(said):
        at = AT + timedelta(minutes=minute)
        ids = derived_id(text, at.isoformat()), derived_id("thread")
        one = Turn(ids[0], "u", "room", ids[1], "u", Role.PERSON, text, at, frozenset({"lumina"}))
        claims = read_claims(text, at, before)
        claimed += [
            Claimed(claim_id("u", one.id, "rules", claim), claim, one.id, at, at, one.witnesses) for claim in claims
        ]
        before.append(one)
    return known("u", claimed, AT + timedelta(hours=1))


def held(what: Known, kind: str, about: str = ME) -> set[str]:
    return {fact.value for fact in what.facts if fact.kind == kind and fact.about == about and fact.is_open}


@pytest.mark.parametrize(
    ("text", "relation", "ages"),
    [
        ("My sons are Hugo, he's 14, and Felix, who's 8.", "son", {"Hugo": "14", "Felix": "8"}),
        ("We have two girls, Ida, who's six, and Nora, she's three.", "daughter", {"Ida": "6", "Nora": "3"}),
        ("I've got three kids: Ben, 12, Zoe, 9, and Max, 5.", "child", {"Ben": "12", "Zoe": "9", "Max": "5"}),
        ("Our kids, Leo (4) and Mia (2), are asleep.", "child", {"Leo": "4", "Mia": "2"}),
        ("my twins are ella, she's 10 and sam, he's 10", "child", {"Ella": "10", "Sam": "10"}),
    ],
)
def test_several_are_told_with_their_ages(text: str, relation: str, ages: dict[str, str]) -> None:
    what = learnt(text)
    assert {one.name: one.relation for one in what.people} == dict.fromkeys(ages, relation)
    assert {name: held(what, "age", name) for name in ages} == {name: {age} for name, age in ages.items()}
    assert not [value for value in held(what, "family") if " are " in value]


def test_somebody_elses_children_are_not_ones_own_and_leave_her_age_alone() -> None:
    what = learnt("My sister's kids are Cyril, 7, and Dora, 5.")
    assert not held(what, "family")
    assert not held(what, "age", "sister")


def test_several_who_are_somewhere_are_not_called_so() -> None:
    what = learnt("My kids are in Rome and Paris this week.", "My sisters are amazing.")
    assert not what.people
    assert not held(what, "family")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "I'm Gwen. 51, electrician out of Boise",
            {"name": "Gwen", "age": "51", "job": "electrician", "home": "Boise"},
        ),
        ("37, welder, three kids", {"age": "37", "job": "welder", "family": "three kids"}),
        ("florist from Toledo here", {"job": "florist", "hometown": "Toledo"}),
        ("Teacher out of Duluth here, 38", {"job": "Teacher", "home": "Duluth", "age": "38"}),
    ],
)
def test_who_one_is_in_single_words(text: str, told: dict[str, str]) -> None:
    what = learnt(text)
    assert {kind: held(what, kind) for kind in told} == {kind: {value} for kind, value in told.items()}


def test_single_words_behind_somebody_are_not_the_persons() -> None:
    what = learnt("I met someone on the ferry.", "32, dentist")
    assert not held(what, "job")
    assert not held(what, "age")


@pytest.mark.parametrize(
    "text",
    [
        "Starting November 2nd I'm moving to the day shift.",
        "Starting November 2nd, I'm moving to the day shift.",
        "Beginning next week we're on earlies.",
        "From Monday I'm on call.",
    ],
)
def test_a_day_before_what_one_does_is_no_school_and_no_job(text: str) -> None:
    what = learnt(text)
    assert not [fact.value for fact in what.facts if fact.kind in ("school", "job", "workplace")]


def test_with_a_band_what_one_did_in_it_is_over() -> None:
    told = "I play cello in a folk band called Marrow. We practise Mondays in Ada's barn."
    assert held(learnt(told), "hobby") == {"cello"}
    what = learnt(told, "I knit as well.", "so it's official, the band broke up")
    assert not [value for kind in ("hobby", "habit") for value in held(what, kind) if "knit" not in value]


def test_with_a_band_of_somebody_elses_nothing_of_ones_own_is_over() -> None:
    what = learnt("My brother plays in a band. I play guitar at home.", "The band split up.")
    assert held(what, "hobby") == {"guitar"}


def test_what_was_bought_is_planned_no_more() -> None:
    what = learnt("I'm planning a bike race in Rome.", "I want to buy a new bike.", "Bought the bike yesterday!")
    assert held(what, "plan") == {"planning a bike race in Rome"}


@pytest.mark.parametrize(
    "text",
    [
        "My cousin Lena is dating a plumber named Ed.",
        "My dad loved Prince, played him on every long drive.",
        "Correction: Nora's in fifth grade, not sixth.",
    ],
)
def test_pieces_of_a_sentence_are_no_values(text: str) -> None:
    junk = [one.value for one in learnt(text).facts if one.value.startswith(("'", "dating", "played"))]
    assert not junk


@pytest.mark.parametrize(
    ("said", "open_"),
    [
        (("My cousin Lena is pregnant!", "She's due in March."), {"Lena's due"}),
        (("My aunt Vera lives in Porto.", "Her birthday is October 12th."), {"Vera's birthday"}),
        (("My boss Karen is nice.", "She's moving to Dallas in May."), {"Karen's moving to Dallas"}),
        (("I'm baking a cake for Lena. Her party is on Saturday.",), {"Lena's party"}),
        (("Her birthday is on Friday.",), set[str]()),
        (("My brother and Marcus fought. He's coming on Sunday.",), set[str]()),
    ],
)
def test_what_is_left_open_by_a_pronoun_is_told_by_a_name(said: tuple[str, ...], open_: set[str]) -> None:
    assert {one.what for one in learnt(*said).loops if one.state == "open"} == open_


def test_a_line_that_begins_with_she_is_of_the_one_woman_before() -> None:
    what = learnt("My cousin Vera lives in Porto.", "Her birthday is October 12th.")
    assert held(what, "birthday", "Vera") == {"12 October"}
    what = learnt("My mom's in the hospital.", "She's in Tucson, Room 207 at St. Mary's.")
    assert held(what, "health", "mother") == {"in the hospital", "in Tucson, Room 207 at St Mary's"}
    assert not held(what, "home", "mother") | held(what, "workplace", "mother")


def test_of_two_who_may_be_meant_nothing_is_learnt() -> None:
    what = learnt("My sister and my mom are both nurses.", "She's 60.")
    assert not [fact for fact in what.facts if fact.kind == "age"]


@pytest.mark.parametrize(
    ("text", "name", "relation"),
    [
        ("Otis is our drummer.", "Otis", "bandmate"),
        ("our bassist Otis is allergic to shellfish", "Otis", "bandmate"),
        ("Our singer is Kim.", "Kim", "bandmate"),
        ("Otis plays trumpet in my band.", "Otis", "bandmate"),
        ("Sam's our goalie.", "Sam", "teammate"),
    ],
)
def test_who_plays_with_one_is_a_fellow_and_has_no_job(text: str, name: str, relation: str) -> None:
    what = learnt(text)
    assert [(one.name, one.relation) for one in what.people] == [(name, relation)]
    assert not held(what, "job", name)


def test_an_exam_that_was_passed_happened_and_is_no_skill() -> None:
    what = learnt("I passed my real estate exam")
    assert held(what, "event") == {"passed real estate exam"}
    assert not held(what, "skill")


def test_a_parent_is_somebody_without_a_name_and_by_the_one_that_is_told_later() -> None:
    said = "My mom's in the hospital.", "My dad flew out to see her."
    assert {one.name: one.relation for one in learnt(*said).people} == {"mother": "mother", "father": "father"}
    what = learnt(*said, "My mom Judith is better.")
    assert {one.name: one.relation for one in what.people} == {"Judith": "mother", "father": "father"}
    assert held(what, "health", "Judith") == {"in the hospital"}
