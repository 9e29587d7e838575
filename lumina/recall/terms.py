"""The ids of what a question asks by: its words and grams."""

import numpy as np
from numpy.typing import NDArray

from lumina.models import Terms
from lumina.recall.question import Question
from lumina.recall.statistics import Statistics


def asked_terms(question: Question) -> list[int]:
    """The ids of a question's words and grams."""
    return np.concatenate([question.terms, question.gram_terms]).tolist()


def sorted_terms(ids: NDArray[np.uint32], statistics: Statistics) -> Terms:
    """Term ids, ascending, with their idf."""
    ascending = np.sort(ids)
    return Terms(ascending, statistics.idf(ascending))
