"""What one likes, has, can do or suffers from, in answer to a question for it, in a word or two: "Any food you won't
touch?" "Aubergine. Slimy." """

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, plain
from lumina.distil.claims.english.facts import EMPTY, STUMP, clean
from lumina.distil.claims.english.words import RELATION, SPECIES
from lumina.known import ME, Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.models import Role, Turn

SURE = 0.72
"""The confidence of what is answered so; the question says what it is."""
LONGEST = 6
"""Words of an answer."""
ASKED = {
    kind: re.compile(pattern, re.I)
    for kind, pattern in {
        "allergy": r"\ballerg|\b(?:can't|cannot|mustn't|must not|not allowed to|have to|must|need to) (?:eat|avoid|have"
        r"|touch|steer clear)\b|\bdietary|\boff limits|\b(?:safe|dangerous) for you to eat",
        "dislikes": r"\b(?:won't|wouldn't|refuse to|never|don't) (?:touch|eat|try|like|drink|listen to)\b|\bpet (?:hates?|peeves?)"
        r"|\b(?:gets?|grates?) on your (?:nerves|wick)|\bdrives? you (?:mad|up|round|crazy|nuts)|\byou (?:hate|dislike"
        r"|loathe|detest|dread|can't (?:stand|bear|abide|forgive))|\bdo you (?:hate|dislike|loathe|dread|avoid)"
        r"|\b(?:can't|cannot) (?:stand|bear|abide|forgive)|\b(?:annoys|irritates|scares|frightens|bothers|puts) you"
        r"|\b(?:afraid|scared|frightened) of\b|\bput you off|\bleast favou?rite",
        "likes": r"(?<!least )\bfavou?rite\b(?! (?:\w+ )?(?:uncle|aunt|child|cousin|teacher|sister|brother|memory|word|story)\b)"
        r"|\bwho do you (?:listen|support|follow)|\b(?:what|which) (?:music|team|band|club|songs?|films?|books?|food"
        r"|sweets|biscuits?|cake|drink|beer|tea|show|shows|programme|flowers?|colour|season|kind of (?:music|food|films?"
        r"|books?))\b(?! (?:is|are|was) (?:that|it|this))|\b(?:any|some) music\b|\bwhat do you (?:like|love|listen to|read"
        r"|watch|drink|crave)\b|\b(?:comfort (?:food|thing|watch|film)|guilty pleasure|go-to|tipple|your (?:poison|weakness"
        r"|treat|comfort)|perfect (?:breakfast|meal|day|dinner|lunch|supper|sandwich|evening))\b|\bwhat keeps you going"
        r"|\bwhat(?:'s| is) playing\b|\bdesert island\b|\btreat yourself\b",
        "hobby": r"\b(?:free|spare) time\b|\bdays? off\b|\bto (?:unwind|relax|wind down|switch off)\b|\bfor fun\b"
        r"|\bhobb(?:y|ies)|\bpastimes?\b|\bdo you play (?:anything|a sport|any sport|sport)\b|\bsports? of any|\bany sport"
        r"|\b(?:sporting|sporty)\b|\boutside (?:of )?(?:the |your )?(?:work|shop|office|job)|\bdo you do for (?:you|yourself)"
        r"|\bafter (?:school|work|hours)\b|\b(?:pass|fill) the (?:time|winter|evenings?|days)|\bkeeps you (?:busy|out"
        r"|occupied)|\b(?:your|the) (?:evenings|weekends)\b|\ba minute to yourself|\bwhat do you do (?:at|on) (?:the )?weekends?",
        "health": r"\bhow(?:'s| is| are|'re) (?:the|your|that) (?:own )?(?:health|body|back|knees?|eyes?|eyesight|hearing|ears"
        r"|heart|hands|hips?|legs?|feet|chest|lungs|blood pressure|joints|shoulders?)|\b(?:old|any) injur(?:y|ies)"
        r"|\bany (?:health|medical)|\bwhat did the (?:doctor|consultant|hospital|clinic|gp)|\bdiagnos(?:ed|is)\b"
        r"|\bhow(?:'s| is) the (?:body|old body)|\b(?:medication|condition)s?\?",
        "skill": r"\btalents?\b|\bgood at\b|\bspeak (?:any|anything|other|another|more)|\b(?:what|which|any|how many)"
        r" (?:other )?languages?\b|\bplay (?:any|an|a musical) instruments?|\byour instrument|\bparty (?:trick|piece)"
        r"|\banything you can do|\bspecial skill|\bwhat can you (?:do|play|cook)",
        "possession": r"\bwhat do you (?:drive|ride)\b|\bhow do you (?:all )?get (?:about|around|in|there|to work|home)"
        r"|\bdo you drive\b|\bwhat(?:'s| is) your (?:car|bike|ride|boat|motor|van|truck|guitar|camera)"
        r"|\b(?:save from a fire|treasure|most treasured|prized|sentimental|heirloom|can't part with)",
        "belief": r"\b(?:what|anything|something) (?:do )?you believe in\b|\bdo you believe in (?:anything|something)"
        r"|\bwhat do you believe\b|\byour (?:religion|faith|church|motto|creed)\b|\bsuperstit",
        "pet": r"\b(?:pets?|animals?|dogs?|cats?)\b|\bkeeps? you company|\b(?:live|at home) (?:alone|with)\b"
        r"|\b(?:anyone|anybody|somebody|who(?:'s| is| else is)?) (?:at home|about the place|at yours|else (?:at|in) (?:home|the house))",
    }.items()
}
LED = re.compile(
    r"^(?:(?:oh|ooh|ah|well|just|only|it's|it is|it has to be|has to be|got to be|is|that's|that'd be|mostly|mainly|erm|um"
    r"|yeah|yes|aye|yep|always|probably|definitely|obviously|easy|hm+|honestly|say|I'd say|I like|I love|I play|I do"
    r"|I have|I've got|I've|I hate|got|have|a bit of|bit of|lots of|loads of|plenty of|my|me|and|with|some|still|now"
    r"|these days|at the moment|currently|these|either|any)[,!]? )+",
    re.I,
)
FIRST = re.compile(r"^[^,.!?;:()…—–]+?(?= - |[,.!?;:()…—–]|$)")
PLACED = re.compile(r"(?<=\w) (?:since|because|cos|but|so|which|if|when|though|for|at \d|till|until|who|that)\b.*$", re.I)
NO_ANSWER = re.compile(
    r"^(?:no|nope|nah|not|never|nothing|nobody|none|don't|dunno|why|you|your|depends|guess|fine|good|ok|okay|tired|both|same"
    r"|thanks?|thank you|the usual|it|this|that|today|tonight|now|sleep|well|haha+|lol|secret|maybe|what|who|where|when|how"
    r"|which|if|as|like|ask|let me|hard to say|everything|anything|all sorts|all of (?:it|them)|too (?:many|much)|plenty"
    r"|lots|loads|bits and bobs|mixed|grand|bad|better|worse|up and down|not so|so-so|alright|all right|knackered|rough|sore"
    r"|work|working|him|her|them|me|us|he|she|they|we|I|people|my (?:kids?|work|job|boss|ex)|the kids?|oh|god|christ|jesus"
    r"|o+h+|a+h+|h*m+|e+r+m?|u+m+|gosh|blimey|crikey|lord|wow|hey|phew|eek|yes|yeah|aye|yep|sure|indeed|true|exactly|right|sorry|please|there|here|back|tell me|\d+)\b(?!-)",
    re.I,
)
VERBAL = re.compile(
    r"\b(?:I|we|he|she|it|they|you|is|are|was|were|am|be|been|has|had|does|did|will|would|can|could|should|see|get|gets|go"
    r"|goes|went|come|comes|came|need|needs|want|wants|said|says|think|know|knows|feel|make|makes|take|takes|let|lets|put"
    r"|\w+n't)\b|'(?:s|m|re|ve|ll|d)\b(?! \w+$)",
    re.I,
)
SOUND = {
    "pet": re.compile(rf"\b(?:{SPECIES}|kelpie|heeler|basset|parrot|macaw)s?\b", re.I),
    "hobby": re.compile(r"\w{3}"),
    "allergy": re.compile(r"\w{3}"),
}
"""What the answer must have in it."""
BODILY_WORD = re.compile(
    r"\b(?:\w+(?:itis|osis|oma|aemia|emia|pathy|algia|tism|tigmatism|betes|noea|ritis|sclerosis)|diabetes|pressure|angina|copd"
    r"|asthma|gout|cataracts?|glaucoma|tinnitus|migraines?|stents?|pacemaker|arthritic|new (?:hip|knee|hips|knees)|carpal tunnel"
    r"|adhd|ms|me|ptsd|sciatica|vertigo|hernia|slipped disc|hearing aids?|colou?r blind|deaf\b.*|blind in.*|type (?:1|2|one|two)"
    r"|degeneration|heart|disease|syndrome|tunnel|cancer|dystonia|palsy|epilepsy|eczema|psoriasis|long covid|anxiety|depression)\b",
    re.I,
)
STRONG = frozenset(("likes", "dislikes", "allergy", "hobby"))
"""Kinds of which anything may be the value that the question leaves open."""


