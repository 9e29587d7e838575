"""Knowledge: documents come in, are seen in their chunks, searched, and taken out."""

import asyncio
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Depends, File, Form, Query, Request, UploadFile
from fastapi.responses import HTMLResponse

from lumina.api.callers import Person, caller_of
from lumina.api.house import Open
from lumina.api.web.shown import SUBJECT, render
from lumina.app import Lumina
from lumina.databases.passing import passing_folder
from lumina.errors import BadInput, because

router = APIRouter(prefix="/knowledge", include_in_schema=False, dependencies=[Depends(caller_of)])

LARGEST: Final = 50_000_000
"""Bytes of documents that come in at once."""

FOUND: Final = 10

TALKS: Final = 20
"""Talks that are listed, and so many more at a time."""


@router.get("")
async def knowledge(request: Request, lumina: Open) -> HTMLResponse:
    return await _page(request, lumina, "knowledge.html")


@router.get("/talks")
async def talks(
    request: Request, lumina: Open, person: Person, count: Annotated[int, Query(ge=1)] = TALKS
) -> HTMLResponse:
    """The latest talks, so many of them."""
    found = await lumina.conversations.all(person)
    return render(request, "knowledge_talks.html", talks=found[:count], more=len(found) > count, count=count + TALKS)


@router.get("/talks/{thread}")
async def talk(request: Request, thread: UUID, lumina: Open, person: Person) -> HTMLResponse:
    """What was said in a talk."""
    one, chunks = await lumina.conversations.read(person, thread)
    return render(request, "knowledge_talk.html", one=one, chunks=chunks)


@router.get("/search")
async def search(request: Request, lumina: Open, namespace: str, q: str) -> HTMLResponse:
    hits = await lumina.knowledge.search(namespace, q, FOUND)
    return render(request, "knowledge_hits.html", hits=hits)


@router.post("", max_body_size=LARGEST)
async def add(
    request: Request,
    lumina: Open,
    namespace: Annotated[str, Form()],
    files: Annotated[list[UploadFile], File()],
) -> HTMLResponse:
    """All of these files or none."""
    async with passing_folder() as folder:
        paths = [await _kept(folder, file) for file in files]
        reports = await lumina.knowledge.add(f"{SUBJECT}{namespace.strip().removeprefix(SUBJECT)}", paths)
    return await _page(request, lumina, "knowledge_list.html", added=reports)


@router.post("/remove")
async def remove(
    request: Request, lumina: Open, namespace: Annotated[str, Form()], name: Annotated[str, Form()]
) -> HTMLResponse:
    await lumina.knowledge.remove(namespace, name)
    return await _page(request, lumina, "knowledge_list.html")


async def _kept(folder: Path, file: UploadFile) -> Path:
    """Under its own name, and nowhere else. Raises BadInput."""
    name = PurePosixPath((file.filename or "").replace("\\", "/")).name
    if not name or name in {".", ".."} or "\0" in name or (folder / name).exists():
        raise BadInput(why=because("a file that comes in needs a name of its own"))
    await asyncio.to_thread((folder / name).write_bytes, await file.read())
    return folder / name


async def _page(request: Request, lumina: Lumina, template: str, added: Sequence[object] = ()) -> HTMLResponse:
    documents = await lumina.knowledge.documents(None)
    namespaces = sorted({one.namespace for one in documents})
    wanted = sorted({name for one in lumina.cast for name in one.knows_best} | set(namespaces))
    return render(request, template, documents=documents, namespaces=namespaces, wanted=wanted, added=added)
