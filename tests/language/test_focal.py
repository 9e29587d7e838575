"""What a Japanese statement is about most."""

import pytest

from lumina.language.concepts import topics
from lumina.language.focal import focal


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("チェロを習い始めました", "チェロ"),
        ("洗濯機がやっと届いた", "洗濯機"),
        ("病院の外来で看護師しとるんよ", "外来"),
    ],
)
def test_it_is_what_most_is_said_of(text: str, topic: str) -> None:
    assert focal(topics(text), text) == topic


@pytest.mark.parametrize(
    ("text", "torn"),
    [
        ("信州は飯田で和菓子屋の二代目をやっとります", "代目"),
        ("今日は一日雨でしたね", "日雨"),
        ("くしゃみ10連発", "連発"),
        ("わしは昭和23年生まれの78じゃ", "年生まれ"),
        ("会社まで歩いて10分なのが自慢", "自慢"),
        ("銭湯の番台に立って20年になるんさ。煙突だけは町でいちばん高いよ", "町"),
        ("うちのハリネズミの名前、決めました。小豆色の目だから", "目"),
        ("ほんまに暑い、溶けそう", "ほんま"),
    ],
)
def test_it_is_no_piece_of_a_word_and_nothing_that_everybody_has(text: str, torn: str) -> None:
    assert focal([*topics(text), torn], text) != torn
