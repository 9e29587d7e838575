"""What stays of a summary when its memory fades."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.lifecycle.compression import gist

MOVE = "陽菜：来月、金沢に引っ越すことになった。会社の転勤で。友だちの美咲と離れるのは寂しい。金沢は雪国だ。"
PUPPY = "Anna: I adopted a puppy named Biscuit from the shelter in Leeds. My sister Emma is allergic to dogs and sad."


def test_the_gist_keeps_the_most_telling_words_in_their_order() -> None:
    assert "金沢" in gist(MOVE, "ja").split("・")
    assert gist(PUPPY, "en").startswith("puppy, Biscuit")


@pytest.mark.parametrize(("text", "language"), [(MOVE, "ja"), (PUPPY, "en")])
def test_a_gist_is_at_most_thirty_percent(text: str, language: str) -> None:
    assert 0.1 * len(text) < len(gist(text, language)) <= 0.3 * len(text)


def test_a_text_without_nouns_keeps_its_content_words() -> None:
    assert gist("ゆっくり歩いて、たくさん笑って、ぐっすり眠った。", "ja")


def test_a_word_that_is_too_long_is_cut_rather_than_lost() -> None:
    assert gist("kyoto!", "en") == "k"


@given(st.text(max_size=400), st.sampled_from(["ja", "en"]))
def test_a_gist_is_short_deterministic_and_never_empty_for_a_text_that_says_something(text: str, language: str) -> None:
    kept = gist(text, language)
    assert len(kept) <= max(0.3 * len(text), 1)
    assert kept == gist(text, language)
    assert bool(kept) == bool(text.strip())
