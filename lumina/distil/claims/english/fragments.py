"""What is said without a subject or a verb, with both: "Retired copper" behind "Barry's a good lad" is "he's a retired
copper"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.questions import OWN_NAME, whose
from lumina.distil.claims.english.subjects import Spoken, is_word, spoken_of
from lumina.known import ME
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import JOB, NAME, NUMBER, RELATION, is_name, normal_relation
from lumina.models import Role, Turn

LEAD = r"^(?:(?:just|only|also|still|now|currently|basically|well|both|very|really|officially|mostly) )*"
ILLS = (
    r"asthma|diabetes|arthritis|epilepsy|migraines?|eczema|psoriasis|hay ?fever|high blood pressure|an(?:a"
    r"|ae)mia|tinnitus"
    r"|ibs|adhd|dyslexia|autism|endometriosis|sciatica|crohn's|fibromyalgia|gout|vertigo|osteoporosis"
    r"|cataracts?|glaucoma"
    r"|sleep apn(?:o|)ea|lupus|pcos|copd|angina|parkinson's|alzheimer's|dementia|cancer|a bad back|bad knees?"
    r"|type [12] diabetes"
)
STATES = (
    r"retired|single|divorced|widowed|separated|married|engaged|unemployed|self-employed|freelance|vegan"
    r"|vegetarian|veggie"
    r"|pescatarian|teetotal|sober|(?:type (?:1|2|one|two) )?diabetic|asthmatic|epileptic|dyslexic|autistic"
    r"|coeliac|celiac"
    r"|colou?r ?blind|left-handed|pregnant|(?:lactose|gluten|dairy)[- ]intolerant|allergic to [\w ]{3,30}"
    r"|only child|twin|an only child|the (?:eldest|youngest|oldest) of \w+"
)
STUDENT = (
    r"(?:freshman|sophomore|junior|senior|grad student|phd student|(?:first|second|third|fourth|final)[- ]year"
    r"(?: (?:student|undergrad))?)(?: (?:at|in|of) [\w' ]{2,40})?|[\w ]{3,25} (?:major|student)"
)
PLAIN = (
    r"(?!(?:not|no|never|I|he|she|they|we|you|it|the|my|me|our|his|her|their|a|is|was|are|like|for|to|with"
    r"|by|some|any|every|see|yes|thanks|dear|hi|hello|sorry|fellow|best|worst|better|favou?rite)\b)[\w-]+"
)
"""A word that may stand before a job."""
BEING = re.compile(
    rf"{LEAD}(?P<rest>(?:an? )?(?:(?:retired|ex[- ]|former|trainee|newly qualified"
    rf"|part[- ]time) ?)?(?:{PLAIN} ){{0,2}}?(?:{JOB}|copper)"
    rf"(?: (?:by|to) trade| by profession| (?:at|for|in|on) (?:(?!(?:is|was|are|has|had|gave|said|says|told|made|put"
    rf"|got|took|thinks"
    rf"|wants)\b)[\w']+ ?){{1,8}})?"
    rf"|{STATES}|{STUDENT})$",
    re.I,
)
BEING_AT = re.compile(
    rf"^(?:an? )?(?:{PLAIN} ){{0,3}}?{JOB} (?:(?:by|to) trade|by profession|(?:at|for) (?:an? |the |(?-i:[A-Z])))",
    re.I,
)
"""A trade with where it is done."""
OTHERS = re.compile(r"\b(?:s?he|they)\b", re.I)
RELATIONAL = re.compile(
    r"(?:the |an? )?(?:\w+ )?(?:boss|manager|doctor|teacher|coach|nurse|dentist|neighbou?r|vet|receptionist)\b", re.I
)
"""Whom one may speak of without a word for whose they are."""
ORIGIN = r"(?:village|town|city|island|coast|countryside|north|south|east|west|highlands|midlands|valleys)\b"
"""Where one may be from, without its name."""
FROM = re.compile(
    rf"{LEAD}(?P<rest>(?:originally )?from (?!.*\b(?:to|going|into)\b)(?=[\w' ]*(?:(?-i:[A-Z])"
    rf"|{ORIGIN}))[\w' ]{{2,30}}|based in [\w' ]{{2,30}}|majoring in [\w ]{{3,30}}"
    r"|doing (?:an?|my|his|her) [\w -]{3,30}|studying [\w ]{3,40})$",
    re.I,
)
HAVING = re.compile(rf"{LEAD}(?P<rest>{ILLS})$", re.I)
AGED = re.compile(rf"^(?:aged |he's |she's )?(?P<rest>{NUMBER})(?: (?:years old|in \w+|now|next \w+|this \w+))?$", re.I)
DID = re.compile(
    r"^(?:(?:just|also|only|still|even|once|already|finally|never) )*(?:drove|worked|lived|grew up|studied"
    r"|played|used to"
    r"|started|moved|sold|bought|gave up|quit|retired|taught|ran an?|owned|served|joined|trained|married"
    r"|adopted|learn(?:ed|t)"
    r"|collects?|keeps?|plays?|lives?|works?|studies|loves?|hates?|likes?|drives?|teaches|teach|wants?|runs?"
    r"|speaks?|reads|sings|makes|bakes|cooks|paints|knits|builds|breeds|owns|has|grows|rides|writes|coaches|races"
    r"|can|can't"
    r"|rings|sews|swims|runs|climbs|restores|volunteers|got (?:an?|his|her|my)) ",
    re.I,
)
ASKED_OF = re.compile(
    rf"\b(?:and|who(?:'s| is)|how do you know|how(?:'s| is)|what(?:'s| is)|tell me about|what does) (?P<who>{NAME})",
    re.I,
)
OWN = re.compile(r"(?:I|we|my|me|our|both|born|grew|moved)\b", re.I)
THEIRS = re.compile(rf"(?:my|me|our) (?P<who>{RELATION})\b(?!'s)", re.I)
"""Whoever of the person's is the subject."""
ANOTHER = re.compile(
    rf"(?:\b(?:had|have|has|got|met|know|with)|'ve)(?: got)? (?:an?|another|this) (?:[\w-]+ ){{0,2}}?"
    rf"(?:{RELATION}|lad|lass|girl|guy|woman|man|bloke|fella|lady|chap|one)\b",
    re.I,
)
"""Somebody who is spoken of for the first time, and may be whom the next words are about."""
LEARNING = re.compile(r"\b(?:retraining|training|applying|hoping|going for it)$", re.I)
"""Behind it stands what one is to be."""
ENDS_ON = re.compile(rf"\b(?:{RELATION})(?:,? (?:called|named))? (?P<who>{NAME})$", re.I)
"""What hangs on a clause that ends on somebody tells of that one: "I have a brother called Theo, a roofer"."""
NAME_FIRST = re.compile(rf"^(?P<who>{NAME})$")
BORN = re.compile(r"(?:born|raised|brought up) in\b", re.I)
BEING_NAMED = re.compile(rf"\b(?:being|called|named) (?P<who>{NAME})$", re.I)
UNINFLECTED = re.compile(r"(?:can't|won't|couldn't|never) \w", re.I)
"""What is said alike of oneself and of others."""
BELONGING = re.compile(rf"^{NAME}'s {RELATION}$", re.I)


