"""What a Japanese sentence without a subject tells behind a mention of somebody is theirs, and what only seems so stays
the speaker's; ages and birthdays by a number alone, and answers in a piece of a sentence."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.japanese.turns import claims_in_japanese
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn

AT = datetime(2026, 6, 15, 11, tzinfo=UTC)


def facts(text: str, asked: str = "") -> list[Claim]:
    """The facts that a line states, behind what a character asked."""
    thread = UUID(int=1)
    before = [Turn(thread, "u", "r", thread, "lumina", Role.CHARACTER, asked, AT, frozenset({"u"}))] if asked else []
    return [claim for claim in claims_in_japanese(text, AT, before) if claim.type is ClaimType.FACT]


def told(text: str, kind: str, asked: str = "") -> set[tuple[str, str]]:
    """Of whom a line tells what, of one kind."""
    return {(one.about, one.value) for one in facts(text, asked) if one.kind == kind and one.mode is Mode.IS}


@pytest.mark.parametrize(
    ("text", "kind", "who", "value"),
    [
        ("弟がひとりおります。仙台に嫁さんと住んでおります", "home", "弟", "仙台"),
        ("まなみと付き合って半年!8/12生まれです", "birthday", "まなみ", "8/12"),
        ("隣の席の佐々木さんとはよく話す。盛岡の出身なのに寒がり", "hometown", "佐々木", "盛岡"),
        ("後輩の中村が手伝ってくれた。23歳の営業で、体力だけはある", "age", "中村", "23歳"),
        ("あの田村さんな、長崎の生まれで、カステラにうるさい", "hometown", "田村", "長崎"),
        ("大学で一緒だった森とは今も会う あいつ今は熊本で消防士", "job", "森", "消防士"),
        ("息子の大阪で警察官しよるけん、なかなか帰ってこん", "job", "息子", "警察官"),
        ("うちの旦那さ、先週から出張。IT企業に勤めてるから仕方ないけど", "workplace", "夫", "IT企業"),
        ("妹の佐和はケルンへ嫁いで二十五年", "home", "佐和", "ケルン"),
    ],
)
def test_what_is_told_without_a_subject_is_of_whoever_was_mentioned(text: str, kind: str, who: str, value: str) -> None:
    found = told(text, kind)
    assert (who, value) in found
    assert ME not in {about for about, _ in found}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("弟に勧められて、仙台に引っ越した", "home", "仙台"),
        ("妻と二人暮らしです。市役所に勤めてます", "workplace", "市役所"),
        ("佐藤さんにもらった梨を食べた。鳥取の生まれなので梨は好き", "hometown", "鳥取"),
        ("先生に褒められた。俺、板前なのに字が下手だから", "job", "板前"),
        ("息子が就職した。私は52歳、まだまだ働く", "age", "52歳"),
        ("娘は東京だけど、俺は大工やってる", "job", "大工"),
        ("お客さんに怒られた。美容師5年目なのに", "job", "美容師"),
    ],
)
def test_a_mention_in_passing_changes_nothing(text: str, kind: str, value: str) -> None:
    assert told(text, kind) == {(ME, value)}


@pytest.mark.parametrize(
    "text", ["クラスの子が文鳥飼ってるんだって", "隣のおばちゃん、92歳。元気", "誰かが来年から蕎麦屋やるとさ"]
)
def test_of_somebody_whom_nobody_knows_nothing_is_known(text: str) -> None:
    assert not [one for one in facts(text) if one.about == ME and one.kind in {"pet", "age", "job"}]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("この冬で七十一", "age", "七十一歳"),
        ("三月三日で六十五になります", "birthday", "三月三日"),
        ("還暦を二つ過ぎました", "age", "還暦を二つ過ぎ（62歳）"),
        ("八十にして初めて海外", "age", "八十歳"),
    ],
)
def test_an_age_is_told_by_a_number_alone(text: str, kind: str, value: str) -> None:
    assert (ME, value) in told(text, kind)


@pytest.mark.parametrize(
    "text", ["12/20で出る", "35年ローンで払い終わるのが76だよ", "気温が30になった", "3月3日で20年になる"]
)
def test_a_date_an_amount_and_an_aim_are_no_age(text: str) -> None:
    assert told(text, "age") == set()


@pytest.mark.parametrize(
    ("asked", "text", "kind", "whose"),
    [
        ("お年をうかがっても?", "ええよ。七十八じゃよ", "age", (ME, "七十八歳")),
        ("学校はどこですか?", "西高の二年だけど", "school", (ME, "西高の二年")),
        ("ご実家は近いのですか。", "松本だもん、バスで二時間", "hometown", (ME, "松本")),
        ("誕生日、いつ?", "平成3年11月2日", "birthday", (ME, "平成3年11月2日")),
        ("奥さまはどちらのご出身ですか。", "秋田です", "hometown", ("妻", "秋田")),
        ("お子さんはもう大きいのですか。", "高校生だ、来年受験でな", "school", ("子", "高校生")),
    ],
)
def test_a_piece_of_a_sentence_answers(asked: str, text: str, kind: str, whose: tuple[str, str]) -> None:
    assert whose in told(text, kind, asked)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("いくつのときでした?", "7つ"),
        ("りんごをいくつ食べた?", "三つ"),
        ("学校は楽しい?", "まあまあかな"),
        ("誕生日は何が欲しい?", "腕時計"),
    ],
)
def test_what_answers_something_else_is_none_of_it(asked: str, text: str) -> None:
    assert not [one for one in facts(text, asked) if one.kind in {"age", "school", "birthday"}]


@pytest.mark.parametrize(
    "text",
    [
        "広い家に住んで、犬を飼って、静かに暮らしたい…",
        "海辺で暮らしたか〜",
        "来世は猫になって京都に住む",
        "俺は大工か",
        "漁師って朝早いよね",
        "長野の人はそば食べるよね",
        "霧島、今日は雨",
        "坂の上の畑は広い",
        "弟は夢中でゲームしてる",
        "名前はまだないよ、このぬか床",
        "運動してカバーしてます",
    ],
)
def test_wishes_generalities_and_words_of_two_senses_say_nothing_of_anybody(text: str) -> None:
    kinds = {"home", "hometown", "job", "workplace", "school", "name", "pet"}
    assert not [one for one in facts(text) if one.kind in kinds]


def test_an_animal_that_one_keeps_is_named_behind_it() -> None:
    assert (ME, "ナポリ（亀）") in told("亀おるよ、ナポリ", "pet")
    assert told("猫がいるの、かわいい", "pet") <= {(ME, "猫")}


def test_who_was_something_is_not_told_to_be_it() -> None:
    found = {(one.value, one.mode) for one in facts("元教師で、今は花屋です") if one.kind == "job"}
    assert ("花屋", Mode.IS) in found
    assert all(mode is Mode.WAS for value, mode in found if "教師" in value)
