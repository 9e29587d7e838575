"""What asks for something other than an answer: one of two things, advice on what is at hand, good wishes."""

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.acts import Mood
from lumina.voices.counselling import advised
from lumina.voices.granting import granted
from lumina.voices.honours import honoured, of_honoured
from lumina.voices.material import Told
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import material

CAST = load_cast()
EACH = pytest.mark.parametrize("character", CAST, ids=CAST.ids)


@EACH
@pytest.mark.parametrize(
    ("said", "both"), [("うどんとそばならどっち？", ("うどん", "そば")), ("山と海どっちが好き？", ("山", "海"))]
)
def test_of_two_things_one_is_chosen(character: Character, said: str, both: tuple[str, str]) -> None:
    answer = reply(material(said, character=character.id), character.voice.ja)
    assert sum(one in answer for one in both) == 1


@pytest.mark.parametrize("said", ["転職と残留、私はどっちにすべき？", "前に話したの、犬と猫どっちだっけ？"])
def test_what_is_the_persons_own_to_choose_is_not_chosen(said: str) -> None:
    assert not granted(said, Mood.LIGHT, material(said), CAST.find("nox").voice.ja)


@EACH
@pytest.mark.parametrize(
    ("before", "said", "matter"),
    [
        ("猫がごはん食べてくれない", "どうしたらいいと思う？", "care"),
        ("友人代表のスピーチ頼まれた", "何かいい案ない？", "words"),
        ("母の付き添いに一緒に行こうか迷う", "どう思う？", "company"),
        ("来週、姪の入学", "お祝い何あげたらいいかな", "gift"),
    ],
)
def test_advice_is_on_what_was_just_told(character: Character, before: str, said: str, matter: str) -> None:
    given = advised(said, Mood.LIGHT, material(said, told=[before, said]), character.voice.ja)
    assert given in character.voice.ja[f"advises_{matter}"]


def test_who_mourns_is_given_no_advice() -> None:
    said = "お通夜の挨拶、何を話せばいい？"
    assert not advised(said, Mood.GRIEF, material(said, told=[said]), CAST.find("lumina").voice.ja)


@pytest.mark.parametrize("said", ["父が「一緒に行けばいい」って言ってたの、いつだっけ", "沙羅ってどんな人だと思う？"])
def test_who_asks_for_what_was_told_is_given_no_advice(said: str) -> None:
    assert not advised(said, Mood.LIGHT, material(said, told=[said]), CAST.find("lumina").voice.ja)


@EACH
def test_a_quiet_hour_ahead_is_wished_well(character: Character) -> None:
    said = "午後はゆっくり本読むね"
    assert reply(material(said, character=character.id), character.voice.ja) in character.voice.ja["wishes_well"]


def test_people_are_named_as_the_person_names_them_else_politely_and_pets_by_their_name() -> None:
    pet = Told(about="", label="ペット", value="小麦（犬）", kind="pet", past=False, sure=True)
    given = material("", facts=[pet], told=["千夏ちゃんが来た"])
    assert honoured("千夏", given) == "千夏ちゃん"
    assert honoured("大輔", given) == "大輔さん"
    assert honoured("小麦", given) == "小麦"
    assert honoured("母", given) == "お母さん"
    assert of_honoured("大輔の昇進", given) == "大輔さんの昇進"
