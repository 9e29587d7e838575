"""A correction touches what it names, and nothing else; where that is not found, nothing is changed."""

import pytest

from harness.life import Life
from lumina.known import UnitState
from tests.dialogue.told import facts, held, says

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.parametrize(
    ("told", "named", "wrong", "kind", "value"),
    [
        (
            "I work at the observatory.",
            "My neighbour Wilf is a hoot.",
            "That's wrong, I don't work at the observatory any more",
            "workplace",
            "observatory",
        ),
        (
            "I play the oboe.",
            "My cousin Greta came over.",
            "No, that's wrong, I no longer play the oboe",
            "hobby",
            "oboe",
        ),
        (
            "I've got a green kayak.",
            "My flatmate is called Ines.",
            "That's not true, I sold the kayak in spring",
            "possession",
            "green kayak",
        ),
        ("植物園で働いてる。", "弟の蓮は背が高いんだ。", "違うよ、もう植物園では働いてない", "workplace", "植物園"),
        (
            "フルートを習ってる。",
            "友達の千秋が遊びに来た。",
            "それは違うよ、フルートはもうやってない",
            "hobby",
            "フルート",
        ),
    ],
)
async def test_what_is_said_to_be_no_more_is_over_and_whoever_was_just_named_stays(
    life: Life, told: str, named: str, wrong: str, kind: str, value: str
) -> None:
    await life.say(told)
    await life.say(named)
    people = await held(life, "family") | await held(life, "friend")
    assert people
    assert value in await says(life, wrong)
    fact = (await facts(life, kind))[value]
    assert (fact.state, fact.history[-1].why) == (UnitState.SUPERSEDED, "ended")
    assert await held(life, "family") | await held(life, "friend") == people
    assert not any("any more" in one or "no longer" in one for one in await held(life, "job"))


@pytest.mark.parametrize(
    ("told", "said", "kind"),
    [
        ("I love rhubarb.", "I don't know any more", "likes"),
        ("I live in Derby.", "Nobody listens to me any more", "home"),
        ("ラーメンが好き。", "もう知らない", "likes"),
        ("広島に住んでる。", "もうお腹すいてない", "home"),
    ],
)
async def test_what_is_no_more_and_was_never_known_ends_nothing(life: Life, told: str, said: str, kind: str) -> None:
    await life.say(told)
    before = await held(life, kind)
    await life.say(said)
    assert await held(life, kind) == before != set()


@pytest.mark.parametrize(
    ("told", "again", "value"),
    [
        ("I do archery.", "I told you I gave up archery", "archery"),
        ("I play the banjo.", "I already told you that I quit the banjo", "banjo"),
        ("太鼓を習ってる。", "太鼓はもうやめたって言ったじゃん", "太鼓"),
        ("登山が趣味なんだ。", "登山はとっくにやめたって話したでしょ", "登山"),
    ],
)
async def test_who_says_that_they_told_before_that_they_gave_it_up_is_believed(
    life: Life, told: str, again: str, value: str
) -> None:
    await life.say(told)
    assert await held(life, "hobby") == {value}
    assert value in await says(life, again)
    assert await held(life, "hobby") == set()


async def test_where_somebody_lives_is_put_right_and_who_they_are_stays(life: Life) -> None:
    await life.chat(["My wife Odile lives in Calais.", "Where does Odile live?"])
    assert "Odile's home: Lille" in await says(life, "No, that's wrong, Odile lives in Lille")
    assert await held(life, "home", "Odile") == {"Lille"}
    assert await held(life, "partner") == {"Odile (wife)"}


@pytest.mark.parametrize(
    "wrong", ["That's wrong, it was much longer than that", "That's wrong, the Vikings never came"]
)
async def test_who_names_nothing_that_is_known_is_asked_and_nothing_is_changed(life: Life, wrong: str) -> None:
    await life.chat(["I live in Derby.", "My sister Pia bakes."])
    before = await held(life, "home"), await held(life, "family")
    await life.say(wrong)
    assert (await held(life, "home"), await held(life, "family")) == before


