"""In Japanese, one construction at a time, in words of many people: clefts, a workplace or school by its name alone,
marks at the end, what one fears, keeps from or may eat by now, what is put off; and what is told much alike and is
none."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, Fact, Mode, UnitState, claim_id
from lumina.models import Role, Turn

START = datetime(2026, 9, 16, 20, tzinfo=ZoneInfo("Asia/Tokyo"))
APART = timedelta(days=3)
NAMES = {"麻衣": "娘", "拓海": "息子", "直樹": "夫", "由美": "友達"}


def claims(text: str) -> list[Claim]:
    return [one for one in read_claims(text, START, [], NAMES) if one.type is ClaimType.FACT and one.confidence >= 0.7]


def told(text: str) -> set[tuple[str, str, str]]:
    return {(one.about, one.kind, one.value) for one in claims(text) if one.mode is Mode.IS}


def learnt(*lines: str) -> tuple[Fact, ...]:
    """What is known an hour after lines, each told some days after the one before it."""
    said, names, at = list[Claimed](), dict(NAMES), START
    for number, text in enumerate(lines, 1):
        at = START + number * APART
        read = read_claims(text, at, list[Turn](), names)
        names |= {claim.value: claim.kind for claim in read if claim.type is ClaimType.PERSON and claim.kind}
        turn = Turn(UUID(int=number), "u", "r", UUID(int=0), "u", Role.PERSON, text, at, frozenset())
        said += [Claimed(claim_id("u", turn.id, "rules", one), one, turn.id, at, at, frozenset()) for one in read]
    return known("u", said, at + timedelta(hours=1)).facts


@pytest.mark.parametrize(
    ("text", "about", "kind", "value"),
    [
        ("麻衣が通ってるのは、もみじ幼稚園です", "麻衣", "school", "もみじ幼稚園"),
        ("弟が働いてるのは市場なんです", "弟", "workplace", "市場"),
        ("叔父が住んでるのは青森です", "叔父", "home", "青森"),
        ("わたしが苦手なのは、満員電車です", ME, "dislikes", "満員電車"),
        ("母が好きなのは演歌なんですよ", "母", "likes", "演歌"),
        ("わたしが育ったのは長崎です", ME, "hometown", "長崎"),
        ("直樹は今日から名古屋支店です", "直樹", "workplace", "名古屋支店"),
        ("姉は来月から横浜の本社です", "姉", "workplace", "横浜の本社"),
        ("麻衣は10月からあさひ認定こども園の子になります", "麻衣", "school", "あさひ認定こども園"),
        ("拓海の学校は坂を上がってすぐの、宮前東小です", "拓海", "school", "宮前東小"),
        ("妻は4月からひばり保育園です", "妻", "workplace", "ひばり保育園"),
        ("今日で52歳になりました♪", ME, "age", "52歳"),
        ("看護助手をしてます☆", ME, "job", "看護助手"),
        ("わたし狭いところが怖いので、エレベーターは使いません", ME, "dislikes", "狭いところ"),
        ("僕、歯医者が怖いんです", ME, "dislikes", "歯医者"),
        ("わたし、手相はけっこう信じるほうです", ME, "belief", "手相を信じる"),
        ("家は浜松の団地なので、坂がきついかな", ME, "home", "浜松の団地"),
        ("由美ちゃんは倉敷でケーキ屋さんをしてます", "由美", "job", "ケーキ屋"),
        ("チョコ断ち、6日目です", ME, "habit", "チョコ断ち"),
        ("卓球は肩が治るまで休会の届けを出しました", ME, "habit", "卓球は休会中"),
        ("麻衣の習い事、バレエから空手に切り替えました", "麻衣", "hobby", "空手"),
        ("拓海は火曜に書道教室です", "拓海", "hobby", "書道教室（火曜）"),
        ("姪の千夏、6歳が泊まりに来てます", "千夏", "age", "6歳"),
        ("9歳の息子と3歳の娘がいます", "娘", "age", "3歳"),
        ("パート先は9月いっぱいです", ME, "plan", "パート先は9月いっぱい"),
    ],
)
def test_each_construction_says_what_it_says_in_any_words(text: str, about: str, kind: str, value: str) -> None:
    assert (about, kind, value) in told(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("♪わたしは津軽に住んでる〜", "home"),
        ("直樹は今日から名古屋支店です", "home"),
        ("由美ちゃんは倉敷でケーキ屋さんをしてます", "home"),
        ("大学の4年間、金沢で暮らしてました", "home"),
        ("住んだことがあるのは金沢です", "home"),
        ("コーヒー中毒なので、朝から3杯です", "allergy"),
        ("明日の面接が怖いです", "dislikes"),
        ("先生が怖いです", "dislikes"),
        ("始めたのは去年です", "hobby"),
        ("来月で5歳です。8月9日が誕生日なんですよ", "birthday"),
        ("日曜のサッカー、日本が勝ちました", "hobby"),
        ("80歳のおばあちゃんに席を譲りました", "family"),
        ("今日はヨガをお休みします", "habit"),
        ("コーヒー抜きでお願いします", "habit"),
        ("娘は来春卒業です", "habit"),
        ("猫アレルギーだったけど、もう平気です", "allergy"),
    ],
)
def test_what_is_told_much_alike_is_none(text: str, kind: str) -> None:
    assert kind not in {one for _, one, _ in told(text)}


@pytest.mark.parametrize(
    ("before", "now", "about", "over", "new"),
    [
        ("麻衣は牛乳アレルギーです", "麻衣、牛乳飲めました!!!", "麻衣", "牛乳", ""),
        ("わたしはえびアレルギーです", "えび食べても大丈夫でした", ME, "えび", ""),
        ("チョコを毎日食べてます", "チョコ断ち、6日目です", ME, "毎日食べ", "チョコ断ち"),
        ("趣味は卓球です", "卓球は肩が治るまで休会することにしました", ME, "", "休会中"),
        (
            "10月3日から沖縄に行きます",
            "沖縄なんですけど、直樹の都合で10月17日出発になりまして",
            ME,
            "10月3日",
            "10月17日",
        ),
        ("ピアノの発表会は9月26日です", "発表会、台風で流れて10月4日に順延です", ME, "9月26日", "10月4日"),
        ("拓海の運動会は9月25日の金曜です", "運動会、雨で流れまして、10月2日に順延です", "拓海", "9月25日", ""),
    ],
)
def test_what_changed_takes_the_place_of_what_was(before: str, now: str, about: str, over: str, new: str) -> None:
    facts = [one for one in learnt(before, now) if one.about == about and one.state is UnitState.CONFIRMED]
    assert not over or not any(over in one.value for one in facts)
    assert not new or any(new in one.value for one in facts)
