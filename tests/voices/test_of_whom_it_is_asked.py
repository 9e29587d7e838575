"""English questions are answered by what is of the same person, of the same thing, and of the type asked for."""

from collections.abc import Mapping
from typing import cast

import pytest

from lumina.voices.aiming import answers_surely, by_subject, is_beside_it, reason, went
from lumina.voices.circle import circle, is_of_another, subjects
from lumina.voices.following import as_it_is_now
from lumina.voices.in_full import in_full
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.ranker import Ranked
from lumina.voices.stating import in_english
from lumina.voices.wanted import offered


def piece(text: str, minute: int = 0, day: int = 1) -> Evidence:
    at = f"2026-06-{day:02}T20:{minute:02}:00+00:00"
    return Evidence(who="you", speaker="u", text=text, at=at, score=1.0, here=False)


def fact(kind: str, value: str, about: str = "") -> Told:
    return Told(about=about, label=kind, value=value, kind=kind, past=False, sure=True)


def material(said: str, *lines: Evidence, facts: tuple[Told, ...] = (), told: tuple[str, ...] = ()) -> Material:
    given: Mapping[str, object] = {"said": said, "facts": facts, "learnt": (), "evidence": lines, "told": told}
    return cast("Material", given)


def first(said: str, *lines: Evidence) -> str:
    """Of lines that are all as likely, the one that is quoted first."""
    ranked = [Ranked(one, 1 / len(lines)) for one in lines]
    return by_subject(said, ranked, material(said, *lines))[0].piece["text"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("where does Otto live?", "he's in a flat in Porto now"),
        ("what colour is Ingrid's scarf?", "i knitted her one, it's green with bees"),
        ("what did Otto give me?", "Otto gave me a kettle"),
        ("when is ottos operation", "they're doing the hip replacement on june 9"),
    ],
)
def test_a_line_is_of_whom_the_one_before_it_was_of(asked: str, answer: str) -> None:
    lines = [
        piece("my brother Otto rang"),
        piece("he's in a flat in Porto now", 1),
        piece("they're doing the hip replacement on june 9", 2),
        piece("saw Ingrid at the market", day=3),
        piece("i knitted her one, it's green with bees", 1, day=3),
        piece("Otto gave me a kettle", day=4),
        piece("my aunt lives in Leeds, blue door", day=5),
    ]
    assert first(asked, *lines) == answer


def test_she_is_nobody_who_is_a_he() -> None:
    lines = [piece("my father came round"), piece("she left the gate open", 1), piece("he mended it", 2)]
    assert [*map(bool, subjects(lines, circle(material("", *lines))))] == [True, False, True]


@pytest.mark.parametrize(
    ("asked", "before", "whole"),
    [
        ("and what does he do?", "where does my brother live?", "and what does my brother do?"),
        ("where is it?", "when's the regatta?", "where is it regatta?"),
        ("what's her name?", "who is my landlady?", "what's my landlady's name?"),
        ("and the blue one?", "i like soup", "and the blue one?"),
        ("whose boat was it?", "what happened on the pier?", "whose boat was it?"),
    ],
)
def test_a_question_that_goes_on_is_asked_in_full(asked: str, before: str, whole: str) -> None:
    assert in_full(asked, material(asked, piece(before), told=(before,)))[0] == whole


@pytest.mark.parametrize(
    ("asked", "told", "share"),
    [
        ("how much was the kettle?", "the kettle was 40 quid", 1),
        ("how much was the kettle?", "the kettle whistles", 0),
        ("what did she want when she woke up?", "she woke up and wanted soup", 0.5),
        ("what was my score?", "i got a 212!!", 1),
        ("who mended it?", "Otto mended it", 1),
        ("who mended it?", "it was mended", 0),
        ("what was it like?", "it was mended", 0.5),
    ],
)
def test_how_much_of_the_type_that_is_asked_for_a_line_has(asked: str, told: str, share: float) -> None:
    assert offered(asked, told) == share


def test_what_has_nothing_of_a_question_is_no_answer() -> None:
    lines = [piece("my aunt lives in Leeds"), piece("the fair was moved to the island")]
    asked = "where does Otto live?"
    given = material(asked, *lines, facts=(fact("family", "Otto (brother)"),))
    assert is_beside_it(asked, lines[1], lines, given)
    assert not answers_surely(asked, lines[1], given)


def test_who_asks_how_it_went_or_why_is_told_what_came_of_it_or_before_it() -> None:
    lines = [
        piece("we're playing the regatta on the 5th"),
        piece("i've the drum solo", 1),
        piece("the cat is asleep", day=6),
        piece("did the drum solo, dropped one stick", 1, day=6),
        piece("i cried in the boathouse", 2, day=6),
    ]
    asked = "how did the regatta go?"
    assert went(asked, lines[0], lines, material(asked, *lines)) == lines[3]
    assert reason("why did i cry?", lines[4], lines) == lines[3]


@pytest.mark.parametrize(
    ("asked", "told", "is_wrong"),
    [
        ("where does Otto live?", fact("home", "Leeds"), True),
        ("where does Otto live?", fact("home", "Porto", "Otto"), False),
        ("is my aunt well?", fact("family", "two kids"), True),
        ("where do i live?", fact("home", "Leeds"), False),
    ],
)
def test_a_fact_of_another_is_none(asked: str, told: Told, is_wrong: bool) -> None:
    given = material(asked, facts=(fact("family", "Otto (brother)"), fact("home", "Porto", "Otto")))
    assert is_of_another(told, asked, circle(given)) is is_wrong


def test_a_change_of_plans_changes_only_what_it_names() -> None:
    plan = piece("we're going to Whitby for the weekend, a cottage by the pier")
    other = piece("the vicar fell off his bike", 1)
    change = piece("change of plans, the Whitby cottage by the pier flooded so we're off to Skye instead", 2)
    evidence = [plan, other, change]
    assert as_it_is_now([plan], evidence, "where are we going?")[0] == change
    assert as_it_is_now([other], evidence, "what happened to the vicar?") == [other]
    moved = piece("No, it's the 14th, not the 12th", 3)
    flight = piece("I fly on the 12th of June")
    assert as_it_is_now([flight], [flight, moved], "when do I fly?")[0] == moved


def test_a_death_is_said_as_one() -> None:
    assert in_english(fact("family", "father died (2026-03)")) == "Your father died in March 2026"
    assert in_english(fact("family", "Walt died (2019)")) == "Walt died in 2019"
