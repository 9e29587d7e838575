import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.dialogue.characters import FOLDER, Cast, Character, load_cast
from lumina.errors import BadInput, UnknownCharacter
from lumina.language.domains import DOMAINS
from lumina.language.messages import Messages
from lumina.voices.voice import DETAILS, OF_FELLOW

MOMO = """
id = "momo"
colour = "#ff88aa"

[name]
ja = "モモ"
en = "Momo"

[persona]
ja = "あなたはモモ。猫です。"
en = "You are Momo, a cat."
"""


@pytest.fixture(scope="module")
def cast() -> Cast:
    return load_cast()


def test_the_three_characters_come_in_the_order_in_which_they_share_the_floor(cast: Cast):
    assert cast.ids == ("lumina", "clarisse", "nox")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lumina", "lumina"),
        ("ルミナ", "lumina"),
        ("ﾙﾐﾅ", "lumina"),
        ("るみな", "lumina"),
        ("ＬＵＭＩＮＡ", "lumina"),
        ("@ルミナ", "lumina"),
        ("＠Lumina", "lumina"),
        ("ルミナさん", "lumina"),
        ("ルミナサン", "lumina"),
        (" クラリスちゃん ", "clarisse"),
        ("claris", "clarisse"),
        ("くらりす様", "clarisse"),
        ("NOX", "nox"),
        ("ノクス君", "nox"),
    ],
)
def test_a_character_is_found_by_any_spelling_of_its_name(cast: Cast, name: str, expected: str):
    assert cast.find(name).id == expected
    assert name in cast


@pytest.mark.parametrize("name", ["ルミナス", "noxious", "", "*", "さん", "誰か"])
def test_an_unknown_name_is_refused_with_those_that_there_are(cast: Cast, name: str):
    assert name not in cast
    with pytest.raises(UnknownCharacter, match="lumina, clarisse, nox"):
        cast.find(name)


@given(st.text(max_size=30))
def test_any_text_is_either_a_name_or_refused(name: str):
    cast = load_cast()
    assert (name in cast) == any(name in Cast([character]) for character in cast)


def test_every_character_has_every_phrase_in_both_languages_and_several_of_most(cast: Cast):
    for character in cast:
        for said in (character.voice.ja, character.voice.en):
            others = {f"{OF_FELLOW}{one.id}" for one in cast if one is not character}
            assert set(said) == {*DETAILS, *others}, character.id
            for kind in ("greets", "remembers", "hedges", "unknown", "hears", "connects", "asks_on", "quotes"):
                assert len(set(said[kind])) >= 2, (character.id, kind)


def test_the_characters_sound_different(cast: Cast):
    said = [{phrase for kind in ("greets", "unknown", "hears") for phrase in one.voice.ja[kind]} for one in cast]
    assert not (said[0] & said[1]) and not (said[1] & said[2]) and not (said[0] & said[2])


def test_only_lumina_uses_emoji_and_nox_exclaims_nothing(cast: Cast):
    def of(character: str) -> str:
        voice = cast.find(character).voice
        return "".join(phrase for said in (voice.ja, voice.en) for phrases in said.values() for phrase in phrases)

    assert "😊" in of("lumina")
    assert not any(ord(letter) > 0x2600 and not (0x3000 <= ord(letter) <= 0xFFEF) for letter in of("nox"))
    assert not any(mark in of("nox") for mark in "!！?？")
    assert all(ord(letter) < 0x1F000 for letter in of("clarisse"))


def test_a_file_dropped_beside_them_is_a_fourth_character_that_speaks(tmp_path: Path):
    folder = tmp_path / "characters"
    shutil.copytree(FOLDER, folder)
    (folder / "momo.toml").write_text(MOMO, encoding="utf-8")
    cast = load_cast(folder=folder)
    assert cast.ids == ("lumina", "clarisse", "nox", "momo")
    assert cast.find("モモちゃん").voices()["ja"]["unknown"]


