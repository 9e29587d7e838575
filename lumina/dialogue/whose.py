"""That something is another's: whoever a correction names is whose it is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.dialogue.heeded import Acts, Heeded, Unit, act_on
from lumina.dialogue.meant import names_it, names_value, stated_in
from lumina.known import ME, Claim, ClaimType, Fact, Known, Mode, UnitState
from lumina.language.acts import does
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.names import bare_name
from lumina.language.plain_english.words import RELATIONS, is_name
from lumina.language.scripts import CJK, fold
from lumina.models import Turn

WHO = r"(?:[Mm]y (?:own )?(?P<kin>[a-z-]+)(?: (?P<called>[A-Z][\w-]+))?|(?P<who>[A-Z][\w-]+))"
ENGLISH = (
    re.compile(rf"{WHO}'s (?P<what>[a-z][a-z ]{{2,30}})"),
    re.compile(
        rf"\b(?:[Ii]t'?s|[Tt]hat's|[Tt]hat was|[Ii]t is) {WHO} (?:who|that)(?:'s| is| has| lives|"
        rf" works)?\b(?P<what>[^.!?]*)"
    ),
    re.compile(rf"{WHO}(?:'s| was| [a-z]+s)\b(?P<what>[^.!?]*?)(?:,| and)? not (?:me|I|mine)\b"),
    re.compile(rf"\b(?:[Ii]t|[Tt]hat)(?:'?s| is| was) {WHO}(?P<what>)(?='s\b|,? not (?:me|I|mine)\b| *(?:$|[.,;!]))"),
    re.compile(rf"(?:^|[.,;!] ?){WHO}(?:'s| is| does| has)(?: the one\b)?(?P<what>)(?= *(?:$|[.,;!]))"),
)
NOT_I = re.compile(
    r"^(?:no|nope|nah|wait|wrong)\b,? (?:it|that)(?:'?s| is| was)\b|\bnot (?:me|mine|I)\b|\bI(?:'m| am) not\b|\bI"
    r" (?:don't|do not|didn't|never|haven't|can't)\b"
    r"|\b(?:you|your memory|it|that)\b[^.!?]*\b(?:says?|said|thinks?|thought|saying|remember\w*|wrote|got|have)\b"
    r"[^.!?]*\b(?:I|me|my|I'm|I've)\b",
    re.I,
)
"""That it is not the person of whom it is so."""
NAME = r"(?P<who>[一-龠々ァ-ヶーA-Za-z]{1,10}|[ぁ-ん]{2,5})(?:さん|ちゃん|くん|君)?"
JAPANESE = (
    re.compile(
        rf"(?:^|(?<=[はも、。ぁ-ん]))(?:(?:私|俺|僕|あたし|わたし|うち)の)?{NAME}の(?P<what>[一-龠々ァ-ヶー]{{2,10}})"
    ),
    re.compile(
        rf"(?P<what>[一-龠々ァ-ヶー]{{2,12}})(?:があるの|なの|なん|の)?は(?:私|俺|僕|あたし|わたし|うち)(?:じゃなく|ではなく)(?:って|て)?、?"
        rf"{NAME}(?=[だのでよ。、!]|$)"
    ),
)
MYSELF = re.compile(r"^(?:私|俺|僕|あたし|わたし|うち|自分|君|あなた|それ|これ|今日|明日|昨日|今度|本当)$")
BEINGS = frozenset({"family", "friend", "pet", "partner"})
BOUND = BEINGS | {"name", "note", "event", "plan"}
"""Kinds that are not moved: what somebody is to the person, and what is nobody's own."""


