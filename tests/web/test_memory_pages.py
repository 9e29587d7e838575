"""The memory in a browser: seen, corrected, brought in, and erased."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from harness.browser import Desk, answered, in_a_browser, say
from harness.life import ME, MORNING
from harness.waiting import until
from lumina.reports import ImportedTurn

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

SAID = (
    "I bought a green bicycle in Kyoto.",
    "My cat Mochi sleeps on the piano.",
    "I am allergic to buckwheat.",
    "We watched the fireworks from the bridge.",
)


def talk(room: str) -> list[dict[str, Any]]:
    """Some weeks of somebody's talk, a thread a week."""
    return [
        {
            "speaker": ME if at % 2 == 0 else "Rin",
            "text": f"{SAID[week % len(SAID)]} Week {week}, part {at}." if at % 2 == 0 else "And then?",
            "at": (MORNING - timedelta(weeks=12 - week, minutes=-at)).isoformat(),
            "room": room,
            "thread": f"{room} {week}",
        }
        for week in range(12)
        for at in range(8)
    ]


async def bring_in(desk: Desk) -> None:
    said: list[dict[str, Any]] = [line | {"at": datetime.fromisoformat(line["at"])} for line in talk("kitchen")]
    await desk.site.life.read_in([ImportedTurn(**line) for line in said])


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def here(here: Desk) -> Desk:
    """Somebody who has talked, whichever of these tests a worker runs, in whatever order."""
    await bring_in(here)
    return here


async def test_a_file_is_brought_in_with_its_progress(here: Desk, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in talk("garden")), encoding="utf-8")
    page = await here.open("/settings")
    await page.set_input_files("input[name=file]", path)
    await page.fill("input[name=me]", ME)
    await page.get_by_role("button", name="Bring in").click()
    told = await page.inner_text("#importing .notice")
    assert "96 turns brought in" in told
    await page.close()


