"""What is quoted in the light of what was said after it: how things are now, and what the person went on to say."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from lumina.language.acts import does, only_asks
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.language.when.english_calendar import NUMBER
from lumina.language.when.english_days import count
from lumina.language.when.moments import moments
from lumina.voices.matching import own_statements, shared_words
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.next_question import ASIDE

DATE = re.compile(
    r"[0-9]+(?:月|日|時|/[0-9])|曜|朝|昼|夕|夜|晩|\b(?:[0-9]{1,2}(?:st|nd|rd|th)|ago|(?:last|next) (?:week|month|year)"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"|morning|noon|afternoon|evening|night|breakfast|lunch|dinner|bed|o'clock|[0-9]+ ?[ap]m)\b"
)

HAPPENS = frozenset({"event", "plan"})
QUOTES = 3
VAGUE = frozenset(
    {"year", "month", "week", "day", "time", "today", "thing", "one", "two", "way", "new", "last", "next", "night"}
)
BRIEF = 6
"""Words by which nothing is told to be the same; and so many at most of a line that annuls whatever it was."""

BREATH = timedelta(minutes=5)
"""So long one goes on about the same thing."""

ORIGINALLY = re.compile(r"\b(?:originally|at first|first|before|going to be|supposed to|meant to|old)\b")
"""That something is to be on another day than it was to be at first, and that this first one is asked for."""
CHANGED = re.compile(
    r"\b(?:scrap that|no wait|hang on|sorry|i mean(?:t)?|make that|changed (?:my|his|her|our|their) minds?"
    r"|not [\w' -]{2,20} any ?more|no longer|instead|(?:gone|went|going) with"
    r"|in the end|swapped|traded|sold|moved|it's [\w ]{2,20} now|quit|dropped|g[ai]v(?:e|es|ing|en) up"
    r"|handed in"
    r"|left(?! (?:the|my|our|her|his|an?|it|them|me|some|everything)\b(?! (?:job|company|firm|bank|school|office|team"
    r"|band|club|church|place|house|flat|city|country|union|choir|army|force)\b))"
    r"|(?:'s|is|are|have|has|been|all) gone|got rid of|chucked|binned|packed in|replaced|scrapped|split up|broke up"
    r"|called (?:it (?:a day|off)|off)|(?:'s|is|was|are) (?:all |now |back )?off\b(?! (?:to|the|work|sick))"
    r"|fell through|passed away|died|upgraded|switched|went in the night)\b"
    r"|きゃんせる|中止|取りやめ|なくなっ|なしに|[変替換か]え(?:た|まし|て)|[変替換か]わ(?:った|りまし|って)|に(?:なった|なりました|した|しました)"
    r"|譲っ|譲り|手放し|売っ(?:た|て)|さよなら|別れ|辞め|やめ(?:た|て|まし)|[かわ替代]わりに|改名|乗り換え|引っ越し(?:た|て|まし)|転職|やっぱ|再開"
)
"""That something is no more as it was told."""
ANNULLED = re.compile(r"^(?:\w+[,.!]? )?(?:(?:scrap|forget|cancel|ignore|scratch) that|change of plans?)\b")
"""That what was told last is no more so, whatever it was."""
NOT_THIS = re.compile(r"\b(?:not|instead of|rather than) (?:the |an? |on |in |at )?(?P<not>[\w' -]{1,24})")
"""What something is not, though it was told so."""
PUT_OFF = re.compile(
    r"\b(?:they|he|she|we|it)(?:'ve|'s| have| has| was| got)? (?:been )?(?:pushed|moved|put|brought|bumped|shifted)"
    r"(?: (?:it|that|us|me))? (?:back|forward|on|off|up|to|by|an?|one|two|three)\b"
)
"""That what was to be, whatever it was, is to be on another day."""
SHIFT = re.compile(rf"\b(?P<n>{NUMBER}) (?P<unit>day|week|fortnight)s?\b")
EARLIER = re.compile(r"\b(?:forward|up|earlier)\b")
"""By how much, and whether to an earlier day."""
GOING_ON = re.compile(
    r"(?:(?:その)?(?:かわり|代わり)|なので|だから|それで|結局)"
    r"|(?:and |but |so )?(?:she|he|it|they|she's|he's|it's|they're|his|her|its|their)\b",
    re.I,
)
"""How a statement begins that goes on about what was said just before it."""


def as_it_is_now(chosen: list[Evidence], evidence: Sequence[Evidence], said: str) -> list[Evidence]:
    """What is quoted; before it, what the person said later of the same, if by that it is no more so, and the question
    does not ask for how it was."""
    if does("past", said) or ORIGINALLY.search(fold(said)):
        return chosen
    first = min(chosen, key=moment_of)
    words = {*_uncounted(first["text"])} - {*analyse(said).words}
    asked: set[str] = set() if CJK.search(said) and not does("present", said) else {*asked_kinds(said)}
    kinds = asked.intersection(told_kinds(first["text"]))
    later = [
        piece
        for piece in evidence
        if piece["who"] == "you"
        and moment_of(piece) > moment_of(first)
        and (_changes(piece, first, words, kinds) or (does("when", said) and PUT_OFF.search(fold(piece["text"]))))
        and not only_asks(piece["text"])
    ]
    if does("present", said) and not CJK.search(said):
        later += [piece for piece in own_statements(evidence) if _is_gone(piece, first, said)]
    new = sorted(later, key=lambda piece: piece["at"])[-1:]
    replaced = bool(new) and (_changes(new[0], first, words, kinds) or _is_gone(new[0], first, said))
    old = [piece for piece in chosen if replaced and _is_before(piece, new[0], words)]
    return [*new, *(piece for piece in chosen if piece not in (*new, *old))][:QUOTES]


def is_replaced(chosen: Sequence[Evidence]) -> bool:
    """Whether what is quoted first tells, in English, that what follows it is no more so."""
    first = chosen[0]
    later = all(moment_of(first) > moment_of(piece) for piece in chosen[1:])
    return not CJK.search(first["text"]) and CHANGED.search(fold(first["text"])) is not None and later


def put_off_to(chosen: Sequence[Evidence]) -> tuple[str, date] | None:
    """By how much, and to which day, what is quoted says that something was put off: a week from the day that was told
    for it before."""
    for piece in chosen:
        text = fold(piece["text"])
        by = SHIFT.search(text) if PUT_OFF.search(text) else None
        before = [other for other in chosen if moment_of(other) < moment_of(piece)]
        named = [one for other in before for one in moments(other["text"], moment_of(other)) if one.precision == "day"]
        if by and named:
            back = -1 if EARLIER.search(text) else 1
            days = count(by["n"]) * {"day": 1, "week": 7, "fortnight": 14}[by["unit"]]
            return f"{by['n']} {by[0].split()[-1]} {'earlier' if back < 0 else 'later'}", named[-1].first + timedelta(
                days=back * days
            )
    return None


def _changes(piece: Evidence, first: Evidence, words: Collection[str], kinds: Collection[str]) -> bool:
    """Whether a line tells that something is no more as it was, and speaks of this, or annuls it in the same breath."""
    text = piece["text"]
    words = {*words, *numbers(first["text"])}
    if not CHANGED.search(fold(text)) and not corrects(text, words):
        return False
    annuls = _annuls(piece, first)
    told = analyse(text).words
    same = {*words} & {*told}
    is_same = len(same) > 1 or (bool(same) and (CJK.search(text) or len(told) <= BRIEF or corrects(text, words)))
    return bool(is_same or {*kinds} & {*told_kinds(text)} or annuls)


def _is_gone(piece: Evidence, first: Evidence, said: str) -> bool:
    """Whether a later line tells that what a question is about is no more."""
    return (
        moment_of(piece) > moment_of(first)
        and CHANGED.search(fold(piece["text"])) is not None
        and shared_words(said, piece["text"]) > 0
    )


def _annuls(piece: Evidence, first: Evidence) -> bool:
    """Whether a line annuls what was told in the same breath, whatever that was: it says not of what."""
    soon = moment_of(piece) - moment_of(first) <= BREATH
    return soon and ANNULLED.search(fold(piece["text"])) is not None and len(analyse(piece["text"]).words) <= BRIEF


def numbers(text: str) -> set[str]:
    """Those that a text has."""
    return {word for word in analyse(text).words if word.isdigit()} if not CJK.search(text) else set()


def corrects(text: str, words: Collection[str]) -> bool:
    """Whether a line says that it is one thing, and not what was told: it's the 14th, not the 12th."""
    found = NOT_THIS.search(fold(text))
    return found is not None and bool({*words} & {*analyse(found["not"]).words})


