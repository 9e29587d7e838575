"""Of whom English lines are: whom they name, or what somebody is to the person; and whom "she" means who was spoken of
just before."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from lumina.language.acts import asks
from lumina.language.asking import asking_part
from lumina.language.english import is_content, plain_words
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.voices.following import BREATH, moment_of
from lumina.voices.matching import ANSWERED_BY, akin, shared_words
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.ranking.looks import looks
from lumina.voices.ranking.ranker import Ranked
from lumina.voices.stating import BRACKETED, IS_TO_ONE

WORD = re.compile(r"[A-Za-zÀ-ÿ][\w-]*")
NAMED = re.compile(r"(?<![.!?…“\"] )(?<!^)\b[A-Z][a-zà-ÿ]{2,}\b")
"""What stands with a capital letter within a sentence."""

NO_NAME = word_list("not_name.en") | {"april", "may", "june", "august", "god", "lumina", "clarisse", "nox"}
THIRD = re.compile(r"\b(?:he|she|they|his|hers?|him|them|their)(?:'\w+)?\b|\b(?:hes|shes|theyre)\b")
PRONOUN = re.compile(
    r"\b(?P<who>he|she|his|hers?|him)(?P<is>'?s)?\b(?! (?:said|says|told) )|\b(?:hes|shes)\b", re.IGNORECASE
)
OWNING = frozenset({"his", "her", "hers"})
OF_SOME = "|".join(
    ("mum|mom|mother|mam|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|ex|boss|coach",)
    + ("friend|bestie|aunt|auntie|uncle|cousin|niece|nephew|gran|nan|nana|grandma|grandpa|grandad|grandson",)
    + ("granddaughter|roommate|flatmate|neighbou?r|landlord|landlady|teacher|doctor|dog|cat|puppy|kitten",)
)
SOMEBODY = re.compile(rf"\b(?:(?:my|our|his|her|their|\w+'s) )?(?:[a-z-]+ )?(?:{OF_SOME})(?:'?s)?\b", re.IGNORECASE)

OF_ONESELF = frozenset(
    {"home", "hometown", "job", "workplace", "school", "age", "birthday", "name", "health", "likes", "dislikes"}
    | {"allergy", "habit", "skill", "hobby", "possession", "partner"}
)
"""Kinds of which the person's own is no answer to who asks for somebody else's."""

ELLIPTIC = re.compile(
    r"(?:(?:and|so|but|ok|oh|then|also),? )*(?:(?:what|how) about\b|(?:the|her|his|my|its) (?:one|other|name)\b"
    r"|(?:how (?:many|much|long|old)|what|which|when|where|who)(?:'?s)?(?: [\w'-]+){0,2}[?.! ]*$"
    r"|.*\b(?:it|that|there|for them)[?.! ]*$)"
)
"""How a question begins, or ends, that says hardly what it is about."""

OTHER_ONE = re.compile(r"(?:(?:and|so|but|ok|oh|then|also),? )*(?:(?:what|how) about\b|the\b|who'?s coming\b)")
FEW = 2
EMPTY = frozenset({"remember", "tell", "told", "again", "name", "called", "know", "say", "said", "remind", "many", "much"})

MALE = frozenset({"father", "brother", "son", "husband"})
FEMALE = frozenset({"mother", "sister", "daughter", "wife"})
HE, SHE = re.compile(r"\b(?:he|him|his|hes)\b"), re.compile(r"\b(?:she|hers?|shes)\b")
"""Relations of men and of women, and how they are meant without a name."""

BEASTS = frozenset({"pet", "dog", "cat"})
"""What is somebody only by its name."""

NEARER, FARTHER, OFFERED, TOPICAL = 4.0, 0.3, 2.0, 3.0
"""How much likelier a line answers that is of somebody of whom it is asked, and one that is of somebody else; one that
has what the type of the question asks for; and one that has all words of what it is about."""

NUMBERS = re.compile(r"\b(?:score|points?|total|record|weigh\w*|size|number)\b")
ILL = re.compile(r"\b(?:wrong with|the matter with|happened to|sick with|diagnosed with|operation|surgery)\b")
AILS = re.compile(
    r"\b(?:cancer|tumou?r|lump\w*|biops\w*|surger\w*|operat\w*|\w+(?:ectomy|itis|oscopy)|stroke|diabet\w*|broke\w*|sprain\w*"
    r"|fractur\w*|infect\w*|flu|fever|heart|pain\w*|hurt\w*|ill|sick|hospital|diagnos\w*|parkinson'?s?|dementia|cataract\w*)\b"
)
TYPES = ANSWERED_BY | {"price": "money", "when": "date"}


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

    def named(self, text: str) -> frozenset[str]:
        """Whom and what a text names."""
        words = _words(fold(text))
        return frozenset(name for name in self.names if name in words)


def _words(folded: str) -> Set[str]:
    return {form for word in WORD.findall(folded) for form in _forms(word)}


def circle(material: Material) -> Circle:
    """Of a talk."""
    told = [(fact["about"], fact["value"], fact["kind"]) for fact in (*material["facts"], *material["learnt"])]
    pairs = [(fold(found[1]), fold(found[2])) for about, value, kind in told if not about and kind in IS_TO_ONE
             for found in [BRACKETED.fullmatch(value)] if found]  # fmt: skip
    texts = [piece["text"] for piece in material["evidence"] if piece["who"] == "you"]
    own = {fold(value) for about, value, kind in told if not about and kind == "name"}
    lines = (*texts, *material["told"])
    persons = {fold(about) for about, _, _ in told} | {name for name, _ in pairs} | {*_given(lines)}
    names = persons | {fold(name) for text in lines for name in NAMED.findall(text)}
    relations: dict[str, frozenset[str]] = {}
    for name, what in pairs:
        same = looks("relations", what)
        relations[name] = relations.get(name, frozenset()) | same
        for one in same:
            others = [other for other, is_ in pairs if one in looks("relations", is_)]
            relations[one] = frozenset({name}) if len({*others}) == 1 else frozenset()
    nobody = own | NO_NAME | {""}
    return Circle(frozenset(names - nobody), frozenset(persons - nobody), relations)


def _given(texts: Sequence[str]) -> Iterator[str]:
    """Common given names, however they are written."""
    known = word_list("names.en")
    for text in texts:
        yield from (form for word in WORD.findall(fold(text)) for form in _forms(word) if form in known)


def _forms(word: str) -> tuple[str, ...]:
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
        found[at] = of or _meant(fold(pieces[at]["text"]), last, known)
        last, spoken = found[at] or last, moment
    return [found[at] for at in range(len(pieces))]


def _meant(folded: str, last: frozenset[str], known: Circle) -> frozenset[str]:
    """Of those who were spoken of last, whom a line may mean by "she"."""
    if not THIRD.search(folded):
        return frozenset()
    he, she = HE.search(folded) is not None, SHE.search(folded) is not None
    wrong = (FEMALE if he else frozenset[str]()) if not she else (MALE if not he else frozenset[str]())
    return frozenset(one for one in last if not ({one} | known.relations.get(one, frozenset())) & wrong)


def by_subject(said: str, lines: Sequence[Ranked], material: Material) -> list[Ranked]:
    """The same lines in the light of whom they are of, of what type they are, and of what else the question has."""
    if CJK.search(said) or not lines:
        return [*lines]
    known = circle(material)
    asked, named = known.of(said), known.named(said)
    of = subjects([one.piece for one in lines], known)
    topic = topic_words(said, asked | named)
    weighed = [
        replace(one, chance=one.chance * _of_whom(asked | named, whose | (known.named(text) & named)) * _fit(said, text, topic))
        for one, whose in zip(lines, of, strict=True)
        for text in [one.piece["text"]]
    ]
    whole = sum(one.chance for one in weighed)
    return sorted((replace(one, chance=one.chance / whole) for one in weighed), key=lambda one: -one.chance)


def _of_whom(asked: Set[str], whose: Set[str]) -> float:
    if not asked:
        return 1.0
    return NEARER if asked & whose else FARTHER if whose else 1.0


def _fit(said: str, text: str, topic: Set[str]) -> float:
    """How well a line fits a question by what it is about, and by the type of answer."""
    words = {*analyse(text).words}
    share = sum(word in words or any(akin(word, other) for other in words) for word in topic) / len(topic) if topic else 0
    offers = offered(said, text)
    return (1 + TOPICAL * share) * (1.0 if offers is None else OFFERED if offers else 1 / OFFERED)


def topic_words(said: str, of: Set[str]) -> frozenset[str]:
    """What a question is about, besides whom."""
    asking = asking_part(said)
    return frozenset(word for word in analyse(asking).words if word not in EMPTY and not of & {*_forms(word)} and not looks("relations", word))


def offered(said: str, text: str) -> bool | None:
    """Whether a line has what the type of a question asks for; None where none shows."""
    folded, told = fold(said), fold(text)
    if ILL.search(folded):
        return AILS.search(told) is not None
    wanted = {TYPES[one] for one in looks("asked", folded) if one in TYPES} | ({"number"} if NUMBERS.search(folded) else set())
    return bool(wanted & looks("offered", told)) if wanted else None


def is_of_another(fact: Told, said: str, known: Circle) -> bool:
    """Whether a fact answers nothing, as it is asked of somebody else."""
    asked = known.of(said)
    if not asked or CJK.search(said):
        return False
    of = known.of(fact["about"]) | known.of(fact["value"]) | ({fold(fact["about"])} - {""})
    return not of & asked if of or fact["about"] else fact["kind"] in OF_ONESELF


def in_full(said: str, material: Material) -> tuple[str, Material]:
    """A question that goes on about what was spoken of just before, as it would be asked by itself; and what is handed
    with it."""
    whole = with_topic(with_subject(said, material), material)
    if whole == said:
        return said, material
    told = [text for text in material["told"] if text != material["said"]]
    return whole, {**material, "said": whole, "told": told}


def with_subject(said: str, material: Material) -> str:
    """A question whose "he" means somebody of whom the line before it was, with who that is."""
    found = PRONOUN.search(said)
    if CJK.search(said) or not asks(said) or found is None:
        return said
    known = circle(material)
    if known.of(said[: found.start()]):
        return said
    before = [text for text in material["told"] if text != material["said"]][-2:]
    who = next((one for text in reversed(before) for one in [_whom(text, known)] if one), "")
    if not who:
        return said
    owning = (found["who"] or "").lower() in OWNING - ({"her"} if said[found.end() :].strip(" ?.!") == "" else set[str]())
    verb = "'s" if owning else " is" if found["is"] or not found["who"] else ""
    return f"{said[: found.start()]}{who}{verb}{said[found.end() :]}"


def with_topic(said: str, material: Material) -> str:
    """A question of hardly a word, with what the one before it was about."""
    before = [text for text in material["told"] if text != material["said"]][-1:]
    words = [word for word in plain_words(said) if is_content(word)]
    if CJK.search(said) or not before or not asks(before[0]) or not ELLIPTIC.match(fold(said)) or len(words) > FEW:
        return said
    known = circle(material)
    asked = known.of(said)
    if asked and not OTHER_ONE.match(fold(said)):
        return said
    kept = [word for word in plain_words(before[0]) if is_content(word) and not (asked and known.of(word))]
    more = [word for word in kept if fold(word) not in fold(said) and fold(word) not in EMPTY]
    return f"{said.rstrip(' ?.!')} {' '.join(more)}?" if more else said


def _whom(text: str, known: Circle) -> str:
    """Whom a line speaks of first, as it is said to somebody else."""
    named = next((word for word in WORD.findall(text) if known.persons & {*_forms(fold(word))}), "")
    if named:
        return next(form for form in reversed(_forms(named)) if fold(form) in known.persons)
    kin = SOMEBODY.search(fold(text))
    return kin[0].removesuffix("'s") if kin else ""


def the_nearest(said: str, quoted: Sequence[Evidence]) -> list[Evidence]:
    """Of what would be quoted, the first, and what has at least as much of the question in its words."""
    if CJK.search(said) or not quoted:
        return [*quoted]
    shared = [shared_words(said, piece["text"]) for piece in quoted]
    least = max(1, shared[0])
    return [piece for at, piece in enumerate(quoted) if at == 0 or shared[at] >= least or not any(shared)]


def not_of_others(first: Evidence, evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is not surely of somebody else than a line."""
    if CJK.search(first["text"]):
        return [*evidence]
    own = [piece for piece in evidence if piece["who"] == "you"]
    known = circle(material)
    of = {id(piece): whose for piece, whose in zip(own, subjects(own, known), strict=True)}
    mine = of.get(id(first)) or known.of(first["text"])
    return [piece for piece in evidence if not mine or not of.get(id(piece)) or of[id(piece)] & mine]


def answers_surely(said: str, piece: Evidence, material: Material) -> bool:
    """Whether a line has all that a question is about, and what its type asks for, whatever is likely."""
    known = circle(material)
    asked = known.of(said) | known.named(said)
    topic, words = topic_words(said, asked), {*analyse(piece["text"]).words}
    met = topic and all(word in words or any(akin(word, other) for other in words) for word in topic)
    return not CJK.search(said) and bool(met) and offered(said, piece["text"]) is not False
