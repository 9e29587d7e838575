"""Who was spoken of, and may be meant by a pronoun, or have their name told."""

import re
from collections.abc import Sequence
from functools import lru_cache

from lumina.distil.claims.english.bearers import nameless
from lumina.distil.claims.english.subjects import BARE, DOES, GERUND, SUBJECTLESS, is_word
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import KIN, NAME, RELATION, ROLES, SPECIES, is_name, normal_relation

IS_SO = (
    r"(?:(?:in|at|on|out|off|back|and|for|not|so|very|really|been|got|had|gone|an?|the|my|our|house|place|flat|today"
    r"|tonight|poorly|ill|sick|fine|ok|okay|better|worse|dead|dying|pregnant|here|there|home|just|still|always|retired"
    r"|worried|coming|going|getting|having|staying|moving|visiting|starting|working|living|feeling|being|doing|leaving"
    r"|turning|expecting|struggling|recovering|making|taking)\b(?! (?:room|day|list|party)\b))"
)
"""Behind "my sister's": that she is so, and not what is hers."""
MENTION = re.compile(
    rf"\b(?:my|me|our|your) (?P<relation>{RELATION}|{SPECIES})\b"
    rf"(?!'s (?!{IS_SO}))(?:,? (?P<called>{NAME}))?"
    rf"|\b(?:got|have|'ve|had|found|met) an? (?:[\w-]+ ){{0,2}}?(?P<had>{RELATION})\b(?!'s|,? {NAME})"
    rf"|\b(?P<date>seeing|dating|met) (?:someone|somebody|an? (?:\w+ )?(?:guy|girl|man|woman|lad|bloke|boy|lady))\b"
    rf"|(?:^|[.,;!?] *|\b(?:and|about|with|for|to|from|by|of|see|saw|visit|visited|took|take|rang"
    rf"|ring) )(?P<kin>{KIN})\b"
    rf"|(?:^|[.!?] *)(?P<bare>{BARE})(?={DOES}\b)"
    rf"|(?P<name>{NAME})(?P<verb>'s|,| is\b| isn't| has\b| and\b"
    rf"| (?:(?:just|also|still|finally) )?"
    rf"(?:(?!(?:his|its|this|as|us|at|it|that|what|not|but|yes|just|most|first|last|was)\b)\w+(?:ed|s|t)\b"
    rf"|(?:rang|came|gave|took|made|won|ran|said|told|did|found|sold|wrote|broke|fell|began|drove|flew|grew"
    rf"|knew|saw|sang|woke|wore|will|can)\b))?"
    rf"|\b(?:an?|the) (?:[\w-]+"
    rf" ){{0,2}}?(?P<pet>{SPECIES}|{'|'.join(ROLES)}|doctor|teacher|boss|dentist)\b"
    rf"|^(?P<role>{'|'.join(ROLES)}|doctor|teacher|boss|dentist)(?= (?:is|was|says|said|gave|told|wants|reckons)\b"
    rf"|'s\b)",
    re.I,
)
PRONOUN = re.compile(r"(?:(he|his)|(she|her))\b", re.I)
ANOTHERS = re.compile(
    rf"(?:^|[.!?,;] *)(?:(?:my|me|our) (?:{RELATION})|{KIN}|{NAME})(?:'s| is| was| has"
    rf"| \w+s)? (?:[\w-]+ ){{0,3}}?(?:her|him)\b"
    r"(?! (?!again|now|today|tonight|too|there|all|and)\w)",
    re.I,
)
"""Whom somebody does something to is somebody else: "Mum's with her"."""
GENDER = {
    **dict.fromkeys(("father", "brother", "son", "husband", "boyfriend", "grandfather", "uncle", "nephew"), "he"),
    **dict.fromkeys(("mother", "sister", "daughter", "wife", "girlfriend", "grandmother", "aunt", "niece"), "she"),
}
INTRODUCED = re.compile(
    rf"\b(?:an?|another|the) (?:[\w-]+ ){{0,3}}?(?P<what>{RELATION}|{SPECIES}|girl|guy|lad|woman|man|boy"
    rf"|lady)(?: home| over| in| from [a-z]+)?(?:,? (?:called|named)|,) "
    rf"(?P<name>{NAME})",
    re.I,
)
CALLED_SO = re.compile(
    rf"(?:and |so )?(?:(?:he|she|it|(?:my|me|our|(?-i:[A-Z])[a-z]+'s) (?:[\w-]+ ){{0,2}}?(?P<who>{RELATION}"
    rf"|{SPECIES}))(?:'s"
    rf"| is) (?:called|named)"
    rf"|(?:his|her|its|(?:my|me|our) (?:{RELATION}|{SPECIES})(?:'s)?) name(?:'s| is)) (?P<name>{NAME})",
    re.I,
)
"""Of whoever is called so the next clause goes on."""
WITH_RELATION = re.compile(rf"\b(?P<relation>{RELATION}),? (?:(?:called|named) )?(?P<name>{NAME})", re.I)
PLACED = re.compile(
    r"\b(?:in|at|to|onto|into|on|from|near|of|off|round|around|through|outside|(?<!\bI )(?<!\bwe )(?<!\bI've"
    r" )(?<!\bjust )(?<!\bfinally )called)(?: the)? $",
    re.I,
)
PREDICATED = re.compile(r"(?:\b(?:be|is|was|am|been|become|became|as)|'s|'m) (?:also |just |still )?$", re.I)
"""What somebody is, is nobody else."""
APPOSED = re.compile(rf", an? (?:[\w-]+ ){{0,2}}(?:{'|'.join(ROLES)}|doctor|teacher|boss|dentist)$", re.I)
"""Behind a comma it says more of whoever was named before it: "my daughter laughs, a vet who fears dogs"."""
SECOND = re.compile(
    r"\b(?:El|La|Los|Las|San|Santa|New|St|Port|Mount|Lake|Fort|North|South|East|West|Great|Upper|Lower) $"
)
"""The first word of a place: El Paso is nobody."""
OPENS = re.compile(r"(?:^|[.!?…] *)$")
LOOSE = re.compile(r",| and| \w+s")
"""What stands behind other words than names, too."""


