import ast
import re
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from harness.parsing import parsed
from lumina import errors
from lumina.errors import BadInput, BadTime, LuminaError, StoreDown, UnknownCharacter, because
from lumina.language.messages import Messages, filled

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, LuminaError)]
ROOT = Path(__file__).parent.parent.parent
FACES = ("lumina.telling", "lumina.cli", "lumina.api.web")


class _Counts(dict[str, object]):
    """Every detail is this many."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __missing__(self, key: str) -> object:
        return self._count


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def flat(table: dict[str, Any], at: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        found |= flat(value, f"{at}{key}.") if isinstance(value, dict) else {at + key: value}  # pyright: ignore[reportUnknownArgumentType]
    return found


def table(language: str) -> dict[str, Any]:
    return flat(
        tomllib.loads(files("lumina.language").joinpath("messages", f"{language}.toml").read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_error_has_its_japanese_text_with_the_same_fields(kind: type[LuminaError]):
    key = f"errors.{kind.__name__}"
    assert fields(Messages("ja").template(key)) == fields(Messages("en").template(key))
    assert any("\u3040" <= letter <= "\u30ff" for letter in Messages("ja").template(key))


def test_every_japanese_error_belongs_to_a_class():
    named = {key.removeprefix("errors.") for key in table("ja") if key.startswith("errors.")}
    assert named == {kind.__name__ for kind in KINDS}


def test_both_languages_have_the_same_messages_with_the_same_fields():
    ja, en = (
        {k: v for k, v in table(language).items() if not k.startswith(("errors.", "why."))} for language in ("ja", "en")
    )
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


def english() -> dict[str, str]:
    """Every sentence in English, by where it stands."""
    tables = {face: files(face).joinpath("words.toml").read_text(encoding="utf-8") for face in FACES}
    said = {f"{face}.{key}": both["en"] for face in FACES for key, both in tomllib.loads(tables[face]).items()}
    said |= {key: value for key, value in table("en").items() if isinstance(value, str)}
    return said | {kind.__name__: Messages("en").template(f"errors.{kind.__name__}") for kind in KINDS}


def test_one_is_one_and_the_others_are_many():
    messages = Messages("en")
    one, two, none = (dict.fromkeys(("people", "rooms", "threads", "turns"), count) for count in (1, 2, 0))
    assert messages.text("doctor.transcript", **one) == "1 person, 1 room, 1 thread, 1 turn"
    assert messages.text("doctor.transcript", **two) == "2 people, 2 rooms, 2 threads, 2 turns"
    assert messages.text("doctor.transcript", **none) == "0 people, 0 rooms, 0 threads, 0 turns"
    assert messages.text("doctor.reindex", count=1).startswith("1 entry waits to be indexed: ")
    assert messages.text("doctor.reindex", count=11).startswith("11 entries wait to be indexed: ")


def test_what_is_a_count_in_one_sentence_is_counted_right_in_every_other():
    names = {name for sentence in english().values() for name in re.findall(r"\{(\w+):[^}]*/", sentence)}
    bare = re.compile(rf"\{{(?:{'|'.join(names)})\}} (?:\w+ )?(?:\w+s|people|are|were|wait|go)\b")
    assert "count" in names
    assert {key: found[0] for key, sentence in english().items() if (found := bare.search(sentence))} == {}


def test_every_counted_noun_of_a_sentence_can_be_said_of_one_and_of_many():
    counted = {key: sentence for key, sentence in english().items() if re.search(r"\{\w+:[^}]*/", sentence)}
    assert len(counted) > 20
    for key, sentence in counted.items():
        for count, at in ((1, 0), (2, 1)):
            specs = [spec or "" for _, _, spec, _ in string.Formatter().parse(sentence)]
            nouns = [spec.split("/")[at] for spec in specs if "/" in spec]
            said = filled(sentence, _Counts(count))
            assert [f"{count} {noun}" in said for noun in nouns] == [True] * len(nouns), key


@cache
def all_calls() -> Mapping[str, Sequence[ast.Call]]:
    """Of everything in LUMINA's own code that is called by a bare name, by that name."""
    files = [path for folder in ("lumina", "graphs") for path in (ROOT / folder).rglob("*.py")]
    found = [node for path in files for node in ast.walk(parsed(path))]
    named: dict[str, list[ast.Call]] = {}
    for call in (one for one in found if isinstance(one, ast.Call)):
        if isinstance(call.func, ast.Name):
            named.setdefault(call.func.id, []).append(call)
    return named


def calls(name: str) -> Sequence[ast.Call]:
    return all_calls().get(name, ())


def test_every_reason_is_there_in_japanese_with_the_same_fields_and_no_other():
    reasons = {str(ast.literal_eval(call.args[0])): {word.arg for word in call.keywords} for call in calls("because")}
    japanese = tomllib.loads((ROOT / "lumina/language/messages/ja.toml").read_text(encoding="utf-8"))["why"]
    assert set(japanese) == set(reasons)
    for template, given in reasons.items():
        assert fields(japanese[template]) == fields(template) == given, template


def test_no_error_has_a_reason_in_english_alone():
    whys = [
        word.value for kind in KINDS for call in calls(kind.__name__) for word in call.keywords if word.arg == "why"
    ]
    assert len(whys) > 50
    ours = [ast.unparse(why) for why in whys if isinstance(why, ast.Constant | ast.JoinedStr)]
    assert [why for why in ours if re.search(r"\w", re.sub(r"\{[^}]*\}", "", why[1:]))] == []


def test_a_reason_speaks_both_languages_and_so_does_a_reason_within_it():
    wanted, kind = because('"{name}" must be a text', name="at"), because("a list")
    error = BadInput(why=because("{wanted}, and this is {kind}", wanted=wanted, kind=kind))
    assert str(error) == 'The input cannot be used: "at" must be a text, and this is a list.'
    assert Messages("en").error(error) == str(error)
    assert Messages("ja").error(error) == 'この入力は使えません: "at" は文字列のはずですが、これはリストです。'


def test_what_a_library_says_stays_as_it_is():
    error = StoreDown(store="Redis", why="Connection refused")
    assert Messages("ja").error(error) == "Redis が応答しません: Connection refused。"
