"""What a line has to have, to answer a Japanese question that wants a day, a place, a person, a number, a reason or
somebody's words. The patterns are in offers.toml."""

import re
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal, cast

from lumina.language.acts import does
from lumina.language.japanese import content_morphemes, morphemes
from lumina.language.scripts import fold
from lumina.language.when.moments import moments
from lumina.voices.counting import measured
from lumina.voices.following import moment_of
from lumina.voices.material import Evidence
from lumina.voices.ranking.looks import looks

Offer = Callable[[Evidence, str], bool]
"""Whether a line has what a question wants."""

BY_WORDS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "avoids": ("averse",),
        "decided": ("decided",),
        "of_two": ("one_of_two",),
        "weekly": ("weekly",),
        "said_so": ("words", "words_of"),
        "body_asked": ("body",),
        "outcome": ("result",),
        "ill": ("disease", "ailing"),
    }
    | {"turns": ("turns", "working"), "work": ("works", "working"), "hobby": ("hobby",), "allergic": ("allergic",)}
    | {one: (one,) for one in ("club", "grade", "weekday", "breed")}
)
"""By how a question asks, what a line must have, what is better first."""

LIGHT: Final = frozenset(
    {"為る", "する", "言う", "有る", "居る", "成る", "遣る", "思う", "覚える", "話す", "知る", "聞く", "呉れる"}
)
"""Verbs that say too little of what was done."""

PAST: Final = re.compile(r"(?:た|だ)(?:の|ん|って|っけ|か|$)")


def offers(said: str) -> Sequence[Offer]:
    """What a line must have, one for each thing that is asked for, or what is better first; none where a question is
    of no such type."""
    folded = fold(said)
    if named := asks("who_is", folded):
        return _introducing(named["name"])
    if either := asks("either", folded):
        return [_having_one_of({*_verbs(either["one"]), *_verbs(either["other"])})]
    if asks("own_work", folded):
        return []
    if asked := [offered for how, offered in BY_WORDS.items() if asks(how, folded)][:1]:
        return [_having(one) for one in asked[0]]
    return _of_day_or_place(said, folded)


def _of_day_or_place(said: str, folded: str) -> Sequence[Offer]:
    types, unit = looks("asked", folded), measured(said)
    if unit and asks("years", folded):
        return [lambda piece, _: bool(unit.search(fold(piece["text"]))) or has("years", piece["text"])]
    placed: list[Offer] = [_having("place_said"), _has_place] if "where" in types else []
    if found := [*([_is_dated] if does("when", said) else []), *placed]:
        return found
    if unit:
        return [lambda piece, _: bool(unit.search(fold(piece["text"])))]
    return _by_type(types, folded)


def asked_for(folded: str) -> frozenset[str]:
    """The words of a question that say of what type its answer is: 仕事, 趣味."""
    found = [asked[0] for how in BY_WORDS if (asked := asks(how, folded))][:1]
    return frozenset(fold(word.normal) for text in found for word in content_morphemes(text))


def asks(how: str, folded: str) -> re.Match[str] | None:
    """How a folded question asks, by a name of offers.toml."""
    return _patterns("asked")[how].search(folded)


def has(what: str, text: str) -> bool:
    """Whether a line has something, by a name of offers.toml."""
    return _patterns("offered")[what].search(text) is not None


def _by_type(types: frozenset[str], folded: str) -> Sequence[Offer]:
    if asks("which_of_them", folded):
        return [OFFERS["who"]]
    if typed := [offer for kind, offer in OFFERS.items() if kind in types][:1]:
        return typed
    if done := asks("deed", folded):
        verbs = _verbs(done["done"] or done["of"])
        return [_having_one_of(verbs)] if verbs else []
    asked = asks("what", folded)
    thing = (asked["of"] or asked["what"]) if asked else ""
    return [lambda piece, _: thing in fold(piece["text"])] if thing else []


def _verbs(text: str) -> frozenset[str]:
    """What is done by a text, at its end: by its verb, or by the noun that is done."""
    words = content_morphemes(text) if "する" in text or "しない" in text else morphemes(text)
    verbs = [word.normal for word in morphemes(text) if word.part[0] == "動詞" and word.normal not in LIGHT]
    done = [word.normal for word in words if word.part[:3] == ("名詞", "普通名詞", "サ変可能")]
    return frozenset((verbs or done)[-1:])


def _having_one_of(verbs: Collection[str]) -> Offer:
    return lambda piece, _: any(word.normal in verbs for word in morphemes(piece["text"]))


def _having(what: str) -> Offer:
    return lambda piece, _: has(what, piece["text"])


def _is_dated(piece: Evidence, said: str) -> bool:
    """Whether a line names a time: of what is over, be it the day on which it was said."""
    text, found = piece["text"], moments(piece["text"], moment_of(piece))
    if has("weekday", text):
        return True
    if does("past", said) or PAST.search(said):
        return bool(found)
    return any(not has("dayless", text[one.begin : one.end]) for one in found)


def _has_place(piece: Evidence, _said: str) -> bool:
    return has("place", piece["text"]) or _is_of("地名", piece["text"])


def _names(piece: Evidence, _said: str) -> bool:
    return has("named", piece["text"]) or _is_of("人名", piece["text"])


def _is_of(part: str, text: str) -> bool:
    return any(word.part[2] == part for word in morphemes(text))


def _introducing(name: str) -> Sequence[Offer]:
    """What says what somebody is to the person, else what says anything of them."""
    name, kin = re.escape(name), fold(_patterns("offered")["kin"].pattern)
    honoured = rf"{name}(?:さん|ちゃん|くん|君)?"
    tells = re.compile(
        rf"{kin}の{name}|{kin}(?:が|は){name}|{honoured}(?:は|が|って|、)[^。!?]{{0,10}}{kin}"
        rf"|{name}(?:っていう|という)[^。!?]{{0,14}}{kin}"
    )
    of_what = re.compile(rf"[一-龠ぁ-んー]{{2,8}}の{name}")
    is_so = re.compile(rf"{honoured}は")
    return [_saying(tells), _saying(of_what), _saying(is_so)]


def _saying(what: re.Pattern[str]) -> Offer:
    return lambda piece, _: what.search(fold(piece["text"])) is not None


OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        "age": _having("age"),
        "colour": _having("colour"),
        **dict.fromkeys(("price", "many", "long"), _having("number")),
        "name": _names,
        "who": lambda piece, said: _names(piece, said) or has("kin", piece["text"]),
        "why": _having("because"),
    }
)
"""By types of questions, the first one first."""


@cache
def _patterns(table: Literal["asked", "offered"]) -> Mapping[str, re.Pattern[str]]:
    text = files("lumina.voices").joinpath("offers.toml").read_text(encoding="utf-8")
    rows = cast("Mapping[str, Mapping[str, str]]", tomllib.loads(text))[table]
    return MappingProxyType({name: re.compile(one) for name, one in rows.items()})
