"""The web application: all routes over one opened Lumina."""

from collections.abc import Collection
from functools import cache
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.types import ASGIApp

from lumina import __version__
from lumina.api import (
    characters,
    chat,
    commands,
    domain_clock,
    erasing,
    events,
    health,
    images,
    knowledge,
    known,
    memories,
    metrics,
    occasions,
    operation,
    recall,
    rooms,
    settings,
    signing_in,
    summaries,
    whole,
)
from lumina.api.doors import Doors
from lumina.api.headers import LOOPBACK, Headed
from lumina.api.house import House
from lumina.api.limits import Limits
from lumina.api.problems import Problem, tell_problems
from lumina.api.relaying import Relay
from lumina.api.streams import Streams
from lumina.api.web import pages
from lumina.app import Lumina
from lumina.lending.lender import Run

MOST_BODY = 1_000_000
"""Bytes of a request; what takes files says so itself."""

SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "A token that `lumina token add` makes."},
    "session": {"type": "apiKey", "in": "cookie", "name": "lumina", "description": "A browser that is signed in."},
}
OPEN_TO_ALL = {"/sign-in", "/api/health/live", "/api/health/ready"}


class _Application(FastAPI):
    """Whatever it answers goes through Headed, what goes wrong unforeseen, too."""

    hosts: Collection[str] | None
    secure: bool

    def build_middleware_stack(self) -> ASGIApp:
        return Headed(super().build_middleware_stack(), self.hosts, secure=self.secure)


def create_app(
    lumina: Lumina,
    *,
    cookie: str = "lumina",
    secure: bool = False,
    hosts: Collection[str] | None = LOOPBACK,
    limits: Limits | None = None,
    run: Run | None = None,
) -> FastAPI:
    """The pages and the API. `cookie` names the session's cookie, `secure`: it is reached by TLS, `hosts` are the names
    that it answers to (None: any), and `run` runs the commands of the command line (None: they are refused)."""
    app = bare_app()
    relay = Relay(lumina.machine.turn_events, lumina.talk.guarding)
    house = House(lumina, Doors(lumina.tokens), limits or Limits(), Streams(), relay, cookie, secure, run)
    app.state.house = house
    lumina.talk.turns.noticed.append(house.streams.notice)
    lumina.talk.turns.forgetting.append(house.forget)
    house.streams.noticed.append(house.announce)
    house.streams.kept.append(relay.begin)
    app.hosts, app.secure = hosts, secure
    return app


def bare_app() -> _Application:
    """All routes, and what they are described by, over nothing."""
    app = _Application(
        title="LUMINA",
        version=__version__,
        summary="Three characters who remember.",
        docs_url=None,  # these pages load their scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for router in (_api(), metrics.router, signing_in.router, pages.router):
        app.include_router(router)
    tell_problems(app, pages.problem_page)
    app.openapi = lambda: _openapi(app)
    return app


@cache
def _api() -> APIRouter:
    """What is below /api, once for all applications of a process: FastAPI reads the signature of each route for that,
    which takes 0.05 s in all."""
    api = APIRouter(prefix="/api", max_body_size=MOST_BODY)
    for part in (
        chat,
        characters,
        occasions,
        known,
        summaries,
        memories,
        recall,
        rooms,
        images,
        knowledge,
        operation,
        domain_clock,
        settings,
        whole,
        erasing,
        health,
        events,
        commands,
    ):
        api.include_router(part.router)
    return api


def _openapi(app: FastAPI) -> dict[str, Any]:
    """As FastAPI makes it, with who may call, and what a problem looks like."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schema["components"]["securitySchemes"] = SCHEMES
        schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
        for path, methods in schema["paths"].items():
            for operation in methods.values():
                operation["security"] = [] if path in OPEN_TO_ALL else [{name: []} for name in SCHEMES]
        app.openapi_schema = schema
    return app.openapi_schema
