"""The index of long-term memories and of the knowledge base in a Qdrant server: the same points and the same questions
as in Qdrant Edge.

A projection: PostgreSQL has the record. Points hold vectors, ids and pseudonyms of what is filtered by, never text or
names. A collection that is gone is made again, empty: what PostgreSQL believes to be indexed is missed, and indexed.
"""

import re
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID

import httpx
import numpy as np
import orjson
from qdrant_client import AsyncQdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

from lumina.databases.certificates import distrust, trusting
from lumina.databases.circuit import Circuit
from lumina.databases.pseudonyms import NOBODYS, Pseudonyms
from lumina.errors import FolderForeign, FolderTooNew, StoreDown, StoreFull, StoreTooOld, because
from lumina.memory.points import FORMAT, SLACK, Condition, Key, Kind, arms_of, batches, by_payload, groups_of, renewed
from lumina.memory.shard_keys import ShardKeys, told
from lumina.models import Arm, Cue, Entry

ANSWER_SECONDS: Final = 5
OLDEST: Final = (1, 19)
"""From which on a question says whose words the idf counts (`corpus`)."""

BATCH: Final = 500
"""Points in a request: of 4,096 dimensions they are 20 MB as JSON, and a server takes 32."""

PREFIX: Final = "lumina-"
WRITTEN: Final = "lumina_format"
"""In a collection's metadata: the FORMAT of its points."""

GONE: Final = 404
FULL: Final = 507
NO_SPACE: Final = b"No space left"
FIELDS: Final = {
    # with the tenant's points side by side on the disk
    "person": models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True),
    "speaker": models.PayloadSchemaType.KEYWORD,
    "month": models.PayloadSchemaType.INTEGER,
    "witnesses": models.PayloadSchemaType.KEYWORD,
}
KEPT_OPEN: Final = httpx.Limits(keepalive_expiry=2)
"""Connections are used again, on this machine, too, where the client would not; shorter than the server keeps them."""

GRAPHS: Final = models.HnswConfigDiff(m=0, payload_m=16)
"""Nobody searches all persons at once: each has a graph of their own, and there is none of all."""

OWN_SHARDS: Final[Mapping[str, Any]] = {"sharding_method": models.ShardingMethod.CUSTOM, "shard_number": 1}
"""A shard for each key, with as many replicas as the cluster's default has."""

T = TypeVar("T")
Points = Sequence[Mapping[str, object]]
"""As models.PointStruct."""


