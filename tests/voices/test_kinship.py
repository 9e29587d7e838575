"""Of whom Japanese lines are: by name, by what somebody is to one, and carried on from the line before."""

from collections.abc import Sequence

import pytest

from lumina.voices.about_one import asks_of_one, known_of_one
from lumina.voices.kinship import kinship, not_of_others, of_whom, subjects
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.of_whom import family, fits
from lumina.voices.pointed import pointed
from lumina.voices.ranking.in_japanese import of_japanese
from lumina.voices.spoken import spoken
from lumina.voices.weighty import asks_for_weight, weightiest
from tests.voices.test_pointed import asked, told


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("嫁の沙織は保育士で、今は育休中", {("沙織", "妻")}),
        ("夫の兄の修くんは大工", {("修", "義兄")}),
        ("うちの旦那、誠っていうんだけど、印刷工", {("誠", "夫")}),
        ("下の陸は小4。まだ甘えん坊", {("陸", "子")}),
        ("中1の美咲と、小3の陸と", {("美咲", "子"), ("陸", "子")}),
        ("美咲は中学1年の娘だよ", {("美咲", "娘")}),
        ("猫のチャイ、また棚の上", {("チャイ", "猫")}),
        ("兄のバイクが壊れた。姉の結果は来週", set[tuple[str, str]]()),
        ("亀戸で大丈夫、カメラも買った", set[tuple[str, str]]()),
    ],
)
def test_who_is_called_what(text: str, pairs: set[tuple[str, str]]) -> None:
    assert spoken(text).pairs == pairs


def given(said: str, own: Sequence[Evidence]) -> Material:
    material = asked(said)
    material["evidence"] = own
    return material


FAMILY = [
    *told("義父の茂雄さんは78歳、畑をやってる", "嫁の沙織は保育士", "中1の美咲と、小3の陸がいる"),
    *told("お義父さんと病院に行ってきた", "糖尿病だって言われた", "薬は朝だけ", day="2026-03-09"),
    *told("沙織のお母さんが遊びに来た", "整骨院に通ってるんだって", day="2026-03-12"),
    *told("嫁は4月から時短で戻る", "美咲は吹奏楽部に入った", "打楽器だって", day="2026-03-20"),
    *told("陸が「塾やめたい」って言ってる", "やっぱり陸は塾を続けるって", day="2026-03-25"),
]


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("お義父さんの病気って何だっけ", "糖尿病だって言われた"),
        ("茂雄さんはいくつだっけ", "義父の茂雄さんは78歳、畑をやってる"),
        ("妻の仕事は？", "嫁は4月から時短で戻る"),
        ("義母はどこに通ってるんだっけ", "整骨院に通ってるんだって"),
        ("娘は何部？", "美咲は吹奏楽部に入った"),
        ("陸は何年生だっけ", "中1の美咲と、小3の陸がいる"),
        ("陸は塾やめるんだっけ、続けるんだっけ？", "やっぱり陸は塾を続けるって"),
        ("義父の名前は？", "義父の茂雄さんは78歳、畑をやってる"),
    ],
)
def test_a_question_is_of_one_person_however_they_are_called(said: str, answered: str) -> None:
    assert [one["text"] for one in pointed(said, FAMILY, given(said, FAMILY))] == [answered]


def test_who_is_named_nowhere_is_carried_on_until_something_else_begins() -> None:
    own = told("祖父が入院した", "肺炎だって", "そういえば車検の時期だ", "うちの犬は元気")
    known = kinship(given("", own))
    assert [(sorted(named), sorted(carried)) for named, carried in subjects(own, known)] == [
        (["=祖父"], []),
        ([], ["=祖父"]),
        ([], []),
        (["=犬"], []),
    ]


def test_another_ones_illness_is_not_ones_own() -> None:
    own = told("祖父が入院した", "肺炎だって", "そういえば私は花粉症")
    assert of_whom("私の病気って何だっけ", own, kinship(given("", own))) == ["other", "carried other", "same"]


def test_who_is_asked_for_and_was_never_spoken_of_leaves_all_lines_as_they_are() -> None:
    own = told("妹は看護師", "明日は雨")
    assert of_whom("叔父の仕事は？", own, kinship(given("", own))) == ["", ""]


def test_what_is_known_of_one_person_is_of_them_alone() -> None:
    said = "義父のこと、知ってること教えて"
    material = given(said, FAMILY)
    assert asks_of_one(said, material)
    lines = [one["text"] for one in known_of_one(said, FAMILY, material)[1]]
    assert "糖尿病だって言われた" in lines
    assert not any("沙織" in one or "美咲" in one for one in lines)


def test_all_of_the_family_who_were_named_are_told() -> None:
    found = family(given("家族みんなの名前言える？", FAMILY))
    assert found is not None
    assert {"義父の茂雄", "妻の沙織", "美咲", "陸"} == {*found["value"].split("、")}


def test_who_somebody_is_answers_nothing_else_of_them() -> None:
    material = given("妻の趣味は？", FAMILY)
    facts = (("partner", "沙織（妻）", ""), ("hobby", "編み物", "沙織"), ("hobby", "畑", "茂雄"))
    known = [
        Told(about=about, label=kind, value=value, kind=kind, past=False, sure=True) for kind, value, about in facts
    ]
    assert [fits(one, material) for one in known] == [False, True, False]


def test_the_ranker_is_told_of_whom_a_line_is() -> None:
    named, carried = (of_japanese("お義父さんの病気は？", FAMILY)[at] for at in (3, 4))
    assert "of same" in named
    assert carried["offered of them"] == 1.0


LIFE = [
    *told("部活の帰りにアイス買った", "推しの新曲がよかった"),
    *told("ばあちゃんが亡くなった", "お通夜は明日", day="2026-03-09"),
    *told("髪切ったよ", "英検落ちちゃった。ちょっと凹んでる", day="2026-03-20"),
]


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("今年一番大きかったことって何だと思う？", "ばあちゃんが亡くなった"),
        ("この前凹んでた話、覚えてる？", "英検落ちちゃった。ちょっと凹んでる"),
        ("悲しかったことって何だっけ", "ばあちゃんが亡くなった"),
    ],
)
def test_the_weightiest_is_the_biggest_thing(said: str, answered: str) -> None:
    assert asks_for_weight(said)
    assert [one["text"] for one in weightiest(said, LIFE)] == [answered]


@pytest.mark.parametrize("said", ["一番好きなアイスって何だっけ", "悲しい", "今日はつらい話をするね"])
def test_what_asks_for_something_else_is_no_matter_of_weight(said: str) -> None:
    assert not asks_for_weight(said)


def test_what_is_of_somebody_else_is_left_out_and_what_goes_on_about_one_stays() -> None:
    said = "お義父さん、何の病気だっけ？"
    kept = [piece["text"] for piece in not_of_others(said, FAMILY, kinship(given(said, FAMILY)))]
    assert {"お義父さんと病院に行ってきた", "糖尿病だって言われた", "薬は朝だけ"} <= {*kept}
    assert {"嫁の沙織は保育士", "整骨院に通ってるんだって", "美咲は吹奏楽部に入った"}.isdisjoint(kept)
