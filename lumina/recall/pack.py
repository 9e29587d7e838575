"""The MemoryPack: what fits the token budget, in sections, the turns verbatim and grouped by thread."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from typing import NamedTuple, Protocol
from uuid import UUID

from lumina.language.bilingual import Language
from lumina.language.dates import named_day, short_day
from lumina.language.scripts import language_of
from lumina.language.when.dated import dated
from lumina.models import Grade
from lumina.reports import Pack, Passage
from lumina.texts import one_line, shown_name

Count = Callable[[str], int]
"""Tokens of a text."""


class Told(Protocol):
    """How a day is written."""

    def __call__(self, day: date, /, *, with_year: bool) -> str: ...


HEADINGS = {
    "ja": {
        "capsule": "いま",
        "facts": "大切なこと",
        "summary": "まとめ",
        "relations": "ふたりのあいだ",
        "loops": "まだのこと",
        "history": "最近の流れ",
        "episodes": "思い出した会話",
        "associations": "連想",
        "knowledge": "知識",
    },
    "en": {
        "capsule": "Now",
        "facts": "What matters",
        "summary": "In short",
        "relations": "Between you two",
        "loops": "Still open",
        "history": "Lately",
        "episodes": "What was said",
        "associations": "Associations",
        "knowledge": "Knowledge",
    },
}
SUMMED: Mapping[str, str] = {"ja": "（要約）", "en": "(in short)"}
"""Whose words a summary is, where those of its turns are not kept."""

SHARES = {
    "capsule": 0.1,
    "facts": 0.2,
    "relations": 0.08,
    "summary": 0.4,
    "history": 0.1,
    "loops": 0.12,
    "associations": 0.05,
    "knowledge": 0.2,
}
"""The most that each section may take of the budget; the episodes have what is left."""

PASSES = 2
SHORTEST = 3
"""Tokens below which no turn fits."""

CHARACTERS = 8
"""More characters than that are in no token of a talk: what is too long by far is not counted."""

ORDER = ("capsule", "facts", "summary", "history", "relations", "loops", "episodes", "associations", "knowledge")


class Quote(NamedTuple):
    """What the pack shows of a turn; its id and its thread's are the bytes of UUIDs."""

    id: bytes
    thread: bytes
    speaker: str
    at: datetime
    text: str
    position: int


def with_days(turn: Quote) -> Quote:
    """The turn with the days that it names by their distance from the day of the talk: (next Tuesday = March 17)."""
    language = "ja" if language_of(turn.text) == "ja" else "en"
    at = turn.at.date()
    days = dict.fromkeys((one.words, one.called(language, at, weekday=False)) for one in dated(turn.text, turn.at))
    named = ", ".join(f"{words} = {day}" for words, day in days)
    return turn._replace(text=f"{turn.text} ({named})") if named else turn


@dataclass(frozen=True, slots=True)
class Material:
    """What a pack is made of: lines of each section but the episodes, the recalled turns, best first, and what
    documents say. `asks_when`: the days are written out, as an answer would name them."""

    lines: Mapping[str, Sequence[str]]
    turns: Sequence[Quote]
    grade: Grade
    remarks: tuple[str, ...] = ()
    passages: Sequence[Passage] = ()
    asks_when: bool = False

    @property
    def cited(self) -> Mapping[str, Passage]:
        """The passages by their lines, each with its source."""
        return {one_line(f"[{passage.source}] {passage.text}"): passage for passage in self.passages}


@dataclass(slots=True)
class _Budget:
    left: int

    def takes(self, tokens: int) -> bool:
        if tokens > self.left:
            return False
        self.left -= tokens
        return True


def make_pack(material: Material, *, budget: int, language: str, count: Count) -> Pack:
    """Fill the budget, a hard cap: first the small sections, each within its share, then episodes until nothing fits.

    A turn that does not fit is skipped and the next is tried. Sections that stay empty are not there.
    """
    headings = HEADINGS[language]
    left = _Budget(budget)
    sections: dict[str, str] = {}
    cited = material.cited
    lines = {"knowledge": [*cited], **material.lines}
    for name, share in SHARES.items():
        most = min(int(budget * share), left.left)
        text = _fitting(lines.get(name, ()), headings[name], most, count, newest=name == "history")
        if text and left.takes(count(text) + 1):
            sections[name] = text
    episodes, quoted = _episodes(material, "ja" if language == "ja" else "en", left.left, count)
    if episodes:
        sections["episodes"] = episodes
    ordered = {name: sections[name] for name in ORDER if name in sections}
    text = "\n".join(ordered.values())
    ids = tuple(UUID(bytes=turn.id) for turn in quoted)
    told = sections.get("knowledge", "").splitlines()
    passages = tuple(passage for line, passage in cited.items() if line in told)
    return Pack(count(text), budget, text, ordered, material.grade, material.remarks, ids, passages)


