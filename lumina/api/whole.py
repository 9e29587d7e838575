"""All there is of a person: taken along, brought in, erased."""

import asyncio
import tempfile
import zipfile
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, BackgroundTasks, Form, Query, Request, UploadFile
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Person
from lumina.api.house import Inside, Open
from lumina.api.imports import Asked, ImportShape
from lumina.api.once import Key
from lumina.api.problems import documented, language_of
from lumina.api.uploads import MOST
from lumina.app import Lumina
from lumina.databases.passing import close_passing, passing_folder
from lumina.reports import EraseReport
from lumina.shapes.plain import all_plain
from lumina.shapes.policy import LogMonthShape, log_month

router = APIRouter(tags=["all of a person"])

PIECE: Final = 1 << 16


class PreviewShape(TypedDict):
    """What an erasure would take, store by store, and the token that confirms it."""

    token: str
    would_erase: dict[str, int]


class ErasedShape(TypedDict):
    """What was erased, what a search of every store found afterwards, and the receipt."""

    erased: dict[str, int]
    residue: dict[str, int]
    receipt: UUID
    remains: list[dict[str, Any]]
    signed: dict[str, str] | None


class LogShape(TypedDict):
    months: list[LogMonthShape]


Month = Annotated[str, Query(pattern=r"^(\d{4}-\d{2})?$", description="Only this month: 2026-05.")]


class Confirmation(BaseModel):
    """The token of the preview."""

    model_config = ConfigDict(extra="forbid")

    token: str = Field(max_length=100)


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        **documented(404),
        200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}},
    },
)
async def export(house: Inside, person: Person) -> StreamingResponse:
    """All there is of a person, as `lumina export` writes it, in one zip file; `/api/import` takes it in."""
    packed = await _packed(house.lumina, person)
    headers = {"Content-Disposition": 'attachment; filename="lumina-export.zip"'}
    return StreamingResponse(_pieces(packed), media_type="application/zip", headers=headers)


async def _packed(lumina: Lumina, person: str) -> IO[bytes]:
    """A file that has no name, so that nothing of it stays."""
    async with passing_folder() as folder:
        await lumina.transfer.export(person, folder)
        return await asyncio.to_thread(_zipped, folder)


def _zipped(folder: Path) -> IO[bytes]:
    packed: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  who streams it closes it
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    packed.seek(0)
    return packed


async def _pieces(packed: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while piece := await asyncio.to_thread(packed.read, PIECE):
            yield piece
    finally:
        await close_passing(packed)


@router.post("/import", status_code=202, responses=documented(409), max_body_size=MOST)
async def bring(
    file: UploadFile,
    request: Request,
    house: Inside,
    person: Person,
    me: Annotated[str | None, Form(max_length=300, description="Whose turns are the person's own.")] = None,
    replace: Annotated[bool, Form(description="Take out first what the file brought before.")] = False,
    key: Key = None,
) -> ImportShape:
    """Begin to take in a transcript (JSON lines), or an export in a zip file: the file is read whole first. How far it
    is tells `/api/import/{id}`."""
    asked = ("import", file.filename, file.size, me, replace)

    async def begin() -> ImportShape:
        begun = await house.imports.begin(house.lumina, Asked(file, person, me, replace, language_of(request)))
        return begun.shape()

    return await house.once.run(person, key, asked, begin)


@router.get("/import/{id}", responses=documented(404))
async def progress(id: UUID, house: Inside, person: Person) -> ImportShape:
    """How far an import is."""
    return house.imports.of(person, id).shape()


@router.get("/log", responses=documented(404))
async def written_log(lumina: Open, person: Person) -> LogShape:
    """Which months of the full log were written as Parquet, and where."""
    return {"months": [log_month(one) for one in await lumina.logs.written(person)]}


@router.post("/log", responses=documented(404))
async def write_log(house: Inside, person: Person, month: Month = "") -> LogShape:
    """Write each month (or one) of the full log as Parquet, where LUMINA_PARQUET_URL says."""
    async with house.changing(person):
        return {"months": [log_month(one) for one in await house.lumina.logs.write(person, month)]}


@router.post("/erase/preview", responses=documented(404))
async def preview(house: Inside, person: Person) -> PreviewShape:
    """First step: what would be erased, and the token for the second."""
    found = await house.lumina.erasure.preview(person)
    return {"token": found.token, "would_erase": dict(found.would_erase)}


@router.post("/erase", responses=documented(404))
async def erase(
    confirmation: Confirmation, house: Inside, person: Person, caller: Calling, afterwards: BackgroundTasks
) -> ErasedShape:
    """Second step: the person leaves every store, and every store is searched afterwards."""
    afterwards.add_task(house.clean_up)
    report = await house.lumina.erasure.erase(person, confirmation.token, f"api:{caller.name}")
    return erased_shape(report)


def erased_shape(report: EraseReport) -> ErasedShape:
    return {
        "erased": dict(report.erased),
        "residue": dict(report.residue),
        "receipt": report.receipt,
        "remains": [all_plain(asdict(one)) for one in report.remains],
        "signed": asdict(report.signed) if report.signed else None,
    }
