"""Why a character speaks to whom nothing was said."""

from dataclasses import dataclass
from uuid import UUID

from lumina.images import Image


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a program tells (`who` is what it calls itself), or what a character is asked to say (`who` is empty),
    and the images that are shown with it."""

    id: UUID
    text: str
    who: str = ""
    images: tuple[Image, ...] = ()
