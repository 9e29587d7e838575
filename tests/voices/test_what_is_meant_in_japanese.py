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