@pytest.mark.parametrize(
    ("told", "asked", "wrong", "kind", "who", "value"),
    [
        (
            "My birthday is 9 March.",
            "When is my birthday?",
            "No, that's my brother Ned's birthday, not mine",
            "birthday",
            "Ned",
            "9 March",
        ),
        (
            "I'm allergic to eggs.",
            "Am I allergic to anything?",
            "That's wrong, it's Lou who is allergic to eggs, not me",
            "allergy",
            "Lou",
            "eggs",
        ),
        ("誕生日は2月6日だよ。", "私の誕生日いつ？", "違う違う、それは夏帆の誕生日だよ", "birthday", "夏帆", "2月6日"),
        ("誕生日は2月6日だよ。", "私の誕生日いつ？", "違うよ、2月6日は母の誕生日だよ", "birthday", "母", "2月6日"),
        (
            "カニアレルギーがあるんだ。",
            "私のアレルギー何だっけ？",
            "違うよ、カニアレルギーは私じゃなくて真子だよ",
            "allergy",
            "真子",
            "カニ",
        ),
    ],
)
async def test_what_is_said_to_be_another_s_is_theirs(
    life: Life, told: str, asked: str, wrong: str, kind: str, who: str, value: str
) -> None:
    await life.chat([told, asked])
    answer = await says(life, wrong)
    assert who in answer
    assert value in answer
    assert await held(life, kind) == set()
    assert await held(life, kind, who) == {value}


async def test_who_is_no_friend_is_what_they_are_said_to_be(life: Life) -> None:
    await life.say("My friend Astrid is strict.")
    assert "Astrid is my boss" in await says(life, "Astrid isn't my friend, she's my boss")
    assert await held(life, "friend") == set()
    assert "Astrid is your boss" in await says(life, "Who is my boss?")


async def test_who_is_no_friend_is_none_in_japanese(life: Life) -> None:
    await life.say("大家の黒田さんは気さくな人でさ")
    assert await held(life, "friend") == {"黒田（大家）"}
    await life.say("黒田さんは友達じゃないよ、大家さん")
    assert await held(life, "friend") == set()


async def test_of_two_pets_the_one_that_is_none_goes_and_the_other_stays(life: Life) -> None:
    await life.chat(["I have a cat called Moss.", "My cat Pebble sleeps all day."])
    await life.say("Pebble isn't my cat")
    assert await held(life, "pet") == {"Moss (cat)"}
    await life.say("Wilbur isn't my cat")
    assert await held(life, "pet") == {"Moss (cat)"}


async def test_of_whom_is_kept_twice_the_one_who_is_named_stays(life: Life) -> None:
    await life.chat(["I have a rabbit called Clover.", "My rabbit Thistle is two.", "My cat Moss is shy."])
    assert "Thistle" in await says(life, "You've got my rabbit in there twice, there's only Clover")
    assert await held(life, "pet") == {"Clover (rabbit)", "Moss (cat)"}


async def test_which_of_two_is_kept_too_often_is_asked_where_the_words_do_not_say(life: Life) -> None:
    await life.chat(["I have a dog called Bramble.", "My whippet Nettle is two."])
    assert "Nettle" in await says(life, "You have my dog twice, there's only Bramble")
    assert await held(life, "pet") == {"Bramble (dog)", "Nettle (whippet)"}
    await life.say("Nettle")
    assert await held(life, "pet") == {"Bramble (dog)"}


@pytest.mark.parametrize(
    "said",
    [
        "I don't have the kayak today, it's at the club",
        "I didn't play the oboe this week",
        "I don't work with bakers much",
        "Isn't Ida a judge?",
        "I have only one brother",
        "Moss isn't a tabby, he's ginger",
    ],
)
async def test_what_is_not_so_today_was_not_said_wrongly(life: Life, said: str) -> None:
    await life.chat(["I've got a kayak.", "I play the oboe.", "I'm a baker.", "My aunt Ida is a judge."])
    await life.say("My cat Moss is shy.")
    before = {(one.about, one.kind, one.value) for one in (await life.lumina.known.known(life.person)).facts}
    assert {kind for _, kind, _ in before} >= {"possession", "hobby", "job", "family", "pet"}
    await life.say(said)
    now = (await life.lumina.known.known(life.person)).facts
    assert before <= {(one.about, one.kind, one.value) for one in now if one.is_open}


