"""The talk in a browser: answers stream, are stopped, outlive the page, and appear in other windows."""

import asyncio
import re
from pathlib import Path

import pytest

from harness.browser import Desk, answered, in_a_browser, protocol_of, say
from harness.life import ME, Scripted, scripted
from harness.waiting import until

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]


def speaking(here: Desk, model: Scripted) -> None:
    here.site.life.listen_to(model)
    object.__setattr__(here.site.life.lumina._parts, "talk", here.site.life.talk)  # pyright: ignore[reportPrivateUsage]


async def test_the_first_visit_says_what_it_is_and_offers_a_beginning(here: Desk) -> None:
    page = await here.open("/rooms/first")
    assert "three characters" in (await page.inner_text(".welcome h1")).lower()
    openers = page.locator("[data-opener]")
    assert await openers.count() == 3
    await openers.first.click()
    await answered(page)
    assert await page.locator(".welcome").count() == 0
    await page.close()


async def test_an_answer_comes_whole_says_why_who_speaks_and_is_there_after_a_reload(here: Desk) -> None:
    page = await here.open("/rooms/stream")
    await say(page, "@Nox hello there")
    await answered(page)
    turn = page.locator(".turn[data-speaker=nox]")
    assert "you spoke to Nox" in await turn.locator(".why").inner_text()
    kept = await turn.locator(".said").inner_text()
    await page.reload()
    assert await page.locator(".turn[data-speaker=nox] .said").inner_text() == kept
    assert await page.locator(".turn[data-speaker=nox] .why").inner_text() == "you spoke to Nox"
    assert await page.locator(".turn[data-role=person] .said").inner_text() == "@Nox hello there"
    await page.close()


async def test_why_somebody_speaks_is_said_in_the_language_of_the_page(here: Desk) -> None:
    page = await here.open("/rooms/language")
    await say(page, "@ノクス 今日は雨だね")
    await answered(page)
    assert await page.locator(".turn[data-speaker=nox] .why").inner_text() == "you spoke to Nox"
    await page.close()


async def test_what_is_whispered_only_one_hears_and_the_page_says_so(here: Desk) -> None:
    page = await here.open("/rooms/whisper")
    await say(page, "Good evening, everybody.")
    await answered(page)
    assert await page.locator("[data-whispered]").count() == 0
    await page.select_option("[data-to]", "nox")
    await say(page, "The word is lighthouse.")
    await answered(page, 2)
    for _ in range(2):
        marks = await page.locator("[data-whispered]").all_inner_texts()
        assert marks == ["whispered: only Nox heard this"] * 2
        assert await page.locator(".turn[data-role=character]").last.get_attribute("data-speaker") == "nox"
        await page.reload()
    turns = await here.site.life.stores.transcript.last(ME, "whisper", 2)
    assert {turn.witnesses for turn in turns} == {frozenset({ME, "nox"})}
    await page.close()


async def test_however_long_the_talk_the_place_to_type_stays_in_sight(here: Desk) -> None:
    page = await here.open("/rooms/long")
    await page.set_viewport_size({"width": 640, "height": 440})
    for said in ("I live in Leeds.", "My cat is called Sora.", "Where do I live?"):
        await say(page, said)
        await answered(page)
        box = await page.locator(".compose").bounding_box()
        assert box
        assert box["y"] + box["height"] <= 440
        assert await page.evaluate("document.scrollingElement.scrollTop") == 0
    await page.close()


async def test_what_is_said_in_one_window_appears_in_the_other(here: Desk) -> None:
    one, other = await here.open("/rooms/two"), await here.open("/rooms/two")
    await say(one, "Is anybody there? 🙂")
    await answered(one)
    await other.bring_to_front()
    await answered(other)
    assert await other.locator(".turn[data-role=person] .said").inner_text() == "Is anybody there? 🙂"
    why = await one.locator(".turn[data-role=character] .why").inner_text()
    assert why
    assert await other.locator(".turn[data-role=character] .why").inner_text() == why
    await asyncio.gather(one.close(), other.close())


async def test_a_second_window_is_told_and_does_not_ask(here: Desk) -> None:
    one, other = await here.open("/rooms/told"), await here.open("/rooms/told")
    await say(one, "First.")
    await answered(other)
    asked = list[str]()
    other.on("request", lambda request: asked.append(request.url))

    async def is_quiet() -> bool:
        asked.clear()
        await asyncio.sleep(3)
        return not asked

    await until(is_quiet)  # what it was told of last, it may still be fetching
    before, held = here.site.life.talk, asyncio.Event()
    speaking(here, scripted("the beginning and the end", held=held, begins=9))
    await say(one, "@Nox again")
    await other.wait_for_selector("[data-streaming]")
    held.set()
    await answered(other, 2)
    assert await other.locator(".turn[data-speaker=nox] .said").last.inner_text() == "the beginning and the end"
    assert await other.locator("[data-turn]").count() == await one.locator("[data-turn]").count() == 4
    await asyncio.gather(one.close(), other.close())
    object.__setattr__(here.site.life.lumina._parts, "talk", before)  # pyright: ignore[reportPrivateUsage]


async def test_an_answer_is_stopped_and_asked_for_again(here: Desk) -> None:
    before = here.site.life.talk
    speaking(here, scripted("one two three four five", held=asyncio.Event(), begins=7))
    page = await here.open("/rooms/stop")
    await say(page, "@Nox count")
    await page.wait_for_selector("[data-streaming]")
    await page.click("[data-stop]")
    await page.wait_for_selector(".turn.failed")
    speaking(here, scripted("one to five"))
    await page.click("[data-again]")
    await page.wait_for_selector("text=one to five")
    await page.close()
    object.__setattr__(here.site.life.lumina._parts, "talk", before)  # pyright: ignore[reportPrivateUsage]


