"""Answers to what a character asks are read with the question; what a character says by itself claims nothing."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.antecedents import last_mentioned
from lumina.distil.claims.english.casing import NO_NAME
from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.introducing import FIRST, YOURSELF, introduced, of_themselves, own_fact
from lumina.distil.claims.english.relations import had, somebody
from lumina.distil.claims.english.words import JOB, NAME, NUMBER, RELATION, SPECIES, is_name, normal_relation, number_of
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.models import Role, Turn

ALONE = frozenset(("home", "name", "job", "age"))
"""Kinds of which the answer itself may have told already."""

HOME = re.compile(r"\b(?:where(?:'s| is| do| are)?(?: \w+){0,3} (?:home|live|living|based)|where's home)\b", re.I)
OWN_NAME = re.compile(
    r"\b(?:who (?:have|do|did) I|who(?:'s| is) (?:this|there)|whom do I|what(?:'s| is| should| do| shall"
    r"| may)?(?: I| is| we)?(?: \w+)? (?:your name|call you)"
    r"|(?<!\bthe )(?<!\bits )(?<!\bhis )(?<!\bher )(?<!\btheir )names?\?|who am I (?:talking|speaking|keeping"
    r"|meeting|with)|who might you be|and you are\?)",
    re.I,
)
OTHERS_NAME = re.compile(
    r"\bwhat(?:'s| is| are| was) (?:(?:he|she|it|they|the \w+|your (?P<who>[\w -]+?))(?:'s)? (?:called|named"
    r"|name)|(?:his|her|its|their) names?)",
    re.I,
)
THE_NAME = re.compile(rf"\b(?P<who>{SPECIES}|{RELATION})\b[^.!?]{{0,30}}?\b(?:the|its|his|her|their) name\?", re.I)
"""Who asks for the name of whom they have just named as what they are: "and the dog, what's the name?" """
OWN_JOB = re.compile(r"\bwhat do you do\b|\bwhat(?:'s| is) your (?:job|work|trade|profession|line)", re.I)
AGE = re.compile(r"\bhow old are you\b", re.I)
RELATED = re.compile(
    rf"\b(?:is|was) (?:he|she|it) (?:an? |your )|\bwho(?:'s| is) (?P<who>{NAME})|\bhow do you know (?P<who2>{NAME})",
    re.I,
)
ASKED = {
    "home": re.compile(
        r"\bwhere (?:do|are) you (?:live|living|based|staying)|\bwhereabouts (?:are|do) you|\bwhich part of", re.I
    ),
    "hometown": re.compile(r"\bwhere (?:are you|do you come) from|\bwhere did you grow up", re.I),
    "workplace": re.compile(
        r"\bwhere (?:do you work|is your (?:shop|office|stall|salon|studio|school|surgery)|are you working"
        r"|are you headed"
        r"|is that)|\bwhich (?:kitchen|ward|hospital|school|office|shop|depot|branch|firm|company|site|station|library)"
        r"|\bwho do you work for",
        re.I,
    ),
    "job": re.compile(
        r"\bwhat do you do(?! (?:with|for fun|in your|on|to|when|at the|after))|\b(?:which|what) (?:job|trade"
        r"|kind of (?:work|office|job|nurse|teacher|engineer))"
        r"|\bwhat(?:'s| is) your (?:job|work|trade|line)|\bwhat (?:level|class|year) (?:are they|do you teach)"
        r"|\bwhat do you"
        r" (?:drive|teach|sell|make|bake|farm|grow|fix|build)\b|\bdo for (?:a living|work)",
        re.I,
    ),
    "school": re.compile(
        r"\bwhat (?:are you (?:studying|learning|reading|training)|course|degree|subject|do you study)"
        r"|\bwhich (?:course|degree|subject)",
        re.I,
    ),
    "hobby": re.compile(
        r"\bwhat do you (?:do (?:with your|for fun|in your|at the weekend|after)|play|like to do)|\bhobb(?:y|ies)", re.I
    ),
    "pet": re.compile(r"\b(?:any|have you|got) (?:any )?(?:pets|animals)\b|\bwhat (?:pets|animals)", re.I),
}
"""The kinds of facts for which a character's question asks, whatever the answer is."""
WHO = re.compile(
    r"\bwho(?:'s| is| do|'ve| have| else| are| did| was)?\b(?!.*\b(?:wrote|won|invented|sings?|painted)\b)", re.I
)
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
SHORT_ANSWER, UNCERTAIN = 7, 0.6
YES = re.compile(
    r"^(?:yes|yeah|yep|yup|spot on|exactly|correct|that's (?:right|it|him|her)|right|indeed|bingo|you got it"
    r"|perfect)\b",
    re.I,
)
CLAIMED = re.compile(
    rf"\byour (?P<who>{RELATION}),? (?P<name>{NAME})|\b(?P<name2>{NAME}) is your (?P<who2>{RELATION})", re.I
)
PLACE = re.compile(
    r"^(?:in |over in |up in |near |at )?(?P<value>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+){0,2})(?= *(?:$|[,.!]))"
)
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
LEADING_NAME = re.compile(
    rf"^(?:(?:it's|he's|she's|I'm|call me|that's) (?:called )?)?(?P<value>{NAME}(?: (?-i:[A-Z][a-zà-ÿ'-]+))?)"
    r"(?= *(?:$|[,.!]| and\b))",
    re.I,
)


