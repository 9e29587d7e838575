"""The shape of a token, which is never its secret."""

from datetime import datetime
from uuid import UUID

from typing_extensions import TypedDict

from lumina.stores.tokens_postgres import Token


class TokenShape(TypedDict):
    """`kind` is token (of a program) or session (of a browser); `person` is null where it is the operator's alone."""

    id: UUID
    kind: str
    name: str
    person: str | None
    operator: bool
    made: datetime
    ends: datetime


def token(value: Token) -> TokenShape:
    return {
        "id": value.id,
        "kind": value.kind,
        "name": value.name,
        "person": value.person,
        "operator": value.operator,
        "made": value.made,
        "ends": value.ends,
    }
