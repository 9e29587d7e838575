"""What takes the place of what: how likely a line tells what is so instead of what an earlier one told. A logistic
regression over pairs of lines, trained by `tools.ranker.changing`."""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import cast

from lumina.language.acts import does
from lumina.language.scripts import CJK, fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.material import Evidence
from lumina.voices.ranking.likeness import likenesses
from lumina.voices.ranking.lines import Line, line
from lumina.voices.ranking.meaning import alike, tables, tells
from lumina.voices.ranking.ranker import Weights, score

Features = Mapping[str, float]

SLIGHT = 0.01
"""A pair below this is no change."""

FIGURE = "[0-9一二三四五六七八九十百千万]"
VALUES: Mapping[str, re.Pattern[str]] = {
    "weekday": re.compile(
        r"\b(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?s?\b|[月火水木金土日]曜|(?<=毎週)[月火水木金土日]"
    ),
    "day": re.compile(rf"\b[0-9]{{1,2}}(?:st|nd|rd|th)\b|{FIGURE}+(?:月{FIGURE}*|日)"),
    "clock": re.compile(rf"\b[0-9]{{1,2}}(?:[:.][0-9]{{2}})? ?[ap]m\b|\b[0-9]{{1,2}}[:.][0-9]{{2}}\b|{FIGURE}+時半?"),
    "money": re.compile(rf"[£$€₹] ?[0-9][0-9,.]*|\b[0-9][0-9,.]*k? ?(?:quid|pounds|dollars|bucks|euros?)|{FIGURE}+円?"),
    "colour": re.compile(
        r"\b(?:red|blue|green|yellow|white|black|pink|purple|orange|gr[ea]y|brown|silver|gold|navy|blonde?)\b"
        r"|赤|青|緑|黄|白|黒|ピンク|紫|オレンジ|グレー|茶|銀|金(?=髪|色)|紺|水色|ベージュ"
    ),
    "counted": re.compile(
        r"\b(?:[0-9][0-9,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)(?: [a-z]+)?\b"
        rf"|{FIGURE}+[^\W0-9]?"
    ),
}
"""What may be one thing first and another later, over folded text."""


@dataclass(frozen=True, slots=True)
class Succession:
    """Two lines with the chance that the later tells what is so instead of what the earlier told."""

    earlier: Evidence
    later: Evidence
    chance: float


def pairs(pieces: Sequence[Evidence], since: Evidence | None = None) -> Iterator[tuple[Evidence, Evidence, Features]]:
    """Each two of these lines, in the order of telling, with what speaks for a change; nothing of what was told before
    one of them."""
    told = sorted(pieces, key=moment_of)
    lines = [line(piece["text"]) for piece in told]
    tell = [tells(one.places, tables(one.language)) for one in lines]
    first = next((at for at, piece in enumerate(told) if piece is since), 0)
    likes = [likenesses(one, lines[:at]) if at > first else [] for at, one in enumerate(lines)]
    for at in range(first + 1, len(told)):
        led = moment_of(told[at]) - moment_of(told[at - 1]) <= BREATH
        for before, like in enumerate(likes[at][first:], first):
            found = _of_pair(told[before], told[at], lines[before], lines[at])
            same: Features = alike(tell[before], tell[at]) if lines[before].language == lines[at].language else {}
            lead: Features = _of_lead(lines[at - 1], likes[at - 1][before]) if led and before < at - 1 else {}
            yield told[before], told[at], {**found, **same, **like, **lead, "between": math.log(at - before)}


def _of_lead(lead: Line, like: Features) -> Features:
    """What the line said right before the later one has of the earlier: "my bike was nicked", and then the tram."""
    cue = lead.changes or "change" in lead.types
    return {
        "led": 1.0,
        "lead cue": float(cue),
        "lead words": like["words"],
        "lead soft": like["soft"],
        "lead best": like["soft best"],
        "lead words by cue": like["words"] * cue,
        "lead some by cue": like["some"] * cue,
    }


def _of_pair(before: Evidence, after: Evidence, old: Line, new: Line) -> Features:
    apart = moment_of(after) - moment_of(before)
    kinds, types = old.kinds & new.kinds, (old.types & new.types) - {"change"}
    cue = new.changes or "change" in new.types
    has, had = _values(after["text"]), _values(before["text"])
    return {
        "one": 1.0,
        "same breath": float(apart <= BREATH),
        "days": math.log1p(apart.days),
        "same day": float(apart.days == 0),
        "cue": float(cue),
        "cue before": float(old.changes or "change" in old.types),
        "mends": float(does("mends", after["text"])),
        "mends soon": float(apart <= BREATH and does("mends", after["text"])),
        "puts off": float(does("puts_off", after["text"])),
        "length": min(new.length, 40) / 20,
        "length before": min(old.length, 40) / 20,
        "names": float(bool(old.names & new.names)),
        "new names": float(bool(new.names - old.names) and bool(old.names)),
        "own": float(old.whose.own and new.whose.own),
        "relation": float(bool(old.whose.relations & new.whose.relations)),
        "other relation": float(bool(new.whose.relations) and not old.whose.relations & new.whose.relations),
        "kinds": min(len(kinds), 3) / 3,
        "types": min(len(types), 4) / 4,
        **{f"kind {one}": 1.0 for one in kinds},
        **{f"type {one}": 1.0 for one in types},
        **{f"cue {one}": 1.0 for one in (*kinds, *types) if cue},
        **{f"other {one}": 1.0 for one in has if one in had and has[one] != had[one]},
        **{f"same {one}": 1.0 for one in has if one in had and has[one] & had[one]},
        **{f"old {word}": 1.0 for word in old.words},
        **{f"new {word}": 1.0 for word in new.words},
    }


@lru_cache(maxsize=4096)
def _values(text: str) -> Mapping[str, frozenset[str]]:
    folded = fold(text)
    found = {name: frozenset(pattern.findall(folded)) for name, pattern in VALUES.items()}
    return {name: values for name, values in found.items() if values}


def chance(found: Features, weights: Weights) -> float:
    """How likely a pair of these features is a change."""
    return 1 / (1 + math.exp(-score(found, weights)))


def changes(pieces: Sequence[Evidence], since: Evidence | None = None) -> list[Succession]:
    """Those that are at all likely, among lines of one language; or among those told from one of them on."""
    if len(pieces) < 2:
        return []
    weights = weights_of("ja" if CJK.search(pieces[0]["text"]) else "en")["pair"]
    found = (Succession(before, after, chance(one, weights)) for before, after, one in pairs(pieces, since))
    return [one for one in found if one.chance >= SLIGHT]


@cache
def weights_of(language: str) -> Mapping[str, Weights]:
    text = files("lumina.voices.ranking").joinpath(f"changes.{language}.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Weights]", json.loads(text))
