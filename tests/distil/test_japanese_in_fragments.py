"""What Japanese speakers tell in fragments, in dialect, and over several short sentences."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.japanese.turns import claims_in_japanese
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.models import Role, Turn

AT = datetime(2026, 6, 10, 11, tzinfo=UTC)


def claims(text: str, *before: tuple[str, str]) -> list[Claim]:
    """The claims of the last line of a talk; those before it are (speaker, text), the person's own by 千夏."""
    return claims_in_japanese(text, AT, [_turn(at, *one) for at, one in enumerate(before)])


def _turn(at: int, speaker: str, text: str) -> Turn:
    role = Role.PERSON if speaker == "千夏" else Role.CHARACTER
    return Turn(UUID(int=at), "u", "r", UUID(int=99), speaker, role, text, AT, frozenset("u"), "", at)


def facts(text: str, about: str = ME, *before: tuple[str, str]) -> set[tuple[str, str]]:
    """The kinds and values of what is said to be so of somebody."""
    return {
        (one.kind, one.value)
        for one in claims(text, *before)
        if one.type is ClaimType.FACT and one.about == about and one.mode is Mode.IS
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("札幌の看護専門学校の1年。40人いて男4人", ("school", "札幌の看護専門学校の1年")),
        ("白石の学生寮なんだけど、窓が寒い", ("home", "白石の学生寮")),
        ("シェアハウスで6人暮らししてるよ", ("home", "シェアハウス")),
        ("先月から杉並区民です", ("home", "杉並区")),
        ("おれ旭川だから寒さには強い", ("hometown", "旭川")),
        ("母校は金沢工業大学", ("school", "金沢工業大学")),
        ("もう41なんだけどね", ("age", "41歳")),
        ("わしは昭和23年生まれの78じゃ", ("age", "78歳")),
        ("今年で古希を迎えました", ("age", "古希（70歳）")),
        ("数独が日課なの", ("habit", "数独")),
        ("紅茶党です", ("likes", "紅茶")),
        ("公務員試験受かって、春から県庁", ("workplace", "県庁")),
        ("しおんって書いて紫苑です", ("name", "紫苑（しおん）")),
        ("楓と書いてかえでといいます", ("name", "楓（かえで）")),
    ],
)
def test_one_noun_says_who_somebody_is(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("タクシー転がして20年になります", ("job", "タクシーに乗る")),
        ("狸小路の「すし北斗」で皿洗い", ("job", "狸小路のすし北斗で皿洗い")),
        ("塾で中学生に数学教えとります", ("workplace", "塾")),
        ("家業の酒屋を継ぐことになった", ("job", "家業の酒屋を継ぐ")),
        ("主任に昇進しました", ("job", "主任")),
        ("大学院で粘菌の研究してるんだよね", ("school", "粘菌の研究")),
        ("宮城の石巻で牡蠣の養殖やってる", ("job", "牡蠣の養殖")),
    ],
)
def test_work_is_told_by_where_and_what_is_done(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("おれ納豆だけは食えない", ("dislikes", "納豆")),
        ("納豆だけはどうしても無理", ("dislikes", "納豆")),
        ("満員電車だけはほんま耐えられへん", ("dislikes", "満員電車")),
        ("手話ができます", ("skill", "手話ができる")),
        ("泳げないんです、金づちで", ("skill", "泳げない")),
        ("ジャズがたまらなく好きだ", ("likes", "ジャズ")),
    ],
)
def test_what_somebody_can_or_cannot_is_read_from_the_verb(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "忙しくて昼ごはん食べられない",
        "ごはん食べれんわ、胃がきりきりする",
        "もうおなかいっぱいで食べられない",
        "海外旅行の時ご飯食べられなくてしんどかった",
        "最近アイスばっかり食べてます",
        "一人でやる派でした",
        "常に乗ってます",
    ],
)
def test_what_is_so_only_just_now_is_no_dislike_and_no_trade(text: str) -> None:
    assert {kind for kind, _ in facts(text)} <= {"habit"}


