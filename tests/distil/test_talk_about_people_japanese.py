"""Whom Japanese talk is about, where it does not say so: over sentences, and over the turns of both."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from lumina.distil.claims.japanese.clauses.parsing import clauses
from lumina.distil.claims.reading import read_claims
from lumina.known import Claim, ClaimType, Mode
from lumina.models import Role, Turn

AT = datetime(2026, 6, 8, 20, 0, tzinfo=UTC)
THREAD = uuid4()
THEIRS = "ルミナ："
"""What a character says begins so."""


def read(*said: str, names: Mapping[str, str] | None = None) -> list[Claim]:
    """The claims of the last turn."""
    turns = [turn(text, at) for at, text in enumerate(said)]
    last = turns[-1]
    return [*read_claims(last.text, last.at, turns[:-1], names or {})]


def turn(text: str, position: int) -> Turn:
    theirs = text.startswith(THEIRS)
    speaker, role = ("lumina", Role.CHARACTER) if theirs else ("恵美子", Role.PERSON)
    at = AT + timedelta(minutes=position)
    id_ = UUID(int=position + 1)
    return Turn(id_, "p", "r", THREAD, speaker, role, text.removeprefix(THEIRS), at, frozenset({"p"}))


def facts(claims: list[Claim]) -> set[tuple[str, str, str]]:
    return {(one.about, one.kind, one.value) for one in claims if one.type is ClaimType.FACT and one.mode is Mode.IS}


def test_who_is_called_so_is_whom_the_talk_is_about() -> None:
    claims = read(
        "旦那がまた釣り竿買いよってん", "ルミナ：旦那さん、よっぽど好きなんだね。", "浩司いうねんけどな、休みは堤防や"
    )
    assert ("me", "partner", "浩司（夫）") in facts(claims)


def test_what_has_no_subject_is_said_of_whom_the_other_goes_on_about() -> None:
    before = ("弟から連絡きた", "ルミナ：弟さんがいるんだ。")
    told = facts(read(*before, "ゆうせい 高1 野球部 生意気"))
    assert {("me", "family", "ゆうせい（弟）"), ("ゆうせい", "school", "高1"), ("ゆうせい", "hobby", "野球部")} <= told


def test_it_is_the_speakers_again_once_the_other_speaks_of_something_else() -> None:
    before = ("弟は大阪にいる", "ルミナ：今日はいい天気だね。")
    assert ("me", "job", "美容師") in facts(read(*before, "美容師してます"))
    assert ("弟", "job", "美容師") in facts(read("弟は大阪にいる", "ルミナ：弟さん、お仕事は?", "美容師してます"))


def test_what_the_other_asks_for_is_answered_by_a_phrase() -> None:
    assert ("me", "hometown", "群馬の高崎") in facts(read("ルミナ：実家はどこ?", "群馬の高崎ー"))
    assert ("me", "pet", "きなこ（猫）") in facts(read("猫が乗ってくる", "ルミナ：猫さんのお名前は?", "きなこ。重い"))


def test_a_name_that_was_told_before_helps_to_read() -> None:
    said = "もち太元気だったよ。ただのねんざ"
    assert ("もち太", "health", "ねんざ") in facts(read(said, names={"もち太": "ペット"}))
    assert not facts(read(said))


def test_what_stands_before_a_name_is_what_they_are() -> None:
    assert ("良枝", "job", "看護師") in facts(read("看護師の叔母の良枝さんが昨日うちに泊まりました"))
    assert not {one for one in facts(read("ネジ屋の息子がいた")) if one[1] == "job"}


def test_two_in_one_sentence_are_told_apart() -> None:
    told = facts(read("兄の隆は消防士、弟の豊は大学生です"))
    assert {("隆", "job", "消防士"), ("豊", "school", "大学生")} <= told


@pytest.mark.parametrize(
    "said",
    [
        "隣の人たぶんバンドマン 毎晩おなじとこで間違える",
        "お店やめて独立するんやて、6月に",
        "看護師ではないです",
        "子どもまだ3歳なのに",
    ],
)
def test_what_is_said_of_somebody_unknown_or_denied_is_no_fact_of_the_speaker(said: str) -> None:
    assert not [one for one in facts(read(said)) if one[0] == "me" and one[1] not in {"event", "likes"}]


def test_what_is_given_up_for_something_else_gives_way_to_it() -> None:
    claim = next(one for one in read("カラオケやめて本屋にした") if one.kind == "job" and one.value == "本屋")
    assert claim.replaces == "カラオケ"


def test_who_is_back_has_done_what_was_due() -> None:
    closed = [one for one in read("徳島着いて母の顔見てきた") if one.type is ClaimType.CLOSE]
    assert any(one.until and one.until.first == AT.date() for one in closed)


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("今度ラーメンおごるわ", "ラーメンおごる"),
        ("葵に一箱送るつもりです", "葵に一箱送る"),
        ("来月の十日に新米を取りに行く約束をしました", "新米を取りに行く"),
    ],
)
def test_what_is_promised_is_left_open(said: str, what: str) -> None:
    assert any(what in one.value for one in read(said) if one.type is ClaimType.LOOP)


def test_a_relative_clause_says_nothing_of_whom_the_sentence_is_about() -> None:
    found = clauses("八尾でネジ作る工場の班長やってるわ")
    assert [([one.text for one in clause.phrases], clause.lemma) for clause in found] == [(["工場の班長"], "遣る")]


def test_what_is_written_without_marks_is_cut_where_something_is_said() -> None:
    told = facts(read("母は保育士だけど園児に「おばあちゃん?」って言われて凹んでた"))
    assert ("母", "job", "保育士") in told


def told(*said: str, names: Mapping[str, str] | None = None) -> set[tuple[str, str, str]]:
    """The facts of the last turn."""
    return {(one.about, one.kind, one.value) for one in read(*said, names=names) if one.type is ClaimType.FACT}


MIKEKO = (
    "僕の猫のこと話したっけ？",
    f"{THEIRS}記憶にはございません。",
    "三毛でミケコ。もう12歳",
    f"{THEIRS}ほうほう。",
)


def test_a_coat_and_a_name_introduce_an_animal():
    assert {("me", "pet", "ミケコ（猫）"), ("ミケコ", "age", "12歳")} <= told(*MIKEKO[:3])
    assert not any(kind == "pet" and "（" in value for _, kind, value in told("うちに猫がいる", "三毛でかわいい"))
    assert not any(value.startswith("いっぱい") for *_, value in told("うちは猫でいっぱい"))


def test_how_well_an_animal_is_that_was_just_told_of_is_not_how_the_speaker_is():
    ill = told(*MIKEKO, "腎臓が悪くて、療法食にしてる", names={"ミケコ": "猫"})
    assert {about for about, kind, _ in ill if kind == "health"} == {"ミケコ"}
    own = told(*MIKEKO, "僕は腰が痛くて", names={"ミケコ": "猫"})
    assert {about for about, kind, _ in own if kind == "health"} <= {"me"}
    walked = told("犬と散歩してきた", f"{THEIRS}いいね", "最近腰が痛くて")
    assert ("犬", "health") not in {(about, kind) for about, kind, _ in walked}


@pytest.mark.parametrize(
    ("said", "who"),
    [
        (("息子が今年から小学校なんだ", f"{THEIRS}へえ", "もう6歳"), "息子"),
        (("犬がいるんだ", f"{THEIRS}へえ", "母が反対でさ", f"{THEIRS}うん", "もう70歳だし"), "母"),
        (("息子が今年から小学校なんだ", f"{THEIRS}へえ", "私ももう40歳だよ"), "me"),
        (("母が入院した", f"{THEIRS}あなたはおいくつですか。", "45歳です"), "me"),
    ],
)
def test_an_age_is_that_of_whoever_was_just_told_of(said: Sequence[str], who: str):
    assert {about for about, kind, _ in told(*said) if kind == "age"} == {who}


def test_a_wife_told_of_behind_a_brother_is_his():
    assert not any(
        kind == "partner" for _, kind, _ in told("弟が来月結婚する", f"{THEIRS}おめでとう", "嫁さんはすごくいい人")
    )
    assert ("me", "partner", "嫁さんがいる") in told(
        "弟が来月結婚する", f"{THEIRS}おめでとう", "うちの嫁さんも喜んでる"
    )


def test_where_one_moves_may_be_said_in_the_next_sentence():
    [home] = [one for one in read("引っ越すことにした。来月から横浜") if one.kind == "home"]
    assert (home.value, home.since and home.since.first.isoformat()) == ("横浜", "2026-07-01")


def test_a_child_whose_name_is_told_in_a_second_clause_is_not_the_speaker():
    behind = ("息子は小学3年生で、悠斗といいます", f"{THEIRS}悠斗さんですか。")
    assert {about for about, kind, _ in told(*behind, "悠斗は水泳を習ってます") if kind == "hobby"} == {"悠斗"}
    assert ("me", "name", "悠斗") in told("はじめまして。悠斗といいます")


def test_who_puts_something_right_tells_how_it_is():
    [school] = [
        one
        for one in read("息子の悠斗は3年生", f"{THEIRS}へえ", "あ、違うよ。悠斗は4年生だった")
        if one.kind == "school"
    ]
    assert (school.about, school.value, school.mode) == ("悠斗", "4年生", Mode.CORRECTS)
    [school] = [one for one in read("去年、悠斗は3年生だった") if one.kind == "school"]
    assert school.mode is Mode.WAS


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("うさぎ。つくね。ネザーの4歳", "age"),
        ("そう、お茶。25で始めたけん、もう9年か", "age"),
        ("ひまわり組。4歳児24人、毎日が動物園", "family"),
        ("ほんとは猫と暮らしたかったっちゃけど、触るとくしゃみが出る", "home"),
        ("父がファンなのは知っとったけど先生まで", "likes"),
        ("松尾佐和。父からは34にもなって「さっちゃん」", "family"),
    ],
)
def test_what_is_torn_out_or_of_somebody_else_is_no_fact(said: str, kind: str) -> None:
    assert not [fact for fact in facts(read(said)) if fact[1] == kind]
