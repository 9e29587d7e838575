"""English of many places: what is said in Scotland, Ireland, India and America is learnt as anywhere; whole classes of
illnesses, pastimes and jobs; what stands before the subject; several who are told of one by one."""

from datetime import datetime

import pytest

from lumina.distil.claims.english.dialects import in_standard_english
from lumina.distil.claims.reading import read_claims
from lumina.known import ME, Claim, ClaimType
from lumina.language.acts import Mood, mood

AT = datetime.fromisoformat("2026-05-06T20:00:00+01:00")


def _facts(text: str, about: str = ME) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for claim in read_claims(text, AT, []):
        if claim.type is ClaimType.FACT and claim.about == about:
            found.setdefault(claim.kind, []).append(claim.value)
    return found


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Ma hoose is in Dunoon, doon by the pier.", "home", "Dunoon"),
        ("We bide in Stonehaven noo.", "home", "Stonehaven"),
        ("That's us in Ullapool, keys and all.", "home", "Ullapool"),
        ("Forty-seven the day and naebody's baked.", "age", "47"),
        ("I cannae stand turnip.", "dislikes", "turnip"),
        ("I'm after moving to Sligo.", "home", "Sligo"),
        ("We shifted to Pune in March.", "home", "Pune"),
        ("My native place is Thrissur.", "hometown", "Thrissur"),
        ("Myself Kavitha, good evening.", "name", "Kavitha"),
        ("After six years in Denver I'm back in Omaha.", "home", "Omaha"),
        ("These days I play padel on Mondays.", "hobby", "padel"),
        ("Just gone sixty, me.", "age", "60"),
        ("We've a wee bungalow in Largs.", "home", "Largs"),
        ("My flat's in Hackney, over a launderette.", "home", "Hackney"),
        ("I've been out in Boise going on four years.", "home", "Boise"),
        ("I'm the caretaker at the infant school.", "job", "caretaker"),
        ("I'm on the ferries.", "job", "on the ferries"),
        ("I do three days a week at the town library.", "workplace", "town library"),
        ("I've had psoriasis since I was a teenager.", "health", "psoriasis"),
        ("I was diagnosed dyslexic at forty.", "health", "dyslexic"),
        ("I've taken up hurling.", "hobby", "hurling"),
        ("I've packed in the badminton.", "event", "packed in the badminton"),
        ("I have stopped taking milk in my tea.", "habit", "stopped taking milk in my tea"),
        ("I cycle to work.", "habit", "cycle to work"),
        ("I've been married to Glenda for thirty years.", "partner", "Glenda"),
        ("Sudoku's not my thing.", "dislikes", "Sudoku"),
        ("I love plums and can't stand custard.", "likes", "plums"),
        ("I love plums and can't stand custard.", "dislikes", "custard"),
        ("I was raised Methodist.", "belief", "raised Methodist"),
        ("We're booked on a walking tour of Crete in October.", "plan", "walking tour of Crete in October"),
        ("We got burgled on Sunday.", "event", "burgled"),
    ],
)
def test_what_is_said_as_people_say_it_there_is_learnt(text: str, kind: str, value: str) -> None:
    assert value in _facts(text).get(kind, [])


@pytest.mark.parametrize(
    "text",
    [
        "The man in the chip shop said I'm a Gemini and I live in Crewe.",
        "Before I moved in with reality I was the queen of Peru.",
        "I'm no good at this and I can't be doing with sympathy.",
        "In my head I'm a chef.",
        "This is why I hate Mondays, if I did.",
        "We stay in Blackpool till Friday, at a hotel.",
        "I dug a pit in the garden for the wan little rose.",
    ],
)
def test_what_is_not_so_or_passes_is_not_learnt(text: str) -> None:
    assert not {"home", "job", "likes", "dislikes", "hobby", "pet", "hometown"} & set(_facts(text))


def _people(text: str) -> dict[str, str]:
    return {one.value: one.kind for one in read_claims(text, AT, []) if one.type is ClaimType.PERSON and one.kind}


def test_several_are_told_of_one_by_one_in_the_next_sentence() -> None:
    told = "I've two sisters. Niamh's the older one, she's a midwife, and Grace teaches maths."
    assert _people(told) == {"Niamh": "sister", "Grace": "sister"}
    assert _facts(told, "Niamh") == {"job": ["midwife"]}


def test_names_behind_a_number_of_pets_are_theirs() -> None:
    assert _people("Two kittens arrived on Saturday: Olive and Fig.") == {"Olive": "kitten", "Fig": "kitten"}


def test_a_name_and_a_pronoun_tell_of_an_animal_but_not_of_a_man_who_is_a_pig() -> None:
    assert _people("Bramble, he's a border terrier, nine years old.") == {"Bramble": "border terrier"}
    assert _people("Kevin, he's a pig.") == {}


def _loops(text: str) -> list[tuple[str, str]]:
    return [(one.value, str(one.until)) for one in read_claims(text, AT, []) if one.type is ClaimType.LOOP]


def test_a_sentence_without_a_verb_gives_the_day_of_what_was_just_told() -> None:
    told = "I've a cataract getting done. Left eye, the Royal, the 26th of May, eight in the morning."
    assert _loops(told) == [("cataract", "2026-05-26")]
    closing: list[Claim] = [one for one in read_claims(told, AT, []) if one.type is ClaimType.CLOSE]
    assert not closing, "what is yet to be done to somebody is not done"


def test_dialect_is_read_only_where_it_is_spoken() -> None:
    assert in_standard_english("A wan light, and I dug a pit the day it rained") == (
        "A wan light, and I dug a pit the day it rained"
    )
    assert in_standard_english("Wan o ma dugs is oot the day") == "One of my dogs is out today"


@pytest.mark.parametrize("text", ["They let me go today.", "They've stopped the treatment."])
def test_who_is_let_go_is_in_sorrow(text: str) -> None:
    assert mood(text) is Mood.SORROW


def test_who_is_off_to_find_something_has_no_plan() -> None:
    assert "plan" not in _facts("Right, I'm off to find some glue")
