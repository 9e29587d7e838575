"""What is so no more, whatever it was: "I'm not moving to Leeds any more", "not in the Larks any more", "I switched
from tea to coffee"; and what was disliked until now: "I drink coffee now"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, STUMP, clean
from lumina.distil.lasting import LIKELY_OVER
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import NAME

SURE = 0.75
LED = r"^(?:(?:so|and|but|well|yeah|obviously|basically|sadly|honestly|guess|looks like|turns out|ok|okay|anyway),? )*"
WHAT = (
    r"(?:(?:the|my|our|that|any|an?|all|to|in|into|on|at|for|with|up|back) )*"
    r"(?P<what>(?!(?:it|this|that|you|him|her|them|us|here|there|out|off|down|away|back|home|over|around|much"
    r"|far|more)\b)[\w'&-]+"
    r"(?: (?!(?:any|anymore|because|cos|since|so|but|when|if|at|in|on|with|for|to)\b)[\w'&-]+){0,3}?)"
    r"(?P<limit> (?:at|in|on|with|for|to) [\w' -]{2,30}?)?"
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
UNTOLD = (
    r"(?:work|live|know|care|think|want|feel|sleep|do|talk|go|see|say|mind|believe|exist|bother|worry|cry|understand"
    r"|hurt|come|stay|eat|get|have|be|even|really|need|remember|trust|look|seem|fit|like|love|hate|blame|count)"
)
"""What one does no more that tells of nothing known, by the verb alone."""
ALONE = re.compile(
    rf"{LED}(?:(?:(?:I'm|I am|we're|we are) )?(?:not|no longer) (?P<what>{DOING})"
    rf"|(?:(?:I|we) )?(?:do not|don't|can't|won't) (?P<do>(?!{UNTOLD}\b)[a-z]{{3,}}))(?: at all)?{ANY_MORE}",
    re.I,
)
"""A doing without a word behind it."""
OTHER = WHAT.replace("<what>", "<other>").replace("?P<limit>", "?:")
ANY_VERB = re.compile(
    rf"{LED}(?:(?:I|we) )?(?:(?:do not|don't|can't) (?P<verb>(?!{UNTOLD}\b)[a-z]{{3,}}) (?!any ?more){WHAT}{ANY_MORE}"
    rf"|no longer (?P<does>(?!{UNTOLD}\b)[a-z]{{3,}}(?<!ing)) {OTHER}"
    r"(?= *(?:$|[,.;!])))",
    re.I,
)
"""By a verb that may mean anything: what was told has to have it, too."""
NOT_BEING = re.compile(
    rf"{LED}(?:(?:I'm|I am|we're|we are) )?(?:not|no longer) (?:(?:scared|afraid|frightened"
    r"|terrified) of (?P<feared>[\w ]+?)"
    rf"|(?:an? |the )?(?P<what>(?!(?:the|in|on|at|with|of|to|part|a member|so|that|this|going|here|there|sure|able"
    rf"|even|too|very)\b)(?!{DOING}\b)[\w-]+(?: (?!any ?more)[\w-]+){{0,3}}?)){ANY_MORE}",
    re.I,
)
GIVEN_UP_ON = re.compile(
    rf"{LED}(?:(?:I|we)(?:'ve|'m| have| am)? )?(?:just |finally )*(?:gave|given|giving) up on (?:the |my |our )?"
    r"(?P<what>[\w' -]{3,36}?)(?= *(?:$|[,.;!]|\b(?:because|cos|since|so|and|but|for good|altogether|entirely)\b))",
    re.I,
)
SWITCHED = re.compile(
    rf"{LED}(?:(?:I|we)(?:'ve|'m| have| am)? )?(?:just |finally |now )*(?:switched|swapped|changed"
    r"|(?:moved|gone|went)(?= over))"
    r" (?:over )?(?:(?:from (?:the |my |an? )?(?P<what>[\w' -]{2,24}?) )?to (?:an? |the )?(?P<new>[\w'-]+))",
    re.I,
)
INSTEAD_OF = {"decaf": "coffee", "vaping": "smoking", "patches": "smoking"}
"""What is had in the place of what."""
NOT_LATELY = re.compile(
    rf"{LED}(?:(?:I|we) )?(?:haven't|have not) (?:touched|played|practised|practiced|done|been to|used|ridden|picked up"
    rf"|opened|worn) {WHAT} (?:in|for|since) (?:weeks|months|years|ages|forever|(?:a|over a|two|three|four|six|the) "
    r"(?:year|month|weeks|months|years|summer|winter|spring|autumn|fall))\b",
    re.I,
)
NOT_WITH = re.compile(
    rf"{LED}(?:(?:(?:I'm|I am|we're|we are) )?(?:not|no longer)|(?:I |we )?(?:'ve |have )?stopped)"
    r" (?:with|seeing|dating|going out with|engaged to"
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
TASTED = re.compile(
    rf"{LED}I(?:'m| am)? (?:actually |do |really |even |kind of )*(?P<verb>like|likes|love|enjoy|eat|eating|drink"
    r"|drinking"
    r"|adore|am into|into) (?P<what>(?!(?:it|that|this|them|you|him|her|a|the|my|to)\b)[\w'-]+(?: (?!now\b)[\w'-]+)?)"
    r" (?:now|these days|nowadays|all of a sudden)\b",
    re.I,
)
WHAT_ALONE = (
    rf"{WHAT}(?= *(?:$|[,.;!]|\b(?:any ?more|any longer|now|nowadays|these days|actually|after all|funnily|though"
    r"|since|that much|and|but|so)\b))"
)
TOLERATED = re.compile(
    rf"{LED}I(?:'ve| have)? (?:actually |really |even |kind of |quite |just |finally )*(?:do not (?:even "
    rf"|really )?mind|don't (?:even "
    rf"|really )?mind|(?:came|come|coming) (?:a)?round to|(?:got|gotten|grown) (?:used to|to like)|warmed (?:up )?to"
    rf"|can (?:eat|stand|bear|stomach|take)) {WHAT_ALONE}",
    re.I,
)
"""What one does not mind one dislikes no more."""
OFF_IT = re.compile(
    rf"{LED}(?:(?:I'm|I am|I've|I have|I) )?(?:(?:been|gone|going|went|come|came|right|totally|completely|now"
    rf"|staying) )*"
    rf"(?<!day )off (?!(?:to|on|for|with|at|work|sick|school|duty|today|tomorrow|home|it|this|that|a|an|in"
    rf"|out)\b){WHAT_ALONE}",
    re.I,
)
"""What one is off one likes no more."""
NOT_BEFORE = re.compile(r"\b(?:never|not|hate|hated|except|only|unless|\w+n't)\b", re.I)
THATS_IT = re.compile(
    rf"{LED}(?:that's|that is) (?:(?:it|me(?: done)?)(?: then)?(?: for me and| for my| with)|the end of (?:me and|my))"
    r" (?:the |my )?"
    r"(?P<what>(?!(?:for|me|now|it|this|that|today|tonight|us|the|tea|lunch|my|a|of|with)\b)[\w'-]+(?: [\w'-]+)?)"
    r"(?: career| days| thing| for good)?(?= *(?:$|[,.;!]))"
    rf"|{LED}my (?P<days>[\w'-]+(?: [\w'-]+)?) (?:days|career)(?:'re| are|'s| is)"
    r" (?:over|done|behind me|finished|numbered)"
    rf"|{LED}no more (?P<none>[\w'-]+(?: [\w'-]+)?) for me(?= *(?:$|[,.;!]))"
    rf"|{LED}me and (?P<done>(?-i:[a-z])[\w'-]+) are (?:done|through|finished|over)(?= *(?:$|[,.;!]))",
    re.I,
)
"""That something is over, and it was the person's to do."""
KINDS = ("hobby", "habit", "possession", "plan", "event", "school", "health", "job", "likes")
CALLED_OFF = ("plan", "event")
AFTER_ALL = re.compile(r"\bafter all\b", re.I)
"""With it, what was to be is off, wherever and whenever it was to be."""
MOVING = re.compile(r"\b(?:moving|relocating|emigrating)\b", re.I)
NOT = re.compile(r"^.*?\b(?:(?:not|no longer|never)|\w+n't) (?:going to be |really |even )?", re.I)
"""What stands before what is done no more."""
HAD = ("have", "own", "keep")
DISLIKED = ("like", "love", "enjoy", "want", "need", "follow", "eat", "drink")


