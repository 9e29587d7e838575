"""What is known, as far as a question wants it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from uuid import UUID

from lumina.known import ME, Day, Fact, Known, Loop, UnitState
from lumina.language.acts import asks_all, does
from lumina.language.bilingual import Language
from lumina.language.dates import known_day
from lumina.language.kinds import asked_kinds, kinds
from lumina.language.plain_english.casing import plainly
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.recall.going_on import asked_before, goes_on
from lumina.recall.outdated import instead, outdated
from lumina.recall.question import is_framing
from lumina.recall.which_one import is_another_relation, which_one
from lumina.recall.whose import OWN_MATTER, others_asked

FACTS, AT_LARGE = 12, 16
"""Facts that a question gets at most, and a question for everything."""

OF_A_DAY = frozenset({"event", "plan"})
"""Kinds of facts that are over with their day."""

OF_A_KIND = 2
"""Of each kind so many, where everything is asked for."""

LOOPS, LOOPS_AT_ALL = 5, 3
"""What is left open, as far as a question gets it that names it, or does not."""

STALE = timedelta(days=21)
"""For so long after its day something is told to be open still."""

TURNS, FEW = 8, 12
"""Turns that may speak of what is asked for, and so few turns that any may."""

SHORTEST = 3
"""Letters of a word that is looked for in a fact."""

NAMED = 1.0
"""The score that a fact about somebody has at least where that one is named."""

FACT, TOPIC, LATER, OVER = 0.5, 0.3, 0.01, 0.3
"""What a turn counts, beside its words, for a fact that is wanted, and for what it may speak of; less for each place
that it comes later, and less where all it told is over."""

WORDS: Mapping[Language, Mapping[str, str]] = {
    "ja": {
        "of": "{name}の",
        "since": "{day}から",
        "until": "{day}まで",
        "due": "期日は{day}",
        "unsure": "未確認",
        "said": "{day}の発言",
    },
    "en": {
        "of": "{name}'s ",
        "since": "since {day}",
        "until": "until {day}",
        "due": "due {day}",
        "unsure": "unconfirmed",
        "said": "said {day}",
    },
}

_folded = lru_cache(maxsize=16_384)(fold)
"""Values and texts of facts, which every question reads."""

OF_OTHERS = re.compile(
    r"(?:[^\s、。]{2,10}(?<!る|い|た)人|先生|担当|店員|相手|係|おじさん|おばさん)(?:の|は|って)[^。]{0,8}(?:名前|なまえ|苗字|名字)"
)
"""Who asks for the name of somebody whom they call by what they do asks for no name of their own, over folded text."""

STRANGER = re.compile(
    r"\b(?:the|that|this) (?:kid|child|boy|girl|lad|lass|man|woman|lady|bloke|guy|baby) (?:on|at|in|from|who|that"
    r"|with)\b"
)
"""Who asks for the boy on the bus asks for nobody of the family."""

PERSONS = frozenset({"family", "friend", "pet"})
"""Kinds of facts that name one of several."""

NAMED_TOO = frozenset({"pet", "family", "partner", "friend", "workplace", "school"})
"""Kinds of facts in which somebody, or something, has a name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question wants of what is known: facts, the best first, turns that may speak of it, the latest first,
    what is left open, where that is asked for, turns that tell nothing but what is over, where the past is not, and
    the rest, where there are so few that any may be meant."""

    facts: tuple[Fact, ...]
    turns: tuple[UUID, ...]
    kinds: tuple[str, ...]
    loops: tuple[Loop, ...] = ()
    over: frozenset[UUID] = frozenset()
    rest: frozenset[UUID] = frozenset()
    instead: Mapping[UUID, UUID] = field(default_factory=dict[UUID, UUID])
    """By turns that told it otherwise the one that says how it is."""

    def bonuses(self) -> Mapping[UUID, float]:
        """What each turn counts beside its words: the evidence of a fact that is wanted, and what may speak of it, the
        later the more."""
        topics = {turn: TOPIC - LATER * place for place, turn in enumerate(self.turns)}
        evidence = {turn: FACT - LATER * place for place, fact in enumerate(self.facts) for turn in fact.tellers}
        counts = dict.fromkeys(self.rest | self.over, 0.0) | topics | evidence
        return {turn: count - OVER * (turn in self.over) for turn, count in counts.items()}


def fact_lines(facts: Sequence[Fact], language: str, at: datetime) -> list[str]:
    """Facts as a pack of that moment tells them, a line each."""
    return [_line(fact, "ja" if language == "ja" else "en", at.date()) for fact in facts]


def loop_lines(loops: Sequence[Loop], language: str, at: datetime) -> list[str]:
    """What is left open, a line each."""
    of: Language = "ja" if language == "ja" else "en"
    return [_open_line(loop, of, at.date()) for loop in loops]


def _open_line(loop: Loop, language: Language, present: date) -> str:
    words = WORDS[language]
    due = words["due"].format(day=known_day(loop.due, language, present)) if loop.due else ""
    said = words["said"].format(day=known_day(Day(loop.said.date()), language, present))
    return f"- {' '.join(loop.what.split())} ({', '.join(part for part in (due, said) if part)})"


def _line(fact: Fact, language: Language, present: date) -> str:
    words = WORDS[language]
    whose = "" if fact.about == ME else words["of"].format(name=fact.about)
    since = words["since"].format(day=known_day(fact.valid_from, language, present)) if fact.valid_from else ""
    until = words["until"].format(day=known_day(fact.valid_to, language, present)) if fact.valid_to else ""
    unsure = words["unsure"] if fact.state is UnitState.CANDIDATE else ""
    said = words["said"].format(day=known_day(Day(fact.said.date()), language, present))
    told = ", ".join(part for part in (since, until, unsure, said) if part)
    return f"- {whose}{kinds()[fact.kind].label.of(language)}: {' '.join(fact.value.split())} ({told})"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question: folded, the kinds it wants, its content words, whether it asks for the past, and the names
    of those whose matter it asks for in place of the asker's own; `named` are all whom it calls by any name."""

    text: str
    kinds: tuple[str, ...]
    words: tuple[re.Pattern[str], ...]
    past: bool
    others: frozenset[str]
    named: frozenset[str]
    any_word: re.Pattern[str]

    def shares(self, text: str) -> int:
        """How many of the words stand in a folded text, with whatever ending."""
        return sum(bool(word.search(text)) for word in self.words) if self.any_word.search(text) else 0


