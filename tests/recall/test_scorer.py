"""The one scorer, on a small life in two languages: what was asked for comes first, and says why."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumina.distil.indexing import index_turns, turn_terms
from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.memory.entries import Entries
from lumina.memory.entry_codec import pack_entry, unpack_entries
from lumina.models import EVERYBODY, Entry, Grade, Role, Turn, Vector, derived_id
from lumina.recall.duplicates import alike, duplicates
from lumina.recall.grade import RemarkKind, grade, remarks
from lumina.recall.question import Question, read_question
from lumina.recall.scorer import Prior, Ranking, rank
from lumina.recall.statistics import Statistics

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
NOW = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)
TALKS: Sequence[Sequence[tuple[str, str]]] = (
    (
        ("haru", "先週の健康診断で身長が百五十八センチでした。"),
        ("ミホ", "私は百七十センチあります。背が高いのが悩みで。"),
        ("haru", "うらやましいです。棚の上に手が届かなくて。"),
    ),
    (
        ("ミホ", "庭に檸檬の木を植えたんですよ。"),
        ("haru", "実はなりましたか？"),
        ("ミホ", "去年は三つだけ採れました。"),
        ("haru", "うちのベランダではトマトを育てています。"),
    ),
    (
        ("haru", "昨日、隣町のパン屋で胡桃のパンを買いました。"),
        ("タケ", "あの店は朝早くに売り切れますよね。"),
        ("haru", "七時に並んでやっと買えました。"),
        ("タケ", "僕は胡桃アレルギーなので食べられません。"),
    ),
    (
        ("Tom", "I sailed to the island with my brother last summer."),
        ("haru", "How long did it take?"),
        ("Tom", "Two days, because the mast broke in a storm."),
        ("haru", "I would rather take the ferry."),
    ),
)


@dataclass(frozen=True, eq=False)
class Life:
    """Everything that rank needs of a few conversations."""

    turns: Mapping[UUID, Turn]
    entries: tuple[Entry, ...]
    statistics: Statistics
    embedder: CalibratedEmbedder
    people: tuple[str, ...]

    async def ask(self, text: str, *, vectors: bool = True) -> tuple[Question, Ranking]:
        question = read_question(text, asker=["haru"], people=self.people, at=NOW)
        vector = await self.embedder.question(question.encoder_text, question.weigher(self.statistics))
        return question, self.rank(question, vector if vectors else None)

    def rank(
        self,
        question: Question,
        vector: Vector | None = None,
        entries: Sequence[Entry] = (),
        priors: Mapping[UUID, Prior] | None = None,
    ) -> Ranking:
        """All entries, or these."""
        candidates = columns(entries or self.entries)
        texts = [self.turns[UUID(bytes=id_)].text if UUID(bytes=id_) in self.turns else "" for id_ in candidates.ids]
        known = {memory.bytes: prior for memory, prior in (priors or {}).items()}
        return rank(question, candidates, texts, self.statistics, vector, known)


def columns(entries: Sequence[Entry]) -> Entries:
    return unpack_entries({entry.id.bytes: pack_entry(entry) for entry in entries})


def ids(ranking: Ranking) -> list[UUID]:
    """Best first."""
    return [UUID(bytes=ranking.entries.ids[row]) for row in ranking.rows]


def said(talk: int, position: int, speaker: str, text: str) -> Turn:
    return Turn(
        id=derived_id("turn", talk, position),
        person="haru",
        room="cli",
        thread=UUID(int=talk + 1),
        speaker=speaker,
        role=Role.PERSON if speaker == "haru" else Role.GUEST,
        text=text,
        at=START + timedelta(days=20 * talk, minutes=position),
        witnesses=frozenset({EVERYBODY}),
        position=position,
    )


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Life:
    embedder = open_embedder("chive", tmp_path_factory.mktemp("chive"))
    with asyncio.Runner() as runner:
        return runner.run(lived(embedder))


async def lived(embedder: CalibratedEmbedder) -> Life:
    entries: list[Entry] = []
    turns: list[Turn] = []
    for number, talk in enumerate(TALKS):
        thread = [said(number, at, speaker, text) for at, (speaker, text) in enumerate(talk)]
        people = sorted({turn.speaker for turn in thread})
        entries += await index_turns(thread, {turn.id: turn.thread for turn in thread}, people, embedder)
        turns += thread
    frequency = Counter(term for turn in turns for term in turn_terms(turn.text).tolist())
    people = tuple(sorted({turn.speaker for turn in turns}))
    statistics = Statistics(len(turns), frequency)
    return Life({turn.id: turn for turn in turns}, tuple(entries), statistics, embedder, people)


def first(life: Life, ranking: Ranking) -> str:
    return life.turns[ids(ranking)[0]].text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("胡桃のパンを買ったのはどこの店だった？", "昨日、隣町のパン屋で"),
        ("私の背丈ってどれくらい？", "先週の健康診断で"),
        ("ミホさんの背丈ってどれくらい？", "私は百七十センチ"),
        ("ミホさんの庭に何の木がある？", "庭に檸檬の木"),
        ("タケさんは何アレルギー？", "僕は胡桃アレルギー"),
        ("Where did Tom sail?", "I sailed to the island"),
        ("How long did Tom take to sail?", "Two days"),
    ],
)
async def test_what_was_asked_for_comes_first(life: Life, question: str, answer: str) -> None:
    _, ranked = await life.ask(question)
    best = [life.turns[id_].text for id_ in ids(ranked)[:2]]
    assert any(text.startswith(answer) for text in best)


async def test_words_alone_find_what_shares_them(life: Life) -> None:
    _, ranked = await life.ask("胡桃のパンを買った店は？", vectors=False)
    assert first(life, ranked).startswith("昨日、隣町")
    assert "window" not in ranked.why(ranked.rows[0])


async def test_why_adds_up_to_the_score(life: Life) -> None:
    _, ranked = await life.ask("私の背丈ってどれくらい？")
    for row in ranked.rows:
        parts = [value for value in ranked.why(row).values() if isinstance(value, float)]
        assert sum(parts) == pytest.approx(ranked.scores[row], abs=1e-3)


@settings(max_examples=20)
@given(st.randoms(use_true_random=False))
def test_the_order_of_candidates_does_not_matter(life: Life, random: Random) -> None:
    question = read_question("ベランダで何を育てている？", asker=["haru"], people=life.people, at=NOW)
    shuffled = [*life.entries]
    random.shuffle(shuffled)
    assert ids(life.rank(question, entries=shuffled)) == ids(life.rank(question))


async def test_ties_go_by_id(life: Life) -> None:
    question = read_question("🙂", asker=[], people=[], at=NOW)
    bare = [replace(entry, words=entry.words[:0], is_question=False, follows_question=False) for entry in life.entries]
    ranked = rank(question, columns(bare), [""] * len(bare), life.statistics, None, {})
    assert ids(ranked) == sorted(ids(ranked))


async def test_nothing_to_rank_gives_nothing(life: Life) -> None:
    question = read_question("何？", asker=["haru"], people=life.people, at=NOW)
    nothing = rank(question, columns([]), [], life.statistics, None, {})
    assert nothing.rows == []
    assert grade(question, nothing, has_vector=True) is Grade.WEAK
    assert remarks(question, nothing) == ()


async def test_priors_only_part_what_is_as_good_as_equal(life: Life) -> None:
    question, plain = await life.ask("胡桃のパンは？", vectors=False)
    lowest = {entry.memory: Prior(recency=1.0, importance=1.0) for entry in life.entries}
    best = UUID(bytes=plain.entries.memories[plain.rows[0]])
    lowest[best] = Prior(archived=True)
    assert ids(life.rank(question, priors=lowest))[0] == ids(plain)[0]


async def test_an_equal_memory_that_is_important_comes_before_one_that_is_not(life: Life) -> None:
    question = read_question("胡桃のパンは？", asker=[], people=[], at=NOW)
    entry = life.entries[7]
    twins = [replace(entry, id=UUID(int=number), memory=UUID(int=number)) for number in (1, 2)]
    priors = {UUID(int=2): Prior(importance=0.9)}
    assert [id_.int for id_ in ids(life.rank(question, entries=twins, priors=priors))] == [2, 1]


async def test_the_month_asked_for_comes_first(life: Life) -> None:
    _, ranked = await life.ask("4月に何を話した？")
    assert all(life.turns[id_].at.month == 4 for id_ in ids(ranked)[:3])


async def test_near_duplicates_come_last_and_name_what_they_repeat(life: Life) -> None:
    question = read_question("胡桃のパンは？", asker=["haru"], people=life.people, at=NOW)
    copy = replace(life.entries[7], id=UUID(int=5), thread=UUID(int=77))
    original = life.turns[life.entries[7].id]
    both = replace(life, turns={**life.turns, copy.id: original}, entries=(*life.entries, copy))
    ranked = both.rank(question)
    assert ranked.why(ranked.rows[-1])["duplicate_of"] == str(ids(ranked)[0])
    assert ids(ranked)[-1] in {copy.id, original.id}


def test_duplicates_are_of_one_speaker_and_nearly_the_same() -> None:
    long = "今日はとても良い天気だったので、川沿いを海まで自転車で走ってきました"
    assert 0.9 <= alike([f"{long}。", f"{long}！"])[0, 1] < 1
    assert duplicates([f"{long}。", f"{long}！", f"{long}。", "雨でした。"], ["a", "a", "b", "a"]) == {1: 0}
    assert duplicates(["はい。", "はい。"], ["a", "a"]) == {1: 0}
    assert duplicates(["", ""], ["a", "a"]) == {}


async def test_words_that_stand_nowhere_near_are_named(life: Life) -> None:
    question, ranked = await life.ask("ミホさんの庭の池に金魚はいる？")
    (remark,) = [r for r in remarks(question, ranked) if r.kind is RemarkKind.WORDS_NOT_FOUND]
    assert remark.arguments["words"].split(", ") == ["池", "金魚"]
    assert "金魚" in remark.text("ja")
    assert remark.text("en").startswith("words of the question")
    assert remarks(question, ranked, window=("池を掘って、金魚を放したんだ",)) == ()


async def test_a_word_that_is_not_found_is_named_whole(life: Life) -> None:
    question, ranked = await life.ask("私は池で金魚をいくつ釣った？")
    (remark,) = [r for r in remarks(question, ranked) if r.kind is RemarkKind.WORDS_NOT_FOUND]
    assert remark.arguments["words"].split(", ") == ["池", "金魚", "釣る"]


async def test_the_wrong_person_is_told_apart(life: Life) -> None:
    question, ranked = await life.ask("ミホさんは胡桃のパンをどこの店で買ったの？")
    kinds = {remark.kind: remark for remark in remarks(question, ranked)}
    assert kinds[RemarkKind.WRONG_PERSON].arguments == {"asked": "ミホ", "speaker": "haru"}
    assert grade(question, ranked, has_vector=True) is not Grade.STRONG
    right, again = await life.ask("私は胡桃のパンをどこの店で買ったの？")
    assert RemarkKind.WRONG_PERSON not in {remark.kind for remark in remarks(right, again)}


async def test_grades_fall_with_the_evidence(life: Life) -> None:
    sure, found = await life.ask("胡桃のパンを隣町のパン屋で買ったのはいつって言った？")
    lost, nothing = await life.ask("ミホさんの従兄弟の職業は？", vectors=False)
    assert grade(sure, found, has_vector=True) is Grade.STRONG
    assert grade(lost, nothing, has_vector=False) is Grade.WEAK


@pytest.mark.parametrize("turns", [0, 1, 1000])
def test_rare_words_weigh_more_and_unknown_ones_most(turns: int) -> None:
    statistics = Statistics(turns, {1: turns, 2: min(turns, 1)})
    common, rare, unknown = statistics.idf(np.array([1, 2, 3], np.uint32)).tolist()
    assert 0 <= common <= rare <= unknown
    assert unknown == pytest.approx(statistics.highest, rel=1e-5)