async def test_what_is_no_transcript_is_refused_in_one_line(here: Desk, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{nothing", encoding="utf-8")
    page = await here.open("/settings")
    await page.set_input_files("input[name=file]", tmp_path / "bad.jsonl")
    await page.get_by_role("button", name="Bring in").click()
    assert "Nothing was imported" in await page.inner_text("#importing .problem")
    await page.close()


async def test_the_ladder_the_list_and_a_search_lead_to_a_memory_and_its_curve(here: Desk) -> None:
    page = await here.open("/memory")
    assert await page.locator(".ladder .step").count() >= 2
    assert await page.locator(".timeline a").count() >= 2
    await page.fill("#search", "green bicycle")
    await page.wait_for_selector("#rows .hit >> text=bicycle")
    await page.locator("#rows .hit a").first.click()
    await page.wait_for_selector("svg.curve")
    assert await page.locator("svg.curve path.past, svg.curve path.ahead, svg.curve path.pinned").count() == 3
    assert await page.locator("blockquote.of-it").count() >= 1
    await page.close()


async def test_the_list_and_what_is_searched_keep_to_a_room_and_to_what_is_pinned(here: Desk) -> None:
    memories = here.site.life.lumina.memories
    [one, *_] = [row for row in await memories.list(ME, tier=None, limit=50, offset=0) if row.state.room == "kitchen"]
    await memories.pin(ME, one.state.id)
    page = await here.open("/memory?room=nowhere")
    await page.wait_for_selector("#rows .empty")
    await page.select_option("select[name=room]", "kitchen")
    await page.wait_for_selector("#rows article.memory")
    await page.check("input[name=pinned]")
    await page.wait_for_selector("#rows .rows:not(:has(article:nth-of-type(2)))")
    assert str(one.state.id) in (await page.get_attribute("#rows article.memory a", "href") or "")
    await page.fill("#search", "bicycle, cat, buckwheat, fireworks")
    await page.wait_for_selector("#rows .hit")
    assert {str(one.state.id)} == {
        (await link.get_attribute("href") or "").rpartition("/")[2]
        for link in await page.locator("#rows .hit a[href^='/memory/']").all()
    }
    await memories.unpin(ME, one.state.id)
    await page.close()


async def test_what_happened_to_a_memory_is_told_in_the_language_of_who_reads(here: Desk) -> None:
    memories = here.site.life.lumina.memories
    [one] = await memories.list(ME, tier=None, limit=1, offset=0)
    await memories.pin(ME, one.state.id)
    await memories.unpin(ME, one.state.id)
    context = await here.another(locale="ja-JP")
    page = await here.open(f"/memory/{one.state.id}", context)
    told = await page.inner_text("section[aria-labelledby=log] tbody")
    assert "あなたが変えた" in told
    assert "留めてある → 留めていない" in told
    assert "owner" not in told
    await context.close()


async def test_the_page_of_recall_begins_with_ones_own_words(here: Desk) -> None:
    page = await here.open("/replay")
    await page.locator(".examples a").first.click()
    await page.wait_for_selector("section:has(h3)")
    await page.close()


async def test_a_memory_is_pinned_rewritten_put_away_and_brought_back(here: Desk) -> None:
    page = await here.open("/memory")
    await page.locator("article.memory a").first.click()
    await page.wait_for_selector("svg.curve")
    for button, told, then in (
        ("Pin", "Pinned: it does not fade.", "Unpin"),
        ("Unpin", "It fades again", "Pin"),
        ("Put away", "Put away: nothing finds it", "Bring back"),
        ("Bring back", "It is back, whole.", "This is wrong"),
        ("This is wrong", "Put away", "Undo"),
        ("Undo", "It is back", "Pin"),
    ):
        await page.get_by_role("button", name=button, exact=True).click()
        await page.wait_for_selector(f"#notices >> text={told}")
        await page.get_by_role("button", name=then, exact=True).wait_for()
    assert await page.get_by_role("button", name="Bring back").count() == 0
    await page.get_by_text("Edit", exact=True).click()
    await page.fill("textarea[name=text]", "A walk that was quite different")
    await page.get_by_role("button", name="Save").click()
    await page.wait_for_selector("#notices >> text=The memory says so from now on.")
    await page.reload()
    assert "A walk that was quite different" in await page.inner_text("main .sheet >> nth=0")
    await page.close()


async def test_under_an_answer_stands_what_came_to_mind_and_why_not_something_else(here: Desk) -> None:
    page = await here.open("/rooms/asks")
    await say(page, "@Nox where did I buy the green bicycle?")
    await answered(page)
    await page.get_by_text("What came to mind", exact=True).click()
    await page.wait_for_selector(".recalled .hit >> text=bicycle")
    assert await page.locator(".recalled .hit .figures").count() >= 1
    await page.fill(".recalled input[name=wanted]", "fireworks from the bridge")
    await page.get_by_role("button", name="Ask").click()
    await page.wait_for_selector(".absence .hit >> text=fireworks")
    await page.close()


async def test_of_each_line_of_a_memory_it_is_told_who_heard_it_where_not_all_did(here: Desk) -> None:
    await here.site.say("My locker code is hidden in the blue teapot.", room="whispers", to=["clarisse"])
    await here.site.say("The teapot is from Seto.", room="whispers")
    await here.site.life.distil_all()
    rows = await here.site.life.lumina.memories.list(ME, tier=None, limit=50, offset=0)
    [one, *_] = [row for row in rows if row.state.room == "whispers"]
    page = await here.open(f"/memory/{one.state.id}")
    whispered = page.locator("blockquote", has_text="hidden in the blue teapot").locator("[data-heard]")
    assert await whispered.inner_text() == "heard by: you, Clarisse"
    spoken = page.locator("blockquote", has_text="from Seto.").first.locator("[data-heard]")
    assert await spoken.inner_text() == "heard by: you, Clarisse, Lumina, Nox"
    await page.close()


async def test_what_was_taken_back_of_a_fact_can_be_had_back_at_once(here: Desk) -> None:
    page = await here.open("/me")
    fact = page.locator(".fact", has_text="buckwheat").first
    await fact.locator("summary").click()
    await fact.get_by_role("button", name="This is wrong").click()
    await page.wait_for_selector("#notices >> text=Taken back")
    await page.get_by_role("button", name="Undo").click()
    await page.wait_for_selector("#notices >> text=It holds again")
    await page.locator(".fact", has_text="buckwheat").first.wait_for()
    await page.close()


async def test_what_is_known_is_confirmed_corrected_and_gone_back_to(here: Desk) -> None:
    page = await here.open("/me")
    fact = page.locator(".fact", has_text="buckwheat").first
    await fact.locator("summary").click()
    await fact.locator("input[name=value]").fill("peanuts")
    await fact.get_by_role("button", name="Save").click()
    await page.wait_for_selector(".fact >> text=peanuts")
    changed = page.locator(".fact", has_text="peanuts").first
    await changed.locator("summary").click()
    await changed.get_by_role("button", name="Go back to this").first.click()
    await page.wait_for_selector(".fact >> text=buckwheat")
    await page.close()


async def test_about_me_shows_what_somebody_is_like_at_a_glance(here: Desk) -> None:
    page = await here.open("/rooms/glance")
    await say(page, "@Nox good morning, my bicycle is green.")
    await answered(page)
    await page.goto(f"{here.address}/me")
    await page.wait_for_selector("[data-profile] >> text=You talk with")
    topics = page.locator("[data-profile] a.chip")
    assert 1 <= await topics.count() <= 10
    name = await topics.first.inner_text()
    await topics.first.click()
    await page.wait_for_selector("concept-graph[data-drawn]", state="attached")
    assert await page.input_value("input[name=start]") == name
    await page.close()


async def test_the_associations_are_drawn_and_said_in_a_table(here: Desk) -> None:
    page = await here.open("/concepts")
    await page.wait_for_selector("concept-graph[data-drawn]", state="attached")
    assert await page.locator("concept-graph canvas").count() >= 1
    rows = page.locator("tbody tr")
    assert await rows.count() >= 3
    await rows.first.locator("a").click()
    await page.wait_for_selector("concept-graph[data-drawn]", state="attached")
    assert "start=" in page.url
    async with page.expect_download() as download:
        await page.click("[data-png]")
    assert (await (await download.value).path()).read_bytes().startswith(b"\x89PNG")
    await page.close()


async def test_two_recalls_are_played_back_side_by_side(here: Desk) -> None:
    page = await here.open("/replay?q=bicycle&q2=fireworks")
    assert await page.locator("section:has(h3)").count() == 2
    assert "bicycle" in await page.inner_text("section:has(h3) >> nth=0")
    assert "fireworks" in await page.inner_text("section:has(h3) >> nth=1")
    await page.close()


async def test_a_document_comes_in_is_found_and_taken_out(here: Desk, tmp_path: Path) -> None:
    (tmp_path / "harbour.md").write_text("# Harbour\nThe old lighthouse was built in 1871.", encoding="utf-8")
    page = await here.open("/knowledge")
    await page.fill("input[name=namespace]", "kb:history")
    await page.set_input_files("input[name=files]", tmp_path / "harbour.md")
    await page.get_by_role("button", name="Add").click()
    await page.fill("input[name=q]", "lighthouse")
    await page.get_by_role("button", name="Search").click()
    await page.wait_for_selector("#passages >> text=1871")
    await page.get_by_role("button", name="Remove harbour.md").click()
    await page.wait_for_selector("text=There are no documents yet.")
    await page.close()


async def test_a_talk_is_read_again_on_the_page_of_knowledge(here: Desk) -> None:
    page = await here.open("/knowledge")
    await page.get_by_role("button", name="Read the talk in").first.click()
    await page.wait_for_selector("#talk article blockquote")
    assert "Part 1: turns 1 to" in await page.inner_text("#talk")
    await page.close()


async def test_jobs_run_and_the_doctor_answers(here: Desk) -> None:
    page = await here.open("/jobs")
    await page.get_by_role("button", name="Run Descend now").click()
    await page.wait_for_selector("#jobs .notice >> text=Descend")
    await page.wait_for_selector("text=all is well")
    await page.close()


async def test_a_setting_takes_effect_and_a_wrong_one_is_refused_by_its_name(here: Desk) -> None:
    page = await here.open("/settings")
    await page.fill("input[name=budget]", "1200")
    await page.get_by_role("button", name="Save").nth(1).click()
    await page.wait_for_selector("#notices >> text=Saved.")
    assert here.site.life.lumina.settings.budget == 1200
    await page.fill("input[name=budget]", "3")
    await page.get_by_role("button", name="Save").nth(1).click()
    await page.wait_for_selector("#notices .problem >> text=Tokens for what is recalled has to be a number, at least")
    await page.close()


async def test_a_persona_is_tried_as_it_is_typed_and_holds_once_it_is_saved(here: Desk) -> None:
    page = await here.open("/rooms/personas")
    await say(page, "@Nox I bought a red kite today.")
    await answered(page)
    await page.goto(f"{here.address}/settings")
    await page.get_by_role("link", name="Nox").click()
    await page.select_option("#trial [name=room]", "personas")
    await page.wait_for_selector("#preview blockquote >> text=I bought a red kite")
    box = page.locator("[name=voice_en]")
    phrases = await box.input_value()
    await box.fill(re.sub(r"(?m)^hears = .*$", 'hears = ["Carved in slate."]', phrases))
    await page.wait_for_selector("#preview .would >> text=Carved in slate.")
    assert "Carved in slate." not in await page.locator("#preview [data-speaker=nox]").first.inner_text()
    await page.get_by_role("button", name="Save").click()
    await page.wait_for_selector("#notices >> text=From your next words on, Nox speaks like this.")
    assert here.site.life.lumina.cast.find("nox").voice.en["hears"] == ("Carved in slate.",)
    page.on("dialog", lambda dialog: dialog.accept())
    await box.fill("hears = [")
    await page.wait_for_selector("#preview > .problem")
    assert await page.locator("#preview .would").count() == 0
    await page.get_by_role("button", name="As it was at first").click()
    await page.wait_for_selector("#trial >> visible=true")
    await until(lambda: unedited(here))
    await page.close()


async def unedited(here: Desk) -> bool:
    return not await here.site.life.lumina.characters.edits("nox")


async def test_all_is_taken_along_as_a_file(here: Desk) -> None:
    page = await here.open("/settings")
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Export").click()
    assert (await (await download.value).path()).read_bytes().startswith(b"PK")
    await page.close()


async def test_nothing_but_the_refusals_made_the_console_complain(here: Desk) -> None:
    assert [one for one in here.complaints if "400 (Bad Request)" not in one] == []
