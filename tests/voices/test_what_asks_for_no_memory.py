"""What only sounds like a question is heard, what is asked of the characters they answer; yes is said, and no."""

import pytest

from lumina.dialogue.characters import load_cast
from lumina.language.scripts import conversation_language
from lumina.voices.material import Evidence
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import material

CAST = load_cast()


def told(text: str, at: str = "2026-11-09T20:00:00+09:00") -> Evidence:
    return {"who": "you", "speaker": "Jo", "text": text, "at": at, "score": 0.6, "here": False}


TOLD = [
    *map(told, ("the gutter came down in the storm", "my uncle Bert keeps bees", "my eye test is next friday")),
    *map(told, ("雨どいが台風で落ちた", "伯父の文雄は蜂を飼ってる", "眼科の検査は来週の金曜")),
]
MUSED: list[tuple[str, str]] = [
    *(
        ("muses", one)
        for one in (
            "なんで祭りの日に限って雨なんだろ",
            "みんなどうして平気なのかな",
            "why does it always break on a sunday",
        )
    ),
    *(("reassures", one) for one in ("わたし言いすぎたのかな", "やっぱり私が悪かったのかな", "why am i so useless")),
    *(("guesses", one) for one in ("駅で誰に会ったと思う？", "guess who rang me")),
    *(("muses", one) for one in ("みんなどうして平気なのかな", "who does that to a bin")),
    *(("reassures", one) for one in ("was i too harsh", "わたし、気にしすぎかな")),
    *(("laughs", one) for one in ("父さん三十年なに見てたんだろ笑",)),
]
OWN: list[tuple[str, str]] = [
    *(("regards", one) for one in ("わたしのこと、どう思ってるの？", "what do you honestly think of me?")),
    *(("grown", one) for one in ("わたし、少しは変わったと思う？", "have i changed at all?")),
    *(("fellows", one) for one in ("三人はいつも仲いいの？", "do you three get on with each other?")),
    *(("favours_colour", one) for one in ("君の好きな色は何？", "what's your favourite colour?")),
    *(("favours_food", one) for one in ("あなたの好きな食べ物って何？", "what's your favourite food?")),
    *(("favours_music", one) for one in ("what's your favourite song?", "君のお気に入りの曲は？")),
]


def phrases(kind: str, said: str, character: str = "lumina") -> tuple[str, ...]:
    return CAST.find(character).voices()[conversation_language(said, [])][kind]


def answer(said: str, character: str = "lumina", **more: object) -> str:
    language = conversation_language(said, [])
    given = material(said, language=language, character=character, evidence=TOLD, grade="medium", **more)
    return reply(given, CAST.find(character).voices()[language])


@pytest.mark.parametrize(("kind", "said"), [*MUSED, *OWN])
@pytest.mark.parametrize("character", CAST.ids)
def test_it_is_met_as_what_it_is(kind: str, said: str, character: str) -> None:
    assert answer(said, character) in phrases(kind, said, character)


@pytest.mark.parametrize("said", ["ノクスってどんな人？", "what's nox like?", "do you trust nox?"])
def test_of_another_character_one_speaks_as_a_friend(said: str) -> None:
    assert answer(said) in phrases("fellow_nox", said)
    assert answer(said, "clarisse") in phrases("fellow_nox", said, "clarisse")


def test_of_a_character_without_words_of_its_own_the_name_is_said() -> None:
    said = answer("what's Momo like?", cast={"lumina": ("Lumina",), "momo": ("Momo",)})
    assert said in {phrase.format(name="Momo") for phrase in phrases("fellow", "what's")}


def test_what_one_asks_the_character_again_is_answered_in_other_words() -> None:
    said = "わたしのこと、どう思ってるの？"
    first = answer(said)
    second = answer(said, earlier=(said, first))
    assert first != second
    assert answer(said, earlier=(said, first, said, second)) not in (first, second)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("雨どいの話ってしたよね？", "雨どいが台風で落ちた"),
        ("文雄さんのこと、覚えてる？", "伯父の文雄は蜂を飼ってる"),
        ("did i tell you about the gutter?", "the gutter came down in the storm"),
        ("do you remember my uncle bert?", "my uncle Bert keeps bees"),
    ],
)
def test_whether_it_was_told_begins_with_yes_and_the_line(said: str, line: str) -> None:
    shown = answer(said)
    assert shown.split("\n")[0].startswith(phrases("affirms", said))
    assert line in shown


@pytest.mark.parametrize("said", ["ヨットの話ってもうした？", "did i ever tell you about the canoe?"])
def test_of_what_was_never_told_it_is_said_so(said: str) -> None:
    assert answer(said) in phrases("untold", said)


@pytest.mark.parametrize(
    ("said", "kind"), [("is my eye test on friday?", "confirms"), ("is my eye test on monday?", "contradicts")]
)
def test_a_day_is_confirmed_or_contradicted(said: str, kind: str) -> None:
    shown = answer(said)
    assert shown.split("\n")[0].startswith(phrases(kind, said))
    assert "my eye test is next friday" in shown


@pytest.mark.parametrize(
    "said",
    [
        "伯父さんは何を飼ってるんだっけ",
        "検査いつだったかな、わたしの",
        "what does my uncle keep?",
        "when's my eye test",
    ],
)
def test_what_asks_for_something_told_is_still_looked_for(said: str) -> None:
    shown = answer(said)
    assert any(piece["text"] in shown for piece in TOLD)


def test_who_says_no_more_than_that_another_is_to_do_the_same_is_understood() -> None:
    shown = answer("ノクスも", "nox", told=("ルミナ、面白い話して",))
    assert shown in phrases("entertains", "面白い話", "nox")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("loves", "ルミナって恋したことある？"),
        ("wonders", "ルミナってさ、寂しくなることあるの"),
        ("advises", "ルミナならどうする？"),
    ],
)
def test_who_is_asked_by_name_answers_of_itself_whatever_mood_the_words_have(kind: str, said: str) -> None:
    assert answer(said) in phrases(kind, said)
