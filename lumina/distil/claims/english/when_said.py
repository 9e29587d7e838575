"""What a sentence tells by when it is so: what is done again and again, what is to be, and what once was."""

import re
from collections.abc import Mapping, Sequence

from lumina.distil.claims.english.clauses import Clause, bare, clauses
from lumina.distil.claims.english.misread import as_meant
from lumina.distil.claims.english.subjects import SUBJECTLESS, spoken_of
from lumina.distil.claims.tagged.claims import ASKED_ABOUT
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import NUMBER
from lumina.language.when.english import PAST

GUESSED = 0.72
"""The confidence of what is told so."""
LONGEST, SHORTEST = 16, 3
"""Words of what is told."""

WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
SEASON = r"(?:spring|summer|autumn|fall|winter|christmas|easter|michaelmas|new year|half[- ]term)"
MONTH = (
    r"(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november|december"
    r"|(?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec))"
)
AGAIN = re.compile(
    rf"\b(?:(?:every|each|most) (?:single |other |blessed |bloody |second )?(?:days?|mornings?|nights?|evenings?"
    rf"|afternoons?|weeks?|weekends?|months?|years?|{WEEKDAY}s?|{SEASON}s?|{MONTH}|payday|lunchtime|tea ?time|(?-i:Sun"
    rf"|Mon|Tue|Tues|Wed|Thu|Thurs|Fri|Sat))|(?:on|of) an? (?:{WEEKDAY}|weekend|morning|night|evening)(?: (?:night"
    rf"|morning|evening|afternoon))?|on (?:{WEEKDAY}s|weekends|weeknights|alternate {WEEKDAY}s)"
    rf"|(?:once|twice|thrice|(?:two|three|four|five) times|\d times) an? (?:day|week|fortnight|month|year)"
    rf"|without fail|come (?:rain or shine|{WEEKDAY})|last thing at night|first thing (?:in the morning|every)"
    rf"|before (?:bed|breakfast)(?= every|$)|at weekends|{WEEKDAY} (?:nights|mornings|evenings|afternoons)"
    rf"|(?:nightly|weeknights|weekdays),?)(?= *(?:$|[,.;!]|\w))",
    re.I,
)
"""What is done again and again."""
AHEAD = re.compile(
    rf"\b(?:next (?:year|{SEASON}|{MONTH}|month|term)|come (?:the )?(?:{SEASON}|{MONTH})|in (?:the )?(?:{SEASON}"
    rf"|{MONTH}|new year|20[2-9]\d)|(?:by|before|until|till) (?:next|the end of|{SEASON}|{MONTH}|20[2-9]\d"
    rf"|I(?:'m| am) (?:{NUMBER}))|this (?:coming )?(?:{SEASON}|{MONTH})"
    rf"|(?:in|after) (?:a|one|two|three|four|five|\d) (?:more )?(?:years?|months?|winters|summers|seasons)(?: time)?"
    rf"|(?:one|two|three|four|five|\d) more (?:years?|winters?|summers?|seasons?)"
    rf"|when (?:I|we) (?:retire|finish|graduate|qualify|hang up|turn (?:{NUMBER}))|when school lets out)\b",
    re.I,
)
"""What lies ahead by more than days."""
OWN = re.compile(r"\b(?:I|we|I'm|I've|we're|we've|I'll|we'll|me and (?-i:[A-Z])\w+)\b", re.I)
TO_BE = re.compile(
    r"\b(?:(?:I'm|we're|I am|we are|me and (?-i:[A-Z])\w+(?: are)?|me|we|I) (?:both |all |finally |just )?"
    r"(?:off to|going|fixing"
    r"|(?!(?:feel|think|hop|lov|hat|dread|look|wait|dy|sitt|be|hav|bor|do|turn)ing\b)\w{3,}in[g']?\b)"
    r"|(?:I'll|we'll|I will|we will|I shall|we shall) (?!(?:be (?:fine|ok|glad|sorry)|see|never|have to|need|miss|know"
    r"|think|try|turn|die|win)\b)\w+|(?:I|we) (?:fly|move|go (?:home|back)|start|open|build|retire|emigrate|marry"
    r"|tour|sail|leave)\b)"
    r"|^(?:going|moving|flying|opening|starting|off|writing|sitting|riding|cycling|walking|driving|taking|doing|getting"
    r"|retiring|emigrating|buying|building|training|tourin?g?|finally \w+ing|saving)\b",
    re.I,
)
"""What one is to do."""
WILL = re.compile(r"\b(?:will|shall|going to)\b|'ll\b", re.I)
ONCE = re.compile(
    rf"\b(?:(?:in|since|back in) (?:19\d\d|200\d|201\d|202[0-5]|the (?:sixties|seventies|eighties|nineties|noughties"
    rf"|\d0s)|'?\d\d\b(?! (?:minutes|hours|days|weeks|months|years|degrees|%))|(?:yr|year|grade|form) \d\d?)"
    rf"|last (?:year|{SEASON}|{MONTH})|(?:{NUMBER}|a few|some|many|a couple of) years (?:ago|back)|(?:19|20[01])\d\d"
    rf"|when I was (?:{NUMBER}|a (?:kid|boy|girl|lad|lass|child|teenager|student|nipper|wee\w*)|little|small|young"
    rf"|at (?:school|uni|college)|in (?:yr|year|grade)|pregnant|expecting)|at (?:{NUMBER})(?= *(?:$|[,.]))"
    rf"|in (?:my|our) (?:first|second|third|last|final) (?:year|week|month|term|day)|(?:my|our) very first"
    rf"|first year I)\b",
    re.I,
)
"""When something was that is long past."""
LASTED = re.compile(
    r"\b(?:was|were|lived|worked|used|had|born|grew|liked|loved|hated|knew|kept|wanted|thought|felt|looked|seemed|said"
    r"|told|taught|studied|played|been|started|retired|moved|left|read|swore|abandoned|stopped|quit|gave|lapsed"
    r"|dropped|missed|ran (?:an?|the|my)|owned|drove)\b",
    re.I,
)
"""What was so for long, or is told by other rules."""
HAPPENED = re.compile(
    r"^(?:(?:I|we|me and (?-i:[A-Z])\w+|(?-i:[A-Z])\w+ and (?:I|me))(?:'ve| have)? )?(?:(?:once|just|only|finally|even"
    r"|also|actually|nearly) )*(?P<did>\w+)\b",
    re.I,
)
OTHERS = re.compile(
    r"^(?:it|he|she|they|you|this|that|these|those|there|someone|somebody|everyone|everybody|people|nobody|folk|who"
    r"|what"
    r"|the (?!(?:same|gym|pub|rosary|pool|allotment|market|bingo|library|school run)\b))\b"
    r"|\b(?:he|she|they|you|it|people|everyone|everybody|nobody|someone|somebody)(?:'s|'re|'ll)?"
    r" (?!(?:knows?|says?|reckons?)\b)(?:\w+s|is|are|was|were|do|does|have|has|will|go|come|get)\b",
    re.I,
)
"""Somebody, or something, else is the subject."""
VERB = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|goes|comes|gets|makes|takes|says"
    r"|runs"
    r"|works|plays|lives|rains|snows|opens|closes|starts|leaves|arrives|happens|feels|looks|seems|costs|needs|wants)\b"
    r"|'(?:s|re|ll|m)\b",
    re.I,
)
"""A sentence with a verb is about its subject, a fragment about the person."""
NOTHING = re.compile(
    r"\b(?:rain\w*|snow\w*|weather|sun(?:ny|shine)|traffic|news|bins?|bills?|rent is|thank|thanks|sorry|hope|wish"
    r"|(?:is|are|be) the same"
    r"|lol|haha+|joke|different|older|worse|better|learn(?:s|t)? (?:something|new)|tell (?:him|her|them|you|myself)"
    r"|say (?:it|that|this|so)|think (?:about|of|it)|feel\w*|(?:love|hate) (?:it|this|that)|miss (?:him|her|them|you"
    r"|it)|forget"
    r"|lose|cry|die|wonder|happens?|struggle|battle|groundhog|gets? me|see you|wake up (?:tired|knackered|sore))\b|\?",
    re.I,
)
"""What is said of every day, and tells nothing."""
LED = re.compile(r"^(?:(?:I|we)(?:'m|'ve|'re| am| are| have)? |and |so |also |just |well |oh )+", re.I)
TOLD_BY = {
    "habit": ("habit", "hobby", "skill", "likes", "plan", "event"),
    "plan": ("plan", "event", "school", "job", "workplace", "home"),
    "event": ("event", "home", "job", "workplace", "school", "hometown", "partner", "birthday", "plan", "pet"),
}
"""Kinds under which a sentence may have told the same already."""


