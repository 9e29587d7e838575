"""A statement is taken for what it is, and what is asked back fits it, and is not asked after every line."""

import re
from collections.abc import Sequence

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.bilingual import Language
from lumina.language.tokens import split_sentences
from lumina.voices.material import Told
from lumina.voices.next_question import AHEAD, next_question
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from lumina.voices.topic import topic_of
from tests.voices.test_next_question import told
from tests.voices.test_offline_voice import here, material

CAST = load_cast()
LUMINA = CAST.find("lumina")
QUESTION = re.compile(
    r"(?:what(?:'s| (?:is|are|do) (?!deleted))|how (?!very|good|lovely|delight)|(?:is|are|do|may) (?:you|it|I)\b)",
    re.IGNORECASE,
)


def answer(character: Character, said: str, language: Language, **more: object) -> list[str]:
    given = material(said, language=language, **more)
    return reply(given, OfflineVoice(voices=character.voices()).voices[language]).splitlines()


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    ("language", "said", "kind"),
    [
        ("ja", "書道はもうやめたんだ", "ended"),
        ("en", "I've packed in the pottery", "ended"),
        ("ja", "父が退院した！", "relieved"),
        ("en", "Nan's on the mend, thank god", "relieved"),
        ("ja", "先生をお母さんって呼んで爆笑された", "laughs"),
        ("en", "I called my boss mum in the lift lol", "laughs"),
        ("ja", "レバーは苦手、匂いが無理", "notes"),
    ],
)
def test_what_needs_no_question_gets_none(character: Character, language: Language, said: str, kind: str) -> None:
    [line] = answer(character, said, language)
    assert line in character.voices()[language][kind]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    ("language", "said", "kind"),
    [
        ("en", "Our nephew is allergic to eggs lol", "notes"),
        ("ja", "姪は小麦アレルギーなんだ笑", "notes"),
        ("en", "My rabbit has epilepsy", "feels_for"),
        ("ja", "うちの猫が腎臓病なんだって", "feels_for"),
        ("en", "what if the scan finds something", "worries"),
        ("en", "so nervous, it's my turn next", "steadies"),
        ("en", "Our Jo got knocked off his bike, he's okay", "startles"),
        ("en", "happy for them, and a bit jealous", "weighs"),
        ("en", "I got a speeding ticket, 90 quid", "sympathises"),
        ("en", "the telly packed in at half time", "sympathises"),
        ("en", "there is a vacancy on the stroke unit", "hears"),
        ("ja", "このまま返事が来なかったらどうしよう", "worries"),
        ("ja", "弟の自転車が車にぶつかった", "startles"),
        ("ja", "嬉しいけど、ちょっと寂しい気もする笑", "weighs"),
        ("ja", "今夜は手汗がすごい", "steadies"),
        ("en", "We lost, but Tom scored his first goal", "glad"),
        ("ja", "負けたけど、シュートを決めたよ", "glad"),
    ],
)
def test_what_is_told_is_taken_as_it_is_meant(character: Character, language: Language, said: str, kind: str) -> None:
    assert answer(character, said, language)[0] in character.voices()[language][kind]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    ("language", "said"), [("en", "you never ask me anything"), ("ja", "わたしには何も聞いてくれない")]
)
def test_who_is_never_asked_is_asked(character: Character, language: Language, said: str) -> None:
    assert answer(character, said, language)[0] in character.voices()[language]["turns_to"]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_each_character_has_words_of_its_own_for_what_is_felt(character: Character, language: Language) -> None:
    for kind in ("worries", "steadies", "startles", "sides", "winces", "weighs"):
        phrases = character.voices()[language][kind]
        assert len({*phrases}) >= 6
        assert all("!" not in one and "！" not in one for one in phrases if kind == "worries")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("My cousin's birthday is on March 3rd", "birthday"),
        ("弟の誕生日は3月3日", "誕生日"),
        ("We're thinking of a trip to Rome", "trip to Rome"),
        ("いつか京都に行けたらなって考えてる", "京都"),
    ],
)
def test_a_birthday_and_a_mere_idea_are_no_day_to_report_on(said: str, value: str) -> None:
    language: Language = "en" if said.isascii() else "ja"
    assert next_question(material(said, language=language, learnt=[told(AHEAD, value)])) is None


