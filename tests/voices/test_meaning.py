"""What words ask for and what they tell, where a question and its answer share none."""

from collections.abc import Sequence

import numpy as np
import pytest

from lumina.language.tokens import analyse
from lumina.language.trained.tokens import tokens
from lumina.voices.ranking.meaning import CLASSES, Places, alike, index_of, meant, places, tables, tells

LINES = {
    "en": (
        "the landlord wants nine hundred a month from me",
        "our Rosie plays the cello, all evening long",
        "peanuts close my throat up",
        "I take the ferry to the office",
    ),
    "ja": (
        "大家さんに毎月九万はらってる",
        "娘がチェロを弾いてて一晩中うるさい",
        "ピーナッツで喉がはれるんだ",
        "会社までフェリーで通ってる",
    ),
}


def of(text: str, language: str) -> Places:
    return places(tokens(text, language), language)


def likeliest(question: str, language: str, lines: Sequence[str]) -> str:
    found = meant(of(question, language), [of(line, language) for line in lines], tables(language))
    return max(zip(lines, found, strict=True), key=lambda one: one[1]["meant"])[0]


@pytest.mark.parametrize(
    ("question", "language", "answer"),
    [
        ("how much is my rent", "en", 0),
        ("what instrument does my daughter have", "en", 1),
        ("what food am I allergic to", "en", 2),
        ("how do I commute", "en", 3),
        ("家賃いくらだっけ", "ja", 0),
        ("うちの子の楽器なんだっけ", "ja", 1),
        ("アレルギーで食べられないものは？", "ja", 2),
        ("通勤の足は何だった？", "ja", 3),
    ],
)
def test_a_line_answers_that_shares_no_word_with_the_question(question: str, language: str, answer: int):
    lines = LINES[language]
    assert {*analyse(question).words}.isdisjoint(analyse(lines[answer]).words)
    for turned in range(len(lines)):
        assert likeliest(question, language, [*lines[turned:], *lines[:turned]]) == lines[answer]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_tables_have_a_row_for_each_word_and_each_class(language: str):
    table, rows = tables(language), max(index_of(language).values()) + 1 + len(CLASSES)
    assert table.asked.shape == table.told.shape == (rows, table.asked.shape[1])
    assert table.weight.shape == (rows,)
    assert float(table.weight.min()) > 0


@pytest.mark.parametrize(
    ("text", "language", "classes"),
    [
        ("Xyzzyqa 42 qwrtpsd", "en", ["name", "number", "unknown"]),
        ("ズンドコベロンチョ 42 寛太郎", "ja", ["unknown", "number", "person"]),
    ],
)
def test_a_word_without_a_vector_stands_for_its_class(text: str, language: str, classes: Sequence[str]):
    first = max(index_of(language).values()) + 1
    assert [CLASSES[place - first] for place in of(text, language).tolist() if place >= first] == classes


def test_a_question_or_a_line_without_words_says_nothing():
    table, nothing = tables("en"), of("?!", "en")
    assert len(nothing) == 0
    assert [one["meant"] for one in meant(nothing, [of("my rent", "en")], table)] == [0.0]
    some, none = meant(of("how much is my rent", "en"), [of(LINES["en"][0], "en"), nothing], table)
    assert some["meant"] > none["meant"] == min(one["meant"] for one in (some, none))
    assert alike(tells(nothing, table), tells(of("my rent", "en"), table)) == {}


@pytest.mark.parametrize(
    ("before", "after", "other", "language"),
    [
        ("dyed my hair ginger", "it's jet black, I went back to the salon", "Rosie's cello needs strings", "en"),
        ("金髪にしたよ", "黒に染めなおしちゃった", "チェロの弦が切れた", "ja"),
    ],
)
def test_what_tells_of_the_same_is_alike(before: str, after: str, other: str, language: str):
    told, *others = (tells(of(one, language), tables(language)) for one in (before, after, other))
    near, far = (alike(told, one) for one in others)
    assert np.mean([*near.values()]) > np.mean([*far.values()])
