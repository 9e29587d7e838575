"""All there is of a person as a page to read: one file, no script, nothing from elsewhere."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from jinja2 import Environment, PackageLoader, StrictUndefined

from lumina.clock import local
from lumina.dialogue.characters import Cast
from lumina.distil.summaries.contents import spoken
from lumina.distil.summaries.told import lines
from lumina.images import Image
from lumina.known import ME, Day, Fact, Known
from lumina.language.bilingual import Language
from lumina.language.dates import known_day, named_day
from lumina.language.kinds import kinds
from lumina.language.messages import Messages
from lumina.models import Turn
from lumina.stores.kept import Kept
from lumina.summaries import Summary, SummaryKind
from lumina.transfer.package import LIFE

SUMMED: Final = (SummaryKind.WEEK, SummaryKind.PERSON, SummaryKind.TOPIC, SummaryKind.RELATIONSHIP)
"""The kinds of summaries that are worth reading; the others repeat what was said."""

Shown = Mapping[UUID, Sequence[Image]]


@dataclass(frozen=True, slots=True)
class Life:
    """What the page tells. `turns` are in their order, `memories` the youngest first, each with its importance, and of
    `summaries` all versions."""

    person: str
    now: datetime
    turns: Sequence[Turn]
    known: Known
    memories: Sequence[tuple[Kept, float]]
    summaries: Sequence[Summary]
    images: Shown
    cast: Cast

    def page(self) -> str:
        """HTML, in the language of most of what the person says."""
        language = spoken(self.turns)
        messages = Messages(language)
        return _template().render(
            life=self,
            w=partial(_word, messages),
            language=language,
            rooms=_by_day(self.turns),
            facts=_by_whom(self.known.facts),
            summaries=_newest(self.summaries),
            lines=partial(lines, present=local(self.now)),
            label=partial(_label, language),
            day=partial(_day, language),
            known_day=partial(_known_day, language, local(self.now).date()),
            called=partial(self._called, language),
            source=_source,
            there={turn.id for turn in self.turns},
        )

    def _called(self, language: Language, speaker: str) -> str:
        return self.cast.find(speaker).name.of(language) if speaker in self.cast.ids else speaker


def _word(messages: Messages, key: str, **details: object) -> str:
    return messages.text(f"life.{key}", **details)


def _label(language: Language, fact: Fact) -> str:
    return kinds()[fact.kind].label.of(language)


def _day(language: Language, at: datetime | date) -> str:
    return named_day(at.date() if isinstance(at, datetime) else at, language, with_year=True)


def _known_day(language: Language, present: date, day: Day | None) -> str:
    return known_day(day, language, present) if day else ""


def _by_day(turns: Iterable[Turn]) -> dict[str, list[tuple[date, list[Turn]]]]:
    """Room → its days with what was said on each; what was left for other words is not among it."""
    rooms: dict[str, list[Turn]] = {}
    for turn in turns:
        if not turn.left_for:
            rooms.setdefault(turn.room, []).append(turn)
    return {room: [(day, [*some]) for day, some in groupby(its, _date)] for room, its in rooms.items()}


def _date(turn: Turn) -> date:
    return turn.at.date()


def _by_whom(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """The person's own first; of each what holds before what held."""
    told = sorted(facts, key=lambda fact: (fact.about != ME, not fact.is_open, fact.kind))
    found: dict[str, list[Fact]] = {}
    for fact in told:
        found.setdefault(fact.about, []).append(fact)
    return found


def _newest(summaries: Iterable[Summary]) -> Iterator[tuple[SummaryKind, list[Summary]]]:
    """Of each kind that is shown, the last version of each, the latest days first."""
    last = {(one.kind, one.about): one for one in sorted(summaries, key=lambda one: one.version)}
    for kind in SUMMED:
        if found := [one for one in last.values() if one.kind is kind and one.sentences]:
            yield kind, sorted(found, key=lambda one: (one.last, one.about), reverse=True)


def _source(image: Image) -> str:
    return f"data:{image.kind};base64,{b64encode(image.content).decode()}"


@cache
def _template() -> Any:
    environment = Environment(
        loader=PackageLoader("lumina.transfer", ""), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template(LIFE)
