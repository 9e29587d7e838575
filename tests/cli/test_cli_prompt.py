"""What is completed while the person types, and what a slash means."""

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from lumina.cli.prompt import Completions
from lumina.cli.slash import COMMANDS, command_of
from lumina.dialogue.characters import load_cast
from lumina.errors import BadInput


def completed(typed: str) -> list[str]:
    """The lines that the completions of a begun line lead to."""
    found = Completions(load_cast(), COMMANDS, "ja").get_completions(Document(typed), CompleteEvent())
    return [typed[: len(typed) + each.start_position] + each.text for each in found]


@pytest.mark.parametrize(
    ("typed", "leads_to"),
    [
        ("@ルミ", "@ルミナ "),
        ("＠るみ", "@ルミナ "),
        ("@LUM", "@Lumina "),
        ("ねえ @ノク", "ねえ @ノクス "),
        ("@ルミナ,@クラ", "@ルミナ,@クラリス "),
        ("@a", "@all "),
        ("/w", "/why "),
        ("／ｍｅ", "/memory "),
    ],
)
def test_a_begun_name_or_command_is_completed(typed: str, leads_to: str) -> None:
    assert leads_to in completed(typed)


@pytest.mark.parametrize("typed", ["ルミ", "@ルミナ ねえ", "a /w", "/why x", ""])
def test_plain_talk_is_left_alone(typed: str) -> None:
    assert completed(typed) == []


@pytest.mark.parametrize(
    ("line", "name", "rest"),
    [
        ("/why", "why", ""),
        ("  /Room 庭 ", "room", "庭"),
        ("／ｗｈｏ @ルミナ", "who", "@ルミナ"),
        ("/forget 3f2a", "forget", "3f2a"),
    ],
)
def test_a_slash_begins_a_command(line: str, name: str, rest: str) -> None:
    assert command_of(line) == (COMMANDS[name], rest)


@pytest.mark.parametrize("line", ["why", "1/2", "// a comment", "見て /why"])
def test_other_lines_are_talk(line: str) -> None:
    assert command_of(line) is None


def test_a_command_that_there_is_not_is_named() -> None:
    with pytest.raises(BadInput, match="/dance"):
        command_of("/dance")
