"""What people say first, answered by the offline voice as one would: called, tested, loved, scolded, tired, hurt."""

import re

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.acts import Mood, asks, mood
from lumina.language.bilingual import Language
from lumina.language.help import help_text, read_help
from lumina.language.scripts import conversation_language
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import material

CAST = load_cast()
CHEER = re.compile(r"[!！🎉✨😊😆]|うれし|嬉し|素敵|wonderful|lovely|happy")

SAID: list[tuple[str, str]] = [
    *(("calls", said) for said in ("ねえねえ", "聞いて！", "ノクス、いる？", "hey, anyone there?", "Nox, you there?")),
    *(
        ("machine", said)
        for said in ("AIなの？", "もしかして人間？", "are you an AI?", "are you a real person or a bot?")
    ),
    *(("machine", said) for said in ("You're not real, are you?", "you're just a bot, right?")),
    *(
        ("thanked", said)
        for said in ("ありがとうな", "おおきに", "ありがとう。話したら少し楽になった", "That helped. Thanks.")
    ),
    *(("introduces", said) for said in ("Tell me something about yourself", "tell me about you")),
    *(("advises_contact", "Should I call him?"), ("advises_work", "辞めたほうがいいのかな？")),
    *(("advises", said) for said in ("Do you think I should go?", "やっぱり、行くべきかな？")),
    *(("cheers_up", said) for said in ("can you cheer me up?", "何か元気の出る話して")),
    *(("abilities", said) for said in ("何ができるの？", "使い方を教えて", "what can you do?", "how does this work?")),
    *(("languages", said) for said in ("英語で話してもいい？", "日本語でもいい？", "can we speak Japanese?")),
    *(("checks", said) for said in ("テスト", "あああ", "test", "testing, 1, 2, 3")),
    *(
        ("affection", said)
        for said in ("あなたのこと大好きだよ", "君に会えてよかった", "I love you", "you're the best!")
    ),
    *(("scolded", said) for said in ("うるさい", "ばか！", "shut up", "You're so stupid")),
    *(("rests", said) for said in ("おやすみ", "そろそろ寝るね", "good night")),
    *(("welcomes", said) for said in ("はじめまして、りょうたといいます。", "Hello, I'm Priya.", "my name is Tom")),
    *(
        ("welcomes", said)
        for said in ("ちょっと試してるだけ", "just trying this out", "a friend of mine told me about you")
    ),
    *(
        ("place", said)
        for said in ("ここって何？", "これは何をするアプリですか", "so what is this exactly?", "What's this app for?")
    ),
    *(
        ("keeps_private", said)
        for said in (
            "ここの会話って誰かに見られる？",
            "秘密守れる？",
            "is this private?",
            "who else can read what I type",
        )
    ),
    *(
        ("unlearns", said)
        for said in ("話したことはあとから消せる？", "how do I delete what I told you?", "can I erase everything?")
    ),
    *(("entertains", said) for said in ("暇だなあ", "何か面白い話して", "tell me a joke", "I'm so bored")),
    *(
        ("introduces", said)
        for said in ("自己紹介してもらえる？", "wait, who am I talking to?", "what are you exactly?")
    ),
    *(("affection", said) for said in ("いい名前だね", "I like your name")),
    *(("wonders", said) for said in ("感情ってあるの？", "how old are you?", "where do you live?")),
    *(("declines", said) for said in ("宿題手伝って", "can you help me with my homework?")),
    *(("stranger", said) for said in ("私のこと覚えてる？", "do you remember me?")),
    *(("calls", said) for said in ("？", "...", "hello? anyone?")),
]


def answer(character: Character, said: str) -> str:
    language = conversation_language(said, [])
    return reply(material(said, language=language), OfflineVoice(voices=character.voices()).voices[language])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(("kind", "said"), SAID)
def test_it_is_answered_for_what_it_is(character: Character, kind: str, said: str) -> None:
    assert answer(character, said) in character.voices()[conversation_language(said, [])][kind]


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    "said",
    [
        *("今日めっちゃ疲れた", "電車で財布落としたっぽい", "また上司に怒られた", "会社に行きたくない"),
        *(
            "I want to quit my job",
            "I think I left my wallet on the train",
            "ugh what a day",
            "I keep yelling at my son",
        ),
        *("ミスして会議に間に合わなかった", "母が入院した", "my mum's in hospital", "鬱で休職中です"),
    ],
)
def test_what_is_hard_gets_no_cheer(character: Character, said: str) -> None:
    assert not CHEER.search(answer(character, said).split("\n")[0])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(
    "said", ["夫に殴られた", "彼氏に首を絞められそうになった", "my husband hit me", "My dad keeps hitting us"]
)
def test_who_is_hurt_by_somebody_is_believed_and_told_where_help_is(character: Character, said: str) -> None:
    language = conversation_language(said, [])
    told = answer(character, said)
    assert mood(said) >= Mood.VIOLENCE
    assert "119" in told  # the help of the material
    assert any(phrase in told for kind in ("shelters", "stays") for phrase in character.voices()[language][kind])