def test_who_has_come_to_like_something_dislikes_it_no_more() -> None:
    kinds = {(kind, "納豆" in value) for kind, value in facts("おれ、納豆いける人になった")}
    assert ("likes", True) in kinds


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("チャリ買った。中古のクロスバイク、水色、2万", ("possession", "中古のクロスバイク")),
        ("新しいスマホにした。ピクセル", ("possession", "ピクセル")),
        ("もう病院ちゃうで。訪問看護ステーションや", ("workplace", "訪問看護ステーション")),
        ("今住んでるの、練馬じゃなくて板橋だよ", ("home", "板橋")),
        ("去年まで横浜だったけど、今は鎌倉に家買って住んでる", ("home", "鎌倉")),
    ],
)
def test_a_noun_alone_says_more_of_what_was_said_before(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


def test_what_is_bought_to_be_used_up_is_nothing_one_has() -> None:
    assert not facts("お弁当買った。唐揚げ") | facts("スーパーで牛乳を買いました")


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("沖縄移住して5年さー", ("home", "沖縄")),
        ("俳句ばやっとるとよ", ("hobby", "俳句")),
        ("サウナにはまっとるだよ", ("likes", "サウナ")),
        ("松本に住んどるだに", ("home", "松本")),
        ("出身は長崎だけど今は福岡におるばい", ("home", "福岡")),
    ],
)
def test_dialect_at_the_end_of_a_clause_is_read_as_the_standard(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("高血圧で薬飲んでます", ("health", "高血圧")),
        ("去年ヘルニアの手術した", ("health", "ヘルニアの手術")),
        ("糖尿病って言われちゃった", ("health", "糖尿病")),
        ("りんごと桃のアレルギーがあります", ("allergy", "りんご")),
        ("りんごと桃のアレルギーがあります", ("allergy", "桃")),
        ("ほんまにサバだけは蕁麻疹でるんよ", ("allergy", "サバ")),
    ],
)
def test_what_is_wrong_with_the_body_is_read_from_its_clause(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "先週、富士山に登ったよ",
        "おととい財布落としてさ",
        "去年の夏、母と屋久島を旅しました",
        "先月、事故にあって車が廃車になった",
    ],
)
def test_what_happens_seldom_is_remembered(text: str) -> None:
    assert "event" in {kind for kind, _ in facts(text)}


@pytest.mark.parametrize(
    "text",
    [
        "昨日カレー食べた",
        "さっき風呂入った",
        "行きつけのラーメン屋さんが閉店してしまいました",
        "一回コンサートに行ったことある",
        "財布を落としたらどうしよう",
    ],
)
def test_what_happens_every_day_or_to_others_is_no_event(text: str) -> None:
    assert "event" not in {kind for kind, _ in facts(text)}


def test_whom_a_character_addresses_is_not_whom_the_next_line_is_about() -> None:
    before = (("千夏", "クラスではリックって呼ばれてる"), ("lumina", "リック、よろしくね。ゆみさんもいる？"))
    assert ("school", "札幌の看護専門学校の1年") in facts("札幌の看護専門学校の1年。", ME, *before)


def test_what_somebody_is_may_be_told_behind_their_name() -> None:
    told = claims("美咲からチョコ。あ、彼女な。小樽の商大で、同じ高校だった")
    assert ("彼女", "美咲") in {(one.kind, one.value) for one in told if one.type is ClaimType.PERSON}
    assert ("school", "小樽の商大") in facts("美咲からチョコ。あ、彼女な。小樽の商大で、同じ高校だった", "美咲")


def test_children_are_told_apart_by_their_order() -> None:
    text = "息子が2人。上の大樹は東京でIT、24。下の颯は高3"
    assert {("job", "東京でIT"), ("age", "24歳")} <= facts(text, "大樹")
    assert ("school", "高3") in facts(text, "颯")


def test_a_clause_before_somebody_tells_of_them() -> None:
    assert ("hobby", "琴") in facts("同じ鮮魚の西川さん、琴を習いよる上品な人", "西川")


def test_a_mother_in_law_may_be_called_granny_and_stays_who_she_is() -> None:
    told = claims_in_japanese("ハルエばあちゃんは元気", AT, (), {"ハルエ": "義母"})
    assert not [one for one in told if one.type is ClaimType.PERSON and one.kind == "祖母"]


def test_a_pet_is_known_by_its_kind_and_its_name_alone() -> None:
    assert ("pet", "ぶんた（文鳥）") in facts("文鳥のぶんた。白いの")


def test_what_is_put_off_has_its_new_day_sentences_later() -> None:
    told = claims("胃カメラ延びたわ。内視鏡の機械が壊れたって。17日の同じ時間になった")
    moved = [one for one in told if one.replaces == "胃カメラ"]
    assert [one.value for one in moved] == ["胃カメラ（6月17日）"]


def test_when_and_where_alone_belong_to_the_event_before_them() -> None:
    told = claims("胃カメラ予約した。7月10日の9時、共済病院")
    assert ("event", "胃カメラ（7月10日）") in {(one.kind, one.value) for one in told}


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("2月に函館いく約束した。かわりに釧路いく、7月26と27", "plan", "釧路"),
        ("でも行くんよ、お盆に道後温泉", "plan", "道後温泉"),
        ("すし北斗は今月いっぱいで、7月から看護助手", "job", "看護助手"),
    ],
)
def test_what_is_planned_is_read_in_any_order(text: str, kind: str, value: str) -> None:
    assert any(one == kind and value in shown for one, shown in facts(text))
