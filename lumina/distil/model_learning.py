"""What a model reads out of turns becomes claims: with the memory where a flush's call brought them, else by a task."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol
from uuid import UUID

from lumina.clock import Clock
from lumina.distil.claims.model_answer import ClaimsAnswer, held
from lumina.distil.distillate import Distillate
from lumina.known import ME, Claim, Claimed, ClaimType, read_by
from lumina.models import Role, Turn

logger = logging.getLogger(__name__)

LEARN: Final = "learn"
"""The task of a person that has a model read turns."""

READ = Claim(ClaimType.READ, ME, "", "", "", 1.0)


class Reader(Protocol):
    async def read(self, turns: Sequence[Turn]) -> ClaimsAnswer:
        """Raises NotRead."""
        ...


class Transcript(Protocol):
    async def read(self, person: str, ids: Sequence[UUID]) -> dict[UUID, Turn]: ...


class Claims(Protocol):
    async def put(self, guard: Any, claims: Sequence[Claimed]) -> int: ...
    async def of(self, person: str) -> Sequence[Claimed]: ...


class Tasks(Protocol):
    async def put_failed(self, guard: Any, task: str, args: Mapping[str, Any], cause: str) -> None: ...


@dataclass(frozen=True, slots=True)
class ModelLearner:
    """Every turn of the person that the model read counts as read, whatever it claims. The same once more adds
    nothing."""

    reader: Reader
    transcript: Transcript
    claims: Claims
    tasks: Tasks
    guarding: Callable[[str, int | None], AbstractAsyncContextManager[Any]]
    clock: Clock

    async def keep(self, guard: Any, turns: Sequence[Turn], distillate: Distillate) -> None:
        """What a flush's call claims of the turns of a new memory; where it brought nothing, a task will ask again."""
        if not any(turn.role is Role.PERSON for turn in turns):
            return
        if distillate.claims is None:
            why = f"NotRead: {distillate.remark or 'no claims in the answer'}"
            await self.tasks.put_failed(guard, LEARN, {"turns": [str(turn.id) for turn in turns]}, why)
        else:
            await self.claims.put(guard, self._claimed(turns, distillate.claims))

    async def learn(self, person: str, ids: Sequence[UUID], epoch: int) -> int:
        """Have the model read these turns, unless it has; returns how many claims are new. Raises NotRead, and
        PersonErased where the person was erased after `epoch`."""
        found = await self.transcript.read(person, ids)
        turns = [found[id_] for id_ in ids if id_ in found and not found[id_].left_for]
        read = {one.turn for one in await self.claims.of(person) if one.claim.type is ClaimType.READ}
        if all(turn.id in read for turn in turns if turn.role is Role.PERSON):
            return 0
        answer = await self.reader.read(turns)
        async with self.guarding(person, epoch) as guard:
            return await self.claims.put(guard, self._claimed(turns, answer))

    def _claimed(self, turns: Sequence[Turn], answer: ClaimsAnswer) -> list[Claimed]:
        it = held(answer, turns)
        if it.left_out:
            logger.info(
                "left out of what a model claims: %s", ", ".join(f"{n} {why}" for why, n in it.left_out.items())
            )
        read = [(turn, READ) for turn in turns if turn.role is Role.PERSON]
        now = self.clock()
        return [read_by("model", turn, claim, now) for turn, claim in (*read, *it.claims)]
