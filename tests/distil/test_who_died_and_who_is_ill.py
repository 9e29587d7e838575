"""Of whom a death or an illness is told that is put with "he", "she" or "it": by a guess nobody is dead or ill."""

from datetime import UTC, datetime, timedelta

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ClaimType, Mode
from tests.distil.conversations import turns

AT = datetime(2026, 9, 8, 20, tzinfo=UTC)


def told(*lines: str) -> list[tuple[str, str, str]]:
    """What the last line tells of whom, behind the others."""
    before = turns(*(("Rae", line) for line in lines[:-1]))
    read = read_claims(lines[-1], AT + timedelta(minutes=len(lines)), before)
    return [(one.about, one.kind, one.value) for one in read if one.type is ClaimType.FACT and one.mode is Mode.IS]


def dead(*lines: str) -> list[str]:
    return [value.partition(" died")[0] for _, kind, value in told(*lines) if kind == "family" and " died" in value]


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        (["My mom's name is Hazel", "she keeps asking where dad is. he passed in March"], "father"),
        (["my aunt June was visiting and asked about dad's tools. he died in may"], "father"),
        (["mom cries whenever I mention grandma. she passed last winter"], "grandmother"),
        (["my grandad Joe was a miner. he died in 1998"], "Joe"),
        (["Hazel asked for my father again. he passed away in march"], "father"),
        (["my mom had a fall. she passed away on tuesday"], "mother"),
        (["my brother was in hospice. he passed in june"], "brother"),
    ],
)
def test_who_died_is_the_only_one_who_may_be_meant(lines: list[str], who: str) -> None:
    assert dead(*lines) == [who]


@pytest.mark.parametrize(
    "lines",
    [
        ["our neighbor Helen told us about her husband. he passed away last fall"],
        ["my friend Olu is 40", "his wife died last year"],
        ["Ben's got his driving test on wednesday", "he passed!"],
        ["Kim has her theory test today", "she passed, first try"],
        ["my daughter passed in june"],
        ["my son passed!"],
    ],
)
def test_nobody_is_dead_by_a_guess(lines: list[str]) -> None:
    assert not dead(*lines)


@pytest.mark.parametrize(
    ("lines", "whose", "what"),
    [
        (["noor called. its cancer. stage 1 tho"], "Noor", "cancer"),
        (["my sister had a biopsy", "its cancer"], "sister", "cancer"),
        (["mum's been coughing. turns out it's bronchitis"], "mother", "bronchitis"),
        (["got my results back. its diabetes"], "me", "diabetes"),
        (["i've had this rash for weeks", "its eczema"], "me", "eczema"),
        (["my knee guy says its just arthritis"], "me", "arthritis"),
    ],
)
def test_what_it_is_ails_whoever_was_spoken_of(lines: list[str], whose: str, what: str) -> None:
    assert [(about, value) for about, kind, value in told(*lines) if kind == "health"] == [(whose, what)]


@pytest.mark.parametrize(
    "said",
    [
        "I don't have cancer",
        "i dont have diabetes, thats my dad",
        "your memory says i have cancer??",
        "you keep saying i'm a nurse",
        "you think i have asthma",
    ],
)
def test_what_one_has_not_and_is_held_to_have_is_no_fact(said: str) -> None:
    assert not [one for one in told(said) if one[0] == "me"]


@pytest.mark.parametrize(
    ("said", "name", "relation"),
    [
        ("my dad died in march. his name was Walt", "Walt", "father"),
        ("my grandmother died when i was nine. her name was Edith", "Edith", "grandmother"),
        ("my dad was called Frank", "Frank", "father"),
        ("we have a new hygienist, Priya, she started yesterday", "Priya", "hygienist"),
    ],
)
def test_who_was_called_so_is_who_they_were(said: str, name: str, relation: str) -> None:
    people = [(one.value, one.kind) for one in read_claims(said, AT, ()) if one.type is ClaimType.PERSON]
    assert (name, relation) in people


@pytest.mark.parametrize(
    ("lines", "kind", "value"),
    [
        (["my cousin Ana works at Kroger", "no wait its Meijer not Kroger"], "workplace", "Meijer"),
        (["said he feels bad because my brother Cal lives in Denver", "its Boulder not Denver"], "home", "Boulder"),
        (["my son plays the trombone", "when is dinner?", "trumpet, not trombone"], "hobby", "trumpet"),
    ],
)
def test_what_is_so_and_not_otherwise_takes_the_place_of_what_was_told(lines: list[str], kind: str, value: str) -> None:
    before = turns(*(("Rae", line) for line in lines[:-1]))
    right = [one for one in read_claims(lines[-1], AT, before) if one.mode is Mode.CORRECTS]
    assert [(one.kind, one.value) for one in right] == [(kind, value)]


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("im 52 who is gonna hire me", "age", "52"),
        ("i run the front desk at a dental office", "workplace", "dental office"),
        ("i'm on the register at Kroger", "workplace", "Kroger"),
        ("picnic got rained out, we're going to the zoo instead", "plan", "zoo"),
    ],
)
def test_plain_things_are_learnt_as_they_are_typed(said: str, kind: str, value: str) -> None:
    assert ("me", kind, value) in told(said)


@pytest.mark.parametrize(
    "said", ["he took out the mailbox. first day", "i got a 171!!", "oh i never told you, its Linda"]
)
def test_what_only_sounds_like_it_is_nothing_of_mine(said: str) -> None:
    claims = read_claims(said, AT, ())
    assert not [one for one in claims if one.type is ClaimType.FACT and one.kind in ("workplace", "possession", "name")]


@pytest.mark.parametrize(
    "said", ["hey, sunday blues", "who's watching Pickles this weekend", "monday again ugh", "hey friday"]
)
def test_greetings_moods_and_questions_leave_nothing_open(said: str) -> None:
    assert not [one for one in read_claims(said, AT, ()) if one.type is ClaimType.LOOP]


@pytest.mark.parametrize(
    ("said", "what", "day"),
    [
        ("they caught it early, lumpectomy on october 6", "lumpectomy", "2026-10-06"),
        ("getting a cortisone shot nov 3", "getting a cortisone shot", "2026-11-03"),
        ("im working on a quilt for Kim. supposed to be done by xmas", "quilt", "2026-12-25"),
        ("they want an answer from me by friday, they offered it!", "they want an answer from me", "2026-09-11"),
    ],
)
def test_what_is_set_for_a_day_is_left_open_by_its_name(said: str, what: str, day: str) -> None:
    loops = [(one.value, str(one.until)) for one in read_claims(said, AT, ()) if one.type is ClaimType.LOOP]
    assert loops == [(what, day)]
