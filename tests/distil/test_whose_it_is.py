"""Whose it is what a turn tells: the speaker's, theirs of whom it tells, or an animal's."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from harness.life import MORNING
from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, claim_id
from lumina.models import EVERYBODY, Role, Turn, derived_id

AT = datetime(2026, 6, 3, 10, tzinfo=UTC)
THREAD = uuid4()


def facts(text: str) -> set[tuple[str, str, str]]:
    return {(one.about, one.kind, one.value) for one in read_claims(text, AT, []) if one.type is ClaimType.FACT}


def test_whose_relation_somebody_is_says_not_whom_the_next_words_are_about() -> None:
    told = facts("Bea is my aunt. Colin's sister. sells caravans in Hull")
    assert ("Bea", "job", "sells caravans") in told
    assert not any(about == "Colin" for about, _, _ in told)


@pytest.mark.parametrize("text", ["bought himself a boat in september.", "got herself a new kayak last week"])
def test_what_another_got_for_themselves_is_not_the_speakers(text: str) -> None:
    assert not any(about == ME for about, _, _ in facts(text))


def test_what_has_a_name_of_its_own_and_is_given_up_is_kept() -> None:
    assert (ME, "event", "quit Diet Pepsi") in facts("I quit Diet Pepsi on Monday. Two days now")


def test_what_was_heard_of_somebody_is_not_the_speakers() -> None:
    assert not any(about == ME for about, _, _ in facts("岸本さんから連絡あり。倉敷の製紙工場に入ったと。"))


def test_an_age_behind_its_word_and_a_birthday_with_words_before_the_birth() -> None:
    assert (ME, "age", "47歳") in facts("歳は47。整体やってる")
    assert (ME, "birthday", "5月20日") in facts("5月20日の大安生まれ。めでたいべ")


def test_the_name_of_an_animal_that_the_turn_tells_of_is_not_the_speakers() -> None:
    told = facts("猫、うちの子にした。三毛の女。名前はリボン。飾りのリボンだ")
    assert not any(about == ME and kind == "name" for about, kind, _ in told)
    assert (ME, "name", "ゆうと") in facts("名前はゆうとです")


@pytest.mark.parametrize("text", ["猫のあんこと二人暮らし。", "猫のあんこと同居中", "猫のあんこと一緒に住んでいる"])
def test_whoever_lives_with_an_animal_has_it_and_lives_nowhere_by_that(text: str) -> None:
    told = [one for one in read_claims(text, AT, []) if one.type is ClaimType.FACT]
    assert [one.value for one in told if one.kind == "pet"] == ["あんこ（猫）"]
    assert not [one.value for one in told if one.kind == "home" and one.confidence > 0.6]


@pytest.mark.parametrize(
    ("names", "left"),
    [
        (["Dr Petrov", "Petrov"], {"Dr Petrov"}),
        (["Mr Petrov", "Mrs Petrov", "Petrov"], {"Mr Petrov", "Mrs Petrov", "Petrov"}),
    ],
)
def test_who_has_a_title_is_known_without_it_where_one_alone_is_called_so(names: list[str], left: set[str]) -> None:
    claims = list[Claimed]()
    for at, name in enumerate(names):
        claim, turn = Claim(ClaimType.PERSON, ME, "", name, name, 0.6), derived_id("turn", "u", str(at))
        id_ = claim_id("u", turn, "rules", claim)
        claims.append(Claimed(id_, claim, turn, MORNING, MORNING, frozenset("*")))
    assert {one.name for one in known("u", claims, MORNING).people} == left


def said_by_me(*lines: str) -> list[Claim]:
    """The claims of the last line, behind the others."""
    turns = [
        Turn(uuid4(), "me", "cli", THREAD, "me", Role.PERSON, line, AT + timedelta(minutes=at), frozenset({EVERYBODY}))
        for at, line in enumerate(lines)
    ]
    return [*read_claims(turns[-1].text, turns[-1].at, turns[:-1])]


def test_an_animal_named_behind_a_comma_is_she():
    told = [one for one in said_by_me("we've got a cat, Biscuit", "she's 14") if one.type is ClaimType.FACT]
    assert [(one.about, one.kind, one.value) for one in told] == [("Biscuit", "age", "14")]


@pytest.mark.parametrize("text", ["remind me why I go to physio", "tell me again where my sister Ann lives"])
def test_who_asks_to_be_told_tells_nothing(text: str):
    assert not facts(text)


def test_what_broke_is_told_as_it_was_said():
    assert (ME, "health", "tore my meniscus") in facts("tore my meniscus playing five-a-side in march")


def test_what_somebody_goes_away_to_read_is_where_they_study():
    assert ("Tom", "school", "history") in facts("Tom's going to Durham to read history")
    assert not any(kind == "school" for _, kind, _ in facts("I'm off to Rome to read a book"))


def test_what_stands_behind_a_comma_says_more_of_whoever_was_named():
    told = said_by_me("my daughter Orla thinks it's funny, an accountant who can't count", "she's 19")
    assert [(one.about, one.value) for one in told if one.kind == "age"] == [("Orla", "19")]


@pytest.mark.parametrize(
    "text", ["tore my meniscus in march", "somebody stole my bike in march", "I froze my pipes in march"]
)
def test_what_is_behind_one_is_not_left_open(text: str):
    assert not any(one.type is ClaimType.LOOP for one in read_claims(text, AT, []))


def test_a_class_and_a_birthday_of_a_child_whose_name_is_a_sign():
    assert ("Leo", "birthday", "9 June") in facts("Leo's birthday is the 9th of June, he wants a shark cake")
    assert ("Leo", "school", "year 4") in facts("Leo is in year 4")


def test_she_is_whoever_was_spoken_of_lately_whatever_the_thread():
    told = Turn(uuid4(), "me", "cli", THREAD, "me", Role.PERSON, "we've got a cat, Biscuit", AT, frozenset({EVERYBODY}))
    read = read_claims("she's 14", AT, [], {}, [told])
    assert ("Biscuit", "age", "14") in {(one.about, one.kind, one.value) for one in read}
