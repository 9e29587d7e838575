"""Why each answer of a talk was given, for whoever reads it later: what was told when it came follows from the words
that it answers, who heard them, and who gave it. So it is kept nowhere, and goes with those words."""

from collections.abc import Sequence
from uuid import UUID

from lumina.dialogue.characters import Cast
from lumina.dialogue.routing import Choice, ask_again, choose_speakers
from lumina.language.domains import domain_scores
from lumina.models import Role, Turn
from lumina.reports import Why


def reasons(turns: Sequence[Turn], cast: Cast) -> dict[UUID, Why]:
    """By the answers among turns in their order; of what came in as a transcript, or answers words that are not among
    them or not kept any more, there is none."""
    asked: dict[UUID, Turn] = {}
    failed: set[tuple[UUID, str]] = set()
    found: dict[UUID, Why] = {}
    for turn in turns:
        if turn.role is Role.PERSON:
            asked[turn.thread] = turn
        words = asked.get(turn.thread)
        if turn.role is not Role.CHARACTER or words is None or words.ref or not words.text:
            continue
        again = (words.id, turn.speaker) in failed
        for choice in _chosen(words, turn.speaker, cast, again=again):
            found[turn.id] = choice.why
        if turn.failed:
            failed.add((words.id, turn.speaker))
    return found


def _chosen(words: Turn, speaker: str, cast: Cast, *, again: bool) -> list[Choice]:
    """This speaker among those who were to answer: of equals it was the one who had been silent longest."""
    here = [one for one in cast if one.id in words.witnesses]
    if again:
        return ask_again([one for one in here if one.id == speaker])
    spoken = {one.id: 1 for one in here if one.id != speaker}
    scores = domain_scores(words.text)
    chosen = choose_speakers(words.text, cast, [one.id for one in here], domain_scores=scores, spoken=spoken)
    return [one for one in chosen if one.character == speaker]
