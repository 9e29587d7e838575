"""Jokes, and what is said of tonight, are no facts; what is said in earnest with the same words is."""

from datetime import UTC, datetime

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, ClaimType

AT = datetime(2026, 5, 4, 10, tzinfo=UTC)


def kinds(text: str) -> set[str]:
    return {one.kind for one in read_claims(text, AT, ()) if one.type is ClaimType.FACT and one.about == ME}


@pytest.mark.parametrize(
    ("kind", "joke", "earnest"),
    [
        ("allergy", "I'm allergic to early starts", "I'm allergic to early strawberries"),
        ("allergy", "I'm allergic to spreadsheets and the council", "I'm allergic to cats and horses"),
        ("job", "toast and beans, I'm a chef basically", "I'm a chef"),
        ("job", "I'm a glorified waiter", "I'm a waiter"),
        ("partner", "I'm married to this kettle", "I'm married to Joan"),
        ("health", "I'm dying, he called the head Susan", "I'm diabetic"),
        ("pet", "I've a frog in my throat", "I've a frog called Nigel"),
        ("plan", "going to get a kebab in a minute", "I'm going to open a kebab shop next year"),
        ("plan", "gonna have a pie and a lie down", "I'm going to retrain as a baker"),
        ("skill", "I'm fluent in sarcasm", "I'm fluent in Welsh"),
        ("hobby", "my hobby is losing keys", "my hobby is mending clocks"),
        ("home", "I live in my dressing gown", "I live in Dundee"),
        ("habit", "No I don't go to the bingo, that's Pat's thing", "I go to the bingo every week"),
    ],
)
def test_a_joke_is_no_fact(kind: str, joke: str, earnest: str) -> None:
    assert kind not in kinds(joke)
    assert kind in kinds(earnest)


@pytest.mark.parametrize(
    "said",
    [
        "nah never did finish that course. two weeks and I was out",
        "was going to do a 10k but then I sat down",
        "Salaam my friend, business is slow today",
        "my client today reckons she was abducted off the ring road",
        "Cellists, you know what they say, we're all a bit damp.",
    ],
)
def test_what_did_not_come_about_and_what_others_say_is_none(said: str) -> None:
    assert kinds(said) == set()


def test_as_if_in_the_midst_of_a_sentence_is_no_joke() -> None:
    assert "health" in kinds("I've got glaucoma. She said it as if it was the weather.")
    assert kinds("I'm the king of Norway, as if") == set()
