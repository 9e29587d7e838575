"""In Japanese: what is over by any verb, what was told of others and is otherwise now, and what still holds; whose an
operation or a wedding is; what is no fact of anybody."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, ClaimType, Fact, UnitState, claim_id
from lumina.models import Role, Turn

START = datetime(2026, 6, 1, 20, tzinfo=ZoneInfo("Asia/Tokyo"))
APART = timedelta(days=6)


def learnt(*lines: str) -> tuple[Fact, ...]:
    """What is known an hour after lines of one person, each told on another day."""
    claims, names, at = list[Claimed](), dict[str, str](), START
    for number, text in enumerate(lines, 1):
        at = START + number * APART
        read = read_claims(text, at, list[Turn](), names)
        names |= {claim.value: claim.kind for claim in read if claim.type is ClaimType.PERSON}
        turn = Turn(UUID(int=number), "u", "r", UUID(int=0), "u", Role.PERSON, text, at, frozenset())
        claims += [Claimed(claim_id("u", turn.id, "rules", one), one, turn.id, at, at, frozenset()) for one in read]
    return known("u", claims, at + timedelta(hours=1)).facts


def asserted(facts: tuple[Fact, ...], about: str) -> str:
    return " ".join(one.value for one in facts if one.about == about and one.state is UnitState.CONFIRMED)


@pytest.mark.parametrize(
    ("before", "now", "about", "over", "new"),
    [
        ("娘の彩は福岡に住んでるの", "彩たちが先週こっちの市原に越してきました", "彩", "福岡", "市原"),
        (
            "弟の健太は名古屋でひとり暮らししてる",
            "健太、今月から仙台に転勤になって引っ越した",
            "健太",
            "名古屋",
            "仙台",
        ),
        ("夫は銀行で働いてます", "夫が転職しました。今は農協です", "夫", "銀行", "農協"),
        ("うちは豆腐屋です", "豆腐屋は3月で閉めました", ME, "豆腐屋", ""),
        ("運送会社でドライバーしてる", "今日が市役所の初日でした！", ME, "運送会社", "市役所"),
        ("胆石が見つかったんです", "胆石の手術がおわりました。すっきりです", ME, "胆石", ""),
        ("両目とも白内障ですって", "左目の手術もおわりました。これで両目とも新品です", ME, "白内障", ""),
        ("9月に姉と函館へ行くことになりました", "函館はやめて小樽に行くことにしました", ME, "函館", "小樽"),
        ("9月いっぱいで店を閉めることにしました", "9月はやめにして、6月30日に閉めます", ME, "店を閉める", "6月30日"),
        ("来月、友達と温泉旅行に行く", "温泉旅行、予定が合わなくて中止になった", ME, "温泉旅行に行く", ""),
        ("毎週水曜は英会話", "英会話、来月から金曜に変わります", ME, "水曜", "金曜"),
        ("木曜はいつも英会話。", "英会話、今月から火曜に変わったんだ。", ME, "木曜", "火曜"),
        ("土曜は決まってヨガ", "ヨガは来月から金曜になりました", ME, "土曜", "金曜"),
        ("週2でジムに通ってる", "ジム解約しました", ME, "ジム", ""),
        ("バンドでベース弾いてます", "バンド、解散しちゃいました", ME, "ベース", ""),
        ("軽のハスラーに乗ってる", "ハスラーからフリードに乗り換えました", ME, "ハスラー", "フリード"),
        ("文鳥を飼ってます", "文鳥が先週死んじゃって", ME, "文鳥", ""),
    ],
)
def test_what_is_otherwise_now_is_asserted_no_more(before: str, now: str, about: str, over: str, new: str) -> None:
    assert over in " ".join(one.value for one in learnt(before) if one.about == about)
    facts = learnt(before, now)
    assert over not in asserted(facts, about)
    assert new in asserted(facts, about)


@pytest.mark.parametrize(
    "said", ["英会話、今月から火曜に変わったんだ。", "先生の都合で、来月から教室が木曜の夜に移りました"]
)
def test_another_day_of_every_week_is_no_day_to_come(said: str) -> None:
    assert [one for one in learnt(said) if one.kind in {"plan", "event"}] == []


def test_what_one_has_come_to_like_or_is_tired_of_is_so_no_more() -> None:
    facts = learnt(
        "納豆が大嫌い", "ビールが大好き", "納豆、食べられるようになった！", "ビールはもう飲みたいと思わなくなった"
    )
    assert not [one for one in facts if one.kind in {"likes", "dislikes"} and one.state is UnitState.CONFIRMED]


@pytest.mark.parametrize(
    ("before", "now", "about", "still"),
    [
        ("友達の美紀は横浜に住んでる", "美紀が昨日うちに遊びに来てくれた", "美紀", "横浜"),
        ("札幌に住んでます", "友達の引っ越しを手伝いに小樽まで行った", ME, "札幌"),
        ("パン屋をやってます", "台風なので今日は早めに店を閉めました", ME, "パン屋"),
        ("看護師をしてます", "今日から県立病院で働き始めました", ME, "看護師"),
        ("平日は事務の仕事をしてます", "土日だけカフェでもバイトしてます", ME, "事務"),
        ("両目とも緑内障です", "右目の手術が終わった", ME, "緑内障"),
        ("私は白内障です", "母の目の手術が終わりました", ME, "白内障"),
        ("毎朝ジョギングしてます", "今朝のジョギングは雨で中止", ME, "ジョギング"),
        ("陶芸教室に通ってます", "今週の陶芸教室は中止になりました", ME, "陶芸教室"),
        ("猫のモモを飼ってます", "実家の猫が死んじゃいました", ME, "モモ"),
        ("自転車を持ってます", "隣の人が自転車を売った", ME, "自転車"),
        ("ジャズが好きです", "最近ボサノバにはまってます", ME, "ジャズ"),
    ],
)
def test_what_still_holds_does_not_end(before: str, now: str, about: str, still: str) -> None:
    assert still in asserted(learnt(before, now), about)


def test_what_was_asked_about_takes_the_place_of_the_rest_once_it_is_told_again() -> None:
    facts = learnt("娘の由美は札幌に住んでるの", "由美は長泉町かもね", "由美たちが長泉町に引っ越してきました")
    assert "札幌" not in asserted(facts, "由美") and "長泉町" in asserted(facts, "由美")


def test_an_operation_and_a_wedding_are_of_whom_it_says() -> None:
    assert "手術" in asserted(learnt("明日お母さんの手術だから帰るんだ"), "母")
    facts = learnt("今度の日曜、美咲の結婚式なんだ")
    assert "結婚式" in asserted(facts, "美咲") and "結婚式" not in asserted(facts, ME)


@pytest.mark.parametrize(
    ("line", "nothing"),
    [
        ("わたしって彼氏いるんだっけ笑", "わたし（彼氏）"),
        ("あさってお母さん退院なんだけど仕事で行けない", "あさ（母）"),
        ("大野先生っていうおじいちゃん先生", "大野（祖父）"),
        ("手術したのはわたしじゃなくてお母さんね", "お母さん"),
        ("来月わたし32歳になるんだ。11月8日", "32歳"),
    ],
)
def test_what_is_asked_or_is_another_or_is_to_come_is_no_fact_of_ones_own(line: str, nothing: str) -> None:
    assert nothing not in [one.value for one in learnt(line) if one.about == ME]


def test_who_tells_a_name_and_goes_on_tells_of_oneself() -> None:
    facts = learnt("さやかっていいます。31歳、広島でひとり暮らし")
    assert {"さやか", "広島"} <= {one.value for one in facts if one.about == ME}


def test_the_day_with_an_age_to_come_is_the_birthday() -> None:
    assert "11月8日" in asserted(learnt("来月わたし32歳になるんだ。11月8日"), ME)


def test_a_pet_and_a_sister_are_called_by_the_name_that_is_told_behind_them() -> None:
    assert "ぴーすけ" in asserted(learnt("セキセイインコ飼ってるの。ぴーすけっていう笑"), ME)
    assert "ひな" in asserted(learnt("妹の名前ひなって言うんだけど"), ME)
