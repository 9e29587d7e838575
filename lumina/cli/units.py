"""What `lumina facts`, `people`, `loops` and `summaries` have in common: which unit an id means, and units to read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli.words import Words
from lumina.clock import local
from lumina.errors import BadInput, UnknownConversation, UnknownUnit, because
from lumina.knowledge.conversations import Conversation
from lumina.known import ME, Change, Day, Fact, Known, Loop, Somebody, UnitState
from lumina.language.kinds import kinds
from lumina.models import Turn
from lumina.summaries import Summary

SHORT_ID = 8

Unit = TypeVar("Unit", Fact, Somebody, Loop, Summary)
Thing = TypeVar("Thing")


def find(units: Iterable[Unit], text: str, person: str) -> Unit:
    """The unit whose id begins so. Raises UnknownUnit, and BadInput where several do."""
    found = _beginning_so({one.id: one for one in units}, text)
    if found is None:
        raise UnknownUnit(person=person, unit=text)
    return found


def find_thread(talks: Iterable[Conversation], text: str, person: str) -> UUID:
    """The talk whose id begins so. Raises UnknownConversation, and BadInput where several do."""
    found = _beginning_so({one.thread: one for one in talks}, text)
    if found is None:
        raise UnknownConversation(person=person, thread=text)
    return found.thread


def _beginning_so(things: Mapping[UUID, Thing], text: str) -> Thing | None:
    wanted = text.strip().lower()
    found = [thing for id_, thing in things.items() if wanted and str(id_).startswith(wanted)]
    if len(found) > 1:
        raise BadInput(
            why=because("{count} of them begin with {text}; write more of the id", count=len(found), text=text)
        )
    return found[0] if found else None


def short(unit: Fact | Somebody | Loop | Summary) -> str:
    return str(unit.id)[:SHORT_ID]


def grid(columns: Sequence[str], words: Words, gives_way: str) -> Table:
    """A table with these columns, of which one gives way where the terminal is narrow."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in columns:
        more = {"overflow": "fold"} if name == gives_way else {"no_wrap": True}
        shown.add_column(words(f"column_{name}"), **more)  # pyright: ignore[reportArgumentType]
    return shown


def facts_table(facts: Sequence[Fact], words: Words) -> Table:
    """A line a fact; what is not certain, or holds no more, is dim."""
    shown = grid(("id", "about", "kind", "value", "state", "holds"), words, "value")
    for fact in facts:
        style = "" if fact.state is UnitState.CONFIRMED else "dim"
        about = words("about_me") if fact.about == ME else fact.about
        row = (short(fact), about, label(fact, words), fact.value, words(f"state_{fact.state}"), holds(fact))
        shown.add_row(*(Text(each, style=style) for each in row))
    return shown


def label(fact: Fact, words: Words) -> str:
    return kinds()[fact.kind].label.of(words.language)


def holds(value: Fact | Change) -> str:
    """From when to when it holds, as far as is known."""
    if not value.valid_from and not value.valid_to:
        return ""
    return f"{_day(value.valid_from)}–{_day(value.valid_to)}"


def _day(value: Day | None) -> str:
    return str(value) if value else ""


def people_table(people: Sequence[Somebody], words: Words) -> Table:
    shown = grid(("id", "name", "aliases", "relation", "mentions"), words, "aliases")
    for one in people:
        row = (short(one), one.name, ", ".join(one.aliases), one.relation, str(len(one.mentions)))
        shown.add_row(*map(Text, row))
    return shown


def loops_table(loops: Sequence[Loop], words: Words) -> Table:
    shown = grid(("id", "due", "state", "what"), words, "what")
    for loop in loops:
        row = (short(loop), _day(loop.due), words(f"loop_{loop.state}"), loop.what)
        shown.add_row(*(Text(each, style="" if loop.state == "open" else "dim") for each in row))
    return shown


def history_table(fact: Fact, turns: Mapping[UUID, Turn], words: Words) -> Table:
    """A line a version."""
    shown = grid(("version", "changed", "value", "state", "holds", "why", "by"), words, "by")
    for change in fact.history:
        turn = turns.get(change.turn) if change.turn else None
        by = turn.text if turn else words("by_owner")
        when, state = f"{local(change.at):%y-%m-%d %H:%M}", words(f"state_{change.state}")
        why = words(f"became_{change.why.replace(' ', '_')}")
        shown.add_row(*map(Text, (str(change.version), when, change.value, state, holds(change), why, by)))
    return shown


def detail(rows: Mapping[str, str], turns: Sequence[Turn], words: Words) -> RenderableType:
    """All fields of a unit, and the turns by which it is known."""
    fields = Table.grid(padding=(0, 2))
    fields.add_column(no_wrap=True)
    fields.add_column(overflow="fold")
    for name, value in rows.items():
        fields.add_row(Text(words(f"column_{name}"), style="bold"), Text(value))
    said = [Text(f"{local(turn.at):%Y-%m-%d %H:%M} {turn.speaker}: {turn.text}") for turn in turns]
    return Group(fields, Text(), Text(words("source_turns", count=len(said)), style="bold"), *said)


def portrait(known: Known, person: str, words: Words) -> RenderableType:
    """All that is known at a glance: facts by kind, people, what is open."""
    told: dict[str, list[str]] = {}
    for fact in known.facts:
        if fact.is_open:
            about = "" if fact.about == ME else f"{fact.about} · "
            told.setdefault(f"{about}{label(fact, words)}", []).append(_briefly(fact, words))
    people = {
        one.name: ", ".join(dict.fromkeys(each for each in (one.relation, *one.aliases) if each))
        for one in known.people
    }
    open_ = [loop for loop in known.loops if loop.state == "open"]
    rows = {
        "me_facts": [(name, ", ".join(values)) for name, values in told.items()],
        "me_people": list(people.items()),
        "me_loops": [(_day(loop.due), loop.what) for loop in open_],
    }
    shown: list[RenderableType] = []
    for title, pairs in rows.items():
        if pairs:
            shown += [Text(words(title), style="bold"), _pairs(pairs)]
    return Group(*shown) if shown else Text(words("nothing_known", person=person), style="dim")


def _briefly(fact: Fact, words: Words) -> str:
    unsure = words("state_candidate") if fact.state is UnitState.CANDIDATE else ""
    more = ", ".join(each for each in (holds(fact), unsure) if each)
    return f"{fact.value} ({more})" if more else fact.value


def _pairs(pairs: Sequence[tuple[str, str]]) -> Table:
    shown = Table.grid(padding=(0, 2))
    shown.add_column(no_wrap=True)
    shown.add_column(overflow="fold")
    for name, value in pairs:
        shown.add_row(Text(f"  {name}"), Text(value))
    return shown
