"""What is to be forgotten is gone: all that is known of it, and the words that told it."""

import pytest

from harness.life import Life
from lumina.known import Known
from tests.dialogue.told import facts, held, says

pytestmark = pytest.mark.asyncio(loop_scope="module")

ENGLISH = (
    "I can't stand Hugo from the choir, he sings flat.",
    "Hugo borrowed my bike and lost it.",
    "My aunt Vera is a florist.",
    "I hate turnips.",
)
JAPANESE = (
    "由紀夫さんのことが苦手なんだ。",
    "由紀夫さんに自転車を貸したんだけど、返ってこない。",
    "叔母の春江は花屋をしてる。",
    "カブが嫌い。",
)


async def known(life: Life) -> Known:
    return await life.lumina.known.known(life.person)


@pytest.mark.parametrize(
    ("lines", "forget", "who", "asked"),
    [
        (ENGLISH, "Forget what I said about Hugo", "Hugo", "What did I tell you about Hugo?"),
        (ENGLISH, "Please forget everything I told you about Hugo.", "Hugo", "Who borrowed my bike?"),
        (JAPANESE, "由紀夫さんのことは忘れて", "由紀夫", "由紀夫さんについて何か話したっけ？"),
        (JAPANESE, "由紀夫さんの話は全部忘れてほしい", "由紀夫", "自転車を貸したのって誰だっけ？"),
        (JAPANESE, "由紀夫さんの件は忘れてくれる？", "由紀夫", "由紀夫さんについて何か話したっけ？"),
        (JAPANESE, "由紀夫さんの話はなかったことにしてほしいな", "由紀夫", "由紀夫さんって誰だっけ？"),
        (JAPANESE, "由紀夫さんの話にはもう触れないで！", "由紀夫", "自転車を貸したのって誰だっけ？"),
    ],
)
async def test_of_whom_is_forgotten_nothing_is_known_or_quoted(
    life: Life, lines: tuple[str, ...], forget: str, who: str, asked: str
) -> None:
    await life.chat(lines)
    await life.say(forget)
    now = await known(life)
    assert not [one.value for one in now.facts if one.is_open and who in (one.value + one.about)]
    assert not [one.name for one in now.people if who in one.name]
    assert not [one.what for one in now.loops if one.state == "open" and who in one.what]
    assert [one.value for one in now.facts if one.is_open]  # of nobody else
    answer = await says(life, asked)
    assert not any(line.rstrip(".。") in answer for line in lines[:2])


@pytest.mark.parametrize(
    ("first", "second", "gone", "other"),
    [
        ("Forget what I said about turnips", "Forget what I said about Vera", "Vera", "turnips"),
        ("カブのことは忘れて", "春江のことは忘れて", "春江", "カブ"),
    ],
)
async def test_a_second_forget_forgets_what_it_names(
    life: Life, first: str, second: str, gone: str, other: str
) -> None:
    await life.chat(ENGLISH if first.isascii() else JAPANESE)
    assert other in await says(life, first)
    answer = await says(life, second)
    assert gone in answer
    assert other not in answer
    assert not [one for one in (await known(life)).facts if one.is_open and gone in (one.value + one.about)]


@pytest.mark.parametrize(
    ("lines", "forget", "value", "after"),
    [
        (ENGLISH, "Forget what I said about turnips", "turnips", ("I had soup for lunch", "Bye for now")),
        (JAPANESE, "カブのことは忘れて", "カブ", ("昼はスープだった", "じゃあまたね")),
    ],
)
async def test_the_next_lines_are_ordinary_ones_though_the_clock_stands_still(
    life: Life, lines: tuple[str, ...], forget: str, value: str, after: tuple[str, ...]
) -> None:
    await life.chat(lines)
    moment = life.clock()
    for text in (forget, *after):
        life.clock.set(moment)
        answer = await says(life, text)
        assert (value in answer) is (text == forget)


@pytest.mark.parametrize("text", ["Forget what I told you about Zebedee", "山野さんの話は忘れて"])
async def test_of_what_nothing_is_known_nothing_is_said_to_be_forgotten(life: Life, text: str) -> None:
    await life.say("I hate turnips.")
    answer = await says(life, text)
    assert "Zebedee" in answer or "山野さん" in answer
    assert await held(life, "dislikes") == {"turnips"}
    assert not (await known(life)).people


@pytest.mark.parametrize("text", ["Let's forget about dinner and go out", "Oh, forget about it", "傘を忘れて、ぬれた"])
async def test_what_only_sounds_like_it_forgets_nothing(life: Life, text: str) -> None:
    await life.chat(["I hate turnips.", text])
    assert await held(life, "dislikes") == {"turnips"}
    assert await facts(life, "note") == {}


