"""How somebody says what they have to do: "remind me to", "I promised Kate I'd", "note to self"."""

import re

DUTY = re.compile(
    r"(?:^(?:(?:and|but|so|oh|still|also|just) )*(?:(?:promised|said|told \w+) (?:\w+ )?(?:I'd|I'll|I would|to)|(?:need"
    r"|have|got"
    r"|must remember|supposed|meant) to)"
    r"|(?:^|[,.;:!?] ?|\b(?:please|some(?:one|body)|can you|could you|and|oh|so|but) )remind me to|\bI(?:'ve)?"
    r" (?:promised?|said I'll|told \w+ I'd|told \w+ I'll|swore)(?: (?:to|that|I'll"
    r"|I'd|(?-i:[A-Z])\w+(?: (?:I'll|I'd|to))?|him|her|them|you))*"
    r"|I (?:still )?(?:need|have|must remember|'ve got|have got|'ve still got|must) to|I've (?:still )?(?:got"
    r" )?to|I'm still to|I promise(?: you)?(?: to| I'll| that I'll)"
    r"|I(?:'ve)? (?:said|promised (?-i:[A-Z])\w+|swore)(?: that)? I(?:'d|'ll| would)"
    r"|(?:note to self|mental note|reminder(?: to self)?)(?: to)?"
    r"|(?:still )?got to(?= \w+ (?-i:[A-Z]|my|the|his|her|that))|I'll(?: definitely| have to)?|we'll"
    r"|\b(?:I )?owe|I'm supposed to|I'm meant to|don't let me forget to|I've"
    r" still not|I still haven't|I've yet to|I plan to|I intend to"
    r"|I'm (?:going|planning|hoping) to|we're (?:going|planning) to)\b(?! (?:be|go|say|admit|laugh|think|see"
    r"|have|love|like|feel|need|miss|never|always|get over|survive|die|live|try|know|want|bet|tell you"
    r" (?:what|that)|not|fight|manage|take that|pass|stop)\b)(?P<what> [^,.!?;:…]{4,70})",
    re.I,
)
STRONG = re.compile(
    r"note to self|mental note|reminder|said I(?:'d| would)"
    r"|promis|remind me|said I'll|told \w+ I|don't let me forget|\b(?:I )?owe|swore",
    re.I,
)
"""What one has promised, or asks to be reminded of, with a day or without."""
GOT_THERE = re.compile(r"\bgot to (?:the|an?|my|our|his|her|their|bed|work|sleep|school)\b", re.I)


def duty_in(sentence: str) -> re.Match[str] | None:
    """What has to be done; who got to the pool has no duty."""
    return None if GOT_THERE.search(sentence) else DUTY.search(sentence)
