"""What the commands answer, as one line of JSON."""

import json

from lumina.cli.exchange import Exchange
from lumina.cli.terminal import fit_json
from lumina.language.messages import Messages
from lumina.shapes.plain import Shape, plain
from lumina.shapes.recalled import pack
from lumina.shapes.talk import reply


def dumps(value: object) -> str:
    """One line of JSON, without anything that a terminal would obey."""
    return fit_json(json.dumps(value, ensure_ascii=False, default=plain))


def said(exchange: Exchange, messages: Messages) -> Shape:
    """The pack is the one that the first speaker was given."""
    heard, done = exchange.heard, exchange.done
    return {
        "thread": heard.thread if heard else None,
        "turn": heard.id if heard else None,
        "replies": [reply(each, messages) for each in exchange.replies],
        "pack": pack(exchange.recalled[0].recollection.pack) if exchange.recalled else {},
        "missing": list(done.missing) if done else [],
        "timings_ms": dict(done.timings_ms) if done else {},
    }
