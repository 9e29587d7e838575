"""What language analysis says of a text."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.language.japanese import morphemes
from lumina.language.names import same_name
from lumina.language.tokens import analyse, bare_name, estimate_tokens, fold, gram_id, grams, nouns, term_id

ODD_TEXTS = ["", " ", "\n\n", "😀", "\ud800", "a\x00b", "۱۲۳", "!?。", "ー", "々", "́", "﷽" * 3]


def test_one_word_in_any_script_is_one_term() -> None:
    assert analyse("たまねぎ").words == analyse("タマネギ").words == analyse("玉葱").words
    assert analyse("ｶﾒﾗを買う").words == analyse("カメラを買った。").words == ("かめら", "買う")


def test_japanese_function_words_and_auxiliaries_carry_nothing() -> None:
    assert analyse("昨日は公園で走っていました。").words == ("昨日", "公園", "走る")
    assert analyse("食べてみたかった").words == ("食べる",)


@pytest.mark.parametrize(
    ("noun", "verb"),
    [
        ("引っ越し", "来月引っ越すんだ"),
        ("お手伝い", "宿題を手伝った"),
        ("話", "話した"),
        ("光", "光っていた"),
        ("一人暮らし", "東京で暮らしている"),
        ("祭", "先祖を祭る"),
        ("泊まり", "二泊泊まった"),
        ("考え", "よく考えた"),
    ],
)
def test_a_noun_that_is_made_of_a_verb_meets_the_verb(noun: str, verb: str) -> None:
    assert not set(analyse(noun).words).isdisjoint(analyse(verb).words)


@pytest.mark.parametrize(
    ("noun", "verb"),
    [
        ("うち", "釘を打つ"),
        ("おじ", "怖じる"),
        ("足", "足した"),
        ("山", "止んだ"),
        ("歌", "歌った"),
        ("味", "味わった"),
        ("通り", "通った"),
        ("思い", "思った"),
        ("巻", "巻いた"),
    ],
)
def test_a_noun_that_is_only_written_like_one_does_not(noun: str, verb: str) -> None:
    assert set(analyse(noun).words).isdisjoint(analyse(verb).words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("血液型はA型", ["血液", "型", "a", "型"]),
        ("C言語とR言語", ["c", "言語", "r", "言語"]),
        ("ビタミンCを飲む", ["びたみん", "c", "飲む"]),
        ("5Gの電波", ["5", "g", "電波"]),
        ("α線", ["α", "線"]),
        ("안녕って何", ["안녕"]),
        ("สวัสดีの読み", ["สวัสดี", "読む"]),
    ],
)
def test_a_letter_by_itself_and_a_word_in_another_script_are_words(text: str, words: list[str]) -> None:
    assert list(analyse(text).words) == words


@pytest.mark.parametrize("text", ["あはｗｗｗ", "(ﾟДﾟ)", "( ；ｗ；)", "o(^▽^)o", "♪→😀"])
def test_laughter_and_faces_are_no_words(text: str) -> None:
    assert not analyse(text).words


def test_a_capital_by_itself_is_a_word_in_english_and_what_is_left_of_a_contraction_is_not() -> None:
    assert analyse("I'd take vitamin C, it's a fruit").words == ("take", "vitamin", "c", "fruit")


def test_english_words_are_stemmed_and_stop_words_go() -> None:
    assert analyse("She won't stop painting; the paintings weren't hers").words == ("stop", "paint", "paint")


def test_english_within_japanese_meets_english_by_itself() -> None:
    assert "paint" in analyse("I have been painting portraits って言ってた").words
    assert analyse("iPhoneを落とした").words[0] == analyse("iphone").words[0]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("映画を見た", "ja"),
        ("We saw a film", "en"),
        ("Netflixで映画を見ました", "ja"),
        ("I like ラーメン a lot", "en"),
    ],
)
def test_the_language_is_that_of_most_of_the_text(text: str, language: str) -> None:
    assert analyse(text).language == language


def test_sentences_keep_their_marks_and_numbers_stay_whole() -> None:
    assert analyse("It cost 3.5 euros. Really? Yes!").sentences == ("It cost 3.5 euros.", "Really?", "Yes!")
    assert analyse("雨だね。傘ある？").sentences == ("雨だね。", "傘ある？")


@pytest.mark.parametrize("text", ["元気ですか", "明日来る？", "行ったっけ", "Where is it?", "そうかな。"])
def test_questions_are_known_by_their_end(text: str) -> None:
    assert analyse(text).is_question


@pytest.mark.parametrize("text", ["元気です。", "本当？ 良かった。", "I know where it is."])
def test_what_only_has_a_question_in_it_is_none(text: str) -> None:
    assert not analyse(text).is_question


@pytest.mark.parametrize("text", ODD_TEXTS)
def test_odd_texts_are_taken_as_they_are(text: str) -> None:
    assert analyse(text).words == analyse(text).words
    assert sum(grams(text).values()) <= 2 * len(fold(text))
    assert isinstance(nouns(text), tuple)


@given(st.text(max_size=200))
def test_any_text_can_be_taken_apart(text: str) -> None:
    analysis = analyse(text)
    assert all(word.strip() for word in analysis.words)
    assert "".join("".join(analysis.sentences).split()) in "".join(text.split()) or len(analysis.sentences) > 1


def test_a_text_longer_than_sudachi_takes_is_read_to_its_end() -> None:
    words = analyse("山" * 60_000 + "。りんごを食べた").words
    assert words[-2:] == analyse("りんごを食べた").words


def test_threads_share_the_dictionary_but_no_tokenizer() -> None:
    texts = [f"{number}番目の箱に本を{number}冊入れた" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(morphemes, texts))
    assert together == [morphemes(text) for text in texts]


def test_grams_are_japanese_characters_and_pairs_within_a_run() -> None:
    assert grams("猫とネコ abc 犬") == {"猫": 1, "猫と": 1, "と": 1, "とね": 1, "ね": 1, "ねこ": 1, "こ": 1, "犬": 1}


def test_grams_and_words_of_one_spelling_have_different_ids() -> None:
    assert gram_id("猫") != term_id("猫")
    assert term_id("猫") == 2245964304


@pytest.mark.parametrize(
    ("name", "bare"),
    [("田中さん", "田中"), ("みほちゃん", "みほ"), ("Dr. Smith", "Smith"), ("さん", "さん"), ("山田 先生", "山田")],
)
def test_names_lose_their_honorifics(name: str, bare: str) -> None:
    assert bare_name(name) == bare


def test_a_name_is_the_same_by_its_reading_and_in_any_kana() -> None:
    assert same_name("田中さん", "タナカ")
    assert same_name("ルミナ", "るみな")
    assert same_name("Caroline Smith", "caroline")
    assert not same_name("田中", "田村")


def test_nouns_are_compounds_and_names_that_can_be_shown() -> None:
    assert nouns("田中さんとロードバイクで琵琶湖を一周した") == ("田中", "ロードバイク", "琵琶湖")
    assert nouns("I met Anna Berg at the old harbour and bought a kite.") == ("Anna Berg", "harbour", "kite")


def test_tokens_are_one_a_cjk_character_and_a_quarter_of_the_rest() -> None:
    assert estimate_tokens("猫がすき") == 4
    assert estimate_tokens("cats") == 1
    assert estimate_tokens("猫 abcd") == 3
    assert estimate_tokens("") == 0
