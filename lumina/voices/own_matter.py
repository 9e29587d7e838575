"""Whether a question in English is for the person's own matter."""

import re
from collections.abc import Sequence

from lumina.language.asking import asking_part
from lumina.language.scripts import CJK, fold
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
