"""What the first visit would wait for is done before anybody can come."""

import asyncio
from typing import Any, Final

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from lumina.api.web.assets import assets
from lumina.api.web.shown import read_templates
from lumina.api.web.words import Words
from lumina.aside import aside
from lumina.language.bilingual import LANGUAGES

NOWHERE: Final[dict[str, Any]] = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "GET",
    "scheme": "http",
    "path": "/nowhere",
    "raw_path": b"/nowhere",
    "root_path": "",
    "query_string": b"",
    "headers": [(b"host", b"localhost")],
    "client": ("127.0.0.1", 0),
    "server": ("127.0.0.1", 0),
}
"""A request that no route takes: each is looked at."""


async def rehearse(app: FastAPI) -> None:
    """FastAPI reads the signature of a route when a request first comes by it, Jinja a template when it first shows it,
    and what the page loads is packed when it is first asked for: 0.3 s of the processor in all."""
    await aside(_read_all, app)


def _read_all(app: FastAPI) -> None:
    read_templates()
    assets()
    for language in LANGUAGES:
        Words(language)
    asyncio.run(_ask_for_nothing(app))


async def _ask_for_nothing(app: FastAPI) -> None:
    """By the way on which what waits for no answer is done, too."""
    await run_in_threadpool(lambda: None)
    await app(dict(NOWHERE), _nothing_more, _unheard)


async def _nothing_more() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _unheard(_: Any) -> None:
    """Nobody is there."""
