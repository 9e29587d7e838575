"""Of whom something is said, where it is not named, or is named by another word."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, ClaimType
from lumina.models import EVERYBODY, Role, Turn

AT = datetime(2026, 5, 4, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


def turns(*said: str) -> list[Turn]:
    """In turn of the person and of a character."""
    return [
        Turn(
            id=UUID(int=at + 1),
            person="u",
            room="cli",
            thread=UUID(int=9),
            position=at,
            speaker="nox" if at % 2 else "u",
            role=Role.CHARACTER if at % 2 else Role.PERSON,
            text=text,
            at=AT + timedelta(minutes=at),
            witnesses=frozenset({EVERYBODY}),
        )
        for at, text in enumerate(said)
    ]


def facts(before: Sequence[Turn], text: str, names: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    claims = read_claims(text, AT + timedelta(hours=1), before, names or {})
    return {(one.about, one.kind, one.value) for one in claims if one.type is ClaimType.FACT}


BROTHER = turns("弟は健吾、大工やってる", "よろしければ、健吾のお話をもう少し。")


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("来週の金曜に歯医者の予約があるんだけど行きたくないな", ME),
        ("来週の金曜に歯医者の予約があって憂鬱", ME),
        ("来週の金曜に歯医者の予約があるんだって", "健吾"),
    ],
)
def test_who_says_what_they_want_or_feel_says_it_of_themselves(text: str, about: str) -> None:
    told = facts(BROTHER, text, {"健吾": "弟"})
    assert not [one for one in told if one[1] == "event" and one[0] != about]


def test_a_cat_of_whom_a_character_asks_gets_its_name_and_age() -> None:
    before = turns("うちの猫がね、玄関で待っててくれるの", "そうでしたか。猫のお話、続きをお聞かせください。")
    told = facts(before, "マルって名前。茶トラで5歳")
    assert (ME, "pet", "マル（猫）") in told
    assert ("マル", "age", "5歳") in told
    assert not [one for one in told if one[:2] == (ME, "age")]


def test_where_one_is_to_work_is_learnt_without_the_day_on_which_that_begins() -> None:
    assert (ME, "workplace", "産婦人科クリニック") in facts([], "実は来月から産婦人科クリニックに移ることになったんだ")
    assert facts([], "来月からは薬局の話に移ります") == set()


def test_a_pet_is_told_by_its_breed_and_is_old_for_a_pet() -> None:
    told = facts([], "犬はシェルティのベル。12歳のおばあちゃん")
    assert {(ME, "pet", "ベル（犬）"), ("ベル", "age", "12歳")} <= told
    assert not [one for one in told if one[0] == "祖母"]
    assert (ME, "pet", "シェパード（犬）") not in facts([], "犬はドイツのシェパード")
    assert ("祖母", "age", "78歳") in facts([], "祖母は78歳のおばあちゃんで元気")


def test_a_name_in_full_english_is_a_name_and_what_comes_back_unbidden_no_pastime() -> None:
    assert (ME, "name", "Dervla") in facts([], "I am Dervla and I keep bees")
    assert (ME, "hobby", "keeps bees") in facts([], "I am Dervla and I keep bees")
    assert facts([], "I just keep seeing his mother's face") == facts([], "I am happy") == set()


@pytest.mark.parametrize("invited", ["ゆいさんのことを、もう少し伺えますか。", "ゆいさんって、どんな人？"])
def test_a_day_to_come_is_one_s_own_whoever_one_was_invited_to_tell_of(invited: str) -> None:
    told = facts(turns("妹のゆいはヨガが好き。", invited), "来週の火曜に面接がある。", {"ゆい": "妹"})
    assert {about for about, kind, _ in told if kind == "event"} == {ME}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("姉の真帆は獣医、弟の大地は消防士です。", {("真帆", "job", "獣医"), ("大地", "job", "消防士")}),
        ("娘の真理から電話。岐阜で先生してる。", {("真理", "job", "先生")}),
    ],
)
def test_a_name_that_is_a_word_too_is_a_name_behind_what_somebody_is(
    said: str, told: set[tuple[str, str, str]]
) -> None:
    assert told <= facts((), said)


@pytest.mark.parametrize("said", ["姉の大学は京都にある。", "上司の力を借りた。", "母の愛は深い。"])
def test_what_somebody_has_is_not_their_name(said: str) -> None:
    claims = read_claims(said, AT, ())
    assert not [one for one in claims if one.type is ClaimType.PERSON and one.value in ("大学", "力", "愛")]


def test_what_is_moved_behind_an_answer_is_nobody_s_who_was_named_in_it() -> None:
    before = turns("妻の美穂は看護師。", "そうか。", "妻の名前は？", "美穂さん、と伺っております。")
    told = facts(before, "発表会、日曜に変わった。", {"美穂": "妻"})
    assert not [one for one in told if one[0] == "美穂"]
