"""One-time secrets, as Jupyter has them: who opens the address that the server prints is signed in, once."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from lumina.stores.tokens_postgres import Tokens

LASTS: Final = timedelta(days=30)
"""How long a browser stays signed in."""

OPEN: Final = timedelta(hours=24)
"""How long an address can be opened."""


@dataclass(frozen=True, slots=True)
class Doors:
    """Kept in this process alone: with it they are gone."""

    tokens: Tokens
    _made: dict[str, tuple[str, datetime]] = field(default_factory=dict[str, tuple[str, datetime]], init=False)

    def make(self, person: str, at: datetime) -> str:
        """A secret that signs one browser in, as this person and as the operator."""
        for old in [one for one, (_, ends) in self._made.items() if ends <= at]:
            del self._made[old]
        secret = secrets.token_urlsafe(24)
        self._made[secret] = person, at + OPEN
        return secret

    async def enter(self, secret: str, at: datetime) -> str | None:
        """The secret of a new session; None where this one is not known, was used, or is too old."""
        person, ends = self._made.pop(secret, ("", at))
        if ends <= at:
            return None
        made, _ = await self.tokens.add("browser", kind="session", person=person, operator=True, at=at, ends=at + LASTS)
        return made
