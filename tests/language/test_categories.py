"""One word of a question stands for many others."""

import pytest

from lumina.language.categories import asks_category, told_of_category


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which language am I learning?", "Signed up for night school - Portuguese, level one"),
        ("what food do I have to avoid?", "Can't eat gluten, coeliac"),
        ("which instrument do I play?", "I'm in a quartet, I play the cello"),
        ("how much did she weigh?", "born at ten past four, 7lb 2oz"),
        ("犬種は？", "うちのコーギー、足が短い"),
        ("何語を習ってるんだっけ", "韓国語の教室に通い始めた"),
        ("愛車は何だっけ", "ジムニーで山に行った"),
    ],
)
def test_what_belongs_to_a_category_answers_a_question_for_it(question: str, text: str) -> None:
    assert asks_category(question)
    assert told_of_category(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which language am I learning?", "made a lasagne"),
        ("what can't I eat?", "made a lasagne"),
        ("What's my dog's name?", "I play the cello"),
        ("犬種は？", "今日はカレーを作った"),
        ("私の名前は？", "ピアノを弾いた"),
    ],
)
def test_what_does_not_belong_to_it_answers_nothing(question: str, text: str) -> None:
    assert not told_of_category(question, text)
