"""Who tells something for the first time is asked about it, as one would who listens."""

from collections.abc import Sequence

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.bilingual import Language
from lumina.voices.material import Told
from lumina.voices.next_question import AHEAD, is_nominal, new_name, next_question
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import material

CAST = load_cast()


def told(kind: str, value: str, about: str = "") -> Told:
    return Told(about=about, label="", value=value, kind=kind, past=False, sure=True)


def answer(character: Character, said: str, learnt: Sequence[Told], language: Language = "ja", **more: object) -> str:
    return reply(
        material(said, language=language, learnt=learnt, **more),
        OfflineVoice(voices=character.voices()).voices[language],
    )


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    ("language", "said", "learnt", "named"),
    [
        ("ja", "妹が遊びに来た。結衣っていうんだ", told("family", "結衣（妹）"), "結衣さん"),
        ("ja", "文鳥を飼い始めた。名前はあずき", told("pet", "あずき（文鳥）"), "あずき"),
        ("en", "my brother Piotr rang", told("family", "Piotr (brother)"), "Piotr"),
        ("en", "we got a kitten", told("pet", "kitten"), "your kitten"),
    ],
)
def test_somebody_is_asked_about_by_name(
    character: Character, language: Language, said: str, learnt: Told, named: str
) -> None:
    assert named in answer(character, said, [learnt], language).splitlines()[-1]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_who_speaks_of_a_name_is_called_by_it_and_asked_about_the_rest(character: Character) -> None:
    said = answer(character, "ケンです。大工です", [told("name", "ケンさん"), told("job", "大工")])
    welcome, asked = said.splitlines()
    assert "ケン" in welcome
    assert "さんさん" not in welcome
    assert asked in {one.format(value="大工") for one in character.voices()["ja"]["asks_job"]}


def test_what_matters_most_comes_first_and_who_answers_next_asks_of_another() -> None:
    learnt = [told("likes", "抹茶"), told("pet", "もなか（猫）"), told(AHEAD, "面接")]
    asked = [next_question(material("", learnt=learnt, answered=[("", "")] * times)) for times in range(4)]
    assert [one[0] if one else "" for one in asked] == ["asks_ahead", "asks_pet", "asks_likes", ""]


def test_a_clause_does_not_stand_for_a_thing() -> None:
    assert is_nominal("市役所の窓口", "ja")
    assert not is_nominal("窓口に座っている", "ja")
    assert is_nominal("bus mechanic", "en")
    assert not is_nominal("I was at the depot", "en")
    clause = told("likes", "朝に走るのが好き")
    assert next_question(material("", learnt=[clause])) == ("asks_likes", {"value": ""})


def test_what_is_past_or_no_name_is_not_asked_about() -> None:
    past = Told(about="", label="", value="リス（ペット）", kind="pet", past=True, sure=True)
    assert next_question(material("", learnt=[past])) is None
    assert next_question(material("", language="en", learnt=[told("partner", "engaged")])) is None


def test_a_name_is_new_without_its_honorific() -> None:
    assert new_name(material("", learnt=[told("name", "ゆうかちゃん")])) == "ゆうか"
    assert new_name(material("", learnt=[told("name", "結衣", about="妹")])) == ""


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_nobody_is_entertained_in_sorrow(character: Character) -> None:
    said = answer(character, "何か話して", [], told=["昨日、母が亡くなった"])
    assert said not in character.voices()["ja"]["entertains"]
