"""Where the policy is to keep what was distilled, a turn's words go once they are not needed any more, not before."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from harness.commands import Commands
from harness.life import ME, MORNING, Life, line, living
from harness.life import unwatched as harness_unwatched
from harness.sealed import standing
from lumina.clock import ManualClock
from lumina.erasure.opening import traces_of
from lumina.erasure.part import Part
from lumina.erasure.search import Needle
from lumina.errors import LuminaError
from lumina.models import Policy, TierName, Turn
from lumina.settings import Settings
from lumina.stores.history import open_history, typed_texts
from lumina.stores.repository import open_repository
from lumina.transfer.backup.restoring import manifest_of, restore
from lumina.transfer.package import read_package

OTHER = "蓮"
MORSEL = "ぴかぽんちゃら"
"""It is in words that no summary, fact or concept has."""

SAID = [
    "今日は羽村の堰でカワセミを見た。双眼鏡はツァイスの古いやつを持っていった。",
    "弟の樹が来月、函館に引っ越す。",
    "去年から琵琶を習っている。先生は厳しい。",
    "うちの犬はコーギーで、名前は麦。",
    "金曜に歯医者の予約を入れた。",
    "最近、能登の塩にこっている。",
    "図書館で幸田文を借りた。",
]
THINGS = ("湯呑", "片口", "花器")
ANSWER = f"{MORSEL}、聞いてるよ。"
TALK = [
    *(line(text, nr) for nr, text in enumerate(SAID)),
    line(ANSWER, len(SAID), speaker="lumina"),
    *(line(text, nr) for nr, text in enumerate(SAID, len(SAID) + 1)),
]
"""Fifteen turns: more than the window has."""


def unwatched(_done: int, _of: int) -> None: ...


async def scheduled(life: Life) -> None:
    """What the schedule would have done by now, and what it has people's tasks do."""
    await life.run("all")
    await life.lumina.tasks.run_due()


async def told(life: Life, days: float = 2) -> None:
    await life.read_in(TALK)
    await life.pass_days(days)
    await scheduled(life)


async def let_go(life: Life, person: str = ME) -> None:
    await life.lumina.policies.choose(person, Policy.SUMMARY_ONLY)
    await life.run("let_go")


async def worded(life: Life, person: str = ME) -> list[str]:
    return [turn.text for turn in await life.turns(person) if not turn.let_go]


async def derived(life: Life) -> dict[str, Any]:
    """What stands for the words."""
    states = await life.states()
    bodies = await life.stores.bodies.read(ME, states)
    return {
        "memories": [(id_, body.text, body.keywords, body.concepts) for id_, body in sorted(bodies.items())],
        "facts": (await life.lumina.known.known(ME)).facts,
        "summaries": [(one.kind, one.about, one.sentences) for one in await life.lumina.summaries.all(ME)],
    }


def without_words(turns: Sequence[Turn]) -> list[tuple[Any, ...]]:
    return [(one.id, one.at.isoformat(), one.speaker, one.role, one.thread, one.position, one.ref) for one in turns]


