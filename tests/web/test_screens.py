"""Every screen: nothing keeps people from using it, light or dark; whole on a phone and at 200 %; no words act."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page

from harness.browser import Desk, answered, desk, in_a_browser, say
from harness.copies import copy_home
from harness.life import ME, line
from harness.web import site
from tools.vendor import axe

pytestmark = [in_a_browser, pytest.mark.asyncio(loop_scope="session")]

HARMFUL = (
    "<script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "\"><svg onload=document.title='owned'>",
    "javascript:document.title='owned'",
    "{{7*7}}{% for x in y %}",
    "'-document.title='owned'-'",
    "</textarea></title></style><script>document.title='owned'</script>",
)
SCREENS = (
    "/rooms/cli",
    "/rooms/new",
    "/memory",
    "/me",
    "/concepts",
    "/replay?q=tea",
    "/knowledge",
    "/jobs",
    "/settings",
    "/characters/lumina",
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lived(
    untouched_home: Path, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> AsyncGenerator[Desk]:
    """With something on every screen, and harm tried in all that people can write."""
    home = copy_home(untouched_home, tmp_path_factory.mktemp("screens") / "home")
    async with site(home) as opened:
        lines = [
            line(f"{harm} I like green tea {at}. My sister is called {harm[:20]}.", at, room="cli", ref=harm)
            for at, harm in enumerate(HARMFUL * 3)
        ]
        lines += [line(f"Rin {harm} asked about tea.", 60 + at, speaker=harm) for at, harm in enumerate(HARMFUL)]
        await opened.life.read_in(lines)
        folder = tmp_path_factory.mktemp("documents")
        (folder / "<img src=x onerror=alert(1)>.md").write_text("\n\n".join(HARMFUL), encoding="utf-8")
        await opened.life.lumina.knowledge.add("kb:<b>x", [folder])
        async with desk(opened, browser) as sitting:
            yield sitting


async def memory_of(lived: Desk) -> str:
    rows = await lived.site.life.lumina.memories.list(ME, tier=None, limit=1, offset=0)
    return f"/memory/{rows[0].state.id}"


async def shown(lived: Desk, context: BrowserContext | None = None) -> AsyncGenerator[tuple[str, Page]]:
    """Every screen in turn, loaded to its end, in one window: a new one takes a second of a core."""
    page = await lived.open(context=context)
    for path in (*SCREENS, await memory_of(lived)):
        await page.goto(lived.address + path)
        await page.wait_for_load_state("networkidle")
        yield path, page
    await page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.skipif(not shutil.which("npm"), reason="needs npm, which fetches axe-core")
async def test_nothing_serious_keeps_anybody_from_using_a_screen(lived: Desk, scheme: str) -> None:
    source, found = axe().read_text(encoding="utf-8"), list[str]()
    context = await lived.another(color_scheme=scheme, locale="ja-JP")
    async for path, page in shown(lived, context):
        await page.evaluate(source)
        result = await page.evaluate("axe.run({resultTypes: ['violations']})")
        found += [
            f"{path} {one['id']}: {node['target']} {node['failureSummary']}"
            for one in result["violations"]
            if one["impact"] in {"serious", "critical"}
            for node in one["nodes"]
        ]
    await context.close()
    assert found == []


@pytest.mark.skipif(not shutil.which("npm"), reason="needs npm, which fetches axe-core")
async def test_nothing_serious_keeps_anybody_from_using_what_pops_up(lived: Desk) -> None:
    """The rooms, the help, what was recalled, words that are being edited, and the list of names, all open at once."""
    page = await lived.open("/rooms/popups")
    await say(page, "I like green tea.")
    await answered(page)
    await page.locator("[data-role=character] details summary").first.click()
    await page.wait_for_selector(".holds-recalled > *")
    await page.locator("[data-edit]").click()
    await page.fill("#words", "")
    await page.keyboard.type("@")
    await page.wait_for_selector("#mentions:not([hidden])")
    await page.locator("header.room details").evaluate_all("all => all.forEach((popup) => { popup.open = true })")
    await page.evaluate(axe().read_text(encoding="utf-8"))
    result = await page.evaluate("axe.run({resultTypes: ['violations']})")
    serious = [one for one in result["violations"] if one["impact"] in {"serious", "critical"}]
    await page.close()
    assert [(one["id"], node["target"]) for one in serious for node in one["nodes"]] == []


@pytest.mark.parametrize("width", [360, 720])
async def test_every_screen_is_whole_on_a_phone_and_at_twice_the_size(lived: Desk, width: int) -> None:
    """What a window of 720 shows at 200 % is what one of 360 shows with two pixels for each."""
    how = {"viewport": {"width": 360, "height": 780}, "device_scale_factor": width // 360}
    context = await lived.another(**how)
    async for path, page in shown(lived, context):
        over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert (path, over) == (path, 0)
    await context.close()


async def test_nobodys_words_act_in_any_screen(lived: Desk) -> None:
    async for path, page in shown(lived):
        assert "owned" not in await page.title()
        assert await page.locator("main script:not([type='application/json'])").count() == 0
        assert await page.locator("main [onerror], main [onload]").count() == 0
        assert "{{7*7}}" in await page.content() or path not in {"/rooms/cli"}


async def test_a_page_takes_little_and_nothing_from_elsewhere(lived: Desk) -> None:
    taken: dict[str, int] = {}
    page = await (await lived.another()).new_page()

    async def note(response: object) -> None:
        sizes = await response.request.sizes()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownVariableType, reportUnknownMemberType]
        taken[response.url] = sizes["responseBodySize"]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]

    page.on("response", note)
    await page.goto(f"{lived.address}/rooms/cli")
    await page.wait_for_load_state("networkidle")
    assert all(url.startswith(lived.address) for url in taken)
    assert sum(taken.values()) < 300_000
    await page.context.close()


async def test_who_is_not_signed_in_sees_how_to_and_nothing_else(lived: Desk) -> None:
    context = await lived.browser.new_context(locale="en-GB")
    page = await context.new_page()
    for path in SCREENS:
        answer = await page.goto(lived.address + path)
        assert answer is not None
        assert answer.status == 401
        assert "lumina serve" in await page.inner_text("main")
    await context.close()


async def test_no_screen_made_the_console_complain(lived: Desk) -> None:
    assert lived.complaints == []
