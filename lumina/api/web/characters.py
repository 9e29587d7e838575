"""Personas: what each character is told to be, edited and tried out on what was said last."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from lumina.api.callers import Person, operator_of
from lumina.api.house import Inside, Open
from lumina.api.web.shown import HOME, Shown, render
from lumina.dialogue.characters import Character
from lumina.dialogue.edits import Edits
from lumina.dialogue.previewing import MOST, Previewed
from lumina.errors import BadInput, because
from lumina.language.bilingual import LANGUAGES
from lumina.voices.offline_voice import OfflineVoice

router = APIRouter(prefix="/characters", include_in_schema=False, dependencies=[Depends(operator_of)])


@router.get("/{character}")
async def character(request: Request, lumina: Open, person: Person, character: str) -> HTMLResponse:
    one = lumina.cast.find(character)
    rooms = [room.name for room in await lumina.rooms.all(person)]
    return render(
        request,
        "character.html",
        one=one,
        edited=await lumina.characters.edits(character),
        phrases={language: _toml(getattr(one.voice, language)) for language in LANGUAGES},
        rooms=rooms or [HOME],
        most=MOST,
        offline=isinstance(lumina.characters.parts.model_of(one), OfflineVoice),
    )


@router.post("/{character}/preview")
async def preview(request: Request, lumina: Open, person: Person, character: str) -> HTMLResponse:
    """What it would have answered to the last words of a room, were it as the form has it."""
    form = await request.form()
    count = str(form.get("turns", "1"))
    one, why, found = lumina.cast.find(character), "", list[Previewed]()
    try:
        found = await lumina.characters.preview(
            character,
            _changes(form, lumina.characters.written.find(character)),
            person=person,
            room=str(form.get("room", "")),
            count=int(count) if count in map(str, range(1, MOST + 1)) else 1,
        )
    except BadInput as error:  # the form is being written: what it would say stands where the preview does
        why = Shown(request).messages.error(error)
    return render(request, "character_preview.html", one=one, found=found, why=why)


@router.post("/{character}/file")
async def as_its_file(lumina: Open, character: str) -> Response:
    """Nothing of it is edited any more."""
    await lumina.characters.edit(character, dict.fromkeys(Edits.model_fields))
    return Response(status_code=204, headers={"HX-Refresh": "true"})


@router.post("/{character}")
async def change(request: Request, house: Inside, character: str) -> HTMLResponse:
    """From the next turn on it is as the form has it. Raises BadInput."""
    own = house.lumina.characters
    async with house.changing(f"character {character}"):
        await own.edit(character, _changes(await request.form(), own.written.find(character)))
    one, edits = house.lumina.cast.find(character), await own.edits(character)
    answer = render(request, "character_saved.html", one=one, edited=edits)
    answer.headers["HX-Trigger"] = "saved"
    return answer


def _changes(form: Mapping[str, Any], written: Character) -> dict[str, Any]:
    """What the form has otherwise than the file; None: as the file has it."""
    changes: dict[str, Any] = {}
    for name in ("persona", "role"):
        told = {language: _lines(form.get(f"{name}_{language}")) for language in LANGUAGES}
        changes[name] = told if told != getattr(written, name).model_dump() else None
    heat = str(form.get("temperature", "")).strip()
    changes["temperature"] = heat if heat != _shown_heat(written) else None
    changes["voice"] = _voice(form, written)
    return changes


def _lines(text: object) -> str:
    """As a browser sends it, as it is kept."""
    return str(text or "").replace("\r\n", "\n").strip()


def _shown_heat(character: Character) -> str:
    return "" if character.temperature is None else f"{character.temperature:g}"


def _voice(form: Mapping[str, Any], written: Character) -> dict[str, Any] | None:
    """The kinds of phrases that are not as the file has them. Raises BadInput for what is no TOML."""
    found: dict[str, Any] = {}
    for language in LANGUAGES:
        try:
            said: dict[str, Any] = tomllib.loads(_lines(form.get(f"voice_{language}")))
        except tomllib.TOMLDecodeError as error:
            raise BadInput(why=because("the phrases ({language}): {error}", language=language, error=error)) from error
        kept = getattr(written.voice, language)
        found[language] = {kind: phrases for kind, phrases in said.items() if phrases != list(kept.get(kind, ()))}
    return found if any(found.values()) else None


def _toml(phrases: Mapping[str, tuple[str, ...]]) -> str:
    """A kind a line; JSON's strings are TOML's, too."""
    return "\n".join(f"{kind} = {json.dumps(said, ensure_ascii=False)}" for kind, said in phrases.items())
