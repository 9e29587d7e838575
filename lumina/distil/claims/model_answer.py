"""What a model answers of claims: what it must look like, and which of it holds against the turns that it read."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, InstanceOf, StrictBool

from lumina.distil.answer import Text, json_object
from lumina.distil.claims.own import own_text
from lumina.known import ME, Claim, ClaimType, Day, Mode, Precision
from lumina.language.kinds import kinds
from lumina.language.scripts import fold
from lumina.language.tokens import analyse, split_sentences
from lumina.models import Role, Turn

MOST = 50
"""Claims of one sort in one answer."""

ISO = re.compile(r"(?P<year>\d{4})(?:-W(?P<week>\d\d)|-(?P<month>\d\d)(?:-(?P<day>\d\d)(?:T.*)?)?)?")
LISTS = ("facts", "people", "loops")


def _day(given: object) -> object:
    """A day, week, month or year of ISO 8601. Raises ValueError where it is none."""
    if given is None or isinstance(given, Day) or given == "":
        return given or None
    found = ISO.fullmatch(str(given).strip())
    if not found:
        raise ValueError("no date of ISO 8601 (2026-05-14, 2026-05, 2026-W20, 2026)")
    year, week, month, day = (int(found[name] or 0) for name in ("year", "week", "month", "day"))
    precision: Precision = "week" if week else "day" if day else "month" if month else "year"
    return Day(date.fromisocalendar(year, week, 1) if week else date(year, month or 1, day or 1), precision)


Value = Annotated[Text, Field(max_length=300)]
When = Annotated[InstanceOf[Day] | None, BeforeValidator(_day)]
Sure = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class FactAnswer(BaseModel, frozen=True):
    """A fact, and the number of the turn that states it."""

    turn: int
    about: Value = ME
    kind: Value
    value: Value
    mode: Literal["is", "was", "ends", "corrects"] = "is"
    since: When = None
    until: When = None
    replaces: Value = ""
    confidence: Sure = 0.8


class PersonAnswer(BaseModel, frozen=True):
    """Somebody, or a pet: the name, whatever else they are called, and what they are to the person."""

    turn: int
    name: Annotated[Value, Field(min_length=1)]
    names: Annotated[tuple[Value, ...], Field(max_length=20)] = ()
    relation: Value = ""
    confidence: Sure = 0.8


class LoopAnswer(BaseModel, frozen=True):
    """Something left open, or, where it `closes`, that it is over."""

    turn: int
    what: Annotated[Value, Field(min_length=1)]
    due: When = None
    closes: StrictBool = False
    confidence: Sure = 0.8


class ClaimsAnswer(BaseModel, frozen=True):
    """All that turns claim, three lists, of which none may be missing; further fields are passed over."""

    facts: Annotated[tuple[FactAnswer, ...], Field(max_length=MOST)]
    people: Annotated[tuple[PersonAnswer, ...], Field(max_length=MOST)]
    loops: Annotated[tuple[LoopAnswer, ...], Field(max_length=MOST)]


def parsed_claims(reply: str) -> ClaimsAnswer | None:
    """The claims in a reply; None where it speaks of none at all. Raises ValidationError where they are not as
    asked."""
    given = json_object(reply)
    return ClaimsAnswer.model_validate(given) if any(name in given for name in LISTS) else None


def required_claims(reply: str) -> ClaimsAnswer:
    """The claims in a reply. Raises ValidationError where they are not as asked."""
    return ClaimsAnswer.model_validate(json_object(reply))


@dataclass(frozen=True, slots=True)
class Held:
    """The claims that hold, each with its turn, and how many were left out for what reason."""

    claims: Sequence[tuple[Turn, Claim]]
    left_out: Mapping[str, int]


def held(answer: ClaimsAnswer, turns: Sequence[Turn]) -> Held:
    """What is left of an answer to `turns`, numbered from 1: nothing that the person's own words do not bear out."""
    check = _Check(turns)
    claims = [*check.facts(answer.facts), *check.people(answer.people), *check.loops(answer.loops)]
    return Held([*dict.fromkeys(claims)], dict(check.left_out))


class _Check:
    """The turns that were read, and what of each is the person's own."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.left_out: Counter[str] = Counter()
        self._turns = dict(enumerate(turns, 1))
        self._own = {n: own_text(turn.text) for n, turn in self._turns.items() if turn.role is Role.PERSON}
        self._all = "\n".join(turn.text for turn in turns)

    def facts(self, answers: Sequence[FactAnswer]) -> Iterator[tuple[Turn, Claim]]:
        for one in answers:
            about = ME if fold(one.about) in {"", ME} else one.about
            named = about == ME or says(self._all, about)
            if one.kind not in kinds():
                self.left_out["unknown kind"] += 1
            elif self._bears(one.turn, one.value or one.replaces, named=named):
                turn = self._turns[one.turn]
                yield (
                    turn,
                    Claim(
                        *(ClaimType.FACT, about, one.kind, one.value, _sentence(turn.text, one.value)),
                        *(one.confidence, Mode(one.mode), one.since, one.until, one.replaces),
                    ),
                )

    def people(self, answers: Sequence[PersonAnswer]) -> Iterator[tuple[Turn, Claim]]:
        own = "\n".join(self._own.values())
        for one in answers:
            if self._bears(one.turn, one.name):
                turn = self._turns[one.turn]
                names = tuple(name for name in one.names if says(own, name) and name != one.name)
                relation = one.relation if says(own, one.relation) else ""
                self.left_out["invented"] += len(one.names) - len(names) - one.names.count(one.name)
                text = _sentence(turn.text, one.name)
                yield turn, Claim(ClaimType.PERSON, ME, relation, one.name, text, one.confidence, names=names)

    def loops(self, answers: Sequence[LoopAnswer]) -> Iterator[tuple[Turn, Claim]]:
        """What is over need not be named by the turn that says so: it closes what was told before, or nothing."""
        for one in answers:
            if self._bears(one.turn, self._own.get(one.turn, "") if one.closes else one.what):
                turn = self._turns[one.turn]
                type_ = ClaimType.CLOSE if one.closes else ClaimType.LOOP
                due = Day(turn.at.date()) if one.closes else one.due
                text = _sentence(turn.text, one.what)
                yield turn, Claim(type_, ME, "", one.what, text, one.confidence, until=due)

    def _bears(self, number: int, value: str, *, named: bool = True) -> bool:
        """Whether the person says this in the turn of that number, and nobody through them."""
        if number not in self._own:
            self.left_out["no turn of the person"] += 1
        elif not named or not says(self._turns[number].text, value):
            self.left_out["invented"] += 1
        elif not (self._own[number] == self._turns[number].text or mostly_says(self._own[number], value)):
            self.left_out["not their own words"] += 1
        else:
            return True
        return False


def says(text: str, value: str) -> bool:
    """Whether a text has a word of the value, or all of it."""
    return bool(value) and (fold(value) in fold(text) or bool({*analyse(value).words} & {*analyse(text).words}))


def mostly_says(text: str, value: str) -> bool:
    """Whether a text has half of the value's words, or all of it."""
    words = {*analyse(value).words}
    return bool(value) and (fold(value) in fold(text) or len(words & {*analyse(text).words}) * 2 >= max(1, len(words)))


def _sentence(text: str, value: str) -> str:
    """The sentence that says it."""
    words = {*analyse(value).words}
    return max(split_sentences(text) or [text], key=lambda one: len(words.intersection(analyse(one).words)))
