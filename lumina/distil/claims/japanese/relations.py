"""What people call those around them, and the kind of fact that each gives."""

from collections.abc import Mapping

from lumina.language.kin import FAMILY, FRIEND, KINDS, NORMAL, PARTNER, PET

KIND_OF = {normal: kind for kind, table in KINDS.items() for normal in table}


def _any(*tables: Mapping[str, str]) -> str:
    words = [word for table in tables for words in table.values() for word in words.split("|")]
    return "|".join(sorted(words, key=len, reverse=True))


RELATION = _any(FAMILY, PARTNER, FRIEND, PET)
PETS = _any(PET)
HUMAN = _any(FAMILY, PARTNER, FRIEND)
PARTNERS = _any(PARTNER)


def normal(word: str) -> str:
    """The relation in its normal form: 姉ちゃん is 姉, 旦那さん is 夫."""
    return NORMAL.get(word, word)


def kind_of(relation: str) -> str:
    """The kind of fact that having somebody of this relation is, or "" """
    return KIND_OF.get(relation, "")
