"""`python -m bench.pages`: what the pages cost in Chromium, over a made-up life (`--memories`).

First paint, when all is there, bytes on their way and what shifts afterwards, of each page on the first visit after the
start; how long `lumina serve` lets somebody wait meanwhile; the picture of 500 associations; and a list of memories
that is scrolled to its end. Beside the wall stands the processor time of the page's own thread: on a machine that
others use, too, that is what tells.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, async_playwright
from rich.console import Console
from rich.table import Table

from bench.folder import prepared
from bench.serving import Server, serving
from bench.usage import percentile
from harness.browser import CHROMIUM, FLAGS
from harness.copies import copy_home
from harness.made_up import PERSON

PATIENCE: Final = 300_000
"""Milliseconds that a page may take while others use the machine, until nothing is measured."""

FIRST_SECONDS: Final = 110.0
"""So long after its start `lumina serve` has work of its own: what waits for it from before."""

PAGES: Final = ("/rooms/web", "/memory", "/me", "/concepts", "/settings")
TARGETS: Final[Mapping[str, float]] = {
    "first paint, the slowest page (ms)": 500,
    "the longest wait for an answer meanwhile (ms)": 100,
    "transferred, the heaviest page (kB)": 300,
    "shifted, the worst page": 0.01,
    "500 associations drawn (ms)": 1_000,
    "scrolling, the longest pause (ms)": 100,
}
THERE: Final = """() => !document.querySelector("[aria-busy=true]") && performance.now()"""
OBSERVED: Final = """() => new Promise((done) => {
    let shifted = 0;
    const observer = new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) shifted += one.value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    setTimeout(() => done([paint ? paint.startTime : -1, shifted]), 1000);
})"""
SCROLLED: Final = """(most) => new Promise((done) => {
    let longest = 0, last = performance.now(), still = 0, frames = 0;
    const step = (now) => {
        longest = Math.max(longest, now - last);
        last = now;
        frames += 1;
        const before = scrollY;
        scrollBy(0, 400);
        still = scrollY === before ? still + 1 : 0;
        if (still > 90 || frames > most) done([longest, document.querySelectorAll(".memory").length, frames]);
        else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""
NAMES: Final = [f"concept {number}" for number in range(500)]
DRAWN: Final = """async ([module, names]) => {
    const nodes = names.map((id, at) => ({ id, mentions: 1 + (at % 9), depth: 0 }));
    const other = (at) => names[at % names.length];
    const edges = names.flatMap((a, at) => [1, 7].map((by) => ({ a, b: other(at + by), strength: 0.5 })));
    await import(module);
    const old = document.querySelector("concept-graph");
    const graph = document.createElement("concept-graph");
    graph.innerHTML = '<div class="canvas"></div><script type="application/json"></' + 'script>';
    graph.querySelector("script").textContent = JSON.stringify({ nodes, edges });
    const began = performance.now();
    old.replaceWith(graph);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return performance.now() - began;
}"""

Figures = dict[str, float]


@asynccontextmanager
async def window(server: Server) -> AsyncGenerator[Page]:
    """A browser that is signed in."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        context = await browser.new_context(extra_http_headers={"Authorization": f"Bearer {server.secret}"})
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        yield page
        await browser.close()


def _count(sizes: list[float], event: Any) -> None:
    sizes.append(event["encodedDataLength"])


async def busy(protocol: Any) -> float:
    """Milliseconds of the processor that the page's thread has used."""
    found = (await protocol.send("Performance.getMetrics"))["metrics"]
    return 1000 * next(one["value"] for one in found if one["name"] == "TaskDuration")


async def visit(server: Server, path: str) -> Figures:
    """With nothing kept from before."""
    async with window(server) as page:
        protocol: Any = await page.context.new_cdp_session(page)
        sizes: list[float] = []
        await protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        await protocol.send("Network.enable")
        protocol.on("Network.loadingFinished", partial(_count, sizes))
        await page.goto(server.url + path)
        there = await (await page.wait_for_function(THERE)).json_value()
        await page.wait_for_load_state("networkidle")
        paint, shifted = await page.evaluate(OBSERVED)
        sent = sum(sizes) / 1000
        return {"paint": paint, "there": there, "kB": sent, "shifted": shifted, "busy": await busy(protocol)}


async def waits(server: Server, until: float) -> list[float]:
    """How long somebody waits, who asks again and again whether it lives, in milliseconds, the shortest first."""
    took = list[float]()
    async with server.client() as client:
        while (began := time.perf_counter()) < until:
            await client.get("/api/health/live")
            took.append(1e3 * (time.perf_counter() - began))
            await asyncio.sleep(0.02)
    return sorted(took)


async def first_visits(server: Server) -> tuple[dict[str, Figures], list[float]]:
    """What each page costs as soon as it can be opened, and how long who asks meanwhile waits."""
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(waits(server, time.perf_counter() + FIRST_SECONDS))
        visits = {path: await visit(server, path) for path in PAGES}
    return visits, waiting.result()


async def draw(server: Server) -> Figures:
    async with window(server) as page:
        protocol: Any = await page.context.new_cdp_session(page)
        await protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.goto(f"{server.url}/concepts")
        await page.wait_for_selector("concept-graph[data-drawn]")
        module = await page.locator("script[src*='graph.js']").get_attribute("src")
        before = await busy(protocol)
        took = await page.evaluate(DRAWN, [module, NAMES])
        return {"drawn": took, "busy": await busy(protocol) - before}


async def scroll(server: Server) -> Figures:
    async with window(server) as page:
        protocol: Any = await page.context.new_cdp_session(page)
        await protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
        await page.goto(f"{server.url}/memory")
        await page.wait_for_load_state("networkidle")
        before = await busy(protocol)
        longest, shown, frames = await page.evaluate(SCROLLED, 20_000)
        return {"longest": longest, "shown": shown, "busy": (await busy(protocol) - before) / frames}


async def measure(memories: int) -> Figures:
    made = await prepared(memories, brief=True)
    with tempfile.TemporaryDirectory(prefix="lumina-pages-") as folder:
        home = copy_home(made, Path(folder) / "home")
        async with serving(home, LUMINA_USER=PERSON) as server:
            opened, waited = await first_visits(server)
            drawn, scrolled = await draw(server), await scroll(server)
    visits = opened.values()
    return {
        **{f"first paint, {path} (ms)": one["paint"] for path, one in opened.items()},
        "first paint, the slowest page (ms)": max(one["paint"] for one in visits),
        "all is there, the slowest page (ms)": max(one["there"] for one in visits),
        "the longest wait for an answer meanwhile (ms)": waited[-1],
        "a wait for an answer meanwhile, 99 % (ms)": percentile(waited, 0.99),
        "transferred, the heaviest page (kB)": max(one["kB"] for one in visits),
        "shifted, the worst page": max(one["shifted"] for one in visits),
        "its thread, the busiest page (CPU ms)": max(one["busy"] for one in visits),
        "500 associations drawn (ms)": drawn["drawn"],
        "500 associations drawn (CPU ms)": drawn["busy"],
        "scrolling, memories shown": scrolled["shown"],
        "scrolling, the longest pause (ms)": scrolled["longest"],
        "scrolling, a frame (CPU ms)": scrolled["busy"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memories", type=int, default=10_000)
    found = asyncio.run(measure(parser.parse_args().memories))
    shown = Table("", "found", "target")
    for what, value in found.items():
        target = TARGETS.get(what)
        shown.add_row(what, f"{value:,.3g}", "" if target is None else f"≤ {target:g}")
    Console(width=120).print(shown)


if __name__ == "__main__":
    main()
