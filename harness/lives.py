"""Lives for tests: people who talk for months, with words that nobody else uses, in an application of their own."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.models import TierName
from lumina.reports import Event, ImportedTurn, MemoryRow

JST = timezone(timedelta(hours=9))
START = datetime(2026, 3, 1, 9, tzinfo=JST)
SYLLABLES = "カキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロ"
THINGS = ("自転車", "金魚", "将棋", "陶芸", "登山", "望遠鏡", "盆栽", "珈琲", "書道", "水泳", "尺八", "織物")
PATTERNS = (
    "{thing}の会で{word}という人に会って、とても嬉しかったよ。",
    "昨日は{word}のところで{thing}をして、くたくたに疲れた。",
    "{thing}に使う{word}を買ったけれど、どう思う？",
    "My friend {word} came along to the {thing} yesterday and it was wonderful.",
)


def words(initial: str, count: int, seed: int = 1) -> list[str]:
    """Words that begin with `initial` and that nobody else uses."""
    dice = random.Random(seed)
    return [initial + "".join(dice.choices(SYLLABLES, k=9)) for _ in range(count)]


def talk(person: str, told: Sequence[str], *, days: float, start: datetime = START) -> list[ImportedTurn]:
    """A turn for each word, ten a thread, the threads spread over the days and over three rooms."""
    initial, apart = told[0][0], timedelta(days=days) / max(len(told) // 10, 1)
    return [
        ImportedTurn(
            speaker=person if nr % 2 == 0 else "lumina",
            text=PATTERNS[(nr // 2) % len(PATTERNS)].format(thing=THINGS[(nr * 7) % len(THINGS)], word=word),
            at=start + nr // 10 * apart + nr % 10 * timedelta(minutes=2),
            ref=f"{initial}-{nr}",
            room=f"{initial}の部屋{nr // 10 % 3}番",
            thread=f"{initial}の話{nr // 10}",
        )
        for nr, word in enumerate(told)
    ]


def nothing(_: int) -> None:
    """Nobody watches the progress."""


async def bring(lumina: Lumina, person: str, turns: Sequence[ImportedTurn]) -> None:
    await lumina.transfer.bring(turns, person=person, me=person, progress=nothing)


async def say(lumina: Lumina, person: str, room: str, text: str) -> list[Event]:
    return [event async for event in lumina.talk.say(text, person=person, room=room)]


async def grow_old(lumina: Lumina, clock: ManualClock, days: int, *, every: int = 10) -> None:
    """Let days pass, with all jobs now and then."""
    for _ in range(days // every):
        clock.advance(timedelta(days=every))
        await lumina.jobs.run("all")


async def memories(lumina: Lumina, person: str) -> list[MemoryRow]:
    return await lumina.memories.list(person, tier=None, limit=10_000, offset=0)


async def by_tier(lumina: Lumina, person: str) -> dict[TierName, list[MemoryRow]]:
    found: dict[TierName, list[MemoryRow]] = {}
    for row in await memories(lumina, person):
        found.setdefault(row.state.tier, []).append(row)
    return found


async def found_turns(lumina: Lumina, person: str, query: str, *, limit: int = 10) -> list[str]:
    """The texts of the turns that a question finds, best first."""
    recalled = await lumina.recall.look_up(query, person=person, viewer=None, budget=1500, limit=limit, unit="turn")
    return [hit.text for hit in recalled.hits]
