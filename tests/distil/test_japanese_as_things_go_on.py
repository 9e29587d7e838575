"""How things go on in Japanese: what is over, what took the place of what, who is meant, and who is nobody."""

from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, ClaimType, Known, UnitState, claim_id
from lumina.models import Role, Turn

START = datetime(2026, 5, 14, 20, tzinfo=ZoneInfo("Asia/Tokyo"))
IS, WAS = UnitState.CONFIRMED, UnitState.SUPERSEDED


def learnt(*lines: str, apart: timedelta = timedelta(days=1)) -> Known:
    """What is known after lines of one person."""
    turns = list[Turn]()
    claims = list[Claimed]()
    names = dict[str, str]()
    for number, text in enumerate(lines, 1):
        at = START + number * apart
        turn = Turn(UUID(int=number), "u", "r", UUID(int=0), "u", Role.PERSON, text, at, frozenset())
        read = read_claims(text, at, turns, names)
        names |= {claim.value: claim.kind for claim in read if claim.type is ClaimType.PERSON}
        claims += [Claimed(claim_id("u", turn.id, "rules", one), one, turn.id, at, at, frozenset()) for one in read]
        turns.append(turn)
    return known("u", claims, START + timedelta(days=60))


def held(of: Known, kind: str, about: str = ME) -> dict[str, UnitState]:
    return {fact.value: fact.state for fact in of.facts if (fact.about, fact.kind) == (about, kind)}


def test_a_pet_that_died_is_kept_no_more_and_its_day_is_known() -> None:
    known = learnt("うさぎのこはくを飼ってる。", "こはく、今朝冷たくなってた。")
    assert held(known, "pet")["こはく（うさぎ）"] is WAS
    assert "亡くなった（5月16日）" in held(known, "event", "こはく")


def test_a_pet_is_called_by_name_before_its_breed() -> None:
    assert held(learnt("ゴンっていう秋田犬、もう9歳だ。"), "pet") == {"ゴン（犬）": IS}


@pytest.mark.parametrize(
    ("lines", "old", "new"),
    [
        (("車はアクアです。", "車、ヤリスに買い替えた。"), "アクア", "ヤリス"),
        (("スマホはギャラクシーだよ。", "スマホをピクセルに機種変した。"), "ギャラクシー", "ピクセル"),
        (("愛車はカローラ。", "カローラを手放して、スイフトにした。"), "カローラ", "スイフト"),
    ],
)
def test_what_one_has_instead_replaces_what_one_had(lines: tuple[str, ...], old: str, new: str) -> None:
    things = held(learnt(*lines), "possession")
    assert things[new] is IS
    assert things.get(old, WAS) is WAS


@pytest.mark.parametrize("line", ["今日から長野の実家だ。", "引っ越し完了。川口→長野"])
def test_where_one_is_from_today_is_home(line: str) -> None:
    assert held(learnt("川口に住んでいます。", line), "home") == {"川口": WAS, "長野": IS}


def test_a_wedding_that_is_put_off_has_one_day() -> None:
    known = learnt("9月12日に札幌で式を挙げる。", "式、10月10日に延びた。")
    assert held(known, "event") == {"札幌で式を挙げる（9月12日）": WAS, "式（10月10日）": IS}


def test_what_is_put_off_stays_one_loop() -> None:
    known = learnt("6月20日に健康診断があるんだけど、気が重い。", "健康診断の日、変わった。先方の都合で6月27日")
    assert [(loop.what, str(loop.due)) for loop in known.loops] == [("健康診断", "2026-06-27")]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("6月30日で本店は終わりだ。", "本店の最終日"),
        ("高木に2万円貸した。月末に返すって。", "高木に2万円貸した"),
        ("日曜に柔道の県大会っす。", "柔道の県大会"),
    ],
)
def test_what_is_open_is_called_by_what_it_is(line: str, what: str) -> None:
    assert [loop.what for loop in learnt(line).loops] == [what]


@pytest.mark.parametrize("line", ["財布の中身なんて自分でも忘れてた。", "来世は鳥に生まれ変わる予定だ。"])
def test_what_nobody_waits_for_is_not_open(line: str) -> None:
    assert not learnt(line).loops


