"""What one meets who lives with the pages: a long life, a small phone, words from elsewhere, other moments."""

from datetime import timedelta
from typing import Any

import pytest
import pytest_asyncio

from harness.browser import Desk, answered, in_a_browser, say
from harness.life import ME, MORNING, line
from lumina.api.web import memories
from lumina.reports import ImportedTurn

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 780}}
SAID = ("I bought a kayak in Ystad.", "My tent leaks at the seams.", "The lighthouse stands on Hven island.")
GRAPH = """async ([module, count]) => {
    const { laidOut } = await import(module);
    const names = Array.from({ length: count }, (_, at) => `c${at}`);
    const bonds = names.flatMap((name, at) => [1, 7].map((by) => [name, names[(at + by) % count], 0.5]));
    const places = laidOut(names, bonds, 1.5);
    const far = (a, b) => Math.hypot(places.get(a).x - places.get(b).x, places.get(a).y - places.get(b).y);
    const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
    const near = mean(bonds.map(([a, b]) => far(a, b)));
    const any = mean(names.map((name, at) => far(name, names[(at * 7919 + 13) % count])));
    const again = laidOut(names, bonds, 1.5, places);
    const shift = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
    const moved = mean(names.map((name) => shift(again.get(name), places.get(name))));
    return { near, any, moved, numbers: [...places.values()].every((one) => Number.isFinite(one.x + one.y)) };
}"""


def told() -> list[ImportedTurn]:
    """A talk a week with somebody; the last word is the person's."""
    return [
        ImportedTurn(
            "Rin" if at % 2 else ME,
            "And then?" if at % 2 else f"{SAID[week % 3]} Week {week}, part {at}.",
            MORNING - timedelta(weeks=12 - week, minutes=-at),
            "",
            "harbour",
            f"harbour {week}",
        )
        for week in range(12)
        for at in range(9)
    ]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def here(here: Desk) -> Desk:
    await here.site.life.read_in(told())
    return here


async def test_what_came_in_as_a_transcript_is_not_said_to_wait_for_an_answer(here: Desk) -> None:
    page = await here.open("/rooms/harbour")
    assert await page.locator(".turn").count() >= 9
    assert await page.locator("[data-again]").is_hidden()
    assert (await page.inner_text("[data-status]")).strip() == ""
    await page.close()


async def test_on_a_phone_there_is_room_to_type_while_words_wait_for_an_answer(here: Desk) -> None:
    context = await here.another(**PHONE)
    page = await here.open("/rooms/small", context)
    await page.locator("[data-again]").evaluate("button => { button.hidden = false }")
    box = await page.locator("#words").bounding_box()
    assert box
    assert box["width"] > 160
    assert box["height"] < 80
    await context.close()


async def test_who_reads_what_was_said_before_is_not_torn_away_by_an_answer(here: Desk) -> None:
    page = await here.open("/rooms/harbour")
    await page.set_viewport_size({"width": 640, "height": 480})
    await page.locator(".talk").evaluate("log => { log.scrollTop = 0 }")
    await here.site.life.read_in([line("A last word from elsewhere.", 90, room="harbour", ref="late")])
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.wait_for_selector("text=A last word from elsewhere.", state="attached")
    assert await page.locator(".talk").evaluate("log => log.scrollTop") < 5
    await page.click("[data-latest]")
    left = await page.locator(".talk").evaluate("log => log.scrollHeight - log.clientHeight - log.scrollTop")
    assert left < 5
    assert await page.locator("[data-latest]").is_hidden()
    await page.close()


async def test_who_says_something_sees_the_answer_wherever_they_were(here: Desk) -> None:
    page = await here.open("/rooms/harbour")
    await page.set_viewport_size({"width": 640, "height": 480})
    before = await page.locator(".turn[data-role=character]").count()
    await page.locator(".talk").evaluate("log => { log.scrollTop = 0 }")
    await say(page, "I sold the kayak.")
    await answered(page, before + 1)
    left = await page.locator(".talk").evaluate("log => log.scrollHeight - log.clientHeight - log.scrollTop")
    assert left < 5
    await page.close()


async def test_all_memories_of_a_year_are_listed_however_many_there_are(
    here: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memories, "PAGE", 3)
    all_of_them = await here.site.life.lumina.memories.list(ME, tier=None, limit=500, offset=0)
    year = f"{min(row.state.born for row in all_of_them):%Y}"
    born = [row for row in all_of_them if f"{row.state.born.astimezone():%Y}" == year]
    page = await here.open(f"/memory?within={year}")
    assert len(born) > 6
    await page.wait_for_function(
        "count => { scrollTo(0, document.body.scrollHeight);"
        " return document.querySelectorAll('#rows .memory').length === count }",
        arg=len(born),
    )
    apart = await page.locator("#rows .rows").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).contentVisibility)"
    )
    assert apart == ["auto"] * -(-len(born) // 3)
    await page.close()


async def test_no_day_is_refused_in_one_line(here: Desk) -> None:
    answer = await here.context.request.get(f"{here.address}/memory?within=2026-13", headers={"Accept": "text/html"})
    assert answer.status == 400
    assert "names no day" in await answer.text()


async def test_the_associations_of_another_day_are_one_pull_away(here: Desk) -> None:
    page = await here.open("/concepts")
    await page.wait_for_selector("concept-graph[data-drawn]", state="attached")
    now = await page.locator("#shown tbody tr").count()
    scale = page.locator("day-slider input[type=range]")
    await scale.focus()
    await page.keyboard.press("Home")
    await page.wait_for_function(
        "now => document.querySelectorAll('#shown tbody tr').length < now"
        " && document.querySelector('concept-graph[data-drawn]')",
        arg=now,
    )
    assert await page.locator("#shown tbody tr").count() > 0
    assert str((MORNING - timedelta(weeks=12)).year) in await page.inner_text("day-slider output")
    await page.keyboard.press("End")
    await page.wait_for_function("now => document.querySelectorAll('#shown tbody tr').length === now", arg=now)
    assert await page.inner_text("day-slider output") == "Today"
    await page.close()


async def test_what_reminds_of_each_other_stands_near_and_a_picture_drawn_again_stays(here: Desk) -> None:
    page = await here.open("/concepts")
    module = await page.locator("script[src*='graph.js']").get_attribute("src")
    assert module
    found = await page.evaluate(GRAPH, [module.replace("graph.js", "layout.js"), 120])
    assert found["numbers"]
    assert found["near"] < 0.6 * found["any"]
    assert found["moved"] < 0.3 * found["any"]
    await page.close()


@pytest.mark.parametrize("path", ["/concepts", "/knowledge", "/memory"])
async def test_no_word_of_a_table_is_broken_letter_by_letter_on_a_phone(here: Desk, path: str) -> None:
    context = await here.another(**PHONE)
    page = await here.open(path, context)
    await page.wait_for_load_state("networkidle")
    heights = await page.locator("th").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert all(height < 60 for height in heights), heights
    await context.close()


async def test_nothing_of_all_that_made_the_console_complain(here: Desk) -> None:
    assert here.complaints == []