@pytest.mark.parametrize("character", [LUMINA, CAST.find("clarisse")])
def test_who_asks_in_english_sets_a_question_mark(character: Character) -> None:
    phrases = [phrase for kind in character.voices()["en"].values() for phrase in kind]
    asked = [one for phrase in phrases for one in split_sentences(phrase) if QUESTION.match(one)]
    assert asked
    assert all(one.endswith("?") for one in asked)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_nobody_is_asked_three_times_running(language: Language) -> None:
    lines = {
        "ja": ("散歩した", "靴を磨いた", "窓を拭いた", "本を返した", "茶を飲んだ", "庭を掃いた"),
        "en": ("Had a walk", "Cleaned my shoes", "Did the windows", "Took the books back", "Drank tea", "Swept up"),
    }[language]
    talk, asked = list[str](), list[bool]()
    for line in lines:
        said = answer(LUMINA, line, language, earlier=talk, told=talk[::2])
        asked.append(len(said) > 1)
        talk += [line, "\n".join(said)]
    assert not any(all(asked[at : at + 3]) for at in range(len(asked) - 2))
    assert any(asked)


@pytest.mark.parametrize(
    ("said", "learnt", "kind"),
    [
        ("I got the job at the museum!", told("job", "museum guide"), "asks_start"),
        ("来月から水族館で働くんだ", told("workplace", "水族館"), "asks_start"),
        ("I work at the museum", told("job", "museum guide"), "asks_job"),
        ("明日、猫を病院に連れて行く", told(AHEAD, "猫を病院に連れて行く"), "hopes"),
        ("金曜に歯医者に行く", told(AHEAD, "歯医者"), "asks_ahead"),
        ("木曜は祖母のお通夜", told(AHEAD, "祖母のお通夜"), ""),
        ("I've quit the choir", told("hobby", "choir"), ""),
    ],
)
def test_what_is_asked_fits_what_was_said(said: str, learnt: Told, kind: str) -> None:
    found = next_question(material(said, language="en" if said.isascii() else "ja", learnt=[learnt]))
    assert (found[0] if found else "") == kind


@pytest.mark.parametrize(
    ("known", "asked"),
    [([], True), ([here("先月、真紀と山に登った")], False)],
)
def test_who_is_known_is_not_asked_about_as_somebody_new(known: Sequence[object], asked: bool) -> None:
    learnt = [told("event", "引っ越しを手伝ってくれる", about="真紀")]
    found = next_question(material("真紀が引っ越しを手伝ってくれる", learnt=learnt, evidence=known))
    assert bool(found) is asked


@pytest.mark.parametrize(("said", "topic"), [("ちょっと痩せ気味らしい", ""), ("I love Thai food", "Thai food")])
def test_a_piece_of_a_word_is_no_topic(said: str, topic: str) -> None:
    assert topic_of(said, material(said, language="en" if said.isascii() else "ja")) == topic


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("週末は母の誕生日だから何あげるか迷ってる", "お母さんの誕生日"),
        ("息子の健太が泳ぎを習い始めた", "健太さん"),
        ("うちの社長がまた変なこと言い出した", "社長"),
        ("my sister is getting married in Wales", "your sister"),
        ("I bought a tent for the festival", "the tent"),
    ],
)
def test_what_is_taken_up_is_named_as_somebody_else_names_it(said: str, topic: str) -> None:
    assert topic_of(said, material(said, language="en" if said.isascii() else "ja")) == topic


def test_what_was_spoken_of_before_is_not_taken_up_again() -> None:
    said = "チェロを練習してる"
    assert topic_of(said, material(said)) == "チェロ"
    assert topic_of(said, material(said, earlier=["チェロの話、もう少し聞かせて？"])) == ""


def test_what_is_kept_in_mind_is_named_first() -> None:
    said = "週末は母の誕生日だから何あげるか迷ってる"
    learnt = [told("birthday", "9月5日", about="")]
    first, *rest = answer(CAST.find("clarisse"), said, "ja", learnt=learnt)
    assert "お母さんの誕生日" in first
    assert len(rest) == 1
