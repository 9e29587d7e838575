"""The settings that cannot change while LUMINA is open say how they are changed."""

import pytest

from harness.browser import Desk, in_a_browser

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]


async def test_another_embedder_is_had_by_commands_that_the_page_writes_down(here: Desk) -> None:
    page = await here.open("/settings")
    await page.fill("[name=embedder]", "sentence-transformers:a model")
    await page.click("[hx-get='/settings/embedder'] button")
    told = await page.locator("#embedding pre").inner_text()
    home = here.site.life.lumina.settings.home
    first, second = told.strip().split("\n")
    assert first == f"LUMINA_HOME={home} LUMINA_EMBEDDER='sentence-transformers:a model' lumina reembed"
    assert second.endswith("LUMINA_EMBEDDER='sentence-transformers:a model' lumina serve")
    await page.close()


async def test_the_embedder_in_use_needs_no_command_and_one_that_is_none_is_refused(here: Desk) -> None:
    page = await here.open("/settings")
    await page.click("[hx-get='/settings/embedder'] button")
    await page.wait_for_selector("#embedding >> text=That is the one in use.")
    await page.fill("[name=embedder]", "word2vec")
    await page.click("[hx-get='/settings/embedder'] button")
    await page.wait_for_selector(".problem")
    assert "there is no embedder 'word2vec'" in await page.locator(".problem").first.inner_text()
    await page.close()
