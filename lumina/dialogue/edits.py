"""What an operator makes of a character without touching its file."""

import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lumina.dialogue.characters import Cast, Character, Voice, explained, joined
from lumina.errors import BadInput
from lumina.language.bilingual import Bilingual

logger = logging.getLogger(__name__)

LONGEST: Final = 20_000
"""Characters of a text, in each language."""

TEXTS: Final = ("persona", "role")


class Edits(BaseModel):
    """What takes the place of what the character's file says; what is not given stays, be it one of two languages.
    `voice` are the phrases of the offline voice, by kind: those of a kind take the place of all of that kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_max_length=LONGEST)

    persona: Bilingual | None = None
    role: Bilingual | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    voice: Voice | None = None

    def of(self, character: Character) -> Character:
        """The character, so edited."""
        given: dict[str, Any] = {
            name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None
        }
        for name in TEXTS:
            if name in given:
                given[name] = getattr(character, name).model_copy(update=given[name].model_dump(exclude_unset=True))
        if self.voice:
            given["voice"] = Voice(
                ja={**character.voice.ja, **self.voice.ja}, en={**character.voice.en, **self.voice.en}
            )
        return character.model_copy(update=given)

    def kept(self) -> dict[str, Any]:
        """What is given, as JSON."""
        shape = self.model_dump(mode="json", exclude_none=True, exclude_unset=True, exclude={"voice"})
        if self.voice:
            shape["voice"] = {
                language: {kind: list(said) for kind, said in phrases.items()}
                for language, phrases in (("ja", self.voice.ja), ("en", self.voice.en))
            }
        return shape


def merged(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Edits, and behind them further ones: of a text what is not named in one language stays as it was, of the phrases
    what is not of a kind that is named. What is None is as the file has it."""
    whole = {**before, **changes}
    for name in {*before} & {*changes}:
        if changes[name] is not None and name in TEXTS:
            whole[name] = {**before[name], **changes[name]}
        elif changes[name] is not None and name == "voice":
            languages = {*before[name], *changes[name]}
            whole[name] = {one: {**before[name].get(one, {}), **changes[name].get(one, {})} for one in languages}
    return whole


def read_edits(given: Mapping[str, Any]) -> Edits:
    """Raises BadInput, naming what is wrong."""
    try:
        return Edits.model_validate(given)
    except ValidationError as error:
        raise BadInput(why=joined(explained(error))) from error


def edited(cast: Cast, edits: Mapping[str, Mapping[str, Any]]) -> Cast:
    """The characters with what was made of each. What was edited when another version read edits, or of somebody who is
    not there any more, is left out."""
    return Cast([_edited(one, edits[one.id]) if one.id in edits else one for one in cast])


def _edited(character: Character, edits: Mapping[str, Any]) -> Character:
    try:
        return read_edits(edits).of(character)
    except BadInput as error:
        logger.warning("what was made of %s cannot be read, its file counts: %s", character.id, error)
        return character
