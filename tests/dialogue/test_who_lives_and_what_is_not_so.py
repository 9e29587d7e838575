"""Who is said to live is not dead; what is said not to be so of somebody, or to be another's, is taken back at once."""

import pytest

from harness.life import Life
from tests.dialogue.told import held, says

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("told", "says_so", "who"),
    [
        (["my mom is Dot", "my mother died in march"], "that's wrong, my mom is alive", "Dot"),
        (["my aunt died in may"], "my aunt isn't dead!", "aunt"),
        (["my grandpa died in 2019"], "no he didnt die", "grandfather"),
    ],
)
async def test_who_is_said_to_live_is_not_dead(life: Life, told: list[str], says_so: str, who: str) -> None:
    for one in told:
        await life.say(one)
    assert any("died" in value for value in await held(life, "family"))
    assert f"{who} is alive" in await says(life, says_so)
    assert not any("died" in value for value in await held(life, "family"))


@pytest.mark.parametrize("said", ["mom thinks grandpa is still alive", "i wish grandpa was alive", "is grandpa alive?"])
async def test_who_is_only_thought_or_wished_to_live_is_dead(life: Life, said: str) -> None:
    await life.say("my grandpa died in 2019")
    await life.say("i have a green kayak")
    await life.say(said)
    assert any("died" in value for value in await held(life, "family"))


async def test_nothing_else_is_taken_back_where_somebody_is_said_to_live(life: Life) -> None:
    await life.say("i have asthma")
    await life.say("that's wrong, my mom is alive")
    assert await held(life, "health") == {"asthma"}


@pytest.mark.parametrize(
    ("told", "wrong", "kind", "value", "whose"),
    [
        ("i have cancer", "your memory says i have cancer?? its Barb who has it not me", "health", "cancer", "Barb"),
        ("i have diabetes", "i dont have diabetes, that was Linda", "health", "diabetes", "Linda"),
        ("i'm a nurse", "i'm not the nurse, my sister is", "job", "nurse", "sister"),
        ("i have a motorbike", "i dont have a motorbike", "possession", "motorbike", ""),
        ("i live in Leeds", "i've never lived in Leeds", "home", "Leeds", ""),
        ("i play tennis", "i don't play tennis", "hobby", "tennis", ""),
    ],
)
async def test_what_one_says_not_to_be_so_is_taken_back(
    life: Life, told: str, wrong: str, kind: str, value: str, whose: str
) -> None:
    await life.say(told)
    assert value in await held(life, kind)
    assert value in await says(life, wrong)
    assert value not in await held(life, kind)
    assert not whose or value in await held(life, kind, whose)


@pytest.mark.parametrize(
    "said",
    [
        "i don't have my motorbike today",
        "i dont have the motorbike with me",
        "do i have a motorbike?",
        "my motorbike isn't fast. that was Linda at the door",
    ],
)
async def test_what_is_not_so_for_now_is_so(life: Life, said: str) -> None:
    await life.say("i have a motorbike")
    await life.say(said)
    assert "motorbike" in await held(life, "possession")


async def test_what_one_does_not_believe_is_said_again_and_not_denied(life: Life) -> None:
    await life.say("i don't believe in ghosts")
    await life.say("I don't believe in ghosts, really")
    assert any("ghosts" in value for value in await held(life, "belief"))


async def test_what_was_told_of_another_in_passing_is_put_right(life: Life) -> None:
    await life.say("my brother Mike lives in Denver")
    await life.say("where does Mike live?")
    assert "Boulder" in await says(life, "no wait its Boulder not Denver, he moved last year")
    assert await held(life, "home", "Mike") == {"Boulder"}
