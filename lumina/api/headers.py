"""What every answer carries, and for whom none is made: pages load nothing from elsewhere, are in no other page's
frame, and a name that somebody else points at this machine opens nothing (DNS rebinding)."""

from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from lumina.api.callers import OWNER
from lumina.api.problems import MEDIA_TYPE, Problem, respond

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
HSTS: Final = "max-age=31536000"

ELSEWHERE: Final = Problem(
    type="urn:lumina:bad_host",
    title="bad host",
    status=400,
    code="bad_host",
    detail="This server does not answer to that name.",
)


TOO_LARGE: Final = Problem(
    type="urn:lumina:too_large",
    title="too large",
    status=413,
    code="too_large",
    detail="The body of the request is larger than this route takes.",
)


class Headed:
    """`hosts` are the names that are answered to (None: any)."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None, *, secure: bool) -> None:
        self.app, self.hosts, self.secure = app, hosts, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
        elif self._is_ours(scope):
            await self.app(scope, receive, _explaining(scope, receive, self._heading(scope, send)))
        elif scope["type"] == "http":
            await respond(ELSEWHERE)(scope, receive, self._heading(scope, send))
        else:
            await WebSocketClose(1008)(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        host = Headers(scope=scope).get("host", "").lower()
        name = host[: host.rfind(":")] if ":" in host.rpartition("]")[2] else host
        return self.hosts is None or name in self.hosts or bool(scope.get(OWNER))

    def _heading(self, scope: Scope, send: Send) -> Send:
        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                if self.secure:
                    headers.setdefault("Strict-Transport-Security", HSTS)
            await send(message)

        return headed


def _explaining(scope: Scope, receive: Receive, send: Send) -> Send:
    """What Starlette refuses as too large, it refuses in plain text: it gets a problem instead."""
    refused = False

    async def explained(message: Message) -> None:
        nonlocal refused
        if message["type"] == "http.response.start" and message["status"] == TOO_LARGE.status:
            refused = not Headers(scope=message).get("content-type", "").startswith(MEDIA_TYPE)
        if not refused:
            await send(message)
        elif message["type"] == "http.response.body" and not message.get("more_body"):
            await respond(TOO_LARGE)(scope, receive, send)

    return explained