def wanted(question: str, window: Sequence[str], known: Known, person: str = "", at: date = date.max) -> Wanted:
    """What a question of this person wants on a day, read after the texts before it: one that says no more than whom
    or when it means goes on with what was asked last."""
    words = _words(question := plainly(question))
    asked_for = (kind for kind in asked_kinds(question) if kind != "family" or not STRANGER.search(fold(question)))
    kinds_asked = _whose_name(tuple(asked_for)) or _kinds_of(words, known)
    if goes_on(question, kinds_asked, known) and not any(one.kind in kinds_asked for one in known.facts):
        kinds_asked = asked_before(window) or kinds_asked
    if asks_all(question):
        return Wanted(_at_large(known, at), _introductions(known), tuple(kinds()))
    asked = _Asked(
        text=fold(question),
        kinds=kinds_asked,
        words=words,
        past=does("past", question),
        others=others_asked(question, known, person),
        named=_named(fold(question), known) | which_one(fold(question), known.facts),
        any_word=_any_of(words),
    )
    scored = [(score, fact) for fact in known.facts if (score := _score(fact, asked)) > 0]
    best = sorted(_own_first(scored), key=lambda pair: (-pair[0], -pair[1].said.timestamp()))
    turns = [topic.turn for topic in reversed(known.topics) if topic.kinds.intersection(kinds_asked)]
    turns = [*dict.fromkeys([*_how_it_went(asked, known), *turns])]
    return Wanted(
        tuple(fact for _, fact in best[:FACTS]),
        tuple(turns[:TURNS]),
        kinds_asked,
        _left_open(asked, question, known, at),
        frozenset() if asked.past else outdated(known),
        frozenset(topic.turn for topic in known.topics) if len(known.topics) <= FEW else frozenset(),
        {} if asked.past else instead(known, lambda fact: _score(fact, replace(asked, past=True)) > 0),
    )


def _how_it_went(asked: _Asked, known: Known) -> list[UUID]:
    """The turns that told how what the question names went, the latest first."""
    closed = [loop for loop in known.loops if loop.state == "closed" and asked.shares(fold(loop.what))]
    return [turn for loop in reversed(closed) for turn in loop.closed_by]


def _left_open(asked: _Asked, question: str, known: Known, present: date) -> tuple[Loop, ...]:
    """Those that share a word with the question; where none does, what has no day, then what comes soon."""
    if not does("left_open", question):
        return ()
    loops = [loop for loop in known.loops if loop.state == "open" and not _is_stale(loop, present)]
    shared = [loop for loop in loops if asked.shares(fold(loop.what))]
    return tuple(shared[:LOOPS] or sorted(loops, key=lambda loop: loop.due is not None)[:LOOPS_AT_ALL])


def _is_stale(loop: Loop, present: date) -> bool:
    return loop.due is not None and present - loop.due.first > STALE


def _words(question: str) -> tuple[re.Pattern[str], ...]:
    """Its content words, each with whatever ending."""
    content = (word for word in analyse(question).content if not is_framing(word.normal))
    words = {fold(one) for word in content for one in (word.normal, word.shown)}
    return tuple(re.compile(_whole(word)) for word in sorted(words) if CJK.search(word) or len(word) >= SHORTEST)


def _any_of(words: Sequence[re.Pattern[str]]) -> re.Pattern[str]:
    """Finds what any of them finds; of none, nothing."""
    return re.compile("|".join(word.pattern for word in words) or "(?!)")


