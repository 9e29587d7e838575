"""Images that were shown in the talk."""

from datetime import timedelta
from typing import Annotated, Any, Final
from uuid import UUID

from fastapi import APIRouter, Path
from fastapi.responses import Response
from typing_extensions import TypedDict

from lumina.api.callers import Person
from lumina.api.house import Open
from lumina.api.problems import documented
from lumina.images import KINDS

router = APIRouter(tags=["rooms"])

KEPT: Final = f"private, max-age={timedelta(days=1).total_seconds():.0f}"
"""An image never changes; only its person's browser keeps it."""


class ImageShape(TypedDict):
    """An image without its bytes; width and height in pixels. `description` is what a model that sees said of it: empty
    where none has, or none yet."""

    id: UUID
    name: str
    kind: str
    width: int
    height: int
    description: str


class ImagesOfTurn(TypedDict):
    images: list[ImageShape]


@router.get("/turns/{turn}/images", responses=documented(404))
async def of_turn(turn: UUID, lumina: Open, person: Person) -> ImagesOfTurn:
    """What was shown with a turn."""
    found = await lumina.views.turn(person, turn)
    images = (await lumina.views.images(person, [found])).get(turn, [])
    return {
        "images": [
            {
                "id": one.id,
                "name": one.name,
                "kind": one.kind,
                "width": one.width,
                "height": one.height,
                "description": one.description,
            }
            for one in images
        ]
    }


BYTES: Final[dict[int | str, dict[str, Any]]] = {
    200: {"description": "The image.", "content": {kind: {} for kind in KINDS.values()}}
}


@router.get("/images/{image}", response_class=Response, responses={**documented(404), **BYTES})
async def image(
    image: Annotated[UUID, Path(description="As `/api/turns/{turn}/images` names it.")], lumina: Open, person: Person
) -> Response:
    """The image itself."""
    found = await lumina.views.image(person, image)
    return Response(found.content, media_type=found.kind, headers={"Cache-Control": KEPT})
