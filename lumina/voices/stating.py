"""What is known, said as somebody says it: "You live in Kyoto." """

import calendar
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Final

from lumina.language.acts import does
from lumina.language.bilingual import Language
from lumina.language.japanese import morphemes
from lumina.language.lexicon import word_list
from lumina.voices.honours import honoured
from lumina.voices.material import Material, Told
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

WHOSE: Final = {"ja": "{}の", "en": "{}'s "}
IS_TO_ONE: Final = frozenset({"family", "friend", "pet", "partner"})
"""Kinds whose values say who somebody is, with what they are in brackets: "Gemma (sister)"."""

NAMED: Final = {"ja": "{what}の名前は{name}", "en": "Your {what} is called {name}"}
DAYS: Final = frozenset({"event", "plan"})
"""Kinds whose values have their day in brackets."""

AWAY: Final = re.compile(r"(?:off|away|back|going|flying|moving|heading|out) ", re.I)
"""With what a plan begins of which one says that one is so: you are off to Cork."""

BRACKETED: Final = re.compile(r"(.+?) ?[(（]([^()（）]+)[)）]$")
SINCE: Final = re.compile(r"\d{4}(?:-\d{1,2})*")
MONTHS: Final = calendar.month_name[1:]
"""When something befell somebody, in the brackets in which others have who somebody is."""

STATUS: Final = {
    **{one: one for one in ("single", "married", "divorced", "engaged", "separated", "widowed")},
    **{one: f"a {one}" for one in ("widow", "widower")},
}
INFLECTED: Final = frozenset({"動詞", "形容詞", "助動詞"})
DID: Final = re.compile(
    r"(?:don't|doesn't|didn't|can't|won't|never|always|gave|got|went|had|made|took|met|saw|bought|won|lost|found|left|"
    r"began|sold|told|ate|drank|ran|swam|flew|broke|fell|wrote|read|taught|built|[a-z]{2,}ed)\b"
)
"""With which an English value begins that tells what somebody did or does."""

SWAPPED: Final = {"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself"} | {
    "i'm": "you're",
    "i've": "you've",
    "i'd": "you'd",
    "i'll": "you'll",
    "am": "are",
}
PLACE: Final = re.compile(r"(?!(?:home|school|sea|an?|the|my|our)\b)[a-z]+(?: [a-z]+)?")
"""A place without a name: the college, the fire station."""

DOES: Final = re.compile(
    r"(?:drive|teach|work|run|make|sell|fix|mend|build|look after|care for|clean|cook|manage|paint|write|design"
    r"|train|coach"
    r"|deliver|mind|serve|fly|farm|fish|breed|repair|install|wait|stack|answer|translate|edit|book|grow) \w"
)
"""With which a trade begins that is told by what one does."""
ONE_OF: Final = re.compile(
    r"(?:[a-z]+ ){0,3}?(?:cup|mug|glass|pint|bowl|plate|slice|pot|drop|bit|game|round|walk|swim|bath|nap|pint"
    r"|laugh|chat)"
    r"(?: of\b.*)?"
)
"""What one likes one of: a strong cup of tea."""

MINE: Final = re.compile(rf"\b(?:{'|'.join(sorted(SWAPPED, key=len, reverse=True))})\b", re.IGNORECASE)


def stated(facts: Sequence[Told], material: Material, voice: Phrases) -> str:
    """These facts in a sentence or a few; in Japanese as the character ends one."""
    if material["language"] == "en":
        return " ".join(pick(voice, "states", material, fact=_called(fact, material)) for fact in facts)
    facts = [_honoured(fact, material) for fact in facts]
    plain = [fact for fact in facts if not fact["past"] and not _is_sentence(_head(fact["value"]))]
    others = [_ended(fact, material, voice) for fact in facts if fact not in plain]
    listed = "、".join(_called(fact, material) for fact in _joined(plain))
    return "".join([*([pick(voice, "states", material, fact=listed)] if listed else []), *others])


def _honoured(fact: Told, material: Material) -> Told:
    """With whom it is about as one speaks of them."""
    told = fact.copy()
    told["about"] = fact["about"] and honoured(fact["about"], material)
    return told


def _joined(facts: Iterable[Told]) -> Iterator[Told]:
    """Those that are called the same in one: 趣味は吹奏楽部と演劇部."""
    for _, run in groupby(facts, key=lambda one: (one["about"], one["label"], _says_who(one) and one["value"])):
        first, *more = run
        joined = first.copy()
        joined["value"] = "と".join(one["value"] for one in (first, *more))
        yield joined


def _says_who(fact: Told) -> bool:
    """Whether a Japanese value has in it what is said, and of what."""
    return fact["kind"] in IS_TO_ONE | DAYS and BRACKETED.fullmatch(fact["value"]) is not None