def _whole(word: str) -> str:
    return re.escape(word) if CJK.search(word) else rf"\b{re.escape(word)}(?:'?s|e[sd]|d|ing|y|ies)?\b"


def _whose_name(asked: tuple[str, ...]) -> tuple[str, ...]:
    """Who asks what the cat is called does not ask for their own name."""
    return tuple(kind for kind in asked if kind != "name") if NAMED_TOO.intersection(asked) else asked


def _kinds_of(words: Sequence[re.Pattern[str]], known: Known) -> tuple[str, ...]:
    """The kinds of those facts that hold and whose values have one of the words."""
    if not words:
        return ()
    any_word = _any_of(words)
    held = (fact for fact in known.facts if fact.is_open)
    return tuple(dict.fromkeys(fact.kind for fact in held if any_word.search(_folded(fact.value))))


def _at_large(known: Known, present: date) -> tuple[Fact, ...]:
    """What tells most of the person: of each kind the latest, in the order of the kinds, then what is known of others;
    nothing whose day is past."""
    held = [one for one in known.facts if one.state is UnitState.CONFIRMED and not _is_past(one, present)]
    kept = list[Fact]()
    for kind in kinds():
        latest = sorted((one for one in held if one.about == ME and one.kind == kind), key=lambda one: one.said)
        kept += latest[-OF_A_KIND:]
    return tuple([*kept, *(one for one in held if one.about != ME)][:AT_LARGE])


def _is_past(fact: Fact, present: date) -> bool:
    """Whether it was of a day that is over."""
    day = fact.valid_from
    return fact.kind in OF_A_DAY and (day.first < present if day else kinds()[fact.kind].broad)


def _introductions(known: Known) -> tuple[UUID, ...]:
    """Turns that speak of the person at large: of as many kinds as there are, the latest of each."""
    latest = {kind: topic.turn for topic in known.topics for kind in topic.kinds}
    order = [kind for kind in kinds() if kind in latest]
    return tuple(dict.fromkeys(latest[kind] for kind in order))[:TURNS]


def _own_first(scored: Sequence[tuple[float, Fact]]) -> list[tuple[float, Fact]]:
    """Without what is known of others where only the kind is asked for, and the person's own is known."""
    own = {fact.kind for _, fact in scored if fact.about == ME}
    return [(score, fact) for score, fact in scored if fact.about == ME or score >= NAMED or fact.kind not in own]


def _score(fact: Fact, asked: _Asked) -> float:
    """By kind, by whom it is about, and by words; what held before only where the past is asked for."""
    if fact.state is UnitState.REVOKED or (fact.state is UnitState.SUPERSEDED and not asked.past):
        return 0.0
    named = fact.about != ME and (fact.about in asked.named or _folded(fact.about) in asked.text)
    said = len(fact.value) > 1 and fact.kind != "name" and _folded(fact.value) in asked.text
    of_kind = fact.kind in asked.kinds or (fact.kind == "note" and asked.shares(_folded(fact.value)) > 0)
    if fact.kind == "name" and fact.about == ME and OF_OTHERS.search(asked.text):
        return 0.0
    if not (of_kind or named or said) or (fact.about != ME and not named and OWN_MATTER.search(asked.text)):
        return 0.0
    told = f"{_folded(fact.value)} {_folded(fact.text)}"
    shared = min(asked.shares(told), 2)
    if (kinds()[fact.kind].broad and asked.words and not (shared or named)) or _of_another(fact, told, asked):
        return 0.0
    about = 0.5 if named or fact.about == ME else -0.3
    before = 0.2 if fact.state is UnitState.SUPERSEDED else 0.0
    return (1.0 if of_kind else 0.0) + about + (0.4 if said else 0.0) + 0.2 * shared + before + 0.1 * fact.confidence


def _named(folded: str, known: Known) -> frozenset[str]:
    """The names of all whom a folded text calls by one of theirs."""
    return frozenset(name for alias, name in known.names.items() if alias in folded and _stands_alone(alias, folded))


def _stands_alone(alias: str, folded: str) -> bool:
    """Whether a name of one letter is no part of another word."""
    return len(alias) > 1 or bool(
        re.search(rf"(?<![一-龠]){re.escape(alias)}(?:って|は|が|も|の|と|に|、|さん|くん|ちゃん|君)", folded)
    )


def _of_another(fact: Fact, told: str, asked: _Asked) -> bool:
    """Whether it is the person's own, where somebody else's is asked for, and does not name that one. Who asks what the
    baby is called means nobody else's; who asks for a daughter no son, and for their own wife nobody's."""
    if is_another_relation(asked.text, fact):
        return True
    if fact.kind in PERSONS and asked.named and not any(fact.value.startswith(name) for name in asked.named):
        return fact.about == ME and any(fact.kind == kind for kind in asked.kinds)
    if fact.about != ME or not asked.others or any(name in told for name in asked.others):
        return False
    return bool(asked.named) or fact.kind not in NAMED_TOO
