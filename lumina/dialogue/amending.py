"""A number, or somebody or something, that the person told and now says to be another one, whether or not it was a
fact."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from lumina.dialogue.heeded import Acts, Heeded, Unit, act_on, note
from lumina.dialogue.meant import answers, besides, words_of
from lumina.distil.claims.instead import put_right
from lumina.distil.claims.reading import stated
from lumina.known import NOTE, Fact, Known, Mode
from lumina.language.acts import asks, does
from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK, fold
from lumina.language.tokens import analyse
from lumina.models import Role, Turn

DIGITS = r"[0-9](?:[0-9,.:]*[0-9])?(?:[万千百億][0-9]*)*"
WORDS = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight"
    r"|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
)
UNIT = r"(?:円|歳|才|人|匹|個|本|冊|回|時|分|年|か月|ヶ月|月|日|キロ|kg|km|cm|点|階|号室|番|%)?"
NUMBER = re.compile(rf"(?P<number>{DIGITS})(?P<unit>{UNIT})|\b(?P<word>{WORDS})\b", re.I)
INSTEAD_OF = re.compile(r"[^0-9。]{0,6}(?:(?:って|と)[^0-9。、]{0,6}[たけ]|じゃなく|ではなく|やなくて)")
"""What stands between a number that was told and the one that is so: 6回って言ったけど、ほんとは5回."""

OLD_AND_NEW = 2
SAYS_NOTHING = frozenset(
    analyse(
        "actually sorry wrong no number numbers mean meant make say said wait hang mistake typo correction really right"
        " got way round oops scratch told put wrote different joking kidding joke lol"
        " 間違い 間違える 本当 正しい 訂正 違う ごめん すまん 言う 言い間違い 打ち間違い 嘘 正しく 実は"
        " さっき 前 こないだ ほんと ほんま 実際 話す 書く 正確 冗談"
    ).words
)
"""With which nothing is said but that a number is wrong."""

TOLD_WITH = re.compile(
    r"(?:(?<=[うくぐすつぬぶむるいた])んだ|(?:(?<=さん)|(?<=ちゃん)|(?<!ん))(?:な[んの])?だ)?[よねさわぞ]*[。!]*$"
)
"""With what a Japanese statement ends, beyond what it states."""

OF_A_NAME = frozenset({"名詞", "接頭辞", "接尾辞", "代名詞"})
"""The parts of speech of what somebody or something is called."""


def amended(held: Sequence[Fact], turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts] | None:
    """The clause that told a number, or whose number was just answered with, with the other one in it: it is kept as it
    is now, and how it was is taken back."""
    if not (does("corrects", turn.text) or does("amends", turn.text)) or asks(turn.text):
        return None
    new = _number_alone(turn.text)
    found = next(_told(new, before, turn), None) if new else None
    if new is None or found is None:
        return None
    source, clause, old = found
    right = _plainly(f"{clause[: old.start()]}{_like(new, old)}{clause[old.end() :]}")
    meant = [fact for fact in held if source.id in fact.evidence and old.group() in fact.value]
    edits = [replace(act_on(one, Mode.EDITS), value=one.value.replace(old.group(), new.group(), 1)) for one in meant]
    if not edits:
        return _noted(turn, source, clause, right)
    wrong = note(clause)
    undone = replace(wrong, value="", text="", mode=Mode.FORGETS, replaces=wrong.value, target=source.id)
    told = tuple(Unit(one.kind, one.value, one.about) for one in edits)
    return Heeded("set right", told), [(source, wrong), (turn, undone), *((turn, one) for one in edits)]


def replaced(known: Known, turn: Turn, before: Sequence[Turn]) -> tuple[Heeded, Acts] | None:
    """The clause that told what the turn says to be not so, with what is so in its place; nothing where that is a fact.
    The turn has another word of the clause, or stands just behind it."""
    old, new = put_right(turn.text) or ("", "")
    old = _named_last(old)
    if not old or asks(turn.text) or any(turn.id in one.evidence and new in one.value for one in known.facts):
        return None
    beside = words_of(turn.text) - words_of(old) - words_of(new) - SAYS_NOTHING
    spoken = [one for one in reversed(before) if one.role is Role.PERSON]
    for at, source in enumerate(spoken):
        if asks(source.text):
            continue
        for clause in stated(source.text):
            if old in clause and new not in clause and (beside & words_of(clause) or (at == 0 and not beside)):
                return _noted(turn, source, clause, _plainly(clause.replace(old, new, 1)))
    return None


def _plainly(clause: str) -> str:
    """A clause without the particles with which it was told."""
    return TOLD_WITH.sub("", clause) or clause


def _named_last(words: str) -> str:
    """Of words that end with what is named, that alone: (マフラーくれたの)お母さん; in English all."""
    if not CJK.search(words):
        return words
    named = [*takewhile(lambda one: one.part[0] in OF_A_NAME, reversed(morphemes(words)))]
    return "".join(one.surface for one in reversed(named))


def _noted(turn: Turn, source: Turn, clause: str, right: str) -> tuple[Heeded, Acts]:
    """What is no fact becomes a note of how it is, in place of one of how it was told."""
    wrong = note(clause)
    undone = replace(note(right), mode=Mode.CORRECTS, replaces=wrong.value)
    return Heeded("set right", (Unit(NOTE, right),)), [(source, wrong), (turn, undone)]


def _number_alone(text: str) -> re.Match[str] | None:
    """The one number of a text, or the one that it has instead of another."""
    plain = _plain(besides("corrects", text) or text)
    numbers = [*NUMBER.finditer(plain)]
    different = len({one.group() for one in numbers})
    is_instead = different == OLD_AND_NEW and INSTEAD_OF.match(plain, numbers[-2].end())
    return numbers[-1] if different == 1 or is_instead else None


def _told(new: re.Match[str], before: Sequence[Turn], turn: Turn) -> Iterator[tuple[Turn, str, re.Match[str]]]:
    """Where the number was told: said last, in what was just answered with, or wherever the turn says that
    it was. The words beside the new one say nothing that was not said there."""
    own = {*analyse(NUMBER.sub(" ", _plain(besides("corrects", turn.text) or turn.text))).words} - SAYS_NOTHING
    spoken = [one for one in reversed(before) if one.role is Role.PERSON]
    given, wrong = answers(before), {one.group() for one in NUMBER.finditer(_plain(turn.text))} - {new.group()}
    for at, source in enumerate(spoken):
        if asks(source.text):
            continue
        for clause in map(_plain, stated(source.text)):
            olds = [one for one in NUMBER.finditer(clause) if _are_alike(one, new)]
            just = not any(not asks(one.text) for one in spoken[:at]) and (at == 0 or fold(clause) in given)
            if len(olds) == 1 and (just or olds[0].group() in wrong) and own <= {*analyse(clause).words}:
                yield source, clause, olds[0]


def _are_alike(old: re.Match[str], new: re.Match[str]) -> bool:
    """Whether the one may stand for the other: another number, of the same unit where both have one."""
    units = {old["unit"] or "", new["unit"] or ""} - {""}
    return old.group() != new.group() and len(units) < 2


def _like(new: re.Match[str], old: re.Match[str]) -> str:
    """The new number with the unit of the old one, where it has none."""
    return new.group() if new["unit"] or not old["unit"] else f"{new.group()}{old['unit']}"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
