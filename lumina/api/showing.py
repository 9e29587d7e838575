"""Images in a request: as JSON carries them."""

import asyncio
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from lumina.images import Image, read_image
from lumina.texts import LONGEST_NAME

MOST_SHOWN: Final = 50_000_000
"""Bytes of a request with images."""


class Showing(BaseModel):
    """An image: what its file is called, and its bytes (PNG, JPEG, WebP or GIF)."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field("image.png", min_length=1, max_length=LONGEST_NAME)
    kind: str = Field("", max_length=100, description="Its media type, if anything says so: what it is must be that.")
    data: str = Field(description="Its bytes in base64; at most 8 MB, and 40 million pixels.")


async def seen(shown: Sequence[Showing]) -> list[Image]:
    """Raises BadInput."""
    return [await asyncio.to_thread(read_image, one.name, one.kind, one.data) for one in shown]
