"""The demo's life, from the first visit: looked at apart from one's own, and left again. What weeks were about."""

import pytest

from harness.browser import Desk, in_a_browser
from harness.life import ME
from lumina.evaluation.demo import WHO

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_first_visit_offers_a_life_to_look_around_in_which_leads_back_and_comes_in_once(here: Desk) -> None:
    page = await here.open("/rooms/web")
    before = await here.site.life.stores.transcript.last(ME, "web", 10)
    await page.click("text=Look around in an example life")
    await page.wait_for_selector("text=You are looking around")
    await page.locator(".turn[data-role=person]").first.wait_for()
    assert await page.locator(".welcome .demo").count() == 0
    await page.goto(f"{here.address}/me")
    await page.wait_for_selector("[data-summed=week] .summed")
    weeks = page.locator("[data-summed=week] .summed")
    assert "The week from" in (await weeks.first.locator("h3").text_content() or "")  # far below: it is not drawn yet
    await weeks.first.locator("summary").click()
    assert await weeks.first.locator("blockquote").count() > 0
    await page.click("text=Back to mine")
    await page.wait_for_selector(".compose")
    await page.wait_for_function("() => !document.querySelector('.around')")
    assert await here.site.life.stores.transcript.last(ME, "web", 10) == before
    counted = await here.site.life.stores.transcript.counts(WHO)
    await page.goto(f"{here.address}/rooms/another")
    await page.click("text=Look around in an example life")
    await page.wait_for_selector("text=You are looking around")
    assert await here.site.life.stores.transcript.counts(WHO) == counted
    await page.close()
    assert here.complaints == []
