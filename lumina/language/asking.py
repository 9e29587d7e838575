"""The part of a line that asks, without what is said around it: why one asks, who wants to know, and whether it is
still remembered."""

import re

from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK, fold

BREAKS = re.compile(r"[.!?;\n]+\s*|,\s+|\s+[-–—]+\s+|\s+(?=(?:cos|coz|because|cause|bc)\b)")
ASKS = re.compile(
    r"\b(?:what|which|whose|whom|who|where(?:abouts)?|when|how|why|name|remind|tell)(?:'?(?:s|d|re|ll|ve))?\b"
)
SHORT = 3
"""So many words beside a question say what it is about: "Which day, the dentist?"."""

REMEMBERED = re.compile(
    r"^(?:(?:so|hey|and),? )?(?:(?:do|can|did) )?(?:you|u|ya)(?: (?:guys|all|still|even))*"
    r" (?:remember|recall) (?!to\b)(?:about )?"
    r"|^(?:can you )?remember (?!to\b|that\b|this\b)"
    r"|(?<=\w\w\w),? (?:do you|can you|you) (?:still )?(?:remember|recall)(?= *[?.!]*$)",
    re.IGNORECASE,
)
"""Whether it is remembered what, or who, is asked for, which is asked for itself."""

REMEMBERED_JAPANESE = re.compile(
    r"(?:(?:の|って)(?:こと|話|件))?[はをもって、\s]{0,3}(?:まだ|ちゃんと|もちろん|ねえ)?"
    r"(?:覚え|憶え|おぼえ)て(?:い|て)?(?:る|ます|くれ(?:た|ました|て(?:る|いる|ます|います)))[かのよねっけ]{0,3}[?？。!！]*$"
)


REQUESTED_JAPANESE = re.compile(
    r"(?:の(?:ほう|方))?(?:[をもは]|って|[、\s])*(?:(?:数字|言葉|一言|ひとこと)で)?"
    r"(?:(?:(?:口に(?:出)?|声に出|言葉に)し|言っ|おっしゃっ|答え|お?聞かせ|述べ|添え|付け足し)て(?:みて)?"
    r"(?:(?:もらって|いただいて)も?(?:いい|良い|よろしい)|もら(?:え[るまん]?|う)|いただけ[るまん]?|くださ[いるれ]|くれ[るまんへ]?"
    r"|ちょうだい|ほしい|みせて|よ(?=[。!]*$))"
    r"|お聞かせ(?:ください|願え|いただけ)|(?:お願い|頼(?:む|み|んだ)|よろしく|どうぞ|ぜひ)(?:お願い|聞かせて|教えて|と)?)"
    r"(?:いた|し|でき)?(?:ます?|たい|る)?(?:せんか|ですか|です|っす)?[かしらのねなわよ、。!?~〜ー？！\s]*$"
)
"""How one asks in Japanese for what is named before it: 「年齢、口に出してもらっていい？」, 「理由もお願い」."""

LIVELIHOOD = re.compile(r"\bfor (?:a|my|your|his|her|their) living\b", re.IGNORECASE)
"""Who asks what one does for that asks for one's work, and not where one lives."""


def asking_part(said: str) -> str:
    """Of a line the clauses that ask, and what is too short to be a reason: "What position do I play, mum wants to put
    it on a cake" asks for no cake. A line without a word that asks is returned as it is, and so is Japanese, but for
    whether it is remembered: 「机のこと、覚えてる？」 asks for the 机."""
    said = _itself(said)
    parts = [part for part in BREAKS.split(said) if part.strip()]
    asking = [part for part in parts if ASKS.search(fold(part))]
    if CJK.search(said) or not asking:
        return said
    return ", ".join(part for part in parts if part in asking or len(part.split()) <= SHORT)


def plainly_asked(said: str) -> str:
    """A Japanese request to be told what it names as a question for that: 「理由もお願いします」 asks 「理由は？」."""
    named = REQUESTED_JAPANESE.sub("", said) if CJK.search(said) else said
    is_noun = named != said and bool(named) and morphemes(named)[-1].part[0] in ("名詞", "接尾辞")
    return f"{named}は？" if is_noun else said


def _itself(said: str) -> str:
    """What is asked for, without whether it is remembered, and by what it means."""
    if not CJK.search(said):
        return LIVELIHOOD.sub("for work", REMEMBERED.sub("", said) or said)
    asked = REMEMBERED_JAPANESE.sub("", said)
    return f"{asked}は？" if asked and asked != said else said
