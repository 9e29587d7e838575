"""What English tells in passing of tastes, bodies, skills, beliefs, and of what is so again and again, to be, or long
past; beside each, what is like it and tells nothing."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, ClaimType, Mode
from lumina.models import Role, Turn

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def told(text: str, asked: str = "", about: str = ME) -> dict[str, str]:
    """The facts about somebody by kind, behind a question of a character."""
    none = UUID(int=0)
    before = [Turn(none, "", "", none, "", Role.CHARACTER, asked, AT, frozenset())] if asked else []
    claims = read_claims(text, AT, before)
    return {
        one.kind: one.value
        for one in claims
        if one.type is ClaimType.FACT and one.about == about and one.mode is not Mode.ENDS
    }


@pytest.mark.parametrize(
    ("kind", "said", "value"),
    [
        ("likes", "Marmalade is my one weakness", "Marmalade"),
        ("likes", "nobody gets between me and a pork pie", "pork pie"),
        ("likes", "I'm a total jigsaw nut", "jigsaw"),
        ("dislikes", "I have never been able to stand beetroot", "beetroot"),
        ("dislikes", "I won't have instant coffee in the house", "instant coffee"),
        ("dislikes", "Wasps give me the creeps", "Wasps"),
        ("dislikes", "I'm terrified of moths, always have been", "afraid of moths"),
        ("allergy", "Sesame brings me out in hives", "Sesame"),
        ("allergy", "Cashews. My throat closes and that's the party over", "Cashews"),
        ("health", "coeliac, so no thanks to the sourdough", "coeliac"),
        ("health", "They've told me it's rheumatoid arthritis", "rheumatoid arthritis"),
        ("health", "I've only got one lung", "one lung"),
        ("health", "I'm on iron tablets", "iron tablets"),
        ("skill", "I can reverse a horsebox through a lychgate", "can reverse a horsebox through a lychgate"),
        ("skill", "I do a passable Yorkshire accent", "Yorkshire accent"),
        ("possession", "got a Land Rover older than the bishop", "Land Rover"),
        ("possession", "just picked up the keys to our narrowboat", "narrowboat"),
        ("belief", "there's no such thing as coincidence", "no such thing as coincidence"),
        ("belief", "I reckon mermaids are real", "mermaids are real"),
        ("belief", "I hold that every child ought to be taught to whistle", "taught to whistle"),
        ("hobby", "Whittling keeps me sane", "Whittling"),
        ("hobby", "been racing pigeons since I left the pit", "racing pigeons"),
        ("pet", "We inherited a tortoise from her aunt", "tortoise"),
        ("partner", "I'm married to a paramedic", "married to a paramedic"),
    ],
)
def test_a_turn_of_phrase_tells_of_its_kind(kind: str, said: str, value: str) -> None:
    assert value in told(said).get(kind, "")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("likes", "you are my whole world"),
        ("likes", "I'm a bit of a control freak"),
        ("dislikes", "I won't have time on Friday"),
        ("dislikes", "he can do one"),
        ("dislikes", "I don't have a car"),
        ("allergy", "got stung by a wasp and my hand swelled up"),
        ("allergy", "dodgy prawns, ended up in hospital"),
        ("health", "they found my keys"),
        ("health", "one arm in my coat already"),
        ("skill", "I can see the church from here"),
        ("skill", "I can make nine o'clock"),
        ("possession", "I got a van to the hospital"),
        ("belief", "I believe that's my bus"),
        ("belief", "the struggle is real"),
        ("pet", "I've got a horse in this race"),
        ("pet", "two cats on the wall outside"),
        ("partner", "I'm married to this sofa"),
    ],
)
def test_what_is_like_it_does_not(kind: str, said: str) -> None:
    assert kind not in told(said)


@pytest.mark.parametrize(
    ("kind", "said", "value"),
    [
        ("habit", "Evensong of a Sunday, without fail", "Evensong of a Sunday"),
        ("habit", "Every morning, before the kettle, I'm down at the lido", "Every morning I'm down at the lido"),
        ("habit", "cold bath every night, no exceptions", "cold bath every night"),
        ("plan", "Next spring we will go back to Gdynia", "go back to Gdynia"),
        ("plan", "two more winters and then we're taking the van to Portugal", "taking the van to Portugal"),
        ("event", "fell through the roof of the bandstand when I was twelve", "fell through the roof"),
        ("event", "I met Seamus Heaney in a lift in 1991", "met Seamus Heaney"),
    ],
)
def test_when_it_is_so_tells_what_it_is(kind: str, said: str, value: str) -> None:
    assert value in told(said).get(kind, "")


@pytest.mark.parametrize(
    "said",
    [
        "it rains every day here",
        "the bins go out every Tuesday",
        "she rings me every night",
        "they're building flats here next year",
        "I'll be fine by Christmas",
        "the pub burned down in 1999",
    ],
)
def test_what_is_so_of_something_else_is_nothing_of_mine(said: str) -> None:
    assert told(said) == {}


@pytest.mark.parametrize(
    ("asked", "said", "kind", "value"),
    [
        ("Anything you won't touch?", "liver. grey and sorry for itself", "dislikes", "liver"),
        ("Any food you have to avoid?", "lupin! one biscuit and I'm in A&E", "allergy", "lupin"),
        ("Who do you listen to?", "Nanci Griffith, all of it", "likes", "Nanci Griffith"),
        ("Do you have a hobby outside the shop?", "Petanque, badly", "hobby", "Petanque"),
        ("Any party tricks?", "Yodelling", "skill", "Yodelling"),
        ("How do you get about?", "tandem, with my brother on the back", "possession", "tandem"),
    ],
)
def test_an_answer_in_a_word_is_of_the_kind_that_was_asked_for(asked: str, said: str, kind: str, value: str) -> None:
    assert told(said, asked).get(kind) == value


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Anything you hate?", "you, when you ask that"),
        ("What do you do on your days off?", "what days off"),
        ("What's your favourite film?", "whatever's on"),
        ("How's your back?", "still attached"),
        ("What does your brother hate?", "mornings"),
    ],
)
def test_an_answer_that_tells_nothing_is_none(asked: str, said: str) -> None:
    assert told(said, asked) == {}


def test_what_others_believe_is_theirs() -> None:
    assert told("my nan truly believes in fairies", about="grandmother") == {"belief": "fairies"}
    assert "belief" not in told("my nan truly believes in fairies")
    assert told("Mum believes it's Tuesday", about="mother") == {}


def test_an_aside_does_not_part_who_it_is_from_what_they_do() -> None:
    assert told("My sister, by contrast, is devoted to dahlias", about="sister") == {"likes": "dahlias"}


def test_a_thing_of_somebody_is_not_that_one() -> None:
    assert told("My father's fob watch still keeps time", about="father") == {}


def test_no_name_stands_in_what_somebody_will_do() -> None:
    assert "family" not in told("my cousin will sort it")
    assert told("my cousin will is a plumber", about="Will") == {"job": "plumber"}