MET = re.compile(r"(?:met|found)\b", re.I)
"""A girl who is met is nobody's daughter."""
BELONGS = re.compile(rf" (?:(?!(?:my|me|our|a|an|the|no|not)\b)\w+ )?(?:{RELATION})(?= *(?:$|[,.;]))", re.I)
STANDS_ALONE = re.compile(r"(?:^|[,.;] *)$")


def _only_says_whose(match: re.Match[str], before: str) -> bool:
    """Whether a name says no more than whose somebody is who was named: "Bea's my aunt, Colin's sister"."""
    is_possessive = match["name"] and match["verb"] == "'s"
    return bool(is_possessive and STANDS_ALONE.search(before) and BELONGS.match(match.string, match.end()))


OF_THEIRS = re.compile(rf"\b(?:his|her|their|(?-i:[A-Z])[a-z]+'s) (?:\w+ )?(?P<relation>{RELATION})\b", re.I)
"""Somebody else's, whom the pronoun may mean as well: "Ben, and his girlfriend less so, she"."""
LAST_OF_SEVERAL = re.compile(rf"\band (?:\w+ )?(?P<name>{NAME})$")
"""Of two in a row the pronoun right behind them means the second: "Ailsa and wee Rory, he's six"."""


def last_mentioned(texts: Sequence[str], clause: str = "") -> str:
    """Who was spoken of last, and may be called by the pronoun at the beginning of the clause: the first one whom the
    latest text names that names somebody; one who was just introduced by name goes before whom they belong to."""
    return next((who for text in reversed(texts) for who in _fitting(text, clause)), "")


def one_mentioned(texts: Sequence[str], clause: str) -> str:
    """Whom a clause without a subject of its own, or with a pronoun for it, means of those whom the texts before it
    name: the only one of the latest text that names anybody; else ""."""
    if not PRONOUN.match(clause) and not SUBJECTLESS.match(clause):
        return ""
    for text in reversed(texts):
        if named := dict.fromkeys(_fitting(text, clause)):
            return next(iter(named)) if len(named) == 1 else ""
    return ""


def is_called_otherwise(who: str, texts: Sequence[str], clause: str) -> bool:
    """Whether a turn that names nobody else calls them "she" before a clause that says "he", or the other way round."""
    pronoun = PRONOUN.match(clause)
    told = [one for text in texts for one in _all_mentioned(text)]
    if not pronoun or not who[:1].isupper() or {*told} != {who}:
        return False
    other = r"\b(?:she|her)\b" if pronoun[1] else r"\b(?:he|his|him)\b"
    same = r"\b(?:he|his|him)\b" if pronoun[1] else r"\b(?:she|her)\b"
    said = " ".join(texts)
    said = said[said.find(who) + len(who) :]
    return re.search(other, said, re.I) is not None and re.search(same, said, re.I) is None


