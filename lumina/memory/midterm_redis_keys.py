"""What the keys in Redis are called.

A person's keys carry a pseudonym as their hash tag: no name can collide with another or match a pattern, none can be
guessed, and all lie in one slot of a cluster.

    lumina:{pseudonym}:memory:HEX   a packed memory, sealed, until 24 h after its birth; empty while it is being written
    lumina:{pseudonym}:born         sorted set of the person's memories by birth
    lumina:{pseudonym}:name         the person's name; empty while it is being written
    lumina:{pseudonym}:version      a random word, another one after every change
    lumina:{due}                    sorted set of everybody's memories by birth; its members are HEX + pseudonym
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

ALL: Final = "lumina:{*}:*"
DUE: Final = "lumina:{due}"
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TAG: Final = re.compile(rb"lumina:\{([^}]*)\}:(?:memory:([0-9a-f]{32})$)?")


def all_of(tag: str) -> str:
    """The pattern of a person's keys."""
    return f"lumina:{{{tag}}}:*"


def body(tag: str, id_: UUID) -> str:
    return f"lumina:{{{tag}}}:memory:{id_.hex}"


def born(tag: str) -> str:
    return f"lumina:{{{tag}}}:born"


def name(tag: str) -> str:
    return f"lumina:{{{tag}}}:name"


def version(tag: str) -> str:
    return f"lumina:{{{tag}}}:version"


def member(tag: str, id_: UUID) -> bytes:
    """The id comes first, so that what was born together is in the order of its ids."""
    return f"{id_.hex}{tag}".encode()


def parts(member: bytes) -> tuple[str, UUID]:
    """The tag and the id."""
    return member[32:].decode(), UUID(member[:32].decode())


def parsed(key: bytes) -> tuple[str, UUID | None]:
    """The tag of a key, and the id of the memory whose body it is."""
    found = _TAG.match(key)
    if found is None:
        return "", None
    return found[1].decode(), UUID(found[2].decode()) if found[2] else None


def score(at: datetime) -> int:
    """Microseconds since 1970: exact in a sorted set's double until the year 2255."""
    return (at - EPOCH) // timedelta(microseconds=1)
