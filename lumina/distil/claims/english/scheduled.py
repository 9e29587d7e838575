"""What stands beside a day to come, whatever it is called: "symposium got pushed to the 24th", "I fly home March 1"."""

import re

from lumina.distil.claims.english.clauses import FILLER, bare
from lumina.language.when.english import is_past
from lumina.language.when.moments import When

BEFORE_DAY = (
    r"(?: (?:on|for|at|by|to|till|until|in|from|this|the|around|about|is|'s|before|again|now|morning|first thing))*"
)
NOUN = (
    r"(?:(?:my|me|our|the|an?|his|her|their|this|that|another|first|next) )?"
    r"(?P<what>(?!(?:I|we|he|she|it|they|you|that|this|there|what|who|everyone|nothing|something|today|only|not"
    r"|see|roll on|back"
    r"|happy|can't|don't|so|hope|just|thank|until|till|since|from|every|here|up|even|still|already|and|but)\b)"
    r"[\w'&-]+(?: (?!(?:I|we|he|she|they|you|was|were|had|did|went|because|if|when|who)\b)[\w'&-]+){0,8}?)"
)
STATES = (
    r"(?:(?:'s| is| are| has been| got| gets|'s been|'s got| have been| was| being)?"
    r" (?:booked(?: in)?|scheduled|set|down|pencill?ed in|arranged|moved|pushed|put|brought|shifted|changed"
    r"|rescheduled"
    r"|postponed|delayed|due|confirmed|bumped|coming up|happening|closing|opening|starting|beginning|landing"
    r"|arriving|back"
    r"|closes|opens|starts|begins|ends|runs out|expires|finishes|lands|kicks off|falls|arrives|comes|is)"
    r"(?: (?:back|forward|up|off|in))?|(?:'s| is| are))"
)
EVENT_IS = re.compile(rf"^{NOUN}{STATES}{BEFORE_DAY} ?$", re.I)
HAVE = re.compile(
    r"^(?:(?:I|we|he|she|they|(?-i:[A-Z])[a-z]+|(?:my|our) \w+)(?:'ve|'s| have| has)? (?:also |just |still |finally"
    r" )?)?(?:got|have|has|booked|booked in for"
    r"|booked myself in for|made) "
    rf"(?!to\b){NOUN}(?: booked(?: in)?| coming up| scheduled)?{BEFORE_DAY} ?$",
    re.I,
)
BARE_EVENT = re.compile(rf"^(?P<what>(?:my|our|the|[\w]+'s) [\w'-]+(?: [\w'-]+){{0,3}}?){BEFORE_DAY} ?$", re.I)
"""What is somebody's, and nothing but a day behind it: "mum's birthday Saturday"."""
THERE_IS = re.compile(
    rf"^there's (?:an? |the )?(?P<what>[\w' &-]{{3,50}}?)(?: starting| beginning)?{BEFORE_DAY} ?$", re.I
)
STATE_BEHIND = re.compile(r"(?:'s|'ve| has| have| is| are| was| got)(?: (?:been|now|just|all|got|being))+$", re.I)
"""What is left of a verb behind a noun: "my start's been"."""
WILL = re.compile(
    r"^(?:(?:I|we|me and \w+|(?-i:[A-Z])[a-z]+|my \w+|he|she|they) (?:also |both |all |finally )?)"
    r"(?P<what>(?:fly|move|leave|start|go back|see|meet|finish|return|drive|sail|travel|sit|present|perform"
    r"|play|run|race|have"
    r"|get|pick up|sign|complete|exchange|open|close|graduate|retire|march|sing|compete|hand over|check in"
    r"|check out|set off"
    r"|head|go|visit|flies|moves|leaves|starts|goes|finishes|returns|gets|arrives|comes|visits|lands|retires"
    r"|graduates"
    r"|'?re|are|'?m|am|'?s|is)"
    rf"(?: (?!(?:so|too|very|not|glad|sure|just|never)\b)[\w'&-]+){{0,7}}?){BEFORE_DAY} ?$",
    re.I,
)
WANTS = re.compile(
    r"\b(?:wants?|plans?|hopes?|is going|are going|'s going|is due|are due|'s due"
    r"|(?:I|we|'ve|have|has) (?:have|got|need)|I have|we have) to (?P<what>(?!(?:be|know"
    r"|think|say)\b)[\w' &-]{3,40}?)"
    rf"{BEFORE_DAY} ?$",
    re.I,
)
MOVED = re.compile(
    r"\b(?:moved|pushed|shifted|changed|put|brought|bumped|rescheduled|postponed|delayed) (?:my |me |our |the "
    r"|his |her |that )"
    rf"(?P<what>[\w' &-]{{3,40}}?)(?: back| forward| off| up)? (?:to|till|until|for){BEFORE_DAY} ?$",
    re.I,
)
INVITED = re.compile(
    r"\b(?:asked|invited|wants?|wanted|is taking|are taking|'s taking|taking|booked|signed|put|roped|dragged"
    r"|got) (?:me|us)"
    r"(?: (?:out|in|up|down))?(?: (?:for|to|on|into)|(?<=booked me|booked us)(?= an? ))"
    rf" (?P<what>[\w' &-]{{3,50}}?){BEFORE_DAY} ?$",
    re.I,
)
WITH_DAY = re.compile(
    r"^(?:,| -| –)? ?(?P<what>(?!(?:and|but|so|if|because|when|I|we|to|or|till|until|through|scaries|blues"
    r"|night|morning|at|is|was)\b)\w[\w' &-]{2,40}?)(?= *(?:$|[,.;!]))",
    re.I,
)
PIECE = re.compile(
    r", (?:and |but |so |cos |because )?| (?:and|but|so|cos|because|then) (?=I\b|we\b|I'|we'|my\b|the\b|she\b"
    r"|he\b|they\b)",
    re.I,
)
CONNECTED = re.compile(rf"{BEFORE_DAY}$", re.I)
DAY_ALONE = re.compile(r"^(?:(?:it's|its|that's|on|the|for|yeah|yes|yep|so|now|oh|erm|um) ?)*$", re.I)
MOVED_IT = re.compile(
    r"\b(?:gives?|gave|given|giving|allowed|got) (?:me|us) (?:until|till|to)$|^(?:.*\b(?:they|he|she|we|I|who)(?:'ve"
    r"|'s| have| had to| had)? )?(?:moved?|pushed|shifted|changed|put"
    r"|brought|bumped|rescheduled|postponed|delayed)"
    r" (?:it|that|mine|me|us|him|her|things)?(?: back| forward| off| up)? ?(?:to|till|until|for|by)?$"
    r"|^(?:(?:I|we)(?:'ve| have)? |they(?:'ve)? (?:given|booked) me )?(?:(?:just|already"
    r"|finally) )?(?:(?:re)?booked |got )?"
    r"(?:in )?(?:another|a new|the next) ?(?:one|date|go|slot|appointment)?(?: (?:booked|in))?(?: for)?$"
    r"|\b(?:it|that)(?:'s| has| is| got|'s been| has been| was)?(?: been)? (?:now )?(?:moved|pushed|shifted"
    r"|changed|put|brought"
    r"|bumped|rescheduled|postponed|delayed)(?: back| forward| off)? ?(?:to|till|until|for)?$",
    re.I,
)
"""Without a word for what was moved."""
NO_MATTER = re.compile(
    r"\b(?:you|your|can't (?:believe|wait)|roll on|happy|it's only|it is only|already|feels?|weather|rain\w*"
    r"|snow\w*|sunny"
    r"|hate|love|like|always|usually|never|every|was|were|had|did|not|no|since|until|till?|haha+|lol|off"
    r"|cancelled|\w+n't)\b",
    re.I,
)
CARRIED = re.compile(
    r"^(?:(?:and|so|but|oh|well) )*(?:(?:it's|it is)(?= (?:(?:on|at|the|now|not|been|moved|next|this"
    r"|in|by|still|only|tomorrow"
    r"|today|tonight|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|jan|feb|mar|apr|may|june|july|aug|sep|oct|nov|dec)"
    r"|[^,.!?]{3,40}? now\b))|they've put me in|they(?:'ve| have) (?:moved|pushed|changed)"
    r"|(?:it|that)(?:'s| has| is)? (?:been )?moved"
    r"|(?:on |this |next )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d|\d{1,2}(?:st|nd|rd|th)?)\b"
    r"|due\b|(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?, (?:on )?(?:the )?\d)",
    re.I,
)
CARRIED_PLACE = re.compile(r"^(?P<place>(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?), (?:on )?(?:the )?\d")
"""What tells more of what was spoken of before, and where that is."""
VERBAL = re.compile(
    r"\b(?:I|we|he|she|it|they|you|who|there|is|are|was|were|am|be|been|have|has|had|do|does|did|will|would|can"
    r"|could|see"
    r"|got|get|gets|go|goes|went|come|comes|came|need|needs|want|wants|said|says|(?!(?:morn|even|wedd|meet|view"
    r"|hear|fill|fitt|screen|train)ing\b)[a-z]{2,}(?:ed|ing)|[a-z]+n't)\b|'(?:s|m|re|ve|ll|d)\b",
    re.I,
)
"""What makes a sentence one of its own: without it, it tells more of what the one before was about."""
OF_ITSELF = re.compile(r"[a-z]{2,}ing(?: [\w'-]+)+$", re.I)
"""What is done on the day, whatever stands before it."""
PREPOSED = re.compile(r"(?: (?:on|for|at|by|from|this|the|next|around|about))+$", re.I)
OWN = re.compile(r"(?:I|we)\b", re.I)
POINTLESS = re.compile(
    r"^(?:back|here|off|done|it|one|free|ready|around|away|home|in|out|there|together|a (?:day|week)|\w{1,2}"
    r"|(?:get|see|have|go)"
    r"|(?:get|have|see|do) (?:it|that|this|them|him|her|you|to)|(?:is|'s|are|'re|am|'m) \w+)$",
    re.I,
)


