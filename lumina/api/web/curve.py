"""The forgetting curve of a memory, drawn: what it was, what it is, and what it will be."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from markupsafe import Markup, escape

from lumina.api.web.words import Words
from lumina.clock import later, local
from lumina.language.dates import named_day
from lumina.lifecycle.importance import importance
from lumina.models import MemoryState

WIDTH: Final = 680
HEIGHT: Final = 250
LEFT, RIGHT, TOP, BOTTOM = 40, 12, 14, 54
STEPS: Final = 90
AHEAD: Final = timedelta(days=30)
NEAR: Final = 230
COMPRESSED: Final = 0.3
"""Below that a memory is kept as a gist."""

Weight = Callable[[datetime], float]


@dataclass(frozen=True, slots=True)
class Frame:
    """From moments and importances to places in the picture."""

    first: datetime
    last: datetime

    def x(self, at: datetime) -> float:
        share = (at - self.first) / (self.last - self.first)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, weight: float) -> float:
        return round(HEIGHT - BOTTOM - weight * (HEIGHT - TOP - BOTTOM), 1)

    def path(self, weight: Weight, first: datetime, last: datetime) -> str:
        """A line through the importance at some moments."""
        moments = [first + (last - first) * step / STEPS for step in range(STEPS + 1)]
        return "M" + " ".join(f"{self.x(at)},{self.y(weight(at))}" for at in moments)


def curve(state: MemoryState, log: Sequence[Mapping[str, object]], now: datetime, words: Words) -> Markup:
    """Past, now and ahead; uses, pins and compressions marked; ahead if it were pinned, and never used again."""
    now = max(now, state.born)
    frame = Frame(state.born, later(now, max(AHEAD, now - state.born)))

    def past(at: datetime) -> float:
        return importance(state.salience, state.born, state.uses, at, pinned_at(log, at))

    def unpinned(at: datetime) -> float:
        return importance(state.salience, state.born, state.uses, at)

    def pinned(at: datetime) -> float:
        return importance(state.salience, state.born, state.uses, at, pinned=True)

    lines = {
        "past": frame.path(past, state.born, now),
        "ahead": frame.path(unpinned, now, frame.last),
        "pinned": frame.path(pinned, now, frame.last),
    }
    told = words(
        "curve_told", now=f"{past(now):.2f}", then=f"{unpinned(frame.last):.2f}", birth=f"{state.salience:.2f}"
    )
    parts = [*_axes(frame, now, words), *(f'<path class="{name}" d="{path}"/>' for name, path in lines.items())]
    parts += _marks(frame, state, log, past, words)
    head = f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">'
    return Markup(head + "".join(parts) + "</svg>")


def pinned_at(log: Sequence[Mapping[str, object]], at: datetime) -> bool:
    """Whether the memory was pinned at a moment."""
    changes = [entry["change"] for entry in log if _moment(entry) <= at and entry["change"] in ("pinned", "unpinned")]
    return bool(changes) and changes[-1] == "pinned"


def _moment(entry: Mapping[str, object]) -> datetime:
    at = entry["at"]
    assert isinstance(at, datetime)
    return at


def _axes(frame: Frame, now: datetime, words: Words) -> Iterable[str]:
    bottom = frame.y(0)
    yield f'<path class="axis" d="M{LEFT},{TOP}V{bottom}H{WIDTH - RIGHT}"/>'
    yield f'<path class="floor" d="M{LEFT},{frame.y(COMPRESSED)}H{WIDTH - RIGHT}"/>'
    for weight in (0.0, 0.5, 1.0):
        yield f'<text class="faint" x="{LEFT - 6}" y="{frame.y(weight) + 4}" text-anchor="end">{weight:g}</text>'
    yield f'<path class="now" d="M{frame.x(now)},{TOP}V{bottom}"/>'
    for at, anchor, label in (
        (frame.first, "start", _day(frame.first, words)),
        (now, "middle", words("now")),
        (frame.last, "end", _day(frame.last, words)),
    ):
        below = 46 if anchor == "middle" and _is_near(frame, at) else 22
        place = f'x="{frame.x(at)}" y="{bottom + below}" text-anchor="{anchor}"'
        yield f'<text class="faint" {place}>{escape(label)}</text>'


def _day(at: datetime, words: Words) -> str:
    return named_day(local(at).date(), words.language, with_year=True)


def _is_near(frame: Frame, at: datetime) -> bool:
    """Whether what stands at a moment would stand on the dates at the ends."""
    return min(frame.x(at) - frame.x(frame.first), frame.x(frame.last) - frame.x(at)) < NEAR


def _marks(
    frame: Frame, state: MemoryState, log: Sequence[Mapping[str, object]], weight: Weight, words: Words
) -> Iterable[str]:
    marks = [(use, "use") for use in state.uses]
    marks += [(_moment(entry), str(entry["change"])) for entry in log if entry["change"] in ("pinned", "unpinned")]
    marks += [(_moment(entry), "compression") for entry in log if str(entry["change"]) in ("compressed", "archived")]
    for at, kind in marks:
        if frame.first <= at <= frame.last:
            title = f"{words(f'mark_{kind}')} {_day(at, words)}"
            place = f'cx="{frame.x(at)}" cy="{frame.y(weight(at))}" r="5"'
            yield f'<circle class="{kind}" {place}><title>{escape(title)}</title></circle>'
