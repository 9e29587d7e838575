"""What a character speaks from: the situation, and what came back to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from langchain_core.messages import BaseMessage

from lumina.dialogue.characters import Character
from lumina.dialogue.heeded import NOTHING, Heeded
from lumina.dialogue.occasion import Occasion
from lumina.known import Fact, Loop
from lumina.language.bilingual import Language
from lumina.models import Turn
from lumina.reports import Recollection
from lumina.texts import shown_name


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a character speaks, and with whom; `present` are ids of characters, `help` says where help is for
    whose life is in danger, `heeded` what the person's words did to what is known, `client` what the program through
    which the person talks says of the situation, `in_sight` are the turns of the speaker's
    window that may be quoted, `learnt` is what the words told for the first time, `name` how the person said they are
    called ("": they did not)."""

    person: str
    room: str
    now: datetime
    language: Language
    present: tuple[str, ...]
    help: str = ""
    heeded: Heeded = NOTHING
    client: str = ""
    in_sight: tuple[Turn, ...] = ()
    learnt: tuple[Fact | Loop, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """Who speaks, what came back to them, where they are; `names` are the characters' names by id, `called`
    everything that each of them is called, `others` who else is in the room, each with the role, `asks` what the
    speaker asks about, `occasion` what it speaks of where nobody has said anything."""

    character: Character
    recollection: Recollection
    setting: Setting
    names: Mapping[str, str]
    called: Mapping[str, tuple[str, ...]]
    others: tuple[str, ...]
    asks: Loop | None
    occasion: Occasion | None

    def speaker(self, message: BaseMessage) -> str:
        name = message.name or self.setting.person
        return self.names.get(name) or shown_name(name)
