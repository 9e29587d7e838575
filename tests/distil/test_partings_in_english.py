"""Who is together, who parted, who moved out, and where one lives from then on."""

import pytest

from lumina.known import Known
from tests.distil.test_what_is_over_in_english import held, learnt


def relation(what: Known, name: str) -> str:
    return next(one.relation for one in what.people if one.name == name)


@pytest.mark.parametrize(
    "said",
    [
        "My boyfriend Owen and I split up",
        "me and Owen have broken up",
        "Owen and I are done",
        "Owen dumped me",
        "I broke up with Owen last night",
        "me and my boyfriend separated",
        "Owen's my ex now",
    ],
)
def test_who_parted_is_nobodys_partner(said: str) -> None:
    what = learnt("My boyfriend Owen works nights", said)
    assert "Owen (boyfriend)" not in held(what, "partner")
    assert held(what, "event") == []


def test_who_parted_is_an_ex() -> None:
    assert relation(learnt("My girlfriend Ana is a vet", "My girlfriend Ana and I have split up"), "Ana") == "ex"


@pytest.mark.parametrize("said", ["Tom and I are done with the painting", "Sam and I split up into teams"])
def test_who_shares_some_work_has_not_parted(said: str) -> None:
    assert held(learnt(said), "partner") == []


@pytest.mark.parametrize(
    ("said", "name", "who"),
    [
        ("My brother Danny's got engaged to his girlfriend Aoife", "Aoife", "Danny's fiancée"),
        ("My sister Beth is getting married to Olu in May", "Olu", "Beth's fiancé"),
        ("My uncle Rob married his partner Elsie last summer", "Elsie", "Rob's wife"),
        ("My daughter Judith's married to a lovely chap called Piers", "Piers", "Judith's husband"),
        ("Priya's got a place with her boyfriend Kit in Manchester", "Kit", "Priya's boyfriend"),
    ],
)
def test_whose_somebody_is_is_told_in_passing(said: str, name: str, who: str) -> None:
    assert relation(learnt("My gran is ill", said), name) == who


@pytest.mark.parametrize(
    ("before", "said", "kind"),
    [
        ("My dog Rex is old", "Rex isn't my dog", "pet"),
        ("My boss Martin is nice", "Martin isn't my boss any more", "friend"),
        ("My flatmate Priya cooks", "Priya moved out yesterday", "friend"),
    ],
)
def test_who_is_not_or_no_more_what_they_were_is_over(before: str, said: str, kind: str) -> None:
    assert held(learnt(before), kind) != []
    assert held(learnt(before, said), kind) == []


def test_another_is_what_somebody_was_taken_for() -> None:
    what = learnt("My boss is called Martin", "my boss isn't Martin, it's Fatima")
    assert held(what, "friend") == ["Fatima (boss)"]
    assert held(what, "name") == []


@pytest.mark.parametrize(
    ("said", "home"),
    [
        ("We signed for a two-bed in Headingley, on Cardigan Road", "Headingley, on Cardigan Road"),
        ("We've moved into a flat on Duke Street", "Duke Street"),
        ("I moved to 14 Park Row, Clifton last week", "14 Park Row, Clifton"),
        ("moved in to the new flat in Partick!", "Partick"),
    ],
)
def test_a_move_is_told_down_to_the_street(said: str, home: str) -> None:
    assert held(learnt("I live in Leeds", said), "home") == [home]


def test_where_one_is_moving_is_home_once_one_has_moved_in() -> None:
    ahead = learnt("I live in York", "We're moving to Beverley next month")
    assert held(ahead, "home") == ["York"]
    assert held(learnt("I live in York", "We're moving to Beverley next month", "All moved in now"), "home") == [
        "Beverley"
    ]


def test_a_place_that_somebody_got_is_no_school() -> None:
    what = learnt("Priya's got a place with her boyfriend Kit in Manchester")
    assert held(what, "school") == []
    assert held(what, "plan") == ["move to Manchester"]
