"""What is quoted in answer to a question: what the ranker takes for the answer, in the light of what was said later."""

from collections.abc import Sequence
from dataclasses import dataclass

from lumina.language.acts import does
from lumina.voices.following import as_it_is_now, gone_on_about
from lumina.voices.matching import is_of_its_kind, own_statements, shared_words
from lumina.voices.material import Evidence, Material
from lumina.voices.ranking.ranker import ranking

LEAST = 0.25
"""How likely it must be that anything answers, for a line to be quoted that has nothing of the question in its words;
of one that has, half of that is enough."""

MOST, BESIDE = 2, 0.5
"""So many lines are quoted, if the second is this likely at least by the first's measure."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is quoted, the likeliest first (nothing: nobody told what is asked), and whether it speaks of that."""

    quoted: Sequence[Evidence]
    near: bool


def answer_of(evidence: Sequence[Evidence], material: Material) -> Answer:
    """The person's own words before those of others."""
    said = material["said"]
    own = own_statements(evidence) or [piece for piece in evidence if piece["who"] != "you"]
    ranked = ranking(said, own)
    likely = [one for one in ranked.lines[:MOST] if one.chance >= BESIDE * ranked.lines[0].chance]
    quoted = [one.piece for one in likely]
    near = any(speaks_of(said, piece["text"]) for piece in quoted)
    if ranked.answered < (LEAST / 2 if near else LEAST) or (not near and _wants_to_be_met(said)):
        return Answer((), near=False)
    return Answer(gone_on_about(as_it_is_now(quoted, evidence, said), evidence), near)


def speaks_of(said: str, text: str) -> bool:
    """Whether a text has a word of a question, or speaks of a kind of thing that it asks for."""
    return bool(shared_words(said, text)) or is_of_its_kind(said, text)


def _wants_to_be_met(said: str) -> bool:
    """Whether nothing answers a question but what speaks of what it asks for: a name, or a mere yes or no."""
    return does("yes_no", said) or does("asks_name", said)
