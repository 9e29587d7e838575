"""Whoever is spoken of by a given name, with no word of what they are to the person."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.apposition import HOSTS
from lumina.distil.claims.english.clauses import Clause
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import KIN, NAME, RELATION, SPECIES, is_name

NAMED = f"(?P<name>{NAME})"
SPOKEN_OF = re.compile(
    rf"(?:^|\b(?:with|and|when|that|because|cos|but|so|to|for|from|by|me,) )(?:our |little |old |poor |big )?{NAMED}"
    r"(?P<does>'s (?!(?:law|day|eve|sake|place|theorem)\b)|(?= (?:says?|said|came|comes|rang|rings|called"
    r"|texted|wants|thinks|reckons|told|asked"
    r"|has|had|got|gets|did|does|made|makes|went|goes|was|is|will|won't|can't|can|loves|hates|likes|took|takes|gave"
    r"|gives|bought|broke|lost|won|found|left|started|finished|passed|moved|turned|keeps|never|just|still|always|cried"
    r"|laughed|lives|works|plays|needs|helped|sent|brought|cooked|fell|met|ate|drove|walked|ran|sat|slept"
    r"|swears|insists)\b)"
    r"|(?= and (?:I|me)\b)|(?= *$)|(?=,))"
    rf"|(?<=[a-z] )(?<!\bin )(?<!\bat )(?<!\bnear )(?<!\bthe )(?<!\ban )(?<!\ba )(?<!\bfrom )(?<!\bof )(?<!\bby )"
    rf"(?<!\blike )(?<!\bcalled )(?<!\bto )(?P<other>{NAME})\b(?!')"
)
"""Somebody with a given name who does something."""
CALLED = re.compile(r"(?P<what>[\w'-]+?)(?:'s| is| was| are| were)? (?:called|named|name of) $", re.I)
"""What it is that is called so."""
PERSONAL = re.compile(
    rf"(?:{RELATION}|{KIN}|{SPECIES}|he|she|they|him|her|them|who|guy|girl|lad|lass|boy|woman|man|bloke|fella|lady|chap"
    r"|kid|baby|child|someone|somebody|one|person|fellow|dude|gent|gentleman|couple|twins|people|(?-i:[A-Z])[\w'-]+)",
    re.I,
)
"""Who may be called by a name; a shop or a brand is nobody."""
TOLD = re.compile(
    rf"\b(?:(?:I|we|he|she|they|'ve|have|has|had|to|and|me|us) )?(?:told|asked|promised|phoned|rang|texted"
    rf"|messaged|emailed|met"
    rf"|married|marry|marrying|seeing|dating|visit|visited|visiting|missing|miss|owe|lend|lent|help|helped"
    rf"|helping|mind|minding"
    rf"|with|and|called|named|name of|this (?:guy|girl|lad|bloke|woman|man|fella|lady)|young|little|old|wee|our|auld) "
    rf"(?:our |young |old |little )?(?P<name>{NAME})\b(?!'s \w)(?! (?-i:[A-Z]))",
)
"""Somebody, whatever the name, to whom something is done that is done to people."""
PREDICATED = re.compile(
    rf"^{NAMED}(?: (?:rings|phones|calls|texts|teaches|plays|works|lives|drives|runs|makes|writes|studies|sings"
    rf"|says?|said|reckons?|told|texted|rang|phoned|turned \d|turned [a-z]+(?=,|$)|hates|loves|wants|married"
    rf"|snores|cried|laughed|got (?:engaged|married)|has (?:her|his|two|three|a cold)|passed away|died|was born"
    rf"|retired)\b"
    rf"|(?:'s| is) (?:his|her|their) name\b"
    rf"|(?:'s| is| was|'s got| has got)(?: (?:an? \w+|only|just|nearly|my|our|married|pregnant|engaged|expecting"
    rf"|retired"
    rf"|allergic|\d+|teething|poorly|in hospital)\b)|(?= (?:allergic|and (?-i:[A-Z][a-z]+) (?:are|have|were|both))\b))"
)
"""Somebody of whom is said what is said of people alone."""
BETWEEN = re.compile(rf"(?<=[a-z]), {NAMED}(?=, (?:he|she|they|who|is|was|has)\b)")
"""Between commas, and somebody by what follows: "he's got a game, Mateo, he plays"."""
OF_MINE = re.compile(
    rf"\bmy (?!(?:new|old|first|last|own|whole|local|favou?rite|second|poor|best|only|other|next|big|little|dear)\b)"
    rf"(?:[a-z]+|[A-Z]{{2,3}}) (?P<name>(?:(?:Mrs?|Ms|Miss|Dr)\.? )?{NAME})(?= *(?:$|[,.!?]|'s|\b(?:got|has|is"
    rf"|was|and|who|says|said|came)\b))"
)
"""Somebody whatever they are to the person: my compadre Nacho."""
ROLE_NAME = re.compile(
    r"(?<!\b[Mm]y )(?<!\b[Oo]ur )(?<!\b[Mm]e )(?<!\bmy little )(?<!\bmy big )"
    r"\b(?P<name>(?:[Pp]astor|[Ff]ather|[Rr]ev|[Cc]oach|[Cc]aptain|[Ss]ergeant|[Ss]gt|[Bb]rother|[Ss]ister"
    r"|[Oo]ld [Mm]an|[Mm]rs?"
    r"|[Mm]s|[Mm]iss|[Dd]r|[Pp]rof|[Oo]fficer|[Ii]mam|[Rr]abbi|[Ss]ister) (?-i:[A-Z])[a-z]+)\b(?!'(?!s\b))"
)
"""Somebody by what they are and a name: Pastor Jim."""
MENTIONED = 0.55
"""The confidence that whoever has a given name is somebody whom the person knows."""


def spoken_of_by_name(clause: Clause, said: str) -> Iterator[Claim]:
    """Somebody whom the person knows, if only by name; `said` is what of the clause is not about others' own."""
    for match in SPOKEN_OF.finditer(said):
        name = match["name"] or match["other"]
        if _is_spoken_of(name, said[match.start() :].partition(name)[2]):
            yield Claim(ClaimType.PERSON, ME, "", name, clause.sentence, MENTIONED)
    for pattern in (TOLD, PREDICATED, ROLE_NAME, BETWEEN, OF_MINE):
        for match in pattern.finditer(said):
            name = match["name"]
            if is_things(said[: match.start("name")]):
                continue
            if is_name(name) and name.lower() not in word_list("places.en") and name not in HOSTS:
                yield Claim(ClaimType.PERSON, ME, "", name, clause.sentence, MENTIONED)


def is_things(before: str) -> bool:
    """Whether what stands before a name says that a thing is called so."""
    called = CALLED.search(before)
    return called is not None and not PERSONAL.fullmatch(called["what"])


def _is_spoken_of(name: str, behind: str) -> bool:
    """Somebody by a given name alone: not Taylor Swift, and not Austin, Texas."""
    known = name.lower() in word_list("names.en") and name.lower() not in word_list("places.en")
    return known and not re.match(r"(?:, | )[A-Z][a-z]", behind)