def by_when(text: str, found: Sequence[Claim]) -> list[Claim]:
    """What was found, and what the sentences of a text tell of the person by when it is so, where no rule has read it;
    what was guessed out of a part of that gives way."""
    read: list[Claim] = [*found]
    for sentence, said in _sentences(text).items():
        for kind, value in (("habit", _again(said)), ("plan", _ahead(said)), ("event", _once(said))):
            if not value or not SHORTEST <= len(value.split()) <= LONGEST:
                continue
            same = [one for one in read if _is_near(one, kind, sentence)]
            if all(one.confidence <= ASKED_ABOUT for one in same):
                read = [one for one in read if one not in same or one.value.lower() not in value.lower()]
                read += as_meant([Claim(ClaimType.FACT, ME, kind, value, sentence, GUESSED)])
            break
    return read


def _is_near(one: Claim, kind: str, sentence: str) -> bool:
    return one.type is ClaimType.FACT and one.about == ME and one.text == sentence and one.kind in TOLD_BY[kind]


def _sentences(text: str) -> Mapping[str, Sequence[Clause]]:
    """The clauses of each sentence that states something."""
    found = dict[str, list[Clause]]()
    for clause in clauses(text):
        found.setdefault(clause.sentence, []).append(clause)
    return found


def _again(said: Sequence[Clause]) -> str:
    """What is done again and again: the sentence up to what else it says."""
    if not (match := AGAIN.search(said[0].sentence)):
        return ""
    whole = ", ".join(one.said for one in said if not one.said[:1].isspace())
    part = next((one for one in said if AGAIN.search(one.said)), None)
    if part is None or NOTHING.search(whole) or _is_anothers(part.said):
        return ""
    follows = said[said.index(part) + 1 : said.index(part) + 2]
    if AGAIN.match(part.text) and not OWN.search(part.said) and follows and OWN.match(follows[0].text):
        return "" if PAST.search(follows[0].said) else _trimmed(f"{match.group()} {follows[0].text}", AGAIN)
    if PAST.search(part.said) or (not OWN.match(part.text) and VERB.search(part.text)):
        return ""
    return _trimmed(part.text, AGAIN)


