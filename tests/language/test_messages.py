import string
import tomllib
from importlib.resources import files
from typing import Any

import pytest

from lumina import errors
from lumina.errors import BadTime, LuminaError, UnknownCharacter
from lumina.language.messages import Messages

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, LuminaError)]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def flat(table: dict[str, Any], at: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= flat(value, f"{at}{key}.") if isinstance(value, dict) else {at + key: value}  # pyright: ignore[reportUnknownArgumentType]
    return found


def table(language: str) -> dict[str, Any]:
    return flat(tomllib.loads(files("lumina").joinpath("messages", f"{language}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_error_has_its_japanese_text_with_the_same_fields(kind: type[LuminaError]):
    key = f"errors.{kind.__name__}"
    assert fields(Messages("ja").template(key)) == fields(Messages("en").template(key))
    assert any("\u3040" <= letter <= "\u30ff" for letter in Messages("ja").template(key))


def test_every_japanese_error_belongs_to_a_class():
    named = {key.removeprefix("errors.") for key in table("ja") if key.startswith("errors.")}
    assert named == {kind.__name__ for kind in KINDS}


def test_both_languages_have_the_same_messages_with_the_same_fields():
    ja, en = ({k: v for k, v in table(language).items() if not k.startswith("errors.")} for language in ("ja", "en"))
    assert set(ja) == set(en)
    for key, value in ja.items():
        if isinstance(value, str) and not key.startswith("dates."):
            assert fields(value) == fields(en[key]), key


def test_an_error_speaks_both_languages():
    error = UnknownCharacter(name="ミク", known="lumina, nox")
    assert Messages("en").error(error) == str(error)
    assert Messages("ja").error(error) == "「ミク」というキャラクターはいません。いるのは lumina, nox です。"


def test_a_detail_with_braces_is_left_as_it_is():
    assert "「{name}」" in Messages("ja").error(BadTime(text="{name}"))


@pytest.mark.parametrize("key", ["nothing", "errors.Nothing", "dates", "dates.today.more", "errors.ClassVar"])
def test_an_unknown_key_is_a_mistake_that_shows(key: str):
    for language in ("ja", "en"):
        if key != "dates":
            with pytest.raises(KeyError):
                Messages(language).text(key)