def test_a_fourth_character_without_phrases_says_its_name_and_role_in_both_languages(tmp_path: Path):
    role = '[role]\nja = "昼寝"\nen = "naps {here}."\n'
    (tmp_path / "momo.toml").write_text(MOMO + role, encoding="utf-8")
    voices = load_cast(tmp_path).find("momo").voices()
    said = [phrase.format_map({}) for language in ("ja", "en") for phrase in voices[language]["introduces"]]
    assert said == ["モモです（昼寝）。", "I am Momo (naps {here})."]


@pytest.mark.parametrize("page", ["guide.md", "guide.ja.md"])
def test_the_file_that_the_guide_calls_enough_is_and_its_table_has_every_key_and_domain(tmp_path: Path, page: str):
    told = (FOLDER.parent / "docs" / page).read_text(encoding="utf-8")
    [minimal] = re.findall(r"```toml\n(id = .*?)```", told, re.S)
    (tmp_path / "mira.toml").write_text(minimal, encoding="utf-8")
    cast = load_cast(tmp_path)
    assert cast.ids == ("lumina", "clarisse", "nox", "mira")
    assert [name for name in (*Character.model_fields, *DOMAINS) if not re.search(rf"`\[?{name}\b", told)] == []


def test_a_broken_file_is_told_in_japanese_too(tmp_path: Path):
    broken = MOMO.replace("[name]", "temperature = 9\n[name]").replace("[persona]", "[person]")
    (tmp_path / "momo.toml").write_text(broken, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_cast(tmp_path)
    assert "persona: これがありません（必要です）。temperature: 2.0 までです。" in Messages("ja").error(caught.value)


def test_a_further_folder_adds_characters_and_replaces_those_of_the_same_id(tmp_path: Path):
    (tmp_path / "momo.toml").write_text(MOMO, encoding="utf-8")
    own_nox = (FOLDER / "nox.toml").read_text(encoding="utf-8").replace("order = 3", 'order = 3\nmodel = "openai:x"')
    (tmp_path / "nox.toml").write_text(own_nox, encoding="utf-8")
    cast = load_cast(tmp_path)
    assert cast.ids == ("lumina", "clarisse", "nox", "momo")
    assert cast.find("nox").model == "openai:x"


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        (MOMO.replace('id = "momo"', ""), "id"),
        (MOMO.replace('"momo"', '"Mo mo"'), "id"),
        (MOMO.replace('ja = "モモ"\nen = "Momo"', ""), "name"),
        (MOMO + "temperatur = 1\n", "persona.temperatur"),
        (MOMO.replace("[name]", "temperature = 9\n[name]"), "temperature"),
        (MOMO.replace("#ff88aa", "pink"), "colour"),
        (MOMO + "[domains]\nfilm = 2\n", "domains.film"),
        (MOMO + "[domains]\ngarden = 0.9\n", "'garden'; there are film, history"),
        (MOMO + '[voice.ja]\nquotes = ["{text} {secret}"]\n', "voice.ja"),
        (MOMO + '[voice.ja]\nquotes = ["{text.__class__}"]\n', "voice.ja"),
        (MOMO + '[voice.ja]\ngreets = ["{"]\n', "voice.ja"),
        (MOMO + '[voice.en]\nhums = ["la"]\n', "voice.en"),
        (MOMO + "[voice.en]\ngreets = []\n", "voice.en"),
        (MOMO + "[voice.en\n", "line"),
        (MOMO + '[aliases]\nja = ["るみなさん"]\n', "lumina"),
    ],
)
def test_a_broken_file_is_named_with_its_key(tmp_path: Path, broken: str, key: str):
    (tmp_path / "momo.toml").write_text(broken, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_cast(tmp_path)
    assert "momo" in str(caught.value)
    assert key in str(caught.value)


def test_two_files_with_one_id_in_a_folder_are_refused(tmp_path: Path):
    (tmp_path / "momo.toml").write_text(MOMO, encoding="utf-8")
    (tmp_path / "again.toml").write_text(MOMO, encoding="utf-8")
    with pytest.raises(BadInput, match="second character 'momo'"):
        load_cast(tmp_path)


def test_a_missing_or_empty_folder_is_refused(tmp_path: Path):
    with pytest.raises(BadInput, match="no folder"):
        load_cast(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="no character file"):
        load_cast(folder=tmp_path)