@pytest.mark.parametrize(
    ("told", "wrong", "old", "new", "asked"),
    [
        ("The train takes 35 minutes.", "Sorry, I meant 53.", "35", "53", "How long does the train take?"),
        (
            "Our allotment is £48 a year",
            "actually no, sorry, it's £84, I got the numbers the wrong way round",
            "48",
            "84",
            "How much is the allotment?",
        ),
        ("塾代は月2万8000円", "ごめん、2万3000円の間違い", "2万8000円", "2万3000円", "塾代っていくらだっけ？"),
        ("駐車場は月7000円だよ。", "あ、8000円だった", "7000円", "8000円", "駐車場いくらだっけ？"),
    ],
)
async def test_a_number_that_was_said_wrongly_is_the_right_one_and_the_old_line_is_not_quoted(
    life: Life, told: str, wrong: str, old: str, new: str, asked: str
) -> None:
    await life.say(told)
    assert new in await says(life, wrong)
    answer = await says(life, asked)
    assert new in answer
    assert old not in answer


@pytest.mark.parametrize(
    ("told", "next_line"),
    [
        ("I had 2 scones this morning.", "Sorry, I was out with 3 colleagues."),
        ("昨日コーヒーを2杯飲んだ。", "ごめん、友達3人と出かけてた"),
    ],
)
async def test_another_number_of_something_else_corrects_none(life: Life, told: str, next_line: str) -> None:
    await life.chat([told, next_line])
    assert await facts(life, "note") == {}


@pytest.mark.parametrize(
    ("told", "text", "right", "wrong"),
    [
        (
            "Elsie is in second grade.",
            "Oh, and correction: Elsie's in first grade, not second. What a dad I am haha",
            "first",
            "second",
        ),
        ("My uncle lives in Oslo.", "Ah, sorry, my uncle lives in Bergen, not Oslo. Lol", "Bergen", "Oslo"),
        ("兄は教師だ。", "ごめん訂正、兄は医者。教師じゃないよ笑", "医者", "教師"),
        ("叔母は看護師だ。", "あ、訂正、叔母は薬剤師だよ、看護師じゃなくて。ばかだなあ笑", "薬剤師", "看護師"),
    ],
)
async def test_a_correction_with_a_joke_behind_it_is_one(
    life: Life, told: str, text: str, right: str, wrong: str
) -> None:
    await life.say(told)
    assert right in await says(life, text)
    held = [one.value for one in (await life.lumina.known.known(life.person)).facts if one.is_open]
    assert any(right in value for value in held)
    assert not any(wrong in value for value in held)


@pytest.mark.parametrize(
    ("told", "corrected", "asked", "right", "wrong"),
    [
        (
            "町会の花壇を手入れしてくれたのは山根さんだよ",
            "花壇を手入れしてくれたのは山根さんじゃなくて川口さんだった",
            "町会の花壇を手入れしてくれたのって誰だっけ？",
            "川口さん",
            "山根さんだよ",
        ),
        (
            "当番は月8回あるんだ",
            "ごめん、さっき当番月8回って言ったけど、ほんとは6回だった",
            "当番って月に何回だったっけ",
            "6回",
            "聞いたかぎり",
        ),
    ],
)
async def test_what_is_no_fact_is_told_as_it_was_put_right(
    life: Life, told: str, corrected: str, asked: str, right: str, wrong: str
) -> None:
    await life.chat([told, "今日は雨だった"])
    assert right in await says(life, corrected)
    answer = await says(life, asked)
    assert right in answer
    assert wrong not in answer


async def test_that_another_thing_was_meant_which_nobody_told_of_changes_nothing(life: Life) -> None:
    await life.say("駅前の本屋に寄った")
    await life.say("カレーじゃなくてシチューだった")
    assert not (await held(life, "note"))
