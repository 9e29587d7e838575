"""How somebody wants to be called is their name; what others are called is not."""

from datetime import UTC, datetime

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.known import ME

AT = datetime(2026, 5, 4, 20, tzinfo=UTC)


def names(text: str) -> list[str]:
    return [one.value for one in read_claims(text, AT, []) if (one.about, one.kind) == (ME, "name")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("苗字じゃなくて「ののちゃん」って呼んでよ", "ののちゃん"),
        ("これからは『みかりん』って呼んでね", "みかりん"),
        ("私のことはまあさんって呼んでほしいな", "まあさん"),
        ("名字じゃなくて、ふうちゃんと呼んでくれる？", "ふうちゃん"),
        ("リョウって呼んでいいよ", "リョウ"),
    ],
)
def test_who_wants_to_be_called_so_is_called_so(text: str, name: str) -> None:
    assert names(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "ちゃんと呼んで",
        "なんて呼んでほしい？",
        "タクシーを呼んで",
        "先生のことは「たぬき」って呼んでた",
        "彼女を「姫」って呼んでほしいんだって",
        "うちの猫、モモって呼んでね",
    ],
)
def test_what_names_another_or_nobody_is_not_ones_name(text: str) -> None:
    assert names(text) == []
