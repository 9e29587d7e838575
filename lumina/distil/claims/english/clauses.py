"""What of an English text states something: its clauses, without what is asked, imagined, quoted, pasted or told of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lumina.distil.claims.english.apposition import in_one_form
from lumina.distil.claims.english.asides import ASIDE, BEHIND, EMOJI, HELD, PROVERB, SAID_OF_ME, TOLD, TOLD_THEM
from lumina.distil.claims.english.dialects import in_standard_english
from lumina.distil.claims.english.unreal import FICTION, JOKE
from lumina.language.plain_english.casing import cased
from lumina.language.plain_english.spelling import respelt
from lumina.language.plain_english.words import NAME, RELATION

MAX = 2_000
"""Characters of a turn that are read; what is longer was pasted."""

QUOTED = re.compile(
    r"\"[^\"]*(?:\"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|(?<![\w])'[^'\n]{12,}?'(?!\w)|```.*?(?:```|$)"
    r"|<[^>\n]{2,}>.*?(?:</[^>]+>|$)",
    re.S,
)
TAKES = (
    r"\b(?:sent|forwarded|emailed|copied|pasted|found|posted|stuck|says?|said|reads?|goes|went|got this"
    r"|here's|look what|look at this|written|texted"
    r"|message|email|letter|flyer|sign|notice|prompt|lyrics?|article|quote|poem|script|song)\b"
)
PASTED = re.compile(rf"{TAKES}[^.!?\n]{{0,90}}[:←→]\s|^\s*>|^(?:from|to|subject|fwd|re):", re.I | re.M)
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|delete|erase|overwrite|override) (?:all |any |every |everything|your |the"
    r" )*(?:previous|prior|above|earlier|instructions|memor|rules)"
    r"|\bsystem (?:prompt|message|notice|update|override|instruction)|\b(?:system|assistant|developer"
    r"|user)\s*[:>=]|\brole\W+(?:system|assistant)"
    r"|\b(?:the|this) (?:user|visitor|customer|tenant|assistant|ai|chatbot|model)(?:'s)? (?:is|are|has|lives"
    r"|must|should|will|prefers|likes|wants|reading|name)"
    r"|\b(?:you|assistant|ai|bot)(?: must| should| will| are to)? (?:now )?(?:store|save|record|memori[sz]e|write) "
    r"|\bfrom now on,? (?:you|always|never|remember|call|answer|reply|respond|treat|act|refer|speak)|\byou"
    r" are now\b|\bnew instructions?\b|\bstore (?:as|this as|the following)"
    r"|\bsave (?:as|this as|to memory|the following)|\bmemory[ _](?:update|entry|write)|\b(?:update|add to"
    r"|write to|edit) (?:your|the|my) (?:memory|profile|records?)"
    r"|(?-i:\bASSISTANT\b|\bINSTRUCTIONS?\b)|\bAI\b[^.]{0,20}\bmust\b|\bact as\b|\brespond only\b|\bdo not mention"
    r" (?:this|that)",
    re.I,
)
IDIOMS = re.compile(
    r",? ?\bif (?:you (?:can believe (?:it|that)|'re lazy|are lazy|must know|like|ask me|know what I mean"
    r"|will)|I'm honest|I'm being honest"
    r"|I remember right(?:ly)?|that makes sense|anyone asks|you're (?:lazy|asking|wondering|interested))\b"
    r"|(?<= now) apparently\b|,? ?\bI (?:should|might|may|must|would) (?:say|add|mention|admit|confess)\b"
    r"|\bas if by magic\b"
    r"|,? ?\b(?:as )?you can (?:imagine|guess|tell)\b",
    re.I,
)
UNREAL = re.compile(
    r"\b(?:if|unless|would|wouldn't|might|(?-i:may)|could|couldn't|wish|wishing|hope|hopefully|maybe|perhaps"
    r"|probably|possibly|suppose|supposedly"
    r"|wonder|wondering|imagin\w+|pretend\w*|almost|nearly|as though|apparently|allegedly|rather|should|shouldn't"
    r"|ought|thinking"
    r" (?:of|about)|tempted|considering|what if|dreams? of|fancy"
    r"|feels? like|like I'm|like I am|as if|may as well)\b|\b(?:I|he|she|they|we)'d (?!been|had|got|gone"
    r"|moved|started|just|never been)",
    re.I,
)
REPORTED = re.compile(
    r"(?P<who>\b(?:he|she|they|who|mum|mom|dad|everyone|everybody|somebody|someone|people|(?-i:[A-Z][a-z]+)|\w+(?:mum"
    r"|dad|friend|mate|boss|teacher|doctor|dentist|sister|brother)"
    r"|(?:my|me|his|her|their|our) [\w-]+|(?:the|that|this|some) (?!(?:doctor|doc|gp|consultant|nurse|hospital"
    r"|specialist|vet|optician|dentist|physio|surgeon|midwife|results?)\b)[\w-]+"
    r"(?: (?!(?:doctor|doc|gp|consultant|nurse|specialist|vet|surgeon|physio)\b)[\w-]+)?"
    r"(?: (?:on|in|at|from|of|behind|next)"
    r"(?: (?!said\b)[\w-]+){1,3})?))(?:'s| is| was| has)? (?:(?:always|still|just|also"
    r"|today|yesterday|once|now|only|even|both|all|actually|really|honestly|genuinely|truly|firmly|definitely"
    r"|apparently) )*(?:(?:says?|said)"
    r"(?! (?:hi|hello|hey|thanks|happy|sorry|goodbye|goodnight|yes|no|cheers)\b)|saying|reckons?|reckoned"
    r"|thinks?|thought|told|tells|claims?|claimed|asked|asks|goes(?= ?(?:[,:…]|I\b))|call(?:s|ed) me(?! (?-i:[A-Z]))"
    r"|insists?|insisted|believes|wants me|keeps (?:saying|telling)|swears|suggested|mentioned that|announced)\b"
    r"|\b(?:according to|I(?:'ve)? (?:heard|read)|I said|I told|I(?:'m| was) told|they say|he was like|she"
    r" was like|rumou?r)\b",
    re.I,
)
QUESTION = re.compile(
    r"\?|^(?:so |and |but |well |ok |hey |hang on |quick |(?:(?:I've )?got "
    r"|I have )?(?:an? )?(?:\w+ )?question[,:]? )*(?:(?:what|who|which|when|where|why|how)(?:'s|'re|"
    r" is| are| was| were| do| does| did"
    r"| can| could| should| would| will| have| has| many| much| about)|whose|do you|did you|does|is it|are"
    r" you|can you|could you|have you|will you|would you|should I|am I|guess(?! what\b)"
    r"|(?:remind|tell) me (?:what|who|which|when|where|why|how|again)"
    r"|(?:is|are|was|were|do|does|did|have|has|can|could|should|would|will)n't (?:it|that|there|I|we|he|she|they|my"
    r"|our)|(?:is|are|was|were) (?:my|our|he|she|it|they|there)|(?:does|did|has) (?:he|she|they)|does it"
    r"|do (?:I|we|they)|did (?:I|we)(?! (?:tell|mention)))\b",
    re.I,
)
FILLER = re.compile(
    r"^(?:(?:aye|och|ach|and|but|so|oh|ooh|well|anyway|anyways|also|yeah|yep|yes"
    r"|no(?= *(?:[,.!;…-]|(?:I|we|it|the|my|not|sorry|wait)\b))|nope|ok|okay|right(?! (?:one|eye|ear|knee|hip|side"
    r"|hand|foot|arm|leg|shoulder|wrist|ankle)\b)|ah|aw"
    r"|hey|hi|hiya|(?:lord|god) (?:help|love|forgive|bless) (?:me|us)"
    r"|hello|kia ora|yo|sup|howdy|heya|g'day|hullo|evening|morning|afternoon|good (?:morning|evening|afternoon)"
    r"|honestly|actually|basically|look|listen|um+|er+|erm|hmm+|haha+|ha|so+|because|cos|cause|then|now"
    r"|nearly|spot on|exactly|sure|thanks|ta|fact|(?:(?:big|great|good|bad|sad|small|quick|latest|breaking|huge"
    r"|more|family|life) )?(?:news|update)|(?:slight |small |big |last[- ]minute |total )?change of plans?(?=[,:;."
    r" ])|obviously|as you know"
    r"|by (?:day|night|trade|profession)(?=,? I\b)|by the way|in fact|to be (?:fair|honest)|mind you|i mean|you know"
    r"|for the record|fyi|guess what|plus"
    r"|correction(?=: *(?!(?:it|that)\b)(?:\w+ ){0,2}?\w+(?:'s|'re|'m| is| are| was| were| has| have| lives| works)\b)"
    r"|though|although|which means|that means|I (?:think"
    r"|guess) that"
    r"|I (?:guess|reckon)(?= (?:she|he|it|we|I|that)(?:'|\b))|did I (?:tell|mention)(?: to)? you|I tell you what"
    r"|fine(?=,? (?:I|we|he|she|it|they)\b)|love(?=,)|mate|lumina|clarisse|nox|(?:since|after|before"
    r"|when) [^,]{2,40},)(?:\b|(?<=,))[,:;!. …-]* *)+",
    re.I,
)
A_DAY = (
    r"(?:(?:the )?(?:beginning|start|end|middle) of )?(?:(?:the|next|this|coming) )*"
    r"(?:(?-i:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d+"
    r"|today|tomorrow|tonight|week|month|year|spring|summer|autumn|fall|winter|term)\b"
)
FRONTED = re.compile(
    r"^(?:(?:(?:nearly|over|about|almost|all of) )?(?:\d{1,2}|(?:twenty|thirty|forty|fifty|sixty)(?:[ -][a-z]+)?"
    r"|[a-z]+teen|ten|eleven"
    r"|twelve|five|six|seven|eight|nine) (?:years?|yrs)"
    rf"|(?:(?:starting|beginning|effective|from|as of|as from)(?: on| from)?(?= {A_DAY})"
    r"|(?:after|before|since|during|for|until|till|at|in|on|over|past|every|last|next|this|thanks to|most|all"
    r"|instead of|rather than))"
    r"(?: [\w'-]+){1,6}?|these days|nowadays|currently|lately|recently|right now|originally|eventually|luckily|sadly"
    r"|unfortunately|sometimes|usually|occasionally|meanwhile|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend"
    r"|weekday|morning|evening|summer|winter)s)"
    r"(?<! that)(?<! what)(?<! who)(?<! when)(?<! if)(?<! case)(?<! time)(?<! moment)(?<! head)(?<! mind)(?<! heart)"
    r"(?<! paper)(?<! theory)(?<! life)(?<! all)(?<! day)(?<! why)(?<! where)(?<! how)"
    r"(?<! than)(?<! because)(?<! think)(?<! hope)(?<! says)(?<! wish) (?=(?:I|we)(?: |'))",
    re.I,
)
"""What stands before the subject and only says when or how long: "after ten years in Leeds I'm back in Hull"."""
HERE_WE_ARE = re.compile(
    r"^(?:so )?that's (?:(?P<me>me)|us) (?=(?:now |back |all |officially )*(?:in|at|on|an?|retired|single|married"
    r"|divorced|settled|moved|home|done|\w{3,}ed)\b)",
    re.I,
)
"""How Scots and Irish English tells of a new state: "That's us in Gourock", "That's me retired"."""
ROLE = re.compile(
    r"(?:the )?(?:doctor|professor|teacher|nurse|consultant|dentist|boss|manager|lecturer|supervisor|coach)", re.I
)
ANYBODY = re.compile(r"(?:and |so |then )*(?:the|this|that|some|an?) [\w' -]+", re.I)
CONDITION = re.compile(
    r"\b(?:if|unless|wish|what if)\b|^(?:so )?(?:say|suppose|supposing) (?:I|we|he|she|they)\b", re.I
)
ABBREVIATION = re.compile(r"\b(Dr|Mrs?|Ms|Prof|St|vs|etc|approx)\.(?= )")
SENTENCE = re.compile(r"[^.!?…\n;]+(?:\.(?=\w)[^.!?…\n;]*)*[.!?…;]*")
SUBJECT = (
    r"(?:I\b|I'|we\b|we'|he\b|he'|she\b|she'|it'?s?\b|they\b|they'|my\b|me (?:mum|dad|nan|brother|sister|mate"
    r"|best|other|and)|our\b|(?:his|her|its) name(?:'s| is| was)|there\b|there's|that's (?:the|my|our)\b)"
)
SOMEBODY_IS = (
    r"(?:(?-i:(?:(?:Dr|Mrs?|Ms|Miss|Prof) )?[A-Z])[a-zà-ÿ]+(?:'s| is| was| has| does| plays| works"
    r"| lives| runs| drives| teaches| goes)"
    r"|(?:mum|mom|dad|nan|gran|grandad|grandma|grandpa)(?:'s| is| has| was)) "
)
SPLIT = re.compile(
    rf",? (?<!\banything )(?<!\bnothing )\b(?:but|cos|coz|because|cause(?= (?:I|my|we|he|she|it|they)\b)|though"
    rf"|although|whereas|so that"
    rf"|except)\b,? |,? \b(?:so|(?<!\bme )and|then)"
    rf" (?=(?:now )?{SUBJECT})|,? \bwhich\b |, (?={SUBJECT}|(?:been|born|grew|moved|living|working"
    rf"|originally) )|, (?:and|so|then|plus) (?=\w)|,? and (?=(?:lives|works|plays|drives|runs|teaches|studies"
    rf"|speaks|owns|loves|hates|wants"
    rf"|hate|love|loathe|can't|don't|won't|live|work|play|drive|teach|adore)\b)"
    rf"|(?:,|(?<!\bme) and) (?={SOMEBODY_IS})| [-–—] |[-–—]{{2}}|\s\(|\)",
    re.I,
)
JOINT = re.compile(
    rf"\b(?P<who>(?:(?:my|our) (?:{RELATION})(?:,? {NAME})?|{NAME})) and (?:I|me|myself)(?=(?:'ve| have|'re"
    rf"| are|'d| had)?"
    r" (?:(?:just|finally|actually|sort of|kind of|now|officially|both) )*(?:split|broke|broken|breaking"
    r"|separated|parted"
    r"|called it|getting (?:a )?divorced?|divorced|got divorced|finished|through|over|done|history|no more"
    r"|no longer together"
    r"|not together)\b)",
    re.I,
)
"""Two who part: "Sam and I split up" is "me and Sam split up", and no clause of its own behind each name."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause that states something. `said` is it as it stands, `text` without what only leads up to it; `unsure`
    where the sentence wavers."""

    text: str
    said: str
    sentence: str
    question: bool = False


def clauses(text: str) -> list[Clause]:
    """The clauses of what a person says of their own, in order."""
    return [clause for sentence in sentences(text) for clause in _of_sentence(sentence)]


def sentences(text: str) -> list[str]:
    """The sentences of a person's own, but for those of a dream, a story or a joke."""
    return [*_own(text)]


