"""Of whom English lines are: whom they name, or what somebody is to the person; and whom "she" means who was spoken of
just before."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from lumina.language.asking import asking_part
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK, fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.looks import looks
from lumina.voices.spelt import introduced, spelt
from lumina.voices.stating import BRACKETED, IS_TO_ONE

WORD = re.compile(r"[A-Za-zÀ-ÿ][\w-]*")
NAMED = re.compile(r"(?<![.!?…“\"] )(?<!^)\b[A-Z][a-zà-ÿ]{2,}\b")
"""What stands with a capital letter within a sentence."""

NO_NAME = word_list("not_name.en") | {"april", "may", "june", "august", "god", "lumina", "clarisse", "nox"}
THIRD = re.compile(r"\b(?:he|she|they|his|hers?|him|them|their)(?:'\w+)?\b|\b(?:hes|shes|theyre)\b")

OF_ONESELF = frozenset(
    {"home", "hometown", "job", "workplace", "school", "age", "birthday", "name", "health", "likes", "dislikes"}
    | {"allergy", "habit", "skill", "hobby", "possession"}
)
"""Kinds of which the person's own is no answer to who asks for somebody else's."""
MALE = frozenset({"father", "brother", "son", "husband"})
FEMALE = frozenset({"mother", "sister", "daughter", "wife"})
HE, SHE = re.compile(r"\b(?:he|him|his|hes)\b"), re.compile(r"\b(?:she|hers?|shes)\b")
"""Relations of men and of women, and how they are meant without a name."""

OBJECT = re.compile(r"\bhim\b|\bher\b(?= *(?:[,.!?;]|$))")
"""Whom a line is of, too, that speaks of somebody else first: my uncle can't stand him."""

COUNTED = re.compile(r"\b(?:how many|number of) [a-z]+|\b(?:the|a) (?:baby|kid|boy|girl)\b", re.IGNORECASE)
BEASTS = frozenset({"pet", "dog", "cat"})
"""What is somebody only by its name."""


@dataclass(frozen=True, slots=True)
class Circle:
    """The names of those who are spoken of, folded, and what they are to the person; `persons` are those that are
    surely somebody's."""

    names: frozenset[str]
    persons: frozenset[str]
    relations: Mapping[str, frozenset[str]]

    def of(self, text: str) -> frozenset[str]:
        """Whom a text is of, by name and by relation."""
        folded = fold(text)
        found = {one for one in self.persons if one in _words(folded)} | (looks("relations", folded) - BEASTS)
        return frozenset(found | {more for one in found for more in self.relations.get(one, ())})

    def asked(self, said: str) -> frozenset[str]:
        """Of whom a question is: those that are counted, and a baby to come, are what it is about."""
        asking = asking_part(said)
        return self.of(COUNTED.sub(" ", asking)) | self.named(asking)

    def named(self, text: str) -> frozenset[str]:
        """Whom and what a text names."""
        words = _words(fold(text))
        return frozenset(name for name in self.names if name in words)


def _words(folded: str) -> Set[str]:
    return {form for word in WORD.findall(folded) for form in forms(word)}


def circle(material: Material) -> Circle:
    """Of a talk."""
    texts = [piece["text"] for piece in material["evidence"] if piece["who"] == "you"]
    return circle_of([*texts, *material["told"]], [*material["facts"], *material["learnt"]])


def circle_of(lines: Sequence[str], facts: Sequence[Told] = ()) -> Circle:
    """Of what was told, and of what is known."""
    told = [(fact["about"], fact["value"], fact["kind"]) for fact in facts]
    pairs = {(fold(found[1]), fold(found[2])) for about, value, kind in told if not about and kind in IS_TO_ONE
             for found in [BRACKETED.fullmatch(value)] if found}  # fmt: skip
    spelt_lines = [spelt(text) for text in lines if not CJK.search(text)]
    pairs |= {pair for text in spelt_lines for pair in introduced(text)}
    own = {fold(value) for about, value, kind in told if not about and kind == "name"}
    persons = {fold(about) for about, _, _ in told} | {name for name, _ in pairs} | {*_given(spelt_lines)}
    names = persons | {fold(name) for text in spelt_lines for name in NAMED.findall(text)}
    relations: dict[str, frozenset[str]] = {}
    for name, what in pairs:
        same = looks("relations", what)
        relations[name] = relations.get(name, frozenset()) | same
        for one in same:
            others = {other for other, is_ in pairs if one in looks("relations", is_)}
            relations[one] = frozenset({name}) if len(others) == 1 else frozenset()
    nobody = own | NO_NAME | {""}
    return Circle(frozenset(names - nobody), frozenset(persons - nobody), relations)


def _given(texts: Sequence[str]) -> Iterator[str]:
    """Common given names, however they are written."""
    known = word_list("names.en")
    for text in texts:
        yield from (form for word in WORD.findall(fold(text)) for form in forms(word) if form in known)


def forms(word: str) -> tuple[str, ...]:
    """As it stands, and without the s of whose something is, which many write without its mark."""
    bare = word.removesuffix("'s")
    return (word, bare, bare.removesuffix("s")) if len(bare) > 3 else (word, bare)


def subjects(pieces: Sequence[Evidence], known: Circle) -> list[frozenset[str]]:
    """Of whom each statement is, in their order: a "she" is whom the one before it was of that was said in the same
    breath."""
    order = sorted(range(len(pieces)), key=lambda at: moment_of(pieces[at]))
    found: dict[int, frozenset[str]] = {}
    last, spoken = frozenset[str](), None
    for at in order:
        moment = moment_of(pieces[at])
        if spoken is None or moment - spoken > BREATH:
            last = frozenset[str]()
        of = known.of(pieces[at]["text"])
        folded = fold(pieces[at]["text"])
        meant = _meant(folded, last, known)
        found[at] = of | meant if OBJECT.search(folded) else of or meant
        last, spoken = of or meant or last, moment
    return [found[at] for at in range(len(pieces))]


def _meant(folded: str, last: frozenset[str], known: Circle) -> frozenset[str]:
    """Of those who were spoken of last, whom a line may mean by "she"."""
    if not THIRD.search(folded):
        return frozenset()
    he, she = HE.search(folded) is not None, SHE.search(folded) is not None
    wrong = (FEMALE if he else frozenset[str]()) if not she else (MALE if not he else frozenset[str]())
    return frozenset(one for one in last if not ({one} | known.relations.get(one, frozenset())) & wrong)


def is_of_another(fact: Told, said: str, known: Circle) -> bool:
    """Whether a fact answers nothing, as it is asked of somebody else."""
    asked = known.of(COUNTED.sub(" ", asking_part(said)))
    if not asked or CJK.search(said):
        return False
    of = known.of(fact["about"]) | known.of(fact["value"]) | ({fold(fact["about"])} - {""})
    return not of & asked if of or fact["about"] else fact["kind"] in OF_ONESELF


def not_of_others(first: Evidence, evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is not surely of somebody else than a line."""
    if CJK.search(first["text"]):
        return [*evidence]
    own = [piece for piece in evidence if piece["who"] == "you"]
    known = circle(material)
    of = {id(piece): whose for piece, whose in zip(own, subjects(own, known), strict=True)}
    mine = of.get(id(first)) or known.of(first["text"])
    return [piece for piece in evidence if not mine or not of.get(id(piece)) or of[id(piece)] & mine]
