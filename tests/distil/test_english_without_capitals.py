"""English as it is lazily typed, without capitals and apostrophes: who is called what, whose they are, what changes."""

from datetime import timedelta

import pytest

from lumina.distil.claims.english.clauses import plain
from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, ClaimType, Known, Mode, claim_id
from lumina.language.when.english import moments_in_english
from lumina.models import Role, Turn
from tests.distil.test_what_is_over_in_english import AT, held, turn


def told(*said: str) -> Known:
    """What is known once all of it was said in one thread; "+7" is a week between two."""
    at, claimed, before, names = AT, list[Claimed](), list[Turn](), dict[str, str]()
    for text in said:
        if text.startswith("+"):
            at, before = at + timedelta(days=int(text)), []
            continue
        one = turn(text, at)
        claims = read_claims(text, at, before[-6:], names, before[-6:], before)
        names |= {
            claim.value: claim.kind for claim in claims if claim.type is ClaimType.PERSON and claim.mode is Mode.IS
        }
        claimed += [
            Claimed(claim_id("u", one.id, "rules", claim), claim, one.id, at, at, one.witnesses) for claim in claims
        ]
        before.append(one)
        at += timedelta(seconds=30)
    return known("u", claimed, at + timedelta(minutes=1))


def people(what: Known) -> dict[str, str]:
    return {one.name: one.relation for one in what.people}


def of(what: Known, about: str, kind: str) -> list[str]:
    return [fact.value for fact in what.facts if fact.about == about and fact.kind == kind and fact.is_open]


@pytest.mark.parametrize(
    ("said", "somebody"),
    [
        ("mam brought her budgie, forgot to say. called duchess, never shuts up", ("Duchess", "mother's budgie")),
        ("mum got a tortoise. its called admiral", ("Admiral", "mother's tortoise")),
        ("my brother ruairi has a ferret, hes called bandit", ("Bandit", "Ruairi's ferret")),
        ("dervlas brother got a gecko named pixel", ("Pixel", "Dervla's brother's gecko")),
        ("the dog next doors called lady, barks all night", ("Lady", "neighbour's dog")),
        ("got a bearded dragon, hes called nugget", ("Nugget", "bearded dragon")),
        ("theres marble, shes a whippet", ("Marble", "whippet")),
        ("the cats called pudding, shes old", ("Pudding", "cat")),
    ],
)
def test_a_name_is_of_whoever_was_introduced_last_and_theirs_who_has_them(said: str, somebody: tuple[str, str]) -> None:
    what = told("my mates dervla", said)
    assert people(what).get(somebody[0]) == somebody[1]
    assert people(what).get("mother") in (None, "mother")
    mine = [value for value in held(what, "pet") if value.startswith(somebody[0])]
    assert bool(mine) == ("'s " not in somebody[1])


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("im ruairi, 38, i fix lifts", ("name", "Ruairi")),
        ("alright, names caoilte. i teach maths", ("name", "Caoilte")),
        ("im kayla 22 from ohio", ("age", "22")),
        ("im a widower, 70", ("age", "70")),
        ("my young lad eoghan is 8", ("family", "Eoghan (son)")),
        ("2 lads, jamie (24) and connor (21)", ("family", "Connor (son)")),
        ("my brothers emeka and obinna are back in lagos", ("family", "Obinna (brother)")),
        ("husbands sanjay, hes a pharmacist", ("partner", "Sanjay (husband)")),
        ("wifes called lorraine shes a school cook", ("partner", "Lorraine (wife)")),
        ("fionnuala is my sister", ("family", "Fionnuala (sister)")),
        ("my little brothers 10, names tyler", ("family", "Tyler (brother)")),
        ("got two pups called waffles and pancake", ("pet", "Waffles (pup)")),
        ("we live together in hull", ("home", "hull")),
    ],
)
def test_who_is_named_by_where_the_word_stands(said: str, expected: tuple[str, str]) -> None:
    assert expected[1] in held(told(said), expected[0])


