"""What the offline voice chooses in English: of what was put off, of what goes on, and where thanks come in sorrow."""

import re
from typing import Any

import pytest

from lumina.language.bilingual import Language
from lumina.voices.fitting import goes_on
from lumina.voices.matching import shared_words
from lumina.voices.material import Evidence
from tests.voices.test_offline_voice import CAST, material, say

LUMINA = CAST.find("lumina")


def told(text: str, at: str = "2026-11-22T08:50:00+09:00") -> Evidence:
    return {"who": "you", "speaker": "Beth", "text": text, "at": at, "score": 0.5, "here": False}


def answer(said: str, *evidence: Evidence, **more: Any) -> str:
    return say(LUMINA, material(said, language="en", evidence=evidence, grade="medium", **more))


def test_of_what_was_put_off_only_the_day_that_stands_is_told():
    first = told("My wedding's on the 12th of September", at="2026-11-01T09:00:00+09:00")
    moved = told("We've had to move the wedding to the 3rd of October", at="2026-11-08T09:00:00+09:00")
    assert "12th of September" not in answer("When is my wedding?", moved, first)
    assert "3rd of October" in answer("When is my wedding?", moved, first)
    assert "12th of September" in answer("When was my wedding going to be originally?", moved, first)


def test_a_question_that_goes_on_is_answered_from_what_was_told_beside():
    twins = told("We've just had two, Isla and Rory.", at="2026-11-22T08:50:00+09:00")
    toast = told("I live on toast.", at="2026-11-22T08:51:00+09:00")
    quoted = "Yes, I remember!\nJust now, you said: “I live on toast.”"
    assert "Isla and Rory" in answer("What are they called?", twins, toast, earlier=(quoted,))


@pytest.mark.parametrize(
    ("said", "goes"),
    [("what's his name?", True), ("what position?", True), ("Really?", False), ("What is my dog called?", False)],
)
def test_what_goes_on_is_told_by_its_pronoun_or_its_shortness(said: str, goes: bool):
    assert goes_on(said) is goes


@pytest.mark.parametrize(
    ("one", "other", "akin"),
    [
        ("who is the drummer", "Kez is on drums", 1),
        ("who is my teacher", "she teaches maths", 1),
        ("which carpet", "carrot soup", 0),
    ],
)
def test_words_of_one_family_count_as_shared(one: str, other: str, akin: int):
    assert shared_words(one, other) == akin


def test_thanks_after_a_death_are_no_matter_of_good_cheer():
    said = answer("thanks for listening", told=("My mum died on Sunday",))
    assert "😊" not in said
    assert said.strip() not in LUMINA.voices()["en"]["thanked"]


def test_whoever_asks_the_character_for_its_feelings_is_told_what_it_is():
    assert answer("do you ever get lonely?").strip() in LUMINA.voices()["en"]["wonders"]


def test_a_greeting_is_no_evidence_of_who_somebody_is():
    said = answer("What do you know about me?", told("hey there"), told("I work at the library in Leeds"))
    assert "hey there" not in said
    assert "library" in said


@pytest.mark.parametrize(
    ("language", "said", "quoted", "beside", "name"),
    [
        ("en", "what's the choir's name", "I sing alto in a choir.", "We're called the Larkrise Singers.", "Larkrise"),
        ("ja", "娘の名前、覚えてます？", "娘が今年小学校に上がりまして", "凛って言うんですけど、元気で。", "凛"),
    ],
)
def test_a_name_is_found_in_what_was_said_in_the_same_breath(
    language: Language, said: str, quoted: str, beside: str, name: str
):
    evidence = (told(quoted), told(beside, at="2026-11-22T08:51:00+09:00") | {"score": 0.1})
    assert name in say(LUMINA, material(said, language=language, evidence=evidence, grade="medium"))


COUSIN_AT = told("My cousin works at Lewisham in the renal unit")
OWN_SHIFT = told("Just off nights at Kingsmead, oncology, my feet are done for")
PEANUTS = told("Ruby comes out in hives if there is a peanut in the room, poor mite")
BUS = told("The bus was late again")
OLD_FIRM = told("I am with Bellweather, claims team", at="2026-10-01T09:00:00+09:00")
NEW_FIRM = told("Handed my notice in, I'm joining Corvid from June", at="2026-11-01T09:00:00+09:00")


