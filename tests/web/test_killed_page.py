"""`lumina serve` is killed in the midst of an answer, and started again; the page was open all the while."""

import asyncio
import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from harness.browser import CHROMIUM, FLAGS, in_a_browser, say
from harness.commands import ROOT
from harness.copies import copy_home
from harness.forking import Command
from harness.openai_server import is_silent_after, running_openai_server, says
from harness.waiting import LONGEST

pytestmark = [in_a_browser, pytest.mark.asyncio]


@dataclass(frozen=True)
class Served:
    process: Command
    address: str


@asynccontextmanager
async def serving(home: Path, model: str, port: str = "0") -> AsyncGenerator[Served]:
    """A process of its own, and the address that it prints."""
    told = {"LUMINA_HOME": str(home), "LUMINA_LANGUAGE": "en", "LUMINA_USER": "葵", "LUMINA_MODEL": "openai:scripted"}
    environment = os.environ | told | {"LUMINA_MODEL_BASE_URL": model, "OPENAI_API_KEY": "none"}
    begin = partial(Command.begin, "serve", "--port", port, environment=environment, cwd=ROOT)
    with await asyncio.to_thread(begin) as process:
        try:
            while line := await asyncio.to_thread(process.stderr.readline):
                if found := re.search(r"http://\S+secret=[\w-]+", line):
                    yield Served(process, found[0])
                    return
            raise RuntimeError("lumina serve did not begin")
        finally:
            process.kill()


async def test_killed_in_the_midst_of_an_answer_what_was_said_is_there_once_and_can_be_answered(
    untouched_home: Path, tmp_path: Path
) -> None:
    home = copy_home(untouched_home, tmp_path / "home")
    with running_openai_server() as model:
        model.will(is_silent_after("Well, "))
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            page = await (await browser.new_context(locale="en-GB")).new_page()
            page.set_default_timeout(1000 * LONGEST)
            async with serving(home, model.base_url) as first:
                await page.goto(first.address)
                await say(page, "The heron came back to the pond.")
                await page.wait_for_selector("[data-streaming], .turn[data-turn]")
                first.process.kill()
                await asyncio.to_thread(first.process.wait)
                await page.wait_for_selector("[data-send]:not([hidden])")
            port = re.findall(r":(\d+)/", first.address)[0]
            model.will(says("A heron, how lovely."))
            async with serving(home, model.base_url, port):
                await page.wait_for_selector("text=Your last words have no complete answer")
                said = page.locator(".turn[data-role=person] .said")
                assert await said.all_inner_texts() == ["The heron came back to the pond."]
                await page.click("[data-again]")
                await page.wait_for_selector("text=A heron, how lovely.")
                await page.reload()
                assert await said.all_inner_texts() == ["The heron came back to the pond."]
            await browser.close()
