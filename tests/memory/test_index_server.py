"""Qdrant's server keeps the index's contract; so does the client's own local mode."""

import os
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from qdrant_client import AsyncQdrantClient, models

from harness.builders import DIMENSIONS, cue, unit
from harness.older import Digests, guesses
from harness.servers import KEY, serve_stand_in
from lumina.databases.circuit import Circuit
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.errors import FolderForeign, FolderTooNew, StoreDown, StoreNotTrusted
from lumina.memory import index_qdrant_server
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.index_qdrant_server import WRITTEN, QdrantServerIndex, drop_collections, open_qdrant
from lumina.memory.points import FORMAT, renewed
from tests.memory.index_contract import ASKED, IndexContract, entries_of, places
from tools.servers.certificate import CERTIFICATE, make_certificate
from tools.servers.serving import Server

PATIENCE = 240
SHARDS = 3
_numbers = count(1)


@pytest.fixture
def mortal() -> Generator[Server]:
    with serve_stand_in() as server:
        yield server


@pytest.fixture
async def wire(qdrant_stand_in: Server) -> AsyncGenerator[AsyncQdrantClient]:
    client = open_qdrant(qdrant_stand_in.url, KEY, seconds=PATIENCE)
    yield client
    await client.close()


@asynccontextmanager
async def connected(url: str, authority: Path | None) -> AsyncGenerator[QdrantServerIndex]:
    client = open_qdrant(url, KEY, authority=authority)
    yield QdrantServerIndex(client, "memories", somebody(), DIMENSIONS)
    await client.close()


def somebody() -> str:
    """An embedder that nobody had before."""
    return f"embedder {next(_numbers)} {token_hex(4)}"


class Local(AsyncQdrantClient):
    """Local mode has no REST interface: what would go there is read by the client's models, and done by its verbs."""

    @property
    def http(self) -> Any:
        return SimpleNamespace(
            points_api=SimpleNamespace(upsert_points=self._upsert_points),
            search_api=SimpleNamespace(query_batch_points=self._query_batch_points),
        )

    async def _query_batch_points(self, collection: str, *, query_request_batch: bytes) -> SimpleNamespace:
        asked = models.QueryRequestBatch.model_validate_json(query_request_batch)
        return SimpleNamespace(result=await self.query_batch_points(collection, asked.searches))

    async def _upsert_points(self, collection: str, wait: bool, *, point_insert_operations: bytes) -> None:
        written = models.PointsList.model_validate_json(point_insert_operations)
        await self.upsert(collection, written.points, wait=wait)


@pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")
class TestLocalMode(IndexContract):
    """The client's API is what we take it for. What has the same score is told apart by its last bit there."""

    def compare(self, found: Mapping[UUID, Mapping[str, int]], expected: Mapping[UUID, Mapping[str, int]]) -> None:
        assert {id_: set(ranks) for id_, ranks in found.items()} == {id_: set(ranks) for id_, ranks in expected.items()}

    @pytest.fixture
    async def index(self) -> AsyncGenerator[QdrantServerIndex]:
        client = Local(":memory:")
        yield await QdrantServerIndex.open(client, "memories", somebody(), DIMENSIONS)
        await client.close()


class TestOverTheWire(IndexContract):
    """The client's requests and answers, over Edge's engine; see qdrant_rest.py."""

    @pytest.fixture
    async def index(self, wire: AsyncQdrantClient) -> QdrantServerIndex:
        return await QdrantServerIndex.open(wire, "memories", somebody(), DIMENSIONS)


class TestInShardsByPerson(IndexContract):
    """Each person's points in one shard of those that a setting counts."""

    @pytest.fixture
    async def index(self, wire: AsyncQdrantClient) -> QdrantServerIndex:
        return await sharded(wire, somebody())


async def sharded(wire: AsyncQdrantClient, embedder: str) -> QdrantServerIndex:
    index = QdrantServerIndex(wire, "memories", embedder, DIMENSIONS, shards=SHARDS)
    await index.prepare()
    return index


if QDRANT_URL := os.environ.get("QDRANT_URL"):

    class TestServer(IndexContract):
        """A Qdrant server, where there is one."""

        @pytest.fixture
        async def index(self) -> AsyncGenerator[QdrantServerIndex]:
            client = open_qdrant(str(QDRANT_URL), os.environ.get("QDRANT_API_KEY"), seconds=PATIENCE)
            index = await QdrantServerIndex.open(client, "memories", somebody(), DIMENSIONS)
            yield index
            await client.delete_collection(index.collection)
            await client.close()


