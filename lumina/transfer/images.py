"""Images as lines of JSON, there and back."""

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from uuid import UUID

from lumina.images import KINDS, Image
from lumina.memory.images_postgres import Shown
from lumina.transfer.package import Line


def image_lines(images: Shown, names: Mapping[UUID, str]) -> list[Line]:
    """Each with the turn with which it was shown; its bytes in base64."""
    return [
        {"turn": names[turn], "source": str(turn), **image_line(image)}
        for turn, some in images.items()
        if turn in names
        for image in some
    ]


def image_line(image: Image) -> Line:
    return {
        "id": str(image.id),
        "name": image.name,
        "kind": image.kind,
        "width": image.width,
        "height": image.height,
        "description": image.description,
        "content": b64encode(image.content).decode(),
    }


def shown_image_of(row: Line) -> tuple[UUID, Image]:
    """The turn, and what was shown with it. Raises ValueError, KeyError."""
    return UUID(row["source"]), image_of(row)


def image_of(row: Line) -> Image:
    """Raises ValueError, KeyError."""
    if row["kind"] not in KINDS.values():  # a browser takes it for what it is said to be
        raise ValueError(row["kind"])
    content = b64decode(row["content"], validate=True)
    return Image(
        UUID(row["id"]),
        row["name"],
        row["kind"],
        row["width"],
        row["height"],
        content=content,
        description=row.get("description", ""),
    )


def by_turn(images: Sequence[tuple[UUID, Image]]) -> Shown:
    shown: Shown = {}
    for turn, image in images:
        shown.setdefault(turn, []).append(image)
    return shown
