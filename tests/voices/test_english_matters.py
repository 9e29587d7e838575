"""English questions that lean on what was said before, ask in other words, or come when hardly anything was told."""

from typing import Any

import pytest

from lumina.dialogue.characters import load_cast
from lumina.language.acts import Mood, asks_all, mood
from lumina.language.trained.wants import Want, wants
from lumina.voices.counterpart import with_counterpart
from lumina.voices.in_full import in_full
from lumina.voices.material import Evidence
from tests.voices.test_offline_voice import material, say

LUMINA = load_cast().find("lumina")


def told(text: str, minute: int = 50, score: float = 0.5) -> Evidence:
    at = f"2026-11-20T08:{minute:02}:00+09:00"
    return {"who": "you", "speaker": "Jo", "text": text, "at": at, "score": score, "here": False}


def answer(said: str, *evidence: Evidence, **more: Any) -> str:
    return say(LUMINA, material(said, language="en", evidence=evidence, grade="medium", **more))


COUSINS = told("I've two cousins in the trade, Wilf and Barnaby.")
BANDS = told("my mates Dex and Tobin both play in bands")
DOCTORS = told("Two consultants: Dr Vane for the heart and Dr Moss for the lungs.")


@pytest.mark.parametrize(
    ("said", "before", "quoted", "line", "whole"),
    [
        (
            "what does the other one do?",
            "Which cousin had twins?",
            "Barnaby's just had twins",
            COUSINS,
            "what does Wilf do?",
        ),
        (
            "what's the other guy play?",
            "who broke his arm?",
            "dex broke his arm falling off a stage",
            BANDS,
            "what's Tobin play?",
        ),
        (
            "what does the other chap see me about?",
            "Which doctor does my heart?",
            "Two consultants: Dr Vane for the heart and Dr Moss for the lungs.",
            DOCTORS,
            "what does Dr Moss see me about?",
        ),
        ("And the other lad, what's his job?", "Who rang?", "Tobin rang on Monday", BANDS, "And Dex, what's his job?"),
        ("what did I do the other day?", "Who is Wilf?", "Wilf lays bricks", COUSINS, "what did I do the other day?"),
        ("who took the other one?", "what time is it?", "", COUSINS, "who took the other one?"),
    ],
)
def test_the_other_one_of_two_is_known_by_name(said: str, before: str, quoted: str, line: Evidence, whole: str):
    earlier = (before, f"I remember.\nYou said: “{quoted}”") if quoted else (before,)
    given = material(said, language="en", evidence=(line,), told=(before, said), earlier=earlier)
    assert with_counterpart(said, given) == whole


@pytest.mark.parametrize(
    ("said", "before", "taken_up"),
    [
        ("who sold it me?", "What boat did I buy?", "boat"),
        ("and what have I said I'd bring to it?", "When is the harvest supper?", "harvest"),
        ("and when must I have it in?", "What essay am I writing?", "essay"),
        ("where was I when they picked me?", "What office do I hold?", "office"),
        ("And what am I down for?", "When's the raffle?", "raffle"),
    ],
)
def test_a_question_goes_on_about_the_matter_of_the_one_before(said: str, before: str, taken_up: str):
    whole, _ = in_full(said, material(said, language="en", told=(before, said)))
    assert taken_up in whole


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("and where do I work?", "When's the raffle?"),
        ("and what's my sister's dog called?", "When's the raffle?"),
        ("who was it that rang my brother on Sunday?", "When's the raffle?"),
        ("what colour did I paint the shed?", "When's the raffle?"),
        ("who sold it me?", "I bought a boat."),
    ],
)
def test_a_question_with_a_matter_of_its_own_takes_up_no_other(said: str, before: str):
    whole, _ = in_full(said, material(said, language="en", told=(before, said)))
    assert "raffle" not in whole
    assert "boat" not in whole


def test_what_was_quoted_to_the_question_before_stands_first_where_nothing_surely_answers():
    captain = told("They made me captain of the darts team while I was at the bar")
    week = told("Quiet week, I picked at my food", 51)
    earlier = ("What did the team make me?", f"I remember.\nYou said: “{captain['text']}”")
    said = "and where was I when they did it?"
    answered = answer(said, week, captain, told=("What did the team make me?", said), earlier=earlier)
    assert "at the bar" in answered


