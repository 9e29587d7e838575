"""What takes long to gather comes after its page, and without scripts at a link."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from harness.copies import copy_home
from harness.life import ME, line
from harness.web import Site, bearer, site
from lumina.api.web import about

DAY = 24 * 60


@pytest_asyncio.fixture
async def read(untouched_home: Path, tmp_path: Path) -> AsyncGenerator[Site]:
    async with site(copy_home(untouched_home, tmp_path / "home")) as here:
        told = [
            line("I live in Uji.", 0),
            line("My sister Mio came with her dog.", DAY),
            line("We saw a heron.", 2 * DAY),
        ]
        await here.life.read_in(told)
        here.life.clock.advance(timedelta(days=30))
        here.client.headers.update(bearer(await here.token(ME)))
        yield here


async def shown(here: Site, path: str, **headers: str) -> str:
    answer = await here.client.get(path, headers={"Accept": "text/html", "Accept-Language": "en", **headers})
    assert answer.status_code == 200
    return answer.text


async def test_what_is_known_comes_after_the_page(read: Site) -> None:
    page = await shown(read, "/me")
    assert 'aria-busy="true"' in page
    assert 'role="status"' in page
    assert "Uji" not in page
    assert "Uji" in await shown(read, "/me/known")
    assert "Uji" in await shown(read, "/me?plain=true")
    assert '<a href="/me?plain=true">' in page


async def test_the_associations_come_after_the_page(read: Site) -> None:
    await read.life.distil_all()
    page = await shown(read, "/concepts")
    assert 'aria-busy="true"' in page
    assert "heron" not in page
    assert "heron" in await shown(read, "/concepts", **{"HX-Request": "true"})
    assert "heron" in await shown(read, "/concepts?plain=true")


async def test_summaries_that_take_long_are_not_waited_for(read: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(about, "SOON", 0.0)
    page = await shown(read, "/me/summaries")
    assert "being summed up" in page
    assert 'hx-trigger="load delay' in page
    monkeypatch.setattr(about, "SOON", None)
    page = await shown(read, "/me/summaries")
    assert "being summed up" not in page
    assert "Uji" in page
