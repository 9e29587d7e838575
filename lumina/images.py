"""Images that somebody shows: what they are is read from their bytes, and nothing is kept of them but what is seen."""

from base64 import b64decode
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import PurePosixPath
from typing import Final
from uuid import UUID, uuid4

import PIL.Image
from PIL import ImageOps

from lumina.errors import BadInput, Reason, because
from lumina.texts import wrong_with_name

KINDS: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp", "GIF": "image/gif"}
MOST: Final = 4
"""Images of one turn."""

MOST_BYTES: Final = 8_000_000
MOST_PIXELS: Final = 40_000_000
LONGEST_SIDE: Final = 2048
"""Pixels to which the longer side is brought down."""

BROKEN: Final = (OSError, ValueError, SyntaxError, PIL.Image.DecompressionBombError, PIL.Image.DecompressionBombWarning)


@dataclass(frozen=True, slots=True)
class Image:
    """What is kept: its file's name, media type, size in pixels, and bytes without metadata; and what a model that sees
    said of it (empty: none has, yet)."""

    id: UUID
    name: str
    kind: str
    width: int
    height: int
    content: bytes = field(repr=False)
    description: str = field(default="", repr=False, kw_only=True)


def read_image(name: str, kind: str, data: str) -> Image:
    """An image that was sent in base64, said to be of a media type (empty: nothing is said). Raises BadInput."""
    file = PurePosixPath(name.replace("\\", "/")).name
    if wrong_with_name(file):
        raise BadInput(why=because("an image cannot be called so"))
    try:
        content = b64decode(data, validate=True)
    except ValueError as error:
        raise _bad(file, because("it is not in base64")) from error
    if len(content) > MOST_BYTES:
        raise _bad(file, because("it has {length} bytes, and may have {most}", length=len(content), most=MOST_BYTES))
    return _cleaned(file, kind, content)


def _cleaned(name: str, kind: str, content: bytes) -> Image:
    """The pixels alone, upright: neither place nor camera nor comment, and of what moves the first picture."""
    try:
        with PIL.Image.open(BytesIO(content), formats=list(KINDS)) as opened:
            found = KINDS[str(opened.format)]
            if kind and kind != found:
                raise _bad(name, because("it is said to be {kind}, and is {found}", kind=kind[:60], found=found))
            if opened.width * opened.height > MOST_PIXELS:
                size = f"{opened.width} x {opened.height}"
                raise _bad(name, because("it has {size} pixels, and may have {most}", size=size, most=MOST_PIXELS))
            seen = _pixels(opened, see_through=found != "image/jpeg")
    except BROKEN as error:
        raise _bad(name, because("it is no PNG, JPEG, WebP or GIF, or is damaged")) from error
    written = "image/png" if found == "image/gif" else found
    packed = BytesIO()
    seen.save(packed, format=written.removeprefix("image/"), quality=90)
    return Image(uuid4(), name, written, seen.width, seen.height, packed.getvalue())


def _pixels(opened: PIL.Image.Image, *, see_through: bool) -> PIL.Image.Image:
    upright = ImageOps.exif_transpose(opened)
    mode = "RGBA" if see_through and upright.has_transparency_data else "RGB"
    upright = upright.convert(mode)
    upright.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    bare = PIL.Image.new(mode, upright.size)
    bare.paste(upright)
    return bare


def _bad(name: str, why: Reason) -> BadInput:
    return BadInput(why=because("the image {name} is not taken: {why}", name=name, why=why))
