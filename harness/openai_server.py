"""A small server on loopback that speaks the chat completions API: scripted answers, streamed or not, and failures."""

import json
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Respond = Callable[["Handler", Mapping[str, Any]], None]


def says(text: str) -> Respond:
    """The model says this, in pieces where the request wants a stream."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        if request.get("stream"):
            pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
            handler.stream([*(_delta(content=piece) for piece in pieces), _delta(finish="stop")])
        else:
            handler.send_json(200, _completion({"role": "assistant", "content": text}))

    return respond


def streams_for(seconds: float, pieces: int) -> Respond:
    """The model says so many pieces, evenly over so long, the first at once; it stops where the server closes."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.begin_stream()
        for number in range(pieces):
            handler.wfile.write(f"data: {json.dumps(_delta(content=f'word {number} '))}\n\n".encode())
            handler.wfile.flush()
            if handler.server.closing.wait(seconds / pieces):
                return
        handler.wfile.write(f"data: {json.dumps(_delta(finish='stop'))}\n\ndata: [DONE]\n\n".encode())

    return respond


def refuses(why: str) -> Respond:
    """The model refuses, in the field that the API has for it."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        if request.get("stream"):
            handler.stream([_delta(refusal=why), _delta(finish="stop")])
        else:
            handler.send_json(200, _completion({"role": "assistant", "content": None, "refusal": why}))

    return respond


def is_filtered(handler: "Handler", request: Mapping[str, Any]) -> None:
    """The provider cuts the answer off."""
    handler.stream([_delta(content="Well, "), _delta(finish="content_filter")])


def fails(status: int, message: str = "scripted failure") -> Respond:
    """The server answers with an error."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.send_json(status, {"error": {"message": message, "type": "scripted", "code": str(status)}})

    return respond


def is_cut_off_after(text: str) -> Respond:
    """The connection closes in the middle of the answer: no finish reason, no end mark."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.stream([_delta(content=text)], ending="")

    return respond


def runs_out_after(text: str) -> Respond:
    """The model may not say more."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.stream([_delta(content=text), _delta(finish="length")])

    return respond


def sends_to(base_url: str) -> Respond:
    """The server knows another place that it says to ask."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.send_response(307)
        handler.send_header("Location", base_url + handler.path)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return respond


def breaks_off(handler: "Handler", request: Mapping[str, Any]) -> None:
    """The stream holds no JSON after its first piece."""
    handler.stream([_delta(content="So ")], ending='data: {"choices": [{"delta": {"cont\n\n')


def is_a_page(handler: "Handler", request: Mapping[str, Any]) -> None:
    """What answers is no model's server: a proxy's page, say."""
    page = b"<html>Welcome</html>"
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.send_header("Content-Length", str(len(page)))
    handler.end_headers()
    handler.wfile.write(page)


def is_silent(handler: "Handler", request: Mapping[str, Any]) -> None:
    """Nothing comes until the server closes."""
    handler.server.closing.wait(10)


def is_silent_after(text: str) -> Respond:
    """A first piece, and then nothing."""

    def respond(handler: "Handler", request: Mapping[str, Any]) -> None:
        handler.stream([_delta(content=text)], ending="")
        handler.server.closing.wait(10)

    return respond


def _delta(content: str = "", refusal: str = "", finish: str | None = None) -> dict[str, Any]:
    delta = (
        {"role": "assistant"} | ({"content": content} if content else {}) | ({"refusal": refusal} if refusal else {})
    )
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": "scripted", "choices": [choice]}


def _completion(message: Mapping[str, Any]) -> dict[str, Any]:
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [choice],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


class Server(ThreadingHTTPServer):
    """Holds the script and what was asked. Where the script is at its end, its last answer comes again."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Respond] = [says("ok")]
        self.requests: list[dict[str, Any]] = []
        self.closing = threading.Event()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers.get("Authorization") or self.headers.get("x-api-key") or ""
        self.server.requests.append({"path": self.path, "key": key, "body": body})
        script = self.server.script
        respond = script.pop(0) if len(script) > 1 else script[0]
        try:
            respond(self, body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def send_json(self, status: int, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def stream(self, values: list[dict[str, Any]], ending: str = "data: [DONE]\n\n") -> None:
        self.begin_stream()
        for value in values:
            self.wfile.write(f"data: {json.dumps(value)}\n\n".encode())
        self.wfile.write(ending.encode())
        self.wfile.flush()

    def begin_stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing goes to stderr."""


@dataclass(frozen=True)
class OpenAIServer:
    """What a test sees: where the server is, what it was asked, what it will say."""

    server: Server = field(repr=False)

    @property
    def base_url(self) -> str:
        return f"{self.host}/v1"

    @property
    def host(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    @property
    def requests(self) -> list[dict[str, Any]]:
        return self.server.requests

    def will(self, *script: Respond) -> None:
        self.server.script = list(script)


@contextmanager
def running_openai_server() -> Generator[OpenAIServer]:
    """A server that is gone afterwards, with its thread."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield OpenAIServer(server)
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
