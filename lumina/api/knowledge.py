"""The knowledge base: documents come in, are searched, and go. A namespace may have slashes and colons, so it is named
in the query."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, UploadFile
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Operator, Person
from lumina.api.house import Inside, Open
from lumina.api.once import Key
from lumina.api.problems import documented
from lumina.api.uploads import MOST, keep
from lumina.databases.passing import passing_folder
from lumina.errors import BadInput, because
from lumina.shapes import conversations as shapes
from lumina.shapes.answers import ChunkShape, chunk

router = APIRouter(prefix="/knowledge", tags=["knowledge"])

Namespace = Annotated[str, Query(max_length=300, description="Such as kb:movie, or a/b.", examples=["kb:movie"])]


class DocumentShape(TypedDict):
    """A document; of its chunks `waiting` are not found yet."""

    namespace: str
    name: str
    chunks: int
    waiting: int
    added: datetime


class Documents(TypedDict):
    documents: list[DocumentShape]


class AddedShape(TypedDict):
    """A document that came in; `replaced`: one of that name was there."""

    namespace: str
    name: str
    chunks: int
    replaced: bool


class Conversations(TypedDict):
    conversations: list[shapes.ConversationShape]


class ConversationInFull(TypedDict):
    """A talk, and its chunks in their order."""

    conversation: shapes.ConversationShape
    chunks: list[shapes.TalkChunkShape]


class Added(TypedDict):
    documents: list[AddedShape]


class Found(TypedDict):
    hits: list[ChunkShape]


@router.get("", responses=documented(404))
async def documents(
    lumina: Open, _: Calling, namespace: Annotated[str | None, Query(max_length=300)] = None
) -> Documents:
    """The documents of a namespace, or of all."""
    rows = await lumina.knowledge.documents(_checked(namespace) if namespace is not None else None)
    found: list[DocumentShape] = [
        {
            "namespace": one.namespace,
            "name": one.name,
            "chunks": one.chunks,
            "waiting": one.waiting,
            "added": one.added,
        }
        for one in rows
    ]
    return {"documents": found}


@router.get("/search", responses=documented(404))
async def search(
    lumina: Open,
    _: Calling,
    namespace: Namespace,
    query: Annotated[str, Query(min_length=1, max_length=10_000)],
    limit: Annotated[int, Query(ge=1, le=100)] = 10,
) -> Found:
    """Passages of a namespace, best first."""
    hits = await lumina.knowledge.search(_checked(namespace), _checked(query), limit)
    return {"hits": [chunk(hit) for hit in hits]}


@router.get("/conversations", responses=documented(404))
async def conversations(
    lumina: Open, person: Person, room: Annotated[str | None, Query(max_length=300)] = None
) -> Conversations:
    """The person's talks, the latest first, each a source that can be read."""
    return {"conversations": [shapes.conversation(one) for one in await lumina.conversations.all(person, room)]}


@router.get("/conversations/{thread}", responses=documented(404))
async def conversation(thread: UUID, lumina: Open, person: Person) -> ConversationInFull:
    """A talk in chunks: made of its turns as it is read."""
    one, parts = await lumina.conversations.read(person, thread)
    return {"conversation": shapes.conversation(one), "chunks": shapes.chunks(parts)}


@router.post("", status_code=201, responses=documented(409), max_body_size=MOST)
async def add(file: UploadFile, house: Inside, caller: Operator, namespace: Namespace, key: Key = None) -> Added:
    """Add a document (.txt, .md, .pdf, .jsonl). One of that name is replaced."""

    async def made() -> Added:
        async with passing_folder() as folder:
            reports = await house.lumina.knowledge.add(namespace, [await keep(file, folder)])
        return {
            "documents": [
                {"namespace": one.namespace, "name": one.name, "chunks": one.chunks, "replaced": one.replaced}
                for one in reports
            ]
        }

    return await house.once.run(caller.name, key, ("knowledge", namespace, file.filename, file.size), made)


@router.delete("", status_code=204, responses=documented(404))
async def remove(lumina: Open, _: Operator, namespace: Namespace, name: Annotated[str, Query(max_length=1000)]) -> None:
    """Take a document out, with all that was made of it."""
    await lumina.knowledge.remove(_checked(namespace), _checked(name))


def _checked(text: str) -> str:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise BadInput(why=because("a NUL or half of a surrogate pair names nothing"))
    return text
