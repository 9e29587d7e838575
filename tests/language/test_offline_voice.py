import asyncio
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lumina.characters import Character, load_cast
from lumina.language.bilingual import Language
from lumina.language.material import KEY, Evidence, Material
from lumina.language.offline_voice import OfflineVoice

CAST = load_cast()
JST = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 22, 9, 0, tzinfo=JST)
CAT: Evidence = {
    "who": "you",
    "speaker": "美香",
    "text": "うちの猫、名前はソラにしたよ",
    "at": "2026-11-19T20:00:00+09:00",
}
KYOTO: Evidence = {
    "who": "other",
    "speaker": "健太",
    "text": "The temple in Kyoto was closed for repairs",
    "at": "2025-05-03T12:00:00+09:00",
}


def material(said: str, *, language: Language = "ja", **more: Any) -> Material:
    given: dict[str, Any] = {
        "character": "lumina",
        "names": tuple(name for one in CAST for name in one.names()),
        "language": language,
        "now": NOW.isoformat(),
        "said": said,
        "answered": (),
        "earlier": ("やあ",),
        "told": (),
        "grade": "weak",
        "remarks": (),
        "evidence": (),
        "knowledge": (),
    }
    return {**given, **more}  # pyright: ignore[reportReturnType]


def prompt(given: Material) -> list[BaseMessage]:
    return [SystemMessage("persona", additional_kwargs={KEY: given}), HumanMessage(given["said"])]


def say(character: Character, given: Material) -> str:
    return OfflineVoice(voices=character.voices()).invoke(prompt(given)).text


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    ("language", "told", "question", "nothing"),
    [
        ("ja", "朝市で柿を三つ買ったよ。", "柿はいくつ買ったっけ？", "犬の名前は何だっけ？"),
        ("en", "I adopted a grey cat named Pebble.", "What is the name of my cat?", "Where did I park?"),
    ],
)
def test_what_was_told_a_moment_ago_is_known_without_being_recalled(
    character: Character, language: Language, told: str, question: str, nothing: str
):
    talk = ["柿って知ってる？", "A cat?", told, "雨だね。"]
    assert told in say(character, material(question, language=language, earlier=talk, told=talk))
    assert told not in say(character, material(nothing, language=language, earlier=talk, told=talk))


def test_of_what_was_told_the_latest_answer_counts_and_no_question():
    talk = ["柿を三つ買った。", "柿を五つ買った。", "柿は何個買ったっけ？"]
    answer = say(CAST.find("lumina"), material("柿は何個買った？", earlier=talk, told=talk))
    assert [text for text in talk if text in answer] == ["柿を五つ買った。"]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_a_question_is_answered_with_who_said_what_and_when(character: Character):
    said = say(character, material("猫の名前は何だっけ？", grade="strong", evidence=[CAT]))
    assert "うちの猫、名前はソラにしたよ" in said
    assert "3日前（11月19日）" in said
    assert character.voice.ja["you"][0] in said
    assert any(phrase in said for phrase in character.voice.ja["remembers"])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_it_answers_in_the_language_of_the_person(character: Character):
    given = material("What about the temple in Kyoto?", language="en", grade="strong", evidence=[KYOTO])
    said = say(character, given)
    assert "The temple in Kyoto was closed for repairs" in said
    assert "on May 3, 2025" in said.replace("On", "on")
    assert "健太" in said
    assert not re.search("[ぁ-ん]", said)


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize("evidence", [[], [CAT]], ids=["none", "some"])
def test_with_weak_evidence_it_says_that_it_does_not_know(character: Character, evidence: list[Evidence]):
    said = say(character, material("妹の誕生日はいつ？", grade="weak", evidence=evidence))
    assert any(phrase in said for phrase in character.voice.ja["unknown"])
    assert "ソラ" not in said


def test_with_medium_evidence_it_hedges():
    lumina = CAST.find("lumina")
    said = say(lumina, material("猫の名前は？", grade="medium", evidence=[CAT]))
    assert any(phrase in said for phrase in lumina.voice.ja["hedges"])
    assert "ソラ" in said


def test_what_recall_remarks_is_passed_on():
    remark = "いちばん近い発言は健太のものです"
    given = material("美香の猫は何て名前？", grade="medium", evidence=[CAT], remarks=[remark])
    assert remark in say(CAST.find("nox"), given)
    assert remark not in say(CAST.find("nox"), material("久しぶり！元気？", remarks=[remark]))


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_a_statement_is_heard_in_the_persons_own_words(character: Character):
    said = say(character, material("今日は駅前のパン屋でクロワッサンを買ったよ。おいしかった。"))
    assert "今日は駅前のパン屋でクロワッサンを買ったよ" in said
    assert not any(phrase in said for phrase in character.voice.ja["unknown"])


@pytest.mark.parametrize(
    "said",
    [
        "ルミナ、駅前で猫を見た",
        "ねえルミナちゃん、駅前で猫を見た。",
        "@ルミナ,@ノクス 駅前で猫を見た",
        "駅前で猫を見た、ルミナ！",
        "＠all 駅前で猫を見た",
        "Hey Lumina, 駅前で猫を見た",
    ],
)
def test_the_name_that_was_called_is_not_said_back(said: str):
    reply = say(CAST.find("lumina"), material(said))
    assert "「駅前で猫を見た」" in reply


