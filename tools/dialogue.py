"""A talk over three months, spoken for real: LUMINA is opened in a folder that goes away, and its clock is moved on."""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from lumina.app import Lumina
from lumina.language.bilingual import Language
from lumina.reports import Replied
from lumina.settings import Settings

Line = tuple[str, str]
"""A moment (ISO 8601) and what the person says then."""

TALKS: Mapping[Language, Sequence[Line]] = {
    "en": (
        ("2026-08-20T20:10:00+09:00", "I moved to Kyoto last week, with my cat Sora."),
        ("2026-08-20T20:12:00+09:00", "My sister Yui gave me a blue umbrella as a farewell present."),
        ("2026-10-02T21:30:00+09:00", "@Clarisse I have begun to learn the cello."),
        ("2026-11-22T19:00:00+09:00", "Nox, who gave me the umbrella?"),
    ),
    "ja": (
        ("2026-08-20T20:10:00+09:00", "先週、猫のソラと京都に引っ越したんだ。"),
        ("2026-08-20T20:12:00+09:00", "妹の結衣が、餞別に青い傘をくれた。"),
        ("2026-10-02T21:30:00+09:00", "@クラリス チェロを習い始めました。"),
        ("2026-11-22T19:00:00+09:00", "ノクス、傘をくれたのは誰だっけ？"),
    ),
}
YOU: Mapping[Language, str] = {"en": "You", "ja": "あなた"}


class Hands:
    """A clock whose hands are set by hand."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


async def _spoken(language: Language, home: Path) -> list[str]:
    clock, day, shown = Hands(datetime.fromisoformat(TALKS[language][0][0])), "", list[str]()
    async with Lumina.open(Settings(home=home, model="", embedder="chive"), clock) as lumina:
        names = {character.id: character.name.of(language) for character in lumina.cast}
        for at, text in TALKS[language]:
            clock.now = datetime.fromisoformat(at)
            if at[:10] != day:
                day = at[:10]
                shown += ["", day]
            shown.append(f"{YOU[language]}: {text}")
            async for event in lumina.talk.say(text, person="hana", room="cli"):
                if isinstance(event, Replied):
                    shown.append(f"{names[event.turn.speaker]}: {' '.join(event.turn.text.split())}")
            await lumina.settle()
    return shown[1:]


def dialogue(language: Language) -> str:
    """The talk as text, a line a turn."""
    with tempfile.TemporaryDirectory(prefix="lumina-dialogue-") as folder:
        return "\n".join(asyncio.run(_spoken(language, Path(folder) / "home")))