def _fitting(lines: Sequence[str], heading: str, budget: int, count: Count, *, newest: bool) -> str:
    """The lines that fit, the first ones or the `newest` ones first, in their order."""
    left = _Budget(budget - count(f"## {heading}\n"))
    tried = reversed(lines) if newest else lines
    kept = [line for line in map(_as_data, tried) if line and left.takes(count(line) + 1)]
    kept = kept[::-1] if newest else kept
    return "\n".join([f"## {heading}", *kept]) if kept else ""


def _as_data(line: str) -> str:
    """What is pinned, known or comes to mind is no heading, whatever it begins with."""
    line = one_line(line)
    return f"- {line}" if line.startswith("#") else line


def _episodes(material: Material, language: Language, budget: int, count: Count) -> tuple[str, Sequence[Quote]]:
    """The turns that fit, grouped by thread under its date, in the order of the talk, speakers by short names. A year
    is named where it begins.

    Counted line by line a text is a little longer than counted whole: what that leaves is filled in a second pass.
    """
    turns = [turn._replace(speaker=shown_name(turn.speaker)) for turn in material.turns]
    told = partial(named_day if material.asks_when else short_day, language=language)
    names = short_names(turn.speaker for turn in turns)
    lines = {turn.id: _line(turn, names) for turn in turns}
    count, heading = cache(count), HEADINGS[language]["episodes"]
    chosen: list[Quote] = []
    text = ""
    for _ in range(PASSES):
        left = _Budget(budget - count(text or f"## {heading}\n"))
        chosen = _greedy(turns, chosen, names, lines, told, left, count)
        whole = [f"## {heading}\n", *_legend(chosen, names), *_grouped(chosen, lines, told)]
        text = "".join(whole).removesuffix("\n") if chosen else ""
    return text, chosen


def _greedy(
    turns: Sequence[Quote],
    chosen: Sequence[Quote],
    names: Mapping[str, str],
    lines: Mapping[bytes, str],
    told: Told,
    left: _Budget,
    count: Count,
) -> list[Quote]:
    taken = list(chosen)
    ids = {turn.id for turn in taken}
    threads = {turn.thread for turn in taken}
    years = {turn.at.year for turn in taken}
    speakers = {turn.speaker for turn in taken}
    for turn in turns:
        if left.left < SHORTEST:
            break
        if turn.id in ids or len(turn.text) > CHARACTERS * left.left:
            continue
        tokens = count(lines[turn.id])
        if turn.thread not in threads or turn.at.year not in years:
            tokens += count(_date(turn.at, years, told))
        tokens += 0 if turn.speaker in speakers else count(f"{names[turn.speaker]}={turn.speaker}, ")
        if left.takes(tokens):
            taken.append(turn)
            threads.add(turn.thread)
            years.add(turn.at.year)
            speakers.add(turn.speaker)
    return taken


def _grouped(turns: Sequence[Quote], lines: Mapping[bytes, str], told: Told) -> list[str]:
    threads: dict[bytes, list[Quote]] = {}
    for turn in sorted(turns, key=lambda turn: (turn.position, turn.id)):
        threads.setdefault(turn.thread, []).append(turn)
    shown: list[str] = []
    year = 0
    for first, *others in sorted(threads.values(), key=lambda thread: (thread[0].at, thread[0].id)):
        shown += [_date(first.at, {year}, told), *(lines[turn.id] for turn in (first, *others))]
        year = first.at.year
    return shown


def _date(at: datetime, years: Collection[int], told: Told) -> str:
    """The year only where it is none of these."""
    return f"[{told(at.date(), with_year=at.year not in years)}]\n"


def _line(turn: Quote, names: Mapping[str, str]) -> str:
    """One line, whatever the text holds: what was said cannot pass for a heading or for another speaker's words."""
    return f"{names[turn.speaker]}: {one_line(turn.text)}\n"


def _legend(turns: Sequence[Quote], names: Mapping[str, str]) -> list[str]:
    speakers = sorted({turn.speaker for turn in turns})
    legend = ", ".join(f"{names[name]}={name}" for name in speakers if names[name] != name)
    return [f"{legend}\n"] if legend else []


def short_names(speakers: Iterable[str]) -> dict[str, str]:
    """The shortest beginning that tells each speaker from the others; what is quoted stays whole."""
    distinct = sorted(set(speakers))
    short: dict[str, str] = {}
    for name in distinct:
        others = [other for other in distinct if other != name]
        lengths = (n for n in range(1, len(name)) if not any(other.startswith(name[:n]) for other in others))
        short[name] = name if name.startswith(('"', "(", "（")) else name[: next(lengths, len(name))]
    return short
