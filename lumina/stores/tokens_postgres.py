"""Who may use the API: tokens of programs and sessions of browsers, in PostgreSQL; of their secrets, only digests."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final, Literal
from uuid import UUID, uuid4

from lumina.databases.postgres import Database

Kind = Literal["token", "session"]

BYTES: Final = 32
PREFIX: Final = "lumina_"
"""What a secret begins with: who finds one somewhere knows what it is."""

ADD: Final = """
insert into tokens (id, digest, kind, name, person, operator, made, ends) values (%s, %s, %s, %s, %s, %s, %s, %s)
"""
FIND: Final = "select id, kind, name, person, operator, made, ends from tokens where digest = %s and ends > %s"
LIST: Final = "select id, kind, name, person, operator, made, ends from tokens order by made, id"
REVOKE: Final = "delete from tokens where id = %s"
TIDY: Final = "delete from tokens where ends <= %s"
COUNT: Final = "select count(*) from tokens where person = %s"
FORGET: Final = "delete from tokens where person = %s and not operator"
UNNAME: Final = "update tokens set person = null, name = '' where person = %s"


@dataclass(frozen=True, slots=True)
class Token:
    """What a secret opens: what is of `person`, and where it is the operator's, everything."""

    id: UUID
    kind: Kind
    name: str
    person: str | None
    operator: bool
    made: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Tokens:
    """All there are. Whose end has come opens nothing."""

    database: Database

    async def add(
        self, name: str, *, kind: Kind = "token", person: str | None, operator: bool, at: datetime, ends: datetime
    ) -> tuple[str, Token]:
        """A new one with its secret, which nobody can read again. Those that have ended are swept out."""
        secret, token = PREFIX + secrets.token_urlsafe(BYTES), Token(uuid4(), kind, name, person, operator, at, ends)
        await self.database.execute(TIDY, (at,))
        values = (token.id, _digest(secret), kind, name, person, operator, at, ends)
        if person is None:
            await self.database.execute(ADD, values)
        else:
            async with self.database.writing(person) as guard:
                await guard.execute(ADD, values)
        return secret, token

    async def of(self, secret: str, at: datetime) -> Token | None:
        """The token of this secret, where there is one and it has not ended."""
        row = await self.database.fetch_one(FIND, (_digest(secret), at))
        return Token(*row) if row else None

    async def all(self) -> list[Token]:
        """The oldest first."""
        return [Token(*row) for row in await self.database.fetch(LIST)]

    async def revoke(self, token: UUID) -> bool:
        """From now on it opens nothing. Whether there was one."""
        return bool(await self.database.execute(REVOKE, (token,)))

    async def count(self, person: str) -> int:
        row = await self.database.fetch_one(COUNT, (person,))
        return row[0] if row else 0

    async def forget(self, person: str) -> int:
        """The operator's stay, and name nobody any more."""
        gone = await self.database.execute(FORGET, (person,))
        return gone + await self.database.execute(UNNAME, (person,))


def _digest(secret: str) -> bytes:
    """The secret is random and long: nothing is to be tried on its digest."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
