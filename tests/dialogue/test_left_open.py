"""What was left open is asked about once its day has come, once, and what is answered settles it."""

from datetime import timedelta

import pytest

from harness.life import Life, replies, scripted
from lumina.dialogue.characters import load_cast
from lumina.known import Loop

pytestmark = pytest.mark.asyncio(loop_scope="module")

JAPANESE = ("来週の水曜に面接があるんだ。", "やあ", "面接", "うまくいったよ！")
ENGLISH = ("I've got an interview next Wednesday.", "Hi there!", "interview", "It went really well, thanks.")
BOTH = pytest.mark.parametrize(("told", "hello", "what", "well"), [JAPANESE, ENGLISH], ids=["ja", "en"])


async def loop_of(life: Life) -> Loop:
    """The first one."""
    known = await life.stores.knowing.of(life.person, life.clock(), None)
    return min(known.loops, key=lambda loop: loop.said)


def answers(events: object) -> list[str]:
    return [one.turn.text for one in replies(events)]  # pyright: ignore[reportArgumentType]


@BOTH
async def test_whoever_speaks_first_asks_once_when_its_day_has_come(
    life: Life, told: str, hello: str, what: str, well: str
):
    await life.say(told)
    await life.pass_days(2)
    assert not any(what in one for one in answers(await life.say(hello)))
    await life.pass_days(9)
    first, *others = answers(await life.say(f"@all {hello}"))
    assert what in first
    assert not any(what in one for one in others)
    assert (await loop_of(life)).asked
    await life.pass_days(1)
    assert not any(what in one for one in answers(await life.say(hello, room="elsewhere")))


@BOTH
async def test_how_it_went_closes_it(life: Life, told: str, hello: str, what: str, well: str):
    await life.say(told)
    await life.pass_days(10)
    await life.say(hello)
    await life.say(well)
    loop = await loop_of(life)
    assert loop.state == "closed"
    assert loop.closed_by


@pytest.mark.parametrize(
    ("language", "answer", "state", "asked_again"),
    [
        (JAPANESE, "それはもういいよ。", "dropped", False),
        (ENGLISH, "Oh, never mind that.", "dropped", False),
        (JAPANESE, "来週聞いて。", "open", True),
        (ENGLISH, "Ask me next week.", "open", True),
        (JAPANESE, "まだ連絡待ちなんだ。", "open", False),
        (ENGLISH, "Not yet, I'm still waiting.", "open", False),
        (ENGLISH, "Still waiting, they said it's next Friday now.", "open", True),
        (JAPANESE, "ごめん、忘れてた。", "open", False),
        (JAPANESE, "そういえば今日はカレーを食べるつもり。", "open", False),
        (ENGLISH, "I'm having curry tonight.", "open", False),
    ],
)
async def test_it_is_dropped_or_put_off_as_the_person_says(
    life: Life, language: tuple[str, ...], answer: str, state: str, asked_again: bool
):
    told, hello, what, _ = language
    await life.say(told)
    await life.pass_days(10)
    assert what in answers(await life.say(hello))[0]
    await life.say(answer)
    assert (await loop_of(life)).state == state
    await life.pass_days(12)
    assert (what in answers(await life.say(hello))[0]) is asked_again


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (JAPANESE, "もう死にたい。"),
        (JAPANESE, "祖母が亡くなった。"),
        (JAPANESE, "至急！駅までの道を教えて"),
        (JAPANESE, "おやすみ"),
        (JAPANESE, "さっきはごめんね"),
        (JAPANESE, "ちょっと買い物行ってくるね"),
        (ENGLISH, "My gran died this morning."),
        (ENGLISH, "Urgent: what's my sister's number?"),
        (ENGLISH, "Good night"),
        (ENGLISH, "You already asked me that"),
        (ENGLISH, "gotta dash, the bus is here"),
    ],
)
async def test_it_is_not_asked_where_something_else_weighs_more(life: Life, language: tuple[str, ...], said: str):
    told, _, what, _ = language
    await life.say(told)
    await life.pass_days(10)
    assert not any(f"{what}" in one.splitlines()[-1] for one in answers(await life.say(said)))
    assert not (await loop_of(life)).asked


