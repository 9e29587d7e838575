"""What is put right in Japanese, or was somebody else's all along; beside each stands what is said much alike and is
the speaker's."""

import pytest

from lumina.known import UnitState
from tests.distil.test_japanese_as_life_changes import asserted, held, learnt


@pytest.mark.parametrize(
    ("said", "kind", "so", "not_so"),
    [
        ("勤め先は市役所じゃなくて、あおば信金だよ", "workplace", "あおば信金", "市役所"),
        ("会社は石田建設じゃなくて大森建設だよ", "workplace", "大森建設", "石田建設"),
        ("住んでるのは岡山じゃなくて倉敷なんだ", "home", "倉敷", "岡山"),
        ("誕生日は4月2日じゃなくて4月12日だよ", "birthday", "4月12日", "4月2日"),
        ("アレルギーは桃じゃなくてメロンなの", "allergy", "メロン", "桃"),
        ("趣味は陶芸じゃなくて木工だよ", "hobby", "木工", "陶芸"),
        ("好きなのは緑茶じゃなくてほうじ茶ね", "likes", "ほうじ茶", "緑茶"),
    ],
)
def test_one_thing_and_not_another_is_the_one_that_is_so(said: str, kind: str, so: str, not_so: str) -> None:
    told = held(learnt(("09-01", said)), kind)
    assert told.get(so) is UnitState.CONFIRMED
    assert not_so not in told


def test_what_was_told_wrongly_never_was_so() -> None:
    told = learnt(("09-01", "勤め先は市役所だよ"), ("09-03", "勤め先は市役所じゃなくて、あおば信金だよ"))
    assert held(told, "workplace") == {"市役所": UnitState.REVOKED, "あおば信金": UnitState.CONFIRMED}


@pytest.mark.parametrize("said", ["コーヒーはあまり好きじゃなくて、お茶ばかり", "雨じゃなくてよかった"])
def test_how_something_is_not_is_put_right_by_nothing(said: str) -> None:
    assert not any(fact.state is UnitState.CONFIRMED for fact in learnt(("09-01", said)).facts)


def test_who_is_not_a_daughter_but_a_cat_is_one_and_nobody_else_is() -> None:
    told = learnt(("09-01", "娘のすずと、娘のもなかの4人暮らし"), ("09-02", "あ、もなかは娘じゃなくて猫ね"))
    assert asserted(told, "pet") == ["もなか（猫）"]
    assert asserted(told, "family") == ["すず（娘）"]
    assert {one.name: one.relation for one in told.people} == {"すず": "娘", "もなか": "猫"}


@pytest.mark.parametrize(
    ("said", "name", "what", "age"),
    [
        ("むぎはキジトラのオスで9歳", "むぎ", "猫", "9歳"),
        ("レオはゴールデンのオスで、もう13歳", "レオ", "犬", "13歳"),
        ("そらまめはセキセイインコで2歳", "そらまめ", "インコ", "2歳"),
    ],
)
def test_an_animal_is_called_by_its_name_and_not_by_its_sex(said: str, name: str, what: str, age: str) -> None:
    told = learnt(("09-01", "夫の健一は教師"), ("09-01", said))
    assert asserted(told, "pet") == [f"{name}（{what}）"]
    assert asserted(told, "age", name) == [age]
    assert not held(told, "age", "健一")


@pytest.mark.parametrize("said", ["トラは猫の仲間だよ", "友達のココは柴犬のメスで5歳", "彼はハスキーな声してる"])
def test_what_is_said_of_other_animals_is_no_pet(said: str) -> None:
    assert not held(learnt(("09-01", said)), "pet")


def test_what_stands_in_brackets_behind_somebody_is_theirs() -> None:
    told = learnt(("09-01", "夫の徹(41)と娘のすず(6歳)と、猫のもなかの3人と1匹暮らし"))
    assert asserted(told, "age", "徹") == ["41歳"]
    assert asserted(told, "age", "すず") == ["6歳"]
    assert asserted(told, "pet") == ["もなか（猫）"]


