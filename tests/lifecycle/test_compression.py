"""What stays of a summary when its memory fades."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.lifecycle.compression import gist, size

MOVE = "陽菜：来月、金沢に引っ越すことになった。会社の転勤で。友だちの美咲と離れるのは寂しい。金沢は雪国だ。"
PUPPY = "Anna: I adopted a puppy named Biscuit from the shelter in Leeds. My sister Emma is allergic to dogs and sad."


def test_the_gist_keeps_the_most_telling_words_in_their_order() -> None:
    assert "金沢" in gist(MOVE, "ja")
    assert gist(PUPPY, "en").startswith("Biscuit, ")


def test_names_places_numbers_and_changes_are_kept_before_anything_else() -> None:
    rent = "Ann: The rent of the bright kitchen in the old building went up to £740, so we moved to Leeds with Bo."
    assert {"£740", "moved", "Leeds"} <= {*gist(rent, "en").split(", ")}
    chairs = "航平：きのう電話で、旅館からの注文の椅子が24脚に減ったと聞いた。小松の女将さんが決めたことらしい。"
    assert "24脚" in gist(chairs, "ja")
    assert "小松" in gist(chairs, "ja")


@pytest.mark.parametrize(("text", "language"), [(MOVE, "ja"), (PUPPY, "en")])
def test_a_gist_is_at_most_thirty_percent(text: str, language: str) -> None:
    assert 0.1 * size(text) < size(gist(text, language)) <= 0.3 * size(text)


def test_a_text_without_nouns_keeps_its_content_words() -> None:
    assert gist("ゆっくり歩いて、たくさん笑って、ぐっすり眠った。", "ja")


def test_a_word_that_is_too_long_is_cut_rather_than_lost() -> None:
    assert gist("kyoto!", "en") == "k"


@given(st.text(max_size=400), st.sampled_from(["ja", "en"]))
def test_a_gist_is_short_deterministic_and_never_empty_for_a_text_that_says_something(text: str, language: str) -> None:
    kept = gist(text, language)
    assert size(kept) <= 0.3 * size(text) or len(kept) == 1
    assert kept == gist(text, language)
    assert bool(kept) == bool(text.strip())
