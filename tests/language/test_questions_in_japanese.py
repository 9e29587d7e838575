"""What counts as a question in Japanese, and what a question asks for."""

import pytest

from lumina.language.acts import Mood, asks, does, mood
from lumina.language.kinds import asked_kinds
from lumina.language.questions import surely_muses
from lumina.language.relatives import own_relatives_asked


@pytest.mark.parametrize(
    "text",
    [
        "悪いのはどの臓器でしたか",
        "私の店は何屋でしたかな",
        "野菜をくれたのは誰",
        "うちの仕事なんやったか言うてみ",
        "何屋さんで働いてるか、わかるか言うてくれ",
        "わたくしの名を申してみてください",
        "いま何曜",
    ],
)
def test_a_question_needs_no_mark(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize("text", ["誰もいない", "いつもの店で食べた", "三年前に越してきました", "何とかなった"])
def test_a_word_that_asks_elsewhere_makes_no_question(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize("text", ["今の彼氏の名前は？", "うちの猫のなまえは？", "午前は何してる？"])
def test_who_asks_for_a_name_does_not_ask_for_the_past(text: str) -> None:
    assert not does("past", text)


@pytest.mark.parametrize("text", ["その前は？", "前の職場は？", "元カレは？", "引っ越す前はどこ？"])
def test_what_was_before_is_the_past(text: str) -> None:
    assert does("past", text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("私が通っている治療は何でしたか", "health"),
        ("わたしは だれでしょう", "name"),
        ("私の好きな人、誰だったでしょう", "partner"),
        ("一緒に住んでるの誰だっけ", "friend"),
        ("なんぼした？", "possession"),
    ],
)
def test_a_question_says_of_which_kind_its_answer_is(text: str, kind: str) -> None:
    assert kind in asked_kinds(text)


@pytest.mark.parametrize("text", ["彼女と最近うまくいってない", "全然嬉しくない", "幸せじゃない"])
def test_what_is_not_so_is_no_joy(text: str) -> None:
    assert not does("joy", text)


@pytest.mark.parametrize("text", ["面接うまくいった！", "嬉しい！", "いま幸せだなあ"])
def test_what_went_well_is_joy(text: str) -> None:
    assert does("joy", text)


@pytest.mark.parametrize("text", ["彼女と最近うまくいってない", "仕事がうまくいっていません"])
def test_what_does_not_go_well_is_hardship(text: str) -> None:
    assert does("hardship", text)


@pytest.mark.parametrize(
    "said",
    [
        "わしはいくつじゃったかの",
        "畑で何を作っとるか言うたかの",
        "一緒に住んどるのは誰じゃ",
        "俺の仕事なんだべ",
        "うちの猫はどこじゃろ",
        "わしの自己紹介、そちらでこしらえてもらえんかな",
    ],
)
def test_a_question_in_dialect_is_one(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize(
    "said",
    [
        "今日は暑かったのう",
        "なんと猫が生まれたのう",
        "何度か行ったと",
        "友達には言えない。夏休みの予定、まだ「どうする?」って聞かれてる",
        "母に「いつ帰るの？」って言われた",
    ],
)
def test_an_exclamation_and_a_question_that_is_only_quoted_are_none(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize(
    "said",
    [
        "いまの部署",
        "妹の名前",
        "集合の時間も",
        "荷物が届くの何日だ",
        "台所で鳴いてるのはどなたさん",
        "孫はどごさいる",
        "あの店の名前、ど忘れした",
        "出発が何時か数字でください",
        "わたしの特技は何でございましょう",
        "ばあちゃんの名、わがっか",
        "うちの店、今どこにあるん",
    ],
)
def test_what_only_names_what_it_wants_asks_for_it(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize(
    "said",
    [
        "何を作るか決めた",
        "どこにも寄らずに帰った",
        "誰にも言ってない",
        "傘を忘れた",
        "こいつが一番かわいい",
        "安いスマホにした。アンドロイドのやつ",
        "眠いけどこの本は最後まで読む",
        "来週の日曜なんです",
        "何時間も待った",
        "なんとかなった",
    ],
)
def test_what_holds_such_a_word_and_tells_something_asks_nothing(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize("said", ["わたしの紹介文を書いて", "俺の取説つくるなら何て書く", "私がどんな男か語ってみて"])
def test_who_asks_to_be_described_asks_for_all_that_is_known(said: str) -> None:
    assert does("profile", said.replace("取説", "トリセツ"))


@pytest.mark.parametrize(
    "said",
    [
        "十二年いた犬のハナを、今日火葬してきました",
        "うちのインコが昨日旅立ちました",
        "ミミ、今朝冷たくなってた",
        "お腹の子、だめだった",
    ],
)
def test_who_has_lost_somebody_grieves(said: str) -> None:
    assert mood(said) is Mood.GRIEF


@pytest.mark.parametrize(
    "said", ["父が肺がんやって言われた。ステージ4や", "会社に、今月いっぱいでと言われた", "店を畳むことになった"]
)
def test_who_is_told_such_a_thing_is_in_sorrow(said: str) -> None:
    assert mood(said) is Mood.SORROW


@pytest.mark.parametrize("said", ["週末に北海道へ旅立つ", "冷蔵庫の麦茶が冷たくなってきた", "息子が東京に旅立った"])
def test_a_journey_is_no_death(said: str) -> None:
    assert mood(said) is not Mood.GRIEF


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("私の父の名前は？", True),
        ("お父さんの名前なんだっけ", True),
        ("健太の父の名前は？", False),
        ("父の日っていつ？", False),
        ("祖父の名前は？", False),
    ],
)
def test_a_father_is_asked_for_as_ones_own(question: str, meant: bool) -> None:
    asked = [
        one for one in own_relatives_asked(question) if one.told.search("太郎（父）") and not one.told.search("祖父")
    ]
    assert bool(asked) is meant


@pytest.mark.parametrize(
    "line", ["お子さんはもう大きいのですか。", "お仕事は何をされているんですか。", "昨日は見学に行かれましたか"]
)
def test_what_ends_as_questions_do_asks_without_a_mark(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize("line", ["5年だよ？", "電話で言われた。5年だよ？5年も待ったのに", "全部運んだんだよ？"])
def test_who_insists_does_not_ask(line: str) -> None:
    assert not asks(line)


@pytest.mark.parametrize("line", ["それ誰だよ？", "どこに置いたんだよ？", "歯医者は木曜だったよね？"])
def test_who_has_a_word_of_a_question_asks_however_it_ends(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize(
    "line",
    [
        "上司に「いつ終わるの？」って急かされて疲れた",
        "「本当に行くの?」と妻に聞かれた",
        "夫は「晩ごはん何？」しか言わない",
    ],
)
def test_a_question_that_is_told_is_not_asked(line: str) -> None:
    assert not asks(line)


@pytest.mark.parametrize("line", ["「いつ帰るの？」って聞かれたのいつだっけ", "「飲む？」って言ったの誰だっけ？"])
def test_who_quotes_a_question_may_ask_one(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize(
    "line", ["うちの亀、今日は動かない。眠いのかな", "インコが鏡に話しかけてる。友達だと思ってるのかな"]
)
def test_who_wonders_about_what_they_told_muses(line: str) -> None:
    assert surely_muses(line)
