"""Ages, birthdays, places, trades and schools in English: read whole, and of whoever they are."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, ClaimType, Mode
from lumina.models import EVERYBODY, Role, Turn

AT = datetime(2026, 6, 3, 10, tzinfo=UTC)
THREAD = uuid4()
KINDS = frozenset(("age", "birthday", "home", "hometown", "job", "workplace", "school", "name", "partner", "pet"))


def asked(text: str) -> list[Turn]:
    turn = Turn(uuid4(), "me", "cli", THREAD, "lumina", Role.CHARACTER, text, AT, frozenset({EVERYBODY}))
    return [turn] if text else []


def told(text: str, question: str = "") -> set[tuple[str, str, str]]:
    """Of whom what is told, of the kinds at hand."""
    claims = read_claims(text, AT, asked(question))
    return {
        (one.about, one.kind, one.value)
        for one in claims
        if one.type is ClaimType.FACT and one.kind in KINDS and one.mode in (Mode.IS, Mode.WAS)
    }


@pytest.mark.parametrize(
    ("text", "about", "age"),
    [
        ("I turned seventy-six in the autumn and nobody noticed", ME, "76"),
        ("57 and I still can't parallel park", ME, "57"),
        ("I'm sixteen until august, so you sign it", ME, "16"),
        ("My lad's in the Marines. 26 years old and he still brings his washing", "son", "26"),
        ("my gran, 88, swims in the sea", "grandmother", "88"),
        ("My plumber Terence, a man of sixty who sings, was here", "Terence", "60"),
    ],
)
def test_an_age_is_read_to_its_end_and_of_whoever_it_is(text: str, about: str, age: str) -> None:
    assert {one for one in told(text) if one[1] == "age"} == {(about, "age", age)}


@pytest.mark.parametrize(
    "text",
    [
        "two and I still want more",
        "There were sixty-one in the queue",
        "I'm ninety in the mornings",
        "20 and I give up",
    ],
)
def test_a_number_is_no_age(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "about", "day"),
    [
        ("Mum's the third of the eleventh, born at teatime", "mother", "3 November"),
        ("my birthday is the seventh of the second", ME, "7 February"),
        ("51 on the 14th of September and not one bit wiser", ME, "14 September"),
        ("Thirty come Halloween, so I'm always in fancy dress", ME, "31 October"),
        ("turned 24 on Sunday, 31st of May, with a cold", ME, "31 May"),
        ("my dad's 70th is on the 8th of July", "father", "8 July"),
        ("I was a leap day baby, born on leap day", ME, "29 February"),
        ("fourth of October, me, so it always rains", ME, "4 October"),
        ("my sister Jo turns 30 on 9 August", "Jo", "9 August"),
    ],
)
def test_a_birthday_is_told_by_number_by_feast_and_by_how_old_one_will_be(text: str, about: str, day: str) -> None:
    assert {one for one in told(text) if one[1] == "birthday"} == {(about, "birthday", day)}


@pytest.mark.parametrize(
    "text",
    [
        "She's flying over on the 11th of July for my birthday",
        "it's my birthday soon so we are off to Wales on the 4th of July",
        "my birthday party is on the 4th of July",
        "Mum and Dad's 40th is 3 July",
        "She turned 18 last month and we fly on the 12th of July",
        "50 on the 12th of July they charged me for parking",
        "I'm the first of July's problem",
    ],
)
def test_another_day_is_no_birthday(text: str) -> None:
    assert not {one for one in told(text) if one[1] == "birthday"}


@pytest.mark.parametrize(
    ("question", "text", "fact"),
    [
        ("When's your birthday?", "Dec 27, always forgotten", (ME, "birthday", "27 December")),
        ("When is your mum's birthday?", "ninth of April", ("mother", "birthday", "9 April")),
        ("Where does your brother live?", "Leeds, last I heard", ("brother", "home", "Leeds")),
        ("Where are you writing from?", "Thurso! Top of the map", (ME, "home", "Thurso")),
        ("Where did you grow up?", "Pwllheli, above the chemist", (ME, "hometown", "Pwllheli")),
        ("How old is your son?", "twelve, and hungry", ("son", "age", "12")),
        ("What does your wife do?", "midwife", ("wife", "job", "midwife")),
        ("What is it you actually do, Pat?", "Dispatch, love. Vans, mostly", (ME, "job", "Dispatch")),
        ("Where is your daughter studying?", "Aberdeen", ("daughter", "school", "Aberdeen")),
        ("What should I call you?", "Patricia on paper but Trish'll do", (ME, "name", "Trish")),
    ],
)
def test_an_answer_is_of_whoever_was_asked_about(question: str, text: str, fact: tuple[str, str, str]) -> None:
    assert {one for one in told(text, question) if one[1] == fact[1]} == {fact}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where do you live?", "Alone, thank God"),
        ("Where would you live if you could?", "Venice"),
        ("Where did you leave it?", "Leeds"),
        ("What do you do at Christmas?", "Carols, mostly"),
        ("What do you do for you?", "Knitting keeps me sane"),
        ("When's your birthday?", "Not telling, but the party is 4 July"),
        ("When is your flight?", "the ninth of July"),
        ("How old is the house?", "ninety"),
    ],
)
def test_an_answer_to_something_else_is_none_of_these(question: str, text: str) -> None:
    assert not told(text, question)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("mums living in Swansea now with her sister", ("mother", "home", "Swansea")),
        ("Jess from choir's visiting from Perth", ("Jess", "home", "Perth")),
        ("brother's a roofer, never home", ("brother", "job", "roofer")),
        ("Our firstborn is studying law at Leeds", ("child", "school", "law at Leeds")),
        (
            "Our eldest granddaughter has been accepted at the Conservatoire",
            ("granddaughter", "school", "Conservatoire"),
        ),
        ("Little brother moved to Oslo. He's doing theology in Bergen", ("brother", "school", "theology in Bergen")),
    ],
)
def test_what_somebody_else_is_or_does_is_theirs(text: str, fact: tuple[str, str, str]) -> None:
    found = told(text)
    assert fact in found
    assert not any(about == ME for about, _, _ in found)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "line cook at a noodle bar in Hackney, on nights",
            {("job", "line cook"), ("workplace", "a noodle bar in Hackney")},
        ),
        ("I mend the blades of wind turbines, at Vestas", {("workplace", "Vestas")}),
        ("I'm a nurse on the stroke ward at Bupa", {("job", "nurse"), ("workplace", "Bupa")}),
        ("fourteen years at Boots and not one thank you", {("workplace", "Boots")}),
        ("I was a lithographer at Doulton's", {("job", "lithographer"), ("workplace", "Doulton's")}),
        ("I drove trams for thirty years", {("job", "drove trams")}),
        ("joiner to trade, for my sins", {("job", "joiner")}),
        ("I'm a stay at home dad", {("job", "stay at home dad")}),
        ("yr 9 at Hafod and i hate the bus", {("school", "year 9 at Hafod")}),
        ("I am in second year geology at Durham", {("school", "second year geology at Durham")}),
        ("I was a boy in Wagga and came down on the train", {("hometown", "Wagga")}),
        ("we came over from Mayo in 1968", {("hometown", "Mayo")}),
        ("Everton born but we flitted to Speke", {("hometown", "Everton"), ("home", "Speke")}),
    ],
)
def test_where_one_works_learns_and_is_from_stands_behind_what_one_is(text: str, facts: set[tuple[str, str]]) -> None:
    assert facts <= {(kind, value) for about, kind, value in told(text) if about == ME}


@pytest.mark.parametrize(
    "text",
    [
        "Got chatting to a retired tram driver at the stop",
        "Back from Ripon, an hour each way",
        "There's one called Colm, physio, from Sligo, nice arms",
        "The couple from Hull is moving in next door",
        "Mondays at the club in Duluth, you throw left",
        "I was in Darwin for the cyclone",
        "I went to Eton for the day to see the river",
        "I'm in Boots, they're out of plasters",
        "Just landed in Malaga!",
        "Mum's settled at least",
        "left thumb won't bend",
        "I'm on that for the blood pressure",
        "I have now wrapped 90 plates in newspaper",
        "Hola my friend, business is slow",
        "I have a frog in my throat",
        "I'm married to this kettle",
        "rice. hot sauce. done. im a chef basically",
        "Nurse at the hospital was lovely",
        "I'm from the future",
        "I live in my dressing gown",
        "I work for peanuts",
        "Quick question, how do you get wine out of a collie",
    ],
)
def test_what_only_sounds_so_is_no_such_fact(text: str) -> None:
    assert not told(text)


def test_a_carer_works_for_somebody_and_at_no_such_place() -> None:
    assert told("I'm a carer for Betty") == {(ME, "job", "carer")}


def test_who_was_called_she_is_not_the_one_called_he() -> None:
    assert not any(
        kind == "job" for _, kind, _ in told("Rosemary, with a cake. She's a widow, four years, he was a dentist")
    )
