"""Pictures that were shared, as they stand in a turn."""

import pytest

from lumina.language.captions import parted, with_caption


@pytest.mark.parametrize(
    ("said", "caption"),
    [("Look at this!", "a photo of two red boats"), ("見て", "赤い舟"), ("said [aside]", "a cat"), ("No picture.", "")],
)
def test_what_was_said_and_what_was_shown_come_apart_again(said: str, caption: str) -> None:
    assert parted(with_caption(said, caption)) == (said, caption)


def test_brackets_in_a_caption_do_not_end_it() -> None:
    assert parted(with_caption("Here.", "a sign [old]\nin the rain")) == ("Here.", "a sign (old) in the rain")


@pytest.mark.parametrize("text", ["", "[shared a photo]", "I shared [a photo]", "[shared a photo] and more", "x]"])
def test_a_text_without_words_before_a_picture_is_left_whole(text: str) -> None:
    assert parted(text) == (text, "")