async def test_what_is_told_again_is_known_again(life: Life) -> None:
    await life.chat(["I hate turnips.", "Forget what I said about turnips", "Actually I really do hate turnips."])
    assert await held(life, "dislikes") == {"turnips"}


@pytest.mark.parametrize(
    ("lines", "forget", "gone"),
    [
        (ENGLISH, "Forget everything about Hugo.", "Hugo"),
        (ENGLISH, "Oh, and could you erase all you know about Hugo?", "Hugo"),
        (ENGLISH, "Please forget Vera.", "Vera"),
        (ENGLISH, "I'd like you to forget all about my aunt Vera", "Vera"),
        (ENGLISH, "Stop mentioning Vera.", "Vera"),
        (ENGLISH, "Okay, please don't bring Vera up again.", "Vera"),
        (JAPANESE, "春江は忘れて", "春江"),
        (JAPANESE, "春江を忘れてください", "春江"),
        (JAPANESE, "もう春江の話はしないで", "春江"),
        (JAPANESE, "由紀夫さんの話題は二度と出さないでください", "由紀夫"),
    ],
)
async def test_a_plain_request_is_no_news(life: Life, lines: tuple[str, ...], forget: str, gone: str) -> None:
    await life.chat(lines)
    await life.say(forget)
    now = await known(life)
    assert not [one for one in now.facts if one.is_open and gone in (one.value + one.about)]
    assert not [one.name for one in now.people if gone in one.name]
    assert [one.value for one in now.facts if one.is_open]
    for asked in ("Who is Hugo?", "Who is Vera?") if lines == ENGLISH else ("由紀夫さんって誰？", "春江って誰？"):
        assert forget not in await says(life, asked)


@pytest.mark.parametrize(
    ("told", "forget", "names", "asked"),
    [
        (
            "My cousin Rhea is seeing a plumber named Otis.",
            "Please forget what I said about Rhea and Otis.",
            ("Rhea", "Otis"),
            "What did I do in May?",
        ),
        (
            "従姉の莉央が配管工の大地さんと付き合ってるって聞いた。",
            "莉央のことも大地さんのことも忘れて",
            ("莉央", "大地"),
            "5月に何があった？",
        ),
    ],
)
async def test_of_two_people_neither_is_known_nor_told_in_a_summary(
    life: Life, told: str, forget: str, names: tuple[str, ...], asked: str
) -> None:
    await life.chat([told, forget])
    now = await known(life)
    assert not [one for one in now.facts if one.is_open and any(name in one.value + one.about for name in names)]
    assert not now.people
    answer = await says(life, asked)
    assert not any(name in answer for name in names)


@pytest.mark.parametrize(
    ("lines", "forget", "gone", "asked"),
    [
        (
            ("We lost a baby at the clinic on Friday.", "Hello everyone. I have a day off, at last."),
            "Please stop talking about the baby that died. Forget that one.",
            "baby",
            "What happened at the clinic?",
        ),
        (
            ("I was dumped on Friday.", "Good morning!", "What happened on Friday?"),
            "Never bring that up again, please",
            "dumped",
            "What happened on Friday?",
        ),
        (("I am dating somebody named Ilse.", "Hello!"), "Forget that.", "Ilse", "Who is Ilse?"),
        (("金曜にフラれた。", "おはよう"), "その話はもうしないで", "フラれた", "金曜に何があった？"),
    ],
)
async def test_what_the_line_names_or_was_told_before_a_greeting_is_meant(
    life: Life, lines: tuple[str, ...], forget: str, gone: str, asked: str
) -> None:
    await life.chat(lines)
    answer = await says(life, forget)
    assert not any(line.split(".")[0] in answer for line in lines if line.startswith(("Hello", "Good", "おはよう")))
    assert gone not in await says(life, asked)


@pytest.mark.parametrize(("hello", "forget"), [("Hello there!", "Forget that."), ("こんにちは", "それは忘れて")])
async def test_a_greeting_alone_is_not_forgotten_but_asked_about(life: Life, hello: str, forget: str) -> None:
    await life.say(hello)
    assert hello not in await says(life, forget)
    assert not [one for one in (await known(life)).facts if one.value == hello]


@pytest.mark.parametrize(
    "text",
    [
        "I'll never forget Vera.",
        "Please don't forget Vera.",
        "Vera told me to forget turnips.",
        "My boss won't stop talking about turnips.",
        "この話は春江には言わないで",
        "カブを忘れて帰ってきた",
    ],
)
async def test_who_speaks_of_forgetting_wants_nothing_forgotten(life: Life, text: str) -> None:
    await life.chat([*ENGLISH, *JAPANESE])
    before = {one.id for one in (await known(life)).facts if one.is_open}
    await life.say(text)
    assert before <= {one.id for one in (await known(life)).facts if one.is_open}
