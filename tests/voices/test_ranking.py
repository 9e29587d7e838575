"""Which of the lines that were told answers a question: ranked by what was learnt from histories."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from statistics import mean

import numpy as np
import pytest

from lumina.reports import UNRECALLED
from lumina.voices.material import Evidence
from lumina.voices.ranking.features import features
from lumina.voices.ranking.likeness import by_vectors
from lumina.voices.ranking.ranker import Ranking, chance_of_any, ranking, score
from tools.ranker.histories import examples
from tools.ranker.training import read, train

AT = datetime(2026, 5, 2, 20, tzinfo=UTC)
ENGLISH = (
    "my sister rides a Vespa, can't park it anywhere",
    "the lad next door has a parrot that swears",
    "we put our name down for an allotment, plot 14",
    "Gran left me her banjo, I've learnt two chords",
    "our tortoise got out again, Sheldon's quick for his age",
    "I clean the buses nights, down the depot",
)
JAPANESE = (
    "姉がベスパに乗ってて、停める場所がないんだって",
    "隣の家のオウムがしゃべってうるさい",
    "市民農園に当たった！14番の区画",
    "祖母の形見でバンジョーもらった。コード二つ弾けるようになった",
    "うちの亀がまた脱走。ゲンゴロウ、年のわりに速いんよ",
    "夜はバスの車庫で車内清掃してる",
)


def told(lines: Sequence[str]) -> list[Evidence]:
    moments = (AT + timedelta(minutes=at) for at in range(len(lines)))
    return [
        Evidence(who="you", speaker="", text=text, at=at.isoformat(), score=UNRECALLED, here=True)
        for text, at in zip(lines, moments, strict=True)
    ]


def ranked(question: str, lines: Sequence[str]) -> Ranking:
    return ranking(question, told(lines))


@pytest.mark.parametrize(
    ("question", "lines", "answer"),
    [
        ("what's my tortoise called, testing you", ENGLISH, 4),
        ("what instrument have I got from gran", ENGLISH, 3),
        ("which plot was ours again", ENGLISH, 2),
        ("うちの亀ってなんて名前だっけ", JAPANESE, 4),
        ("農園、何番の区画だった？", JAPANESE, 2),
        ("祖母からもらった楽器なんだっけ", JAPANESE, 3),
    ],
)
def test_the_line_that_answers_comes_first_wherever_it_stands(question: str, lines: Sequence[str], answer: int):
    for turned in range(len(lines)):
        others = [*lines[turned:], *lines[:turned]]
        assert ranked(question, others).lines[0].piece["text"] == lines[answer]


def test_nothing_answers_where_nothing_was_told():
    assert (ranked("what's my blood group", ()).lines, ranked("what's my blood group", ()).answered) == ((), 0.0)


def test_chances_are_those_of_one_choice():
    found = ranked("what's my tortoise called", ENGLISH)
    assert sum(one.chance for one in found.lines) == pytest.approx(1)
    assert [one.chance for one in found.lines] == sorted((one.chance for one in found.lines), reverse=True)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_learnt_from_two_authors_holds_of_a_third(language: str):
    """The right line comes first more than four times as often as by chance, and what was never told is thought less
    likely to have been."""
    weights = train(read(examples(language, "[AB]")))
    first, chances = list[bool](), list[float]()
    answered: dict[bool, list[float]] = {True: [], False: []}
    for one in examples(language, "C"):
        if not one.whole:
            continue
        found = features(one.asked, one.lines)
        scores = [score(each, weights["lines"]) for each in found]
        answered[any(one.answers)].append(chance_of_any(found, scores, weights["any"]))
        if any(one.answers):
            first.append(one.answers[scores.index(max(scores))])
            chances.append(sum(one.answers) / len(one.answers))
    assert mean(first) > 4 * mean(chances)
    assert mean(answered[True]) > mean(answered[False]) + 0.1


@pytest.mark.parametrize(
    ("question", "chatter", "told"),
    [
        (
            "what instrument have I got from gran",
            ("still raining here", "made beans on toast, dropped it", "lol fair enough", "bus was 9 mins late again"),
            ENGLISH,
        ),
        (
            "祖母からもらった楽器なんだっけ",
            ("まだ降ってる", "豆腐落とした", "それはそう笑", "バスまた9分遅れ", "ノクスは眠くならないもんな"),
            JAPANESE,
        ),
    ],
)
def test_chatter_does_not_hide_what_was_told(question: str, chatter: Sequence[str], told: Sequence[str]):
    assert ranked(question, [*told, *chatter]).lines[0].piece["text"] == told[3]


@pytest.mark.parametrize(
    ("question", "answer"),
    [("where's Priya going?", 2), ("how old is the dog", 3), ("what did I say hurts?", 1), ("what's my name", 0)],
)
def test_a_plain_question_finds_its_line_in_a_short_talk(question: str, answer: int):
    lines = (
        "hey, I'm Tom",
        "just got back from the allotment, my back is killing me",
        "my daughter Priya starts at Leeds uni in September, doing chemistry",
        "we've a collie called Moss, he's nine",
    )
    assert ranked(question, lines).lines[0].piece["text"] == lines[answer]


@pytest.mark.parametrize(
    ("told_of", "never"),
    [
        (("what is my brother's job", "what is my dog called"), ("what did I pay for the sofa", "when is my flu jab")),
        (("犬の名前は？", "姉の仕事は？"), ("靴のサイズいくつだっけ", "結婚記念日いつ？")),
    ],
)
def test_what_was_told_is_likelier_answered_than_what_never_was(told_of: Sequence[str], never: Sequence[str]):
    lines = (
        ("my brother is a plumber in Hull", "we've a dog called Moss", "it rained all night")
        if told_of[0].isascii()
        else ("姉は小学校の教師をしてる", "犬のポチと散歩した", "一晩中雨だった")
    )
    assert min(ranked(one, lines).answered for one in told_of) > max(ranked(one, lines).answered for one in never)


def test_the_word_of_a_question_that_a_line_has_least_of_counts():
    asked = np.array([[1.0, 0.0], [0.0, 1.0]], np.float32)
    lines = (asked, asked[:1], asked[:0])
    *_, weakest = by_vectors(asked, lines)
    assert weakest == [1.0, 0.0, 0.0]
