"""What a turn claims: each of its sentences that states something, by the rules of its language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from lumina.distil.claims.english.bearers import unless_known_otherwise
from lumina.distil.claims.english.clauses import clauses
from lumina.distil.claims.japanese.sentences import sentences
from lumina.distil.claims.reminders import is_reminder, kept_open, reminded
from lumina.distil.claims.tales import goes_on_with_a_tale
from lumina.distil.claims.weighed.weighing import PLAIN, is_weighed, weighed
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.acts import asks, smalltalk, without
from lumina.language.kinds import told_kinds
from lumina.language.names import without_calls
from lumina.language.scripts import language_of
from lumina.language.when.english import PAST
from lumina.language.when.japanese_tense import PAST as PAST_JAPANESE
from lumina.models import Role, Turn

CONTEXT = 6
"""So many turns before may say what a turn is an answer to."""

REPORT = 0.5
"""The confidence that what somebody tells of is over."""

NOT_YET = re.compile(r"\b(?:not yet|haven't|hasn't|still|no)\b|まだ|未だ|へん|ません|ない")

OUTCOME = re.compile(
    r"^(?:(?:it|that|they|all|not|too|pretty|really|so|very|quite|absolutely|yeah|yes|yep|oh|um|well|honestly"
    r"|actually|was|were|went|just)"
    r",? )*(?:fine|good|great|ok(?:ay)?|all ?right|brilliant|amazing|lovely|awful|terrible|horrible|bad|badly"
    r"|rubbish|shit|grim"
    r"|easy|hard|done|over|passed|failed|sorted|smashed it|nailed it|no problems?)(?! (?:luck|question|morning"
    r"|night|evening|idea))\b"
    r"|^(?:うん|ああ|まあ|いや|ううん|えっと|お?かげさまで|[、。！!…〜ー\s])*(?:無事|大丈夫だっ|平気だっ|うまくいっ|よかっ|良かっ|最高だ|最悪だ|ばっちり"
    r"|バッチリ|微妙だ|だめだ|ダメだ|なんとかなっ|なんとか終|ぼちぼちだ|順調だ|楽勝|合格|受かっ|落ち[たま])",
    re.I,
)
"""How somebody tells in a word how it went."""

ONE_DOES = frozenset({"job", "workplace", "school", "home", "hobby", "likes"})
NO_MORE = re.compile(r"^(?:don't|do not|not|no longer|never)\b|\bany ?more$", re.I)
"""Of what one does, what one does not any more is none."""

ENDED = re.compile(r"(?:quit|stopped|gave (?:it )?up|left|finished|(?:we )?(?:split|broke) up)(?: it)?", re.I)
"""Of what has no name, that it is over is nothing that happened."""

ASKED = re.compile(r"[ただ]か[。.]?$")
"""How a terse voice asks."""

THEY = re.compile(r"(?:s?he|his|her)\b", re.I)
HINT = 0.1
"""The confidence of a topic, which claims nothing."""


def read_claims(
    text: str,
    at: datetime,
    before: Sequence[Turn],
    names: Mapping[str, str] = MappingProxyType({}),
    lately: Sequence[Turn] = (),
    told: Sequence[Turn] = (),
) -> tuple[Claim, ...]:
    """The claims of what the person says at a moment (with its zone), behind the turns `before` it (of the same thread,
    oldest first). `names` are those of people of whom the person spoke before, with what each is to them. A new topic
    begins a new thread, and still "she", or whose age it is, is whoever was spoken of `lately`, in any; what a
    turn puts right was `told` in the same sitting. Each once, and as sure as it deserves; of what goes on with
    a tale only what is stated outright."""
    text = without_calls(text)
    text = without("told_before", text) or text
    claims = weighed(unweighed(text, at, before, names, lately, told), text, before)
    in_a_tale = goes_on_with_a_tale(text, before)
    return tuple(one for one in claims if not (in_a_tale and is_weighed(one) and one.confidence < PLAIN))


def unweighed(
    text: str,
    at: datetime,
    before: Sequence[Turn],
    names: Mapping[str, str],
    lately: Sequence[Turn],
    told: Sequence[Turn] = (),
) -> Sequence[Claim]:
    """The same, each as sure as whatever has read it is by itself."""
    if language_of(text) == "en":
        from lumina.distil.claims.english.turns import claims_in_english  # noqa: PLC0415  a second of patterns

        claimed = claims_in_english(text, at, before or (lately if THEY.match(text) else ()), told, names)
        read = [*unless_known_otherwise([one for one in claimed if not _is_oneself(one, names)], names)]
    else:
        from lumina.distil.claims.japanese.turns import claims_in_japanese  # noqa: PLC0415  a second of patterns

        read = claims_in_japanese(text, at, before, names, lately or before)
    if is_reminder(text):
        return [*_topics(text), *reminded(text, at, read)]
    return [
        *_once(
            [
                *_topics(text),
                *(one for one in kept_open(text, at, read) if not _is_no_more(one) and not _is_denied(one, text)),
                *([] if any(one.type is ClaimType.LOOP and one.until for one in read) else _reported(text, before)),
            ]
        )
    ]


def _is_no_more(claim: Claim) -> bool:
    """Whether that something is no more was read as what it is."""
    if claim.type is not ClaimType.FACT:
        return False
    return bool(NO_MORE.search(claim.value) if claim.kind in ONE_DOES else ENDED.fullmatch(claim.value))


def _is_denied(claim: Claim, text: str) -> bool:
    """Whether the text says that somebody is not what they were read to be: "Martin isn't my friend"."""
    what = re.search(r"\(([^)]+)\)$", claim.value)
    kind = what[1] if what else claim.kind if claim.type is ClaimType.PERSON else ""
    return (
        bool(kind)
        and re.search(rf"(?:n't|\bnot) (?:really |actually )?(?:my|our|an?|the) {re.escape(kind)}\b", text) is not None
    )


def _is_oneself(claim: Claim, names: Mapping[str, str]) -> bool:
    """Whether it speaks of the person, by their own name, as of somebody."""
    return claim.type is ClaimType.PERSON and not claim.kind and names.get(claim.value) == ME


def _reported(text: str, before: Sequence[Turn]) -> Iterator[Claim]:
    """Who is asked how something went, and tells, has it behind them."""
    if not before or before[-1].role is Role.PERSON or asks(text):
        return
    if not asks(before[-1].text) and not ASKED.search(before[-1].text):
        return
    past = PAST if language_of(text) == "en" else PAST_JAPANESE
    if OUTCOME.match(text) or (past.search(text) and not NOT_YET.search(text)):
        yield Claim(ClaimType.CLOSE, ME, "", before[-1].text, before[-1].text, REPORT)


def _once(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Claims that say the same of the same are one, with the times that any of them has."""
    same: dict[tuple[str, ...], Claim] = {}
    for one in claims:
        key = (one.type, one.about, one.kind, one.value, one.mode)
        before = same.get(key, one)
        names = tuple(dict.fromkeys([*before.names, *one.names]))
        same[key] = replace(
            before,
            since=before.since or one.since,
            until=before.until or one.until,
            replaces=max(before.replaces, one.replaces, key=len)
            if one.mode is Mode.ENDS
            else before.replaces or one.replaces,
            names=names,
            confidence=max(before.confidence, one.confidence),
        )
    return iter(same.values())


def _topics(text: str) -> Iterator[Claim]:
    """A question is no statement, nor is small talk; of what a statement may speak, be it nothing that has a kind, a
    question of that kind finds."""
    if not asks(text) and not smalltalk(text):
        yield Claim(ClaimType.TOPIC, ME, "", " ".join(told_kinds(text)), "", HINT)


def stated(text: str) -> tuple[str, ...]:
    """The sentences in which the person states something: no question, nothing pasted, no order to the memory."""
    if language_of(text) == "en":
        return tuple(dict.fromkeys(clause.sentence for clause in clauses(text) if not clause.question))
    return tuple(one.text for one in sentences(text) if one.states)
