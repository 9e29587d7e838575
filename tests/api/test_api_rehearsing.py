"""What the first visit would wait for is done before."""

from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from harness.copies import copy_home
from harness.web import site
from lumina.api.rehearsing import rehearse
from lumina.api.web import shown
from lumina.api.web.assets import assets
from lumina.telling import words


async def test_after_the_rehearsal_no_route_and_no_template_is_read_for_who_comes_first(
    untouched_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kept in (assets, words._table):  # pyright: ignore[reportPrivateUsage]
        kept.cache_clear()
    async with site(copy_home(untouched_home, tmp_path / "home")) as here:
        await rehearse(here.app)
        assert assets.cache_info().currsize == 1
        read = words._table.cache_info().misses  # pyright: ignore[reportPrivateUsage]
        made = list[object]()
        before: Any = cast("Any", TypeAdapter).__init__

        def noted(self: Any, *arguments: Any, **named: Any) -> None:
            made.append(self)
            before(self, *arguments, **named)

        monkeypatch.setattr(TypeAdapter, "__init__", noted)
        answer = await here.client.get("/api/nowhere/at/all")
        assert answer.status_code == 404
        assert made == []
        await here.client.get("/rooms/cli")
        assert words._table.cache_info().misses == read  # pyright: ignore[reportPrivateUsage]
    environment = shown._environment()  # pyright: ignore[reportPrivateUsage]
    assert len(environment.cache or ()) >= len(environment.list_templates(extensions=["html"]))
