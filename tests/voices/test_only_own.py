"""A model's answer is the character's own words alone."""

from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.voices.only_own import only_own

MINE, OTHERS = ("nox", "Nox", "ノクス"), ("Lumina", "ルミナ", "Clarisse", "rin")


async def streamed(pieces: Sequence[str]) -> AsyncIterator[str]:
    for piece in pieces:
        yield piece


async def own(text: str, size: int) -> str:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    return "".join([piece async for piece in only_own(streamed(pieces), MINE, OTHERS)])


@pytest.mark.parametrize("size", [1, 3, 5, 1000])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nox: Noted.", "Noted."),
        (" \n**Nox:** Noted.", "Noted."),
        ("NOX : nox: Noted.", "Noted."),
        ("ノクス：記録した。", "記録した。"),
        ("Nox: Noted. rin: and then I said so.", "Noted."),
        ("Noted.\nClarisse: I see.\nNox: Hm.", "Noted."),
        ("記録した。\nルミナ：わたしもだよ！", "記録した。"),
        ("Noted.\n\nNox: And kept.", "Noted.\n\nAnd kept."),
        ("A\0B\x1b[31m", "AB[31m"),
        ("Lumina: is not me.", "Lumina: is not me."),
        ("The three of us: Lumina, Clarisse and Nox.", "The three of us: Lumina, Clarisse and Nox."),
        ("We are:\n- **Lumina**: host\n* Clarisse: order", "We are:\n- **Lumina**: host\n* Clarisse: order"),
        ("1. Lumina: host\n2) Clarisse: order", "1. Lumina: host\n2) Clarisse: order"),
        ("Ask Lumina: she knows.", "Ask Lumina: she knows."),
        ("Rin", "Rin"),
        ("See there. Lumina://x is no address.", "See there. Lumina://x is no address."),
        ("Noxious: that is the word. No", "Noxious: that is the word. No"),
        ("", ""),
    ],
)
async def test_names_before_words_go_and_so_does_what_others_would_say(text: str, said: str, size: int):
    assert await own(text, size) == said


@given(st.lists(st.sampled_from(["Nox", "rin", ":", " ", ". ", "\n", "No", "x", "**", "well"]), max_size=12), st.data())
async def test_it_does_not_matter_in_what_pieces_it_comes(parts: list[str], data: st.DataObject):
    text = "".join(parts)
    size = data.draw(st.integers(1, 6))
    assert await own(text, size) == await own(text, len(text) + 1)
