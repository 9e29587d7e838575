"""What is left open though no day of it is named: what one waits for, has put in for, was lent or has lent; and how
long it is said to take."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.values import STUMP, clean
from lumina.language.plain_english.words import RELATION
from lumina.language.when.english_days import NUMBERED, WEEK, count
from lumina.language.when.moments import When
from lumina.language.when.spans import month_span

STOP = (
    r"(?= *(?:$|[,.!?;:…(]| - |\b(?:and|but|so|cos|because|since|which|who|that|if|when|while|till|until|to come|for"
    r" (?:\w+ )?"
    r"(?:weeks|months|ages|days|years)|too|now|still|yet|again|as well|already|at the moment|these days)\b))"
)
THING = r"(?P<what>(?:(?!(?:and|but|so|because)\b)[\w'&%£$€.-]+ ){0,7}?[\w'&%£$€-]+)"
LED = r"(?:(?:and|so|but|oh|well|now|still|also|just|then|basically|meanwhile|anyway),? )*"
WAITS = re.compile(
    rf"(?:^|[,;] ?|\b(?:and|but|so) ){LED}(?:(?:(?:I'm|we're|I am|we are|I've been|we've been) )?(?:(?:still|just|now"
    r"|also|all|only|both) )*"
    r"waiting|(?:now )?(?:I|we) (?:just |now |all )*wait) (?:on|for|to hear (?:back )?(?:from|about))"
    rf" (?:the |my |our |an? )?{THING}{STOP}"
    r"|(?:^|[,;] ?|\b(?:I|we)(?:'ve| have)? )(?:still )?(?:not|never|haven't) (?:yet )?heard (?:back |anything |a"
    r" thing |a word )?"
    rf"(?P<by>from|about) (?:the |my |our )?{THING.replace('what', 'unheard')}{STOP}",
    re.I,
)
"""What one waits for: the object is a thing, and no bus."""
PASSING = re.compile(
    r"^(?:(?:next|first|last|night|the|this|my|our|his|her) )*(?:it|this|that|them|him|her|you|me|us|someone|somebody"
    r"|everyone|something|anything|nothing|one"
    r"|bus|train|tram|taxi|cab|uber|lift|ride|kettle|water|bath|tea|coffee|dinner|lunch|breakfast|supper|food|toast|oven|pizza|weekend"
    r"|summer|winter|spring|rain|sun|snow|night|morning|day|days|sleep|bed|moment|minute|right \w+|perfect \w+|good"
    r" \w+|inspiration|paint to dry|dust to settle"
    r"|lights?|green light|traffic|queue|turn|washing(?: machine)?|\w+ to (?:boil|stop|finish|start|cool|dry|end"
    r"|load|warm up|wake up|get (?:home|up|in)|come home))\b",
    re.I,
)
"""What everybody waits for, and nobody asks about a week later."""
SENT = re.compile(
    r"^(?:(?:I|we|they|(?:\w+ and I|me and [\w']+))(?:'ve| have|'m| am)? ?)?(?:(?:just|finally|also|already|actually"
    r"|now) )*(?:"
    r"applied (?:for|to)|(?:put|sent|going|gone|went) in for|sent (?:away|off) for|auditioned (?:for|at)|interviewed"
    r" (?:for|at|with)"
    r"|entered(?= (?:the|an?|my) )|made an offer on|put (?:my|our) names? down for|sent (?:off|in)(?= (?:my|the|an?"
    r"|our) )|submitted|lodged|filed"
    r"|(?:have|got|'ve|put) (?=(?:an?|our|my|the) (?:[\w-]+ ){0,2}(?:offer|application|claim|bid|complaint|request"
    r"|order|appeal) in\b)"
    r"|put (?=(?:an?|our|my|the) (?:[\w-]+ ){1,3}in(?= *(?:$|[,.;!]|for|on|at|with)))|put in (?=(?:an?|our|my|the)"
    r" (?:[\w-]+ ){0,2}"
    r"(?:offer|application|claim|bid|complaint|request|order|appeal)\b)) ?"
    r"(?:the |an? |my |our |that |those |some )?"
    rf"(?P<what>(?!(?:it|him|her|them|you)\b){THING.removeprefix('(?P<what>')}"
    r"(?= *(?:$|[,.!?;:…]|\b(?:and|but|so|cos|because|since|which|at the|on the|today|yesterday|last|this|over"
    r" the)\b))",
    re.I,
)
"""What somebody else has to answer."""
IN = re.compile(r" in\b(?: (?:for|on|with))?(?= |$)", re.I)
N = rf"(?:\d{{1,3}}|a couple of|an?|{'|'.join(NUMBERED)})"
SPELL = rf"(?:(?:{N})(?: to | or |-))?(?P<n>{N}) (?P<unit>day|week|fortnight|month)s?\b(?:'? wait)?(?: or so)?"
TOLD = (
    r"(?:they|he|she|(?:the|my|our) (?:[\w-]+ ){1,3}?|(?-i:[A-Z])[a-z]+ )(?:'ve )? ?"
    r"(?:says?|said|reckons?|reckoned|tells? me|told me|think)"
)
LASTS = re.compile(
    rf"\b(?:{TOLD}(?: (?:it's|it takes?|it'll (?:take|be)|it (?:can|could|might|would) (?:take|be)|to (?:allow|give"
    r" it)|give it|in|about|around|up to|maybe|another))*"
    r"|(?:takes?|taking|could be|can take|might be|it'll be|should be|be|up to|allow|give it|another)(?: (?:about"
    rf"|around|up to|another|roughly|maybe|at least))*) {SPELL}"
    r"(?! (?:ago|old|of|off|earlier|notice|to (?!(?:come|arrive|hear|process|reach|get here|come through|clear|be)\b)"
    r"|after|later|before|late|early|back|holiday|in))"
    r"|^(?:(?:up to|about|around|maybe|another|roughly|probably|well|within|in|yeah|so|oh)"
    rf" ?)*{SPELL.replace('<n>', '<m>').replace('<unit>', '<of>')}"
    rf",? (?:{TOLD}|to (?:hear|come|know|arrive|process|find out)\b|max\b|apparently\b|tops\b|at (?:the )?(?:most"
    r"|least)\b|give or take|minimum\b)",
    re.I,
)
"""How long it is said to take until one hears, or has it."""
WHO = (
    r"(?:(?:(?:Auntie|Aunty|Aunt|Uncle|Mrs?|Ms|Miss|Dr|Old|Big|Wee|Little) )?(?-i:[A-Z])[a-zà-ÿ]+|"
    rf"(?:my|our) (?:[\w-]+ )?(?:{RELATION}|boss|neighbou?r|landlord|landlady)|next door)"
)
A_THING = (
    r"(?P<thing>(?:(?:his|her|their|my|our|the|an?|some) )?"
    r"(?:(?!(?:for|and|but|to|so|until|till|while|when|because|back|off|from|last|this|since)\b)[\w'£$€&-]+ ?){1,5})"
)
BORROWED = re.compile(
    rf"\b(?P<who>{WHO})(?:'s|'ve| has| have)?(?: (?:just|kindly|even|very kindly|already))* (?P<lent>lent|loaned)"
    rf" (?:me|us) {A_THING}"
    r"|\b(?:I|we)(?:'ve| have|'m| am)?(?: (?:just|only|also|still|had to))* (?:borrowed|borrow|borrowing)"
    rf" {A_THING.replace('thing', 'loan')}(?:off|from) (?P<of>{WHO})"
    rf"|\bI(?:'ve| have)? (?:still |only )*(?:got|have|had) (?P<whose>{WHO})(?:'s?) (?P<kept>(?:(?!(?:and|but|on|in"
    r"|at|to|for|coming|here|round|over|since|back|number|word|blessing|permission|address|email)\b)[\w-]+"
    rf" ?){{1,3}})",
    re.I,
)
KEPT = re.compile(r"\b(?:still|since|back|borrow\w*|return|lent|months?|weeks?|ages|remind|keep meaning)\b", re.I)
"""What says of a thing of somebody's that it is to go back."""
KEPT_LENT = re.compile(r"\b(?:lent|loaned) (?:me|us)\b", re.I)
HAS_LENT = re.compile(r"(?:'s|'ve|has|have) (?:\w+ )*(?:lent|loaned)", re.I)
"""What was lent for a while once may be back long since; what somebody has lent is not."""
LENT = re.compile(
    rf"\b(?:I|we)(?:'ve| have)?(?: (?:just|only|already|stupidly|once))* (?:lent|loaned) (?P<who>{WHO}|him|her|them)"
    r" (?!(?:an? )?(?:ear|hand|shoulder)\b)(?P<thing>(?:(?:my|our|the|an?|some) )?(?:(?!(?:for|and|but|to|so|until"
    rf"|till|when|because|back|last|this|at|in|on)\b)[\w'£$€&-]+ ?){{1,5}})"
    rf"|\b(?P<has>{WHO}|he|she)(?:'s| has)? (?:(?:still )?(?:got|has)|borrowed|nicked off with|kept) (?P<mine>my"
    r" (?!(?:back|attention|heart|number|vote|eyes|nose|hair|sense|own|word|mum|dad|wife|husband|son"
    rf"|daughter)\b)(?:[\w-]+ ){{0,2}}[\w-]+)",
    re.I,
)
WANTED_BACK = re.compile(r"\b(?:back|still|return\w*|lent|borrow\w*|owes?)\b", re.I)
OBJECT = {"he": "him", "she": "her", "they": "them"}