@pytest.mark.parametrize(
    "said",
    [
        "im knackered, 12 hours on my feet",
        "my sister defo wants to come",
        "my mam got a new coat",
        "two kids, tired and hungry",
        "my dog food is off",
        "rent is 640",
        "fathers day is sunday",
        "its called a day for a reason",
    ],
)
def test_no_common_word_becomes_a_name(said: str) -> None:
    assert {name for name in people(told(said)) if name not in ("mother", "father", "sister")} == set()


def test_what_was_told_to_be_a_name_is_one_later_where_somebody_stands() -> None:
    what = told("my dog is called biscuit", "my son is tiarnan", "+3", "tiarnans 8 and biscuit is 4", "i had a biscuit")
    assert of(what, "Tiarnan", "age") == ["8"]
    assert of(what, "Biscuit", "age") == ["4"]
    assert held(what, "possession") == []


def test_a_pet_is_nobody_who_is_known_as_a_person() -> None:
    what = told("married to orla", "my wife is orla", "shes grand", "and hes a greyhound")
    assert of(what, ME, "pet") == []
    what = told("mam got a cat, called duchess", "duchess is the cat")
    assert people(what)["Duchess"] == "mother's cat"
    assert of(what, ME, "pet") == []
    assert of(what, "Duchess", "allergy") == []


def test_a_pronoun_behind_a_pet_is_the_pet() -> None:
    what = told("my wife is carys", "carys brought a kitten home, called moss, hes deaf")
    assert of(what, "Carys", "health") == []


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("the car has its NCT", "the car has its NCT"),
        ("its called rex", "it's called Rex"),
        ("rents gone up to 695", "rent's gone up to 695"),
        ("my cats are grand", "my cats are grand"),
        ("my brothers tom and dev", "my brothers Tom and Dev"),
        ("sisters having a baby", "sister's having a baby"),
    ],
)
def test_an_s_is_read_as_what_it_is(said: str, plainly: str) -> None:
    assert plain(said) == plainly


def test_a_figure_takes_the_place_of_a_figure() -> None:
    assert held(told("i weigh 96 kilos", "+3", "its 93 not 96, the scales was broken"), "health") == ["weight 93 kilos"]
    assert held(told("currently 96 kilos", "+3", "im down to 91"), "health") == ["weight 91 kilos"]
    assert held(told("i weigh 96 kilos", "+3", "im down to 5 smokes a day", "down to 5"), "health") == [
        "weight 96 kilos"
    ]
    assert held(told("im down to 91"), "health") == []
    assert held(told("rents 640 a month", "+9", "theyve put the rent up to 720"), "habit") == ["pays 720 rent"]
    assert held(told("my dog weighs 9 kilos", "7 lbs, 2"), "health") == []


def test_what_one_is_off_is_liked_no_more_and_what_one_does_not_mind_not_disliked() -> None:
    assert (
        held(told("i like a strong mug of tea", "+9", "im off the tea, doctor says its at me stomach"), "likes") == []
    )
    assert held(told("i cant stand olives", "+9", "i dont mind olives anymore funnily enough"), "dislikes") == []
    assert held(told("i like tea", "+9", "im off to bed", "im off work"), "likes") == ["tea"]


def test_what_says_nothing_by_itself_is_not_kept() -> None:
    what = told("my dad went the same way", "my dog is called rex", "rex is terrified of her hahaha")
    assert [fact.value for fact in what.facts if fact.kind in ("event", "dislikes")] == []


def test_in_three_years_behind_not_having_is_no_day_to_come() -> None:
    assert moments_in_english("havent seen him in 3 years", AT) == []
    assert moments_in_english("her first day off in 2 weeks", AT) == []
    assert moments_in_english("we move in 3 years", AT) != []


def test_a_day_is_of_nothing_that_a_character_said_in_passing() -> None:
    before = [turn("No proof. Closest is this.", AT, Role.CHARACTER)]
    claims = read_claims("its the 14th of november. ill be 42", AT, before)
    assert [claim.value for claim in claims if claim.kind in ("plan", "event")] == []
    assert [claim.value for claim in claims if claim.kind == "birthday"] != []
