"""What counts as a question in English that is typed without its mark, and what a question asks for."""

import pytest

from lumina.language.acts import asks, does
from lumina.language.kinds import asked_kinds
from lumina.language.relatives import own_relatives_asked


@pytest.mark.parametrize(
    "text",
    [
        "and she's allergic to what",
        "the form wants a postcode, what is it",
        "shout it out for me, who was it",
        "n how long did i say the drive was",
        "so my tortoise is called",
        "bet u cant remember my wifes name",
        "and we land when, again",
        "whos picking me up",
        "mum keeps asking about the colour, what'd i say",
        "Feeding it what, exactly",
        "did Petra say when she comes",
        "the neighbours wonder what i do all day, what is the answer",
    ],
)
def test_a_question_needs_no_mark(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Did three loads of washing",
        "Had to fetch the keys from Wigan",
        "Will write to you when it's done",
        "was. He left in May",
        "no idea where",
        "she told me what",
        "my aunt, who is a baker, came round",
        "lost my keys again, what a day",
    ],
)
def test_a_statement_is_no_question_by_its_first_word(text: str) -> None:
    assert not asks(text)


def test_a_statement_that_only_sounds_like_a_question_states_what_comes_behind_it() -> None:
    assert not asks("Met this lad Aziz at the climbing wall and he asked me out? He's my boyfriend now.")
    assert asks("What's my name? I forgot.")


@pytest.mark.parametrize("text", ["what's the actual date of it", "which date's the exam", "whens the plumber coming"])
def test_a_day_is_asked_for_in_many_ways(text: str) -> None:
    assert does("when", text)


@pytest.mark.parametrize(
    "text", ["what have u got on me then", "give me the rundown on me", "whit dae ye ken about me"]
)
def test_all_that_is_known_is_asked_for_in_many_ways(text: str) -> None:
    assert does("profile", text)


@pytest.mark.parametrize(
    ("question", "told", "met"),
    [
        ("what's my daughter called", "son", False),
        ("what's my daughter called", "daughter", True),
        ("do I have any kids", "brother", False),
        ("do I have any kids", "son", True),
        ("what are my mum and dad called", "father", True),
        ("how many brothers and sisters do I have", "sister", True),
    ],
)
def test_a_relative_is_asked_for_by_what_they_are(question: str, told: str, met: bool) -> None:
    assert any(one.told.search(told) for one in own_relatives_asked(question)) is met


@pytest.mark.parametrize("question", ["what's my brother's wife called", "where do I live", "the kid on the bus"])
def test_nobody_of_the_family_is_asked_for_by_another_word(question: str) -> None:
    assert not any(one.told.search("brother") for one in own_relatives_asked(question))


@pytest.mark.parametrize("text", ["gimme my aunt's birthday", "ok lemme hear the date", "hit me with my appointments"])
def test_who_wants_to_be_given_what_was_told_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", ["gimme a hug", "lemme see the garden first", "gimme my keys back"])
def test_who_wants_to_be_given_a_thing_asks_for_nothing_that_was_told(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize("text", ["what must be kept out of a cake for me?", "what has to be left out of my soup?"])
def test_what_is_kept_out_of_a_dish_is_what_somebody_cannot_eat(text: str) -> None:
    assert "allergy" in asked_kinds(text)
