"""What goes wrong, as a page tells it: in its own words, and without commands."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from lumina import errors
from lumina.api.web.told import Told
from lumina.errors import BadFile, BadInput, BadSetting, LuminaError, because
from lumina.language.bilingual import LANGUAGES, Language
from lumina.reports import Failure
from lumina.settings import changed, load_settings

COMMANDS = ("`lumina", "--", "/retry", "LUMINA_", "Bearer", "command")


def table(package: str, *path: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))


def test_each_sentence_of_the_pages_own_is_for_an_error_or_a_reason_that_there_is() -> None:
    own, reasons = table("lumina.api.web", "words.toml"), table("lumina.language", "messages", "ja.toml")["why"]
    assert [key for key in own if " " in key and key not in reasons] == []
    names = [key.removeprefix("wrong_") for key in own if key.startswith("wrong_") and key[6].isupper()]
    assert [name for name in names if not hasattr(errors, name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_pages_own_names_a_command(language: Language) -> None:
    own = table("lumina.api.web", "words.toml")
    told = [one[language] for key, one in own.items() if key.startswith("wrong_") or " " in key]
    assert [one for one in told if any(command in one for command in COMMANDS)] == []


@pytest.mark.parametrize(
    ("change", "en", "ja"),
    [
        ({"model_temperature": "11"}, "Temperature has to be a number, at least 0, at most 2.", "「温度」"),
        ({"capacity": "many"}, "Most memories has to be a number", "「記憶の上限」"),
        ({"model": "nobody"}, "Chat model: 'nobody' names no provider", "「会話のモデル」"),
    ],
)
def test_a_setting_is_called_as_the_page_calls_it(change: dict[str, object], en: str, ja: str) -> None:
    error = refused(change)
    assert Told("en").error(error).startswith(en)
    assert Told("ja").error(error).startswith(ja)


def refused(change: dict[str, object]) -> BadSetting:
    if "model" in change:
        why = because("{name} names no provider and model", name=repr(change["model"]))
        return BadSetting(setting="LUMINA_MODEL", why=why, allowed="")
    with pytest.raises(BadSetting) as raised:
        changed(load_settings(), change)
    return raised.value


def test_a_reason_within_a_reason_is_told_in_the_pages_words_too() -> None:
    inner = because("no model that sees is set (LUMINA_VISION_MODEL)")
    error: LuminaError = BadInput(why=because("the image {name} is not taken: {why}", name="a.png", why=inner))
    assert "LUMINA_" not in Told("en").error(error)
    assert "LUMINA_" not in Told("ja").error(error)


def test_a_bad_line_and_a_model_that_failed_say_what_to_do_here() -> None:
    assert "choose the file again" in Told("en").error(BadFile(path="talk.jsonl", line=3, why="no JSON"))
    assert "“Answer again”" in Told("en").failure(Failure("far:away", "it was silent"))
    assert "「もう一度答えて」" in Told("ja").failure(Failure("far:away", "黙っていた"))
