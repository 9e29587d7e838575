"""How good the evidence is, and what a character should know about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from lumina.language.names import same_name
from lumina.language.tokens import analyse, term_id
from lumina.models import Grade
from lumina.recall.question import Question
from lumina.recall.scorer import Ranking


@dataclass(frozen=True, slots=True)
class Limits:
    """Below `weak` and from `strong` on lie the worst tenth and the better half of the questions that have an answer;
    a `gap` above the third is met by one in twenty of them."""

    weak: float
    strong: float
    gap: float


LIMITS: Mapping[tuple[str, bool], Limits] = {
    ("ja", True): Limits(0.56, 0.91, 0.15),
    ("ja", False): Limits(0.43, 0.84, 0.11),
    ("en", True): Limits(0.43, 0.78, 0.045),
    ("en", False): Limits(0.36, 0.71, 0.04),
}
"""By language, and whether vectors took part. Measured by bench/tune_recall.py."""

DOUBT = 8.0
"""How much a better statement of somebody else counts against the evidence."""

MARGIN = 0.02
"""A statement of somebody else that is worse by less than this counts as better."""


NEAR = 10
"""Entries in whose surroundings the words of the question are looked for."""


class RemarkKind(StrEnum):
    """What can be said of the evidence as a whole."""

    WRONG_PERSON = "wrong_person"
    WORDS_NOT_FOUND = "words_not_found"
    SUMMARIES_ALONE = "summaries_alone"


TEXTS: Mapping[RemarkKind, Mapping[str, str]] = {
    RemarkKind.WRONG_PERSON: {
        "ja": "いちばん近い発言は{asked}ではなく{speaker}のものです",
        "en": "the nearest words were {speaker}'s, not {asked}'s",
    },
    RemarkKind.WORDS_NOT_FOUND: {
        "ja": "質問の語のうち、近くに見つからなかったもの：{words}",
        "en": "words of the question found nowhere near: {words}",
    },
    RemarkKind.SUMMARIES_ALONE: {
        "ja": "要約だけが残っている記憶があります。そこで話された言葉そのものは、もうありません",
        "en": "of some of it only the summary is kept: the words themselves are not there any more",
    },
}


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a character can use, as data: a kind and what its text names."""

    kind: RemarkKind
    arguments: Mapping[str, str]

    def text(self, language: str) -> str:
        """The remark in 'ja' or 'en'."""
        return TEXTS[self.kind][language].format_map(self.arguments)


def is_of_missing_words(remark: str) -> bool:
    """Whether a remark tells which words of the question stand nowhere near: of use to a model, and nothing that one
    says to somebody."""
    texts = TEXTS[RemarkKind.WORDS_NOT_FOUND].values()
    return any(remark.startswith(text.partition("{")[0]) for text in texts)


def grade(question: Question, ranking: Ranking, has_vector: bool) -> Grade:
    """Weak, medium or strong by the best score; doubtful where somebody else said it better than who was asked about.
    `ranking` is of all candidates. Strong is not certain."""
    if not ranking.rows:
        return Grade.WEAK
    limits = LIMITS[question.language, has_vector]
    found = evidence(question, ranking)
    return Grade.WEAK if found < limits.weak else Grade.STRONG if found >= limits.strong else Grade.MEDIUM


def evidence(question: Question, ranking: Ranking) -> float:
    """The best score, less what speaks for another person."""
    rival = rival_statement(question, ranking)
    return max(ranking.scores) - DOUBT * max(0.0, rival[0] + MARGIN if rival else 0.0)


def remarks(
    question: Question, ranking: Ranking, has_vector: bool = True, window: Sequence[str] = ()
) -> tuple[Remark, ...]:
    """What a character should know: that the best words are another person's than the one asked about, and which words
    of the question stand neither near the best entries nor in the `window`, which it has before it."""
    found: list[Remark] = []
    rival = rival_statement(question, ranking)
    if rival and rival[0] > LIMITS[question.language, has_vector].gap:
        names = {"asked": question.preference.named[0], "speaker": ranking.entries.scene(rival[1]).speaker}
        found.append(Remark(RemarkKind.WRONG_PERSON, names))
    if missing := words_not_found(question, ranking, window):
        found.append(Remark(RemarkKind.WORDS_NOT_FOUND, {"words": ", ".join(missing)}))
    return tuple(found)


def rival_statement(question: Question, ranking: Ranking) -> tuple[float, int] | None:
    """How much better, speaker apart, the best statement of anybody else is than the best of the one person asked
    about (negative: worse), and the row of that statement. None where the question does not ask about just one
    person."""
    preference = question.preference
    if len(preference.named) != 1 or preference.only_speaker != preference.named[0]:
        return None
    own = ranking.entries.by_scene(lambda scene: same_name(scene.speaker, preference.named[0]))
    said = ranking.entries.by_scene(lambda scene: bool(scene.speaker))
    apart = np.array(ranking.scores) - ranking.parts["speaker"]
    others = [row for row in ranking.rows if said[row] and not own[row]]
    if not others:
        return None
    best = max(others, key=apart.__getitem__)
    return float(apart[best] - max((apart[row] for row in ranking.rows if said[row] and own[row]), default=0.0)), best


def words_not_found(question: Question, ranking: Ranking, window: Sequence[str]) -> list[str]:
    """Words of the question that neither a text of the `window` nor the surroundings of the best entries have."""
    terms, owners = ranking.entries.terms.ids, ranking.entries.term_owners
    there = set(terms[np.isin(owners, ranking.rows[:NEAR])].tolist())
    there.update(term_id(word) for text in window for word in analyse(text).words)
    pairs = zip(question.shown, question.terms.tolist(), strict=True)
    return [word for word, term in pairs if term not in there]
