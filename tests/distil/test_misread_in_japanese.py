"""What a sentence in Japanese only seems to say is not claimed of the speaker, or told as past; beside each stands what
is said much alike and is so."""

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


def own(text: str, kind: str, asked: str = "") -> set[tuple[str, Mode]]:
    """What a line says of the speaker, of one kind, and whether it is or was so."""
    return {(claim.value, claim.mode) for claim in facts(text, asked) if (claim.about, claim.kind) == (ME, kind)}


@pytest.mark.parametrize(
    ("was", "is_so", "kind", "value"),
    [
        ("高校では美術部でした", "美術部です", "hobby", "美術部"),
        ("中学で卓球部だったので", "今は卓球部です", "hobby", "卓球部"),
        ("実家ではうさぎを飼ってました", "実家を出てうさぎを飼ってます", "pet", "うさぎ"),
        ("昔、亀を飼っていました", "今、亀を飼っています", "pet", "亀"),
        ("肺炎で入院してました", "肺炎で入院してます", "health", "入院"),
        ("元・剣道部", "剣道部です", "hobby", "剣道部"),
        ("卵のアレルギーは大きくなって消えました", "卵のアレルギーです", "allergy", "卵"),
    ],
)
def test_what_was_so_is_not_told_as_what_is(was: str, is_so: str, kind: str, value: str) -> None:
    assert (value, Mode.IS) not in own(was, kind)
    assert (value, Mode.IS) in own(is_so, kind)


@pytest.mark.parametrize(
    ("was", "is_so", "value"),
    [
        ("実家ではうさぎを飼ってました", "うさぎを飼ってます", "うさぎ"),
        ("犬を飼っていました", "犬を飼い始めました", "犬"),
    ],
)
def test_a_pet_that_one_had_is_kept_as_past(was: str, is_so: str, value: str) -> None:
    assert (value, Mode.WAS) in own(was, "pet")
    assert (value, Mode.WAS) not in own(is_so, "pet")


@pytest.mark.parametrize(
    ("wrong", "right", "kind", "value"),
    [
        ("タイ料理が全般的にだめです", "タイ料理がだめです", "dislikes", "タイ料理"),
        ("父の写真がだめになった", "納豆がだめです", "dislikes", "納豆"),
        ("読むと一気にハマりそう", "落語にハマってる", "likes", "落語"),
        ("電車のぎゅうぎゅう感が苦手で", "人混みが苦手です", "dislikes", "人混み"),
        ("味でいうと濃い目が好きです", "渋い緑茶が好きです", "likes", "緑茶"),
        ("緑茶が好きならきっと合いますよ", "緑茶が好きですから", "likes", "緑茶"),
        ("あの俳優の芝居は好きになれません", "芝居が好きです", "likes", "芝居"),
        ("私は母が猫嫌いで", "私は猫が嫌いです", "dislikes", "猫"),
        ("大将はセロリが嫌いで、うちの店にはないっす", "俺はセロリが嫌いです", "dislikes", "セロリ"),
        ("私、抹茶オレしか飲めないんです", "私、抹茶オレが飲めないんです", "dislikes", "抹茶オレ"),
        ("駅弁とか寿司よりも好きです", "寿司が好きです", "likes", "寿司"),
        ("りなちゃんの推しはカイトくんで赤", "推しはカイトくん", "likes", "カイトくん"),
    ],
)
def test_how_much_one_likes_and_what_others_like_is_nothing_that_one_likes(
    wrong: str, right: str, kind: str, value: str
) -> None:
    assert not {one for one, mode in own(wrong, kind) if mode is Mode.IS}
    assert (value, Mode.IS) in own(right, kind)


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("コロナになってから家で働いてます", "花粉症になってから春がつらい", "花粉症"),
        ("外で熱中症になりかけました", "外で熱中症になりました", "熱中症"),
        ("屋内でも熱中症になることがあるらしいので、水を飲んでます", "屋内で熱中症になりました", "熱中症"),
        ("月曜は憂鬱です", "鼻炎です", "鼻炎"),
        ("おかんがな、脳梗塞で倒れてな", "脳梗塞で倒れてな", "脳梗塞"),
    ],
)
def test_what_may_befall_anybody_is_no_illness_of_ones_own(wrong: str, right: str, value: str) -> None:
    assert not own(wrong, "health")
    assert (value, Mode.IS) in own(right, "health")


@pytest.mark.parametrize(
    ("wrong", "right", "name"),
    [
        ("よくそう言いますけど、私は平気でした", "さくらと言います。よろしく", "さくら"),
        ("ペットと言いますか、金魚がいます", "浩介と言います", "浩介"),
        ("本は断然、宮部みゆき先生です。母の本棚で育ったので", "はじめまして、宮部です", "宮部"),
    ],
)
def test_what_one_speaks_of_is_no_name_of_ones_own(wrong: str, right: str, name: str) -> None:
    assert not own(wrong, "name")
    assert (name, Mode.IS) in own(right, "name")


