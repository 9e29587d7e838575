"""What is quoted in answer to a question: what the ranker takes for the answer, in the light of what was said later."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from lumina.language.acts import does, is_for_what_was_told
from lumina.language.kin import FAMILY, PARTNER
from lumina.language.kinds import asked_kinds
from lumina.language.scripts import CJK, fold
from lumina.voices.aiming import answers_surely, by_subject, is_beside_it, lately, reason, the_nearest, went
from lumina.voices.at_its_time import at_its_time, is_of_what_was_quoted
from lumina.voices.circle import circle
from lumina.voices.circle import not_of_others as not_of_another
from lumina.voices.facts import facts_for
from lumina.voices.fitting import ASIDE
from lumina.voices.following import (
    ANNULLED,
    BREATH,
    PUT_OFF,
    as_it_is_now,
    corrects,
    days_of,
    gone_on_about,
    is_outdone,
    moment_of,
    numbers,
)
from lumina.voices.introducing import with_introduction
from lumina.voices.kinship import kinship, not_of_others
from lumina.voices.matching import is_of_its_kind, own_statements, shared_words
from lumina.voices.material import Evidence, Material
from lumina.voices.of_little import (
    LITTLE,
    RATHER,
    asks_by_its_word,
    held_out,
    is_of_little,
    is_of_the_world,
    relations_asked,
    wants_to_be_met,
)
from lumina.voices.own_matter import without_others
from lumina.voices.pointed import in_one_breath, is_of_it_too, pointed, without_strays
from lumina.voices.ranking.asked_time import asks_how_it_was
from lumina.voices.ranking.ranker import Ranked, Ranking, ranking
from lumina.voices.ranking.whose import whose
from lumina.voices.renewed import renewed
from lumina.voices.spelt import names_oneself
from lumina.voices.trusting import near_the_top, trusted
from lumina.voices.wanted import asked_types, met, topic_words
from lumina.voices.with_names import naming, with_name, with_who

SAID_BY_YOU = re.compile(
    r"\b(?:you|he|she|lumina|clarisse|nox) (?:just |ever |also )*"
    r"(?:sa[iy]\w*|t[eo]l[ld]\w*|mention\w*|suggest\w*|recommend\w*|promis\w*|think|thought|ask\w*)"
    r"|(?:言っ|いっ|話し|勧め|すすめ|教えてくれ|聞いてき|答え)(?:て|た)"
)
"""Who asks for what a character said, over folded text."""

LEAST = 0.15
"""How likely it must be that anything answers, for a line to be quoted that has nothing of the question in its words;
of one that has, or names somebody where a name is asked for, half of that is enough."""

SHOWN, LIKELY, SURE = 0.05, 0.3, 0.7
"""How likely a line answers an English question, for it to be shown, to be shown whatever speaks against it, and to be
remembered rather than held out: of authors left out, where one question of eight was for what nobody told, lines above
the first were right by two of three (of long histories by half), and above the last by nine of ten."""

MOST, ENOUGH, BESIDE = 3, 0.75, 0.15
"""So many lines are quoted at most, until they are this likely together (not where it is asked how things were); and
each is this likely at least by the first's measure."""

BORNE_OUT, BORNE_OUT_IN_ENGLISH = 0.03, 0.3
"""The same, of a line in which a fact stands that is asked for: it is quoted instead of the first."""


LIKELY_NOW = 0.03
"""By the first's measure, so likely what was told later answers, for it to tell how things are now."""


RELATIVES = frozenset(f"={one}" for one in (*FAMILY, *PARTNER))
"""As what one's own family is asked for."""

REACHED = 2
"""So many words of a Japanese question a line has that may be what it asks for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is quoted, the likeliest first (nothing: nobody told what is asked), whether it speaks of that, and whether
    it plainly has what is asked for; how likely the likeliest line answers (0 to 1); and whether it
    is quoted for the one that takes its place, or whose place it takes."""

    quoted: Sequence[Evidence]
    near: bool
    plain: bool = False
    chance: float = 0.0
    turned: bool = False


def answer_of(said: str, evidence: Sequence[Evidence], material: Material) -> Answer:
    """To what is said without the names of those it is said to. The person's own words go before those of others."""
    own = own_statements(evidence) or _of_others(said, evidence, material)
    ranked = ranking(said, without_others(material, own), circle(material))
    found = _found(said, evidence, own, ranked, material)
    first = None if found.plain or found.turned else trusted(said, ranked, found.quoted)
    if not first or not own:
        return found
    turned = at_its_time(said, first, ranked.lines, own, material)
    return Answer([turned or first], near=True, chance=found.chance, turned=turned is not None)


