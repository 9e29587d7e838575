"""Claims in English, by rules: clause by clause, each with who was spoken of before it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.english.answers import answered
from lumina.distil.claims.english.clauses import Clause, clauses, plain, sentences
from lumina.distil.claims.english.corrections import corrected
from lumina.distil.claims.english.dates import birthdays_in
from lumina.distil.claims.english.facts import facts_in
from lumina.distil.claims.english.loops import loops_in
from lumina.distil.claims.english.people import people_in
from lumina.distil.claims.english.subjects import last_mentioned, spoken_of
from lumina.known import Claim
from lumina.models import Role, Turn


def claims_in_english(text: str, at: datetime, before: Sequence[Turn]) -> list[Claim]:
    """What the text claims, behind the turns before it."""
    stated = clauses(text)
    claims = [claim for place, clause in enumerate(stated) for claim in _claims(clause, stated[:place], at, before)]
    claims += [claim for sentence in sentences(text) for claim in loops_in(sentence, at)]
    claims += answered(text, stated, claims, before)
    last = next((turn for turn in reversed(before) if turn.role is Role.PERSON), None)
    if last and (right := corrected(stated, at, claims_in_english(last.text, last.at, ()))):
        return right
    return list(dict.fromkeys(claims))


def _claims(clause: Clause, earlier: Sequence[Clause], at: datetime, before: Sequence[Turn]) -> Iterator[Claim]:
    texts = [*(plain(turn.text) for turn in before[-2:]), *(one.said for one in earlier)]
    antecedent = last_mentioned(texts)
    for spoken in spoken_of(clause.text, antecedent):
        yield from facts_in(spoken, clause, at)
    yield from birthdays_in(clause, antecedent, at)
    yield from people_in(clause, antecedent)
