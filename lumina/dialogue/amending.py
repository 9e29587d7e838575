"""A number that the person told and now says to be another one, whether or not it was a fact."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lumina.dialogue.heeded import Acts, Heeded, Unit, act_on, note
from lumina.dialogue.meant import answers, besides
from lumina.distil.claims.reading import stated
from lumina.known import NOTE, Fact, Mode
from lumina.language.acts import asks, does
from lumina.language.scripts import fold
from lumina.language.tokens import analyse
from lumina.models import Role, Turn

DIGITS = r"[0-9](?:[0-9,.:]*[0-9])?(?:[万千百億][0-9]*)*"
WORDS = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight"
    r"|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)"
)
UNIT = r"(?:円|歳|才|人|匹|個|本|冊|回|時|分|年|か月|ヶ月|月|日|キロ|kg|km|cm|点|階|号室|番|%)?"
NUMBER = re.compile(rf"(?P<number>{DIGITS})(?P<unit>{UNIT})|\b(?P<word>{WORDS})\b", re.I)
SAYS_NOTHING = frozenset(
    analyse(
        "actually sorry wrong no number numbers mean meant make say said wait hang mistake typo correction really right"
        " got way round oops scratch told put wrote different"
        " 間違い 間違える 本当 正しい 訂正 違う ごめん すまん 言う 言い間違い 打ち間違い 嘘 正しく 実は"
    ).words
)
"""With which nothing is said but that a number is wrong."""


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
    right = f"{clause[: old.start()]}{_like(new, old)}{clause[old.end() :]}"
    meant = [fact for fact in held if source.id in fact.evidence and old.group() in fact.value]
    edits = [replace(act_on(one, Mode.EDITS), value=one.value.replace(old.group(), new.group(), 1)) for one in meant]
    wrong = note(clause)
    if not edits:
        undone = replace(note(right), mode=Mode.CORRECTS, replaces=wrong.value)
        return Heeded("set right", (Unit(NOTE, right),)), [(source, wrong), (turn, undone)]
    undone = replace(wrong, value="", text="", mode=Mode.FORGETS, replaces=wrong.value, target=source.id)
    told = tuple(Unit(one.kind, one.value, one.about) for one in edits)
    return Heeded("set right", told), [(source, wrong), (turn, undone), *((turn, one) for one in edits)]


def _number_alone(text: str) -> re.Match[str] | None:
    """The one number of a text."""
    numbers = [*NUMBER.finditer(_plain(besides("corrects", text) or text))]
    return numbers[-1] if numbers and len({one.group() for one in numbers}) == 1 else None


def _told(new: re.Match[str], before: Sequence[Turn], turn: Turn) -> Iterator[tuple[Turn, str, re.Match[str]]]:
    """Where the number was told: said last, or in what was just answered with. The words beside the new one say nothing
    that was not said there."""
    own = {*analyse(NUMBER.sub(" ", _plain(besides("corrects", turn.text) or turn.text))).words} - SAYS_NOTHING
    spoken = [one for one in reversed(before) if one.role is Role.PERSON]
    given = answers(before)
    for at, source in enumerate(spoken):
        if asks(source.text):
            continue
        for clause in map(_plain, stated(source.text)):
            olds = [one for one in NUMBER.finditer(clause) if _are_alike(one, new)]
            just = not any(not asks(one.text) for one in spoken[:at]) and (at == 0 or fold(clause) in given)
            if len(olds) == 1 and just and own <= {*analyse(clause).words}:
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
