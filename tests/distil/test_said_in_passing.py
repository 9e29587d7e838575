"""What people say of themselves in half a sentence, in Japanese: their name, their club, where they work."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from lumina.distil.claims.japanese.turns import claims_in_japanese
from lumina.known import ME, ClaimType, Mode
from lumina.language.when.japanese import moments_in_japanese
from lumina.models import Role, Turn

AT = datetime(2026, 6, 15, 11, tzinfo=UTC)


def facts(text: str) -> set[tuple[str, str]]:
    """The facts of the speaker's own that a first line states, each with its kind."""
    claims = claims_in_japanese(text, AT, ())
    return {(claim.kind, claim.value) for claim in claims if claim.type is ClaimType.FACT and claim.about == ME}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("健太です。名古屋で一人暮らししてる", "健太"),
        ("大学院で地震の研究してるんですよ。修士2年の奥村です", "奥村"),
        ("IT企業で人事やってます、篠田です。採用担当です", "篠田"),
        ("高専4年の悠真っす。ロボコン部の部長やってます", "悠真"),
        ("ぼくのなまえは りく です。ろくさいです", "りく"),
        ("どもども、相模原のてつっす！", "てつ"),
        ("うち、看護学生の美月！来週から実習やねん", "美月"),
        ("名字は鬼頭、下の名前は蓮司。岐阜で刃物の職人をしています", "蓮司"),
    ],
)
def test_a_name_is_learnt_that_shares_its_line_with_something_else(text: str, name: str) -> None:
    assert ("name", name) in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "雨です。明日も雨らしい",
        "元気です。そっちは？",
        "来週の実習！緊張する",
        "うち、猫の肉球！大好き",
        "推しの健太です。かっこいい",
        "弟の健太です、隣にいるの",
        "東京のほうです。遠い",
    ],
)
def test_what_is_no_name_of_the_speaker_is_not_learnt_as_one(text: str) -> None:
    assert not {value for kind, value in facts(text) if kind == "name"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("デザイナーの麻衣です", ("job", "デザイナー")),
        ("俺は地元の信用金庫", ("workplace", "地元の信用金庫")),
        ("腎臓が悪くて週に三回透析に通ってます", ("health", "腎臓が悪い")),
        ("おととい、バイクで転んで鎖骨を折った", ("health", "鎖骨を骨折")),
        ("バスケ部なのに当たり負けする", ("hobby", "バスケ部")),
        ("わたしは ろくさいです", ("age", "ろくさい")),
        ("ミニクーパー売った。かわりに白の軽バン", ("possession", "白の軽バン")),
        ("七十四になる隠居でございます", ("age", "七十四歳")),
        ("新しい彼氏できた！翔っていうの。ジムで会った", ("partner", "翔（彼氏）")),
        ("娘が二人いて、上が葵、下が楓っていいます", ("family", "葵（娘）")),
    ],
)
def test_what_is_said_in_half_a_sentence_is_a_fact(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


def test_the_elder_and_the_younger_are_known_as_such() -> None:
    people = {
        claim.value: claim.names
        for claim in claims_in_japanese("娘が二人いて、上が葵、下が楓っていいます", AT, ())
        if claim.type is ClaimType.PERSON
    }
    assert people == {"葵": ("上の子",), "楓": ("下の子",)}


def test_the_nth_weekday_of_a_month_is_a_day() -> None:
    found = moments_in_japanese("法事は来月の第一日曜です", AT)
    assert [one[0].isoformat() for one in found] == ["2026-07-05"]


@pytest.mark.parametrize(
    "text",
    [
        "子どもまだ3歳なのに",
        "隣のおばあさんは九十二歳で、まだ畑に出てます",
        "短冊の字が汚いって弟に言われた",
        "毎週木曜に書道教室に通っていて、先生は八十を過ぎた方なんです",
    ],
)
def test_what_is_of_others_is_no_fact_of_ones_own_nor_of_ones_family(text: str) -> None:
    claims = [claim for claim in claims_in_japanese(text, AT, ()) if claim.type is not ClaimType.CLOSE]
    assert not [claim for claim in claims if claim.kind in {"age", "family", "friend"}]


def test_what_one_was_until_last_year_is_over() -> None:
    [job] = [
        claim for claim in claims_in_japanese("昨年まで小学校で用務員をしておりました", AT, ()) if claim.kind == "job"
    ]
    assert (job.value, job.mode) == ("用務員", Mode.WAS)


@pytest.mark.parametrize(
    "text", ["今日は面接7件でした", "今日の飲み会だるかった", "今日は一匹、避妊手術に連れていきました"]
)
def test_what_was_today_is_not_left_open(text: str) -> None:
    assert not [claim for claim in claims_in_japanese(text, AT, ()) if claim.type is ClaimType.LOOP]


def test_what_comes_today_is_open() -> None:
    assert [claim for claim in claims_in_japanese("今日の夜、面接があるんだ", AT, ()) if claim.type is ClaimType.LOOP]


def test_a_name_after_a_mere_greeting_is_the_speakers():
    def turn(nr: int, text: str, role: Role) -> Turn:
        at = datetime(2026, 5, 4, 9, nr, tzinfo=UTC)
        return Turn(UUID(int=nr), "r", "cli", UUID(int=9), "葵", role, text, at, frozenset())

    greeted = [turn(1, "こんばんは", Role.PERSON), turn(2, "何から話そっか？", Role.CHARACTER)]
    told = [turn(1, "昨日は映画を観た", Role.PERSON), turn(2, "誰が出てたの？", Role.CHARACTER)]
    at = datetime(2026, 5, 4, 9, 5, tzinfo=UTC)
    named = [claim.value for claim in claims_in_japanese("健太です。", at, greeted) if claim.kind == "name"]
    assert named == ["健太"]
    assert not [claim for claim in claims_in_japanese("健太です。", at, told) if claim.kind == "name"]
