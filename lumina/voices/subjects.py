"""Of whom English lines are: whom they name, or what somebody is to the person; and whom "she" means who was spoken of
just before."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import timedelta
from types import MappingProxyType

from lumina.language.acts import asks, does
from lumina.language.asking import asking_part
from lumina.language.english import is_content, plain_words, stem
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.voices.following import BREATH, moment_of
from lumina.voices.matching import ANSWERED_BY, akin
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
    (
        "mum|mom|mother|mam|dad|father|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|ex|boss|coach",
    )
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
    r"|(?!.*\b(?:whose|which|what) [a-z]).*\b(?:it|that|there|for them)[?.! ]*$)"
)
"""How a question begins, or ends, that says hardly what it is about."""

OTHER_ONE = re.compile(r"(?:(?:and|so|but|ok|oh|then|also),? )*(?:(?:what|how) about\b|the\b|who'?s coming\b)")
FEW = 2
MANY = 2
EMPTY = frozenset(
    {"remember", "tell", "told", "again", "name", "called", "know", "say", "said", "remind", "many", "much"}
    | {
        "color",
        "colour",
        "age",
        "price",
        "cost",
        "day",
        "date",
        "time",
        "place",
        "number",
        "year",
        "kind",
        "sort",
        "type",
    }
    | {"lot", "thing", "stuff", "today", "yesterday", "last", "week", "guy", "person", "long", "ago", "score"}
    | {"lol", "haha", "lmao", "please", "pls", "btw", "tho", "tell", "remember"}
)

MALE = frozenset({"father", "brother", "son", "husband"})
FEMALE = frozenset({"mother", "sister", "daughter", "wife"})
HE, SHE = re.compile(r"\b(?:he|him|his|hes)\b"), re.compile(r"\b(?:she|hers?|shes)\b")
"""Relations of men and of women, and how they are meant without a name."""

COUNTED = re.compile(r"\b(?:how many|number of) [a-z]+|\b(?:the|a) (?:baby|kid|boy|girl)\b", re.IGNORECASE)
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
SURGICAL = re.compile(
    r"\b(?:surger\w*|oper(?:at\w*)?|surgeri|op|procedure|\w+(?:ectomy|oscopy|plasty)|replace(?:d|ment)|cataract|c-section)\b"
)
VERB = re.compile(
    r"\b(?:did|does|do|will|would|should) (?:(?:my|our|the|his|her) )?(?:(?!you\b)\w+(?: and (?:i|\w+))? )(?P<verb>[a-z]+)\b|^(?:so |and )?who (?P<by>[a-z]+)\b"
)
NO_DEED = frozenset(
    {"get", "have", "do", "be", "go", "i", "we", "you", "mean", "think", "like", "call", "name", "live", "work"}
)
"""What somebody did by a question; and what says too little."""

PLACED = re.compile(
    r"\b(?:in|at|from|to|near|into|by|on|of|down|over|called) (?:the |a |an |my |our |her |his |their |some )?[A-Za-z]{3,}"
)
"""What a line has that tells where; what is left of it is told by its words."""

WHY = re.compile(
    r"^(?:so |and |but |wait,? )*why (?:did|was|were|can't|cant|couldn't|am|are|do|don't|is|isn't) (?:i|we|my|our|he|she|they)\b"
)
PRICE = re.compile(r"\bhow much\b|\b(?:cost|price|rent|fee)s?\b|\bwhat\b.*\b(?:pay|owe)\b")
SHOWN = re.compile(r"\bhow (?:many|much)\b|\bcolou?rs?\b")
"""Who asks for what shows in any line that tells it."""

WHEN = re.compile(
    r"(?:^|[,;.!?] ?|\b(?:and|so|but|again|ok|oh|remember|know|said?|tell me|hey|lumina|nox|clarisse),? )(?:when|(?:what|which) (?:day|date|time|month|year))"
    r"|\bdate\b"
)
SCORED = re.compile(r"\b(?:got|scored|bowled|hit|shot|made|finished|best|record|points?|pins|marks?)\b|^\W*\d+\s?!")
"""What a line has that tells of an operation; and of a score."""

PAST: Mapping[str, str] = MappingProxyType(
    dict(
        pair.split(":")
        for pair in [
            "gave:give",
            "given:give",
            "got:get",
            "went:go",
            "gone:go",
            "bought:buy",
            "made:make",
            "told:tell",
            "said:say",
            "came:come",
            "left:leave",
            "met:meet",
            "saw:see",
            "seen:see",
            "took:take",
            "wrote:write",
            "ate:eat",
            "drank:drink",
            "drove:drive",
            "lost:lose",
            "won:win",
            "fell:fall",
            "broke:break",
            "found:find",
            "bit:bite",
            "woke:wake",
            "sold:sell",
            "paid:pay",
            "taught:teach",
            "knew:know",
            "wore:wear",
            "chose:choose",
            "began:begin",
            "brought:bring",
            "sang:sing",
            "flew:fly",
            "built:build",
            "sent:send",
            "spent:spend",
            "kept:keep",
            "slept:sleep",
            "caught:catch",
            "threw:throw",
            "grew:grow",
            "felt:feel",
            "hid:hide",
            "stole:steal",
            "swam:swim",
            "ran:run",
            "spoke:speak",
        ]
    )
)
"""Irregular verbs, by their past, as stems."""

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

    def asked(self, said: str) -> frozenset[str]:
        """Of whom a question is: those that are counted, and a baby to come, are what it is about."""
        return self.of(COUNTED.sub(" ", said)) | self.named(said)

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
    wanted, named = known.asked(said), known.named(said)
    of = subjects([one.piece for one in lines], known)
    topic = topic_words(said, wanted)
    weighed = [
        (
            _is_complete(said, text, topic, wanted, whose),
            replace(one, chance=one.chance * _of_whom(wanted, whose) * _fit(said, text, topic)),
        )
        for one, who in zip(lines, of, strict=True)
        for text in [one.piece["text"]]
        for whose in [who | (known.named(text) & named)]
    ]
    whole = sum(one.chance for _, one in weighed)
    return [
        replace(one, chance=one.chance / whole)
        for _, one in sorted(weighed, key=lambda each: (not each[0], -each[1].chance))
    ]


def _is_complete(said: str, text: str, topic: Set[str], asked: Set[str], whose: Set[str]) -> bool:
    """Whether a line has all that a question is about, and is of nobody else."""
    if not topic or _met(topic, text) < len(topic) or (asked and whose and not asked & whose):
        return False
    return len(topic) >= MANY or (offered(said, text) == 1 and (not asked or bool(asked & whose)))


def _of_whom(asked: Set[str], whose: Set[str]) -> float:
    if not asked:
        return 1.0
    return NEARER if asked & whose else FARTHER if whose else 1.0


def _fit(said: str, text: str, topic: Set[str]) -> float:
    """How well a line fits a question by what it is about, and by the type of answer."""
    met = _met(topic, text)
    is_all = met == len(topic) >= MANY
    return (1 + TOPICAL * met * (2 if is_all else 1)) * OFFERED ** (2 * offered(said, text) - 1)


def _met(topic: Set[str], text: str) -> int:
    """How many of the words of what a question is about a line has, or their like."""
    words = {_present(word) for word in analyse(text).words} | {
        _present(stem(fold(word))) for word in plain_words(text)
    }
    surgical = SURGICAL.search(fold(text)) is not None
    return sum(
        word in words or any(akin(word, other) for other in words) or (surgical and SURGICAL.search(word) is not None)
        for word in map(_present, topic)
    )


def _present(word: str) -> str:
    return PAST.get(word, word)


def topic_words(said: str, of: Set[str]) -> frozenset[str]:
    """What a question is about, besides whom."""
    asking = asking_part(said)
    verb = VERB.search(fold(asking))
    does_it = {stem(verb["verb"] or verb["by"])} - NO_DEED if verb else set[str]()
    return frozenset(does_it) | frozenset(
        word
        for word in analyse(asking).words
        if word not in EMPTY and not of & ({*_forms(word)} | looks("relations", word))
    )


def asked_types(said: str) -> frozenset[str]:
    """Of what type the answer to a question is: "when she woke up" asks for no day."""
    folded = fold(said)
    found = looks("asked", folded)
    stray = {one for one, plainly in (("when", WHEN), ("price", PRICE)) if not plainly.search(folded)}
    return found - stray


def offered(said: str, text: str) -> float:
    """How much of what the type of a question asks for a line has (0 to 1); a half where none shows."""
    folded, told = fold(said), fold(text)
    found = looks("offered", told)
    types = asked_types(said)
    has = [TYPES[one] in found for one in types & {*TYPES}]
    has += [PLACED.search(text) is not None] if "where" in types else []
    has += [AILS.search(told) is not None] if ILL.search(folded) else []
    has += [bool(SCORED.search(told)) and "number" in found] if NUMBERS.search(folded) else []
    return sum(has) / len(has) if has else 0.5


def is_of_another(fact: Told, said: str, known: Circle) -> bool:
    """Whether a fact answers nothing, as it is asked of somebody else."""
    asked = known.of(COUNTED.sub(" ", said))
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
    owning = (found["who"] or "").lower() in OWNING - (
        {"her"} if said[found.end() :].strip(" ?.!") == "" else set[str]()
    )
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


def the_nearest(said: str, quoted: Sequence[Evidence], material: Material) -> list[Evidence]:
    """Of what would be quoted, the first, and what has as much of what the question is about, and of its type."""
    if CJK.search(said) or not quoted or does("profile", said):
        return [*quoted]
    known = circle(material)
    asked = known.asked(said)
    topic = topic_words(said, asked)
    fits = [
        (_met(topic, text) + bool(asked & (known.of(text) | known.named(text))), offered(said, text))
        for text in (piece["text"] for piece in quoted)
    ]
    most, offers = fits[0]
    return [quoted[0], *(
        piece for piece, one in zip(quoted[1:], fits[1:], strict=True) if one[0] >= max(1, most) and one[1] >= offers
    )]  # fmt: skip


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
    asked = known.asked(said)
    topic = topic_words(said, asked)
    if CJK.search(said) or not topic or _met(topic, piece["text"]) < len(topic):
        return False
    return offered(said, piece["text"]) > 0


def is_beside_it(said: str, piece: Evidence, own: Sequence[Evidence], material: Material) -> bool:
    """Whether a line surely answers nothing: it has neither what the type of a question asks for, nor whom, nor
    anything of what it is about."""
    if CJK.search(said):
        return False
    known = circle(material)
    asked = known.asked(said)
    of = dict(zip(map(id, own), subjects(own, known), strict=True)).get(id(piece), frozenset[str]())
    whom = bool(asked & (of | known.named(piece["text"])))
    offers = offered(said, piece["text"])
    if SHOWN.search(fold(said)) and not offers and not NUMBERS.search(fold(said)):
        return True
    return (
        not whom and not _met(topic_words(said, asked), piece["text"]) and (not offers or (bool(asked) and offers < 1))
    )


def went(said: str, first: Evidence, own: Sequence[Evidence]) -> Evidence | None:
    """To who asks how something went, of what they told later what has most words of what they said of it before it."""
    if CJK.search(said) or "outcome" not in looks("asked", fold(said)):
        return None
    before = {
        word
        for piece in own
        if abs(moment_of(piece) - moment_of(first)) <= BREATH
        for word in analyse(piece["text"]).words
    }
    later = [piece for piece in own if moment_of(piece) - moment_of(first) > BREATH]
    shares = [len((before - EMPTY) & {*analyse(piece["text"]).words}) for piece in later]
    best = max(shares, default=0)
    return later[shares.index(best)] if best else None


def reason(said: str, first: Evidence, own: Sequence[Evidence]) -> Evidence | None:
    """To who asks why, where what is quoted does not say it, what was told right before it."""
    if CJK.search(said) or not WHY.search(fold(said)) or "reason" in looks("offered", fold(first["text"])):
        return None
    before = [piece for piece in own if timedelta(0) < moment_of(first) - moment_of(piece) <= BREATH]
    return max(before, key=moment_of, default=None)


def asks_why_it_was(said: str, own: Sequence[Evidence]) -> bool:
    """Whether it is asked why something is so that was told."""
    topic = topic_words(said, frozenset())
    return WHY.search(fold(said)) is not None and any(_met(topic, piece["text"]) == len(topic) > 0 for piece in own)
