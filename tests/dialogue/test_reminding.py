"""Who wants to be reminded of something is told when they will be asked about it, and it is left open until then."""

from datetime import timedelta

import pytest

from harness.life import Life
from tests.dialogue.told import says

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("text", "what", "due", "day"),
    [  # on a Monday, the 4th of May
        ("Remind me to phone the plumber on Thursday", "phone the plumber", "2026-05-07", "May 7"),
        ("Could you remind me tomorrow to post the parcel, please?", "post the parcel", "2026-05-05", "May 5"),
        ("Don't let me forget to feed the hens on Saturday", "feed the hens", "2026-05-09", "May 9"),
        ("Please remind me about the optician next Monday", "the optician", "2026-05-11", "May 11"),
        ("Remind me to buy stamps", "buy stamps", None, ""),
        ("木曜に母に電話するって思い出させて", "母に電話する", "2026-05-07", "5月7日"),
        ("明日の歯医者をリマインドして", "歯医者", "2026-05-05", "5月5日"),
        ("牛乳を買うって、あとで思い出させてね", "牛乳を買う", None, ""),
        ("土曜にゴミを出すのを忘れないように言って", "ゴミを出す", "2026-05-09", "5月9日"),
        ("ノクス、来週の水曜に猫の予防注射があるから教えてね！", "猫の予防注射", "2026-05-13", "5月13日"),
        ("5月20日が家賃の更新なんだけど、3日前に教えてほしい", "5月20日の家賃の更新", "2026-05-17", "5月17日"),
        ("土曜に息子の発表会があるの。前の日に教えてくれる？", "5月9日の息子の発表会", "2026-05-08", "5月8日"),
        ("あさってはガス点検だから声かけて😊", "ガス点検", "2026-05-06", "5月6日"),
    ],
)
async def test_a_reminder_is_taken_up_and_left_open_until_its_day(
    life: Life, text: str, what: str, due: str | None, day: str
) -> None:
    answer = await says(life, text)
    assert what in answer
    assert day in answer
    known = await life.lumina.known.known(life.person)
    assert [(one.what, one.due and str(one.due)) for one in known.loops] == [(what, due)]
    assert not known.facts


@pytest.mark.parametrize(
    "text",
    [
        "Remind me what my aunt is called",
        "She reminds me of my old teacher.",
        "叔母の名前、思い出させて",
        "思い出させてくれてありがとう",
        "明日テストがあるから英単語教えて",
        "明日どの道を行くか迷ってるから教えて",
        "来週の火曜は何の日だったか教えて",
        "毎週水曜の夜は合唱の練習",
    ],
)
async def test_who_asks_for_what_was_told_or_thanks_asks_for_no_reminder(life: Life, text: str) -> None:
    await life.say(text)
    assert not (await life.lumina.known.known(life.person)).loops


@pytest.mark.parametrize(
    ("text", "hello", "what", "words"),
    [
        ("Remind me to water the ferns on Thursday", "Good morning", "“water the ferns”", ("remind", "today")),
        ("Remind me on Thursday about the vet", "Hello!", "“the vet”", ("remind", "today")),
        ("木曜に薬を受け取るって思い出させて", "おはよう", "「薬を受け取る」", ("日",)),
    ],
)
@pytest.mark.parametrize("days", [3, 5])
async def test_on_its_day_or_behind_it_the_person_is_reminded_and_not_asked_how_it_is(
    life: Life, text: str, hello: str, what: str, words: tuple[str, ...], days: int
) -> None:
    await life.say(text)
    life.clock.advance(timedelta(days=days))
    answer = (await says(life, hello)).lower()
    assert what in answer
    assert days > 3 or all(word in answer for word in words)
    assert not any(word in answer for word in ("how did it", "how is it", "how are things", "thursday", "木曜"))


async def test_ahead_of_its_day_one_is_reminded_of_the_day_and_on_no_other(life: Life) -> None:
    await life.say("土曜に息子の発表会があるの。前の日に教えてくれる？")
    life.clock.advance(timedelta(days=3))
    assert "発表会" not in await says(life, "こんばんは")
    life.clock.advance(timedelta(days=1))
    answer = await says(life, "おはよう")
    assert "5月9日の息子の発表会" in answer
    assert "どう" not in answer.splitlines()[-1]
