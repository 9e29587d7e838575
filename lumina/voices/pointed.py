"""Which line answers a Japanese question of a type: one that has such a thing and is of the same matter; and whether
nothing of it was told."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import numpy as np

from lumina.language.acts import does
from lumina.language.japanese import morphemes
from lumina.language.scripts import CJK, fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.kinship import Kinship, kinship, of_whom
from lumina.voices.matching import shared_words
from lumina.voices.material import Evidence, Material
from lumina.voices.matter import NEAR, about, met, nouns_about, shares, words_about
from lumina.voices.mended import asks_for_slip, mended, slip
from lumina.voices.of_little import LITTLE
from lumina.voices.of_whom import OWNED
from lumina.voices.offers import Offer, asked_for, asks, has, offers
from lumina.voices.ranking.lines import line
from lumina.voices.ranking.looks import looks
from lumina.voices.spoken import spoken

ENOUGH, LATEST, CONTEXT = 0.58, 0.1, 0.25
"""How much of what is asked for a line has to be of; by so little less of it the later line goes first; and what it
counts that a line is of what the question before was about."""

OF_A_TALK = 0.45
"""The same of how something went: that may be told in other words."""

SHORT = 24
"""Letters at most of a line that settles what was told before."""

NUMBERED: Final = re.compile(r"\d|[一二三四五六七八九十百千万]")

OF_ANOTHER = 0.15
"""So much less is a line of what is asked for that is of somebody else."""

AS_TO_WHOM: Final = {"same": 1.0, "carried": 0.9, "nobody": 0.3, "carried other": 0.0, "other": -0.4}
"""What it counts, as a word of the question, of whom a line is."""

LEAST = 2
"""So many things a question has to name, for it to be sure that nothing was told of them."""

ALIKE, LIKE = 0.5, 0.6
"""How like a word's vector another one's must be; and what it counts that it is."""

PLAIN: Final = re.compile(r"誕生日?|年齢|電話|番号|住所|血液|星座|身長|体重|職業|仕事|給料|年収|命日")
VERB: Final = re.compile(r"[一-龠][ぁ-ん]{1,2}")
WORK: Final = re.compile(r"仕事|職業")
"""What is hardly ever called by another word; and what is, but in ways that are known."""


def pointed(said: str, own: Sequence[Evidence], material: Material) -> Sequence[Evidence]:
    """The line that answers, or one for the day and one for the place; none where a question is of no such type, or no
    line has what it wants."""
    wanted = offers(said) if CJK.search(said) else ()
    if CJK.search(said) and asks_for_slip(said):
        return slip(said, own, wanted, about(said, material))
    if not wanted or does("first_said", said) or does("asks_own_name", said):
        return []
    if does("asks_name", said) and (named := _naming(said, own, kinship(material))):
        return named
    of, context = about(said, material)
    if not of and not kinship(material).asked(said):
        return []
    beside = shares(dict.fromkeys(context, 1.0), own) if context else [0.0] * len(own)
    share = _of_whom(said, of, own, material)
    chosen = _chosen(said, own, share or _of_nobody_else(of, own), beside, wanted)
    if not chosen and len(of) < LEAST and not share:
        chosen = _chosen(said, own, beside, beside, wanted)
    types = looks("asked", fold(said))
    both = not types.isdisjoint(("why", "outcome")) or (does("when", said) and "where" in types)
    return [own[at] for at in (chosen if both else chosen[:1])]


def _naming(said: str, own: Sequence[Evidence], known: Kinship) -> Sequence[Evidence]:
    """The line told last that calls somebody who is asked for by name, and what they are in the same breath."""
    asked = known.asked(said)
    names = {name for name in asked if name in known.of_name and name not in said}
    told = [piece for piece in own if any(name in names for name, _ in spoken(piece["text"]).pairs)]
    return [max(told, key=moment_of)] if told else []


def _of_whom(said: str, of: Mapping[str, float], own: Sequence[Evidence], material: Material) -> list[float]:
    """How much each line is of that, and of those whom a question is of; nothing where it is of nobody."""
    known = kinship(material)
    stands = of_whom(said, own, known)
    if not any(stands):
        return []
    asked = known.asked(said)
    if not asked:
        beside = [OF_ANOTHER * (how in ("other", "carried other")) for how in stands]
        return [one - less for one, less in zip(shares(of, own), beside, strict=True)] if of else []
    typed = asked_for(fold(said))
    topic = {word: 1.0 for word in of if _is_topical(word, asked, typed)}
    found, whole = shares(topic, own) if topic else [0.0] * len(own), sum(topic.values())
    theirs = [at for at, how in enumerate(stands) if how in ("same", "carried")]
    for at in theirs if topic else ():
        alike = sum(value for word, value in topic.items() if _is_like(own[at]["text"], word))
        found[at] = max(found[at], LIKE * alike / whole)
    return [
        (one * whole + AS_TO_WHOM[how]) / (whole + 1) if how else one for one, how in zip(found, stands, strict=True)
    ]


def _is_topical(word: str, asked: frozenset[str], typed: frozenset[str]) -> bool:
    """Whether a word of a question says of what it is, and neither of whom nor what is asked for."""
    return word[0] != "=" and word not in typed and word != "次" and not any(word in fold(one) for one in asked)


def _of_nobody_else(of: Mapping[str, float], own: Sequence[Evidence]) -> list[float]:
    """How much each line is of that: less where it is of somebody else by what they are to the person."""
    asked = {word for word in of if word.startswith("=")}
    found = shares(of, own)
    for at, piece in enumerate(own):
        theirs = {word for word in words_about(piece["text"]) if word.startswith("=")}
        found[at] -= OF_ANOTHER if asked and theirs and not asked & theirs else 0.0
    return found


def _chosen(
    said: str, own: Sequence[Evidence], share: Sequence[float], beside: Sequence[float], wanted: Sequence[Offer]
) -> list[int]:
    return [*dict.fromkeys(at for offer in wanted for at in _best(said, own, share, beside, offer))]


def _best(
    said: str, own: Sequence[Evidence], share: Sequence[float], beside: Sequence[float], offer: Offer
) -> list[int]:
    """The place of the line that has it and is most of the same, the later one of two alike."""
    is_outcome, is_why = asks("outcome", fold(said)), "why" in looks("asked", fold(said))
    if is_why and (reason := _why(own, share)):
        return reason
    enough = OF_A_TALK if is_outcome else ENOUGH
    fit = [at for at, one in enumerate(share) if one >= enough and offer(own[at], said)]
    if is_outcome:
        fit = [at for at in fit if not has("to_come", own[at]["text"])]
    if is_outcome:
        return _what_came_of_it(own, share, fit)
    if not fit:
        return []
    likeness = {at: share[at] + CONTEXT * beside[at] for at in fit}
    alike = [at for at in fit if likeness[at] >= max(likeness.values()) - LATEST]
    order = sorted(alike, key=lambda at: moment_of(own[at]))
    if does("before", said):
        return [order[-2 if len(order) > 1 else -1]]
    return [mended(said, own, _settled(said, own, order[-1], offer), offer)]


def _settled(said: str, own: Sequence[Evidence], at: int, offer: Offer) -> int:
    """The short line told last that settles it otherwise (60人で落ち着いた), or else this one."""
    later = [
        other
        for other, piece in enumerate(own)
        if moment_of(piece) > moment_of(own[at]) and len(piece["text"]) <= SHORT and has("settled", piece["text"])
    ]
    same = [other for other in later if offer(own[other], said) and _is_of_it(own[other]["text"], own[at]["text"])]
    return max(same, key=lambda other: moment_of(own[other]), default=at)


def is_of_it_too(said: str, piece: Evidence, aimed: Sequence[Evidence], names: Collection[str]) -> bool:
    """Whether a line has what is asked for, too, or is of the same as one that answers, besides whom it is of."""
    if any(offer(piece, said) for offer in offers(said)):
        return True
    told = {
        word for word in words_about(piece["text"]) if word[0] != "=" and not any(word in fold(one) for one in names)
    }
    return any(told & words_about(one["text"]) for one in aimed)


def _is_of_it(text: str, before: str) -> bool:
    """Whether a line names nothing but numbers, or something that one before it named."""
    named = {word for word in nouns_about(text) if not NUMBERED.search(word)}
    return not named or any(word in fold(before) for word in named)


def _why(own: Sequence[Evidence], share: Sequence[float]) -> list[int]:
    """The line that the matter came up in last, and what was said right after it, if it has no reason itself."""
    order = sorted(range(len(own)), key=lambda at: moment_of(own[at]))
    most = max(share, default=0.0)
    topical = [at for at in order if share[at] >= max(most - LATEST, ENOUGH, NEAR + LATEST)]
    if not topical:
        return []
    at = topical[-1]
    after = [other for other in order if moment_of(own[other]) > moment_of(own[at])][:1]
    soon = [other for other in after if moment_of(own[other]) - moment_of(own[at]) <= BREATH]
    return [at] if has("because", own[at]["text"]) else [at, *soon]


def _what_came_of_it(own: Sequence[Evidence], share: Sequence[float], fit: Sequence[int]) -> list[int]:
    """The first of these that was told once the matter itself came up last, or what was said right after that."""
    order = sorted(range(len(own)), key=lambda at: moment_of(own[at]))
    most = max(share, default=0.0) - LATEST
    named = [at for at in order if share[at] > max(NEAR, most) and not has("to_come", own[at]["text"])]
    if not named:
        return [at for at in order if at in fit][-1:]
    later = [at for at in order if moment_of(own[at]) >= moment_of(own[named[-1]])]
    soon = [at for at in later[1:2] if moment_of(own[at]) - moment_of(own[named[-1]]) <= BREATH]
    return [at for at in later if at in fit][:1] or [named[-1], *soon]


def is_untold(said: str, own: Sequence[Evidence]) -> bool:
    """Whether a plain thing is asked for of somebody, as a birthday, and no line has both, in whatever words."""
    things = [word for word in nouns_about(said) if word.startswith("=") or CJK.search(word)]
    plain = any(PLAIN.fullmatch(word) for word in things) or OWNED.search(fold(said))
    if not plain or len(things) < LEAST or not does("recalls", said):
        return False
    return not any(all(_speaks_of(piece["text"], thing) for thing in things) for piece in own)


def _speaks_of(text: str, thing: str) -> bool:
    """Whether a line has a thing, or a word that is like it; a name as it is."""
    if WORK.fullmatch(thing):
        return has("working", text)
    if met(thing, words_about(text), fold(text)):
        return True
    if PLAIN.fullmatch(thing):
        return "生まれ" in text and thing.startswith("誕生")
    if len(thing) == 1 or any(word.part[2] == "人名" for word in morphemes(thing)):
        return thing in fold(text)
    return _is_alike(text, thing)


def _is_like(text: str, word: str) -> bool:
    """Whether a line has a word that is like one, or is made with it: 帰国 of 帰る."""
    return _is_alike(text, word) or (VERB.fullmatch(word) is not None and word[0] in text)


def _is_alike(text: str, thing: str) -> bool:
    """Whether a line has a word that is like one by its vector."""
    vectors, asked = line(text).vectors, line(thing).vectors
    if not (len(vectors) and len(asked)):
        return False
    return float(np.vecdot(asked[:, None], vectors[None]).max()) >= ALIKE


def without_strays(said: str, quoted: Sequence[Evidence]) -> Sequence[Evidence]:
    """What is quoted in answer to Japanese, without lines that have less of the question's words than the first."""
    if not CJK.search(said) or not quoted or does("asks_name", said):
        return quoted
    least = max(1, shared_words(said, quoted[0]["text"]))
    return [quoted[0], *(piece for piece in quoted[1:] if shared_words(said, piece["text"]) >= least)]