def _found(
    said: str, evidence: Sequence[Evidence], own: Sequence[Evidence], ranked: Ranking, material: Material
) -> Answer:
    if own and own[0]["who"] == "you" and (aimed := near_the_top(pointed(said, own, material), ranked.lines)):
        known = kinship(material)
        rest = not_of_others(said, evidence, known)
        later = [one for one in rest if is_of_it_too(said, one, aimed, known.asked(said))]
        if turned := at_its_time(said, aimed[0], ranked.lines, own, material):
            return Answer([turned], near=True, plain=True, turned=True)
        same = aimed if asks_how_it_was(said) else as_it_is_now([*aimed], later, said)[: len(aimed)]
        return Answer(same, near=True, plain=True)
    if does("asks_own_name", said) and (named := [piece for piece in own if names_oneself(piece["text"])]):
        return Answer(named[:1], near=True, plain=True)
    lines = by_subject(said, ranked.lines, material)
    found = _answer(said, evidence, own, Ranking(lines, ranked.answered), material)
    return replace(found, chance=max((one.chance for one in lines), default=0.0) * ranked.answered)


def is_in_reach(said: str, evidence: Sequence[Evidence], material: Material) -> bool:
    """Whether something was told of what is asked about, though it is not found."""
    own = own_statements(evidence)
    if CJK.search(said):
        return any(shared_words(said, piece["text"]) >= REACHED for piece in own)
    known = circle(material)
    asked = known.asked(said)
    topic, is_open = topic_words(said, asked), not asked_kinds(said)
    return any(met(topic, text) or (is_open and asked & known.of(text)) for text in (piece["text"] for piece in own))


def _answer(
    said: str, evidence: Sequence[Evidence], own: Sequence[Evidence], ranked: Ranking, material: Material
) -> Answer:
    lines = ranked.lines
    quoted = the_nearest(said, _likely(lines, material), material)
    near = any(_speaks_of(said, piece["text"]) and not _is_of_others(said, piece, material) for piece in quoted)
    named = does("asks_name", said)
    if named:
        quoted = with_name(quoted, lines) if near else naming(lines, said)[:1]
    if not named and quoted and "who" in asked_types(said):
        quoted = with_who(quoted, own, material)
    quoted = quoted if near else _of_whom_it_is_asked(said, quoted)[:2]
    is_little = is_of_little(said, own)
    quoted = quoted or ([lines[0].piece] if is_little and lines else [])
    sure = bool(quoted) and answers_surely(said, quoted[0], material)
    is_likely = ranked.answered * lines[0].chance >= LIKELY if lines else False
    by_its_word = asks_by_its_word(said) and not (is_likely and len(own) <= LITTLE)
    unmet = not near and (wants_to_be_met(said, own) or is_of_the_world(said) or by_its_word)
    unmet = unmet or (
        bool(quoted) and len(own) > LITTLE and not is_likely and is_beside_it(said, quoted[0], own, material)
    )
    turned = at_its_time(said, quoted[0] if quoted else None, lines, own, material)
    if not quoted or unmet or (not (sure or is_little) and _is_unlikely(said, ranked, near or named)):
        asked = turned is not None and is_of_what_was_quoted(said, turned, own, material)
        return Answer([turned] if turned and asked else (), near=asked, turned=asked)
    if now := lately(said, own, material):
        return Answer([now], near=True)
    if after := went(said, quoted[0], own, material) or reason(said, quoted[0], own):
        return Answer([after, quoted[0]] if after != quoted[0] else quoted, near=True)
    if newer := turned or renewed(said, quoted[0], own, material):
        return Answer([newer] if turned else [newer, quoted[0]], near=True, turned=newer is turned)
    same = not_of_another(quoted[0], evidence, material)
    same = not_of_others(said, same, kinship(material)) if CJK.search(said) else same
    same = _likely_now(quoted[0], same, lines)
    now = with_introduction(said, quoted, evidence)
    now = now if asks_how_it_was(said) else as_it_is_now(now, same, said)
    if is_little and not (sure or (near and _chance(quoted[0], ranked) >= RATHER)):
        now = now if len(now) > 1 else held_out(said, now[0], [one.piece for one in lines])
    if CJK.search(said):
        shown = without_strays(said, gone_on_about(now, evidence))
        return Answer(in_one_breath(said, shown, own, likely=is_likely and is_for_what_was_told(said)), near)
    return Answer(now if sure else gone_on_about(now, evidence), near)


def _chance(piece: Evidence, ranked: Ranking) -> float:
    """How likely a line answers."""
    return ranked.answered * next((one.chance for one in ranked.lines if one.piece is piece), 0.0)


