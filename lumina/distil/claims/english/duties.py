"""How somebody says what they have to do: "remind me to", "I promised Kate I'd", "note to self"."""

import re

WHOM = r"(?:him|her|them|you|(?:my|our|the) [\w-]+|(?-i:[A-Z])[\w-]+)"
OFTEN = r"(?:(?:each|both|all|still|also|now|just|really|only|definitely|to be honest) )*"
WHEN = (
    r"(?:(?: back)? (?:in|on|last|at|this) (?:the )?[\w-]+(?: ago)?"
    r"| (?:\w+ )?(?:weeks|months|days|ages) ago| yesterday| today)?"
)
"""When one has promised it, or said so."""

DUTY = re.compile(
    r"(?:^(?:(?:and|but|so|oh|still|also|just) )*(?:(?:promised|said|told \w+) (?:\w+ )?(?:I'd|I'll|I would|to)|(?:need"
    r"|have|got"
    r"|must remember|supposed|meant) to)"
    rf"|\b(?:I|we)(?:'ve| have)? ?(?:promised|told|swore to) {WHOM}{WHEN}(?: that)? (?:I|we)(?:'d|'ll| would| will)"
    r"|(?:^|[,.;:!?] ?|\b(?:please|some(?:one|body)|can you|could you|and|oh|so|but) )remind me to|\bI(?:'ve)?"
    r" (?:promised?|said I'll|told \w+ I'd|told \w+ I'll|swore)(?: (?:to|that|I'll"
    r"|I'd|(?-i:[A-Z])\w+(?: (?:I'll|I'd|to))?|him|her|them|you))*"
    rf"|(?:^|[,;] ?|\band )told {WHOM}(?: that)? (?:I|we)(?:'d|'ll| would| will)"
    rf"|\b(?:I|we) {OFTEN}(?:need|have|must remember|'ve got|have got|'ve still got|must) to|\b(?:I|we)'ve"
    rf" {OFTEN}(?:got"
    rf" )?to|\b(?:I|we)(?:'m|'re| am| are) {OFTEN}to|\bI promise(?: you)?(?: to| I'll| that I'll)"
    r"|\bI(?:'ve)? (?:said|promised (?-i:[A-Z])\w+|swore)(?: that)? I(?:'d|'ll| would)"
    r"|\b(?:I |I've |I have |have )?(?:keep|kept|been) (?:meaning to|saying I'll|saying I'd|promising to|intending"
    r" to)(?! (?:since|for|all|ever)\b)"
    r"|\b(?:I|we)(?:'d| had) better"
    r"|\b(?:note to self|mental note|reminder(?: to self)?)(?: to)?"
    r"|\b(?:still )?got to(?= \w+ (?-i:[A-Z]|my|the|his|her|that))|\b(?:I'll|we'll)(?: definitely| have to)?"
    rf"|\b(?:I )?owe(?! {WHOM}(?: (?:one|an? (?:apology|thank\w*|favou?r|lot|pint|beer|drink)|everything|big time|my"
    r" life)|[,.!]|$))"
    r"|\bI'm supposed to|\bI'm meant to|\bdon't let me forget to|\bI've"
    r" still not|\bI still haven't|\b(?:I've|I have) yet to|\bI plan to|\bI intend to"
    r"|\bI'm (?:going|planning|hoping) to|\bwe're (?:going|planning|supposed|meant) to)\b(?! (?:be|say|admit|laugh"
    r"|think|see"
    r"|have(?! (?:it|them|that|one|those|(?:his|her|their|your|the) [\w-]+) (?:back|done|ready|finished|sorted"
    r"|\w+ing)\b)"
    r"|love|like|feel|need|miss|never|always|get over|survive|die|live|try|know|want|bet|tell you"
    r" (?:what|that)|not|fight|manage|take that|pass|stop"
    r"|go(?! (?:and |out and |back and |round and |over and )?(?:put|get|see|buy|collect|pick|fetch|sign|tell|ask"
    r"|help|move|fix|pay|return"
    r"|sort|clean|do|find|visit|meet|drive|take|drop|check|measure|register|renew)\b| (?:back )?to (?:the (?!loo"
    r"|toilet|shops?\b)|my|his|her|their|an?|(?-i:[A-Z]))))\b)"
    r"(?P<what> [^,.!?;:…]{4,70})",
    re.I,
)
STRONG = re.compile(
    r"note to self|mental note|reminder|said I(?:'d| would)"
    r"|promis|remind me|said I'll|\btold (?:[\w-]+ ){1,2}(?:that )?(?:I|we)\b|don't let me forget|\b(?:I )?owe|swore"
    r"|(?:been|keep|kept) (?:mean|say)ing",
    re.I,
)
"""What one has promised, or asks to be reminded of, with a day or without."""
BEFORE_NOW = re.compile(
    r"\b(?:I|we|he|she|they|you) (?:left|lent|gave|bought|borrowed|sent|brought|made|got|broke|lost|found|promised"
    r"|[a-z]{3,}ed)\b",
    re.I,
)
"""In what is to be done, it says of a thing what was done with it, and on a day that is no deadline."""
GOT_THERE = re.compile(r"\bgot to (?:the|an?|my|our|his|her|their|bed|work|sleep|school)\b", re.I)


def duty_in(sentence: str) -> re.Match[str] | None:
    """What has to be done; who got to the pool has no duty."""
    return None if GOT_THERE.search(sentence) else DUTY.search(sentence)
