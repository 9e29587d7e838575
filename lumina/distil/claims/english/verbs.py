"""What somebody does, in the form in which the person would say it of themselves."""

import re
from collections.abc import Mapping

from lumina.language.lexicon import word_list

IRREGULAR = {
    "has": "have",
    "does": "do",
    "doesn't": "don't",
    "goes": "go",
    "is": "am",
    "isn't": "am not",
    "hasn't": "haven't",
}
SAME = word_list("same_verbs.en")
"""What is the same whoever does it."""
NO_VERB = word_list("no_verbs.en")
PAST: Mapping[str, str] = {
    **{"told": "tell", "spoke": "speak", "went": "go", "saw": "see", "met": "meet", "sent": "send", "gave": "give"},
    **{
        "wrote": "write",
        "drove": "drive",
        "flew": "fly",
        "paid": "pay",
        "bought": "buy",
        "sold": "sell",
        "built": "build",
    },
    **{
        "brought": "bring",
        "taught": "teach",
        "ran": "run",
        "sang": "sing",
        "swam": "swim",
        "rang": "ring",
        "took": "take",
    },
    **{
        "made": "make",
        "came": "come",
        "left": "leave",
        "began": "begin",
        "found": "find",
        "chose": "choose",
        "won": "win",
    },
    **{
        "sat": "sit",
        "had": "have",
        "got": "get",
        "did": "do",
        "rode": "ride",
        "held": "hold",
        "read": "read",
        "wore": "wear",
        "hung": "hang",
        "rehung": "rehang",
        "lent": "lend",
        "dug": "dig",
        "drew": "draw",
        "swept": "sweep",
        "caught": "catch",
        "drank": "drink",
        "ate": "eat",
        "gave": "give",
        "threw": "throw",
        "rebuilt": "rebuild",
        "rewrote": "rewrite",
    },
}


def as_bases(text: str) -> str:
    """The text with its irregular verbs as they are before they are done: told is tell."""
    return re.sub(r"[a-z]+", lambda match: PAST.get(match.group(), match.group()), text, flags=re.I)


def base_form(verb: str) -> str:
    """Likes is like, studies is study, moved stays moved; "" where the word is no verb of somebody else's."""
    if verb in NO_VERB or verb.endswith(("ss", "us")):
        return ""
    if verb in IRREGULAR or verb in SAME or verb.endswith("ed"):
        return IRREGULAR.get(verb, verb)
    if not verb.endswith("s") or len(verb) < len("runs"):
        return ""
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    return re.sub(r"(?<=ch|sh|ss|zz)es$|(?<=[ox])es$|s$", "", verb)
