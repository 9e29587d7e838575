"""Which of what was recalled is quoted in an answer."""

from typing import cast

import pytest

from lumina.voices.fitting import bearing_out, latest_of
from lumina.voices.following import as_it_is_now
from lumina.voices.material import Evidence, Material


def piece(text: str, day: int) -> Evidence:
    return Evidence(who="you", speaker="u", text=text, at=f"2026-06-{day:02}T20:00:00+09:00", score=1.0, here=False)


def material(said: str, value: str) -> Material:
    fact = {"about": "", "kind": "job", "label": "仕事", "value": value, "past": False, "sure": True}
    return cast("Material", {"said": said, "facts": [fact], "language": "ja", "evidence": []})


def test_beside_a_fact_only_what_has_it_in_its_words_is_quoted() -> None:
    told = [piece("銭湯の番台に立って20年になる", 1), piece("タオル忘れた客に貸した", 1)]
    assert bearing_out(told, material("おれの商売は？", "番台")) == told[:1]


def test_where_nothing_has_the_fact_in_its_words_all_is_quoted() -> None:
    told = [piece("銭湯に立って20年になる", 1), piece("タオル忘れた客に貸した", 1)]
    assert bearing_out(told, material("おれの商売は？", "番台")) == told


def test_a_fact_that_the_question_names_itself_bears_out_nothing() -> None:
    told = [piece("番台に座って20年になる", 1), piece("好きな湯は薬草風呂", 1)]
    assert bearing_out(told, material("番台にいるおれの好きな湯は？", "番台")) == told


def test_how_a_thing_went_stands_in_no_fact() -> None:
    told = [piece("金曜に面接がある", 1), piece("無事に終わった", 3)]
    assert bearing_out(told, material("面接どうだった？", "面接")) == told


@pytest.mark.parametrize(
    ("said", "first"), [("今の職場はどこ？", 1), ("昔の職場はどこ？", 0), ("where do I work now?", 1)]
)
def test_how_things_are_now_is_what_was_said_of_it_last(said: str, first: int) -> None:
    told = [piece("今は病院で働いてる now", 1), piece("今は訪問看護ステーションにいる now", 20)]
    assert latest_of(told, said) == told[first:]


def test_what_was_given_up_gives_way_to_what_was_said_of_it_last() -> None:
    told = [piece("土手はいつも青いカブで走ってる", 1), piece("カブは甥に譲った。代わりにジョルノが来た", 20)]
    assert as_it_is_now(told[:1], told, "足に使ってる原付はどれ？") == told[1:]
    assert as_it_is_now(told[:1], told, "以前の原付はどれ？") == told[:1]


def test_what_is_counted_alike_is_not_the_same() -> None:
    said = ("机。栗の木の一枚板で、廊下を曲がれなかった。", "祖父の写真がだめになった。一枚しかなかったのに。")
    told = [piece(text, day) for day, text in enumerate(said, 1)]
    assert as_it_is_now(told[:1], told, "机は？") == told[:1]
