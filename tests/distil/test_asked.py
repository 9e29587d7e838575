"""What an answer says of what was asked about: over, never mind, later, or nothing yet."""

from datetime import datetime, timedelta, timezone
from uuid import uuid4

import pytest

from lumina.distil.asked import answer_to, asked_before
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn, derived_id
from tests.distil.conversations import turns

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
