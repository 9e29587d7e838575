"""What a clause only seems to say (misread.toml): good night for a habit, a pint for a belonging."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from lumina.distil.claims.tagged.claims import ASKED_ABOUT
from lumina.distil.values import bare
from lumina.known import ME, Claim, ClaimType, Mode


@dataclass(frozen=True, slots=True)
class Row:
    """Where claims of a kind are read wrongly: by their value, by what their sentence says, and by what stands there
    before and behind the value. `own`: only what is claimed of the person."""

    value: re.Pattern[str]
    says: re.Pattern[str]
    before: re.Pattern[str] | None
    behind: re.Pattern[str] | None
    own: bool

    def in_its_place(self, one: Claim) -> str | None:
        """The value that is meant; "" where nothing is, None where the claim is read as it should be."""
        found = self.value.search(one.value)
        if not found or (self.own and one.about != ME) or not self.says.search(one.text) or not self._is_beside(one):
            return None
        return found.groupdict().get("kept") or ""

    def _is_beside(self, one: Claim) -> bool:
        if not self.before and not self.behind:
            return True
        before, value, behind = one.text.lower().partition(one.value.lower())
        return bool(
            value and (not self.before or self.before.search(before)) and (not self.behind or self.behind.match(behind))
        )


@cache
def _rows() -> Mapping[str, tuple[Row, ...]]:
    """The rows of each kind."""
    text = files("lumina.distil.claims.english").joinpath("misread.toml").read_text(encoding="utf-8")
    rows = dict[str, tuple[Row, ...]]()
    for row in tomllib.loads(text)["row"]:
        before, behind = (re.compile(row[name], re.I) if name in row else None for name in ("before", "behind"))
        says = re.compile(row.get("says", ""), re.I)
        made = Row(re.compile(row["value"], re.I), says, before, behind, row.get("own", False))
        for kind in row["kinds"]:
            rows[kind] = (*rows.get(kind, ()), made)
    return rows


def as_meant(claims: Sequence[Claim]) -> Iterator[Claim]:
    """The claims of a clause without what it only seems to say; what it says to be over is not so."""
    over = {(one.about, one.kind, bare(one.value)) for one in claims if one.mode is Mode.ENDS and one.value}
    for one in claims:
        if (
            one.mode is Mode.IS
            and not one.replaces
            and (one.about, one.kind, bare(one.value).removeprefix("the")) in over
        ):
            continue
        guessed = one.mode is Mode.ENDS and one.confidence <= ASKED_ABOUT
        asserts = one.type is ClaimType.FACT and (one.mode in (Mode.IS, Mode.WAS) or guessed)
        meant = [row.in_its_place(one) for row in _rows().get(one.kind, ())] if asserts else []
        told = [value for value in meant if value is not None]
        if not told:
            yield one
        elif "" not in told:
            yield replace(one, value=told[0])