async def test_it_finds_what_edge_finds_in_the_same_places(wire: AsyncQdrantClient, tmp_path: Path) -> None:
    server = await QdrantServerIndex.open(wire, "memories", somebody(), DIMENSIONS)
    in_folder = await QdrantEdgeIndex.open(tmp_path, "memories", DIMENSIONS)
    for index in (server, in_folder):
        await index.write([*entries_of("haru", 40), *entries_of("aki", 25)])
    for number in range(6):
        asked = cue(asked=ASKED, vector=unit(("q", number)), speaker="lumina", month=(2026, 4), viewer="nox")
        found, expected = await server.search(asked), await in_folder.search(asked)
        assert {name: arm.ids for name, arm in found.items()} == {name: arm.ids for name, arm in expected.items()}
        for name, arm in expected.items():
            assert found[name].scores == pytest.approx(arm.scores)
    await in_folder.close()


async def test_a_person_lies_in_one_shard_and_is_found_and_forgotten_there(wire: AsyncQdrantClient) -> None:
    index, people = await sharded(wire, somebody()), [f"person {number}" for number in range(8)]
    await index.write([entry for person in people for entry in entries_of(person)])
    spread = [(await wire.count(index.collection, shard_key_selector=shard)).count for shard in range(SHARDS)]
    assert sum(spread) == await index.count() == 8 * 30
    assert sum(count > 0 for count in spread) > 1
    for person in people:
        theirs = models.Filter(
            must=[models.FieldCondition(key="person", match=models.MatchValue(value=NOBODYS.key(person)))]
        )
        counts = [
            (await wire.count(index.collection, theirs, shard_key_selector=shard)).count for shard in range(SHARDS)
        ]
        assert sorted(counts) == [0, 0, 30]
        assert await places(index, cue(person, asked=ASKED))
    assert await index.forget(people[0]) == 30
    assert await index.count(people[0]) == 0
    assert await index.count() == 7 * 30


async def test_what_lay_in_other_shards_goes_when_their_number_changes(wire: AsyncQdrantClient) -> None:
    """Nobody would erase from there. Who fills the new ones is whoever misses what they do not have."""
    embedder = somebody()
    before = await QdrantServerIndex.open(wire, "memories", embedder, DIMENSIONS)
    await before.write(entries_of())
    index = await sharded(wire, embedder)
    assert await index.count() == 0
    await drop_collections(wire, embedder, Circuit("Qdrant"), SHARDS)
    assert not await wire.collection_exists(before.collection)
    assert await wire.collection_exists(index.collection)


async def test_a_shard_that_is_missing_is_made_when_it_is_opened_again(wire: AsyncQdrantClient) -> None:
    """Whoever made them was killed in between."""
    embedder = somebody()
    fewer = QdrantServerIndex(wire, "memories", embedder, DIMENSIONS, shards=SHARDS)
    await wire.create_collection(
        fewer.collection,
        {"window": models.VectorParams(size=DIMENSIONS, distance=models.Distance.COSINE)},
        {"terms": models.SparseVectorParams(modifier=models.Modifier.IDF)},
        sharding_method=models.ShardingMethod.CUSTOM,
        metadata={WRITTEN: FORMAT},
    )
    await wire.create_shard_key(fewer.collection, 1)
    await fewer.write(entries_of("haru"))
    assert await fewer.count("haru") == 30
    keys = (await wire.list_shard_keys(fewer.collection)).shard_keys or []
    assert sorted(one.key for one in keys) == [0, 1, 2]


async def test_each_embedder_and_kind_has_a_collection_of_its_own(wire: AsyncQdrantClient) -> None:
    first = somebody()
    memories = await QdrantServerIndex.open(wire, "memories", first, DIMENSIONS)
    knowledge = await QdrantServerIndex.open(wire, "knowledge", first, DIMENSIONS)
    other = await QdrantServerIndex.open(wire, "memories", somebody(), DIMENSIONS)
    await memories.write(entries_of())
    assert [await index.count() for index in (memories, knowledge, other)] == [30, 0, 0]
    again = await QdrantServerIndex.open(wire, "memories", first, DIMENSIONS)
    assert await again.count() == 30


async def test_vectors_of_other_dimensions_are_refused(wire: AsyncQdrantClient) -> None:
    mine = somebody()
    await QdrantServerIndex.open(wire, "memories", mine, DIMENSIONS)
    with pytest.raises(FolderForeign, match=f"{DIMENSIONS} dimensions"):
        await QdrantServerIndex.open(wire, "memories", mine, DIMENSIONS + 1)


