"""Images in a talk: chosen, pasted and dropped; shown, kept with the person, taken along, and gone with them."""

import base64
import io
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import PIL.Image
import pytest
import pytest_asyncio
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import HumanMessage

from harness.browser import Desk, answered, in_a_browser, say
from harness.copies import copy_home
from harness.life import ME
from harness.web import Site, bearer, site
from lumina.dialogue.showing import showing
from lumina.images import KINDS, read_image
from lumina.transfer.package import read_package
from lumina.voices.chat import sees

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAME = "<img src=x onerror=\"document.title='owned'\">.png"
DROP = """([name, data]) => {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const carried = new DataTransfer();
    carried.items.add(new File([bytes], name, { type: "image/png" }));
    for (const [kind, where] of [["paste", document.querySelector("#words")], ["drop", document.body]]) {
        const event = kind === "paste" ? new ClipboardEvent(kind, { clipboardData: carried, bubbles: true })
            : new DragEvent(kind, { dataTransfer: carried, bubbles: true });
        where.dispatchEvent(event);
    }
}"""


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), **more: Any) -> bytes:
    packed = io.BytesIO()
    PIL.Image.new("RGB", size, "teal").save(packed, format=kind, **more)
    return packed.getvalue()


def sent(content: bytes, name: str = "heron.png", kind: str = "") -> dict[str, str]:
    return {"name": name, "kind": kind, "data": base64.b64encode(content).decode()}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def place(untouched_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Site]:
    async with site(copy_home(untouched_home, tmp_path_factory.mktemp("images") / "home")) as opened:
        yield opened


@in_a_browser
async def test_what_is_chosen_pasted_and_dropped_is_shown_with_the_words_and_does_nothing(here: Desk) -> None:
    page = await here.open("/rooms/pictures")
    content = {"name": NAME, "mimeType": "image/png", "buffer": picture()}
    await page.set_input_files("[data-attach]", [content])  # pyright: ignore[reportArgumentType]
    await page.evaluate(DROP, [NAME, base64.b64encode(picture()).decode()])
    assert await page.locator("[data-shown] img").count() == 3
    await page.locator("[data-shown] button").first.click()
    assert await page.locator("[data-shown] img").count() == 2
    await say(page, "The heron at the pond.")
    await answered(page)
    for _ in range(2):
        shown = page.locator(".turn[data-role=person] .images img")
        assert await shown.count() == 2
        assert await shown.first.get_attribute("alt") == NAME
        await page.wait_for_function("() => document.querySelector('.images img').naturalWidth === 60")
        assert await page.title() != "owned"
        await page.reload()
    assert await page.locator("[data-shown] img").count() == 0
    await page.close()
    assert here.complaints == []


async def test_an_image_is_kept_taken_along_brought_in_and_erased(place: Site, tmp_path: Path) -> None:
    await place.say("", images=[sent(picture("JPEG", exif=_placed()), "heron.jpg", "image/jpeg")])
    [turn, _] = await place.life.stores.transcript.last(ME, "web", 2)
    assert turn.text == "(image: heron.jpg)"
    [about] = (await place.client.get(f"/api/turns/{turn.id}/images")).json()["images"]
    got = await place.client.get(f"/api/images/{about['id']}")
    assert got.headers["content-type"] == "image/jpeg"
    assert not PIL.Image.open(io.BytesIO(got.content)).getexif()
    other = bearer(await place.token("rin"))
    assert (await place.client.get(f"/api/images/{about['id']}", headers=other)).status_code == 404
    lumina = place.life.lumina
    await lumina.transfer.export(ME, tmp_path / "export")
    erased = await lumina.erasure.erase(ME, (await lumina.erasure.preview(ME)).token, "test")
    assert erased.erased["images"] == 1
    assert sum(erased.residue.values()) == 0
    place.client.headers.update(bearer(await place.token(ME)))
    assert (await place.client.get(f"/api/images/{about['id']}")).status_code == 404
    await lumina.transfer.take_in(read_package(tmp_path / "export"), person=ME, progress=lambda _: None)
    kept = await place.life.stores.images.all(ME)
    assert [image.content for images in kept.values() for image in images] == [got.content]


async def test_lies_bombs_and_what_is_no_image_are_refused_in_one_line(place: Site) -> None:
    place.client.headers.update(bearer(await place.token(ME)))
    before = await place.life.stores.transcript.counts(ME)
    bomb = picture(size=(9000, 9000))
    refused = (
        (sent(picture("GIF"), kind="image/png"), "said to be image/png, and is image/gif"),
        (sent(b"<svg onload=alert(1)>" * 9), "no PNG"),
        (sent(picture()[:60]), "damaged"),
        (sent(bomb), "9000 x 9000 pixels"),
        (sent(b"x" * 8_000_001), "8000001 bytes"),
        ({"name": "a.png", "data": "%%%"}, "base64"),
        (sent(picture(), name="a\nb.png"), "cannot be called so"),
    )
    for image, why in refused:
        answer = await place.client.post("/api/chat", json={"user_text": "look", "images": [image]})
        assert answer.status_code == 400, why
        assert why in answer.json()["detail"]
        assert "\n" not in answer.json()["detail"]
    assert await place.life.stores.transcript.counts(ME) == before


async def test_a_model_that_sees_gets_the_bytes_and_one_that_does_not_the_name() -> None:
    image = read_image("heron.png", "", base64.b64encode(picture()).decode())
    blind = GenericFakeChatModel(messages=iter([]))
    seeing = blind.model_copy(update={"profile": {"image_inputs": True}})
    assert (sees(blind), sees(seeing)) == (False, True)
    [message] = showing([HumanMessage("look")], [image])
    assert [block["type"] for block in message.content_blocks] == ["text", "image"]
    assert showing([HumanMessage("look")], []) == [HumanMessage("look")]
    assert {read_image("a", "", base64.b64encode(picture(kind)).decode()).kind for kind in KINDS} == {
        "image/png",
        "image/jpeg",
        "image/webp",
    }


def _placed() -> PIL.Image.Exif:
    exif = PIL.Image.Exif()
    exif[0x010F] = "a camera"
    return exif
