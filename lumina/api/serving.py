"""Serves the application, until it is stopped."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from lumina.api.application import create_app
from lumina.api.headers import LOOPBACK
from lumina.api.house import House
from lumina.api.rehearsing import rehearse
from lumina.api.signing_in import SIGN_IN
from lumina.app import Lumina
from lumina.errors import BadInput, because
from lumina.lending.lender import Run

log = logging.getLogger(__name__)

LEAVING_SECONDS = 3
"""What is being answered has so long to end."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where it listens: with a certificate and its key, by TLS; or behind a proxy that does it."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None
    behind_proxy: bool = False

    @property
    def is_loopback(self) -> bool:
        return self.host in {"127.0.0.1", "::1", "localhost"}

    def check(self) -> None:
        """Raises BadInput where words would cross a network in the clear."""
        if not (self.is_loopback or self.certificate or self.behind_proxy):
            raise BadInput(
                why=because(
                    "{host} is reached from other machines, and what is said would cross the network in the clear; "
                    "give --certificate and --key, or --behind-proxy where a proxy does TLS",
                    host=self.host,
                )
            )
        if (self.certificate is None) is not (self.key is None):
            raise BadInput(why=because("--certificate and --key go together"))


async def serve(lumina: Lumina, listening: Listening, announce: Callable[[str], None], run: Run | None = None) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is told the address that opens the page signed in, once it answers, and
    `run` runs commands for others. Raises BadInput where it cannot listen there."""
    listening.check()
    with closing(_bound(listening)) as bound:
        port = bound.getsockname()[1]
        secure = bool(listening.certificate or listening.behind_proxy)
        hosts = LOOPBACK if listening.is_loopback and not listening.behind_proxy else None
        app = create_app(lumina, cookie=f"lumina-{port}", secure=secure, hosts=hosts, run=run)
        await rehearse(app)
        server = _Server(_config(app, listening))
        server.announce = lambda: announce(_address(lumina, app, listening, port))
        await server.serve([bound])


def _address(lumina: Lumina, app: FastAPI, listening: Listening, port: int) -> str:
    house: House = app.state.house
    secret = house.doors.make(lumina.settings.user, house.now())
    host = "localhost" if listening.is_loopback else listening.host
    return f"http{'s' if listening.certificate else ''}://{host}:{port}{SIGN_IN}?secret={secret}"


def _bound(listening: Listening) -> socket.socket:
    family = socket.AF_INET6 if ":" in listening.host else socket.AF_INET
    # asyncio sends at once only where the protocol is named; else a kept connection waits 40 ms for its acknowledgement
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((listening.host, listening.port))
    except (OSError, OverflowError) as error:
        bound.close()
        where = f"{listening.host}:{listening.port}"
        raise BadInput(
            why=because(
                "nothing can listen at {where} ({error}); --port names another port",
                where=where,
                error=getattr(error, "strerror", None) or error,
            )
        ) from error
    return bound


def _config(app: FastAPI, listening: Listening) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        lifespan="off",
        timeout_graceful_shutdown=LEAVING_SECONDS,
        proxy_headers=listening.behind_proxy,
        forwarded_allow_ips="*" if listening.behind_proxy else None,
        ssl_certfile=listening.certificate,
        ssl_keyfile=listening.key,
    )


class _Server(uvicorn.Server):
    """Ends without an error where it is stopped, and says when it answers."""

    announce: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.announce()

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
