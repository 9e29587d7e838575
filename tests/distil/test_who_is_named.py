"""Who says their name, whose name it is, and how what was said wrongly is put right in the next breath."""

from collections.abc import Sequence

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import Claim, ClaimType, Mode
from tests.distil.conversations import NOON, turns


def facts(text: str, *before: tuple[str, str]) -> Sequence[Claim]:
    return [one for one in read_claims(text, NOON, turns(*before)) if one.type is ClaimType.FACT]


def told(text: str, *before: tuple[str, str]) -> list[tuple[str, str, str]]:
    return [(one.about, one.kind, one.value) for one in facts(text, *before)]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("たけしやで", "たけし"),
        ("ゆうきです", "ゆうき"),
        ("ゆうきだよ", "ゆうき"),
        ("さくらです、よろしく", "さくら"),
        ("妊娠7ヶ月の沙織です", "沙織"),
        ("看護師の美咲です", "美咲"),
        ("こんばんは、はじめまして！実衣菜っていいます", "実衣菜"),
        ("hey everyone, priya here", "Priya"),
        ("Hello all, Gus here. Im 61", "Gus"),
    ],
)
def test_who_introduces_themselves_is_known_by_name(said: str, name: str):
    assert ("me", "name", name) in told(said)


@pytest.mark.parametrize(
    "said",
    [
        "yo, new here",
        "hey, nobody here",
        "げんきです",
        "ねむいです",
        "ひまです",
        "つらいです",
        "ほんとです",
        "さくらが咲いた",
    ],
)
def test_how_somebody_is_is_no_name(said: str):
    assert not told(said)


@pytest.mark.parametrize(
    ("said", "whose"),
    [
        ("息子がいるの。名前は翔太", "翔太（息子）"),
        ("うちの子は来月3歳。名前は翔太だよ", "翔太（子）"),
        ("嫁の名前は美香", "美香（妻）"),
        ("犬を飼い始めた。名前はモカ", "モカ（犬）"),
    ],
)
def test_a_name_is_that_of_whom_the_talk_is_about(said: str, whose: str):
    found = told(said)
    assert whose in [value for _, _, value in found]
    assert not [one for one in found if one[:2] in {("me", "name"), ("me", "age")}]


@pytest.mark.parametrize(
    ("said", "right", "was", "new"),
    [
        ("誕生日は5月12日", "あ、間違えた、5月21日です", "5月12日", "5月21日"),
        ("千葉に住んでます", "ごめん嘘、埼玉です", "千葉", "埼玉"),
        ("埼玉に住んでるよ", "違った、千葉です", "埼玉", "千葉"),
    ],
)
def test_a_slip_is_put_right_in_the_next_breath(said: str, right: str, was: str, new: str):
    corrected = [one for one in facts(right, ("葵", said), ("ルミナ", "そうなんだ。")) if one.mode is Mode.CORRECTS]
    assert [(one.replaces, one.value) for one in corrected] == [(was, new)]


@pytest.mark.parametrize(
    "said", ["嘘でしょ、千葉です", "それは嘘じゃないよ", "間違いなく楽しい一日だった", "違う話だけど、眠い"]
)
def test_what_puts_nothing_right_changes_nothing(said: str):
    assert not [one for one in facts(said, ("葵", "埼玉に住んでるよ")) if one.mode is Mode.CORRECTS]


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("あいみょんが好き", ("me", "likes", "あいみょん")),
        ("たこ焼き屋やってんねん", ("me", "job", "たこ焼き屋")),
        ("カフェやってるんだ", ("me", "job", "カフェの経営")),
        ("うちの子は来月3歳", ("子", "age", "もうすぐ3歳")),
    ],
)
def test_words_are_kept_whole(said: str, fact: tuple[str, str, str]):
    assert told(said) == [fact]


@pytest.mark.parametrize(
    ("said", "homes"),
    [
        ("I moved from Leeds last year", [("Leeds", Mode.WAS)]),
        ("We moved from Leeds to York in March", [("York", Mode.IS), ("Leeds", Mode.WAS)]),
    ],
)
def test_where_somebody_came_from_is_where_they_lived(said: str, homes: list[tuple[str, Mode]]):
    assert [(one.value, one.mode) for one in facts(said)] == homes


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("I work as a nurse at York Hospital", ("me", "workplace", "York Hospital")),
        ("The baby's due on 14 July", ("me", "event", "baby's due (14 July)")),
    ],
)
def test_more_is_told_in_one_breath(said: str, fact: tuple[str, str, str]):
    assert fact in told(said)


@pytest.mark.parametrize(
    ("said", "before", "fact"),
    [
        ("He's 71", ("My dad's in hospital", "It's his heart"), ("father", "age", "71")),
        ("He's a carpenter", ("My husband is called Tom", "What does my husband do?"), ("husband", "job", "carpenter")),
        ("She's a nurse", ("My sister is called Anna",), ("Anna", "job", "nurse")),
    ],
)
def test_he_is_the_one_whom_the_person_spoke_of(said: str, before: Sequence[str], fact: tuple[str, str, str]):
    assert told(said, *(line for text in before for line in (("Beth", text), ("Nox", "Hm.")))) == [fact]


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("He's 71", ("My dad's in hospital, my brother's in Leeds",)),
        ("She's 71", ("My dad's in hospital",)),
        ("He's a nurse", ("My sister is called Anna",)),
        ("He's 71", ()),
    ],
)
def test_whom_nobody_can_tell_is_not_guessed(said: str, before: Sequence[str]):
    assert not told(said, *(line for text in before for line in (("Beth", text), ("Nox", "Hm."))))


@pytest.mark.parametrize(
    ("said", "who", "relation"),
    [
        ("長男の陽翔、来月から年中です", "陽翔", "息子"),
        ("妹の咲茉は神戸に住んでる", "咲茉", "妹"),
        ("孫の虹花が歩いた", "虹花", "孫"),
        ("下は心美、4歳の女の子です", "心美", "娘"),
        ("子どもが二人いて、上は悠斗です", "悠斗", "子"),
    ],
)
def test_a_name_that_no_dictionary_has_is_one_beside_whose_it_is(said: str, who: str, relation: str):
    assert ("me", "family", f"{who}（{relation}）") in told(said)


@pytest.mark.parametrize(
    "said", ["妻の左膝が痛い", "息子の弁当、作り忘れた", "夫の新車が届いた", "上は長袖、下は半袖。子どもは暑がり"]
)
def test_what_the_dictionary_tears_is_no_name_for_that(said: str):
    assert not any(kind in {"family", "partner"} and "（" in value for _, kind, value in told(said))
