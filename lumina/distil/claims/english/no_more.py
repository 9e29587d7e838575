"""What is so no more, whatever it was: "I'm not moving to Leeds any more", "not in the Larks any more", "surgery is
over", "a fox got the hens"; and what was disliked until now: "I drink coffee now"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.facts import EMPTY, STUMP, clean
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.words import NAME
from lumina.distil.lasting import LIKELY_OVER
from lumina.known import ME, Claim, ClaimType, Mode

SURE = 0.75
LED = r"^(?:(?:so|and|but|well|yeah|obviously|basically|sadly|honestly|guess|looks like|turns out|ok|okay|anyway),? )*"
WHAT = (
    r"(?:(?:the|my|our|that|any|an?|all|to|in|into|on|at|for|with|up|back) )*"
    r"(?P<what>(?!(?:it|this|that|you|him|her|them|us|here|there|out|off|down|away|back|home|over|around|much|far|more)\b)[\w'&-]+"
    r"(?: (?!(?:any|anymore|because|cos|since|so|but|when|if|at|in|on|with|for|to)\b)[\w'&-]+){0,3}?)"
    r"(?: (?:at|in|on|with|for|to) [\w' -]{2,30}?)?"
)
ANY_MORE = r" (?:any ?more|any longer|after all)(?= *(?:$|[,.;!]|\b(?:and|so|but|because|cos|since)\b))"
DOES = (
    r"(?:do|take|get|play|have|go|watch|eat|drink|smoke|use|run|sing|see|ride|swim|read|wear|keep|teach|train|own"
    r"|visit|drive|deliver|coach|manage|clean|volunteer at|volunteer with|help at|serve|collect"
    r"|follow|breed|host"
    r"|work(?= (?:nights|weekends|lates|earlies|shifts|from home|part[- ]time|\w+days)\b)|like"
    r"|love|hate|enjoy|need|want|rent|grow|attend|buy|cook|make|plan|practise|practice|study)"
)
DOING = r"(?!(?:working|living|seeing|dating|talking|speaking|feeling|being)\b)[a-z]{2,}ing"
NOT_DOING = re.compile(
    rf"{LED}(?:(?:I'm|I am|we're|we are) )?not (?:going to be |even )?(?:{DOING} )+{WHAT}{ANY_MORE}", re.I
)
NO_LONGER_DOING = re.compile(
    rf"{LED}(?:(?:I'm|I am|we're|we are) )?no longer (?:{DOING} )+{WHAT}"
    r"(?= *(?:$|[,.;!]|\b(?:and|so|but|because|cos)\b))",
    re.I,
)
ALONE = re.compile(
    rf"{LED}(?:(?:(?:I'm|I am|we're|we are) )?(?:not|no longer) (?P<what>{DOING})"
    r"|(?:(?:I|we) )?(?:do not|don't) (?P<do>(?!(?:work|live|know|care|think|want|feel|sleep|do|talk|go|see|say|mind"
    r"|believe|exist|bother|worry|cry|understand|hurt|come|stay|eat|get|have)\b)[a-z]{3,}))(?: at all)?"
    rf"{ANY_MORE}",
    re.I,
)
"""A doing without a word behind it."""
NOT_LATELY = re.compile(
    rf"{LED}(?:(?:I|we) )?(?:haven't|have not) (?:touched|played|practised|practiced|done|been to|used|ridden|picked up"
    rf"|opened|worn) {WHAT} (?:in|for|since) (?:weeks|months|years|ages|forever|(?:a|over a|two|three|four|six|the) "
    r"(?:year|month|weeks|months|years|summer|winter|spring|autumn|fall))\b",
    re.I,
)
NOT_WITH = re.compile(
    rf"{LED}(?:(?:I'm|I am|we're|we are) )?(?:not|no longer) (?:with|seeing|dating|going out with|engaged to"
    r"|married to)"
    rf" (?P<what>{NAME})(?= *(?:$|[,.;!]|any ?more\b|any longer\b|now\b))",
    re.I,
)
WITH_US = re.compile(
    r"\b(?:lives?|living|moved in|moving in|stays|staying) (?:here )?with (?:me|us)\b(?=.*\b(?:now|today|from now on"
    r"|for good|these days)\b)",
    re.I,
)
NOT_DONE = re.compile(
    rf"{LED}(?:(?:I|we) )?(?P<not>do not|don't|can't|won't|never) (?:really |even )?(?P<verb>{DOES}) "
    rf"(?:to (?:learn|do|see|go|be|get) )?{WHAT}{ANY_MORE}",
    re.I,
)
NO_LONGER_DONE = re.compile(
    rf"{LED}(?:I|we) no longer (?P<verb>{DOES}) {WHAT}(?= *(?:$|[,.;!]|\b(?:and|so|but|because|cos)\b))", re.I
)
NOT_OF_IT = re.compile(
    rf"{LED}(?:I'm|I am|we're|we are) (?:not|no longer) (?:in|with|on|part of|a member of|a fan of|into) {WHAT}"
    r"(?: any ?more| any longer| now)(?= *(?:$|[,.;!]|\b(?:and|so|but)\b))",
    re.I,
)
LEFT = re.compile(
    rf"{LED}(?:(?:I|we)(?:'ve| have)? )?(?:just |finally |had to )*(?:quit|leave|left|cancelled|canceled|ended"
    r"|let lapse)"
    r" (?:my |our |the )(?P<what>[\w' &-]{2,30}?) (?:membership|subscription|society|club|committee|group|league)\b",
    re.I,
)
OPERATION = r"(?:surgery|operation|op|procedure|treatment|chemo|radiotherapy|physio)"
OPERATED = re.compile(
    rf"{LED}(?:(?:the|my) )?(?P<of>(?!(?:the|my|first|next|last|after|before|no)\b)[\w-]+ )?(?P<what>{OPERATION})"
    r"(?:'s| is| was)? ?(?:all |finally |now )*(?:done|over|finished|behind me|complete)(?= *(?:$|[,.;!]|and\b))",
    re.I,
)
TAKEN_OUT = re.compile(
    rf"{LED}(?:I )?(?:(?:just|finally) )*(?:had|got) (?:both |all )?(?:my |the )(?P<what>tonsils?|appendix|wisdom teeth"
    r"|gallbladder|adenoids|stitches|cataracts?|gallstones?|kidney stones?|cast|braces|boot|splint) (?:out|off"
    r"|removed|done)\b",
    re.I,
)
CAME_OFF = re.compile(
    r"^(?:the |my )?(?P<what>cast|brace|braces|boot|splint|sling|stitches|bandages?|plaster|eyepatch|patch)"
    r"(?:'s| is| are| has| have)? ?(?:just |finally )*(?:came|come|coming|are|is|was)? ?(?:off|out)\b"
    r"(?! (?:on|next|in)\b)",
    re.I,
)
FINISHED = re.compile(
    rf"{LED}(?:I'm |I've |I )?(?:(?:just|finally) )*(?:finished|done with|off|came off|come off)"
    r" (?:the |my |all the )(?P<what>antibiotics|steroids|pills|tablets|meds|medication|course of \w+"
    r"|crutches|chemo)\b",
    re.I,
)
EATER = r"(?:a |the )?(?:fox|foxes|hawk|coyotes?|mink|raccoons?|owl|weasel|stoat|badger|bobcat|heron|dogs?|rats?)"
EATEN = re.compile(
    rf"^{EATER} (?:just )?(?:got|took|killed|ate|had) (?P<all>all )?(?:of )?(?:the|our|my) (?:\w+ )??"
    r"(?P<what>chickens?|hens?|ducks?|geese|rabbits?|bunn(?:y|ies)|fish|quails?|pigeons?)\b",
    re.I,
)
WRECKED = re.compile(
    r"^(?:my|our|the) (?P<what>[a-z][\w-]*(?: [\w-]+)?)(?:'s| is| has| have| got| was)?(?: been| completely| finally)*"
    r" (?:blew (?:down|away)|burn(?:t|ed) down|burnt out|caught fire|collapsed|wrecked|totall?ed|trashed|sank|sunk"
    r"|flattened|smashed to bits|destroyed|beyond repair|died on me|conked out|packed up for good)\b",
    re.I,
)
TASTED = re.compile(
    rf"{LED}I(?:'m| am)? (?:actually |do |really |even |kind of )*(?P<verb>like|likes|love|enjoy|eat|eating|drink"
    r"|drinking"
    r"|adore|am into|into) (?P<what>(?!(?:it|that|this|them|you|him|her|a|the|my|to)\b)[\w'-]+(?: (?!now\b)[\w'-]+)?)"
    r" (?:now|these days|nowadays|all of a sudden)\b",
    re.I,
)
NOT_BEFORE = re.compile(r"\b(?:never|not|hate|hated|except|only|unless|\w+n't)\b", re.I)
KINDS = ("hobby", "habit", "possession", "plan", "event", "school", "health", "job", "likes")
OF_THE_BODY = ("health", "event", "plan")
MOVING = re.compile(r"\b(?:moving|relocating|emigrating)\b", re.I)
NOT = re.compile(r"^.*?\b(?:(?:not|no longer|never)|\w+n't) (?:going to be |really |even )?", re.I)
"""What stands before what is done no more."""
HAD = ("have", "own", "keep")
DISLIKED = ("like", "love", "enjoy", "want", "need", "follow", "eat", "drink")
ONE_OF = {"geese": "goose", "bunnies": "bunny"}


def no_more_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """That what is called so is over for the person: where nothing is called so, it says nothing."""
    text, about = bare(clause.said), of[0].about if of else ME
    if about != ME and WITH_US.search(text):
        yield Claim(ClaimType.FACT, about, "home", "", clause.sentence, SURE, Mode.ENDS)
    if about == ME or re.match(r"(?:the|my|our)\b", text, re.I):
        yield from _not_done(text, clause)
        yield from _of_the_body(text, clause)
        yield from _likes_now(text, clause)
    if eaten := EATEN.match(text):
        what = eaten["what"].lower()
        yield _over("pet", ONE_OF.get(what, what.removesuffix("s")), clause, eaten.group().lower())
    if (wrecked := WRECKED.match(text)) and (what := clean(wrecked["what"])) and not EMPTY.match(what):
        yield Claim(ClaimType.FACT, ME, "possession", what, clause.sentence, LIKELY_OVER, Mode.ENDS)


def _not_done(text: str, clause: Clause) -> Iterator[Claim]:
    if lately := NOT_LATELY.match(text):
        for kind in ("hobby", "habit"):
            yield Claim(ClaimType.FACT, ME, kind, clean(lately["what"]), clause.sentence, LIKELY_OVER, Mode.ENDS)
    elif alone := ALONE.match(text):
        yield from (_over(kind, alone["what"] or alone["do"], clause) for kind in ("hobby", "habit"))
    patterns = (NOT_WITH, NOT_DOING, NO_LONGER_DOING, NOT_DONE, NO_LONGER_DONE, NOT_OF_IT, LEFT)
    match = next((found for one in patterns if (found := one.match(text))), None)
    what = clean(match["what"]) if match else ""
    if not match or EMPTY.match(what) or STUMP.search(what):
        return
    verb = (match.groupdict().get("verb") or "").lower()
    if match.re is NOT_WITH:
        yield _over("partner", what, clause)
        return
    if verb == "hate":
        yield _over("dislikes", what, clause)
        return
    told = (
        f"no longer {NOT.sub('', match.group()[: match.end('what') - match.start()])}" if match.re is not LEFT else ""
    )
    for kind in KINDS:
        disliked = verb in DISLIKED and (match.groupdict().get("not") or "").lower() != "can't"
        if kind != "likes" or disliked or match.re is NOT_OF_IT:
            yield _over(kind, what, clause, told)
    if MOVING.search(match.group()):
        yield Claim(ClaimType.FACT, ME, "home", "", clause.sentence, SURE, Mode.AWAITS)
    if verb in HAD:
        yield _over("pet", what, clause)


def _of_the_body(text: str, clause: Clause) -> Iterator[Claim]:
    """What was wrong, and is put right, and what was worn or taken for it."""
    if done := OPERATED.match(text):
        yield from (_over(kind, done["what"], clause) for kind in ("event", "plan"))
        if done["of"]:
            yield _over("health", clean(done["of"]), clause)
    elif gone := TAKEN_OUT.match(text) or CAME_OFF.match(text) or FINISHED.match(text):
        yield from (_over(kind, gone["what"], clause) for kind in OF_THE_BODY)


def _over(kind: str, what: str, clause: Clause, told: str = "") -> Claim:
    return Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS, replaces=told)


def _likes_now(text: str, clause: Clause) -> Iterator[Claim]:
    """What is liked, eaten or drunk now is disliked no more."""
    tasted = TASTED.match(text)
    if tasted and not NOT_BEFORE.search(text):
        what, does = clean(tasted["what"]), tasted["verb"].lower().removesuffix("ing")
        yield _over("dislikes", what, clause)
        yield _over("habit", f"doesn't {does} {what}", clause)
        yield Claim(ClaimType.FACT, ME, "likes", what, clause.sentence, SURE)
