"""Distillation without a model."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.distil.distillate import CONCEPTS, KEYWORDS
from lumina.distil.offline import OfflineDistiller, distilled
from lumina.distil.polarity import WORD_EN, entries, feeling, valence
from lumina.language.english import stem
from lumina.language.japanese import morphemes
from lumina.models import Turn
from tests.distil.conversations import ALL, DOG, EXAM, GREETINGS, MOVE, PUPPY, turns


async def test_the_summary_keeps_what_mattered_and_who_said_it() -> None:
    summary = (await OfflineDistiller().distil(MOVE)).summary
    assert summary.startswith("陽菜：")
    assert "金沢に引っ越す" in summary
    assert "美咲さんと離れる" in summary
    assert "こんばんは" not in summary


def test_greetings_questions_and_agreement_do_not_reach_a_summary_that_has_better() -> None:
    assert "なるほど" not in distilled(DOG).summary
    assert "何歳" not in distilled(DOG).summary
    assert "柴犬" in distilled(DOG).summary


def test_an_english_summary_names_its_speakers() -> None:
    summary = distilled(PUPPY).summary
    assert summary.startswith("Anna: I adopted a puppy named Biscuit")
    assert "Emma is allergic to dogs" in summary
    assert "Hey there" not in summary


def test_turns_that_are_all_small_talk_still_have_a_summary() -> None:
    assert distilled(GREETINGS).summary


@pytest.mark.parametrize("said", ALL, ids=["move", "dog", "greetings", "puppy", "exam"])
def test_a_summary_is_short(said: Sequence[Turn]) -> None:
    distillate = distilled(said)
    assert len(distillate.summary) <= (200 if distillate.language == "ja" else 600)
    assert distillate.language == "ja" or len(distillate.summary.split()) <= 60


def test_a_sentence_that_is_too_long_is_cut() -> None:
    assert len(distilled(turns(("陽菜", "琵琶湖を自転車で" * 60))).summary) == 200
    words = distilled(turns(("Ben", "the cello teacher " * 100))).summary.split()
    assert len(words) == 60
    assert words[-1].endswith("…")


def test_what_two_speakers_say_is_told_apart() -> None:
    said = turns(("陽菜", "青森でリンゴ農園を継ぎました。"), ("健", "弘前にも畑がある。"))
    assert distilled(said).summary == "陽菜：青森でリンゴ農園を継ぎました。 健：弘前にも畑がある。"


def test_keywords_are_the_things_talked_about() -> None:
    assert set(distilled(MOVE).keywords) >= {"金沢", "転勤", "美咲"}
    assert set(distilled(DOG).keywords[:2]) == {"コタロウ", "夜鳴き"}
    assert {"Biscuit", "puppy", "Emma"} <= set(distilled(PUPPY).keywords)


def test_concepts_come_in_the_order_in_which_they_came_up() -> None:
    assert [name for name in distilled(MOVE).concepts if name in {"金沢", "転勤", "友達", "美咲"}] == [
        "金沢",
        "転勤",
        "友達",
        "美咲",
    ]
    assert [name for name in distilled(PUPPY).concepts if name in {"puppy", "biscuit", "emma"}] == [
        "puppy",
        "biscuit",
        "emma",
    ]


def test_spellings_of_one_thing_meet_in_one_concept() -> None:
    one = distilled(turns(("陽菜", "引越しの見積もりを田中さんに頼んだ。コンピュータも運ぶ。")))
    other = distilled(turns(("陽菜", "引っ越しは田中くんが来る。コンピューターは重い。")))
    assert {"引っ越し", "田中", "コンピューター"} <= set(one.concepts) & set(other.concepts)
    dogs = distilled(turns(("Ben", "I walk the dogs with Mr. Okada.")))
    dog = distilled(turns(("Ben", "The dog likes Okada.")))
    assert {"dog", "okada"} <= set(dogs.concepts) & set(dog.concepts)


def test_words_of_one_kanji_are_concepts_where_they_stand_alone() -> None:
    assert distilled(turns(("陽菜", "犬と海を見た。"))).concepts == ("犬", "海")
    assert "毛" not in distilled(turns(("陽菜", "毛アレルギーなんだ。"))).concepts


def test_pronouns_forms_times_numbers_and_speakers_are_no_concepts() -> None:
    said = turns(
        ("陽菜", "私はそのことを昨日3回、ルミナに話した。これは彼のもの。"),
        ("ルミナ", "陽菜さん、それは大事なことだね。"),
    )
    assert distilled(said).concepts == ()
    assert distilled(turns(("Ben", "I told you this 3 times yesterday, it was something good."))).concepts == ()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("すごく楽しかった！", "楽しかった"),
        ("楽しかった", "楽しくなかった"),
        ("面白かった", "あまり面白くなかった"),
        ("嫌いではない", "嫌いだ"),
        ("うまくいった", "うまくいかなかった"),
        ("嬉しかった笑", "嬉しかった"),
        ("テスト😊", "テスト😢"),
        ("そうだね(^^)", "そうだね(T_T)"),
        ("昨日カレーを食べた", "財布をなくして落ち込んでいる"),
        ("I am happy", "I am not happy"),
        ("I am very happy!", "I am happy"),
        ("It wasn't bad", "It was bad"),
        ("We had fun :)", "We had fun"),
        ("I work as a nurse", "My dog died and I am heartbroken"),
    ],
)
def test_what_feels_better_has_the_higher_valence(better: str, worse: str) -> None:
    assert feeling(better) > feeling(worse)


@pytest.mark.parametrize(
    "glad",
    [
        "嬉しいかもしれない",
        "楽しみでしかない",
        "面白くないですか？",
        "Isn't it great?",
        "I can't wait for the trip",
        "最高www",
    ],
)
def test_what_only_looks_like_negation_is_none(glad: str) -> None:
    assert feeling(glad) > 0.3


@pytest.mark.parametrize(
    "plain", ["明日は会議です。", "苦笑", "www.example.com を開いて", "I bought some bread.", "！！！", ""]
)
def test_what_is_merely_said_feels_like_nothing(plain: str) -> None:
    assert feeling(plain) == 0


def test_the_emotion_is_the_persons_own() -> None:
    mine = distilled(turns(("陽菜", "最高に幸せ！"), ("ルミナ", "そうなんだ。")))
    theirs = distilled(turns(("陽菜", "そうなんだ。"), ("ルミナ", "最高に幸せ！")))
    assert mine.valence > 2 * theirs.valence > 0


def test_a_strong_feeling_prevails_over_some_small_ones() -> None:
    assert valence([-0.9, 0.3, 0.3, 0.3]) < -0.3
    assert distilled(EXAM).valence > 0.4
    assert distilled(MOVE).valence < -0.3


@given(st.lists(st.floats(-1, 1)))
def test_valence_stays_within_its_bounds_and_turns_with_its_sign(feelings: list[float]) -> None:
    assert -1 <= valence(feelings) <= 1
    assert valence([-one for one in feelings]) == pytest.approx(-valence(feelings))


@pytest.mark.parametrize("lexicon", ["ja", "en"])
def test_the_lexica_are_large_within_bounds_and_do_not_contradict_themselves(lexicon: str) -> None:
    words = entries(lexicon)
    assert len(words) > 300
    assert all(-1 <= weight <= 1 and weight for weight in words.values())
    met: dict[tuple[str, ...], float] = {}
    for word, weight in words.items():
        form = tuple(map(stem, WORD_EN.findall(word))) if lexicon == "en" else tuple(m.normal for m in morphemes(word))
        assert met.setdefault(form, weight) == weight, word


@given(st.lists(st.tuples(st.sampled_from(["陽菜", "ルミナ", "Ben", "*"]), st.text(max_size=120)), max_size=8))
def test_any_text_can_be_distilled_and_the_same_gives_the_same(lines: list[tuple[str, str]]) -> None:
    said = turns(*lines)
    distillate = distilled(said)
    assert distillate == distilled(said)
    assert len(distillate.keywords) <= KEYWORDS
    assert len(distillate.concepts) <= CONCEPTS
    assert -1 <= distillate.valence <= 1
    assert bool(distillate.summary) == any(char.isalnum() for turn in said for char in turn.text)


def test_what_was_said_twice_is_summarised_once() -> None:
    assert distilled(turns(*[("陽菜", "琵琶湖で自転車に乗った。")] * 4)).summary == "陽菜：琵琶湖で自転車に乗った。"


def test_of_a_pasted_book_the_beginning_is_read() -> None:
    assert distilled(turns(("Ben", "I rode the bike around the lake. " * 20_000))).summary.startswith(
        "Ben: I rode the bike"
    )
