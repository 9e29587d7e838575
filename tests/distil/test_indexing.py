"""Index entries: a turn read with its neighbours, whatever slice of the thread is at hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np
import pytest

from lumina.distil.indexing import index_summary, index_turns, turn_terms
from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.language.tokens import analyse, gram_id, term_id
from lumina.models import EVERYBODY, Memory, Role, Turn, derived_id

START = datetime(2026, 4, 1, 9, 0, tzinfo=UTC)
LINES = [
    "週末に陶芸教室へ行ってきた。",
    "楽しそう！何を作ったの？",
    "湯のみを二つ。土をこねるのが難しくて。",
    "焼き上がりはいつ？",
    "来月の中ごろに受け取りに行くよ。",
    "釉薬の色は選べた？",
    "深い緑にした。",
    "それは素敵だね。",
    "次は大きな皿に挑戦したい。",
    "私も体験してみたいな。",
    "じゃあ今度いっしょに行こう。",
    "うれしい、予約しておくね。",
    "先生はとても優しい人だよ。",
    "服は汚れてもいいものがいい？",
]


def turn(number: int, text: str) -> Turn:
    return Turn(
        id=derived_id("turn", number),
        person="haru",
        room="cli",
        thread=UUID(int=7),
        speaker="haru" if number % 2 == 0 else "ルミナ",
        role=Role.PERSON if number % 2 == 0 else Role.CHARACTER,
        text=text,
        at=START + timedelta(minutes=number),
        witnesses=frozenset({EVERYBODY}),
        position=number,
    )


TURNS = [turn(number, text) for number, text in enumerate(LINES)]
MEMORY = UUID(int=99)


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> CalibratedEmbedder:
    return open_embedder("chive", tmp_path_factory.mktemp("chive"))


async def test_entries_are_made_for_the_turns_of_the_memory_alone(embedder: CalibratedEmbedder) -> None:
    entries = await index_turns(TURNS, {turn.id: MEMORY for turn in TURNS[5:8]}, ("haru", "ルミナ"), embedder)
    assert [entry.id for entry in entries] == [turn.id for turn in TURNS[5:8]]
    assert {entry.memory for entry in entries} == {MEMORY}
    assert entries[0].people == ("haru", "ルミナ")
    assert [entry.speaker for entry in entries] == ["ルミナ", "haru", "ルミナ"]


async def test_five_turns_of_context_are_as_good_as_the_whole_thread(embedder: CalibratedEmbedder) -> None:
    mine = {turn.id: MEMORY for turn in TURNS[6:8]}
    whole = await index_turns(TURNS, mine, (), embedder)
    slice_ = await index_turns(TURNS[1:13], mine, (), embedder)
    for one, other in zip(whole, slice_, strict=True):
        assert one.window is not None
        assert other.window is not None
        assert np.allclose(one.window, other.window, atol=1e-6)
        assert np.array_equal(one.terms.ids, other.terms.ids)
        assert np.allclose(one.terms.weights, other.terms.weights)
        assert one.follows_question == other.follows_question


async def test_a_word_counts_less_the_farther_away_it_stands(embedder: CalibratedEmbedder) -> None:
    entries = await index_turns(TURNS, {turn.id: MEMORY for turn in TURNS}, (), embedder)
    weights = [dict(zip(e.terms.ids.tolist(), e.terms.weights.tolist(), strict=True)) for e in entries]
    word = term_id("釉薬")
    assert weights[5][word] > weights[6][word] > weights[7][word] > weights[10][word] > 0
    assert weights[5][word] > weights[4][word] > weights[3][word] > 0
    assert word not in weights[11]
    assert word in entries[5].words
    assert word not in entries[6].words


async def test_terms_are_ascending_distinct_and_below_one(embedder: CalibratedEmbedder) -> None:
    for entry in await index_turns(TURNS, {turn.id: MEMORY for turn in TURNS}, (), embedder):
        assert np.all(np.diff(entry.terms.ids.astype(np.int64)) > 0)
        assert np.all(np.diff(entry.words.astype(np.int64)) > 0)
        assert np.all((entry.terms.weights > 0) & (entry.terms.weights < 1))
        assert entry.terms.ids.dtype == np.uint32
        assert entry.terms.weights.dtype == np.float32


async def test_questions_answers_and_digits_are_marked(embedder: CalibratedEmbedder) -> None:
    entries = await index_turns(TURNS, {turn.id: MEMORY for turn in TURNS}, (), embedder)
    assert [entry.is_question for entry in entries[:4]] == [False, True, False, True]
    assert [entry.follows_question for entry in entries[:4]] == [False, False, True, False]
    assert entries[2].has_digit
    assert not entries[0].has_digit


async def test_where_the_embedder_is_silent_the_words_still_stand(embedder: CalibratedEmbedder) -> None:
    english = turn(0, "The kiln was still warm.")
    (entry,) = await index_turns([english], {english.id: MEMORY}, ("haru",), embedder)
    assert entry.window is None
    assert entry.sentences is None
    assert set(entry.words.tolist()) == {term_id("kiln"), term_id("warm")}


async def test_a_turn_is_read_with_what_all_who_heard_it_heard_too(embedder: CalibratedEmbedder) -> None:
    words = [term_id(analyse(line).words[0]) for line in LINES[:3]]
    heard = [{"ルミナ", "haru"}, {"ノクス", "haru"}, {"ルミナ", "ノクス"}]
    turns = [replace(turn, witnesses=frozenset(who)) for turn, who in zip(TURNS, heard, strict=False)]
    turns[1] = replace(turns[1], role=Role.GUEST, speaker="ミホ", witnesses=frozenset({"ノクス", "ミホ"}))
    entries = await index_turns(turns, {turn.id: MEMORY for turn in turns}, (), embedder)
    read = [[word in entry.terms.ids for word in words] for entry in entries]
    assert read == [[True, False, True], [False, True, True], [False, False, True]]
    alone = await index_turns(turns[2:], {turns[2].id: MEMORY}, (), embedder)
    assert np.array_equal(entries[2].window, alone[0].window)  # pyright: ignore[reportArgumentType]


async def test_a_summary_is_an_entry_under_the_memory_s_id(embedder: CalibratedEmbedder) -> None:
    memory = Memory(
        id=MEMORY,
        person="haru",
        room="cli",
        thread=UUID(int=7),
        kind="episode",
        text="陶芸教室で湯のみを作った。",
        keywords=(),
        concepts=(),
        valence=0.4,
        salience=0.5,
        born=START,
        turns=tuple(turn.id for turn in TURNS),
        witnesses=frozenset({"ルミナ"}),
    )
    entry = await index_summary(memory, ("haru", "ルミナ"), embedder)
    assert (entry.id, entry.memory, entry.is_summary, entry.speaker) == (MEMORY, MEMORY, True, "")
    assert entry.witnesses == memory.witnesses
    assert entry.window is not None
    assert np.linalg.norm(entry.window) == pytest.approx(1, abs=1e-5)
    assert term_id("陶芸") in entry.terms.ids


def test_the_terms_of_a_turn_are_its_words_and_grams_each_once() -> None:
    found = turn_terms("猫と猫が寝た").tolist()
    assert found == sorted(set(found))
    assert {term_id("猫"), term_id("寝る"), gram_id("猫"), gram_id("猫と")} <= set(found)
    assert turn_terms("").tolist() == []
