"""How a statement is taken, and whether anything is asked back."""

import re
import zlib

from lumina.language.acts import TEARS, Mood, does
from lumina.language.feelings import by_its_words, feeling, is_certain
from lumina.language.moods import REMEMBERED_LINES, goes_on, own_mood
from lumina.language.scripts import fold
from lumina.voices.matching import shared_words
from lumina.voices.material import Material
from lumina.voices.next_question import BEINGS, next_question
from lumina.voices.picking import pick
from lumina.voices.topic import topic_of
from lumina.voices.voice import Phrases

FELT = {
    "": "hears",
    **{"joy": "glad", "relief": "relieved", "fun": "laughs", "mixed": "weighs"},
    **{"hardship": "sympathises", "worry": "worries", "nerves": "steadies", "alarm": "startles", "anger": "sides"},
    **{"shame": "winces", "doubt": "reassures", "distress": "comforts", "heavy": "listens", "complaint": "complained"},
}
"""By what a statement carries the kind of phrase that it is met with."""

QUESTION = ("?", "？")
MET = frozenset({"feels_for", "worries", "steadies", "startles", "sides", "winces", "weighs", "reassures", "comforts"})
"""What is met for what is felt; nothing is asked then but what is asked in hardship."""

SORRY = MET | {"sympathises"}
LASTING = MET | {"listens"}
CHEERS = frozenset({"glad", "relieved", "laughs"})
GOOD = frozenset({"joy", "relief"})
LATELY = 4
"""What is felt in so many lines after it, unless something good comes."""

IN_HARDSHIP = frozenset({"asks_ahead", "asks_health", "hopes"})
"""What is asked about in hardship, too."""

CALLED = re.compile(
    r"\b(?:my (?:\w+ )?name|call me)\b|(?:って|と)呼んで(?!る|いる|た|も)|(?:私|僕|俺)の名前", re.IGNORECASE
)
"""What tells how the person is called."""

WISHES = re.compile('\\bcall me \0|\0[」』”"]?(?:って|と)呼んで(?!る|いる|た|も)', re.IGNORECASE)
MEETS = re.compile(r"はじめまして|初めまして|\b(?:nice|pleased|good|lovely) to meet\b|\bmy name\b", re.IGNORECASE)
"""With what somebody says how they want to be called; and with what they introduce themselves."""

FIRST = BEINGS | {"asks_ahead", "hopes", "asks_health", "asks_start"}
"""What is asked about even right after two other questions."""

LEISURE = re.compile(
    r"(?:今日|きょう|これから|今から|いまから|午後|今夜|今晩|夜(?!中)|このあと|週末)(?:は|も|から|に|、)*(?:[^。!?]{0,24}(?:焼|読|作|見|観|飲|食べ|遊|編|弾|歌|走|歩|出かけ)"
    r"|[^。!?]{0,16}(?:のんびり|ゆっくり|まったり))[^。!?]{0,8}?(?:[るむくぶす]|よう)(?:ね|よ|んだ|の|つもり|予定|わ|かな)*[。!〜~ー☕🍞]*$"
)
"""What somebody is looking forward to within hours, over folded text."""

OF_OTHERS = re.compile(
    r"(?:た|だ)(?:ん)?(?:って|そう|らしい|みたい)(?:です|だ|よ|ね|。)*$|さすがに飽き|日目[^!?]{0,8}飽き|ショック|残念"
)
"""What others gave up, what one is sorry to see ended, and a dish one has had enough of."""

ENOUGH = frozenset({"laughs", "relieved", "ended", "notes", "listens", "complained"})
"""What needs nothing more: a question would lead away from it."""


def taken_as(said: str) -> str:
    """The kind of phrase that a statement is met with."""
    if does("hears_out", said):
        return "listens"
    felt = "" if does("supposes", said) and not does("dreads", said) else feeling(said)
    if (felt not in GOOD and does("incurable", said)) or (felt == "doubt" and does("regrets", said)):
        return "comforts"
    if felt not in GOOD and (does("sickly", said) or does("falls_ill", said)):
        tires = by_its_words(said) == "hardship"
        return "feels_for" if not does("allergies", said) else FELT[felt] if tires else "notes"
    ends = felt in ("", "hardship", "heavy") and does("gives_up", said) and not OF_OTHERS.search(said)
    return "ended" if ends else FELT[felt]


def is_wish(said: str, name: str) -> bool:
    """Whether it is said how one wants to be called, by that name, and no more of who one is."""
    return bool(name and WISHES.search(said.replace(name, "\0"))) and not MEETS.search(said)


