"""Which line answers an English question of somebody who types as they speak: not one that merely shares a word."""

from typing import Any

import pytest

from lumina.voices.at_its_time import told_since
from lumina.voices.material import Evidence, Told
from lumina.voices.spelt import introduced, names_oneself
from tests.voices.test_offline_voice import CAST, material, say

LUMINA = CAST.find("lumina")
REMEMBERS, HEDGES, ESCAPES = (LUMINA.voice.en[kind] for kind in ("remembers", "hedges", "escapes"))
LIFE = (
    "im aoibheann, 29, i do nails in cobh",
    "my husband ciarnan fixes lifts, hes never home",
    "ma is 68 and she lives out in youghal with the cat",
    "i was 71 kilos getting weighed at the nurse today",
    "ciarnan says im mad, hes probably right",
    "ma left the back door open all night on friday",
    "ive the number 8 bus to work every day, grim",
    "down to 69 already, look at me go",
    "da was called fintan, he died when i was six",
    "my mate grainne is up to 74, she blames the baby",
    "the landlord died, apparently, we got a letter",
    "its the number 14 bus now, not the 8",
    "nox whats the best bus app",
)


def told(lines: tuple[str, ...] = LIFE) -> list[Evidence]:
    return [
        {
            "who": "you",
            "speaker": "Aoibheann",
            "text": text,
            "at": f"2026-11-{number + 1:02}T20:00:00+00:00",
            "score": 0.3,
            "here": False,
        }
        for number, text in enumerate(lines)
    ]


def answer(said: str, **more: Any) -> str:
    given: dict[str, Any] = {
        "language": "en",
        "evidence": told(),
        "grade": "medium",
        "now": "2026-11-22T09:00:00+00:00",
        **more,
    }
    return say(LUMINA, material(said, **given))


def fact(kind: str, value: str, about: str = "", *, label: str = "", sure: bool = True) -> Told:
    return {"about": about, "label": label or kind, "value": value, "kind": kind, "past": False, "sure": sure}


@pytest.mark.parametrize(
    ("said", "answers", "stray"),
    [
        ("where does my mother live", "youghal", "back door"),
        ("what was my dads name", "fintan", "landlord"),
        ("whats my name", "aoibheann", "fintan"),
        ("how much do i weigh now", "down to 69", "74"),
        ("which bus do i get to work", "14 bus", "best bus app"),
    ],
)
def test_a_line_that_merely_shares_a_word_does_not_answer(said: str, answers: str, stray: str):
    shown = answer(said)
    assert answers in shown
    assert stray not in shown


def test_what_is_known_answers_however_it_is_typed():
    job = fact("job", "lift engineer", "Ciarnan")
    partner = fact("partner", "Ciarnan (husband)")
    assert "lift engineer" in answer("whats my husbands job", facts=[job, partner], evidence=[])


def test_a_list_is_made_of_all_that_is_known():
    pets = [fact("pet", "Sooty (cat)"), fact("pet", "Bosco (parrot)")]
    shown = answer("what pets do we have", facts=[*pets, fact("job", "nails")])
    assert "Sooty" in shown
    assert "Bosco" in shown


def test_a_yes_needs_all_of_the_question():
    shown = answer("do i take sugar in my coffee", facts=[fact("likes", "strong coffee")])
    assert not any(phrase in shown for phrase in REMEMBERS)


def test_what_lies_within_reach_is_not_denied():
    assert any(phrase in answer("what did ciarnan drop on sunday") for phrase in (*HEDGES, *ESCAPES))


def test_what_is_remembered_is_likely():
    assert any(phrase in answer("where does my mother live") for phrase in (*REMEMBERS, *HEDGES))
    assert not any(phrase in answer("what colour is grainnes coat") for phrase in REMEMBERS)


def test_who_is_named_as_what_is_read_however_it_is_typed():
    assert introduced("my mate grainne is up to 74") == (("grainne", "mate"),)
    assert not introduced("my mate left early")
    assert not introduced("orlas husband is called declan")


@pytest.mark.parametrize(("text", "named"), [("im aoibheann, 29", True), ("im grand", False), ("I'm Irish.", False)])
def test_one_names_oneself_by_a_name(text: str, named: bool):
    assert names_oneself(text) is named


MILL, LIBRARY = told(("I work at the mill", "I've started work at the library"))


@pytest.mark.parametrize(("place", "quoted", "since"), [("mill", LIBRARY, True), ("library", LIBRARY, False)])
def test_a_fact_gives_way_to_a_line_that_was_told_after_it(place: str, quoted: Evidence, *, since: bool) -> None:
    where = material("where do i work?", language="en", evidence=[MILL, LIBRARY])
    assert told_since(fact("workplace", place), [quoted], [MILL, LIBRARY], where) is since
