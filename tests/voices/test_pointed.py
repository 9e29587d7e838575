"""Japanese questions that want a day, a place, a person, a number, a reason or somebody's words."""

from collections.abc import Sequence

import pytest

from lumina.language.bilingual import Language
from lumina.voices.material import Evidence, Material
from lumina.voices.matter import words_about
from lumina.voices.pointed import is_untold, pointed
from tests.voices.test_offline_voice import material


def told(*lines: str, day: str = "2026-03-02") -> list[Evidence]:
    return [
        Evidence(who="you", speaker="haru", text=text, at=f"{day}T20:{at:02}:00+09:00", score=1.0, here=False)
        for at, text in enumerate(lines)
    ]


def asked(said: str, *before: str) -> Material:
    language: Language = "ja"
    given = material(said, language=language)
    given["told"] = [*before, said]
    return given


def found(said: str, own: Sequence[Evidence], *before: str) -> list[str]:
    return [piece["text"] for piece in pointed(said, own, asked(said, *before))]


WEDDING = told(
    "兄の健太が再来月の3日に式を挙げる", "場所は長崎の教会", "緊張して「代わってくれ」って言ってた", "祝儀は3万円にした"
)


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("兄の式っていつだっけ？", "再来月の3日"),
        ("兄の式ってどこでやるんだっけ？", "長崎"),
        ("兄になんて言われたんだっけ", "代わってくれ"),
        ("祝儀いくらにしたっけ", "3万円"),
        ("健太って誰だっけ？", "兄の健太"),
    ],
)
def test_the_line_that_has_what_is_asked_for_answers(said: str, answered: str) -> None:
    assert answered in found(said, WEDDING)[0]


def test_what_says_hardly_anything_is_of_what_was_asked_before() -> None:
    assert "長崎" in found("どこでやるんだっけ？", WEDDING, "兄の式っていつだっけ？")[0]


def test_how_it_went_is_told_by_what_came_after_it() -> None:
    own = [*told("犬のコロの検査は金曜"), *told("コロの検査に行ってきた", "異常なしだった！", day="2026-03-06")]
    assert found("コロの検査どうだった？", own) == ["異常なしだった！"]


def test_why_is_told_with_what_was_said_right_after() -> None:
    own = told("茜とけんかした", "約束の時間に一時間も待たされた", "夕飯は鍋")
    assert found("茜とどうしてけんかしたんだっけ", own) == ["茜とけんかした", "約束の時間に一時間も待たされた"]


def test_what_settled_it_last_goes_before_what_was_told_first() -> None:
    own = [*told("送別会は20人呼ぶつもり"), *told("12人で落ち着いたよ", day="2026-03-05")]
    assert found("送別会は何人呼ぶんだっけ", own) == ["12人で落ち着いたよ"]


@pytest.mark.parametrize("said", ["健太の誕生日っていつだっけ？", "健太の奥さんの名前って言ったっけ？"])
def test_what_was_told_of_nobody_is_untold(said: str) -> None:
    assert is_untold(said, WEDDING)


@pytest.mark.parametrize("said", ["兄の式っていつだっけ？", "健太の晴れ舞台どこだっけ？", "楽しい話ある？"])
def test_what_may_be_told_in_other_words_is_not_untold(said: str) -> None:
    assert not is_untold(said, WEDDING)


def test_whoever_is_something_to_the_person_is_meant_by_any_word_for_it() -> None:
    assert words_about("お母さん") == words_about("母") == {"=mother"}


def test_what_was_mended_in_the_same_breath_answers_and_the_slip_where_one_asks_for_it() -> None:
    own = told("英会話の月謝は6000円", "あっ違う、それは姉のだ。うちは7500円", "先生はカナダの人")
    assert found("英会話の月謝っていくらだっけ", own) == ["あっ違う、それは姉のだ。うちは7500円"]
    assert found("最初に間違えて言ったのはいくらだっけ", own) == ["英会話の月謝は6000円"]
