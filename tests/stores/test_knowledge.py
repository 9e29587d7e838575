"""The knowledge base: versions, vectors that come later, statistics that stay right, and what is found."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.builders import DIMENSIONS, EVERYONE, NOW, ODD_NAMES, cue, places_in, term, terms, unit
from harness.indexes import Breakable
from lumina.databases.postgres import Database
from lumina.errors import StoreDown, UnknownNamespace
from lumina.knowledge.documents import make_document
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.models import Chunk, Document, Entry
from lumina.reports import DocumentReport
from lumina.stores.knowledge_postgres import Knowledge, Namespace

LONG = "。" + "港の灯台は霧の夜にだけ鐘を鳴らす。" * 40


@pytest.fixture
async def index(tmp_path: Path) -> AsyncGenerator[Breakable]:
    index = Breakable(await QdrantEdgeIndex.open(tmp_path, "knowledge", DIMENSIONS))
    yield index
    await index.index.close()


@pytest.fixture
def knowledge(database: Database, index: Breakable) -> Knowledge:
    return Knowledge(database, index)


def document(name: str, *paragraphs: str, namespace: str = "sea") -> Document:
    return make_document(namespace, name, "\n\n".join(paragraphs))


def words(chunk: Chunk) -> list[str]:
    return sorted(set(chunk.text.split()))


def entry(chunk: Chunk) -> Entry:
    said = terms(dict.fromkeys(words(chunk), 1.0))
    return Entry(
        id=chunk.id,
        memory=chunk.document,
        person=chunk.namespace,
        thread=chunk.document,
        is_summary=False,
        speaker="",
        people=(),
        at=NOW,
        witnesses=EVERYONE,
        window=unit(chunk.text),
        sentences=None,
        terms=said,
        words=said.ids,
    )


async def embed(knowledge: Knowledge, chunks: Sequence[Chunk] | None = None) -> int:
    """Give the chunks (all that wait) their entries; every word is a term."""
    chunks = await knowledge.waiting() if chunks is None else chunks
    return await knowledge.embedded([(entry(chunk), sorted(map(term, words(chunk)))) for chunk in chunks])


async def found(knowledge: Knowledge, word: str, namespace: str | None = "sea") -> set[str]:
    """The texts of the chunks that have the word."""
    brought = await knowledge.search(namespace, cue(asked={word: 1.0}))
    chunks = await knowledge.read([id_ for one in brought for id_ in places_in(one.arms)])
    return {chunk.text for chunk in chunks.values()}


async def test_a_document_is_found_once_it_has_vectors(knowledge: Knowledge) -> None:
    added = document("a.txt", "灯台 と 霧", "桟橋 の 鐘")
    assert await knowledge.add([added], NOW) == [DocumentReport("sea", "a.txt", 1, replaced=False)]
    assert await knowledge.namespaces() == [Namespace("sea", documents=1, chunks=1, waiting=1)]
    assert await found(knowledge, "霧") == set()
    assert await knowledge.waiting() == list(added.chunks)
    assert await embed(knowledge) == 1
    assert await knowledge.waiting() == []
    assert await found(knowledge, "霧") == {"灯台 と 霧\n\n桟橋 の 鐘"}
    [brought] = await knowledge.search("sea", cue(vector=unit(added.chunks[0].text)))
    [at] = places_in(brought.arms).values()
    assert (brought.source, at.ranks) == ("kb:sea", {"dense": 1})


async def test_a_new_version_replaces_the_former(knowledge: Knowledge, index: Breakable) -> None:
    await knowledge.add([document("a.txt", "古い 海図")], NOW)
    await embed(knowledge)
    assert (await knowledge.add([document("a.txt", "新しい 海図")], NOW))[0].replaced
    assert await found(knowledge, "海図") == set()
    await embed(knowledge)
    assert await found(knowledge, "海図") == {"新しい 海図"}
    assert await index.count() == 1
    assert await knowledge.namespaces() == [Namespace("sea", documents=1, chunks=1, waiting=0)]


async def test_the_same_version_again_changes_nothing(knowledge: Knowledge) -> None:
    await knowledge.add([document("a.txt", "海図")], NOW)
    await embed(knowledge)
    assert await knowledge.add([document("a.txt", "海図")], NOW) == [DocumentReport("sea", "a.txt", 1, replaced=False)]
    assert await knowledge.waiting() == []
    assert await found(knowledge, "海図") == {"海図"}


async def test_what_two_versions_share_keeps_its_vectors(knowledge: Knowledge) -> None:
    await knowledge.add([document("a.txt", LONG, "結び")], NOW)
    await embed(knowledge)
    after = document("a.txt", LONG, "別の 結び")
    await knowledge.add([after], NOW)
    assert await knowledge.waiting() == [after.chunks[-1]]


async def test_several_documents_are_added_all_or_none(knowledge: Knowledge) -> None:
    with pytest.raises(ValueError, match="unpack"):
        await knowledge.add([document("a"), document("b", namespace="air")], NOW)
    assert await knowledge.namespaces() == []
    assert await knowledge.add([], NOW) == []
    reports = await knowledge.add([document(name, name) for name in "abc"], NOW)
    assert [report.name for report in reports] == ["a", "b", "c"]


async def test_vectors_that_come_too_late_are_passed_over(knowledge: Knowledge, index: Breakable) -> None:
    await knowledge.add([document("a.txt", "古い")], NOW)
    late = await knowledge.waiting()
    await knowledge.add([document("a.txt", "新しい")], NOW)
    assert await embed(knowledge, late) == 0
    assert await knowledge.remove("sea", "a.txt")
    assert await embed(knowledge, late) == 0
    assert (await knowledge.namespaces(), await index.count()) == ([], 0)
    assert await knowledge.statistics(None, [term("古い")]) == (0, {})


async def test_a_removed_document_is_gone_and_the_last_takes_its_namespace(
    knowledge: Knowledge, index: Breakable
) -> None:
    await knowledge.add([document("a", "灯台"), document("b", "灯台 霧")], NOW)
    await embed(knowledge)
    assert await knowledge.remove("sea", "a")
    assert not await knowledge.remove("sea", "a")
    assert await found(knowledge, "灯台") == {"灯台 霧"}
    assert await knowledge.remove("sea", "b")
    assert not await knowledge.remove("air", "b")
    assert (await knowledge.namespaces(), await index.count()) == ([], 0)
    with pytest.raises(UnknownNamespace):
        await knowledge.search("sea", cue(asked={"灯台": 1.0}))


async def test_an_unknown_namespace_is_answered_with_the_known(knowledge: Knowledge) -> None:
    await knowledge.add([document("a", "灯台"), document("b", "灯台")], NOW)
    with pytest.raises(UnknownNamespace, match=r"'air'.*There are: sea\."):
        await knowledge.search("air", cue())


async def test_namespaces_are_searched_each_on_its_own_or_all(knowledge: Knowledge) -> None:
    for name in ODD_NAMES:
        await knowledge.add([document("a", f"灯台 {name}", namespace=name)], NOW)
    await embed(knowledge)
    for name in ODD_NAMES:
        assert await found(knowledge, "灯台", name) == {f"灯台 {name}".strip()}
        assert await knowledge.statistics(name, [term("灯台"), term("霧")]) == (1, {term("灯台"): 1})
    brought = await knowledge.search(None, cue(asked={"灯台": 1.0}))
    assert [one.source for one in brought if one.arms] == [f"kb:{name}" for name in sorted(ODD_NAMES)]
    assert await knowledge.statistics(None, [term("灯台")]) == (len(ODD_NAMES), {term("灯台"): len(ODD_NAMES)})


async def test_embedding_again_counts_nothing_twice(knowledge: Knowledge, index: Breakable) -> None:
    await knowledge.add([document("a", "灯台 霧"), document("b", "霧")], NOW)
    await embed(knowledge)
    before = await knowledge.statistics("sea", [term("灯台"), term("霧")])
    assert await knowledge.embed_again() == 2
    assert await embed(knowledge) == 2
    assert (
        await knowledge.statistics("sea", [term("灯台"), term("霧")])
        == before
        == (
            2,
            {term("灯台"): 1, term("霧"): 2},
        )
    )
    assert await index.count() == 2


async def test_what_is_embedded_while_the_index_is_down_is_found_once_it_heals(
    knowledge: Knowledge, index: Breakable
) -> None:
    await knowledge.add([document("a", "灯台")], NOW)
    index.down = True
    await embed(knowledge)
    with pytest.raises(StoreDown):
        await found(knowledge, "灯台")
    index.down = False
    assert (await knowledge.heal(), await knowledge.heal()) == (1, 0)
    assert await found(knowledge, "灯台") == {"灯台"}


async def test_whoever_adds_and_embeds_at_once_stops_nobody(knowledge: Knowledge, index: Breakable) -> None:
    async def add(number: int) -> None:
        await knowledge.add(
            [document(name, f"霧 {name} {number % 2}") for name in "abcd"[:: 1 - 2 * (number % 2)]], NOW
        )
        await embed(knowledge)

    await asyncio.gather(*(add(number) for number in range(8)))
    while await knowledge.waiting():
        await embed(knowledge)
    while await knowledge.heal():
        pass
    assert await knowledge.statistics("sea", [term("霧")]) == (4, {term("霧"): 4})
    assert await index.count() == 4


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from("ab"), st.lists(st.lists(st.sampled_from("霧鐘灯"), min_size=1), max_size=3), st.booleans()
        ),
        max_size=8,
    )
)
async def test_statistics_count_what_is_there_whatever_was_there_before(
    database: Database, index: Breakable, steps: list[tuple[str, list[list[str]], bool]]
) -> None:
    knowledge = Knowledge(database, index)
    there: dict[str, Document] = {}
    for name, paragraphs, remove in steps:
        if remove:
            assert await knowledge.remove("sea", name) == (there.pop(name, None) is not None)
        else:
            there[name] = document(name, *(" ".join(paragraph) for paragraph in paragraphs))
            await knowledge.add([there[name]], NOW)
            await embed(knowledge)
    chunks = [chunk for one in there.values() for chunk in one.chunks]
    expected = Counter(term(word) for chunk in chunks for word in words(chunk))
    assert await knowledge.statistics("sea", [term(word) for word in "霧鐘灯"]) == (len(chunks), dict(expected))
    for name in there:
        await knowledge.remove("sea", name)
    assert (await knowledge.namespaces(), await index.count()) == ([], 0)
    assert np.all([row[0] == 0 for row in await database.fetch("select count(*) from chunk_terms")])
