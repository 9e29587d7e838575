"""What a Japanese life tells as it changes: moves, jobs, classes given up, weeks away, and what is somebody else's."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from lumina.distil.claims.reading import read_claims
from lumina.distil.known import known
from lumina.known import ME, Claimed, ClaimType, Known, UnitState, claim_id
from lumina.models import Role, Turn

TOKYO = ZoneInfo("Asia/Tokyo")
IS, WAS, MAYBE = UnitState.CONFIRMED, UnitState.SUPERSEDED, UnitState.CANDIDATE


def learnt(*lines: tuple[str, str], at: str = "") -> Known:
    """What is known after lines of one person, each with its day of 2026, at the end or on another day."""
    turns, claims, names = list[Turn](), list[Claimed](), dict[str, str]()
    for number, (day, text) in enumerate(lines, 1):
        when = _moment(day) + timedelta(minutes=number)
        turn = Turn(UUID(int=number), "u", "r", UUID(int=0), "u", Role.PERSON, text, when, frozenset())
        near = [one for one in turns if one.at.date() == when.date()]
        read = read_claims(text, when, near, names, near)
        names |= {one.value: one.kind or names.get(one.value, "") for one in read if one.type is ClaimType.PERSON}
        claims += [Claimed(claim_id("u", turn.id, "rules", one), one, turn.id, when, when, frozenset()) for one in read]
        turns.append(turn)
    return known("u", claims, _moment(at or lines[-1][0]) + timedelta(hours=3))


def _moment(day: str) -> datetime:
    month, number = map(int, day.split("-"))
    return datetime(2026, month, number, 20, tzinfo=TOKYO)


def held(of: Known, kind: str, about: str = ME) -> dict[str, UnitState]:
    return {fact.value: fact.state for fact in of.facts if (fact.about, fact.kind) == (about, kind)}


def asserted(of: Known, kind: str, about: str = ME) -> Sequence[str]:
    return [value for value, state in held(of, kind, about).items() if state is IS]


@pytest.mark.parametrize(
    ("line", "whose", "day"),
    [
        ("来月の8日、千尋の誕生日なんだけど何がいいかな", "千尋", "7月8日"),
        ("再来週の土曜が祖母の誕生日なんだ", "祖母", "6月20日"),
        ("今月の25日は、うちの娘の誕生日だよ", "娘", "6月25日"),
        ("来月の2日は俺の誕生日だ", ME, "7月2日"),
        ("あさって誕生日なんだ", ME, "6月3日"),
    ],
)
def test_a_birthday_is_theirs_whose_it_is_said_to_be(line: str, whose: str, day: str) -> None:
    told = learnt(("06-01", line))
    assert asserted(told, "birthday", whose) == [day]
    assert whose == ME or not held(told, "birthday")


@pytest.mark.parametrize("line", ["5月9日が誕生日の同僚がいる", "来週の月曜、会社の誕生日会がある"])
def test_a_birthday_of_nobody_who_is_known_is_not_ones_own(line: str) -> None:
    assert not held(learnt(("06-01", line)), "birthday")


def test_the_goal_of_a_move_is_the_home_from_its_day_on() -> None:
    lines = ("06-01", "浦和に住んでるんだ"), ("06-03", "7月1日に浦和から藤沢へ引っ越すことになった")
    assert asserted(learnt(*lines), "home")[0] == "浦和"
    assert held(learnt(*lines, at="07-02"), "home") == {"藤沢": IS, "浦和": WAS}


@pytest.mark.parametrize(
    ("told", "done"),
    [
        ("引っ越すことにしたよ。町田から鎌倉に", "引っ越し終わったー"),
        ("新居は鎌倉に決まったよ", "先週引っ越したよ"),
        ("引っ越し先、鎌倉に決まった！", "やっと引っ越し完了"),
    ],
)
def test_a_move_without_a_day_is_made_once_it_is_told_as_done(told: str, done: str) -> None:
    lines = ("06-01", "町田に住んでる"), ("06-05", told)
    assert asserted(learnt(*lines), "home") == ["町田"]
    after = learnt(*lines, ("08-01", done))
    assert asserted(after, "home") == ["鎌倉"]
    assert held(after, "home")["町田"] is WAS


def test_where_one_leaves_is_no_home_and_who_moves_is_who_is_named() -> None:
    assert "熊谷" not in held(learnt(("06-01", "引っ越しも決まった。熊谷から船橋に")), "home")
    assert not held(learnt(("06-01", "親友が札幌に引っ越すんだって")), "home", "親友")


def test_a_job_that_is_offered_holds_from_its_first_day() -> None:
    lines = (
        ("06-01", "町工場で経理をやってるんだ"),
        ("06-10", "内定出た！7月15日からだって。株式会社ノゾミってとこの、人事"),
        ("06-12", "店長に辞めますって言ってきた"),
        ("06-13", "新しい会社が大宮だからね"),
    )
    assert "株式会社ノゾミ" in asserted(learnt(*lines), "workplace")
    assert "仕事を辞める" in asserted(learnt(*lines), "plan")
    after = learnt(*lines, ("07-15", "今日から新しい職場！緊張した"))
    assert asserted(after, "workplace") == ["株式会社ノゾミ"]
    assert asserted(after, "job") == ["人事"]
    assert "仕事を辞める" not in asserted(after, "plan")


def test_who_left_one_employer_for_another_works_there() -> None:
    told = learnt(("06-01", "印刷所で働いてる"), ("06-20", "印刷所はもう辞めて図書館で働いてるんだ"))
    assert held(told, "workplace") == {"図書館": IS, "印刷所": WAS}


def test_an_offer_to_somebody_else_or_none_changes_nothing() -> None:
    for line in (
        "妹が株式会社タカミに内定もらったんだって",
        "内定まだ出ないんだよね",
        "内定もらえなかった。株式会社タカミ",
    ):
        assert asserted(learnt(("06-01", "銀行で働いてる"), ("06-02", line)), "workplace") == ["銀行"]


@pytest.mark.parametrize("line", ["会社は大宮だから遠い", "職場が渋谷なんだよね", "オフィスは新宿のほうなんだ"])
def test_where_a_company_is_takes_the_place_of_no_employer(line: str) -> None:
    told = learnt(("06-01", "勤め先はミナモト電機なんだ"), ("06-02", line))
    assert asserted(told, "workplace") == ["ミナモト電機"]


@pytest.mark.parametrize(
    ("does", "ends"),
    [
        ("ピアノ教室に通ってる", "あ、それとピアノ教室やめることにしたんだ"),
        ("趣味はヨガ", "ヨガ教室、やめたんだ"),
        ("習い事は書道だよ", "結局、書道教室を退会したよ"),
        ("趣味はテニスで、毎週火曜に中野のスクールに通ってる", "テニススクール辞めることにした"),
    ],
)
def test_who_gives_up_a_class_has_no_plan_and_no_belongings(does: str, ends: str) -> None:
    told = learnt(("06-01", does), ("07-01", ends))
    for kind in ("hobby", "plan", "possession", "habit"):
        assert not asserted(told, kind)
    assert WAS in held(told, "hobby").values()


def test_a_class_is_given_up_only_where_it_is_said() -> None:
    for line in ("ピアノ教室やめようか迷ってる", "友達がピアノ教室やめたんだって", "ピアノ教室やめないよ"):
        assert asserted(learnt(("06-01", "ピアノ教室に通ってる"), ("06-02", line)), "hobby") == ["ピアノ教室"]


def test_who_reminds_one_of_what_they_said_says_it_again() -> None:
    told = learnt(("06-01", "趣味は囲碁"), ("06-20", "囲碁はもうやめたって言ったじゃん"))
    assert not asserted(told, "hobby")


@pytest.mark.parametrize(
    ("line", "about"),
    [("夫の浩司は今週ずっと福岡に出張でさ", "浩司"), ("今週は福岡に出張", ME)],
)
def test_a_week_away_is_dated_and_over_behind_it(line: str, about: str) -> None:
    plan = "福岡に出張（6月1日〜6月7日）"
    assert asserted(learnt(("06-02", line)), "plan", about) == [plan]
    assert held(learnt(("06-02", line), at="06-08"), "plan", about) == {plan: WAS}


def test_who_is_back_is_away_no_more() -> None:
    told = learnt(("06-02", "妻の遥は今週ずっと神戸に出張なんだ"), ("06-04", "遥が今日帰ってきた！"))
    assert not asserted(told, "plan", "遥")


def test_no_value_names_a_day_by_its_distance() -> None:
    told = learnt(
        ("06-01", "今日は千尋と筑波山登ってきた"),
        ("06-02", "今週ずっと在宅勤務です"),
        ("06-03", "先週金沢に行ってきた"),
    )
    assert not [fact.value for fact in told.facts if "今" in fact.value or "先週" in fact.value]
    assert "千尋と筑波山登ってきた（6月1日）" in held(told, "event")


@pytest.mark.parametrize("line", ["テニス好きらしくて、誘われちゃったよ", "将棋が趣味らしくて、強いんだって"])
def test_what_is_only_heard_is_not_ones_own(line: str) -> None:
    told = learnt(("06-01", "松田さんって先輩がいるんだけど、いい人でさ"), ("06-01", line))
    assert not held(told, "hobby")
    assert not held(told, "likes")


@pytest.mark.parametrize("turns", ["逆に", "それはそうと、", "話変わるけど、"])
def test_who_turns_to_something_else_speaks_of_themselves(turns: str) -> None:
    told = learnt(("06-01", "うちの猫のソラがかわいくてさ"), ("06-01", f"{turns}パクチーが苦手なんだよね"))
    assert "パクチー" in held(told, "dislikes")
    assert not held(told, "dislikes", "ソラ")


def test_a_hobby_or_a_school_in_common_takes_the_place_of_no_relation() -> None:
    told = learnt(
        ("06-01", "親友の亮と釣りに行くんだ"), ("06-02", "亮は大学の同級生でさ"), ("06-03", "亮の釣り仲間とも会った")
    )
    (ryo,) = [one for one in told.people if one.name == "亮"]
    assert ryo.relation == "親友"
    assert not [name for name in ryo.aliases if "釣り" in name or "同級生" in name]


def test_the_boss_and_the_section_chief_are_one_where_one_alone_is_known() -> None:
    told = learnt(("06-01", "上司にまた怒られた"), ("06-02", "課長の松井さんがうるさくてさ"))
    assert [(one.name, one.relation) for one in told.people] == [("松井", "上司")]
    others = learnt(("06-01", "取引先の部長の木村さんと飲んだ"))
    assert [one.relation for one in others.people] == [""]


@pytest.mark.parametrize(
    ("hurt", "well", "about"),
    [
        ("先月腰を痛めた", "腰はもう治ったよ", ME),
        ("妹が骨折した", "妹の骨折、完治したって", "妹"),
        ("親友の亮が手首を痛めたんだって", "亮の手首、もうすっかり治ったんだって", "亮"),
    ],
)
def test_an_injury_that_healed_is_over(hurt: str, well: str, about: str) -> None:
    told = learnt(("06-01", hurt), ("07-01", well))
    assert set(held(told, "health", about).values()) == {WAS}


def test_an_injury_that_has_not_healed_yet_is_not_over() -> None:
    assert asserted(learnt(("06-01", "先月腰を痛めた"), ("07-01", "腰がまだ治らない")), "health") == ["腰を痛めた"]


def test_an_age_to_come_is_no_second_age() -> None:
    told = learnt(("06-01", "猫のソラは9歳なんだ"), ("06-20", "ソラはもうすぐ10歳だ"))
    assert held(told, "age", "ソラ") == {"9歳": IS}
    assert not held(told, "age")


def test_a_weight_is_theirs_whose_it_is_and_takes_the_place_of_the_one_before() -> None:
    told = learnt(
        ("06-01", "猫のソラを飼ってる"),
        ("06-02", "ソラの体重は4.1キロだった"),
        ("06-03", "ソラの体重が4.4キロになった"),
    )
    assert asserted(told, "health", "ソラ") == ["体重 4.4キロ"]
    assert not held(told, "health")


def test_a_wake_is_over_behind_its_day_and_a_wedding_is_not() -> None:
    lines = ("06-01", "祖父のお通夜が12日にあるんだ"), ("06-01", "14日に内見がある")
    loops = {one.what: one.state for one in learnt(*lines, at="06-20").loops}
    assert loops["祖父のお通夜"] == "closed"
    assert [state for what, state in loops.items() if "内見" in what] == ["open"]
    assert {one.state for one in learnt(*lines).loops} == {"open"}


@pytest.mark.parametrize(
    ("line", "value"), [("たい焼き、俺あれに目がないんだよね", "たい焼き"), ("餃子は最高だわ", "餃子")]
)
def test_what_one_cannot_resist_is_liked(line: str, value: str) -> None:
    assert value in held(learnt(("06-01", line)), "likes")


@pytest.mark.parametrize("line", ["昨日のライブ最高だった", "今日は最高だね", "松田さんは最高だよ"])
def test_what_was_great_for_once_is_not_what_one_likes(line: str) -> None:
    assert not held(learnt(("06-01", line)), "likes")


@pytest.mark.parametrize("line", ["明日早いので、もう寝る", "面接受かったよー！", "25日に結果が出るんだ"])
def test_what_says_not_what_is_no_plan_and_no_event(line: str) -> None:
    told = learnt(("06-01", line))
    assert not held(told, "plan")
    assert not held(told, "event")
