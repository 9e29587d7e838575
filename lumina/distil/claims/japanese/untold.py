"""What no rule understood of a sentence, and the tagger finds in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.distil.claims.japanese.clauses.kept import BEGINS, VERB_ENDS
from lumina.distil.claims.japanese.clauses.nouns import ORGANISATION
from lumina.distil.claims.japanese.phrases import place
from lumina.distil.claims.japanese.relations import FAMILY, PARTNER, kind_of, normal
from lumina.distil.claims.japanese.subjects import Topic
from lumina.distil.claims.tagged.claims import Heard, tagged
from lumina.distil.claims.tagged.tagger import Value
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.japanese import KANJI, may_be_given_name, morphemes
from lumina.language.names import bare_name

DENIED = re.compile(
    r".{0,6}?(?:じゃ(?:な[いくか]|ありません|ねえ|ねぇ)|では(?:な[いくか]|ありません)|や(?:な[いくか]|のうて|あらへん)|ちゃう|と?ちが[うい]"
    r"|[てで]い?な[いくか]|[てで]い?ません|[てで]へん|[かさたなばまらわ]へん)"
    r"|[^、。]{0,12}?[っんいきしえけべれ]?[ただ](?:こと|ためし|覚え)(?:が|は|も)?(?:一[度回]も|まだ)?(?:な[いくか]|ありません|ねえ|ねぇ|あらへん|おまへん)"
)
"""What stands behind a value that is not so."""
KIN = "|".join([*FAMILY.values(), *PARTNER.values()])
GAP = re.compile("[、。 ]|(?<=[るうくすむたいだ])(?:から|ので|けど|のに)")
CUT_BEFORE = re.compile("[とをがにでは](?=[一-龠0-9ァ-ヴ])")
CUT_BEHIND = re.compile("[をにへとでいきしちにりみけん]")
LONGEST = 34
ONCE = re.compile("(?<![てで])(?<![てで]い)(?:ました|った|いた|んだ|した)$|[0-9]日に")
PEOPLE = frozenset({"rel", "who"})
HEARSAY = re.compile(
    r"(?:んやて|やて|[んな]だって|らしい|そう(?:だ|です|や)|とのこと|んだと|(?<=た)と|って)"
    r"(?:[、。!…ーよねさわ]|です|だ)*(?:$|、)"
)
"""What was only heard is not of the speaker."""
OF_WHO_FOLLOWS = re.compile(
    r"[にで](?:住む|住んで(?:い)?る|暮らす|暮らして(?:い)?る|勤める|勤めて(?:い)?る|働く|働いて(?:い)?る|いる|通う|通って(?:い)?る)(?=[一-龠ァ-ヴー々])"
    rf"|の(?:{KIN})(?=[、。はがもとにをで]|$)"
)
"""What is told of whoever stands behind it: 松江に住む叔父."""
FIRM = re.compile(r"の(?P<n>[^、。はがをもにで]{1,10})(?=[、。はがをもにで]|だ|$|まで|から)")
"""What stands behind where it is, and not where somebody lives."""

OPEN = re.compile(r"[^、。 ]{1,8}(?<!の)[にをへ]")
"""A piece of a sentence, by which nothing is said."""

STANDING = frozenset({"一般", "形状詞可能"})
"""How Sudachi classes words of what one is, not of what one does: 独身, not 同棲."""
BY_NEGATION = frozenset({"dislikes", "habit", "skill", "allergy", "rel", "who", "belief"})
"""Kinds of what is denied and is so all the same, and people."""


def not_told(text: str, spoken: Sequence[Topic], found: Sequence[Claim], meant: str, *, changes: bool) -> list[Claim]:
    """The claims of a sentence whose topics are `spoken` and of which rules `found` claims; `meant` is who was spoken
    of before, `changes` whether it tells of a change."""

    if OPEN.fullmatch(text):
        return []

    def subject(value: Value) -> str:
        before = [one.who for one in spoken if one.who and one.begin < value.start]
        return before[-1] if before else ""

    def states(value: Value) -> bool:
        of_speaker = not value.of_other and not subject(value) and value.kind not in PEOPLE
        heard = HEARSAY.search(text) and of_speaker
        where = value.kind == "who" and text[value.end : value.end + 1] in {"の", "に", "で"} and place(value.text)
        is_deed = value.kind == "partner" and morphemes(value.text)[-1].part[2] not in STANDING
        firm = FIRM.match(text, value.end) if value.kind in {"home", "hometown"} else None
        is_firm = firm is not None and bool(ORGANISATION.search(firm["n"]))
        theirs = is_firm or (of_speaker and OF_WHO_FOLLOWS.match(text, value.end))
        return not (heard or is_deed or theirs or where) and (
            value.kind in BY_NEGATION or not DENIED.match(text, value.end)
        )

    return tagged(text, "ja", Heard(subject, meant, found, states, changes, normal, _is_name, _had))


def in_full(one: Claim) -> Claim:
    """What is done again and again, with all that its clause tells of it: (石倉)と碁を打ちます names nobody."""
    at = one.text.find(one.value)
    if one.type is not ClaimType.FACT or one.kind != "habit" or at < 0:
        return one
    last = at + len(one.value)
    begin = max((gap.end() for gap in GAP.finditer(one.text, 0, at)), default=0) if CUT_BEFORE.match(one.value) else at
    behind = GAP.search(one.text, last)
    end = (behind.start() if behind else len(one.text)) if CUT_BEHIND.match(one.text, last) else last
    said = VERB_ENDS.sub("", BEGINS.sub("", one.text[begin:end])).strip()
    return replace(one, value=said) if one.value in said and len(said) <= LONGEST else one


def lasts(one: Claim) -> bool:
    """Whether a habit is none that was done but once."""
    return one.kind != "habit" or one.mode is not Mode.IS or not ONCE.search(one.value)


def _is_name(word: str) -> bool:
    """Whether it may be one: it is written in kana, or the dictionary knows it as one."""
    bare = bare_name(word)
    return not KANJI.search(bare) or may_be_given_name(bare) or any(one.part[2] == "人名" for one in morphemes(bare))


def _had(person: Claim) -> Iterator[Claim]:
    """The fact that the speaker has somebody."""
    if kind := kind_of(person.kind):
        value = f"{person.value}（{person.kind}）"
        yield Claim(ClaimType.FACT, ME, kind, value, person.text, person.confidence)
