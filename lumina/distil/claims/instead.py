"""That one thing is so and not another, in whatever the talk is about."""

import re

from lumina.distil.claims.japanese.corrections import INSTEAD
from lumina.language.scripts import language_of

SMALL = r"(?:(?:it'?s|it is|that's|i'm|i am|in|at|on|a|an|the|my|our) )*"
OLD, NEW = (rf"{SMALL}(?P<{name}>[\w' -]{{2,24}}?)" for name in ("old", "new"))
END = r"(?=[.,!;]|$)"
ENGLISH = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bnot {OLD},? (?:but|it'?s|it is|i'?m|s?he'?s|they'?re|that's) {NEW}{END}",
        rf"\bi (?:said|told you|wrote|put) {OLD},? (?:but |and |when )?(?:actually |really )?(?:it's|it is"
        rf"|i meant?|it should be)"
        rf" (?:actually |really )?{NEW}{END}",
        rf"(?:\b(?:it's|it is|that's|i said|i meant|i mean) |^|[.,!;] ?){NEW},? (?:and )?not {OLD}{END}",
    )
)

STUMP = re.compile(
    r"(?:i|you|s?he|it|we|they|that|this|there)(?:'?(?:m|re|s|ve|ll|d)| am| are| is| do| does| did)?", re.I
)
"""With which a clause begins, and which is nothing that is so."""

LEADS = re.compile(
    r"^(?:(?:no|nope|nah|wait|sorry|oh|oops|ah|er|um|well|so|and|but|hang on|hold on|actually|correction|i meant?"
    r"|my mistake|lol|haha)\b[,.! ]*)+(?=\w)",
    re.I,
)
"""With which somebody begins to put something right."""

LINK = re.compile(
    r"^.*(?:\b(?:is|are|was|were|am|in|at|on|to|from|called|named|said|meant|mean|lives|works|plays|has|have|a|an|the|my"
    r"|our|his|her)|'s|'re|'m) (?=\w)",
    re.I,
)
"""What stands before what is so, where the whole clause says it: Mike lives in Boulder."""


def put_right(text: str) -> tuple[str, str] | None:
    """What is not so, and what is so in its place, in the words of the text: 盆栽じゃなくて家庭菜園だ; not tea but
    coffee."""
    is_english = language_of(text) == "en"
    for one in ENGLISH if is_english else (INSTEAD,):
        match = one.search(LEADS.sub("", text) if is_english else text)
        new = match["new"].strip() if match else ""
        new = LINK.sub("", new) if is_english else new
        if match and new and not STUMP.fullmatch(new):
            return match["old"].strip(), new
    return None
