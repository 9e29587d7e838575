"""What a character is given to speak from: persona, what was recalled (as data, in a fence), and the window."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, repeat

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lumina.dialogue.briefing import Briefing, Setting
from lumina.dialogue.characters import Cast, Character
from lumina.dialogue.handed import material_for, units_of
from lumina.dialogue.occasion import Occasion
from lumina.dialogue.sittings import moments_before
from lumina.known import Day, Loop
from lumina.language.acts import Mood
from lumina.language.bilingual import Language
from lumina.language.dates import moment
from lumina.language.messages import Messages
from lumina.language.moods import REMEMBERED_LINES, lasting_mood
from lumina.language.when.dated import dated
from lumina.reports import UNRECALLED, Recollection
from lumina.texts import one_line, shown_name
from lumina.voices.material import KEY

DATED_TURNS = 6
"""So many of the best turns, and the days that they name are told."""
AROUND = 80
"""Characters of the words that tell which of two days of one name is meant."""


def build_prompt(
    character: Character,
    recollection: Recollection,
    window: Sequence[BaseMessage],
    heard_before: Sequence[BaseMessage] = (),
    *,
    cast: Cast,
    setting: Setting,
    asks: Loop | None = None,
    occasion: Occasion | None = None,
) -> list[BaseMessage]:
    """One system message with persona and fenced memory, then the window and the answers given before this one.

    The name of a message is the id of the character who spoke; other names are the person and guests. The character's
    own words are the assistant's, all others' are the user's, with the speaker's name before them; user and assistant
    take turns and a user begins, as every provider accepts. What was recalled stands nowhere but inside the fence.
    """
    names = {one.id: one.name.of(setting.language) for one in cast}
    called = {one.id: one.names() for one in cast}
    others = tuple(_with_role(one, setting.language) for one in cast if _is_beside(one, character, setting))
    briefing = Briefing(character, recollection, setting, names, called, others, asks, occasion)
    material = material_for(briefing, window, heard_before)
    felt = lasting_mood(material["said"], material["told"][-REMEMBERED_LINES:])
    begins = moments_before(window, setting.now, setting.language)
    system = SystemMessage(_system_text(briefing, felt, dated=any(begins)), additional_kwargs={KEY: material})
    talk = _talk([*window, *heard_before], begins, briefing)
    if setting.client:
        talk = _followed_by(talk, _client(setting))
    return [system, *(_followed_by(talk, _occasion(occasion, setting)) if occasion else talk)]


def _is_beside(one: Character, character: Character, setting: Setting) -> bool:
    return one.id in setting.present and one.id != character.id


def _with_role(one: Character, language: Language) -> str:
    name, role = one.name.of(language), one.role.of(language).rstrip("。.")
    return f"{name}（{role}）" if language == "ja" else f"{name} ({role})"


def _system_text(briefing: Briefing, felt: Mood, *, dated: bool) -> str:
    setting, pack = briefing.setting, briefing.recollection.pack
    messages = Messages(setting.language)
    shown = pack.text.strip() or messages.text("pack.empty")
    if briefing.asks:
        shown = f"{shown}\n{messages.text('asks.line', what=one_line(briefing.asks.what), day=briefing.asks.due)}"
    others = [briefing.names.get(one, one) for one in setting.present if one != briefing.character.id]
    notes = [*_notes(briefing, felt, messages), *([messages.text("talk.dated")] if dated else [])]
    return _template(setting.language).format(
        persona=briefing.character.persona.of(setting.language),
        name=briefing.character.name.of(setting.language),
        now=moment(setting.now, setting.language),
        room=shown_name(setting.room),
        person=shown_name(setting.person),
        others=", ".join(others) or messages.text("pack.nobody"),
        grade=messages.text(f"grades.{pack.grade}"),
        notes="".join(f"- {line}\n" for line in notes),
        fence=fence_for(shown),
        pack=shown,
    )


@cache
def _template(language: Language) -> str:
    return files("lumina.dialogue").joinpath("prompts", language, "speak.md").read_text(encoding="utf-8").strip()


def _notes(briefing: Briefing, felt: Mood, messages: Messages) -> Iterable[str]:
    recollection = briefing.recollection
    if felt is not Mood.LIGHT:
        yield messages.text(f"care.{felt.name.lower()}", help=briefing.setting.help)
    if (called := briefing.setting.name) and called != briefing.setting.person:
        yield messages.text("pack.name", person=shown_name(briefing.setting.person), name=shown_name(called))
    if recollection.pack.passages:
        yield messages.text("pack.documents")
    if days := _days(recollection, briefing.setting.language):
        yield messages.text("pack.days", days="; ".join(days))
    heeded = briefing.setting.heeded
    if heeded.deed:
        day = f" ({heeded.day})" if heeded.day else ""
        told = "; ".join(units_of(briefing.setting))
        yield messages.text(f"heeded.{heeded.deed.replace(' ', '_')}", facts=told, day=day)
    if briefing.asks:
        yield messages.text("asks.note")
    for remark in recollection.pack.remarks:
        yield messages.text("pack.remark", remark=one_line(remark))
    if recollection.missing:
        yield messages.text("pack.missing", sources=", ".join(recollection.missing))


def _days(recollection: Recollection, language: Language) -> list[str]:
    """What the days are called now that the best turns name by their distance: "next Tuesday"; with the words around
    it, where the same was said of two days."""
    turns = (said.turn for said in recollection.best[:DATED_TURNS] if said.score > UNRECALLED)
    named = [(turn, one, turn.at.date().isoformat()) for turn in turns for one in dated(turn.text, turn.at)]
    meant = {(one.words, at, one.day) for _, one, at in named}
    several = Counter((words, at) for words, at, _ in meant)
    told = (
        f"“{one_line(one.words)}”{_around(turn.text) if several[one.words, at] > 1 else ''} ({at}) = "
        f"{Day(one.day, one.precision)}, {one.called(language, turn.at.date())}"
        for turn, one, at in named
    )
    return [*dict.fromkeys(told)]


def _around(text: str) -> str:
    return f" in “{one_line(text)[:AROUND]}”"


def fence_for(text: str) -> str:
    """A mark that the text does not contain. It depends on the whole text, so no text can be written to contain it."""
    seed = 0
    while (mark := _mark(text, seed)) in text:
        seed += 1
    return mark


def _mark(text: str, seed: int) -> str:
    return "memory-" + hashlib.sha256(f"{seed}\0{text}".encode("utf-8", "replace")).hexdigest()[:12]


def _talk(messages: Sequence[BaseMessage], begins: Sequence[str], briefing: Briefing) -> list[BaseMessage]:
    """Roles take turns; before anybody else has spoken, the character's own words are quoted like everybody's. Where
    a sitting begins, it is said when."""
    talk: list[BaseMessage] = []
    for message, begun in zip(messages, chain(begins, repeat("")), strict=False):
        if begun:
            line = Messages(briefing.setting.language).text("talk.begins", when=begun)
            talk = _followed_by(talk, line)
        mine = isinstance(message, AIMessage) and message.name == briefing.character.id and bool(talk)
        text = message.text if mine else f"{briefing.speaker(message)}: {_further(message.text)}"
        if talk and isinstance(talk[-1], AIMessage) is mine:
            text = f"{talk.pop().text}\n{text}"
        talk.append(AIMessage(text) if mine else HumanMessage(text))
    return talk


def _occasion(occasion: Occasion, setting: Setting) -> str:
    """What is to be spoken of now, as data in a fence."""
    return Messages(setting.language).text(
        "occasion.tells" if occasion.who else "occasion.says",
        who=shown_name(occasion.who),
        person=shown_name(setting.person),
        fence=fence_for(occasion.text),
        text=occasion.text,
    )


def _client(setting: Setting) -> str:
    """What the person's program says of the situation, as data in a fence."""
    return Messages(setting.language).text(
        "client.tells", person=shown_name(setting.person), fence=fence_for(setting.client), text=setting.client
    )


def _followed_by(talk: list[BaseMessage], told: str) -> list[BaseMessage]:
    """The talk, and behind it what nobody said."""
    if talk and isinstance(talk[-1], HumanMessage):
        return [*talk[:-1], HumanMessage(f"{talk[-1].text}\n{told}")]
    return [*talk, HumanMessage(told)]


def _further(text: str) -> str:
    """Lines after the first stand further in, so that none can be taken for another speaker's."""
    return "\n  ".join(text.splitlines())
