"""What the pages are dressed in: read once, sent compressed, kept by browsers until it changes."""

import gzip
import mimetypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from lumina.api.house import Open
from lumina.dialogue.characters import Character
from lumina.errors import NotFound, because

FOLDER: Final = Path(__file__).parent / "assets"
TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}
FOR_EVER: Final = "public, max-age=31536000, immutable"
AGAIN: Final = "no-cache"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file, as it is and compressed; `tag` changes with its content."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str


@cache
def assets() -> Mapping[str, Asset]:
    """All files below the folder, by their path in it."""
    paths = [path for path in sorted(FOLDER.rglob("*")) if path.is_file()]
    return {path.relative_to(FOLDER).as_posix(): _asset(path.suffix, path.read_bytes()) for path in paths}


def _asset(suffix: str, content: bytes) -> Asset:
    kind = TYPES.get(suffix) or mimetypes.guess_type(f"x{suffix}")[0] or "application/octet-stream"
    return Asset(kind, content, gzip.compress(content, mtime=0), sha256(content).hexdigest()[:16])


@cache
def version() -> str:
    """Of all files together: one that imports another would else get an old one of it."""
    return sha256("".join(asset.tag for asset in assets().values()).encode()).hexdigest()[:12]


def address(name: str) -> str:
    """Where a browser gets a file of the present version."""
    return f"/assets/{version()}/{name}"


@router.get("/assets/{of}/{name:path}")
async def asset(request: Request, of: str, name: str) -> Response:
    """A file; of another version than the present one, a browser asks anew the next time."""
    found = assets().get(name)
    if found is None:
        raise NotFound(why=because("there is no {what}", what=name[:80]))
    return _answer(request, found, FOR_EVER if of == version() else AGAIN)


def _answer(request: Request, found: Asset, caching: str) -> Response:
    headers = {"Cache-Control": caching, "ETag": f'"{found.tag}"', "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=found.kind)
    return Response(found.plain, headers=headers, media_type=found.kind)


@router.get("/style.css")
async def style(request: Request, lumina: Open) -> Response:
    """How pages look, and each character's own colour: one sheet, as nothing is painted before all sheets are there."""
    return _answer(request, _sheet(tuple((one.id, one.colour) for one in lumina.cast)), AGAIN)


@lru_cache(maxsize=4)
def _sheet(colours: Sequence[tuple[str, str]]) -> Asset:
    rules = [f'[data-speaker="{id_}"] {{ --own: {colour}; }}' for id_, colour in colours]
    return _asset(".css", assets()["lumina.css"].plain + "\n".join(rules).encode())


@router.get("/avatars/{name}.svg")
async def avatar(request: Request, lumina: Open, name: str) -> Response:
    """A character's picture: drawn by us, or the first letter of its name."""
    character = lumina.cast.find(name)
    drawn = assets().get(f"avatars/{character.id}.svg")
    return _answer(request, drawn or _asset(".svg", _letter(character).encode()), AGAIN)


def _letter(character: Character) -> str:
    """The colour and the id come from a character's file, which allows neither mark-up."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
        f'<circle cx="48" cy="48" r="48" fill="{character.colour}"/>'
        '<text x="48" y="64" font-family="sans-serif" font-size="46" fill="#fff" text-anchor="middle">'
        f"{character.id[0].upper()}</text></svg>"
    )
