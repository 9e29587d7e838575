"""What an encoder must know of itself: the direction that all its vectors share, the languages that it knows, and how
close an input and its thread are while the topic stays. Found once on the dialogues in `calibration/`."""

import hashlib
import json
import logging
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import numpy as np

from lumina.embedding.directions import principal_direction, total, unit, units, without
from lumina.embedding.embedder import Passage
from lumina.embedding.windows import window_vector
from lumina.models import Vector

logger = logging.getLogger(__name__)

LANGUAGES = ("ja", "en")
FALSE_ALARMS = 0.05
"""Share of the turns of one dialogue that may look like a new topic."""
KNOWN = 0.8
"""A language is known where this share of turns is closer to its own dialogue than to another (0.5 is chance)."""
HEARD_BEFORE = 2
RECENT = 6

Thread = Sequence[Passage | None]


class Encoder(Protocol):
    """Turns text into raw vectors. Slow, and no matter from which thread. Up to `inline` texts at once are quick
    enough for the event loop."""

    inline: int
    identity: str

    def passages(self, texts: Sequence[str]) -> list[Passage | None]: ...

    def question(self, text: str, idf: Callable[[str], float]) -> Vector | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """`direction` is removed from every vector. `topic_shift` is, for each language that the encoder knows, the
    similarity of an input to its thread below which a new topic has begun."""

    direction: Vector
    topic_shift: dict[str, float]


@cache
def dialogues(language: str) -> tuple[tuple[str, ...], ...]:
    """The dialogues of a language, each as its lines."""
    text = files("lumina.embedding").joinpath("calibration", f"{language}.txt").read_text(encoding="utf-8")
    return tuple(tuple(block.splitlines()) for block in text.strip().split("\n\n"))


@cache
def text_digest() -> str:
    """Names the text that calibration is made from: other text, other vectors."""
    return hashlib.sha256(repr([dialogues(language) for language in LANGUAGES]).encode()).hexdigest()[:8]


def clean(direction: Vector, passage: Passage) -> Passage:
    """The passage without the constant direction; its sentences at length 1."""
    return Passage(without(direction, passage.sum), units(without(direction, passage.sentences)))


def topic_similarity(thread: Sequence[Passage | None], new: Passage | None) -> float | None:
    """Cosine between a text and the last turns of a thread; None where either says nothing."""
    heard = [passage.sum for passage in thread[-RECENT:] if passage is not None]
    if new is None or not heard:
        return None
    return float(np.vecdot(unit(new.sum), unit(total(heard))))


def calibrate(encoder: Encoder) -> Calibration:
    """Measure an encoder on the dialogues of both languages; those that it does not know have no say."""
    spoken = {language: [encoder.passages(d) for d in dialogues(language)] for language in LANGUAGES}
    known = [threads for threads in spoken.values() if _topic_shift(_cleaned(threads)) is not None]
    direction = _direction([thread for threads in known or spoken.values() for thread in threads])
    shifts = {language: _topic_shift(_cleaned(threads, direction)) for language, threads in spoken.items()}
    return Calibration(direction, {language: shift for language, shift in shifts.items() if shift is not None})


def _direction(threads: Sequence[Thread]) -> Vector:
    """The direction that the windows of these dialogues share."""
    windows = (window_vector(thread, at) for thread in threads for at in range(len(thread)))
    return principal_direction(np.stack([window for window in windows if window is not None]))


def _cleaned(threads: Sequence[Thread], direction: Vector | None = None) -> list[Thread]:
    """The dialogues without a direction, by default their own; empty where the encoder says nothing at all."""
    if not any(passage is not None for thread in threads for passage in thread):
        return []
    shared = _direction(threads) if direction is None else direction
    return [[passage and clean(shared, passage) for passage in thread] for thread in threads]


def _topic_shift(threads: Sequence[Thread]) -> float | None:
    """The threshold for one language; None where the encoder does not tell its dialogues apart."""
    within: list[float] = []
    across: list[float] = []
    for thread, other in zip(threads, [*threads[1:], *threads[:1]], strict=True):
        for at in range(HEARD_BEFORE, len(thread)):
            own, foreign = topic_similarity(thread[:at], thread[at]), topic_similarity(other[:at], thread[at])
            if own is not None and foreign is not None:
                within.append(own)
                across.append(foreign)
    if not within or np.greater.outer(within, across).mean() < KNOWN:
        return None
    return float(np.quantile(within, FALSE_ALARMS))


def load_calibration(encoder: Encoder, cache_folder: Path) -> Calibration:
    """The calibration of an encoder, measured on the first time and kept in `cache_folder` afterwards."""
    name = hashlib.sha256(f"{encoder.identity}/{text_digest()}".encode()).hexdigest()[:24]
    path = cache_folder / f"calibration-{name}.json"
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Calibration(np.array(kept["direction"], np.float32), dict(kept["topic_shift"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        logger.debug("%s is measured: %s", encoder.identity, error)
    calibration = calibrate(encoder)
    _keep(path, {"direction": calibration.direction.tolist(), "topic_shift": calibration.topic_shift})
    return calibration


def _keep(path: Path, value: object) -> None:
    """Write a file in one step, so that another process sees it whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(file.name, path)  # noqa: PTH105
