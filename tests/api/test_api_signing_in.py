"""Who may call: tokens, browsers that were signed in once, and nobody else."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from harness.life import ME
from harness.web import HERE, Site, bearer, site
from lumina.api.house import House
from lumina.api.limits import Bucket, Limits

NOBODY = {"Authorization": ""}


@pytest.fixture
async def here(home: Path) -> AsyncGenerator[Site]:
    async with site(home) as opened:
        yield opened


async def test_health_is_told_to_everybody(here: Site) -> None:
    for name, status in (("live", "live"), ("ready", "ready")):
        answer = await here.client.get(f"/api/health/{name}", headers=NOBODY)
        assert (answer.status_code, answer.json()) == (200, {"status": status})


async def test_a_token_opens_what_is_of_its_person(here: Site) -> None:
    assert (await here.client.get("/api/session")).json() == {"person": ME, "operator": False, "csrf": ""}
    other = await here.client.get("/api/session", params={"person": "楓"})
    assert (other.status_code, other.json()["code"]) == (403, "not_yours")


async def test_an_operator_names_whom_it_is_about(here: Site) -> None:
    secret = await here.token(None, operator=True)
    answer = await here.client.get("/api/session", params={"person": "楓"}, headers=bearer(secret))
    assert answer.json() == {"person": "楓", "operator": True, "csrf": ""}


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer lumina_wrong", "Basic YTpi", "Bearer \ud83d"])
async def test_whoever_has_no_token_gets_a_problem(here: Site, header: str) -> None:
    sent = {"Authorization": header.encode("utf-8", "surrogatepass")}
    answer = await here.client.get("/api/session", headers=sent)  # pyright: ignore[reportArgumentType]
    assert answer.status_code == 401
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["code"] == "not_signed_in"


async def test_problems_are_told_in_the_language_that_is_asked_for(here: Site) -> None:
    answer = await here.client.get("/api/session", headers={**NOBODY, "Accept-Language": "ja,en;q=0.5"})
    assert "サインイン" in answer.json()["detail"]


async def test_a_token_that_ended_or_was_revoked_opens_nothing(here: Site) -> None:
    secret = await here.token(ME, days=1)
    assert (await here.client.get("/api/session", headers=bearer(secret))).status_code == 200
    here.life.clock.advance(timedelta(days=2))
    assert (await here.client.get("/api/session", headers=bearer(secret))).status_code == 401
    revoked = await here.token(ME)
    assert (await here.client.delete("/api/session", headers=bearer(revoked))).status_code == 204
    assert (await here.client.get("/api/session", headers=bearer(revoked))).status_code == 401


def browser(here: Site) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(here.app), base_url=HERE)


async def test_the_address_opens_once_and_the_cookie_changes_nothing_without_its_word(here: Site) -> None:
    house: House = here.app.state.house
    secret = house.doors.make(ME, here.life.clock())
    async with browser(here) as first, browser(here) as second:
        opened = await first.get("/sign-in", params={"secret": secret})
        assert (opened.status_code, opened.headers["location"]) == (303, "/")
        cookie = opened.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert (await second.get("/sign-in", params={"secret": secret})).status_code == 401
        session = (await first.get("/api/session")).json()
        assert session["person"] == ME
        refused = await first.delete("/api/session")
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
        done = await first.delete("/api/session", headers={"X-CSRF-Token": session["csrf"]})
        assert done.status_code == 204
        assert (await first.get("/api/session")).status_code == 401


async def test_a_cookie_is_no_bearer_token(here: Site) -> None:
    house: House = here.app.state.house
    session = await house.doors.enter(house.doors.make(ME, here.life.clock()), here.life.clock())
    assert session
    assert (await here.client.get("/api/session", headers=bearer(session))).status_code == 401


async def test_who_asks_too_much_is_told_to_wait(home: Path) -> None:
    async with site(home, limits=Limits(Bucket(3, 0.1), Bucket(2, 0.1))) as here:
        statuses = [(await here.client.get("/api/session")).status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        answer = await here.client.get("/api/session")
        assert int(answer.headers["retry-after"]) > 0
        wrong = [(await here.client.get("/api/session", headers=bearer("lumina_x"))).status_code for _ in range(3)]
        assert wrong == [401, 401, 429]


async def test_a_name_that_somebody_else_points_here_opens_nothing(here: Site) -> None:
    answer = await here.client.get("/api/health/live", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_host")


async def test_every_answer_keeps_pages_to_themselves(here: Site) -> None:
    for path in ("/api/health/live", "/api/session", "/nothing"):
        headers = (await here.client.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


async def test_what_is_too_large_is_refused(here: Site) -> None:
    for path, size in (("/api/v1/notification", 20_000_000), ("/api/chat", 20_000_000)):
        answer = await here.client.post(path, json={"from": "x", "message": "", "user_text": "あ" * size})
        assert answer.status_code == 413, path
    assert answer.headers["content-type"] == "application/problem+json"


async def test_an_erasure_takes_the_tokens_of_the_person_along(here: Site) -> None:
    await here.say("こんにちは")
    await here.token(None, operator=True)
    preview = await here.life.lumina.erasure.preview(ME)
    assert preview.would_erase["tokens"] == 1
    report = await here.life.lumina.erasure.erase(ME, preview.token, "test")
    assert sum(report.residue.values()) == 0
    assert (await here.client.get("/api/session")).status_code == 401
