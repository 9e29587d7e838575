"""One application for all tests of a module, and one browser for all modules: starting one takes 2 s of a core."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from harness.browser import Desk, chromium, desk
from harness.copies import copy_home
from harness.web import site


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    async with chromium() as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def here(
    untouched_home: Path, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> AsyncGenerator[Desk]:
    home = copy_home(untouched_home, tmp_path_factory.mktemp("web") / "home")
    async with site(home) as opened, desk(opened, browser) as sitting:
        yield sitting