def no_more_in(clause: Clause, of: Sequence[Spoken]) -> Iterator[Claim]:
    """That what is called so is over for the person: where nothing is called so, it says nothing."""
    text, about = bare(clause.said), of[0].about if of else ME
    if about != ME and WITH_US.search(text):
        yield Claim(ClaimType.FACT, about, "home", "", clause.sentence, SURE, Mode.ENDS)
    if about == ME or re.match(r"(?:the|my|our)\b", text, re.I):
        yield from _not_done(text, clause)
        yield from _by_the_doing(text, clause)
        yield from _likes_now(text, clause)


def _not_done(text: str, clause: Clause) -> Iterator[Claim]:
    """By a verb and what it is done with; what is only done no more somewhere, or with somebody, is asked about."""
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
            over = _over(kind, what, clause, told)
            limited = match.groupdict().get("limit") and not (kind in CALLED_OFF and AFTER_ALL.search(match.group()))
            yield replace(over, confidence=LIKELY_OVER) if limited else over
    if MOVING.search(match.group()):
        yield Claim(ClaimType.FACT, ME, "home", "", clause.sentence, SURE, Mode.AWAITS)
    if verb in HAD:
        yield _over("pet", what, clause)


def _by_the_doing(text: str, clause: Clause) -> Iterator[Claim]:
    """By a verb that is the whole of it, or that has to be told of, too; by what one is no more."""
    if it := THATS_IT.match(text):
        what = clean(next(one for one in it.groupdict().values() if one))
        yield from (_over(kind, what, clause, f"gave up {what}") for kind in ("hobby", "habit"))
    elif lately := NOT_LATELY.match(text):
        for kind in ("hobby", "habit"):
            yield Claim(ClaimType.FACT, ME, kind, clean(lately["what"]), clause.sentence, LIKELY_OVER, Mode.ENDS)
    elif alone := ALONE.match(text):
        yield from _of_doing(alone["what"] or alone["do"], clause)
    elif (any_verb := ANY_VERB.match(text)) and not NOT_DONE.match(text) and not NO_LONGER_DONE.match(text):
        what = f"{any_verb['verb'] or any_verb['does']} {any_verb['what'] or any_verb['other']}"
        yield from (_over(kind, what, clause) for kind in ("hobby", "habit", "job"))
    elif being := NOT_BEING.match(text):
        kinds = ("dislikes",) if being["feared"] else ("job", "habit", "hobby", "health")
        yield from (_over(kind, clean(being["feared"] or being["what"]), clause) for kind in kinds)
    elif given_up := GIVEN_UP_ON.match(text):
        yield from (_over(kind, clean(given_up["what"]), clause) for kind in ("plan", "hobby", "habit"))
    elif switched := SWITCHED.match(text):
        yield from _switched(switched, clause)


