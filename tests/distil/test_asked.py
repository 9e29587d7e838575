"""What an answer says of what was asked about: over, never mind, later, or nothing yet."""

from datetime import date, datetime, timedelta, timezone
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.distil.asked import answer_to, asked_before
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, Day, Loop, Mode, Source
from lumina.models import EVERYBODY, Role, Turn, derived_id
from tests.distil.conversations import turns

EVERYBODY_HEARD = frozenset({EVERYBODY})

THURSDAY = datetime(2026, 5, 14, 20, tzinfo=timezone(timedelta(hours=9)))


def asked_about(what: str) -> Claim:
    return Claim(ClaimType.ASKED, ME, "", what, "", 0.9, target=uuid4())


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("面接", "ばっちりだったよ！"),
        ("面接", "うーん、落ちた"),
        ("歯医者", "全然痛くなかった"),
        ("試験", "難しかったなあ"),
        ("レポートの提出", "ぎりぎり間に合った！"),
        ("健診", "異常なしだった"),
        ("飲み会", "雨で中止になった"),
        ("マラソン", "完走した！"),
        ("発表", "いまいちやったわ"),
        ("interview", "I got the job!!"),
        ("interview", "Not great tbh"),
        ("dentist", "didn't hurt at all"),
        ("call Tom", "I called him last night"),
        ("results", "they came back fine"),
        ("match", "lost 3-0"),
        ("party", "they cancelled it"),
    ],
)
def test_how_it_went_closes_it(what: str, said: str):
    asked = asked_about(what)
    answer = answer_to(asked, said, THURSDAY)
    assert answer
    assert (answer.type, answer.target, answer.value) == (ClaimType.CLOSE, asked.target, what)


@pytest.mark.parametrize("said", ["もういいよ、その話は", "その話はしたくない", "never mind that", "forget it"])
def test_never_mind_drops_it(said: str):
    answer = answer_to(asked_about("面接"), said, THURSDAY)
    assert answer
    assert answer.mode is Mode.FORGETS


@pytest.mark.parametrize(
    ("said", "due"),
    [
        ("明日聞いて", "2026-05-15"),
        ("来週に延期になった", "2026-05-18"),
        ("また今度聞いて", "2026-05-21"),
        ("ask me tomorrow", "2026-05-15"),
        ("it's been moved to next Tuesday", "2026-05-19"),
        ("ask me later", "2026-05-21"),
    ],
)
def test_it_is_put_off_to_the_day_that_is_named_or_for_a_week(said: str, due: str):
    answer = answer_to(asked_about("面接"), said, THURSDAY)
    assert answer
    assert (answer.type, answer.mode, str(answer.until)) == (ClaimType.LOOP, Mode.IS, due)


@pytest.mark.parametrize(
    "said",
    [
        "おなかすいた",
        "え、何の話？",
        "うん",
        "まだ結果待ち",
        "what exam?",
        "I'm starving",
        "hm ok",
        "haven't heard back",
    ],
)
def test_what_says_nothing_of_it_leaves_it_open(said: str):
    assert answer_to(asked_about("exam"), said, THURSDAY) is None


def test_an_answer_is_what_follows_the_question_at_most_a_line_later():
    asked = asked_about("面接")
    said: list[Turn] = [*turns(("ルミナ", "面接どうだった？"), ("陽菜", "えっ？"), ("ルミナ", "ほら、昨日の。"))]
    assert asked_before(said, {said[0].id: asked}) is asked
    later = [*said, *turns(("陽菜", "ああ"))]
    assert later[-1].role is Role.PERSON
    assert asked_before(later, {said[0].id: asked}) is None
    assert asked_before(said, {derived_id("another"): asked}) is None


def said(day: int, source: Source, claim: Claim) -> Claimed:
    at = THURSDAY + timedelta(days=day)
    return Claimed(derived_id(day, source), claim, derived_id("turn", day), at, at, EVERYBODY_HEARD, source)


def loop_after(claims: list[Claimed]) -> Loop:
    [loop] = known("me", claims, THURSDAY + timedelta(days=99)).loops
    return loop


OPENED = said(0, "rules", Claim(ClaimType.LOOP, ME, "", "面接", "", 0.75, until=Day(date(2026, 5, 20))))
ABOUT = loop_after([OPENED]).id
ASKED = Claim(ClaimType.ASKED, ME, "", "面接", "", 0.75, target=ABOUT)
TALK = [
    OPENED,
    said(7, "system", ASKED),
    said(8, "system", Claim(ClaimType.LOOP, ME, "", "面接", "", 0.9, until=Day(date(2026, 5, 27)), target=ABOUT)),
    said(14, "system", ASKED),
    said(15, "system", Claim(ClaimType.CLOSE, ME, "", "面接", "", 0.9, target=ABOUT)),
    said(16, "system", Claim(ClaimType.LOOP, ME, "", "面接", "", 0.9, Mode.FORGETS, target=ABOUT)),
]


@given(st.permutations(TALK))
def test_what_was_asked_and_answered_gives_the_same_in_whatever_order_it_came_in(claims: list[Claimed]):
    loop = loop_after(claims)
    assert (loop.state, str(loop.due)) == ("closed", "2026-05-27")
    assert loop.asked == (derived_id("turn", 14),)
    assert loop.closed_by == (derived_id("turn", 15),)


def test_what_is_put_off_has_not_been_asked_about_any_more():
    assert [len(loop_after(TALK[:many]).asked) for many in range(1, 5)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "said",
    ["そういえば来月から内科病棟に異動になっちゃった", "来週から本社に配属になった", "明日から出張になっちゃった"],
)
def test_what_becomes_of_something_else_puts_nothing_off(said: str):
    assert answer_to(asked_about("授業参観"), said, THURSDAY) is None


@pytest.mark.parametrize("said", ["来月になったの", "それが延びちゃって、5月20日になった"])
def test_a_day_that_it_has_become_puts_it_off(said: str):
    answer = answer_to(asked_about("授業参観"), said, THURSDAY)
    assert answer
    assert answer.until
