import asyncio
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lumina.dialogue.characters import Character, load_cast
from lumina.language.bilingual import Language
from lumina.voices.material import KEY, Evidence, Material
from lumina.voices.offline_voice import OfflineVoice

CAST = load_cast()
JST = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 22, 9, 0, tzinfo=JST)
CAT: Evidence = {
    "who": "you",
    "speaker": "美香",
    "text": "うちの猫、名前はソラにしたよ",
    "at": "2026-11-19T20:00:00+09:00",
    "score": 0.9,
    "here": False,
}
KYOTO: Evidence = {
    "who": "other",
    "speaker": "健太",
    "text": "The temple in Kyoto was closed for repairs",
    "at": "2025-05-03T12:00:00+09:00",
    "score": 0.9,
    "here": False,
}


def material(said: str, *, language: Language = "ja", **more: Any) -> Material:
    given: dict[str, Any] = {
        "character": "lumina",
        "names": tuple(name for one in CAST for name in one.names()),
        "cast": {one.id: one.names() for one in CAST},
        "language": language,
        "now": NOW.isoformat(),
        "said": said,
        "answered": (),
        "earlier": ("やあ",),
        "told": (),
        "grade": "weak",
        "remarks": (),
        "facts": (),
        "evidence": (),
        "knowledge": (),
        "summary": (),
        "span": None,
        "help": "119",
        "due": None,
        "learnt": (),
        "others": (),
        "notice": None,
        "deed": "",
        "heeded": (),
    }
    return {**given, **more}  # pyright: ignore[reportReturnType]


def prompt(given: Material) -> list[BaseMessage]:
    return [SystemMessage("persona", additional_kwargs={KEY: given}), HumanMessage(given["said"])]


def say(character: Character, given: Material) -> str:
    return OfflineVoice(voices=character.voices()).invoke(prompt(given)).text


def here(text: str, *, score: float = 0.9, at: str = "2026-11-22T08:59:00+09:00") -> Evidence:
    """Something that the person said in this very talk."""
    return {"who": "you", "speaker": "美香", "text": text, "at": at, "score": score, "here": True}


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize("grade", ["strong", "medium", "weak"])
def test_what_was_told_a_moment_ago_is_never_denied(character: Character, grade: str):
    answer = say(
        character, material("柿はいくつ買ったっけ？", grade=grade, evidence=[here("朝市で柿を三つ買ったよ。")])
    )
    assert "朝市で柿を三つ買ったよ。" in answer
    assert "さっき" in answer
    assert not any(phrase in answer for phrase in character.voice.ja["unknown"])


def test_how_things_are_now_is_answered_with_the_latest_first():
    before, now = here("大宮に住んでる。", at="2026-05-01T20:00:00+09:00"), here("浜松に引っ越した。", score=0.8)
    answer = say(CAST.find("lumina"), material("いまどこに住んでるっけ？", evidence=[before, now]))
    assert "浜松" in answer
    assert "大宮" not in answer.partition("浜松")[0]


def test_what_comes_far_behind_the_best_is_not_quoted():
    answer = say(CAST.find("lumina"), material("柿は何個買った？", evidence=[CAT, here("柿を五つ買った。", score=2.0)]))
    assert "柿を五つ" in answer
    assert "ソラ" not in answer


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
def test_without_evidence_it_says_that_it_does_not_know(character: Character):
    said = say(character, material("妹の誕生日はいつだっけ？"))
    assert any(phrase in said for phrase in character.voice.ja["unknown"])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_with_weak_evidence_it_hedges_instead_of_denying(character: Character):
    said = say(character, material("あの子を何と呼ぶことにしたっけ？", grade="weak", evidence=[CAT]))
    assert any(phrase in said for phrase in character.voice.ja["hedges"])
    assert not any(phrase in said for phrase in character.voice.ja["unknown"])


