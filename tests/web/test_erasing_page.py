"""A person erased in a browser."""

import pytest

from harness.browser import Desk, in_a_browser

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]


async def test_erasing_takes_two_steps_and_leaves_a_receipt(here: Desk) -> None:
    await here.site.life.say("I bought a green bicycle in Kyoto.")
    page = await here.open("/settings")
    await page.click("#erasing >> text=See what would be erased")
    await page.check("#erasing input[type=checkbox]")
    await page.click("text=Erase now")
    await page.wait_for_selector("#erasing >> text=Receipt")
    assert "no store has anything" in await page.inner_text("#erasing .notice")
    assert "written anew" in await page.inner_text("#erasing")
    assert await here.site.life.turns() == []
    await page.close()
