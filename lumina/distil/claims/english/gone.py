"""Who and what is gone: a pet that died or was given away, by its name or with all of its kind; what ails nobody."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.subjects import Spoken
from lumina.distil.claims.english.values import EMPTY, clean
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.words import NAME, RELATION, SPECIES, is_name, normal_relation
from lumina.language.plain_english.words import NUMBER as A_NUMBER

LIKELY = 0.75
NUMBER = rf"(?:{A_NUMBER})"
NOT_ALLERGIC = re.compile(
    r"\b(?:(?:isn't|is not|'s not|not|aren't|no longer|never) (?:actually |really )?(?:allergic"
    r"|intolerant) to (?P<what>[\w' -]{2,30}?)(?: any ?more| now| after all| at all)?"
    r"|(?:outgrown|outgrew|grown out of|grew out of|got over|lost) (?:his|her|my|their|the"
    r"|our) (?P<of>[\w' -]{2,24}?) (?:allergy|intolerance)"
    r"|(?:his|her|my|their|the) (?P<whose>[\w' -]{2,24}?) (?:allergy|intolerance)(?:'s| is| has)? (?:all "
    r"|completely |now )?(?:gone|cleared(?: up)?|healed|over|outgrown|better))"
    r"(?= *(?:$|[,.;!]|\b(?:and|so|but|since|because)\b))",
    re.I,
)
I_AM = re.compile(r"(?:^|\b(?:I|I'm|I am|I've|we|we're)\b)(?: (?!(?:my|she|he|they)\b)\w+){0,3} ?$", re.I)
OTHER_ONE = re.compile(rf"(?:\b(?:my|our) )?(?P<who>{RELATION}|{NAME}) ?$")
DEATH = (
    r"(?:'s| has| had)? ?(?:just |sadly )*(?P<how>died|passed away|passed on|passed(?= *(?:$|[,.;!]|\b(?:on|in"
    r"|last|this|yesterday)\b))|gone over the rainbow bridge"
    r"|crossed the rainbow bridge|(?:been|was|were) put (?:down|to sleep)|been rehomed"
    r"|(?:has )?gone to (?:live with|a new home|a good home|(?:my|our) [\w ]{3,20}))"
)
PET_GONE = (
    re.compile(rf"^(?:(?:my|our|the) )?(?:poor |old )*(?:(?:{SPECIES}) )?(?P<name>{NAME}){DEATH}", re.I),
    re.compile(
        rf"\b(?:had to |have to )?(?:have|had|put) (?:poor |old |our )*(?P<name>{NAME}) (?:(?:put )?(?P<how>down"
        r"|to sleep))\b",
        re.I,
    ),
    re.compile(
        r"^(?:I|we)(?:'ve| have)? (?:just |sadly |finally )*(?P<how>lost|rehomed|gave away|given away"
        rf"|found a (?:new |good )?home for) (?:poor |old |our )*(?P<name>{NAME})(?= *(?:$|[,.;!]|\b(?:on|in|last"
        r"|this|yesterday|today|to)\b))",
        re.I,
    ),
    re.compile(
        r"^(?:I|we)(?:'ve| have)? (?:just |sadly |finally )*(?P<how>gave|given) (?:poor |old "
        rf"|our )*(?P<name>{NAME}) to\b",
        re.I,
    ),
)
IT_DIED = re.compile(rf"^(?:he|she|it){DEATH}", re.I)
SOME = rf"(?P<what>{SPECIES}|chook|duck|goose|bee|bird|fish|sheep|cow|pig|kitten|pupp)(?:s|ies|es)?"
SOME_GONE = (
    re.compile(
        r"^(?:(?:I|we)(?:'ve| have)? )?(?:just |sadly |finally |had to )*(?P<how>sold|gave away|given away"
        r"|rehomed|rehome|gave|given|lost|got rid of|re-homed) (?:all )?(?:the|my|our) (?:(?:last|other"
        rf"|{NUMBER}) )?{SOME}\b(?! (?:food|house|bed|hutch|cage|lead|run|toys?|bowl))"
        r"(?P<to> (?:away|to [\w' ]{2,30}?))?(?= *(?:$|[,.;!]|\b(?:this|yesterday|today|last|because|so|and|on"
        r"|for)\b))",
        re.I,
    ),
    re.compile(
        rf"^(?:all )?(?:the|my|our) {SOME}(?:'s|'ve| is| are| has| have)? (?:all )?(?P<how>gone|died|all died"
        r"|been rehomed|passed away)(?= *(?:$|[,.;!]|\b(?:to|this|yesterday|today|last|now|because)\b))",
        re.I,
    ),
)
MAY_TELL = re.compile(r"died|pass|put|have|had|lost|home|g[ai]ve|gone|sold|rid|rainbow", re.I)
"""Where none of it is said, no pet is gone."""
ONESELF = re.compile(r"^(?:I|we)(?:'ve| have)? ", re.I)
HENS = {"chook": "hen", "duck": "duck", "goose": "goose", "pupp": "puppy"}
HEALED = re.compile(
    r"^(?:and |so |but )*(?:my |me |the |his |her )?(?P<what>[a-z][\w-]+(?: (?!(?:is|are|has|have|all|now"
    r"|finally)\b)[\w-]+)?)(?:'s| is| are| has| have|'ve)? (?:all |fully |finally |completely |now "
    r"|nicely )*(?:healed|cleared up|mended|cured|all better|fully better|in remission)\b(?! (?:yet|slowly))",
    re.I,
)
NOT_YET = re.compile(r"\b(?:not|never|hasn't|haven't|isn't|nearly|almost|until|once|when|hope\w*|if)\b", re.I)


def gone_in(clause: Clause, of: Sequence[Spoken], meant: str) -> Iterator[Claim]:
    """Whom one has no more, and what ails nobody any more; `meant` is whom a pronoun means."""
    about = of[0].about if of else ME
    yield from _of_allergies(clause, about)
    yield from _of_pets(clause, meant)
    healed = HEALED.search(bare(clause.said))
    if healed and not NOT_YET.search(clause.said) and not EMPTY.match(healed["what"]):
        yield _over("health", clean(healed["what"]), clause, clean(healed.group()), about)


def without_what_ended(claims: Sequence[Claim], clause: Clause) -> list[Claim]:
    """The claims of a clause without the allergy that it says is none."""
    if not NOT_ALLERGIC.search(clause.said):
        return [*claims]
    return [one for one in claims if one.kind != "allergy" or one.mode is Mode.ENDS]


def _over(kind: str, value: str, clause: Clause, told: str, about: str = ME) -> Claim:
    return Claim(ClaimType.FACT, about, kind, value, clause.sentence, LIKELY, Mode.ENDS, replaces=told)


def _of_allergies(clause: Clause, about: str) -> Iterator[Claim]:
    if (match := NOT_ALLERGIC.search(clause.said)) and not re.search(r"\b(?:sure|know|if)\b", clause.said):
        what = clean(match["what"] or match["of"] or match["whose"])
        before = clause.said[: match.start()]
        if about == ME and match["what"] and not I_AM.search(before):
            other = OTHER_ONE.search(before)
            if not other:
                return
            about = normal_relation(other["who"]) or other["who"]
        yield _over("allergy", what, clause, f"no longer allergic to {what}", about)


def _of_pets(clause: Clause, meant: str) -> Iterator[Claim]:
    """By its name, or all of its kind."""
    if not MAY_TELL.search(clause.said):
        return
    if meant and not normal_relation(meant) and (gone := IT_DIED.match(clause.said)):
        yield _over("pet", meant, clause, f"{meant} {gone['how'].lower()}")
        return
    for pattern in PET_GONE:
        gone = pattern.search(clause.said)
        named = is_name(gone["name"]) and not re.fullmatch(RELATION, gone["name"], re.I) if gone else False
        if gone and (named or pattern is not PET_GONE[0]):
            how = gone["how"].lower()
            told = f"{gone['name']} {how}" if pattern is PET_GONE[0] else f"{how} {gone['name']}"
            told = f"{gone['name']} was put {how}" if how in {"down", "to sleep"} else told
            yield _over("pet", gone["name"], clause, told)
            return
    for pattern in SOME_GONE:
        if (some := pattern.search(clause.said)) and not (some["how"] in {"gave", "given"} and not some["to"]):
            what = HENS.get(some["what"].lower(), some["what"].lower())
            yield _over("pet", what, clause, clean(ONESELF.sub("", some.group())))
            return
