"""What summaries are made of: sayings that are understood where they stand, changes that could be, and a model's words
as far as the turns bear them out."""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, cast
from uuid import uuid4

import pytest

from harness.life import MORNING
from lumina.distil.summaries import extract, summarising
from lumina.distil.summaries.contents import LONGTERM, View, could_become, merged, week
from lumina.distil.summaries.material import Draft
from lumina.distil.summaries.model import SummaryModel
from lumina.distil.summaries.sayings import sayings
from lumina.known import Known, Loop
from lumina.models import EVERYBODY, Role, Turn
from lumina.summaries import Sentence, SummaryKind
from tests.distil.test_model import Scripted

THREAD = uuid4()


def talk(*said: str) -> list[Turn]:
    """`* …` is a character's."""
    return [
        Turn(
            id=uuid4(),
            person="Ines",
            room="cli",
            thread=THREAD,
            speaker="lumina" if text.startswith("* ") else "Ines",
            role=Role.CHARACTER if text.startswith("* ") else Role.PERSON,
            text=text.removeprefix("* "),
            at=MORNING + timedelta(minutes=number),
            witnesses=frozenset({EVERYBODY}),
            position=number,
        )
        for number, text in enumerate(said)
    ]


def told(*said: str) -> list[tuple[str, str]]:
    return [(one.asked, one.text) for one in sayings(talk(*said))]


def test_a_reply_is_told_with_what_it_answers() -> None:
    assert told("* What was the van for?", "Moving the hives down to the clover.") == [
        ("What was the van for?", "Moving the hives down to the clover.")
    ]
    assert told("* チークとナラなら、ナラでしょう。", "そうだよな、ナラで行くことにした。") == [
        ("チークとナラなら、ナラでしょう。", "そうだよな、ナラで行くことにした。")
    ]


def test_what_a_character_says_by_the_way_is_no_part_of_what_was_told() -> None:
    assert told("* There is no hurry; I am listening.", "She got the post, she starts in May.") == [
        ("", "She got the post, she starts in May.")
    ]


def test_a_question_without_its_mark_is_not_told() -> None:
    assert told("whats the name of that bakery in town", "whos coming round on sunday then") == []
    assert told("what a bakery that was, we bought six loaves")


def test_what_happened_is_told_before_what_was_chatted() -> None:
    turns = talk("I like the smell of rain on tar.", "Orla got the post in Oranmore!", "Tar smells of summer holidays.")
    when = turns[1].at
    loop = Loop(uuid4(), "interview", "closed", None, when, (turns[0].id,), closed_by=(turns[1].id,))
    view = View.of(Known(loops=(loop,)), "en")
    assert week(view, turns, when.date(), when.date())[0].text == "Orla got the post in Oranmore!"


def test_what_stands_by_itself_is_told_by_itself() -> None:
    assert told("* And then?", "Boiled the jam on Sunday.") == [("", "Boiled the jam on Sunday.")]
    assert told("* Good evening.", "The heating broke down this morning.") == [
        ("", "The heating broke down this morning.")
    ]


def test_a_reply_to_a_long_question_is_left_out() -> None:
    assert told("* Considering " + "all that you have told me, " * 6 + "why?", "Because of the garden.") == []


def test_a_question_belongs_to_the_evidence() -> None:
    turns = talk("* What was the van for?", "Moving the hives down to the clover.")
    [saying] = sayings(turns)
    assert saying.asker == turns[0]


@pytest.mark.parametrize(
    "said", ["宝くじが当たったら工房に床暖房を入れたいなあ", "If I'd a million I'd buy the field next door"]
)
def test_what_somebody_would_do_if_is_not_what_happened(said: str) -> None:
    assert told(said) == []


@pytest.mark.parametrize(
    ("dream", "after"),
    [
        ("Dreamt last night that the bees moved into the church", "Anyway. I had my eyes tested, and it's cataracts"),
        ("昨日、犬が請求書を読む夢を見た", "それはそうと、手術した指の糸が抜けた"),
    ],
)
def test_a_dream_is_not_told_and_what_follows_it_is(dream: str, after: str) -> None:
    assert told(dream, "The priest paid them in wax, they sang hymns.") == []
    [(_, text)] = told(dream, after)
    assert "cataracts" in text or "糸" in text