def _of_doing(what: str, clause: Clause) -> Iterator[Claim]:
    """A doing, and who does it: who does not smoke is no smoker."""
    yield from (_over(kind, what, clause) for kind in ("hobby", "habit"))
    yield _over("habit", f"{what.removesuffix('e')}er", clause)


def _switched(match: re.Match[str], clause: Clause) -> Iterator[Claim]:
    """What is had no more since something else is; what nobody names is only likely over."""
    if match["what"]:
        yield from (_over(kind, clean(match["what"]), clause) for kind in ("hobby", "habit", "possession"))
    elif what := INSTEAD_OF.get(match["new"].lower()):
        yield Claim(ClaimType.FACT, ME, "habit", what, clause.sentence, LIKELY_OVER, Mode.ENDS)


def _over(kind: str, what: str, clause: Clause, told: str = "") -> Claim:
    return Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS, replaces=told)


def _likes_now(text: str, clause: Clause) -> Iterator[Claim]:
    """What is liked, eaten, drunk or borne with now is disliked no more, what one is off not liked."""
    if (match := TOLERATED.match(text)) and not EMPTY.match(what := clean(match["what"])):
        yield _over("dislikes", what, clause)
    if (match := OFF_IT.match(text)) and not EMPTY.match(what := clean(match["what"])):
        yield _over("likes", what, clause)
    tasted = TASTED.match(text)
    if tasted and not NOT_BEFORE.search(text):
        what, does = clean(tasted["what"]), tasted["verb"].lower().removesuffix("ing")
        yield _over("dislikes", what, clause)
        yield _over("habit", f"doesn't {does} {what}", clause)
        yield Claim(ClaimType.FACT, ME, "likes", what, clause.sentence, SURE)