def moved(known: Known, turn: Turn, near: Sequence[Fact]) -> tuple[Heeded, Acts] | None:
    """What was taken to be the person's own, and is said to be another's, is theirs: of the kinds that the words name,
    what was just asserted, what they say the value of, or what was read out of just these words; whatever that took the
    place of holds again."""
    denied = NOT_I.search(turn.text) is not None
    if not denied and not does("corrects", turn.text) and not does("not_mine", turn.text):
        return None
    outright = does("corrects", turn.text) or does("not_mine", turn.text)
    for who, what in _owners(turn.text, ENGLISH if outright else ENGLISH[1:]):
        told = {*told_kinds(what), *asked_kinds(what)} - BOUND
        such = [fact for fact in known.facts if fact.kind in told and _is_not_of(fact, who, known)]
        own = [fact for fact in known.facts if denied and fact.about == ME and fact.kind not in BOUND - {"pet"}]
        own = [fact for fact in own if fact.evidence != (turn.id,)]
        such += [fact for fact in own if fact not in such and (names_it(fact, turn.text) or _is_it(fact, what, near))]
        here = [fact for fact in such if fact.is_open and turn.id in fact.evidence]
        displaced = [fact for fact in such if not fact.is_open and fact.history[-1].turn == turn.id]
        wrong = [fact for fact in such if (fact.is_open or fact in displaced) and _is_meant(fact, turn, near)]
        if here or wrong:
            right = [fact for fact in (*here, *wrong) if fact.value != who]
            again = [fact for fact in displaced if fact not in wrong]
            heeded, acts = _moved(known, turn, who, right, list(dict.fromkeys([*here, *wrong])))
            return heeded, [*acts, *((turn, _restored(fact)) for fact in again)]
    return None


def concerns(text: str) -> bool:
    """Whether a text may say that something is another's and not the person's."""
    return not CJK.search(text) and NOT_I.search(text) is not None and any(_owners(text, ENGLISH[1:]))


def _is_it(fact: Fact, what: str, near: Sequence[Fact]) -> bool:
    """Whether a fact was asserted, and the words name nothing else."""
    return not what.strip(" .,;!") and fact.id in {one.id for one in near}


def _is_meant(fact: Fact, turn: Turn, near: Sequence[Fact]) -> bool:
    """Whether what held is asserted, or its value named."""
    return fact.id in {one.id for one in near} or names_value(fact, turn.text)


def _restored(fact: Fact) -> Claim:
    return replace(act_on(fact, Mode.RESTORES), value=fact.value, since=fact.valid_from, state=UnitState.CONFIRMED)


def _moved(known: Known, turn: Turn, who: str, right: Sequence[Fact], wrong: Sequence[Fact]) -> tuple[Heeded, Acts]:
    """The values go to whom they are said to be of, where the turn does not say so by itself."""
    theirs = [one for one in stated_in(turn, known) if not _is_not_of(one, who, known)]
    own = {one.kind: one for one in reversed(right) if one.kind not in {fact.kind for fact in theirs}}
    anew = [Claim(ClaimType.FACT, who, one.kind, one.value, turn.text, 1.0) for one in own.values()]
    told = [
        *(Unit(one.kind, one.value, one.about) for one in theirs),
        *(Unit(one.kind, one.value, who) for one in anew),
    ]
    misread = [one for one in known.facts if one.is_open and one.evidence == (turn.id,) and one.value == who]
    gone = dict.fromkeys([*wrong, *(one for one in misread if one.about == ME)])
    acts = [*((turn, act_on(fact, Mode.FORGETS)) for fact in gone), *((turn, one) for one in anew)]
    return Heeded("set right", tuple(told)), acts


def _is_not_of(fact: Fact, who: str, known: Known) -> bool:
    name = known.names.get(fold(who), who)
    return fold(fact.about) not in {fold(who), fold(name)}


def _owners(text: str, english: Sequence[re.Pattern[str]]) -> Iterator[tuple[str, str]]:
    """Whoever a text names as one whose it is, and what it says that to be."""
    for pattern in JAPANESE if CJK.search(text) else english:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            who = groups.get("who") or groups.get("called") or _kin(groups.get("kin") or "")
            if who and not MYSELF.match(who) and (CJK.search(text) or not who[:1].isupper() or is_name(who)):
                yield bare_name(who), match["what"]


def _kin(called: str) -> str:
    """What somebody is to the person who is called so: mum is the mother."""
    return next((name for name, words in RELATIONS.items() if re.fullmatch(words, called)), called)