@pytest.mark.parametrize(
    ("said", "evidence", "has", "lacks"),
    [
        ("where is it i work at again", (COUSIN_AT, OWN_SHIFT), "Kingsmead", "Lewisham"),
        ("What must I keep out of the picnic, the wife wants to know?", (BUS, PEANUTS), "peanut", "bus"),
        ("Whose badge am I wearing these days?", (OLD_FIRM, NEW_FIRM, BUS), "Corvid", "bus"),
        ("what evenings am i out, cos my sister is planning a do", (told("Choir is Mondays"), BUS), "Mondays", "bus"),
        ("which race have I let myself in for", (BUS, told("Signed up for the Leeds half marathon")), "Leeds", "bus"),
    ],
)
def test_what_answers_is_known_by_what_a_question_asks_for(
    said: str, evidence: tuple[Evidence, ...], has: str, lacks: str
):
    unlikely: list[Evidence] = [{**piece, "score": 0.0} for piece in evidence]
    answered = answer(said, *unlikely)
    assert has in answered
    assert lacks not in answered


def test_why_one_asks_is_no_part_of_what_is_asked():
    lines = (told("Coach has me at scrum half this season"), told("It was my birthday on Sunday"))
    assert "scrum half" in answer("what position do i play, mum wants it on my birthday cake", *lines)


def test_the_facts_of_others_do_not_answer_what_is_asked_of_oneself():
    cousins = {
        "about": "cousin",
        "label": "workplace",
        "value": "Lewisham",
        "kind": "workplace",
        "past": False,
        "sure": True,
    }
    assert "Lewisham" not in answer("where do i work?", OWN_SHIFT, facts=(cousins,))
    assert "Lewisham" in answer("where does my cousin work?", COUSIN_AT, facts=(cousins,))


def test_the_day_to_which_something_was_put_off_is_worked_out():
    first = told("The hearing about the fence is on March 3rd", at="2026-02-01T09:00:00+09:00")
    later = told("They have pushed it back a week", at="2026-02-10T09:00:00+09:00")
    assert "March 10" in answer("When is the hearing?", first, later)


def test_who_somebody_is_is_told_before_what_they_did():
    intro = told("Our neighbour Philippa is minding the hens", at="2026-11-01T09:00:00+09:00")
    did = told("Philippa dropped all the eggs, what a day, Philippa")
    assert answer("who did I say Philippa is?", did, intro).index("neighbour") >= 0


def test_what_was_said_stands_below_a_list_of_what_is_known_and_is_no_item_of_it() -> None:
    facts = [{"about": "", "kind": "home", "label": "home", "value": "Leeds", "past": False, "sure": True}]
    said = answer("What do you know about me?", told("I work at the library in Leeds"), facts=facts)
    assert re.search(r"\n- You live in Leeds\.\n\n[^-\n]+“I work at the library in Leeds”", said), said


def test_what_was_put_right_just_afterwards_is_not_quoted():
    wrong = told("同窓会の幹事押しつけられたっちゃ。会場は小倉の居酒屋おさえた", at="2026-11-22T08:50:00+09:00")
    right = told("あ、うそうそ、黒崎の店やった", at="2026-11-22T08:51:00+09:00")
    asked = material("集まるのどこの店にしたんやったかね？", language="ja", evidence=[wrong, right], grade="medium")
    said = say(LUMINA, asked)
    assert "黒崎" in said
    assert "小倉" not in said


def test_of_two_days_of_one_thing_the_one_told_later_is_quoted():
    first = told("dentist's on Tuesday the 24th", at="2026-11-22T08:50:00+09:00")
    then = told("they gave me Thursday the 26th for the dentist", at="2026-11-22T09:30:00+09:00")
    said = answer("When is the dentist?", first, then)
    assert "Thursday, November 26" in said
    assert "Tuesday" not in said


@pytest.mark.parametrize(
    ("said", "told_of", "quoted"),
    [
        ("what's my name", ("I even gave the starter a name. Mr. Bubbles.", "They call me Dot"), "Dot"),
        ("what's my name", ("I even gave the starter a name. Mr. Bubbles.", "The kettle is on"), ""),
    ],
)
def test_who_asks_for_their_own_name_is_told_no_other(said: str, told_of: tuple[str, str], quoted: str) -> None:
    answer = say(LUMINA, material(said, evidence=tuple(map(told, told_of)), grade="medium"))
    assert quoted in answer
    assert "Bubbles" not in answer
