"""The line on which the person types: history, completion of names and of slash commands."""

import asyncio
import re
import signal
import sys
import termios
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from lumina.cli.stdin import stdin_lines
from lumina.dialogue.characters import Cast
from lumina.language.bilingual import Language
from lumina.language.scripts import fold

BEGUN_NAME = re.compile(r"[@＠]([^\s@＠,、，]*)$")
BEGUN_COMMAND = re.compile(r"^[/／](\S*)$")


class Completions(Completer):
    """Names after an at sign, commands after a slash at the beginning, both of either width; kana, width and case do
    not count."""

    def __init__(self, characters: Cast, commands: Iterable[str], language: Language) -> None:
        shown = [name for each in characters for name in dict.fromkeys((each.name.of(language), *each.names()))]
        self._names = [*shown, "all"]
        self._commands = list(commands)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        text = document.text_before_cursor
        if begun := BEGUN_COMMAND.search(text):
            yield from self._matching(begun, "/", self._commands)
        elif begun := BEGUN_NAME.search(text):
            yield from self._matching(begun, "@", self._names)

    def _matching(self, begun: re.Match[str], sign: str, words: Iterable[str]) -> Iterator[Completion]:
        for word in words:
            if fold(word).startswith(fold(begun[1])):
                yield Completion(f"{sign}{word} ", start_position=-len(begun[0]), display=f"{sign}{word}")


def keys() -> KeyBindings:
    """Enter sends, Alt-Enter begins a new line; a paste keeps its lines."""
    bindings = KeyBindings()

    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    bindings.add("escape", "enter")(new_line)
    return bindings


def prompt_session(history: Path | None, completions: Completer) -> PromptSession[str]:
    return PromptSession(
        FormattedText([("bold ansigreen", "❯ ")]),
        history=FileHistory(str(history)) if history else None,
        completer=completions,
        complete_while_typing=True,
        key_bindings=keys(),
        prompt_continuation="  ",
        enable_open_in_editor=False,
        mouse_support=False,
    )


async def typed_lines(session: PromptSession[str], interrupted: Callable[[], None]) -> AsyncIterator[str]:
    """What the person sends, until Ctrl-D. Ctrl-C drops the line."""
    while True:
        try:
            yield await session.prompt_async()
        except KeyboardInterrupt:
            interrupted()
        except EOFError:
            return


async def piped_lines() -> AsyncIterator[str]:
    """The lines of stdin, where nobody types."""
    async for line in stdin_lines():
        yield line.decode("utf-8", "surrogateescape").rstrip("\r\n")  # what is no UTF-8 is refused as a text


@contextmanager
def answering(stop: Callable[[], object]) -> Generator[None]:
    """While an answer runs, Ctrl-C stops it, and what is typed waits for the next prompt unseen."""
    loop, before = asyncio.get_running_loop(), signal.getsignal(signal.SIGINT)
    loop.add_signal_handler(signal.SIGINT, stop)
    try:
        with _no_echo():
            yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


@contextmanager
def _no_echo() -> Generator[None]:
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    silent = [*before]
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