@dataclass(frozen=True, slots=True)
class Left:
    """What is left open, and whether words for it say so outright."""

    what: str
    sure: bool


def left_in(sentence: str, turn: str) -> Left | None:
    """What a sentence leaves open without a day: what is waited for, put in for, borrowed or lent; `turn` is all that
    is said with it."""
    told = bare(sentence)
    if (waits := WAITS.search(told)) and not PASSING.match(waits["what"] or waits["unheard"]):
        what = clean(waits["what"] or waits["unheard"])
        return Left(what if waits["what"] else f"hear {waits['by']} {what}", sure=True)
    return next(_of_loans(sentence, turn), None) or _sent(told)


def _sent(told: str) -> Left | None:
    sent = SENT.match(told)
    what = clean(IN.sub("", sent["what"], count=1)) if sent else ""
    return Left(f"hear about {what}", sure=False) if what and len(what) > len("job") - 1 else None


def _of_loans(sentence: str, turn: str) -> Iterator[Left]:
    got = BORROWED.search(sentence)
    if got and (
        KEPT.search(KEPT_LENT.sub("", turn)) or not (got["kept"] or (got["lent"] and not HAS_LENT.search(got.group())))
    ):
        thing, who = got["thing"] or got["loan"] or f"{got['whose']}'s {got['kept']}", got["who"] or got["of"]
        yield Left(f"give {_bare(thing)} back{f' to {who}' if who else ''}", sure=True)
    elif (lent := LENT.search(sentence)) and (not lent["mine"] or WANTED_BACK.search(turn)):
        who = lent["who"] or lent["has"]
        yield Left(f"get {_bare(lent['thing'] or lent['mine'])} back from {OBJECT.get(who.lower(), who)}", sure=True)


def _bare(thing: str) -> str:
    return STUMP.sub("", re.sub(r"^(?:an?|some) ", "", thing.strip(), flags=re.I)).strip()


def in_time(sentence: str, at: datetime) -> When | None:
    """By when it is said to come: the day behind the time that it is said to take, at the most."""
    lasts = LASTS.search(bare(sentence))
    if not lasts:
        return None
    n, unit, day = count((lasts["n"] or lasts["m"]).lower()), (lasts["unit"] or lasts["of"]).lower(), at.date()
    if unit == "month":
        first, last, precision = month_span(day.year, day.month + n)
        return When(first, last, precision, len(sentence), len(sentence))
    due = day + timedelta(days=n * {"day": 1, "week": WEEK, "fortnight": 2 * WEEK}[unit])
    return When(due, due, "day", len(sentence), len(sentence))
