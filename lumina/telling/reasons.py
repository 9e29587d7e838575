"""Why something was recalled, in a sentence for people."""

from collections.abc import Callable
from datetime import datetime

from lumina.clock import local
from lumina.language.dates import day_of
from lumina.language.tokens import analyse
from lumina.models import Hit, Role, Turn
from lumina.recall.question import is_framing
from lumina.telling.words import Words

NAMED = 3
"""Words of the question in one sentence."""

VISIBLE = 0.01
"""What a term must have added to be a reason."""

WITHOUT_NI = frozenset({"今日", "昨日", "おととい"})
"""Days that Japanese names without a particle."""

NameOf = Callable[[str], str]
"""How a speaker is called."""


def sentence(hit: Hit, query: str, now: datetime, words: Words, name_of: NameOf = str) -> str:
    """Such as "Because you asked about Kyoto; you said it on May 2.": the turn that has the words, if any has."""
    said = next((turn for turn in hit.turns if _shared(turn.text, query)), hit.turns[0] if hit.turns else None)
    at = said.at if said else hit.at
    told = words(
        "why_said", why=_why(hit, said, query, words), who=_who(said, words, name_of), when=_when(at, now, words)
    )
    return told + (" " + words("why_dug_out") if hit.why.get("dug_out") else "")


def _why(hit: Hit, said: Turn | None, query: str, words: Words) -> str:
    if shared := _shared(said.text if said else hit.text, query):
        return words("why_words", words=words("why_between").join(shared))
    if shared := _shared(hit.text, query):
        return words("why_summary", words=words("why_between").join(shared))
    if any(name.startswith("associations:") for name in hit.why):
        return words("why_association")
    kind = next((kind for kind in ("period", "speaker") if _added(hit, kind) > VISIBLE), "meaning")
    return words(f"why_{kind}")


def _shared(text: str, query: str) -> list[str]:
    """The words of the question that stand in a text, as the question has them: those that touch in one."""
    there = {*analyse(text).words}
    asked = {word.normal: word.shown for word in analyse(query).content if not is_framing(word.normal)}
    found: list[str] = []
    for shown in (shown for normal, shown in asked.items() if normal in there):
        if found and found[-1] + shown in query:
            found[-1] += shown
        else:
            found.append(shown)
    return found[:NAMED]


def _added(hit: Hit, term: str) -> float:
    value = hit.why.get(term)
    return value if isinstance(value, float) else 0.0


def _who(said: Turn | None, words: Words, name_of: NameOf) -> str:
    if said is None:
        return words("why_somebody")
    return words("why_you") if said.role is Role.PERSON else name_of(said.speaker)


def _when(at: datetime, now: datetime, words: Words) -> str:
    day = day_of(at, local(now), words.language)
    return f"{day}に" if words.language == "ja" and day not in WITHOUT_NI else day