def to_be_named(texts: Sequence[str], clause: str) -> str:
    """Whose name a clause tells that says "her name's": the only one without a name of the latest text that speaks of
    anybody; "" where there are two, or the pronoun there is somebody else."""
    for text in reversed(texts):
        if introduced := nameless(text):
            return introduced
        if fitting := dict.fromkeys(_fitting(text, clause)):
            unnamed = [who for who in fitting if not who[:1].isupper()]
            return unnamed[0] if len(unnamed) == 1 and not ANOTHERS.search(text) else ""
    return ""


def _fitting(text: str, clause: str) -> list[str]:
    pronoun = PRONOUN.match(clause)
    introduced = {match["name"]: match["what"] for match in INTRODUCED.finditer(text) if is_name(match["name"])}
    named, known_by_name = [*introduced], {normal_relation(what) or what.lower() for what in introduced.values()}
    if re.fullmatch(NAME, text) and is_name(text) and not (is_word(text) and text.lower() not in word_list("names.en")):
        named.append(text)
    called = CALLED_SO.match(text)
    if (
        called
        and is_name(called["name"])
        and not (called["who"] and gender_of(called["who"]) not in ("", _asked(clause)))
    ):
        named.append(called["name"])
    if called and called["who"]:
        known_by_name.add(normal_relation(called["who"]) or called["who"].lower())
    found = [*named, *(who for who in _all_mentioned(text) if who not in named and who not in known_by_name)]
    if not pronoun:
        return found
    genders = {match["name"]: gender_of(match["relation"]) for match in WITH_RELATION.finditer(text)}
    asked = _asked(clause)
    fitting = [who for who in found if (GENDER.get(who) or genders.get(who) or asked) == asked]
    if any(gender_of(match["relation"]) == asked for match in OF_THEIRS.finditer(text)):
        return [""]
    last = LAST_OF_SEVERAL.search(text)
    return sorted(fitting, key=lambda who: who != last["name"]) if last else fitting


def _asked(clause: str) -> str:
    pronoun = PRONOUN.match(clause)
    return "" if pronoun is None else "he" if pronoun[1] else "she"


def gender_of(relation: str) -> str:
    """ "he" or "she", for whoever is that to somebody; "" where it may be either."""
    return GENDER.get(normal_relation(relation), "")


@lru_cache(maxsize=512)
def _all_mentioned(text: str) -> tuple[str, ...]:
    found = ((match, text[: match.start()]) for match in MENTION.finditer(text))
    named = (_mentioned(match, before) for match, before in found if not _only_says_whose(match, before))
    return tuple(who for who in named if who)


def _only_opens(match: re.Match[str], before: str) -> bool:
    """Whether a word is written large as it opens a sentence, or as the last of a name of several words; so may be
    every word that is nobody's name: "Old habits", "Weddings and", "out of Greenock High"."""
    if OPENS.search(before) and (not match["verb"] or GERUND.match(match["name"])):
        return True
    behind_another = re.search(r"[A-Z][a-z]+ $", before) or (OPENS.search(before) and LOOSE.fullmatch(match["verb"]))
    return bool(behind_another) and is_word(match["name"])


def _mentioned(match: re.Match[str], before: str) -> str:
    """Names, but for places and for words that are written large only as they open a sentence."""
    if match["called"] and is_name(match["called"]):
        return match["called"]
    name = match["name"]
    if name and is_name(name):
        in_place = PLACED.search(before) or SECOND.search(before)
        return "" if in_place or _only_opens(match, before) else name
    if match["date"]:
        return "partner"
    if alone := match["kin"] or match["bare"]:
        return normal_relation(alone)
    relation = match["relation"] or match["had"] or ""
    only_met = MET.match(match.group()) and normal_relation(relation) in ("daughter", "son", "child")
    if only_met or PREDICATED.search(before) or (match["pet"] and APPOSED.search(f"{before}{match.group()}")):
        return ""
    return normal_relation(relation) or (relation or match["pet"] or match["role"] or "").lower()
