"""Answers to what a character asks are read with the question; what a character says by itself claims nothing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.ages import OLDEST
from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.dates import answered_day
from lumina.distil.claims.english.introducing import (
    FIRST,
    YOURSELF,
    introduced,
    of_themselves,
    own_fact,
    without_greeting,
)
from lumina.distil.claims.english.questions import (
    AGE,
    ASKED,
    BIRTHDAY,
    HOME,
    HOMETOWN,
    OTHERS_NAME,
    OWN_JOB,
    OWN_NAME,
    RELATED,
    THE_NAME,
    WHO,
    whose,
)
from lumina.distil.claims.english.relations import had, somebody
from lumina.distil.claims.tagged.claims import FAINT
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.casing import NO_NAME
from lumina.language.plain_english.words import JOB, NAME, NUMBER, RELATION, is_name, normal_relation, number_of
from lumina.models import Role, Turn

ALONE = frozenset(("home", "hometown", "name", "job", "age", "birthday", "school", "workplace"))
"""Kinds of which the answer itself may have told already."""

ANSWERS = re.compile(
    r"^(?:(?:oh|well|just|it's|it is|is|that's|mostly|mainly|only|erm|um|yeah|yes|aye|I'm in|I'm at|in|at) )+", re.I
)
NO_ANSWER = re.compile(
    r"\b(?:no|not|never|nothing|nobody|nowhere|none|don't|dunno|why|you|your|depends|guess|fine|good|ok|okay"
    r"|tired|both|same|thanks"
    r"|the usual|it|this|today|tonight|now|sleep|well|haha|lol|secret|maybe|\w+n't)\b",
    re.I,
)
NOT_A_FRAGMENT = re.compile(
    r"(?:I|we|he|she|they|you|there|who|what|when|because|cos|if|so|but|and|yes|yeah|no|nah|to|for|with|\d+)\b"
    r"|(?:\w+'(?:s|ve|re|ll|m))\b",
    re.I,
)
PLACED = frozenset(("home", "hometown", "workplace"))
STATES = re.compile(
    r"\w (?:keeps?|makes?|made|is|are|was|were|has|have|had|does|did|gets?|got|will|can|comes?|goes)\b", re.I
)
"""What is said of something is no answer in single words."""
STUDIED = re.compile(
    r"\b(?:phd|doctorate|degree|masters?|mba|b\.?a|b\.?sc|m\.?sc|uni(?:versity)?|college|sixth form|a-levels|gcses)\b",
    re.I,
)
ASIDE = re.compile(
    r", (?:mostly|mainly|badly|well|occasionally|sometimes|love|mate|pal|darling|dear|thanks|since|if|but|and|though"
    r"|why|actually|honestly)\b",
    re.I,
)
A_NUMBER = re.compile(
    rf"^(?:(?:just|only|still|about|I'm|he's|she's|they're) )*(?P<value>{NUMBER})\b(?! (?:kids?|children|of|weeks?"
    r"|months?|days?|hours?|minutes?|times?|or|to|thousand|hundred)\b)(?![-.:/]\w)",
    re.I,
)
SHORT_ANSWER, UNCERTAIN = 7, 0.72
YES = re.compile(
    r"^(?:yes|yeah|yep|yup|spot on|exactly|correct|that's (?:right|it|him|her)|right|indeed|bingo|you got it"
    r"|perfect)\b",
    re.I,
)
CLAIMED = re.compile(
    rf"\byour (?P<who>{RELATION}),? (?P<name>{NAME})|\b(?P<name2>{NAME}) is your (?P<who2>{RELATION})", re.I
)
LARGE = r"(?-i:[A-ZÀ-ÞŁŚŠŻŽĆČ])"
PLACE = re.compile(
    r"^(?:(?:it's|nope|no|oh|well|just|only|originally|still|mostly|I'm),? )*"
    r"(?:(?:(?:over|up|down|out|back) )?(?:in|near|at|from) |(?:just )?outside )?"
    rf"(?P<value>{LARGE}[\w'-]+(?:,? {LARGE}[\w'-]+){{0,2}})(?= *(?:$|[,.!]|\b(?:and|but|in|since|now|these"
    rf"|originally)\b))",
    re.I,
)
NOWHERE = re.compile(
    r"(?:alone|here|there|home|(?:no|every|some|any)where|wherever|with|still|same|far|close|near|upstairs|downstairs"
    r"|outside"
    r"|inside|abroad|just|not|no|nope|yes|yeah|guess|why|who|what|where|never|my|our|the|an?|in|on|at|I|we|you|it"
    r"|that|this"
    r"|depends|well|oh|um|good|sorry|up|down|over|back|out|by|under|behind|between|right|left|top|bottom|first|second"
    r"|third"
    r"|ground|flat|house|mum|dad|both|all|long|ages|earth|wait|ha|haha|lol|secret|classified|guilty|london's|fine"
    r"|sure|ask"
    r"|currently|originally|technically|officially|basically|honestly|believe|take|lovely|thanks|half|nice|mars|hell)$",
    re.I,
)
"""What stands alone in answer to "where", and is no place."""
FIRST_PLACE = re.compile(
    rf"^(?P<lead>(?:(?:oh|well|erm|um|i'm|im|i live|we live|we're|in|near"
    rf"|just outside) )*)(?P<value>(?!{NO_NAME}\b)[a-z]{{3,}}"
    rf"(?: (?!{NO_NAME}\b)[a-z]+){{0,2}})(?=,|[.!]|$)"
)
FIRST_WORD = re.compile(r"^[a-z]{2,}(?: here)?(?=,|[.!]*$|[.!] )")
GOT_IT = re.compile(
    r"^(?-i:GOT IT)|^got it[!.]|\b(?:got|landed|gave me|offered me|accepted|taken|took) (?:the|that|a new) (?:job"
    r"|role|post|position)\b",
    re.I,
)
LANDED = re.compile(
    rf"^(?:as )?(?:an? |the )?(?P<value>(?:[\w-]+ ){{0,2}}(?:{JOB}|[a-z]{{3,}}(?:er|or|ist|ian)))(?:$|(?:,| at"
    rf"| with| for) (?P<place>(?:the )?(?-i:[A-Z])[\w' ]{{2,40}})$|,)",
    re.I,
)
MINE = re.compile(r"your favou?rite (?P<what>[\w ]{2,20})\? *(?:mine(?:'s| is)) (?P<value>[^,.!?]{2,50})", re.I)
WILL_DO = re.compile(
    r"\b(?P<value>(?-i:[A-Z][a-zà-ÿ]{1,20}))(?:(?:'ll| will) do\b|(?:'s| is) (?:fine|grand|what (?:everyone|everybody"
    r"|they|folks?|people)"
    r" calls? me))",
    re.I,
)
LEADING_NAME = re.compile(
    rf"^(?:(?:it's|he's|she's|I'm|call me|that's) (?:called )?)?(?P<value>{NAME}(?: (?-i:[A-Z][a-zà-ÿ'-]+)){{0,2}})"
    r"(?= *(?:$|[,.!]| and\b))",
    re.I,
)


def told_who(text: str, before: Sequence[Turn]) -> str:
    """The text, its first word written large where it may be the name that was asked for ("malachi, 24"), or is said
    behind a greeting."""
    text = without_greeting(text)
    last = before[-1] if before else None
    asked = last is not None and last.role is not Role.PERSON and OWN_NAME.search(last.text)
    where = last is not None and (HOME.search(last.text) or HOMETOWN.search(last.text))
    if last is not None and last.role is not Role.PERSON and where:
        return FIRST_PLACE.sub(lambda match: match["lead"] + match["value"].title(), text)
    return f"{text[:1].upper()}{text[1:]}" if asked and FIRST_WORD.match(text) else text


def answered(
    text: str, stated: Sequence[Clause], found: Sequence[Claim], before: Sequence[Turn], at: datetime
) -> list[Claim]:
    """What a turn claims as the answer to the question just before it."""
    last = before[-1] if before else None
    if last is None or last.role is Role.PERSON:
        return []
    said = plain(last.text)
    if YES.match(text) and not said.rstrip().endswith("?"):
        return list(_confirmed(said, text))
    if stated and YOURSELF.search(said.strip()):
        return [*of_themselves(text, stated, found)]
    if not stated or not said.rstrip().endswith("?"):
        return []
    known = {
        (claim.about, claim.kind)
        for claim in found
        if claim.type is ClaimType.FACT and claim.kind in ALONE and claim.confidence > FAINT
    }
    answers = [claim for claim in _answers(said, stated[0], before, at) if (claim.about, claim.kind) not in known]
    named = any(claim.kind == "name" for claim in answers)
    return [*answers, *(introduced(stated, [*found, *answers]) if named else ())]


def _answers(question: str, clause: Clause, before: Sequence[Turn], at: datetime) -> Iterator[Claim]:
    asked = question[question.rstrip(" ?").rfind(". ") + 1 :]
    name = LEADING_NAME.match(clause.text)
    if OWN_NAME.search(asked) and (own := _own_name(clause)):
        yield own_fact("name", own, clause)
    if (match := THE_NAME.search(asked) or OTHERS_NAME.search(asked)) and name and is_name(name["value"]):
        of = match["who"] or last_mentioned([plain(turn.text) for turn in before])
        if of and not of[:1].isupper():
            yield from _with_fact(somebody(name["value"], of, clause, FIRST))
    if about := whose(asked, [plain(turn.text) for turn in before]):
        yield from _plainly(asked, about, clause, at) or _in_their_words(asked, about, clause)
    yield from _somebody_asked_for(asked, clause)
    if RELATED.search(asked):
        yield from _related(question, clause)


def _own_name(clause: Clause) -> str:
    """What somebody wishes to be called, or else the name with which the answer begins."""
    match = WILL_DO.search(clause.sentence) or LEADING_NAME.match(clause.text)
    return match["value"] if match and is_name(match["value"]) else ""


def _plainly(asked: str, about: str, clause: Clause, at: datetime) -> list[Claim]:
    """What a question asks for that has a form of its own: a place, a number, a day, a trade."""
    answers: list[Claim] = []
    place = PLACE.match(clause.text)
    where = place["value"] if place else ""
    for kind, pattern in (("home", HOME), ("hometown", HOMETOWN)):
        if pattern.search(asked) and where and not NOWHERE.match(where):
            answers.append(_of(about, kind, where, clause))
    if OWN_JOB.search(asked) and about == ME:
        job = re.match(rf"^(?:an? )?(?P<value>(?:[\w-]+ ){{0,2}}{JOB})\b", clause.text, re.I)
        answers += [_of(about, "job", job["value"], clause)] if job else []
    if AGE.search(asked) and (age := A_NUMBER.match(clause.text)) and 0 < (number_of(age["value"]) or 0) <= OLDEST:
        answers.append(_of(about, "age", str(number_of(age["value"])), clause))
    if BIRTHDAY.search(asked):
        answers += answered_day(clause, about, at)
    return answers


def _of(about: str, kind: str, value: str, clause: Clause) -> Claim:
    return replace(own_fact(kind, value, clause), about=about)


def _in_their_words(asked: str, about: str, clause: Clause) -> list[Claim]:
    """An answer without a verb to what somebody is, where they live, what they do: kept as it was said, up to the comma
    where more is said than that."""
    kind = next((kind for kind, pattern in ASKED.items() if pattern.search(asked)), "")
    whole = ANSWERS.sub("", clause.text)
    parts = [whole, whole.partition(",")[0]] if not ASIDE.search(whole) else [whole.partition(",")[0]]
    said = next((part for part in parts if _is_answer(part, kind)), "") if kind else ""
    kind = "school" if kind == "job" and STUDIED.search(said) else kind
    return [Claim(ClaimType.FACT, about, kind, said, clause.sentence, UNCERTAIN)] if said else []


def _is_answer(said: str, kind: str) -> bool:
    """Whether words without a verb answer a question for this kind."""
    if len(said.split()) > SHORT_ANSWER or NO_ANSWER.search(said) or NOT_A_FRAGMENT.match(said) or STATES.search(said):
        return False
    return kind not in PLACED or not NOWHERE.match(re.split(r"\W", said)[0])


def _somebody_asked_for(asked: str, clause: Clause) -> Iterator[Claim]:
    """ "Who's waiting at home?" "Carol." """
    name = LEADING_NAME.match(clause.text)
    if WHO.search(asked) and name and is_name(name["value"]) and name["value"].lower() not in word_list("places.en"):
        yield Claim(ClaimType.PERSON, ME, "", name["value"], clause.sentence, FIRST)


def _related(question: str, clause: Clause) -> Iterator[Claim]:
    """ "Is she an old friend?" of Siobhan, and the answer calls her Shiv: one of two names."""
    who = last_mentioned([question])
    match = re.match(rf"^(?:our )?(?P<name>{NAME})(?:'s| is) (?:my|me|our) (?P<who>{RELATION})\b", clause.text, re.I)
    if match and is_name(who) and who != match["name"] and who[:1] == match["name"][:1]:
        yield somebody(who, match["who"], clause, FIRST, names=(match["name"],))
        return
    bare = re.match(rf"^(?:(?:he|she)(?:'s| is) )?(?:my|me|our|an?) (?P<who>{RELATION})\b(?!'s)", clause.text, re.I)
    if bare and is_name(who):
        yield from _with_fact(somebody(who, bare["who"], clause, FIRST))


def _confirmed(said: str, text: str) -> Iterator[Claim]:
    """Relations that a character repeats and the person says yes to."""
    for match in CLAIMED.finditer(said):
        name, who = match["name"] or match["name2"], match["who"] or match["who2"]
        if is_name(name) and normal_relation(who):
            yield from _with_fact(somebody(name, who, Clause(text, text, text), FIRST))


def _with_fact(person: Claim) -> Iterator[Claim]:
    yield person
    yield from had(person)


def landed(stated: Sequence[Clause]) -> Iterator[Claim]:
    """The job that was got, in words without a verb: "I got the job. Assistant conductor, Madison Youth Symphony"."""
    got = next((place for place, clause in enumerate(stated) if GOT_IT.search(clause.said)), None)
    for clause in stated[got + 1 : got + 3] if got is not None else ():
        if match := LANDED.match(clause.said):
            yield own_fact("job", match["value"], clause)
            if match["place"]:
                yield own_fact("workplace", match["place"], clause)


def favourites(text: str) -> Iterator[Claim]:
    """ "What's your favourite film? Mine's Paddington 2": the answer to one's own question."""
    for match in MINE.finditer(plain(text)):
        value = f"{match['value'].strip()} (favourite {match['what'].strip()})"
        yield Claim(ClaimType.FACT, ME, "likes", value, match.group(), 0.8)
