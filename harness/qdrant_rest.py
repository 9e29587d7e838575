"""A stand-in for a Qdrant server, for tests alone: the part of Qdrant's REST API that LUMINA calls, over Qdrant Edge.

No Qdrant server can be had from a package registry, and several processes, kills and pauses must be tried over the
wire. Requests are read by the models of Qdrant's own client, and answers are written by them: what they do not know is
refused. `python -m harness.qdrant_rest FOLDER PORT [KEY [CERTIFICATE ITS-KEY]]` serves the collections
in FOLDER.
"""

import json
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID, uuid4

import qdrant_edge as edge
import uvicorn
from pydantic import BaseModel, TypeAdapter, ValidationError
from qdrant_client.http import models
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

Answer = Callable[[Request], Awaitable[Response]]
M = TypeVar("M", bound=BaseModel)

TLS = ("ssl_certfile", "ssl_keyfile")
FULL = "full"
"""While there is a file of this name in its folder, it takes no more points, as a Qdrant whose disk is full."""


class Collection:
    """Shards of Edge by their keys (one, without a key, where it is not told how to share points out), and the
    description that it was made from."""

    def __init__(self, folder: Path, made: models.CreateCollection) -> None:
        self.folder, self.made = folder, made
        vectors: Any = made.vectors
        sparse: Any = made.sparse_vectors
        self.has_keys = made.sharding_method == models.ShardingMethod.CUSTOM
        self.config = edge.EdgeConfig(
            vectors={name: edge.EdgeVectorParams(one.size, edge.Distance.Cosine) for name, one in vectors.items()},
            sparse_vectors={name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf) for name in sparse},
        )
        self.shards: dict[str, edge.EdgeShard] = {}
        for known in folder.glob("shard*"):
            self.shards[known.name] = edge.EdgeShard.load(str(known))
        if not (folder / "made.json").exists():
            folder.mkdir(parents=True)
            if not self.has_keys:
                self.add()
            (folder / "made.json").write_text(made.model_dump_json())

    def add(self, key: object = "") -> None:
        """One more shard."""
        place = self.folder / f"shard{key}"
        place.mkdir()
        self.shards[place.name] = edge.EdgeShard.create(str(place), self.config)

    def at(self, keys: Any) -> list[edge.EdgeShard]:
        """The shards of these keys, or all. Raises Refused, as Qdrant refuses what it does not know."""
        if keys is None:
            return [*self.shards.values()]
        chosen = [keys] if isinstance(keys, int | str) else keys
        wanted = [f"shard{key}" for key in chosen]
        if unknown := set(wanted) - self.shards.keys():
            raise Refused(f"Shard key {unknown} not found")
        return [self.shards[one] for one in wanted]

    def tell(self, metadata: Mapping[str, object]) -> None:
        """What is told of the collection besides, as Qdrant merges it."""
        self.made = self.made.model_copy(update={"metadata": {**(self.made.metadata or {}), **metadata}})
        (self.folder / "made.json").write_text(self.made.model_dump_json())

    def update(self, operation: edge.UpdateOperation, keys: Any) -> Response:
        """Raises Refused."""
        if self.has_keys and keys is None:
            raise Refused("Shard key not specified")
        return self.alter(operation, keys)

    def alter(self, operation: edge.UpdateOperation, keys: Any = None) -> Response:
        for shard in self.at(keys):
            shard.update(operation)
            shard.flush()
        return said(models.UpdateResult(operation_id=0, status=models.UpdateStatus.COMPLETED))


class Refused(Exception):
    """A bad request."""


