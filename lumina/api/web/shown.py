"""A page, or a part of one, rendered for whoever asked, in their language."""

import calendar
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any, Final
from uuid import UUID

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from lumina.api.callers import csrf_of
from lumina.api.house import house_of
from lumina.api.problems import language_of
from lumina.api.web.assets import address
from lumina.api.web.markdown import as_html
from lumina.api.web.told import Told
from lumina.app import Lumina
from lumina.clock import local
from lumina.evaluation.demo import WHO
from lumina.images import Image
from lumina.known import Day
from lumina.language.bilingual import Language
from lumina.language.dates import day_of, known_day, named_day
from lumina.memory.described import without_names
from lumina.models import EVERYBODY, Role, Turn
from lumina.reports import MemoryRow
from lumina.telling.lines import line

LANGUAGE: Final = "lumina-language"
THEME: Final = "lumina-theme"
"""Cookies of this browser alone: what it shows, and how."""

HOME: Final = "web"
"""The room of who has not chosen one."""

SUBJECT: Final = "kb:"
"""With this the name of a subject of the knowledge base begins."""

SHORT: Final = 8


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("lumina.api.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["markdown"] = as_html
    return environment


def read_templates() -> None:
    """All of them, as whoever shows one first would."""
    environment = _environment()
    for name in environment.list_templates(extensions=["html"]):
        environment.get_template(name, globals={"asset": address})


def language_shown(request: Request) -> Language:
    """What this browser was told to show, else what it asks for."""
    told = request.cookies.get(LANGUAGE, "")
    return told if told in ("ja", "en") else language_of(request)


class Shown:
    """What templates ask for: words, names and moments in the language of whoever reads."""

    def __init__(self, request: Request, *, refused: bool = False) -> None:
        self.request, self.refused = request, refused
        self.lumina: Lumina = house_of(request).lumina
        self.language: Language = language_shown(request)
        self.messages = Told(self.language)
        self.words = self.messages.words
        self.now = self.lumina.clock()

    @property
    def path(self) -> str:
        return self.request.url.path

    @property
    def theme(self) -> str:
        """ "light" or "dark"; empty: as the system has it."""
        told = self.request.cookies.get(THEME, "")
        return told if told in ("light", "dark") else ""

    @property
    def looks_around(self) -> bool:
        """Whether this is the demo's life, not one's own."""
        return self.reader == WHO != self.lumina.settings.user

    @property
    def is_signed_in(self) -> bool:
        """Whether its places can be gone to: who asked is known, or has the cookie and asks for what is not there."""
        return bool(self.reader) or (bool(self.csrf) and not self.refused)

    @property
    def csrf(self) -> str:
        return csrf_of(self.request)

    @property
    def cast(self) -> list[tuple[str, str]]:
        """The characters in their order: id and name."""
        return [(one.id, one.name.of(self.language)) for one in self.lumina.cast]

    def name(self, speaker: str) -> str:
        """What a character is called; anybody else as they are written."""
        found = next((one for one in self.lumina.cast if one.id == speaker), None)
        return found.name.of(self.language) if found else speaker

    @property
    def reader(self) -> str:
        """The person who reads; empty where nobody is signed in."""
        return getattr(self.request.state, "person", "")

    def called(self, speaker: str) -> str:
        """What somebody who spoke is called here: a character by its name, the reader "you"."""
        return self.words("you") if speaker == self.reader else self.name(speaker)

    def speaker(self, turn: Turn) -> str:
        return self.words("you") if turn.role is Role.PERSON else self.name(turn.speaker)

    def room(self, name: str) -> str:
        """What a room is called; those that nobody named have a name of ours."""
        return self.words(f"named_room_{name}") if f"named_room_{name}" in self.words else name

    def subject(self, namespace: str) -> str:
        """What a namespace of the knowledge base is about."""
        return namespace.removeprefix(SUBJECT)

    def said(self, turn: Turn) -> str:
        """Its words, as far as they are kept."""
        return self.words("let_go") if turn.let_go else turn.text

    def words_of(self, turn: Turn, images: Sequence[Image]) -> str:
        """What was said with images that stand below it; their names stand there, too."""
        return without_names(turn.text, images)

    def line(self, row: MemoryRow) -> str:
        """What stands for a memory."""
        said = re.compile(rf"(?m)^{re.escape(self.reader)}(?=[:：])")
        return said.sub(self.words("you"), line(row, self.words)) or self.words("body_gone")

    def witnesses(self, names: frozenset[str]) -> str:
        """Who was there, in words."""
        if EVERYBODY in names:
            return self.words("everybody")
        others = sorted(self.name(name) for name in names if name != self.reader)
        return self.words("between").join([*([self.words("why_you")] if self.reader in names else []), *others])

    def source(self, name: str) -> str:
        """What a source of recall is called."""
        return self.words(f"lies_{name}") if f"lies_{name}" in self.words else name

    def differ(self, turns: Sequence[Turn]) -> bool:
        """Whether some of these turns were heard by others than the rest."""
        return len({turn.witnesses for turn in turns}) > 1

    def whispered(self, turn: Turn, present: frozenset[str]) -> str:
        """Who alone heard it, in words; nothing where all did who are there."""
        if EVERYBODY in turn.witnesses or present <= turn.witnesses:
            return ""
        return self.words("between").join(name for id_, name in self.cast if id_ in turn.witnesses)

    def gone(self, counts: Mapping[str, int]) -> str:
        """What goes with an erasure, or went, in words: 202 turns, 20 memories."""
        told = [self.words(f"went_{name}", count=count) for name, count in counts.items() if count]
        return self.words("between").join(told)

    def day(self, at: datetime) -> str:
        """Today, 3 days ago (November 19), on May 3, 2023."""
        return day_of(at, local(self.now), self.language)

    def date(self, at: datetime) -> str:
        return named_day(local(at).date(), self.language, with_year=True)

    def span(self, first: datetime, last: datetime) -> str:
        """From a day to another; one day once."""
        since, until = self.date(first), self.date(last)
        return since if since == until else self.words("holds_from", since=since, until=until)

    def moment(self, text: str) -> str:
        """A moment that a browser's field has written."""
        at = datetime.fromisoformat(text)
        return f"{self.date(at)} {at:%H:%M}"

    def whole_date(self, text: str) -> str:
        """A year, a month of one (2026-05) or a day (2026-05-14)."""
        year, *rest = map(int, text.split("-"))
        if len(rest) > 1:
            return self.iso_day(text)
        if not rest:
            return f"{year}年" if self.language == "ja" else str(year)
        return f"{year}年{rest[0]}月" if self.language == "ja" else f"{calendar.month_name[rest[0]]} {year}"

    def part_of_date(self, text: str) -> str:
        """A year, a month of one (2026-05) or a day (2026-05-14), without what stands before it."""
        _, *rest = map(int, text.split("-"))
        if not rest:
            return text
        if self.language == "ja":
            return f"{rest[-1]}{'日' if len(rest) > 1 else '月'}"
        month = calendar.month_abbr[rest[0]]
        return f"{rest[1]} {month}" if len(rest) > 1 else month

    def iso_day(self, day: str) -> str:
        """A day that is written as ISO 8601 has it."""
        return named_day(date.fromisoformat(day), self.language, with_year=True)

    def time(self, at: datetime) -> str:
        return f"{local(at):%H:%M}"

    def known(self, day: Day | None) -> str:
        """As much of a day as is known."""
        return known_day(day, self.language, local(self.now).date()) if day else ""

    def short(self, id_: UUID) -> str:
        return str(id_)[:SHORT]


def render(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A template with `w` for words and `shown` for all else."""
    shown = Shown(request, refused=status == 401)
    text = (
        _environment().get_template(template, globals={"asset": address}).render(w=shown.words, shown=shown, **values)
    )
    return HTMLResponse(text, status, {"Cache-Control": "no-store"})


def notice(request: Request, key: str, kind: str = "done", undo: str = "", **details: object) -> HTMLResponse:
    """One sentence of what was done, with the address that undoes it, where there is one."""
    return render(request, "notice.html", text=Shown(request).words(key, **details), kind=kind, undo=undo)


def set_cookie(answer: HTMLResponse, name: str, value: str, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """A choice of this browser, for a year."""
    answer.set_cookie(name, value, 31_536_000, samesite="lax")
    answer.headers.update(headers or {})
    return answer
