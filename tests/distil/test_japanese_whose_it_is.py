"""Whose something is that a Japanese sentence tells without saying so, and what was given up for what."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn

START = datetime(2026, 9, 1, 20, tzinfo=ZoneInfo("Asia/Tokyo"))


def claimed(*lines: str) -> list[Claim]:
    """What lines of one person claim, one after the other."""
    turns, claims, names = list[Turn](), list[Claim](), dict[str, str]()
    for number, text in enumerate(lines, 1):
        at = START + number * timedelta(minutes=2)
        read = read_claims(text, at, turns, names)
        names |= {one.value: one.kind for one in read if one.type is ClaimType.PERSON}
        turns.append(Turn(UUID(int=number), "u", "r", UUID(int=0), "u", Role.PERSON, text, at, frozenset()))
        claims += read
    return claims


def facts(*lines: str) -> set[tuple[str, str, str]]:
    """What holds by these lines: of whom, the kind and the value."""
    return {
        (one.about, one.kind, one.value) for one in claimed(*lines) if (one.type, one.mode) == (ClaimType.FACT, Mode.IS)
    }


@pytest.mark.parametrize(
    ("lines", "pet", "age"),
    [
        (("あとマルチーズのもなかもいるの。6歳の女の子",), "もなか", "6歳"),
        (("フェレットのシロを飼ってるんだ。", "2歳の男の子だよ。"), "シロ", "2歳"),
        (("うちの犬、ラテっていいます。4歳の女の子です",), "ラテ", "4歳"),
    ],
)
def test_of_which_sex_one_is_at_which_age_is_told_of_the_pet(lines: tuple[str, ...], pet: str, age: str) -> None:
    found = facts(*lines)
    assert (pet, "age", age) in found
    assert not any((about, kind) == (ME, "age") for about, kind, _ in found)


@pytest.mark.parametrize(
    "lines",
    [
        ("後輩の宮下さんがすごく親切", "実は誕生日なんだ、今日で36歳になりました〜"),
        ("娘の凛は中学生です。", "昨日で36歳になりました"),
        ("上司の岸さんに叱られた", "今日誕生日なんです。36歳になっちゃった"),
    ],
)
def test_a_birthday_without_whose_is_the_speakers(lines: tuple[str, ...]) -> None:
    assert {about for about, kind, _ in facts(*lines) if kind in {"age", "birthday"}} == {ME}


@pytest.mark.parametrize("said", ["母がね、今日誕生日なの", "今日は弟の誕生日なんだ"])
def test_a_birthday_with_whose_is_theirs(said: str) -> None:
    assert ME not in {about for about, kind, _ in facts(said) if kind == "birthday"}


def test_who_has_died_is_not_the_speaker() -> None:
    assert not facts("この前亡くなった人のこと、まだ考えちゃうんだよね")
    assert (ME, "family", "母は亡くなった") in facts("母が5月に亡くなったの")


@pytest.mark.parametrize(
    "said", ["春に札幌に引っ越すの。夫の転勤で", "名古屋に越すことになった。妻の転職で", "長野に引っ越すよ。父の介護で"]
)
def test_for_whose_sake_one_moves_is_no_work_of_ones_own(said: str) -> None:
    assert "job" not in {kind for _, kind, _ in facts(said)}


@pytest.mark.parametrize(
    ("said", "theirs", "mine"),
    [
        (
            "夫はセロリが大嫌いでさ、私は大好きなのに家で食べられないの",
            ("夫", "dislikes", "セロリ"),
            (ME, "likes", "セロリ"),
        ),
        ("弟は猫が好きで、俺は苦手なんだよね", ("弟", "likes", "猫"), (ME, "dislikes", "猫")),
    ],
)
def test_of_two_set_against_each_other_each_has_their_own(
    said: str, theirs: tuple[str, str, str], mine: tuple[str, str, str]
) -> None:
    tastes = {one for one in facts(said) if one[1] in {"likes", "dislikes"}}
    assert tastes == {theirs, mine}


@pytest.mark.parametrize(
    ("said", "who", "old", "new"),
    [
        ("陸が野球やめて、英会話教室に通い始めたんだ", "陸", "野球", "英会話教室"),
        ("娘がバレエをやめてさ、ダンスを始めたの", "娘", "バレエ", "ダンス"),
        ("俺もジムやめて、ランニング始めた", ME, "ジム", "ランニング"),
    ],
)
def test_what_is_taken_up_is_so_and_what_is_given_up_for_it_is_over(said: str, who: str, old: str, new: str) -> None:
    found = {(one.value, one.mode) for one in claimed(said) if (one.about, one.kind) == (who, "hobby")}
    assert found == {(new, Mode.IS), (old, Mode.ENDS)}


@pytest.mark.parametrize(
    "said", ["真帆っていいます。パン屋で店員やってます", "はじめまして、直樹って言います。東京で営業してます"]
)
def test_who_says_what_they_are_called_goes_on_about_themselves(said: str) -> None:
    found = claimed(said)
    assert {one.about for one in found} == {ME}
    assert not any(one.type is ClaimType.PERSON for one in found)


def test_a_goodnight_names_nobody() -> None:
    assert not [one for one in claimed("おやすみ〜") if one.type is ClaimType.PERSON]


@pytest.mark.parametrize(
    ("told", "pets"),
    [
        ("姉が文鳥を飼ってて、かわいいの", {("姉", "文鳥")}),
        ("親友の志保は猫飼ってる。名前はもち", {("志保", "猫"), ("志保", "もち（猫）")}),
        ("うちは猫飼ってる。名前はもち", {(ME, "猫"), (ME, "もち（猫）")}),
    ],
)
def test_a_pet_is_of_whoever_keeps_it(told: str, pets: set[tuple[str, str]]) -> None:
    assert {(whose, value) for whose, kind, value in facts(told) if kind == "pet"} == pets