def told_who(text: str, before: Sequence[Turn]) -> str:
    """The text, its first word written large where it may be the name that was asked for: "malachi, 24"."""
    last = before[-1] if before else None
    asked = last is not None and last.role is not Role.PERSON and OWN_NAME.search(last.text)
    if last is not None and last.role is not Role.PERSON and HOME.search(last.text):
        return FIRST_PLACE.sub(lambda match: match["lead"] + match["value"].title(), text)
    return f"{text[:1].upper()}{text[1:]}" if asked and FIRST_WORD.match(text) else text


def answered(text: str, stated: Sequence[Clause], found: Sequence[Claim], before: Sequence[Turn]) -> list[Claim]:
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
        claim.kind for claim in found if claim.about == ME and claim.type is ClaimType.FACT and claim.kind in ALONE
    }
    answers = [claim for claim in _answers(said, stated[0], before) if claim.kind not in known]
    named = any(claim.kind == "name" for claim in answers)
    return [*answers, *(introduced(stated, [*found, *answers]) if named else ())]


def _answers(question: str, clause: Clause, before: Sequence[Turn]) -> Iterator[Claim]:
    asked = question[question.rstrip(" ?").rfind(". ") + 1 :]
    place, name = PLACE.match(clause.text), LEADING_NAME.match(clause.text)
    if HOME.search(asked) and place:
        yield own_fact("home", place["value"], clause)
    if OWN_NAME.search(asked) and name and is_name(name["value"]):
        yield own_fact("name", name["value"], clause)
    if (match := THE_NAME.search(asked) or OTHERS_NAME.search(asked)) and name and is_name(name["value"]):
        whose = match["who"] or last_mentioned([plain(turn.text) for turn in before])
        if whose and not whose[:1].isupper():
            yield from _with_fact(somebody(name["value"], whose, clause, FIRST))
    if OWN_JOB.search(asked) and (
        job := re.match(rf"^(?:an? )?(?P<value>(?:[\w-]+ ){{0,2}}{JOB})\b", clause.text, re.I)
    ):
        yield own_fact("job", job["value"], clause)
    if AGE.search(asked) and (age := re.match(rf"^(?P<value>{NUMBER})\b", clause.text, re.I)):
        yield own_fact("age", str(number_of(age["value"])), clause)
    yield from _in_their_words(asked, clause)
    yield from _somebody_asked_for(asked, clause)
    if RELATED.search(asked):
        yield from _related(question, clause)


def _in_their_words(asked: str, clause: Clause) -> Iterator[Claim]:
    """An answer without a verb to what somebody is, where they live, what they do: kept as it was said."""
    said = ANSWERS.sub("", clause.text)
    if len(said.split()) > SHORT_ANSWER or NO_ANSWER.search(said) or NOT_A_FRAGMENT.match(said):
        return
    for kind, pattern in ASKED.items():
        if pattern.search(asked):
            yield Claim(ClaimType.FACT, ME, kind, said, clause.sentence, UNCERTAIN)
            return


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
