"""What "it" and "they" stand for in what is left open: what the sentences before were about, as it may be called."""

import re
from collections.abc import Sequence

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import RELATION

NO_NOUN = (
    r"(?!(?:of|half|more|each|any|many|none|two|three|four|how|why|when|where|which|I|we|he|she|it|they|you|that"
    r"|this|there|what|who|everyone|nobody|nothing|something|anything|everything|some|all|most|both"
    r"|only|day|days|time|way|lot|bit|thing|things|point|truth|weather|rest|problem|trouble|whole|worst|best|news"
    r"|plan|idea|bad|good|old|next|last|first"
    r"|same|other|one|ones|girl|boy|man|woman|lady|bloke|guy|mum|mom|dad|doctor|vet|nurse)\b)"
)
HEAD = (
    rf"{NO_NOUN}[\w-]+(?: (?!(?:is|are|was|were|has|have|had|and|but|so|to|of|for|in|on|at|with|from"
    r"|that|which|who|off|up|out|back|not|just|still|all|since|because)\b)[\w-]+){0,2}?"
)
SUBJECT = re.compile(
    rf"^(?P<what>(?:(?:my|our|the|his|her|their|that|(?-i:[A-Z])[\w-]+'s) )?{HEAD})(?:'s| is| are| was| were| has|"
    r" have| needs?| wants?"
    r"| stopped| broke| died| packed up| went| came| keeps?| won't| doesn't| never| haven't| hasn't| isn't| aren't|"
    r" didn't)\b",
    re.I,
)
"""What a sentence tells of."""
OBJECT = re.compile(
    r"\b(?:getting|got|get|have|has|having|bought|buying|ordered|need|needs|lent(?: (?:him|her|them|(?-i:[A-Z])\w+))?"
    r"|booked|fix|mend|started|entered|making|doing|found"
    r"|build|building|promised \w+|working on|knitting|sewing|crocheting|painting|restoring|planning|write|writing"
    r"|finish|do|took|taken|sent|posted|mailed|lost) (?P<what>(?:(?:my|our"
    rf"|the|his|her|their|an?|some|new|two|three|(?-i:[A-Z])[\w-]+'s) )+{HEAD}|(?=[a-z-]+s\b){HEAD}|(?=hearing"
    rf" ){HEAD})"
    r"(?= *(?:$|[,.!?;:]|\b(?:and|but|so|for|to|in|on|at|by|from|off|with|because|since|which|that|as|now|when"
    r"|before|done|cut|sorted)\b))",
    re.I,
)
"""What somebody has, gets, or works at."""
IS_ONE = re.compile(
    rf"^(?:(?:it|this|that)(?: one)?(?:'s| is) )?(?:an?|one|the|my|our) (?P<what>{HEAD})(?= *(?:$|[,.!]))", re.I
)
"""What something is."""
PUT_OFF = re.compile(
    rf"\b(?:put|putting) (?P<what>(?:the|my|our|his|her|their) {HEAD}) (?:off|back)\b|\b(?:moved|postponed|cancelled"
    rf"|shifted|bumped|called off) (?P<other>(?:the|my|our|his|her|their) {HEAD})",
    re.I,
)
"""What has another day."""
OWNED = re.compile(r"(?:my|our|his|her|their|(?-i:[A-Z])[\w-]+'s) ", re.I)
SOMEBODY = re.compile(rf"\b(?:{RELATION}|boss|neighbou?r|landlord|landlady)$", re.I)
SAID_OF = re.compile(
    r"^(?:it|they(?! (?:want|need|sa(?:y|id)|ask|call|ring|rang|let|told|tell|offer|expect|promis|reckon|gave"
    r"|give)\w*\b)|that|this|those)(?=(?:'s|'re|'ll|'d)?\b)(?!\b that\b)",
    re.I,
)
DONE_TO = re.compile(
    r"^(?P<does>(?!(?:be|see|think|know|say|love|like|hate|want|do|make|leave|get|call|let|have|keep)\b)[a-z]+(?:"
    r" (?:off|up|out|over|in|back|round|down))?(?: (?:him|her|them|me|us))?) (?:it|them|that|those"
    r"|one)\b(?P<rest>.*)$",
    re.I,
)
NAMELESS = re.compile(
    r"(?:(?:I'm|we're|they're|I am|we are) )?(?:going|off|back|there|on|doing it|having it)|(?:it|they|that|this"
    r"|those)(?:'s|'re|'ll| is| are| will)?"
    r"(?: (?:be|now|been|moved|put|back|on|going to be|be now|happening))*",
    re.I,
)
"""What says nothing of what it is at all."""
HELD = re.compile(
    r"^(?:have|get|be|keep|do|make) (?:it|them|that|those|one)\b(?P<rest>.*)$|^(?:(?:it|they|that)'(?:d|ll|s|re) )?"
    r"(?:(?:supposed|meant|due|needs?|has|have|got|going) to )?(?:be |get )?(?:done|ready|finished"
    r"|sorted)(?P<more>\b.*)$",
    re.I,
)
"""That one has it back, or done: what it is says as much."""


