"""What is left open, and what closes it: the same words, another word for the same deed, or the answer to who asks."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import Claimed, Loop, claim_id
from lumina.models import Role, Turn

TOKYO, LONDON = ZoneInfo("Asia/Tokyo"), ZoneInfo("Europe/London")
START = datetime(2026, 1, 12, 20, tzinfo=TOKYO)
THREAD = UUID(int=7)

Said = tuple[int, str] | tuple[int, str, str]
"""Days after the start, what the person says, and what a character said right before it."""


def live(*lines: Said, zone: ZoneInfo = TOKYO) -> Sequence[Loop]:
    claims: list[Claimed] = []
    for number, (day, text, *asked) in enumerate(lines, 1):
        at = START.replace(tzinfo=zone) + timedelta(days=day)
        turn = Turn(UUID(int=number), "u", "r", THREAD, "u", Role.PERSON, text, at, frozenset())
        before = [replace(turn, id=UUID(int=99), speaker="nox", role=Role.CHARACTER, text=one) for one in asked]
        claims += [
            Claimed(claim_id("u", turn.id, "rules", claim), claim, turn.id, at, at, frozenset())
            for claim in read_claims(text, at, before)
        ]
    return known("u", claims, START + timedelta(days=400)).loops


def states(found: Sequence[Loop]) -> list[tuple[str, str]]:
    return [(loop.state, str(loop.due)) for loop in found]


@pytest.mark.parametrize(
    ("opened", "day", "told"),
    [
        ("1月30日が卒論の締め切り。", 17, "卒論だした！！"),
        ("火曜の18時に歯医者の予約とった。", 8, "親知らず、抜いてもらった。"),
        ("来週の火曜は面接です。", 9, "内定もらった！"),
        ("1月20日に検定を受けることになった。", 12, "受かったーーー"),
        ("2月1日にチケットの当落が出る。", 20, "落選……"),
        ("1月25日までに解約の連絡しなきゃ。", 12, "解約の電話した。"),
        ("1月20日は健康診断です。", 8, "健診おわった。"),
    ],
)
def test_a_deed_is_closed_by_the_word_for_its_end(opened: str, day: int, told: str) -> None:
    [before] = live((0, opened))
    [after] = live((0, opened), (day, told))
    assert (before.state, after.state, after.due) == ("open", "closed", before.due)


@pytest.mark.parametrize(
    ("opened", "day", "told"),
    [
        ("The dentist is taking my tooth out on Tuesday, appointment's at nine", 8, "its out. Roots like a parsnip"),
        ("I've got an interview on the 20th of January", 9, "Got the job!!"),
        ("My essay deadline is the 23rd of January", 10, "Finally handed it in"),
        ("I've a scan on the 20th of January", 12, "All clear from the scan people"),
    ],
)
def test_in_english_too(opened: str, day: int, told: str) -> None:
    [before] = live((0, opened), zone=LONDON)
    [after] = live((0, opened), (day, told), zone=LONDON)
    assert (before.state, after.state, after.due) == ("open", "closed", before.due)


def test_a_deed_far_from_its_day_is_another_one() -> None:
    found = live((0, "3月20日に試験がある。"), (3, "バイトの面接、受かった！"))
    assert states(found) == [("open", "2026-03-20")]


def test_of_two_deeds_the_one_whose_day_it_is_is_closed() -> None:
    found = live((0, "1月20日は保険会社の面接です。"), (0, "2月20日は郵便局の面接です。"), (8, "面接、通った！"))
    assert sorted(states(found)) == [("closed", "2026-01-20"), ("open", "2026-02-20")]


def test_who_is_asked_how_it_went_and_tells_has_it_behind_them() -> None:
    opened: Said = (0, "来週の火曜は面接です。")
    assert states(live(opened, (9, "めっちゃ緊張した。", "面接はどうだった？"))) == [("closed", "2026-01-20")]
    assert states(live(opened, (9, "まだ行ってない。", "面接はどうだった？"))) == [("open", "2026-01-20")]
    assert states(live(opened, (2, "めっちゃ緊張した。", "面接はどうだった？"))) == [("open", "2026-01-20")]


def test_what_somebody_else_has_of_one_s_own_is_left_open() -> None:
    found = live((0, "Callum's still got my dad's drill and I want it"), zone=LONDON)
    assert [loop.what for loop in found] == ["get my dad's drill back from Callum"]


def test_what_is_told_twice_in_a_turn_is_left_open_once_with_its_day() -> None:
    assert states(live((0, "口座の登録すんの忘れてた。2/20まで。"))) == [("open", "2026-02-20")]


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("じゃあお墓参りは二十五日にしよう。", "お墓参り"),
        ("次からは水曜に行く。", "次からは行く"),
        ("締め切りは来週の金曜。", "締め切り"),
        ("手術は来週の火曜になった。", "手術"),
        ("20日に提出する", "提出する"),
    ],
)
def test_what_is_open_reads_well_without_its_day(said: str, what: str):
    assert [loop.what for loop in live((0, said))] == [what]


def test_who_turns_nine_on_thursday_is_not_the_person():
    assert not [claim for claim in read_claims("今週の木曜で九歳。", START, []) if claim.kind == "age"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("あさって父さんの手術だから実家に泊まる", "父さんの手術"),
        ("弟の結婚式が来月の6日にあるの", "弟の結婚式"),
        ("1月20日に説明会があるんだ", "説明会"),
        ("土曜は由美さんとデートなの！", "由美さんとデート"),
        ("土曜に由美さんとお茶することになった", "由美さんとお茶する"),
        ("検診だったよ。結果は2週間後だって", "検診の結果"),
        ("明日の面談緊張する", "面談"),
        ("来月の3日に焼き上がるって", "焼き上がる"),
        ("姉の赤ちゃん、3月に生まれるんだって", "姉の赤ちゃんが生まれる"),
    ],
)
def test_what_is_left_open_in_japanese_is_called_by_what_it_is(text: str, what: str) -> None:
    [loop] = live((0, text))
    assert loop.what == what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("my aunt rang and she comes to stay on Friday", "aunt comes to stay"),
        ("supper with Meg on friday", "supper with Meg"),
        ("having lunch with my gran on friday", "having lunch"),
        ("grandad's 90th on sunday, baking the scones", "grandad's 90th"),
        ("my brother's getting married on saturday and i've got no shoes", "brother's getting married"),
        ("i owe my dad 50 quid and he's asking", "owe dad 50 quid"),
    ],
)
def test_what_is_left_open_in_english_is_told_in_its_own_clause(text: str, what: str) -> None:
    assert what in [loop.what for loop in live((0, text), zone=LONDON)]


@pytest.mark.parametrize(
    "text",
    [
        "im broke til friday",
        "so nervous for friday",
        "what am i doing in february",
        "should i go to the fete on friday",
        "got to the pool today!! first time in 3 weeks",
        "her brother's not rung since sunday",
        "明日から勉強がんばれる",
        "来週のこと考えると緊張する",
        "それで手伝いを頼まれた。いいよって言っちゃった",
    ],
)
def test_no_scrap_mood_or_question_is_left_open(text: str) -> None:
    assert not live((0, text))


@pytest.mark.parametrize(
    ("opened", "day", "told", "asked"),
    [
        ("dentist tomorrow at 4", 1, "fine, no fillings", "“dentist”: how did it go?"),
        ("来週の火曜は歯医者です", 8, "うん、大丈夫だったよ", "「歯医者」のこと、どうだった？"),
        ("dad's knee op is on the 20th", 8, "he's awake", ""),
        ("the closing date is on friday", 3, "did the application!!", ""),
        ("running a 10k on sunday", 6, "did it in an hour!", ""),
    ],
)
def test_an_outcome_in_a_word_closes_what_it_is_of(opened: str, day: int, told: str, asked: str) -> None:
    said: Said = (day, told, asked) if asked else (day, told)
    assert [loop.state for loop in live((0, opened), said)] == ["closed"]


def test_a_month_is_no_day_that_an_outcome_closes() -> None:
    [walk] = live((0, "来月、いとこと山に登る約束した"), (20, "健診おわった〜こわかった"))
    assert walk.state == "open"


def test_what_is_booked_again_is_open_on_its_new_day() -> None:
    found = live(
        (0, "got my driving test on wednesday"), (2, "i failed"), (2, "booked another for 20th feb"), zone=LONDON
    )
    assert [(one.what, one.state, str(one.due)) for one in found] == [
        ("driving test", "open", "2026-02-20"),
        ("driving test", "closed", "2026-01-14"),
    ]


@pytest.mark.parametrize(
    ("text", "what", "whose", "event"),
    [
        ("my mum is having a hip op on tuesday", "mum's hip op", "mother", "hip op (13 January)"),
        (
            "My daughter has a dentist appointment on Thursday.",
            "daughter's dentist appointment",
            "daughter",
            "dentist appointment (15 January)",
        ),
        ("dad's got his scan on wednesday", "dad's scan", "father", "scan (14 January)"),
        ("My brother Finn is having surgery on Friday", "brother Finn's surgery", "brother", "surgery (16 January)"),
        ("I'm having a hip op on Tuesday", "hip op", "me", "hip op (13 January)"),
    ],
)
def test_what_a_relative_has_ahead_is_theirs(text: str, what: str, whose: str, event: str) -> None:
    [loop] = live((0, text), zone=LONDON)
    assert loop.what == what
    told = read_claims(text, START, ())
    assert not [one for one in told if one.kind == "job"]
    assert [(one.about, one.value) for one in told if one.kind == "event"] == [(whose, event)]
