"""The default embedder: ready in milliseconds, silent where it knows nothing; calibration and topic shifts."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from lumina.embedding.calibration import dialogues, topic_similarity
from lumina.embedding.murmur import murmur64
from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.embedding.word_vectors import open_word_vectors
from lumina.errors import BadSetting
from lumina.models import Vector


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the vectors, whichever test comes first."""
    folder = tmp_path_factory.mktemp("embedder")
    open_word_vectors(folder)
    return folder


@pytest.fixture(scope="module")
def chive(cache: Path) -> CalibratedEmbedder:
    return open_embedder("chive", cache)


def even(word: str) -> float:
    """Every word counts alike."""
    return 1.0 if word else 0.0


async def closeness(embedder: CalibratedEmbedder, question: str, text: str) -> float:
    asked = await embedder.question(question, even)
    passage = (await embedder.passages([text]))[0]
    assert asked is not None
    assert passage is not None
    return float(passage.sentences[0] @ asked)


@pytest.mark.parametrize("spec", ["", "chiv", "sentence-transformers", "sentence-transformers:", "openai:x"])
def test_an_unknown_embedder_is_a_bad_setting(spec: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="LUMINA_EMBEDDER"):
        open_embedder(spec, tmp_path)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("", 14313749767032693980),
        ("a", 11901859001352538922),
        ("の", 2917952641780334418),
        ("中華料理店で食べる", 14012405356377505873),
    ],
)
def test_murmur_gives_the_keys_that_spacy_gives(word: str, value: int) -> None:
    assert murmur64(word.encode()) == value


def test_near_synonyms_share_a_row_and_unknown_words_have_none(cache: Path) -> None:
    vectors = open_word_vectors(cache)
    assert vectors.row("身長") is not None
    assert vectors.row("身長") == vectors.row("背丈")
    assert vectors.row("ぬるぽがっ") is None
    assert vectors.row("ぬるぽがっ", "身長") == vectors.row("身長")


async def test_what_means_the_same_is_closer_than_what_does_not(chive: CalibratedEmbedder) -> None:
    question = "背丈はどれくらい？"
    assert await closeness(chive, question, "身長は百六十センチです") > 0.5
    assert await closeness(chive, question, "カレーを煮込みました") < 0.2


async def test_it_says_nothing_of_other_languages_and_of_no_words(chive: CalibratedEmbedder) -> None:
    assert await chive.passages(["hello there", "", "😀", "はい", "です。"]) == [None] * 5
    assert await chive.question("Where did she go?", even) is None
    assert await chive.question("身長は？", lambda _: 0.0) is None


async def test_vectors_have_the_promised_shapes(chive: CalibratedEmbedder) -> None:
    passage = (await chive.passages(["週末に海で泳いだ"]))[0]
    question = await chive.question("週末は何をした？", even)
    assert passage is not None
    assert question is not None
    assert passage.sum.shape == question.shape == (chive.dimensions,)
    assert passage.sentences.shape == (1, chive.dimensions)
    assert passage.sum.dtype == passage.sentences.dtype == question.dtype == np.float32
    assert np.linalg.norm(question) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(passage.sentences[0]) == pytest.approx(1, abs=1e-5)


async def test_the_shared_direction_is_gone_from_every_vector(chive: CalibratedEmbedder) -> None:
    passages = await chive.passages(["雨が降った", "電車が遅れた", "猫が寝ている"])
    vectors: list[Vector] = [passage.sum for passage in passages if passage]
    assert np.abs(np.stack(vectors) @ chive.calibration.direction).max() < 1e-4


async def test_many_texts_at_once_are_the_same_as_one_by_one(cache: Path) -> None:
    texts = [
        f"{number}月に{place}へ行った"
        for number in range(1, 13)
        for place in ("京都", "札幌", "那覇", "松江", "金沢", "長崎")
    ]
    together = await open_embedder("chive", cache).passages(texts)
    single = open_embedder("chive", cache)
    for text, passage in zip(texts, together, strict=True):
        other = (await single.passages([text]))[0]
        assert passage is not None
        assert other is not None
        assert np.array_equal(passage.sum, other.sum)


def test_a_second_opening_is_quick_and_has_the_same_identity(chive: CalibratedEmbedder, cache: Path) -> None:
    again = open_embedder("chive", cache)
    assert again.identity == chive.identity
    assert np.array_equal(again.calibration.direction, chive.calibration.direction)
    assert again.calibration.topic_shift == chive.calibration.topic_shift


def test_several_may_make_the_cache_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        opened = list(pool.map(open_word_vectors, [tmp_path] * 4))
    assert {vectors.row("猫") for vectors in opened} == {opened[0].row("猫")}
    assert [path.name for path in tmp_path.iterdir()] == [next(tmp_path.glob("chive-*")).name]


def test_a_cache_that_went_away_is_made_anew(cache: Path, tmp_path: Path) -> None:
    shutil.copytree(cache, tmp_path / "copy")
    shutil.rmtree(next((tmp_path / "copy").glob("chive-*")))
    assert open_word_vectors(tmp_path / "copy").row("猫") == open_word_vectors(cache).row("猫")


def test_neither_spacy_nor_ginza_is_imported() -> None:
    code = (
        "import sys, pathlib; from lumina.embedding.opening import open_embedder; "
        "open_embedder('chive', pathlib.Path(sys.argv[1])); "
        "print(sorted({'spacy', 'ginza', 'ja_ginza', 'torch'} & set(sys.modules)))"
    )
    folder = Path(__file__).parent / "__pycache__" / "chive"
    run = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_there_are_forty_dialogues_to_calibrate_on(language: str) -> None:
    found = dialogues(language)
    assert len(found) == 40
    assert all(5 <= len(dialogue) <= 6 for dialogue in found)
    assert len({line for dialogue in found for line in dialogue}) > 195


async def test_a_new_topic_lies_below_the_threshold(chive: CalibratedEmbedder) -> None:
    thread = [
        "来月、家族で沖縄に旅行します",
        "飛行機はもう予約しましたか？",
        "はい、那覇までの便を取りました",
        "ホテルは海の近くですか？",
    ]
    spoken = await chive.passages(thread)
    same, other = await chive.passages(["砂浜まで歩いて三分の宿です", "最近、将棋の駒の動かし方を覚えました"])
    threshold = chive.calibration.topic_shift["ja"]
    near, far = topic_similarity(spoken, same), topic_similarity(spoken, other)
    assert near is not None
    assert far is not None
    assert near > threshold > far


def test_only_known_languages_have_a_threshold(chive: CalibratedEmbedder) -> None:
    assert set(chive.calibration.topic_shift) == {"ja"}
    assert topic_similarity([], None) is None
