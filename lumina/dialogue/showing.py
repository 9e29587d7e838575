"""Images that were shown in the talk: named among the words, and seen by a model that can see."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Final

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage

from lumina.images import Image
from lumina.language.bilingual import Language
from lumina.language.scripts import conversation_language

SEEN: Final = 4
"""Images that a model sees at once, the newest."""

NAMED: Final[Mapping[Language, tuple[str, str]]] = {"ja": ("（画像：{names}）", "、"), "en": ("(image: {names})", ", ")}


def with_names(text: str, images: Sequence[Image]) -> str:
    """The words, and what is shown with them by its files' names: so it is found and talked of without being seen."""
    if not images:
        return text
    language = conversation_language(text or images[0].name, [])
    pattern, between = NAMED[language]
    named = pattern.format(names=between.join(image.name for image in images))
    return f"{text.strip()}\n{named}".strip()


def sees(model: BaseChatModel) -> bool:
    """Whether the model takes images, as far as its provider's list knows."""
    return bool((model.profile or {}).get("image_inputs"))


def showing(prompt: Sequence[BaseMessage], images: Sequence[Image]) -> list[BaseMessage]:
    """The prompt, whose last words of others come with the images."""
    at = max((place for place, one in enumerate(prompt) if isinstance(one, HumanMessage)), default=-1)
    if at < 0 or not images:
        return [*prompt]
    blocks: list[Any] = [{"type": "text", "text": prompt[at].text}, *map(_block, images)]
    return [*prompt[:at], HumanMessage(content=blocks), *prompt[at + 1 :]]


def _block(image: Image) -> Mapping[str, str]:
    return {"type": "image", "base64": b64encode(image.content).decode(), "mime_type": image.kind}
