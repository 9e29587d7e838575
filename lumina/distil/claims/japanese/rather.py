"""A sentence that says one thing to be so and not another, read as what it says to be so: 勤め先は銀行じゃなくて信金
tells of the 信金 alone, which stands in the place of the 銀行."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lumina.distil.claims.japanese.relations import KIND_OF, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import Claim, ClaimType, Mode
from lumina.language.japanese import morphemes
from lumina.language.names import bare_name

OLD = r"(?P<old>[^\s、。!?はがをも]{1,16}?)"
NOT = (
    r"(?:じゃ(?:なく(?:って|て)?|ない|あらへん|のうて)|では(?:なく(?:て)?|ありません)"
    r"|や(?:なく(?:って|て)|のうて|なしに)|ちゃうくて|ちゃうて)"
)
FIRST_NOT = re.compile(
    rf"{OLD}{NOT}(?:(?:です)?(?:よ|ね|けど)?、|(?<=[てく]))(?:実は|本当は|ほんとは|正しくは|正確には)?、?"
)
"""What is not so, before what is: 銀行じゃなくて信金."""

DEED = re.compile(r"[うくぐすつぬぶむるただいな](?:ん|の|わけ)$")
"""What is not done, before what is: 買ったんじゃなくて借りた."""

CLEFT = re.compile(
    r"^(?:(?:あと|それと|それから|あ|で|ていうか|てか)、?)?(?P<what>[^、。は]{2,20}?[うくぐすつぬぶむるいたのな])(?:の|ん)は、?$"
)
"""What is said of whom is named behind it: 腎臓が悪いのは."""

HEAD = frozenset({"名詞", "接尾辞", "代名詞", "記号"})
BEGINS = HEAD | {"接頭辞", "連体詞", "形状詞"}
CHANGED = re.compile(r"に(?:なった|なりま|した|しま|変わ|変え|決ま|決め)|ことに")
"""What has only become so; else it never was the other."""

WISHED = re.compile("呼[ばびぶべぼん]")
"""How somebody is to be called is read as it is said."""

BEINGS = frozenset({"family", "partner", "friend", "pet"})
HAD = r"(?:[0-9一二三四五]+[人匹羽])?(?:い(?:る|て|ます)|おる|飼|です|だ|や|$)"
"""How it is said that one has somebody."""

SMALL = 2
CERTAIN = 0.7


@dataclass(frozen=True, slots=True)
class Rather:
    """A sentence without what it says not to be so (`old`), and as it was said."""

    sentence: Sentence
    said: str
    old: str
    new: str

    @property
    def is_thing(self) -> bool:
        return not DEED.search(self.old)


def rather(sentence: Sentence, names: Collection[str] = ()) -> Rather | None:
    """The sentence as what is so, where it says so of a thing, and not of another; None where it does not."""
    if WISHED.search(sentence.text):
        return None
    match = FIRST_NOT.search(sentence.text)
    if not match:
        return None
    before, now = sentence.text[: match.start("old")], sentence.text[match.end() :]
    if not DEED.search(match["old"]) and not (_is_thing(match["old"]) and _begins_with_thing(now)):
        return None
    return Rather(replace(sentence, text=_of_whom(before, now, names)), sentence.text, match["old"], _named(now))


def _of_whom(before: str, now: str, names: Collection[str]) -> str:
    """The sentence, begun with whom it is of, where it says that last: 腎臓が悪いのはきなこ."""
    of, who = CLEFT.match(before), bare_name(_named(now))
    is_somebody = who in names or normal(who) in KIND_OF
    return f"{who}は{of['what']}" if of and is_somebody else f"{before}{now}"


def _is_thing(words: str) -> bool:
    """Whether a phrase ends with a noun: 好きじゃなくて says how something is."""
    last = morphemes(words)[-1] if words else None
    return last is not None and last.part[0] in HEAD and "形状詞可能" not in last.part


def _begins_with_thing(words: str) -> bool:
    first = morphemes(words)[:1]
    return bool(first) and first[0].part[0] in BEGINS


def _named(words: str) -> str:
    """The nouns with which a phrase begins."""
    kept = ""
    for word in morphemes(words):
        if word.part[0] not in BEGINS and word.surface not in {"の", "・"}:
            break
        kept += word.surface
    return kept.removesuffix("の")


def as_said(claims: Iterable[Claim], read: Mapping[str, Rather]) -> Iterator[Claim]:
    """The claims with the sentences as they were said, `read` by how they were read; what stands in the place of
    another takes it."""
    for one in claims:
        told = read.get(one.text)
        if told is None:
            yield one
            continue
        said = replace(one, text=told.said)
        if not _is_in_place(one, told):
            yield said
        else:
            old = one.value.replace(told.new, told.old) if told.new in one.value else told.old
            is_wrong = one.confidence >= CERTAIN and not CHANGED.search(told.said)
            yield replace(said, replaces=old, mode=Mode.CORRECTS if is_wrong else Mode.IS)


def _is_in_place(one: Claim, told: Rather) -> bool:
    """Whether a claim says of the new what was said of the old; who is somewhere, or does something, is not had in
    place of another."""
    if one.type is not ClaimType.FACT or one.mode is not Mode.IS or one.replaces or told.old in one.value:
        return False
    had = one.kind not in BEINGS or re.search(rf"{re.escape(told.new)}(?:が|を|も)?{HAD}", told.said)
    return bool(had) and _are_near(one.value, told.new)


def _are_near(value: str, new: str) -> bool:
    return bool(new) and (new in value or (len(value) >= SMALL and value in new))


def read_as(told: Sequence[Sentence], names: Collection[str]) -> tuple[list[Sentence], Mapping[str, Rather]]:
    """The sentences as they are to be read, and those that say what is not so by how they are read."""
    found = {one.text: it for one in told if (it := rather(one, names))}
    return [found[one.text].sentence if one.text in found else one for one in told], {
        one.sentence.text: one for one in found.values()
    }
