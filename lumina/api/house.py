"""What all routes share: the opened application, and what is kept of those who call as long as the process lives."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from lumina.api.doors import Doors
from lumina.api.limits import Limits
from lumina.api.streams import Streams
from lumina.app import Lumina


@dataclass(frozen=True, slots=True)
class House:
    """`cookie` is the name of the session's cookie, `secure` whether it may only travel by TLS."""

    lumina: Lumina
    doors: Doors
    limits: Limits
    streams: Streams
    cookie: str
    secure: bool


def house_of(connection: HTTPConnection) -> House:
    return connection.app.state.house


def lumina_of(connection: HTTPConnection) -> Lumina:
    return house_of(connection).lumina


Inside = Annotated[House, Depends(house_of)]
Open = Annotated[Lumina, Depends(lumina_of)]
"""The opened application, for a route."""
