"""Made from the OpenAPI itself: one person's token reaches nothing of another's, and a dead one nothing at all."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from harness.life import ME
from harness.web import Site, bearer
from lumina.api.application import OPEN_TO_ALL

pytestmark = pytest.mark.asyncio(loop_scope="module")

OF_NOBODY = {"/api/characters", "/api/session", "/api/knowledge", "/api/knowledge/search"}


def routes(town: Site) -> list[tuple[str, str, dict[str, Any]]]:
    paths: dict[str, dict[str, Any]] = town.app.openapi()["paths"]
    return [(path, method.upper(), one) for path, methods in paths.items() for method, one in methods.items()]


def filled(path: str, ids: dict[str, str]) -> str:
    for name, value in ids.items():
        path = path.replace("{" + name + "}", value)
    return path


async def ids_of(town: Site, secret: str) -> dict[str, str]:
    """Ids of things that a person has."""
    headers = bearer(secret)

    async def first(path: str, name: str, key: str) -> str:
        found = (await town.client.get(path, params={"all": True}, headers=headers)).json()[name]
        return str(found[0][key])

    return {
        "turn": await first("/api/turns", "turns", "id"),
        "memory": await first("/api/memories", "memories", "memory"),
        "fact": await first("/api/facts", "facts", "id"),
        "loop": await first("/api/loops", "loops", "id"),
        "somebody": await first("/api/people", "people", "id"),
        "thread": await first("/api/knowledge/conversations", "conversations", "thread"),
    }


async def test_a_dead_token_opens_nothing(town: Site) -> None:
    dead, revoked = await town.token(ME, days=-1), await town.token(ME, operator=True)
    known = await town.life.lumina.tokens.of(revoked, town.life.clock())
    assert known
    await town.life.lumina.tokens.revoke(known.id)
    names: tuple[str, ...] = ("turn", "memory", "fact", "loop", "somebody", "thread", "id")
    ids: dict[str, str] = dict.fromkeys(names, str(uuid4()))
    for path, method, _ in routes(town):
        if path not in OPEN_TO_ALL:
            for secret in (dead, revoked, "lumina_none"):
                answer = await town.client.request(method, filled(path, ids), headers=bearer(secret))
                assert answer.status_code in {401, 422}, (method, path, answer.text)
                assert answer.status_code == 401 or method != "GET", (method, path)


async def test_a_token_reaches_nothing_of_another_person(town: Site) -> None:
    ids, other = await ids_of(town, town.secrets[ME]), bearer(town.secrets["楓"])
    for path, method, operation in routes(town):
        if path in OPEN_TO_ALL | OF_NOBODY:
            continue
        named = {one["name"] for one in operation.get("parameters", [])}
        if "person" in named:
            answer = await town.client.request(method, filled(path, ids), params={"person": ME}, headers=other)
            assert answer.status_code in {403, 422}, (method, path, answer.text)
            assert answer.status_code == 403 or method != "GET", (method, path)
        own = [one for one in ids if "{" + one + "}" in path]
        if own and method == "GET":
            answer = await town.client.get(filled(path, ids), headers=other)
            assert answer.status_code == 404, (path, answer.text)


async def test_no_listing_of_another_person_names_what_is_mine(town: Site) -> None:
    ids, other = await ids_of(town, town.secrets[ME]), bearer(town.secrets["楓"])
    for path, method, _ in routes(town):
        if method == "GET" and "{" not in path and path not in OPEN_TO_ALL:
            shown = (await town.client.get(path, headers=other)).text
            assert [one for one in ids.values() if one in shown] == [], path
            assert "玉露" not in shown, path


async def test_what_changes_something_refuses_another_persons_ids(town: Site) -> None:
    ids, other = await ids_of(town, town.secrets[ME]), bearer(town.secrets["楓"])
    for path, body in (
        (f"/api/facts/{ids['fact']}", {"do": "forget"}),
        (f"/api/loops/{ids['loop']}", {"do": "drop"}),
        (f"/api/memories/{ids['memory']}", {"do": "forget"}),
        (f"/api/people/{ids['somebody']}/merge", {"other": ids["somebody"]}),
        (f"/api/people/{ids['somebody']}/split", {"names": ["結衣"]}),
        (f"/api/chat/{ids['turn']}/stop", {}),
    ):
        answer = await town.client.post(path, json=body, headers=other)
        assert answer.status_code == 404, (path, answer.text)


async def test_a_revoked_token_opens_nothing_at_once(town: Site) -> None:
    secret = await town.token(ME)
    assert (await town.client.get("/api/turns", headers=bearer(secret))).status_code == 200
    token = await town.life.lumina.tokens.of(secret, town.life.clock())
    assert token
    await town.life.lumina.tokens.revoke(token.id)
    assert (await town.client.get("/api/turns", headers=bearer(secret))).status_code == 401
    assert token.ends - token.made == timedelta(days=1)