@pytest.mark.parametrize(
    ("wrong", "right", "kind", "called"),
    [
        ("弟は小倉で寿司屋を営んでいる", "弟の健太は寿司屋を営んでいる", "family", "健太（弟）"),
        ("長女は上田で薬剤師、次女は看護師です", "長女は真由美で薬剤師です", "family", "真由美（娘）"),
        ("弟は東京で大学いってます", "弟は大樹っていいます", "family", "大樹（弟）"),
        ("兄嫁の美里さんが妊娠したって", "嫁の美里が妊娠しました", "partner", "美里（妻）"),
        ("弟の嫁が真由美っていう名前で", "嫁が真由美っていう名前で", "partner", "真由美（妻）"),
        ("漫才の相方の健太が遅刻した", "恋人の健太が遅刻した", "partner", "健太（恋人）"),
        (
            "いつも世話してる利用者先のおばあちゃん、富江さんが笑った",
            "祖母の富江さんが笑った",
            "family",
            "富江（祖母）",
        ),
        ("翔ちゃんは八百屋のせがれ", "息子の翔です", "family", "翔（息子）"),
    ],
)
def test_where_somebody_is_and_whose_they_are_makes_nobody_the_speakers(
    wrong: str, right: str, kind: str, called: str
) -> None:
    assert not {value for value, _ in own(wrong, kind) if "（" in value}
    assert (called, Mode.IS) in own(right, kind)


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("ママ友の里美さんが離婚した", "ママが離婚した", "ママがいる"),
        ("兄弟子の茶碗を見ると手が止まる", "兄は茶碗を焼いてます", "兄がいる"),
        ("祖父の形見の時計が止まった", "祖父の時計が止まった", "祖父がいる"),
        ("父は五年前に亡くなっています", "父は五年前に退職しています", "父がいる"),
    ],
)
def test_who_is_dead_or_only_called_so_is_nobody_whom_one_has(wrong: str, right: str, value: str) -> None:
    assert not {one for one, _ in own(wrong, "family") if one.endswith("がいる")}
    assert (value, Mode.IS) in own(right, "family")


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("彼女に振られた", "彼女に怒られた", "彼女がいる"),
        ("妻に先立たれました", "妻に褒められました", "妻がいる"),
    ],
)
def test_who_left_is_no_partner(wrong: str, right: str, value: str) -> None:
    assert not own(wrong, "partner")
    assert (value, Mode.IS) in own(right, "partner")


@pytest.mark.parametrize(
    ("wrong", "right", "kind", "value"),
    [
        ("昨日のドラマ、主人公が急に弁護士になった", "去年、弁護士になった", "job", "弁護士"),
        ("私のキャラは今、森で薬屋やってる", "今、森で薬屋やってる", "job", "薬屋"),
        ("教師になろうと思ってます", "教師になりました", "job", "教師"),
        ("古本屋めぐりするんですけど", "古本屋をしてます", "job", "古本屋"),
        ("昨日は天ぷら屋でした", "昔は天ぷら屋でした", "job", "天ぷら屋"),
        ("京都の長屋なんですけど、夜は静かです", "京都の板前なんですけど、夜は忙しいです", "job", "京都の板前"),
        ("待合室にいた元部下、弁護士になってた", "弁護士になった", "job", "弁護士"),
    ],
)
def test_fiction_shops_and_what_others_became_are_no_job_of_ones_own(
    wrong: str, right: str, kind: str, value: str
) -> None:
    assert not own(wrong, kind)
    assert value in {one for one, _ in own(right, kind)}


def test_what_one_wished_to_become_as_a_child_is_no_job() -> None:
    assert not own("看護師です", "job", asked="小さい頃の夢はなんでしたか？")
    assert ("看護師", Mode.IS) in own("看護師です", "job", asked="お仕事はなんですか？")


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("それでも高校生だといろいろ買うから", "高校生です", "高校生"),
        ("反抗期の中学生と、口が達者な小学生で毎日大変です", "小学生です", "小学生"),
        ("いとこが肺炎で入院中でさ", "いとこが大学生でさ", "大学生"),
    ],
)
def test_who_goes_to_school_is_somebody_else(wrong: str, right: str, value: str) -> None:
    assert not {claim.value for claim in facts(wrong) if claim.kind == "school"}
    assert value in {claim.value for claim in facts(right) if claim.kind == "school"}


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("ご近所でも犬飼ってる人たくさんいます", "犬飼ってます", "犬"),
        ("犬を飼ってらっしゃるんですね、羨ましい", "犬を飼ってるんです", "犬"),
        ("私も犬や猫は飼ったことなくて", "私も猫は飼ってて", "猫"),
        ("姉ちゃんとこの犬、ポン太っていうんだけど、今日来た", "うちの犬、ポン太っていうんだけど", "ポン太（犬）"),
    ],
)
def test_pets_of_others_are_none_of_ones_own(wrong: str, right: str, value: str) -> None:
    assert not own(wrong, "pet")
    assert (value, Mode.IS) in own(right, "pet")


