"""`lumina chat`: the talk in the terminal."""

import asyncio
import sys
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any

import click
from rich.panel import Panel
from rich.text import Text

from lumina.cli.exchange import Exchange
from lumina.cli.prompt import Completions, answering, piped_lines, prompt_session, typed_lines
from lumina.cli.run import Call, at_option, room_option, runs_here, user_option
from lumina.cli.slash import COMMANDS, Quit, command_of
from lumina.cli.stage import Stage
from lumina.cli.words import Words
from lumina.errors import LuminaError
from lumina.language.messages import Messages
from lumina.stores.history import open_history

if TYPE_CHECKING:
    from graphs.turns import RunningTurn
    from lumina.app import Lumina


@click.command()
@user_option
@room_option
@at_option
@runs_here
async def chat(call: Call) -> None:
    """Talk with the characters. /help lists the slash commands; Ctrl-C stops an answer, Ctrl-D leaves.

    Where stdin is no terminal, each of its lines is a turn.
    """
    async with call.lumina(background=True) as lumina:
        await Chat(call, lumina).run()


class Chat:
    """One sitting: where it takes place, and what the last turn brought."""

    def __init__(self, call: Call, lumina: "Lumina") -> None:
        self.call = call
        self.lumina = lumina
        self.person = call.settings.user
        self.room = call.settings.room
        self.last = Exchange()
        self._speak(call.words)

    def _speak(self, words: Words) -> None:
        self.words = words
        self.stage = Stage(self.call.out, self.lumina.cast, words)
        self._messages = Messages(words.language)

    async def run(self) -> None:
        """Until Ctrl-D, /quit or the end of stdin."""
        self._welcome()
        async for line in self._lines():
            try:
                await self._take(line)
            except Quit:
                return
            except LuminaError as error:
                self.call.out.print(self._messages.error(error), style="red")

    async def say(self, beginning: Coroutine[Any, Any, "RunningTurn"]) -> None:
        """Show a turn. Ctrl-C stops it; what was said is kept, and what came of the answer."""
        self.last = Exchange()
        begun = asyncio.create_task(beginning)
        with answering(lambda: begun.result().stop() if begun.done() else begun.cancel()):
            await asyncio.wait({begun})
            if not begun.cancelled():
                await self.stage.show(begun.result().events(), self.last)

    async def change(self, name: str, value: str) -> None:
        """Another value of a setting. Raises BadSetting, BadFile."""
        await self.lumina.change(**{name: value})
        language = self.lumina.settings.language
        self._speak(Words(language) if language != "auto" else self.call.words)

    def called(self, speaker: str) -> str:
        """A speaker's name in the person's language."""
        cast = self.lumina.cast
        return cast.find(speaker).name.of(self.words.language) if speaker in cast else speaker

    async def _take(self, line: str) -> None:
        if not line.strip():
            return
        if found := command_of(line):
            command, rest = found
            await command(self, rest)
        else:
            await self.say(self.lumina.talk.begin(line, person=self.person, room=self.room))

    def _lines(self) -> AsyncIterator[str]:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            return piped_lines()
        completions = Completions(self.lumina.cast, COMMANDS, self.words.language)
        settings = self.call.settings
        history = None if settings.folder_is_cache else open_history(settings.home, self.person)
        hint = Text(self.words("how_to_leave"), style="dim")
        return typed_lines(prompt_session(history, completions), lambda: self.call.out.print(hint))

    def _welcome(self) -> None:
        names = Text(" · ").join(self.stage.name(character.id) for character in self.lumina.cast)
        self.call.out.print(names, Text(self.words("welcome", room=self.room), style="dim"), sep="  ")
        if not self.call.settings.model:
            self.call.out.print(Panel(self._messages.text("offline.announcement"), style="yellow"))
