"""The characters: who is there, what an operator makes of them, and how they would answer then."""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from lumina.api.callers import Calling, Operator, Person
from lumina.api.house import House, Inside, Open
from lumina.api.paging import IfMatch, check, mark
from lumina.api.problems import documented, language_of
from lumina.dialogue.characters import Character
from lumina.dialogue.edits import merged
from lumina.dialogue.previewing import MOST, Previewed
from lumina.language.bilingual import Bilingual, Language
from lumina.language.messages import Messages
from lumina.shapes.talk import TurnShape
from lumina.shapes.talk import turn as turn_shape
from lumina.texts import LONGEST_NAME

router = APIRouter(prefix="/characters", tags=["characters"])


class Texts(TypedDict):
    """In both languages; empty where there is none."""

    ja: str
    en: str


class CharacterShape(TypedDict):
    id: str
    name: Texts
    role: Texts
    persona: Texts
    aliases: list[str]
    colour: str
    knows_best: list[str]


class Characters(TypedDict):
    characters: list[CharacterShape]


class Phrases(TypedDict):
    """What it says where there is no language model, by kind."""

    ja: dict[str, list[str]]
    en: dict[str, list[str]]


class Whole(CharacterShape):
    """Further, its temperature (null: the setting's) and phrases; `edited` names what is not as its file has it."""

    temperature: float | None
    voice: Phrases
    edited: list[str]


class Change(BaseModel):
    """What is to be otherwise than its file says; null: as its file has it. What is not named stays as it is: the text
    in the other language, too, and all phrases of other kinds."""

    model_config = ConfigDict(extra="forbid")

    persona: Bilingual | None = None
    role: Bilingual | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    voice: dict[Language, dict[str, list[str]]] | None = None

    def given(self) -> Mapping[str, Any]:
        return self.model_dump(mode="json", exclude_unset=True)


class Trial(Change):
    """A change that is not kept, and the person's last words in a room that it is tried on."""

    room: str = Field(default="web", min_length=1, max_length=LONGEST_NAME)
    turns: int = Field(default=1, ge=1, le=MOST)


class PreviewShape(TypedDict):
    """What the person said, what was answered to it, and what would be; `failed` where the model did not end."""

    said: TurnShape
    answered: list[TurnShape]
    text: str
    failed: NotRequired[str]


class Previews(TypedDict):
    """The oldest first; none where the person has said nothing there that the character heard."""

    previews: list[PreviewShape]


@router.get("", responses=documented())
async def characters(lumina: Open, _: Calling) -> Characters:
    """Who is there to talk with, in their order."""
    return {"characters": [_shape(one) for one in lumina.cast]}


@router.get("/{character}", responses=documented(404))
async def character(character: str, response: Response, house: Inside, _: Operator) -> Whole:
    """One of them whole; its ETag goes with a change."""
    shape = await _whole(house, character)
    mark(response, shape)
    return shape


@router.patch("/{character}", responses=documented(404, 412))
async def change(
    character: str, change: Change, response: Response, house: Inside, _: Operator, if_match: IfMatch = None
) -> Whole:
    """Make something else of it, from the next turn on; its file stays as it is."""
    async with house.changing(f"character {character}"):
        check(if_match, await _whole(house, character))
        own = house.lumina.characters
        await own.edit(character, merged(await own.edits(character), change.given()))
        shape = await _whole(house, character)
    mark(response, shape)
    return shape


@router.post("/{character}/preview", responses=documented(404))
async def preview(
    character: str, trial: Trial, request: Request, house: Inside, _: Operator, person: Person
) -> Previews:
    """How it would have answered the person's last words, were it so. Nothing of it is kept."""
    own = house.lumina.characters
    given = {name: value for name, value in trial.given().items() if name not in ("room", "turns")}
    changes = merged(await own.edits(character), given)
    found = await own.preview(character, changes, person=person, room=trial.room, count=trial.turns)
    messages = Messages(language_of(request))
    return {"previews": [_preview(one, messages) for one in found]}


def _preview(one: Previewed, messages: Messages) -> PreviewShape:
    shape: PreviewShape = {
        "said": turn_shape(one.said),
        "answered": [turn_shape(turn) for turn in one.answered],
        "text": one.text,
    }
    if one.failed:
        shape["failed"] = messages.failure(one.failed)
    return shape


async def _whole(house: House, character: str) -> Whole:
    found = house.lumina.cast.find(character)
    return {
        **_shape(found),
        "temperature": found.temperature,
        "voice": {"ja": _phrases(found.voice.ja), "en": _phrases(found.voice.en)},
        "edited": sorted(await house.lumina.characters.edits(character)),
    }


def _phrases(phrases: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {kind: list(said) for kind, said in phrases.items()}


def _shape(one: Character) -> CharacterShape:
    return {
        "id": one.id,
        "name": _texts(one.name),
        "role": _texts(one.role),
        "persona": _texts(one.persona),
        "aliases": [*one.aliases.ja, *one.aliases.en],
        "colour": one.colour,
        "knows_best": list(one.knows_best),
    }


def _texts(text: Bilingual) -> Texts:
    return {"ja": text.ja, "en": text.en}