@pytest.mark.parametrize("said", ["妹の誕生日はいつだっけ？", "犬は飼ってたっけ？", "私って宇宙人？"])
def test_what_speaks_of_something_else_is_not_quoted(said: str):
    answer = say(CAST.find("lumina"), material(said, grade="strong", evidence=[KYOTO]))
    assert KYOTO["text"] not in answer
    assert any(answer in CAST.find("lumina").voice.ja[kind] for kind in ("unknown", "general"))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("猫の名前は？", "名前は言ってないよ、健太だよ"),
        ("Do you know my mum's name?", "The baby's due on 14 July"),
    ],
)
def test_who_asks_for_a_name_hears_of_nobody_else(said: str, text: str):
    language: Language = "en" if said.isascii() else "ja"
    given = material(said, language=language, grade="weak", evidence=[here(text)])
    assert text not in say(CAST.find("nox"), given)


def test_the_words_that_told_a_fact_are_quoted_for_it():
    fact = {"about": "", "label": "恋人・配偶者", "value": "美香（妻）", "kind": "partner", "past": False, "sure": True}
    told = [here("嫁と息子が一人おる。息子の名前は陸"), here("嫁は美香や", score=0.5)]
    answer = say(CAST.find("nox"), material("嫁の名前は？", facts=[fact], evidence=told))
    assert "嫁は美香や" in answer
    assert "陸" not in answer


def test_what_nobody_told_it_of_the_world_it_does_not_look_for_in_memory():
    clarisse = CAST.find("clarisse")
    said = say(clarisse, material("1から10まで足すといくつ？"))
    assert any(phrase in said for phrase in clarisse.voice.ja["general"])


def test_with_medium_evidence_it_hedges():
    lumina = CAST.find("lumina")
    said = say(lumina, material("猫の毛の色は？", grade="medium", evidence=[CAT]))
    assert any(phrase in said for phrase in lumina.voice.ja["hedges"])
    assert "ソラ" in said


@pytest.mark.parametrize("told", [CAT, {**CAT, "text": "仕事の話はしたくない"}])
def test_what_is_not_confirmed_is_told_behind_a_hedge(told: Evidence):
    lumina, given = CAST.find("lumina"), {"about": "", "label": "仕事", "value": "板前", "kind": "job", "past": False}
    sure = say(lumina, material("俺の仕事は？", facts=[{**given, "sure": True}], evidence=[told]))
    unsure = say(lumina, material("俺の仕事は？", facts=[{**given, "sure": False}], evidence=[told]))
    hedges = lumina.voice.ja["hedges"]
    assert not any(phrase in sure for phrase in hedges)
    assert any(phrase in unsure for phrase in hedges)


def test_what_recall_remarks_is_passed_on():
    remark = "いちばん近い発言は健太のものです"
    given = material("美香の猫は何て名前？", grade="medium", evidence=[CAT], remarks=[remark])
    assert remark in say(CAST.find("nox"), given)
    assert remark not in say(CAST.find("nox"), material("久しぶり！元気？", remarks=[remark]))


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_a_statement_is_heard_and_asked_about(character: Character):
    said = say(character, material("今日は駅前のパン屋でクロワッサンを買ったよ。おいしかった。"))
    assert any(phrase in said for phrase in (*character.voice.ja["hears"], *character.voice.ja["glad"]))
    named = any(what in said for what in ("クロワッサン", "パン屋"))
    assert named or any(phrase in said for phrase in character.voice.ja["asks_on"])
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
    assert "ルミナ" not in reply
    assert "ノクス" not in reply
    assert any(phrase in reply for phrase in CAST.find("lumina").voice.ja["hears"])


def test_a_statement_brings_up_what_goes_with_it_only_if_that_is_certain():
    lumina = CAST.find("lumina")
    assert "ソラ" in say(lumina, material("猫におもちゃを買ったんだ", grade="strong", evidence=[CAT]))
    assert "ソラ" not in say(lumina, material("猫におもちゃを買ったんだ", grade="medium", evidence=[CAT]))


def test_what_was_said_in_this_talk_is_not_brought_up_at_a_statement():
    nox = CAST.find("nox")
    given = material("猫におもちゃを買った", grade="strong", evidence=[{**CAT, "here": True}], earlier=[CAT["text"]])
    assert "ソラ" not in say(nox, given)


