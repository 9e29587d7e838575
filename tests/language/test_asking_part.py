"""Which part of a line asks."""

import pytest

from lumina.language.asking import asking_part


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("What position do I play, mum wants to put it on a cake", "What position do I play"),
        ("Which day, the dentist?", "Which day, the dentist"),
        ("Do you remember the desk?", "the desk?"),
        ("What is my dog called, do you remember?", "What is my dog called"),
        ("What do I do for a living?", "What do I do for work"),
        ("机のこと、覚えている？", "机は？"),
        ("猫の名前、覚えててくれた？", "猫の名前は？"),
        ("私が飼ってる猫の名前って覚えていますか", "私が飼ってる猫の名前は？"),
    ],
)
def test_whether_it_is_remembered_is_not_what_is_asked(said: str, asks: str) -> None:
    assert asking_part(said) == asks


@pytest.mark.parametrize(
    "said",
    [
        "Do you remember?",
        "覚えてる？",
        "Remember to buy milk",
        "Remember that I like tea",
        "Can you remember to call mum?",
    ],
)
def test_what_asks_for_nothing_else_stays_as_it_is(said: str) -> None:
    assert asking_part(said) == said
