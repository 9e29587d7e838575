"""What a character says without a language model: from what was recalled and what was just said, and nothing else."""

import re
import tomllib
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from lumina.language.dates import day_of
from lumina.language.material import Evidence, Material, Read
from lumina.language.tokens import analyse, fold, split_sentences
from lumina.language.voice import Phrases

QUOTES = 3
JUST_NOW = {"ja": "さっき", "en": "just now"}
QUOTED_LENGTH = 120
REFLECTED_LENGTH = {"ja": 30, "en": 60}
EDGES = " 　\n\t。、,.!?！？…~〜～ー♪😊✨"
PICTURES = re.compile(r"[\U0001F000-\U0001FFFF\u2600-\u27bf\ufe0f]")
FIRST_SENTENCE = re.compile(r"[^。！？!?\n]*?(?:[。！？!?\n]|\.(?=\s|$)|$)")
QUOTATION = re.compile(r"[「“]")
CALL = r"(?:ねえ|ねぇ|なあ|hey|hi|hello|so|ok)?[\s,、，]*"
HONORIFIC = r"(?:-?(?:さん|ちゃん|くん|君|様|san|chan))?"


def reply(material: Material, voice: Phrases) -> str:
    """The whole answer. The same material gives the same answer."""
    said = _without_names(material["said"], material["names"])
    if not said:
        parts = [_pick(voice, "greets", material)]
    elif kind := _smalltalk(said):
        parts = [_pick(voice, kind, material)]
    elif asks(said):
        parts = _answer(material, voice)
    else:
        parts = _acknowledge(said, material, voice)
    return "\n".join(part for part in parts if part)


def _without_names(said: str, names: Sequence[str]) -> str:
    """What is said, without the names of those it is said to at its beginning and end; empty for a mere call."""
    anyone = "|".join(re.escape(name) for name in sorted({*names, "all", "みんな", "全員"}, key=len, reverse=True))
    name = rf"[@＠]?(?:{anyone}){HONORIFIC}"
    rest = re.sub(rf"^(?:\s*{CALL}{name}(?:[、,，!！…~〜ー\s]+|$))+", "", said, flags=re.IGNORECASE)
    rest = re.sub(rf"[、,，\s]+{name}\s*([。.!！?？…]*)\s*$", r"\1", rest, flags=re.IGNORECASE)
    return rest.strip()


def asks(said: str) -> bool:
    """Whether the text asks for something."""
    folded = fold(said).strip()
    return any(re.search(pattern, folded) for pattern in _said()["asks"])


def _smalltalk(said: str) -> str:
    """The kind of small talk that every sentence of a text is, the last's where they differ, or ""."""
    folded = PICTURES.sub("", fold(said))
    kinds = [_smalltalk_kind(sentence) for sentence in split_sentences(folded)]
    return kinds[-1] if kinds and all(kinds) else ""


def _smalltalk_kind(sentence: str) -> str:
    kinds = ("greets", "wellbeing", "introduces", "thanked", "parts")
    return next((kind for kind in kinds if any(re.fullmatch(p, sentence.strip(EDGES)) for p in _said()[kind])), "")


@cache
def _said() -> Mapping[str, tuple[str, ...]]:
    text = files("lumina.language").joinpath("smalltalk.toml").read_text(encoding="utf-8")
    lists = cast("dict[str, list[str]]", tomllib.loads(text))
    return MappingProxyType({kind: tuple(map(fold, patterns)) for kind, patterns in lists.items()})


def _answer(material: Material, voice: Phrases) -> list[str]:
    """To a question: what the person told a moment ago, the evidence with who said it when or what a document says,
    whichever has more of its words, or that nothing is remembered."""
    if told := _just_told(material):
        quote = _quote(JUST_NOW[material["language"]], voice["you"][0], told, material, voice)
        return [_pick(voice, "remembers", material), quote]
    read = _read(material)
    return _read_aloud(read, material, voice) if read else _remembered(material, voice)


def _remembered(material: Material, voice: Phrases) -> list[str]:
    remarks = [f"({remark})" for remark in material["remarks"]]
    if material["grade"] != "weak" and material["evidence"]:
        fresh = sorted(_fresh(material), key=lambda piece: asks(piece["text"]))
        opening = "remembers" if material["grade"] == "strong" else "hedges"
        if fresh:
            return [_pick(voice, opening, material), *_quotes(fresh[:QUOTES], material, voice), *remarks]
        if material["answered"]:
            return [_pick(voice, "agrees", material, name=material["answered"][-1][0])]
    return [_pick(voice, "unknown", material)]