def open_qdrant(
    url: str, api_key: str | None = None, *, authority: Path | None = None, seconds: int = ANSWER_SECONDS
) -> AsyncQdrantClient:
    """A client of the server at `url`, shared by its indexes; whoever opened it closes it. Where the certificate of an
    `authority` is given, a server is trusted by that one alone."""
    tls: dict[str, Any] = {} if authority is None else {"verify": trusting(authority)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a key without TLS: the operator's network may be his own
        return AsyncQdrantClient(
            url=url, api_key=api_key, timeout=seconds, check_compatibility=False, limits=KEPT_OPEN, **tls
        )


async def qdrant_version(client: AsyncQdrantClient, circuit: Circuit) -> str:
    """Raises StoreDown."""
    async with circuit.calling():
        with _translated():
            return (await client.info()).version


async def drop_collections(client: AsyncQdrantClient, identity: str, circuit: Circuit, shards: int = 0) -> None:
    """Delete the collections of all other embedders, and those that are shared out among shards in another way."""
    async with circuit.calling():
        await _drop_collections(client, _ending(identity, shards))


async def _drop_collections(client: AsyncQdrantClient, ending: str) -> None:
    with _translated():
        for one in (await client.get_collections()).collections:
            if one.name.startswith(PREFIX) and not one.name.endswith(ending):
                await client.delete_collection(one.name)


class QdrantServerIndex:
    """A projection in a collection of its own for each embedder and kind, of vectors of `dimensions`. See `open`."""

    def __init__(
        self,
        client: AsyncQdrantClient,
        kind: Kind,
        identity: str,
        dimensions: int,
        circuit: Circuit | None = None,
        pseudonyms: Pseudonyms = NOBODYS,
        shards: int = 0,
    ) -> None:
        self.name = kind
        self._shards = ShardKeys(shards)
        self._pseudonyms = pseudonyms
        self._key = pseudonyms.key
        self.collection = f"{PREFIX}{kind}{_ending(identity, shards)}"
        self._client = client
        self._dimensions = dimensions
        self._circuit = circuit or Circuit("Qdrant")
        self._prepared = False

    @classmethod
    async def open(cls, client: AsyncQdrantClient, kind: Kind, identity: str, dimensions: int) -> "QdrantServerIndex":
        """Make the collection where there is none. Raises FolderForeign where its vectors have other dimensions."""
        index = cls(client, kind, identity, dimensions)
        await index.prepare()
        return index

    async def prepare(self) -> None:
        """As open(). Who is not prepared prepares itself before the first call that is answered. Raises StoreTooOld."""
        self._prepared = False
        await self._answering(_nothing)

    async def write(self, entries: Sequence[Entry]) -> None:
        """Durable when it returns. The points are written as JSON here: through the client's models a point takes six
        times as long."""
        for shard, theirs in self._shards.parted(entries, self._key).items():
            for batch in batches(theirs, BATCH):
                points = {"points": _points(batch, self._dimensions, self._key), **told(shard)}
                await self._answering(partial(self._upsert, _as_json(points)))

    async def _query(self, asked: Any) -> list[Any]:
        """As JSON, too: the client would copy every model, to look for texts that it could embed."""
        api: Any = self._client.http.search_api
        return (await api.query_batch_points(self.collection, query_request_batch=asked)).result

    async def _upsert(self, points: Any) -> None:
        api = self._client.http.points_api
        await api.upsert_points(self.collection, wait=True, point_insert_operations=points)

    async def search(self, cue: Cue) -> dict[str, Arm]:
        queries = _queries(cue, self._dimensions, self._key)
        if not queries:
            return {}
        at = self._shards.at(self._key(cue.person))
        asked = _as_json({"searches": [{**query, **at} for query in queries.values()]})
        answers = await self._answering(lambda: self._query(asked))
        found = {
            name: [(bytes.fromhex(str(point.id).replace("-", "")), point.score) for point in answer.points]
            for name, answer in zip(queries, answers, strict=True)
        }
        return arms_of(found, cue.limit)

    async def missing(self, ids: Sequence[UUID]) -> list[UUID]:
        here: set[UUID] = set()
        for batch in batches(ids, BATCH):
            found = await self._answering(
                lambda batch=batch: self._client.retrieve(self.collection, batch, with_payload=False)
            )
            here.update(_id(point.id) for point in found)
        return [id_ for id_ in ids if id_ not in here]

    async def ids(self, start: UUID, limit: int) -> list[UUID]:
        page, _ = await self._answering(
            lambda: self._client.scroll(
                self.collection, limit=limit, offset=start, with_payload=False, with_vectors=False
            )
        )
        return [_id(point.id) for point in page]

    async def _page(self, offset: Any) -> tuple[Sequence[Any], Any]:
        return await self._client.scroll(
            self.collection, limit=BATCH, offset=offset, with_payload=True, with_vectors=False
        )

    async def everything(self) -> AsyncIterator[bytes]:
        """The ids and payloads of all points, of whomever, as bytes. Raises StoreDown."""
        offset: Any = None
        while True:
            page, offset = await self._answering(partial(self._page, offset))
            for point in page:
                yield _id(point.id).bytes + repr(point.payload).encode("utf-8", "surrogatepass")
            if offset is None:
                return

    async def delete(self, ids: Sequence[UUID]) -> None:
        for batch in batches(ids, BATCH):
            points = models.PointIdsList(points=[*batch])
            await self._answering(partial(self._delete, points, self._shards.all))

    async def forget(self, person: str) -> int:
        went = await self.count(person)
        key = self._key(person)
        await self._answering(partial(self._delete, models.FilterSelector(filter=_theirs(key)), self._shards.of(key)))
        return went

    async def _delete(self, points: Any, shards: Any) -> None:
        await self._client.delete(self.collection, points, wait=True, shard_key_selector=shards)

    async def compact(self) -> None:
        """The server vacuums by itself."""

    async def count(self, person: str | None = None) -> int:
        key = None if person is None else self._key(person)
        theirs, shard = (None, None) if key is None else (_theirs(key), self._shards.of(key))
        asked = partial(self._client.count, self.collection, theirs, exact=True, shard_key_selector=shard)
        return (await self._answering(asked)).count

    async def estimate(self) -> int:
        return (await self._answering(lambda: self._client.count(self.collection, exact=False))).count

    async def _answering(self, call: Callable[[], Awaitable[T]]) -> T:
        """Raises StoreDown. Where the collection is gone, it is made again, and the call is tried once more."""
        async with self._circuit.calling():
            with _translated():
                return await self._prepared_for(call)

    async def _prepared_for(self, call: Callable[[], Awaitable[T]]) -> T:
        if not self._prepared:
            await self._prepare()
        try:
            return await call()
        except UnexpectedResponse as error:
            if error.status_code != GONE:
                raise
            await self._prepare()
            return await call()

    async def _prepare(self) -> None:
        _check_version((await self._client.info()).version)
        if await self._client.collection_exists(self.collection):
            await self._check()
        else:
            await self._make()
        await self._make_shards()
        for field, schema in FIELDS.items():
            await self._client.create_payload_index(self.collection, field, schema)
        self._prepared = True

    async def _check(self) -> None:
        config = (await self._client.get_collection(self.collection)).config
        self._check_dimensions(config.params.vectors)
        written = (config.metadata or {}).get(WRITTEN, 1)
        if written > FORMAT:
            raise FolderTooNew(folder=f"Qdrant's collection {self.collection}", unknown=f"format {written}")
        if written < FORMAT:
            await self._renew_keys()

    async def _renew_keys(self) -> None:
        """Killed before the collection tells, it goes through all again: what is renewed stays as it is."""
        offset: Any = None
        while True:
            page, offset = await self._page(offset)
            changes = renewed([(point.id, point.payload or {}) for point in page], self._pseudonyms.renewed)
            if changes:
                await self._client.batch_update_points(self.collection, _set(changes, self._shards.all), wait=True)
            if offset is None:
                break
        await self._client.update_collection(self.collection, metadata={WRITTEN: FORMAT})

    async def _make_shards(self) -> None:
        """Those that are not there yet. Somebody else may be faster."""
        wanted = set(self._shards.all or ())
        for shard in sorted(wanted - await self._known_shards()) if wanted else ():
            try:
                await self._client.create_shard_key(self.collection, shard)
            except ApiException:
                if shard not in await self._known_shards():
                    raise

    async def _known_shards(self) -> set[Any]:
        told = await self._client.list_shard_keys(self.collection)
        return {one.key for one in told.shard_keys or ()}

    def _check_dimensions(self, vectors: Any) -> None:
        stored = vectors["window"].size
        if stored != self._dimensions:
            why = because(
                "its vectors have {stored} dimensions, the embedder's {wanted}", stored=stored, wanted=self._dimensions
            )
            raise FolderForeign(folder=f"Qdrant's collection {self.collection}", why=why)

    async def _make(self) -> None:
        """Somebody else may be faster."""
        try:
            await self._client.create_collection(
                self.collection,
                {"window": models.VectorParams(size=self._dimensions, distance=models.Distance.COSINE)},
                {"terms": models.SparseVectorParams(modifier=models.Modifier.IDF)},
                **(OWN_SHARDS if self._shards.count else {}),
                hnsw_config=GRAPHS,
                metadata={WRITTEN: FORMAT},
            )
        except ApiException:
            if not await self._client.collection_exists(self.collection):
                raise


def _check_version(version: str) -> None:
    numbers = tuple(int(number) for number in re.findall(r"\d+", version)[: len(OLDEST)])
    if numbers < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        why = because("it is version {version}, and LUMINA needs {oldest} or newer", version=version, oldest=oldest)
        raise StoreTooOld(store="Qdrant", why=why)


def _points(entries: Sequence[Entry], dimensions: int, key: Key) -> Points:
    return [
        {"id": entry.id, "vector": _vectors(entry, dimensions), "payload": payload}
        for payload, alike in by_payload(entries, key)
        for entry in alike
    ]


def _vectors(entry: Entry, dimensions: int) -> Mapping[str, object]:
    """Without that of another embedder, as its length tells: until it is made anew, words alone find the entry."""
    vectors: dict[str, object] = {}
    if entry.window is not None and len(entry.window) == dimensions:
        vectors["window"] = entry.window
    if len(entry.terms.ids):
        vectors["terms"] = {"indices": entry.terms.ids, "values": entry.terms.weights}
    return vectors


def _as_json(asked: Mapping[str, object]) -> bytes:
    return orjson.dumps(asked, option=orjson.OPT_SERIALIZE_NUMPY)


def _queries(cue: Cue, dimensions: int, key: Key) -> dict[str, Mapping[str, object]]:
    """Each arm's query, as models.QueryRequest. The engine multiplies the idf, which it counts over the person's
    points."""
    queries: dict[str, Mapping[str, object]] = {}
    if cue.vector is not None and len(cue.vector) == dimensions:
        queries["dense"] = {"query": {"nearest": cue.vector}, "using": "window"}
    if len(cue.terms.ids):
        ones = {"indices": cue.terms.ids, "values": np.ones(len(cue.terms.ids), np.float32)}
        idf = {"corpus": _filter([("person", key(cue.person))])}
        queries["sparse"] = {"query": {"nearest": ones}, "using": "terms", "params": {"idf": idf}}
    return {
        arm + group: {**query, "filter": _filter(conditions), "limit": cue.limit + SLACK}
        for arm, query in queries.items()
        for group, conditions in groups_of(cue, key).items()
    }


def _set(
    changes: Sequence[tuple[Mapping[str, object], list[Any]]], shards: Any
) -> Sequence[models.SetPayloadOperation]:
    return [
        models.SetPayloadOperation(set_payload=models.SetPayload(payload={**payload}, points=ids, shard_key=shards))
        for payload, ids in changes
    ]


def _theirs(key: str) -> models.Filter:
    return models.Filter.model_validate(_filter([("person", key)]))


def _filter(conditions: Sequence[Condition]) -> Mapping[str, object]:
    """All of them hold. As models.Filter."""
    return {"must": [{"key": field, "match": _match(value)} for field, value in conditions]}


def _match(value: str | int | Sequence[str]) -> Mapping[str, object]:
    return {"value": value} if isinstance(value, str | int) else {"any": value}


async def _nothing() -> None: ...


def _id(id_: Any) -> UUID:
    return UUID(str(id_))


def _ending(identity: str, shards: int) -> str:
    shared_out = f"-{shards}" if shards else ""
    return f"-{sha256(identity.encode()).hexdigest()[:12]}{shared_out}"


@contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except (ApiException, QdrantException) as error:
        if isinstance(error, UnexpectedResponse) and (error.status_code == FULL or NO_SPACE in error.content):
            raise StoreFull(store="Qdrant", why=because("its disk is full")) from error
        distrusted = distrust(error, "Qdrant", "LUMINA_QDRANT_CA")
        raise distrusted or StoreDown(store="Qdrant", why=_why(error)) from error


def _why(error: Exception) -> str:
    """An answer of the server's may quote what it was asked: its status is enough."""
    if isinstance(error, UnexpectedResponse):
        return f"HTTP {error.status_code} {error.reason_phrase}"
    cause = error.source if isinstance(error, ResponseHandlingException) else error
    return str(cause).partition("\n")[0] or f"no answer ({type(cause).__name__})"
