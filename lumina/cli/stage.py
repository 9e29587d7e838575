"""How a turn is shown: names in colour, Markdown as it streams."""

import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.live import Live
from rich.markdown import Markdown
from rich.padding import Padding
from rich.segment import Segment, SegmentLines
from rich.text import Text

from lumina.cli.exchange import Exchange
from lumina.cli.words import Words
from lumina.dialogue.address import addressed
from lumina.dialogue.characters import Cast
from lumina.language.messages import Messages
from lumina.reports import Done, Event, Heard, Replied, Token

FENCE = re.compile(r"^(```|~~~)", re.MULTILINE)
BETWEEN_DRAWINGS = 0.08
"""Seconds: more often is not seen, and costs."""

CALLED = re.compile(r"\s*[@＠]([^\s@＠,、，:：!！?？。]{1,60})")
"""Whom a text is for, that begins with an at sign."""

LINE_END = re.compile(r"(?<!\n)\n(?!\n)")


class Stage:
    """Shows one turn after the other. In a terminal an answer streams: blocks of Markdown that are complete stand, the
    one that still grows is drawn anew. Elsewhere each answer is printed when it is complete."""

    def __init__(self, console: Console, characters: Cast, words: Words) -> None:
        self._console = console
        self._characters = characters
        self._words = words
        self._live: Live | None = None
        self._speaker = ""
        self._streamed: set[str] = set()
        self._text: str = ""
        self._stands: int = 0
        self._drawn = 0.0

    async def show(self, events: AsyncIterator[Event], exchange: Exchange) -> None:
        """Show the events and keep them in the exchange, which is right at any moment, interrupted or not."""
        self._streamed.clear()
        try:
            async for event in events:
                exchange.take(event)
                self._show(event)
        finally:
            self._settle()

    def name(self, speaker: str) -> Text:
        """The speaker's name in its own colour."""
        character = self._characters.find(speaker)
        return Text(character.name.of(self._words.language), style=f"bold {character.colour}")

    def _show(self, event: Event) -> None:
        match event:
            case Heard():
                self._hear(event.turn.text)
                if self._console.is_terminal:
                    self._draw(Text("  …", style="dim"))
            case Token() if self._console.is_terminal:
                self._grow(event)
            case Replied():
                self._end(event)
            case Done() if event.missing:
                self._console.print(self._words("missing", sources=", ".join(event.missing)), style="yellow")
            case _:
                return

    def _hear(self, text: str) -> None:
        """Say so where the words are for somebody who is not there."""
        called = CALLED.match(text)
        if called and not addressed(text, self._characters):
            known = ", ".join(one.name.of(self._words.language) for one in self._characters)
            self._console.print(self._words("no_character", name=called[1], known=known), style="yellow")

    def _draw(self, growing: RenderableType) -> Live:
        """Show what still grows, in the place of what grew. Not from a thread: that would race with what is printed."""
        if self._live is None:
            self._live = Live(console=self._console, transient=True, auto_refresh=False)
            self._live.start()
        due = time.monotonic() - self._drawn > BETWEEN_DRAWINGS
        self._live.update(growing, refresh=due)
        if due:
            self._drawn = time.monotonic()
        return self._live

    def _grow(self, token: Token) -> None:
        if token.speaker != self._speaker:
            self._settle()
            self._console.print(self.name(token.speaker))
            self._speaker = token.speaker
            self._streamed.add(token.speaker)
        complete, _ = complete_blocks(self._text)
        self._text += token.text
        grown, _ = complete_blocks(self._text)
        new = Below(self._stands, grown).lines(self._console) if len(grown) > len(complete) else []
        self._stands += len(new)
        live = self._draw(Below(self._stands, self._text))  # before the print, which draws it anew below what is new
        if new:
            live.console.print(SegmentLines(new, new_lines=True), end="")

    def _end(self, reply: Replied) -> None:
        """Replies come when all have spoken: what has streamed stands already."""
        self._settle()
        name, text = self.name(reply.turn.speaker), reply.turn.text
        if text.strip() and not self._console.is_terminal:
            self._console.print(f"{name}: {text}", soft_wrap=True)
        elif text.strip() and reply.turn.speaker not in self._streamed:
            self._console.print(name, spoken(text), "", sep="\n")
        if reply.failed:
            why = Messages(self._words.language).failure(reply.failed)
            self._console.print(self._words("reply_failed", name=name, why=why), style="yellow", soft_wrap=True)

    def _settle(self) -> None:
        """Let what has streamed so far stand."""
        if self._live is not None:
            self._live.stop()
        if self._text.strip():
            self._console.print(Below(self._stands, self._text), end="")
        if self._speaker:
            self._console.print()
        self._live, self._text, self._stands, self._speaker = None, "", 0, ""


@dataclass(frozen=True, slots=True)
class Below:
    """The lines of an answer below those that stand already. They are cut out of the whole, as what is left blank
    between two blocks of Markdown depends on both."""

    stands: int
    text: str

    def lines(self, console: Console, options: ConsoleOptions | None = None) -> list[list[Segment]]:
        return console.render_lines(spoken(self.text), options, pad=False)[self.stands :]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield SegmentLines(self.lines(console, options), new_lines=True)


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
    return Padding(Markdown(text, hyperlinks=False), (0, 2))
