"""Who is who in a few words, what is said of what was just named, and what is left alone for a while."""

import pytest

from lumina.known import ME
from tests.distil.test_what_is_over_in_english import held, learnt
from tests.distil.test_whose_name_in_english import people


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("dad's Hector and mum's Ines, they run a bakery", {"Hector": "father", "Ines": "mother"}),
        ("mum's Rosa, dad's Emil and the dog's Biscuit", {"Rosa": "mother", "Emil": "father", "Biscuit": "dog"}),
        ("my brother's Tobin with a T, he works in Leeds", {"Tobin": "brother"}),
        ("our neighbours are Bev and Don", {"Bev": "neighbour", "Don": "neighbour"}),
        ("Carla's the chef i work with", {"Carla": "colleague"}),
        ("Priya's the nurse who sits next to me", {"Priya": "colleague"}),
        ("i'm in a flat share in Leith with Gus and Mina", {"Gus": "flatmate", "Mina": "flatmate"}),
        ("i'm fostering a lurcher, his name's Banjo", {"Banjo": "lurcher"}),
        ("i took dad's Toyota and mum's Nokia", {}),
        ("Google's the company i work for", {}),
        ("we met a girl, her name's Ash", {}),
        ("my cat's Siamese and my dog's Rex", {"Rex": "dog"}),
        ("my wife's German", {}),
    ],
)
def test_who_is_who_in_a_few_words(said: str, who: dict[str, str]) -> None:
    assert {name: relation for name, relation in people(learnt(said)).items() if relation} == who


@pytest.mark.parametrize(
    ("said", "kind", "values"),
    [
        ("my wife grew up in Cork and i was born there too", "hometown", ["Cork"]),
        ("yeah Hobart, i was born there", "hometown", ["Hobart"]),
        ("i flew to Rome in May, my dog was born there", "hometown", []),
        ("she's my girlfriend, as of last night", "partner", ["girlfriend"]),
        ("he's my boyfriend in the play", "partner", []),
        ("Josh rang, he's my boyfriend", "partner", ["Josh (boyfriend)"]),
        ("i'm keeper for the Dunmore Rovers", "hobby", ["keeper for the Dunmore Rovers"]),
        ("i'm keeper for the Dunmore Rovers", "workplace", []),
        ("tennis, we have training on fridays", "hobby", ["tennis"]),
        ("i'm such a morning person", "habit", ["morning person"]),
        ("i'm not a morning person at all", "habit", ["not a morning person"]),
        ("i've got hearing aids now", "possession", ["hearing aids"]),
        ("i've got contacts in the industry", "possession", []),
        ("i'm the proud owner of a yellow kayak", "possession", ["yellow kayak"]),
        ("i was the owner of a bakery once", "possession", []),
        ("i'm in a share house in Coburg", "home", ["Coburg"]),
        ("i'm in a cottage in Wales for the week", "home", []),
        ("i'm in a hotel room in Paris", "home", []),
        ("i deleted instagram last week", "habit", ["deleted instagram"]),
        ("i nearly deleted instagram", "habit", []),
        ("i've stopped smoking for the month", "habit", ["stopped smoking for the month"]),
        ("i'm doing dry january", "habit", ["dry january"]),
        ("i've got to go back on the 12th of December for the jab", "event", ["jab (12 December)"]),
    ],
)
def test_what_is_said_in_words_of_its_own(said: str, kind: str, values: list[str]) -> None:
    facts = [fact.value for fact in learnt(said).facts if (fact.about, fact.kind) == (ME, kind)]
    assert facts == values


@pytest.mark.parametrize(
    ("before", "then", "kind", "values"),
    [
        ("i hate olives", "i said i hate olives? turns out i really like them", "dislikes", []),
        ("i hate olives", "i said i hate olives? turns out i really like them", "likes", ["olives"]),
        ("i love oysters", "i loved oysters till i got ill, now i can't stand them", "likes", []),
        ("i love my job", "i love my job but some days i hate it", "dislikes", []),
        ("i play netball", "that's it for me and netball", "hobby", []),
        ("i play netball", "that's it for today", "hobby", ["netball"]),
        ("i play football", "that's the end of my football career", "hobby", []),
        ("we're fostering a greyhound", "the rescue rang, Kevin's officially ours", "pet", ["Kevin (adopted)"]),
        ("i'm going to Japan in October", "Japan's not happening :( can't afford it", "plan", []),
        ("i'm doing dry january", "so i'm drinking again", "habit", ["drinking again"]),
    ],
)
def test_what_is_so_no_more_by_what_is_said_of_it(before: str, then: str, kind: str, values: list[str]) -> None:
    assert held(learnt(before, then), kind) == values


def test_somebody_else_lives_where_they_move_once_they_are_there() -> None:
    said = ("my sister Nina lives in London", "Nina's moving back to Leeds", "Nina's home!")
    assert [fact.value for fact in learnt(*said[:2]).facts if fact.kind == "home" and fact.is_open] == ["London"]
    assert "Leeds" in [fact.value for fact in learnt(*said).facts if fact.kind == "home" and fact.is_open]
