"""When the ranker is believed against what was found by words."""

from collections.abc import Sequence

from lumina.language.acts import does
from lumina.language.scripts import CJK
from lumina.voices.following import moment_of
from lumina.voices.material import Evidence
from lumina.voices.ranking.ranker import Ranked, Ranking

TRUSTED = 0.4
"""How likely a line answers a Japanese question, for it to be quoted instead of another or of nothing. On dialogues
that nobody had read the first line was then oftener right than what was quoted."""

AT_MOST = 10
"""So many of the likeliest lines may be the one that plainly has what is asked for."""


def trusted(said: str, ranked: Ranking, quoted: Sequence[Evidence]) -> Evidence | None:
    """The line that likely answers and is not quoted; none where a name is asked for, or what is quoted was told
    later."""
    if not ranked.lines or not CJK.search(said) or does("asks_name", said):
        return None
    first = ranked.lines[0]
    is_passed_over = first.piece not in quoted and all(moment_of(first.piece) >= moment_of(one) for one in quoted)
    return first.piece if is_passed_over and ranked.answered * first.chance >= TRUSTED else None


def near_the_top(aimed: Sequence[Evidence], lines: Sequence[Ranked]) -> Sequence[Evidence]:
    """What has what is asked for, unless many lines are likelier."""
    likely = [one.piece for one in lines[:AT_MOST]]
    return aimed if any(piece in likely for piece in aimed) else ()
