"""しりとり is played by its rule, by whoever answers, and nothing else is taken for it."""

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.japanese import reading
from lumina.language.lexicon import word_list
from lumina.voices.chaining import PLAYED
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import material

CAST = load_cast()
THEIRS = "うーんとね、「りす」！「す」からどうぞ。"


def answer(character: Character, said: str, *before: str) -> str:
    told, earlier = [*before[::2], said], [*before, said]
    given = material(said, language="ja", told=told, earlier=earlier)
    return reply(given, OfflineVoice(voices=character.voices()).voices["ja"])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_a_word_begins_as_the_one_before_ends(character: Character) -> None:
    found = PLAYED.search(answer(character, "しりとりしよう。とけい"))
    assert found
    assert found["word"].startswith("い")
    assert found["kana"] == found["word"].rstrip("ー")[-1]


def test_another_goes_on_with_it() -> None:
    found = PLAYED.search(answer(CAST.find("nox"), "くるみ", "しりとりやろう", THEIRS))
    assert found
    assert found["kana"] == "す"  # it is no word of that sound
    found = PLAYED.search(answer(CAST.find("nox"), "スイカ", "しりとりやろう", THEIRS))
    assert found
    assert found["word"].startswith("か")


def test_whoever_ends_on_n_has_lost() -> None:
    nox = CAST.find("nox")
    assert answer(nox, "スプーン", "しりとりやろう", "「りす」。次は「す」だ。") in nox.voice.ja["wins_chain"]


@pytest.mark.parametrize("said", ["しりとりは苦手", "昨日、孫としりとりした", "今日は雨だった"])
def test_what_only_speaks_of_it_plays_nothing(said: str) -> None:
    assert not PLAYED.search(answer(CAST.find("lumina"), said))


def test_its_words_can_be_gone_on_with() -> None:
    assert all(reading(word) == word and not word.endswith("ん") for word in word_list("chain.ja"))
