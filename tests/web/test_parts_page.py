"""A part is erased in a browser: shown first, then confirmed; and the receipt is proved there."""

import pytest

from harness.browser import Desk, in_a_browser
from harness.life import line

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]


async def texts(here: Desk) -> str:
    return "\n".join(turn.text for turn in await here.site.life.turns())


async def test_a_topic_is_shown_first_then_erased_and_its_receipt_is_proved(here: Desk) -> None:
    lines = ["I bought a green bicycle in Kyoto.", "The heron came back to the pond."]
    await here.site.life.read_in([line(text, at * 60) for at, text in enumerate(lines)])
    page = await here.open("/settings")
    await page.fill("[name=topic]", "bicycle")
    await page.click("form[hx-post='/person/erase/part'] button")
    await page.wait_for_selector("#erasing-part >> text=I bought a green bicycle")
    assert "heron" not in await page.inner_text("#erasing-part")
    assert "bicycle" in await texts(here)
    await page.check("#erasing-part input[type=checkbox]")
    await page.click("#erasing-part >> text=Erase now")
    await page.wait_for_selector("#erasing-part >> text=Receipt")
    assert "bicycle" not in await texts(here)
    assert "heron" in await texts(here)
    receipt = await page.inner_text("#erasing-part dd.mono")
    await page.fill("[name=receipt]", receipt)
    await page.fill("[name=words]", "I bought a green bicycle in Kyoto.")
    await page.click("text=Search now")
    await page.wait_for_selector("#proved >> text=Nothing of it was found")
    await page.fill("[name=words]", "The heron came back to the pond.")
    await page.fill("[name=receipt]", "no such thing")
    await page.click("text=Search now")
    await page.wait_for_selector("#notices .problem")
    await page.close()


async def test_a_fact_and_a_talk_are_erased_where_they_are_seen(here: Desk) -> None:
    await here.site.life.say("I live in Uji.")
    page = await here.open("/me")
    await page.locator(".fact", has_text="Uji").locator("summary").click()
    await page.locator(".fact", has_text="Uji").get_by_text("Erase it, and the words").click()
    await page.wait_for_selector(".erasing >> text=I live in Uji")
    await page.check(".erasing input[type=checkbox]")
    await page.click(".erasing >> text=Erase now")
    await page.wait_for_selector(".erasing >> text=Receipt")
    assert "Uji" not in await texts(here)
    await here.site.life.say("The heron is here again.")
    await here.site.life.distil_all()
    [*_, memory] = await here.site.life.states()
    await page.goto(f"{here.address}/memory/{memory.id}")
    await page.click("text=Erase this talk")
    await page.check(".erasing input[type=checkbox]")
    await page.click(".erasing >> text=Erase now")
    await page.wait_for_selector(".erasing >> text=Receipt")
    assert "heron is here again" not in await texts(here)
    await page.close()


async def test_what_is_asked_for_by_nothing_is_refused_in_one_line(here: Desk) -> None:
    page = await here.open("/settings")
    await page.click("form[hx-post='/person/erase/part'] button")
    await page.wait_for_selector("#erasing-part .problem >> text=some words, days, or a character")
    await page.close()


async def test_what_was_shown_cannot_be_erased_once_something_else_is_asked_for(here: Desk) -> None:
    await here.site.life.say("The kiln is warm.")
    page = await here.open("/settings")
    ask = page.locator("form[data-clears]")
    await ask.locator("[name=topic]").fill("kiln")
    await ask.locator("button").click()
    await page.wait_for_selector("#erasing-part >> text=Erase now")
    assert "2 turns" in await page.inner_text("#erasing-part")
    assert "duckdb" not in await page.inner_text("#erasing-part")
    await ask.locator("[name=topic]").fill("")
    assert await page.locator("#erasing-part > *").count() == 0
    await ask.locator("button").click()
    await page.wait_for_selector("#erasing-part .problem")
    assert await page.get_by_role("button", name="Erase now").count() == 0
    assert "kiln" in await texts(here)
    await page.close()
