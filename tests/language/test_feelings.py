"""What a line carries is felt where no word of it is known to say so, and what is certain goes by rules."""

from pathlib import Path

import pytest

from lumina.language.acts import Mood, asks, mood, smalltalk
from lumina.language.feelings import feeling
from lumina.language.moods import lasting_mood, own_mood
from lumina.language.trained.field import Field
from lumina.language.trained.moods import HEAVY, Felt, felt, felt_by
from tools.tagger.__main__ import train_moods
from tools.tagger.moods import moods_told, read_moods

LANGUAGES = ("en", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_every_mood(language: str) -> None:
    lines = read_moods(language)
    assert {name for name, _ in lines} == {*Felt}
    assert len({text for _, text in lines}) > 1_200


@pytest.mark.parametrize("line", ["", " ", "!!", "\udcff", "あ" * 5_000, "\x00", "ok " * 900, "🎉"])
def test_any_line_has_chances_that_add_up(line: str) -> None:
    assert sum(felt(line).values()) == pytest.approx(1.0)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_heavy_is_mostly_felt_in_what_another_wrote(language: str, tmp_path: Path) -> None:
    train_moods(language, tmp_path, "[!B]")
    field, lines = Field(tmp_path / f"moods.{language}.crfsuite"), read_moods(language, "B")
    chances = [(name, felt_by(field, text, language)) for name, text in lines]
    sure = [name in HEAVY for name, one in chances if sum(one[each] for each in HEAVY) > 0.6]
    assert len(sure) > 0.3 * len(lines)
    assert sum(sure) > 0.85 * len(sure)
    assert "heavy from 0.6: found" in moods_told(lines, language, tmp_path)


@pytest.mark.parametrize(
    ("said", "carried"),
    [
        *(("What if the tests show something?", "worry"), ("what if he never forgives me", "worry")),
        *(("もし二度と歩けなかったらどうしよう", "worry"), ("学費が払えるかな…", "worry")),
        *(("I'm so nervous, the viva's at ten", "nerves"), ("心臓ばくばくしてる", "nerves")),
        *(("my neighbour got knocked down outside the bakery", "alarm"), ("うちの父、車にはねられた", "alarm")),
        *(("really glad for my cousin, a bit envious though", "mixed"), ("嬉しいのに、なんだか切ない", "mixed")),
        *(("she said yes 🎉", "joy"), ("図書館で告白された", "joy")),
        *(("the fridge packed up in this heat", "hardship"), ("死ぬほど眠い", "hardship")),
        *(("we live at number six", ""), ("駅の裏に住んでます", "")),
    ],
)
def test_a_line_carries_what_it_is_felt_to(said: str, carried: str) -> None:
    assert feeling(said) == carried


@pytest.mark.parametrize(
    "said",
    ["what if I get lost on the way", "What if it never heals?", "遅刻したらどうしよう", "声が出なかったらどうしよう"],
)
def test_who_fears_what_may_come_asks_nothing(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize("said", ["what if you could travel?", "What if he rings? When did I say he would?"])
def test_who_supposes_of_the_character_or_asks_besides_asks(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize(
    "said",
    [
        *(
            "bernard died on tuesday",
            "old Mrs Lark died this morning",
            "we lost grandma",
            "They've lost their little boy",
        ),
        *("first Olive, now him", "ぽこちゃん死んじゃった", "I got to say goodbye to him"),
        *("we had to have the old mare put down", "The vet put Juno to sleep today", "ハムスターを安楽死させた"),
    ],
)
def test_a_death_is_mourned_whoever_has_died(said: str) -> None:
    assert mood(said) is Mood.GRIEF


@pytest.mark.parametrize(
    "said",
    [
        *(
            "my phone died halfway home",
            "Chopin died in 1849",
            "I nearly died laughing",
            "the captain in the film died",
        ),
        *("we lost 4-2", "we lost our way", "スマホが死んじゃった", "first Leeds and now Hull"),
        *("had to put the baby to sleep", "I have to put the book down now"),
    ],
)
def test_what_only_sounds_like_a_death_is_not_mourned(said: str) -> None:
    assert mood(said) is not Mood.GRIEF


def test_who_is_not_named_again_is_mourned_on() -> None:
    talk = ["winifred died this morning", "she taught me whist", "jo knitted her a scarf and she never wore it"]
    assert lasting_mood(talk[-1], talk[:-1]) is Mood.GRIEF


@pytest.mark.parametrize(
    "said", ["生きてる意味なんてあるのかな", "生きてる価値あるのかって思う", "what's the point of being alive"]
)
def test_who_asks_what_to_live_for_is_in_danger(said: str) -> None:
    assert mood(said) is Mood.DANGER


def test_who_asks_what_to_live_somewhere_for_is_not() -> None:
    assert mood("what's the point of living in Luton when I work in Leeds") is Mood.LIGHT


@pytest.mark.parametrize("said", ["夜になると一人で泣いてばかり、もう何も感じない", "everyone forgot my birthday"])
def test_sorrow_is_felt_without_its_words(said: str) -> None:
    assert own_mood(said) is Mood.SORROW


@pytest.mark.parametrize(
    "said",
    [
        *("you don't really listen, do you", "ugh, you sound like a leaflet", "why do you keep saying that"),
        *("you never understand me", "なんか機械っぽいよ", "会話になってないよ", "ロボットみたいな返事だね"),
    ],
)
def test_who_complains_of_the_talk_is_heard(said: str) -> None:
    assert smalltalk(said) == "complained"


@pytest.mark.parametrize(
    "said", ["hey whats the craic", "well how are we all", "hi lads", "any goss?", "やっほー", "ばんわ"]
)
def test_who_greets_in_slang_greets(said: str) -> None:
    assert smalltalk(said) in {"greets", "wellbeing"}
    assert not smalltalk("whats the story with the boiler")