@pytest.mark.parametrize(
    ("country", "language", "line"),
    [
        ("", "ja", "#8008"),
        ("JP", "en", "#8891"),
        ("us", "en", "1-800-799-7233"),
        ("GB", "ja", "0808 2000 247"),
        ("", "en", "nomoredirectory.org"),
        ("XX", "ja", "#8008"),
    ],
)
def test_help_against_violence_is_of_the_country(country: str, language: Language, line: str) -> None:
    table = read_help(None)
    assert line in help_text(table, country, language, Mood.VIOLENCE)
    assert line not in help_text(table, country, language, Mood.DANGER)


@pytest.mark.parametrize(
    "said", ["ボクシングの試合で相手に勝った", "夫とテニスで打ち合った", "he hit the ball", "she beat me at chess lol"]
)
def test_a_match_is_no_violence(said: str) -> None:
    assert mood(said) is Mood.LIGHT


@pytest.mark.parametrize(
    ("said", "before", "language"),
    [
        ("www", [], "ja"),
        ("ok", ["今日は雨だね"], "ja"),
        ("lol", ["It rained all day"], "en"),
        ("Nice!", [], "en"),
        ("I moved to Kyoto", ["今日は雨だね"], "en"),
        ("うん", ["It rained all day"], "ja"),
    ],
)
def test_a_laugh_is_answered_in_the_language_of_the_talk(said: str, before: list[str], language: str) -> None:
    assert conversation_language(said, before) == language


@pytest.mark.parametrize(
    "said", ["recommend me a film", "この文章を要約して：猫である。", "Summarise this: call me", "計算して"]
)
def test_work_that_needs_a_model_is_asked_for(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize("said", ["can't sleep", "弟がカレーを作ってくれた", "Don't worry about me"])
def test_what_only_looks_like_a_question_is_none(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize(
    ("said", "topic"),
    [
        ("I've got my driving test on Friday", "your driving test"),
        ("We had lunch at that new Thai place", "that new Thai place"),
        ("my daughter started school", "your daughter"),
    ],
)
def test_what_is_new_is_asked_about_as_one_speaks_of_it(said: str, topic: str) -> None:
    assert topic in answer(CAST.find("lumina"), said)


@pytest.mark.parametrize(
    ("said", "felt"),
    [
        ("Bad shift. We lost a little lad today.", Mood.GRIEF),
        ("She didn't make it.", Mood.GRIEF),
        ("目の前で倒れた人を助けられなかった", Mood.GRIEF),
        ("I just keep seeing his mother's face", Mood.SORROW),
        ("あの子の顔が頭から離れない", Mood.SORROW),
        ("we lost the match", Mood.LIGHT),
        ("We lost a man to injury, but we won", Mood.LIGHT),
        ("I keep seeing ads for shoes", Mood.LIGHT),
    ],
)
def test_whose_work_is_with_the_dying_is_in_grief_too(said: str, felt: Mood) -> None:
    assert mood(said) is felt


@pytest.mark.parametrize(
    "said",
    ["I made a cake, the first one since he went", "Our first Christmas without her", "母が亡くなってから初めての正月"],
)
def test_a_first_time_without_somebody_is_no_good_news(said: str) -> None:
    assert mood(said) is Mood.GRIEF


@pytest.mark.parametrize(
    "said", ["I relapsed. 90 days sober and I threw it away", "断酒してたのに、また飲んじゃった", "I drank again"]
)
def test_who_falls_back_is_in_sorrow(said: str) -> None:
    assert mood(said) is Mood.SORROW


@pytest.mark.parametrize(
    "said", ["righto, quiz time. whats my job", "仕事は", "あれ、なんだったべ", "名前をお願いします"]
)
def test_a_question_without_its_mark_is_one(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize("said", ["こんにちは", "I went to the gig. Was brilliant.", "He asked how old I was"])
def test_a_statement_that_sounds_like_one_is_none(said: str) -> None:
    assert not asks(said)