@pytest.mark.parametrize(
    ("said", "evidence", "has"),
    [
        ("What's the name I gave the old boy in my garage?", ("Restoring a Vespa, I call him Giuseppe",), "Giuseppe"),
        ("what shape did i get in my lobes", ("had my ears done! two little moons", "mum's livid"), "moons"),
        ("quick, what's my spiky friend called", ("Bought a cactus, Kevin he is", "Rain again"), "Kevin"),
        ("what bird did i have drawn on my arm", ("got inked! a little curlew", "it itches"), "curlew"),
        ("Where am I bound for?", ("Off to Malta with Agnes", "Packed far too much"), "Malta"),
    ],
)
def test_where_hardly_anything_was_told_the_nearest_is_held_out(said: str, evidence: tuple[str, ...], has: str):
    lines = [told(text, 50 - at, score=0.05) for at, text in enumerate(evidence)]
    assert has in answer(said, *lines)


@pytest.mark.parametrize(
    "said",
    [
        "If you had to describe me to a stranger, what would you say?",
        "how would you introduce me to your mates",
        "What does my file say?",
        "Suppose you wrote my obituary. What goes in it?",
        "what would you put in my bio",
    ],
)
def test_all_that_is_known_is_asked_for_in_many_ways(said: str):
    lines = (told("I play the tuba"), told("I'm rubbish at goodbyes", 49), told("We had fog", 48))
    answered = answer(said, *lines)
    assert asks_all(said)
    assert "tuba" in answered
    assert "goodbyes" in answered


@pytest.mark.parametrize(
    "said",
    [
        "If you had to describe the sea, what would you say?",
        "how would you introduce yourself",
        "What does my sister say?",
        "What would you put in a sandwich?",
        "write me a poem about the sea",
    ],
)
def test_what_is_not_of_the_person_asks_for_nothing_known(said: str):
    assert not asks_all(said)


@pytest.mark.parametrize(
    "said",
    [
        "Name the bird I'm frightened of.",
        "What was it I lost at Filey?",
        "Who's going along with me?",
        "who sold it me",
        "I forget what I told you my dentist was called",
    ],
)
def test_whatever_its_form_it_asks_for_what_was_told(said: str):
    assert wants(said)[Want.ASK] >= 0.5


@pytest.mark.parametrize(
    "said",
    [
        "I'm so scared of what comes next",
        "I lost my temper with the nurse",
        "Quick, shut the door, the cat is out",
        "I forget things all the time now",
        "who does that to a bin",
    ],
)
def test_what_only_looks_like_it_asks_for_nothing_told(said: str):
    assert wants(said)[Want.ASK] < 0.5


@pytest.mark.parametrize(
    ("said", "evidence", "has"),
    [
        ("what instrument does my daughter play?", "my little girl is sitting her grade 3 oboe", True),
        ("where does my son work?", "our lad started at the bakery", True),
        ("what instrument does my daughter play?", "my niece is six and plays the oboe", False),
        ("where does my son work?", "my nephew works at the bakery", False),
    ],
)
def test_ones_child_is_known_by_what_people_call_it(said: str, evidence: str, has: bool):
    assert ("“" in answer(said, told(evidence))) is has


def test_who_cannot_stand_somebody_hates_them():
    lines = (told("gran's new friend is called Osbert, he tap dances", 50), told("my auntie June can't bear him", 51))
    assert "June" in answer("which relative hates Osbert?", *lines)


@pytest.mark.parametrize(
    ("said", "heavy"),
    [
        ("We scattered Gran on the moor on Sunday", Mood.GRIEF),
        ("I had to go and identify him", Mood.GRIEF),
        ("It would have been his sixtieth today", Mood.GRIEF),
        ("I still set two places", Mood.GRIEF),
        ("Dad's been moved to the hospice", Mood.SORROW),
        ("there's a shadow on the x-ray", Mood.SORROW),
        ("he's stopped talking to me", Mood.SORROW),
        ("My sourdough died again", Mood.LIGHT),
        ("the hospice shop had a nice lamp in", Mood.LIGHT),
        ("they switched the machine off for the night", Mood.LIGHT),
        ("we scattered grass seed along the fence", Mood.LIGHT),
        ("it would have been a nice day", Mood.LIGHT),
    ],
)
def test_what_is_heavy_needs_no_word_for_it_and_what_only_sounds_so_is_light(said: str, heavy: Mood):
    assert mood(said) is heavy
