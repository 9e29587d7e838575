"""One turn as its events come in, and how it is shown: names in colour, Markdown as it streams."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.live import Live
from rich.markdown import Markdown
from rich.padding import Padding
from rich.spinner import Spinner
from rich.text import Text

from lumina.characters import Cast
from lumina.cli.words import Words
from lumina.models import Turn
from lumina.reports import Done, Event, Heard, Recalled, Replied, Token

FENCE = re.compile(r"^(```|~~~)", re.MULTILINE)
LINE_END = re.compile(r"(?<!\n)\n(?!\n)")


@dataclass(slots=True)
class Exchange:
    """What a turn has brought so far."""

    heard: Turn | None = None
    recalled: list[Recalled] = field(default_factory=list[Recalled])
    replies: list[Replied] = field(default_factory=list[Replied])
    done: Done | None = None

    @property
    def failed(self) -> bool:
        return any(reply.failed for reply in self.replies)

    def take(self, event: Event) -> None:
        match event:
            case Heard():
                self.heard = event.turn
            case Recalled():
                self.recalled.append(event)
            case Replied():
                self.replies.append(event)
            case Done():
                self.done = event
            case Token():
                return


async def gather(events: AsyncIterator[Event]) -> Exchange:
    """The whole turn, shown to nobody."""
    exchange = Exchange()
    async for event in events:
        exchange.take(event)
    return exchange


class Stage:
    """Shows a turn. In a terminal an answer streams: blocks of Markdown that are complete stand, the one that still
    grows is drawn anew. Elsewhere each answer is printed when it is complete."""

    def __init__(self, console: Console, characters: Cast, words: Words) -> None:
        self._console = console
        self._characters = characters
        self._words = words
        self._live: Live | None = None
        self._tail = ""
        self._heard = ""

    async def show(self, events: AsyncIterator[Event], exchange: Exchange) -> None:
        """Show the events and keep them in the exchange, which is right at any moment, interrupted or not."""
        try:
            async for event in events:
                exchange.take(event)
                self._show(event)
        finally:
            self._settle()

    def _show(self, event: Event) -> None:
        match event:
            case Recalled() if self._console.is_terminal:
                self._begin(event.speaker)
            case Token() if self._console.is_terminal:
                self._grow(event)
            case Replied():
                self._end(event)
            case Done() if event.missing:
                self._console.print(self._words("missing", sources=", ".join(event.missing)), style="yellow")
            case _:
                return

    def name(self, speaker: str) -> Text:
        """The speaker's name in its own colour."""
        character = self._characters.find(speaker)
        return Text(character.name.of(self._words.language), style=f"bold {character.colour}")

    def _begin(self, speaker: str) -> None:
        self._settle()
        self._console.print(self.name(speaker))
        thinking = Padding(Spinner("dots", style="dim"), (0, 2))
        self._live = Live(thinking, console=self._console, transient=True, refresh_per_second=12)
        self._live.start()

    def _grow(self, token: Token) -> None:
        if self._live is None:
            self._begin(token.speaker)
        self._heard += token.text
        complete, self._tail = complete_blocks(self._tail + token.text)
        if self._live is not None:
            self._live.update(spoken(self._tail))  # before the print, which draws it anew below what is complete
            if complete:
                self._live.console.print(spoken(complete))

    def _end(self, reply: Replied) -> None:
        streamed = self._heard
        self._settle()
        if not self._console.is_terminal:
            self._console.print(f"{self.name(reply.turn.speaker)}: {reply.turn.text}", soft_wrap=True)
        elif not streamed:
            self._console.print(self.name(reply.turn.speaker), spoken(reply.turn.text), sep="\n")
        if reply.failed:
            self._console.print(self._words("reply_failed", why=reply.failed), style="yellow")

    def _settle(self) -> None:
        """Let what has streamed so far stand."""
        if self._live is not None:
            self._live.stop()
            if self._tail.strip():
                self._console.print(spoken(self._tail))
            self._console.print()
        self._live, self._tail, self._heard = None, "", ""


def complete_blocks(text: str) -> tuple[str, str]:
    """The text cut at its last blank line that is outside of code: what is complete, and what may still grow."""
    cut = text.rfind("\n\n")
    while cut >= 0 and len(FENCE.findall(text, 0, cut)) % 2:
        cut = text.rfind("\n\n", 0, cut)
    return (text[: cut + 2], text[cut + 2 :]) if cut >= 0 else ("", text)


def spoken(text: str) -> RenderableType:
    """Markdown as talk has it: a line end is a line end, not a space."""
    if not FENCE.search(text):
        text = LINE_END.sub("  \n", text)
    return Padding(Markdown(text), (0, 2))
