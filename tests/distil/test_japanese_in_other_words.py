"""What people tell of themselves in Japanese without the words for it (性に合わない, a watch that was one's father's),
and what is told much alike and is no fact of theirs: a wish, a dream, a jest, somebody else's."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.japanese.turns import claims_in_japanese
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn

AT = datetime(2026, 6, 15, 11, tzinfo=UTC)


def facts(text: str, asked: str = "") -> list[Claim]:
    """The facts that a line states, behind what a character asked."""
    thread = UUID(int=1)
    before = [Turn(thread, "u", "r", thread, "lumina", Role.CHARACTER, asked, AT, frozenset({"u"}))] if asked else []
    return [claim for claim in claims_in_japanese(text, AT, before) if claim.type is ClaimType.FACT]


def told(text: str, asked: str = "") -> set[tuple[str, str, str]]:
    """Of whom what is so by a line."""
    return {(one.about, one.kind, one.value) for one in facts(text, asked) if one.mode is Mode.IS}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("この時計は父の形見です", "possession", "時計"),
        ("母から譲り受けた真珠の指輪、大事な日だけつけます", "possession", "真珠の指輪"),
        ("登山靴を4足持ってる", "possession", "登山靴"),
        ("ボーナスで革のバッグを買いました", "possession", "革のバッグ"),
        ("コーヒーさえあれば機嫌がいい", "likes", "コーヒー"),
        ("夏はそうめんに限る", "likes", "そうめん"),
        ("うちはパンよりごはん派", "likes", "ごはん"),
        ("雨のにおいが好きです", "likes", "雨のにおい"),
        ("ホラー映画は性に合わない", "dislikes", "ホラー映画"),
        ("パクチーだけはどうしても無理", "dislikes", "パクチー"),
        ("高いとこ無理なんよわたし", "dislikes", "高いとこ"),
        ("人混みが大の苦手で", "dislikes", "人混み"),
        ("キウイで口がかゆくなる", "allergy", "キウイ"),
        ("卵アレルギーなので外食が難しい", "allergy", "卵"),
        ("うつと診断されて休職中", "health", "うつ"),
        ("膝に水がたまって正座できない", "health", "膝に水がたまる"),
        ("尿酸値が8.4だった", "health", "尿酸値8.4"),
        ("卓球なら誰にも負けない", "skill", "卓球"),
        ("これでも将棋は初段もっとるけえ", "skill", "将棋は初段"),
        ("寝る前に白湯を飲むのが日課です", "habit", "寝る前に白湯を飲む"),
        ("毎朝ラジオ体操", "habit", "毎朝ラジオ体操"),
        ("盆栽が唯一の楽しみ", "hobby", "盆栽"),
        ("切手集めを30年続けてる", "hobby", "切手集め"),
        ("笑う門には福来たるというのが我が家のモットー", "belief", "笑う門には福来たる"),
        ("努力は裏切らない、私はそう思ってる", "belief", "努力は裏切らない"),
    ],
)
def test_what_is_told_in_other_words_is_known(text: str, kind: str, value: str) -> None:
    assert (ME, kind, value) in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "この映画は父の形見みたいなもん",
        "荷物を二つ持ってきて",
        "会議が二本あって疲れた",
        "時間さえあれば幸せなのに",
        "先着10名に限ります",
        "明日だけは勘弁して",
        "あの人だけは許せない",
        "洗剤で手が荒れた",
        "感動で息が苦しい",
        "関西の外で息できる気がしない",
        "うつになりそうな天気",
        "明日なら会えるよ",
        "このアプリなら作れる",
        "毎日残業",
        "寝る前にちょっと相談",
        "恋に目覚めた",
        "彼は来ると思っております",
        "日本酒は飲まないよ",
    ],
)
def test_what_is_told_much_alike_is_no_fact(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "南の島でのんびり暮らしたい…",
        "猫を3匹飼って、田舎に引っ越して、本屋やりたいわぁ",
        "来世は猫になって縁側で寝る",
        "犬飼いたいって何回言うても親があかん言う",
        "京都に住みたかぁ",
        "若けりゃ富士山でも登ったんだが",
        "免許取り上げられてみろ、もう生きていけん",
        "昨日の夢、俺が総理大臣で空飛んでた",
        "ゆうべ見た夢、祖母が生きてて一緒に畑やってた",
        "昨日見た映画、妹を亡くした刑事が復讐する話",
        "妹を守るために剣士になった男の話、読み終わった",
        "そのキャラ、誕生日が7月7日で左利き",
        "米20キロ担いだ。俺は力士か",
        "毎日3食作って掃除して、私は家政婦かよ",
        "「独身でしょ」って隣のおばちゃん。毎日聞かれる",
        "早起きは三文の徳、ってのが祖母の口癖",
        "来月から大阪に転勤、って噂がある",
        "隣の席の人が会社辞めて農家になるらしい、俺じゃないよ",
        "沖縄の人は泳がない",
        "美容師って手が荒れるんだよね",
        "子どもってみんなプリンが好きだよね",
        "向かいの家が猫を飼ってる",
        "反省なし",
        "後悔はしない",
    ],
)
def test_what_is_wished_dreamt_jested_or_said_of_others_is_nobodys_own(text: str) -> None:
    assert not facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("夢はパン屋を開くこと", (ME, "plan", "パン屋を開く")),
        ("看護師です、夜勤で太りました", (ME, "job", "看護師")),
        ("うちも猫を飼い始めた", (ME, "pet", "猫")),
        ("京都に住んでます…", (ME, "home", "京都")),
    ],
)
def test_what_is_so_is_known_beside_it(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)


@pytest.mark.parametrize("text", ["北海道旅行はなしになった", "同窓会には出ないことにした", "来週の飲み会、中止"])
def test_what_was_planned_is_called_off_all_the_same(text: str) -> None:
    assert any((one.kind, one.mode) == ("plan", Mode.ENDS) for one in facts(text))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("その野々村さん、土佐犬飼うてはる人やし", ("野々村", "pet", "土佐犬")),
        ("妹が犬を二匹飼ってる", ("妹", "pet", "犬")),
        ("娘婿がえらい銭湯好きで、うちに来るとまず桶を探さはる", ("婿", "likes", "銭湯")),
        ("主人の嫌いなもんは病院。", ("夫", "dislikes", "病院")),
        ("甥っ子は恐竜の絵ばっかり描いてる", ("甥", "likes", "恐竜の絵")),
        ("妻は桃でのどが腫れる", ("妻", "allergy", "桃")),
        ("父は心臓にペースメーカーを入れてます", ("父", "health", "心臓にペースメーカー")),
        ("妹は書道の師範です", ("妹", "skill", "書道の師範")),
        ("妹の卵アレルギーがひどい", ("妹", "allergy", "卵")),
    ],
)
def test_what_is_somebody_elses_is_theirs(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text)
    assert (ME, *fact[1:]) not in told(text)


def test_what_somebody_seems_to_feel_is_not_the_speakers() -> None:
    assert not any(one.about == ME and one.kind == "dislikes" for one in facts("弟は魚を食べたがらない"))
    assert not any(one.about == ME and one.kind == "pet" for one in facts("中学の同級の山根、こいつが亀を飼っている"))


@pytest.mark.parametrize(
    ("asked", "text", "fact"),
    [
        ("好きな果物は？", "キンカンじゃ。庭に三本も植えちょって", (ME, "likes", "キンカン")),
        ("苦手なものはありますか", "虫。とくに蛾", (ME, "dislikes", "虫")),
        ("特技は？", "けん玉です", (ME, "skill", "けん玉")),
        ("アレルギーはありますか", "卵です", (ME, "allergy", "卵")),
        ("何か飼ってる？", "柴犬です", (ME, "pet", "柴犬")),
        ("奥さまはお仕事を？", "小学校の教員です", ("妻", "job", "小学校の教員")),
        ("お母さまはお元気ですか？", "膝が悪くて、杖をついてます", ("母", "health", "膝が悪い")),
    ],
)
def test_a_short_answer_tells_what_was_asked_for_and_of_whom(asked: str, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text, asked)


def test_a_new_value_takes_the_place_of_the_one_before() -> None:
    assert [one.replaces for one in facts("尿酸値は8.1で、たいして変わらず")] == ["尿酸値"]
