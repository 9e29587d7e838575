"""What is over, by a word for it: "I'm done with derby", "sold the Corsa", "San Diego's out, so it's Leeds instead"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.values import EMPTY, STUMP, clean
from lumina.distil.lasting import CERTAIN, TO_GET
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.lexicon import word_list

WHAT = (
    r"(?:(?:the|my|our|that|doing|going to|having|taking|playing|with|all) )*"
    r"(?P<what>(?!(?:it|this|that|I|we|you|he|she|they|him|her|them|me|us|by|on|in|at|a|an|work|home|bed|here|there"
    r"|trying"
    r"|asking|being)\b)"
    r"[\w'&-]+(?: (?!(?:and|but|so|because|cos|since|for|to|as|in|on|at|last|this|today|yesterday|now"
    r"|altogether|when|who"
    r"|which|with|from|cold|finally|because|it|I|we|they|got)\b)[\w'&-]+){0,3})"
)
LED = (
    r"^(?:(?:I|we)(?:'m|'ve|'re| am| have| are|'d)? )?(?:(?:finally|just|also|now|all|officially|so|had to|have to) )*"
)
DROPPED = re.compile(
    rf"{LED}(?P<how>done with|through with|finished with|packed in|jacked in|chucked in|chucked|given up|gave up"
    rf"|give up|quit"
    rf"|dropped|ditched|binned|stopped|sold on|sold|got rid of|let go of|traded in|swapped|swap|cancelled|scrapped"
    rf"|called off|no more|no longer (?:do|doing|have|play|go to)|don't (?:do|play|have) (?=[\w ]+ any ?more)"
    rf"|bye bye|goodbye"
    rf") {WHAT}",
    re.I,
)
GONE = re.compile(
    rf"^{WHAT}(?:'s| is| are|'re| has| have| got| was|(?= fell through\b)"
    r"|(?<=[a-z]s)(?<! was)(?<! is)(?<! has)(?<! his)(?<! its)(?= (?:all |now )?(?:off|out|cancelled|sold)\b))(?:"
    r" all| now| been| both)? "
    r"(?:(?:fell|falling) through\b|out|off|gone|no more|over|cancelled|called off|scrapped|binned|sold|shelved|on"
    r" ice|dead|history|not happening"
    r"|fallen through|folded|double[- ]?booked|over-?booked|booked up|fully booked|sold out|rained (?:off|out))(?="
    r" *(?:$|[,.;!]|\b(?:now|then|because|cos|so|after|for good|altogether|to a)\b))",
    re.I,
)
OUT = re.compile(r"(?:out|off|gone|over)$", re.I)
"""Somebody is out, or off, or over, and is so for now."""
GIVEN = re.compile(rf"{LED}(?P<how>gave|given|handed|donated|left|sold) {WHAT} (?:away|back|to (?!me\b|us\b))", re.I)
AWAY = re.compile(
    rf"{LED}(?P<how>given away|gave away|donated|returned|taken back|took back|handed back|handed in|written off"
    r"|wrote off|smashed"
    rf"|(?<=had to )(?:sell|give away|get rid of|let go of|scrap|donate)) (?=the |my |our ){WHAT}",
    re.I,
)
LET_GO = re.compile(rf"{LED}(?P<how>let) (?=the |my |our ){WHAT} go\b", re.I)
OFF = re.compile(rf"^they(?:'ve| have)? (?P<how>cancelled|scrapped|called off|dropped) (?=my |our |the ){WHAT}", re.I)
"""What others call off."""
TAKEN = re.compile(
    r"\b(?:some(?:one|body)|they|thieves|kids)(?:'s| has| have|'ve)? (?P<how>stole|stolen|nicked|pinched"
    rf"|smashed up) {WHAT}"
    rf"|^{WHAT.replace('<what>', '<lost>')}(?: was| got| has been|'s been| were) (?P<so>stolen|nicked|pinched"
    r"|written off|scrapped)\b",
    re.I,
)
INSTEAD = re.compile(rf"\b(?:instead of|rather than|in place of|swapped|traded(?: in)?) {WHAT}", re.I)
KINDS = ("hobby", "habit", "possession", "plan", "event", "school")
"""Kinds of which something may be over that is called by one word of it."""
FINISHED = re.compile(rf"{LED}(?:finished|completed)(?: making| knitting| crocheting| sewing| building)? {WHAT}", re.I)
"""What one was making is made."""
MADE = ("hobby", "plan")
HAD_AGAIN = re.compile(
    r"\b(?:(?:caved|cracked|gave in|slipped up|relapsed|fell off the wagon|(?:could|can)n't resist)\b[^.!?;]{0,20}?)?"
    r"(?P<had>had|have|having|drank|drink|drinking|smoked|smoke|smoking|ate|eat|eating|bought|back on)"
    r" (?:(?:an?|another|one|some|my|the|first|sneaky|cheeky|quick|little|few|couple of|two|three|fag|pack of) )*"
    r"(?P<what>(?!the\b)[a-z]{3,})",
    re.I,
)
AGAIN = re.compile(r"\b(?P<what>smoking|drinking|vaping|gambling|eating (?:meat|sugar|chocolate|dairy)) again\b", re.I)
CAVED = re.compile(
    r"\b(?:caved|cracked|gave in|slipped up|relapsed|fell off the wagon|off the wagon|couldn't resist"
    r"|can't resist|again"
    r"|back on|just (?:the )?one|first (?:one )?in|one won't hurt)\b",
    re.I,
)
"""How one tells that one had again what one had given up."""
HABITS = {
    **dict.fromkeys(
        ("cigarette", "cigarettes", "fag", "fags", "ciggie", "ciggies", "smoke", "smoking", "roll-up"), "smoking"
    ),
    **dict.fromkeys(
        ("beer", "pint", "pints", "wine", "gin", "drink", "drinking", "vodka", "whisky", "cider"), "drinking"
    ),
    **dict.fromkeys(("steak", "burger", "bacon", "chicken", "sausage", "kebab"), "meat"),
    **dict.fromkeys(("latte", "espresso", "cappuccino", "flat"), "coffee"),
    "vape": "vaping",
}
"""What is given up with them."""
FOR_A_WHILE = {"drinking": ("stopped drinking", "dry", "sober"), "smoking": ("stopped smoking",)}
"""How it is told that one leaves it alone for a month."""
TIES = {"wedding": "engaged", "engagement": "engaged", "marriage": "married"}
"""What one is no more when it is off."""
SURE = 0.75
GIVES_UP = frozenset(
    ("given up", "gave up", "give up", "packed in", "jacked in", "chucked in", "stopped", "quit", "done with")
)
PAST = {"sell": "sold", "give away": "gave away", "get rid of": "got rid of", "let": "let go of", "scrap": "scrapped"}
REPLACED = frozenset(("possession", "plan", "pet", "hobby", "home", "job", "workplace"))
"""Kinds of which something new tells what was over better than words for the end."""
GAVE_UP = re.compile(
    rf"{LED}(?P<how>gave up|given up|give up|quit|sworn off) (?:the |my |our |having |taking )*(?=[A-Z])"
)
"""That one gave up what has a name of its own; what is written small is known by the rules."""
WORK = re.compile(
    r"\b(?:job|work|shop|bank|school|uni|university|college|office|company|firm|inc|ltd|team|class)\b", re.I
)
OWN = re.compile(r"(?!(?:he|she|they|it|you|who|(?:my|our) \w+|(?-i:[A-Z])[a-z]+) )", re.I)
ASKED_ABOUT = 0.6
"""The confidence that something was given up, and not a place of work left."""

GROUP = (
    r"(?:(?:(?:the|my|our) )(?P<what>(?:(?!(?:is|was|has|had|and)\b)[\w'-]+ ){0,2}?(?:band|choir|quartet|trio|duo"
    r"|orchestra|ensemble|chorus|troupe|team|club|league|squad|side|group|crew|circle|society)))"
)
SPLIT_UP = re.compile(
    rf"(?:^|, ){GROUP}(?:'s| has| have| is| are)? ?(?:(?:just|all|finally|officially|basically|sadly) )*"
    r"(?:split(?: up)?|splitting up|broke up|broken up|breaking up|disbanded|disbanding|folded|folding|dissolved"
    r"|fell apart|fallen apart|parted ways|called it (?:quits|a day)|packed it in|shut down|wound up"
    r"|done|no more|over|finished)"
    r"(?= *(?:$|[,.;!]|\b(?:last|this|on|in|after|because|so|now|yesterday|today|for good)\b))",
    re.I,
)
LEFT_GROUP = re.compile(
    rf"{LED}(?:left|leaving|dropped out of|dropping out of|stepped (?:down|back) from|resigned from|walked out of"
    rf"|got kicked (?:out of|off)|got cut from|was cut from|out of|off) {GROUP}"
    r"(?= *(?:$|[,.;!]|\b(?:last|this|on|in|after|because|so|now|yesterday|today|for good)\b))",
    re.I,
)
"""What many do together is no more, or one is of it no more."""
NOT_OURS = re.compile(r"\b(?:nearly|almost|might|never|not|\w+n't)\b", re.I)
OF_GROUPS = ("hobby", "habit", "plan")
BOUGHT = re.compile(
    rf"{LED}(?:got|bought|picked up|ordered|replaced) (?:the|my|our|those|that|some) (?:new )?"
    r"(?P<what>(?!(?:bus|train|joke|idea|point|feeling|chance|hang|job|role|post|results?|news|call|email|letter"
    r"|text)\b)"
    r"[a-z][\w'-]+(?: (?!(?:by|in|on|at|from|for|and|but|so|to|today|yesterday|last|this|out|up|off|back|done|fixed|cut"
    r"|checked|installed)\b)[\w'-]+)?)(?= *(?:$|[,.;!]|\b(?:today|yesterday|last|this|from|at|on)\b))",
    re.I,
)
"""What one meant to get is there."""


def ended_in(clause: Clause) -> Iterator[Claim]:
    """That what is called so is over, of whatever kind it is: where nothing is called so, it says nothing."""
    text = bare(clause.said)
    yield from _had_again(text, clause)
    if (made := FINISHED.search(text)) and (what := clean(made["what"])) and not EMPTY.match(what):
        yield from (Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS) for kind in MADE)
    if (group := SPLIT_UP.search(text) or LEFT_GROUP.search(text)) and not NOT_OURS.search(text):
        what = clean(group["what"])
        yield from (Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS) for kind in OF_GROUPS)
        return
    if bought := BOUGHT.search(text):
        got = f"{TO_GET}{clean(bought['what'])}"
        yield Claim(ClaimType.FACT, ME, "plan", got, clause.sentence, SURE, Mode.ENDS)
    yield from _lost(text, clause)
    match = (
        DROPPED.search(text)
        or GONE.search(text)
        or OFF.search(text)
        or INSTEAD.search(text)
        or INSTEAD.search(clause.said)
    )
    what = clean(match["what"]) if match else ""
    if match and match.re is GONE and OUT.search(match.group()) and what.lower() in word_list("names.en"):
        return
    if match and match.re is GONE and match["what"].endswith("s") and match.group().startswith(f"{match['what']} o"):
        what = what.removesuffix("s")
    if match and what and not EMPTY.match(what) and not STUMP.search(what) and not what[:1].isdigit():
        told = _as_told(match, what) if match.re is DROPPED else clean(match.group()) if match.re is GONE else ""
        if (gave_up := GAVE_UP.search(text)) and not WORK.search(what):
            yield Claim(ClaimType.FACT, ME, "event", f"{gave_up['how'].lower()} {what}", clause.sentence, ASKED_ABOUT)
        ill = ("health",) if match.group().lower().startswith("no more") else ()
        for kind in (*KINDS, *ill):
            yield Claim(ClaimType.FACT, ME, kind, what, clause.sentence, SURE, Mode.ENDS, replaces=told)
        if tie := TIES.get(what.lower()):
            yield Claim(ClaimType.FACT, ME, "plan", "getting married", clause.sentence, SURE, Mode.ENDS)
            yield Claim(ClaimType.FACT, ME, "partner", tie, clause.sentence, SURE, Mode.ENDS)


def unless_replaced(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of a turn; where it tells of something new, how the old ended is not kept by itself."""
    new = any(
        one.type is ClaimType.FACT
        and one.mode is Mode.IS
        and one.about == ME
        and (one.kind in REPLACED or (one.kind == "event" and one.replaces))
        for one in claims
        if one.confidence >= CERTAIN
    )
    return [replace(one, replaces="") if new and one.mode is Mode.ENDS else one for one in claims]


