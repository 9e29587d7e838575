"""The slash commands of the chat."""

import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from lumina.cli import memories, units
from lumina.cli.recalled import GRADE_STYLES, one_hit
from lumina.clock import local
from lumina.dialogue.mentions import phrases
from lumina.errors import BadInput, UnknownPerson, because
from lumina.known import Known
from lumina.language.scripts import fold
from lumina.reports import Recalled, Recollection
from lumina.settings import CHANGEABLE
from lumina.telling import reasons

if TYPE_CHECKING:
    from lumina.cli.chat import Chat

SHOWN_MEMORIES = 12
SHOWN_HITS = 5
EXPLAIN = "--explain"

Command = Callable[["Chat", str], Awaitable[None]]


class Quit(Exception):
    """The person leaves."""


def command_of(line: str) -> tuple[Command, str] | None:
    """The command that a line is, with what stands behind it, or None where it is talk. Full-width slashes and letters
    count. Raises BadInput for a command that there is not."""
    first, _, rest = line.strip().partition(" ")
    word = unicodedata.normalize("NFKC", first).lower()
    if not word.startswith("/") or word.startswith("//"):
        return None
    if word[1:] not in COMMANDS:
        raise BadInput(why=because("there is no command {word}; /help lists them", word=word))
    return COMMANDS[word[1:]], rest.strip()


async def show_help(talk: "Chat", _rest: str) -> None:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name in COMMANDS:
        grid.add_row(Text(f"/{name}", style="bold"), talk.words(f"slash_{name}"))
    talk.call.out.print(grid, Text(talk.words("chat_keys"), style="dim"), sep="\n")


async def who(talk: "Chat", rest: str) -> None:
    """Who is here; with names: only these from now on, with `all`: everybody."""
    if rest:
        names = [name for name in rest.replace("、", " ").replace(",", " ").split() if name.strip("@＠")]
        everybody = any(fold(name.lstrip("@＠")) in phrases()["everyone_after_at"] for name in names)
        present = talk.lumina.cast.ids if everybody else [talk.lumina.cast.find(name).id for name in names]
        await talk.lumina.rooms.set_present(talk.person, talk.room, present)
    room = await talk.lumina.rooms.one(talk.person, talk.room)
    chosen = {reply.turn.speaker: reply.reason[talk.words.language] for reply in talk.last.replies}
    grid = Table.grid(padding=(0, 2))
    for character in talk.lumina.cast:
        if character.id in room.present:
            role = character.role.of(talk.words.language)
            grid.add_row(talk.stage.name(character.id), role, Text(chosen.get(character.id, ""), style="dim"))
    talk.call.out.print(grid)


async def why(talk: "Chat", rest: str) -> None:
    """What the last speakers were given, and why; with --explain the figures, too."""
    figures, heard = rest == EXPLAIN, talk.last.heard
    reason = partial(
        reasons.sentence,
        query=heard.text if heard else "",
        now=talk.call.clock(),
        words=talk.words,
        name_of=talk.called,
    )
    if not talk.last.recalled:
        talk.call.out.print(talk.words("nothing_recalled"), style="dim")
    for recollection, speakers in _who_was_given_what(talk.last.recalled):
        pack, hits = recollection.pack, recollection.hits
        grade = Text(talk.words(f"grade_{pack.grade}"), style=GRADE_STYLES[pack.grade])
        title = talk.words("why_title", tokens=pack.tokens, budget=pack.budget, count=len(hits))
        shown: list[RenderableType] = [
            one_hit(number, hit, reason, figures=figures) for number, hit in enumerate(hits[:SHOWN_HITS], 1)
        ]
        remarks = [Text(f"※ {remark}", style="yellow") for remark in pack.remarks]
        names = Text(" · ").join(map(talk.stage.name, speakers))
        talk.call.out.print(names, Text(f"  {title} "), grade, sep="")
        talk.call.out.print(*remarks, *shown, sep="\n")


def _who_was_given_what(recalled: Sequence[Recalled]) -> list[tuple[Recollection, list[str]]]:
    """Each recollection once, with the speakers who were given its hits."""
    found: list[tuple[Recollection, list[str]]] = []
    for each in recalled:
        same = next((names for given, names in found if given.hits == each.recollection.hits), None)
        if same is None:
            found.append((each.recollection, [each.speaker]))
        else:
            same.append(each.speaker)
    return found