def heard(said: str, material: Material, voice: Phrases) -> list[str]:
    """That a statement was heard, and a question about what is new in it; now and then nothing more than a word."""
    kind = _kind(said, material)
    if kind == "hears" and (does("dislikes", said) or CALLED.search(said)):
        return [pick(voice, "notes", material)]
    if kind == "hears" and not material["due"] and LEISURE.search(fold(said)):
        return [pick(voice, "wishes_well", material)]
    hears_out = any(does("hears_out", text) for text in material["told"][-REMEMBERED_LINES:])
    if material["due"] or hears_out or kind in ENOUGH:
        return [pick(voice, kind, material)]
    topic = topic_of(said, material)
    asked = _asked(kind, said, topic, material, voice)
    plain = kind != "hears" or (asked and (not topic or _asks_who(material) or shared_words(topic, asked)))
    first = pick(voice, kind, material) if plain else _taken_up(topic, material, voice)
    return [first, asked] if asked else [first]


def _kind(said: str, material: Material) -> str:
    """The kind of phrase, with regard to what was told before it: where no word of a line says what it carries, and it
    only adds to that, what was felt goes on."""
    if _weeps_for_joy(said, material):
        return "glad"
    kind = taken_as(said)
    before = [text for text in material["told"] if text != said][-LATELY:]
    if kind in CHEERS and not is_certain(said) and any(own_mood(text) >= Mood.SORROW for text in before):
        return "listens" if _weighs_on(said, material) else "hears"
    if (
        kind in SORRY
        and not is_certain(said)
        and before
        and taken_as(before[-1]) in CHEERS
        and goes_on(said, before[-1])
    ):
        return "hears"
    if kind not in ("listens", "hears"):
        return kind
    return "listens" if not material["learnt"] and (kind == "listens" or _weighs_on(said, material)) else "hears"


def _weeps_for_joy(said: str, material: Material) -> bool:
    """Whether somebody is in tears after good news, and told nothing heavy since."""
    if not TEARS.search(fold(said)):
        return False
    carried = [feeling(text) for text in material["told"] if text != said][-LATELY:]
    return any(one in GOOD for one in carried) and not any(FELT[one] in LASTING for one in carried)


def _asks_who(material: Material) -> bool:
    """Whether what comes next is a question about somebody, who is named in it."""
    found = next_question(material)
    return found is not None and found[0] in BEINGS


def _weighs_on(said: str, material: Material) -> bool:
    """Whether what was just told before is still felt in a line that goes on from it: then nobody is curious, and
    nobody thanks for it."""
    before = [text for text in material["told"] if text != said][-LATELY:]
    last = next((text for text in reversed(before) if taken_as(text) in LASTING | CHEERS), "")
    return taken_as(last) in LASTING and not does("turns", said) and goes_on(said, last)


def _taken_up(topic: str, material: Material, voice: Phrases) -> str:
    """What was told is named, or there is thanks for it."""
    if not topic:
        return pick(voice, "warms", material)
    echo = pick(voice, "echoes", material, topic=topic)
    return echo[:1].upper() + echo[1:]


def asks_about(material: Material, voice: Phrases) -> str:
    """A question about what was told for the first time, or ""."""
    found = next_question(material)
    return pick(voice, found[0], material, **found[1]) if found else ""


def _asked(kind: str, said: str, topic: str, material: Material, voice: Phrases) -> str:
    found, asked_before = next_question(material), _asked_before(material)
    is_fit = found and (kind not in SORRY or found[0] in IN_HARDSHIP) and not (kind == "glad" and found[0] == "notes")
    if found and is_fit and (asked_before < 2 or found[0] in FIRST):
        return pick(voice, found[0], material, **found[1])
    if kind in MET or (found and found[0] == "notes" and kind == "glad"):
        return ""
    if does("illness", said) and not does("tends", said):
        return pick(voice, "asks_event" if does("outcome", said) else "hopes", material)
    if asked_before > zlib.crc32(said.encode("utf-8", "replace")) % 2:
        return ""
    if kind == "sympathises":
        return pick(voice, "listens", material)
    on = "asks_joy" if kind == "glad" else "asks_event" if does("outcome", said) else "asks_on"
    asked = pick(voice, "asks_topic", material, topic=topic) if topic else pick(voice, on, material)
    return asked[:1].upper() + asked[1:]


def _asked_before(material: Material) -> int:
    """How many of the last two answers asked something back."""
    answers = [text for text in material["earlier"] if text not in material["told"]][-2:]
    return sum("\n" in text.strip() or text.rstrip("😊✨🎉😆 ").endswith(QUESTION) for text in answers)
