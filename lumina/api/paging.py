"""Cursors, and marks of what can be edited (ETags)."""

import base64
import binascii
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, cast

from fastapi import Header, Query, Response

from lumina.errors import BadInput, Changed, because
from lumina.shapes.plain import plain

Cursor = Annotated[str | None, Query(max_length=500, description="`next` of the page before; without it, the first.")]
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]
IfMatch = Annotated[
    str | None, Header(alias="If-Match", description="The ETag that was read: 412 where it was changed since.")
]


def cursor_of(*parts: object) -> str:
    """What the next page begins behind."""
    said = json.dumps(parts, default=plain)
    return base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")


def parts_of(cursor: str, count: int) -> list[Any]:
    """Raises BadInput for what is no cursor of ours."""
    try:
        said: object = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        said = None
    if not isinstance(said, list) or len(cast("list[object]", said)) != count:
        raise bad_cursor()
    return cast("list[Any]", said)


def bad_cursor() -> BadInput:
    return BadInput(why=because("the cursor is none that a page ended with"))


def etag_of(shape: Mapping[str, Any]) -> str:
    """The same as long as nobody changes it; what only time changes does not count."""
    lasting = {key: value for key, value in shape.items() if key not in {"importance", "uses"}}
    said = json.dumps(lasting, default=plain, ensure_ascii=True, sort_keys=True)
    return f'"{sha256(said.encode()).hexdigest()[:24]}"'


def mark(response: Response, shape: Mapping[str, Any]) -> None:
    response.headers["ETag"] = etag_of(shape)


def check(if_match: str | None, shape: Mapping[str, Any]) -> None:
    """Raises Changed where it is not what the client has read."""
    if if_match is None or if_match.strip() == "*":
        return
    if etag_of(shape) not in [one.strip() for one in if_match.split(",")]:
        raise Changed(why=because("its ETag is {etag} now", etag=etag_of(shape)))
