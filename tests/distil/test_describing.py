"""Images are described by a model that sees, in the background, and found by what they show."""

import asyncio
import base64
import io
import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import PIL.Image
import pytest

from harness.life import ME, Life, living, replies
from harness.openai_server import Handler, OpenAIServer, Respond, fails, running_openai_server, says
from lumina.erasure.part import Part
from lumina.errors import PersonErased
from lumina.images import Image, read_image
from lumina.transfer.package import read_package

SEEN = "A grey heron stands on one leg in a garden pond.\nA sign reads: KEEP OUT."
ASKED = "Which bird stood in the pond?"


def picture(name: str = "IMG_0117.png") -> Image:
    packed = io.BytesIO()
    PIL.Image.new("RGB", (60, 40), "teal").save(packed, format="PNG")
    return read_image(name, "", base64.b64encode(packed.getvalue()).decode())


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_openai_server() as running:
        yield running


@asynccontextmanager
async def seeing(home: Path, server: OpenAIServer, *script: Respond) -> AsyncGenerator[Life]:
    """A life whose characters speak without a model, and in which one sees."""
    server.will(*script)
    told: dict[str, Any] = {"vision_model": "openai:scripted", "provider_base_urls": f"openai={server.base_url}"}
    async with living(home, **told) as life:
        yield life


async def show(life: Life, text: str = "Look what was here this morning!") -> str:
    """What is answered."""
    running = await life.talk.begin(text, person=life.person, room=life.room, images=[picture()])
    events = [event async for event in running.events()]
    await life.parts.flusher.settle()
    return replies(events)[0].turn.text


async def quotes(life: Life, query: str = ASKED) -> str:
    return (await life.recall(query, turns=True)).pack.text


async def test_an_image_is_described_after_the_answer_and_found_by_what_it_shows(home: Path, server: OpenAIServer):
    async with seeing(home, server, says(SEEN)) as life:
        assert "IMG" not in await show(life)
        assert server.requests == []
        assert "heron" not in await quotes(life)
        await life.lumina.tasks.run_due()
        [asked] = server.requests
        [block] = asked["body"]["messages"][-1]["content"]
        assert block["image_url"]["url"].startswith("data:image/png;base64,")
        assert "heron" in await quotes(life)
        await life.lumina.tasks.run_due()
        assert len(server.requests) == 1
        [said, *_] = await life.turns()
        assert said.text == "Look what was here this morning!\n(image: IMG_0117.png)"


@pytest.mark.parametrize("first", ["distilled", "described"])
async def test_a_memory_is_found_by_its_image_whichever_came_first(home: Path, server: OpenAIServer, first: str):
    async with seeing(home, server, says(SEEN)) as life:
        await show(life)
        for step in (first, "distilled", "described"):
            await (life.distil_all() if step == "distilled" else life.lumina.tasks.run_due())
        found = await life.recall(ASKED)
        assert found.hits[0].memory == (await life.states())[0].id
        assert "A grey heron stands on one leg in a garden pond. A sign reads: KEEP OUT." in found.pack.text


async def test_a_model_that_fails_is_asked_again_and_nobody_waits_for_it(home: Path, server: OpenAIServer):
    async with seeing(home, server, fails(400, "secret words"), says(SEEN)) as life:
        await show(life)
        await life.lumina.tasks.run_due()
        [failed] = await life.lumina.tasks.failed()
        assert failed.task == "describe"
        assert "secret" not in failed.cause
        assert "heron" not in await quotes(life)
        await life.lumina.tasks.retry("all")
        await life.lumina.tasks.run_due()
        assert "heron" in await quotes(life)
        assert await life.lumina.tasks.failed() == []


async def test_without_a_model_that_sees_nothing_is_asked_for(home: Path, server: OpenAIServer):
    async with living(home, model="openai:scripted", model_base_url=server.base_url) as life:
        await show(life)
        await life.lumina.tasks.run_due()
        sent = json.dumps([one["body"]["messages"] for one in server.requests])
        assert "base64" not in sent
        assert await life.lumina.tasks.failed() == []


async def test_what_was_shown_before_any_model_saw_is_described_once_one_does(home: Path, server: OpenAIServer):
    async with living(home) as life:
        await show(life)
    async with seeing(home, server, fails(400, "busy"), says(SEEN)) as life:
        await life.lumina.jobs.run("reconcile")
        await life.lumina.tasks.run_due()
        await life.lumina.jobs.run("reconcile")
        [failed] = await life.lumina.tasks.failed()
        assert (failed.task, len(server.requests)) == ("describe", 1)
        await life.lumina.tasks.retry("all")
        await life.lumina.tasks.run_due()
        assert "heron" in await quotes(life)
        [report] = await life.lumina.jobs.run("reconcile")
        assert "to be described" not in {name for name, count in report.counts.items() if count}
        assert len(server.requests) == 2


async def test_it_is_described_as_soon_as_a_setting_names_a_model_that_sees(home: Path, server: OpenAIServer):
    async with living(home, provider_base_urls=f"openai={server.base_url}") as life:
        await show(life)
        server.will(says(SEEN))
        await life.lumina.change(budget="1400")
        await life.lumina.tasks.run_due()
        assert server.requests == []
        await life.lumina.change(vision_model="openai:scripted")
        await life.lumina.tasks.run_due()
        assert "heron" in await quotes(life)
        await life.lumina.change(vision_model="openai:scripted")
        await life.lumina.tasks.run_due()
        assert len(server.requests) == 1


async def test_who_is_erased_while_a_model_looks_leaves_nothing(home: Path, server: OpenAIServer):
    async with seeing(home, server, says(SEEN)) as life:
        await show(life)
        [turn, *_] = await life.turns()
        epoch = await life.stores.database.epoch(ME)
        lumina, loop = life.lumina, asyncio.get_running_loop()

        def erasing(handler: Handler, request: Mapping[str, Any]) -> None:
            async def erase() -> None:
                await lumina.erasure.erase(ME, (await lumina.erasure.preview(ME)).token, "test")

            asyncio.run_coroutine_threadsafe(erase(), loop).result()
            says(SEEN)(handler, request)

        server.will(erasing)
        with pytest.raises(PersonErased):
            await life.parts.describer.describe(ME, turn.id, epoch)
        assert await life.stores.images.about(ME) == []


async def test_a_description_goes_along_comes_back_and_is_erased(home: Path, server: OpenAIServer, tmp_path: Path):
    async with seeing(home, server, says(SEEN)) as life:
        await show(life)
        await life.lumina.tasks.run_due()
        await life.distil_all()
        await life.lumina.transfer.export(ME, tmp_path / "export")
        [row] = map(json.loads, (tmp_path / "export" / "images.jsonl").read_text(encoding="utf-8").splitlines())
        assert row["description"].startswith("A grey heron")
        assert "A grey heron" in (tmp_path / "export" / "life.html").read_text(encoding="utf-8")
        erased = await life.lumina.erasure.erase(ME, (await life.lumina.erasure.preview(ME)).token, "test")
        assert sum(erased.residue.values()) == 0
        assert "heron" not in await quotes(life)
        await life.lumina.transfer.take_in(read_package(tmp_path / "export"), person=ME, progress=lambda _: None)
        assert "heron" in await quotes(life)


async def test_what_an_image_shows_is_of_a_topic_that_is_erased(home: Path, server: OpenAIServer):
    async with seeing(home, server, says(SEEN)) as life:
        await show(life)
        await life.lumina.tasks.run_due()
        preview = await life.lumina.erasure.preview_part(ME, Part(topic="heron"))
        assert preview.would_erase["images"] == 1
