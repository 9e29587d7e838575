"""Whose turns a question means, by names and grammar."""

import pytest

from lumina.recall.speakers import read_preference, without_names

PEOPLE = ["haru", "田中さん", "ミホ", "Anna Berg", "Tom", "ルミナ"]


@pytest.mark.parametrize(
    ("text", "best", "not_meant"),
    [
        ("田中さんの好きな果物は何だった？", {"田中さん"}, {"haru"}),
        ("たなかさんの好きな果物は？", {"田中さん"}, {"haru"}),
        ("田中さんに話した旅行はいつだっけ？", {"haru"}, {"田中さん"}),
        ("田中さんとミホさんには何時って答えた？", {"haru"}, {"田中さん", "ミホ"}),
        ("田中さんに教えてもらった店はどこ？", {"田中さん"}, {"haru"}),
        ("ミホさんがくれたお菓子は何？", {"ミホ"}, {"haru"}),
        ("みほちゃんが言ってた本の題は？", {"ミホ"}, {"haru"}),
        ("私の自転車はどこのメーカー？", {"haru"}, {"田中さん"}),
        ("前に住んでいた街はどこだったっけ？", {"haru"}, {"田中さん"}),
        ("田中さんと私が見た映画は？", {"haru", "田中さん"}, {"ミホ"}),
        ("インコを飼っているのは誰だっけ？", {"田中さん", "ミホ"}, {"haru"}),
        ("ルミナがすすめてくれた映画は？", {"ルミナ"}, {"haru"}),
        ("Where did Anna go in spring?", {"Anna Berg"}, {"Tom"}),
        ("What is Tom's favourite dish?", {"Tom"}, {"Anna Berg"}),
        ("What does Tom think about Anna's plan?", {"Tom"}, {"Anna Berg"}),
        ("What do Anna and Tom both like?", {"Anna Berg", "Tom"}, {"haru"}),
        ("Where did I park my car?", {"haru"}, {"Tom"}),
        ("What did I tell Tom about the boat?", {"haru"}, {"Tom"}),
        ("Is the tomato soup ready?", set[str](), {"Tom"}),
    ],
)
def test_the_speakers_meant_are_preferred(text: str, best: set[str], not_meant: set[str]) -> None:
    preference = read_preference(text, asker=["haru"], people=PEOPLE)
    weights = {name: preference.speakers.get(name, preference.others) for name in PEOPLE}
    assert all(0 <= weight <= 2 for weight in weights.values())
    assert all(weights[name] > weights[other] for name in best for other in not_meant)
    assert all(weights[name] == max(weights.values()) for name in best)


def test_what_was_said_is_surer_than_what_somebody_has() -> None:
    said = read_preference("ミホさんが言ってた店は？", asker=["haru"], people=PEOPLE)
    has = read_preference("ミホさんの店は？", asker=["haru"], people=PEOPLE)
    assert said.speakers["ミホ"] > has.speakers["ミホ"] > 0


def test_only_one_preferred_speaker_is_searched_for_by_itself() -> None:
    assert read_preference("ミホさんの店は？", asker=["haru"], people=PEOPLE).only_speaker == "ミホ"
    assert read_preference("ミホさんと田中さんの店は？", asker=["haru"], people=PEOPLE).only_speaker is None
    assert read_preference("It rained.", asker=["haru"], people=PEOPLE).only_speaker is None


def test_whoever_is_told_takes_part_in_the_thread() -> None:
    assert read_preference("田中さんに話した店は？", asker=["haru"], people=PEOPLE).companions == {"田中さん"}


def test_names_go_and_their_honorifics_with_them() -> None:
    assert without_names("田中さんの犬", PEOPLE).split() == ["の犬"]
    assert without_names("Did Anna Berg see Tom's boat?", PEOPLE, pronouns=True) == "Did I see my boat?"
    assert without_names("the automaton", PEOPLE) == "the automaton"