@pytest.mark.parametrize(
    "line", ["もう歳だからって先生も笑ってた。", "遠出はだめだって社長に言われた。", "膝が悪くて、七十八でございます。"]
)
def test_a_piece_of_a_sentence_is_nobody(line: str) -> None:
    known = learnt(line)
    assert not held(known, "name")
    assert not [one for one in known.people if "だ" in one.name]


def test_nobody_grows_younger() -> None:
    assert held(learnt("今年で61歳になりました。", "7月の18、19で温泉に行くことにした。"), "age") == {"61歳": IS}


def test_that_one_is_whoever_was_spoken_of() -> None:
    known = learnt(
        "千鶴さんと付き合うことになった。", "あの人、今は花屋をひとりでやってる。", apart=timedelta(minutes=2)
    )
    assert not held(known, "job")
    assert "花屋" in held(known, "job", "千鶴")


def test_the_name_of_ones_child_is_not_ones_own() -> None:
    known = learnt("うちの子な、牛乳あかんねん。", "名前は颯太。今月で六つになるわ。", apart=timedelta(minutes=1))
    assert not held(known, "name")
    assert held(known, "family") == {"颯太（子）": IS}
    assert not held(known, "age")


def test_a_move_that_is_called_off_leaves_one_at_home() -> None:
    known = learnt("来年の4月に熊本から福岡の早良区に引っ越す予定なんだよね。", "引っ越し、やっぱりなくなったの。")
    homes = held(known, "home")
    assert homes["熊本"] is IS
    assert homes["福岡の早良区"] is not IS
    assert IS not in held(known, "plan").values()
    assert not [fact for fact in known.facts if fact.kind == "home" and fact.value == "熊本" and fact.valid_to]


def test_another_month_and_another_place_are_put_right_at_once() -> None:
    known = learnt(
        "来年の4月に福岡の早良区に引っ越す予定なんだよね。", "4月じゃなくて6月になったの。早良区じゃなくて西区ね。"
    )
    home = next(fact for fact in known.facts if fact.kind == "home" and fact.is_open)
    assert home.value == "福岡の西区"
    assert home.valid_from is not None
    assert home.valid_from.first.month == 6
    assert {value for value, state in held(known, "plan").items() if state is IS} == {"福岡の西区に引っ越す"}


@pytest.mark.parametrize(
    ("open_", "over"),
    [
        ("12月に合唱の発表会があるの。", "あのさ、発表会はもう出ないことにしたよ。"),
        ("来週の土曜に同窓会がある。", "同窓会、やっぱり行かないことにした。"),
        ("11月にマラソン大会に出るよ。", "マラソンは出るのやめた。"),
        ("来月、出張があるんだ。", "出張がキャンセルになってさ。"),
    ],
)
def test_what_is_called_off_or_not_gone_to_is_over(open_: str, over: str) -> None:
    known = learnt(open_, over)
    assert {loop.state for loop in known.loops} == {"closed"}
    assert not [fact for fact in known.facts if fact.kind in {"plan", "event"} and fact.is_open]


@pytest.mark.parametrize(
    "said",
    [
        "財布がなくなった。",
        "今日は雨だから行かないよ。",
        "妹は同窓会に出ないって。",
        "同窓会、中止になった友達がいてさ。",
    ],
)
def test_what_is_lost_or_another_does_not_go_to_calls_nothing_off(said: str) -> None:
    assert {loop.state for loop in learnt("来週の土曜に同窓会がある。", said).loops} == {"open"}


@pytest.mark.parametrize("said", ["もう仕事行かなきゃ。ほなね", "そろそろ寝なきゃ。", "じゃあ、お風呂入らなきゃ。"])
def test_with_what_one_takes_leave_nothing_is_left_open(said: str) -> None:
    assert not learnt(said).loops


def test_a_household_is_the_speakers() -> None:
    known = learnt("息子の蓮太は野球をやってる。", "うちは4人家族なの。")
    assert held(known, "family")["4人家族"] is IS
