"""Questions in other words than those in which something was told: answered by what they ask for, and never denied."""

from datetime import timedelta

import pytest

from harness.life import Life, answer

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_who_asks_where_is_told_what_names_a_place(life: Life) -> None:
    told = ["I mend clocks in a shed behind the chapel in Nairn", "the cuckoo in one of them is on strike"]
    said = await answer(life, told, "Where is it I tinker away?")
    assert "Nairn" in said
    assert "nowhere near" not in said


async def test_who_asks_who_is_told_what_names_somebody(life: Life) -> None:
    told = ["my stepbrother Levan showed me how to weld", "rain again"]
    assert "Levan" in await answer(life, told, "who do I owe that skill to?")


async def test_what_was_moved_or_given_up_is_not_told_as_it_was(life: Life) -> None:
    told = ["Party's settled: the boathouse, August 8th", "Scrap that. It's the scout hut, August 22nd"]
    said = await answer(life, told, "and the party's where?", apart=timedelta(days=9))
    assert "scout hut" in said
    assert "boathouse" not in said


@pytest.mark.parametrize("asked", ["what's my daughter called?", "do I have any kids?", "what's my wife's name?"])
async def test_nobody_is_given_who_is_somebody_elses_or_something_else(life: Life, asked: str) -> None:
    said = await answer(life, ["My brother Otis cuts peat", "His wife Ailie keeps goats"], asked)
    assert "Otis" not in said
    assert "Ailie" not in said


async def test_a_correction_of_an_earlier_talk_sets_right_what_was_told(life: Life) -> None:
    told = ["I live in Derby with my cat", "sorry, I said Derby but it's Belper"]
    said = await answer(life, told, "where do I live?", apart=timedelta(days=3))
    assert "You live in Belper." in said
    assert told[0] not in said