def _uncounted(text: str) -> Iterator[str]:
    """The words of a text but its numbers and what Japanese counts by: 一枚の板 and 一枚の写真 are not the same."""
    words = analyse(text).words
    for before, word in pairwise(("", *words)):
        if word not in VAGUE and not (word.isdigit() or (before.isdigit() and len(word) == 1)):
            yield word


def _is_before(piece: Evidence, new: Evidence, words: Collection[str]) -> bool:
    """Whether it was said earlier, and of the same."""
    same = {*words} & {*analyse(piece["text"]).words} or _annuls(new, piece)
    return bool(piece["at"] < new["at"] and same)


def gone_on_about(chosen: list[Evidence], evidence: Sequence[Evidence]) -> list[Evidence]:
    """What is quoted, with what the person went on to say about it: "I named her Pickle", "She lives upstairs"."""
    first = chosen[0]
    next_said = [
        piece
        for piece in evidence
        if piece["who"] == first["who"] == "you"
        and timedelta(0) < moment_of(piece) - moment_of(first) <= BREATH
        and piece not in chosen
    ]
    soon = min(next_said, key=moment_of, default=None)
    goes_on_about = soon is not None and GOING_ON.match(soon["text"]) and not only_asks(soon["text"])
    return [*chosen, soon][: QUOTES + 1] if soon is not None and goes_on_about else chosen


def not_of_another_day(chosen: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is quoted; to a question of when, without what names another day than the event has that is known."""
    events = (fact for fact in material["facts"] if fact["kind"] == "event" and not fact["past"])
    known = " ".join(fact["value"] for fact in events if not is_outdone(fact, material))
    if not does("when", material["said"]) or not DATE.search(fold(known)):
        return list(chosen)
    return [
        piece
        for piece in chosen
        if not (days := days_of(piece)) or any(re.search(rf"(?<!\d){day}(?!\d)", known) for day in days)
    ]


def is_outdone(fact: Told, material: Material) -> bool:
    """Whether it is asked when something is, and a statement of something else that names a day has more of the
    question's words than what happens by this fact."""
    said = material["said"]
    if fact["kind"] not in HAPPENS or not does("when", said):
        return False
    value = ASIDE.sub("", fact["value"])
    told, words = shared_words(said, value), {*analyse(value).words}
    return any(
        shared_words(said, piece["text"]) > told and not words <= {*analyse(piece["text"]).words} and days_of(piece)
        for piece in own_statements(material["evidence"])
    )


def days_of(piece: Evidence) -> list[int]:
    """The days of their months that a text names."""
    return [one.first.day for one in moments(piece["text"], moment_of(piece)) if one.precision == "day"]


def moment_of(piece: Evidence) -> datetime:
    """When it was said."""
    return datetime.fromisoformat(piece["at"])