async def test_a_page_that_is_reloaded_in_mid_stream_hears_the_rest(here: Desk) -> None:
    before, held = here.site.life.talk, asyncio.Event()
    speaking(here, scripted("the beginning and the end", held=held, begins=9))
    page = await here.open("/rooms/reload")
    await say(page, "@Nox tell me")
    await page.wait_for_selector("[data-streaming]")
    await page.reload()
    await page.wait_for_selector("[data-streaming]")
    held.set()
    await answered(page)
    assert await page.locator(".turn[data-speaker=nox] .said").inner_text() == "the beginning and the end"
    await page.close()
    object.__setattr__(here.site.life.lumina._parts, "talk", before)  # pyright: ignore[reportPrivateUsage]


async def test_enter_while_an_input_method_composes_sends_nothing(here: Desk) -> None:
    page = await here.open("/rooms/ime")
    protocol = await protocol_of(page)
    await page.focus("#words")
    await protocol.send("Input.imeSetComposition", {"text": "にほんご", "selectionStart": 4, "selectionEnd": 4})
    composing = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229}
    await protocol.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **composing})
    await protocol.send("Input.dispatchKeyEvent", {"type": "keyUp", **composing})
    assert await page.locator(".turn").count() == 0
    await protocol.send("Input.insertText", {"text": "日本語"})
    assert await page.input_value("#words") == "日本語"
    await page.keyboard.press("Enter")
    await answered(page)
    assert await page.locator(".turn[data-role=person] .said").inner_text() == "日本語"
    await page.close()


async def test_enter_while_composing_a_name_chooses_nobody_and_afterwards_does(here: Desk) -> None:
    page = await here.open("/rooms/ime-names")
    protocol = await protocol_of(page)
    await page.focus("#words")
    await page.keyboard.type("@")
    await page.wait_for_selector("#mentions:not([hidden])")
    await protocol.send("Input.imeSetComposition", {"text": "c", "selectionStart": 1, "selectionEnd": 1})
    composing = {"key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229}
    await protocol.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **composing})
    assert await page.input_value("#words") == "@c"
    await protocol.send("Input.insertText", {"text": "cl"})
    await page.keyboard.press("Enter")
    assert await page.input_value("#words") == "@Clarisse "
    assert await page.locator(".turn").count() == 0
    await page.close()


async def test_the_keyboard_alone_is_enough_to_talk(here: Desk) -> None:
    page = await here.open("/rooms/keys")
    for _ in range(40):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.id") == "words":
            break
    await page.keyboard.type("@no")
    await page.keyboard.press("Enter")
    await page.keyboard.type("are you there?")
    await page.keyboard.press("Enter")
    await answered(page)
    assert await page.locator(".turn[data-role=person] .said").inner_text() == "@Nox are you there?"
    await page.close()


async def test_markdown_is_shown_and_mark_up_of_models_is_not_obeyed(here: Desk) -> None:
    before = here.site.life.talk
    speaking(
        here, scripted("**bold** <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](http://elsewhere/z.png)")
    )
    page = await here.open("/rooms/markdown")
    await say(page, "@Nox show me")
    await answered(page)
    said = page.locator(".turn[data-speaker=nox] .said")
    assert await said.locator("strong").inner_text() == "bold"
    assert await said.locator("img").count() == 0
    hrefs = [await link.get_attribute("href") for link in await said.locator("a").all()]
    assert hrefs == ["http://elsewhere/z.png"]  # a picture from elsewhere is a link that somebody may follow
    assert "onerror" in await said.inner_text()
    await page.close()
    object.__setattr__(here.site.life.lumina._parts, "talk", before)  # pyright: ignore[reportPrivateUsage]


async def test_nothing_of_all_that_made_the_console_complain(here: Desk) -> None:
    assert here.complaints == []


async def test_words_are_edited_and_the_talk_goes_on_from_there_in_every_window(here: Desk) -> None:
    page, other = await here.open("/rooms/branch"), await here.open("/rooms/branch")
    await say(page, "I live in Leeds.")
    await answered(page)
    await say(page, "It rains a lot.")
    await answered(page, 2)
    await page.locator("[data-edit]").first.click()
    assert await page.input_value("#words") == "I live in Leeds."
    await page.click("[data-keep]")
    assert await page.locator("[data-editing]").is_hidden()
    await page.locator("[data-edit]").first.click()
    await say(page, "I live in York.")
    await page.wait_for_selector("[data-branch]")
    await answered(page)
    await other.bring_to_front()
    await other.wait_for_selector("[data-branch]")
    await answered(other)
    for window in (page, other):
        assert await window.locator(".turns > [data-role=person] > .said").all_inner_texts() == ["I live in York."]
        await window.reload()
        assert await window.locator(".turns > [data-role=person] > .said").all_inner_texts() == ["I live in York."]
    await page.locator("[data-branch] summary").click()
    await page.wait_for_selector("[data-left]")
    assert "I live in Leeds." in await page.inner_text(".branch")
    assert "It rains a lot." in await page.inner_text(".branch")
    assert await page.locator(".branch [data-edit]").count() == 0
    await asyncio.gather(page.close(), other.close())


async def test_the_example_of_the_documentation_talks(here: Desk) -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    found = re.search(r"```js\n(.*?)```", text, re.S)
    assert found
    page = await here.open("/jobs")
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    await page.evaluate(f"async () => {{ {found[1]} }}")
    await page.close()
    assert "event: reply" in "".join(heard)
    assert "event: done" in "".join(heard)
