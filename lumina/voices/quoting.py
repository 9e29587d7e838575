"""How an answer begins, and how it quotes what was said: with its day, and the days that the words name."""

from collections.abc import Sequence
from datetime import datetime

from lumina.language.bilingual import Language
from lumina.language.dates import day_of
from lumina.language.tokens import fold
from lumina.language.when.dated import dated
from lumina.voices.material import Evidence, Material, Told
from lumina.voices.picking import pick
from lumina.voices.stating import WHOSE, in_english, stated
from lumina.voices.voice import Phrases

DAY = {"ja": "{words}は{day}", "en": "{words} is {day}"}
LISTED = {"ja": "・{whose}{label}：{value}", "en": "- {said}."}
JUST_NOW = {"ja": "さっき", "en": "just now"}
QUOTED_LENGTH = 160


def opened(opening: str, facts: Sequence[Told], material: Material, voice: Phrases) -> list[str]:
    """How an answer begins: with these facts, if there are any, in one breath."""
    begun = pick(voice, opening, material)
    if not facts:
        return [begun]
    closed = material["language"] == "ja" and begun.endswith(("。", "！", "？"))
    return [f"{begun}{'' if closed else ' '}{stated(facts, material, voice)}"]


def quotes(evidence: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    now, language = datetime.fromisoformat(material["now"]), material["language"]
    lines: list[str] = []
    for piece in evidence:
        who = voice[piece["who"]][0] if piece["who"] != "other" else piece["speaker"]
        when = JUST_NOW[language] if piece["here"] else day_of(datetime.fromisoformat(piece["at"]), now, language)
        lines.append(_quote(when, who, piece["text"], material, voice) + _days(piece, language))
    return lines


def _days(piece: Evidence, language: Language) -> str:
    """The days that the quoted words name from where they were said, as "next Tuesday"."""
    at = datetime.fromisoformat(piece["at"])
    days = [day(one.words, one.called(language, at.date()), language) for one in dated(piece["text"], at)]
    return f" ({', '.join(days)})" if days else ""


def day(words: str, day: str, language: Language) -> str:
    """Words with the day that they name; the day alone, where it repeats them: Friday is Friday, March 20."""
    return day if fold(day).startswith(fold(words)) else DAY[language].format(words=words, day=day)


def _quote(when: str, who: str, text: str, material: Material, voice: Phrases) -> str:
    line = pick(voice, "quotes", material, when=when, who=who, text=quotable(text))
    return line[:1].upper() + line[1:]


def quotable(text: str) -> str:
    return shortened(" ".join(text.split()), QUOTED_LENGTH)


def shortened(text: str, length: int) -> str:
    text = text.replace("「", "『").replace("」", "』")
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def listed(facts: Sequence[Told], language: Language) -> list[str]:
    """A line each."""
    lines = (
        LISTED[language].format(
            whose=fact["about"] and WHOSE[language].format(fact["about"]), said=in_english(fact), **fact
        )
        for fact in facts
    )
    return [*dict.fromkeys(lines)]
