"""How good the evidence is, and what a character should know about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lumina.language.names import same_name
from lumina.models import Grade
from lumina.recall.question import Question
from lumina.recall.scorer import Scored

LIMITS = {("ja", True): (0.5, 0.8), ("ja", False): (0.5, 0.8), ("en", True): (0.5, 0.8), ("en", False): (0.5, 0.8)}
"""(language, with vectors): below the first a grade is weak, from the second on strong."""

WRONG_PERSON_GAP = 0.1


class RemarkKind(StrEnum):
    """What can be said of the evidence as a whole."""

    WRONG_PERSON = "wrong_person"
    WORDS_NOT_FOUND = "words_not_found"


TEXTS: Mapping[RemarkKind, Mapping[str, str]] = {
    RemarkKind.WRONG_PERSON: {
        "ja": "いちばん近い発言は{asked}ではなく{speaker}のものです",
        "en": "the nearest words were {speaker}'s, not {asked}'s",
    },
    RemarkKind.WORDS_NOT_FOUND: {
        "ja": "質問の語のうち、近くに見つからなかったもの：{words}",
        "en": "words of the question found nowhere near: {words}",
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


def grade(question: Question, ranked: Sequence[Scored], has_vector: bool) -> Grade:
    """Weak, medium or strong by the best score: below what 10 %, and above what 50 % of answerable questions reach."""
    if not ranked:
        return Grade.WEAK
    weak, strong = LIMITS[question.language, has_vector]
    best = ranked[0].score
    return Grade.WEAK if best < weak else Grade.STRONG if best >= strong else Grade.MEDIUM


def remarks(question: Question, ranked: Sequence[Scored], near: int = 10) -> tuple[Remark, ...]:
    """What a character should know: that the best words are another person's than the one asked about, and which words
    of the question stand in none of the `near` best."""
    found = [remark for remark in (_wrong_person(question, ranked), _not_found(question, ranked[:near])) if remark]
    return tuple(found)


def _wrong_person(question: Question, ranked: Sequence[Scored]) -> Remark | None:
    """The best statement of anybody else is better, speaker apart, than the best of the only person asked about."""
    if len(question.preference.named) != 1 or question.preference.only_speaker is None:
        return None
    asked = question.preference.named[0]
    own = [s for s in ranked if same_name(s.candidate.entry.speaker, asked)]
    others = [s for s in ranked if s.candidate.entry.speaker and not same_name(s.candidate.entry.speaker, asked)]
    if not others:
        return None
    best = max(others, key=_apart_from_speaker)
    gap = _apart_from_speaker(best) - max(map(_apart_from_speaker, own), default=0.0)
    if gap < WRONG_PERSON_GAP:
        return None
    return Remark(RemarkKind.WRONG_PERSON, {"asked": asked, "speaker": best.candidate.entry.speaker})


def _apart_from_speaker(scored: Scored) -> float:
    return scored.score - float(scored.why.get("speaker", 0.0))


def _not_found(question: Question, near: Sequence[Scored]) -> Remark | None:
    """Words of the question that no window of the best candidates has."""
    there = {int(word) for s in near for word in s.candidate.entry.terms.ids}
    pairs = zip(question.shown, question.terms.tolist(), strict=True)
    missing = [word for word, term in pairs if term not in there]
    return Remark(RemarkKind.WORDS_NOT_FOUND, {"words": ", ".join(missing)}) if missing else None