@lru_cache(maxsize=512)
def _own(text: str) -> tuple[str, ...]:
    kept = len(text) <= MAX and not FICTION.search(text) and not ORDERS.search(text)
    return tuple(_sentences(plain(text))) if kept else ()


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """The text without quotations, pasted pieces and orders to the memory, plainly spelt."""
    text = QUOTED.sub(" … ", text.replace("’", "'").replace("‘", "'"))
    for pattern in (PASTED, ORDERS):
        if match := pattern.search(text):
            text = text[: text.rfind(". ", 0, match.start()) + 1] if ". " in text[: match.start()] else ""
    return in_one_form(respelt(cased(in_standard_english(EMOJI.sub(" … ", ABBREVIATION.sub(r"\1", text))))))


def _sentences(text: str) -> Iterator[str]:
    """Sentences up to a joke: what stands before a joke in the same turn was a part of it."""
    found = [match.group().strip() for match in SENTENCE.finditer(text)]
    if not any(JOKE.search(sentence) for sentence in found):
        yield from (sentence for sentence in found if any(map(str.isalpha, sentence)))


def _of_sentence(sentence: str) -> Iterator[Clause]:
    sentence = TOLD.sub(r"\g<told>", IDIOMS.sub("", sentence))
    if (QUESTION.search(sentence) and not sentence.endswith("??")) or PROVERB.search(sentence):
        return
    parts = SPLIT.split(JOINT.sub(r"me and \g<who>", cut(CONDITION, sentence)))
    for part in (TOLD_THEM.sub("", one.strip(" ,.;:!?…-–—")) for one in parts):
        reported = REPORTED.search(part)
        if SAID_OF_ME.match(part):
            continue
        held = HELD.match(part) is not None
        said = part if held else cut(UNREAL, _before_report(part, reported) if reported else part).strip(" ,")
        if said:
            yield Clause(bare(said), said, sentence)
        if reported:
            return


def _before_report(part: str, reported: re.Match[str]) -> str:
    """What stands before what somebody is said to have said, with who says it: that one there is, unless it is whoever
    has such a job, or is of nobody's ("the taxi driver told me")."""
    if ROLE.fullmatch(part[: reported.end("who")]) or ANYBODY.fullmatch(part[: reported.end("who")]):
        return ""
    return part[: reported.end("who") if reported["who"] else reported.start()]


def cut(gate: re.Pattern[str], text: str) -> str:
    """The text as far as it stands firm: up to the comma before what is imagined."""
    match = gate.search(text)
    return text[: max(text.rfind(",", 0, match.start()), 0)] if match else text


def bare(clause: str) -> str:
    """A clause without what leads up to it."""
    stripped = ASIDE.sub(r"\g<who>", FILLER.sub("", clause).strip(" ,:;!…") or clause)
    stripped = FRONTED.sub("", BEHIND.sub(r"I'm \g<what>", stripped))
    return HERE_WE_ARE.sub(lambda match: "I'm now " if match["me"] else "we're now ", stripped)
