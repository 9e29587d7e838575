"""The path with a model, apart from any model: a server answers from the labels of a life, rightly or spoilt."""

from collections.abc import AsyncGenerator, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.labelled import LIVES, Item, Labelled, Spoil
from harness.life import Life, living
from harness.openai_server import OpenAIServer, Respond, is_silent, running_openai_server, says
from harness.waiting import LONGEST
from lumina.clock import ManualClock
from lumina.distil.claims.own import own_text
from lumina.distil.known import known as folded
from lumina.known import Claimed, ClaimType, Known, Loop, UnitState
from lumina.language.scripts import fold
from lumina.transfer.formats import read_transcript

LIFE = pytest.mark.parametrize(
    "life",
    [
        pytest.param(
            Labelled(name),
            id=name,
            marks=pytest.mark.skipif(not (LIVES / f"{name}.truth.json").exists(), reason=f"no {LIVES / name}"),
        )
        for name in ("ja1", "en1")
    ],
)
OPEN = {UnitState.CANDIDATE, UnitState.CONFIRMED}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with running_openai_server() as running:
        yield running


@asynccontextmanager
async def lived(
    home: Path, server: OpenAIServer, life: Labelled, threads: int = 0, **more: Any
) -> AsyncGenerator[Life]:
    """The whole life, or its first threads, read in and distilled."""
    lines = read_transcript(life.file)
    chosen = list(dict.fromkeys(line.thread for line in lines))[: threads or None]
    lines = [line for line in lines if line.thread in chosen]
    clock = ManualClock(lines[-1].at + timedelta(minutes=1))
    me = life.truth["person"]
    async with living(home, clock, model="openai:scripted", model_base_url=server.base_url, **more) as opened:
        opened.person = me
        await opened.read_in(lines, person=me)
        await opened.distil_all()
        yield opened


async def known(life: Life) -> Known:
    return await life.stores.knowing.of(life.person, life.clock(), None)


def found(fact: Item, values: Collection[str]) -> bool:
    return any(fold(accepted) in fold(value) for value in values for accepted in (*fact["accept"], fact["value"]))


@LIFE
async def test_right_answers_of_a_model_are_all_known_afterwards(home: Path, server: OpenAIServer, life: Labelled):
    server.will(life.answers())
    async with lived(home, server, life) as opened:
        assert not await opened.lumina.tasks.failed()
        now, truth = await known(opened), life.truth
        claims = await opened.stores.claims.of(opened.person)
    kinds = {one.kind: [of.value for of in now.facts if of.kind == one.kind] for one in now.facts}
    assert [one["id"] for one in truth["facts"] if not found(one, kinds.get(one["kind"], ()))] == []
    rules = [one for one in claims if one.source != "model"]
    by_rules = asserted_though_superseded(life, folded(opened.person, rules, opened.clock()))
    assert {*asserted_though_superseded(life, now)} <= {*by_rules} and len(by_rules) <= len(truth["facts"]) / 10
    people = {fold(name) for one in now.people for name in (one.name, *one.aliases)}
    assert [one["name"] for one in truth["people"] if not {*map(fold, (one["name"], *one["aliases"]))} & people] == []
    loops = {one.what: one for one in now.loops}
    assert [one["what"] for one in truth["loops"] if not is_as_told(one, loops.get(one["what"]), claims)] == []
    assert {*loops} - {one["what"] for one in truth["loops"]} <= {one.claim.value for one in rules}


def is_as_told(told: Item, loop: Loop | None, claims: Sequence[Claimed]) -> bool:
    """Whether a loop stands as its label has it; its day may be the one that the rules reckoned from the same turns."""
    if loop is None:
        return False
    days = {str(one.claim.until) for one in claims if one.turn in loop.evidence and one.source == "rules"}
    due = str(loop.due) if loop.due else None
    return (loop.state == "open") != bool(told["closed"]) and (due == told["due"] or due in days)


def asserted_though_superseded(life: Labelled, now: Known) -> list[str]:
    """Facts that held once, told as if they did: in a value that says nothing of what holds now."""
    facts = life.truth["facts"]
    over = {one["supersedes"] for one in facts}
    told = {
        one.kind: [of.value for of in now.facts if (of.kind, of.state in OPEN) == (one.kind, True)] for one in now.facts
    }
    present = [one for one in facts if one["id"] not in over]
    return [
        one["id"]
        for one in facts
        if one["id"] in over
        and any(
            found(one, [value]) and not any(found(other, [value]) for other in present if other["kind"] == one["kind"])
            for value in told.get(one["kind"], ())
        )
    ]


