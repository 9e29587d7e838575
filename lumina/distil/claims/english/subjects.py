"""Of whom a clause speaks, and the clause as that one would say it: "Liam's a sparky" is "I'm a sparky" of Liam."""

import re
from dataclasses import dataclass

from lumina.distil.claims.english.verbs import SAME, base_form
from lumina.known import ME
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import (
    KIN,
    LITTLE,
    NAME,
    NUMBER,
    RELATION,
    SPECIES,
    WHICH,
    is_name,
    normal_relation,
)
from lumina.language.trained.vectors import has_vector

BARE = (
    r"(?:(?:wee|little|big|older|younger|elder) )?(?:brother|sister|cousin|wife|husband|hubby|missus|uncle|auntie"
    r"|aunt|nephew"
    r"|niece|boyfriend|girlfriend|stepdad|stepmum|stepson|stepdaughter|grandson|granddaughter|son|daughter|mother"
    r"|father|bro|sis|pops|mama|papa|maw"
    r"|flatmate|housemate|roommate)"
)
"""Who may open a clause without "my": "brother's a welder"."""
DOES = (
    r"(?:'s| is| has| was|(?: (?:just|also|still|only|always|never|now))* (?:lives|works|loves|likes|hates|plays"
    r"|drives|runs|speaks"
    r"|teaches|studies|owns|keeps|collects|coaches|goes|sings|cooks|bakes|makes|builds|sells|moved|married|retired"
    r"|got|went|came|took|swam|ran|bought"
    r"|rang|left|lost|won|broke|made))"
)
OTHER = re.compile(
    rf"^(?:(?:my|me|our) (?:(?:{WHICH}|own|dear|poor|lovely|darling|new"
    rf"|twin) )?(?P<relation>{RELATION})(?:,? (?P<called>{NAME}))?,?|(?P<pronoun>(?:he|she)\b)"
    rf"|(?P<kin>{KIN})\b|(?P<bare>{BARE})(?={DOES}\b)|(?:my"
    rf"|our) (?:[a-z-]+ ){{1,2}}(?P<fellow>(?-i:[A-Z][a-z]+)),?(?= )|(?:our )?(?P<name>{NAME})(?!'s (?:{RELATION}"
    rf"|{SPECIES})\b)"
    rf"(?!(?:'s| is) (?:the|my) name\b)(?: (?:from|at|in|off) (?:my |our )?[a-z]+(?=(?:'s"
    rf"| is) \w+ing\b))?)(?:,? who)?(?:, (?:my|me"
    rf"|our|his|her) [\w' -]{{2,30}},)?"
    rf"(?P<is>'ll be| will be|'s|'re| is| has| was)?(?: (?P<rest>.+))?$",
    re.I,
)
PARTICIPLE = re.compile(
    rf"^{LITTLE}(?:been|got|had|moved|started|broken|turned|taken|quit|given|passed|handed|joined|lost|bought"
    rf"|retired|gone|become)\b",
    re.I,
)
VERB = re.compile(
    r"^(?P<adverbs>(?:(?:just|also|still|really|now|only|always|recently|never|actually|finally|even) )*)"
    r"(?P<verb>[a-z]+(?:n't)?)\b(?P<rest>.*)$",
    re.I,
)

SUBJECTLESS = re.compile(
    r"^(?:also |still |just |now |never |always )?(?:lives|works|loves|likes|hates|plays|drives|runs|speaks|teaches"
    r"|studies|owns|keeps|collects|coaches|goes to|does (?!that|this|it)|wants|needs|takes|sings|cooks|bakes"
    r"|swims|rides"
    r"|cheats|leaves|makes|builds|sells|reads|writes|paints|knits|smokes|drinks|eats|supports|enjoys|adores"
    r"|thinks|reckons|comes from|doing (?:a|his|her)|got (?:his|her) (?!(?:an?|the|some|this|that|one|two|my"
    r"|our)\b)|has (?:an?|his|her|two|to)"
    r"|is (?:allergic|diabetic)"
    r"|(?:broke|fractured|sprained|dislocated|twisted|tore) (?:his|her|their))\b",
    re.I,
)
"""What somebody else does, without saying again who: "Tor's an electrician. Works nights." """


OWN_VERB = re.compile(
    r"(?:also |still |just |really |absolutely )?(?:(?:love|hate)(?! (?:and|or|is|was|are|in"
    r"|everywhere|exists?|really|can|will|always"
    r"|conquers|wins|of|for|from|at|on|so|each|one another|hurts|you|ya|makes|brings|that|this"
    r"|all around)\b)|live|work|play|drive|teach|study|collect|own|can't|adore"
    r"|enjoy|loathe|detest|grew up|moved|speak|keep|rent|volunteer)\b",
    re.I,
)
OWN_STATE = re.compile(
    r"(?:also |still |currently )?(?:working|living|based|studying|training|learning|allergic|married|engaged|obsessed"
    r"|terrified|scared|retired|pregnant|single|dating|seeing|saving)\b",
    re.I,
)
"""What the person does or is who leaves out "I": "Love a laksa." """


