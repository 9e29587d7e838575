"""Who is spoken to is nothing that is spoken of."""

from datetime import UTC, datetime

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.language.concepts import topics
from lumina.language.names import without_calls

AT = datetime(2026, 11, 26, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("@all 週末は猫のソラと遊ぶ", "週末は猫のソラと遊ぶ"),
        ("＠ルミナ,@ノクス やあ", "やあ"),
        ("@ルミナ今日は雨", "今日は雨"),
        ("@Nox hello there", "hello there"),
        ("write to a@b.com", "write to a@b.com"),
        ("see you @ 5", "see you @ 5"),
        ("@ノクス", "@ノクス"),
    ],
)
def test_calls_are_left_out_and_addresses_are_none(text: str, rest: str) -> None:
    assert without_calls(text) == rest


@pytest.mark.parametrize("call", ["@ノクス ", "@all ", "＠みんな、"])
def test_whoever_is_called_is_no_topic_and_stands_in_nothing_that_is_kept(call: str) -> None:
    said = "週末は京都へ行くつもり"
    assert topics(call + said) == topics(said)
    claims = read_claims(call + said, AT, ())
    assert [one.value for one in claims] == [one.value for one in read_claims(said, AT, ())] != []
