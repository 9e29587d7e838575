"""What a page weighs on its way, and whether anything moves once it is there."""

from typing import Any

import pytest

from harness.browser import Desk, answered, in_a_browser, protocol_of, say

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

MOST = 300_000
"""Bytes that a page may need on the first visit."""

SHIFTS = """() => new Promise((done) => {
    let shifted = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(shifted), 1500);
})"""


async def test_a_first_visit_is_light_and_nothing_shifts(here: Desk) -> None:
    page = await here.open("/rooms/light")
    await say(page, "I like green tea.")
    await answered(page)
    await page.close()
    for path in ("/rooms/light", "/rooms/nobody", "/memory", "/me", "/settings", "/concepts"):
        context = await here.another()
        page = await context.new_page()
        protocol, sizes = await protocol_of(page), list[float]()

        def count(event: Any, sizes: list[float] = sizes) -> None:
            sizes.append(event["encodedDataLength"])

        protocol.on("Network.loadingFinished", count)
        await protocol.send("Network.enable")
        await page.goto(here.address + path)
        await page.wait_for_load_state("networkidle")
        shifted = await page.evaluate(SHIFTS)
        assert 5_000 < sum(sizes) <= MOST, (path, sum(sizes))
        assert shifted < 0.01, (path, shifted)
        await context.close()
