"""What is said in another order, or beside the point, is understood as it is meant."""

from datetime import datetime

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ClaimType
from lumina.language.acts import Mood, asks, mood, smalltalk

AT = datetime.fromisoformat("2026-11-13T20:00:00+09:00")


def facts(text: str) -> set[tuple[str, str, str]]:
    return {(one.about, one.kind, one.value) for one in read_claims(text, AT, []) if one.type is ClaimType.FACT}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("ところで引っ越したんだ、大阪に。", ("me", "home", "大阪")),
        ("嫁、看護師なんだ。", ("妻", "job", "看護師")),
        ("母さん、来月の15日に還暦なんだよね。何あげようかな", ("母", "birthday", "12月15日")),
        ("妹、来月の15日に二十歳になるんだ", ("妹", "birthday", "12月15日")),
        ("そうだ、明日は歯医者", ("me", "event", "歯医者（11月14日）")),
        ("btw moved again, living with priya in bradford now", ("me", "home", "Bradford")),
        ("moved in with my girlfriend in York last week", ("me", "home", "York")),
        ("I moved again, to Bradford this time", ("me", "home", "Bradford")),
        ("just started living with my boyfriend down in Brighton", ("me", "home", "Brighton")),
        ("dad's turning 60 on the 3rd, no idea what to get him", ("father", "birthday", "3 December")),
        ("I'm turning 30 on the 3rd", ("me", "birthday", "3 December")),
    ],
)
def test_the_order_of_the_words_does_not_hide_a_fact(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(said)


@pytest.mark.parametrize(
    "said", ["あ、そうだ。弟が来るんだった", "たぶんです", "ほんとだ", "大変だ。寝坊した", "みんなだよ"]
)
def test_a_word_with_which_one_begins_to_speak_is_nobody_s_name(said: str) -> None:
    assert not [one for one in facts(said) if one[1] == "name"]


@pytest.mark.parametrize("said", ["健太です", "ひまりです", "のぞみだよ", "さくらです、よろしく"])
def test_a_name_that_is_a_word_as_well_is_a_name(said: str) -> None:
    assert [one for one in facts(said) if one[:2] == ("me", "name")]


def test_tears_of_joy_are_no_sorrow() -> None:
    assert mood("ありがとう！親にも電話したら泣いてた") is Mood.LIGHT
    assert mood("thank you so much, I cried when I read it") is Mood.LIGHT
    for said in (
        "ずっと泣いてる",
        "嬉しいことなんてない、ずっと泣いてる",
        "ありがとう。でもつらい",
        "I'm not happy, I cried all night",
    ):
        assert mood(said) is Mood.SORROW


def test_who_wonders_what_to_do_asks_the_memory_nothing() -> None:
    assert not asks("母さんに何あげようかな")
    assert not asks("どこに行こうかな")
    assert asks("どこに住んでたかな")


@pytest.mark.parametrize(("said", "kind"), [("night x", "rests"), ("thanks lol", "thanked"), ("cheers xx", "thanked")])
def test_what_trails_behind_small_talk_leaves_it_small_talk(said: str, kind: str) -> None:
    assert smalltalk(said) == kind
