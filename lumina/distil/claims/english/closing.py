"""What tells that something left open is over: that it is done, that it is off, how it went."""

import re
from collections.abc import Iterator
from datetime import datetime

from lumina.distil.claims.english.clauses import bare
from lumina.distil.claims.english.events import CANCELLED, EVENT, OFF, event_name
from lumina.distil.claims.english.values import clean
from lumina.distil.claims.english.verbs import as_bases
from lumina.known import ME, Claim, ClaimType, Day, Mode
from lumina.language.deeds import deeds
from lumina.language.when.english import PAST
from lumina.language.when.moments import When

DONE = re.compile(
    r"(?:^|\b(?:I|we)(?:'ve| have)? )(?:finally |just |already |at last )*(?:done|did|finished|completed"
    r"|sorted|passed|failed|aced|paid|repaid|squared"
    r"|rang|phoned|called|emailed|submitted|sent|handed (?:in|over|back|(?:my|the|our|his|her|their)\b)"
    r"|posted|gave|given|delivered|collected|picked up"
    r"|cancelled|returned|visited|won|lost|got the|moved in|signed|dropped off"
    r"|had (?:my|the|our|his|her) (?:[\w-]+ ){1,3}?(?:done|cut|fixed|out|removed|checked|serviced|off))\b"
    r"|^(?:(?:my|me|our|the|that) )?(?:[\w'-]+ ){0,3}?[\w-]+(?:'s| is| are| was)?(?: all)? (?:done|finished|sent|booked"
    r"|paid|submitted|posted|fixed|collected|delivered|signed|over|sorted|passed|over with|in the bag"
    r"|went (?:(?:really|so|very|pretty|quite) )?"
    r"(?:well|ok|okay|fine|great|badly|alright|brilliantly|terribly|horribly))(?= *(?:$|[,.!]))",
    re.I,
)
NOT_DONE = re.compile(
    r"\b(?:said I'(?:d|ll)|promised|not|never|yet|still|nearly|almost|supposed|meant|forgot|\w+n't)\b", re.I
)
NOT_YET = re.compile(r"\b(?:haven't|hasn't|hadn't|have not|has not|isn't|aren't|not yet|nor|never|no sign of)\b", re.I)
"""With it, nothing is over: "the aids haven't turned up"."""
NOT_AFTER_ALL = re.compile(
    r"\b(?:not|(?:is|are|was|wo|am)n't|'m not)(?: be)? (?:going|coming|doing|having|moving|flying|getting|taking"
    r"|selling|buying|driving|seeing|visiting)"
    r"(?: (?:to|on|for|ahead with|with|up|over|down|back))* (?P<what>(?!(?:to|in|on|at|after"
    r"|any)\b)[\w' -]{3,30}?)(?: (?:in|on|at|for|with) [\w' ]{2,20}?)? (?:after all|any ?more)\b",
    re.I,
)
"""What was to be, and is not."""
BEING_DONE = re.compile(r"\b(?:getting|to be|be|being) (?:done|fixed|sorted|replaced)\b", re.I)
"""What is yet to be done to somebody."""
SAYS = re.compile(r"\b(?:says|reckons)\b", re.I)
BARE_DONE = re.compile(
    r"^(?:failed|passed)\b|^(?:it's|its|that's|it is|it was) (?:all )?(?:done|over|out|finished|sorted"
    r"|gone)\b|^it went\b"
    r"|^(?:it|that|they|we|the (?:whole thing|day|night|weekend)|everything) (?:was|were|had|turned out)(?: (?:so"
    r"|really|very|just|absolutely|honestly"
    r"|truly|totally|all|both|pretty|actually|literally|kind of|quite|such|an?|the))* (?:perfect|great|amazing"
    r"|wonderful|lovely|fantastic"
    r"|brilliant|awesome|incredible|beautiful|fabulous|magical|fine|ok(?:ay)?|alright|good|nice|fun|terrible|awful"
    r"|horrible|rubbish|dreadful|disaster|blast"
    r"|great time|good time|lovely time|hit|success|mess|nightmare|boring)(?= *(?:$|[,.;!]|and\b|but\b|we\b|it\b"
    r"|though\b))|^(?:I )?"
    r"(?:got|did|passed|failed|survived|made|won) it\b"
    r"|^(?:I |we )?(?:took|accepted|turned down|declined|signed|said (?:yes|no)(?: to)?)(?: (?:it|them|the (?:job"
    r"|offer|place|flat)))?(?= *(?:$|[,.;!]|down\b))|^they said (?:yes|no)\b|^done\b",
    re.I,
)
OWN_DEED = re.compile(r"\b(?:I|we)(?:'ve| have)? (?:(?:just|finally|already) )?\w+", re.I)
VERB_IT = re.compile(
    r"^(?:(?:I|we|he|she|they|(?-i:[A-Z])[a-z]+)(?:'ve|'s| have| has)? )?(?:(?:finally|just|already|even|actually"
    r"|then) )*"
    r"(?P<verb>(?!(?:loved|liked|hated|needed|wanted|missed|called|named|used|tried|noticed|enjoyed|believed"
    r"|deserved|earned|watched|played"
    r"|remembered|ignored|guessed|blamed|asked|told|said|turned|looked|pulled|picked|nailed|smashed|killed|stopped"
    r"|started|happened|changed|moved|pushed)\b)"
    r"(?:[a-z]{2,}ed|sent|wrote|built|paid|rang|hung|rehung|sold|bought|took|brought|dug|drew|sewed|swept|lent))"
    r"(?: (?:off|up|in|back|out|over|away|down))? (?:it|them|that|those|one)(?: (?:off|up|in|back|out|over|away|down"
    r"|all))?\b"
    r"(?! (?:on|to|for) (?:the )?(?:next|\d))",
    re.I,
)
"""That one has done it, by the verb alone: "fixed it Thursday night"."""
REPORT = 0.5
LONG = 12
"""Words of what is left open at most."""
BREAK = re.compile(
    r"[,;:–—]? (?:and|but|so|because|cos|since|which|who|that|when|while|where|if|then|though|as)\b[^,;]*$"
    r"|[,;:–—] [^,;]*$",
    re.I,
)
"""Where a sentence that is too long may end."""
LOOSE = re.compile(
    r",? (?:an?|the|to|of|in|on|at|for|with|and|or|but|my|our|his|her|their|your|I|we|he|she|they|it|I'm"
    r"|we're|they're|he's"
    r"|she's|it's|is|are|was|were|be|been|so|because|from|by|as|this|that|into|about|than|some|no|not|just|very)$",
    re.I,
)
"""What no phrase ends with."""
ENOUGH = 3


