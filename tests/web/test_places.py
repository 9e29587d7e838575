"""Where somebody gets by an address or a name: a room of any name, a page that there is not, a sign-in once more."""

from urllib.parse import quote

import pytest

from harness.browser import Desk, in_a_browser
from harness.life import ME

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

ROOMS = ("縁側", "tea / 茶? #1", "Zoë's")


@pytest.mark.parametrize("room", ROOMS)
async def test_a_room_of_any_name_is_opened_from_the_page_and_is_in_the_list(here: Desk, room: str) -> None:
    page = await here.open("/rooms/web")
    await page.get_by_text("Rooms", exact=True).click()
    await page.fill("[name=room]", room)
    await page.get_by_role("button", name="Open").click()
    await page.wait_for_url(f"**/rooms/{quote(room)}")
    assert room in await page.inner_text("h1")
    await page.get_by_text("Rooms", exact=True).click()
    assert await page.locator("header.room li a").all_inner_texts() == ["Talk", room]
    await page.close()


async def test_what_pops_up_closes_by_a_key_and_when_somebody_goes_on_elsewhere(here: Desk) -> None:
    page = await here.open("/rooms/web")
    opened = page.locator("header.room details[open]")
    await page.get_by_text("Rooms", exact=True).click()
    assert await opened.count() == 1
    await page.keyboard.press("Escape")
    assert await opened.count() == 0
    assert await page.evaluate("document.activeElement.tagName") == "SUMMARY"
    await page.get_by_text("Rooms", exact=True).click()
    await page.focus("#words")
    assert await opened.count() == 0
    await page.close()


async def test_a_command_of_the_command_line_is_not_said_to_anybody(here: Desk) -> None:
    page = await here.open("/rooms/quiet")
    for typed, stays in (("/help", ""), ("/retry", "/retry")):
        await page.fill("#words", typed)
        await page.press("#words", "Enter")
        await page.wait_for_selector("[data-help][open]")
        assert await page.input_value("#words") == stays
    assert await page.locator(".turn").count() == 0
    await page.close()


@pytest.mark.parametrize(("locale", "told"), [("en-GB", "no such page"), ("ja-JP", "このページはありません")])
async def test_an_address_of_nothing_says_so_in_words(here: Desk, locale: str, told: str) -> None:
    context = await here.another(locale=locale)
    page = await context.new_page()
    answer = await page.goto(f"{here.address}/nowhere")
    assert answer
    assert answer.status == 404
    assert told in await page.inner_text("main")
    assert await page.locator("nav a").count() > 5
    await context.close()


async def test_a_sign_in_address_opens_the_page_for_who_is_signed_in_and_only_once_for_others(here: Desk) -> None:
    secret = here.site.app.state.house.doors.make(ME, here.site.life.clock())
    for _ in range(2):
        page = await here.open(f"/sign-in?secret={secret}")
        assert "/rooms/" in page.url
        await page.close()
    context = await here.browser.new_context(locale="en-GB")
    page = await context.new_page()
    answer = await page.goto(f"{here.address}/sign-in?secret={secret}")
    assert answer
    assert answer.status == 401
    assert "used before" in await page.inner_text("main")
    assert "`" not in await page.inner_text("main")
    assert await page.locator("nav").count() == 0
    await context.close()


async def test_a_search_stays_in_the_address_and_says_what_it_did_not_find(here: Desk) -> None:
    page = await here.open("/memory")
    await page.fill("#search", "quaggaberry")
    await page.wait_for_selector("#rows >> text=No memory was found for “quaggaberry”")
    await page.reload()
    assert await page.input_value("#search") == "quaggaberry"
    assert "quaggaberry" in await page.inner_text("#rows")
    await page.goto(f"{here.address}/concepts?start=quaggaberry")
    await page.wait_for_selector("#shown >> text=Nothing is associated with “quaggaberry”")
    await page.fill("[name=start]", "zebrafern")
    await page.keyboard.press("Enter")
    await page.wait_for_selector("#shown >> text=zebrafern")
    assert "start=zebrafern" in page.url
    await page.close()
