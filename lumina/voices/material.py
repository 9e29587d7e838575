"""What a prompt hands to a model besides its words: the offline voice reads here what others are told in prose.

It lies in `additional_kwargs["lumina"]` of the system message. Providers do not send it on.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, cast

from langchain_core.messages import BaseMessage, SystemMessage

from lumina.language.bilingual import Language

KEY = "lumina"


class Evidence(TypedDict):
    """One recalled utterance. `who` is the person who talks ("you"), the character who answers ("me") or somebody else;
    `speaker` is a name to print, `at` is ISO 8601, `here` whether it was said in this very talk; the score is
    UNRECALLED where it only stands in the window."""

    who: Literal["you", "me", "other"]
    speaker: str
    text: str
    at: str
    score: float
    here: bool


class Told(TypedDict):
    """A fact: of whom (empty: the person), what it is called, its value, whether it holds no more, and whether it is
    confirmed: else it is not asserted."""

    about: str
    label: str
    value: str
    kind: str
    past: bool
    sure: bool


class Read(TypedDict):
    """What a document says, and what names it: `source` is the document with the place in it."""

    source: str
    text: str


class Due(TypedDict):
    """What was left open and is asked about now; `today` is its day, which is named by `day`. Of a `reminder` the
    person is reminded, `ahead` of a day that it names itself."""

    what: str
    today: bool
    reminder: bool
    ahead: bool
    day: str


class Notice(TypedDict):
    """What a program tells; without a name (`who`), what the character is asked to say."""

    who: str
    text: str


class Material(TypedDict):
    """What the character is given: what the person `said`, who has `answered` it before (name, words), the `earlier`
    texts of the window and those of them that the person `told`, and what was recalled, best first: `evidence` of what
    was said, `knowledge` of what documents say, `summary` of the days that are asked for as a whole (`span`, the
    first and the last one). `names` are what the
    characters are called, `help` says where help is for whose life is in danger; `deed` is what the person's words
    did to what is known, `heeded` to which of it, `on` of which day that speaks, and `due` what the character asks
    about besides. `learnt` is what the words told for the first time (of the kind AHEAD: what is still to come),
    `others` who else is here, each with the role. With a `notice`, the person has said nothing."""

    character: str
    names: Sequence[str]
    cast: Mapping[str, Sequence[str]]
    language: Language
    now: str
    said: str
    answered: Sequence[tuple[str, str]]
    earlier: Sequence[str]
    told: Sequence[str]
    grade: Literal["strong", "medium", "weak"]
    remarks: Sequence[str]
    facts: Sequence[Told]
    evidence: Sequence[Evidence]
    knowledge: Sequence[Read]
    summary: Sequence[str]
    span: tuple[str, str] | None
    help: str
    deed: str
    heeded: Sequence[str]
    on: str
    due: Due | None
    learnt: Sequence[Told]
    others: Sequence[str]
    notice: Notice | None


def material_of(messages: Sequence[BaseMessage]) -> Material | None:
    """The material that a prompt carries, if it carries any."""
    for message in messages:
        extra = cast("dict[str, Any]", message.additional_kwargs)  # pyright: ignore[reportUnknownMemberType]
        if isinstance(message, SystemMessage) and KEY in extra:
            return cast("Material", extra[KEY])
    return None
