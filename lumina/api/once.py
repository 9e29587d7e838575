"""Idempotency keys: what creates something creates it once, however often a client sends it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, Final, TypeVar, cast

from fastapi import Header
from pydantic import BaseModel

from lumina.errors import BadInput, because

KEPT: Final = 2000

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=200, description="The same key makes the same thing once."
    ),
]

T = TypeVar("T")


def digest(what: str, asked: BaseModel) -> str:
    """What tells one request from another, without a word of it."""
    return sha256(f"{what} {asked.model_dump_json()}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Once:
    """Answers by caller and key, as long as the process lives."""

    _answers: OrderedDict[tuple[str, str], tuple[object, asyncio.Future[Any]]] = field(
        default_factory=OrderedDict[tuple[str, str], tuple[object, asyncio.Future[Any]]], init=False
    )

    async def run(self, caller: str, key: str | None, asked: object, make: Callable[[], Awaitable[T]]) -> T:
        """What `make` answers, or answered before to the same key. What failed may be tried again. Raises BadInput
        where the key was used for something else."""
        if key is None:
            return await make()
        kept = self._answers.get((caller, key))
        if kept:
            if kept[0] != asked:
                raise BadInput(why=because("the header Idempotency-Key was used for something else"))
            return cast("T", await asyncio.shield(kept[1]))
        answer = asyncio.ensure_future(make())
        self._answers[caller, key] = asked, answer
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)
        try:
            return await asyncio.shield(answer)
        except Exception:
            self._answers.pop((caller, key), None)
            raise

    def forget(self, caller: str) -> None:
        """Drop what is kept of a caller's answers."""
        for place in [place for place in self._answers if place[0] == caller]:
            del self._answers[place]
