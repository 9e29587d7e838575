"""Who calls: by a bearer token, by the cookie of a browser that was signed in, or through the folder's own socket."""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final
from uuid import UUID

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from lumina.api.house import House, house_of, lumina_of
from lumina.errors import BadInput, NotSignedIn, NotYours, because
from lumina.texts import wrong_with_name

SAFE: Final = {"GET", "HEAD", "OPTIONS"}
CSRF_HEADER: Final = "x-csrf-token"
OWNER: Final = "lumina.owner"
"""Set by the socket in the data folder, which only its owner can open; no client can set it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose token it is (None: the owner of the data folder); `person` is whom it speaks for where none is named."""

    token: UUID | None
    person: str
    operator: bool

    @property
    def name(self) -> str:
        """What it is called where nobody is named."""
        return str(self.token or "owner")


async def caller_of(connection: HTTPConnection) -> Caller:
    """Raises NotSignedIn, NotYours, TooOften."""
    house = house_of(connection)
    if connection.scope.get(OWNER):
        return Caller(None, house.lumina.settings.user, operator=True)
    secret, is_cookie = _secret(connection, house)
    token = await house.lumina.tokens.of(secret, house.now())
    if token is None or (token.kind == "session") is not is_cookie:
        house.limits.note_failure(address(connection))
        raise NotSignedIn(why=because("this token is not known, or has ended"))
    if is_cookie and connection.scope["type"] == "websocket":
        _check_origin(connection)
    elif is_cookie and connection.scope["method"] not in SAFE:
        _check_csrf(connection, secret)
    house.limits.admit(str(token.id))
    caller = Caller(token.id, token.person or house.lumina.settings.user, token.operator)
    connection.state.person = caller.person
    return caller


async def is_signed_in(connection: HTTPConnection) -> bool:
    """Whether its cookie is that of a session which has not ended."""
    house = house_of(connection)
    token = await house.lumina.tokens.of(connection.cookies.get(house.cookie, ""), house.now())
    return token is not None and token.kind == "session"


def _secret(connection: HTTPConnection, house: House) -> tuple[str, bool]:
    house.limits.check_failures(address(connection))
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        if scheme.lower() != "bearer" or not bearer.strip():
            raise NotSignedIn(why=because("the header Authorization is no bearer token"))
        return bearer.strip(), False
    cookie = connection.cookies.get(house.cookie, "")
    if not cookie:
        raise NotSignedIn(why=because("there is neither a token nor a cookie"))
    return cookie, True


def address(connection: HTTPConnection) -> str:
    """Where it comes from, as far as is known."""
    return connection.client.host if connection.client else ""


def csrf_of(connection: HTTPConnection) -> str:
    """What a page sends with whatever changes something (X-CSRF-Token): made from its cookie, which no other page can
    read. Empty where there is no cookie."""
    cookie = connection.cookies.get(house_of(connection).cookie, "")
    return _csrf(cookie) if cookie else ""


def _csrf(cookie: str) -> str:
    return hmac.new(cookie.encode("utf-8", "replace"), b"csrf", sha256).hexdigest()


def _check_csrf(connection: HTTPConnection, cookie: str) -> None:
    given = connection.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), _csrf(cookie).encode()):
        raise NotYours(why=because("the header X-CSRF-Token is missing or wrong"))


def _check_origin(connection: HTTPConnection) -> None:
    """A browser opens a socket for any page, and sends the cookie along; but it says whose page it is."""
    origin = connection.headers.get("origin", "").partition("://")[2]
    if origin != connection.headers.get("host"):
        raise NotYours(why=because("the page that asks is another's"))


Calling = Annotated[Caller, Depends(caller_of)]


async def person_of(
    caller: Calling,
    person: Annotated[str | None, Query(description="Whose it is. Only an operator may name somebody else.")] = None,
) -> str:
    """The person whose memory this is about. Raises NotYours, BadInput."""
    if person is None or person == caller.person:
        return caller.person
    if not caller.operator:
        raise NotYours(why=because("this token is for another person"))
    if why := wrong_with_name(person):
        raise BadInput(why=because("the person cannot be called so: {why}", why=why))
    return person


async def operator_of(caller: Calling) -> Caller:
    """Raises NotYours."""
    if not caller.operator:
        raise NotYours(why=because("only an operator may do this"))
    return caller


async def known_person(connection: HTTPConnection, person: Annotated[str, Depends(person_of)]) -> str:
    """As person_of(), with the person's key at hand. Raises StoreDown."""
    await lumina_of(connection).machine.know(person)
    return person


Person = Annotated[str, Depends(known_person)]
Operator = Annotated[Caller, Depends(operator_of)]
