"""Questions in Japanese in other words than those in which something was told."""

from datetime import timedelta

import pytest

from harness.life import Life, replies

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def answer(life: Life, told: list[str], asked: str, apart: timedelta = timedelta(minutes=1)) -> str:
    for text in told:
        await life.say(text)
        life.clock.advance(apart)
    return "\n".join(reply.turn.text for reply in replies(await life.say(asked)))


@pytest.mark.parametrize(
    ("told", "asked", "answered"),
    [
        (["器械体操を教えてます。もとは鉄棒の選手", "腹へった"], "ルミナ、ぼくの得意種目いえる？", "鉄棒"),
        (["隣の畑は辻さん、裏の畑は槙さん", "裏はまた焚き火か。洗濯物がけむい"], "煙のぬし、苗字は？", "槙さん"),
    ],
)
async def test_what_is_asked_for_by_its_kind_is_quoted(life: Life, told: list[str], asked: str, answered: str) -> None:
    assert answered in await answer(life, told, asked)


async def test_the_month_of_a_year_gone_by_is_told_by_the_calendar(life: Life) -> None:
    month = f"{life.clock().year - 1}年3月"
    assert month in await answer(life, ["姉は去年の3月に店をたたんだ"], "姉が店をたたんだのはいつ？", timedelta(days=9))


async def test_who_was_never_told_of_is_not_answered_by_the_rest_of_the_family(life: Life) -> None:
    told = ["息子は小学3年生で、悠斗といいます", "うちは夫と3人暮らしです"]
    said = await answer(life, told, "私の父の名前は？")
    assert "悠斗" not in said
    assert "夫" not in said
    assert "悠斗" in await answer(life, [], "私の息子の名前は？")
