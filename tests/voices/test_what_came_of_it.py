"""Answers that put together what was said at several times: how often, how long, what came of it, whose it is."""

from datetime import timedelta

import pytest

from harness.life import Life, answer, replies
from lumina.dialogue.characters import load_cast

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def says(life: Life, text: str) -> str:
    return "\n".join(reply.turn.text for reply in replies(await life.say(text)))


async def test_how_often_is_counted_with_the_words_by_which(life: Life) -> None:
    told = ["went for a run today", "had a curry with Priya", "went for a run again this morning"]
    answered = await answer(life, told, "how many times did I go for a run?", apart=timedelta(days=1))
    assert "As far as I know: twice." in answered
    assert told[0] in answered
    assert "curry" not in answered


async def test_how_long_is_answered_by_a_length_of_time(life: Life) -> None:
    told = ["had a curry with Priya", "known Priya for about six years now"]
    answered = await answer(life, told, "how long have I known Priya?")
    assert told[1] in answered
    assert told[0] not in answered


@pytest.mark.parametrize(
    ("told", "came", "asked"),
    [
        ("got my blood test results next tuesday", "blood test came back fine", "what came of the blood test?"),
        ("今度の金曜に検査がある", "検査、異常なしだった", "検査どうだった？"),
    ],
)
async def test_how_it_went_is_what_was_said_of_it_last(life: Life, told: str, came: str, asked: str) -> None:
    await says(life, told)
    life.clock.advance(timedelta(minutes=1))
    await says(life, came)
    life.clock.advance(timedelta(days=2))
    assert came in await says(life, asked)


@pytest.mark.parametrize("said", ["went for a run today, 5k", "had lunch with Priya today", "ran 10k this morning"])
async def test_what_was_done_today_is_not_asked_about_tomorrow(life: Life, said: str) -> None:
    await life.say(said)
    assert (await life.stores.knowing.of(life.person, life.clock(), None)).loops == ()
    await life.say("dentist today")
    assert len((await life.stores.knowing.of(life.person, life.clock(), None)).loops) == 1


async def test_of_two_brothers_the_one_who_is_asked_for_is_told(life: Life) -> None:
    answered = await answer(life, ["兄の誠は大工で、弟の翔は大学生なんだ"], "兄の名前は？")
    assert "兄の名前は誠" in answered
    assert "翔（弟）" not in answered


async def test_who_asks_for_a_boyfriend_is_told_that_there_is_none_now(life: Life) -> None:
    told = ["my boyfriend Callum plays bass", "Callum and I broke up"]
    assert "You are single." in await answer(life, told, "do I have a boyfriend?")


async def test_the_name_of_a_clerk_is_not_one_s_own(life: Life) -> None:
    assert "健太" not in await answer(life, ["健太です"], "部屋を担当してくれた店員の名前は？")


async def test_who_says_their_name_and_no_more_is_welcomed(life: Life) -> None:
    welcomes = {phrase.format(name="Tom") for one in load_cast() for phrase in one.voices()["en"]["welcomes_name"]}
    assert (await answer(life, ["hey"], "im tom")).splitlines()[0] in welcomes
    assert "Tired" not in await answer(life, ["hey"], "im tired")


async def test_a_correction_reaches_whoever_is_named_by_what_they_are(life: Life) -> None:
    await life.say("店長の村井さんがいい人でさ")
    assert "村井" in await says(life, "店長の名前は？")
    await life.say("それ違うよ、店長は村上さん")
    answered = await says(life, "店長の名前は？")
    assert "店長の名前は村上" in answered
    assert "村井（店長）" not in answered


async def test_who_holds_to_wanting_to_die_is_told_again_where_help_is(life: Life) -> None:
    first = await says(life, "I want to die")
    again = await says(life, "I mean it")
    assert "988" in first
    assert "988" in again


async def test_asked_when_an_event_gives_way_to_what_has_more_of_the_question(life: Life) -> None:
    told = ["I have a school concert on December 9.", "I start my evening school on December 14."]
    answered = await answer(life, told, "When do I start my evening school?")
    assert "December 14" in answered
    assert "concert" not in answered
