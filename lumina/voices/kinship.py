"""Of whom Japanese lines are: whom they name or call by what they are to one, and of whom the line before was where
they name nobody."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from lumina.language.kin import FAMILY, PARTNER
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material
from lumina.voices.spoken import HONOURS, KIN, WORD, spoken
from lumina.voices.stating import BRACKETED, IS_TO_ONE

CHILDREN: Final = MappingProxyType({"娘": ("子",), "息子": ("子",), "子": ("娘", "息子")})
"""Who may be meant besides: a child that is named by the year at school is a son or a daughter."""

TURNS: Final = re.compile(
    r"(?:あと|それと|そういえば|そういや|ちなみに|そうそう|ところで|話(?:は)?(?:変わ|かわ)|さて|あっ?、|別の話|今日は)"
)
"""How a line begins that speaks of something else than the one before it."""

MINE: Final = re.compile(
    rf"(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分|わし)(?:は|が|も|って|、|の(?!{WORD.pattern}))|うちは"
)
"""Who asks for what is their own."""

Of = Literal["", "same", "carried", "nobody", "carried other", "other"]
"""How a line stands to whom a question is of: it speaks of them, or goes on about them without a name; of nobody; it
goes on about somebody else, or speaks of them."""

BACK: Final = 3
"""So many lines later somebody may be named for the first time of whom it was spoken before."""


@lru_cache(maxsize=4096)
def stands_as_name(name: str, text: str) -> bool:
    """Whether a word stands where a name does: うどんは, and not うどん打ち."""
    return (
        re.search(rf"{re.escape(name)}(?:{HONOURS}|[はがもをにのとでへやっ、。!?！？…ー〜・(（「」\s]|か|だ|$)", text)
        is not None
    )


@dataclass(frozen=True, slots=True)
class Kinship:
    """Those who are spoken of: what the named ones are, and how who is that is called."""

    of_name: Mapping[str, frozenset[str]]
    called: Mapping[str, frozenset[str]]

    def of(self, text: str) -> frozenset[str]:
        """Whom a text speaks of, by name and by relation (=夫); each by both where both are known."""
        told = spoken(text := self._by_relation(text))
        names = {name for name in self.of_name if name in text and stands_as_name(name, text)} | told.names
        found = {*names, *(f"={kin}" for kin in told.kin)}
        found |= {f"={kin}" for name in names for kin in self.of_name.get(name, ()) if len(self.called[kin]) == 1}
        return frozenset(found | {name for kin in told.kin if len(of := self.called.get(kin, ())) == 1 for name in of})

    def _by_relation(self, text: str) -> str:
        """With who is something to somebody who is named as to what that one is: 沙織のお母さん, my wife's."""
        if "の" not in text:
            return text
        for name, (kin, *_) in self.of_name.items():
            if f"{name}の" in text or f"{name}さんの" in text:
                text = re.sub(rf"{re.escape(name)}(?:{HONOURS})?の(?={WORD.pattern})", f"{kin}の", text)
        return text

    def asked(self, said: str) -> frozenset[str]:
        """Of whom a question is."""
        found = self.of(said)
        several = {name for one in found for name in self.called.get(one[1:], ())} if found else set[str]()
        children = {f"={more}" for one in found for more in CHILDREN.get(one[1:], ())}
        kids = {name for one in children for name in self.called.get(one[1:], ())}
        return frozenset(found | several | children | kids)

    def knows(self, said: str) -> bool:
        """Whether somebody who is asked for by what they are is known by name."""
        return any(name in self.of_name for name in self.asked(said))

    def family(self) -> Iterator[tuple[str, str]]:
        """Those of the family who are named, each with how they are called: 娘のひなた, a child of no sort by name."""
        for name, kin in self.of_name.items():
            if of := [one for one in kin if one in FAMILY or one in PARTNER]:
                best = min(of, key=lambda one: one == "子")
                yield name, name if best == "子" else f"{best}の{name}"


def kinship(material: Material) -> Kinship:
    """By what the person told, and by what is known of who is what to them."""
    texts = [piece["text"] for piece in material["evidence"] if piece["who"] == "you"]
    known = [
        (found[1], KIN.get(found[2], found[2]))
        for fact in material["facts"]
        for found in [BRACKETED.fullmatch(fact["value"])]
        if found and fact["kind"] in IS_TO_ONE and not fact["about"]
    ]
    return told_by((*texts, *material["told"]), tuple(known))


@lru_cache(maxsize=8)
def told_by(texts: tuple[str, ...], known: tuple[tuple[str, str], ...] = ()) -> Kinship:
    """By these texts, and by who is known to be what."""
    of_name, called = dict[str, frozenset[str]](), dict[str, frozenset[str]]()
    for name, kin in dict.fromkeys((*known, *(pair for text in texts for pair in sorted(spoken(text).pairs)))):
        of_name[name] = of_name.get(name, frozenset[str]()) | {kin}
        called[kin] = called.get(kin, frozenset[str]()) | {name}
    return Kinship(of_name, called)


def of_whom(said: str, pieces: Sequence[Evidence], known: Kinship) -> Sequence[Of]:
    """How each line stands to whom a question is of; nothing where it is of nobody, or nothing was told of them."""
    asked, mine = known.asked(said), MINE.search(said) is not None
    nobody: list[Of] = [""] * len(pieces)
    if not asked and not mine:
        return nobody
    found: list[Of] = [
        _stands(asked, one, spoken(piece["text"]).own)
        for piece, one in zip(pieces, subjects(pieces, known), strict=True)
    ]
    return found if not asked or "same" in found else nobody


def not_of_others(said: str, pieces: Sequence[Evidence], known: Kinship) -> list[Evidence]:
    """Those that are not of somebody else than a question is of."""
    stands = of_whom(said, pieces, known)
    return [piece for piece, how in zip(pieces, stands, strict=True) if how not in ("other", "carried other")]


def _stands(asked: frozenset[str], of: tuple[frozenset[str], frozenset[str]], own: bool) -> Of:
    named, carried = of
    if not asked:
        return "carried other" if carried else "other" if named and not own else "same"
    if named & asked:
        return "same"
    if named:
        return "other"
    return "carried" if carried & asked else "carried other" if carried else "nobody"


def subjects(pieces: Sequence[Evidence], known: Kinship) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Whom each line speaks of, in their order, and else of whom it goes on to speak: those of the line before it that
    was said in the same breath; at the beginning, those of one of the next."""
    order = sorted(range(len(pieces)), key=lambda at: moment_of(pieces[at]))
    named = [known.of(pieces[at]["text"]) for at in order]
    found = dict[int, tuple[frozenset[str], frozenset[str]]]()
    last, spoken_at = frozenset[str](), None
    for number, at in enumerate(order):
        moment = moment_of(pieces[at])
        if TURNS.match(pieces[at]["text"]):
            last = frozenset[str]()
        elif spoken_at is None or moment - spoken_at > BREATH:
            soon = (
                named[later]
                for later in range(number, min(number + 1 + BACK, len(order)))
                if moment_of(pieces[order[later]]) - moment <= BREATH
            )
            last = next((one for one in soon if one), frozenset[str]())
        is_own = spoken(pieces[at]["text"]).own
        found[at] = (named[number], frozenset[str]() if named[number] or is_own else last)
        last, spoken_at = named[number] or last, moment
    return [found[at] for at in range(len(pieces))]
