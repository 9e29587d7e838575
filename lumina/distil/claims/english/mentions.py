"""Whoever is spoken of by a given name, with no word of what they are to the person."""

import re
from collections.abc import Iterator

from lumina.distil.claims.english.clauses import Clause
from lumina.distil.claims.english.words import NAME
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list

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
MENTIONED = 0.55
"""The confidence that whoever has a given name is somebody whom the person knows."""


def spoken_of_by_name(clause: Clause, said: str) -> Iterator[Claim]:
    """Somebody whom the person knows, if only by name; `said` is what of the clause is not about others' own."""
    for match in SPOKEN_OF.finditer(said):
        name = match["name"] or match["other"]
        if _is_spoken_of(name, said[match.start() :].partition(name)[2]):
            yield Claim(ClaimType.PERSON, ME, "", name, clause.sentence, MENTIONED)


def _is_spoken_of(name: str, behind: str) -> bool:
    """Somebody by a given name alone: not Taylor Swift, and not Austin, Texas."""
    known = name.lower() in word_list("names.en") and name.lower() not in word_list("places.en")
    return known and not re.match(r"(?:, | )[A-Z][a-z]", behind)