def test_a_statement_brings_up_what_goes_with_it_only_if_that_is_certain():
    lumina = CAST.find("lumina")
    assert "ソラ" in say(lumina, material("猫におもちゃを買ったんだ", grade="strong", evidence=[CAT]))
    assert "ソラ" not in say(lumina, material("猫におもちゃを買ったんだ", grade="medium", evidence=[CAT]))


def test_what_stands_before_everybodys_eyes_is_not_recalled_at_them():
    nox = CAST.find("nox")
    given = material("猫におもちゃを買った", grade="strong", evidence=[CAT], earlier=[CAT["text"]])
    assert "ソラ" not in say(nox, given)


def test_whoever_answers_second_does_not_repeat_the_first():
    nox = CAST.find("nox")
    answered = [("ルミナ", "3日前、あなたが「うちの猫、名前はソラにしたよ」って言ってたよ。")]
    said = say(nox, material("猫の名前は？", grade="strong", evidence=[CAT], answered=answered))
    assert "ソラ" not in said
    assert "ルミナ" in said


def test_a_statement_is_quoted_before_a_question_and_hearsay_not_at_all():
    question: Evidence = {**CAT, "text": "猫の名前、何がいいと思う？"}
    hearsay: Evidence = {**CAT, "who": "me", "text": "おととい、あなたが「猫を飼った」って言ってたよ"}
    given = material("猫の名前は何だっけ", grade="strong", evidence=[hearsay, question, CAT])
    said = say(CAST.find("lumina"), given)
    assert said.index("ソラ") < said.index("何がいいと思う")
    assert "猫を飼った" not in said


def test_a_document_answers_what_nobody_said():
    passage = "オーロラは太陽風が大気とぶつかって光る現象である"
    clarisse = CAST.find("clarisse")
    read = [{"source": "空の本, p. 3", "text": passage}]
    said = say(clarisse, material("オーロラはなぜ光る？", knowledge=read))
    assert passage in said
    assert "空の本, p. 3" in said
    assert passage not in say(clarisse, material("昨日の夕飯は何だっけ？", knowledge=read))


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("こんにちは", "greets"),
        ("おはようございます！", "greets"),
        ("やっほー😊", "greets"),
        ("ルミナ！", "greets"),
        ("ねえ、ルミナ", "greets"),
        ("元気？", "wellbeing"),
        ("ありがとう！", "thanked"),
        ("@ルミナ ありがとう", "thanked"),
        ("おやすみなさい", "parts"),
        ("あなたは誰ですか？", "introduces"),
        ("Hello there!", "greets"),
        ("How are you?", "wellbeing"),
        ("thanks a lot", "thanked"),
        ("good night", "parts"),
        ("Lumina, who are you?", "introduces"),
    ],
)
def test_small_talk_needs_no_memory(said: str, kind: str):
    lumina = CAST.find("lumina")
    language: Language = "en" if said.isascii() else "ja"
    assert say(lumina, material(said, language=language)) in lumina.voices()[language][kind]


WORDS = st.text(alphabet=st.sampled_from("猫がほん。？!?「」{}%\n abcXY😊\ud800"), max_size=60)


@given(said=WORDS, text=WORDS, grade=st.sampled_from(["strong", "medium", "weak"]))
def test_nothing_is_said_that_was_not_given(said: str, text: str, grade: str):
    nox = CAST.find("nox")
    given = material(said, grade=grade, evidence=[{**CAT, "text": text}], remarks=["注意"])
    reply = say(nox, given)
    assert reply.strip()
    frames = " ".join(phrase for phrases in nox.voice.ja.values() for phrase in phrases)
    allowed = set(frames + said + text + "3日前（11月19日）(注意)…『』\n" + nox.name.ja)
    assert set(reply) <= allowed


def test_the_same_prompt_gives_the_same_answer_and_another_moment_another_one():
    lumina = CAST.find("lumina")
    assert say(lumina, material("雨だね")) == say(lumina, material("雨だね"))
    moments = {say(lumina, material("雨だね", earlier=["x"] * count)) for count in range(12)}
    assert len(moments) > 2


async def test_it_streams_what_it_says_whole():
    voice = OfflineVoice(voices=CAST.find("lumina").voices())
    messages = prompt(material("猫の名前は何だっけ？ the cat's name", grade="strong", evidence=[CAT, KYOTO]))
    chunks = [chunk async for chunk in voice.astream(messages)]
    whole = await voice.ainvoke(messages)
    assert len(chunks) > 5
    assert "".join(chunk.text for chunk in chunks) == whole.text
    assert whole.response_metadata["model_name"] == "offline"


async def test_callbacks_hear_every_piece():
    voice = OfflineVoice(voices=CAST.find("lumina").voices())
    messages = prompt(material("今日は雨だね"))
    events = [event["event"] async for event in voice.astream_events(messages, version="v2")]
    assert events.count("on_chat_model_stream") > 2


def test_a_bare_prompt_is_answered_too():
    voice = OfflineVoice()
    assert "remember" in voice.invoke([HumanMessage("What did I say about my sister?"), AIMessage("?")]).text
    assert asyncio.run(voice.ainvoke([HumanMessage("こんにちは")])).text
