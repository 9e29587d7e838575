"""What of a statement a listener takes up."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.language.trained.field import Field
from lumina.language.trained.focus import focus, labels, phrases_by
from lumina.language.trained.tokens import tokens
from tools.tagger.__main__ import train_listening
from tools.tagger.listening import heard, read_heard

LANGUAGES = ("en", "ja")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_corpus_has_lines_with_a_phrase_and_without(language: str) -> None:
    lines = read_heard(language)
    taken = [line[start:end] for line, start, end in lines if end]
    assert len(taken) > 700
    assert len(lines) - len(taken) > 200
    assert all(phrase and phrase == phrase.strip() for phrase in taken)


def test_a_marked_line_is_read_with_the_place_of_its_phrase() -> None:
    line, start, end = heard("We lost [it the match] again")
    assert (line, line[start:end]) == ("We lost the match again", "the match")
    assert heard("nothing much") == ("nothing much", 0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_listener_takes_up_is_mostly_found_by_what_others_did(language: str, tmp_path: Path) -> None:
    train_listening(language, tmp_path, "[!Q]")
    field = Field(tmp_path / f"focus.{language}.crfsuite")
    found = [(one, max(phrases_by(field, one[0], language), default=(0.0, ""))[1]) for one in read_heard(language, "Q")]
    taken = [(line[start:end], phrase) for (line, start, end), phrase in found if phrase]
    assert len(taken) > len(found) / 5
    assert sum(phrase in meant or meant in phrase for meant, phrase in taken if meant) > len(taken) * 0.7
    assert sum(not meant for meant, _ in taken) < len(taken) * 0.1


@pytest.mark.parametrize(
    ("line", "phrase"),
    [
        ("I've been learning the harp since spring", "the harp"),
        ("My nephew is getting married in Wales", "My nephew"),
        ("週末は父の誕生日なんだ", "父の誕生日"),
        ("チェロを練習してる", "チェロ"),
    ],
)
def test_it_is_what_the_line_is_about(line: str, phrase: str) -> None:
    assert focus(line) == phrase


@pytest.mark.parametrize("line", ["", " ", "!!", "I'm so tired", "everything hurts", "やる気が出ない", "ただいま"])
def test_of_what_names_nothing_nothing_is_taken_up(line: str) -> None:
    assert focus(line) == ""


@given(st.text(max_size=120))
def test_a_phrase_stands_in_its_line(line: str) -> None:
    assert focus(line) in line


def test_the_words_of_a_phrase_are_labelled() -> None:
    words = tokens("We lost the match again", "en")
    assert labels(words, 8, 17) == ["O", "O", "B", "I", "O"]
    assert labels(words, 0, 0) == ["O"] * 5