def in_one_breath(
    said: str, quoted: Sequence[Evidence], own: Sequence[Evidence], *, likely: bool
) -> Sequence[Evidence]:
    """What is quoted; where none of it has what the type of the question wants, before it the line that has, next to
    the first one in the same breath. Of a handful of lines, one of which is likely to answer, the next one where none
    has, and one beside it where it has no word of a question of no type."""
    if not quoted or quoted[0] not in own:
        return quoted
    wanted, beside = offers(said), _beside(quoted[0], own)
    is_alone = likely and len(quoted) == 1 and len(own) <= LITTLE
    if not wanted and is_alone and (more := [piece for piece in beside if _has_more(piece, quoted[0], said)]):
        return [*quoted, *more]
    is_met = _has_any(wanted, quoted, said) if wanted else shared_words(said, quoted[0]["text"]) > 0
    if is_met:
        return quoted
    if found := [piece for piece in beside if _has_any(wanted, [piece], said)]:
        return [found[0], *quoted]
    return [*quoted, *(beside[:1] if wanted else beside[-1:])] if is_alone else quoted


def _beside(piece: Evidence, own: Sequence[Evidence]) -> list[Evidence]:
    """The lines after and before one in the same breath, but for what one of them puts right."""
    order = sorted(own, key=moment_of)
    at = order.index(piece)
    after, before = order[at + 1 : at + 2], order[max(0, at - 1) : at]
    near = [*after, *(() if does("mends", piece["text"]) else before)]
    return [other for other in near if abs(moment_of(other) - moment_of(piece)) <= BREATH]


def _has_more(piece: Evidence, quoted: Evidence, said: str) -> bool:
    """Whether a line has a word of the question that what is quoted lacks."""
    words = line(said).words - line(quoted["text"]).words
    return not words.isdisjoint(line(piece["text"]).words)


def _has_any(wanted: Sequence[Offer], pieces: Sequence[Evidence], said: str) -> bool:
    return any(offer(piece, said) for offer in wanted for piece in pieces)