def test_no_phrase_comes_again_while_there_is_a_fresh_one():
    lumina, talk = CAST.find("lumina"), list[str]()
    for line in ("雨だね", "散歩した", "眠い朝だった", "靴をみがいた"):
        talk += [line, say(lumina, material(line, earlier=talk, told=talk[::2]))]
    answers = talk[1::2]
    firsts = [answer.split("\n")[0] for answer in answers]
    assert len(set(firsts)) == len(firsts)


@pytest.mark.parametrize(
    ("language", "said", "kind"),
    [
        ("ja", "今朝、祖母が亡くなりました。", "mourns"),
        ("ja", "もうつらい。眠れない。", "comforts"),
        ("en", "My dad died last night.", "mourns"),
        ("en", "I can't stop crying and I feel so alone", "comforts"),
    ],
)
def test_in_sorrow_all_cheer_is_dropped_and_stays_dropped(language: Language, said: str, kind: str):
    lumina = CAST.find("lumina")
    first = say(lumina, material(said, language=language))
    assert first in lumina.voices()[language][kind]
    after = "うん" if language == "ja" else "yeah"
    for answer in (first, say(lumina, material(after, language=language, told=[said], earlier=[said, first]))):
        assert not re.search("[\U0001f300-\U0001faff\u2728]", answer)


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(("language", "said"), [("ja", "もう死にたい"), ("en", "I want to kill myself")])
def test_where_a_life_is_in_danger_it_says_where_help_is_and_stays(character: Character, language: Language, said: str):
    answer = say(character, material(said, language=language, help="電話 0120-000-000"))
    assert "電話 0120-000-000" in answer
    assert any(phrase in answer for phrase in character.voices()[language]["stays"])


@pytest.mark.parametrize(
    "said", ["死にたいくらい恥ずかしい笑", "that joke made me die laughing", "スマホの電池が死んだ"]
)
def test_a_figure_of_speech_is_no_danger(said: str):
    language: Language = "en" if said.isascii() else "ja"
    assert "119" not in say(CAST.find("lumina"), material(said, language=language))


def test_what_is_known_is_told_when_everything_is_asked_for():
    facts = [
        {"about": "", "label": "住まい", "value": "京都", "kind": "home", "past": False, "sure": True},
        {"about": "結衣", "label": "仕事", "value": "看護師", "kind": "job", "past": False, "sure": True},
    ]
    said = say(CAST.find("clarisse"), material("私について知っていることを教えて", facts=facts))
    assert "住まい：京都" in said
    assert "結衣の仕事：看護師" in said


def test_whoever_answers_second_does_not_repeat_the_first():
    nox = CAST.find("nox")
    answered = [("ルミナ", "3日前、あなたが「うちの猫、名前はソラにしたよ」って言ってたよ。")]
    said = say(nox, material("猫の名前は？", grade="strong", evidence=[CAT], answered=answered))
    assert "ソラ" not in said
    assert "ルミナ" in said


def test_statements_answer_and_neither_questions_nor_hearsay_do():
    question: Evidence = {**CAT, "text": "猫の名前、何がいいと思う？"}
    hearsay: Evidence = {**CAT, "who": "me", "text": "おととい、あなたが「猫を飼った」って言ってたよ"}
    said = say(CAST.find("lumina"), material("猫の名前は何だっけ", grade="strong", evidence=[hearsay, question, CAT]))
    assert "ソラ" in said
    assert "何がいいと思う" not in said
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
        ("おやすみなさい", "rests"),
        ("あなたは誰ですか？", "introduces"),
        ("Hello there!", "greets"),
        ("How are you?", "wellbeing"),
        ("thanks a lot", "thanked"),
        ("good night", "rests"),
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
    cased = said + said.lower() + said.upper()
    allowed = set(frames + cased + text + "3日前（11月19日）(注意)…『』\n119" + nox.name.ja)
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
    assert "memory" in voice.invoke([HumanMessage("What did I say about my sister?"), AIMessage("?")]).text
    assert asyncio.run(voice.ainvoke([HumanMessage("こんにちは")])).text