def completed(clause: Clause, earlier: Sequence[Clause], antecedent: str, before: Sequence[Turn]) -> Iterator[Spoken]:
    """The clause, or what stands between its commas, as a sentence of whom it is about."""
    first, *parts = [part.strip() for part in re.split(r", ", clause.text)]
    whose = _whose(earlier, antecedent, before) or _own_post(first, earlier, before)
    if said := _sentence(first, whose):
        yield Spoken(whose, said)
    subject = whose if _sentence(first, whose) else _subject(first, antecedent, _introduces(before))
    for part in parts:
        if said := _sentence(part, subject):
            yield Spoken(subject, said)


def _own_post(first: str, earlier: Sequence[Clause], before: Sequence[Turn]) -> str:
    """The person, who says a trade and where, and nobody else was spoken of: "line cook at a crab shack"."""
    asked = before[-1].text if before and before[-1].role is not Role.PERSON else ""
    told = [*(one.text for one in earlier), asked]
    alone = BEING_AT.match(first) and BEING.match(first) and not any(map(OTHERS.search, told))
    return ME if alone and not last_mentioned(told) and not RELATIONAL.match(first) else ""


def goes_on(clause: Clause, earlier: Sequence[Clause], antecedent: str) -> list[Spoken]:
    """A clause that goes on about somebody else of whom the same sentence speaks just before: "Dewi is allergic to
    wasps and can't swim", "the newest being Elodie, born in Torquay"; none where it does not."""
    if not earlier or earlier[-1].sentence != clause.sentence:
        return []
    born = BEING_NAMED.search(earlier[-1].text) if BORN.match(clause.text) else None
    if born:
        return [Spoken(born["who"], clause.text)]
    if not UNINFLECTED.match(clause.text):
        return []
    about = next((one.about for one in spoken_of(earlier[-1].text, antecedent) if one.about != ME), "")
    return [Spoken(about, f"I {clause.text}")] if about else []


