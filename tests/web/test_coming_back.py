"""Who comes back finds what is open, the words that they had begun, the days of the talk, and who spoke meanwhile."""

import pytest

from harness.browser import Desk, answered, in_a_browser, say
from harness.life import ME, line

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

HOURS = 60


async def test_what_is_open_is_offered_and_taken_up_with_a_click(here: Desk) -> None:
    said = line("My dentist appointment is next Tuesday.", -30 * HOURS, room="back", ref="a")
    await here.site.life.read_in([said])
    page = await here.open("/rooms/back")
    await page.click("[data-take-up] >> text=dentist")
    assert (await page.input_value("#words")).startswith("About “")
    await page.press("#words", "Enter")
    await answered(page)
    assert await page.locator("[data-take-up]").count() == 0
    await page.close()


async def test_nothing_is_offered_while_the_talk_goes_on(here: Desk) -> None:
    page = await here.open("/rooms/back")
    await page.wait_for_load_state("networkidle")
    assert await page.locator("[data-back]").count() == 0
    await page.close()


async def test_a_day_that_begins_is_written_above_what_is_said_on_it(here: Desk) -> None:
    await here.site.life.read_in([line("We planted the beans.", -50 * HOURS, room="days", ref="b")])
    page = await here.open("/rooms/days")
    assert await page.locator(".daybreak").count() == 0
    await say(page, "They came up today.")
    await answered(page)
    assert "May 4, 2026" in await page.inner_text(".daybreak")
    assert await page.locator(".daybreak").count() == 1
    await page.close()


async def test_words_that_were_begun_are_there_after_a_look_at_another_page_until_they_are_sent(here: Desk) -> None:
    page = await here.open("/rooms/draft")
    await page.fill("#words", "What I wanted to say about the beans")
    await page.goto(f"{here.address}/memory")
    await page.goto(f"{here.address}/rooms/elsewhere")
    assert await page.input_value("#words") == ""
    await page.goto(f"{here.address}/rooms/draft")
    assert await page.input_value("#words") == "What I wanted to say about the beans"
    await page.press("#words", "Enter")
    await answered(page)
    await page.reload()
    assert await page.input_value("#words") == ""
    await page.close()


async def test_the_name_of_the_window_says_that_something_was_said_while_one_looked_elsewhere(here: Desk) -> None:
    page = await here.open("/rooms/title")
    await page.wait_for_load_state("networkidle")
    await page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    await here.site.life.say("A word from another window.", room="title", person=ME)
    await page.wait_for_function("() => document.title.startsWith('● ')")
    await page.evaluate("delete document.hidden")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert not (await page.title()).startswith("●")
    await page.close()


async def test_what_came_to_mind_is_in_sight_once_it_is_opened(here: Desk) -> None:
    page = await here.open("/rooms/sight")
    await page.set_viewport_size({"width": 900, "height": 700})
    for count, words in enumerate(("Rin grows beans.", "Rin has a greenhouse.", "What does Rin grow?"), 1):
        await say(page, words)
        await answered(page, count)
    await page.locator(".turn details summary").last.click()
    await page.locator(".recalled .hit").first.wait_for()
    await page.wait_for_function(
        "() => { const hit = document.querySelector('.recalled .hit').getBoundingClientRect();"
        " const log = document.querySelector('.talk').getBoundingClientRect();"
        " return hit.top >= log.top && hit.top + 60 < log.bottom; }"
    )
    await page.close()


async def test_nothing_of_that_made_the_console_complain(here: Desk) -> None:
    assert here.complaints == []