def thing_of(sentences: Sequence[str]) -> str:
    """What the last sentence that tells of a thing tells of; "" where none does."""
    for sentence in reversed(sentences):
        told = bare(sentence)
        if put_off := PUT_OFF.search(told):
            return clean(put_off["what"] or put_off["other"])
        found, owned = [*OBJECT.finditer(told)], SUBJECT.match(told)
        owned = owned if owned and OWNED.match(owned["what"]) and not SOMEBODY.search(owned["what"]) else None
        match = owned or (found[-1] if found else IS_ONE.match(told) or SUBJECT.match(told))
        what = re.sub(r"^(?:an?|some|the|new) ", "", clean(match["what"])) if match else ""
        if what and not EMPTY.match(what) and not what[:1].isdigit() and what.lower() not in word_list("names.en"):
            return what
    return ""


ASKED_WHEN = re.compile(
    r"\b(?:when(?:'s| is| are| does| do| will)?|what (?:day|date|time)(?:'s| is| are)?|how (?:about|goes)|what about"
    r"|and) (?:the|your|his|her|that|their|(?-i:[A-Z])[\w-]+'s)"
    r" (?P<what>[\w'-]+(?: (?!(?:due|coming|going|supposed|expected|ready|back|be|to|on|in|for|at|take|start|begin"
    r"|happen)\b)[\w'-]+){0,2})(?: (?:due|expected|ready|coming|back|to be|be|take place|start|begin|happen\w*|on"
    r"|over|arrive))?\?",
    re.I,
)
"""What a character asks the day of, or how it goes with."""


def asked_of(question: str) -> str:
    """What a question is about; "" where that has no name."""
    found = [*ASKED_WHEN.finditer(question)]
    what = clean(found[-1]["what"]) if found else ""
    return "" if EMPTY.match(what) else what


def called(what: str, thing: str) -> str:
    """What is left open with the name of the thing for its pronoun; as it is where nothing is known of it."""
    if not thing:
        return what
    if NAMELESS.fullmatch(what):
        return thing
    if SAID_OF.match(what):
        return SAID_OF.sub(thing, what, count=1)
    if held := HELD.match(what):
        back = "get " if (held["rest"] or "").strip().startswith("back") else ""
        return f"{back}{thing}{_told(held['rest'] or held['more'] or '')}"
    done = DONE_TO.match(what)
    return f"{done['does']} {thing}{done['rest']}" if done else what


def is_pronominal(what: str) -> bool:
    """Whether it says of something that it is to be done, and not what it is."""
    return bool(SAID_OF.match(what) or HELD.match(what) or DONE_TO.match(what))


def is_held(what: str) -> bool:
    """Whether it says no more than that one has it back, or done."""
    return bool(HELD.match(what))


def _told(rest: str) -> str:
    rest = rest.strip()
    return f" {rest}" if rest and rest.split()[0].lower() not in ("by", "before", "for", "in", "on", "until") else ""