def _ahead(said: Sequence[Clause]) -> str:
    """What is to be, by more than days."""
    for place, one in enumerate(said):
        if not AHEAD.search(one.said) or _is_anothers(one.said):
            continue
        next_ = said[place + 1] if len(said) > place + 1 and not OWN.search(one.said) else one
        meant = one if TO_BE.search(one.text) else next_
        if TO_BE.search(meant.text) and not NOTHING.search(meant.said):
            over = PAST.search(meant.said) and not WILL.search(meant.said)
            return "" if over else _trimmed(meant.text, AHEAD)
    return ""


def _once(said: Sequence[Clause]) -> str:
    """What befell the person, or they did, long ago."""
    for one in said:
        if (
            ONCE.search(one.said)
            and PAST.search(one.said)
            and not LASTED.search(ONCE.sub("", one.said))
            and not _is_anothers(one.said)
        ):
            match = HAPPENED.match(ONCE.sub("", one.text, count=1).strip() if ONCE.match(one.text) else one.text)
            return _trimmed(one.text, ONCE) if match and PAST.fullmatch(match["did"]) else ""
    return ""


def _is_anothers(said: str) -> bool:
    text = bare(said)
    if OWN.match(text):
        return False
    if OTHERS.search(text) or SUBJECTLESS.match(text):
        return True
    first = text.split(" ", 1)[0].lower()
    about = [one.about for one in spoken_of(text, "") if one.about != ME]
    return bool(about) and (
        not about[0][:1].isupper() or first in word_list("names.en") or VERB.search(text) is not None
    )


def _trimmed(text: str, when: re.Pattern[str]) -> str:
    """The text up to the piece that says when, without what leads up to it."""
    pieces = text.split(", ")
    last = max((place for place, piece in enumerate(pieces) if when.search(piece)), default=0)
    return " ".join(LED.sub("", ", ".join(pieces[: last + 1])).strip(" ,.;:!-–—").split())
