"""What most likely answers an English question of whose words nothing that was told has any."""

import re
from collections.abc import Collection, Sequence

from lumina.language.acts import does
from lumina.language.asking import asking_part
from lumina.language.scripts import CJK, fold
from lumina.voices.asked_types import of_its_type
from lumina.voices.following import QUOTES, moment_of
from lumina.voices.matching import is_of_its_kind, own_statements, shared_words
from lumina.voices.material import Evidence, Material

ELLIPSIS = re.compile(
    r"(?:(?:and|so|but|n|an),? )?(?:(?:which|what|whose) (?!about\b)[a-z]+"
    r"(?: (?:though|tho|then|again|was (?:it|that)))?"
    r"|.*\bthe other (?:one|two|side|ones|lad|girl|guy|bloke|fella|man|woman)\b.*)[, a-z]{0,8}$"
)
"""A question that says no more than of what kind the answer is, or asks for the other one."""

OWN_MATTER = re.compile(
    r"\b(?:do|did) i do\b|\bi (?:live|work|study|stay|earn|teach|come from|play for)\b"
    r"|\b(?:which|what|where) .*\b(?:am i|i'm) (?:in|at|on|with|doing)\b"
    r"|\bmy (?:own )?(?:job|work|address|age|birthday|star sign|title|employer)\b"
)
OF_OTHERS = re.compile(
    r"(?:his|her|their|he|she|they|(?:my|our) [a-z-]+(?: [a-z]+)?(?:'s| is| was| has| does)|papa|mama"
    r"|(?:my|our) (?:late )?(?:sister|brother|mum|mom|mother|dad|father|wife|husband|partner|son|daughter|friend|mate"
    r"|niece|nephew|cousin|aunt\w*|uncle|gran\w*|nan\w*|boyfriend|girlfriend|flatmate) [a-z]+s)\b"
)
"""What is asked of nobody but the person, and a statement that tells of somebody else."""

WHO_IS = re.compile(
    r"\b[Ww]ho(?:'s| is| was) (?P<name>(?!the\b|that\b|my\b|it\b)\w+)[?. ]*$"
    r"|\bwho (?:did|do|have|had) [\w' ]{2,20}? (?P<last>\w+) (?:is|was)\b"
    r"|\bwhat(?:'s| is| was) (?P<other>\w+) to (?:me|us)\b"
)
"""Who asks what somebody is to them."""


def is_own_matter(material: Material) -> bool:
    """Whether a question is for what nobody but the person can be meant by: where do I work? And of one that says no
    more than of what kind the answer is, whether the one before it was."""
    asking = fold(asking_part(material["said"]))
    before = [text for text in material["told"] if text != material["said"]][-1:]
    asked = [asking, *(fold(asking_part(text)) for text in before if ELLIPSIS.match(asking))]
    return any(OWN_MATTER.search(one) for one in asked)


def without_others(material: Material, pieces: Sequence[Evidence]) -> Sequence[Evidence]:
    """Those that tell of the person, as far as any do, where what is asked for is the person's own."""
    if CJK.search(material["said"]) or not is_own_matter(material):
        return pieces
    return [piece for piece in pieces if not OF_OTHERS.match(fold(piece["text"]))] or pieces


def by_fit(said: str, own: Sequence[Evidence], certain: Collection[str]) -> list[Evidence]:
    """Those that speak of what an English question asks for, have what it asks for in whatever it is about, or have its
    words, the best first; where it asks for a kind that is known for certain, only what speaks of that."""
    asking = asking_part(said)
    typed = of_its_type(asking, own)

    def fit(piece: Evidence) -> int:
        of_kind = is_of_its_kind(said, piece["text"])
        if certain and not of_kind:
            return 0
        return 2 * of_kind + (piece in typed) + shared_words(asking, piece["text"])

    fitting = sorted((piece for piece in own if fit(piece)), key=moment_of, reverse=not does("past", asking))
    return sorted(fitting, key=fit, reverse=True)


def with_introduction(said: str, chosen: list[Evidence], evidence: Sequence[Evidence]) -> list[Evidence]:
    """What is quoted; before it, where it is asked who somebody is, what says what they are to whom: his ex Rita."""
    asked = WHO_IS.search(asking_part(said))
    if not asked:
        return chosen
    name = re.escape(asked["name"] or asked["last"] or asked["other"])
    tells = re.compile(
        rf"\b(?:my|our|his|her|their|\w+'s) (?:[\w-]+ ){{0,3}}{name}\b"
        rf"|\b{name}(?:,| is| was|'s|,? who's) (?:my|our|his|her|their|the|an?|\w+'s)\b",
        re.I,
    )
    first = [piece for piece in own_statements(evidence) if tells.search(piece["text"])][:1]
    return [*first, *(piece for piece in chosen if piece not in first)][:QUOTES]