async def test_a_collection_that_somebody_dropped_is_made_again_empty(wire: AsyncQdrantClient) -> None:
    index = await QdrantServerIndex.open(wire, "memories", somebody(), DIMENSIONS)
    await index.write(entries_of())
    await wire.delete_collection(index.collection)
    assert await index.count() == 0
    await index.write(entries_of())
    assert await index.count() == 30


async def test_a_wrong_key_is_named_and_not_shown(qdrant_stand_in: Server) -> None:
    client = open_qdrant(qdrant_stand_in.url, "another-key")
    with pytest.raises(StoreDown, match="HTTP 401") as refused:
        await QdrantServerIndex.open(client, "memories", somebody(), DIMENSIONS)
    assert "another-key" not in str(refused.value)
    await client.close()


async def test_over_tls_an_authority_of_one_s_own_is_trusted_where_it_is_named(tmp_path: Path) -> None:
    other, _ = make_certificate(tmp_path)
    with serve_stand_in(tls=True) as server:
        async with connected(server.url, server.folder / CERTIFICATE) as index:
            await index.write(entries_of())
            assert await index.count() == 30
        for authority in (None, other):
            async with connected(server.url, authority) as distrusting:
                with pytest.raises(StoreNotTrusted, match=r"self-signed certificate\. LUMINA_QDRANT_CA"):
                    await distrusting.count()


async def test_killed_and_started_again_it_has_what_it_had(mortal: Server) -> None:
    client = open_qdrant(mortal.url, KEY)
    index = QdrantServerIndex(client, "memories", somebody(), DIMENSIONS, Circuit("Qdrant", rest=0))
    await index.write(entries_of())
    mortal.kill()
    for asked in (index.search(cue(asked=ASKED)), index.write(entries_of()), index.count(), index.forget("haru")):
        with pytest.raises(StoreDown, match="Qdrant"):
            await asked
    mortal.start()
    assert await index.count("haru") == 30
    await client.close()


async def test_a_server_that_does_not_answer_is_given_up(mortal: Server) -> None:
    hasty = open_qdrant(mortal.url, KEY, seconds=1)
    index = QdrantServerIndex(hasty, "memories", somebody(), DIMENSIONS)
    with mortal.paused(), pytest.raises(StoreDown, match="Timeout"):
        await index.search(cue(asked=ASKED))
    await hasty.close()


async def test_keys_of_an_older_version_are_renewed_and_all_is_found_as_before(
    wire: AsyncQdrantClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_qdrant_server, "BATCH", 100)
    asking = cue("haru", asked=ASKED, vector=unit("q"), speaker="lumina", month=(2026, 4), viewer="nox")
    embedder = somebody()
    old = QdrantServerIndex(wire, "memories", embedder, DIMENSIONS, pseudonyms=Digests())
    await old.write([*entries_of("haru", 80), *entries_of("aki")])
    before = await places(old, asking)
    await wire.update_collection(old.collection, metadata={WRITTEN: 1})
    new = QdrantServerIndex(wire, "memories", embedder, DIMENSIONS, pseudonyms=Pseudonyms(b"secret"))
    killed = QdrantServerIndex(wire, "memories", embedder, DIMENSIONS, pseudonyms=Pseudonyms(b"secret"))
    with monkeypatch.context() as broken, pytest.raises(StoreDown):
        broken.setattr(index_qdrant_server, "renewed", Breaking())
        await killed.prepare()
    assert before and await places(new, asking) == before
    assert (await new.count("haru"), await new.count("aki")) == (240, 30)
    points, _ = await wire.scroll(new.collection, limit=1_000, with_payload=True)
    written = repr([point.payload for point in points]).encode()
    assert not [form for name in ("haru", "aki", "lumina", "nox") for form in guesses(name) if form in written]
    assert await new.forget("haru") == 240


class Breaking:
    """Renews a page of points, and dies at the next."""

    def __init__(self) -> None:
        self.pages = count(1)

    def __call__(self, *args: Any) -> Any:
        if next(self.pages) > 1:
            raise StoreDown(store="Qdrant", why="killed")
        return renewed(*args)


async def test_a_collection_of_a_newer_version_is_refused(wire: AsyncQdrantClient) -> None:
    embedder = somebody()
    index = await QdrantServerIndex.open(wire, "memories", embedder, DIMENSIONS)
    await wire.update_collection(index.collection, metadata={WRITTEN: 99})
    with pytest.raises(FolderTooNew, match="format 99"):
        await QdrantServerIndex.open(wire, "memories", embedder, DIMENSIONS)
