"""Whose name is told, and who is nobody: brands, weekdays, oneself."""

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import Known
from lumina.models import Role
from tests.distil.test_what_is_over_in_english import AT, held, learnt, turn


def people(what: Known) -> dict[str, str]:
    return {one.name: one.relation for one in what.people}


def test_a_name_that_is_said_to_be_one_may_look_like_a_verb() -> None:
    assert people(learnt("our cat's called Dumpling, she's eleven")) == {"Dumpling": "cat"}
    assert people(learnt("my mum Buried the hatchet")) == {}


@pytest.mark.parametrize(
    ("said", "reply", "then", "person"),
    [
        ("My nan's in hospital", "I'm so sorry.", "Her name's Edna, she's ninety", ("Edna", "grandmother")),
        ("my grandad's poorly", "Is your mum with him?", "his name's Ted and he's ninety", ("Ted", "grandfather")),
        ("I've got a new flatmate", "What's she like?", "She's called Ines", ("Ines", "flatmate")),
        ("My nan is ill and my dad is worried", "Oh no.", "Her name's Edna", ("Edna", "grandmother")),
        ("Yeah. Mum's with her", "Good.", "Her name's Edna, she's ninety", ("Edna", "")),
        ("My mum rang about nan", "Oh?", "She's called Edna", ("Edna", "")),
    ],
)
def test_the_name_is_of_the_one_who_has_none_yet(said: str, reply: str, then: str, person: tuple[str, str]) -> None:
    before = [turn(said, AT), turn(reply, AT, Role.CHARACTER)]
    named = {one.value: one.kind for one in read_claims(then, AT, before) if one.type == "person"}
    assert named == dict([person])


def test_a_brand_is_nobodys_pet_and_a_pet_is_one_animal() -> None:
    what = learnt(
        "Our client is a cat litter brand called Purrfect, though my cat hates it. She's called Mabel, "
        "she's a two-year-old tabby"
    )
    assert held(what, "pet") == ["Mabel (tabby)"]
    assert people(what) == {"Mabel": "tabby"}
    assert [(fact.about, fact.value) for fact in what.facts if fact.kind == "age"] == [("Mabel", "2")]


@pytest.mark.parametrize(
    "said",
    [
        "We're pitching to a dog treat company called Waggly",
        "there's a horse racing podcast called Final Furlong",
        "The shop's called Wilko",
        "I go climbing on Tuesdays and Thursdays",
        "My name's not Samantha, it's just Sam",
        "no one calls me Joseph, everyone calls me Joe",
    ],
)
def test_who_is_nobody_is_not_among_the_people(said: str) -> None:
    assert people(learnt(said)) == {}


def test_ones_own_name_is_nobody_else() -> None:
    what = {one.value for one in read_claims("Jess here again", AT, [], {"Jess": "me"}) if one.type == "person"}
    assert what == set()


@pytest.mark.parametrize("said", ["My brother Danny's got a cold", "my sister Holly's a nurse"])
def test_no_name_loses_its_last_letter(said: str) -> None:
    assert [*people(learnt(said))] in (["Danny"], ["Holly"])


def test_who_is_from_work_is_a_colleague() -> None:
    assert people(learnt("Sophie from the agency took me for a walk", "She's my work wife")) == {"Sophie": "colleague"}


def test_a_name_is_put_right() -> None:
    assert held(learnt("I'm Jessica", "My name's not Jessica, it's just Jess"), "name") == ["Jess"]