def _introduces(before: Sequence[Turn]) -> bool:
    """Whether the person was asked who they are."""
    return bool(before) and before[-1].role is not Role.PERSON and OWN_NAME.search(before[-1].text) is not None


def _sentence(part: str, whose: str) -> str:
    """The part as a sentence in the first person; "" where it is no such fragment, or of nobody."""
    if not whose or (NAME_FIRST.match(part) and part.lower() in word_list("names.en")):
        return ""
    if match := BEING.match(part) or FROM.match(part):
        rest = match["rest"]
        article = (
            "a "
            if re.search(rf"(?:{JOB}|copper)\b", rest, re.I) and not re.match(r"an? |\w+ing\b|from\b", rest, re.I)
            else ""
        )
        return f"I'm {article}{rest}"
    if match := HAVING.match(part):
        return f"I have {match['rest']}"
    if whose != ME and (match := AGED.match(part)):
        return f"I'm {match['rest']}"
    if whose != ME and DID.match(part):
        return next((one.text for one in spoken_of(f"he {part}", whose) if one.about == whose), "")
    return ""


def _subject(text: str, antecedent: str, introducing: bool = False) -> str:
    """Who is the subject of a clause, and so of what hangs on it."""
    if (last := ENDS_ON.search(text)) and is_name(last["who"]):
        return last["who"]
    named = NAME_FIRST.match(text)
    if named:
        return ME if introducing else named["who"] if is_name(named["who"]) and not is_word(named["who"]) else ""
    if normal := normal_relation(re.sub(r"^(?:my|me|our) ", "", text, flags=re.I)):
        return normal
    if theirs := THEIRS.match(text):
        return normal_relation(theirs["who"])
    about = spoken_of(text, antecedent)[0].about
    return about if (about != ME or OWN.match(text)) and not ANOTHER.search(text) and not LEARNING.search(text) else ""


def _whose(earlier: Sequence[Clause], antecedent: str, before: Sequence[Turn]) -> str:
    """Of whom the clause before speaks; of the first clause, whom the character asked about."""
    for one in reversed(earlier):
        if not _sentence(one.text, ME) and not AGED.match(one.text) and not BELONGING.match(one.text):
            return _subject(one.text, antecedent)
    last = before[-1] if before else None
    if last is None or last.role is Role.PERSON or "?" not in last.text:
        return ""
    asked = ASKED_OF.search(plain(last.text))
    if asked and is_name(asked["who"]):
        return asked["who"]
    if re.search(r"\b(?:he|she)\b", last.text, re.I):
        return last_mentioned([plain(last.text)])
    of = whose(plain(last.text), [plain(turn.text) for turn in before])
    return of if of != ME or re.search(r"\byou(?:r|'re)?\b", last.text, re.I) else ""
