"""How a turn is shown."""

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from lumina.cli.exchange import Exchange
from lumina.cli.shapes import said
from lumina.cli.stage import Stage, complete_blocks
from lumina.cli.words import Words
from lumina.dialogue.characters import load_cast
from lumina.language.messages import Messages
from lumina.models import EVERYBODY, Grade, Role, Turn, derived_id
from lumina.reports import Done, Event, Failure, Heard, Pack, Recalled, Recollection, Replied, Token

NOW = datetime(2026, 5, 8, 12, 0, tzinfo=UTC)


def turn(speaker: str, text: str) -> Turn:
    role = Role.PERSON if speaker == "aoi" else Role.CHARACTER
    witnesses = frozenset({EVERYBODY})
    return Turn(derived_id(text), "aoi", "cli", derived_id("t"), speaker, role, text, NOW, witnesses)


NOTHING = Recollection(Pack(3, 1500, "…", {}, Grade.WEAK), (), (), {})
ANSWER = "自転車、**いいね**！\nどこまで行ったの？"


def why(reason: str) -> dict[str, str]:
    return {"ja": f"{reason} 日本語", "en": reason}


async def events(failed: Failure | None = None) -> AsyncIterator[Event]:
    yield Heard(turn("aoi", "川沿いを走ったよ"), (("lumina", why("floor")),))
    yield Recalled("lumina", NOTHING)
    yield Recalled("nox", NOTHING)
    for piece in ("自転車、**いい", "ね**！\nどこまで", "行ったの？"):
        yield Token("lumina", piece)
    yield Token("nox", "羽村まで。")
    yield Replied(turn("lumina", ANSWER), why("floor"), failed)
    yield Replied(turn("nox", "羽村まで。"), why("named"))
    yield Done(("associations",), {"recall": 3.0})


async def shown(console: Console, failed: Failure | None = None) -> str:
    await Stage(console, load_cast(), Words("en")).show(events(failed), Exchange())
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


async def test_a_pipe_gets_each_answer_whole_with_its_name() -> None:
    console = Console(file=StringIO(), width=80)
    assert await shown(console) == f"Lumina: {ANSWER}\nNox: 羽村まで。\nnot reached: associations\n"


async def test_a_terminal_gets_markdown_with_its_line_ends() -> None:
    console = Console(file=StringIO(), width=80, force_terminal=True, no_color=True, legacy_windows=False)
    screen = await shown(console)
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).splitlines() if line.strip()]
    said = [line for line in lines if "**" not in line]
    assert (
        said.index("Lumina") < said.index("  自転車、いいね！") < said.index("  どこまで行ったの？") < said.index("Nox")
    )
    assert said.count("Nox") == 1


def seen(printed: str) -> list[str]:
    """The lines of a terminal on which this was printed."""
    lines, at = [""], 0
    for piece in re.findall(r"\x1b\[[0-9;?]*[a-zA-Z]|\r|\n|[^\x1b\r\n]+", printed):
        if piece == "\n":
            at += 1
            lines += [""] * (at == len(lines))
        elif piece == "\x1b[1A":
            at -= 1
        elif piece == "\x1b[2K":
            lines[at] = ""
        elif piece[0] not in "\x1b\r":
            lines[at] += piece
    return [line.rstrip() for line in lines]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One.\n\nTwo.", ["  One.", "", "  Two."]),
        ("This:\n- a b\n- c\n\nThat.", ["  This:", "", "   • a b", "   • c", "", "  That."]),
        ("This:\n\n1. a\n\n2. b\n\n3. c", ["  This:", "", "   1 a", "   2 b", "   3 c"]),
    ],
)
async def test_blank_lines_of_an_answer_are_the_same_however_it_streams(text: str, lines: list[str]) -> None:
    console = Console(file=StringIO(), width=80, force_terminal=True, no_color=True, legacy_windows=False)

    async def streaming() -> AsyncIterator[Event]:
        for piece in re.findall(r"\s*\S+", text):
            yield Token("nox", piece)
        yield Replied(turn("nox", text), why("named"))

    await Stage(console, load_cast(), Words("en")).show(streaming(), Exchange())
    assert isinstance(console.file, StringIO)
    assert "\n".join(seen(console.file.getvalue())).strip("\n") == "\n".join(["Nox", *lines])


async def test_an_answer_that_failed_is_said_to_have_failed() -> None:
    failed = Failure("a:model", "it timed out")
    assert "it timed out" in await shown(Console(file=StringIO(), width=80), failed)


async def test_the_shape_of_a_turn_is_the_promised_one() -> None:
    exchange = Exchange()
    async for event in events():
        exchange.take(event)
    shape = said(exchange, Messages("en"))
    assert list(shape) == ["thread", "turn", "replies", "pack", "missing", "timings_ms"]
    assert shape["replies"] == [
        {"speaker": "lumina", "text": ANSWER, "turn": derived_id(ANSWER), "reason": "floor"},
        {"speaker": "nox", "text": "羽村まで。", "turn": derived_id("羽村まで。"), "reason": "named"},
    ]
    assert shape["missing"] == ["associations"]


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("まだ途中", ""),
        ("ひとつ。\n\nふたつ", "ひとつ。\n\n"),
        ("前\n\n```\na\n\nb", "前\n\n"),
        ("```\na\n\nb\n```\n\n後", "```\na\n\nb\n```\n\n"),
    ],
)
def test_a_block_is_complete_at_a_blank_line_outside_of_code(text: str, complete: str) -> None:
    assert complete_blocks(text)[0] == complete


@given(st.text(alphabet="あ` \n", max_size=40))
def test_cutting_loses_nothing(text: str) -> None:
    assert "".join(complete_blocks(text)) == text
