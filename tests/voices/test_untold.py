"""What was never told is not answered with what is near, and what was told is quoted by the words that told it."""

import pytest

from harness.life import Life, answer

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENGLISH = ["I keep bees on the roof in Hull", "My lodger Ines plays the harp", "We're off to the coast on Friday"]
JAPANESE = ["屋上で蜜蜂を飼ってるんだ", "下宿人のイネスはハープを弾く", "金曜は海に行くよ"]


@pytest.mark.parametrize("asked", ["what's my blood type?", "what is my shoe size?", "do you know my star sign?"])
async def test_what_is_asked_for_by_its_own_word_and_was_never_said(life: Life, asked: str) -> None:
    said = await answer(life, ENGLISH, asked)
    assert not any(word in said for word in ("bees", "harp", "coast"))


@pytest.mark.parametrize("asked", ["私の血液型は？", "俺の靴のサイズは？", "図書館までの道を教えて"])
async def test_the_same_in_japanese(life: Life, asked: str) -> None:
    said = await answer(life, JAPANESE, asked)
    assert not any(word in said for word in ("蜜蜂", "ハープ", "海"))


async def test_beside_a_fact_the_words_that_told_it_are_quoted(life: Life) -> None:
    said = await answer(life, [*JAPANESE, "夫の修は大工で、朝が早い"], "旦那の名前って言ったっけ？")
    assert "夫の名前は修" in said
    assert "夫の修は大工で" in said
    assert "ハープ" not in said


async def test_a_name_was_not_told_where_a_line_has_none(life: Life) -> None:
    asked = "娘の名前は言ったっけ"
    untold = await answer(life, ["娘がチェロを弾いてて、となりに気をつかう"], asked)
    assert "チェロ" not in untold
    assert "結衣" in await answer(life, ["娘の結衣が熱を出した"], asked)