def replied(stated: Sequence[Clause], found: Sequence[Claim], before: Sequence[Turn]) -> Iterator[Claim]:
    """What a turn answers to the question just before it, in a fragment, where nothing of that kind was read."""
    last = before[-1] if before else None
    if last is None or last.role is Role.PERSON or not stated or not last.text.rstrip().endswith("?"):
        return
    question = re.split(r"(?<=[.!]) ", plain(last.text))[-1]
    if re.search(rf"\byour (?:{RELATION})\b|\b(?:he|she|they|his|her|their)\b", question, re.I):
        return
    kind = next((kind for kind, pattern in ASKED.items() if pattern.search(question)), "")
    sentence = stated[0].sentence
    told = any(one.kind == kind and one.about == ME and one.type is ClaimType.FACT for one in found)
    if kind and not told and (value := _fragment(stated[0].said, kind)):
        yield Claim(ClaimType.FACT, ME, kind, value, sentence, SURE)


def _fragment(said: str, kind: str) -> str:
    """The first words of an answer, without what leads up to them; "" where they tell nothing."""
    if kind == "belief" and said.lower().startswith("that "):
        return re.split(r"[.;!?]", said[len("that ") :])[0].strip()
    said = LED.sub("", said)
    match = FIRST.match(said)
    value = clean(PLACED.sub("", match.group())) if match and not NO_ANSWER.match(said) else ""
    if not value or len(value.split()) > LONGEST or VERBAL.search(value) or EMPTY.match(value) or STUMP.search(value):
        return ""
    sound = SOUND.get(kind) or (BODILY_WORD if kind == "health" else re.compile(r"\w"))
    if not sound.search(value) or value.lower() in word_list("names.en"):
        return ""
    return value if kind in STRONG or kind in SOUND or _names_a_thing(value, kind) else ""


def _names_a_thing(value: str, kind: str) -> bool:
    """Whether a skill, a possession or a belief has more to it than one common word that may be anything."""
    return kind == "health" or len(value.split()) > 1 or value[:1].isupper() or len(value) > len("guitar") - 1