def test_what_could_not_be_is_no_change() -> None:
    assert could_become("44歳", "45歳", "age")
    assert not could_become("44歳", "24歳", "age")
    assert could_become("wisdom tooth (22 January)", "tooth (5 February)", "event")
    assert not could_become("Closing date (14 January)", "start date (16 March)", "event")


def test_a_long_term_memory_fades_by_age_and_not_by_how_often_it_is_merged() -> None:
    day = MORNING.date()
    old = [Sentence("the wedding", (uuid4(),), "quote", day, worth=5.0)]
    trifles = [Sentence(f"trifle {n}", (uuid4(),), "quote", day + timedelta(days=n), worth=1.0) for n in range(40)]
    at_once = merged(old, trifles)
    stepwise: Sequence[Sentence] = old
    for one in trifles:
        stepwise = merged(stepwise, [one])
    assert "the wedding" in {one.text for one in stepwise}
    assert {one.text for one in at_once} == {one.text for one in stepwise}
    assert len(at_once) == LONGTERM


def draft(turns: Sequence[Turn]) -> Draft:
    quoted = Sentence(turns[0].text, (turns[0].id,), "quote", turns[0].at.date())
    changed = Sentence("Home: Cork → Sligo", (turns[0].id,), "change", turns[0].at.date())
    day = turns[0].at.date()
    return Draft(SummaryKind.WEEK, "2026-05-04", day, day, turns[-1].at, "en", (changed, quoted), tuple(turns))


async def write(answer: str, *said: str) -> Draft:
    turns = talk(*said)
    return await SummaryModel(Scripted(script=[answer, answer])).write(draft(turns), ())


SAID = ("We moved to Sligo with nine hives.", "* Who helped you?", "My brother Declan drove the lorry.")


async def test_a_model_sums_up_behind_what_changed_each_sentence_with_its_turns() -> None:
    answer = {"sentences": [{"text": "Declan, her brother, drove the lorry for Ines.", "turns": [2, 3]}]}
    made = await write(json.dumps(answer), *SAID)
    assert [one.told for one in made.sentences] == ["change", "told"]
    assert made.by == "model"
    assert made.sentences[1].evidence == (made.turns[1].id, made.turns[2].id)


@pytest.mark.parametrize(
    "invented",
    [
        {"text": "Ines moved to Sligo with twenty-one, that is 21 hives.", "turns": [1]},
        {"text": "Ines moved with nine hives to Galway.", "turns": [1]},
        {"text": "She is happy and looks forward to a bright future.", "turns": [1]},
        {"text": "Her brother Declan drove the lorry.", "turns": [1]},
        {"text": "Lumina asked who helped.", "turns": [2]},
        {"text": "My brother Declan drove the lorry.", "turns": [9]},
    ],
)
async def test_what_the_turns_do_not_bear_out_is_left_out(invented: dict[str, object]) -> None:
    sound = {"text": "Ines moved to Sligo with nine hives on 4 May 2026.", "turns": [1]}
    made = await write(json.dumps({"sentences": [sound, invented]}), *SAID)
    assert [one.text for one in made.sentences if one.told == "told"] == [sound["text"]]


@pytest.mark.parametrize("answer", ["no JSON", '{"sentences": [{"text": "Ines moved.", "turns": []}]}'])
async def test_where_the_model_fails_the_words_that_were_said_stay(answer: str) -> None:
    made = await write(answer, *SAID)
    assert made.by == "rules"
    assert [one.told for one in made.sentences] == ["change", "quote"]


async def test_whoever_stops_lumina_waits_for_a_few_drafts_and_not_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, goes_on, drawn = threading.Event(), threading.Event(), list[int]()

    def slowly(_: object) -> Iterator[int]:
        for number in range(1_000):
            drawn.append(number)
            begun.set()
            goes_on.wait()
            yield number

    monkeypatch.setattr(summarising, "drafts", slowly)
    making = asyncio.create_task(summarising._drawn(cast(Any, None)))  # pyright: ignore[reportPrivateUsage]
    await asyncio.to_thread(begun.wait)
    making.cancel()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await making
    await asyncio.get_running_loop().shutdown_default_executor()
    assert len(drawn) <= summarising.AT_ONCE


def test_of_what_came_up_besides_the_one_that_says_more_is_kept() -> None:
    is_part = extract._is_part  # pyright: ignore[reportPrivateUsage]
    assert is_part("starts October", "starts 5th of October")
    assert not is_part("starts 5th of October", "starts October")
    assert not is_part("starts October", "starts October")
