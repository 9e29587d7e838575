"""What is known, as it is said."""

from collections.abc import Mapping
from typing import cast

import pytest

from lumina.dialogue.characters import load_cast
from lumina.language.kinds import kinds
from lumina.voices.facts import facts_for
from lumina.voices.material import Material, Told
from lumina.voices.stating import in_english, stated

CAST = load_cast()


def fact(
    kind: str, value: str, about: str = "", *, past: bool = False, sure: bool = True, language: str = "en"
) -> Told:
    label = kinds()[kind].label.of("ja" if language == "ja" else "en")
    return Told(about=about, label=label, value=value, kind=kind, past=past, sure=sure)


def material(said: str, *facts: Told, language: str = "en") -> Material:
    given: Mapping[str, object] = {"said": said, "facts": facts, "language": language, "earlier": (), "told": ()}
    return cast("Material", {**given, "learnt": (), "evidence": ()})


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (fact("home", "Whitby"), "You live in Whitby"),
        (fact("home", "Whitby", past=True), "You used to live in Whitby"),
        (fact("home", "Whitby", "Alan"), "Alan lives in Whitby"),
        (fact("family", "Gemma (sister-in-law)"), "Gemma is your sister-in-law"),
        (fact("friend", "Moss (neighbour)", "Gemma"), "Moss is Gemma's neighbour"),
        (fact("partner", "divorced"), "You are divorced"),
        (fact("partner", "widow", "Rose"), "Rose is a widow"),
        (fact("event", "hip review (26 May)"), "Your hip review: 26 May"),
        (fact("event", "gave me my first drum", "Maria"), "Maria gave you your first drum"),
        (fact("health", "bad hip"), "Your health: bad hip"),
        (fact("plan", "what I'm after is my own shop"), "Your plans: what you're after is your own shop"),
        (fact("workplace", "college"), "You work at the college"),
        (fact("workplace", "Aardman"), "You work at Aardman"),
        (fact("workplace", "home"), "You work at home"),
        (fact("allergy", "cats", "Paddy"), "Paddy is allergic to cats"),
        (fact("birthday", "18 August", "daughter"), "Your daughter's birthday is 18 August"),
    ],
)
def test_in_english_it_is_a_sentence_by_its_kind(told: Told, said: str) -> None:
    assert in_english(told) == said


@pytest.mark.parametrize(
    ("character", "facts", "endings"),
    [
        ("lumina", [fact("home", "洲本", language="ja")], {"住まいは洲本だよね。", "住まいは洲本だよ。"}),
        ("clarisse", [fact("home", "洲本", past=True, language="ja")], {"前の住まいは洲本でしたね。"}),
        ("nox", [fact("pet", "もなか（犬）", language="ja")], {"もなかは犬だ。", "もなかは犬。"}),
        (
            "nox",
            [fact("hobby", "囲碁", language="ja"), fact("hobby", "陶芸", language="ja")],
            {"趣味は囲碁と陶芸だ。", "趣味は囲碁と陶芸。"},
        ),
        (
            "nox",
            [fact("family", "はるか（妹）", language="ja"), fact("family", "はな（姉）", language="ja")],
            {"はるかは妹、はなは姉だ。", "はるかは妹、はなは姉。"},
        ),
        (
            "nox",
            [fact("likes", "梅干し食べれるようになった", language="ja")],
            {"梅干し食べれるようになった、と聞いている。", "梅干し食べれるようになった。そう聞いた。"},
        ),
        (
            "clarisse",
            [fact("age", "81歳", "富江", language="ja"), fact("home", "紀の川", "富江", language="ja")],
            {
                "富江さんは81歳、富江さんの住まいは紀の川ですね。",
                "富江さんは81歳、富江さんの住まいは紀の川でございましたね。",
            },
        ),
    ],
)
def test_in_japanese_the_character_ends_the_sentence(character: str, facts: list[Told], endings: set[str]) -> None:
    voice = CAST.find(character).voice.ja
    assert stated(facts, material("", *facts, language="ja"), voice) in endings


@pytest.mark.parametrize(
    ("said", "facts", "answers"),
    [
        ("where do I live?", [fact("home", "Whitby"), fact("event", "gig in Whitby (3 May)")], ["Whitby"]),
        ("why did I leave Whitby?", [fact("home", "Leeds")], []),
        ("does my nan have a cat?", [fact("pet", "Basil (dog)")], []),
        ("do I have any pets?", [fact("pet", "Basil (dog)")], ["Basil (dog)"]),
        ("How old is Ailsa?", [fact("age", "6", "Ailsa"), fact("age", "9", "Rory")], ["6"]),
        ("which day did I say first?", [fact("birthday", "18 August")], []),
        ("how much is my rent?", [fact("possession", "a lathe")], []),
        ("do I own a lathe?", [fact("possession", "a lathe")], ["a lathe"]),
        ("who's my landlord?", [fact("friend", "Moss (boss)"), fact("friend", "Iris (landlord)")], ["Iris (landlord)"]),
        ("when do I start?", [fact("job", "baker")], []),
        ("where does my dad live?", [fact("home", "Grimsby", "Maureen")], []),
        ("where does Maureen live?", [fact("home", "Grimsby", "Maureen"), fact("home", "Leeds")], ["Grimsby"]),
    ],
)
def test_of_what_is_known_only_what_answers_is_told(said: str, facts: list[Told], answers: list[str]) -> None:
    assert [one["value"] for one in facts_for(material(said, *facts))] == answers


@pytest.mark.parametrize(
    ("said", "facts", "answers"),
    [
        ("家賃いくらだっけ", [fact("possession", "ろくろ", language="ja")], []),
        ("課長の名前なんだっけ？", [fact("friend", "佐々木（大家）", language="ja")], []),
        ("大家さんの名前は？", [fact("friend", "佐々木（大家）", language="ja")], ["佐々木（大家）"]),
        ("なんで転職したんだっけ？", [fact("workplace", "みどり野種苗", language="ja")], []),
        ("俺の仕事は？", [fact("job", "板前", language="ja")], ["板前"]),
        ("俺の仕事は？", [fact("job", "夫の転勤", sure=False), fact("job", "看護師")], ["看護師"]),
        ("わたしのペットの名前は？", [fact("pet", "ちくわ（フェレット）", "詩織", language="ja")], []),
        ("妹はどこに引っ越すんだっけ", [fact("family", "妹がいる", language="ja")], []),
        ("妹の名前、どこで聞いたっけ", [fact("family", "結衣（妹）", language="ja")], ["結衣（妹）"]),
    ],
)
def test_the_same_in_japanese(said: str, facts: list[Told], answers: list[str]) -> None:
    assert [one["value"] for one in facts_for(material(said, *facts, language="ja"))] == answers


def test_who_asks_for_a_name_is_told_it_of_what_somebody_is() -> None:
    dog, voice = fact("pet", "まめ（犬）", language="ja"), CAST.find("clarisse").voice.ja
    asked = material("うちの犬の名前は？", dog, language="ja")
    assert stated([dog], asked, voice).startswith("犬の名前はまめ")
    assert stated([dog], material("まめって猫？", dog, language="ja"), voice).startswith("まめは犬")
