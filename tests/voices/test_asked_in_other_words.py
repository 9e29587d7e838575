"""Questions in Japanese for what was told, put as a request, as a follow-up, as a choice of two, or in other words."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from harness.life import answer, living
from lumina.language.asking import plainly_asked

CHILD = ("姪の名前は小春で、来年小学生です", "折り紙が得意で、鶴は目をつぶって折れます")
MOVE = ("引っ越し先は五階の角部屋にした", "家賃は八万三千円", "大家さんが猫好きで助かった")
AUNTS = ("叔母が二人いて、三島の叔母は茶農家、小樽の叔母は獣医です", "正月に両方からお年玉が来た")


async def told(home: Path, lines: Sequence[str], *asked: str) -> str:
    async with living(home) as life:
        *before, last = asked
        return await answer(life, [*lines, *before], last, apart=timedelta(0))


@pytest.mark.parametrize(
    ("lines", "asked", "answered"),
    [
        (CHILD, "うちの姪を名前で呼んでやってくださいます？", "小春"),
        (("52歳になりました、まだまだ現役です", "膝が痛い"), "自分の年齢、声に出してもらっていいですか", "52"),
        (("血液型はAB型で献血の常連です",), "おれの血液型、言ってもらってもいい？", "AB"),
        (("四月から高松で単身赴任です", "鍵をなくした"), "私の赴任先を口にしてみてもらえますか", "高松"),
        (("趣味は切手集め、中学からです",), "わたくしの趣味、お聞かせ願えますかしら", "切手"),
        (("高二で弓道部です", "パクチーだけは食べられない"), "わたしのサイン帳、ルミナが代わりに書いて〜", "弓道"),
    ],
)
async def test_a_request_to_be_told_is_a_question(
    tmp_path: Path, lines: Sequence[str], asked: str, answered: str
) -> None:
    assert answered in await told(tmp_path, lines, asked)


@pytest.mark.parametrize(
    ("lines", "before", "asked", "answered"),
    [
        (CHILD, "姪っ子の名前は？", "小春ちゃんの得意なものもどうぞ", "折り紙"),
        (MOVE, "新居は何階だったっけ", "家賃のほうもよろしく", "八万三千"),
        (MOVE, "新居は何階だったっけ", "家賃も頼むわ", "八万三千"),
        (("新しい自転車こうた", "真っ赤なやつや"), "わしが買うたもん、なんやったかの", "色はどうじゃ", "赤"),
        (
            ("岩木山は八合目で引き返した", "頭が割れそうで"),
            "どこまで登ったっけ",
            "引き返した理由もお願いします",
            "頭が",
        ),
        (("専攻を変える。父にはまだ言ってない",), "わたしが変えるものってなんだっけ", "まだ話してない人は", "父に"),
    ],
)
async def test_a_request_without_a_mark_goes_on_about_the_question_before_it(
    tmp_path: Path, lines: Sequence[str], before: str, asked: str, answered: str
) -> None:
    assert answered in await told(tmp_path, lines, before, asked)


@pytest.mark.parametrize(
    "said",
    [
        "これからもどうぞよろしくお願いします",
        "少し愚痴を聞いてもらっていいですか",
        "母にも留守番をお願いした",
        "肩もお願い、揉んで",
    ],
)
async def test_what_asks_for_something_else_brings_nothing_up(tmp_path: Path, said: str) -> None:
    assert "「" not in await told(tmp_path, MOVE, "新居は何階だったっけ", said)


@pytest.mark.parametrize(
    ("lines", "asked", "answered"),
    [
        (AUNTS, "動物を診とるんは、どっちの叔母さんじゃったかな", "獣医"),
        (AUNTS, "お茶を作ってるのはどちらの叔母でしたでしょうか", "茶農家"),
        (
            ("体育が5、美術が1でした", "1のほうは母に言ってない"),
            "ぼくが母に隠してる科目は、どっちだったでしょう",
            "美術",
        ),
        (
            ("猫が二匹、白いのがユキ、黒いのがスミ", "スミだけ夜に走る"),
            "夜に走るのはユキとスミのどっちだったかな",
            "スミ",
        ),
        (("サッカーで捻挫した。左の足首です", "湿布の匂いがすごくて"), "ぼくが痛めたのはどっちの足だっけ", "左"),
    ],
)
async def test_which_of_two_is_looked_up_and_not_chosen(
    tmp_path: Path, lines: Sequence[str], asked: str, answered: str
) -> None:
    said = await told(tmp_path, lines, asked)
    assert answered in said
    assert "「" in said


@pytest.mark.parametrize(
    ("lines", "asked", "answered"),
    [
        (("学校まで電動キックボードです", "ヘルメットが暑い"), "ぼくの通学手段って何？", "キックボード"),
        (
            ("実家が養鶏やってるんで朝は早いです", "初めて一人でトラックに乗った"),
            "おれん家の家業ってなんだか分かる？",
            "養鶏",
        ),
        (("三月二日に姪っ子が生まれました", "抱っこが怖い"), "あたしが叔母になった日、覚えてる？", "三月二日"),
        (
            ("お腹に赤ちゃんがいます。予定日は九月九日", "つわりがつらい"),
            "わたしが母になるのは何月何日ごろでしたっけ",
            "九月九日",
        ),
        (("店の名前は灯台屋で、マスターが無口です", "カレーが名物"), "そこの主人はどんな人でしたか", "無口"),
        (("停電で冷凍庫のアイスが全滅", "電気が戻ったのは夜中の二時"), "だめになった物、言えるかの", "アイス"),
    ],
)
async def test_of_a_handful_of_lines_the_likeliest_is_held_out(
    tmp_path: Path, lines: Sequence[str], asked: str, answered: str
) -> None:
    assert answered in await told(tmp_path, lines, asked)


@pytest.mark.parametrize("asked", ["夫にあげたのって何だったかな", "兄の仕事って何だっけ"])
async def test_what_was_told_of_another_is_not_held_out(tmp_path: Path, asked: str) -> None:
    assert "ネクタイ" not in await told(tmp_path, ("父の日は毎年ネクタイ", "父は教師でした"), asked)


@pytest.mark.parametrize(
    ("lines", "asked", "answered"),
    [
        (
            ("万年筆のペン先が曲がってる", "直さずに使うって決めた"),
            "ペン先の曲がり、わたしはどうすることにしたんだっけ",
            "直さず",
        ),
        (("花見、雨で流れそう", "屋内に切り替えるって決めた"), "花見の雨、わたしはどうするって言ってたかな", "屋内"),
        (
            ("わたし閉所恐怖症で", "今日は八階まで階段", "筋肉痛"),
            "わたしを誘うとき、どんな場所は外してくれる？",
            "閉所恐怖症",
        ),
        (("そばを食べると喉がかゆくなる", "年越しはうどん"), "わたしに麺を出すなら何を避けるべきでしたっけ", "そば"),
    ],
)
async def test_what_was_decided_and_what_is_to_be_avoided_is_found(
    tmp_path: Path, lines: Sequence[str], asked: str, answered: str
) -> None:
    assert answered in await told(tmp_path, lines, asked)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("理由もお願いします", "理由は？"),
        ("家賃のほうもよろしく", "家賃は？"),
        ("自分の年齢、口に出してもらっていいですか", "自分の年齢は？"),
        ("この漢字の読み方もお願いします", "この漢字の読み方は？"),
        ("お座りください", "お座りください"),
        ("妹に留守番をお願いした", "妹に留守番をお願いした"),
        ("tell me please", "tell me please"),
    ],
)
def test_a_request_is_put_as_a_question_for_what_it_names(said: str, plainly: str) -> None:
    assert plainly_asked(said) == plainly