def closed(sentence: str, at: datetime, ahead: When | None, put_off: bool) -> Iterator[Claim]:
    """What a sentence closes; `ahead` is the day to come that it names, `put_off` whether a later one names another. A
    deed that is told as done today is done."""
    if ahead and ahead.last <= at.date() and OWN_DEED.search(sentence) and deeds(sentence, "closes"):
        ahead = None
    if BARE_DONE.search(bare(sentence)):
        yield Claim(ClaimType.CLOSE, ME, "", shortened(sentence), sentence, 0.7, until=Day(at.date()))
    elif CANCELLED.search(sentence):
        if not put_off and not ahead and (match := OFF.search(sentence)):
            yield Claim(ClaimType.CLOSE, ME, "", clean(match["what"]), sentence, 0.7)
            yield Claim(ClaimType.FACT, ME, "event", clean(match["what"]), sentence, 0.75, Mode.ENDS)
    elif off := NOT_AFTER_ALL.search(sentence):
        yield Claim(ClaimType.CLOSE, ME, "", clean(off["what"]), sentence, 0.7)
    elif BEING_DONE.search(sentence):
        return
    elif not ahead and not NOT_DONE.search(sentence) and (deed := VERB_IT.match(bare(sentence))):
        yield Claim(ClaimType.CLOSE, ME, "", as_bases(deed["verb"].lower()), sentence, 0.7)
    elif not ahead and not NOT_YET.search(sentence) and (DONE.search(bare(sentence)) or deeds(sentence, "closes")):
        yield Claim(ClaimType.CLOSE, ME, "", shortened(sentence), sentence, 0.7)
    elif not ahead and (PAST.search(sentence) or SAYS.search(sentence)) and not NOT_DONE.search(sentence):
        event = EVENT.search(sentence)
        yield Claim(ClaimType.CLOSE, ME, "", event_name(event) if event else _told(sentence), sentence, REPORT)


def _told(sentence: str) -> str:
    return as_bases(shortened(bare(sentence)))


def shortened(text: str) -> str:
    """The text without what carries no meaning, and not too long to be told."""
    words = clean(re.sub(r"\b(?:just|really|actually|also)\b ?", "", text)).split()
    return " ".join(words) if len(words) <= LONG else _up_to_a_break(" ".join(words[:LONG]))


def _up_to_a_break(text: str) -> str:
    """The text up to where a phrase of it ends."""
    broken = BREAK.search(text)
    text = text[: broken.start()] if broken and len(text[: broken.start()].split()) >= ENOUGH else text
    while LOOSE.search(text):
        text = LOOSE.sub("", text)
    return text
