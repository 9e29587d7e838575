"""What an answer took from what came to mind: that stands first, and what was only asked, or answered, stands last."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Final
from uuid import UUID

from lumina.language.acts import asks
from lumina.models import Hit, Role, TierName, Turn
from lumina.reports import Recollection, Said

ENDS: Final = re.compile(r"[。！？!?\n]+|\.(?=\s|$)")
ADDRESS: Final = re.compile(r"^\s*[@＠]\S+\s+")
LAST: Final = 2
"""The place of what was asked, and of what a character answered."""

LEAST: Final = 6
"""Characters of a sentence that stand in an answer by no chance."""


def is_quoted(turn: Turn, answer: str) -> bool:
    """Whether a sentence of it stands in the answer."""
    told = [one.strip(" .、,") for one in ENDS.split(ADDRESS.sub("", turn.text))]
    return any(len(one) >= LEAST and one in answer for one in told)


def in_order(found: Recollection, answer: str, before: Collection[UUID], most: int) -> list[Hit]:
    """The hits, and what was quoted from beyond them; each with its own turns in that order, without what stood there
    `before` anyway."""
    hits = [_ordered(hit, answer, before) for hit in found.hits if not _stood(hit, before)]
    there = {turn.id for hit in hits for turn in hit.turns}
    beyond = [one for one in found.best if one.turn.id not in there and one.turn.id not in before]
    hits += [_single(one) for one in beyond if is_quoted(one.turn, answer) and not asks(one.turn.text)]
    return sorted(hits, key=lambda hit: _place(hit.turns[0], answer) if hit.turns else 1)[:most]


def _stood(hit: Hit, before: Collection[UUID]) -> bool:
    return any(turn.id in before for turn in hit.turns[:1])


def _ordered(hit: Hit, answer: str, before: Collection[UUID]) -> Hit:
    """Beside what somebody told, what was asked or answered says nothing."""
    turns = sorted((turn for turn in hit.turns if turn.id not in before), key=lambda turn: _place(turn, answer))
    told = [turn for turn in turns if _place(turn, answer) < LAST] or turns
    return replace(hit, turns=tuple(told), at=told[0].at if told else hit.at)


def _place(turn: Turn, answer: str) -> int:
    if turn.role is Role.CHARACTER or asks(turn.text):
        return LAST
    return 0 if is_quoted(turn, answer) else 1


def _single(said: Said) -> Hit:
    """A turn by itself; whether a memory has it is not said here."""
    turn = said.turn
    return Hit(None, TierName.WINDOW, TierName.WINDOW, turn.text, (turn,), turn.at, said.score)