@pytest.mark.parametrize(
    ("wrong", "right", "value"),
    [
        ("なんか名店百選みたいなのの一つだったはずです", "もう四十二歳だ", "42歳"),
        ("なわけないか、三歳の仕業", "三十歳の会社員です", "三十歳"),
        ("六歳と四歳と零歳の三兄弟、旦那の亮は漁師", "六十歳です", "六十歳"),
    ],
)
def test_what_is_counted_is_no_age_of_the_speakers(wrong: str, right: str, value: str) -> None:
    assert not own(wrong, "age")
    assert value in {one for one, _ in own(right, "age")}


@pytest.mark.parametrize(
    ("moved", "to_move", "place"),
    [
        ("練馬から所沢に越してきて半年です", "来月所沢に引っ越します", "所沢"),
        ("倉敷に引っ越して一番よかったのは銭湯", "来年倉敷に引っ越す", "倉敷"),
    ],
)
def test_where_one_has_moved_is_no_plan(moved: str, to_move: str, place: str) -> None:
    assert (f"{place}に引っ越す", Mode.IS) not in own(moved, "plan")
    assert (f"{place}に引っ越す", Mode.IS) in own(to_move, "plan")


@pytest.mark.parametrize(
    ("wrong", "right", "kind", "value"),
    [
        ("返事が早いねえ", "平泳ぎが得意です", "skill", "平泳ぎ"),
        ("もっと話せるようになりたいのですが", "英語が話せます", "skill", "英語が話せる"),
        ("群馬の温泉は良かったです", "毎週サウナに通ってます", "hobby", ""),
        ("同じような感想を持ってます", "軽トラを持ってます", "possession", "軽トラ"),
        ("普通に働いてますよ", "病院で働いてますよ", "workplace", "病院"),
    ],
)
def test_what_one_says_of_anything_is_nothing_that_one_can_or_has(
    wrong: str, right: str, kind: str, value: str
) -> None:
    assert not own(wrong, kind)
    assert not value or (value, Mode.IS) in own(right, kind)


@pytest.mark.parametrize(
    ("text", "value"),
    [("保護犬迎えたんよ、もうおじいちゃん", "保護犬"), ("黒猫拾ってきた、すみって名前にした", "黒猫")],
)
def test_an_animal_that_one_took_in_is_had_by_the_speaker(text: str, value: str) -> None:
    assert (value, Mode.IS) in own(text, "pet")
    assert not [claim for claim in facts(text) if claim.kind == "pet" and claim.about != ME]


def test_who_is_not_what_they_seemed_is_still_spoken_of() -> None:
    people = [one for one in claims_in_japanese("漫才の相方の健太が遅刻した", AT, ()) if one.type is ClaimType.PERSON]
    assert {(one.value, one.kind) for one in people} == {("健太", "")}


def test_what_another_is_bidden_is_no_habit() -> None:
    assert not [one for one in facts("百合だけはやめてね") if one.kind == "habit"]
    assert [one for one in facts("百合はもうやめました") if one.kind == "habit"]


def test_a_birthday_is_of_whoever_was_asked_about() -> None:
    assert not own("今週の木曜で九歳", "birthday", "甥っ子さん、もう誕生日だよね。")
    assert own("今週の木曜が誕生日", "birthday", "もうすぐ何かあるの？")


@pytest.mark.parametrize(
    ("not_so", "is_so", "kind"),
    [
        ("釣りなんて一回もやったことない", "釣りなら何回もやったことある。趣味は釣り", "hobby"),
        ("スノボはやったためしがない", "趣味はスノボ", "hobby"),
        ("留学する予定はもうない", "来年留学する予定", "plan"),
        ("明日は美容院に行くつもりが、仕事で無理になりそう", "明日は美容院に行くつもり", "plan"),
        ("猫を飼えたらなあ。毎晩一緒に寝るのに", "猫を飼ってる。毎晩一緒に寝る", "pet"),
        ("TRPGでドワーフの神官やることになった", "来月から神社の神官やることになった", "job"),
        ("姉の口癖は「明日から禁煙する」", "明日から禁煙する", "habit"),
        ("滝沢は彼女を連れてきてた", "俺は彼女を連れて帰省した", "partner"),
    ],
)
def test_what_was_never_done_is_called_off_wished_played_or_another_s_is_no_fact(
    not_so: str, is_so: str, kind: str
) -> None:
    assert not own(not_so, kind)
    assert own(is_so, kind)


def test_whom_one_has_is_not_told_by_a_sentence_that_names_nobody() -> None:
    thread = UUID(int=1)
    said = Turn(thread, "u", "r", thread, "u", Role.PERSON, "先輩の黒木さんが亭主です", AT, frozenset())
    names = {"黒木": "先輩"}
    claims = claims_in_japanese("ほっとして、あと泣いた。ちょっとだけ", AT, [said], names)
    assert not [one for one in claims if "黒木" in one.value]
    assert [one for one in claims_in_japanese("黒木さん、泣いてた", AT, [said], names) if "黒木" in one.value]
