"""A model of chat completions that reads turns as the labels of a life say: rightly, or spoilt on purpose."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any

from harness.openai_server import Handler, Respond, says
from lumina.distil.claims.model_answer import says as holds
from lumina.distil.claims.own import own_text

LIVES = Path(__file__).parents[2] / "shared" / "data" / "lives"
TURN = re.compile(r'<turn n="(\d+)"[^>]*>(.*?)</turn>', re.S)

Item = dict[str, Any]
Spoil = Callable[[Mapping[str, list[Item]], Mapping[int, str]], Mapping[str, Any]]
"""What becomes of right claims, given the texts of the turns by their numbers."""


@dataclass(frozen=True)
class Labelled:
    """A labelled life of ../shared/data/lives, by its name."""

    name: str

    @property
    def file(self) -> Path:
        return LIVES / f"{self.name}.jsonl"

    @cached_property
    def truth(self) -> Mapping[str, Any]:
        return json.loads((LIVES / f"{self.name}.truth.json").read_text(encoding="utf-8"))

    @cached_property
    def _refs(self) -> Mapping[str, str]:
        """The turns by their texts."""
        lines = map(json.loads, self.file.read_text(encoding="utf-8").splitlines())
        return {line["text"]: line["ref"] for line in lines}

    def answers(self, spoil: Spoil | None = None) -> Respond:
        """Reads the turns of each request."""

        def respond(handler: Handler, request: Mapping[str, Any]) -> None:
            turns = {int(n): unescape(text) for n, text in TURN.findall(request["messages"][1]["content"])}
            claims = self.claims(turns)
            answer = {
                "summary": " / ".join(turns.values())[:900],
                "keywords": [],
                "concepts": [],
                "valence": 0.0,
                **(spoil(claims, turns) if spoil else claims),
            }
            says(json.dumps(answer, ensure_ascii=False))(handler, request)

        return respond

    def claims(self, turns: Mapping[int, str]) -> Mapping[str, list[Item]]:
        """What the labels claim of these turns."""
        at = {self._refs[text]: n for n, text in turns.items() if text in self._refs}
        truth = self.truth
        return {
            "facts": [item for fact in truth["facts"] for item in self._fact(fact, at, turns)],
            "people": [item for one in truth["people"] for item in _person(one, at, turns)],
            "loops": [item for loop in truth["loops"] for item in _loop(loop, at, turns)],
        }

    def _fact(self, fact: Item, at: Mapping[str, int], turns: Mapping[int, str]) -> Sequence[Item]:
        values = {one["id"]: one for one in self.truth["facts"]}
        before = self._told(values[fact["supersedes"]]) if fact["supersedes"] else ""
        told = [
            (at[ref], value) for ref in fact["said"] if ref in at for value in said(fact, own_text(turns[at[ref]]))[:1]
        ]
        return [
            {
                **{
                    "turn": n,
                    "about": self._about(fact["about"], turns),
                    "kind": fact["kind"],
                    "value": value,
                    "mode": "is",
                },
                **{"since": fact["from"], "until": None, "replaces": before, "confidence": 0.9},
            }
            for n, value in told
        ]

    def _about(self, name: str, turns: Mapping[int, str]) -> str:
        """Somebody as these turns call them."""
        called = [name, *(alias for one in self.truth["people"] if one["name"] == name for alias in one["aliases"])]
        return next((one for one in called if any(one in text for text in turns.values())), name)

    def _told(self, fact: Item) -> str:
        """A fact's value as it was told first."""
        texts = {ref: text for text, ref in self._refs.items()}
        return next(value for ref in fact["said"] for value in said(fact, own_text(texts[ref])))


def said(fact: Item, text: str) -> list[str]:
    """The forms of a fact's value that stand in a text."""
    return [value for value in (*fact["accept"], fact["value"]) if holds(text, value)]


def _person(one: Item, at: Mapping[str, int], turns: Mapping[int, str]) -> Sequence[Item]:
    called = [one["name"], *one["aliases"]]
    here = [(at[ref], name) for ref in one["mentions"] if ref in at for name in called if name in turns[at[ref]]]
    names = [name for _, name in here]
    return [
        {"turn": n, "name": name, "names": names, "relation": one["relation"], "confidence": 0.9} for n, name in here
    ]


def _loop(loop: Item, at: Mapping[str, int], turns: Mapping[int, str]) -> Sequence[Item]:
    opened = [{"turn": at[ref], "due": loop["due"], "closes": False} for ref in loop["said"] if ref in at]
    closed = [{"turn": at[ref], "due": None, "closes": True} for ref in loop["closed"] if ref in at]
    return [{**item, "what": loop["what"], "confidence": 0.9} for item in (*opened, *closed)]
