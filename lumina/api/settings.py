"""Settings: what they are, and other ones from the next turn on."""

from typing import Any

from fastapi import APIRouter
from pydantic import RootModel, SecretStr
from typing_extensions import TypedDict

from lumina.api.callers import Operator
from lumina.api.house import House, Inside
from lumina.api.problems import documented
from lumina.settings import CHANGEABLE, Settings, allowed
from lumina.shapes.plain import all_plain

router = APIRouter(prefix="/settings", tags=["settings"])


class SettingShape(TypedDict):
    """A setting: `value` is null for a secret, of which there is only whether it `is_set`. `changeable`: from the next
    turn on, without a restart."""

    name: str
    value: Any
    is_set: bool
    is_secret: bool
    changeable: bool
    allowed: str
    does: str


class SettingsShape(TypedDict):
    settings: list[SettingShape]


class Changes(RootModel[dict[str, str | float | int | bool | None]]):
    """Names of settings with their new values; empty or null: as if it were not set."""


@router.get("", responses=documented())
async def settings(house: Inside, _: Operator) -> SettingsShape:
    """All settings as they are."""
    return _all(house)


@router.patch("", responses=documented())
async def change(changes: Changes, house: Inside, _: Operator) -> SettingsShape:
    """Change some; all or none. They hold until the process ends, and turns under way go on as they began."""
    wanted = {name: "" if value is None else value for name, value in changes.root.items()}
    await house.lumina.change(**{name: value if value == "" else str(value) for name, value in wanted.items()})
    return _all(house)


def _all(house: House) -> SettingsShape:
    return {"settings": [_one(house.lumina.settings, name) for name in Settings.model_fields]}


def _one(settings: Settings, name: str) -> SettingShape:
    field, value = Settings.model_fields[name], getattr(settings, name)
    secret = isinstance(value, SecretStr)
    return {
        "name": name,
        "value": None if secret else all_plain(value),
        "is_set": bool(value.get_secret_value()) if isinstance(value, SecretStr) else name in settings.model_fields_set,
        "is_secret": secret,
        "changeable": name in CHANGEABLE,
        "allowed": allowed(field),
        "does": str(field.description or ""),
    }
