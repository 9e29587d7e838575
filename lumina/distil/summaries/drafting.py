"""Drafts of all summaries that are due, from what was said and what is known; the same from the same, in whatever steps
it is made."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

from lumina.clock import earlier
from lumina.distil.summaries.contents import PORTRAIT, STRETCH, View, portrait, week
from lumina.distil.summaries.extract import Space
from lumina.distil.summaries.material import LATELY, Draft, Material, often
from lumina.distil.summaries.points import stretches
from lumina.distil.summaries.sayings import Saying, sayings
from lumina.language.scripts import fold
from lumina.models import Role, Turn, may_see
from lumina.summaries import Sentence, SummaryKind

MOST = 3
"""People and topics that are summed up: those that matter most."""

LEAST = 3
"""Turns that name somebody, or threads that come back to a topic, until they matter."""

LAST = 60
"""Turns that a portrait is made of: the latest."""

RELATION = Space(PORTRAIT.sentences, PORTRAIT.characters, 8)
A_WEEK = timedelta(days=6)


def drafts(material: Material) -> Iterator[Draft]:
    """In the order of their moments, within each kind."""
    for first, turns in sorted(material.weeks.items()):
        yield from _of_week(material, first, turns)
    for room, turns in sorted(material.rooms.items()):
        yield from _of_room(material, room, turns)
    yield from _portraits(material)


def _of_week(material: Material, first: date, turns: Sequence[Turn]) -> Iterator[Draft]:
    about, last = first.isoformat(), first + min(A_WEEK, date.max - first)
    for at in material.moments(turns, begun=(SummaryKind.WEEK, about) in material.begun):
        view, said = material.view(at), _until(turns, at)
        yield _draft(SummaryKind.WEEK, about, (first, last), at, view, week(view, said, first, last), said)


def _of_room(material: Material, room: str, turns: Sequence[Turn]) -> Iterator[Draft]:
    begun = (SummaryKind.ROOM, room) in material.begun
    for stretch in stretches(turns, material.pace.idle, material.pace.threshold):
        is_known = begun and material.to is not None and stretch.at <= material.to
        late = is_known and any(turn.id in material.late for turn in stretch.turns)
        if stretch.at <= material.now and (late or not is_known):
            view = material.view(material.now if late else stretch.at)
            said = view.extract(stretch.turns, STRETCH)
            yield _draft(SummaryKind.ROOM, room, _days(stretch.turns), stretch.at, view, said, stretch.turns)


def _portraits(material: Material) -> Iterator[Draft]:
    """Of the people, topics and characters that matter at each moment."""
    begun = any(kind in {SummaryKind.PERSON, SummaryKind.RELATIONSHIP} for kind, _ in material.begun)
    for at in material.moments(material.turns, begun=begun):
        view, turns = material.view(at), material.said(earlier(at, LATELY), at)
        characters = sorted({turn.speaker for turn in turns if turn.role is Role.CHARACTER})
        others, said = {*map(fold, characters), fold(material.person)}, sayings(view.kept(turns))
        yield from _people(material, view, at, others, said)
        yield from _topics(view, at, others, said)
        for character in characters:
            yield from _relationship(view, at, turns, character)


def _people(
    material: Material, view: View, at: datetime, others: Collection[str], said: Sequence[Saying]
) -> Iterator[Draft]:
    since = earlier(at, LATELY)
    people = {one.name: one for one in view.known.people if fold(one.name) not in others}
    naming = {name: material.naming((name, *one.aliases), since, at) for name, one in people.items()}
    for name in sorted(often([name for name, turns in naming.items() for _ in turns], LEAST, MOST)):
        turns = naming[name][-LAST:]
        yield _draft(SummaryKind.PERSON, name, _days(turns), at, view, portrait(view, people[name], turns, said), turns)


def _topics(view: View, at: datetime, others: Collection[str], said: Sequence[Saying]) -> Iterator[Draft]:
    """What many threads come back to, but for those who talk."""
    told = [(saying, topic, text) for saying in said for topic, text in saying.about if topic not in others]
    apart = {(topic, saying.turn.thread) for saying, topic, _ in told if topic not in view.known.names}
    for topic in often([topic for topic, _ in apart], LEAST, MOST):
        named = Counter(_as_it_stands(text, saying) for saying, one, text in told if one == topic).most_common(1)[0][0]
        about = list({saying.turn.id: saying.turn for saying, one, _ in told if one == topic}.values())[-LAST:]
        yield _draft(SummaryKind.TOPIC, named, _days(about), at, view, view.extract(about, PORTRAIT, said), about)


def _as_it_stands(topic: str, saying: Saying) -> str:
    """A topic in the letters in which it was written."""
    at = saying.text.lower().find(topic.lower())
    return saying.text[at : at + len(topic)] if at >= 0 else topic


def _relationship(view: View, at: datetime, turns: Sequence[Turn], character: str) -> Iterator[Draft]:
    """What was told to a character: out of the threads in which it spoke, as far as it heard them."""
    threads = {turn.thread for turn in turns if turn.speaker == character}
    said = [turn for turn in turns if turn.thread in threads and may_see(character, turn.witnesses)][-LAST:]
    told = view.extract(said, RELATION)
    if told:
        yield _draft(SummaryKind.RELATIONSHIP, character, _days(said), at, view, told, said)


def _until(turns: Iterable[Turn], at: datetime) -> list[Turn]:
    return [turn for turn in turns if turn.at <= at]


def _days(turns: Sequence[Turn]) -> tuple[date, date]:
    return turns[0].at.date(), turns[-1].at.date()


def _draft(
    kind: SummaryKind,
    about: str,
    days: tuple[date, date],
    at: datetime,
    view: View,
    sentences: Iterable[Sentence],
    turns: Sequence[Turn],
) -> Draft:
    return Draft(kind, about, *days, at, view.language, tuple(sentences), tuple(turns))
