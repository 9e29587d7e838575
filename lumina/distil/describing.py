"""Images are described by a model that sees, in the background: so they are found by what they show."""

import asyncio
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol
from uuid import UUID

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from lumina.cancelling import pause
from lumina.distil.structured import Structured, instructions
from lumina.errors import NotRead, because
from lumina.images import MOST, Image
from lumina.language.bilingual import Language
from lumina.language.scripts import conversation_language
from lumina.models import Turn

LONGEST: Final = 1_000
"""Characters of a description."""

BUSY_SECONDS: Final = 1.0


class Transcript(Protocol):
    async def read(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...


class Images(Protocol):
    async def newest(self, person: str, turns: Sequence[UUID], most: int) -> list[Image]: ...
    async def describe(self, guard: Any, image: Image) -> None: ...


@dataclass(frozen=True, slots=True)
class Describer:
    """Each image is described once. `reindex` has the memory of a turn found by what the turn shows."""

    model: BaseChatModel | None
    transcript: Transcript
    images: Images
    reindex: Callable[[str, UUID, int], Awaitable[object]]
    distilling: Callable[[str, str], AbstractAsyncContextManager[bool]]
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    time_limit: float = 60.0

    async def describe(self, person: str, turn: UUID, epoch: int) -> int:
        """Have the model describe what was shown with a turn; returns how many images it described. Raises NotRead, and
        PersonErased where the person was erased after `epoch`."""
        said = (await self.transcript.read(person, [turn])).get(turn)
        if said is None:
            return 0
        shown = await self.images.newest(person, [turn], MOST)
        language = conversation_language(said.text, [])
        new = [replace(one, description=await self._seen(one, language)) for one in shown if not one.description]
        if shown:
            await self._keep(said, new, epoch)
        return len(new)

    async def _seen(self, image: Image, language: Language) -> str:
        """What can be seen, on one line. Raises NotRead."""
        if self.model is None:
            raise NotRead(why=because("no model that sees is set (LUMINA_VISION_MODEL)"))
        block: Any = {"type": "image", "base64": b64encode(image.content).decode(), "mime_type": image.kind}
        asked = [SystemMessage(instructions(language, "describe")), HumanMessage(content=[block])]
        try:
            async with asyncio.timeout(self.time_limit):
                text = (await self.model.ainvoke(asked)).text
        except Exception as error:  # the edge of one call: a model's library raises what it likes
            raise NotRead(why=Structured(self.model, self.time_limit).remark(error)) from None
        if not (seen := " ".join(text.split())):
            raise NotRead(why=because("it says nothing"))
        return seen[:LONGEST]

    async def _keep(self, said: Turn, new: Sequence[Image], epoch: int) -> None:
        """While nobody distils in that room: a memory that is made meanwhile would not be found by it."""
        while True:
            async with self.distilling(said.person, said.room) as ours:
                if ours:
                    async with self.guarding(said.person, epoch) as guard:
                        for image in new:
                            await self.images.describe(guard, image)
                    await self.reindex(said.person, said.id, epoch)
                    return
            await pause(BUSY_SECONDS)