NEXT_CLAUSE = re.compile(r"[.!?;]|, (?=(?:(?:and|but|so) )?(?:I|we|he|she|they|it|you)\b)", re.I)


FOR_IT = re.compile(
    r"^,? ?(?:at [\w:.]{1,6}(?: ?[ap]m)? )?for (?P<what>(?:the|my|our|an?|another) [\w' -]{3,30}?)"
    r"(?= *(?:$|[,.;!]|\b(?:and|but|because|so|with|at)\b))",
    re.I,
)
GO_BACK = re.compile(
    r"^(?:(?:go|come|be|pop|head)(?: (?:back|in|up|down|there|again|over|to hospital))*|return)$", re.I
)
"""What one goes for is what is on the day."""


def scheduled(sentence: str, ahead: When) -> str:
    """What the sentence puts on a day to come; "" where it is nothing with a name."""
    head = PIECE.split(bare(sentence[: ahead.begin].strip(" ,")))[-1]
    for pattern in (MOVED, INVITED, WANTS, EVENT_IS, HAVE, THERE_IS, WILL, BARE_EVENT):
        if match := pattern.search(head + " "):
            what = match["what"].strip() if OWN.match(match.group()) or pattern is not WILL else match.group().strip()
            what = STATE_BEHIND.sub("", what)
            if GO_BACK.match(what) and (its := FOR_IT.match(sentence[ahead.end :])):
                return its["what"]
            return "" if POINTLESS.match(what) else what
    return ""


