"""Whether somebody has begun to speak of something else."""

from collections.abc import Sequence
from dataclasses import dataclass

from lumina.embedding.calibration import topic_similarity
from lumina.embedding.opening import CalibratedEmbedder
from lumina.language.acts import Mood
from lumina.language.moods import REMEMBERED_LINES, lasting_mood
from lumina.language.tokens import analyse

TELLING = 3
"""Content words without which a text says too little to begin a topic: 「そうなんだ」 goes on with the old one."""


@dataclass(frozen=True, slots=True)
class Topics:
    """Topic shift by cosine, below the threshold that is calibrated for the embedder and the language. Who mourns,
    or is in danger, goes on with that, whatever the words."""

    embedder: CalibratedEmbedder

    async def shifted(self, text: str, thread: Sequence[str]) -> bool:
        analysis = analyse(text)
        threshold = self.embedder.calibration.topic_shift.get(analysis.language)
        if threshold is None or len(set(analysis.words)) < TELLING or _shares_words(analysis.words, thread):
            return False
        if lasting_mood("", thread[-REMEMBERED_LINES:]) >= Mood.GRIEF:
            return False
        *before, new = await self.embedder.passages([*thread, text])
        similarity = topic_similarity(before, new)
        return similarity is not None and similarity < threshold


def _shares_words(words: Sequence[str], thread: Sequence[str]) -> bool:
    return any(not analysed.isdisjoint(words) for analysed in (frozenset(analyse(text).words) for text in thread))