@BOTH
async def test_after_two_weeks_nobody_asks_any_more(life: Life, told: str, hello: str, what: str, well: str):
    await life.say(told)
    await life.pass_days(30)
    assert not any(what in one for one in answers(await life.say(hello)))


@BOTH
async def test_a_model_is_told_to_ask_and_one_that_fails_has_not_asked(
    life: Life, told: str, hello: str, what: str, well: str
):
    await life.say(told)
    await life.pass_days(10)
    model = scripted("")
    life.listen_to(model)
    await life.say(hello)
    assert f": {what}" in model.asked[0][0].text
    assert not (await loop_of(life)).asked
    life.listen_to(scripted("Hm."))
    await life.retry()
    assert (await loop_of(life)).asked


async def test_what_was_told_a_moment_ago_is_not_asked_about(life: Life):
    await life.say("今日、面接があるんだ。")
    assert not any("面接」" in one for one in answers(await life.say("うん")))
    life.clock.advance(timedelta(hours=9))
    assert "面接" in answers(await life.say("ただいま"))[0]


async def test_who_did_not_hear_of_it_does_not_ask(life: Life):
    await life.lumina.rooms.set_present(life.person, life.room, ["nox"])
    await life.say("来週の水曜に面接があるんだ。")
    await life.pass_days(10)
    assert not any("面接" in one for one in answers(await life.say("ルミナ、やあ", room="elsewhere")))
    assert not (await loop_of(life)).asked
    await life.pass_days(1)
    assert "面接" in answers(await life.say("ノクス、やあ", room="elsewhere"))[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *((JAPANESE, said) for said in ("聞いて！昇進した！", "財布を落とした、最悪", "一緒に喜んでよ")),
        *(
            (ENGLISH, said)
            for said in ("I got promoted!", "The cat's on the mend, thank goodness", "give me a hug please")
        ),
    ],
)
async def test_it_is_not_asked_in_the_breath_of_news(life: Life, language: tuple[str, ...], said: str):
    told, _, what, _ = language
    await life.say(told)
    await life.pass_days(10)
    assert not any(what in one.splitlines()[-1] for one in answers(await life.say(said)))
    assert not any(what in one for one in answers(await life.say("うん" if language is JAPANESE else "yeah")))
    assert not (await loop_of(life)).asked


@pytest.mark.parametrize(
    ("told", "hello"),
    [("来週の木曜、祖母の一周忌があるんだ。", "こんにちは"), ("My uncle's funeral is next Thursday.", "hello")],
)
async def test_nobody_asks_how_a_funeral_was(life: Life, told: str, hello: str):
    await life.say(told)
    await life.pass_days(10)
    [said] = answers(await life.say(hello))
    assert len(said.splitlines()) == 1
    assert all(not one.asked for one in (await life.stores.knowing.of(life.person, life.clock(), None)).loops)


@pytest.mark.parametrize(
    ("told", "hello", "what"),
    [
        ("来週の火曜に父の手術があるんだ。", "@ルミナ やあ", "手術"),
        ("Dad's operation is next Tuesday.", "@Lumina hello", "operation"),
    ],
)
async def test_an_operation_is_asked_about_gently(life: Life, told: str, hello: str, what: str):
    await life.say(told)
    await life.pass_days(9)
    [said] = answers(await life.say(hello))
    asked = said.splitlines()[-1]
    assert what in asked
    language = "ja" if what == "手術" else "en"
    ways = load_cast().find("lumina").voices()[language]["asks_gently"]
    assert any(asked.startswith(way.partition("{what}")[0]) for way in ways)


async def test_what_was_told_as_done_is_not_asked_about(life: Life):
    await life.say("I'm handing my notice in on Monday.")
    await life.pass_days(9)
    await life.say("I handed my notice in today!")
    assert (await loop_of(life)).state == "closed"
