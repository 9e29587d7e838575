"""What a text may be that is kept as a turn, what may name somebody, and how either stands among lines of ours."""

import json
import re
from typing import Final
from unicodedata import category

from lumina.errors import BadText, Reason, because

LONGEST = 100_000
"""Characters of one turn."""

LONGEST_NAME = 300

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that end a line, turn the text round, or are not seen at all."""

JOINERS: Final = frozenset("\u200c\u200d")
"""Not seen either, but words of some languages are written with them, and faces."""

MARKS: Final = frozenset('#=:：,、[]<>"')
"""What is around names where several stand side by side."""


def wrong_with_name(name: str) -> Reason | None:
    """Why this cannot name a person, a room or a namespace; None where it can."""
    if not name.strip():
        return because("it has no character that is seen")
    if len(name) > LONGEST_NAME:
        return because(
            "it has {length} characters, and a name at most {most}", length=f"{len(name):,}", most=LONGEST_NAME
        )
    if any(map(_is_unseen, name)):
        return because("it holds a control character, one that is not seen, or half of a surrogate pair")
    return None


def one_line(text: str) -> str:
    """The text as it may stand among lines of ours: it begins none of its own, and shows all that it holds."""
    if text.isprintable():
        return text
    return "".join(character for character in " ".join(text.splitlines()) if not _is_unseen(character))


def shown_name(name: str) -> str:
    """The name as it may stand before a colon or between commas. What could be taken for more than one name is quoted,
    as JSON does; so no two names look the same."""
    if name and name == name.strip() and not any(c in MARKS or _is_unseen(c) for c in name) and name[0] != "-":
        return name
    quoted = json.dumps(name, ensure_ascii=False)
    return "".join(json.dumps(c)[1:-1] if _is_unseen(c) else c for c in quoted)


def _is_unseen(character: str) -> bool:
    return not character.isprintable() and category(character) in UNSEEN and character not in JOINERS


def checked_text(text: str) -> str:
    """The text, if it can be kept. Raises BadText for what is empty, too long, or no Unicode text."""
    if not text.strip():
        raise BadText(why=because("it is empty"))
    if len(text) > LONGEST:
        raise BadText(
            why=because(
                "it has {length} characters, and a turn at most {most}; long documents belong into the knowledge base "
                "(`lumina kb add`)",
                length=f"{len(text):,}",
                most=f"{LONGEST:,}",
            )
        )
    if "\0" in text:
        raise BadText(why=because("it holds a NUL at character {at}", at=text.index(chr(0)) + 1))
    broken = next((at for at, character in enumerate(text, 1) if "\ud800" <= character <= "\udfff"), None)
    if broken:
        raise BadText(why=because("it holds half of a surrogate pair at character {at}", at=broken))
    return text


UNFIT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""What commands a terminal (the controls but the line end and the tab), turns the order of letters round, breaks lines
where no line end is, hides, or cannot be written at all."""

PICTURES = 0x2400
"""Where Unicode has a picture of each control below the space."""


def fit(text: str) -> str:
    """The text as a terminal may be sent it: what is unfit is shown as a picture of itself or as �, and so does
    nothing. Letter by letter: a sequence that comes in pieces does nothing either."""
    return UNFIT.sub(lambda found: _picture(found[0]), text.replace("\r\n", "\n"))


def _picture(letter: str) -> str:
    if letter == "\x7f":
        return "␡"
    return chr(PICTURES + ord(letter)) if letter < " " else "�"
