"""Who leaves, is sorry, complains, wants comfort or asks the character of itself is answered so, and from no memory."""

import pytest

from lumina.dialogue.characters import Character, load_cast
from lumina.language.bilingual import Language
from lumina.language.scripts import conversation_language
from lumina.voices.material import Evidence
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from tests.voices.test_offline_voice import here, material

CAST = load_cast()
TOLD: list[Evidence] = [here("猫の名前はソラ"), here("I live in Hull with my cat"), here("昨日は洗濯した")]

SAID: list[tuple[str, str]] = [
    *(("wellbeing", one) for one in ("How are you feeling this morning?", "今日の気分はどう？", "昨日はよく眠れた？")),
    *(("plans", one) for one in ("Any nice plans for the weekend?", "Are you busy tonight?", "日曜は何か予定ある？")),
    *(("occupied", one) for one in ("What were you up to yesterday?", "ゆうべは何してたの？")),
    *(("hurt", one) for one in ("Are you still cross with me? lol", "do you hate me now?", "まだ怒ってるの？笑")),
    *(("forgives", one) for one in ("Can you forgive me?", "I hope you're not angry with me", "許してくれる？")),
    *(("talented", one) for one in ("Can you whistle?", "do you dance at all?", "ピアノは弾けるの？")),
    *(("fancies", one) for one in ("Do you like opera?", "are you into football?", "オペラは好き？")),
    *(("parts", one) for one in ("Catch you on the rebound!", "see ya when I see ya", "続きはまた明日ね")),
    *(("feels_for", one) for one in ("My uncle had a heart attack", "祖父が救急車で運ばれた")),
    *(
        ("sends_off", one)
        for one in ("犬の散歩に行ってくるね、またあとで", "出勤の時間だ、行ってきます", "お風呂入ってくる")
    ),
    *(("sends_off", one) for one in ("Right, I'm off to the shops, see you later", "I'm off out to meet Kim, laters")),
    *(
        ("parts", one)
        for one in ("ほなまた", "電話きたから切るね", "そろそろ行かなきゃ、ありがとね", "じゃ、バイバイ！")
    ),
    *(
        ("parts", one)
        for one in ("ta-ra, love you lots", "gotta dash, the bus is here", "The kettle's on. Bye for now x")
    ),
    *(
        ("rests", one)
        for one in ("疲れたから今日はもう寝ます", "That's me away to bed, night", "明日早いし、もう寝るわ")
    ),
    *(("forgives", one) for one in ("さっきは言い過ぎた、ごめん", "Sorry, I was grumpy, I didn't mean it")),
    *(("complained", one) for one in ("その質問さっきも聞いたよね", "また同じ話じゃん", "ちゃんと話聞いてる？")),
    *(("complained", one) for one in ("You said that already", "stop asking me the same thing", "I never said that!")),
    *(("consoles", one) for one in ("ちょっとだけ甘えさせて", "can I have a hug?", "今日は疲れた、よしよしして")),
    *(("encourages", one) for one in ("今日発表なんだ、応援して！", "I've got my viva tomorrow, wish me luck!")),
    *(("celebrates", one) for one in ("Come on, be happy for me", "やっと終わったんだから祝ってよ")),
    *(("praises", one) for one in ("褒めて褒めて！", "夕飯も掃除も全部ひとりでやった、えらくない？")),
    *(("permits", one) for one in ("ここで少し泣いてもいい？", "ちょっと弱音吐いていいかな")),
    *(("concurs", one) for one in ("うちの息子、優しい子でしょ？", "この子犬、かわいくない？")),
    *(("sides", one) for one in ("みんなの前で叱らなくてもよくない？", "連絡なしで二時間遅刻だよ、ひどくない？")),
    *(("consoles", one) for one in ("今夜はそばにいてくれるだけでいい",)),
    *(("asked_back", one) for one in ("どうだったって聞いてよ", "aren't you going to ask how it went?")),
    *(("prefers", one) for one in ("クラリスって朝型派？夜型派？", "Do you prefer rain or snow?")),
    *(("opines", one) for one in ("君はどう思う？", "So what do you make of it all?", "で、あなたの意見は？")),
    *(
        ("occupied", one)
        for one in ("ノクスは？", "Anyway, how about you, what do you do all day?", "そっちは最近どう？")
    ),
    *(("minds", one) for one in ("お前は苦手なものとかあるの", "what are you most afraid of?")),
    *(("favours", one) for one in ("what's your favourite season?", "君のお気に入りって何？")),
    *(("wonders", one) for one in ("君の夢って何？", "do you dream at all?")),
    *(("affection", one) for one in ("haha you're a legend", "よく覚えてるね、さすが", "Good memory!")),
    *(("advises", one) for one in ("Do you reckon I should bring wine or flowers?", "この色のままでいいと思う？")),
    *(("dresses", one) for one in ("面接に何色の服で行けばいいと思う？", "What should I wear to a christening?")),
    *(("foresees", one) for one in ("do you think it'll work out between us?", "あの人とうまくいくと思う？")),
    *(
        ("jokes", one)
        for one in ("Why did the coffee file a report? It got mugged", "What do you call a bear? Whatever it wants")
    ),
    *(("welcomes", one) for one in ("はじめまして", "初めまして、よろしくお願いします", "Nice to meet you!")),
    *(("wellbeing", one) for one in ("alright?", "How's things?")),
    *(("greets", one) for one in ("hiya, me again", "Evening all")),
]


def answer(character: Character, said: str, **more: object) -> str:
    language = conversation_language(said, [])
    given = material(said, language=language, evidence=TOLD, grade="strong", **more)
    return reply(given, OfflineVoice(voices=character.voices()).voices[language])


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
@pytest.mark.parametrize(("kind", "said"), SAID)
def test_it_is_answered_for_what_it_is(character: Character, kind: str, said: str) -> None:
    assert answer(character, said) in character.voices()[conversation_language(said, [])][kind]


@pytest.mark.parametrize(
    "said",
    [
        *("明日から出張に行ってくるよ", "I have to go to Leeds on Monday", "She said see you later", "課長は反対派"),
        *(
            "妹を励ましてあげた",
            "先生が褒めてくれたんだ",
            "My boss keeps asking me the same thing",
            "母がいつも同じ話ばかりする",
        ),
        *("Why did I stop going to the gym?", "Did I already tell you about my sister?", "My mum gave me a hug"),
    ],
)
def test_what_only_sounds_like_it_is_not(said: str) -> None:
    language: Language = conversation_language(said, [])
    kinds = ("sends_off", "parts", "complained", "encourages", "celebrates", "consoles", "jokes", "prefers")
    phrases = {phrase for kind in kinds for phrase in CAST.find("lumina").voices()[language][kind]}
    assert answer(CAST.find("lumina"), said) not in phrases


@pytest.mark.parametrize("character", CAST, ids=CAST.ids)
def test_who_mourns_is_consoled_before_they_leave(character: Character) -> None:
    said = answer(character, "今朝、祖父が亡くなった。もう寝るね")
    assert said in character.voices()["ja"]["mourns"]