def _as_told(match: re.Match[str], what: str) -> str:
    """How the end is told: gave up the accordion, sold the Corsa."""
    how = PAST.get(match["how"].lower(), match["how"].lower())
    the = "the " if re.search(r"\b(?:the|my|our) (?:\w+ )?$", match.string[: match.start("what")], re.I) else ""
    is_given_up = how in GIVES_UP and (not the or how.startswith("give"))
    return f"{'gave up' if is_given_up else how} {the}{what}"


def _lost(text: str, clause: Clause) -> Iterator[Claim]:
    """What was given to somebody, or taken by somebody, is had no more."""
    if match := GIVEN.search(text) or AWAY.search(text) or LET_GO.search(text) or TAKEN.search(text):
        named = match.groupdict()
        what = clean(named.get("what") or named.get("lost") or "")
        so = named.get("so")
        if what and not EMPTY.match(what) and not STUMP.search(what):
            told = f"{what} {so}" if so else _as_told(match, what)
            yield Claim(ClaimType.FACT, ME, "possession", what, clause.sentence, SURE, Mode.ENDS, replaces=told)


def _had_again(text: str, clause: Clause) -> Iterator[Claim]:
    """That one has given up no more what one had again; where nothing of the sort was given up, it says nothing."""
    had = AGAIN.search(text) or HAD_AGAIN.search(text)
    if not had or not OWN.match(text) or not CAVED.search(clause.sentence):
        return
    what = had["what"].lower().removeprefix("eating ")
    for value in dict.fromkeys((what, HABITS.get(what, what))):
        for kind in ("habit", "event"):
            yield Claim(ClaimType.FACT, ME, kind, f"gave up {value}", clause.sentence, SURE, Mode.ENDS)
            for how in FOR_A_WHILE.get(value, ()):
                yield Claim(ClaimType.FACT, ME, kind, how, clause.sentence, SURE, Mode.ENDS)
