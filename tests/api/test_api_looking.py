"""What a person looks at and corrects over HTTP."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from harness.life import ME, MORNING, line
from harness.web import Site, bearer

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_facts_are_read_corrected_and_brought_back(town: Site) -> None:
    facts = (await town.client.get("/api/facts")).json()["facts"]
    liked = next(one for one in facts if "餃子" in one["value"])
    read = await town.client.get(f"/api/facts/{liked['id']}")
    assert read.json()["turns"][0]["text"] == "好きな食べ物は餃子です。"
    etag = read.headers["etag"]
    url = f"/api/facts/{liked['id']}"
    edited = await town.client.post(url, json={"do": "edit", "value": "焼売"}, headers={"If-Match": etag})
    assert (edited.status_code, edited.json()["value"]) == (200, "焼売")
    late = await town.client.post(url, json={"do": "forget"}, headers={"If-Match": etag})
    assert (late.status_code, late.json()["code"]) == (412, "changed")
    fresh = {"If-Match": edited.headers["etag"]}
    restored = await town.client.post(url, json={"do": "restore"}, headers=fresh)
    assert restored.json()["value"] == "餃子"
    assert [change["value"] for change in restored.json()["history"]] == ["餃子", "焼売", "餃子"]
    before = (MORNING - timedelta(days=1)).isoformat()
    assert (await town.client.get("/api/facts", params={"at": before})).json() == {"facts": []}


async def test_summaries_are_listed_and_one_unknown_is_404(town: Site) -> None:
    listed = await town.client.get("/api/summaries", params={"kind": "week"})
    assert listed.status_code == 200
    for one in listed.json()["summaries"]:
        whole = (await town.client.get(f"/api/summaries/{one['id']}")).json()
        assert whole["summary"] == one
        assert all(sentence["evidence"] for sentence in whole["sentences"])
        assert whole["history"][-1]["version"] == one["version"]
    assert (await town.client.get(f"/api/summaries/{uuid4()}")).status_code == 404
    assert (await town.client.get("/api/summaries", params={"kind": "year"})).status_code == 422


async def test_the_profile_says_what_is_liked_with_the_turns_and_who_spoke(town: Site) -> None:
    told = (await town.client.get("/api/profile")).json()
    liked = next(one for one in told["likes"] if "餃子" in one["value"])
    assert (await town.client.get(f"/api/facts/{liked['fact']}")).json()["evidence"] == liked["evidence"]
    replies = [one for one in (await town.client.get("/api/turns")).json()["turns"] if one["role"] == "character"]
    assert sum(one["turns"] for one in told["characters"]) == len(replies)
    assert all(one["strength"] <= one["mentions"] for one in told["topics"])


async def test_memories_are_listed_by_room_and_by_what_is_pinned(town: Site) -> None:
    everything = (await town.client.get("/api/memories")).json()["memories"]
    room = everything[0]["room"]
    asked = {"room": room, "limit": 1}
    listed = [await _memories(town, **asked), await _memories(town, room="nowhere"), await _memories(town, pinned=True)]
    assert [[one["memory"] for one in page] for page in listed] == [[everything[0]["memory"]], [], []]
    url = f"/api/memories/{everything[-1]['memory']}"
    await town.client.post(url, json={"do": "pin"})
    assert [one["memory"] for one in await _memories(town, pinned=True)] == [everything[-1]["memory"]]
    await town.client.post(url, json={"do": "unpin"})


async def _memories(town: Site, **asked: Any) -> list[dict[str, Any]]:
    return (await town.client.get("/api/memories", params=asked)).json()["memories"]


async def test_people_and_loops_are_there(town: Site) -> None:
    people = (await town.client.get("/api/people")).json()["people"]
    yui = next(one for one in people if one["name"] == "結衣")
    whole = (await town.client.get(f"/api/people/{yui['id']}")).json()
    assert whole["relation"] == "妹"
    assert whole["turns"]
    loops = (await town.client.get("/api/loops")).json()["loops"]
    loop = next(one for one in loops if "面接" in one["what"])
    closed = await town.client.post(f"/api/loops/{loop['id']}", json={"do": "close"})
    assert closed.json()["state"] == "closed"
    assert loop["id"] not in [one["id"] for one in (await town.client.get("/api/loops")).json()["loops"]]


async def test_memories_come_page_by_page(town: Site) -> None:
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = (
            await town.client.get("/api/memories", params={"limit": 1, **({"cursor": cursor} if cursor else {})})
        ).json()
        seen += [one["memory"] for one in page["memories"]]
        cursor = page["next"]
        if not cursor:
            break
    whole = (await town.client.get("/api/memories")).json()["memories"]
    assert seen == [one["memory"] for one in whole]
    assert seen
    ladder = (await town.client.get("/api/ladder")).json()["tiers"]
    assert sum(tier["count"] for tier in ladder) == len(seen)
    wrong = await town.client.get("/api/memories", params={"cursor": "bm8"})
    assert wrong.status_code == 400


async def test_a_memory_is_pinned_edited_put_away_and_brought_back(town: Site) -> None:
    memory = (await town.client.get("/api/memories")).json()["memories"][-1]["memory"]
    url = f"/api/memories/{memory}"
    read = await town.client.get(url)
    assert read.json()["turns"]
    etag = read.headers["etag"]
    pinned = await town.client.post(url, json={"do": "pin"}, headers={"If-Match": etag})
    assert pinned.json()["pinned"] is True
    assert (await town.client.post(url, json={"do": "unpin"}, headers={"If-Match": etag})).status_code == 412
    text = "葵は玉露を飲んだ"
    edited = await town.client.post(url, json={"do": "edit", "text": text})
    assert edited.json()["text"] == text
    assert (await town.client.post(url, json={"do": "forget"})).json()["tier"] == "forgotten"
    assert (await town.client.post(url, json={"do": "restore"})).json()["tier"] == "longterm"
    assert (await town.client.post(url, json={"do": "unpin"})).json()["pinned"] is False
    curve = (await town.client.get(f"{url}/curve")).json()
    assert curve["points"][0]["importance"] > curve["points"][-1]["importance"]
    assert curve["points"][0]["pinned"] == curve["points"][-1]["pinned"]
    assert [entry["change"] for entry in (await town.client.get(url)).json()["log"]].count("edited") == 1


async def test_turns_come_page_by_page_from_the_last_on(town: Site) -> None:
    first = (await town.client.get("/api/turns", params={"limit": 3})).json()
    second = (await town.client.get("/api/turns", params={"limit": 100, "cursor": first["next"]})).json()
    texts = [turn["text"] for turn in first["turns"] + second["turns"]]
    assert texts[0] == "健さんとカレーを作った。"
    assert texts[-1].startswith("玉露を飲みながら")
    one = first["turns"][0]
    assert (await town.client.get(f"/api/turns/{one['id']}")).json() == one
    in_thread = (await town.client.get("/api/turns", params={"thread": one["thread"]})).json()["turns"]
    assert {turn["thread"] for turn in in_thread} == {one["thread"]}
    threads = (await town.client.get("/api/threads")).json()["threads"]
    assert one["thread"] in [thread["thread"] for thread in threads]


async def test_rooms_have_names_with_slashes_and_those_who_are_there(town: Site) -> None:
    made = await town.client.put("/api/rooms/a/b: c", json={"present": ["ノクス"]})
    assert made.json() == {"room": "a/b: c", "present": ["nox"], "turn": None}
    assert made.json() in (await town.client.get("/api/rooms")).json()["rooms"]
    nobody = await town.client.put("/api/rooms/x", json={"present": ["だれか"]})
    assert (nobody.status_code, nobody.json()["code"]) == (404, "unknown_character")


async def test_recall_tells_what_how_and_why_not(town: Site) -> None:
    asked = {"query": "自転車は何色？", "unit": "turn", "explain": True}
    found = (await town.client.post("/api/recall", json=asked)).json()
    assert "青い自転車" in found["hits"][0]["text"]
    assert found["explain"]["hits"][0]["terms"]
    other = (await town.client.get("/api/turns")).json()["turns"][0]["id"]
    why = (await town.client.post("/api/recall", json={"query": "自転車", "why_not": other, "limit": 1})).json()
    assert why["why_not"]["reason"]
    assert why["why_not"]["sentence"]
    unknown = await town.client.post("/api/recall", json={"query": "x", "why_not": str(uuid4())})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_turn")


async def test_concepts_are_a_graph_from_where_one_stands(town: Site) -> None:
    whole = (await town.client.get("/api/concepts")).json()
    names = {one["concept"] for one in whole["concepts"]}
    edge = whole["associations"][0]
    assert {edge["a"], edge["b"]} <= names
    near = (await town.client.get("/api/concepts", params={"concept": edge["a"], "depth": 1})).json()
    reached = {one["concept"]: one["depth"] for one in near["concepts"]}
    assert reached[edge["a"]] == 0
    assert reached[edge["b"]] == 1


async def test_knowledge_comes_in_is_found_and_goes(town: Site) -> None:
    operator = bearer(town.secrets["operator"])
    namespace = "kb:tea/日本"
    file = {"file": ("gyokuro.md", "# 玉露\n\n玉露は五十度の湯で淹れる。".encode(), "text/markdown")}
    refused = await town.client.post("/api/knowledge", params={"namespace": namespace}, files=file)
    assert refused.status_code == 403
    send: dict[str, Any] = {
        "params": {"namespace": namespace},
        "files": file,
        "headers": {**operator, "Idempotency-Key": "one"},
    }
    added = await town.client.post("/api/knowledge", **send)
    assert (added.status_code, added.json()["documents"][0]["replaced"]) == (201, False)
    assert (await town.client.post("/api/knowledge", **send)).json() == added.json()
    found = await town.client.get("/api/knowledge/search", params={"namespace": namespace, "query": "玉露の湯の温度"})
    assert "五十度" in found.json()["hits"][0]["text"]
    where = {"namespace": namespace, "name": "gyokuro.md"}
    assert (await town.client.delete("/api/knowledge", params=where, headers=operator)).status_code == 204
    gone = await town.client.get("/api/knowledge", params={"namespace": namespace})
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown_namespace")


async def test_settings_change_with_the_next_turn_and_secrets_are_never_told(town: Site) -> None:
    operator = bearer(town.secrets["operator"])
    assert (await town.client.get("/api/settings")).status_code == 403
    changed = await town.client.patch("/api/settings", json={"budget": 800}, headers=operator)
    by_name = {one["name"]: one for one in changed.json()["settings"]}
    assert by_name["budget"]["value"] == 800
    assert town.life.lumina.settings.budget == 800
    assert by_name["postgres_url"]["value"] is None
    assert by_name["postgres_url"]["is_secret"]
    for wrong in ({"budget": 1}, {"home": "/tmp/x"}, {"wish": "x"}):
        answer = await town.client.patch("/api/settings", json=wrong, headers=operator)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_setting")
    back = await town.client.patch("/api/settings", json={"budget": None}, headers=operator)
    assert {one["name"]: one for one in back.json()["settings"]}["budget"]["value"] == 1500


async def test_an_operator_sees_jobs_the_doctor_and_figures(town: Site) -> None:
    operator = bearer(town.secrets["operator"])
    for path in ("/api/jobs", "/api/jobs/failed", "/api/doctor", "/metrics"):
        assert (await town.client.get(path)).status_code == 403
        assert (await town.client.get(path, headers=operator)).status_code == 200
    run = await town.client.post("/api/jobs/embed_pending/run", headers=operator)
    assert run.json()["jobs"][0]["name"] == "embed_pending"
    unknown = await town.client.post("/api/jobs/none/run", headers=operator)
    assert unknown.status_code == 400
    await town.client.post("/api/recall", json={"query": "自転車"})
    figures = (await town.client.get("/metrics", headers=operator)).text
    assert "memory_compression_rate 0.0" in figures
    assert "memory_archive_count" in figures
    for source in ("redis", "duckdb", "longterm", "knowledge", "score"):
        assert f'lumina_recall_seconds_count{{source="{source}"}}' in figures
    assert 'lumina_queue_length{queue="persons"}' in figures
    assert ME not in figures


async def test_characters_are_told(town: Site) -> None:
    characters = (await town.client.get("/api/characters")).json()["characters"]
    assert [one["id"] for one in characters] == ["lumina", "clarisse", "nox"]
    assert characters[0]["name"] == {"ja": "ルミナ", "en": "Lumina"}


async def test_a_character_is_read_edited_and_tried_by_the_operator_alone(town: Site) -> None:
    operator, url = bearer(await town.token(ME, operator=True)), "/api/characters/nox"
    room = (await town.client.get("/api/turns", params={"limit": 1})).json()["turns"][0]["room"]
    for answer in (await town.client.get(url), await town.client.patch(url, json={"temperature": 1})):
        assert answer.status_code == 403
    whole = await town.client.get(url, headers=operator)
    assert whole.json()["edited"] == []
    voice = {"ja": {"keeps": ["台帳に写した。"]}}
    trial = await town.client.post(f"{url}/preview", json={"voice": voice, "room": room}, headers=operator)
    assert trial.status_code == 200, trial.text
    [preview] = trial.json()["previews"]
    assert preview["said"]["speaker"] == ME
    assert preview["text"]
    headers = {**operator, "If-Match": whole.headers["etag"]}
    changed = await town.client.patch(url, json={"voice": voice}, headers=headers)
    assert changed.json()["edited"] == ["voice"]
    assert changed.json()["voice"]["ja"]["keeps"] == ["台帳に写した。"]
    late = await town.client.patch(url, json={"temperature": 1}, headers=headers)
    assert (late.status_code, late.json()["code"]) == (412, "changed")
    wrong = await town.client.patch(url, json={"voice": {"ja": {"shouts": ["わっ"]}}}, headers=operator)
    assert wrong.status_code in (400, 422)
    more = await town.client.patch(url, json={"voice": {"en": {"keeps": ["Filed."]}}}, headers=operator)
    assert (more.json()["voice"]["ja"]["keeps"], more.json()["voice"]["en"]["keeps"]) == (
        ["台帳に写した。"],
        ["Filed."],
    )
    back = await town.client.patch(url, json={"voice": None}, headers=operator)
    assert back.json() == whole.json()
    assert (await town.client.get("/api/characters/nobody", headers=operator)).status_code == 404


async def test_what_is_changed_in_one_language_leaves_the_other_as_it_is(town: Site) -> None:
    operator, url = bearer(await town.token(ME, operator=True)), "/api/characters/clarisse"
    written = (await town.client.get(url, headers=operator)).json()["persona"]

    async def changed(persona: dict[str, str] | None) -> dict[str, str]:
        answer = await town.client.patch(url, json={"persona": persona}, headers=operator)
        assert answer.status_code == 200, answer.text
        return answer.json()["persona"]

    assert await changed({"en": "You keep bees."}) == {"ja": written["ja"], "en": "You keep bees."}
    assert await changed({"ja": "あなたは養蜂家。"}) == {"ja": "あなたは養蜂家。", "en": "You keep bees."}
    assert await changed({"ja": "", "en": "You keep wasps."}) == {"ja": "", "en": "You keep wasps."}
    assert await changed(None) == written


async def test_a_trial_knows_what_a_remember_this_did_and_does_it_no_second_time(town: Site) -> None:
    await town.say("覚えておいて：鍵は青い箱の中", room="trial", to=["nox"])
    known = (await town.client.get("/api/facts")).json()
    operator = bearer(await town.token(ME, operator=True))
    asked = {"voice": {"ja": {"keeps": ["台帳に写した。"]}}, "room": "trial"}
    trial = await town.client.post("/api/characters/nox/preview", json=asked, headers=operator)
    [preview] = trial.json()["previews"]
    assert "台帳に写した。" in preview["text"]
    assert (await town.client.get("/api/facts")).json() == known


async def test_a_person_is_taken_along_brought_in_and_erased(town: Site) -> None:
    exported = await town.client.get("/api/export")
    assert exported.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(exported.content)) as archive:
        assert "manifest.jsonl" in archive.namelist()
    lines = "\n".join(
        json.dumps({"speaker": "凛", "text": text, "at": "2026-05-01T09:00:00+09:00"}) for text in ("茶を買う", "寝る")
    )
    rin = bearer(await town.token("凛"))
    bad = await town.client.post("/api/import", files={"file": ("x.jsonl", b"{}\n")}, headers=rin)
    assert (bad.status_code, bad.json()["code"]) == (400, "bad_file")
    sent: dict[str, Any] = {
        "files": {"file": ("x.jsonl", lines.encode())},
        "headers": {**rin, "Idempotency-Key": "once"},
    }
    begun = (await town.client.post("/api/import", **sent)).json()
    assert (await town.client.post("/api/import", **sent)).json()["id"] == begun["id"]
    assert (await town.client.get(f"/api/import/{begun['id']}")).status_code == 404
    while (now := (await town.client.get(f"/api/import/{begun['id']}", headers=rin)).json())["state"] == "running":
        pass
    assert (now["state"], now["done"], now["report"]["turns"]) == ("done", 2, 2)
    preview = (await town.client.post("/api/erase/preview", headers=rin)).json()
    assert preview["would_erase"]["transcript"] > 0
    wrong = await town.client.post("/api/erase", json={"token": "x"}, headers=rin)
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_token")
    erased = (await town.client.post("/api/erase", json={"token": preview["token"]}, headers=rin)).json()
    assert sum(erased["residue"].values()) == 0
    assert erased["receipt"]
    assert await town.life.stores.records.incomplete() == []
    assert (await town.client.get("/api/turns", headers=rin)).status_code == 401


@pytest.mark.parametrize("members", [{"../evil": b"x"}, {"manifest.jsonl": b"x"}, {"transcript.jsonl": b"{}"}])
async def test_a_zip_that_is_no_export_is_refused(town: Site, members: dict[str, bytes]) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    answer = await town.client.post("/api/import", files={"file": ("x.zip", packed.getvalue())})
    assert answer.status_code == 400


async def test_a_part_is_shown_then_erased_and_its_receipt_is_proved_to_the_operator(town: Site) -> None:
    await town.life.read_in(
        [line("ガゼルマの丘で虹を見た。", 3, speaker="蘭"), line("お茶を飲んだ。", 300, speaker="蘭")], person="蘭"
    )
    ran = bearer(await town.token("蘭"))
    part = {"topic": "ガゼルマの丘"}
    shown = (await town.client.post("/api/erase/part/preview", json=part, headers=ran)).json()
    assert shown["would_erase"]["turns"] == 1
    assert [one["text"] for one in shown["extracts"]] == ["ガゼルマの丘で虹を見た。"]
    other = await town.client.post("/api/erase/part", json={"topic": "お茶", "token": shown["token"]}, headers=ran)
    assert other.status_code == 403
    neither = await town.client.post("/api/erase/part/preview", json={}, headers=ran)
    assert neither.status_code == 400
    erased = (await town.client.post("/api/erase/part", json={**part, "token": shown["token"]}, headers=ran)).json()
    assert sum(erased["residue"].values()) == 0
    proof = {"receipt": erased["receipt"], "texts": ["ガゼルマの丘で虹を見た。"]}
    assert (await town.client.post("/api/erase/verify", json=proof, headers=ran)).status_code == 403
    operator = bearer(await town.token(ME, operator=True))
    verified = (await town.client.post("/api/erase/verify", json=proof, headers=operator)).json()
    assert verified["holds"], verified
    forged = {**erased["signed"], "signature": "00"}
    refused = await town.client.post("/api/erase/verify", json=forged, headers=operator)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_receipt")


async def test_the_full_log_goes_nowhere_where_no_place_is_set(town: Site) -> None:
    assert (await town.client.get("/api/log")).json() == {"months": []}
    refused = await town.client.post("/api/log")
    assert refused.status_code in {400, 422}
    assert "LUMINA_PARQUET_URL" in refused.text
    assert (await town.client.post("/api/log", params={"month": "May"})).status_code == 422


async def test_what_is_kept_is_seen_and_chosen(town: Site) -> None:
    before = (await town.client.get("/api/policy")).json()
    assert (before["policy"], before["chosen"], before["let_go"]) == ("full", False, 0)
    chosen = await town.client.put("/api/policy", json={"policy": "summary-only"})
    assert (chosen.status_code, chosen.json()) == (200, {**before, "policy": "summary-only", "chosen": True})
    assert (await town.client.get("/api/policy")).json() == chosen.json()
    assert (await town.client.put("/api/policy", json={"policy": "none"})).status_code == 422
    assert (await town.client.put("/api/policy", json={"policy": None})).json() == before
