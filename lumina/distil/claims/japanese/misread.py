"""What a sentence only seems to say (misread.toml): an adverb for what one likes, what was for what is, somebody else's
for one's own."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from lumina.known import ME, Claim, ClaimType, Mode

WAS = "was"


@dataclass(frozen=True, slots=True)
class Row:
    """Where claims of some kinds are read wrongly: all that is named in `patterns` fits."""

    patterns: Mapping[str, re.Pattern[str]]
    own: bool
    was: bool

    def fits(self, one: Claim, asked: str) -> bool:
        """Whether a claim of its kinds, told behind what was `asked`, is misread."""
        if (self.own and one.about != ME) or (self.was and one.mode is not Mode.IS):
            return False
        seen = {"value": one.value, "says": one.text, "asked": asked}
        fit = all(pattern.search(seen[place]) for place, pattern in self.patterns.items() if place in seen)
        return fit and (self.patterns.keys().isdisjoint({"before", "behind"}) or self._stands_so(one))

    def _stands_so(self, one: Claim) -> bool:
        """Whether what is claimed stands between what the row names."""
        before, behind = self.patterns.get("before"), self.patterns.get("behind")
        core = one.value.partition("（")[0].removesuffix("がいる")
        return any(
            (not before or before.search(one.text[: at.start()]))
            and (not behind or behind.search(one.text[at.end() :]))
            for at in (re.finditer(re.escape(core), one.text) if core else ())
        )


@cache
def _rows() -> Mapping[str, tuple[Row, ...]]:
    """The rows of each kind."""
    text = files("lumina.distil.claims.japanese").joinpath("misread.toml").read_text(encoding="utf-8")
    rows = dict[str, tuple[Row, ...]]()
    for row in tomllib.loads(text)["row"]:
        places = ("value", "before", "behind", "says", "asked")
        patterns = {place: re.compile(row[place]) for place in places if place in row}
        for kind in row["kinds"]:
            made = Row(patterns, row.get("own", False), row.get("becomes") == WAS)
            rows[kind] = (*rows.get(kind, ()), made)
    return rows


def as_meant(claims: Iterable[Claim], asked: str) -> Iterator[Claim]:
    """The claims without what their sentences only seem to say; `asked` is what the other said just before. Who is not
    what they seemed to be to the speaker is only spoken of."""
    told = list(claims)
    wrong = {id(one): row for one in told if (row := _misread(one, asked))}
    nothing = {one.value for one in told if id(one) in wrong and not wrong[id(one)].was}
    for one in told:
        row = wrong.get(id(one))
        if one.type is ClaimType.PERSON and f"{one.value}（{one.kind}）" in nothing:
            yield replace(one, kind="")
        elif row is None:
            yield one
        elif row.was:
            yield replace(one, mode=Mode.WAS, since=None)


def _misread(one: Claim, asked: str) -> Row | None:
    if one.type is not ClaimType.FACT or not one.value:
        return None
    return next((row for row in _rows().get(one.kind, ()) if row.fits(one, asked)), None)
