"""What a line wants where no word or mark says so, and what follows from it in a talk."""

from pathlib import Path

import pytest

from lumina.language.acts import asks, asks_all, does
from lumina.language.trained.field import Field
from lumina.language.trained.wants import REQUESTS, Want, requests, wants, wants_by
from tools.tagger.__main__ import train_lines
from tools.tagger.lines import lines_told, read_lines

LANGUAGES = ("en", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_every_want(language: str) -> None:
    lines = read_lines(language)
    assert {want for want, _ in lines} == {*Want}
    assert len({text for _, text in lines}) > 1_900


@pytest.mark.parametrize(
    "line",
    [
        "remind me of the plumber's first name, I've to ring him",
        "bet you can't say what my allotment number is",
        "で、わしの血圧の薬、名前は言うたはずじゃが",
        "検診の日、言ってたよね、いつか教えて",
        "娘の担任の名前、覚えてたら言ってみて",
    ],
)
def test_who_wants_to_be_told_asks_without_a_mark(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize(
    "line",
    [
        "My sister rang to say the baby is here at last.",
        "Gran forgot her own birthday again, bless her",
        "I moved my dentist to Thursday",
        "my daughter started school",
        "昨日ついに猫を迎えました",
        "来週の面接の服を買ってきた",
        "兄が転職して名古屋に行くことになった",
    ],
)
def test_who_tells_does_not_ask(line: str) -> None:
    assert not asks(line)
    assert requests(line) < 0.5


@pytest.mark.parametrize(
    "line",
    [
        "list everything you've got on me so far",
        "わたしについて知ってること、全部並べて",
        "わたくしのこと、どれくらい覚えていてくださるの？",
    ],
)
def test_who_wants_all_asks_for_all(line: str) -> None:
    assert asks_all(line)
    assert not does("keeps", line)


@pytest.mark.parametrize("line", ["", " ", "!!", "\udcff", "あ" * 5_000, "\x00", "ok " * 900])
def test_any_line_has_chances_that_add_up(line: str) -> None:
    assert sum(wants(line).values()) == pytest.approx(1.0)  # pyright: ignore[reportUnknownMemberType]


def test_what_an_author_wrote_is_mostly_understood_by_what_others_wrote(tmp_path: Path) -> None:
    train_lines("ja", tmp_path, "[!X]")
    field = Field(tmp_path / "wants.ja.crfsuite")
    lines = read_lines("ja", "X")
    chances = [(want, wants_by(field, text, "ja")) for want, text in lines]
    sure = [want in REQUESTS for want, one in chances if sum(one[each] for each in REQUESTS) > 0.7]
    assert len(sure) > 0.25 * len(lines)
    assert sum(sure) > 0.9 * len(sure)
    assert "from 0.85: requests: found" in lines_told(lines, "ja", tmp_path)


@pytest.mark.parametrize("said", ["before that I was in Hull for ten years", "before this we lived above a shop"])
def test_who_tells_what_was_before_does_not_ask_for_it(said: str) -> None:
    assert not asks(said)
    assert asks("and before that, where was I")
