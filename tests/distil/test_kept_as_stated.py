"""What Japanese speakers state and no rule understands is kept in their words; and whom they have without a name."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from lumina.distil.claims.japanese.turns import claims_in_japanese
from lumina.distil.known import known
from lumina.known import ME, Claim, Claimed, ClaimType, Known, UnitState, claim_id
from lumina.models import Role, Turn

AT = datetime(2026, 6, 10, 11, tzinfo=UTC)
PERSON = "千夏"


def _turn(at: int, speaker: str, text: str) -> Turn:
    role = Role.PERSON if speaker == PERSON else Role.CHARACTER
    return Turn(UUID(int=at + 1), "u", "r", UUID(int=99), speaker, role, text, AT, frozenset("u"), "", at)


def claims(text: str, *before: tuple[str, str]) -> list[Claim]:
    return claims_in_japanese(text, AT, [_turn(at, *one) for at, one in enumerate(before)])


def facts(text: str, about: str = ME, *before: tuple[str, str]) -> set[tuple[str, str]]:
    found = claims(text, *before)
    return {(one.kind, one.value) for one in found if one.type is ClaimType.FACT and one.about == about}


def learnt(*said: str) -> Known:
    """What is known once the person has said all of this, each behind the turns before it."""
    found, turns, names = list[Claimed](), list[Turn](), dict[str, str]()
    for at, text in enumerate(said):
        turn = _turn(at, PERSON, text)
        for claim in claims_in_japanese(text, AT, turns, names):
            when = AT + timedelta(minutes=at)
            found.append(Claimed(claim_id("u", turn.id, "rules", claim), claim, turn.id, when, when, frozenset()))
            names |= {claim.value: claim.kind} if claim.type is ClaimType.PERSON else {}
        turns.append(turn)
    return known("u", found, AT + timedelta(days=1))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("棚に木彫りの熊が12個あるんだよね", ("possession", "棚に木彫りの熊が12個ある")),
        ("火曜と金曜は公民館で詩吟のけいこ続けてるよ", ("hobby", "詩吟")),
        ("たばこは去年きっぱり捨てましたよ", ("habit", "たばこは去年きっぱり捨てました")),
        ("左の耳が遠いんだよね", ("health", "左の耳が遠い")),
        ("来年には喫茶店を開くつもりなんです", ("plan", "来年には喫茶店を開く")),
        ("バツイチでね", ("family", "バツイチ")),
        ("大型二輪の免許は去年とりました", ("skill", "大型二輪の免許")),
    ],
)
def test_what_no_rule_understands_is_kept_in_the_speaker_s_words(text: str, fact: tuple[str, str]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "大型二輪の免許がほしいなあ",
        "もし宝くじが当たったら会社をやめて釣り三昧だよ",
        "テニス始めようかな",
        "眠くて毎日つらい",
        "『海の底の図書館』って小説読んでて、主人公が毎朝ヨガしてるの",
        "妹が「毎朝ヨガしてる」って言ってた",
        "これ毎日使ってるの？",
    ],
)
def test_what_is_wished_supposed_felt_made_up_or_quoted_is_not_kept(text: str) -> None:
    assert not facts(text)


def test_what_holds_but_once_is_kept_as_a_candidate_that_takes_no_place() -> None:
    found = learnt("金沢に住んでます", "旅館の離れを借りて暮らしてた頃もあったよ、家を出て弟子入りしてね").facts
    homes = {fact.value: fact.state for fact in found if fact.about == ME and fact.kind == "home"}
    assert homes["金沢"] is UnitState.CONFIRMED
    assert UnitState.CONFIRMED not in {state for value, state in homes.items() if value != "金沢"}


@pytest.mark.parametrize(
    ("question", "answer", "about", "fact"),
    [
        ("何のお仕事？", "左官", ME, ("job", "左官")),
        ("なんねんせい？", "3ねん！", ME, ("school", "3ねん")),
        ("で、いくつだ", "64", ME, ("age", "64歳")),
        ("なんの楽器？", "チューバ！でかいやつ", ME, ("hobby", "チューバ")),
        ("今はどこだ", "津山。", ME, ("home", "津山")),
        ("娘さんはおいくつですか", "26です", "娘", ("age", "26歳")),
    ],
)
def test_a_short_answer_is_what_was_asked_for(question: str, answer: str, about: str, fact: tuple[str, str]) -> None:
    assert fact in facts(answer, about, ("ルミナ", question))


def test_who_is_only_called_what_they_are_is_known_and_has_a_name_later() -> None:
    before = learnt("旦那がまた釣り竿買ってきた")
    assert {(one.name, one.aliases) for one in before.people} == {("夫", ("旦那", "おっと"))}
    assert (ME, "旦那がいる") in {(fact.about, fact.value) for fact in before.facts}
    [one] = learnt("旦那がまた釣り竿買ってきた", "主人の康弘は造船所で働いてます").people
    assert (one.name, one.relation) == ("康弘", "夫")
    assert {"旦那", "夫"} <= set(one.aliases)


@pytest.mark.parametrize(
    "text", ["隣の奥さんが来てね", "母の日に花をあげた", "妹はいないよ", "彼女ほしい", "弟が「腹減った」だって"]
)
def test_whose_they_are_must_be_plain(text: str) -> None:
    assert not {value for kind, value in facts(text) if kind in {"family", "partner"}}
