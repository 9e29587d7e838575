"""A deed in the middle of which the process is killed: between two statements, or between two stores."""

import os
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from unittest.mock import patch

from harness.mortal import Deed, Tell
from lumina.app import Lumina
from lumina.databases.person_keys import PersonKeys
from lumina.databases.postgres_connection import Connection
from lumina.memory.index_qdrant import QdrantEdgeIndex
from lumina.memory.midterm_duckdb import DuckDBTier
from lumina.memory.midterm_redis import RedisTier

WRITES: tuple[tuple[type, str], ...] = (
    (Connection, "execute"),
    (Connection, "fetch"),
    (RedisTier, "write"),
    (RedisTier, "delete"),
    (DuckDBTier, "write"),
    (DuckDBTier, "delete"),
    (QdrantEdgeIndex, "write"),
    (QdrantEdgeIndex, "delete"),
    (QdrantEdgeIndex, "forget"),
    (QdrantEdgeIndex, "compact"),
    (PersonKeys, "destroy"),
)


@dataclass(frozen=True, slots=True)
class Dying:
    """The deed, and SIGKILL once so many writes are done; a deed of fewer writes is done to its end."""

    deed: Deed
    writes: int

    async def do(self, lumina: Lumina, tell: Tell) -> object:
        with dying(self.writes):
            return await self.deed.do(lumina, tell)


@contextmanager
def dying(writes: int) -> Generator[None]:
    """SIGKILL for this process once so many writes are done."""
    left = count(writes, -1)
    with ExitStack() as stack:
        for owner, verb in WRITES:
            stack.enter_context(patch.object(owner, verb, _counted(owner, verb, left)))
        yield


def _counted(owner: type, verb: str, left: Iterator[int]) -> Callable[..., Any]:
    original = getattr(owner, verb)

    def counted(store: Any, *what: Any) -> Any:
        if (owner is not Connection or _writes(what[0])) and next(left) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(store, *what)

    return counted


def _writes(statement: str) -> bool:
    return any(word in statement.lower() for word in ("insert", "update", "delete", "truncate", "alter", "vacuum"))