WITH_ME = re.compile(
    rf"^(?:me and my (?:{RELATION})(?:,? {NAME})?|my (?:{RELATION})(?:,? {NAME})? and (?:I|me))(?= (?:live|work|run"
    rf"|have|grew"
    r"|moved|own|rent|are|were|met|went|both|share)\b)",
    re.I,
)
"""The speaker with somebody: "me and my sister Kate live in Hull"."""
OF_DOING = re.compile(r"\w+ing\b[^,]* (?:is|isn't|was|wasn't|makes|takes|feels) (?!(?:my|me)\b)", re.I)
"""What is said of doing something, by whomever: "Learning to play this is awesome"."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A clause in the first person, and who it is about: "me", a name, or a relation. `given` where somebody else is
    its subject: it tells of the person only what that one gave."""

    about: str
    text: str
    given: bool = False


def spoken_of(text: str, antecedent: str) -> list[Spoken]:
    """Of whom the clause may speak: of the person as it stands, and of the one who is its subject (a pronoun means the
    antecedent)."""
    text = WITH_ME.sub("we", text)
    if re.match(r"(?:I|we)\b", text, re.I):
        return [Spoken(ME, text)]
    if left_out := OWN_VERB.match(text) or OWN_STATE.match(text):
        if OF_DOING.match(text):
            return [Spoken(ME, text)]
        return [Spoken(ME, f"{'I' if left_out.re is OWN_VERB else 'I am'} {text}"), Spoken(ME, text)]
    if antecedent and SUBJECTLESS.match(text):
        text = f"he {text}"
    match = OTHER.match(text)
    about = _about(match, antecedent) if match else ""
    if not match or not about or not match["rest"]:
        return [Spoken(ME, text)]
    said = _first_person(match)
    return [Spoken(about, said), Spoken(ME, text, given=True)] if said else [Spoken(ME, text)]


def _about(match: re.Match[str], antecedent: str) -> str:
    if match["pronoun"]:
        return antecedent
    if alone := match["kin"] or match["bare"]:
        return normal_relation(alone)
    if match["relation"]:
        called = match["called"]
        return called if called and is_name(called) else normal_relation(match["relation"])
    if match["fellow"]:
        return match["fellow"] if match["fellow"].lower() in word_list("names.en") else ""
    rest = match["rest"] or ""
    does = (
        match["is"]
        or SUBJECTLESS.match(rest)
        or rest.partition(" ")[0] in SAME
        or rest.partition(" ")[0].endswith("ed")
    )
    opens = is_word(match["name"]) and not does
    return match["name"] if is_name(match["name"]) and not opens and not GERUND.match(match["name"]) else ""


def _first_person(match: re.Match[str]) -> str:
    """What somebody else does, as they would say it; "" where that cannot be told."""
    linked, rest = (match["is"] or "").strip().lower(), match["rest"]
    if linked in {"'ll be", "will be"}:
        return f"I'm turning {rest}" if NUMERAL.match(rest) else ""
    if linked == "'s" and (THEIRS.match(rest) or THEIR_THING.match(rest)):
        return ""
    if linked in {"'s", "is"}:
        return f"I've {rest}" if linked == "'s" and PARTICIPLE.match(rest) else f"I'm {rest}"
    if linked == "has":
        return f"I've {rest}" if PARTICIPLE.match(rest) else f"I have {rest}"
    if linked == "was":
        return f"I was {rest}"
    verb = VERB.match(rest)
    said = base_form(verb["verb"].lower()) if verb and not linked else ""
    return f"I {verb['adverbs'] or ''}{said}{verb['rest']}" if verb and said else ""


GERUND = re.compile(
    r"(?!(?:Ling|Ming|King|Ring|Jing|Ping|Ting|Xing|Bing|Ying)$)[A-Z][a-z]+(?:ing|tion|ment|ness|ship|ology|ance|ence)$"
)
"""What is done, or is the case, opens the sentence: "Swimming's out", "Presentation was fine"."""
THEIRS = re.compile(
    r"(?:[\w-]+ )?(?:kids|children|twins|boys|girls|sons|daughters|brothers|sisters|parents|friends|cousins|dogs|cats)"
    r" (?:are|were|have|had)\b",
    re.I,
)
"""Behind "my sister's": whoever is hers is the subject."""
THEIR_THING = re.compile(
    rf"(?:{RELATION}|{SPECIES}) (?!(?:of|to|in|on|at|with|from|and|for|by|who)\b)\w"
    r"|(?!(?:an?|the|not|been|got|just|still|also|now|never|always|both|all|only|very|so|too|in|on|at|from|off|out"
    r"|away)\b)"
    r"(?:(?!(?:and|or|but|to|of|who|which|that)\b)[a-z'-]+ ){1,3}?(?:still |always |never |also |just |only )?"
    r"(?:is|are|was|were|has|had|does|did|says?|said|keeps?|kept|goes|went|comes|came|looks?|smells?|works?|runs?"
    r"|needs?"
    r"|makes?|takes?|sits?|sat|stands?|lives?|lies|died|broke|sounds?|costs?|weighs?)\b",
    re.I,
)
"""Behind "my father's": a thing of his is the subject, "fob watch still keeps time"."""
NUMERAL = re.compile(rf"{NUMBER}\b", re.I)


def is_word(name: str) -> bool:
    """Whether what is written large may be a word that opens a sentence, and not a name."""
    return name.lower() not in word_list("names.en") and has_vector(name.lower(), "en")
