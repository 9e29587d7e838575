"""Ports for graphs that a server runs by itself (LangGraph Studio): it passes a context that has none."""

from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from pydantic import GetPydanticSchema
from pydantic_core import core_schema

PortsT = TypeVar("PortsT")

NO_FIELD = GetPydanticSchema(lambda _type, _handler: core_schema.any_schema())
"""Marks a port: Studio describes a context by its JSON schema, where a Protocol has none."""


class Provided(Generic[PortsT]):
    """How to have ports where the context brings none."""

    def __init__(self) -> None:
        self._opening: Callable[[], Awaitable[PortsT]] | None = None

    def by(self, opening: Callable[[], Awaitable[PortsT]]) -> None:
        """From now on ports come from here. `opening` is called for every node, and gives the same ones."""
        self._opening = opening

    async def unless(self, given: PortsT | None) -> PortsT:
        """The given ports, or else those that are provided."""
        if given is not None:
            return given
        if self._opening is None:
            raise RuntimeError("the graph needs ports, in its context or provided")
        return await self._opening()
