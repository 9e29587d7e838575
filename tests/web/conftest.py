"""One application, and one browser in front of it, for all tests of a module."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from harness.browser import Desk, desk
from harness.copies import copy_home
from harness.web import site


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    home = copy_home(untouched_home, tmp_path_factory.mktemp("web") / "home")
    async with site(home) as opened, desk(opened) as sitting:
        yield sitting
