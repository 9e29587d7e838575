"""What a turn claims: each of its sentences that states something, by the rules of its language."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from lumina.distil.claims.english import claims_in_english
from lumina.distil.claims.english.clauses import clauses
from lumina.distil.claims.japanese import claims_in_japanese
from lumina.distil.claims.japanese.sentences import sentences
from lumina.known import ME, Claim, ClaimType
from lumina.language.acts import asks
from lumina.language.kinds import told_kinds
from lumina.language.scripts import language_of
from lumina.models import Turn

CONTEXT = 6
"""So many turns before may say what a turn is an answer to."""

HINT = 0.1
"""The confidence of a topic, which claims nothing."""


def read_claims(text: str, at: datetime, before: Sequence[Turn]) -> tuple[Claim, ...]:
    """The claims of what the person says at a moment (with its zone), behind the turns `before` it (of the same thread,
    oldest first). Each once."""
    read = claims_in_english if language_of(text) == "en" else claims_in_japanese
    return tuple(dict.fromkeys([*_topics(text), *read(text, at, before)]))


def _topics(text: str) -> Iterator[Claim]:
    """A question is no statement; of what a statement may speak, a question of that kind finds."""
    told = () if asks(text) else told_kinds(text)
    if told:
        yield Claim(ClaimType.TOPIC, ME, "", " ".join(told), "", HINT)


def stated(text: str) -> tuple[str, ...]:
    """The sentences in which the person states something: no question, nothing pasted, no order to the memory."""
    if language_of(text) == "en":
        return tuple(dict.fromkeys(clause.sentence for clause in clauses(text) if not clause.question))
    return tuple(one.text for one in sentences(text) if one.states)