async def memory(talk: "Chat", rest: str) -> None:
    """The latest memories; with an id: that one in full."""
    if rest:
        found = await memories.find(talk.lumina, talk.person, rest)
        talk.call.out.print(memories.detail(await talk.lumina.memories.show(talk.person, found), talk.words))
        return
    rows = await talk.lumina.memories.list(talk.person, tier=None, limit=SHOWN_MEMORIES, offset=0)
    nothing = Text(talk.words("no_memories", person=talk.person), style="dim")
    talk.call.out.print(memories.table(rows, talk.words) if rows else nothing)


async def me(talk: "Chat", _rest: str) -> None:
    """All that is known of the person."""
    talk.call.out.print(units.portrait(await _known(talk), talk.person, talk.words))


async def facts(talk: "Chat", rest: str) -> None:
    """What is known, with ids; with an id: every version of that one."""
    known = await _known(talk)
    if rest:
        found = units.find(known.facts, rest, talk.person)
        turns = await talk.lumina.known.turns(talk.person, [one.turn for one in found.history if one.turn])
        talk.call.out.print(units.history_table(found, turns, talk.words))
        return
    held = [fact for fact in known.facts if fact.is_open]
    nothing = Text(talk.words("nothing_known", person=talk.person), style="dim")
    talk.call.out.print(units.facts_table(held, talk.words) if held else nothing)


async def loops(talk: "Chat", _rest: str) -> None:
    """What is open."""
    open_ = [loop for loop in (await _known(talk)).loops if loop.state == "open"]
    nothing = Text(talk.words("nothing_open", person=talk.person), style="dim")
    talk.call.out.print(units.loops_table(open_, talk.words) if open_ else nothing)


async def _known(talk: "Chat") -> Known:
    """Nothing, of whoever has said nothing yet."""
    try:
        return await talk.lumina.known.known(talk.person)
    except UnknownPerson:
        return Known()


async def room(talk: "Chat", rest: str) -> None:
    """The rooms; with a name: go there."""
    if rest:
        talk.room = (await talk.lumina.rooms.one(talk.person, rest)).name
    for each in await talk.lumina.rooms.all(talk.person):
        here = each.name == talk.room
        present = Text(" · ").join(talk.stage.name(name) for name in each.present)
        talk.call.out.print(Text.assemble("▸ " if here else "  ", (each.name, "bold" if here else ""), "  ", present))


async def time(talk: "Chat", _rest: str) -> None:
    talk.call.out.print(f"{local(talk.call.clock()):%Y-%m-%d %H:%M:%S %z}")


async def forget(talk: "Chat", rest: str) -> None:
    """Put a memory away."""
    if not rest:
        raise BadInput(why=because("/forget wants the id of a memory; /memory shows them"))
    found = await memories.find(talk.lumina, talk.person, rest)
    await talk.lumina.memories.forget(talk.person, found)
    talk.call.out.print(talk.words("forgotten", memory=str(found)[: memories.SHORT_ID]))


async def retry(talk: "Chat", _rest: str) -> None:
    """Ask again for the answer that failed or was stopped."""
    await talk.say(talk.lumina.talk.begin_again(person=talk.person, room=talk.room))


async def change(talk: "Chat", rest: str) -> None:
    """The settings that can be changed; with a name and a value: from the next turn on, for this sitting."""
    name, _, value = rest.partition(" ")
    if name:
        await talk.change(name.lower().removeprefix("lumina_"), value.strip())
    grid = Table.grid(padding=(0, 2))
    for each in CHANGEABLE:
        value = getattr(talk.lumina.settings, each)
        grid.add_row(Text(each, style="bold"), Text("-" if value in (None, "") else str(value)))
    talk.call.out.print(grid)


async def leave(_talk: "Chat", _rest: str) -> None:
    raise Quit


COMMANDS: Mapping[str, Command] = {
    "help": show_help,
    "who": who,
    "why": why,
    "me": me,
    "facts": facts,
    "loops": loops,
    "memory": memory,
    "room": room,
    "time": time,
    "forget": forget,
    "retry": retry,
    "set": change,
    "quit": leave,
}
