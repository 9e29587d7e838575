"""Whether a question in English is for the person's own matter."""

import re

from lumina.language.asking import asking_part
from lumina.language.scripts import fold
from lumina.voices.material import Material

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


def is_own_matter(material: Material) -> bool:
    """Whether a question is for what nobody but the person can be meant by: where do I work? And of one that says no
    more than of what kind the answer is, whether the one before it was."""
    asking = fold(asking_part(material["said"]))
    before = [text for text in material["told"] if text != material["said"]][-1:]
    asked = [asking, *(fold(asking_part(text)) for text in before if ELLIPSIS.match(asking))]
    return any(OWN_MATTER.search(one) for one in asked)
