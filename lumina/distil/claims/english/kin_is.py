"""Who is who, several at once and in few words: "dad's Emil and mum's Rosa", "my brother's Tobin with a T", "Carla's
the chef I work with", "a share house with Gus and Mina"."""

import re
from collections.abc import Iterator, Sequence

from lumina.distil.claims.english.clauses import Clause, bare
from lumina.distil.claims.english.relations import somebody
from lumina.distil.claims.english.rules import LANGUAGES
from lumina.known import Claim, ClaimType
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import KIN, NAME, RELATION, SPECIES, is_name

SURE = 0.8
END = r"(?= *(?:$|[,.;!]|and\b|&|but\b|with an? (?-i:[A-Z])\b|spelt\b|short for\b))"
IS = re.compile(
    rf"(?P<led>^|, (?:and )?|\band |& )(?:(?:my|me|our) (?P<who>{RELATION}|{SPECIES})|(?P<kin>{KIN})"
    rf"|the (?P<pet>{SPECIES}))(?:'s| is) (?P<name>{NAME}){END}",
    re.I,
)
"""What somebody is to the person, and their name."""
SO = re.compile(rf"(?:'s| is) (?P<name>{NAME})$")
KINDS = re.compile(rf"{SPECIES}|{'|'.join(word_list('makes.en'))}|premier|type", re.I)
"""What is written large and is nobody's name."""
SPELT = re.compile(r" (?:with an? (?-i:[A-Z])\b|spelt |short for )", re.I)
"""How a name is written."""
WORKS_WITH = re.compile(
    rf"^(?P<name>{NAME})(?:'s| is) (?:the|this|an?|one of the) (?!(?:[\w-]+ )*(?:company|firm"
    r"|office|team|place|day|school|shop|band|branch|site|town|city|pub|cafe|club|app|software|thing|charity|agency)\b)"
    r"(?:[\w-]+ ){0,4}?(?:who |that )?(?:(?:I|we) "
    r"(?:(?:mostly|usually|always|often|also) )*(?P<how>work (?:with|alongside|under|for)|sit (?:next to|with|by)"
    r"|share (?:an office|a desk)(?: with)?|live with|[a-z]+ (?:\w+ )?with)\b"
    r"|(?P<does>works|sits|trains|plays|lives|sings|rows|swims|climbs|runs|studies) (?:with|next to|beside|opposite)"
    r" (?:me|us)\b)",
    re.I,
)
AS = {
    **dict.fromkeys(("work for", "work under"), "boss"),
    **dict.fromkeys(("work", "sit", "share"), "colleague"),
    "live": "flatmate",
}
HOME = r"(?:flat|house|place|apartment|room)"
SHARE = re.compile(
    r"\b(?:share[- ]?house|(?:flat|house)[- ]?share|shared (?:flat|house|place|apartment)"
    rf"|(?:sharing|renting|share) (?:an?|the|our) (?:[\w-]+ ){{0,2}}?{HOME})\b"
    r"(?: (?:up |down |out |over )?(?:in|near|on) (?:the )?(?-i:[A-Z])[\w' -]{2,30}?)? with"
    rf" (?P<all>{NAME}(?:(?:, {NAME})*,? (?:and|&) {NAME})?)(?! (?:and|&) (?:my|his|her)\b)",
    re.I,
)
"""With whom the person shares where they live."""


def who_is_who(clause: Clause) -> Iterator[Claim]:
    """Who the clause says they are."""
    text = bare(clause.said)
    for relation, name in _named(clause):
        yield somebody(name, relation, clause, SURE)
    fellow = WORKS_WITH.match(text)
    if fellow and is_name(fellow["name"]) and fellow["name"].lower() not in word_list("places.en"):
        yield somebody(fellow["name"], _fellow((fellow["how"] or fellow["does"]).lower()), clause, SURE)
    if shared := SHARE.search(clause.said):
        for name in re.findall(NAME, shared["all"]):
            if is_name(name):
                yield somebody(name, "flatmate", clause, SURE)


def _named(clause: Clause) -> Iterator[tuple[str, str]]:
    """Each one with a name; a word that is no name known is one only in a row of such that opens the sentence."""
    end, text = 0, bare(clause.sentence)
    for match in IS.finditer(text):
        name = match["name"]
        in_row = not text[end : match.start()].strip()
        given = name.lower() in word_list("names.en")
        spelt = SPELT.match(text, match.end())
        if is_name(name) and (given or spelt or (in_row and not _is_thing(name))):
            end = match.end()
            if match.group()[len(match["led"]) :] not in clause.said:
                continue
            yield match["who"] or match["kin"] or match["pet"], name


def _is_thing(name: str) -> bool:
    return name.lower() in word_list("places.en") or name in LANGUAGES or bool(KINDS.fullmatch(name))


def is_what(told: str) -> bool:
    """Whether "my cat's Siamese" says what somebody is or has, and not their name."""
    match = SO.search(told)
    return match is not None and (match["name"] in LANGUAGES or bool(KINDS.fullmatch(match["name"])))


def _fellow(how: str) -> str:
    """What somebody is to the person, by what they do together."""
    return AS.get(how) or AS.get(how.split(maxsplit=1)[0].removesuffix("s"), "friend")


def unless_names(found: Sequence[Claim], clause: Clause) -> list[Claim]:
    """Without what takes such a name for where somebody lives, or for what they do."""
    names = tuple(name for _, name in _named(clause))
    return (
        [one for one in found if one.type is not ClaimType.FACT or not one.value.startswith(names) or "(" in one.value]
        if names
        else [*found]
    )
