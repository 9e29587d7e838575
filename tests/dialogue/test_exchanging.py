"""What was told wrongly is put right wherever it is known, however long ago it was told, and is answered as it is."""

import pytest

from harness.life import Life
from tests.dialogue.told import held, says

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def _known(life: Life, kind: str) -> set[str]:
    """What holds of anybody."""
    known = await life.lumina.known.known(life.person)
    return {one.value for one in known.facts if one.kind == kind and one.is_open}


@pytest.mark.parametrize(
    ("told", "right", "kind", "value", "asked", "wrong"),
    [
        ("im allergic to kiwi", "i meant mango not kiwi", "allergy", "mango", "what am i allergic to?", "kiwi."),
        ("I've got a green kayak.", "it's not green, it's orange", "possession", "orange kayak", "", ""),
        ("my son is 8", "he's 9, i said 8 by mistake", "age", "9", "how old is my son?", "my son is 8"),
        ("My nephew is 12.", "Oops, 12 was wrong. He's 13.", "age", "13", "How old is my nephew?", "12"),
        ("8月に小樽に行くんだ", "小樽じゃなくて函館だった", "plan", "函館に行く（8月）", "どこに行くんだっけ？", ""),
        ("旦那は警察官なんだ", "訂正。旦那は警察官じゃなくて警備員だった", "job", "警備員", "", ""),
        ("娘は7歳", "8歳だった、7歳は間違い", "age", "8歳", "娘は何歳？", "「娘は7歳」"),
        ("勤め先は本町の郵便局", "本町じゃない、新町", "workplace", "新町の郵便局", "", ""),
    ],
)
async def test_what_is_not_so_gives_way_in_another_sitting_and_is_not_quoted_any_more(
    life: Life, told: str, right: str, kind: str, value: str, asked: str, wrong: str
) -> None:
    await life.say(told)
    await life.distil_all()
    await life.pass_days(2)
    await life.say(right)
    assert await _known(life, kind) == {value}
    if asked:
        answer = await says(life, asked)
        assert value in answer or right in answer
        assert not wrong or wrong not in answer


@pytest.mark.parametrize(
    ("told", "said", "kind", "value"),
    [
        ("コーヒーが好き", "今日はコーヒーじゃなくて紅茶にした", "likes", "コーヒー"),
        ("I like tea.", "had coffee, not tea, for once", "likes", "tea"),
        ("弟は24歳", "バスは24番の間違いで、30番だった", "age", "24歳"),
        ("I work at Studio One.", 'He said "nice one", and the password was Summer2026', "workplace", "Studio One"),
        ("My sister's 30.", "The bus is the 31, not the 30.", "age", "30"),
    ],
)
async def test_what_is_had_for_once_and_what_is_said_of_something_else_changes_nothing(
    life: Life, told: str, said: str, kind: str, value: str
) -> None:
    await life.say(told)
    await life.distil_all()
    await life.pass_days(2)
    await life.say(said)
    assert await _known(life, kind) == {value}


@pytest.mark.parametrize(
    ("told", "now"),
    [
        ("パクチーが苦手", "最近パクチー平気になってきた"),
        ("牛乳が嫌い", "牛乳、もう好きになったよ"),
        ("I don't like coriander", "i dont mind coriander anymore"),
    ],
)
async def test_what_one_minds_no_more_is_no_dislike_and_the_later_line_answers(life: Life, told: str, now: str) -> None:
    await life.say(told)
    await life.distil_all()
    await life.pass_days(5)
    await life.say(now)
    assert not await held(life, "dislikes")
    answer = await says(
        life, "パクチー苦手だっけ？" if "パ" in told else "牛乳嫌いだっけ？" if "牛" in told else "do i like coriander?"
    )
    assert now in answer and f"「{told}」" not in answer and f"“{told}”" not in answer


async def test_where_several_may_be_meant_it_is_asked_which_and_none_is_changed(life: Life) -> None:
    for told in ("My son is 30.", "The weather is fine.", "My cousin Greta is 30."):
        await life.say(told)
    answer = await says(life, "sorry, i said 30, it's 31")
    assert await _known(life, "age") == {"30"}
    assert "son" in answer and "Greta" in answer


async def test_a_number_within_another_stays(life: Life) -> None:
    await life.say("I run 19 km every 9 days.")
    before = await _known(life, "habit")
    assert len(before) == 1
    await life.say("sorry, i said 9 days, it's 8 days")
    assert await _known(life, "habit") == {value.replace("every 9", "every 8") for value in before}


async def test_who_asks_for_their_own_name_behind_another_question_is_told_it_and_nothing_else(life: Life) -> None:
    for told in (
        "はじめまして、涼子です。",
        "お義母さんが昨日転んで、手首を骨折しちゃった",
        "お義母さんどうしたんだっけ？",
    ):
        await life.say(told)
    answer = await says(life, "私の名前覚えてる？")
    assert "涼子" in answer and "手首" not in answer


@pytest.mark.parametrize(
    ("told", "right", "misread"),
    [("8月に小樽に行くんだ", "小樽じゃなくて函館だった", "hometown"), ("娘は7歳", "8歳だった、7歳は間違い", "age")],
)
async def test_what_puts_something_right_is_no_fact_of_ones_own(
    life: Life, told: str, right: str, misread: str
) -> None:
    await life.say(told)
    await life.distil_all()
    await life.pass_days(2)
    await life.say(right)
    assert not await held(life, misread)
