"""A person in front of a browser: Debian's Chromium, driven over its own protocol."""

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

from harness.life import ME
from harness.waiting import LONGEST
from harness.web import Site, serving

CHROMIUM = shutil.which("chromium") or ""
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
FEW = ("--process-per-site",)
"""Windows of one person share a process, as long as one of them is open: each new process takes half a second of a
core."""

in_a_browser = pytest.mark.skipif(not CHROMIUM, reason="needs Chromium; Debian: apt install chromium")


@dataclass
class Desk:
    """Where the pages are, a browser that is signed in there, and what its console complained of."""

    site: Site
    address: str
    browser: Browser
    context: BrowserContext
    complaints: list[str] = field(default_factory=list[str])

    async def open(self, path: str = "/", context: BrowserContext | None = None) -> Page:
        """Another window."""
        page = await (context or self.context).new_page()
        page.set_default_timeout(1000 * LONGEST)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.goto(self.address + path)
        return page

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    async def another(self, **how: Any) -> BrowserContext:
        """A browser that is signed in, too, and shows the pages another way."""
        return await self.browser.new_context(storage_state=await self.context.storage_state(), **how)


@asynccontextmanager
async def chromium() -> AsyncGenerator[Browser]:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *FEW])
        yield browser
        await browser.close()


@asynccontextmanager
async def desk(opened: Site, browser: Browser) -> AsyncGenerator[Desk]:
    """Signed in by the address that the server would print, in a window that knows nothing of others; with all that is
    opened meanwhile it is closed."""
    async with serving(opened) as address:
        others = {*browser.contexts}
        context = await browser.new_context(locale="en-GB")
        sitting = Desk(opened, address, browser, context)
        secret = opened.app.state.house.doors.make(ME, opened.life.clock())
        page = await sitting.open(f"/sign-in?secret={secret}")
        await (await context.new_page()).goto(f"{address}/api/health/live")  # stays open: FEW
        await page.close()
        yield sitting
        for one in {*browser.contexts} - others:
            await one.close()


async def say(page: Page, text: str) -> None:
    """Type it and send it, as a person does."""
    await page.fill("#words", text)
    await page.press("#words", "Escape")
    await page.press("#words", "Enter")


async def answered(page: Page, count: int = 1) -> None:
    """Wait until so many answers are whole."""
    whole = ".turn[data-turn][data-role=character]"
    await page.wait_for_function(
        "([what, count]) => document.querySelectorAll(what).length >= count", arg=[whole, count]
    )
    await page.wait_for_selector("[data-send]:not([hidden])")


async def protocol_of(page: Page) -> Any:
    """Chromium's own protocol, by which an input method can compose."""
    return await page.context.new_cdp_session(page)