def beside(sentence: str, ahead: When) -> str:
    """What follows a day that stands by itself: "Saturday the 4th, me and Tom"."""
    head, tail = sentence[: ahead.begin].strip(" ,"), sentence[ahead.end :]
    match = WITH_DAY.match(tail) if DAY_ALONE.match(head) else None
    return match["what"].strip() if match else ""


def as_it_stands(sentence: str, ahead: When) -> str:
    """What a sentence that is not over says of a day to come, in its words: "Start Monday down Milford"."""
    head = bare(sentence[: ahead.begin].strip(" ,"))
    head = "" if FILLER.fullmatch(f"{head} ") or FILLER.fullmatch(head) else head
    last = PIECE.split(head)[-1]
    head = PREPOSED.sub("", last) if OF_ITSELF.match(last) else CONNECTED.sub("", head)
    whole = f"{head} {sentence[ahead.end :]}" if head else ""
    what = re.sub(r" (?=[,;])", "", " ".join(NEXT_CLAUSE.split(whole)[0].split())).strip(" ,")
    if NO_MATTER.search(sentence) or is_past(sentence, ahead.begin, ahead.end) or POINTLESS.match(what):
        return ""
    return what if len(what.split()) > 1 else ""


def is_alone(sentence: str, ahead: When) -> bool:
    """Whether the day stands by itself, as the answer to when it is."""
    return bool(DAY_ALONE.match(sentence[: ahead.begin].strip(" ,")))


def moves_it(sentence: str, ahead: When) -> bool:
    """Whether something that was told of before gets another day, and is not named."""
    head = sentence[: ahead.begin].strip(" ,")
    return bool(MOVED_IT.search(re.sub(r" (?:on|the)$", "", head)))