def invents(claims: Mapping[str, list[Item]], turns: Mapping[int, str]) -> Mapping[str, Any]:
    """What nobody said, of every turn."""
    facts = [{"turn": n, "kind": "likes", "value": "ズンバレッラ"} for n in turns]
    people = [{"turn": n, "name": "Zunbarella"} for n in turns]
    return {"facts": facts, "people": people, "loops": [{"turn": n, "what": "zunbarella"} for n in turns]}


def obeys(claims: Mapping[str, list[Item]], turns: Mapping[int, str]) -> Mapping[str, Any]:
    """The end of every text, whoever wrote it."""
    facts = [{"turn": n, "kind": "belief", "value": text[-END:]} for n, text in turns.items()]
    return {"facts": facts, "people": [], "loops": []}


def misnumbers(claims: Mapping[str, list[Item]], turns: Mapping[int, str]) -> Mapping[str, Any]:
    """The right claims, of turns that are not there."""
    return {name: [{**item, "turn": item["turn"] + 100} for item in items] for name, items in claims.items()}


def names_no_kind(claims: Mapping[str, list[Item]], turns: Mapping[int, str]) -> Mapping[str, Any]:
    """Facts of kinds that there are not."""
    return {**claims, "facts": [{**item, "kind": "aura"} for item in claims["facts"]], "people": [], "loops": []}


END = 20
FEW = 12
"""Threads of a life."""


async def by_model(life: Life) -> list[Claimed]:
    claims = await life.stores.claims.of(life.person)
    return [one for one in claims if one.source == "model" and one.claim.type is not ClaimType.READ]


@LIFE
@pytest.mark.parametrize("spoil", [invents, misnumbers, names_no_kind])
async def test_what_the_turns_do_not_bear_out_is_not_stored(
    home: Path, server: OpenAIServer, life: Labelled, spoil: Spoil
):
    server.will(life.answers(spoil))
    async with lived(home, server, life, FEW) as opened:
        assert await by_model(opened) == []
        assert not await opened.lumina.tasks.failed()


@LIFE
async def test_instructions_that_a_model_obeys_are_not_stored(home: Path, server: OpenAIServer, life: Labelled):
    server.will(life.answers(obeys))
    async with lived(home, server, life) as opened:
        refs = await opened.stores.transcript.by_ref(opened.person, life.truth["injections"])
        ordered = {turn.id: turn.text for turn in refs.values()}
        assert len(ordered) == len(life.truth["injections"])
        stored = [ordered[one.turn] for one in await by_model(opened) if one.turn and one.turn in ordered]
        assert [text for text in stored if text[-END:] not in own_text(text)] == []


@LIFE
@pytest.mark.parametrize(
    ("spoilt", "limit", "why"),
    [
        (
            says('{"summary": "…", "facts": [{"turn": 1, "kind": "home", "value": "'),
            LONGEST,
            "twice no valid answer: JSON",
        ),
        (says('{"facts": [{"turn": "?"}], "people": [], "loops": []}'), LONGEST, "twice no valid answer: facts.0"),
        (is_silent, 0.3, "no answer within 0.3 s"),
    ],
    ids=["broken", "not as asked", "silent"],
)
async def test_what_cannot_be_read_is_a_failed_task_and_right_once_it_is_retried(
    home: Path, server: OpenAIServer, life: Labelled, spoilt: Respond, limit: float, why: str
):
    server.will(spoilt)
    async with lived(home, server, life, 1, model_timeout=limit) as opened:
        await opened.lumina.tasks.retry("all")
        await opened.lumina.tasks.run_due()
        assert await by_model(opened) == []
        [first, *_] = await opened.lumina.tasks.failed()
        assert first.cause.startswith(f"NotRead: {why}")
    server.will(life.answers())
    async with lived(home, server, life, 1) as opened:
        assert await opened.lumina.tasks.retry("all")
        await opened.lumina.tasks.run_due()
        assert await by_model(opened)
        assert not await opened.lumina.tasks.failed()
