"""Summaries read as somebody would tell them: what is quoted stands with what it answers, and what is told in few words
is whole."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from harness.life import Life, line, living
from lumina.distil.summaries.brief import reads_alone
from lumina.distil.summaries.told import text
from lumina.summaries import SummaryKind

DAY = 24 * 60


@pytest.mark.parametrize(
    "told",
    ["two tyres and", "it myself off a poster", "won't", "write myself", "Cat (cat)", "春の前にかー", "母（母）"],
)
def test_a_piece_of_a_sentence_is_not_told(told: str) -> None:
    assert not reads_alone(told)


@pytest.mark.parametrize(
    "told",
    ["Biscuit (cat)", "no car", "broke her hip", "getting married", "いま田辺の病院", "エナドリはもう飲まん", "子ども"],
)
def test_what_is_whole_is_told(told: str) -> None:
    assert reads_alone(told)


async def summaries(life: Life, kind: SummaryKind) -> dict[str, str]:
    life.clock.set(datetime(2026, 5, 20, tzinfo=UTC))
    await life.run("summaries")
    await life.lumina.tasks.run_due()
    return {one.about: text(one) for one in await life.lumina.summaries.all(life.person) if one.kind is kind}


async def test_a_reply_in_a_portrait_stands_with_what_it_answers(home: Path) -> None:
    asked = "So your sister Gemma will give Paddy a sibling?"
    async with living(home) as life:
        for day in range(3):
            await life.read_in(
                [
                    line(f"We had {('soup', 'pie', 'curry')[day]} with Liam.", day * DAY, thread=f"{day}"),
                    line(asked, day * DAY + 1, thread=f"{day}", speaker="lumina"),
                    line(f"No, Liam told us at the {('park', 'pub', 'zoo')[day]}.", day * DAY + 2, thread=f"{day}"),
                ]
            )
        told = await summaries(life, SummaryKind.PERSON)
        assert f"({asked}) “No, Liam told us" in told["Liam"]


async def test_no_talk_is_about_who_is_talked_to(home: Path) -> None:
    async with living(home) as life:
        for day in range(4):
            said = [f"ok nox, the garden shed got its {('door', 'roof', 'floor', 'lock')[day]} today."]
            said.append("nox can you be the judge of that shed.")
            await life.read_in([line(one, day * DAY + nr, thread=f"{day}") for nr, one in enumerate(said)])
            await life.read_in([line("Certainly.", day * DAY + 5, thread=f"{day}", speaker="nox")])
        told = await summaries(life, SummaryKind.TOPIC)
        assert "nox" not in told
        assert "judge" not in "".join(told.values())
        assert told
