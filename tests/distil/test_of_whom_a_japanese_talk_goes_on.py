"""Of whom a sentence tells that has no subject, or no more than a kin word, behind what was told before."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import Claimed, ClaimType, Known, Mode, read_by
from lumina.models import Role, Turn

AT = datetime(2026, 9, 3, 20, tzinfo=UTC)
THREAD = uuid4()


def turn(text: str, at: datetime, role: Role) -> Turn:
    return Turn(uuid4(), "u", "room", THREAD, "u" if role is Role.PERSON else "nox", role, text, at, frozenset({"u"}))


def lived(lines: Sequence[str]) -> Known:
    """What is known behind these lines, to each of which somebody listens who speaks of whoever was spoken of."""
    said, claimed, names = list[Turn](), list[Claimed](), dict[str, str]()
    for at, line in enumerate(lines):
        told = turn(line, AT + timedelta(minutes=at), Role.PERSON)
        read = read_claims(line, told.at, said[-6:], names, said[-6:], said)
        claimed += [read_by("rules", told, one, told.at) for one in read]
        new = [one for one in read if one.type is ClaimType.PERSON and one.mode is Mode.IS]
        names |= {one.value: one.kind or names.get(one.value, "") for one in new}
        heard = f"{new[0].value}さんか。どんな人だ。" if new else "聞いている。"
        said += [told, turn(heard, told.at + timedelta(seconds=5), Role.CHARACTER)]
    return known("u", claimed, AT + timedelta(days=1))


def facts(lines: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    return ((one.about, one.kind, one.value) for one in lived(lines).facts if one.is_open)


@pytest.mark.parametrize(
    ("lines", "told", "kinds"),
    [
        (
            ("うちの犬のコタロウは9歳", "名古屋の叔父が先週亡くなった", "脳出血だった。まだ63歳だったのに"),
            {("叔父", "age", "63歳"), ("叔父", "health", "脳出血"), ("コタロウ", "age", "9歳")},
            {"age", "health"},
        ),
        (
            ("母方のおばさんが昨夜亡くなった", "くも膜下出血で急に。まだ59だった"),
            {("叔母", "age", "59歳"), ("叔母", "health", "くも膜下出血")},
            {"age", "health"},
        ),
        (("大輝は高校3年生の息子だよ", "剣道部の主将をしてる"), {("大輝", "hobby", "剣道部")}, {"hobby"}),
        (("父が月曜から入院してる", "膝の手術なんだ。もう74歳だし心配"), {("父", "age", "74歳")}, {"age"}),
        (
            ("双子がいて、湊と凪。小学2年生",),
            {("湊", "school", "小学2年生"), ("凪", "school", "小学2年生")},
            {"school"},
        ),
    ],
)
def test_what_is_told_without_a_subject_is_of_whom_the_sentence_before_told(
    lines: Sequence[str], told: set[tuple[str, str, str]], kinds: set[str]
) -> None:
    found = {*facts(lines)}
    assert told <= found
    assert not {one for one in found if one[0] == "me" and one[1] in kinds}


@pytest.mark.parametrize(
    ("lines", "about", "kind"),
    [
        (("旦那の康平は消防士", "旦那は高血圧で薬を飲んでる"), "康平", "health"),
        (("お義母さんの節子さんは79歳", "お義母さんは先月、糖尿病と診断された"), "節子", "health"),
        (("兄の和樹は漁師", "兄は去年から禁煙してて、釣りが趣味"), "和樹", "hobby"),
    ],
)
def test_a_kin_word_behind_a_name_is_whoever_was_named(lines: Sequence[str], about: str, kind: str) -> None:
    life = lived(lines)
    assert kind in {one.kind for one in life.facts if one.about == about}
    assert not [one.about for one in life.facts if "の" in one.about]
    assert [(one.name, len(one.mentions)) for one in life.people] == [(about, 2)]


def test_children_are_known_by_their_grades() -> None:
    life = lived(("家族は妻の千尋と、高3の大地と、中1の澪と、お義父さんのトキ夫さん(76)", "大地は野球部でキャッチャー"))
    told = {(one.about, one.kind, one.value) for one in life.facts}
    assert {("大地", "school", "高3"), ("澪", "school", "中1"), ("大地", "hobby", "野球部")} <= told
    assert {one.name: one.relation for one in life.people}["大地"] == "子"


@pytest.mark.parametrize(
    "lines",
    [
        ("息子の蓮は高校1年生で、吹奏楽部", "次は土曜に準々決勝、相手は北陵高校"),
        ("息子の蓮は高校1年生で、吹奏楽部", "蓮のクラスの子は桜丘高校に転校したんだって"),
        ("次男の樹は陸上部", "今度の駅伝は強豪の西京高校も出るらしい"),
    ],
)
def test_what_an_opponent_or_another_goes_to_is_nobody_s_school(lines: Sequence[str]) -> None:
    assert not [one for one in facts(lines) if one[1] == "school" and one[2] != "高校1年生"]


def test_a_relative_clause_is_of_its_head_and_not_of_the_speaker() -> None:
    told = [*facts(("旦那の拓也は運転士", "旦那は今月から早番。今夜はカレー作ってくれた、料理できない人なのに"))]
    assert not [one for one in told if one[:2] == ("me", "skill")]


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("ちなみに私、エビがだめなの。食べるとじんましんが出る", "エビ"),
        ("カニがあかんのよ。食べたらじんましん出る", "カニ"),
        ("ピーナッツがだめで、食べると喉がかゆくなる", "ピーナッツ"),
        ("検査したら、そば粉にも反応が出た", "そば粉"),
    ],
)
def test_an_allergy_is_learnt_from_what_one_cannot_have_and_what_the_body_does(said: str, what: str) -> None:
    assert ("me", "allergy", what) in [*facts((said,))]


@pytest.mark.parametrize(
    ("said", "what", "month"),
    [("車の車検が10月20日までだった", "車検", 10), ("次は3か月後の12月10日にまた診てもらう", "診てもらう", 12)],
)
def test_what_ends_on_a_day_and_the_next_visit_are_left_open(said: str, what: str, month: int) -> None:
    [one] = lived((said,)).loops
    assert what in one.what
    assert one.due is not None
    assert one.due.first.month == month


@pytest.mark.parametrize(
    ("lines", "who", "relation"),
    [
        (("妻のお母さんの久子さんが手伝いに来てくれた",), "久子", "義母"),
        (("夫の妹の理沙はパティシエをしてる",), "理沙", "義妹"),
        (("長男は大学2年、次男は高1です", "次男の樹は陸上部"), "樹", "息子"),
    ],
)
def test_two_kin_words_tell_what_somebody_is_and_one_child_from_another(
    lines: Sequence[str], who: str, relation: str
) -> None:
    assert {one.name: one.relation for one in lived(lines).people}[who] == relation


def test_an_elder_child_is_not_the_younger_one_whose_name_is_known() -> None:
    told = {*facts(("次女の美月は中学3年", "長女は東京で一人暮らし。大学2年生"))}
    assert {("美月", "school", "中学3年"), ("長女", "home", "東京")} <= told
    assert not {one for one in told if one[0] == "美月" and one[1] in {"home"}}


def test_an_illness_that_is_only_heard_is_of_whoever_fell_ill() -> None:
    told = {*facts(("実家の父が倒れて救急車で運ばれた", "脳梗塞だって。まだ66歳なのに"))}
    assert {("父", "health", "脳梗塞"), ("父", "age", "66歳")} <= told


def test_what_one_is_on_the_way_to_and_whom_one_books_is_no_work() -> None:
    told = [*facts(("妹のさくらは小学校の先生を目指してる", "美容院は17日の土曜に予約した"))]
    assert not [one for one in told if one[1] in {"job", "workplace"}]