@pytest.mark.parametrize(
    ("before", "said", "name", "relation"),
    [
        ("妹の千夏の結婚式、最高だった", "旦那さんの健太もいい人でさ", "健太", "千夏の夫"),
        ("友達の隆が結婚した", "奥さんの麻衣さんがすごくきれいで", "麻衣", "隆の妻"),
        ("娘が結婚した", "旦那さんの翔太くんは好青年だ", "翔太", "娘の夫"),
    ],
)
def test_the_husband_of_who_has_married_is_not_the_speakers(before: str, said: str, name: str, relation: str) -> None:
    told = learnt(("09-01", "千夏と隆は昔からの知り合い"), ("09-02", before), ("09-02", said))
    assert not held(told, "partner")
    assert {one.relation for one in told.people if one.name == name} <= {relation, ""}


@pytest.mark.parametrize("said", ["旦那さんの浩二と出かけた", "うちの旦那さんの浩二が料理上手で"])
def test_ones_own_husband_may_be_spoken_of_with_respect(said: str) -> None:
    assert asserted(learnt(("09-01", said)), "partner") == ["浩二（夫）"]


def test_whose_husband_somebody_is_may_be_put_right() -> None:
    told = learnt(
        ("09-01", "旦那の大輔と暮らしてる"), ("09-01", "旦那の健太もいい人でさ"), ("09-02", "健太は千夏の旦那さんだよ")
    )
    assert held(told, "partner")["健太（夫）"] is UnitState.REVOKED


def test_an_operation_is_that_of_who_is_ill() -> None:
    told = learnt(
        ("09-17", "今日、母の結果聞いてきた"), ("09-17", "初期の乳がんだった。"), ("09-17", "手術は10月2日。金大病院で")
    )
    assert [loop.what for loop in told.loops if loop.state == "open"] == ["母の手術"]
    assert not held(told, "event")
    assert not held(told, "workplace")


def test_ones_own_operation_is_ones_own() -> None:
    told = learnt(("09-17", "母が風邪ひいた"), ("09-17", "私の手術は10月2日なんだ"))
    assert asserted(told, "event") == ["手術（10月2日）"]


@pytest.mark.parametrize(
    ("said", "what", "day"),
    [
        ("妹の千夏が来月の18日に結婚するんだよ！", "千夏の結婚", "2026-10-18"),
        ("姉の真由が来月3日に出産するの", "真由の出産", "2026-10-03"),
        ("弟が来週の土曜に入籍するらしい", "弟の入籍", "2026-09-12"),
        ("父が9月30日で定年になるんだ", "父の定年", "2026-09-30"),
        ("兄が明日帰国する", "兄の帰国", "2026-09-02"),
    ],
)
def test_what_somebody_near_has_before_them_is_waited_for(said: str, what: str, day: str) -> None:
    assert [(loop.what, str(loop.due)) for loop in learnt(("09-01", said)).loops] == [(what, day)]


@pytest.mark.parametrize(
    "said",
    [
        "妹が先月結婚した",
        "姉が来年結婚したいって言ってる",
        "母が来週退院できるかも",
        "妹が来月の18日に結婚するなら行く",
    ],
)
def test_what_was_or_only_may_be_is_not_waited_for(said: str) -> None:
    assert not learnt(("09-01", said)).loops


@pytest.mark.parametrize(("said", "is_open"), [("今日、面接受けてきた", False), ("今日は歯医者の予約がある", True)])
def test_what_was_today_is_not_to_come(said: str, is_open: bool) -> None:
    assert bool([loop for loop in learnt(("09-01", said)).loops if loop.state == "open"]) is is_open


@pytest.mark.parametrize(
    ("said", "kind", "so"),
    [
        ("そばにいてくれるだけでいい", "allergy", False),
        ("小麦アレルギーだよ", "allergy", True),
        ("怖くてスマホ見れない", "dislikes", False),
        ("駅前の喫茶店で4時間しゃべった", "workplace", False),
        ("駅前の喫茶店で働いてる", "workplace", True),
    ],
)
def test_what_only_stands_there_is_no_fact(said: str, kind: str, so: bool) -> None:
    assert bool(held(learnt(("09-01", said)), kind)) is so


def test_who_is_called_in_a_quotation_is_nobody_of_the_speakers() -> None:
    told = learnt(
        ("09-01", "千夏が「お姉ちゃん一人で抱えないで」って"), ("09-01", "息子が「ママ見て」って絵を見せてきた")
    )
    assert {one.relation for one in told.people} <= {"", "息子"}
