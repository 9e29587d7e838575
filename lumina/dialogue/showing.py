"""Images that were shown in the talk: seen by a model that can see, told of to one that cannot."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import AnyMessage, BaseMessage, HumanMessage

from lumina.images import Image
from lumina.memory.described import ImagesOf, described
from lumina.models import Turn

SEEN: Final = 4
"""Images that a model sees at once, the newest."""


async def told(images: ImagesOf, heard: Sequence[tuple[AnyMessage, Turn]]) -> list[AnyMessage]:
    """The messages, each with what a model that sees said of what was shown with it."""
    read = await described(images, [turn for _, turn in heard])
    return [
        message if one.text == turn.text else message.model_copy(update={"content": one.text})
        for (message, turn), one in zip(heard, read, strict=True)
    ]


def showing(prompt: Sequence[BaseMessage], images: Sequence[Image]) -> list[BaseMessage]:
    """The prompt, whose last words of others come with the images."""
    at = max((place for place, one in enumerate(prompt) if isinstance(one, HumanMessage)), default=-1)
    if at < 0 or not images:
        return [*prompt]
    blocks: list[Any] = [{"type": "text", "text": prompt[at].text}, *map(_block, images)]
    return [*prompt[:at], HumanMessage(content=blocks), *prompt[at + 1 :]]


def _block(image: Image) -> Mapping[str, str]:
    return {"type": "image", "base64": b64encode(image.content).decode(), "mime_type": image.kind}
