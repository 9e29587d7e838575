"""What is said of a place, or of a thing, that was just named: "Hobart, yes, I was born there", "I said I hate olives?
Turns out I like them"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, WHEN, clean
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.lexicon import word_list

SURE, WHOLE = 0.8, 0.9
BORN = re.compile(
    r"^(?:(?:I|we|he|she|they|my [\w ]{2,20}?|(?-i:[A-Z])\w+)(?: was| were|'s)? )?(?:(?:both|all|also|actually|even) )*"
    r"(?:born|raised|brought up|gr[eo]wn? up|(?<=was )from)(?: and (?:raised|bred|brought up|grew up))?"
    r"(?: (?:right|over|out|up|down|just))* (?:there|here)\b",
    re.I,
)
ANOTHER = re.compile(r"(?:my|our|the|he|she|they|it)\b|(?-i:(?!I\b)[A-Z])\w+ (?:was|were|grew|is)\b", re.I)
"""Somebody else, or some animal, is the subject."""
CAPITAL = r"(?-i:[A-ZÀ-Þ])[\w'’-]*[a-zà-ÿ](?:(?: upon | on | of )?[ -]?(?-i:[A-ZÀ-Þ])[\w'’-]*[a-zà-ÿ])*"
NAMED_PLACE = re.compile(
    rf"\b(?:in|from|to|near|around|round|outside|about|of|visit(?:ing|ed)?|left|leaving) (?P<place>{CAPITAL})(?!'s)"
    rf"|^(?:(?:yeah|yes|yep|aye|no|oh|ah|it's|that's),? )*(?P<alone>{CAPITAL})(?= *(?:$|[,.!?]))"
)
NO_PLACE = re.compile(r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)")
"""A month or a day of the week."""
PASTIMES = "|".join(sorted(word_list("pastimes.en"), key=len, reverse=True)).replace("_", " ")
PLAYS = re.compile(
    r"(?:I|we) (?:(?:mostly|usually|always) )*(?:play|train|practi[cs]e|rehearse|meet|go|run|sing|do it|have"
    r" (?:training|practice|rehearsals?|matches))\b(?=.*\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week|month"
    r"|weekends?|every|twice|once|mornings|evenings|nights)\b)",
    re.I,
)
TOPIC = re.compile(rf"(?P<what>{PASTIMES})(?:,|:| -) (?=(?:I|we)\b)", re.I)
"""What is done stands first, and then how often."""
LED_IN = (
    r"(?:^|[,;] ?|\b(?:and|but|so) )(?:(?:(?:it )?turns out|apparently|weirdly|now|these days|but|well|ok|funny thing"
    r" is)(?: that)?,? )*"
)
SOMEHOW = r"(?:(?:actually|really|do|quite|now|kind of|sort of|secretly|even|absolutely|kinda|just|totally) )*"
LIKES_IT = re.compile(
    rf"{LED_IN}(?:I {SOMEHOW}(?:like|love|enjoy|adore|am into)|I'm {SOMEHOW}into) (?:them|it|that|those)\b",
    re.I,
)
HATES_IT = re.compile(
    rf"{LED_IN}I {SOMEHOW}(?:hate|can't stand|can't bear|loathe|don't like|detest) (?:them|it|that|those)"
    r"(?: now| any ?more)?(?= *(?:$|[,.;!]))",
    re.I,
)
WHAT = (
    r"(?P<what>(?!(?:it|that|this|them|him|her|you|to|how|when|being)\b)[\w'-]+"
    r"(?: (?!(?:and|but|so|because|until|till|before|for|when|as)\b)[\w'-]+){0,3}?)"
)
LED = (
    r"\bI (?:(?:(?:always )?(?:said|told you|thought|swore) (?:that )?I(?:'d)? )|used to |always "
    r"|(?:really|absolutely) )*"
)
HATED = re.compile(
    rf"{LED}(?:hate|hated|can't stand|couldn't stand|couldn't bear|don't like|didn't like|never liked|dislike|disliked"
    rf"|loathed?|wouldn't touch) {WHAT}(?= *(?:$|[,.;?!]|\b(?:and|but|so|until|till|before|when|as)\b))",
    re.I,
)
LOVED = re.compile(
    rf"{LED}(?:love|loved|like|liked|adored?|enjoy|enjoyed) {WHAT}(?= *(?:$|[,.;?!]|\b(?:and|but|so|until|till|before"
    r"|when|as)\b))",
    re.I,
)


def said_there(clause: Clause, of: Sequence[Spoken], before: Sequence[str], heard: Sequence[str]) -> Iterator[Claim]:
    """What a clause says of what the sentences `before` it name; of a place that was `heard` of a turn ago as well."""
    text, about = bare(clause.said), of[0].about if of else ME
    born = BORN.match(text)
    if born and (about != ME or not ANOTHER.match(text)):
        at = clause.sentence.find(clause.said)
        behind = clause.sentence[at + len(clause.said) :] if at >= 0 else ""
        near = [clause.said[born.end() :] if text == clause.said else "", behind, clause.sentence[:at]]
        if place := _place([*near, *reversed(before), *reversed(heard)]):
            yield Claim(ClaimType.FACT, about, "hometown", place, clause.sentence, SURE)
    if about == ME and (topic := TOPIC.match(bare(clause.sentence))) and PLAYS.match(text):
        yield Claim(ClaimType.FACT, ME, "hobby", clean(topic["what"]), clause.sentence, WHOLE)


def _place(texts: Sequence[str]) -> str:
    """The last place of the nearest text that names one."""
    for text in texts:
        named = [match["place"] or match["alone"] for match in NAMED_PLACE.finditer(text.strip(" ,"))]
        places = [one for one in named if not NO_PLACE.match(one) and one.lower() not in word_list("names.en")]
        if places:
            return places[-1]
    return ""


TURNS = ((LIKES_IT, HATED, "dislikes", "likes"), (HATES_IT, LOVED, "likes", "dislikes"))
"""What is said now, what was said, and of which kinds both are."""


def turned(told: Sequence[str]) -> Iterator[Claim]:
    """That what one just said one hated is liked after all, or the other way round."""
    for at, sentence in enumerate(told):
        for now, then, was, turned_to in (
            (LIKES_IT, HATED, "dislikes", "likes"),
            (HATES_IT, LOVED, "likes", "dislikes"),
        ):
            after = None if sentence.endswith("?") else now.search(sentence)
            near = [sentence[: after.start()], *told[max(at - 1, 0) : at]] if after else []
            match = next((found for one in near if (found := then.search(one))), None)
            what = clean(match["what"]) if match else ""
            if what and not EMPTY.match(what) and not WHEN.search(what):
                yield Claim(ClaimType.FACT, ME, was, what, sentence, SURE, Mode.ENDS)
                yield Claim(ClaimType.FACT, ME, turned_to, what, sentence, WHOLE)
