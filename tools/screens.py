"""Pictures of the pages for docs/, taken in Chromium from what `lumina demo` made: `python -m tools.screens`."""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final = ROOT / "docs" / "pictures"
LUMINA: Final = ROOT / ".venv" / "bin" / "lumina"
FLAGS: Final = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
COLOURS: Final = 96
"""Of a picture: enough for pages, and a third of the bytes."""

ASKED: Final = {"ja": "机のこと、覚えている？", "en": "Do you remember the desk?"}
PLACES: Final[Mapping[str, str]] = {"memory": "/memory", "about-me": "/me", "associations": "/concepts"}


def made(folder: Path, language: str) -> Path:
    """A folder of the demo's."""
    environment = os.environ | {"LUMINA_LANGUAGE": language, "LUMINA_HOME": str(folder / "none")}
    home = folder / language
    subprocess.run([LUMINA, "demo", str(home)], env=environment, check=True, stdout=subprocess.DEVNULL)
    return home


async def served(home: Path, language: str) -> tuple[asyncio.subprocess.Process, str]:
    """`lumina serve`, and the address that it prints."""
    environment = os.environ | {"LUMINA_LANGUAGE": language, "LUMINA_HOME": str(home)}
    serving = await asyncio.create_subprocess_exec(
        str(LUMINA), "serve", "--port", "0", env=environment, stderr=asyncio.subprocess.PIPE
    )
    assert serving.stderr is not None
    while line := (await serving.stderr.readline()).decode():
        if found := re.search(r"http://\S+secret=[\w-]+", line):
            return serving, found[0]
    raise RuntimeError("lumina serve did not begin")


async def take(browser: Browser, address: str, language: str) -> None:
    """Talk on a wide page, the memory beside it, and the talk on a phone in the dark."""
    locale = {"ja": "ja-JP", "en": "en-GB"}[language]
    context = await browser.new_context(locale=locale, viewport={"width": 1200, "height": 800})
    page = await context.new_page()
    await page.goto(address)
    await page.fill("#words", ASKED[language])
    await page.press("#words", "Enter")
    await page.locator(".turn[data-turn][data-role=character]").first.wait_for()
    await page.locator("[data-send]:not([hidden])").wait_for()
    await page.locator(".turn details summary").first.click()
    await page.locator(".recalled .hit").first.wait_for()
    await shoot(page, f"talk.{language}")
    for name, path in PLACES.items():
        await page.goto(address.partition("/sign-in")[0] + path)
        await page.wait_for_load_state("networkidle")
        await page.wait_for_timeout(800)
        await shoot(page, f"{name}.{language}")
    state = await context.storage_state()
    phone = await browser.new_context(
        storage_state=state, locale=locale, color_scheme="dark", viewport={"width": 390, "height": 800}
    )
    page = await phone.new_page()
    await page.goto(address.partition("/sign-in")[0])
    await page.wait_for_load_state("networkidle")
    await shoot(page, f"phone.{language}")


async def shoot(page: Page, name: str) -> None:
    """With few colours, so that it stays small."""
    picture = Image.open(BytesIO(await page.screenshot())).convert("RGB").quantize(COLOURS)
    await asyncio.to_thread(picture.save, PICTURES / f"{name}.png", optimize=True)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            for language in ("ja", "en"):
                home = await asyncio.to_thread(made, Path(folder), language)
                serving, address = await served(home, language)
                await take(browser, address, language)
                serving.terminate()
                await serving.wait()
                sys.stdout.write(f"{language}\n")
            await browser.close()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(main())
