"""What was said a moment ago answers a question, even one of a single word."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from harness.life import Life
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.dialogue.characters import load_cast
from lumina.language.bilingual import Language
from lumina.reports import Event, Replied
from lumina.settings import Settings

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("told", "between", "asked"),
    [
        ("I had a big fight with Tom last year about selling the house", "I like tea", "What did we fight about?"),
        ("家を売る話で、去年、兄と大喧嘩した", "お茶が好き", "何で喧嘩したんだっけ？"),
    ],
)
async def test_one_word_is_enough(life: Life, told: str, between: str, asked: str):
    await life.say(told)
    await life.say(between)
    [replied] = [event for event in await life.say(asked) if isinstance(event, Replied)]
    assert told in replied.turn.text
    assert between not in replied.turn.text


async def test_what_was_said_weeks_ago_is_not_just_said_because_nothing_was_said_since(life: Life):
    await life.say("My sister Yui gave me a blue umbrella.")
    life.clock.advance(timedelta(days=40))
    [replied] = [event for event in await life.say("Who gave me the umbrella?") if isinstance(event, Replied)]
    assert "blue umbrella" in replied.turn.text
    assert "just now" not in replied.turn.text.lower()


def said_by(events: Sequence[Event]) -> str:
    [replied] = [event for event in events if isinstance(event, Replied)]
    return replied.turn.text


async def answers(life: Life, told: list[str], asked: str, days: int = 0) -> str:
    for text in told:
        await life.say(text)
    life.clock.advance(timedelta(days=days))
    return said_by(await life.say(asked))


@pytest.mark.parametrize("days", [0, 9])
async def test_where_little_was_told_the_question_can_only_mean_that(life: Life, days: int):
    told = ["I'm doing dry May, not a drop till June", "my knees ache"]
    assert told[0] in await answers(life, told, "what am I giving up this month?", days)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("made a lasagne", "What's my dog's name?"),
        ("今日はカレーを作った", "僕の妹の職業は？"),
        ("自転車がパンクした", "私の好きな色、言ってみて"),
    ],
)
async def test_what_is_of_another_kind_than_what_is_asked_for_is_not_held_out(life: Life, told: str, asked: str):
    assert told not in await answers(life, [told], asked)


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        ("コーヒーは毎朝ブラックで三杯飲む", "胃を悪くしてコーヒーやめた。今は麦茶", "私って朝なに飲んでるっけ"),
        (
            "I drive a red Fiesta, had it for years",
            "Sold the Fiesta! Got a little electric Zoe now",
            "what car do I drive now?",
        ),
    ],
)
async def test_what_is_over_is_not_told_where_the_present_is_asked_for(life: Life, before: str, after: str, asked: str):
    answer = await answers(life, [before, after], asked)
    assert after in answer
    assert before not in answer


async def test_on_the_first_day_nothing_is_held_out_of_the_week_before(life: Life):
    told = "はじめまして、よろしく。コーヒーが好き"
    assert told not in await answers(life, [told], "先週何があった？")


@pytest.mark.parametrize(
    ("told", "asked", "language"),
    [
        ("今日は歯医者に行ってきた。", "先週何があった？", "ja"),
        ("I went to the dentist this morning.", "What happened last week?", "en"),
    ],
)
async def test_of_a_time_before_all_that_was_told_nothing_is_said_to_be_there_yet(
    life: Life, told: str, asked: str, language: Language
):
    nothing = load_cast().find("lumina").voices()[language]["nothing_then"]
    first = said_by(await life.say(f"@ルミナ {asked}"))
    await life.say(f"@ルミナ {told}")
    again = said_by(await life.say(f"@ルミナ {asked}"))
    life.clock.advance(timedelta(days=1))
    tomorrow = said_by(await life.say(f"@ルミナ {asked}"))
    assert {first, again, tomorrow} <= {*nothing}


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("今日は歯医者に行ってきた。", "最近どうだった？"),
        ("I went to the dentist this morning.", "What have I been up to lately?"),
    ],
)
async def test_what_was_just_told_is_how_it_was_lately_before_any_summary_is_made(life: Life, told: str, asked: str):
    assert told in await answers(life, [told], asked)


async def test_a_character_sums_up_only_what_it_heard(life: Life):
    await life.lumina.rooms.set_present(life.person, "secret", ["nox"])
    await life.say("今日は歯医者に行ってきた。", room="secret")
    assert "歯医者" in said_by(await life.say("@ノクス 最近どうだった？"))
    assert "歯医者" not in said_by(await life.say("@ルミナ 最近どうだった？"))


async def test_a_day_of_the_week_before_is_told_on_the_first_day(life: Life):
    told = "先週、母と金沢に行った"
    assert told in await answers(life, ["コーヒーが好き", told], "先週何があった？")


async def test_where_the_kind_is_said_what_may_speak_of_it_is_held_out(life: Life):
    told = "バスケ部なのに当たり負けする"
    answer = await answers(life, ["身長182、体重58", told], "部活は？")
    assert told in answer


async def test_what_somebody_else_does_is_no_answer_to_what_oneself_does(life: Life):
    assert "姉の仕事" not in await answers(life, ["姉は薬剤師です"], "私の仕事は何だった？")


async def test_a_turn_that_no_rule_can_read_is_answered_and_kept(life: Life, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise KeyError("what")

    monkeypatch.setattr("lumina.distil.learning.read_claims", fails)
    assert any(isinstance(event, Replied) for event in await life.say("My quiz team is called Quizness as Usual"))
    monkeypatch.undo()
    [replied] = [event for event in await life.say("What is my quiz team called?") if isinstance(event, Replied)]
    assert "Quizness as Usual" in replied.turn.text


class Ticking(ManualClock):
    """As a real one: no two readings are alike."""

    def __call__(self) -> datetime:
        self.advance(timedelta(microseconds=7))
        return super().__call__()


async def test_what_says_more_is_known_by_a_clock_that_runs_too(home: Path):
    clock = Ticking(datetime(2026, 5, 4, 11, tzinfo=UTC))
    async with Lumina.open(Settings(home=home, user="beth"), clock) as lumina:
        for said in ("I've got two goats, Basil and Sybil", "what are my goats called?"):
            replied = [event async for event in lumina.talk.say(said, person="beth", room="cli")]
    [answer] = [event.turn.text for event in replied if isinstance(event, Replied)]
    assert "Your goat is called Basil" in answer
    assert "Your goat is called Sybil" in answer


async def test_who_says_their_name_and_more_is_welcomed_and_not_asked_about_themselves(life: Life):
    welcome = [one.format(name="桜井まどか") for one in load_cast().find("nox").voices()["ja"]["welcomes_name"]]
    said = said_by(await life.say("@ノクス 桜井まどかです。まどかって呼んで"))
    assert said.splitlines()[0] in welcome
    await life.say("@ノクス 福岡の病院で助産師やってる。")
    assert "助産師" in said_by(await life.say("@ノクス 私の仕事は？"))


async def test_of_two_children_the_one_who_is_asked_for_is_told_of_alone(life: Life):
    answer = await answers(life, ["We've two kids, Rory's nine and Ailsa's six"], "How old is Ailsa?")
    assert "Ailsa is 6" in answer
    assert "Rory is" not in answer


async def test_who_calls_themselves_by_their_nickname_speaks_of_nobody_else(life: Life):
    await life.chat(
        ["桜井まどかです。まどかって呼んで", *("今日もいい天気。" for _ in range(8)), "まどかは助産師をしてるの。"]
    )
    known = await life.lumina.known.known(life.person)
    assert {(one.about, one.value) for one in known.facts if one.kind == "job"} == {("me", "助産師")}
    assert known.people == ()


async def test_a_first_talk_goes_as_between_people(life: Life) -> None:
    assert "ゆうかさん" in said_by(await life.say("@ルミナ はじめまして。ゆうかって呼んでください"))
    assert "面接" not in (first := said_by(await life.say("@ノクス 金曜に歯医者の予約がある")))
    assert first.splitlines()[-1] in load_cast().find("nox").voices()["ja"]["asks_ahead"]
    assert "クラリス" in said_by(await life.say("@ルミナ ほかには誰がいるの？"))
    assert f"{life.clock():%H:%M}" in said_by(await life.say("@ノクス 今何時？"))
    assert "犬" in said_by(await life.say("@ルミナ 犬の話しようよ"))


async def test_who_asks_for_the_age_of_another_is_not_told_their_own(life: Life):
    said = await answers(life, ["I'm Maureen, 78", "My granddaughter Grace is nine"], "How old is Grace?")
    assert "Grace is 9" in said
    assert "78" not in said


async def test_what_another_has_on_a_day_moves_with_it(life: Life):
    told = ["Ailsa's got her swimming gala on Saturday", "the gala's been moved to Sunday"]
    said = await answers(life, told, "so when's the gala?")
    assert "moved to Sunday" in said
    assert "on Saturday" not in said


async def test_what_a_pet_is_is_not_asked_of_whoever_was_spoken_of_last(life: Life):
    told = [
        "WE HAVE A PARROT NOW!!! he's called Admiral and he came with swear words",
        "he told the postman to get stuffed",
        "what do we call our rude new flatmate",
    ]
    assert "parrot" in await answers(life, told, "what kind of animal is he, do you remember")


async def test_what_it_was_is_no_question_of_why(life: Life):
    assert "伊吹" in await answers(life, ["どもっす、伊吹です。", "今日は寒いっすね"], "で、俺の名前なんでしたっけ")


async def test_of_few_lines_what_comes_near_is_held_out_and_not_denied(life: Life):
    told = ["the nurse put me on ramipril, one every night before bed", "it tastes of chalk"]
    assert "before bed" in await answers(life, told, "When in the day do I take it?")
