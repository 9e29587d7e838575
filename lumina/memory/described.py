"""Turns read with what their images show, as a model described it: so are they found, and quoted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol
from uuid import UUID

from lumina.images import Image
from lumina.language.bilingual import Language
from lumina.language.scripts import conversation_language
from lumina.models import Turn

NAMED: Final[Mapping[Language, tuple[str, str]]] = {"ja": ("（画像：{names}）", "、"), "en": ("(image: {names})", ", ")}
BEGINS: Final = tuple(pattern.partition("{")[0] for pattern, _ in NAMED.values())
SHOWN: Final[Mapping[Language, str]] = {"ja": "（{name}に写っているもの：{seen}）", "en": "({name} shows: {seen})"}


class ImagesOf(Protocol):
    async def of(self, person: str, turns: Sequence[UUID]) -> Mapping[UUID, Sequence[Image]]: ...


def names_images(text: str) -> bool:
    """Whether words may have come with images, whose names stand among them."""
    return any(begins in text for begins in BEGINS)


def with_names(text: str, images: Sequence[Image]) -> str:
    """The words, and what is shown with them by its files' names: so it is found and talked of without being seen."""
    if not images:
        return text
    pattern, between = NAMED[conversation_language(text or images[0].name, [])]
    named = pattern.format(names=between.join(image.name for image in images))
    return f"{text.strip()}\n{named}".strip()


def without_names(text: str, images: Sequence[Image]) -> str:
    """The words alone, as with_names() got them."""
    for pattern, between in NAMED.values():
        named = pattern.format(names=between.join(image.name for image in images))
        if images and text.endswith(named):
            return text.removesuffix(named).rstrip()
    return text


def with_descriptions(text: str, images: Iterable[Image]) -> str:
    """The words, and what can be seen in each image that was described."""
    pattern = SHOWN[conversation_language(text, [])]
    lines = [pattern.format(name=image.name, seen=image.description) for image in images if image.description]
    return "\n".join((text, *lines))


async def described(images: ImagesOf, turns: Iterable[Turn]) -> list[Turn]:
    """Turns of one person in their order."""
    read = list(turns)
    texts = await texts_described(images, read[0].person, {one.id: one.text for one in read}) if read else {}
    return [replace(turn, text=texts[turn.id]) if turn.id in texts else turn for turn in read]


async def texts_described(images: ImagesOf, person: str, texts: Mapping[UUID, str]) -> dict[UUID, str]:
    """Of the texts of turns those that came with images, with what they show. Asks for nothing where none can have."""
    named = [turn for turn, text in texts.items() if names_images(text)]
    if not named:
        return {}
    shown = await images.of(person, named)
    return {turn: with_descriptions(texts[turn], some) for turn, some in shown.items()}