def _called(fact: Told, material: Material) -> str:
    """As a sentence; to who asks for a name, by what somebody is: your dog is called Basil."""
    found, language = BRACKETED.fullmatch(fact["value"]), material["language"]
    is_named = fact["kind"] in IS_TO_ONE and found and not SINCE.fullmatch(found[2])
    if is_named and found and not fact["about"] and does("asks_name", material["said"]):
        return NAMED[language].format(name=found[1], what=found[2])
    return in_english(fact) if language == "en" else in_japanese(fact)


def is_as_told(fact: Told, language: Language) -> bool:
    """Whether there is no sentence of its kind, so that its words say no more than those that told it."""
    if language == "ja":
        return _is_sentence(_head(fact["value"]))
    return fact["kind"] not in _sentences() and not (fact["kind"] in IS_TO_ONE and BRACKETED.fullmatch(fact["value"]))


def in_english(fact: Told) -> str:
    """As a sentence, without its full stop."""
    value, kind = MINE.sub(_swapped, fact["value"].rstrip(".!")), fact["kind"]
    about = f"Your {fact['about']}" if fact["about"][:1].islower() else fact["about"]
    who, whose = about or "You", WHOSE["en"].format(about) if about else "Your "
    found = BRACKETED.fullmatch(value)
    if kind in IS_TO_ONE and found and (found[1][:1].isupper() or SINCE.fullmatch(found[2])):
        return _is_to_one(found[1], found[2], whose)
    if kind == "partner" and value in STATUS:
        return f"{who} {'is' if about else 'are'} {STATUS[value]}"
    if kind in DAYS and found:
        is_off = AWAY.match(found[1]) is not None
        return (
            f"{who} {'is' if about else 'are'} {found[1]}: {found[2]}" if is_off else f"{whose}{found[1]}: {found[2]}"
        )
    row = _sentences().get(kind, {})
    value = f"the {value}" if kind == "workplace" and PLACE.fullmatch(value) else value
    if kind == "workplace" and value.lower() in word_list("places.en"):
        row = {name: said.replace(" at ", " in ") for name, said in row.items()}
    if kind in ("likes", "dislikes") and ONE_OF.fullmatch(value):
        value = f"{'an' if value[0] in 'aeiou' else 'a'} {value}"
    if kind == "job" and not about and DOES.match(value):
        row = {"own": "You {value}", "was": "You used to {value}"}
    if sentence := row.get("was" if fact["past"] and not about else "other" if about else "own"):
        said = sentence.format(value=value, about=about)
        return f"{said[:1].upper()}{said[1:]}"
    if DID.match(value):
        return f"{who} {value}"
    return f"{whose}{fact['label']}{' used to be' if fact['past'] else ':'} {value}"


def _is_to_one(name: str, what: str, whose: str) -> str:
    """Who somebody is, or what befell them."""
    if SINCE.fullmatch(what):
        return _happened(name, what, whose)
    return f"{name} is {re.sub('^Your ', 'your ', whose)}{what}"


def _happened(what: str, since: str, whose: str) -> str:
    """What befell somebody, with its month or year: "Your father died in March 2026"."""
    year, *rest = since.split("-")
    month = f"{calendar.month_name[int(rest[0])]} " if rest and 1 <= int(rest[0]) <= len(MONTHS) else ""
    return f"{what if what[:1].isupper() else whose + what} in {month}{year}"


def in_japanese(fact: Told) -> str:
    """As a sentence, without the word that ends it."""
    value, about = fact["value"].rstrip("。！"), fact["about"]
    whose, found = about and WHOSE["ja"].format(about), BRACKETED.fullmatch(value)
    if fact["kind"] == "note":
        return value
    if _is_sentence(_head(value)):
        return value if not about or about in value else f"{about}は{value}"
    if found and fact["kind"] in IS_TO_ONE | DAYS:
        return f"{whose}{found[1]}は{found[2]}"
    if fact["kind"] == "age":
        return f"{about}は{value}" if about else f"年齢は{value}"
    return f"{'前の' if fact['past'] else ''}{whose}{fact['label']}は{value}"


def _ended(fact: Told, material: Material, voice: Phrases) -> str:
    kind = "states_that" if _is_sentence(_head(fact["value"])) else "states_past"
    return pick(voice, kind, material, fact=in_japanese(fact))


def _head(value: str) -> str:
    """A value without what stands in brackets at its end."""
    found = BRACKETED.fullmatch(value.rstrip("。！"))
    return found[1] if found else value.rstrip("。！")


def _is_sentence(value: str) -> bool:
    """Whether a Japanese value ends as a sentence does, and not in a noun."""
    words = morphemes(value)
    return bool(words) and words[-1].part[0] in INFLECTED


def _swapped(found: re.Match[str]) -> str:
    return SWAPPED[found[0].lower()]


@cache
def _sentences() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("lumina.voices").joinpath("stated.toml").read_text(encoding="utf-8"))
