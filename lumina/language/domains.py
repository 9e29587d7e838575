"""What a text is about, by word lists that we wrote: film, history, technology, news, daily life …"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from lumina.language.lexicon import any_of, word_list
from lumina.language.scripts import fold

DOMAINS = (
    "film",
    "history",
    "technology",
    "news",
    "gossip",
    "music",
    "sport",
    "food",
    "travel",
    "work",
    "health",
    "daily_life",
)
READ = 4_000
"""Characters of a text that are looked at: what it is about shows early."""

MINOR = MappingProxyType({"daily_life": 0.5})
"""Words of daily life turn up in talk about everything, so they count half."""


def domain_scores(text: str) -> Mapping[str, float]:
    """The domains that the text touches, each with its share of the words that count (they sum to at most 1, to less
    where a single minor word is all there is); empty where it touches none."""
    pattern, domains = _lists()
    counts: Counter[str] = Counter()
    for match in pattern.finditer(fold(text[:READ])):
        for domain in domains[match["japanese"] or _singular(match["english"])]:
            counts[domain] += 1
    weighed = {domain: count * MINOR.get(domain, 1.0) for domain, count in counts.items()}
    total = max(sum(weighed.values()), 1.0)
    return MappingProxyType({domain: weighed[domain] / total for domain in DOMAINS if domain in weighed})


def _singular(word: str) -> str:
    """The word as it stands in the lists, which hold singulars."""
    _, domains = _lists()
    stems = (word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word))
    return next(stem for stem in stems if stem in domains)


@cache
def _lists() -> tuple[re.Pattern[str], Mapping[str, tuple[str, ...]]]:
    """One pattern for every word, the longest first, and the domains of each. An underscore in a list is a space; an
    English word stands alone, with or without its plural ending; a kana word does not go on with ー."""
    found: dict[str, list[str]] = {}
    for domain in DOMAINS:
        for word in word_list(f"domain.{domain}"):
            found.setdefault(fold(word).replace("_", " "), []).append(domain)
    pattern = any_of(found)
    return pattern, MappingProxyType({word: tuple(domains) for word, domains in found.items()})