def _read(material: Material) -> Read | None:
    """What a document says, if it has more of the question's words than what was said (that it was asked before is no
    answer)."""
    evidence = _fresh(material) if material["grade"] != "weak" else ()
    said = max((_shared(material, piece["text"]) for piece in evidence if not asks(piece["text"])), default=0)
    best = max(material["knowledge"], key=lambda read: _shared(material, read["text"]), default=None)
    return best if best and _shared(material, best["text"]) > said else None


def _read_aloud(read: Read, material: Material, voice: Phrases) -> list[str]:
    """The passage and its source, which a character's own phrase may not name."""
    said = _pick(voice, "reads", material, text=_quotable(read["text"]), source=read["source"])
    return [said if read["source"] in said else f"{said} ({read['source']})"]


def _just_told(material: Material) -> str:
    """What the person told in this talk that answers best, the latest first; it is not recalled, as it stands there."""
    return _closest(material, [text for text in reversed(material["told"]) if not asks(text)])


def _closest(material: Material, texts: Sequence[str]) -> str:
    """The text that shares the most words with the question, if it shares half of them."""
    asked = set(analyse(material["said"]).words)
    shared = {text: _shared(material, text) for text in texts}
    best = max(shared, key=lambda text: shared[text], default="")
    return best if asked and best and shared[best] * 2 >= len(asked) else ""


def _shared(material: Material, text: str) -> int:
    """How many words of the question a text has."""
    return len({*analyse(material["said"]).words}.intersection(analyse(text).words))


def _acknowledge(said: str, material: Material, voice: Phrases) -> list[str]:
    """To a statement: the person's own words, what goes with them if that is certain, and a word to go on."""
    words = _shortened(_first_sentence(said), REFLECTED_LENGTH[material["language"]])
    heard = _pick(voice, "hears", material, words=words)
    fresh = _fresh(material) if material["grade"] == "strong" else []
    if fresh:
        return [heard, _pick(voice, "connects", material), *_quotes(fresh[:1], material, voice)]
    return [heard, _pick(voice, "asks_on", material)]


def _fresh(material: Material) -> list[Evidence]:
    """Evidence that is new to the talk: nobody quoted it, it is not before everybody's eyes, and it quotes nothing
    itself, as a character's answer from memory does."""
    seen = [
        fold(text) for text in (material["said"], *material["earlier"], *(text for _, text in material["answered"]))
    ]
    found: dict[str, Evidence] = {}
    for piece in material["evidence"]:
        text = fold(_quotable(piece["text"]))
        second_hand = piece["who"] != "you" and QUOTATION.search(piece["text"])
        if text and not second_hand and not any(text in other for other in seen):
            found.setdefault(text, piece)
    return list(found.values())


def _quotes(evidence: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    now, language = datetime.fromisoformat(material["now"]), material["language"]
    lines: list[str] = []
    for piece in evidence:
        who = voice[piece["who"]][0] if piece["who"] != "other" else piece["speaker"]
        when = day_of(datetime.fromisoformat(piece["at"]), now, language)
        lines.append(_quote(when, who, piece["text"], material, voice))
    return lines


def _quote(when: str, who: str, text: str, material: Material, voice: Phrases) -> str:
    line = _pick(voice, "quotes", material, when=when, who=who, text=_quotable(text))
    return line[:1].upper() + line[1:]


def _quotable(text: str) -> str:
    return _shortened(" ".join(text.split()), QUOTED_LENGTH)


def _first_sentence(text: str) -> str:
    match = FIRST_SENTENCE.match(text)
    return (match.group() if match else text).strip(EDGES) or text.strip()


def _shortened(text: str, length: int) -> str:
    text = text.replace("「", "『").replace("」", "』")
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def _pick(voice: Phrases, kind: str, material: Material, **details: str) -> str:
    """One of the phrases of a kind, another one for another moment."""
    phrases = voice[kind]
    seed = f"{material['said']}\0{len(material['earlier'])}\0{kind}"
    return phrases[zlib.crc32(seed.encode("utf-8", "replace")) % len(phrases)].format_map(details)