class Collections:
    """All there are, by name; what a killed process left is there again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, Collection] = {}
        for made in folder.glob("*/made.json"):
            description = models.CreateCollection.model_validate_json(made.read_bytes())
            self.known[made.parent.name] = Collection(made.parent, description)

    def of(self, request: Request) -> Collection:
        return self.known[request.path_params["name"]]


def said(result: object) -> Response:
    """As Qdrant wraps what it answers."""
    plain = json.loads(TypeAdapter(Any).dump_json(result, by_alias=True))
    return JSONResponse({"result": plain, "status": "ok", "time": 0.0})


def refused(status: int, why: str) -> Response:
    return JSONResponse({"status": {"error": why}, "time": 0.0, "result": None}, status)


async def body_of(request: Request, model: type[M]) -> M:
    """Raises ValidationError, also for what the model does not know."""
    return model.model_validate_json(await request.body())


def application(folder: Path, api_key: str = "") -> Starlette:
    collections = Collections(folder)

    async def info(_: Request) -> Response:
        version = os.environ["STAND_IN_VERSION"]
        plain = models.VersionInfo(title="qdrant - vector search engine", version=version)
        return JSONResponse(plain.model_dump())

    async def names(_: Request) -> Response:
        known = [models.CollectionDescription(name=name) for name in collections.known]
        return said(models.CollectionsResponse(collections=known))

    async def exists(request: Request) -> Response:
        return said(models.CollectionExistence(exists=request.path_params["name"] in collections.known))

    async def create(request: Request) -> Response:
        name, made = request.path_params["name"], await body_of(request, models.CreateCollection)
        if name in collections.known:
            return refused(409, "Collection already exists")
        collections.known[name] = Collection(folder / name, made)
        return said(result=True)

    async def alter(request: Request) -> Response:
        asked = await body_of(request, models.UpdateCollection)
        collections.of(request).tell(asked.metadata or {})
        return said(result=True)

    async def describe(request: Request) -> Response:
        return said(_description(collections.of(request)))

    async def drop(request: Request) -> Response:
        gone = collections.known.pop(request.path_params["name"])
        for shard in gone.shards.values():
            shard.close()
        dropped = gone.folder.rename(folder / f"dropped-{uuid4().hex}")
        shutil.rmtree(dropped)
        return said(result=True)

    async def index_field(request: Request) -> Response:
        asked = await body_of(request, models.CreateFieldIndex)
        schema: Any = asked.field_schema
        kind = getattr(getattr(schema, "type", schema), "value", "")
        types = {"keyword": edge.PayloadSchemaType.Keyword, "integer": edge.PayloadSchemaType.Integer}
        return collections.of(request).alter(edge.UpdateOperation.create_field_index(asked.field_name, types[kind]))

    async def upsert(request: Request) -> Response:
        asked = await body_of(request, models.PointsList)
        if (folder / FULL).exists():
            return refused(
                500, "Service internal error: No space left on device: WAL buffer size exceeds available disk"
            )
        points = [edge.Point(_id(one.id), _vectors(one.vector), one.payload or {}) for one in asked.points]
        return collections.of(request).update(edge.UpdateOperation.upsert_points(points), asked.shard_key)

    async def delete(request: Request) -> Response:
        asked: Any = TypeAdapter(models.PointsSelector).validate_json(await request.body())
        operation = (
            edge.UpdateOperation.delete_points([_id(one) for one in asked.points])
            if isinstance(asked, models.PointIdsList)
            else edge.UpdateOperation.delete_points_by_filter(_filter(asked.filter))
        )
        return collections.of(request).update(operation, asked.shard_key)

    async def change(request: Request) -> Response:
        asked = await body_of(request, models.UpdateOperations)
        for one in asked.operations:
            if not isinstance(one, models.SetPayloadOperation) or one.set_payload.points is None:
                raise NotImplementedError("of changes the stand-in knows the payload of points alone")
            told = one.set_payload
            collections.of(request).update(
                edge.UpdateOperation.set_payload([_id(id_) for id_ in told.points or ()], told.payload), told.shard_key
            )
        done = models.UpdateResult(operation_id=0, status=models.UpdateStatus.COMPLETED)
        return said([done for _ in asked.operations])

    async def query(request: Request) -> Response:
        asked = await body_of(request, models.QueryRequestBatch)
        batch = edge.QueryBatchRequest([_query(one) for one in asked.searches])
        shards = [collections.of(request).at(one.shard_key) for one in asked.searches]
        if any(len(one) != 1 or one != shards[0] for one in shards):
            raise NotImplementedError("the stand-in searches one shard at a time")
        answers = shards[0][0].query_batch(batch)
        return said([models.QueryResponse(points=[_scored(point) for point in points]) for points in answers])

    async def retrieve(request: Request) -> Response:
        asked = await body_of(request, models.PointRequest)
        ids: list[Any] = [_id(one) for one in asked.ids]
        shards = collections.of(request).at(asked.shard_key)
        return said([models.Record(id=str(point.id)) for one in shards for point in one.retrieve(ids, False, False)])

    async def scroll(request: Request) -> Response:
        asked = await body_of(request, models.ScrollRequest)
        if asked.filter or asked.order_by or asked.with_vector:
            raise NotImplementedError("of scrolling the stand-in knows ids and payloads alone")
        start, payload = asked.offset and _id(asked.offset), bool(asked.with_payload)
        limit = asked.limit or 10
        wanted = edge.ScrollRequest(start, limit + 1, with_payload=payload, with_vector=False)
        pages = [shard.scroll(wanted)[0] for shard in collections.of(request).at(asked.shard_key)]
        found = sorted((point for page in pages for point in page), key=lambda point: _id(point.id).int)
        points = [models.Record(id=str(point.id), payload=point.payload) for point in found[:limit]]
        following = str(found[limit].id) if len(found) > limit else None
        return said(models.ScrollResult(points=points, next_page_offset=following))

    async def count(request: Request) -> Response:
        asked = await body_of(request, models.CountRequest)
        theirs = None if asked.filter is None else _filter(asked.filter)
        shards = collections.of(request).at(asked.shard_key)
        return said(models.CountResult(count=sum(one.count(edge.CountRequest(filter=theirs)) for one in shards)))

    async def make_shard(request: Request) -> Response:
        collection, asked = collections.of(request), await body_of(request, models.CreateShardingKey)
        if not collection.has_keys or f"shard{asked.shard_key}" in collection.shards:
            raise Refused("Shard key already exists, or sharding is not custom")
        collection.add(asked.shard_key)
        return said(result=True)

    async def shard_keys(request: Request) -> Response:
        keys = [int(name.removeprefix("shard")) for name in collections.of(request).shards if name != "shard"]
        return said(models.ShardKeysResponse(shard_keys=[models.ShardKeyDescription(key=key) for key in keys]))

    routes = [
        ("/", "GET", info),
        ("/collections", "GET", names),
        ("/collections/{name}/exists", "GET", exists),
        ("/collections/{name}", "PUT", create),
        ("/collections/{name}", "PATCH", alter),
        ("/collections/{name}", "GET", describe),
        ("/collections/{name}", "DELETE", drop),
        ("/collections/{name}/index", "PUT", index_field),
        ("/collections/{name}/shards", "PUT", make_shard),
        ("/collections/{name}/shards", "GET", shard_keys),
        ("/collections/{name}/points", "PUT", upsert),
        ("/collections/{name}/points", "POST", retrieve),
        ("/collections/{name}/points/batch", "POST", change),
        ("/collections/{name}/points/delete", "POST", delete),
        ("/collections/{name}/points/query/batch", "POST", query),
        ("/collections/{name}/points/scroll", "POST", scroll),
        ("/collections/{name}/points/count", "POST", count),
    ]
    return Starlette(routes=[Route(path, _careful(answer, api_key), methods=[verb]) for path, verb, answer in routes])


def _careful(answer: Answer, api_key: str) -> Answer:
    async def answered(request: Request) -> Response:
        if request.headers.get("api-key", "") != api_key:
            return refused(401, "Must provide an API key or an Authorization bearer token")
        try:
            return await answer(request)
        except KeyError as missing:
            return refused(404, f"Not found: Collection {missing} doesn't exist!")
        except (ValidationError, NotImplementedError, Refused) as error:
            return refused(400, str(error))

    return answered


def _description(collection: Collection) -> models.CollectionInfo:
    made = collection.made
    return models.CollectionInfo(
        status=models.CollectionStatus.GREEN,
        optimizer_status=models.OptimizersStatusOneOf.OK,
        points_count=sum(one.count(edge.CountRequest()) for one in collection.shards.values()),
        segments_count=1,
        payload_schema={},
        config=models.CollectionConfig(
            params=models.CollectionParams(vectors=made.vectors, sparse_vectors=made.sparse_vectors),
            hnsw_config=models.HnswConfig(m=0, ef_construct=100, full_scan_threshold=10_000),
            optimizer_config=models.OptimizersConfig(
                deleted_threshold=0.2,
                vacuum_min_vector_number=1000,
                default_segment_number=0,
                flush_interval_sec=5,
            ),
            metadata=made.metadata,
        ),
    )


def _id(id_: Any) -> UUID:
    return UUID(str(id_))


def _vectors(vectors: Any) -> dict[str, Any]:
    return {
        name: edge.SparseVector(one.indices, one.values) if isinstance(one, models.SparseVector) else one
        for name, one in vectors.items()
    }


def _query(asked: models.QueryRequest) -> edge.QueryRequest:
    nearest: Any = asked.query
    vector = nearest.nearest
    if isinstance(vector, models.SparseVector):
        vector = edge.SparseVector(vector.indices, vector.values)
    return edge.QueryRequest(
        asked.limit or 10,
        query=edge.Query.Nearest(vector, asked.using),
        filter=None if asked.filter is None else _filter(asked.filter),
        params=_params(asked.params),
    )


def _params(params: models.SearchParams | None) -> edge.SearchParams | None:
    if params is None or not isinstance(params.idf, models.IdfCorpusParams):
        return None
    return edge.SearchParams(idf=edge.IdfParams(_filter(params.idf.corpus)))


def _filter(wanted: models.Filter) -> edge.Filter:
    if wanted.must_not or wanted.should or wanted.min_should or not isinstance(wanted.must, list):
        raise NotImplementedError("of a filter the stand-in knows `must` alone")
    return edge.Filter(must=[_condition(one) for one in wanted.must])


def _condition(wanted: Any) -> edge.FieldCondition:
    match = wanted.match
    if isinstance(match, models.MatchValue):
        return edge.FieldCondition(wanted.key, match=edge.MatchValue(match.value))
    if isinstance(match, models.MatchAny):
        return edge.FieldCondition(wanted.key, match=edge.MatchAny([str(value) for value in match.any]))
    raise NotImplementedError("of conditions the stand-in knows a value, and one of several")


def _scored(point: edge.ScoredPoint) -> models.ScoredPoint:
    return models.ScoredPoint(id=str(point.id), version=0, score=point.score)


if __name__ == "__main__":
    served, tls = application(Path(sys.argv[1]), *sys.argv[3:4]), dict(zip(TLS, sys.argv[4:], strict=False))
    uvicorn.run(served, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", **tls)