def _is_unlikely(said: str, ranked: Ranking, near: bool) -> bool:
    """Whether nothing is to be shown, as it would oftener be wrong than right."""
    if CJK.search(said):
        return ranked.answered < (LEAST / 2 if near else LEAST)
    return ranked.answered * ranked.lines[0].chance < SHOWN


def _of_whom_it_is_asked(said: str, quoted: Sequence[Evidence]) -> list[Evidence]:
    """Where one asks for somebody by what they are to one, without lines that are of somebody else so."""
    asked = relations_asked(said)
    return [piece for piece in quoted if not asked or not (of := whose(piece["text"]).relations) or asked & of]


def _of_others(said: str, evidence: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What others said; of what characters did, nothing unless that is asked for: they said so by what they knew."""
    others = [piece for piece in evidence if piece["who"] != "you"]
    if SAID_BY_YOU.search(fold(said)):
        return others
    return [piece for piece in others if piece["who"] == "other" and piece["speaker"] not in material["names"]]


def _likely(lines: Sequence[Ranked], material: Material) -> list[Evidence]:
    """The likeliest lines; of those in which a fact stands that is asked for, if any do, the first alone."""
    best = [one.piece for one in lines[:MOST]]
    if moved := [one for one in best if _moves(one, best, material["said"])]:
        return [max(moved, key=moment_of)]
    asked = asked_kinds(material["said"])
    known = material["facts"] if CJK.search(material["said"]) else facts_for(material)
    facts = (fact for fact in known if fact["kind"] in asked and not is_outdone(fact, material))
    values = [fold(ASIDE.sub("", fact["value"])) for fact in facts]
    told = [one for one in lines if any(value in fold(one.piece["text"]) for value in values)]
    enough = BORNE_OUT if CJK.search(material["said"]) else BORNE_OUT_IN_ENGLISH
    if told and told[0].chance >= enough * lines[0].chance:
        return [told[0].piece]
    said = material["said"]
    if asks_how_it_was(said):
        return list(_together(lines, 1))
    quoted = list(_together(lines, ENOUGH))
    return [one for one in quoted if not any(_takes_back(other, one, said) for other in quoted)]


def _likely_now(first: Evidence, pieces: Sequence[Evidence], lines: Sequence[Ranked]) -> list[Evidence]:
    """Those that may tell in English how it is now: of what was said later, nothing that hardly answers, unless in one
    breath."""
    if CJK.search(first["text"]):
        return [*pieces]
    chance = {id(one.piece): one.chance for one in lines}
    least = LIKELY_NOW * chance.get(id(first), 0.0)
    return [
        piece
        for piece in pieces
        if chance.get(id(piece), 1.0) >= least
        or moment_of(piece) - moment_of(first) <= BREATH
        or corrects(piece["text"], numbers(first["text"]))
        or PUT_OFF.search(fold(piece["text"]))
        or ANNULLED.search(fold(piece["text"]))
    ]


def _moves(later: Evidence, quoted: Sequence[Evidence], said: str) -> bool:
    """Whether a line gives another day, where one is asked for, to what is spoken of in one that would be quoted."""
    if not (does("when", said) and does("puts_off", later["text"]) and days_of(later)):
        return False
    before = (one for one in quoted if one is not later and moment_of(one) <= moment_of(later))
    return any(shared_words(one["text"], later["text"]) for one in before)


def _together(lines: Sequence[Ranked], enough: float) -> Iterator[Evidence]:
    chance = 0.0
    for one in lines[:MOST]:
        if chance >= enough or one.chance < BESIDE * lines[0].chance:
            return
        chance += one.chance
        yield one.piece


def _takes_back(later: Evidence, piece: Evidence, said: str) -> bool:
    """Whether a line told later takes another back: said just before it, where it mends that; a day that stood before,
    where a day is asked for."""
    between = moment_of(later) - moment_of(piece)
    if between <= timedelta(0):
        return False
    mended = between <= BREATH and does("mends", later["text"])
    if not CJK.search(said) and not shared_words(piece["text"], later["text"]):
        return mended
    return mended or bool(does("when", said) and days_of(later) and days_of(piece))


def _speaks_of(said: str, text: str) -> bool:
    """Whether a text has a word of a question, or speaks of a kind of thing that it asks for."""
    return bool(shared_words(said, text)) or is_of_its_kind(said, text)


def _is_of_others(said: str, piece: Evidence, material: Material) -> bool:
    """Whether a Japanese line is of somebody else than those whom a question is of."""
    known = kinship(material)
    asked, named = known.asked(said), known.of(piece["text"])
    relatives = CJK.search(said) is not None and RELATIVES & asked and RELATIVES & named
    return bool(relatives) and not asked & named