async def test_whoever_chose_nothing_keeps_all(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        assert len(await worded(life)) == len(TALK)


async def test_the_operator_chooses_for_all_who_chose_nothing(home: Path) -> None:
    async with living(home, policy="summary-only") as life:
        await life.lumina.policies.choose(OTHER, Policy.FULL)
        await life.read_in([line(text, nr, speaker=OTHER) for nr, text in enumerate(SAID)], person=OTHER)
        await told(life)
        await life.run("let_go")
        assert (await worded(life), len(await worded(life, OTHER))) == ([], len(SAID))


@pytest.mark.parametrize("days", [1.5, 2.0, 20.0, 40.0])
async def test_words_go_and_what_stands_for_them_stays(home: Path, days: float, profile: dict[str, Any]) -> None:
    """In whatever tier the memories lie."""
    async with living(home, **profile) as life:
        await told(life, days)
        turns, before = await life.turns(), await derived(life)
        await let_go(life)
        assert await worded(life) == []
        assert without_words(await life.turns()) == without_words(turns)
        assert await derived(life) == before
        assert before["facts"] and before["summaries"]
        for fact in before["facts"]:
            evidence = await life.lumina.known.turns(ME, fact.evidence)
            assert [evidence[turn].at for turn in fact.evidence]


async def test_recall_finds_the_summary_and_says_that_it_is_all_there_is(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        await let_go(life)
        found = await life.recall("弟はどこに引っ越す？")
        assert "函館" in found.hits[0].text
        assert found.hits[0].turns and all(turn.let_go for turn in found.hits[0].turns)
        assert "（要約）" in found.pack.text and "函館" in found.pack.text
        assert any("要約だけ" in remark for remark in found.pack.remarks)
        assert MORSEL not in found.pack.text


@pytest.mark.parametrize("missing", ["memory", "claims", "summaries"])
async def test_no_word_goes_before_what_stands_for_it(home: Path, missing: str) -> None:
    async with living(home) as life:
        if missing == "memory":
            await life.read_in(TALK[:3])  # in the window still
            await life.pass_days(0.01)
        else:
            await life.read_in(TALK)
            await life.pass_days(2)
            await life.run("reconcile")
        if missing == "summaries":
            await life.run("summaries")  # the task is put, and not done
        else:
            await scheduled(life)
        if missing == "claims":
            await life.stores.database.execute("update people set learnt = 0")
        await let_go(life)
        assert len(await worded(life)) == len(await life.turns())


async def test_the_words_of_a_memory_whose_body_is_lost_stay_until_it_is_made_again(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        lost = {turn for state in await life.states() for turn in state.turns}
        await life.stores.duckdb.forget(ME)
        await let_go(life)
        assert {turn.id for turn in await life.turns() if turn.let_go} & lost == set()


async def test_what_stands_in_the_window_stays_until_the_talk_is_over(home: Path) -> None:
    async with living(home) as life:
        await life.lumina.policies.choose(ME, Policy.SUMMARY_ONLY)
        await life.read_in(TALK)
        await life.pass_days(1)
        await scheduled(life)
        await life.run("let_go")
        await life.chat([f"{nr}つめの話をする。" for nr in range(3)])
        said = await worded(life)
        assert len(said) >= 6
        await life.run("all")
        assert await worded(life) == said
        await life.pass_days(2)
        await scheduled(life)
        await life.run("let_go")
        assert await worded(life) == []


async def test_the_talk_goes_on_from_what_was_let_go(home: Path) -> None:
    async with living(home) as life:
        await life.chat([f"@ルミナ {text}" for text in SAID])
        await life.pass_days(2)
        await scheduled(life)
        await let_go(life)
        await life.say("@ルミナ ただいま。")
        assert len(await worded(life)) == 2
        assert "" not in await worded(life)


async def test_a_word_that_nothing_tells_is_nowhere_any_more(home: Path) -> None:
    async with living(home) as life:
        history = open_history(life.stores.folder.home, ME)
        typed = f"\n# 2026-05-04 08:00:00\n+{SAID[2]}\n\n# 2026-05-04 08:01:00\n+こんにちは\n"
        history.write_text(typed, encoding="utf-8")
        await life.chat(SAID[:3])
        await told(life)
        assert MORSEL not in json.dumps(await derived(life), default=str, ensure_ascii=False)
        assert await held(life, MORSEL)
        await let_go(life)
        assert await held(life, MORSEL) == set()
        assert typed_texts(life.stores.folder.home, ME) == ["こんにちは"]
        rooms = [str(room.id) for room in await life.stores.transcript.rooms(ME)]
        assert await life.stores.checkpoints.count(rooms) == 0
        await life.run("rewrite")
    assert standing(home, [MORSEL]) == {}


async def held(life: Life, word: str) -> set[str]:
    """The stores that tell of a word, out of whatever form they keep it in; entries tell it by its id alone."""
    needle = Needle("word", word.encode())
    found = await traces_of(life.stores).of_person(ME, [needle])
    entries = await life.stores.bodies.entries(ME, await life.states())
    memories = {id_: len(its) for id_, its in entries.items()}
    worded = {"entries"} if any(count > 1 for count in memories.values()) else set[str]()
    return worded | {name for name, needles in found.items() if needles}


async def test_a_memory_without_words_is_there_again_where_its_file_was_lost(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        assert set(await life.tiers()) == {TierName.DUCKDB}
        await let_go(life)
        [first, *_] = await life.states()
        await life.lumina.memories.edit(ME, first.id, "葵は堰で冠羽の長い鳥を見た。")
        before = await derived(life)
    (home / "midterm.duckdb").unlink()
    (home / "midterm.duckdb.wal").unlink(missing_ok=True)
    async with living(home, ManualClock(MORNING + timedelta(days=3))) as life:
        await life.run("heal")
        assert await derived(life) == before
        assert "冠羽" in str(before["memories"])


async def test_it_goes_down_and_comes_up_again_without_words(home: Path) -> None:
    async with living(home) as life:
        await told(life, 0.5)
        await let_go(life)
        assert await worded(life) == []
        before = (await derived(life))["memories"]
        for days in (1, 9, 80):
            await life.pass_days(days, every=timedelta(days=4))
            await scheduled(life)
            found = {id_ for id_, *_ in before} - {id_ for id_, *_ in (await derived(life))["memories"]}
            assert not found
        assert (await life.recall("弟はどこに引っ越す？")).hits


async def test_summaries_go_on_with_what_the_words_told(home: Path) -> None:
    """A week of which more is said has what was said before its words went."""
    async with living(home) as life:
        await told(life, 1)
        before = {one.about: one for one in await life.lumina.summaries.all(ME) if one.kind == "week"}
        await let_go(life)
        assert await worded(life) == []
        more = [
            line(f"きのうは陶芸で{thing}を焼いた。", 60 * 30 + nr) for nr, thing in enumerate(("湯呑", "片口", "花器"))
        ]
        await life.read_in(more)
        await life.pass_days(1)
        await scheduled(life)
        after = {one.about: one for one in await life.lumina.summaries.all(ME) if one.kind == "week"}
        for about, one in before.items():
            told_now = {sentence.text for sentence in after[about].sentences}
            assert {sentence.text for sentence in one.sentences} <= told_now
            assert any("陶芸" in text for text in told_now)


async def test_a_part_is_erased_and_what_the_rest_told_stays(home: Path) -> None:
    async with living(home) as life:
        await life.read_in([line(text, 60 * nr, thread=f"{nr}") for nr, text in enumerate(SAID)])
        await life.pass_days(2)
        await scheduled(life)
        await let_go(life)
        gone = (await life.turns())[1]
        part = Part(thread=gone.thread)
        preview = await life.lumina.erasure.preview_part(ME, part)
        report = await life.lumina.erasure.erase_part(ME, part, preview.token, "test")
        assert not any(report.residue.values())
        await scheduled(life)
        told_still = str(await derived(life))
        assert "函館" not in told_still
        assert "コーギー" in told_still and "歯医者" in told_still
        weeks = [one for one in await life.lumina.summaries.all(ME) if one.kind == "week"]
        assert any("コーギー" in sentence.text for one in weeks for sentence in one.sentences)


async def test_all_of_a_person_is_erased_without_words_as_with(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        await let_go(life)
        token = (await life.lumina.erasure.preview(ME)).token
        report = await life.lumina.erasure.erase(ME, token, "test")
        assert not any(report.residue.values())
        await life.run("rewrite")
        assert await life.lumina.policies.of(ME) == await life.lumina.policies.of("nobody")


async def test_what_is_exported_comes_in_again_with_its_policy(home: Path, tmp_path: Path) -> None:
    async with living(home) as life:
        await told(life)
        await let_go(life)
        before, turns = await derived(life), await life.turns()
        await life.lumina.transfer.export(ME, tmp_path / "out")
    rows = (tmp_path / "out" / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
    assert all((one["text"], one["let_go"]) == ("", True) for one in map(json.loads, rows))
    assert "言葉はもう残っていません" in (tmp_path / "out" / "life.html").read_text(encoding="utf-8")
    async with living(tmp_path / "another", ManualClock(MORNING + timedelta(days=2))) as life:
        await life.lumina.transfer.take_in(read_package(tmp_path / "out"), person=ME, progress=harness_unwatched)
        await scheduled(life)
        assert (await life.lumina.policies.of(ME)).policy is Policy.SUMMARY_ONLY
        assert await life.turns() == turns
        assert await derived(life) == before


async def test_words_cannot_be_edited_once_they_are_gone(home: Path) -> None:
    async with living(home) as life:
        await life.chat(SAID)
        await life.pass_days(2)
        await scheduled(life)
        await let_go(life)
        [first, *_] = await life.turns()
        with pytest.raises(Exception, match="not kept any more"):
            turn = await life.talk.begin("べつの話。", person=ME, room=life.room, instead=first.id)
            [_ async for _ in turn.events()]


async def test_the_doctor_and_a_memory_say_what_cannot_be_had(home: Path) -> None:
    async with living(home) as life:
        await told(life)
        await let_go(life)
        report = await life.lumina.doctor()
        assert f"{len(TALK)} turns of 1 person" in str(report)
        [state, *_] = await life.states()
        assert all(turn.let_go for turn in (await life.lumina.memories.show(ME, state.id)).turns)


async def test_what_was_let_go_stays_gone_in_a_backup_made_since(home: Path, tmp_path: Path) -> None:
    place: dict[str, Any] = {
        "backup_url": f"file://{tmp_path}/backups",
        "master_key": tmp_path / "elsewhere" / "master.key",
    }
    async with living(home, **place) as life:
        await told(life)
        await let_go(life)
        before, turns = await derived(life), await life.turns()
        await life.lumina.backups.make(life.clock(), unwatched)
        now = life.clock()
    settings = Settings(home=tmp_path / "again", **place)
    repository = await open_repository(settings, make=False)
    clock = ManualClock(now)
    report = await restore(repository, await manifest_of(repository, None), settings, clock, unwatched)
    assert report.differing == ()
    async with living(tmp_path / "again", clock, **place) as life:
        assert (await life.lumina.policies.of(ME)).policy is Policy.SUMMARY_ONLY
        assert await life.turns() == turns
        assert await derived(life) == before


async def test_what_was_let_go_does_not_come_back_from_an_earlier_backup(home: Path, tmp_path: Path) -> None:
    place: dict[str, Any] = {
        "backup_url": f"file://{tmp_path}/backups",
        "master_key": tmp_path / "elsewhere" / "master.key",
    }
    async with living(home, **place) as life:
        await told(life)
        await life.lumina.backups.make(life.clock(), unwatched)
        await life.pass_days(0.1)
        await let_go(life)
        before, now = await derived(life), life.clock()
    assert await restored(tmp_path / "again", now, place) == ([], before, Policy.SUMMARY_ONLY)
    assert standing(tmp_path / "again", [MORSEL]) == {}
    async with living(home, ManualClock(now + timedelta(hours=1)), **place) as life:
        await life.lumina.policies.choose(ME, None)
    words, _, policy = await restored(tmp_path / "once more", now, place)
    assert (len(words), policy) == (len(TALK), Policy.FULL)


async def restored(home: Path, now: datetime, place: dict[str, Any]) -> tuple[list[str], dict[str, Any], Policy]:
    """Words, what stands for them, and the policy, once the newest backup is restored."""
    settings, clock = Settings(home=home, **place), ManualClock(now)
    repository = await open_repository(settings, make=False)
    report = await restore(repository, await manifest_of(repository, None), settings, clock, unwatched)
    assert report.differing == ()
    async with living(home, clock, **place) as life:
        return await worded(life), await derived(life), (await life.lumina.policies.of(ME)).policy


async def test_a_choice_of_which_earlier_backups_cannot_be_told_is_not_made(home: Path, tmp_path: Path) -> None:
    place: dict[str, Any] = {"backup_url": f"file://{tmp_path}/backups", "master_key": tmp_path / "master.key"}
    async with living(home, **place) as life:
        await told(life)
        await life.lumina.backups.make(life.clock(), unwatched)
        (tmp_path / "backups").rename(tmp_path / "away")
        (tmp_path / "backups").write_text("no folder")
        with pytest.raises(LuminaError, match="backups"):
            await life.lumina.policies.choose(ME, Policy.SUMMARY_ONLY)
        assert (await life.lumina.policies.of(ME)).policy is Policy.FULL


def test_the_command_shows_and_sets_it(home: Path) -> None:
    run = Commands(home)
    nothing = {"policy": "full", "chosen": False, "default": "full", "turns": 0, "let_go": 0}
    assert run.json("policy", "show") == nothing
    chosen = run.json("policy", "set", "summary-only")
    assert chosen == {**nothing, "policy": "summary-only", "chosen": True}
    assert "as chosen" in run("policy", "show")
    run("say", "おはよう。")  # who chose before they spoke has a key, and talks
    assert run.json("policy", "show")["turns"] == 2
    assert run.json("policy", "set", "default")["chosen"] is False
