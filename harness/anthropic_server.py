"""What the server on loopback answers where it speaks Anthropic's messages API: events of a stream."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from harness.openai_server import Handler, Respond

BEGIN: Mapping[str, Any] = {
    "type": "message_start",
    "message": {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
}
BLOCK: Mapping[str, Any] = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}


def claude_says(text: str, reason: str = "end_turn") -> Respond:
    """The model says this, and why it ends."""
    delta = {"stop_reason": reason, "stop_sequence": None}
    ending = (
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    )
    return _streams((BEGIN, BLOCK, *_text(text), *ending))


def claude_is_cut_off_after(text: str) -> Respond:
    """The connection closes in the middle of the answer."""
    return _streams((BEGIN, BLOCK, *_text(text)))


def _text(text: str) -> Sequence[Mapping[str, Any]]:
    pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
    return [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}} for piece in pieces
    ]


def _streams(events: Sequence[Mapping[str, Any]]) -> Respond:
    def respond(handler: Handler, request: Mapping[str, Any]) -> None:
        handler.begin_stream()
        for event in events:
            handler.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())

    return respond
